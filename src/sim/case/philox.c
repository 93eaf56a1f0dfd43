/* philox.c: random number generator Philox4x32-10. */
#include "case/philox.h"

enum { ROUNDS = 10 };

static const uint32_t multiplier[2] = {0xD2511F53, 0xCD9E8D57};
static const uint32_t weyl[2] = {0x9E3779B9, 0xBB67AE85};

void am_philox(const uint32_t counter[4], const uint32_t key[2],
               uint32_t words[4]) {
  uint32_t k[2] = {key[0], key[1]};
  for (int i = 0; i < 4; i++) words[i] = counter[i];
  for (int n = 0; n < ROUNDS; n++) {
    uint64_t a = (uint64_t)multiplier[0] * words[0];
    uint64_t b = (uint64_t)multiplier[1] * words[2];
    words[0] = (uint32_t)(b >> 32) ^ words[1] ^ k[0];
    words[1] = (uint32_t)b;
    words[2] = (uint32_t)(a >> 32) ^ words[3] ^ k[1];
    words[3] = (uint32_t)a;
    k[0] += weyl[0];
    k[1] += weyl[1];
  }
}

void am_philox_uniform(const uint32_t counter[4], const uint32_t key[2],
                       double numbers[2]) {
  uint32_t words[4];
  am_philox(counter, key, words);
  for (int i = 0; i < 2; i++) {
    uint64_t both = (uint64_t)words[2 * i] << 32 | words[2 * i + 1];
    numbers[i] = (double)(both >> 11) * 0x1p-53;
  }
}
