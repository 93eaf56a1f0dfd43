/* memory_budget.c: space without memory, which adds up the memory that the host
 * or a GPU would allocate.  The code of the other spaces (voxels.c, vectors.c,
 * survey.c) opens this space; data written to the space are discarded. */
#include "cuda/sim/transpose.h"
#include "space/voxels.h"

typedef struct {
  am_voxels voxels; /* the first member */
  am_space_size size;
} am_counted;

/* ---- memory ---------------------------------------------------------------*/

/* Categories of memory, by names in messages; other memory is negligible. */
static const struct {
  const char *what;
  size_t place;
} kinds[] = {
    {"a vector", offsetof(am_space_size, vectors)},
    {"a strain field", offsetof(am_space_size, planes)},
    {"the state of a phase", offsetof(am_space_size, laws)},
    {"the tangents", offsetof(am_space_size, tangents)},
    {"the tangents of a piece", offsetof(am_space_size, tangents)},
    {"the places of a phase", offsetof(am_space_size, places)},
};

static am_status count_room(am_voxels *v, am_report *report, const char *what,
                            size_t size, void *place) {
  am_space_size *all = &((am_counted *)v)->size;
  double *kind = &all->rest;
  (void)report;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(what, kinds[i].what))
      kind = (double *)(void *)((char *)all + kinds[i].place);
  *kind += (double)size;
  v->space.account.bytes += (double)size;
  am_set_pointer(place, size ? v : NULL); /* never dereferenced */
  return AM_OK;
}

/* Shared data need no memory on the host. */
static am_status count_share(am_voxels *v, am_report *report, const char *what,
                             size_t size, const void *from, void *place) {
  (void)from;
  return count_room(v, report, what, v->device ? size : 0, place);
}

/* List of points of a law on a device. */
static am_status count_program(am_voxels *v, am_report *report,
                               am_engine_program *program, long count) {
  void *room;
  (void)program;
  if (!v->device) return AM_OK;
  return count_room(v, report, "the places of a phase",
                    sizeof(int) * (size_t)count, &room);
}

static void keep_nothing(am_voxels *v, void *to, const void *from,
                         size_t size) {
  (void)v, (void)to, (void)from, (void)size;
}

/* Operations required to open a space. */
static const am_memory no_memory = {.room = count_room,
                                    .share = count_share,
                                    .upload = keep_nothing,
                                    .prepare = count_program};

/* ---- the space ------------------------------------------------------------*/

int am_space_transformed(const am_cell *cell) { return cell->rotated ? 3 : 6; }

/* Memory in addition to the space's fields: on the host the columns of each
 * thread or, with several processes, the transposed part of one of them; on a
 * device the work area of transforms and, with several processes, buffers of
 * the transposition. */
static double beside(const am_voxels *v, int threads) {
  const am_cell *cell = v->space.cell;
  long processes = cell->team->count;
  double field = (double)sizeof(k_complex) * (double)v->field;
  if (v->device)
    return field + (double)am_cuda_transpose_size(cell->team, v->field,
                                                  am_space_transformed(cell));
  if (processes > 1) return field / (double)processes;
  return (double)sizeof(k_complex) * am_space_transformed(cell) *
         (double)threads * (double)v->row * cell->micro->grid[2];
}

am_status am_space_count(am_arena *arena, am_report *report,
                         const am_cell *cell, bool device, int threads,
                         am_space **space) {
  am_counted *c = AM_NEW(arena, am_counted);
  am_voxels *v = &c->voxels;
  *space = &v->space;
  *v = am_voxels_of(arena, cell, &no_memory, device, threads);
  c->size.beside = beside(v, threads);
  if (device) c->size.rest += (double)am_voxels_found_size(v);
  return am_voxels_open(v, report);
}

void am_space_count_tangents(am_space *space, bool keep) {
  am_voxels_prepare_survey((am_voxels *)space, keep);
}

am_space_size am_space_counted(const am_space *space) {
  return ((const am_counted *)space)->size;
}

/* ---- communication --------------------------------------------------------*/

/* In a transposition a member keeps the intersection of its planes and rows;
 * the first member has the most of both.  The rotated scheme also sends
 * nine components of one plane per iteration, in both directions together. */
double am_space_moved(const am_cell *cell, bool device) {
  const int *grid = cell->micro->grid;
  const am_team *team = cell->team;
  const am_voxels v = am_voxels_of(NULL, cell, &no_memory, device, 1);
  long planes = am_team_slab(team, 0, grid[2]).count;
  long rows = am_team_slab(team, 0, grid[1]).count;
  double moved = am_space_transformed(cell) * (double)planes *
                 (double)(grid[1] - rows);
  if (cell->rotated && team->count > 1) moved += 4.5 * grid[1];
  return sizeof(k_complex) * (double)v.row * moved;
}
