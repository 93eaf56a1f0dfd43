/* columns.c: names of columns, and the choice of requested columns. */
#include "point/parts.h"

/* ---- names --------------------------------------------------------------- */

const char *am_column_canonical(am_arena *arena, const char *name) {
  am_buffer buffer = {.arena = arena};
  am_buffer_add(&buffer, "%s", "");
  if (!strcmp(name, "free_energy")) name = "energy";
  static const char principal[] = "stress.";
  size_t length = sizeof principal - 1;
  if (!strncmp(name, principal, length) &&
      !name[length + strspn(name + length, "0123456789")])
    am_buffer_add(&buffer, "%s", principal), name += length;
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

bool am_column_begins(const char *name, const char *request) {
  size_t length = strlen(request);
  return !strncmp(name, request, length) &&
         (!name[length] || name[length] == '.' || name[length] == '[');
}

const char *am_column_by_parameter(const char *column) {
  static const char prefix[] = "sensitivity";
  size_t length = sizeof prefix - 1;
  if (strncmp(column, prefix, length)) return NULL;
  return column[length] && column[length] != '.' ? NULL : column + length;
}

/* True if the text after the dot is a component's name and nothing else. */
static bool is_component(const char *text) {
  if (strcspn(text, ".") != 2) return false;
  for (int c = 0; am_gradient_names[c]; c++)
    if (!strncmp(am_gradient_names[c], text, 2)) return true;
  return false;
}

/* True for a column "tangent.xx.T", a derivative by an external field. */
static bool is_by_external(const char *column) {
  static const char prefix[] = "tangent.";
  size_t length = sizeof prefix - 1;
  return !strncmp(column, prefix, length) && is_component(column + length) &&
         column[length + 2] == '.' && !is_component(column + length + 3);
}

const char *am_column_quantity(am_arena *arena, const char *column) {
  const char *end = am_column_by_parameter(column);
  if (is_by_external(column)) return column;
  if (end && *end) {
    end += 1 + strcspn(end + 1, ".");
    if (*end && am_component_index(end + 1) < 0)
      end += 1 + strcspn(end + 1, ".[");
  } else {
    end = column;
    while (*end && *end != '[' && !(*end == '.' && is_component(end + 1)))
      end++;
  }
  return am_copy(arena, column, (size_t)(end - column));
}

/* ---- available columns --------------------------------------------------- */

const am_variable **am_variables_shown(am_arena *arena, const am_law *law) {
  const am_variable **shown = AM_ARRAY(arena, const am_variable *, law->count);
  const am_material *material = law->material;
  int count = 0;
  for (int i = 0; i < material->internal_count; i++) {
    int first = count;
    for (int j = 0; j < law->count; j++) {
      const am_variable *variable = &law->variables[j];
      if (strcmp(variable->base, material->internals[i].name)) continue;
      shown[variable->member ? first + variable->member - 1 : first] =
          variable;
      count++;
    }
  }
  return shown;
}

am_columns *am_columns_new(am_arena *arena, const char *time_unit,
                           const char *stress_unit) {
  am_columns *columns = AM_NEW(arena, am_columns);
  *columns = (am_columns){.arena = arena,
                          .unit_of = {[AM_UNIT_NONE] = "",
                                      [AM_UNIT_TIME] = time_unit,
                                      [AM_UNIT_STRESS] = stress_unit,
                                      [AM_UNIT_SECONDS] = "s"}};
  return columns;
}

static void add_name(am_arena *arena, am_names *names, const char *name) {
  AM_PUSH(arena, names->items, names->count, name);
}

void am_columns_accept(am_columns *columns, const char *word) {
  add_name(columns->arena, &columns->words, word);
}

/* Adds the names of 1, 3, 6, 36, 9 or 81 components with a prefix. */
static void add_components(am_columns *c, const char *prefix,
                           int components) {
  int each = components == 9 || components == 81 ? 9 : 6;
  if (components == 1) add_name(c->arena, &c->all, prefix);
  if (components == 3)
    for (int i = 1; i <= 3; i++)
      add_name(c->arena, &c->all, am_format(c->arena, "%s.%d", prefix, i));
  for (int i = 0; i < each && components > 3; i++)
    add_components(
        c, am_format(c->arena, "%s.%s", prefix, am_gradient_names[i]),
        components / each);
}

void am_columns_offer(am_columns *c, am_column_set set) {
  static const am_quantity none = {0};
  const am_quantity *quantity = set.quantity ? set.quantity : &none;
  if (!set.name) set.name = quantity->stem ? quantity->stem : quantity->name;
  if (!set.group) set.group = quantity->name;
  if (!set.unit) set.unit = c->unit_of[quantity->unit];
  if (!set.components) set.components = quantity->components;
  if (!set.source) set.source = quantity->source;
  if (!set.fill) set.fill = quantity->fill;
  if (!set.shear) set.shear = quantity->shear;
  set.first = c->all.count;
  AM_PUSH(c->arena, c->sets, c->set_count, set);
  c->scratch += (size_t)set.components;
  add_components(c, set.name, set.components);
}

/* ---- requests ------------------------------------------------------------ */

/* Chooses the columns of a request except those marked in `used` [all]; false
 * if the request is unknown. */
static bool choose_requested(am_columns *c, const char *request, bool *used) {
  bool found = false;
  for (size_t i = 0; i < c->words.count; i++)
    found |= !strcmp(request, c->words.items[i]);
  for (size_t s = 0; s < c->set_count; s++) {
    am_column_set *set = &c->sets[s];
    bool whole = !strcmp(request, set->group);
    const am_quantity *q = set->quantity;
    bool exact = q && q->exact;
    bool (*meant)(const char *, const char *) =
        q && q->meant ? q->meant : am_column_begins;
    for (size_t i = set->first; i < set->first + (size_t)set->components; i++) {
      const char *name = c->all.items[i];
      if (!whole && (exact ? strcmp(name, request) : !meant(name, request)))
        continue;
      found = true;
      if (used[i]) continue;
      used[i] = true;
      set->needed = true;
      c->names[c->count] = name;
      c->units[c->count] = set->unit;
      c->place[c->count++] = i;
    }
  }
  return found;
}

static am_status refuse_unknown(const am_columns *c, am_report *report,
                                am_place place, const char *request) {
  size_t words = c->words.count, count = words + c->all.count;
  const char **known = AM_ARRAY(c->arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    known[i] = i < words ? c->words.items[i] : c->all.items[i - words];
  const char *hint = am_suggestion(c->arena, request, known, count);
  for (size_t i = 0; i < c->all.count && !*hint; i++) {
    const char *part = strchr(c->all.items[i], '.');
    if (part && !strcmp(part + 1, request))
      hint = am_format(c->arena, " (did you mean '%s'?)", c->all.items[i]);
  }
  if (!*hint) hint = am_name_hint(c->arena, request, c->words.items, words);
  return am_error(report, AM_INPUT, place, "unknown column '%s'%s", request,
                  hint);
}

am_status am_columns_choose(am_columns *c, am_report *report,
                            const am_case *description,
                            am_column_rule *rule) {
  bool *used = AM_ARRAY(c->arena, bool, c->all.count);
  c->voigt = description->voigt_shown;
  c->names = AM_ARRAY(c->arena, const char *, c->all.count);
  c->units = AM_ARRAY(c->arena, const char *, c->all.count);
  c->place = AM_ARRAY(c->arena, size_t, c->all.count);
  for (size_t i = 0; i < description->column_count; i++) {
    const am_column_request *wanted = &description->columns[i];
    const char *request = am_column_canonical(c->arena, wanted->name);
    bool found = choose_requested(c, request, used);
    if (!wanted->required) continue;
    AM_TRY(rule(report, description, wanted->place, request, found));
    if (!found) return refuse_unknown(c, report, wanted->place, request);
  }
  return AM_OK;
}

/* ---- rows ---------------------------------------------------------------- */

unsigned am_columns_read(const am_columns *columns) {
  unsigned read = 0;
  for (size_t s = 0; s < columns->set_count; s++)
    if (columns->sets[s].needed && columns->sets[s].quantity)
      read |= columns->sets[s].quantity->reads;
  return read;
}

am_table *am_columns_table(am_arena *arena, const am_columns *columns) {
  am_table *table =
      am_table_new(arena, columns->names, columns->units, columns->count);
  table->voigt = columns->voigt;
  return table;
}

/* Voigt notation does not apply to sets of 9 or 81 components. */
static void to_voigt(const am_column_set *set, double *values) {
  double factor = set->shear == AM_SHEAR_STRAIN ? 2 : 0.5;
  if (set->components % 6) return;
  for (int i = 0; set->shear && i < set->components; i++)
    if (i % 6 >= 3) values[i] *= factor;
}

/* True if the columns of a table indicate prescribed deformation gradients. */
static bool is_deformed(const am_table *t) {
  static const char *const words[] = {"F", "P", "cauchy", "tangent.xx.zy"};
  for (size_t c = 0; c < t->columns; c++)
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (am_column_begins(t->names[c], words[i])) return true;
  return false;
}

double am_column_voigt(am_arena *arena, const am_table *t, size_t c) {
  static const char *const by[] = {"tangent", "effective", "average"};
  const char *name = t->names[c];
  const char *component = strrchr(name, '.');
  const char *quantity = am_column_quantity(arena, name);
  const char *last = strrchr(quantity, '.');
  if (!component || am_component_index(component + 1) < 3) return 1;
  const char *of = last ? last + 1 : quantity;
  if (!strcmp(of, "strain") || !strcmp(of, "strain0")) return 0.5;
  for (int i = 0; i < 3; i++)
    if (!strcmp(quantity, by[i])) return is_deformed(t) ? 1 : 2;
  return am_column_begins(name, "derivative") ? 2 : 1;
}

void am_table_to_tensor(am_arena *arena, am_table *t) {
  for (size_t c = 0; c < t->columns; c++) {
    double factor = am_column_voigt(arena, t, c);
    for (size_t row = 0; factor != 1 && row < t->rows; row++)
      t->values[row * t->columns + c] *= factor;
  }
  t->voigt = false;
}

am_columns_room *am_columns_room_new(am_arena *arena,
                                     const am_columns *columns) {
  am_columns_room *room = AM_NEW(arena, am_columns_room);
  int numbers = columns->inputs ? columns->inputs->numbers : 0;
  room->numbers = AM_ARRAY(arena, double, columns->scratch);
  room->inputs = AM_ARRAY(arena, double, numbers);
  for (int i = 0; i < numbers; i++)
    room->inputs[i] = columns->inputs->values[i];
  room->frames = AM_ARRAY(arena, am_frame *, columns->set_count);
  room->undefined = AM_ARRAY(arena, double, columns->set_count);
  for (size_t s = 0; s < columns->set_count; s++)
    if (columns->sets[s].program)
      room->frames[s] = am_frame_new(arena, columns->sets[s].program);
  return room;
}

void am_columns_fill(const am_columns *columns, const void *record,
                     am_columns_room *room, double *row) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_SHARED] = room->numbers};
  for (size_t s = 0; s < columns->set_count; s++) {
    const am_column_set *set = &columns->sets[s];
    double *values = room->numbers + set->first;
    if (!set->needed) continue;
    if (set->program) {
      am_frame_bind(room->frames[s], room->inputs);
      am_frame_run(room->frames[s], inputs, values);
      room->undefined[s] += am_column_is_undefined(set, room->numbers);
    } else {
      set->fill(set, record, values);
      if (columns->voigt) to_voigt(set, values);
    }
  }
  for (size_t i = 0; i < columns->count; i++)
    row[i] = room->numbers[columns->place[i]];
  room->rows++;
}
