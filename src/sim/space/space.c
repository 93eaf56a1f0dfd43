/* space.c: selects the space of a cell. */
#include "space/voxels.h"

am_status am_space_open(am_arena *arena, am_report *report,
                        const am_cell *cell, int threads, am_space **space) {
  bool device = cell->phases[0].engine->memory != NULL;
  return (device ? am_device_open : am_host_open)(arena, report, cell, threads,
                                                  space);
}

am_status am_space_check(const am_space *s, am_report *report) {
  if (!*s->failure) return AM_OK;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", s->failure);
}

double am_space_substeps(am_space *s) {
  double sum = 0, whole = 0, mean;
  for (int p = 0; p < s->cell->phase_count; p++) {
    const am_phase *phase = &s->cell->phases[p];
    if (!phase->law->na) continue;
    am_space_means(s, AM_CELL_SUBSTEPS, p, &mean);
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
