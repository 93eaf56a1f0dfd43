/* team_array.c: computes the parts of distributed file arrays. */
#include "homogenization/team_array.h"

/* Size of a part of a vector with this number of rows j (numbers). */
static long numbers_of(const am_cell *cell, long rows) {
  const int *grid = cell->micro->grid;
  return 6 * (grid[0] / 2 + 1L) * grid[2] * rows;
}

/* Maximum over the fields and vectors of a member; the first has the most
 * rows. */
long am_team_array_numbers(const am_cell *cell) {
  am_slab rows = am_team_slab(cell->team, 0, cell->micro->grid[1]);
  long most = numbers_of(cell, rows.count);
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    long room = (phase->law->nx > 6 ? phase->law->nx : 6) * phase->count;
    if (room > most) most = room;
  }
  return most;
}

am_team_array am_team_array_phase(am_arena *arena, const am_cell *cell,
                          const am_phase *phase, int rows,
                          const char *name) {
  am_team *team = cell->team;
  long *each = AM_ARRAY(arena, long, team->count), before = 0;
  am_team_array a = {.name = name, .rank = 2, .size = {rows, phase->whole}};
  a.parts = AM_ARRAY(arena, am_snapshot_part, team->count);
  team->type->gather(&phase->count, sizeof *each, each);
  for (int r = 0; r < team->count; r++) {
    a.parts[r] = (am_snapshot_part){.start = {0, before},
                                    .stride = {1, phase->whole},
                                    .count = {rows, 1},
                                    .block = {1, each[r]}};
    before += each[r];
  }
  return a;
}

am_team_array am_team_array_vector(am_arena *arena, const am_cell *cell,
                           const char *name) {
  const int *grid = cell->micro->grid;
  long width = grid[0] / 2 + 1, plane = width * grid[1];
  am_team_array a = {.name = name, .rank = 3, .size = {3, plane * grid[2], 2}};
  a.parts = AM_ARRAY(arena, am_snapshot_part, cell->team->count);
  for (int r = 0; r < cell->team->count; r++) {
    am_slab rows = am_team_slab(cell->team, r, grid[1]);
    a.parts[r] = (am_snapshot_part){.start = {0, width * rows.first, 0},
                                    .stride = {1, plane, 1},
                                    .count = {3, grid[2], 1},
                                    .block = {1, width * rows.count, 2}};
  }
  return a;
}
