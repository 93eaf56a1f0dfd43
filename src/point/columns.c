#include "point/columns.h"

#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "point/quantity.h"
#include "point/sensitivity.h"

/* The names that a law has, quantity after quantity, and those of them that
 * are columns. */
struct am_columns {
  am_shown shown;
  am_names all;
  size_t *first;       /* [quantities + 1] in `all` */
  bool *needed;        /* [quantities] is one of it a column? */
  bool *used;          /* [all.count] is it a column already? */
  size_t *picked;      /* [count] in `all` */
  const char **names, **units; /* [count] */
  size_t count;
};

const char *am_column_canonical(am_arena *arena, const char *name) {
  am_buffer buffer = {.arena = arena};
  am_buffer_add(&buffer, "%s", "");
  if (!strcmp(name, "free_energy")) name = "energy";
  while (*name) {
    size_t digits = *name == '.' ? strspn(name + 1, "0123456789") : 0;
    char next = name[1 + digits];
    if (digits && (!next || next == '.')) {
      am_buffer_add(&buffer, "[%.*s]", (int)digits, name + 1);
      name += 1 + digits;
    } else {
      am_buffer_add(&buffer, "%c", *name++);
    }
  }
  return buffer.text;
}

/* Behind the dot: does a component's name stand there, and nothing else? */
static bool is_component(const char *text) {
  size_t length = strcspn(text, ".");
  char name[3] = {0};
  if (length != 2) return false;
  memcpy(name, text, length);
  return am_component_index(name) >= 0;
}

const char *am_column_quantity(am_arena *arena, const char *column) {
  const char *by = am_sensitivity_quantity(arena, column);
  if (by) return by;
  size_t end = 0;
  while (column[end] && column[end] != '[' &&
         !(column[end] == '.' && is_component(column + end + 1)))
    end++;
  return am_copy(arena, column, end);
}

static bool any_asked(const am_case *description, am_need need) {
  size_t count;
  const am_quantity *quantities = am_quantities(&count);
  for (size_t q = 0; q < count; q++)
    for (size_t i = 0; i < description->column_count; i++)
      if (quantities[q].need == need &&
          am_quantity_asked(&quantities[q], description->columns[i]))
        return true;
  return false;
}

bool am_columns_need_energies(const am_case *description) {
  return any_asked(description, AM_NEED_ENERGIES);
}

/* Why a run has no such columns, or NULL when it has. */
static const char *lack(am_need need, const am_solver *solver) {
  if (need == AM_NEED_DERIVATIVE &&
      solver->strategy == AM_STRATEGY_CONVENTIONAL)
    return "is not known to the strategy 'conventional', whose update gives "
           "no derivatives of internal variables";
  if ((need == AM_NEED_TANGENT || need == AM_NEED_DERIVATIVE) &&
      !solver->tangent)
    return "needs solver.tangent, which is false";
  if (need == AM_NEED_SENSITIVITY &&
      solver->strategy == AM_STRATEGY_CONVENTIONAL)
    return "is not known to the strategy 'conventional', whose update gives "
           "no derivatives by parameters";
  return NULL;
}

am_shown am_shown_of(am_arena *arena, const am_law *law) {
  am_shown shown = {law, AM_ARRAY(arena, const am_variable *, law->count)};
  const am_material *material = law->material;
  int count = 0;
  for (int i = 0; i < material->internal_count; i++) {
    int first = count;
    for (int j = 0; j < law->count; j++) {
      const am_variable *variable = &law->variables[j];
      if (strcmp(variable->base, material->internals[i].name)) continue;
      int place = variable->member ? first + variable->member - 1 : first;
      shown.variables[place] = variable;
      count++;
    }
  }
  return shown;
}

static void list_all(am_arena *arena, am_columns *columns,
                     const am_solver *solver) {
  size_t count;
  const am_quantity *quantities = am_quantities(&count);
  columns->all.arena = arena;
  columns->first = AM_ARRAY(arena, size_t, count + 1);
  columns->needed = AM_ARRAY(arena, bool, count);
  for (size_t q = 0; q < count; q++) {
    const am_quantity *quantity = &quantities[q];
    if (!lack(quantity->need, solver) &&
        (quantity->need != AM_NEED_ENERGIES || columns->shown.law->energies))
      quantity->list(quantity, &columns->shown, &columns->all);
    columns->first[q + 1] = columns->all.count;
  }
  columns->used = AM_ARRAY(arena, bool, columns->all.count);
  columns->picked = AM_ARRAY(arena, size_t, columns->all.count);
  columns->names = AM_ARRAY(arena, const char *, columns->all.count);
  columns->units = AM_ARRAY(arena, const char *, columns->all.count);
}

bool am_column_begins(const char *name, const char *request) {
  size_t length = strlen(request);
  return !strncmp(name, request, length) &&
         (!name[length] || name[length] == '.' || name[length] == '[');
}

static void pick(am_columns *columns, size_t q, size_t i) {
  const am_material *material = columns->shown.law->material;
  const char *units[AM_UNITS] = {"", material->time_unit,
                                 material->stress_unit};
  size_t count;
  const am_quantity *quantity = &am_quantities(&count)[q];
  if (columns->used[i]) return;
  columns->used[i] = true;
  columns->needed[q] = true;
  columns->names[columns->count] = columns->all.items[i];
  if (quantity->unit == AM_UNIT_BY)
    units[AM_UNIT_BY] = am_sensitivity_unit(columns->all.arena,
                                            &columns->shown,
                                            columns->all.items[i]);
  columns->units[columns->count] = units[quantity->unit];
  columns->picked[columns->count++] = i;
}

static bool is_meant(const am_quantity *quantity, const char *name,
                     const char *request) {
  return quantity->need == AM_NEED_SENSITIVITY
             ? am_sensitivity_meant(name, request)
             : am_column_begins(name, request);
}

/* Adds the columns of a request; false when there are none. */
static bool pick_all(am_columns *columns, const char *request) {
  size_t count;
  const am_quantity *quantities = am_quantities(&count);
  bool found = false;
  for (size_t q = 0; q < count; q++) {
    bool whole = !strcmp(request, quantities[q].name);
    found |= whole;
    for (size_t i = columns->first[q]; i < columns->first[q + 1]; i++) {
      if (!whole && !is_meant(&quantities[q], columns->all.items[i], request))
        continue;
      pick(columns, q, i);
      found = true;
    }
  }
  return found;
}

static am_status refuse(am_arena *arena, am_report *report,
                        const am_columns *columns, am_place place,
                        const char *request) {
  size_t count;
  const am_quantity *quantities = am_quantities(&count);
  am_names known = {.arena = arena};
  for (size_t q = 0; q < count; q++) {
    AM_PUSH_ROOM(arena, known.items, known.count, known.capacity);
    known.items[known.count++] = quantities[q].name;
  }
  for (size_t i = 0; i < columns->all.count; i++) {
    AM_PUSH_ROOM(arena, known.items, known.count, known.capacity);
    known.items[known.count++] = columns->all.items[i];
  }
  return am_error(report, AM_INPUT, place, "unknown column '%s'%s", request,
                  am_suggestion(arena, request, known.items, known.count));
}

/* A request that the settings rule out. */
static am_status check_settings(am_report *report, const am_case *description,
                                am_place place, const char *request) {
  size_t count;
  const am_quantity *quantities = am_quantities(&count);
  for (size_t q = 0; q < count; q++) {
    const char *reason = lack(quantities[q].need, &description->solver);
    if (reason && am_quantity_asked(&quantities[q], request))
      return am_error(report, AM_INPUT, place, "the column '%s' %s", request,
                      reason);
  }
  return AM_OK;
}

am_status am_columns_new(am_arena *arena, am_report *report,
                         const am_case *description, const am_law *law,
                         am_columns **result) {
  am_columns *columns = AM_NEW(arena, am_columns);
  columns->shown = am_shown_of(arena, law);
  list_all(arena, columns, &description->solver);
  for (size_t i = 0; i < description->column_count; i++) {
    bool required = i < description->column_required;
    am_place place = description->column_places[i];
    const char *request =
        am_column_canonical(arena, description->columns[i]);
    if (required)
      AM_TRY(check_settings(report, description, place, request));
    if (!pick_all(columns, request) && required)
      return refuse(arena, report, columns, place, request);
  }
  *result = columns;
  return AM_OK;
}

unsigned am_columns_read(const am_columns *columns) {
  size_t count;
  unsigned read = 0;
  const am_quantity *quantities = am_quantities(&count);
  for (size_t q = 0; q < count; q++)
    if (columns->needed[q]) read |= quantities[q].reads;
  return read;
}

size_t am_columns_count(const am_columns *columns) { return columns->count; }

const char *const *am_columns_names(const am_columns *columns) {
  return columns->names;
}

const char *const *am_columns_units(const am_columns *columns) {
  return columns->units;
}

am_table *am_columns_table(am_arena *arena, const am_columns *columns) {
  return am_table_new(arena, columns->names, columns->units, columns->count);
}

size_t am_columns_scratch(const am_columns *columns) {
  return columns->all.count;
}

void am_columns_fill(const am_columns *columns, const am_record *record,
                     double *scratch, double *row) {
  size_t count;
  const am_quantity *quantities = am_quantities(&count);
  for (size_t q = 0; q < count; q++)
    if (columns->needed[q])
      quantities[q].fill(&quantities[q], &columns->shown, record,
                         scratch + columns->first[q]);
  for (size_t i = 0; i < columns->count; i++)
    row[i] = scratch[columns->picked[i]];
}
