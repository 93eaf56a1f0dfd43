/* vectors.h: the widest vectors of this processor; internal to bench. */
#ifndef AM_BENCH_VECTORS_H
#define AM_BENCH_VECTORS_H

typedef struct {
  int lanes;
  /* Does `rounds` rounds of AM_CHAINS independent fused multiply-adds of
   * `lanes` numbers; the result keeps compilers from leaving them out. */
  double (*multiply)(long rounds);
  /* y = x^p [count], a multiple of 8, by `power` of am_vectors_power, or by
   * pow where that is NULL. */
  void (*raise)(void *power, const double *x, const double *p, double *y,
                int count);
  const char *symbol; /* of its power in libmvec, NULL: none */
} am_vectors;

enum { AM_CHAINS = 12 };

const am_vectors *am_vectors_widest(void);

/* The vector power of the C library; NULL: there is none. */
void *am_vectors_power(const am_vectors *vectors);

#endif
