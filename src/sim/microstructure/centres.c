/* centres.c: reads given positions of spheres and grains, and counts those
 * without voxels. */
#include "microstructure/parts.h"

typedef struct {
  const char *file;
  am_place place;
} file_key;

const am_yaml_key am_centres_keys[] = {
    {"file", {.takes = AM_TAKES_TEXT, AM_NEEDED(file_key, file),
              .place = offsetof(file_key, place)},
     "table with the columns x, y and z"},
    {0}};

const am_yaml_shape am_position_shape = AM_A_LIST(am_number_shape);

static am_status check_range(const am_source_reading *r, am_place place, int d,
                             double value) {
  double size = r->result->size[d];
  if (value >= -size && value <= 2 * size) return AM_OK;
  return am_error(r->report, AM_INPUT, place,
                  "expected a coordinate from %g to %g, at most one period "
                  "outside the cell, found %s", -size, 2 * size,
                  isnan(value) ? "an empty cell"
                               : am_format(r->arena, "%g", value));
}

static am_status read_item(const am_source_reading *r, const am_yaml *node,
                           am_centre *centre) {
  AM_TRY(am_yaml_expect(r->report, node, AM_YAML_SEQUENCE, "a centre"));
  if (node->count != 3)
    return am_error(r->report, AM_INPUT, node->place,
                    "expected a centre to be a list of 3, found %zu",
                    node->count);
  centre->place = node->place;
  for (int d = 0; d < 3; d++) {
    const am_yaml *item = node->items[d];
    AM_TRY(am_yaml_number(r->report, item, "a centre", &centre->at[d]));
    AM_TRY(check_range(r, item->place, d, centre->at[d]));
  }
  return AM_OK;
}

static bool is_coordinate(const void *data, const char *name) {
  (void)data;
  return *name >= 'x' && *name <= 'z' && !name[1];
}

/* Reads the column of a coordinate into centres [table->rows]. */
static am_status read_coordinate(const am_source_reading *r,
                                 const am_table *table, int d,
                                 am_centre *centres) {
  const char name[] = {"xyz"[d], 0};
  long column = am_table_column(table, name);
  if (column < 0)
    return am_error(r->report, AM_INPUT, am_csv_place(r->arena, table, -1, 0),
                    "expected the columns x, y and z, found no '%s'", name);
  for (size_t i = 0; i < table->rows; i++) {
    am_place place = am_csv_place(r->arena, table, (long)i, (size_t)column);
    if (d == 0) centres[i].place = place;
    centres[i].at[d] = table->values[i * table->columns + (size_t)column];
    AM_TRY(check_range(r, place, d, centres[i].at[d]));
  }
  return AM_OK;
}

static am_status read_file(const am_source_reading *r, const am_yaml *map,
                           am_centre **centres, long *count) {
  const am_csv_wanted wanted = {.is = is_coordinate};
  am_table *table;
  file_key keys;
  AM_TRY(am_yaml_take(r->report, map, "centres", am_centres_keys, &keys));
  AM_TRY(am_csv_read(r->arena, r->report,
                     am_input_path(r->arena, r->folder, keys.file), keys.place,
                     &wanted, &table));
  *count = (long)table->rows;
  *centres = AM_ARRAY(r->arena, am_centre, *count);
  for (int d = 0; d < 3; d++) AM_TRY(read_coordinate(r, table, d, *centres));
  return AM_OK;
}

am_status am_centres_read(const am_source_reading *r, const am_yaml *node,
                          am_centre **centres, long *count) {
  if (node->kind == AM_YAML_MAPPING) {
    AM_TRY(read_file(r, node, centres, count));
  } else {
    AM_TRY(am_yaml_expect(r->report, node, AM_YAML_SEQUENCE, "centres"));
    *count = (long)node->count;
    *centres = AM_ARRAY(r->arena, am_centre, *count);
    for (long i = 0; i < *count; i++)
      AM_TRY(read_item(r, node->items[i], &(*centres)[i]));
  }
  if (*count) return AM_OK;
  return am_error(r->report, AM_INPUT, node->place,
                  "expected centres, found none");
}

long am_empty_count(const am_source_reading *r, double *voxels, long count) {
  long empty = 0;
  am_team_add(r->arena, am_microstructure_team(r->result), voxels, count);
  for (long i = 0; i < count; i++) empty += voxels[i] == 0;
  return empty;
}
