/* space.c: selects the space of a cell; operations on the means of vectors. */
#include "space/space.h"

am_status am_space_open(am_arena *arena, am_report *report,
                        const am_cell *cell, int threads, am_space **space) {
  bool device = cell->phases[0].engine->memory != NULL;
  const am_space_type *type = device ? &am_space_device : &am_space_host;
  return type->open(arena, report, cell, threads, space);
}

am_status am_space_check(const am_space *s, am_report *report) {
  if (!*s->failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", s->failure);
}

void am_space_combine(am_space *s, am_vector *y, int count, const double *c,
                      const am_vector *const *x) {
  double mean[6] = {0};
  for (int n = 0; n < count; n++)
    for (int i = 0; i < 6; i++) mean[i] += c[n] * x[n]->mean[i];
  for (int i = 0; i < 6; i++) y->mean[i] = mean[i];
  s->type->combine(s, y, count, c, x);
}

/* a : C0 : b, in Kelvin-Mandel components */
static double product(const am_space *s, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += a[i] * b[i];
  return s->lambda * (a[0] + a[1] + a[2]) * (b[0] + b[1] + b[2]) +
         2 * s->mu * sum;
}

void am_space_dots(am_space *s, const am_vector *a, int count,
                   const am_vector *const *b, double *out) {
  s->type->dots(s, a, count, b, out);
  for (int n = 0; n < count; n++) out[n] += product(s, a->mean, b[n]->mean);
}

void am_space_copy(am_space *s, am_vector *y, const am_vector *x) {
  const double one = 1;
  am_space_combine(s, y, 1, &one, &x);
}

double am_space_substeps(am_space *s) {
  double sum = 0, whole = 0, mean;
  for (int p = 0; p < s->cell->phase_count; p++) {
    const am_phase *phase = &s->cell->phases[p];
    if (!phase->law->na) continue;
    s->type->means(s, AM_CELL_SUBSTEPS, p, &mean);
    sum += mean * (double)phase->whole;
    whole += (double)phase->whole;
  }
  return whole > 0 ? sum / whole : 0;
}

int am_cell_field_rows(const am_phase *phase, am_cell_field field) {
  static const int rows[] = {[AM_CELL_STRAIN] = 6, [AM_CELL_STRESS] = 6,
                             [AM_CELL_SUBSTEPS] = 1, [AM_CELL_NEXT] = 1,
                             [AM_CELL_METHOD] = 1};
  return field == AM_CELL_STATE ? phase->law->nx : rows[field];
}
