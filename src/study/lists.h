/* lists.h: the options of studies as they are read; internal to study. */
#ifndef AM_STUDY_LISTS_H
#define AM_STUDY_LISTS_H

#include "study/study.h"

/* The most entries of a list, and the most runs of a study. */
enum { AM_LIST_MOST = 1000, AM_RUNS_MOST = 10000 };

/* The entries of a list; AM_USAGE with a message where one of them is
 * empty, or there are too many. */
AM_MUST_USE am_status am_list_split(const am_inquiry *q, const char *option,
                                    const char *text, const char ***items,
                                    size_t *count);

/* Whole numbers from 1 to 1e6. */
AM_MUST_USE am_status am_list_counts(const am_inquiry *q, const char *option,
                                     const char *text, double **values,
                                     size_t *count);

/* Numbers above 0, or LO:HI:PER-DECADE. */
AM_MUST_USE am_status am_list_durations(const am_inquiry *q,
                                        const char *option, const char *text,
                                        double **values, size_t *count);

AM_MUST_USE am_status am_list_number(const am_inquiry *q, const char *option,
                                     const char *text, double *value);

AM_MUST_USE am_status am_list_schemes(const am_inquiry *q,
                                      const am_scheme ***schemes,
                                      size_t *count);

/* How errors are controlled. */
typedef struct {
  am_error_control error;
  am_tangent_control tangent;
} am_controls;

extern const char *const am_error_controls[], *const am_tangent_controls[];

/* All pairs of those given; the case's where none of a kind is. */
AM_MUST_USE am_status am_list_controls(const am_inquiry *q,
                                       am_controls **controls,
                                       size_t *count);

#endif
