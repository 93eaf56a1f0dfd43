#include "point/quantity.h"

#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "point/sensitivity.h"

static void add(am_names *names, const char *name) {
  AM_PUSH_ROOM(names->arena, names->items, names->count, names->capacity);
  names->items[names->count++] = name;
}

static void add_components(am_names *names, const char *prefix) {
  for (int i = 0; i < 6; i++)
    add(names,
        am_format(names->arena, "%s.%s", prefix, am_component_names[i]));
}

/* prefix.ij.kl, or prefix.kl of a scalar */
static void add_derivatives(am_names *names, const char *prefix,
                            am_kind kind) {
  if (kind == AM_SCALAR) {
    add_components(names, prefix);
    return;
  }
  for (int i = 0; i < 6; i++)
    add_components(names, am_format(names->arena, "%s.%s", prefix,
                                    am_component_names[i]));
}

static void list_number(const am_quantity *quantity, const am_shown *shown,
                        am_names *names) {
  (void)shown;
  add(names, quantity->name);
}

static void list_tensor(const am_quantity *quantity, const am_shown *shown,
                        am_names *names) {
  (void)shown;
  add_components(names, quantity->name);
}

static void list_tangent(const am_quantity *quantity, const am_shown *shown,
                         am_names *names) {
  (void)shown;
  add_derivatives(names, quantity->name, AM_TENSOR);
}

static void list_internal(const am_quantity *quantity, const am_shown *shown,
                          am_names *names) {
  (void)quantity;
  for (int i = 0; i < shown->law->count; i++) {
    const am_variable *variable = shown->variables[i];
    if (variable->kind == AM_SCALAR)
      add(names, variable->name);
    else
      add_components(names, variable->name);
  }
}

static void list_derivative(const am_quantity *quantity, const am_shown *shown,
                            am_names *names) {
  (void)quantity;
  for (int i = 0; i < shown->law->count; i++) {
    const am_variable *variable = shown->variables[i];
    add_derivatives(names,
                    am_format(names->arena, "derivative.%s", variable->name),
                    variable->kind);
  }
}

static const double *of_step(const am_quantity *quantity,
                             const am_record *record) {
  const char *step = (const char *)record->step;
  return (const double *)(const void *)(step + quantity->offset);
}

static void fill_time(const am_quantity *quantity, const am_shown *shown,
                      const am_record *record, double *values) {
  (void)quantity;
  (void)shown;
  *values = record->time;
}

static void fill_number(const am_quantity *quantity, const am_shown *shown,
                        const am_record *record, double *values) {
  (void)shown;
  *values = *of_step(quantity, record);
}

static void fill_tensor(const am_quantity *quantity, const am_shown *shown,
                        const am_record *record, double *values) {
  (void)shown;
  am_basis_to_tensor(of_step(quantity, record), values);
}

static void fill_strain(const am_quantity *quantity, const am_shown *shown,
                        const am_record *record, double *values) {
  (void)quantity;
  (void)shown;
  memcpy(values, record->step->components, sizeof record->step->components);
}

static void fill_tangent(const am_quantity *quantity, const am_shown *shown,
                         const am_record *record, double *values) {
  (void)shown;
  am_basis_to_tangent(of_step(quantity, record), values);
}

static void fill_internal(const am_quantity *quantity, const am_shown *shown,
                          const am_record *record, double *values) {
  (void)quantity;
  for (int i = 0; i < shown->law->count; i++) {
    am_variable_to_user(shown->variables[i], record->step->state, values);
    values += shown->variables[i]->kind == AM_SCALAR ? 1 : 6;
  }
}

static void fill_derivative(const am_quantity *quantity, const am_shown *shown,
                            const am_record *record, double *values) {
  (void)quantity;
  for (int i = 0; i < shown->law->count; i++) {
    const am_variable *variable = shown->variables[i];
    am_variable_derivative_to_user(variable, record->step->derivative,
                                   shown->law->nx, values);
    values += variable->kind == AM_SCALAR ? 6 : 36;
  }
}

static void fill_dissipation(const am_quantity *quantity, const am_shown *shown,
                             const am_record *record, double *values) {
  (void)quantity;
  *values = record->step->state[shown->law->na];
}

static void fill_work(const am_quantity *quantity, const am_shown *shown,
                      const am_record *record, double *values) {
  (void)quantity;
  *values = record->step->state[shown->law->na + 1];
}

static void fill_balance(const am_quantity *quantity, const am_shown *shown,
                         const am_record *record, double *values) {
  (void)quantity;
  const double *energies = record->step->state + shown->law->na;
  double stored = record->step->energy - record->stored;
  *values = energies[1] - energies[0] - stored;
}

#define list_sensitivity am_sensitivity_list
#define fill_sensitivity am_sensitivity_fill

#define AM_AT(name) offsetof(am_step, name)
#define AM_NUMBER(ROW, name, unit, about)                                    \
  ROW(#name, about, unit, AM_NEED_NOTHING, 0, AM_AT(name), number, number)

/* name, about, unit, need, reads, offset, how it is listed, how it is
 * filled */
#define AM_QUANTITIES(ROW)                                                   \
  ROW("time", "time at the end of the loading step", AM_UNIT_TIME,           \
      AM_NEED_NOTHING, 0, 0, number, time)                                   \
  ROW("strain", "tensor components strain.xx to strain.xy", AM_UNIT_NONE,    \
      AM_NEED_NOTHING, AM_READ_STRAIN, 0, tensor, strain)                    \
  ROW("stress", "tensor components stress.xx to stress.xy", AM_UNIT_STRESS,  \
      AM_NEED_NOTHING, AM_READ_STRESS, AM_AT(stress), tensor, tensor)        \
  ROW("internal",                                                            \
      "all internal variables by name: alpha, eps_vp.xx, x[2].xy (in flow "  \
      "style x.2.xy)",                                                       \
      AM_UNIT_NONE, AM_NEED_NOTHING, AM_READ_STATE, 0, internal, internal)   \
  ROW("tangent",                                                             \
      "tangent.ij.kl = d stress.ij/d strain.kl over the step, both entries " \
      "of a shear moving together",                                          \
      AM_UNIT_STRESS, AM_NEED_TANGENT, AM_READ_TANGENT, AM_AT(tangent),      \
      tangent, tangent)                                                      \
  ROW("derivative.NAME.ij.kl",                                               \
      "derivative of an internal variable by strain.kl (derivative.NAME.kl " \
      "of a scalar)",                                                        \
      AM_UNIT_NONE, AM_NEED_DERIVATIVE, AM_READ_DERIVATIVE, 0, derivative,   \
      derivative)                                                            \
  ROW("sensitivity.NAME",                                                    \
      "derivative of the stress by a parameter, sensitivity.E.xx, of the "   \
      "strain, sensitivity.E.strain.xx, and of an internal variable, "       \
      "sensitivity.E.eps_vp.xx",                                             \
      AM_UNIT_BY, AM_NEED_SENSITIVITY, 0, 0, sensitivity, sensitivity)       \
  AM_NUMBER(ROW, energy, AM_UNIT_STRESS, "free energy of the state")         \
  ROW("dissipation",                                                         \
      "time integral of driving forces times rates of the internal "         \
      "variables",                                                           \
      AM_UNIT_STRESS, AM_NEED_ENERGIES, AM_READ_STATE, 0, number,            \
      dissipation)                                                           \
  ROW("work", "time integral of stress times strain rate", AM_UNIT_STRESS,   \
      AM_NEED_ENERGIES, AM_READ_STATE, 0, number, work)                      \
  ROW("balance",                                                             \
      "work - dissipation - change of the free energy since the start of "   \
      "the run, an error of the scheme",                                     \
      AM_UNIT_STRESS, AM_NEED_ENERGIES, AM_READ_STATE, 0, number, balance)   \
  AM_NUMBER(ROW, substeps, AM_UNIT_NONE, "accepted substeps")                \
  AM_NUMBER(ROW, rejected, AM_UNIT_NONE, "rejected substeps")                \
  AM_NUMBER(ROW, evaluations, AM_UNIT_NONE, "evaluations of the rates")      \
  AM_NUMBER(ROW, iterations, AM_UNIT_NONE, "local Newton iterations")        \
  AM_NUMBER(ROW, equilibrium_iterations, AM_UNIT_NONE,                       \
            "iterations for the stress targets")                             \
  AM_NUMBER(ROW, residual, AM_UNIT_STRESS,                                   \
            "largest difference from a stress target")

#define AM_ROW(name, about, unit, need, reads, offset, listed, filled) \
  {name, unit, need, reads, offset, list_##listed, fill_##filled},
#define AM_INFO(name, about, ...) {name, about},

static const am_quantity quantities[] = {AM_QUANTITIES(AM_ROW)};
static const am_column_info infos[] = {AM_QUANTITIES(AM_INFO)};

const am_column_info *am_column_infos(size_t *count) {
  *count = sizeof infos / sizeof *infos;
  return infos;
}

const am_quantity *am_quantities(size_t *count) {
  *count = sizeof quantities / sizeof *quantities;
  return quantities;
}

bool am_quantity_asked(const am_quantity *quantity, const char *name) {
  size_t length = strcspn(quantity->name, ".");
  return !strncmp(name, quantity->name, length) &&
         (!name[length] || name[length] == '.');
}
