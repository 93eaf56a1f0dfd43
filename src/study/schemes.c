/* schemes.c: work and run time of one material-law evaluation against its
 * duration. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/clock.h"
#include "base/statistics.h"
#include "base/text.h"
#include "study/grid.h"

/* The run time is the median of so many measurements, fewer where they take
 * longer than this [s]. */
enum { REPETITIONS = 11, REPETITIONS_LEAST = 3 };
static const double PATIENCE = 0.1;

typedef struct {
  am_inquiry *q; /* pieces of work only read it */
  const am_scheme **schemes; /* [scheme_count] */
  size_t scheme_count;
  double *durations;         /* [duration_count] */
  size_t duration_count;
  double strain[6];          /* at the end, coordinates */
} study;

/* Of one variant; times in seconds. */
typedef struct {
  double substeps, rejected, evaluations, iterations, time;
} finding;

/* Which variant: by scheme, tangent, duration. */
typedef struct {
  const am_scheme *scheme;
  bool tangent;
  double duration;
} item;

static item item_of(const study *s, size_t index) {
  size_t d = index % s->duration_count, rest = index / s->duration_count;
  return (item){s->schemes[rest / 2], rest % 2 == 1, s->durations[d]};
}

static const char *name(am_arena *arena, const void *data, size_t index) {
  item i = item_of(data, index);
  return am_format(arena, "%s, %s, duration %g", i.scheme->name,
                   i.tangent ? "with tangent" : "without tangent",
                   i.duration);
}

static am_status measure(const study *s, am_report *report, am_probe *probe,
                         double duration, double *time) {
  double times[REPETITIONS], start = am_clock();
  int count = 0;
  while (count < REPETITIONS &&
         (count < REPETITIONS_LEAST || am_clock() - start < PATIENCE)) {
    double before = am_clock();
    AM_TRY(am_probe_move(probe, report, duration, s->strain));
    times[count++] = am_clock() - before;
  }
  *time = am_spread_of(times, count).median;
  return AM_OK;
}

static am_status run_variant(const am_job_place *at, const void *data,
                             size_t index, void **result) {
  static const char *const columns[] = {"time"};
  const study *s = data;
  item i = item_of(s, index);
  am_variant variant = {am_variant_solver(s->q, i.scheme, NULL), 0, columns,
                        1};
  variant.solver.tangent = i.tangent;
  am_run *run;
  am_probe probe;
  finding *f = AM_NEW(at->kept, finding);
  AM_TRY(am_variant_prepare(s->q, at->arena, at->report, &variant, &run));
  am_probe_new(at->arena, &probe, run);
  AM_TRY(measure(s, at->report, &probe, i.duration, &f->time));
  f->substeps = probe.step.substeps;
  f->rejected = probe.step.rejected;
  f->evaluations = probe.step.evaluations;
  f->iterations = probe.step.iterations;
  *result = f;
  return AM_OK;
}

static const char *const names[] = {
    "scheme",      "tangent",    "duration", "substeps", "rejected",
    "evaluations", "iterations", "run_time", "status"};
enum { COLUMNS = sizeof names / sizeof *names };

static void tabulate(const study *s, const am_job *jobs, size_t count) {
  am_inquiry *q = s->q;
  const char **units = AM_ARRAY(q->arena, const char *, COLUMNS);
  units[2] = q->base->law->material->time_unit;
  units[7] = "s";
  q->table = am_table_new(q->arena, names, units, COLUMNS);
  for (size_t i = 0; i < count; i++) {
    item at = item_of(s, i);
    const finding *f = jobs[i].result;
    if (!jobs[i].ended) continue;
    am_table_row row = am_table_add_empty(q->table);
    row.texts[0] = at.scheme->name;
    row.texts[1] = at.tangent ? "yes" : "no";
    row.values[2] = at.duration;
    row.texts[8] = am_status_text(&jobs[i]);
    if (!f) continue;
    row.values[3] = f->substeps;
    row.values[4] = f->rejected;
    row.values[5] = f->evaluations;
    row.values[6] = f->iterations;
    row.values[7] = f->time;
  }
}

/* COMPONENT=VALUE, … over the strain at the start. */
static am_status read_strain(const am_inquiry *q, double *coordinates) {
  const char **entries;
  size_t count;
  double tensor[6];
  memcpy(tensor, q->base->strain, sizeof tensor);
  AM_TRY(am_list_split(q, "--strain", q->options.strain, &entries, &count));
  for (size_t i = 0; i < count; i++) {
    const char *equals = strchr(entries[i], '=');
    int c = -1;
    if (equals)
      c = am_component_index(
          am_copy(q->arena, entries[i], (size_t)(equals - entries[i])));
    if (c < 0)
      return am_error(q->report, AM_USAGE, am_nowhere,
                      "expected '--strain' to hold COMPONENT=VALUE, such as "
                      "xx=4e-3, found '%s'",
                      am_printable(q->arena, entries[i],
                                   strlen(entries[i])));
    AM_TRY(am_list_number(q, "--strain", equals + 1, &tensor[c]));
  }
  am_basis_from_tensor(tensor, coordinates);
  return AM_OK;
}

static am_status run(am_inquiry *q) {
  study *s = AM_NEW(q->arena, study);
  am_job *jobs;
  s->q = q;
  AM_TRY(am_list_schemes(q, &s->schemes, &s->scheme_count));
  AM_TRY(am_list_durations(q, "--durations", q->options.durations,
                           &s->durations, &s->duration_count));
  AM_TRY(read_strain(q, s->strain));
  size_t count = 2 * s->scheme_count * s->duration_count;
  AM_TRY(am_check_runs(q, count));
  const am_jobs work = {count, s, run_variant, name};
  AM_TRY(am_jobs_run(q->arena, q->report, &q->crew, &work, &jobs));
  tabulate(s, jobs, count);
  return am_check_all_ended(q, jobs, count);
}

#define PANEL(what, column, label, with)                              \
  {                                                                   \
    .title = what, .x = "duration", .y = column,                      \
    .x_label = "duration of the loading step", .y_label = label,      \
    .x_log = true, .y_log = true, .where = "tangent", .is = with,     \
    .by = am_grid_by, .by_count = 1                                   \
  }

static const am_study_panel panels[] = {
    PANEL("without tangent", "substeps", "substeps", "no"),
    PANEL("with tangent", "substeps", "substeps", "yes"),
    PANEL("without tangent", "run_time", "run time", "no"),
    PANEL("with tangent", "run_time", "run time", "yes"),
};

const am_study am_study_schemes = {
    .name = "schemes",
    .about = "substeps and run time of one loading step against its duration",
    .defaults = {.schemes = "all", .durations = "1e-3:1e3:4",
                 .strain = "xx=4e-3"},
    .panels = panels,
    .panel_count = 4,
    .timed = true,
    .run = run,
};
