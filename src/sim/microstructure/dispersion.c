/* dispersion.c: random placement of inclusions; the sources `spheres` and
 * `fibres`. */
#include "microstructure/parts.h"
#include "microstructure/inclusion.h"

/* ---- random sequential addition ------------------------------------------ */

enum { MOST_BUCKETS = 100, MOST_SIZES = 8 };

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

/* Boxes of the cell, large enough that only inclusions in neighbouring boxes
 * can overlap, each with a list of its inclusions. */
typedef struct {
  const double *size;
  int grid[3];  /* numbers of boxes; 1 if fewer than 3 fit */
  long *first;  /* [boxes], -1: none */
  long *next;   /* [count] */
  double images; /* approximate images per inclusion in a test */
  double work;   /* number of images tested so far */
} buckets;

/* Creates the boxes; estimates the number of images near enough to overlap an
 * inclusion. */
static buckets buckets_new(am_arena *arena, const am_packing *p,
                           const double *size) {
  const am_inclusion *a = &p->shape;
  double reach = 2 * (a->half + a->radius) + p->gap;
  buckets b = {.size = size, .images = 1};
  long boxes = 1;
  for (int d = 0; d < 3; d++) {
    double along = a->half * (p->draw ? 1 : fabs(a->axis[d]));
    b.images *= 1 + 2 * (2 * (along + a->radius) + p->gap) / size[d];
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

/* Box of a position, or its neighbour at offset `step` [3]. */
static long bucket_of(const buckets *b, const double *place,
                      const int *step) {
  long number = 0;
  for (int d = 2; d >= 0; d--) {
    int n = b->grid[d], i = (int)(place[d] / b->size[d] * n);
    number = number * n + ((i < n ? i : n - 1) + step[d] + n) % n;
  }
  return number;
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

/* Pair `pair` of uniform numbers of trial `number`. */
static void draw_pair(long seed, long number, uint32_t pair, double *u) {
  const uint32_t key[2] = {(uint32_t)seed, (uint32_t)((uint64_t)seed >> 32)};
  const uint32_t counter[4] = {(uint32_t)number,
                               (uint32_t)((uint64_t)number >> 32), pair, 0};
  am_philox_uniform(counter, key, u);
}

void am_draw_centre(long seed, long number, const double *size,
                    double *centre) {
  double u[4];
  draw_pair(seed, number, 0, u);
  draw_pair(seed, number, 1, u + 2);
  for (int d = 0; d < 3; d++) centre[d] = u[d] * size[d];
}

/* Draws trial `number`; false if its direction is rejected. */
static bool draw_inclusion(const am_packing *p, const double *size,
                           long number, am_inclusion *a) {
  double u[2];
  *a = p->shape;
  am_draw_centre(p->seed, number, size, a->centre);
  if (!p->draw) return true;
  draw_pair(p->seed, number, 2, u);
  return p->draw(u, a->axis);
}

static void add(buckets *b, const am_inclusion *placed, long i) {
  long bucket = bucket_of(b, placed[i].centre, (const int[3]){0});
  b->next[i] = b->first[bucket];
  b->first[bucket] = i;
}

long am_packing_place(am_arena *arena, const am_packing *p,
                      const double *size, am_inclusion *placed, long *tries) {
  buckets b = buckets_new(arena, p, size);
  long done = 0, most = 1000000 + 100 * p->count;
  for (*tries = 0;
       *tries < most && done < p->count && b.work < AM_PACKING_WORK;
       ++*tries) {
    am_arena_poll(arena);
    if (!draw_inclusion(p, size, *tries, &placed[done]) ||
        meets(&b, p, placed, &placed[done]))
      continue;
    add(&b, placed, done++);
  }
  return done;
}

/* Index of the first inclusion that overlaps an earlier one, -1: none;
 * positions [count] may be outside the cell. */
static long find_overlap(am_arena *arena, const am_packing *packing,
                         const double *size, const am_inclusion *placed) {
  am_packing p = *packing;
  p.gap = -1e-9 * p.shape.radius; /* touching is allowed */
  buckets b = buckets_new(arena, &p, size);
  am_inclusion *inside = AM_ARRAY(arena, am_inclusion, p.count);
  for (long i = 0; i < p.count; i++) {
    am_arena_poll(arena);
    inside[i] = placed[i];
    for (int d = 0; d < 3; d++)
      inside[i].centre[d] -= size[d] * floor(placed[i].centre[d] / size[d]);
    if (meets(&b, &p, inside, &inside[i])) return i;
    add(&b, inside, i);
  }
  return -1;
}

/* ---- keys of spheres and fibres ------------------------------------------ */

typedef struct {
  am_source_reading *reading;
  const char *one, *many; /* "sphere", "spheres" */
  long label;             /* of all inclusions; -1: labels 1 … count */
  double diameter, length;
  const am_yaml *centres, *orientation;
  am_packing packing;
  double asked;           /* requested volume fraction; 0: number requested */
  am_inclusion *placed;   /* [packing.count] */
} dispersion;

#define COMMON_KEYS                                                        \
  {"label", {.takes = AM_TAKES_WHOLE, .most = INT_MAX,                     \
             AM_INTO(dispersion, label)}, "label of all inclusions"},      \
  {"labels", AM_A_TEXT, "'each': labels 1, 2, ... in order"},              \
  {"diameter", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,            \
                AM_NEEDED(dispersion, diameter)},                          \
   "diameter of all inclusions"},                                          \
  {"count", {.takes = AM_TAKES_WHOLE, .least = 1, .most = AM_PACKING_MOST, \
             AM_INTO(dispersion, packing.count)}, "number of inclusions"}, \
  {"fraction", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE_FRACTION,   \
                AM_INTO(dispersion, asked)},                               \
   "volume fraction of inclusions"},                                       \
  {"seed", {.takes = AM_TAKES_WHOLE, .most = LONG_MAX,                     \
            AM_INTO(dispersion, packing.seed)},                            \
   "seed of the random positions"},                                        \
  {"gap", {.takes = AM_TAKES_NUMBER, .range = AM_NOT_NEGATIVE,             \
           AM_INTO(dispersion, packing.gap)},                              \
   "minimum distance between inclusions"}

/* Reads the keys and sets grid and radius. */
static am_status read_keys(dispersion *s, const am_yaml_key *keys) {
  static const char *const each[] = {"each"};
  am_source_reading *r = s->reading;
  const am_yaml *label = am_yaml_get(r->node, "label");
  const am_yaml *labels = am_yaml_get(r->node, "labels");
  const char *what = am_format(r->arena, "the %s", s->many);
  size_t index;
  s->label = -1;
  AM_TRY(am_source_grid(r));
  AM_TRY(am_yaml_take(r->report, r->node, what, keys, s));
  s->packing.shape.radius = s->diameter / 2;
  s->packing.shape.half = s->length / 2;
  if (label && labels)
    return am_error(r->report, AM_INPUT, labels->key_place,
                    "'labels' cannot be combined with 'label'");
  if (labels)
    return am_choice(r->report, labels, "labels", each, 1, &index);
  AM_TRY(am_required(r->report, r->node, what, "label", &label));
  if (s->label != r->background) return AM_OK;
  return am_error(r->report, AM_INPUT, label->place,
                  "label %ld of the %s is also the label of the background: "
                  "change one", s->label, s->many);
}

/* AM_INPUT with a message if a single inclusion is always closer to its own
 * images than the gap. */
static am_status check_fit(const dispersion *s) {
  const am_packing *p = &s->packing;
  const double *size = s->reading->result->size;
  am_inclusion probe = p->shape;
  bool larger = false; /* too large for a search */
  if (p->draw) probe = (am_inclusion){.radius = p->shape.radius};
  for (int d = 0; d < 3; d++)
    larger |= 2 * am_inclusion_reach(&probe, d) + p->gap >
              MOST_SIZES * size[d];
  if (!larger && !am_inclusion_overlap(size, &probe, &probe, p->gap, true))
    return AM_OK;
  return am_error(s->reading->report, AM_INPUT, s->reading->node->place,
                  "a %s of diameter %g overlaps its own periodic images in a "
                  "cell of %g x %g x %g%s", s->one, 2 * p->shape.radius,
                  size[0], size[1], size[2],
                  p->gap > 0 ? " with this gap" : "");
}

/* ---- number of inclusions ------------------------------------------------ */

static double volume_of(const double *size) {
  return size[0] * size[1] * size[2];
}

static am_status find_count(dispersion *s) {
  const am_source_reading *r = s->reading;
  const am_yaml *count = am_yaml_get(r->node, "count");
  const am_yaml *fraction = am_yaml_get(r->node, "fraction");
  double share = am_inclusion_volume(&s->packing.shape) /
                 volume_of(r->result->size);
  if (count && fraction)
    return am_error(r->report, AM_INPUT, fraction->key_place,
                    "'fraction' cannot be combined with 'count'");
  if (!fraction)
    return am_required(r->report, r->node,
                       am_format(r->arena, "the %s", s->many), "count", &count);
  double number = floor(s->asked / share + 0.5);
  s->packing.count = number <= AM_PACKING_MOST ? (long)number : 0;
  if (s->packing.count) return AM_OK;
  return am_error(r->report, AM_INPUT, fraction->place,
                  "a fraction of %g requires %g %s, expected 1 to %d",
                  s->asked, s->asked / share, s->many, AM_PACKING_MOST);
}

static am_status place_all(dispersion *s) {
  am_source_reading *r = s->reading;
  const double *size = r->result->size;
  am_packing *p = &s->packing;
  long tries = 0, done = 0;
  AM_TRY(check_fit(s));
  AM_TRY(find_count(s));
  double share = am_inclusion_volume(&p->shape) / volume_of(size);
  double asked = s->asked > 0 ? s->asked : (double)p->count * share;
  if (asked >= 1)
    return am_error(r->report, AM_INPUT, r->node->place,
                    "%ld %s have a volume fraction of %.4g, expected less "
                    "than 1", p->count, s->many, asked);
  s->placed = AM_ARRAY(r->arena, am_inclusion, p->count);
  done = am_packing_place(r->arena, p, size, s->placed, &tries);
  if (done == p->count) return AM_OK;
  return am_error(r->report, AM_INPUT, r->node->place,
                  "only %ld of %ld %s could be placed in %ld trials: volume "
                  "fraction %.4g, requested %.4g",
                  done, p->count, s->many, tries, (double)done * share, asked);
}

/* ---- voxels -------------------------------------------------------------- */

static am_status paint_all(dispersion *s) {
  am_source_reading *r = s->reading;
  am_microstructure *m = r->result;
  long count = s->packing.count, inside = 0;
  double *voxels = AM_ARRAY(r->arena, double, count);
  if (s->label < 0 && r->background >= 1 && r->background <= count)
    return am_error(r->report, AM_INPUT, r->node->place,
                    "the label %ld of the background is among the labels 1 to "
                    "%ld of the %s: change "
                    "'background'", r->background, count, s->many);
  for (long i = 0; i < m->here.count; i++)
    m->labels[i] = (int)r->background;
  for (long i = 0; i < count; i++) {
    am_arena_poll(r->arena);
    voxels[i] = (double)am_inclusion_paint(
        m, &s->placed[i], (int)(s->label < 0 ? i + 1 : s->label));
  }
  long lost = am_empty_count(r, voxels, count);
  for (long i = 0; i < m->here.count; i++)
    inside += m->labels[i] != r->background;
  inside = am_team_sum(am_microstructure_team(m), inside);
  am_buffer made = {.arena = r->arena};
  am_buffer_add(&made, "%ld %s, volume fraction %.4g", count,
                count == 1 ? s->one : s->many,
                (double)inside / (double)m->voxels);
  if (s->asked > 0) am_buffer_add(&made, " (requested: %g)", s->asked);
  m->made = made.text;
  if (lost)
    am_warn(r->report, r->node->place,
            "%ld of %ld %s contain no voxel centre of their own: use a finer "
            "grid", lost,
            count, s->many);
  return AM_OK;
}

/* ---- spheres ------------------------------------------------------------- */

static void warn_of_overlap(const dispersion *s, const am_centre *centres) {
  const am_source_reading *r = s->reading;
  long i = find_overlap(r->arena, &s->packing, r->result->size, s->placed);
  if (i >= 0)
    am_warn(r->report, centres[i].place,
            "this sphere overlaps an earlier one or a periodic image of it: "
            "voxels in both get the label of the later sphere");
}

static am_status read_centres(dispersion *s) {
  static const char *const with[] = {"label", "labels", "diameter", NULL};
  am_source_reading *r = s->reading;
  am_centre *centres;
  AM_TRY(am_compatible_keys(r->report, r->node, "centres", with));
  AM_TRY(am_centres_read(r, s->centres, &centres, &s->packing.count));
  s->placed = AM_ARRAY(r->arena, am_inclusion, s->packing.count);
  for (long i = 0; i < s->packing.count; i++) {
    s->placed[i] = s->packing.shape;
    memcpy(s->placed[i].centre, centres[i].at, sizeof centres[i].at);
  }
  AM_TRY(check_fit(s));
  warn_of_overlap(s, centres);
  return AM_OK;
}

const am_yaml_key am_spheres_keys[] = {
    COMMON_KEYS,
    {"centres", {AM_CENTRES, AM_INTO(dispersion, centres)},
     "positions of the centres"},
    {0}};

am_status am_source_spheres(am_source_reading *r) {
  dispersion s = {.reading = r, .one = "sphere", .many = "spheres"};
  AM_TRY(read_keys(&s, am_spheres_keys));
  AM_TRY(s.centres ? read_centres(&s) : place_all(&s));
  return paint_all(&s);
}

/* ---- fibres -------------------------------------------------------------- */

/* Maximum number of periods that a fibre may span; longer fibres take too much
 * time. */
enum { MOST_TURNS = 4 };

static const struct {
  const char *name;
  am_draw_axis *draw;
  double reach[3]; /* maximum components of an axis */
} orientations[] = {
    {"planar", am_draw_planar, {1, 1, 0}},
    {"isotropic", am_draw_isotropic, {1, 1, 1}},
};

enum { ORIENTATIONS = sizeof orientations / sizeof *orientations };

static am_status read_axis(am_report *report, const am_yaml *node,
                           double *axis) {
  double largest = 0, length = 0;
  for (int d = 0; node->count == 3 && d < 3; d++) {
    AM_TRY(am_yaml_number(report, node->items[d], "orientation", &axis[d]));
    largest = fmax(largest, fabs(axis[d]));
  }
  if (!(largest > 0))
    return am_error(report, AM_INPUT, node->place,
                    "expected orientation to be planar, isotropic or a "
                    "direction [x, y, z] that is not zero");
  for (int d = 0; d < 3; d++)
    length += axis[d] / largest * (axis[d] / largest);
  for (int d = 0; d < 3; d++) axis[d] = axis[d] / largest / sqrt(length);
  return AM_OK;
}

/* Reads the orientation and the maximum components of a unit axis [3]. */
static am_status read_orientation(dispersion *s, double *reach) {
  const am_source_reading *r = s->reading;
  const am_yaml *node = s->orientation;
  const char *names[ORIENTATIONS];
  size_t i;
  double *axis = s->packing.shape.axis;
  if (node->kind == AM_YAML_SEQUENCE) {
    AM_TRY(read_axis(r->report, node, axis));
    for (int d = 0; d < 3; d++) reach[d] = fabs(axis[d]);
    return AM_OK;
  }
  for (i = 0; i < ORIENTATIONS; i++) names[i] = orientations[i].name;
  AM_TRY(am_choice(r->report, node, "orientation", names, ORIENTATIONS, &i));
  s->packing.draw = orientations[i].draw;
  memcpy(reach, orientations[i].reach, sizeof orientations[i].reach);
  return AM_OK;
}

const am_yaml_key am_fibres_keys[] = {
    COMMON_KEYS,
    {"length", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
                AM_NEEDED(dispersion, length)}, "length of a fibre"},
    {"orientation", {.takes = AM_TAKES_TEXT, .items = &am_number_shape,
                     AM_NEEDED(dispersion, orientation)},
     "planar, isotropic or a direction"},
    {0}};

am_status am_source_fibres(am_source_reading *r) {
  dispersion s = {.reading = r, .one = "fibre", .many = "fibres"};
  const double *size = r->result->size;
  double reach[3];
  AM_TRY(read_keys(&s, am_fibres_keys));
  AM_TRY(read_orientation(&s, reach));
  for (int d = 0; d < 3; d++)
    if (s.length * reach[d] > MOST_TURNS * size[d])
      return am_error(r->report, AM_INPUT,
                      am_yaml_get(r->node, "length")->place,
                      "a fibre of length %g in a cell of size %g extends over "
                      "more than %d periods", s.length, size[d], MOST_TURNS);
  AM_TRY(place_all(&s));
  return paint_all(&s);
}
