/* keys.h: the keys of a mapping as a table, which both the check of unknown
 * keys and the schema of editors (file/schema.h) follow. */
#ifndef AM_YAML_KEYS_H
#define AM_YAML_KEYS_H

#include "yaml/yaml.h"

typedef struct am_yaml_shape am_yaml_shape;
typedef struct am_yaml_key am_yaml_key;

/* Single values that may stand somewhere, as bits. */
enum {
  AM_TAKES_TEXT = 1,
  AM_TAKES_NUMBER = 2,
  AM_TAKES_WHOLE = 4,
  AM_TAKES_FLAG = 8,
  AM_TAKES_NOTHING = 16,
  AM_TAKES_ANY = 32 /* mappings and lists, too */
};

/* What may stand somewhere: any of what its members tell. */
struct am_yaml_shape {
  unsigned takes;
  const char *const *words;       /* one of these, closed by NULL */
  const am_yaml_key *keys;        /* a mapping with such keys … */
  const am_yaml_key *(*made)(am_arena *arena); /* … or those made by this */
  const char *const *names;       /* a mapping of these names alone … */
  const am_yaml_shape *entries;   /* … or of any (beside keys: of any other
                                     ones), to this */
  const am_yaml_shape *items;     /* a list of this */
  const am_yaml_shape *otherwise; /* further ways, NULL: none */
  bool elsewhere; /* a later module says, by the key (am_schema.parts) */
};

/* A table is closed by a key NULL. */
struct am_yaml_key {
  const char *key;
  am_yaml_shape shape;
  const char *about; /* in a line */
};

#define AM_A_TEXT {.takes = AM_TAKES_TEXT}
#define AM_A_NUMBER {.takes = AM_TAKES_NUMBER}
#define AM_A_WHOLE {.takes = AM_TAKES_WHOLE}
#define AM_A_FLAG {.takes = AM_TAKES_FLAG}
#define AM_A_FORMULA {.takes = AM_TAKES_NUMBER | AM_TAKES_TEXT}
#define AM_A_LIST(shape) {.items = &(shape)}
#define AM_A_MAPPING(shape) {.entries = &(shape)}
#define AM_WORDS(list) {.words = (list)}
#define AM_KEYS(table) {.keys = (table)}

/* The frequent ones, for lists and entries. */
extern const am_yaml_shape am_text_shape, am_number_shape, am_formula_shape,
    am_any_shape;

/* A number, or a list of such and of lists. */
extern const am_yaml_shape am_numbers_shape;

/* A mapping whose keys are all in the table, like am_yaml_known. */
AM_MUST_USE am_status am_yaml_keys_known(am_report *report,
                                         const am_yaml *map, const char *what,
                                         const am_yaml_key *keys);

#endif
