/* history.c: segments that replay the rows of a CSV table. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "output/table.h"
#include "path/reading.h"
#include "path/segment.h"

typedef struct {
  const am_segment_reader *reader;
  const am_yaml *file;  /* node of its name */
  const char *name;     /* as messages show it */
  am_table *table;
  long time;            /* column */
  long columns[6];      /* of the components, -1: none */
} history;

am_status am_control_choice_read(am_report *report, const am_yaml *map,
                                 int *chosen) {
  for (int i = 0; i < 6; i++) chosen[i] = -1;
  for (int stress = 0; stress < 2; stress++) {
    const char *control = am_control_names[stress];
    const am_yaml *list = am_yaml_get(map, control);
    if (!list) continue;
    AM_TRY(am_yaml_expect(report, list, AM_YAML_SEQUENCE, control));
    for (size_t i = 0; i < list->count; i++) {
      size_t c;
      AM_TRY(am_choice(report, list->items[i], "a component",
                       am_component_names, 6, &c));
      if (chosen[c] >= 0)
        return am_error(report, AM_INPUT, list->items[i]->place,
                        "component %s is chosen twice",
                        am_component_names[c]);
      chosen[c] = stress;
    }
  }
  return AM_OK;
}

/* The column that controls component c, if any.  One that is chosen without a
 * column keeps the value that it has. */
static am_status find_column(history *h, int c, int chosen,
                             am_component_target *target) {
  const am_segment_reader *reader = h->reader;
  const char *component = am_component_names[c];
  long found[2];
  for (int stress = 0; stress < 2; stress++)
    found[stress] = am_table_column(
        h->table, am_format(reader->arena, "%s.%s", am_control_names[stress],
                            component));
  if (chosen < 0 && found[0] >= 0 && found[1] >= 0)
    return am_error(reader->report, AM_INPUT, h->file->place,
                    "%s has both strain.%s and stress.%s: choose with "
                    "'strain: [%s]' or 'stress: [%s]'",
                    h->name, component, component, component,
                    component);
  int stress = chosen >= 0 ? chosen : found[1] >= 0;
  h->columns[c] = found[stress];
  if (found[stress] < 0 && chosen < 0) return AM_OK;
  target->kind = found[stress] < 0 ? AM_TARGET_HOLD : AM_TARGET_TABLE;
  target->stress = stress;
  target->place = h->file->place;
  return AM_OK;
}

static double cell(const history *h, size_t row, long column) {
  return h->table->values[row * h->table->columns + (size_t)column];
}

static am_status check_finite(const history *h, long column) {
  for (size_t row = 0; row < h->table->rows; row++)
    if (!isfinite(cell(h, row, column)))
      return am_error(h->reader->report, AM_INPUT, h->file->place,
                      "%s has no finite %s in row %zu of its numbers",
                      h->name, h->table->names[column], row + 1);
  return AM_OK;
}

static am_status read_times(const history *h, size_t skip,
                            am_segment *segment) {
  size_t steps = h->table->rows - skip;
  double *times = AM_ARRAY(h->reader->arena, double, steps);
  double before = segment->start;
  for (size_t i = 0; i < steps; i++) {
    times[i] = cell(h, i + skip, h->time);
    if (times[i] <= before)
      return am_error(h->reader->report, AM_INPUT, h->file->place,
                      "times increase strictly: expected one after %.15g in "
                      "row %zu of %s, found %.15g",
                      before, i + skip + 1, h->name, times[i]);
    before = times[i];
  }
  segment->absolute = true;
  segment->times = times;
  segment->steps = (double)steps;
  segment->end = before;
  return AM_OK;
}

static const double *read_rows(const history *h, size_t from, size_t count) {
  double *rows = AM_ARRAY(h->reader->arena, double, 6 * count);
  for (size_t i = 0; i < count; i++)
    for (int c = 0; c < 6; c++)
      if (h->columns[c] >= 0)
        rows[6 * i + c] = cell(h, from + i, h->columns[c]);
  return rows;
}

bool am_history_reads(const char *name) {
  if (!strcmp(name, "time")) return true;
  if (strncmp(name, "strain.", 7) && strncmp(name, "stress.", 7))
    return false;
  return am_component_index(name + 7) >= 0;
}

static am_status read_columns(history *h, const am_yaml *map,
                              am_segment *segment) {
  int chosen[6], controlled = 0;
  AM_TRY(am_control_choice_read(h->reader->report, map, chosen));
  for (int c = 0; c < 6; c++) {
    AM_TRY(find_column(h, c, chosen[c], &segment->targets[c]));
    if (h->columns[c] < 0) continue;
    AM_TRY(check_finite(h, h->columns[c]));
    controlled++;
  }
  if (controlled) return AM_OK;
  return am_error(h->reader->report, AM_INPUT, h->file->place,
                  "%s has no column of a component that it is to prescribe",
                  h->name);
}

am_status am_history_read(const am_segment_reader *reader, const am_yaml *map,
                          const am_yaml *file, am_segment *segment) {
  am_report *report = reader->report;
  history h = {.reader = reader,
               .file = file,
               .name = am_yaml_describe(reader->arena, file)};
  const char *path;
  AM_TRY(am_input_name(reader->arena, report, file, "table",
                       reader->description, &path));
  AM_TRY(am_csv_read_columns(reader->arena, report, path, file->place,
                             am_history_reads, &h.table));
  h.time = am_table_column(h.table, "time");
  if (h.time < 0)
    return am_error(report, AM_INPUT, file->place, "%s has no column time",
                    h.name);
  AM_TRY(check_finite(&h, h.time));
  AM_TRY(read_columns(&h, map, segment));

  /* A row at the segment's start, up to rounding, is no step. */
  size_t rows = h.table->rows, skip = 0;
  if (rows) {
    double first = cell(&h, 0, h.time), last = cell(&h, rows - 1, h.time);
    skip = fabs(first - segment->start) <=
           1e-12 * fabs(last - first) +
               4 * DBL_EPSILON * fabs(segment->start);
  }
  if (rows == skip)
    return am_error(report, AM_INPUT, file->place,
                    "%s has no row after the time %.15g, where the segment "
                    "starts",
                    h.name, segment->start);
  AM_TRY(read_times(&h, skip, segment));
  segment->first = skip ? read_rows(&h, 0, 1) : NULL;
  segment->table = read_rows(&h, skip, rows - skip);
  return am_until_read(reader, map, segment);
}
