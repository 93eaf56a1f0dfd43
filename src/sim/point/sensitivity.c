/* sensitivity.c: columns of derivatives by parameters. */
#include "point/sensitivity.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "engine/parts.h"

am_status am_sensitivity_choose(am_arena *arena, am_report *report,
                                const am_case *description, am_law *law) {
  size_t count;
  const am_column_request *requests =
      am_columns_requests(arena, description, &count);
  for (size_t i = 0; i < count; i++) {
    bool required = requests[i].required;
    am_report *own = required ? report : am_report_new(arena);
    am_place place = requests[i].place;
    const char *column = am_column_canonical(arena, requests[i].name);
    const char *name = am_column_by_parameter(column);
    if (!name) continue;
    if (*name) name++;
    size_t length = strcspn(name, ".");
    am_status status =
        length ? am_law_sensitive(arena, own, law,
                                  am_copy(arena, name, length), place)
               : am_error(own, AM_INPUT, place,
                          "the column '%s' needs the name of a parameter: "
                          "sensitivity.NAME",
                          column);
    if (required) AM_TRY(status);
  }
  return AM_OK;
}

const am_place *am_sensitivity_place(am_arena *arena,
                                     const am_case *description) {
  size_t count;
  const am_column_request *requests =
      am_columns_requests(arena, description, &count);
  for (size_t i = 0; i < count; i++)
    if (am_column_by_parameter(requests[i].name)) return &requests[i].place;
  return NULL;
}

const char *am_sensitivity_unknown(const am_law *law, const am_step *step) {
  int n = am_law_controlled(law);
  for (int p = 0; p < law->sensitive_count; p++) {
    double sum = 0;
    for (int i = 0; i < 6; i++) sum += 0 * step->stress_by[6 * p + i];
    for (int i = 0; i < n; i++) sum += 0 * step->strain_by[n * p + i];
    for (int i = 0; i < law->na; i++)
      sum += 0 * step->state_by[p * law->nx + i];
    if (!isfinite(sum)) return law->sensitive[p].name;
  }
  return NULL;
}

static bool is_word(const char *unit) {
  while (isalpha((unsigned char)*unit)) unit++;
  return !*unit;
}

/* Unit of the derivative by a parameter of a quantity with unit `of` (NULL:
 * unknown), such as "MPa/s"; "" if it has no simple form. */
static const char *unit_by(am_arena *arena, const char *of,
                           const am_sensitivity_parameter *parameter) {
  const char *by = parameter->unit;
  if (!of || !*of || !is_word(by) || !strcmp(of, by)) return "";
  return am_format(arena, "%s/%s", of, by);
}

static void fill_time_by(const am_column_set *set, const void *record,
                         double *values) {
  const double *by = ((const am_record *)record)->time_by;
  *values = by ? by[set->index] : 0;
}

/* ---- prescribed deformation gradients ------------------------------------ */

static void fill_strain_by(const am_column_set *set, const void *record,
                           double *values) {
  const am_step *step = ((const am_record *)record)->step;
  double by[6];
  am_logarithmic_strain_by(step->gradient, step->strain_by + 9 * set->index,
                           by);
  am_basis_to_tensor(by, values);
}

static void fill_gradient_by(const am_column_set *set, const void *record,
                             double *values) {
  const am_step *step = ((const am_record *)record)->step;
  memcpy(values, step->strain_by + 9 * set->index, 9 * sizeof *values);
}

static void fill_nominal_by(const am_column_set *set, const void *record,
                            double *values) {
  const am_step *step = ((const am_record *)record)->step;
  am_nominal_stress_by(step->gradient, step->stress,
                       step->strain_by + 9 * set->index,
                       step->stress_by + 6 * set->index, values);
}

static void fill_cauchy_by(const am_column_set *set, const void *record,
                           double *values) {
  const am_step *step = ((const am_record *)record)->step;
  am_cauchy_stress_by(step->gradient, step->stress,
                      step->strain_by + 9 * set->index,
                      step->stress_by + 6 * set->index, values);
}

/* Offers the sets of one parameter; `set` has their common members. */
static void list_deformed(am_columns *columns, am_column_set set,
                          const am_sensitivity_parameter *by) {
  static const struct {
    const char *name;
    int components;
    bool stress;
    void (*fill)(const am_column_set *, const void *, double *);
  } of[] = {{"F", 9, false, fill_gradient_by},
            {"P", 9, true, fill_nominal_by},
            {"cauchy", 6, true, fill_cauchy_by}};
  const char *stress = set.law->material->stress_unit;
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    const char *unit = of[i].stress ? stress : "1";
    set.name =
        am_format(columns->arena, "sensitivity.%s.%s", by->name, of[i].name);
    set.unit = *by->unit      ? unit_by(columns->arena, unit, by)
               : of[i].stress ? stress
                              : "";
    set.components = of[i].components;
    set.fill = of[i].fill;
    am_columns_offer(columns, set);
  }
}

void am_sensitivity_list(am_columns *columns, const am_quantity *quantity,
                         const am_law *law) {
  am_arena *arena = columns->arena;
  const char *stress = law->material->stress_unit;
  const am_variable **shown = am_variables_shown(arena, law);
  for (int p = 0; p < law->sensitive_count; p++) {
    const am_sensitivity_parameter *by = &law->sensitive[p];
    const char *name = am_format(arena, "sensitivity.%s", by->name);
    am_column_set set = {.quantity = quantity, .law = law, .index = p,
                         .components = 6};
    set.name = name;
    set.unit = *by->unit ? unit_by(arena, stress, by) : stress;
    set.source = offsetof(am_step, stress_by);
    am_columns_offer(columns, set);
    set.name = am_format(arena, "%s.strain", name);
    set.unit = *by->unit ? unit_by(arena, "1", by) : "";
    set.source = offsetof(am_step, strain_by);
    set.shear = AM_SHEAR_STRAIN;
    if (law->logarithmic) set.fill = fill_strain_by;
    am_columns_offer(columns, set);
    set.shear = AM_SHEAR_SAME;
    set.fill = NULL;
    if (law->logarithmic) list_deformed(columns, set, by);
    for (int i = 0; i < law->count; i++) {
      set.variable = shown[i];
      set.name = am_format(arena, "%s.%s", name, shown[i]->name);
      set.unit = "";
      set.components = shown[i]->kind == AM_SCALAR ? 1 : 6;
      am_columns_offer(columns, set);
    }
    const char *time = columns->unit_of[AM_UNIT_TIME];
    am_columns_offer(
        columns,
        (am_column_set){.quantity = quantity, .law = law, .index = p,
                        .name = am_format(arena, "%s.time", name),
                        .unit = *by->unit ? unit_by(arena, time, by) : time,
                        .components = 1, .fill = fill_time_by});
  }
}

void am_sensitivity_fill(const am_column_set *set, const am_record *record,
                         double *values) {
  const am_step *step = record->step;
  const char *at = (const char *)step + set->source;
  if (set->variable)
    am_variable_to_user(set->variable,
                        step->state_by + set->index * set->law->nx, values);
  else
    am_basis_to_tensor(
        *(double *const *)(const void *)at + 6 * set->index, values);
}

bool am_sensitivity_meant(const char *column, const char *request) {
  size_t length = strlen(request);
  if (strncmp(column, request, length)) return false;
  const char *rest = column + length;
  while (*rest == '[') rest += strcspn(rest, "]") + 1;
  if (*rest != '.') return !*rest;
  for (int c = 0; am_gradient_names[c]; c++)
    if (!strcmp(am_gradient_names[c], rest + 1)) return true;
  return false;
}
