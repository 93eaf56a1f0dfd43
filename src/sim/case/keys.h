/* keys.h: the tables of keys of a case and its parts, each in the file that
 * reads them. */
#ifndef AM_CASE_KEYS_H
#define AM_CASE_KEYS_H

#include "yaml/keys.h"

/* Of a case; its parts `output`, `points`, `fit`. */
const am_yaml_key *am_case_keys(am_arena *arena);
extern const am_yaml_key am_output_keys[], am_points_keys[],
    am_fitting_keys[];

/* Items of `path` and `expect`; values of `times`. */
extern const am_yaml_shape am_segment_shape, am_expectation_shape,
    am_times_shape;

/* `columns` beside a table, and its items. */
extern const am_yaml_key am_renaming_keys[];
extern const am_yaml_shape am_renaming_shape;

#endif
