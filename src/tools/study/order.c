/* order.c: order of convergence of every scheme for the material and path of a
 * case.
 *
 * The loading steps of a reference are divided into pieces.  With tolerances
 * that accept every substep, each piece is one substep, so that the errors at
 * the ends of the loading steps decrease with the order of the scheme. */
#include "study/parts.h"

static const double REFERENCE = 1e-11; /* relative tolerance */
static const double LOOSE = 1e30;      /* accepts every substep */

/* Range of errors used for the fit: small, but above the errors of the
 * reference; and maximum number of errors, starting from the finest pieces. */
static const double LARGEST = 1e-2, SMALLEST = 1e-10;
enum { FITTED = 4 };

typedef struct {
  am_table *track;
  double *state; /* [track->rows][nx] */
} reference;

typedef struct {
  am_study *study; /* only read by jobs */
  const am_scheme **schemes; /* [scheme_count] */
  size_t scheme_count;
  double *pieces;            /* [piece_count] pieces per loading step */
  size_t piece_count;
  const reference *reference;
} order_study;

static double *state_of(const reference *r, const am_law *law, size_t row) {
  return r->state + row * (size_t)law->nx;
}

/* Moves the probe to the end of a row in the given number of pieces. */
static am_status move_to_row(am_probe *probe, am_report *report,
                             const am_table *track, size_t row, double pieces) {
  double from[6], to[6], strain[6];
  double duration = am_drive_duration(track, row);
  if (duration <= 0) pieces = 1;
  am_probe_strain(track, row - 1, from);
  am_probe_strain(track, row, to);
  for (double j = 1; j <= pieces; j++) {
    for (int c = 0; c < 6; c++)
      strain[c] = from[c] + (to[c] - from[c]) * j / pieces;
    am_probe_external(probe, track, row, j / pieces, false);
    AM_TRY(am_probe_move(probe, report, duration / pieces, strain));
    am_probe_accept(probe);
  }
  return AM_OK;
}

static am_status run_reference(const am_job_room *room, const void *data,
                               size_t index, void **result) {
  const order_study *s = data;
  const am_drive_settings variant = {
      am_drive_reference(s->study, REFERENCE, false), 0, am_track_columns,
      AM_TRACK_COLUMNS};
  am_probe probe;
  reference *r = AM_NEW(room->results, reference);
  (void)index;
  AM_TRY(am_drive_variant(s->study, room, &variant, &r->track));
  AM_TRY(am_probe_new(s->study, room, &variant, &probe));
  const am_law *law = probe.run->law;
  size_t width = (size_t)law->nx;
  r->state = AM_ARRAY(room->results, double, r->track->rows * width);
  for (size_t i = 1; i < r->track->rows; i++) {
    AM_TRY(move_to_row(&probe, room->report, r->track, i, 1));
    memcpy(state_of(r, law, i), probe.state0, width * sizeof(double));
  }
  *result = r;
  return AM_OK;
}

/* Norm of a variable: |a - b|, or |a|. */
static double distance(const am_variable *v, const double *a,
                       const double *b) {
  return b ? am_distance(a + v->offset, b + v->offset, v->size)
           : am_vector_norm(a + v->offset, v->size);
}

/* Largest norm of each variable along the path [law->count]. */
static double *scales_of(am_arena *arena, const reference *r,
                         const am_law *law) {
  double *scales = AM_ARRAY(arena, double, law->count);
  for (size_t i = 1; i < r->track->rows; i++)
    for (int v = 0; v < law->count; v++)
      scales[v] = fmax(scales[v], distance(&law->variables[v],
                                           state_of(r, law, i), NULL));
  return scales;
}

static double error_of(const am_law *law, const double *scales,
                       const double *state, const double *exact) {
  double error = 0;
  for (int v = 0; v < law->count; v++)
    if (scales[v] > 0)
      error = fmax(error, distance(&law->variables[v], state, exact) /
                   scales[v]);
  return error;
}

static const char *name_run(am_arena *arena, const void *data, size_t index) {
  const order_study *s = data;
  double pieces = s->pieces[index % s->piece_count];
  return am_format(arena, "%s, %.0f piece%s",
                   s->schemes[index / s->piece_count]->name, pieces,
                   pieces == 1 ? "" : "s");
}

static am_status measure_error(const am_job_room *room, const void *data,
                               size_t index, void **result) {
  const order_study *s = data;
  const reference *r = s->reference;
  am_drive_settings variant = {
      .solver = am_drive_solver(s->study, s->schemes[index / s->piece_count],
                                NULL),
      .columns = am_track_columns,
      .column_count = 1};
  variant.solver.tangent = false;
  variant.solver.atol = variant.solver.rtol = LOOSE;
  am_probe probe;
  double *error = AM_NEW(room->results, double);
  AM_TRY(am_probe_new(s->study, room, &variant, &probe));
  const am_law *law = probe.run->law;
  const double *scales = scales_of(room->arena, r, law);
  for (size_t i = 1; i < r->track->rows; i++) {
    AM_TRY(move_to_row(&probe, room->report, r->track, i,
                       s->pieces[index % s->piece_count]));
    *error = fmax(*error, error_of(law, scales, probe.state0,
                                   state_of(r, law, i)));
  }
  *result = error;
  return AM_OK;
}

typedef struct {
  const double *pieces; /* [count] increasing, sorted by the caller */
  double *errors;       /* [count] NaN: none */
  bool *used;           /* [count] */
  size_t count;
  double order;         /* NaN: could not be fitted */
} points;

/* Order by the errors within the fitted range. */
static void fit_order(points *p) {
  double x[FITTED], y[FITTED];
  int n = 0;
  for (size_t i = p->count; i-- > 0 && n < FITTED;) {
    p->used[i] = p->errors[i] < LARGEST && p->errors[i] > SMALLEST;
    if (!p->used[i]) continue;
    x[n] = log(p->pieces[i]);
    y[n++] = log(p->errors[i]);
  }
  p->order = n > 1 ? -am_least_squares_slope(x, y, n) : NAN;
}

static const char *const names[] = {"scheme", "order", "pieces", "error",
                                    "used", "fitted", "status"};
enum { COLUMNS = sizeof names / sizeof *names };
static const char *const units[COLUMNS];

static void tabulate_scheme(const order_study *s, size_t scheme,
                            const am_job *jobs) {
  am_study *study = s->study;
  size_t count = s->piece_count;
  points p = {.pieces = s->pieces,
              .errors = AM_ARRAY(study->arena, double, count),
              .used = AM_ARRAY(study->arena, bool, count),
              .count = count};
  for (size_t i = 0; i < count; i++)
    p.errors[i] = jobs[i].status == AM_OK && jobs[i].result
                      ? *(const double *)jobs[i].result
                      : NAN;
  fit_order(&p);
  for (size_t i = 0; i < count; i++) {
    if (!jobs[i].ended) continue;
    am_table_row row = am_table_add_empty(study->table);
    row.texts[0] = s->schemes[scheme]->name;
    row.values[1] = s->schemes[scheme]->order;
    row.values[2] = s->pieces[i];
    row.values[3] = p.errors[i];
    row.values[4] = p.used[i];
    row.values[5] = p.order;
    row.texts[6] = am_status_text(&jobs[i]);
  }
}

static am_status run_order(am_study *study) {
  order_study *s = AM_NEW(study->arena, order_study);
  am_job *jobs;
  s->study = study;
  AM_TRY(am_list_schemes(study, &s->schemes, &s->scheme_count));
  AM_TRY(am_list_counts(study, "--steps", study->options.steps, &s->pieces,
                        &s->piece_count));
  qsort(s->pieces, s->piece_count, sizeof *s->pieces, am_compare_numbers);
  size_t count = s->scheme_count * s->piece_count;
  AM_TRY(am_check_runs(study, count));
  if (!study->base->law->na)
    return am_error(study->report, AM_INPUT, study->description->material_place,
                    "material '%s' has no internal variables, so there is no "
                    "order of convergence to measure",
                    study->base->law->material->name);
  const am_jobs first = {1, s, run_reference, NULL};
  AM_TRY(am_jobs_run(study->arena, study->report, study->threads, &first,
                     &jobs));
  s->reference = jobs[0].result;
  const am_jobs second = {count, s, measure_error, name_run};
  AM_TRY(
      am_jobs_run(study->arena, study->report, study->threads, &second, &jobs));
  study->table = am_table_new(study->arena, names, units, COLUMNS);
  for (size_t i = 0; i < s->scheme_count; i++)
    tabulate_scheme(s, i, jobs + i * s->piece_count);
  return am_jobs_check(study->report, jobs, count);
}

static const am_study_panel panels[] = {
    {.x = "pieces", .y = "error",
     .x_label = "substeps of a loading step", .y_label = "relative error",
     .x_log = true, .y_log = true, .by = am_variant_by, .by_count = 1},
};

const am_study_kind am_study_order = {
    .name = "order",
    .about = "measured order of convergence of schemes",
    .defaults = {.steps = "1,2,4,8,16,32,64", .schemes = "all"},
    .panels = panels,
    .panel_count = 1,
    .run = run_order,
};
