/* voronoi.c: grains of a periodic Voronoi tessellation, and Lloyd iterations
 * (1982), which make it centroidal: each seed point moves to the centroid of
 * its grain. */
#include "microstructure/parts.h"
#include "microstructure/inclusion.h"

/* Seed points whose squared distances from a voxel differ by a smaller factor
 * are equally near; the voxel then belongs to the first of them. */
static const double slack = 1e-12;

typedef struct {
  am_source_reading *reading;
  const am_yaml *centres;
  long count, seed, lloyd; /* lloyd: number of Lloyd iterations */
  am_centre *centre; /* [count] in the cell */
  double *voxels;    /* [count] numbers of voxels of this member */
  double *indices;   /* [count][3] sums of their indices, of the periodic image
                        that is nearest to the seed point */
  /* Candidates of a box of voxels, after those of the box that contains it. */
  am_arena *arena;
  int *list;
  long used, capacity;
} voronoi;

/* ---- seed points --------------------------------------------------------- */

static void draw_centres(voronoi *v) {
  const double *size = v->reading->result->size;
  v->centre = AM_ARRAY(v->reading->arena, am_centre, v->count);
  for (long i = 0; i < v->count; i++)
    am_draw_centre(v->seed, i, size, v->centre[i].at);
}

static am_status read_centres(voronoi *v) {
  static const char *const with[] = {"lloyd", NULL};
  const am_source_reading *r = v->reading;
  const double *size = r->result->size;
  AM_TRY(am_compatible_keys(r->report, r->node, "centres", with));
  AM_TRY(am_centres_read(r, v->centres, &v->centre, &v->count));
  for (long i = 0; i < v->count; i++)
    for (int d = 0; d < 3; d++)
      v->centre[i].at[d] -= size[d] * floor(v->centre[i].at[d] / size[d]);
  return AM_OK;
}

/* ---- voxels -------------------------------------------------------------- */

/* Voxels low … high - 1 in each direction. */
typedef struct {
  int low[3], high[3];
} box;

/* Least and largest squared distances of the voxel centres of a box from a seed
 * point and its periodic images: bounds, which are equal for one voxel. */
typedef struct {
  double least, most;
} bounds;

static bounds bounds_of(const am_microstructure *m, const box *b,
                        const double *centre) {
  bounds s = {0, 0};
  for (int d = 0; d < 3; d++) {
    double h = m->size[d] / m->grid[d] / 2;
    double w = fabs((b->low[d] + b->high[d]) * h - centre[d]);
    double half = (b->high[d] - b->low[d] - 1) * h;
    if (w > m->size[d] / 2) w = fabs(m->size[d] - w);
    if (w > half) s.least += (w - half) * (w - half);
    s.most += (w + half) * (w + half);
  }
  return s;
}

/* Adds those of the candidates [count] from `first` on that are nearest to some
 * voxel of the box. */
static void add_nearest(voronoi *v, const box *b, long first, long count) {
  const am_microstructure *m = v->reading->result;
  double most = INFINITY;
  v->used = first + count;
  for (long i = first; i < first + count; i++)
    most = fmin(most, bounds_of(m, b, v->centre[v->list[i]].at).most);
  for (long i = first; i < first + count; i++) {
    int grain = v->list[i];
    double least = bounds_of(m, b, v->centre[grain].at).least;
    if (least > most * (1 + slack)) continue;
    AM_PUSH_ROOM(v->arena, v->list, v->used, v->capacity);
    v->list[v->used++] = grain;
  }
}

/* Restricts a box to the planes of this member; false: none are left. */
static bool clip(const am_microstructure *m, box *b) {
  long end = m->planes.first + m->planes.count;
  if (b->low[2] < m->planes.first) b->low[2] = (int)m->planes.first;
  if (b->high[2] > end) b->high[2] = (int)end;
  return b->low[2] < b->high[2];
}

/* Counts the voxels of a box and adds their indices; sums of integers are the
 * same for any number of processes. */
static void count_voxels(voronoi *v, const box *b, int grain) {
  const am_microstructure *m = v->reading->result;
  double voxels = 1;
  for (int d = 0; d < 3; d++) voxels *= b->high[d] - b->low[d];
  v->voxels[grain] += voxels;
  for (int d = 0; d < 3; d++) {
    double n = m->grid[d], at = v->centre[grain].at[d] / m->size[d], sum = 0;
    for (int i = b->low[d]; i < b->high[d]; i++)
      sum += i - n * floor((i + 0.5) / n - at + 0.5);
    v->indices[3 * grain + d] += voxels / (b->high[d] - b->low[d]) * sum;
  }
}

static void fill(voronoi *v, const box *b, int grain) {
  const am_microstructure *m = v->reading->result;
  count_voxels(v, b, grain);
  for (long k = b->low[2]; k < b->high[2]; k++)
    for (long j = b->low[1]; j < b->high[1]; j++)
      for (long i = b->low[0]; i < b->high[0]; i++)
        m->labels[(k * m->grid[1] + j) * m->grid[0] + i - m->here.first] =
            grain + 1;
}

/* Direction of the longest edge between voxel centres; -1: a single voxel. */
static int longest_edge(const am_microstructure *m, const box *b) {
  double longest = 0;
  int direction = -1;
  for (int d = 0; d < 3; d++) {
    double edge = (b->high[d] - b->low[d] - 1) * m->size[d] / m->grid[d];
    if (edge <= longest) continue;
    longest = edge;
    direction = d;
  }
  return direction;
}

/* Labels the voxels of a box by bisection, given the candidates of the box that
 * contains it.  Boxes are the same for any number of processes. */
static void label_box(voronoi *v, const box *b, long first, long count) {
  const am_microstructure *m = v->reading->result;
  box here = *b, low = *b, high = *b;
  am_arena_poll(v->arena);
  if (!clip(m, &here)) return;
  add_nearest(v, b, first, count);
  first += count;
  count = v->used - first;
  int d = longest_edge(m, b);
  if (count == 1 || d < 0) {
    fill(v, &here, v->list[first]);
    return;
  }
  low.high[d] = high.low[d] = b->low[d] + (b->high[d] - b->low[d]) / 2;
  label_box(v, &low, first, count);
  label_box(v, &high, first, count);
}

static void label_voxels(voronoi *v) {
  const int *n = v->reading->result->grid;
  const box all = {.high = {n[0], n[1], n[2]}};
  v->arena = am_arena_child(v->reading->arena);
  v->voxels = AM_ARRAY(v->arena, double, v->count);
  v->indices = AM_ARRAY(v->arena, double, 3 * v->count);
  v->list = AM_ARRAY(v->arena, int, v->count);
  v->capacity = v->count;
  for (long i = 0; i < v->count; i++) v->list[i] = (int)i;
  label_box(v, &all, 0, v->count);
}

/* Moves the seed point of each grain with voxels to their centroid. */
static void move_centres(voronoi *v) {
  const am_microstructure *m = v->reading->result;
  am_team_add(v->arena, am_microstructure_team(m), v->indices, 3 * v->count);
  for (long i = 0; i < 3 * v->count; i++) {
    if (v->voxels[i / 3] == 0) continue;
    double x = (v->indices[i] / v->voxels[i / 3] + 0.5) / m->grid[i % 3];
    v->centre[i / 3].at[i % 3] = (x - floor(x)) * m->size[i % 3];
  }
}

/* ---- source -------------------------------------------------------------- */

const am_yaml_key am_voronoi_keys[] = {
    {"count", {.takes = AM_TAKES_WHOLE, .least = 1, .most = AM_PACKING_MOST,
               AM_INTO(voronoi, count)}, "number of grains"},
    {"seed", {.takes = AM_TAKES_WHOLE, .most = LONG_MAX,
              AM_INTO(voronoi, seed)}, "seed of the random positions"},
    {"centres", {AM_CENTRES, AM_INTO(voronoi, centres)},
     "seed points of the grains"},
    {"lloyd", {.takes = AM_TAKES_WHOLE, .most = 10000,
               AM_INTO(voronoi, lloyd)}, "number of Lloyd iterations"},
    {0}};

am_status am_source_voronoi(am_source_reading *r) {
  voronoi v = {.reading = r};
  const am_yaml *count;
  long lost = 0;
  AM_TRY(am_source_grid(r));
  AM_TRY(am_yaml_take(r->report, r->node, "voronoi", am_voronoi_keys, &v));
  if (v.centres) {
    AM_TRY(read_centres(&v));
  } else {
    AM_TRY(am_required(r->report, r->node, "voronoi", "count", &count));
    draw_centres(&v);
  }
  for (long i = 0; i <= v.lloyd; i++) {
    label_voxels(&v);
    lost = am_empty_count(r, v.voxels, v.count);
    if (i < v.lloyd) move_centres(&v);
    am_arena_free(v.arena);
  }
  r->result->made = am_format(r->arena, "%ld grain%s", v.count,
                              v.count > 1 ? "s" : "");
  if (lost)
    am_warn(r->report, r->node->place,
            "%ld of %ld grains contain no voxel centre: use a finer grid", lost,
            v.count);
  return AM_OK;
}
