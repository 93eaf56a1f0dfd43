/* inclusion.c: spheres and cylinders in a periodic cell. */
#include "microstructure/inclusion.h"

static const double slack = 1e-10;

/* Axes are parallel if the sine of their angle is smaller. */
static const double parallel = 1e-7;

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static bool is_ball(const am_inclusion *a) { return a->half == 0; }

double am_inclusion_volume(const am_inclusion *a) {
  const double pi = 3.14159265358979323846;
  double square = a->radius * a->radius;
  return is_ball(a) ? 4 * pi / 3 * square * a->radius
                    : 2 * pi * square * a->half;
}

/* ---- voxels -------------------------------------------------------------- */

double am_inclusion_reach(const am_inclusion *a, int d) {
  double n = a->axis[d], across = 1 - n * n;
  return a->half * fabs(n) + a->radius * sqrt(across > 0 ? across : 0);
}

/* True if the point at w relative to the centre is inside. */
static bool inside(const am_inclusion *a, const double *w) {
  double along = dot(a->axis, w), most = a->radius * (1 + slack);
  return fabs(along) <= a->half * (1 + slack) &&
         dot(w, w) - along * along <= most * most;
}

/* Range first … last of voxels along an axis or of periodic images. */
typedef struct {
  long first, last;
} row;

/* Voxels with centres from `low` to `high`. */
static row row_between(double low, double high, double spacing) {
  return (row){(long)ceil(low / spacing - 0.5 - slack),
               (long)floor(high / spacing - 0.5 + slack)};
}

static row all_of(const am_microstructure *m, const am_inclusion *a, int d) {
  double far = am_inclusion_reach(a, d) * (1 + slack);
  return row_between(a->centre[d] - far, a->centre[d] + far,
                     m->size[d] / m->grid[d]);
}

/* Part of a row along x at w[1], w[2] that may be inside, from the quadratic
 * inequality |w|^2 - (n.w)^2 <= radius^2 in w[0], extended by a voxel on both
 * sides. */
static row part_of(const am_microstructure *m, const am_inclusion *a,
                   const double *w, row all) {
  double n = a->axis[0], along = a->axis[1] * w[1] + a->axis[2] * w[2];
  double square = 1 - n * n, middle = n * along;
  double rest = w[1] * w[1] + w[2] * w[2] - along * along -
                a->radius * a->radius * (1 + 4 * slack);
  double root = middle * middle - square * rest;
  if (square < parallel) return all;
  if (root < 0) root = 0;
  double x = a->centre[0] + middle / square, far = sqrt(root) / square;
  row part = row_between(x - far, x + far, m->size[0] / m->grid[0]);
  if (part.first - 1 > all.first) all.first = part.first - 1;
  if (part.last + 1 < all.last) all.last = part.last + 1;
  return all;
}

static long wrapped(long i, long count) {
  long rest = i % count;
  return rest < 0 ? rest + count : rest;
}

static double offset(const am_microstructure *m, const am_inclusion *a,
                     int d, long i) {
  return ((double)i + 0.5) * (m->size[d] / m->grid[d]) - a->centre[d];
}

static long paint_row(am_microstructure *m, const am_inclusion *a, double *w,
                      row x, long first, int label) {
  long painted = 0;
  for (long i = x.first; i <= x.last; i++) {
    w[0] = offset(m, a, 0, i);
    if (!inside(a, w)) continue;
    long voxel = first + wrapped(i, m->grid[0]);
    painted += m->labels[voxel] != label;
    m->labels[voxel] = label;
  }
  return painted;
}

long am_inclusion_paint(am_microstructure *m, const am_inclusion *a,
                        int label) {
  row x = all_of(m, a, 0), y = all_of(m, a, 1), z = all_of(m, a, 2);
  long painted = 0;
  for (long k = z.first; k <= z.last; k++) {
    long plane = wrapped(k, m->grid[2]) - m->planes.first;
    if (plane < 0 || plane >= m->planes.count) continue;
    for (long j = y.first; j <= y.last; j++) {
      double w[3] = {0, offset(m, a, 1, j), offset(m, a, 2, k)};
      long number = plane * m->grid[1] + wrapped(j, m->grid[1]);
      painted += paint_row(m, a, w, part_of(m, a, w, x),
                           number * m->grid[0], label);
    }
  }
  return painted;
}

/* ---- distances ----------------------------------------------------------- */

static double clamped(double x, double half) {
  return x < -half ? -half : x > half ? half : x;
}

/* Squared distance of two axes with centres at distance `d` (Ericson 2005,
 * "Real-Time Collision Detection", section 5.1.9). */
static double axes_apart(const am_inclusion *a, const am_inclusion *b,
                         const double *d) {
  double cosine = dot(a->axis, b->axis);
  double p = dot(a->axis, d), q = dot(b->axis, d);
  double sine = 1 - cosine * cosine;
  double s = clamped(sine > 0 ? (p - cosine * q) / sine : 0, a->half);
  double t = clamped(cosine * s - q, b->half), w[3];
  s = clamped(cosine * t + p, a->half);
  for (int i = 0; i < 3; i++)
    w[i] = d[i] + t * b->axis[i] - s * a->axis[i];
  return dot(w, w);
}

static bool are_parallel(const am_inclusion *a, const am_inclusion *b) {
  double cosine = dot(a->axis, b->axis);
  return !is_ball(a) && 1 - cosine * cosine < parallel * parallel;
}

static bool near(const am_inclusion *a, const am_inclusion *b,
                 const double *d, double gap, bool own) {
  double apart = (a->radius + b->radius + gap) * (1 - slack);
  if (!are_parallel(a, b))
    return axes_apart(a, b, d) < apart * apart;
  double along = fabs(dot(a->axis, d));
  double ends = a->half + b->half + (own ? 0 : gap);
  return along < ends * (1 - slack) &&
         dot(d, d) - along * along < apart * apart;
}

/* Spheres overlap if their nearest images do. */
static bool balls_near(const double *size, const am_inclusion *a,
                       const am_inclusion *b, double gap) {
  double apart = (a->radius + b->radius + gap) * (1 - slack), square = 0;
  for (int d = 0; d < 3; d++) {
    double w = fabs(b->centre[d] - a->centre[d]);
    while (w > size[d] / 2) w = fabs(w - size[d]);
    square += w * w;
  }
  return square < apart * apart;
}

bool am_inclusion_overlap(const double *size, const am_inclusion *a,
                          const am_inclusion *b, double gap, bool own) {
  if (is_ball(a) && is_ball(b) && !own) return balls_near(size, a, b, gap);
  double d[3];
  row r[3];
  for (int i = 0; i < 3; i++) {
    d[i] = b->centre[i] - a->centre[i];
    /* Images of b that may be near in direction d, as multiples of the cell
     * size. */
    double away = b->centre[i] - a->centre[i], far = gap;
    if (are_parallel(a, b))
      far += am_inclusion_reach(a, i) + am_inclusion_reach(b, i);
    else
      far += a->half * fabs(a->axis[i]) + a->radius +
             b->half * fabs(b->axis[i]) + b->radius;
    r[i] = (row){(long)ceil((-far - away) / size[i] - slack),
                 (long)floor((far - away) / size[i] + slack)};
  }
  for (long i = r[0].first; i <= r[0].last; i++)
    for (long j = r[1].first; j <= r[1].last; j++)
      for (long k = r[2].first; k <= r[2].last; k++) {
        double w[3] = {d[0] + (double)i * size[0],
                       d[1] + (double)j * size[1],
                       d[2] + (double)k * size[2]};
        bool itself = own && !i && !j && !k;
        if (!itself && near(a, b, w, gap, own)) return true;
      }
  return false;
}
