/* condition.h: the key `until` of a segment: comparisons of columns and
 * numbers, joined by `and` and `or`.
 *
 *     condition  = part { "or" part }
 *     part       = comparison { "and" comparison }
 *     comparison = operand ( "<" | "<=" | ">" | ">=" ) operand
 *     operand    = number | name of a column
 *
 * Which columns there are depends on the material: here they are names.  All
 * conditions of a path are read together with its case, since they decide what
 * a run must compute; its segments find them by their nodes. */
#ifndef AM_CASE_CONDITION_H
#define AM_CASE_CONDITION_H

#include "yaml/yaml.h"

typedef struct am_condition am_condition;
struct am_condition {
  const am_yaml *node;
  size_t index;                /* among those of the path */
  struct am_comparison *items; /* [count] */
  size_t count, capacity;
  am_condition *next;          /* another one of the path */
};

/* All conditions of a path and their columns, each once. */
typedef struct {
  am_condition *first;
  size_t conditions;    /* how many */
  const char **columns; /* [count] */
  am_place *places;     /* [count] of the conditions that name them first */
  size_t count, capacity;
} am_watch;

/* Reads the conditions of a list of segments, as far as it is one. */
AM_MUST_USE am_status am_watch_read(am_arena *arena, am_report *report,
                                    const am_yaml *path, am_watch *watch);

/* The condition that a node is, which am_watch_read has read. */
const am_condition *am_watch_find(const am_watch *watch, const am_yaml *node);

/* How far a condition holds, by values [count] of the columns: at least 0 where
 * it does, and below where it does not; continuous in the values. */
double am_condition_value(const am_condition *condition, const double *values);

#endif
