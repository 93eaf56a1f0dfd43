#include "point/sensitivity.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"

static const char prefix[] = "sensitivity";

/* What follows "sensitivity", NULL: it is no such column. */
static const char *rest_of(const char *column) {
  size_t length = sizeof prefix - 1;
  if (strncmp(column, prefix, length)) return NULL;
  return column[length] && column[length] != '.' ? NULL : column + length;
}

static am_status choose(am_arena *arena, am_report *report, am_law *law,
                        const char *column, am_place place) {
  const char *rest = rest_of(column);
  if (!rest) return AM_OK;
  if (!*rest || !rest[1] || rest[1] == '.')
    return am_error(report, AM_INPUT, place,
                    "the column '%s' names no parameter, expected "
                    "sensitivity.NAME",
                    column);
  return am_law_sensitive(arena, report, law,
                          am_copy(arena, rest + 1, strcspn(rest + 1, ".")),
                          place);
}

am_status am_sensitivity_choose(am_arena *arena, am_report *report,
                                const am_case *description, am_law *law) {
  for (size_t i = 0; i < description->column_count; i++) {
    bool required = i < description->column_required;
    const char *column = am_column_canonical(arena, description->columns[i]);
    am_status status =
        choose(arena, required ? report : am_report_new(arena), law, column,
               description->column_places[i]);
    if (required) AM_TRY(status);
  }
  return AM_OK;
}

const am_place *am_sensitivity_place(const am_case *description) {
  for (size_t i = 0; i < description->column_count; i++)
    if (rest_of(description->columns[i])) return &description->column_places[i];
  return NULL;
}

const char *am_sensitivity_quantity(am_arena *arena, const char *column) {
  const char *rest = rest_of(column);
  if (!rest || !*rest) return NULL;
  rest += 1 + strcspn(rest + 1, ".");
  if (*rest && am_component_index(rest + 1) < 0)
    rest += 1 + strcspn(rest + 1, ".[");
  return am_copy(arena, column, (size_t)(rest - column));
}

bool am_sensitivity_meant(const char *column, const char *request) {
  size_t length = strlen(request);
  if (strncmp(column, request, length)) return false;
  const char *rest = column + length;
  if (*rest == '[') rest += strcspn(rest, "]") + 1;
  return !*rest || (*rest == '.' && am_component_index(rest + 1) >= 0);
}

static void add(am_names *names, const char *name) {
  AM_PUSH_ROOM(names->arena, names->items, names->count, names->capacity);
  names->items[names->count++] = name;
}

static void add_components(am_names *names, const char *name) {
  for (int i = 0; i < 6; i++)
    add(names, am_format(names->arena, "%s.%s", name, am_component_names[i]));
}

void am_sensitivity_list(const am_quantity *quantity, const am_shown *shown,
                         am_names *names) {
  const am_law *law = shown->law;
  (void)quantity;
  for (int p = 0; p < law->sensitive_count; p++) {
    const char *name =
        am_format(names->arena, "%s.%s", prefix, law->sensitive[p].name);
    add_components(names, name);
    add_components(names, am_format(names->arena, "%s.strain", name));
    for (int i = 0; i < law->count; i++) {
      const am_variable *v = shown->variables[i];
      const char *column = am_format(names->arena, "%s.%s", name, v->name);
      (v->kind == AM_SCALAR ? add : add_components)(names, column);
    }
  }
}

void am_sensitivity_fill(const am_quantity *quantity, const am_shown *shown,
                         const am_record *record, double *values) {
  const am_law *law = shown->law;
  const am_step *step = record->step;
  (void)quantity;
  for (int p = 0; p < law->sensitive_count; p++) {
    am_basis_to_tensor(step->stress_by + 6 * p, values);
    am_basis_to_tensor(step->strain_by + 6 * p, values + 6);
    values += 12;
    for (int i = 0; i < law->count; i++) {
      am_variable_to_user(shown->variables[i], step->state_by + p * law->nx,
                          values);
      values += shown->variables[i]->kind == AM_SCALAR ? 1 : 6;
    }
  }
}

/* The parameter whose name follows "sensitivity." in a column. */
static const am_sensitive *parameter_of(const am_law *law,
                                        const char *column) {
  const char *name = column + sizeof prefix;
  size_t length = strcspn(name, ".");
  for (int p = 0; p < law->sensitive_count; p++)
    if (strlen(law->sensitive[p].name) == length &&
        !strncmp(law->sensitive[p].name, name, length))
      return &law->sensitive[p];
  return NULL;
}

static bool is_word(const char *unit) {
  while (isalpha((unsigned char)*unit)) unit++;
  return !*unit;
}

const char *am_sensitivity_unit(am_arena *arena, const am_shown *shown,
                                const char *column) {
  const am_sensitive *p = parameter_of(shown->law, column);
  const char *stress = shown->law->material->stress_unit;
  const char *tail = column + sizeof prefix + strlen(p->name) + 1;
  bool of_stress = am_component_index(tail) >= 0;
  bool of_strain = !strncmp(tail, "strain.", sizeof "strain." - 1);
  const char *unit = of_stress ? stress : of_strain ? "1" : "";
  if (!*p->unit) return of_stress ? stress : "";
  if (!*unit || !is_word(p->unit) || !strcmp(unit, p->unit)) return "";
  return am_format(arena, "%s/%s", unit, p->unit);
}

const char *am_sensitivity_unknown(const am_law *law, const am_step *step) {
  for (int p = 0; p < law->sensitive_count; p++) {
    double sum = 0;
    for (int i = 0; i < 6; i++)
      sum += 0 * (step->stress_by[6 * p + i] + step->strain_by[6 * p + i]);
    for (int i = 0; i < law->na; i++)
      sum += 0 * step->state_by[p * law->nx + i];
    if (!isfinite(sum)) return law->sensitive[p].name;
  }
  return NULL;
}
