/* parts.h: headers that several files of study use. */
#ifndef AM_STUDY_PARTS_H
#define AM_STUDY_PARTS_H

#include "check/parts.h"
#include "homogenization/run.h"
#include "study/study.h"


/* ---- lists and numbers of the command line (lists.c) --------------------- */

/* Maximum number of entries of a list, and of runs of a study. */
enum { AM_LIST_MOST = 1000, AM_RUNS_MOST = 10000 };

/* Entries of a list; AM_USAGE with a message if an entry is empty or there are
 * too many. */
AM_MUST_USE am_status am_list_split(const am_study *study, const char *option,
                                    const char *text, const char ***items,
                                    size_t *count);

/* Integers from 1 to 1e6. */
AM_MUST_USE am_status am_list_counts(const am_study *study,
                                     const char *option, const char *text,
                                     double **values, size_t *count);

/* Positive numbers, or LO:HI:PER-DECADE. */
AM_MUST_USE am_status am_list_durations(const am_study *study,
                                        const char *option, const char *text,
                                        double **values, size_t *count);

AM_MUST_USE am_status am_list_number(const am_study *study, const char *option,
                                     const char *text, double *value);

AM_MUST_USE am_status am_list_schemes(const am_study *study,
                                      const am_scheme ***schemes,
                                      size_t *count);

/* Error control settings. */
typedef struct {
  am_error_control error;
  am_tangent_control tangent;
} am_controls;

extern const char *const am_error_controls[], *const am_tangent_controls[];

/* All pairs of the given settings; the settings of the case for a kind that is
 * not given. */
AM_MUST_USE am_status am_list_controls(const am_study *study,
                                       am_controls **controls, size_t *count);

/* AM_USAGE with a message if the number of runs is too large. */
AM_MUST_USE am_status am_check_runs(const am_study *study, size_t count);

/* Variants of a study in loading steps, schemes and controls, and the distance
 * between their runs; internal to study. */

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

/* The text columns among the first four, which distinguish curves. */
enum { AM_VARIANT_BY = 3 };
extern const char *const am_variant_by[AM_VARIANT_BY];

/* Panel of a column over the loading steps, with a curve for each variant. */
#define AM_STEPS_PANEL(title_, column, label)                                 \
  {                                                                           \
    .title = title_, .x = "steps", .y = column, .x_label = "loading steps",   \
    .y_label = label, .x_log = true, .y_log = true, .by = am_variant_by,      \
    .by_count = AM_VARIANT_BY                                                 \
  }

/* "ok" or the reason for the failure. */
const char *am_status_text(const am_job *job);

/* Scheme of --against, with which others are compared; "": ode12 if a variant
 * has this scheme, otherwise the first scheme with error control (NULL: none).
 * AM_USAGE with a message if no variant has the scheme. */
AM_MUST_USE am_status am_variants_against(const am_study *study,
                                          const am_variants *variants,
                                          const am_scheme **against);

/* Distance of two runs at their common times.  Column 0 of their tables is the
 * time, which increases. */
typedef struct {
  double largest, mean; /* maximum and mean over these times of the largest
                           difference of a row */
  double scale;         /* largest value of the second run */
  int times;
} am_run_difference;

/* For columns 1 … columns - 1.  NaN without a common time. */
am_run_difference am_run_difference_of(const am_table *a, const am_table *b,
                                       size_t columns);

/* Runs variants of a case along its path, and single evaluations of a
 * material law; internal to study.  Each run reads the case file itself and
 * uses one thread. */

/* ---- a point ------------------------------------------------------------- */

typedef struct {
  am_solver solver;
  double steps;               /* number of loading steps; 0: that of the case */
  const char *const *columns; /* [column_count] replace those of the case */
  size_t column_count;
} am_drive_settings;

/* Solver of the case with another scheme and other error controls; controls
 * NULL: those of the case. */
am_solver am_drive_solver(const am_study *study, const am_scheme *scheme,
                          const am_controls *controls);

/* Settings of a reference solution (check/check.h). */
am_solver am_drive_reference(const am_study *study, double rtol, bool tangent);

/* Replaces the columns of a case; count 0: keeps them. */
void am_drive_columns(am_arena *arena, am_case *description,
                      const char *const *columns, size_t count);

AM_MUST_USE am_status am_drive_prepare(const am_study *study,
                                       const am_job_room *room,
                                       const am_drive_settings *settings,
                                       am_run **run);

/* Runs along the path; the table is a result. */
AM_MUST_USE am_status am_drive_point(const am_job_room *room, am_run *run,
                                     am_table **table);

/* Prepares a variant and runs it along the path. */
AM_MUST_USE am_status am_drive_variant(const am_study *study,
                                       const am_job_room *room,
                                       const am_drive_settings *settings,
                                       am_table **table);

/* ---- a volume element ---------------------------------------------------- */

/* Runs a volume element; rows of the columns and times that the case selects,
 * without fields and restart files. micro NULL: microstructure of the case.
 * *table is set before the first step and keeps its rows if the run fails. */
AM_MUST_USE am_status am_drive_cell(const am_study *study,
                                    const am_job_room *room,
                                    am_case *description,
                                    am_microstructure *micro, am_table **table);

/* ---- single evaluations of a law ----------------------------------------- */

/* Columns of a run that evaluations require, in this order. */
enum { AM_TRACK_COLUMNS = 4 };
extern const char *const am_track_columns[AM_TRACK_COLUMNS];

/* Point for single evaluations of a material law. */
typedef struct {
  am_run *run;
  am_step step;
  double *state0;
  const am_variable **variables; /* [law->count] in the order of columns */
} am_probe;

/* Prepares a variant for single evaluations.  AM_INPUT with a message if
 * deformation gradients are prescribed. */
AM_MUST_USE am_status am_probe_new(const am_study *study,
                                   const am_job_room *room,
                                   const am_drive_settings *settings,
                                   am_probe *probe);

/* Strain in coordinates, and internal variables of a row of a run. */
void am_probe_strain(const am_table *track, size_t row, double *strain);
void am_probe_state(const am_probe *probe, const am_table *track, size_t row,
                    double *state);

/* Sets the external fields of the evaluation that ends at a row of a run, or at
 * a fraction `part` between the previous row and this row; the fields start at
 * the last accepted values (am_probe_accept) or, with `whole`, at the previous
 * row. */
void am_probe_external(am_probe *probe, const am_table *track, size_t row,
                       double part, bool whole);

/* Evaluates from step.strain0 and state0 to `strain`.  AM_FAILED with a message
 * if it fails or the study is stopped. */
AM_MUST_USE am_status am_probe_move(am_probe *probe, am_report *report,
                                    double duration, const double *strain);

/* Makes the result the start of the next evaluation. */
void am_probe_accept(am_probe *probe);

/* Duration of a step of a run; 0 for jumps. */
double am_drive_duration(const am_table *track, size_t row);

#endif
