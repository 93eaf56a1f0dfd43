/* arrays.c: converts fields of phases to voxel arrays; picture of one plane. */
#include "homogenization/parts.h"

/* Buffer: the fields of one phase, followed by the coordinates of one point. */
size_t am_cell_array_room(const am_cell *cell) {
  size_t most = 0;
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    size_t rows = (size_t)(phase->law->nx > 6 ? phase->law->nx : 6);
    size_t room = rows * (size_t)(phase->count + 1);
    if (room > most) most = room;
  }
  return most;
}

/* Converts x, the coordinates of one point, to output values. */
static void to_user(const am_cell_array *array, const am_variable *variable,
                    const double *x, double *values) {
  if (variable)
    am_variable_to_user(variable, x, values);
  else if (array->components == 6)
    am_basis_to_tensor(x, values);
  else
    *values = *x;
}

void am_cell_array_fill(const am_cell_array *array, am_space *space,
                        double *room, double *values) {
  for (int p = 0; p < array->cell->phase_count; p++) {
    const am_phase *phase = &array->cell->phases[p];
    const am_variable *variable =
        array->variables ? array->variables[p] : NULL;
    bool blank = array->variables && !variable;
    bool fetched = !array->is_phase && !blank;
    int rows = am_cell_field_rows(phase, array->field);
    double *x = room + rows * phase->count;
    if (fetched) am_space_fetch(space, array->field, p, room);
    for (long i = 0; i < phase->count; i++) {
      double *value = values + (long)phase->voxel[i] * array->components;
      for (int c = 0; !fetched && c < array->components; c++)
        value[c] = blank ? NAN : (double)p;
      if (!fetched) continue;
      for (int r = 0; r < rows; r++) x[r] = room[r * phase->count + i];
      to_user(array, variable, x, value);
    }
  }
}

/* ---- a plane ------------------------------------------------------------- */


/* Plane: horizontal, vertical and normal directions, and index of the voxel
 * layer along the normal. */
typedef struct {
  int x, y, normal, level;
} plane;

static plane middle_plane(const am_microstructure *micro) {
  const int *grid = micro->grid;
  int normal = grid[2] == 1   ? 2
               : grid[0] == 1 ? 0
               : grid[1] == 1 ? 1
                              : 2;
  plane p = {.normal = normal, .x = normal == 0, .level = grid[normal] / 2};
  p.y = normal == 2 ? 1 : 2;
  return p;
}

/* Von Mises stress of the voxels of a phase in the plane.  In the coordinates
 * of base/basis.h the deviator is x[1] … x[5]. */
static void fill_plane(const plane *p, const am_cell *cell, int phase,
                       const double *stress, double *values) {
  const am_phase *voxels = &cell->phases[phase];
  const int *grid = cell->micro->grid;
  for (long i = 0; i < voxels->count; i++) {
    int number = voxels->voxel[i];
    int at[3] = {number % grid[0], number / grid[0] % grid[1],
                 number / grid[0] / grid[1] + (int)cell->micro->planes.first};
    double square = 0;
    if (at[p->normal] != p->level) continue;
    for (int c = 1; c < 6; c++)
      square += stress[c * voxels->count + i] * stress[c * voxels->count + i];
    values[at[p->y] * grid[p->x] + at[p->x]] = sqrt(1.5 * square);
  }
}

am_panel am_cell_slice(am_arena *arena, am_space *space) {
  static const char *const names[] = {"{/:Italic x}", "{/:Italic y}",
                                      "{/:Italic z}"};
  const am_cell *cell = space->cell;
  const am_microstructure *micro = cell->micro;
  const plane p = middle_plane(micro);
  long most = 0;
  for (int i = 0; i < cell->phase_count; i++)
    if (cell->phases[i].count > most) most = cell->phases[i].count;
  double *stress = AM_ARRAY(arena, double, 6 * most);
  double *values =
      AM_ARRAY(arena, double, (long)micro->grid[p.x] * micro->grid[p.y]);
  for (int i = 0; i < cell->phase_count; i++) {
    am_space_fetch(space, AM_CELL_STRESS, i, stress);
    fill_plane(&p, cell, i, stress, values);
  }
  am_team_add(arena, cell->team, values,
              (long)micro->grid[p.x] * micro->grid[p.y]);
  am_colour_map *map = AM_NEW(arena, am_colour_map);
  *map = (am_colour_map){
      .values = values, .columns = (size_t)micro->grid[p.x],
      .rows = (size_t)micro->grid[p.y], .width = micro->size[p.x],
      .height = micro->size[p.y],
      .colour = {.label = "von Mises stress", .unit = cell->stress_unit}};
  return (am_panel){
      .title = am_format(arena, "%c = %.4g", "xyz"[p.normal],
                         (p.level + 0.5) / micro->grid[p.normal] *
                             micro->size[p.normal]),
      .x = {.label = names[p.x]}, .y = {.label = names[p.y]}, .map = map};
}
