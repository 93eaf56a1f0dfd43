/* sensitivity.c: columns of derivatives by parameters. */
#include "point/parts.h"

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

/* Unit of the derivative by a parameter of a quantity with unit `of` (NULL:
 * unknown), such as "MPa/s"; "" if it has no simple form. */
static const char *unit_by(am_arena *arena, const char *of,
                           const am_sensitivity_parameter *parameter) {
  const char *by = parameter->unit, *end = by;
  while (isalpha((unsigned char)*end)) end++;
  if (!of || !*of || *end || !strcmp(of, by)) return "";
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

/* Nominal or Cauchy stress. */
static void fill_stress_by(const am_column_set *set, const void *record,
                           double *values) {
  const am_step *step = ((const am_record *)record)->step;
  (set->components == 9 ? am_nominal_stress_by : am_cauchy_stress_by)(
      step->gradient, step->stress, step->strain_by + 9 * set->index,
      step->stress_by + 6 * set->index, values);
}

/* Quantities of a parameter, in the order of their columns: sensitivity.NAME or
 * sensitivity.NAME.QUANTITY; `of`: dimension. */
static const struct {
  const char *name;
  int components;
  bool deformed; /* only if the deformation gradient is prescribed */
  am_unit of;
  size_t source;
  am_shear shear;
  void (*fill)(const am_column_set *, const void *, double *);
} quantities[] = {
    {"", 6, false, AM_UNIT_STRESS, offsetof(am_step, stress_by), AM_SHEAR_SAME,
     NULL},
    {".strain", 6, false, AM_UNIT_NONE, offsetof(am_step, strain_by),
     AM_SHEAR_STRAIN, NULL},
    {".F", 9, true, AM_UNIT_NONE, 0, AM_SHEAR_SAME, fill_gradient_by},
    {".P", 9, true, AM_UNIT_STRESS, 0, AM_SHEAR_SAME, fill_stress_by},
    {".cauchy", 6, true, AM_UNIT_STRESS, 0, AM_SHEAR_SAME, fill_stress_by}};

/* Offers the set `name` of parameter p; `set` has its other members. */
static void offer_by(am_columns *columns, const am_law *law, int p,
                     const char *name, am_unit of, am_column_set set) {
  const am_sensitivity_parameter *by = &law->sensitive[p];
  const char *unit = columns->unit_of[of];
  set.law = law;
  set.index = p;
  set.name = am_format(columns->arena, "sensitivity.%s%s", by->name, name);
  if (!set.unit && !*by->unit) set.unit = unit;
  if (!set.unit)
    set.unit = unit_by(columns->arena, of == AM_UNIT_NONE ? "1" : unit, by);
  am_columns_offer(columns, set);
}

void am_sensitivity_list(am_columns *columns, const am_quantity *quantity,
                         const am_law *law) {
  const am_variable **shown = am_variables_shown(columns->arena, law);
  for (int p = 0; p < law->sensitive_count; p++) {
    for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
      am_column_set set = {.quantity = quantity,
                           .components = quantities[i].components,
                           .source = quantities[i].source,
                           .shear = quantities[i].shear,
                           .fill = quantities[i].fill};
      if (quantities[i].deformed && !law->logarithmic) continue;
      if (set.shear && law->logarithmic) set.fill = fill_strain_by;
      offer_by(columns, law, p, quantities[i].name, quantities[i].of, set);
    }
    for (int i = 0; i < law->count; i++)
      offer_by(columns, law, p,
               am_format(columns->arena, ".%s", shown[i]->name), AM_UNIT_NONE,
               (am_column_set){
                   .quantity = quantity, .variable = shown[i], .unit = "",
                   .components = shown[i]->kind == AM_SCALAR ? 1 : 6});
    offer_by(columns, law, p, ".time", AM_UNIT_TIME,
             (am_column_set){.quantity = quantity, .components = 1,
                             .fill = fill_time_by});
  }
}

void am_sensitivity_fill(const am_column_set *set, const void *record,
                         double *values) {
  const am_step *step = ((const am_record *)record)->step;
  const char *at = (const char *)step + set->source;
  if (set->variable)
    am_variable_to_user(set->variable,
                        step->state_by + set->index * set->law->nx, values);
  else
    am_basis_to_tensor(
        *(double *const *)(const void *)at + 6 * set->index, values);
}

bool am_sensitivity_requested(const char *column, const char *request) {
  size_t length = strlen(request);
  if (strncmp(column, request, length)) return false;
  const char *rest = column + length;
  while (*rest == '[') rest += strcspn(rest, "]") + 1;
  if (*rest != '.') return !*rest;
  for (int c = 0; am_gradient_names[c]; c++)
    if (!strcmp(am_gradient_names[c], rest + 1)) return true;
  return false;
}
