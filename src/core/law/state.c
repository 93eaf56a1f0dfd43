/* state.c: variables as input and output of users, and external fields. */
#include "law/reader.h"

void am_variable_to_user(const am_variable *v, const double *state,
                         double *user) {
  double x[6] = {0};
  if (v->kind == AM_SCALAR) {
    user[0] = state[v->offset];
    return;
  }
  for (int i = 0; i < v->size; i++)
    x[v->deviatoric ? i + 1 : i] = state[v->offset + i];
  am_basis_to_tensor(x, user);
}

bool am_variable_from_user(const am_variable *v, const double *user,
                           double *state) {
  double x[6];
  if (v->kind == AM_SCALAR) {
    state[v->offset] = user[0];
    return true;
  }
  am_basis_from_tensor(user, x);
  for (int i = 0; i < v->size; i++)
    state[v->offset + i] = x[v->deviatoric ? i + 1 : i];
  return !v->deviatoric || fabs(user[0] + user[1] + user[2]) <= 1e-12;
}

void am_variable_derivative_to_user(const am_variable *v,
                                    const double *derivative, int nx,
                                    double *user) {
  double d[36] = {0};
  int skip = v->deviatoric; /* the volumetric coordinate is 0 */
  for (int c = 0; c < v->size; c++)
    for (int j = 0; j < 6; j++)
      d[6 * (c + skip) + j] = derivative[j * nx + v->offset + c];
  bool scalar = v->kind == AM_SCALAR;
  (scalar ? am_basis_to_gradient : am_basis_to_tangent)(d, user);
}

int am_external_index(const am_material *m, const char *name) {
  for (int i = 0; i < m->external_count; i++)
    if (!strcmp(m->externals[i].name, name)) return i;
  return -1;
}

int am_temperature_index(const am_material *m) {
  for (int i = 0; i < m->external_count; i++)
    if (m->externals[i].temperature) return i;
  return -1;
}

bool am_external_allows(const am_law *law, int i, double value) {
  return am_parameter_allows(&law->material->externals[i], value);
}

const char *am_external_bounds(am_arena *arena, const am_law *law, int i) {
  return am_parameter_bounds(arena, &law->material->externals[i]);
}
