/* exchange.c: what all members of a team have found. */
#include <string.h>

#include "space/voxels.h"

/* What a member tells, and behind it sums [rows][most]. */
typedef struct {
  am_found found;
  bool stopped;
} head;

struct am_exchange {
  size_t size;        /* bytes that a member may tell */
  char *own, *all;    /* [size], [team][size] */
  double *sums;       /* [K_SURVEYED][rows or planes of all] */
};

/* Rows, or planes, of the whole cell. */
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

/* One number for each part of this member, in the order of what was read. */
static void tell_sums(const am_voxels *v, const am_wanted *wanted, long parts,
                      double *told) {
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

/* The sums of a member to their places among those of all. */
static void place_sums(am_exchange *e, const am_wanted *wanted, am_slab parts,
                       long whole, const double *told) {
  for (int r = 0; r < wanted->rows; r++)
    memcpy(e->sums + r * whole + parts.first, told + r * parts.count,
           sizeof *told * (size_t)parts.count);
}

/* The failure of the first that is lost is that of all. */
static void share_failure(am_voxels *v, int first) {
  am_team *team = v->space.cell->team;
  team->type->broadcast(first, v->space.failure, sizeof v->space.failure);
  team->agreed = true;
}

am_found am_voxels_read(am_voxels *v, const am_wanted *wanted, bool able) {
  am_exchange *e = v->exchange;
  am_team *team = v->space.cell->team;
  const volatile int *stop = v->space.stop;
  long whole = parts_of_all(v, wanted->by_rows);
  am_slab own = am_team_slab(team, team->rank, whole);
  long most = am_team_slab(team, 0, whole).count;
  head *told = (head *)(void *)e->own;
  /* Others may wait for what this member has still to do. */
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

  /* The mean is with the row j = 0, which the first member has. */
  am_found found = ((const head *)(void *)e->all)->found;
  int lost = -1;
  v->space.stopped = false;
  for (int r = 0; r < team->count; r++) {
    const head *its = (const head *)(void *)(e->all + size * (size_t)r);
    if (its->found.worst < found.worst) found.worst = its->found.worst;
    found.lost |= its->found.lost;
    if (its->found.lost && lost < 0) lost = r;
    v->space.stopped |= its->stopped;
    place_sums(e, wanted, am_team_slab(team, r, whole), whole,
               (const double *)(its + 1));
  }
  if (v->space.stopped && found.worst == ~0ull) found.worst = AM_POINT_STOPPED;
  if (found.lost) share_failure(v, lost);
  v->sums = e->sums;
  v->sum_count = whole;
  return found;
}
