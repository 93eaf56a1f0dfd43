/* quantity.c: quantities available as columns of a material point. */
#include "point/parts.h"

/* ---- sets of a law ------------------------------------------------------- */

/* Offers the internal variables; each component has quantity->components
 * columns. */
static void list_variables(am_columns *columns, const am_quantity *quantity,
                           const am_law *law) {
  const am_variable **shown = am_variables_shown(columns->arena, law);
  for (int i = 0; i < law->count; i++)
    am_columns_offer(
        columns,
        (am_column_set){.quantity = quantity,
                        .name = am_format(columns->arena, "%s%s",
                                          quantity->stem, shown[i]->name),
                        .law = law, .variable = shown[i],
                        .components = quantity->components *
                                      (shown[i]->kind == AM_SCALAR ? 1 : 6)});
}

static void list_multiplier(am_columns *columns, const am_quantity *quantity,
                            const am_law *law) {
  for (int k = 0; k < law->nd; k++)
    am_columns_offer(
        columns,
        (am_column_set){.quantity = quantity, .group = "multiplier",
                        .name = am_format(columns->arena, "multiplier.%s",
                                          law->surfaces[k].name),
                        .law = law, .index = am_multiplier_at(law, k),
                        .components = 1});
}

/* ---- values from a record ------------------------------------------------ */

static const am_step *step_of(const void *record) {
  return ((const am_record *)record)->step;
}

static const double *in_step(const am_column_set *set, const void *record) {
  const char *step = (const char *)step_of(record);
  return (const double *)(const void *)(step + set->source);
}

/* Nominal or Cauchy stress. */
static void fill_stress(const am_column_set *set, const void *record,
                        double *values) {
  const am_step *step = step_of(record);
  (set->components == 9 ? am_nominal_stress : am_cauchy_stress)(
      step->gradient, step->stress, values);
}

/* ---- all laws ------------------------------------------------------------ */

static void fill_time(const am_column_set *set, const void *record,
                      double *values) {
  (void)set;
  *values = ((const am_record *)record)->time;
}

static void fill_numbers(const am_column_set *set, const void *record,
                         double *values) {
  memcpy(values, in_step(set, record),
         (size_t)set->components * sizeof *values);
}

static void fill_tensor(const am_column_set *set, const void *record,
                        double *values) {
  am_basis_to_tensor(in_step(set, record), values);
}

static void fill_derived(const am_column_set *set, const void *record,
                         double *values) {
  double tensor[6];
  if (set->quantity->reads & AM_READ_STRESS)
    am_basis_to_tensor(in_step(set, record), tensor);
  else
    memcpy(tensor, in_step(set, record), sizeof tensor);
  am_derived_fill(set, tensor, values);
}

static void fill_tangent(const am_column_set *set, const void *record,
                         double *values) {
  am_basis_to_tangent(in_step(set, record), values);
}

static void list_tangent(am_columns *columns, const am_quantity *quantity,
                         const am_law *law) {
  am_column_set set = {.quantity = quantity, .law = law};
  if (law->logarithmic) {
    set.components = 81; /* dP/dF */
    set.fill = fill_numbers;
  }
  am_columns_offer(columns, set);
}

/* External field; the index after the last one denotes the computed temperature
 * of an adiabatic case. */
static void fill_external(const am_column_set *set, const void *record,
                          double *values) {
  const am_step *step = step_of(record);
  if (set->index < set->law->nf)
    *values = step->external1[set->index];
  else
    *values = am_law_temperature(set->law, &(am_law_point){
        step->strain, step->state, step->external1, step->parameters});
}

static void fill_internal(const am_column_set *set, const void *record,
                          double *values) {
  am_variable_to_user(set->variable, step_of(record)->state, values);
}

static void fill_multiplier(const am_column_set *set, const void *record,
                            double *values) {
  *values = step_of(record)->state[set->index];
}

static void fill_derivative(const am_column_set *set, const void *record,
                            double *values) {
  am_variable_derivative_to_user(set->variable, step_of(record)->derivative,
                                 set->law->nx, values);
}

/* In the state, dissipation and work follow the internal variables. */
static void fill_dissipation(const am_column_set *set, const void *record,
                             double *values) {
  *values = step_of(record)->state[set->law->na];
}

static void fill_work(const am_column_set *set, const void *record,
                      double *values) {
  *values = step_of(record)->state[set->law->nx - 1];
}

static void fill_work_parts(const am_column_set *set, const void *record,
                            double *values) {
  const double *parts = ((const am_record *)record)->work_parts;
  for (int c = 0; c < set->components; c++) values[c] = parts ? parts[c] : NAN;
}

static void fill_balance(const am_column_set *set, const void *record,
                         double *values) {
  const am_record *r = record;
  const am_law *law = set->law;
  const double *state = r->step->state;
  double exchange = law->nf ? state[law->nx - 2] : 0;
  /* With a temperature the dissipation remains in the body as heat. */
  double dissipation = law->temperature ? 0 : state[law->na];
  *values = state[law->nx - 1] + exchange - dissipation -
            (r->step->energy - r->stored.energy);
}

/* ---- heat ---------------------------------------------------------------- */

am_initial_energies am_initial_energies_in(const am_law *law,
                                           const am_step *step) {
  const am_law_point at = {step->strain, step->state, step->external1,
                           step->parameters};
  return (am_initial_energies){.energy = step->energy,
                               .bound = am_law_bound(law, &at)};
}

static void list_heat(am_columns *columns, const am_quantity *quantity,
                      const am_law *law) {
  if (am_law_has_heat(law))
    am_columns_offer(columns,
                     (am_column_set){.quantity = quantity, .law = law});
}

/* First law (Callen 1985, chapter 1): the change of internal energy omega + T S
 * equals heat plus work plus the exchange by fields other than temperature. */
static void fill_heat(const am_column_set *set, const void *record,
                      double *values) {
  const am_record *r = record;
  const am_law *law = set->law;
  const double *state = r->step->state;
  am_initial_energies now = am_initial_energies_in(law, r->step);
  double exchange = law->temperature && law->nf ? state[law->nx - 2] : 0;
  *values = now.energy - r->stored.energy + (now.bound - r->stored.bound) -
            state[law->nx - 1] - exchange;
}

/* ---- external fields ----------------------------------------------------- */

static void list_external(am_columns *columns, const am_quantity *quantity,
                          const am_law *law) {
  int count = law->nf + (law->temperature != 0);
  for (int i = 0; i < count; i++) {
    const am_parameter *field = &law->material->externals[i];
    am_columns_offer(
        columns,
        (am_column_set){.quantity = quantity, .law = law, .index = i,
                        .name = am_format(columns->arena, "external.%s",
                                          field->name),
                        .unit = field->unit, .components = 1});
  }
}

/* Derivative of one stress component by an external field; index = 6*field +
 * component. */
static void fill_heating(const am_column_set *set, const void *record,
                         double *values) {
  int nf = set->law->nf, field = set->index / 6;
  double x[6], t[6];
  for (int i = 0; i < 6; i++)
    x[i] = step_of(record)->stress_by_external[i * nf + field];
  am_basis_to_tensor(x, t);
  *values = t[set->index % 6];
}

static void list_heating(am_columns *columns, const am_quantity *quantity,
                         const am_law *law) {
  am_arena *arena = columns->arena;
  for (int i = 0; i < 6 * law->nf; i++) {
    const am_parameter *field = &law->material->externals[i / 6];
    const char *stress = columns->unit_of[AM_UNIT_STRESS];
    am_columns_offer(
        columns,
        (am_column_set){
            .quantity = quantity, .law = law, .index = i, .components = 1,
            .name = am_format(arena, "tangent.%s.%s", am_component_names[i % 6],
                              field->name),
            .unit = *field->unit ? am_format(arena, "%s/%s", stress,
                                             field->unit)
                                 : stress});
  }
}

/* ---- the table ----------------------------------------------------------- */

#define AM_IN_STEP(name) .source = offsetof(am_step, name)
#define AM_NUMBER(name_) \
  .name = #name_, .components = 1, AM_IN_STEP(name_), .fill = fill_numbers

static const am_quantity quantities[] = {
    {.name = "time", .about = "time at the end of the loading step",
     .unit = AM_UNIT_TIME, .components = 1, .fill = fill_time},
    {.name = "strain", .about = "tensor components strain.xx to strain.xy",
     .components = 6, .shear = AM_SHEAR_STRAIN, .reads = AM_READ_STRAIN,
     AM_IN_STEP(components), .fill = fill_numbers},
    {.name = "stress", .about = "tensor components stress.xx to stress.xy",
     .unit = AM_UNIT_STRESS, .components = 6, .reads = AM_READ_STRESS,
     AM_IN_STEP(stress), .fill = fill_tensor},
    {.name = "external", .about = "external fields: external.T",
     .reads = AM_READ_STRAIN | AM_READ_STATE, .list = list_external,
     .fill = fill_external},
    {.name = "internal", .stem = "", .components = 1,
     .about = "all internal variables by name: alpha, eps_vp.xx, x[2].xy "
              "(x.2.xy inside [ ] or { })",
     .reads = AM_READ_STATE, .list = list_variables, .fill = fill_internal},
    {.name = "multiplier.NAME",
     .about = "multiplier of a yield function, integrated over the loading "
              "step",
     .reads = AM_READ_STATE, .list = list_multiplier, .fill = fill_multiplier},
    {.name = "tangent",
     .about = "tangent.ij.kl = d stress.ij/d strain.kl of the loading step, kl "
              "and lk varied together; d P.ij/d F.kl for logarithmic "
              "kinematics",
     .list = list_tangent, .unit = AM_UNIT_STRESS, .components = 36,
     .need = AM_NEED_TANGENT,
     .shear = AM_SHEAR_BY,
     .reads = AM_READ_TANGENT, AM_IN_STEP(tangent), .fill = fill_tangent},
    {.name = "tangent.ij.FIELD",
     .about = "derivative of the stress with respect to an external field at "
              "the end of the step, at prescribed strains: tangent.xx.T",
     .need = AM_NEED_TANGENT, .reads = AM_READ_TANGENT, .list = list_heating,
     .exact = true, .fill = fill_heating},
    {.name = "derivative.NAME.ij.kl", .stem = "derivative.", .components = 6,
     .about = "derivative of an internal variable with respect to strain.kl "
              "(derivative.NAME.kl for a scalar)",
     .need = AM_NEED_DERIVATIVE, .shear = AM_SHEAR_BY,
     .reads = AM_READ_DERIVATIVE,
     .list = list_variables, .fill = fill_derivative},
    {.name = "sensitivity.NAME",
     .about = "derivatives with respect to a parameter: of the stress, "
              "sensitivity.E.xx, the strain, sensitivity.E.strain.xx, an "
              "internal variable, sensitivity.E.eps_vp.xx, and the time of an "
              "event, sensitivity.E.time",
     .need = AM_NEED_SENSITIVITY, .list = am_sensitivity_list,
     .meant = am_sensitivity_requested, .fill = am_sensitivity_fill},
    {AM_NUMBER(energy), .unit = AM_UNIT_STRESS,
     .about = "free energy"},
    {.name = "dissipation",
     .about = "time integral of driving forces times rates of the internal "
              "variables",
     .unit = AM_UNIT_STRESS, .components = 1, .need = AM_NEED_ENERGIES,
     .reads = AM_READ_STATE, .fill = fill_dissipation},
    {.name = "work", .about = "time integral of stress times strain rate",
     .unit = AM_UNIT_STRESS, .components = 1, .need = AM_NEED_ENERGIES,
     .reads = AM_READ_STATE, .fill = fill_work},
    {.name = "work.ij", .stem = "work",
     .about = "work of one strain component, work.xx to work.xy, by the "
              "trapezoidal rule over loading steps",
     .unit = AM_UNIT_STRESS, .components = 6, .reads = AM_READ_WORK_PARTS,
     .exact = true, .fill = fill_work_parts},
    {.name = "balance",
     .about = "energy error of the scheme: work - dissipation - change of the "
              "free energy since the start",
     .unit = AM_UNIT_STRESS, .components = 1, .need = AM_NEED_ENERGIES,
     .reads = AM_READ_STATE, .fill = fill_balance},
    {.name = "heat",
     .about = "heat absorbed since the start: change of the internal energy - "
              "work",
     .unit = AM_UNIT_STRESS, .components = 1, .need = AM_NEED_ENERGIES,
     .reads = AM_READ_STATE | AM_READ_STRAIN | AM_READ_HEAT,
     .list = list_heat, .fill = fill_heat},
    {AM_NUMBER(substeps), .about = "accepted substeps"},
    {AM_NUMBER(rejected), .about = "rejected substeps"},
    {AM_NUMBER(evaluations), .about = "evaluations of the rates"},
    {AM_NUMBER(iterations), .about = "local Newton iterations"},
    {AM_NUMBER(equilibrium_iterations),
     .about = "equilibrium iterations for the stress targets"},
    {AM_NUMBER(residual), .unit = AM_UNIT_STRESS,
     .about = "largest deviation from a stress target"},
    {.name = "F", .components = 9, .reads = AM_READ_GRADIENT,
     .deformed = true, AM_IN_STEP(gradient), .fill = fill_numbers,
     .about = "deformation gradient, F.xx to F.yx, of logarithmic kinematics"},
    {.name = "P", .components = 9, .unit = AM_UNIT_STRESS, .deformed = true,
     .reads = AM_READ_GRADIENT | AM_READ_STRESS, .fill = fill_stress,
     .about = "nominal stress (first Piola-Kirchhoff), P.xx to P.yx, force per "
              "undeformed area"},
    {.name = "cauchy", .components = 6, .unit = AM_UNIT_STRESS,
     .deformed = true, .reads = AM_READ_GRADIENT | AM_READ_STRESS,
     .fill = fill_stress,
     .about = "Cauchy stress, cauchy.xx to cauchy.xy, force per deformed area"},
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

const am_quantity *am_point_quantities(size_t *count) {
  *count = QUANTITIES;
  return quantities;
}

/* ---- columns of a case --------------------------------------------------- */

/* True if a request denotes this quantity for some law. */
static bool is_requested(const am_quantity *quantity, const char *request) {
  size_t length = strcspn(quantity->name, ".");
  return !strncmp(request, quantity->name, length) &&
         (!request[length] || request[length] == '.');
}

bool am_point_needs_energies(am_arena *arena, const am_case *description) {
  size_t count;
  const am_column_request *requests =
      am_columns_requests(arena, description, &count);
  for (size_t q = 0; q < QUANTITIES; q++)
    for (size_t i = 0; i < count; i++)
      if (quantities[q].need == AM_NEED_ENERGIES &&
          is_requested(&quantities[q], requests[i].name))
        return true;
  return false;
}

/* Reason why columns with this need are not available; NULL: available. */
static const char *obstacle(am_need need, const am_solver *solver) {
  bool tangent = need == AM_NEED_TANGENT || need == AM_NEED_DERIVATIVE;
  bool conventional = solver->strategy == AM_STRATEGY_CONVENTIONAL;
  if (need == AM_NEED_DERIVATIVE && conventional)
    return "is not available with the strategy 'conventional', whose update "
           "computes no derivatives of internal variables";
  if (tangent && !solver->tangent)
    return "needs 'solver.tangent: true'";
  if (need == AM_NEED_SENSITIVITY && conventional)
    return "is not available with the strategy 'conventional', whose update "
           "computes no derivatives with respect to parameters";
  return NULL;
}

static am_status check_settings(am_report *report, const am_case *description,
                                am_place place, const char *request,
                                bool found) {
  (void)found;
  for (size_t q = 0; q < QUANTITIES; q++) {
    const char *reason =
        obstacle(quantities[q].need, &description->settings.solver);
    if (reason && is_requested(&quantities[q], request))
      return am_error(report, AM_INPUT, place, "the column '%s' %s", request,
                      reason);
  }
  return AM_OK;
}

/* False for energies of a law whose stress is not the derivative of a free
 * energy. */
static bool has_energy(const am_law *law, const am_quantity *q) {
  const am_material *m = law->material;
  bool stored = !strcmp(q->name, "energy");
  return !m->stress ||
         (stored ? m->free_energy != NULL : q->need != AM_NEED_ENERGIES);
}

/* Error if energies or heat are requested but not defined by the law. */
static am_status check_energies(am_arena *arena, am_report *report,
                                const am_case *description,
                                const am_law *law) {
  size_t count;
  const am_column_request *requests =
      am_columns_requests(arena, description, &count);
  for (size_t i = 0; i < count; i++) {
    const char *name = requests[i].name;
    if (!requests[i].required) continue;
    for (size_t q = 0; q < QUANTITIES; q++)
      if (!strcmp(quantities[q].name, name) && !has_energy(law, &quantities[q]))
        return am_error(report, AM_INPUT, requests[i].place,
                        "the column '%s' needs a stress that is the derivative "
                        "of a free energy: material '%s' gives 'stress'",
                        name, law->material->name);
    if (!strcmp(name, "heat") && !am_law_has_heat(law))
      return am_error(report, AM_INPUT, requests[i].place,
                      "the column 'heat' needs an adiabatic case, or a law "
                      "whose only external field is the absolute temperature");
  }
  return AM_OK;
}

am_status am_point_columns(am_arena *arena, am_report *report,
                           const am_case *description, const am_law *law,
                           const am_path_names *inputs, am_columns **result) {
  const am_material *material = law->material;
  AM_TRY(check_energies(arena, report, description, law));
  am_columns *columns = *result =
      am_columns_new(arena, material->time_unit, material->stress_unit);
  for (size_t i = 0; i < QUANTITIES; i++) {
    const am_quantity *q = &quantities[i];
    if (q->deformed && !law->logarithmic) continue;
    am_columns_accept(columns, q->name);
    if (obstacle(q->need, &description->settings.solver) ||
        (q->need == AM_NEED_ENERGIES && !law->energies) ||
        !has_energy(law, q))
      continue;
    if (q->list)
      q->list(columns, q, law);
    else
      am_columns_offer(columns, (am_column_set){.quantity = q, .law = law});
  }
  am_derived_offer(columns, law, fill_derived, offsetof(am_step, stress),
                   offsetof(am_step, components));
  AM_TRY(am_columns_define(columns, report, description, inputs,
                           check_settings));
  return am_columns_choose(columns, report, description, check_settings);
}
