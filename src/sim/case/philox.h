/* philox.h: Philox4x32-10, a counter-based generator of random numbers
 * (Salmon, Moraes, Dror and Shaw 2011, "Parallel random numbers: as easy as
 * 1, 2, 3"): a bijection of counters that any thread may evaluate anywhere,
 * without a state. */
#ifndef AM_CASE_PHILOX_H
#define AM_CASE_PHILOX_H

#include <stdint.h>

/* Four random words of a counter and a key. */
void am_philox(const uint32_t counter[4], const uint32_t key[2],
               uint32_t words[4]);

/* Two uniform numbers in [0, 1), each a multiple of 2^-53. */
void am_philox_uniform(const uint32_t counter[4], const uint32_t key[2],
                       double numbers[2]);

#endif
