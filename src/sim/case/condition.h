/* condition.h: the key `until` of a segment: comparisons of columns and
 * numbers, combined by `and` and `or`.
 *
 *     condition  = part { "or" part }
 *     part       = comparison { "and" comparison }
 *     comparison = operand ( "<" | "<=" | ">" | ">=" ) operand
 *     operand    = number | name of a column
 *
 * The available columns depend on the material, so columns are stored by name.
 * All conditions of a path are read together with the case, because they
 * determine which quantities a run must compute; a segment finds its condition
 * by its node. */
#ifndef AM_CASE_CONDITION_H
#define AM_CASE_CONDITION_H

#include "yaml/yaml.h"

typedef struct am_condition am_condition;
struct am_condition {
  const am_yaml *node;
  size_t index;                /* in the list of the path */
  struct am_comparison *items; /* [count] */
  size_t count, capacity;
  am_condition *next;          /* next condition of the path */
};

/* All conditions of a path, and their columns without duplicates. */
typedef struct {
  am_condition *first;
  size_t conditions;    /* number of conditions */
  const char **columns; /* [count] */
  am_place *places;     /* [count] condition that names the column first */
  size_t count, capacity;
} am_watch;

/* Reads the conditions of a list of segments; ignores a node that is not a
 * list. */
AM_MUST_USE am_status am_watch_read(am_arena *arena, am_report *report,
                                    const am_yaml *path, am_watch *watch);

/* Condition read by am_watch_read from this node. */
const am_condition *am_watch_find(const am_watch *watch, const am_yaml *node);

/* Signed measure of a condition for column values [count]: >= 0 if the
 * condition holds, < 0 otherwise; continuous in the values. */
double am_condition_value(const am_condition *condition, const double *values);

#endif
