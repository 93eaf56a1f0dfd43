/* variants.c: loading steps, schemes and controls of a study, and the distance
 * between two runs. */
#include "study/parts.h"

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
