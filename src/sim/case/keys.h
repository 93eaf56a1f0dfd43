/* keys.h: tables of the keys of a case and its parts; each table is defined in
 * the file that reads the keys. */
#ifndef AM_CASE_KEYS_H
#define AM_CASE_KEYS_H

#include "yaml/keys.h"

/* Keys of a case and of its parts `output`, `points` and `fit`. */
const am_yaml_key *am_case_keys(am_arena *arena);
extern const am_yaml_key am_output_keys[], am_points_keys[],
    am_fitting_keys[];

/* Items of `path` and `expect`; values of `times`. */
extern const am_yaml_shape am_segment_shape, am_expectation_shape,
    am_times_shape;

/* Key `columns` of a table, and its items. */
extern const am_yaml_key am_renaming_keys[];
extern const am_yaml_shape am_renaming_shape;

#endif
