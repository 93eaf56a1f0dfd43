/* point_table.c: points of libautomat as tables. */
#include "cli/point_table.h"

#include <math.h>
#include <string.h>

#include "base/base.h"
#include "cli/signals.h"
#include "file/parts.h"
#include "library/parts.h"

static void add_column(am_arena *arena, am_point_column_list *columns,
                       am_point_column column) {
  AM_PUSH_ROOM(arena, columns->items, columns->count, columns->capacity);
  columns->items[columns->count++] = column;
}

/* Number of controllable components. */
static int count_controlled(const am_point_table *t) {
  return t->deformed ? 9 : 6;
}

/* Adds the first components of a tensor that is a part of each point: `column`
 * is the first of them, with the name of the tensor. */
static void add_components(am_arena *arena, am_point_column_list *columns,
                           am_point_column column, int count) {
  const char *name = column.name;
  for (int i = 0; i < count; i++, column.index++) {
    column.name = am_format(arena, "%s.%s", name, am_gradient_names[i]);
    add_column(arena, columns, column);
  }
}

/* Adds a symmetric tensor. */
static void add_tensor(am_arena *arena, am_point_column_list *columns,
                       am_point_column column) {
  add_components(arena, columns, column, 6);
}

static void add_variables(const am_point_table *t,
                          am_point_column_list *columns, double *state) {
  for (int i = 0; i < t->variable_count; i++) {
    const automat_variable *v = &t->variables[i];
    (v->size == 6 ? add_tensor : add_column)(
        t->arena, columns,
        (am_point_column){v->name, "", state, t->size, v->offset});
  }
}

/* ---- inputs ---------------------------------------------------------- */

/* Inputs at the end and at the start: for small strains, and for deformation
 * gradients. */
static const char *const controls[2][3] = {{"strain", "stress", "strain0"},
                                           {"F", "P", "F0"}};

static am_status take_column(am_point_table *t, am_report *report,
                             const am_table *read, size_t column) {
  const char *name = read->names[column];
  size_t count = t->given.count, index = 0;
  const char **known = AM_ARRAY(t->arena, const char *, count);
  for (size_t i = 0; i < count; i++) known[i] = t->given.items[i].name;
  while (index < count && strcmp(name, known[index])) index++;
  if (index == count)
    return am_error(report, AM_INPUT,
                    am_csv_place(t->arena, read, -1, column),
                    "unknown column '%s', expected components of %s, of %s and "
                    "of the law's variables, such as %s.xx%s",
                    am_printable(t->arena, name, strlen(name)),
                    controls[t->deformed][0], controls[t->deformed][1],
                    controls[t->deformed][0],
                    am_suggestion(t->arena, name, known, count));
  const am_point_column *c = &t->given.items[index];
  const am_table_wanted wanted = {name, c->unit, "the law"};
  AM_TRY(am_table_take_unit(report, read, column, &wanted));
  for (size_t p = 0; p < read->rows; p++) {
    double value = read->values[p * read->columns + column];
    if (isnan(value))
      return am_error(report, AM_INPUT,
                      am_csv_place(t->arena, read, (long)p, column),
                      "row %zu has no number in the column '%s'", p + 1,
                      c->name);
    c->values[p * (size_t)c->width + (size_t)c->index] = value;
  }
  return AM_OK;
}

/* Determines the stress-controlled components. */
static am_status choose_control(am_point_table *t, am_report *report,
                                const am_table *read) {
  for (int i = 0; i < count_controlled(t); i++) {
    long given[2];
    const char *names[2];
    for (int k = 0; k < 2; k++) {
      names[k] = am_format(t->arena, "%s.%s", controls[t->deformed][k],
                           am_gradient_names[i]);
      given[k] = am_table_column(read, names[k]);
    }
    if (given[0] >= 0 && given[1] >= 0)
      return am_error(report, AM_INPUT,
                      am_csv_place(t->arena, read, -1, (size_t)given[1]),
                      "%s and %s cannot both be given", names[0], names[1]);
    t->points.stress_controlled[i] = given[1] >= 0;
  }
  return AM_OK;
}

/* Initialises prescribed stresses with zero instead of the undeformed state. */
static void clear_stresses(am_point_table *t) {
  int n = count_controlled(t);
  for (long i = 0; i < n * t->points.count; i++)
    if (t->points.stress_controlled[i % n]) t->target[i] = 0;
}

automat_status am_point_table_ask(am_arena *arena, automat_model *model,
                                  am_point_table *t) {
  *t = (am_point_table){.arena = arena};
  automat_status status = automat_units(model, &t->unit, NULL);
  if (!status)
    status = automat_variables(model, &t->variables, &t->variable_count,
                               &t->size);
  const char *kinematics = "small";
  if (!status) status = automat_kinematics(model, &kinematics);
  t->deformed = strcmp(kinematics, "small") != 0;
  t->start = AM_ARRAY(arena, double, t->size);
  return status ? status : automat_start(model, t->start);
}

am_status am_point_table_read(am_report *report, const char *path,
                              am_point_table *t) {
  am_table *read = NULL;
  AM_TRY(am_csv_read(t->arena, report, path, am_nowhere, &read));
  if (read->voigt) am_table_to_tensor(t->arena, read);
  long count = (long)read->rows;
  am_arena *arena = t->arena;
  int n = count_controlled(t);
  t->start0 = AM_ARRAY(arena, double, n * count);
  t->target = AM_ARRAY(arena, double, n * count);
  for (long i = 0; t->deformed && i < n * count; i++)
    t->start0[i] = t->target[i] = i % n < 3;
  t->state0 = AM_ARRAY(arena, double, t->size * count);
  for (long p = 0; p < count; p++)
    memcpy(t->state0 + p * t->size, t->start,
           (size_t)t->size * sizeof *t->start);
  t->points = (automat_deformations){.count = count,
                                     .gradient0 = t->start0,
                                     .state0 = t->state0,
                                     .target = t->target};
  for (int i = 0; i < 3; i++)
    add_components(arena, &t->given,
                   (am_point_column){controls[t->deformed][i],
                                     i == 1 ? t->unit : "",
                                     i < 2 ? t->target : t->start0, n, 0},
                   n);
  add_variables(t, &t->given, t->state0);
  AM_TRY(choose_control(t, report, read));
  clear_stresses(t);
  for (size_t i = 0; i < read->columns; i++)
    AM_TRY(take_column(t, report, read, i));
  return AM_OK;
}

/* ---- results --------------------------------------------------------- */

static double *not_yet_found(const am_point_table *t, int width) {
  long count = t->points.count * width;
  double *values = AM_ARRAY(t->arena, double, count);
  for (long i = 0; i < count; i++) values[i] = NAN;
  return values;
}

/* True for a column of the results, or a tensor among them. */
static bool is_written(const am_point_table *t, const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i < t->found.count && length; i++) {
    const char *column = t->found.items[i].name;
    if (!strncmp(column, name, length) && strchr(".", column[length]))
      return true;
  }
  return false;
}

/* Adds a request from the list of derived columns. */
static am_status add_derived(am_point_table *t, am_report *report,
                             const char *request) {
  am_arena *arena = t->arena;
  size_t count, all;
  const am_derived *columns = am_derived_meant(arena, request, &count);
  const am_quantity *quantities = am_derived_quantities(&all);
  const char **known = AM_ARRAY(arena, const char *, all);
  for (size_t i = 0; i < all; i++) known[i] = quantities[i].name;
  if (!count && is_written(t, request))
    return am_error(report, AM_USAGE, am_nowhere,
                    "the column '%s' is always written: give --columns only "
                    "derived ones, such as mises", request);
  if (!count)
    return am_error(report, AM_USAGE, am_nowhere,
                    "unknown column '%s' of --columns%s; 'automat list "
                    "columns' prints derived columns, such as mises",
                    am_printable(arena, request, strlen(request)),
                    am_suggestion(arena, request, known, all));
  size_t before = t->derived_count, size = sizeof *t->derived;
  am_derived *grown = am_arena_grow(arena, t->derived, before * size,
                                    (before + count) * size);
  memcpy(grown + before, columns, count * size);
  t->derived = grown;
  t->derived_count += count;
  return AM_OK;
}

static am_status read_derived(am_point_table *t, am_report *report,
                              const char *list) {
  while (list) {
    size_t length = strcspn(list, ",");
    AM_TRY(add_derived(t, report, am_copy(t->arena, list, length)));
    list = list[length] ? list + length + 1 : NULL;
  }
  t->derived_values = AM_ARRAY(t->arena, double *, t->derived_count);
  for (size_t i = 0; i < t->derived_count; i++) {
    bool stress = am_derived_of_stress(&t->derived[i]) &&
                  t->derived[i].quantity->unit == AM_UNIT_STRESS;
    t->derived_values[i] = not_yet_found(t, 1);
    add_column(t->arena, &t->found,
               (am_point_column){t->derived[i].name, stress ? t->unit : "",
                                 t->derived_values[i], 1, 0});
  }
  return AM_OK;
}

/* Results of deformation gradients in addition. */
static void expect_deformation(am_point_table *t) {
  automat_deformations *p = &t->points;
  p->gradient = not_yet_found(t, 9);
  p->nominal = not_yet_found(t, 9);
  p->cauchy = not_yet_found(t, 6);
  const am_point_column columns[] = {{"F", "", p->gradient, 9, 0},
                                     {"P", t->unit, p->nominal, 9, 0},
                                     {"cauchy", t->unit, p->cauchy, 6, 0}};
  for (int i = 0; i < 3; i++)
    add_components(t->arena, &t->found, columns[i], columns[i].width);
}

static void expect_tangent(am_point_table *t) {
  int n = count_controlled(t);
  t->points.tangent = not_yet_found(t, n * n);
  for (int i = 0; i < n; i++)
    add_components(t->arena, &t->found,
                   (am_point_column){am_format(t->arena, "tangent.%s",
                                               am_gradient_names[i]),
                                     t->unit, t->points.tangent, n * n, n * i},
                   n);
}

am_status am_point_table_expect(am_point_table *t, am_report *report,
                                bool tangent, const char *derived) {
  am_arena *arena = t->arena;
  automat_deformations *p = &t->points;
  am_point_column_list *found = &t->found;
  const char *stress = t->unit;
  p->strain = not_yet_found(t, 6);
  p->stress = not_yet_found(t, 6);
  p->state = not_yet_found(t, t->size);
  p->free_energy = not_yet_found(t, 1);
  p->dissipation = not_yet_found(t, 1);
  p->work = not_yet_found(t, 1);
  p->status = AM_ARRAY(arena, int, p->count);
  t->status = AM_ARRAY(arena, double, p->count);
  if (t->deformed) expect_deformation(t);
  add_tensor(arena, found, (am_point_column){"strain", "", p->strain, 6, 0});
  add_tensor(arena, found,
             (am_point_column){"stress", stress, p->stress, 6, 0});
  add_variables(t, found, p->state);
  const am_point_column energies[] = {
      {"energy", stress, p->free_energy, 1, 0},
      {"dissipation", stress, p->dissipation, 1, 0},
      {"work", stress, p->work, 1, 0}};
  for (int i = 0; i < 3; i++) add_column(arena, found, energies[i]);
  if (tangent) expect_tangent(t);
  add_column(arena, found, (am_point_column){"status", "", t->status, 1, 0});
  return read_derived(t, report, derived);
}

automat_status am_point_table_evaluate(const am_point_table *t,
                                       automat_model *model) {
  const automat_deformations *p = &t->points;
  automat_points small = {
      .strain0 = p->gradient0,
#define COPY(name) .name = p->name,
      AM_POINT_MEMBERS(COPY)
#undef COPY
  };
  if (t->deformed) return automat_deform(model, p);
  for (int i = 0; i < 6; i++)
    small.stress_controlled[i] = p->stress_controlled[i];
  return automat_evaluate(model, &small);
}

static void find_derived(const am_point_table *t, long p) {
  for (size_t i = 0; i < t->derived_count; i++) {
    const am_derived *column = &t->derived[i];
    const double *tensor =
        am_derived_of_stress(column) ? t->points.stress : t->points.strain;
    t->derived_values[i][p] = am_derived_value(column, tensor + 6 * p);
  }
}

/* True if a signal was received at least `patience` ago. */
static bool is_over(double *end) {
  const double patience = 0.25; /* (s) */
  if (!am_interrupt_signal()) return false;
  if (isnan(*end)) *end = am_clock() + patience;
  return am_clock() > *end;
}

/* After a signal, writes only the rows that can be written soon. */
am_status am_point_table_write(const am_point_table *t, am_report *report,
                               const char *path) {
  double end = NAN;
  long p = 0;
  size_t n = t->found.count;
  const char **names = AM_ARRAY(t->arena, const char *, n);
  const char **units = AM_ARRAY(t->arena, const char *, n);
  double *row = AM_ARRAY(t->arena, double, n);
  am_csv *csv = NULL;
  for (size_t i = 0; i < n; i++) {
    names[i] = t->found.items[i].name;
    units[i] = t->found.items[i].unit;
  }
  AM_TRY(am_csv_create(t->arena, report, path, &csv));
  am_csv_table(csv, am_table_new(t->arena, names, units, n));
  for (; p < t->points.count && !am_csv_failed(csv) && !is_over(&end); p++) {
    t->status[p] = t->points.status[p];
    find_derived(t, p);
    for (size_t i = 0; i < n; i++) {
      const am_point_column *c = &t->found.items[i];
      row[i] = c->values[p * c->width + c->index];
    }
    am_csv_row(csv, row);
  }
  AM_TRY(am_csv_close(csv, report));
  if (p == t->points.count) return AM_OK;
  return am_error(report, AM_FAILED, am_nowhere,
                  "interrupted after %ld of %ld rows", p, t->points.count);
}
