/* label_parameters.c: reads the parameters of a phase by label from a table. */
#include "point/parts.h"
#include "space/parts.h"

/* Labels of a table are smaller. */
enum { MOST_LABELS = 1 << 24 };

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_cell *cell;
  am_phase *phase;
  am_table *table;
  long label; /* column of the labels */
  int *index; /* [columns] in the parameter numbers; -1: labels */
} reading;

const am_yaml *am_label_parameters_file(am_arena *arena,
                                        const am_material *material,
                                        const am_yaml **overrides) {
  const am_yaml *file = am_yaml_get(*overrides, "file");
  if (!file || am_parameter_index(material, "file") >= 0) return NULL;
  *overrides = am_yaml_without(arena, *overrides, "file");
  return file;
}

static am_place place_of(const reading *r, long row, long column) {
  return am_csv_place(r->arena, r->table, row, (size_t)column);
}

static double value_at(const reading *r, long row, long column) {
  return r->table->values[row * (long)r->table->columns + column];
}

/* ---- columns ------------------------------------------------------------- */

/* Converts a column to the unit of its parameter; a parameter without unit is a
 * number like a strain, such as an angle in radians. */
static am_status take_unit(const reading *r, long column,
                           const am_parameter *p) {
  const am_table_wanted wanted = {r->table->names[column], p->unit,
                                  "the parameter"};
  if (!*p->unit && am_table_convert(r->table, (size_t)column, "strain.", ""))
    return AM_OK;
  return am_table_take_unit(r->report, r->table, (size_t)column, &wanted);
}

/* p: NULL for labels. */
static am_status check_values(const reading *r, long column,
                              const am_parameter *p) {
  for (long row = 0; row < (long)r->table->rows; row++) {
    double value = value_at(r, row, column);
    if (!isfinite(value))
      return am_error(r->report, AM_INPUT, place_of(r, row, column),
                      "expected a number in the column %s, found an empty cell",
                      r->table->names[column]);
    if (p && !am_parameter_allows(p, value))
      return am_error(r->report, AM_INPUT, place_of(r, row, column),
                      "parameter '%s' is %.15g, but must be %s", p->name, value,
                      am_parameter_bounds(r->arena, p));
  }
  return AM_OK;
}

static am_status read_column(reading *r, long column) {
  const am_law *law = r->phase->law;
  const char *name = r->table->names[column];
  am_place place = place_of(r, -1, column);
  int at = am_parameter_index(law->material,
                              am_member_parse(r->arena, name).name);
  if (at < 0)
    return am_parameter_unknown(r->report, law->material, name, place);
  AM_TRY(am_point_parameters_find(r->report, law, name, place,
                                  &r->index[column]));
  for (long c = 0; c < column; c++)
    if (r->index[c] == r->index[column])
      return am_error(r->report, AM_INPUT, place,
                      "the column '%s' already gives this parameter",
                      r->table->names[c]);
  AM_TRY(take_unit(r, column, &law->material->parameters[at]));
  return check_values(r, column, &law->material->parameters[at]);
}

static am_status read_columns(reading *r) {
  long columns = (long)r->table->columns;
  r->label = am_table_column(r->table, "label");
  if (r->label < 0)
    return am_error(r->report, AM_INPUT, place_of(r, -1, 0),
                    "expected a column 'label' and a column for each "
                    "parameter, found no 'label'");
  r->index = AM_ARRAY(r->arena, int, columns);
  r->index[r->label] = -1;
  for (long c = 0; c < columns; c++)
    AM_TRY(c == r->label ? check_values(r, c, NULL) : read_column(r, c));
  return AM_OK;
}

/* ---- labels -------------------------------------------------------------- */

/* Finds the rows of the labels. */
static am_status read_labels(const reading *r) {
  am_label_parameters *by = r->phase->by_label;
  int capacity = 0;
  for (long row = 0; row < (long)r->table->rows; row++) {
    double label = value_at(r, row, r->label);
    if (!(label >= 0 && label < MOST_LABELS && label == floor(label)))
      return am_error(r->report, AM_INPUT, place_of(r, row, r->label),
                      "expected a label, an integer from 0 to %d, found %.15g",
                      MOST_LABELS - 1, label);
    while (by->labels <= label) {
      AM_PUSH_ROOM(r->arena, by->row, by->labels, capacity);
      by->row[by->labels++] = -1;
    }
    int *at = &by->row[(int)label];
    if (*at >= 0)
      return am_error(r->report, AM_INPUT, place_of(r, row, r->label),
                      "duplicate label %.15g (first on line %d)", label,
                      r->table->origin->lines[*at].number);
    *at = (int)row;
  }
  return AM_OK;
}

/* AM_INPUT if a label of this member's voxels has no row.  A plan has a voxel
 * of an unknown label, -1. */
static am_status check_labels(const reading *r) {
  const am_label_parameters *by = r->phase->by_label;
  for (long n = 0; n < r->phase->count; n++) {
    int label = r->cell->micro->labels[r->phase->voxel[n]];
    if (label >= 0 && (label >= by->labels || by->row[label] < 0))
      return am_error(r->report, AM_INPUT, place_of(r, -1, r->label),
                      "expected a row for each label of phase '%s', found none "
                      "for the label %d",
                      r->phase->name, label);
  }
  return AM_OK;
}

static am_status set_parameters(const reading *r) {
  const am_law *law = r->phase->law;
  const am_label_parameters *by = r->phase->by_label;
  am_point_parameters_frame *frame = am_point_parameters_frame_new(
      r->arena, am_point_parameters_new(r->arena, law));
  for (long row = 0; row < (long)r->table->rows; row++) {
    double *numbers = by->parameters + row * law->parameter_numbers;
    for (int i = 0; i < law->parameter_numbers; i++)
      numbers[i] = law->parameters[i];
    for (long c = 0; c < (long)r->table->columns; c++)
      if (c != r->label) numbers[r->index[c]] = value_at(r, row, c);
    const char *violated =
        am_point_parameters_initial(frame, numbers, by->state + row * law->nx);
    if (violated)
      return am_error(r->report, AM_INPUT, place_of(r, row, r->label),
                      "parameters of label %.15g: %s",
                      value_at(r, row, r->label), violated);
  }
  return AM_OK;
}

am_status am_label_parameters_read(am_arena *arena, am_report *report,
                                   const am_cell *cell, am_phase *phase,
                                   const am_yaml *file) {
  const am_law *law = phase->law;
  am_label_parameters *by = AM_NEW(arena, am_label_parameters);
  reading r = {
      .arena = arena, .report = report, .cell = cell, .phase = phase};
  const char *path;
  phase->by_label = by;
  AM_TRY(am_input_name(arena, report, file, "parameters.file",
                       cell->description, &path));
  AM_TRY(am_csv_read(arena, report, path, file->place, NULL, &r.table));
  AM_TRY(read_columns(&r));
  AM_TRY(read_labels(&r));
  long rows = (long)r.table->rows;
  by->source = r.table->origin->source;
  by->parameters = AM_ARRAY(arena, double, rows * law->parameter_numbers);
  by->state = AM_ARRAY(arena, double, rows * law->nx);
  AM_TRY(set_parameters(&r));
  return am_team_agree(cell->team, report, check_labels(&r));
}
