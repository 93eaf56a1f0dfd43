/* lists.c: lists and numbers of the command line; variants of a study in
 * loading steps, schemes and controls. */
#include "study/parts.h"

const char *const am_error_controls[] = {"stress", "internal"};
const char *const am_tangent_controls[] = {"coupled", "primal"};

am_status am_list_split(const am_study *study, const char *option,
                        const char *text, const char ***items,
                        size_t *count) {
  *items = NULL;
  *count = 0;
  for (const char *at = text;; at++) {
    size_t length = strcspn(at, ",");
    if (!length)
      return am_error(study->report, AM_USAGE, am_nowhere,
                      "empty entry in '%s', found %s", option,
                      am_quoted(study->arena, text));
    if (*count == AM_LIST_MOST)
      return am_error(study->report, AM_USAGE, am_nowhere,
                      "'%s' has more than %d entries", option,
                      (int)AM_LIST_MOST);
    AM_PUSH(study->arena, *items, *count, am_copy(study->arena, at, length));
    at += length;
    if (!*at) return AM_OK;
  }
}

am_status am_list_number(const am_study *study, const char *option,
                         const char *text, double *value) {
  if (am_parse_number(text, value) && isfinite(*value)) return AM_OK;
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "expected a number in '%s', found %s", option,
                  am_quoted(study->arena, text));
}

am_status am_list_counts(const am_study *study, const char *option,
                         const char *text, double **values, size_t *count) {
  const char **items;
  AM_TRY(am_list_split(study, option, text, &items, count));
  *values = AM_ARRAY(study->arena, double, *count);
  for (size_t i = 0; i < *count; i++) {
    double *value = &(*values)[i];
    if (am_parse_number(items[i], value) && *value >= 1 && *value <= 1e6 &&
        *value == floor(*value))
      continue;
    return am_error(study->report, AM_USAGE, am_nowhere,
                    "expected integers from 1 to 1000000 in '%s', found %s",
                    option, am_quoted(study->arena, items[i]));
  }
  return AM_OK;
}

/* LO:HI:PER-DECADE */
static am_status durations_of_range(const am_study *study, const char *option,
                                    const char *text, double **values,
                                    size_t *count) {
  double lo = 0, hi = 0, density = 0, entries = 0;
  const char *second = strchr(text, ':'), *third = strchr(second + 1, ':');
  if (third && am_parse_number(am_copy(study->arena, text,
                                       (size_t)(second - text)), &lo) &&
      am_parse_number(am_copy(study->arena, second + 1,
                              (size_t)(third - second - 1)), &hi) &&
      am_parse_number(third + 1, &density) && lo > 0 && hi > lo &&
      isfinite(hi) && density >= 1 && density == floor(density))
    entries = round(log10(hi / lo) * density) + 1;
  if (entries < 2 || entries > AM_LIST_MOST)
    return am_error(study->report, AM_USAGE, am_nowhere,
                    "expected '%s' to be LO:HI:PER-DECADE with 0 < LO < HI and "
                    "at most %d entries, found %s",
                    option, (int)AM_LIST_MOST, am_quoted(study->arena, text));
  *count = (size_t)entries;
  *values = AM_ARRAY(study->arena, double, *count);
  for (size_t i = 0; i < *count; i++)
    (*values)[i] = lo * pow(hi / lo, (double)i / (entries - 1));
  return AM_OK;
}

am_status am_list_durations(const am_study *study, const char *option,
                            const char *text, double **values,
                            size_t *count) {
  const char **items;
  if (strchr(text, ':'))
    return durations_of_range(study, option, text, values, count);
  AM_TRY(am_list_split(study, option, text, &items, count));
  *values = AM_ARRAY(study->arena, double, *count);
  for (size_t i = 0; i < *count; i++) {
    AM_TRY(am_list_number(study, option, items[i], &(*values)[i]));
    if ((*values)[i] <= 0)
      return am_error(study->report, AM_USAGE, am_nowhere,
                      "expected times above 0 in '%s', found %s",
                      option, am_quoted(study->arena, items[i]));
  }
  return AM_OK;
}

am_status am_list_schemes(const am_study *study, const am_scheme ***schemes,
                          size_t *count) {
  const char **names;
  size_t all_count;
  const am_scheme *all = am_schemes(&all_count);
  if (!strcmp(study->options.schemes, "all")) {
    *count = all_count;
    *schemes = AM_ARRAY(study->arena, const am_scheme *, all_count);
    for (size_t i = 0; i < all_count; i++) (*schemes)[i] = &all[i];
    return AM_OK;
  }
  const char *const *known =
      am_scheme_names(study->arena, false, &all_count);
  AM_TRY(am_list_split(study, "--schemes", study->options.schemes, &names,
                       count));
  *schemes = AM_ARRAY(study->arena, const am_scheme *, *count);
  for (size_t i = 0; i < *count; i++) {
    AM_TRY(am_expect_one(study->report, "--schemes", names[i], known,
                         all_count));
    (*schemes)[i] = am_scheme_find(names[i]);
  }
  return AM_OK;
}

/* Marks `word` as given if it is one of the two names. */
static bool note_word(const char *const *names, const char *word,
                      bool *given) {
  for (int i = 0; i < 2; i++)
    if (!strcmp(names[i], word)) return given[i] = true;
  return false;
}

am_status am_list_controls(const am_study *study, am_controls **controls,
                           size_t *count) {
  static const char *const all[] = {"internal", "stress", "coupled",
                                    "primal"};
  const am_solver *solver = &study->description->settings.solver;
  bool error[2] = {false}, tangent[2] = {false};
  const char **words;
  size_t n;
  AM_TRY(
      am_list_split(study, "--controls", study->options.controls, &words, &n));
  for (size_t i = 0; i < n; i++)
    if (!note_word(am_error_controls, words[i], error) &&
        !note_word(am_tangent_controls, words[i], tangent))
      return am_expect_one(study->report, "--controls", words[i], all, 4);
  if (!error[0] && !error[1]) error[solver->error_control] = true;
  if (!tangent[0] && !tangent[1]) tangent[solver->tangent_control] = true;
  *controls = AM_ARRAY(study->arena, am_controls, 4);
  *count = 0;
  for (int e = 1; e >= 0; e--)
    for (int t = 0; t < 2; t++)
      if (error[e] && tangent[t])
        (*controls)[(*count)++] =
            (am_controls){(am_error_control)e, (am_tangent_control)t};
  return AM_OK;
}

am_status am_check_runs(const am_study *study, size_t count) {
  if (count <= AM_RUNS_MOST) return AM_OK;
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "%zu runs, expected at most %d: shorten the lists", count,
                  (int)AM_RUNS_MOST);
}

/* ---- variants ------------------------------------------------------------ */

const char *const am_variant_by[AM_VARIANT_BY] = {"scheme", "error_control",
                                            "tangent_control"};

am_status am_variants_new(const am_study *study, am_path *path,
                          am_variants *variants) {
  am_controls *controls;
  size_t control_count;
  am_variants v = {0};
  AM_TRY(am_list_counts(study, "--steps", study->options.steps, &v.steps,
                        &v.steps_count));
  AM_TRY(am_list_schemes(study, &v.schemes, &v.scheme_count));
  AM_TRY(am_list_controls(study, &controls, &control_count));
  size_t most = v.steps_count * v.scheme_count * control_count;
  AM_TRY(am_check_runs(study, most));
  v.items = AM_ARRAY(study->arena, am_variant, most);
  for (size_t n = 0; n < v.steps_count; n++) {
    double wanted = v.steps[n];
    v.steps[n] = am_path_divide(path, wanted);
    if (v.steps[n] != wanted)
      am_warn(study->report, am_nowhere,
              "the path has %.0f loading steps instead of %.0f: jumps, tables "
              "and lists of times keep their steps, each segment has at least "
              "one, and repetitions have equal numbers",
              v.steps[n], wanted);
    for (size_t s = 0; s < v.scheme_count; s++) {
      bool controlled = v.schemes[s]->control;
      for (size_t c = 0; c < (controlled ? control_count : 1); c++)
        v.items[v.count++] =
            (am_variant){.steps = v.steps[n],
                         .steps_index = n,
                         .scheme = v.schemes[s],
                         .controls = controlled ? &controls[c] : NULL};
    }
  }
  *variants = v;
  return AM_OK;
}

am_status am_variants_against(const am_study *study,
                              const am_variants *variants,
                              const am_scheme **against) {
  const char *given = study->options.against;
  const am_scheme *ode12 = am_scheme_find("ode12");
  size_t count = variants->scheme_count;
  const char **known = AM_ARRAY(study->arena, const char *, count);
  *against = NULL;
  for (size_t i = 0; i < count; i++) {
    const am_scheme *scheme = variants->schemes[i];
    known[i] = scheme->name;
    if (scheme == ode12 || (!*against && scheme->control)) *against = scheme;
  }
  if (!*given) return AM_OK;
  *against = am_scheme_find(given);
  return am_expect_one(study->report, "--against", given, known, count);
}

const char *am_variant_name(am_arena *arena, const am_variant *variant) {
  const am_controls *c = variant->controls;
  return am_format(arena, "%.0f steps, %s%s%s%s%s", variant->steps,
                   variant->scheme->name, c ? ", " : "",
                   c ? am_error_controls[c->error] : "", c ? ", " : "",
                   c ? am_tangent_controls[c->tangent] : "");
}

void am_variant_cells(const am_variant *variant, am_table_row row) {
  row.values[0] = variant->steps;
  row.texts[1] = variant->scheme->name;
  if (!variant->controls) return;
  row.texts[2] = am_error_controls[variant->controls->error];
  row.texts[3] = am_tangent_controls[variant->controls->tangent];
}

const char *am_status_text(const am_job *job) {
  return job->status == AM_OK ? "ok" : job->failure;
}

/* ---- differences --------------------------------------------------------- */

static const double NEAR = 1e-9; /* relative to the total time */

static double time_of(const am_table *table, size_t row) {
  return table->values[row * table->columns];
}

/* Next rows, from *i of a and *j of b on, with the same time. */
static bool find_common_time(const am_table *a, const am_table *b, size_t *i,
                             size_t *j) {
  if (!a->rows) return false;
  double near = NEAR * fabs(time_of(a, a->rows - 1) - time_of(a, 0));
  while (*i < a->rows && *j < b->rows) {
    double x = time_of(a, *i), y = time_of(b, *j);
    if (fabs(x - y) <= near) return true;
    *i += x < y;
    *j += y < x;
  }
  return false;
}

am_run_difference am_run_difference_of(const am_table *a, const am_table *b,
                                       size_t columns) {
  am_run_difference apart = {0};
  double sum = 0;
  for (size_t i = 0, j = 0; find_common_time(a, b, &i, &j); i++, j++) {
    const double *x = a->values + i * a->columns;
    const double *y = b->values + j * b->columns;
    double worst = 0;
    for (size_t c = 1; c < columns; c++) {
      worst = fmax(worst, fabs(x[c] - y[c]));
      apart.scale = fmax(apart.scale, fabs(y[c]));
    }
    apart.largest = fmax(apart.largest, worst);
    sum += worst;
    apart.times++;
  }
  if (!apart.times) return (am_run_difference){NAN, NAN, NAN, 0};
  apart.mean = sum / apart.times;
  return apart;
}
