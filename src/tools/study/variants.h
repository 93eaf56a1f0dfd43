/* variants.h: variants of a study in loading steps, schemes and controls, and
 * the distance between their runs; internal to study. */
#ifndef AM_STUDY_VARIANTS_H
#define AM_STUDY_VARIANTS_H

#include "study/lists.h"

/* Variant.  Schemes without error control have no controls. */
typedef struct {
  double steps;
  size_t steps_index; /* index in am_variants.steps */
  const am_scheme *scheme;
  const am_controls *controls; /* NULL: none */
} am_variant;

typedef struct {
  double *steps;      /* [steps_count] feasible numbers of loading steps */
  size_t steps_count;
  const am_scheme **schemes; /* [scheme_count] */
  size_t scheme_count;
  am_variant *items; /* [count] sorted by steps, scheme, controls */
  size_t count;
} am_variants;

/* From --steps, --schemes and --controls; warns about numbers of steps into
 * which the path cannot be divided. */
AM_MUST_USE am_status am_variants_new(const am_study *study, am_path *path,
                                      am_variants *variants);

const char *am_variant_name(am_arena *arena, const am_variant *variant);

/* First four cells of a row: steps, scheme, error control, tangent control. */
enum { AM_VARIANT_CELLS = 4 };
#define AM_VARIANT_NAMES "steps", "scheme", "error_control", "tangent_control"
void am_variant_cells(const am_variant *variant, am_table_row row);

/* The text columns among these, which distinguish curves. */
enum { AM_VARIANT_BY = 3 };
extern const char *const am_variant_by[AM_VARIANT_BY];

/* "ok" or the reason for the failure. */
const char *am_status_text(const am_job *job);

/* Scheme of --against, with which others are compared; "": ode12 if it is among
 * those of the variants, otherwise the first one with error control (NULL:
 * none).  AM_USAGE with a message if the scheme is not among the variants. */
AM_MUST_USE am_status am_variants_against(const am_study *study,
                                          const am_variants *variants,
                                          const am_scheme **against);

/* Distance of two runs at their common times.  Column 0 of their tables is the
 * time, which increases. */
typedef struct {
  double largest, mean; /* over these times, of the largest difference of a
                           row */
  double scale;         /* largest value of the second run */
  int times;
} am_run_difference;

/* For columns 1 … columns - 1.  NaN without a common time. */
am_run_difference am_run_difference_of(const am_table *a, const am_table *b,
                                       size_t columns);

#endif
