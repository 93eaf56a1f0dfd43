/* reading.h: what the readers of a case's parts share: keys that go
 * together or are missing, bounded numbers and choices, all answered in the
 * same words.  All return AM_INPUT with a message at the place. */
#ifndef AM_CASE_READING_H
#define AM_CASE_READING_H

#include "base/base.h"
#include "yaml/keys.h"

/* `name` as opened: relative to `folder` unless it begins with '/'. */
const char *am_input_path(am_arena *arena, const char *folder,
                          const char *name);

/* The name of a file to be written, not empty.  Where the case gives it, it
 * lies below the working directory and is not hidden: whoever runs a case of
 * somebody else loses no file elsewhere.  --set may name any. */
AM_MUST_USE am_status am_output_name(am_report *report, const am_yaml *node,
                                     const char *what, const char **name);

/* Of the keys of `map` only `main` and those of `with` (closed by NULL). */
AM_MUST_USE am_status am_compatible_keys(am_report *report,
                                         const am_yaml *map, const char *main,
                                         const char *const *with);

/* Times of a list that increase strictly, the first of them after `after`:
 * [node->count] times, and their places where these are asked for. */
AM_MUST_USE am_status am_time_list_read(am_arena *arena, am_report *report,
                                        const am_yaml *node, const char *what,
                                        double after, double **times,
                                        am_place **places);

/* "'key' is missing in WHAT" */
AM_MUST_USE am_status am_required(am_report *report, const am_yaml *map,
                                  const char *what, const char *key,
                                  const am_yaml **node);

/* The components that the lists `strain` and `stress` of a table choose, or
 * `F` and `P` (deformed): chosen [6 or 9], -1 none, 0 strain, 1 stress. */
AM_MUST_USE am_status am_control_choice_read(am_report *report,
                                             bool deformed,
                                             const am_yaml *map, int *chosen);

#endif
