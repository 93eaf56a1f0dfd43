/* reading.h: helpers shared by the readers of a case: incompatible keys, names
 * of files, lists of times. All return AM_INPUT with a message and place. */
#ifndef AM_CASE_READING_H
#define AM_CASE_READING_H

#include "yaml/keys.h"

/* Path of the input `name`: relative to `folder` unless it begins with '/'. */
const char *am_input_path(am_arena *arena, const char *folder,
                          const char *name);

/* Reads the name of an output file; must not be empty. A file named in the case
 * must lie below the working directory and must not be hidden, so that running
 * a foreign case cannot overwrite other files. A file named by --set is
 * unrestricted. */
AM_MUST_USE am_status am_output_name(am_report *report, const am_yaml *node,
                                     const char *what, const char **name);

/* Rejects keys of `map` other than `main` and those in `with`
 * (NULL-terminated). */
AM_MUST_USE am_status am_compatible_keys(am_report *report,
                                         const am_yaml *map, const char *main,
                                         const char *const *with);

/* Reads strictly increasing times, all larger than `after`: [node->count] times
 * and, unless NULL, their places. */
AM_MUST_USE am_status am_time_list_read(am_arena *arena, am_report *report,
                                        const am_yaml *node, const char *what,
                                        double after, double **times,
                                        am_place **places);

/* Reads the components chosen by the lists `strain` and `stress` of a table, or
 * `F` and `P` if deformed: chosen [6 or 9], -1 none, 0 strain or F, 1 stress or
 * P. */
AM_MUST_USE am_status am_control_choice_read(am_report *report, bool deformed,
                                             const am_yaml *map, int *chosen);

/* ---- tables of keys, each defined in the file that reads them ------------ */

/* Keys of a case and of its parts `output`, `points` and `fit`. */
extern const am_yaml_key am_case_keys[], am_output_keys[], am_points_keys[],
    am_fitting_keys[];

/* Items of `path` and `expect`; values of `times`. */
extern const am_yaml_shape am_segment_shape, am_expectation_shape,
    am_times_shape;

/* Key `columns` of a table, and its items. */
extern const am_yaml_key am_renaming_keys[];
extern const am_yaml_shape am_renaming_shape;

#endif
