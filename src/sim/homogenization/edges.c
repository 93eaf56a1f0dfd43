/* edges.c: numbers of voxels with fast Fourier transforms. */
#include "homogenization/plan.h"

/* Largest prime factor without a note, and largest of recommended edges.
 * Larger prime factors slow transforms down: 127 by a factor of two with FFTW,
 * 257 by a factor of five with cuFFT. */
static const long largest = 13, good = 7;

/* Small cells have negligible run times. */
enum { SMALL = 32 };

static long largest_factor(long edge) {
  long factor = 1;
  for (long prime = 2; edge > 1; prime++)
    for (; edge % prime == 0; edge /= prime) factor = prime;
  return factor;
}

long am_nearest_fast_edge(long edge) {
  for (long n = 0;; n++) {
    if (largest_factor(edge + n) <= good) return edge + n;
    if (n < edge && largest_factor(edge - n) <= good) return edge - n;
  }
}

void am_note_edges(am_report *report, const am_case *description,
                   const int *grid) {
  const am_yaml *map = description->microstructure;
  const am_yaml *node = map ? am_yaml_get(map, "grid") : NULL;
  for (int d = 0; d < 3; d++) {
    int edge = grid[d];
    long factor = largest_factor(edge);
    bool told = (d > 0 && edge == grid[0]) || (d > 1 && edge == grid[1]);
    if (edge <= SMALL || factor <= largest || told) continue;
    am_note(report, node ? node->place : am_nowhere,
            "an edge of %d voxels has the prime factor %ld, which makes "
            "Fourier transforms up to five times slower: the nearest good "
            "number is %ld (no prime factor above %ld)",
            edge, factor, am_nearest_fast_edge(edge), good);
  }
}
