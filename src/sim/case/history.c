/* history.c: segments that follow the rows of a CSV table. */
#include "case/parts.h"
#include "case/segment.h"

/* Components and fields without a column: not in the table, or constant. */
enum { NONE = -1, KEPT = -2 };

typedef struct {
  const am_segment_reader *reader;
  am_table_columns m;
  long columns[AM_PATH_MOST]; /* columns of components and external fields, or
                                 NONE, KEPT */
  double kept[AM_PATH_MOST];  /* values of KEPT ones */
  long steps; /* loading steps between two rows */
} history;

/* Reads the components chosen by the lists `strain` and `stress` of a table, or
 * `F` and `P` if deformed: chosen [6 or 9], -1 none, 0 strain or F, 1
 * stress. */
static am_status read_choice(am_report *report, const am_path_names *names,
                             const am_yaml *map, int *chosen) {
  int others = -1, count = am_path_controlled(names);
  int stressed = am_path_stressed(names);
  for (int i = 0; i < count; i++) chosen[i] = -1;
  for (int stress = 0; stress < 2; stress++) {
    const char *control = am_control_name(names, stress);
    const am_yaml *list = am_yaml_get(map, control);
    if (!list) continue;
    AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, control));
    for (size_t i = 0; i < list->count; i++) {
      const am_yaml *item = list->items[i];
      size_t c = 0;
      bool rest = item->kind == AM_YAML_SCALAR &&
                  !strcmp(item->text.text, "others");
      if (!rest)
        AM_TRY(am_choice(report, item, "a component", am_gradient_names,
                         (size_t)(stress ? stressed : count), &c));
      int *choice = rest ? &others : &chosen[c];
      if (*choice >= 0)
        return am_error(report, AM_INPUT, item->place, "%s is listed twice",
                        am_yaml_describe(report->arena, item));
      *choice = stress;
    }
  }
  for (int i = 0; i < count; i++)
    if (chosen[i] < 0 && !(others > 0 && i >= stressed)) chosen[i] = others;
  return AM_OK;
}

/* Finds the column that controls component c, if any. */
static am_status find_column(const am_table_columns *m,
                             const am_path_names *names, int c, long *column,
                             int *kind) {
  const char *component = am_gradient_names[c];
  const char *strain = am_control_name(names, false);
  const char *stresses = am_control_name(names, true);
  long found[2];
  for (int stress = 0; stress < 2; stress++)
    found[stress] = am_table_column(
        m->table,
        am_format(m->arena, "%s.%s", stress ? stresses : strain, component));
  if (*kind < 0 && found[0] >= 0 && found[1] >= 0)
    return am_error(m->report, AM_INPUT, m->place,
                    "%s has both %s.%s and %s.%s: choose one with '%s: [%s]' "
                    "or '%s: [%s]'",
                    m->name, strain, component, stresses, component, strain,
                    component, stresses, component);
  if (*kind < 0 && found[0] >= 0) *kind = 0;
  if (*kind < 0 && found[1] >= 0) *kind = 1;
  *column = *kind < 0 ? -1 : found[*kind];
  return *column < 0 ? AM_OK : am_table_columns_check(m, *column);
}

am_status am_history_controls(const am_table_columns *m,
                              const am_path_names *names, const am_yaml *map,
                              long *columns, int *kinds) {
  AM_TRY(am_control_check(m->report, names, map));
  AM_TRY(read_choice(m->report, names, map, kinds));
  for (int c = 0; c < am_path_controlled(names); c++)
    AM_TRY(find_column(m, names, c, &columns[c], &kinds[c]));
  return AM_OK;
}

/* Value of a component or field in a row. */
static double cell(const history *h, size_t row, size_t c) {
  return h->columns[c] == KEPT ? h->kept[c]
                               : am_table_columns_at(&h->m, row, h->columns[c]);
}

static double between(double from, double to, double part) {
  return part == 1 ? to : from + (to - from) * part;
}

/* Lists the loading steps from row `skip` on: a jump or a first row is one
 * step, a later row the number of steps between two rows. */
static void list_steps(const history *h, const double *times, size_t skip,
                       am_segment *segment) {
  const am_path_names *names = &h->reader->names;
  am_arena *arena = h->reader->arena;
  size_t n = (size_t)am_path_controlled(names), at = 0;
  size_t fields = (size_t)names->external_count, rows = h->m.table->rows;
  size_t room = rows * (size_t)h->steps;
  double *ends = AM_ARRAY(arena, double, room);
  double *table = AM_ARRAY(arena, double, n * room);
  double *external = AM_ARRAY(arena, double, fields * room);
  for (size_t row = skip; row < rows; row++) {
    size_t from = row ? row - 1 : 0;
    long parts = times[row] == times[from] ? 1 : h->steps;
    for (long k = 1; k <= parts; k++, at++) {
      double part = (double)k / (double)parts;
      ends[at] = between(times[from], times[row], part);
      for (size_t c = 0; c < n + fields; c++) {
        double *to = c < n ? &table[n * at + c]
                           : &external[fields * at + c - n];
        if (h->columns[c] != NONE)
          *to = between(cell(h, from, c), cell(h, row, c), part);
      }
    }
  }
  segment->absolute = true;
  segment->steps = (double)at;
  segment->times = ends;
  segment->table = table;
  segment->fields = external;
  segment->end = times[rows - 1];
}

/* `external: [T]` selects columns [external_count] of fields. */
static am_status choose_fields(const history *h, const am_yaml *list,
                               long *columns) {
  const am_segment_reader *reader = h->reader;
  bool chosen[AM_MOST_EXTERNAL] = {false};
  AM_TRY(am_yaml_expect(reader->report, list, AM_YAML_SEQUENCE, "external"));
  for (size_t i = 0; i < list->count; i++) {
    const char *name;
    int field;
    AM_TRY(am_yaml_text(reader->report, list->items[i], "a field", &name));
    AM_TRY(am_external_find(reader, name, list->items[i]->place, &field));
    if (columns[field] == NONE)
      return am_error(reader->report, AM_INPUT, h->m.place,
                      "%s has no column external.%s", h->m.name, name);
    chosen[field] = true;
  }
  for (int i = 0; i < reader->names.external_count; i++)
    if (!chosen[i]) columns[i] = NONE;
  return AM_OK;
}

/* `external: {T: 500}` gives constant values of fields without columns. */
static am_status keep_fields(history *h, const am_yaml *map, long *columns) {
  const am_segment_reader *reader = h->reader;
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *node = map->items[i];
    int field;
    AM_TRY(am_external_find(reader, node->key, node->key_place, &field));
    if (columns[field] != NONE)
      return am_error(reader->report, AM_INPUT, node->key_place,
                      "this field is also a column of %s, external.%s: remove "
                      "one of them", h->m.name, node->key);
    AM_TRY(am_yaml_number(reader->report, node, "an external field",
                          &h->kept[am_path_controlled(&reader->names) +
                                   field]));
    columns[field] = KEPT;
  }
  return AM_OK;
}

/* Finds columns of external fields: all columns, or the listed ones, and
 * constant values. */
static am_status read_fields(history *h, const am_yaml *map,
                             am_segment *segment, int *controlled) {
  const am_segment_reader *reader = h->reader;
  const am_path_names *names = &reader->names;
  const am_yaml *given = am_yaml_get(map, "external");
  int first = am_path_controlled(names);
  long *columns = h->columns + first;
  for (int i = 0; i < names->external_count; i++)
    columns[i] = am_table_column(
        h->m.table,
        am_format(reader->arena, "external.%s", names->externals[i]));
  if (given)
    AM_TRY(given->kind == AM_YAML_MAPPING ? keep_fields(h, given, columns)
                                          : choose_fields(h, given, columns));
  for (int i = 0; i < names->external_count; i++) {
    if (columns[i] == NONE) continue;
    segment->targets[first + i] = (am_component_target){
        .kind = AM_TARGET_TABLE, .place = h->m.place};
    if (columns[i] == KEPT) continue;
    AM_TRY(am_table_columns_check(&h->m, columns[i]));
    AM_TRY(am_table_columns_take_unit(&h->m, (size_t)columns[i], names));
    ++*controlled;
  }
  return AM_OK;
}

/* Error: no column matches the controlled components; suggests a name. */
static am_status miss_column(const history *h, const int *kinds) {
  const am_path_names *names = &h->reader->names;
  int c = 0, last = am_path_controlled(names) - 1;
  while (c < last && kinds[c] < 0) c++;
  if (kinds[c] < 0) c = 0;
  const char *name =
      am_format(h->reader->arena, "%s.%s",
                am_control_name(names, kinds[c] > 0), am_gradient_names[c]);
  return am_table_columns_missing(
      &h->m,
      am_format(h->reader->arena, "with a prescribed quantity, such as "
                                  "%s", name),
      name);
}

/* Warns if 'stress: [others]' without a list 'strain' (or the reverse) frees a
 * component that has a column of strain. */
static void warn_of_unused(const history *h, const am_yaml *map,
                           const int *kinds) {
  const am_path_names *names = &h->reader->names;
  for (int c = 0; c < am_path_controlled(names); c++) {
    if (kinds[c] < 0 || h->columns[c] >= 0) continue;
    const char *control = am_control_name(names, kinds[c] > 0);
    const char *other = am_control_name(names, kinds[c] == 0);
    const char *column =
        am_format(h->m.arena, "%s.%s", other, am_gradient_names[c]);
    const am_yaml *list = am_yaml_get(map, control);
    if (am_yaml_get(map, other) || list->count > 1 ||
        strcmp(list->items[0]->text.text, "others") ||
        am_table_column(h->m.table, column) < 0)
      continue;
    am_warn(h->m.report, list->place,
            "the column %s is not used, because '%s: [others]' includes %s: "
            "add '%s: [%s]' to prescribe it, or write '%s: [%s, others]'",
            column, control, am_gradient_names[c], other,
            am_gradient_names[c], control, am_gradient_names[c]);
  }
}

/* A named component without a column keeps its value. */
static am_status read_columns(history *h, const am_yaml *map,
                              am_segment *segment) {
  const am_path_names *names = &h->reader->names;
  int kinds[AM_CONTROLLED_MOST], controlled = 0;
  AM_TRY(am_history_controls(&h->m, names, map, h->columns, kinds));
  if (!h->reader->description->test) warn_of_unused(h, map, kinds);
  for (int c = 0; c < am_path_controlled(names); c++) {
    bool held = h->columns[c] < 0;
    if (kinds[c] < 0) continue;
    segment->targets[c] = (am_component_target){
        .kind = held ? AM_TARGET_HOLD : AM_TARGET_TABLE,
        .stress = kinds[c] > 0, .place = h->m.place};
    if (held) continue;
    AM_TRY(am_table_columns_take_unit(&h->m, (size_t)h->columns[c], names));
    controlled++;
  }
  AM_TRY(read_fields(h, map, segment, &controlled));
  if (controlled) return AM_OK;
  return miss_column(h, kinds);
}

/* Determines how many rows to skip. The first row is the state at its time. If
 * this time is the start of the segment, the row is a jump, or is skipped
 * (*skip = 1) if all controlled values already agree. */
static void look_at_first_row(const history *h, const am_segment *segment,
                              size_t *skip) {
  const am_segment_reader *reader = h->reader;
  const am_path_names *names = &reader->names;
  int components = am_path_controlled(names);
  *skip = am_table_columns_starts(&h->m, segment->start);
  for (int c = 0; *skip && c < components + names->external_count; c++) {
    bool stress = c < components && segment->targets[c].stress;
    double now;
    if (h->columns[c] == NONE) continue;
    if (!am_segment_start_value(reader->course, components, c, stress, &now) ||
        (h->columns[c] == KEPT
             ? h->kept[c] != now
             : am_table_columns_differs(&h->m, h->columns[c], now)))
      *skip = 0;
  }
}

am_status am_history_open(am_arena *arena, am_report *report,
                          const am_case *description,
                          const am_path_names *names, const am_yaml *map,
                          am_table_columns *m) {
  const am_yaml *file = am_yaml_get(map, "table");
  const am_yaml *skip = am_yaml_get(map, "skip");
  *m = (am_table_columns){.arena = arena, .report = report,
                          .name = am_yaml_describe(arena, file),
                          .place = file->place,
                          .columns = am_yaml_get(map, "columns"),
                          .voigt = description->voigt};
  if (skip)
    AM_TRY(am_yaml_integer(report, skip, "skip", 0, AM_MOST_SKIPPED,
                           &m->skip));
  AM_TRY(am_input_name(arena, report, file, "table", description, &m->file));
  AM_TRY(am_table_columns_read(m));
  return am_table_columns_take_unit(m, (size_t)m->time, names);
}

am_status am_history_read(const am_segment_reader *reader, const am_yaml *map,
                          const am_yaml *file, am_segment *segment) {
  (void)file;
  const am_case *description = reader->description;
  history h = {.reader = reader,
               .steps = description->test ? description->test->steps : 1};
  size_t skip;
  AM_TRY(am_history_open(reader->arena, reader->report, description,
                         &reader->names, map, &h.m));
  AM_TRY(read_columns(&h, map, segment));
  look_at_first_row(&h, segment, &skip);
  double *times = AM_ARRAY(reader->arena, double, h.m.table->rows);
  AM_TRY(am_table_columns_times(&h.m, segment->start, times));
  list_steps(&h, times, skip, segment);
  return am_until_read(reader, map, segment);
}

void am_path_start_fields(am_arena *arena, const am_case *description,
                          const am_path_names *names, double *external) {
  const am_yaml *path = description->path;
  const am_yaml *map = path && path->count ? path->items[0] : NULL;
  if (!am_yaml_get(map, "table") || !names->external_count) return;
  const am_segment_reader reader = {.arena = arena,
                                    .report = am_report_new(arena),
                                    .description = description,
                                    .names = *names};
  history h = {.reader = &reader};
  am_segment segment = {0};
  int first = am_path_controlled(names), found = 0;
  if (am_history_open(arena, reader.report, description, names, map, &h.m) !=
          AM_OK ||
      read_fields(&h, map, &segment, &found) != AM_OK ||
      (!description->test &&
       !am_table_columns_starts(&h.m, description->time)))
    return;
  for (int i = 0; i < names->external_count; i++)
    if (h.columns[first + i] != NONE &&
        !am_yaml_get(description->initial, names->externals[i]))
      external[i] = cell(&h, 0, (size_t)(first + i));
}
