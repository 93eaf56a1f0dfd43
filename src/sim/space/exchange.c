/* exchange.c: combines the results of all members of a team. */
#include "space/voxels.h"

/* Message of a member, followed by its sums [rows][most]. */
typedef struct {
  am_reduction_result found;
  bool stopped;
} head;

struct am_exchange {
  size_t size;        /* maximum size of a message (bytes) */
  char *own, *all;    /* [size], [team][size] */
  double *sums;       /* [K_SURVEYED][rows or planes of all members] */
};

/* Number of rows or planes of the whole cell. */
static long parts_of_all(const am_voxels *v, bool by_rows) {
  return v->waves.grid[by_rows ? 1 : 2];
}

void am_exchange_new(am_voxels *v) {
  am_arena *arena = v->arena;
  const am_team *team = v->space.cell->team;
  am_exchange *e = v->exchange = AM_NEW(arena, am_exchange);
  long rows = parts_of_all(v, true), planes = parts_of_all(v, false);
  long whole = rows > planes ? rows : planes;
  long most = am_team_slab(team, 0, whole).count;
  e->size = sizeof(head) + sizeof(double) * (size_t)(K_SURVEYED * most);
  e->own = am_arena_room(arena, e->size);
  e->all = am_arena_room(arena, e->size * (size_t)team->count);
  e->sums = AM_ARRAY(arena, double, K_SURVEYED * whole);
}

/* Adds the sums of each part of this member, in the order in which they were
 * read. */
static void tell_sums(const am_voxels *v, const am_reduction *wanted,
                      long parts, double *told) {
  long each = parts ? v->sum_count / parts : 0;
  const double *x = v->sums;
  for (int r = 0; r < wanted->rows; r++)
    for (long p = 0; p < parts; p++, x += each) {
      double total = x[0];
      for (long i = 1; i < each; i++)
        total = r < wanted->maxima ? total + x[i]
                : total > x[i]     ? total
                                   : x[i];
      *told++ = total;
    }
}

am_reduction_result am_voxels_read(am_voxels *v, const am_reduction *wanted,
                                   bool able) {
  am_exchange *e = v->exchange;
  am_team *team = v->space.cell->team;
  const volatile int *stop = v->space.stop;
  long whole = parts_of_all(v, wanted->by_rows);
  am_slab own = am_team_slab(team, team->rank, whole);
  long most = am_team_slab(team, 0, whole).count;
  head *told = (head *)(void *)e->own;
  /* Reads even after a failure, because other members may wait for the
   * results. */
  bool read = v->memory->read(v, wanted->rows, wanted->maxima, own.count, stop);
  read = read && able;
  *told = (head){.found = {.worst = ~0ull, .lost = !read},
                 .stopped = stop && *stop};
  if (read) {
    told->found.worst = v->found->worst;
    memcpy(told->found.mean, v->found->mean, sizeof told->found.mean);
    tell_sums(v, wanted, own.count, (double *)(told + 1));
  }
  size_t size = sizeof *told + sizeof(double) * (size_t)(wanted->rows * most);
  team->type->gather(told, size, e->all);

  /* The first member owns row j = 0, which contains the mean. */
  am_reduction_result found = ((const head *)(void *)e->all)->found;
  int lost = -1;
  v->space.stopped = false;
  for (int r = 0; r < team->count; r++) {
    const head *its = (const head *)(void *)(e->all + size * (size_t)r);
    if (its->found.worst < found.worst) found.worst = its->found.worst;
    found.lost |= its->found.lost;
    if (its->found.lost && lost < 0) lost = r;
    v->space.stopped |= its->stopped;
    am_slab parts = am_team_slab(team, r, whole);
    for (int i = 0; i < wanted->rows; i++)
      memcpy(e->sums + i * whole + parts.first,
             (const double *)(its + 1) + i * parts.count,
             sizeof *e->sums * (size_t)parts.count);
  }
  if (v->space.stopped && found.worst == ~0ull) found.worst = AM_POINT_STOPPED;
  if (found.lost) {
    team->type->broadcast(lost, v->space.failure, sizeof v->space.failure);
    team->agreed = true;
  }
  v->sums = e->sums;
  v->sum_count = whole;
  return found;
}
