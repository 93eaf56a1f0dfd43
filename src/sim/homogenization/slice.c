/* slice.c: pictures of fields on a plane of voxels. */
#include "homogenization/parts.h"

/* ---- field --------------------------------------------------------------- */

static int component_of(const char *name) {
  for (int i = 0; i < 6; i++)
    if (!strcmp(name, am_component_names[i])) return i;
  return -1;
}

/* Component "stress.xx" of a field of tensors. */
static bool find_component(am_arena *arena, const am_cell *cell,
                           am_cell_slice *s) {
  const char *dot = strrchr(s->name, '.');
  s->component = dot ? component_of(dot + 1) : -1;
  return s->component >= 0 &&
         am_cell_array_find(
             arena, cell, am_copy(arena, s->name, (size_t)(dot - s->name)),
             &s->array, &s->unit) && s->array.components == 6;
}

/* Quantity computed from the stress or the strain, such as "mises". */
static bool find_derived(am_arena *arena, const am_cell *cell,
                         am_cell_slice *s) {
  size_t count;
  s->derived = am_derived_requested(arena, s->name, &count);
  if (count != 1) return false;
  const char *tensor = am_derived_of_stress(s->derived) ? "stress" : "strain";
  (void)am_cell_array_find(arena, cell, tensor, &s->array, &s->unit);
  if (s->derived->quantity->unit != AM_UNIT_STRESS) s->unit = "";
  return true;
}

static am_status find_field(am_arena *arena, am_report *report,
                            const am_cell *cell, am_cell_slice *s) {
  if (am_cell_array_find(arena, cell, s->name, &s->array, &s->unit)) {
    if (s->array.components == 1) return AM_OK;
    return am_error(report, AM_USAGE, am_nowhere,
                    "the field '%s' is a tensor: name a component, such as "
                    "'%s.xx'", s->name, s->name);
  }
  if (find_component(arena, cell, s) || find_derived(arena, cell, s))
    return AM_OK;
  return am_error(report, AM_USAGE, am_nowhere,
                  "unknown field '%s'%s; name components of tensors, such as "
                  "stress.xx; invariants, such as mises, are fields, too",
                  s->name, am_cell_field_hint(arena, cell, s->name, NULL));
}

/* ---- plane --------------------------------------------------------------- */

/* Direction z, or x or y if the cell is one voxel wide there and not in z. */
static int usual_normal(const int *grid) {
  return grid[2] == 1 ? 2 : grid[0] == 1 ? 0 : grid[1] == 1 ? 1 : 2;
}

/* Reads "x" or "x=0.25". */
static am_status read_plane(am_report *report, const am_microstructure *micro,
                            const char *text, am_cell_slice *s) {
  int d = *text >= 'x' && *text <= 'z' ? *text - 'x' : -1;
  char *end = NULL;
  double position = d >= 0 ? micro->size[d] / 2 : NAN;
  if (d >= 0 && text[1] == '=' && text[2]) position = strtod(text + 2, &end);
  if (d < 0 || (text[1] && (!end || *end)))
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected '--slice' to be x, y or z, or a direction and a "
                    "position such as x=0.25, found '%s'",
                    am_printable(report->arena, text, strlen(text)));
  if (!(position >= 0 && position <= micro->size[d]))
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected the position %c of '--slice' to be from 0 to %g, "
                    "found %s", *text, micro->size[d], text + 2);
  s->normal = d;
  s->level = (int)(position / micro->size[d] * micro->grid[d]);
  if (s->level == micro->grid[d]) s->level--;
  return AM_OK;
}

am_status am_cell_slice_new(am_arena *arena, am_report *report,
                            const am_cell *cell, const char *field,
                            const char *plane, am_cell_slice *s) {
  const int *grid = cell->micro->grid;
  *s = (am_cell_slice){.name = am_column_canonical(arena, field),
                       .normal = usual_normal(grid)};
  s->level = grid[s->normal] / 2;
  if (plane) AM_TRY(read_plane(report, cell->micro, plane, s));
  return find_field(arena, report, cell, s);
}

/* ---- picture ------------------------------------------------------------- */

typedef struct {
  const am_cell_slice *slice;
  const am_microstructure *micro;
  int x, y;       /* directions of the picture */
  double *values; /* [grid[y]][grid[x]] */
} drawing;

static void take(void *data, int voxel, const double *value) {
  const drawing *d = data;
  const am_cell_slice *s = d->slice;
  const int *grid = d->micro->grid;
  int at[3] = {voxel % grid[0], voxel / grid[0] % grid[1],
               voxel / grid[0] / grid[1] + (int)d->micro->planes.first};
  if (at[s->normal] != s->level) return;
  d->values[(long)at[d->y] * grid[d->x] + at[d->x]] =
      s->derived ? am_derived_value(s->derived, value) : value[s->component];
}

am_panel am_cell_slice_panel(am_arena *arena, const am_cell_slice *s,
                             am_space *space) {
  static const char *const names[] = {"{/:Italic x}", "{/:Italic y}",
                                      "{/:Italic z}"};
  const am_cell *cell = space->cell;
  const am_microstructure *micro = cell->micro;
  drawing d = {.slice = s, .micro = micro, .x = s->normal == 0,
               .y = s->normal == 2 ? 1 : 2};
  long columns = micro->grid[d.x], rows = micro->grid[d.y];
  double *room = AM_ARRAY(arena, double, am_cell_array_room(cell));
  d.values = AM_ARRAY(arena, double, columns * rows);
  am_cell_array_visit(&s->array, space, room, take, &d);
  am_team_add(arena, cell->team, d.values, columns * rows);
  am_colour_map *map = AM_NEW(arena, am_colour_map);
  *map = (am_colour_map){
      .values = d.values, .columns = (size_t)columns, .rows = (size_t)rows,
      .width = micro->size[d.x], .height = micro->size[d.y],
      .colour = {.label = am_label_of_column(arena, s->name),
                 .unit = s->unit}};
  return (am_panel){
      .title = am_format(arena, "%c = %.4g", "xyz"[s->normal],
                         (s->level + 0.5) / micro->grid[s->normal] *
                             micro->size[s->normal]),
      .x = {.label = names[d.x]}, .y = {.label = names[d.y]}, .map = map};
}
