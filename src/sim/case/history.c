/* history.c: segments that follow the rows of a CSV table. */
#include "case/parts.h"
#include "case/segment.h"

typedef struct {
  const am_segment_reader *reader;
  const am_yaml *file;  /* node of the file name */
  am_table_columns m;
  long columns[AM_PATH_MOST]; /* columns of components and external fields, -1:
                                 none */
} history;

am_status am_control_choice_read(am_report *report,
                                 bool deformed, const am_yaml *map,
                                 int *chosen) {
  const am_path_names names = {.deformed = deformed};
  int others = -1, count = am_path_controlled(&names);
  for (int i = 0; i < count; i++) chosen[i] = -1;
  for (int stress = 0; stress < 2; stress++) {
    const char *control = am_control_name(&names, stress);
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
                         (size_t)count, &c));
      int *choice = rest ? &others : &chosen[c];
      if (*choice >= 0)
        return am_error(report, AM_INPUT, item->place, "%s is listed twice",
                        am_yaml_describe(report->arena, item));
      *choice = stress;
    }
  }
  for (int i = 0; i < count; i++)
    if (chosen[i] < 0) chosen[i] = others;
  return AM_OK;
}

/* Finds the column that controls component c, if any. A chosen component
 * without a column keeps its value. */
static am_status find_column(history *h, int c, int chosen,
                             am_component_target *target) {
  const am_segment_reader *reader = h->reader;
  const char *component = am_gradient_names[c];
  const char *strain = am_control_name(&reader->names, false);
  const char *stresses = am_control_name(&reader->names, true);
  long found[2];
  for (int stress = 0; stress < 2; stress++)
    found[stress] = am_table_column(
        h->m.table, am_format(reader->arena, "%s.%s",
                              stress ? stresses : strain, component));
  if (chosen < 0 && found[0] >= 0 && found[1] >= 0)
    return am_error(reader->report, AM_INPUT, h->file->place,
                    "%s has both %s.%s and %s.%s: choose one with '%s: [%s]' "
                    "or '%s: [%s]'",
                    h->m.name, strain, component, stresses, component, strain,
                    component, stresses, component);
  int stress = chosen >= 0 ? chosen : found[1] >= 0;
  h->columns[c] = found[stress];
  if (found[stress] < 0 && chosen < 0) return AM_OK;
  target->kind = found[stress] < 0 ? AM_TARGET_HOLD : AM_TARGET_TABLE;
  target->stress = stress;
  target->place = h->file->place;
  return AM_OK;
}

/* Ends of the loading steps, from row `skip` on. */
static am_status take_times(const history *h, size_t skip,
                            am_segment *segment) {
  size_t rows = h->m.table->rows;
  double *times = AM_ARRAY(h->reader->arena, double, rows);
  AM_TRY(am_table_columns_times(&h->m, segment->start, times));
  segment->absolute = true;
  segment->times = times + skip;
  segment->steps = (double)(rows - skip);
  segment->end = times[rows - 1];
  return AM_OK;
}

/* Values of `width` components or fields, starting with component `first`. */
static const double *read_rows(const history *h, size_t from, size_t count,
                               int first, int width) {
  size_t size = (size_t)width;
  double *rows = AM_ARRAY(h->reader->arena, double, size * count);
  for (size_t i = 0; i < count; i++)
    for (size_t c = 0; c < size; c++)
      if (h->columns[(size_t)first + c] >= 0)
        rows[size * i + c] =
            am_table_columns_at(&h->m, from + i, h->columns[(size_t)first + c]);
  return rows;
}

/* Finds columns of external fields: all columns, or the listed ones. */
static am_status read_field_columns(history *h, const am_yaml *map,
                                am_segment *segment, int *controlled) {
  const am_segment_reader *reader = h->reader;
  const am_path_names *names = &reader->names;
  const am_yaml *list = am_yaml_get(map, "external");
  int first = am_path_controlled(names);
  bool chosen[AM_MOST_EXTERNAL] = {false};
  if (list)
    AM_TRY(am_yaml_expect(reader->report, list, AM_YAML_SEQUENCE, "external"));
  for (size_t i = 0; list && i < list->count; i++) {
    const char *name;
    int field;
    AM_TRY(am_yaml_text(reader->report, list->items[i], "a field", &name));
    AM_TRY(am_external_find(reader, name, list->items[i]->place, &field));
    chosen[field] = true;
  }
  for (int i = 0; i < names->external_count; i++) {
    const char *column =
        am_format(reader->arena, "external.%s", names->externals[i]);
    long found = am_table_column(h->m.table, column);
    h->columns[first + i] = list && !chosen[i] ? -1 : found;
    if (chosen[i] && found < 0)
      return am_error(reader->report, AM_INPUT, h->file->place,
                      "%s has no column %s", h->m.name, column);
    if (h->columns[first + i] < 0) continue;
    AM_TRY(am_table_columns_check(&h->m, found));
    AM_TRY(am_table_columns_take_unit(&h->m, (size_t)found, names));
    segment->targets[first + i] = (am_component_target){
        .kind = AM_TARGET_TABLE, .place = h->file->place};
    ++*controlled;
  }
  return AM_OK;
}

/* Error: no column matches the controlled components; suggests a name. */
static am_status miss_column(const history *h, const int *chosen) {
  const am_path_names *names = &h->reader->names;
  int c = 0, last = am_path_controlled(names) - 1;
  while (c < last && chosen[c] < 0) c++;
  if (chosen[c] < 0) c = 0;
  const char *name =
      am_format(h->reader->arena, "%s.%s",
                am_control_name(names, chosen[c] > 0), am_gradient_names[c]);
  return am_table_columns_missing(
      &h->m,
      am_format(h->reader->arena, "with a prescribed quantity, such as "
                                  "%s", name),
      name);
}

static am_status read_columns(history *h, const am_yaml *map,
                              am_segment *segment) {
  const am_path_names *names = &h->reader->names;
  int chosen[AM_CONTROLLED_MOST] = {0}, controlled = 0;
  AM_TRY(am_control_choice_read(h->reader->report, names->deformed, map,
                                chosen));
  for (int c = 0; c < am_path_controlled(names); c++) {
    AM_TRY(find_column(h, c, chosen[c], &segment->targets[c]));
    if (h->columns[c] < 0) continue;
    AM_TRY(am_table_columns_check(&h->m, h->columns[c]));
    AM_TRY(am_table_columns_take_unit(&h->m, (size_t)h->columns[c], names));
    controlled++;
  }
  AM_TRY(read_field_columns(h, map, segment, &controlled));
  if (controlled) return AM_OK;
  return miss_column(h, chosen);
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
    if (h->columns[c] < 0) continue;
    if (!am_segment_start_value(reader->course, components, c, stress, &now) ||
        am_table_columns_differs(&h->m, h->columns[c], now))
      *skip = 0;
  }
}

static am_status open_history(history *h, const am_yaml *map) {
  const am_segment_reader *reader = h->reader;
  h->m = (am_table_columns){.arena = reader->arena, .report = reader->report,
                       .name = am_yaml_describe(reader->arena, h->file),
                       .place = h->file->place,
                       .columns = am_yaml_get(map, "columns"),
                       .voigt = reader->description->voigt};
  const am_yaml *skip = am_yaml_get(map, "skip");
  if (skip)
    AM_TRY(am_yaml_integer(reader->report, skip, "skip", 0, AM_MOST_SKIPPED,
                           &h->m.skip));
  AM_TRY(am_input_name(reader->arena, reader->report, h->file, "table",
                       reader->description, &h->m.file));
  AM_TRY(am_table_columns_read(&h->m));
  return am_table_columns_take_unit(&h->m, (size_t)h->m.time, &reader->names);
}

am_status am_history_read(const am_segment_reader *reader, const am_yaml *map,
                          const am_yaml *file, am_segment *segment) {
  history h = {.reader = reader, .file = file};
  size_t skip;
  int components = am_path_controlled(&reader->names);
  AM_TRY(am_control_check(reader, map));
  AM_TRY(open_history(&h, map));
  AM_TRY(read_columns(&h, map, segment));
  look_at_first_row(&h, segment, &skip);
  AM_TRY(take_times(&h, skip, segment));
  size_t rows = h.m.table->rows - skip;
  segment->table = read_rows(&h, skip, rows, 0, components);
  segment->fields =
      read_rows(&h, skip, rows, components, reader->names.external_count);
  return am_until_read(reader, map, segment);
}

void am_path_start_fields(am_arena *arena, const am_case *description,
                          const am_path_names *names, double *external) {
  const am_yaml *path = description->path;
  const am_yaml *map = path && path->count ? path->items[0] : NULL;
  const am_yaml *file = am_yaml_get(map, "table");
  if (!file || !names->external_count) return;
  const am_segment_reader reader = {.arena = arena,
                                    .report = am_report_new(arena),
                                    .description = description,
                                    .names = *names};
  history h = {.reader = &reader, .file = file};
  am_segment segment = {.start = description->time};
  int first = am_path_controlled(names), found = 0;
  if (open_history(&h, map) != AM_OK ||
      read_field_columns(&h, map, &segment, &found) != AM_OK ||
      !am_table_columns_starts(&h.m, segment.start))
    return;
  for (int i = 0; i < names->external_count; i++)
    if (h.columns[first + i] >= 0 &&
        !am_yaml_get(description->initial, names->externals[i]))
      external[i] = am_table_columns_at(&h.m, 0, h.columns[first + i]);
}
