/* variants.h: the variants of a study in loading steps, schemes and controls,
 * and how far two of their runs are apart; internal to study. */
#ifndef AM_STUDY_VARIANTS_H
#define AM_STUDY_VARIANTS_H

#include "study/lists.h"

/* Schemes without error control have no controls. */
typedef struct {
  double steps;
  size_t steps_index; /* among the numbers of steps */
  const am_scheme *scheme;
  const am_controls *controls; /* NULL: none */
} am_variant;

typedef struct {
  double *steps;      /* [steps_count], as the path can be cut */
  size_t steps_count;
  const am_scheme **schemes; /* [scheme_count] */
  size_t scheme_count;
  am_variant *items; /* [count] by steps, scheme, controls */
  size_t count;
} am_variants;

/* From --steps, --schemes and --controls; warns of numbers of steps that the
 * path cannot be cut into. */
AM_MUST_USE am_status am_variants_new(const am_study *study, am_path *path,
                                      am_variants *variants);

const char *am_variant_name(am_arena *arena, const am_variant *variant);

/* The first four cells of a row: steps, scheme, error control, tangent
 * control. */
enum { AM_VARIANT_CELLS = 4 };
#define AM_VARIANT_NAMES "steps", "scheme", "error_control", "tangent_control"
void am_variant_cells(const am_variant *variant, am_table_row row);

/* The texts among their names, which tell curves apart. */
enum { AM_VARIANT_BY = 3 };
extern const char *const am_variant_by[AM_VARIANT_BY];

/* "ok" or why it failed. */
const char *am_status_text(const am_job *job);

/* The scheme of --against, from which others are apart; "": ode12 if it is
 * among those of the variants, else the first one with error control (NULL:
 * none).  AM_USAGE with a message when it is not among them. */
AM_MUST_USE am_status am_variants_against(const am_study *study,
                                          const am_variants *variants,
                                          const am_scheme **against);

/* How far two runs are apart at the times that both have.  Column 0 of their
 * tables is the time, which grows. */
typedef struct {
  double largest, mean; /* over these times, of the largest of a row */
  double scale;         /* largest of the second run */
  int times;
} am_run_difference;

/* Of the columns 1 … columns - 1.  Without a common time all is NaN. */
am_run_difference am_run_difference_of(const am_table *a, const am_table *b,
                                       size_t columns);

#endif
