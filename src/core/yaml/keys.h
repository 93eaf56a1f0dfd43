/* keys.h: tables of the keys of a mapping, used by the check for unknown keys,
 * by the reader of values (am_yaml_take) and by the schema for editors
 * (file/schema.c). */
#ifndef AM_YAML_KEYS_H
#define AM_YAML_KEYS_H

#include "yaml/yaml.h"

typedef struct am_yaml_shape am_yaml_shape;
typedef struct am_yaml_key am_yaml_key;

/* Kinds of single values that are allowed, as bits. */
enum {
  AM_TAKES_TEXT = 1,
  AM_TAKES_NUMBER = 2,
  AM_TAKES_WHOLE = 4,
  AM_TAKES_FLAG = 8,
  AM_TAKES_NOTHING = 16,
  AM_TAKES_ANY = 32 /* also mappings and lists */
};

/* Range of a number; fractions are below 1. */
typedef enum {
  AM_ANY_NUMBER,
  AM_NOT_NEGATIVE,
  AM_POSITIVE,
  AM_FRACTION,
  AM_POSITIVE_FRACTION
} am_yaml_range;

/* Storage of a value by am_yaml_take; a required key must be present. */
typedef enum { AM_NOT_STORED, AM_STORED, AM_REQUIRED } am_yaml_store;

/* Allowed values: each member describes an alternative. */
struct am_yaml_shape {
  unsigned takes;
  const char *const *words;       /* one of these, terminated by NULL */
  const am_yaml_key *keys;        /* a mapping with these keys … */
  const am_yaml_key *(*made)(am_arena *arena); /* … or with the keys that this
                                                  function creates */
  const char *const *names;       /* a mapping with only these names … */
  const am_yaml_shape *entries;   /* … or with any names (in addition to
                                     `keys`), each with a value of this shape */
  const am_yaml_shape *items;     /* a list of this shape */
  const am_yaml_shape *otherwise; /* further alternatives, or NULL */
  bool elsewhere; /* the shape is defined by a later module, under the same key
                     (am_schema.parts) */
  am_yaml_range range;
  long least, most; /* range of a whole number */
  am_yaml_store store;
  size_t offset, place; /* of the value, and of its am_place (0: none), in the
                           structure that am_yaml_take fills */
};

/* Row of a table, which ends with a NULL key. */
struct am_yaml_key {
  const char *key;
  am_yaml_shape shape;
  const char *about; /* description, one line */
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

/* Members of a shape whose value is stored in a member of a structure. */
#define AM_INTO(type, member) \
  .store = AM_STORED, .offset = offsetof(type, member)
#define AM_NEEDED(type, member) \
  .store = AM_REQUIRED, .offset = offsetof(type, member)

/* Frequently used shapes, for lists and entries. */
extern const am_yaml_shape am_text_shape, am_number_shape, am_formula_shape,
    am_any_shape;

/* A number, or a nested list of numbers. */
extern const am_yaml_shape am_numbers_shape;

/* AM_INPUT unless `map` is a mapping whose keys are all in the table; see
 * am_yaml_known. */
AM_MUST_USE am_status am_yaml_keys_known(am_report *report,
                                         const am_yaml *map, const char *what,
                                         const am_yaml_key *keys);

/* Checks the keys of `map` and stores their values in the structure `to`. The
 * type of a member follows from the shape: const char * (text), double, long
 * (whole), bool, an enumeration (words), const am_yaml * (mapping, list, or
 * several alternatives, which are not checked). Members of absent keys are
 * unchanged. what: the name of the mapping for messages, "output" for
 * "output.every", or a phrase such as "a test". AM_INPUT, with a message, if a
 * required key is missing or a value is invalid. */
AM_MUST_USE am_status am_yaml_take(am_report *report, const am_yaml *map,
                                   const char *what, const am_yaml_key *keys,
                                   void *to);

/* Finds a required key; message: "'key' is missing in WHAT". */
AM_MUST_USE am_status am_required(am_report *report, const am_yaml *map,
                                  const char *what, const char *key,
                                  const am_yaml **node);

#endif
