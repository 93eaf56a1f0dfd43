/* sweep.c: keys of a case are varied, columns of its runs collected. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/curves.h"
#include "study/grid.h"
#include "study/over.h"

/* What is made of the rows of a run. */
typedef enum { AT_END, AT_MAXIMUM, AT_ALL, AT_TIME } moment;

typedef struct {
  am_inquiry *q; /* pieces of work only read it */
  am_over *over; /* [over_count], the last one varies fastest */
  size_t over_count;
  size_t count;  /* combinations */
  moment at;
  double *time;  /* of AT_TIME */
  const char **columns; /* [column_count]; 0: the case's */
  size_t column_count;
} study;

static size_t index_of(const study *s, size_t job, size_t key) {
  for (size_t k = s->over_count - 1; k > key; k--) job /= s->over[k].count;
  return job % s->over[key].count;
}

static const char *name(am_arena *arena, const void *data, size_t index) {
  const study *s = data;
  am_buffer buffer = {.arena = arena};
  for (size_t k = 0; k < s->over_count; k++) {
    const char *value = s->over[k].values[index_of(s, index, k)];
    am_buffer_add(&buffer, "%s%s=%s", k ? ", " : "",
                  am_printable(arena, s->over[k].key, strlen(s->over[k].key)),
                  am_printable(arena, value, strlen(value)));
  }
  return buffer.text;
}

/* The assignments of the case, and those of the combination. */
static const char *const *sets_of(am_arena *arena, const study *s,
                                  size_t index) {
  const am_inquiry *q = s->q;
  const char **sets =
      AM_ARRAY(arena, const char *, q->set_count + s->over_count);
  for (size_t i = 0; i < q->set_count; i++) sets[i] = q->sets[i];
  for (size_t k = 0; k < s->over_count; k++)
    sets[q->set_count + k] =
        am_format(arena, "%s=%s", s->over[k].key,
                  s->over[k].values[index_of(s, index, k)]);
  return sets;
}

static void choose_rows(am_arena *arena, const study *s,
                        am_case *description) {
  static const am_case_times times[] = {AM_TIMES_LAST, AM_TIMES_ALL,
                                        AM_TIMES_ALL, AM_TIMES_GIVEN};
  description->times = times[s->at];
  if (s->at != AT_TIME) return;
  description->time_list = s->time;
  description->time_places = AM_NEW(arena, am_place);
  description->time_count = 1;
}

static am_status run_variant(const am_job_place *at, const void *data,
                             size_t index, void **result) {
  const study *s = data;
  const am_inquiry *q = s->q;
  am_case *description;
  am_run *run;
  AM_TRY(am_case_read(at->arena, at->report, q->description->file,
                      sets_of(at->arena, s, index),
                      q->set_count + s->over_count, &description));
  choose_rows(at->arena, s, description);
  am_variant_columns(at->arena, description, s->columns, s->column_count);
  AM_TRY(am_run_prepare(at->arena, at->report, description, NULL, &run));
  run->stop = q->crew.stop;
  return am_variant_walk(at->arena, at->kept, at->report, run,
                         (am_table **)result);
}

/* The columns of the first run that has any; they may differ. */
static const am_table *pattern(const am_job *jobs, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (jobs[i].ended && jobs[i].result) return jobs[i].result;
  return NULL;
}

static void make_table(const study *s, const am_table *like) {
  am_inquiry *q = s->q;
  size_t columns = s->over_count + like->columns + 1;
  const char **names = AM_ARRAY(q->arena, const char *, columns);
  const char **units = AM_ARRAY(q->arena, const char *, columns);
  for (size_t k = 0; k < s->over_count; k++) names[k] = s->over[k].key;
  for (size_t c = 0; c < like->columns; c++) {
    names[s->over_count + c] = like->names[c];
    units[s->over_count + c] = like->units[c];
  }
  names[columns - 1] = "status";
  q->table = am_table_new(q->arena, names, units, columns);
}

/* A row of a combination, all but what was found. */
static am_table_row start_row(const study *s, size_t index,
                                const am_job *job) {
  am_table *table = s->q->table;
  am_table_row row = am_table_add_empty(table);
  for (size_t k = 0; k < s->over_count; k++) {
    const am_over *over = &s->over[k];
    size_t i = index_of(s, index, k);
    row.values[k] = over->numbers[i];
    if (isnan(over->numbers[i])) row.texts[k] = over->values[i];
  }
  row.texts[table->columns - 1] = am_status_text(job);
  return am_table_row_behind(row, s->over_count);
}

static double largest(const am_table *table, size_t column) {
  double most = -INFINITY;
  for (size_t i = 0; i < table->rows; i++)
    most = fmax(most, table->values[i * table->columns + column]);
  return most;
}

/* What a run gives to the columns of the study: one of its rows, or the
 * largest of each column; not where its unit is another. */
static void fill(const study *s, const am_table *run, size_t source,
                 am_table_row cells) {
  const am_table *table = s->q->table;
  size_t first = s->over_count, count = table->columns - first - 1;
  for (size_t c = 0; c < count; c++) {
    const char *name = table->names[first + c];
    long column = am_table_column(run, name);
    if (column < 0) continue;
    const char *unit = run->units[column];
    if (strcmp(unit, table->units[first + c]))
      cells.texts[count] =
          am_format(table->arena, "%s is in %s instead of %s", name, unit,
                    table->units[first + c]);
    else
      cells.values[c] =
          s->at == AT_MAXIMUM
              ? largest(run, (size_t)column)
              : run->values[source * run->columns + (size_t)column];
  }
}

/* Of all rows those that were reached stand; else there is but one. */
static void add_rows(const study *s, size_t index, const am_job *job) {
  const am_table *table = job->result;
  size_t rows = table ? table->rows : 0;
  bool whole = job->status == AM_OK || s->at == AT_ALL;
  if (!rows || !whole) {
    start_row(s, index, job);
    return;
  }
  for (size_t i = s->at == AT_ALL ? 0 : rows - 1; i < rows; i++)
    fill(s, table, i, start_row(s, index, job));
}

static am_status read_keys(study *s) {
  const am_inquiry *q = s->q;
  if (!q->over_count)
    return am_error(q->report, AM_USAGE, am_nowhere,
                    "a sweep needs --over KEY=VALUES, such as "
                    "parameters.n=2:10:5");
  s->over_count = q->over_count;
  s->over = AM_ARRAY(q->arena, am_over, s->over_count);
  s->count = 1;
  for (size_t k = 0; k < s->over_count; k++) {
    AM_TRY(am_over_read(q, q->over[k], &s->over[k]));
    for (size_t j = 0; j < k; j++)
      if (!strcmp(s->over[j].key, s->over[k].key))
        return am_error(q->report, AM_USAGE, am_nowhere,
                        "'%s' is swept over twice",
                        am_printable(q->arena, s->over[k].key,
                                     strlen(s->over[k].key)));
    s->count *= s->over[k].count;
    AM_TRY(am_check_runs(q, s->count));
  }
  return AM_OK;
}

static am_status read_moment(study *s) {
  static const char *const words[] = {"end", "max", "all"};
  const char *at = s->q->options.at;
  for (s->at = AT_END; s->at < AT_TIME; s->at++)
    if (!strcmp(at, words[s->at])) return AM_OK;
  s->time = AM_NEW(s->q->arena, double);
  if (am_parse_number(at, s->time) && isfinite(*s->time)) return AM_OK;
  return am_error(s->q->report, AM_USAGE, am_nowhere,
                  "expected '--at' to be end, max, all or a time, found '%s'",
                  am_printable(s->q->arena, at, strlen(at)));
}

/* --column is one of those that are collected. */
static am_status check_shown(const am_inquiry *q) {
  const am_table *all = am_columns_table(q->arena, q->base->columns);
  const char *wanted = am_column_canonical(q->arena, q->options.column);
  if (!*wanted || am_table_column(all, wanted) >= 0) return AM_OK;
  return am_error(q->report, AM_USAGE, am_nowhere,
                  "the column '%s' of '--column' is not collected%s",
                  am_printable(q->arena, wanted, strlen(wanted)),
                  am_suggestion(q->arena, wanted, all->names, all->columns));
}

/* The column of --column, else the first that was collected. */
static const char *find_shown(const am_inquiry *q, size_t first) {
  const char *const *names = q->table->names + first;
  const char *wanted = am_column_canonical(q->arena, q->options.column);
  bool several = q->table->columns - first > 2;
  if (*wanted && am_table_column(q->table, wanted) >= 0) return wanted;
  return names[several && !strcmp(names[0], "time")];
}

/* It over the first key, a curve for each value of the others; of all rows
 * over the time, a curve for each run. */
static void plan_picture(const study *s) {
  am_inquiry *q = s->q;
  am_study_panel *panel = AM_NEW(q->arena, am_study_panel);
  bool all = s->at == AT_ALL && am_table_column(q->table, "time") >= 0;
  panel->y = find_shown(q, s->over_count);
  panel->x = all ? "time" : s->over[0].key;
  panel->x_log = !all && s->over[0].logarithmic;
  panel->x_label = am_study_label(q->arena, panel->x);
  panel->y_label = am_study_label(q->arena, panel->y);
  panel->by = q->table->names + !all;
  panel->by_count = s->over_count - !all;
  q->panels = panel;
  q->panel_count = 1;
}

static am_status run(am_inquiry *q) {
  study *s = AM_NEW(q->arena, study);
  am_job *jobs;
  s->q = q;
  AM_TRY(read_keys(s));
  AM_TRY(read_moment(s));
  AM_TRY(check_shown(q));
  if (*q->options.columns)
    AM_TRY(am_list_split(q, "--columns", q->options.columns, &s->columns,
                         &s->column_count));
  const am_jobs work = {s->count, s, run_variant, name};
  AM_TRY(am_jobs_run(q->arena, q->report, &q->crew, &work, &jobs));
  const am_table *like = pattern(jobs, s->count);
  if (like) make_table(s, like);
  for (size_t i = 0; like && i < s->count; i++)
    if (jobs[i].ended) add_rows(s, i, &jobs[i]);
  if (like) plan_picture(s);
  return am_check_all_ended(q, jobs, s->count);
}

const am_study am_study_sweep = {
    .name = "sweep",
    .about = "columns of runs against keys of the case",
    .defaults = {.columns = "", .column = "", .at = "end", .over = ""},
    .panels = NULL,
    .run = run,
};
