#include "microstructure/packing.h"

#include <math.h>

#include "path/philox.h"

enum { MOST_BUCKETS = 100, PAIRS = 3 };

bool am_draw_planar(const double *u, double *axis) {
  double x = 2 * u[0] - 1, y = 2 * u[1] - 1, square = x * x + y * y;
  if (square > 1 || square < 1e-6) return false;
  axis[0] = x / sqrt(square);
  axis[1] = y / sqrt(square);
  axis[2] = 0;
  return true;
}

bool am_draw_isotropic(const double *u, double *axis) {
  double x = 2 * u[0] - 1, y = 2 * u[1] - 1, square = x * x + y * y;
  if (square > 1) return false;
  double root = 2 * sqrt(1 - square);
  axis[0] = x * root;
  axis[1] = y * root;
  axis[2] = 1 - 2 * square;
  return true;
}

/* Boxes of the cell, so large that only those in neighbouring ones can
 * overlap; a list of the inclusions in each. */
typedef struct {
  const double *size;
  int grid[3];  /* 1 where it would be less than 3 */
  long *first;  /* [boxes], -1: none */
  long *next;   /* [count] */
  double images; /* of one inclusion that a test looks at, about */
  double work;   /* images looked at so far */
} buckets;

/* Images as far away as two inclusions reach. */
static double images_of(const am_packing *p, const double *size) {
  const am_inclusion *a = &p->shape;
  double images = 1;
  for (int d = 0; d < 3; d++) {
    double along = a->half * (p->draw ? 1 : fabs(a->axis[d]));
    images *= 1 + 2 * (2 * (along + a->radius) + p->gap) / size[d];
  }
  return images;
}

static buckets buckets_new(am_arena *arena, const am_packing *p,
                           const double *size) {
  double reach = 2 * (p->shape.half + p->shape.radius) + p->gap;
  buckets b = {.size = size, .images = images_of(p, size)};
  long boxes = 1;
  for (int d = 0; d < 3; d++) {
    double count = floor(size[d] / reach);
    b.grid[d] = count < 3              ? 1
                : count > MOST_BUCKETS ? MOST_BUCKETS
                                       : (int)count;
    boxes *= b.grid[d];
  }
  b.first = AM_ARRAY(arena, long, boxes);
  b.next = AM_ARRAY(arena, long, p->count);
  for (long i = 0; i < boxes; i++) b.first[i] = -1;
  return b;
}

/* The box of a place, or its neighbour `step` [3] away. */
static long bucket_of(const buckets *b, const double *place,
                      const int *step) {
  long number = 0;
  for (int d = 2; d >= 0; d--) {
    int n = b->grid[d], i = (int)(place[d] / b->size[d] * n);
    number = number * n + ((i < n ? i : n - 1) + step[d] + n) % n;
  }
  return number;
}

static void keep(buckets *b, const am_inclusion *placed, long i) {
  static const int here[3] = {0};
  long bucket = bucket_of(b, placed[i].centre, here);
  b->next[i] = b->first[bucket];
  b->first[bucket] = i;
}

static bool meets_bucket(buckets *b, const am_packing *p,
                         const am_inclusion *placed, const am_inclusion *a,
                         const int *step) {
  for (long i = b->first[bucket_of(b, a->centre, step)]; i >= 0;
       i = b->next[i]) {
    b->work += b->images;
    if (am_inclusion_overlap(b->size, a, &placed[i], p->gap, false))
      return true;
  }
  return false;
}

static bool meets(buckets *b, const am_packing *p,
                  const am_inclusion *placed, const am_inclusion *a) {
  int most[3], s[3];
  b->work += b->images;
  if (am_inclusion_overlap(b->size, a, a, p->gap, true)) return true;
  for (int d = 0; d < 3; d++) most[d] = b->grid[d] > 1;
  for (s[0] = -most[0]; s[0] <= most[0]; s[0]++)
    for (s[1] = -most[1]; s[1] <= most[1]; s[1]++)
      for (s[2] = -most[2]; s[2] <= most[2]; s[2]++)
        if (meets_bucket(b, p, placed, a, s)) return true;
  return false;
}

/* Try `number`; false: it has no direction. */
static bool draw(const am_packing *p, const double *size, long number,
                 am_inclusion *a) {
  const uint32_t key[2] = {(uint32_t)p->seed, (uint32_t)(p->seed >> 32)};
  double u[PAIRS][2];
  for (uint32_t i = 0; i < PAIRS; i++) {
    const uint32_t counter[4] = {(uint32_t)number,
                                 (uint32_t)((uint64_t)number >> 32), i, 0};
    am_philox_uniform(counter, key, u[i]);
  }
  *a = p->shape;
  a->centre[0] = u[0][0] * size[0];
  a->centre[1] = u[0][1] * size[1];
  a->centre[2] = u[1][0] * size[2];
  return !p->draw || p->draw(u[2], a->axis);
}

long am_packing_place(am_arena *arena, const am_packing *p,
                      const double *size, am_inclusion *placed, long *tries) {
  buckets b = buckets_new(arena, p, size);
  long done = 0, most = 1000000 + 100 * p->count;
  for (*tries = 0;
       *tries < most && done < p->count && b.work < AM_PACKING_WORK;
       ++*tries) {
    am_arena_look(arena);
    if (!draw(p, size, *tries, &placed[done]) ||
        meets(&b, p, placed, &placed[done]))
      continue;
    keep(&b, placed, done++);
  }
  return done;
}
