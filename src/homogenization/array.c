/* array.c: fields of phases become arrays of voxels. */
#include <math.h>

#include "base/basis.h"
#include "homogenization/fields.h"

int am_cell_field_rows(const am_phase *phase, am_cell_field field) {
  static const int rows[] = {[AM_CELL_STRAIN] = 6, [AM_CELL_STRESS] = 6,
                             [AM_CELL_SUBSTEPS] = 1, [AM_CELL_NEXT] = 1};
  return field == AM_CELL_STATE ? phase->law->nx : rows[field];
}

/* The coordinates of one point stand behind the fields. */
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

/* As users see it: x are the coordinates of one point. */
static void show(const am_cell_array *array, const am_variable *variable,
                 const double *x, double *values) {
  if (variable)
    am_variable_to_user(variable, x, values);
  else if (array->components == 6)
    am_basis_to_tensor(x, values);
  else
    *values = *x;
}

static void fill_phase(const am_cell_array *array, am_space *space, int p,
                       double *room, double *values) {
  const am_phase *phase = &array->cell->phases[p];
  const am_variable *variable =
      array->variables ? array->variables[p] : NULL;
  int rows = am_cell_field_rows(phase, array->field);
  double *x = room + rows * phase->count;
  space->type->fetch(space, array->field, p, room);
  for (long i = 0; i < phase->count; i++) {
    for (int r = 0; r < rows; r++) x[r] = room[r * phase->count + i];
    show(array, variable, x,
         values + (long)phase->voxel[i] * array->components);
  }
}

static void blank_phase(const am_cell_array *array, int p, double *values) {
  const am_phase *phase = &array->cell->phases[p];
  for (long i = 0; i < phase->count; i++)
    for (int c = 0; c < array->components; c++)
      values[(long)phase->voxel[i] * array->components + c] = NAN;
}

void am_cell_array_fill(const am_cell_array *array, am_space *space,
                        double *room, double *values) {
  for (int p = 0; p < array->cell->phase_count; p++) {
    if (array->variables && !array->variables[p])
      blank_phase(array, p, values);
    else
      fill_phase(array, space, p, room, values);
  }
}
