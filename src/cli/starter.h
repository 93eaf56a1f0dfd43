/* starter.h: the texts of a material file of one's own (starter.c), and of its
 * first case (starter_case.c).
 *
 * The material is the text of its origin with pieces of it replaced, so that
 * comments and the order of keys stay; the case is written anew. */
#ifndef AM_CLI_STARTER_H
#define AM_CLI_STARTER_H

#include "base/text.h"
#include "yaml/yaml.h"

/* What a file is started from. */
typedef struct {
  const am_yaml *root;
  const char *name; /* of the law */
} am_origin;

/* A Maxwell solid, for those who start from no law. */
extern const am_source am_starter_template;

/* The text of the origin under a new name: a head and the blocks explained,
 * without `conventional`.  AM_INPUT with a message where the keys do not begin
 * lines of their own. */
AM_MUST_USE am_status am_starter_material(am_arena *arena, am_report *report,
                                          const am_origin *origin,
                                          const char *name,
                                          const char **text);

/* A case of the material NAME.yaml along the path of the first check that
 * stands for itself, else under uniaxial strain. */
const char *am_starter_case(am_arena *arena, const am_origin *origin,
                            const char *name);

/* Does a key of a check name a file, or the origin's own update? */
bool am_starter_names_file(const am_yaml *node);
bool am_starter_is_conventional(const am_yaml *node);

#endif
