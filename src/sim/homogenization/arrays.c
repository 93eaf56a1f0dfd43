/* arrays.c: converts fields of phases to values of voxels. */
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

void am_cell_array_visit(const am_cell_array *array, am_space *space,
                         double *room, am_voxel_visitor *visit, void *data) {
  for (int p = 0; p < array->cell->phase_count; p++) {
    const am_phase *phase = &array->cell->phases[p];
    const am_variable *variable =
        array->variables ? array->variables[p] : NULL;
    bool blank = array->variables && !variable;
    bool fetched = array->source == AM_FROM_LAW && !blank;
    int rows = am_cell_field_rows(phase, array->field);
    double *x = room + rows * phase->count, value[6];
    for (int c = 0; c < 6; c++) value[c] = blank ? NAN : (double)p;
    if (fetched) am_space_fetch(space, array->field, p, room);
    for (long i = 0; i < phase->count; i++) {
      for (int r = 0; fetched && r < rows; r++)
        x[r] = room[r * phase->count + i];
      if (fetched) to_user(array, variable, x, value);
      if (array->source == AM_FROM_LABEL)
        *value = array->cell->micro->labels[phase->voxel[i]];
      visit(data, phase->voxel[i], value);
    }
  }
}

typedef struct {
  double *values;
  int components;
} filling;

static void store(void *data, int voxel, const double *value) {
  const filling *f = data;
  memcpy(f->values + (long)voxel * f->components, value,
         sizeof *value * (size_t)f->components);
}

void am_cell_array_fill(const am_cell_array *array, am_space *space,
                        double *room, double *values) {
  filling f = {values, array->components};
  am_cell_array_visit(array, space, room, store, &f);
}
