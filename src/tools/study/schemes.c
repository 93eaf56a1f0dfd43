/* schemes.c: work and run time of one material-law evaluation as a function of
 * its duration. */
#include "study/parts.h"

/* Number of measurements for the median of the run time; fewer if they take
 * longer than PATIENCE (s). */
enum { REPETITIONS = 11, REPETITIONS_LEAST = 3 };
static const double PATIENCE = 0.1;

typedef struct {
  am_study *study; /* only read by jobs */
  const am_scheme **schemes; /* [scheme_count] */
  size_t scheme_count;
  double *durations;         /* [duration_count] */
  size_t duration_count;
  double strain[6];          /* at the end, in coordinates */
} scheme_study;

/* Result of one variant; times in seconds. */
typedef struct {
  double substeps, rejected, evaluations, iterations, time;
} finding;

/* Variant, by scheme, tangent, duration. */
typedef struct {
  const am_scheme *scheme;
  bool tangent;
  double duration;
} item;

static item item_of(const scheme_study *s, size_t index) {
  size_t d = index % s->duration_count, rest = index / s->duration_count;
  return (item){s->schemes[rest / 2], rest % 2 == 1, s->durations[d]};
}

static const char *name_run(am_arena *arena, const void *data, size_t index) {
  item i = item_of(data, index);
  return am_format(arena, "%s, %s, duration %g", i.scheme->name,
                   i.tangent ? "with tangent" : "without tangent",
                   i.duration);
}

static am_status measure_time(const scheme_study *s, am_report *report,
                              am_probe *probe, double duration, double *time) {
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

static am_status measure_work(const am_job_room *room, const void *data,
                              size_t index, void **result) {
  static const char *const columns[] = {"time"};
  const scheme_study *s = data;
  item i = item_of(s, index);
  am_drive_settings variant = {am_drive_solver(s->study, i.scheme, NULL), 0,
                              columns, 1};
  variant.solver.tangent = i.tangent;
  am_probe probe;
  finding *f = AM_NEW(room->results, finding);
  AM_TRY(am_probe_new(s->study, room, &variant, &probe));
  AM_TRY(measure_time(s, room->report, &probe, i.duration, &f->time));
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

static void tabulate_work(const scheme_study *s, const am_job *jobs,
                          size_t count) {
  am_study *study = s->study;
  const char **units = AM_ARRAY(study->arena, const char *, COLUMNS);
  units[2] = study->base->law->material->time_unit;
  units[7] = "s";
  study->table = am_table_new(study->arena, names, units, COLUMNS);
  for (size_t i = 0; i < count; i++) {
    item at = item_of(s, i);
    const finding *f = jobs[i].result;
    if (!jobs[i].ended) continue;
    am_table_row row = am_table_add_empty(study->table);
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

/* Reads COMPONENT=VALUE, …, which replace components of the initial strain. */
static am_status read_strain(const am_study *study, double *coordinates) {
  const char **entries;
  size_t count;
  double tensor[6];
  memcpy(tensor, study->base->strain, sizeof tensor);
  AM_TRY(am_list_split(study, "--strain", study->options.strain, &entries,
                       &count));
  for (size_t i = 0; i < count; i++) {
    const char *equals = strchr(entries[i], '=');
    int c = -1;
    if (equals)
      c = am_component_index(
          am_copy(study->arena, entries[i], (size_t)(equals - entries[i])));
    if (c < 0)
      return am_error(study->report, AM_USAGE, am_nowhere,
                      "expected COMPONENT=VALUE in '--strain', such as "
                      "xx=4e-3, found %s",
                      am_quoted(study->arena, entries[i]));
    AM_TRY(am_list_number(study, "--strain", equals + 1, &tensor[c]));
  }
  am_basis_from_tensor(tensor, coordinates);
  return AM_OK;
}

static am_status run_schemes(am_study *study) {
  scheme_study *s = AM_NEW(study->arena, scheme_study);
  am_job *jobs;
  s->study = study;
  AM_TRY(am_list_schemes(study, &s->schemes, &s->scheme_count));
  AM_TRY(am_list_durations(study, "--durations", study->options.durations,
                           &s->durations, &s->duration_count));
  AM_TRY(read_strain(study, s->strain));
  size_t count = 2 * s->scheme_count * s->duration_count;
  AM_TRY(am_check_runs(study, count));
  const am_jobs work = {count, s, measure_work, name_run};
  AM_TRY(am_jobs_run(study->arena, study->report, study->threads, &work,
                     &jobs));
  tabulate_work(s, jobs, count);
  return am_jobs_check(study->report, jobs, count);
}

#define PANEL(what, column, label, with)                              \
  {                                                                   \
    .title = what, .x = "duration", .y = column,                      \
    .x_label = "duration of the loading step", .y_label = label,      \
    .x_log = true, .y_log = true, .where = "tangent", .is = with,     \
    .by = am_variant_by, .by_count = 1                                   \
  }

static const am_study_panel panels[] = {
    PANEL("without tangent", "substeps", "substeps", "no"),
    PANEL("with tangent", "substeps", "substeps", "yes"),
    PANEL("without tangent", "run_time", "run time", "no"),
    PANEL("with tangent", "run_time", "run time", "yes"),
};

const am_study_kind am_study_schemes = {
    .name = "schemes",
    .about = "substeps and run time of one loading step over its duration",
    .defaults = {.schemes = "all", .durations = "1e-3:1e3:4",
                 .strain = "xx=4e-3"},
    .panels = panels,
    .panel_count = 4,
    .timed = true,
    .run = run_schemes,
};
