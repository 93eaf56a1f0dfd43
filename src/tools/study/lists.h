/* lists.h: lists, numbers and keys of the command line as studies read them;
 * internal to study. */
#ifndef AM_STUDY_LISTS_H
#define AM_STUDY_LISTS_H

#include "study/study.h"

/* The most entries of a list, and the most runs of a study. */
enum { AM_LIST_MOST = 1000, AM_RUNS_MOST = 10000 };

/* The entries of a list; AM_USAGE with a message where one of them is
 * empty, or there are too many. */
AM_MUST_USE am_status am_list_split(const am_study *study, const char *option,
                                    const char *text, const char ***items,
                                    size_t *count);

/* Whole numbers from 1 to 1e6. */
AM_MUST_USE am_status am_list_counts(const am_study *study,
                                     const char *option, const char *text,
                                     double **values, size_t *count);

/* Numbers above 0, or LO:HI:PER-DECADE. */
AM_MUST_USE am_status am_list_durations(const am_study *study,
                                        const char *option, const char *text,
                                        double **values, size_t *count);

AM_MUST_USE am_status am_list_number(const am_study *study,
                                     const char *option, const char *text,
                                     double *value);

AM_MUST_USE am_status am_list_schemes(const am_study *study,
                                      const am_scheme ***schemes,
                                      size_t *count);

/* How errors are controlled. */
typedef struct {
  am_error_control error;
  am_tangent_control tangent;
} am_controls;

extern const char *const am_error_controls[], *const am_tangent_controls[];

/* All pairs of those given; the case's where none of a kind is. */
AM_MUST_USE am_status am_list_controls(const am_study *study,
                                       am_controls **controls,
                                       size_t *count);

/* AM_USAGE with a message when so many runs are too many. */
AM_MUST_USE am_status am_check_runs(const am_study *study, size_t count);

/* ---- keys of a case that are swept over (keys.c) ------------------------- */

/* KEY=LO:HI:COUNT, KEY=LO:HI:COUNT:log, or KEY=A,B,C */
typedef struct {
  const char *key;
  const char **values; /* [count] as YAML */
  double *numbers;     /* [count] NaN where a value is none */
  size_t count;
  bool logarithmic;
} am_swept_key;

/* All combinations of their values, the last key varying fastest. */
typedef struct {
  am_swept_key *items; /* [count] */
  size_t count;
  size_t combinations;
} am_swept_keys;

/* The keys of --over.  AM_USAGE with a message for a key that is none of
 * these, for one that is there twice, and for too many combinations. */
AM_MUST_USE am_status am_swept_keys_read(const am_study *study,
                                         am_swept_keys *keys);

/* "n=3, solver.scheme=ode12" */
const char *am_swept_name(am_arena *arena, const am_swept_keys *keys,
                          size_t combination);

/* Assignments [*count]: those that the case was read with, then the keys. */
const char **am_swept_sets(am_arena *arena, const am_study *study,
                           const am_swept_keys *keys, size_t combination,
                           size_t *count);

/* The values of the keys as cells of a table. */
void am_swept_cells(const am_swept_keys *keys, size_t combination,
                    am_table_row row);

#endif
