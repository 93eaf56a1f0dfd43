/* dispersion.h: dispersions of inclusions of one shape, for the sources
 * `spheres` and `fibres`, and random placement. */
#ifndef AM_MICROSTRUCTURE_DISPERSION_H
#define AM_MICROSTRUCTURE_DISPERSION_H

#include "microstructure/inclusion.h"
#include "microstructure/source.h"

/* Non-overlapping inclusions of one shape at random positions, by random
 * sequential addition (Widom 1966): trials that overlap an inclusion already
 * placed are rejected.
 *
 * Trial n of a seed is identical on every machine: its random numbers are those
 * of counter n (case/philox.h), and directions use only functions with
 * reproducible rounding. */

/* Computes a direction from two numbers u in [0, 1); false: rejected. */
typedef bool am_draw_axis(const double *u, double *axis);

/* Uniform in the plane x-y; uniform on the sphere (Marsaglia 1972). */
am_draw_axis am_draw_planar, am_draw_isotropic;

typedef struct {
  long count;          /* 1 … AM_PACKING_MOST */
  am_inclusion shape;  /* centre ignored, axis ignored if drawn */
  am_draw_axis *draw;  /* distribution of axes; NULL: fixed axis */
  double gap;          /* minimum distance between surfaces */
  long seed;           /* at least 0 */
} am_packing;

enum { AM_PACKING_MOST = 1000000 };

/* Places inclusions in a cell of `size` [3]; returns their number, and the
 * number of trials in *tries.  Gives up after a million trials plus a hundred
 * per inclusion, or after AM_PACKING_WORK distance computations. */
#define AM_PACKING_WORK 2e9

long am_packing_place(am_arena *arena, const am_packing *packing,
                      const double *size, am_inclusion *placed, long *tries);

/* Index of the first inclusion that overlaps an earlier one, -1: none;
 * positions [count] may be outside the cell. */
long am_packing_overlap(am_arena *arena, const am_packing *packing,
                        const double *size, const am_inclusion *placed);

/* ---- common keys of spheres and fibres ----------------------------------- */

typedef struct {
  am_source_reading *reading;
  const char *one, *many; /* "sphere", "spheres" */
  long label;             /* of all inclusions; -1: labels 1 … count */
  double diameter, length;
  const am_yaml *centres, *orientation;
  am_packing packing;
  double asked;           /* requested volume fraction; 0: number requested */
  am_inclusion *placed;   /* [packing.count] */
} am_dispersion;

#define AM_DISPERSION_KEYS                                                    \
  {"label", {.takes = AM_TAKES_WHOLE, .most = INT_MAX,                        \
             AM_INTO(am_dispersion, label)}, "label of all inclusions"},      \
  {"labels", AM_A_TEXT, "'each': labels 1, 2, ... in order"},                 \
  {"diameter", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,               \
                AM_NEEDED(am_dispersion, diameter)},                          \
   "diameter of all inclusions"},                                             \
  {"count", {.takes = AM_TAKES_WHOLE, .least = 1, .most = AM_PACKING_MOST,    \
             AM_INTO(am_dispersion, packing.count)}, "number of inclusions"}, \
  {"fraction", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE_FRACTION,      \
                AM_INTO(am_dispersion, asked)},                               \
   "volume fraction of inclusions"},                                          \
  {"seed", {.takes = AM_TAKES_WHOLE, .most = LONG_MAX,                        \
            AM_INTO(am_dispersion, packing.seed)},                            \
   "seed of the random positions"},                                           \
  {"gap", {.takes = AM_TAKES_NUMBER, .range = AM_NOT_NEGATIVE,                \
           AM_INTO(am_dispersion, packing.gap)},                              \
   "minimum distance between inclusions"}

/* Reads the keys and sets grid and radius. */
AM_MUST_USE am_status am_dispersion_read(am_dispersion *s,
                                         const am_yaml_key *keys);

/* AM_INPUT with a message if a single inclusion is always closer to its own
 * images than the gap. */
AM_MUST_USE am_status am_dispersion_fit(const am_dispersion *s);

/* Places the inclusions at random. */
AM_MUST_USE am_status am_dispersion_place(am_dispersion *s);

/* Assigns the labels to the voxels. */
AM_MUST_USE am_status am_dispersion_paint(am_dispersion *s);

#endif
