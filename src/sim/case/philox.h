/* philox.h: counter-based random number generator Philox4x32-10 (Salmon,
 * Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"): a
 * bijection of counters without state, which any thread can evaluate. */
#ifndef AM_CASE_PHILOX_H
#define AM_CASE_PHILOX_H

#include <stdint.h>

/* Four random words for a counter and a key. */
void am_philox(const uint32_t counter[4], const uint32_t key[2],
               uint32_t words[4]);

/* Two uniform numbers in [0, 1), each a multiple of 2^-53. */
void am_philox_uniform(const uint32_t counter[4], const uint32_t key[2],
                       double numbers[2]);

#endif
