/* variant.h: variants of a case, their runs, and their material-law
 * evaluations one by one; internal to study.  Each is made by one thread, from
 * the file. */
#ifndef AM_STUDY_VARIANT_H
#define AM_STUDY_VARIANT_H

#include "output/table.h"
#include "study/lists.h"

typedef struct {
  am_solver solver;
  double steps;               /* loading steps; 0: those of the case */
  const char *const *columns; /* [column_count], instead of the case's */
  size_t column_count;
} am_variant;

/* The solver of the case with another scheme and another control of errors;
 * controls NULL: the case's. */
am_solver am_variant_solver(const am_inquiry *q, const am_scheme *scheme,
                            const am_controls *controls);

/* A reference: rodas4 under the relative tolerance `rtol` on the internal
 * variables and, if there are any, their derivatives. */
am_solver am_variant_reference(const am_inquiry *q, double rtol,
                               bool tangent);

/* The columns of a case are these; count 0: they stay. */
void am_variant_columns(am_arena *arena, am_case *description,
                        const char *const *columns, size_t count);

AM_MUST_USE am_status am_variant_prepare(const am_inquiry *q,
                                         am_arena *arena, am_report *report,
                                         const am_variant *variant,
                                         am_run **run);

/* Its rows along the path, in `kept`. */
AM_MUST_USE am_status am_variant_walk(am_arena *arena, am_arena *kept,
                                      am_report *report, am_run *run,
                                      am_table **table);

/* The columns of a walk of which evaluations are made. */
enum { AM_TRACK_COLUMNS = 3 };
extern const char *const am_track_columns[AM_TRACK_COLUMNS];

/* A point that is moved by single material-law evaluations. */
typedef struct {
  am_run *run;
  am_step step;
  double *state0;
} am_probe;

void am_probe_new(am_arena *arena, am_probe *probe, am_run *run);

/* The strain, in coordinates, and the internal variables of a row of a
 * walk. */
void am_probe_strain(const am_table *walk, size_t row, double *strain);
void am_probe_state(const am_probe *probe, const am_table *walk, size_t row,
                    double *state);

/* One evaluation, from step.strain0 and state0 to `strain`.  AM_FAILED with a
 * message when it is not good., or the inquiry is to stop. */
AM_MUST_USE am_status am_probe_move(am_probe *probe, am_report *report,
                                    double duration, const double *strain);

/* What was evaluated is where the next evaluation starts. */
void am_probe_accept(am_probe *probe);

/* Sizes of a walk's steps; jumps have none. */
double am_walk_duration(const am_table *walk, size_t row);

#endif
