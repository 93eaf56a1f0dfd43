/* sweep.c: varies keys of a case and collects columns of its runs. */
#include "study/parts.h"

/* ---- swept keys ---------------------------------------------------------- */

/* KEY=LO:HI:COUNT, KEY=LO:HI:COUNT:log, or KEY=A,B,C */
typedef struct {
  const char *key;
  const char **values; /* [count] as YAML text */
  double *numbers;     /* [count] NaN for values that are not numbers */
  size_t count;
  bool logarithmic;
} swept_key;

/* All combinations of the values; the last key varies fastest. */
typedef struct {
  swept_key *items; /* [count] */
  size_t count;
  size_t combinations;
} swept_keys;

static am_status refuse(const am_study *study, const char *text,
                        const char *expected) {
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "expected '--over' to be %s, found %s", expected,
                  am_quoted(study->arena, text));
}

/* Next field of a text separated by colons. */
static const char *field(am_arena *arena, const char **at) {
  size_t length = strcspn(*at, ":");
  const char *text = am_copy(arena, *at, length);
  *at += length + ((*at)[length] == ':');
  return text;
}

static const char *number_copy(am_arena *arena, double number) {
  char text[AM_NUMBER_SIZE];
  am_number_text(number, text);
  return am_copy(arena, text, strlen(text));
}

/* LO:HI:COUNT or LO:HI:COUNT:log.  Interior values are rounded to 15 digits for
 * readability. */
static am_status fill_range(const am_study *study, const char *text,
                            const char *values, swept_key *key) {
  am_arena *arena = study->arena;
  const char *at = values;
  double lo, hi, count;
  bool good = am_parse_number(field(arena, &at), &lo) &&
              am_parse_number(field(arena, &at), &hi) &&
              am_parse_number(field(arena, &at), &count);
  key->logarithmic = !strcmp(at, "log");
  if (!good || (*at && !key->logarithmic) || !isfinite(lo) || !isfinite(hi) ||
      !(count >= 1 && count <= AM_RUNS_MOST) || count != floor(count))
    return refuse(study, text,
                  "KEY=LO:HI:COUNT or KEY=LO:HI:COUNT:log with a COUNT from "
                  "1 to 10000");
  if (key->logarithmic && !(lo > 0 && hi > 0))
    return refuse(study, text, "a logarithmic range of numbers above 0");
  key->count = (size_t)count;
  key->values = AM_ARRAY(arena, const char *, key->count);
  for (size_t i = 1; i + 1 < key->count; i++) {
    double share = (double)i / (count - 1);
    double number = key->logarithmic ? lo * pow(hi / lo, share)
                                     : lo + (hi - lo) * share;
    key->values[i] = am_format(arena, "%.15g", number);
  }
  key->values[key->count - 1] = number_copy(arena, hi);
  key->values[0] = number_copy(arena, lo);
  return AM_OK;
}

static am_status read_key(const am_study *study, const char *text,
                          swept_key *key) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1])
    return refuse(study, text, "KEY=LO:HI:COUNT or KEY=A,B,C");
  key->key = am_copy(study->arena, text, (size_t)(equals - text));
  const char *at = equals + 1;
  double number; /* a number followed by a colon is a range */
  if (strchr(at, ':') && am_parse_number(field(study->arena, &at), &number))
    AM_TRY(fill_range(study, text, equals + 1, key));
  else
    AM_TRY(am_list_split(study, "--over", equals + 1, &key->values,
                         &key->count));
  return AM_OK;
}

/* Reads the keys of --over.  AM_USAGE with a message for invalid or duplicate
 * keys, and for too many combinations. */
static am_status read_keys(const am_study *study, swept_keys *keys) {
  *keys = (swept_keys){.count = study->over_count, .combinations = 1};
  keys->items = AM_ARRAY(study->arena, swept_key, keys->count);
  for (size_t k = 0; k < keys->count; k++) {
    swept_key *key = &keys->items[k];
    AM_TRY(read_key(study, study->over[k], key));
    key->numbers = AM_ARRAY(study->arena, double, key->count);
    for (size_t i = 0; i < key->count; i++)
      if (!am_parse_number(key->values[i], &key->numbers[i]))
        key->numbers[i] = NAN;
    for (size_t j = 0; j < k; j++)
      if (!strcmp(keys->items[j].key, key->key))
        return am_error(study->report, AM_USAGE, am_nowhere,
                        "duplicate key %s in '--over'",
                        am_quoted(study->arena, key->key));
    keys->combinations *= key->count;
    AM_TRY(am_check_runs(study, keys->combinations));
  }
  return AM_OK;
}

static size_t index_of(const swept_keys *keys, size_t combination,
                       size_t key) {
  for (size_t k = keys->count - 1; k > key; k--)
    combination /= keys->items[k].count;
  return combination % keys->items[key].count;
}

static const char *swept_value(const swept_keys *keys, size_t combination,
                               size_t key) {
  return keys->items[key].values[index_of(keys, combination, key)];
}

/* "n=3, solver.scheme=ode12" */
static const char *name_of(am_arena *arena, const swept_keys *keys,
                           size_t combination) {
  am_buffer buffer = {.arena = arena};
  for (size_t k = 0; k < keys->count; k++) {
    const char *key = keys->items[k].key;
    const char *value = swept_value(keys, combination, k);
    am_buffer_add(&buffer, "%s%s=%s", k > 0 ? ", " : "",
                  am_printable(arena, key, strlen(key)),
                  am_printable(arena, value, strlen(value)));
  }
  return buffer.text;
}

/* Assignments [*count]: those with which the case was read, then the keys. */
static const char **sets_of(am_arena *arena, const am_study *study,
                            const swept_keys *keys, size_t combination,
                            size_t *count) {
  const char **sets =
      AM_ARRAY(arena, const char *, study->set_count + keys->count);
  size_t n = 0;
  for (; n < study->set_count; n++) sets[n] = study->sets[n];
  for (size_t k = 0; k < keys->count; k++)
    sets[n++] = am_format(arena, "%s=%s", keys->items[k].key,
                          swept_value(keys, combination, k));
  *count = n;
  return sets;
}

/* Writes the values of the keys to cells of a table. */
static void write_keys(const swept_keys *keys, size_t combination,
                       am_table_row row) {
  for (size_t k = 0; k < keys->count; k++) {
    double number =
        keys->items[k].numbers[index_of(keys, combination, k)];
    row.values[k] = number;
    if (isnan(number))
      row.texts[k] = swept_value(keys, combination, k);
  }
}

/* ---- runs ---------------------------------------------------------------- */

/* Rows of a run that are collected. */
typedef enum { AT_END, AT_MAXIMUM, AT_ALL, AT_TIME } selection;

typedef struct {
  am_study *study; /* only read by jobs */
  swept_keys keys;
  selection at;
  double *time;  /* for AT_TIME */
  const char **columns; /* [column_count]; 0: the case's */
  size_t column_count;
  size_t first; /* first combination of its shard */
  am_microstructure *micro; /* shared by all runs; NULL: points, or a separate
                               one for each run */
} sweep;

static const char *combination_name(am_arena *arena, const void *data,
                                    size_t index) {
  const sweep *s = data;
  return name_of(arena, &s->keys, s->first + index);
}

static void choose_rows(am_arena *arena, const sweep *s,
                        am_case *description) {
  static const am_case_times times[] = {AM_TIMES_LAST, AM_TIMES_ALL,
                                        AM_TIMES_ALL, AM_TIMES_GIVEN};
  description->times = times[s->at];
  if (s->at != AT_TIME) return;
  description->time_list = s->time;
  description->time_places = AM_NEW(arena, am_place);
  description->time_count = 1;
}

/* Rows of one combination, of a point or of a volume element. */
static am_status run_combination(const am_job_room *room, const void *data,
                                 size_t index, void **result) {
  const sweep *s = data;
  const am_study *study = s->study;
  am_case *description;
  am_run *run;
  size_t count;
  const char **sets =
      sets_of(room->arena, study, &s->keys, s->first + index, &count);
  AM_TRY(am_case_read(room->arena, room->report, study->description->file,
                      sets, count, &description));
  choose_rows(room->arena, s, description);
  am_drive_columns(room->arena, description, s->columns, s->column_count);
  if (description->microstructure)
    return am_drive_cell(study, room, description, s->micro,
                         (am_table **)result);
  AM_TRY(am_run_prepare(room->arena, room->report, description, NULL, &run));
  return am_drive_point(room, run, (am_table **)result);
}

/* ---- the table ----------------------------------------------------------- */

/* Unit of a key's values, "" if unknown: that of a parameter of the law or of
 * times of the path. */
static const char *unit_of_key(const am_study *study, const char *key) {
  const char *name = am_key_parameter(key), *last = strrchr(key, '.');
  const am_material *material =
      study->base ? study->base->law->material : NULL;
  for (int i = 0; name && material && i < material->parameter_count; i++)
    if (!strcmp(material->parameters[i].name, name))
      return material->parameters[i].unit ? material->parameters[i].unit : "";
  bool time = last && !strncmp(key, "path.", 5) &&
              (!strcmp(last, ".time") || !strcmp(last, ".duration"));
  return time && material ? material->time_unit : "";
}

/* Table with the keys, the columns of the first run that has columns (they may
 * differ between runs), and the status. */
static am_table *new_table(const sweep *s, const am_table *like) {
  am_arena *arena = s->study->arena;
  size_t keys = s->keys.count, columns = keys + like->columns + 1;
  const char **names = AM_ARRAY(arena, const char *, columns);
  const char **units = AM_ARRAY(arena, const char *, columns);
  for (size_t k = 0; k < keys; k++) {
    names[k] = s->keys.items[k].key;
    units[k] = unit_of_key(s->study, names[k]);
  }
  for (size_t c = 0; c < like->columns; c++) {
    names[keys + c] = like->names[c];
    units[keys + c] = like->units[c];
  }
  names[columns - 1] = "status";
  am_table *table = am_table_new(arena, names, units, columns);
  table->voigt = like->voigt;
  return table;
}

static double largest(const am_table *table, size_t column) {
  double most = -INFINITY;
  for (size_t i = 0; i < table->rows; i++)
    most = fmax(most, table->values[i * table->columns + column]);
  return most;
}

/* Copies one row of a run, or the maximum of each column, to the columns of the
 * table, except columns with a different unit. */
static void fill_cells(const sweep *s, const am_table *run, size_t row,
                       am_table_row cells) {
  const am_table *table = s->study->table;
  size_t first = s->keys.count, count = table->columns - first - 1;
  for (size_t c = 0; c < count; c++) {
    const char *name = table->names[first + c];
    const char *expected = table->units[first + c];
    long column = am_table_column(run, name);
    if (column < 0) continue;
    const char *unit = run->units[column];
    if (strcmp(unit, expected))
      cells.texts[count] = am_format(table->arena, "the unit of %s is %s, "
                                                   "expected %s",
                                     name, unit, expected);
    else
      cells.values[c] = s->at == AT_MAXIMUM
                            ? largest(run, (size_t)column)
                            : run->values[row * run->columns + (size_t)column];
  }
}

/* With AT_ALL adds all rows reached, otherwise a single row. */
static void add_rows(const sweep *s, size_t index, const am_job *job) {
  am_table *table = s->study->table;
  const am_table *run = job->result;
  size_t rows = run ? run->rows : 0, keys = s->keys.count;
  bool whole = rows && (job->status == AM_OK || s->at == AT_ALL);
  size_t first = s->at == AT_ALL || !whole ? 0 : rows - 1;
  size_t last = whole ? rows : 1;
  for (size_t i = first; i < last; i++) {
    am_table_row row = am_table_add_empty(table);
    write_keys(&s->keys, s->first + index, row);
    row.texts[table->columns - 1] = am_status_text(job);
    if (whole) fill_cells(s, run, i, am_table_row_after(row, keys));
  }
}

/* Panel with the first key as abscissa and a curve for each value of the other
 * keys; with AT_ALL over time, a curve for each run.  Ordinate: --column, or
 * the first collected column. */
static void plan_picture(const sweep *s) {
  am_study *study = s->study;
  const am_table *table = study->table;
  const char *wanted = am_column_canonical(study->arena, study->options.column);
  const char *const *names = table->names + s->keys.count;
  bool several = table->columns - s->keys.count > 2;
  bool all = s->at == AT_ALL && am_table_column(table, "time") >= 0;
  am_study_panel *panel = AM_NEW(study->arena, am_study_panel);
  panel->y = *wanted && am_table_column(table, wanted) >= 0
                 ? wanted
                 : names[several && !strcmp(names[0], "time")];
  panel->x = all ? "time" : s->keys.items[0].key;
  panel->x_log = !all && s->keys.items[0].logarithmic;
  panel->x_label = am_study_label(study->arena, panel->x);
  panel->y_label = am_label_of_column(study->arena, panel->y);
  panel->by = table->names + !all;
  panel->by_count = s->keys.count - !all;
  study->panels = panel;
  study->panel_count = 1;
}

/* ---- the study ----------------------------------------------------------- */

static am_status read_selection(sweep *s) {
  static const char *const words[] = {"end", "max", "all"};
  const char *at = s->study->options.at;
  for (s->at = AT_END; s->at < AT_TIME; s->at++)
    if (!strcmp(at, words[s->at])) return AM_OK;
  s->time = AM_NEW(s->study->arena, double);
  if (am_parse_number(at, s->time) && isfinite(*s->time)) return AM_OK;
  return am_error(s->study->report, AM_USAGE, am_nowhere,
                  "expected '--at' to be end, max, all or a time, found %s",
                  am_quoted(s->study->arena, at));
}

/* --column must be one of the collected columns. */
static am_status check_shown(const am_study *study, const char *const *names,
                             size_t count) {
  const am_table all = {.names = names, .columns = count};
  const char *wanted = am_column_canonical(study->arena, study->options.column);
  if (!*wanted || am_table_column(&all, wanted) >= 0) return AM_OK;
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "'--column' is %s, expected one of the collected columns%s",
                  am_quoted(study->arena, wanted),
                  am_suggestion(study->arena, wanted, names, count));
}

/* Prepares the volume element with the collected columns.  All runs share the
 * voxels unless a key of the microstructure is swept. */
static am_status prepare_cell(sweep *s) {
  static const char key[] = "microstructure";
  const am_study *study = s->study;
  am_case *description = AM_NEW(study->arena, am_case);
  am_homogenization *settings;
  am_cell_columns *columns;
  *description = *study->description;
  am_drive_columns(study->arena, description, s->columns, s->column_count);
  AM_TRY(am_homogenization_read(study->arena, study->report, description,
                                NULL, NULL, &settings));
  AM_TRY(am_cell_columns_new(study->arena, study->report, settings->cell,
                             &columns));
  s->micro = settings->cell->micro;
  for (size_t k = 0; k < s->keys.count; k++)
    if (!strncmp(s->keys.items[k].key, key, strlen(key))) s->micro = NULL;
  return check_shown(study, columns->chosen->names, columns->chosen->count);
}

static am_status run_sweep(am_study *study) {
  sweep *s = AM_NEW(study->arena, sweep);
  int threads = study->threads;
  am_job *jobs;
  const am_table *like = NULL;
  s->study = study;
  if (!study->over_count)
    return am_error(study->report, AM_USAGE, am_nowhere,
                    "a sweep needs --over KEY=VALUES, such as --over "
                    "parameters.n=2:10:5");
  AM_TRY(read_keys(study, &s->keys));
  AM_TRY(read_selection(s));
  if (*study->options.columns)
    AM_TRY(am_list_split(study, "--columns", study->options.columns,
                         &s->columns, &s->column_count));
  if (study->base) {
    const am_columns *columns = study->base->columns;
    AM_TRY(check_shown(study, columns->names, columns->count));
  } else {
    AM_TRY(prepare_cell(s));
    threads = 1; /* each run uses all threads */
  }
  const am_shard shard = am_shard_of(
      study->shards > 1 ? study->shard : 1,
      study->shards > 1 ? study->shards : 1, (long)s->keys.combinations, 1);
  size_t count = (size_t)shard.points;
  s->first = (size_t)shard.first;
  if (!count) {
    am_note(study->report, am_nowhere,
            "shard %ld of %ld is empty and writes no file: the sweep has only "
            "%ld runs",
            shard.index, shard.count, shard.all);
    return AM_OK;
  }
  const am_jobs work = {count, s, run_combination, combination_name};
  AM_TRY(am_jobs_run(study->arena, study->report, threads, &work, &jobs));
  for (size_t i = 0; i < count && !like; i++)
    if (jobs[i].ended) like = jobs[i].result;
  if (like) study->table = new_table(s, like);
  for (size_t i = 0; like && i < count; i++)
    if (jobs[i].ended) add_rows(s, i, &jobs[i]);
  if (like) plan_picture(s);
  return am_jobs_check(study->report, jobs, count);
}

const am_study_kind am_study_sweep = {
    .name = "sweep",
    .about = "columns of the results over values of case keys",
    .defaults = {.columns = "", .column = "", .at = "end", .over = ""},
    .elements = true,
    .run = run_sweep,
};
