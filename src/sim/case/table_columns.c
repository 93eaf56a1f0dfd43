/* table_columns.c: reads tables of paths and tests. */
#include <sys/stat.h>

#include "case/parts.h"

/* A column that is renamed on input. */
typedef struct {
  const char *column, *as;
  am_place place, as_place, scale_place;
  double scale, offset; /* NaN: not given */
} renamed;

typedef struct {
  renamed *items; /* [count] */
  size_t count;
} renaming;

bool am_history_reads(const char *name) {
  if (!strcmp(name, "time") || !strncmp(name, "external.", 9)) return true;
  if (!strncmp(name, "F.", 2) || !strncmp(name, "P.", 2))
    for (int c = 0; am_gradient_names[c]; c++)
      if (!strcmp(am_gradient_names[c], name + 2)) return true;
  if (!strncmp(name, "cauchy.", 7)) return am_component_index(name + 7) >= 0;
  if (strncmp(name, "strain.", 7) && strncmp(name, "stress.", 7))
    return false;
  return am_component_index(name + 7) >= 0;
}

double am_table_columns_at(const am_table_columns *m, size_t row, long column) {
  return m->table->values[row * m->table->columns + (size_t)column];
}

/* ---- the key `columns` --------------------------------------------------- */

const am_yaml_key am_renaming_keys[] = {
    {"column",
     {.takes = AM_TAKES_TEXT, AM_NEEDED(renamed, column),
      .place = offsetof(renamed, place)},
     "name of the column in the file"},
    {"as",
     {.takes = AM_TAKES_TEXT, AM_INTO(renamed, as),
      .place = offsetof(renamed, as_place)},
     "meaning of the column: time, strain.xx and so on"},
    {"scale",
     {.takes = AM_TAKES_NUMBER, AM_INTO(renamed, scale),
      .place = offsetof(renamed, scale_place)},
     "factor of its values"},
    {"offset", {.takes = AM_TAKES_NUMBER, AM_INTO(renamed, offset)},
     "added to its values after the factor"},
    {0}};
const am_yaml_shape am_renaming_shape = AM_KEYS(am_renaming_keys);

static am_status read_renamed(const am_table_columns *m, const am_yaml *map,
                              renamed *item) {
  *item = (renamed){.scale = NAN, .offset = NAN};
  AM_TRY(am_yaml_take(m->report, map, "a column of a table", am_renaming_keys,
                      item));
  if (!item->as) {
    item->as = item->column;
    item->as_place = item->place;
  }
  if (item->scale == 0)
    return am_error(m->report, AM_INPUT, item->scale_place,
                    "'scale' must not be 0");
  if (am_history_reads(item->as)) return AM_OK;
  const char *known[13] = {"time"};
  for (int i = 0; i < 12; i++)
    known[i + 1] = am_format(m->arena, "%s.%s", am_control_names[i >= 6],
                             am_component_names[i % 6]);
  return am_error(m->report, AM_INPUT, item->as_place,
                  "expected 'as' to be time, external.NAME, or a component of "
                  "strain, stress, F or P such as strain.xx, found %s%s",
                  am_quoted(m->arena, item->as),
                  am_suggestion(m->arena, item->as, known, 13));
}

static am_status read_renaming(const am_table_columns *m, renaming *all) {
  const am_yaml *node = m->columns;
  *all = (renaming){0};
  if (!node) return AM_OK;
  bool list = node->kind == AM_YAML_SEQUENCE;
  all->count = list ? node->count : 1;
  all->items = AM_ARRAY(m->arena, renamed, all->count);
  for (size_t i = 0; i < all->count; i++)
    AM_TRY(read_renamed(m, list ? node->items[i] : node, &all->items[i]));
  return AM_OK;
}

static bool is_read(const void *data, const char *name) {
  const renaming *all = data;
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp(all->items[i].column, name)) return true;
  return am_history_reads(name);
}

static void scale_column(am_table *t, size_t c, const renamed *item) {
  double scale = isnan(item->scale) ? 1 : item->scale;
  double offset = isnan(item->offset) ? 0 : item->offset;
  for (size_t row = 0; row < t->rows; row++) {
    double *value = &t->values[row * t->columns + c];
    *value = *value * scale + offset;
  }
}

/* Unit in brackets at the end of a name: "min" of "Time (min)"; NULL: none. */
static const char *unit_in_name(am_arena *arena, const char *name) {
  size_t length = strlen(name);
  char last = length ? name[length - 1] : 0;
  const char *first = last == ']'   ? strrchr(name, '[')
                      : last == ')' ? strrchr(name, '(')
                                    : NULL;
  if (!first) return NULL;
  const char *unit = am_copy(arena, first + 1, strlen(first) - 2);
  return am_unit_known(unit) ? unit : NULL;
}

/* Clears the names that will be replaced first, so that two columns can be
 * exchanged; scaled or shifted columns lose their units. Without a line of
 * units, names contain them. */
static am_status rename_columns(const am_table_columns *m,
                                const renaming *all) {
  am_table *t = m->table;
  size_t size = t->columns * sizeof *t->names;
  const char **names = AM_ARRAY(m->arena, const char *, t->columns);
  const char **units = AM_ARRAY(m->arena, const char *, t->columns);
  memcpy(names, t->names, size);
  if (t->units) memcpy(units, t->units, size);
  for (size_t i = 0; i < all->count; i++) {
    const renamed *item = &all->items[i];
    long c = am_table_column(t, item->column);
    if (c < 0)
      return am_error(m->report, AM_INPUT, item->place,
                      "%s has no column '%s'%s", m->name, item->column,
                      am_suggestion(m->arena, item->column, t->names,
                                    t->columns));
    if (names[c] != t->names[c])
      return am_error(m->report, AM_INPUT, item->place,
                      "the column '%s' is already used as %s", item->column,
                      names[c]);
    names[c] = item->as;
    bool scaled = !isnan(item->scale) || !isnan(item->offset);
    if (scaled) scale_column(t, (size_t)c, item);
    if (scaled)
      units[c] = "";
    else if (!t->units)
      units[c] = unit_in_name(m->arena, item->column);
  }
  for (size_t c = 0; c < t->columns; c++)
    for (size_t k = 0; k < c; k++)
      if (!strcmp(names[c], names[k]))
        return am_error(m->report, AM_INPUT, m->place,
                        "two columns of %s are used as %s: %s and %s",
                        m->name, names[c], am_quoted(m->arena, t->names[k]),
                        am_quoted(m->arena, t->names[c]));
  t->names = names;
  t->units = units;
  return AM_OK;
}

static void halve_shears(am_table *t) {
  for (size_t c = 0; c < t->columns; c++) {
    const char *name = t->names[c];
    if (strncmp(name, "strain.", 7) || am_component_index(name + 7) < 3)
      continue;
    for (size_t row = 0; row < t->rows; row++)
      t->values[row * t->columns + c] /= 2;
  }
}

/* ---- required entries ---------------------------------------------------- */

am_status am_table_columns_check(const am_table_columns *m, long column) {
  for (size_t row = 0; row < m->table->rows; row++)
    if (!isfinite(am_table_columns_at(m, row, column)))
      return am_error(m->report, AM_INPUT,
                      am_csv_place(m->arena, m->table, (long)row,
                                   (size_t)column),
                      "expected a number in the column %s, found an empty cell",
                      m->table->names[column]);
  return AM_OK;
}

/* "'time', 'e', ...": column names of a table. */
static const char *list_names(am_arena *arena, const am_table *t) {
  enum { SHOWN = 8 };
  am_buffer names = {.arena = arena};
  for (size_t i = 0; i < t->columns && i < SHOWN; i++)
    am_buffer_add(&names, "%s%s", i ? ", " : "", am_quoted(arena, t->names[i]));
  if (t->columns > SHOWN) am_buffer_add(&names, ", ...");
  return names.text;
}

am_status am_table_columns_missing(const am_table_columns *m, const char *what,
                                   const char *name) {
  return am_error(m->report, AM_INPUT, am_csv_place(m->arena, m->table, -1, 0),
                  "expected a column %s, found %s; assign a column with "
                  "'columns: {column: NAME, as: %s}' next to 'table'",
                  what, list_names(m->arena, m->table), name);
}

/* True for a regular file of at most 1 MB, which can be read several times. */
static bool is_short(const char *path) {
  struct stat status;
  return !stat(path, &status) && S_ISREG(status.st_mode) &&
         status.st_size <= 1 << 20;
}

/* Suggests the number of lines above the names of a table that was read without
 * a column of times: the first with which there is one, or else several columns
 * with names. */
static void suggest_skip(const am_table_columns *m, const renaming *all,
                         am_csv_wanted wanted) {
  enum { MOST = 20 };
  const char *time = "time", *text = NULL;
  for (size_t i = 0; i < all->count; i++)
    if (!strcmp(all->items[i].as, time)) time = all->items[i].column;
  bool timed = m->table && am_table_column(m->table, time) >= 0;
  while (is_short(m->file) && !timed && wanted.skip++ < m->skip + MOST) {
    am_arena *own = am_arena_child(m->arena);
    am_table *t;
    bool found = am_csv_read(own, am_report_new(own), m->file, m->place,
                             &wanted, &t) == AM_OK &&
                 t->columns > 1 && t->rows &&
                 !strchr("+-.0123456789", *t->names[0]);
    timed = found && am_table_column(t, time) >= 0;
    if (timed || (found && !text))
      text = am_format(m->arena, "with 'skip: %ld' beside 'table', the column "
                       "names are %s in line %d", wanted.skip,
                       list_names(own, t), t->origin->names.number);
    am_arena_free(own);
  }
  if (text) am_note(m->report, m->place, "%s", text);
}

static am_status read_with_times(am_table_columns *m, const renaming *all,
                                 const am_csv_wanted *wanted) {
  AM_TRY(
      am_csv_read(m->arena, m->report, m->file, m->place, wanted, &m->table));
  AM_TRY(rename_columns(m, all));
  m->time = am_table_column(m->table, "time");
  return m->time < 0 ? am_table_columns_missing(m, "time", "time") : AM_OK;
}

am_status am_table_columns_read(am_table_columns *m) {
  renaming all;
  AM_TRY(read_renaming(m, &all));
  const am_csv_wanted wanted = {
      .is = is_read, .data = &all, .skip = m->skip, .skippable = true};
  am_status status = read_with_times(m, &all, &wanted);
  if (status == AM_INPUT) suggest_skip(m, &all, wanted);
  AM_TRY(status);
  if (m->voigt || m->table->voigt) halve_shears(m->table);
  if (m->table->rows) return am_table_columns_check(m, m->time);
  return am_error(m->report, AM_INPUT, m->place, "%s has no rows of numbers",
                  m->name);
}

bool am_table_columns_is_stress(const char *name) {
  return !strncmp(name, "stress.", 7) || !strncmp(name, "P.", 2) ||
         !strncmp(name, "cauchy.", 7);
}

/* Unit of the column in the law; NULL: none, or any unit. */
static const char *unit_of_law(const am_path_names *law, const char *name) {
  const char *const *externals = law->units.externals;
  if (!strcmp(name, "time")) return law->units.time;
  if (am_table_columns_is_stress(name)) return law->units.stress;
  for (int i = 0; externals && i < law->external_count; i++)
    if (!strncmp(name, "external.", 9) && !strcmp(name + 9, law->externals[i]))
      return externals[i];
  return NULL;
}

am_status am_table_columns_take_unit(const am_table_columns *m, size_t column,
                                     const am_path_names *law) {
  const char *name = m->table->names[column];
  const char *given = am_table_unit(m->table, (long)column);
  const char *of_law = law->units.whose ? unit_of_law(law, name) : NULL;
  const char *wanted = of_law ? of_law : "", *quote = *wanted ? "'" : "";
  bool percent = !*wanted && !strcmp(given, "%");
  if (am_table_convert(m->table, column, percent ? "strain." : name, wanted) ||
      !law->units.whose)
    return AM_OK;
  return am_error(m->report, AM_INPUT, m->place,
                  "the unit of %s is %s%s in %s, expected %s%s%s as in %s, "
                  "or a unit that can be converted to it",
                  name, am_quoted(m->arena, given),
                  am_unit_suggestion(m->arena, given), m->name, quote,
                  *wanted ? wanted : "none", quote, law->units.whose);
}

bool am_table_columns_starts(const am_table_columns *m, double start) {
  double first = am_table_columns_at(m, 0, m->time);
  double last = am_table_columns_at(m, m->table->rows - 1, m->time);
  return fabs(first - start) <=
         1e-12 * fabs(last - first) + 4 * DBL_EPSILON * fabs(start);
}

static am_status refuse_time(const am_table_columns *m, size_t row,
                             double before, bool jumped) {
  return am_error(m->report, AM_INPUT,
                  am_csv_place(m->arena, m->table, (long)row,
                               (size_t)m->time),
                  jumped ? "times must be increasing: %.15g occurs in a third "
                           "row (two rows with the same time are a jump)"
                         : "times must be increasing: %.15g follows %.15g",
                  am_table_columns_at(m, row, m->time), before);
}

am_status am_table_columns_times(const am_table_columns *m, double start,
                                 double *times) {
  size_t rows = m->table->rows;
  bool starts = am_table_columns_starts(m, start), jumped = false;
  double before = start;
  for (size_t row = 0; row < rows; row++) {
    double time = am_table_columns_at(m, row, m->time);
    if (row == 0 && starts) time = start;
    bool jump = time == before && (row || starts);
    if (time < before || (time == before && (!jump || jumped)))
      return refuse_time(m, row, before, jumped);
    jumped = jump && row;
    times[row] = before = time;
  }
  if (before > start) return AM_OK;
  return am_error(m->report, AM_INPUT, m->place,
                  "%s has no row after the time %.15g, the start of this "
                  "segment",
                  m->name, start);
}

bool am_table_columns_differs(const am_table_columns *m, long column,
                              double value) {
  double largest = fabs(value);
  for (size_t row = 0; row < m->table->rows; row++)
    largest = fmax(largest, fabs(am_table_columns_at(m, row, column)));
  return fabs(am_table_columns_at(m, 0, column) - value) > 1e-12 * largest;
}
