/* Philox4x32-10 against its published test vectors (Random123, kat). */
#include "case/philox.h"
#include "support.h"

static const struct {
  uint32_t counter[4], key[2], words[4];
} vectors[] = {
    {{0, 0, 0, 0},
     {0, 0},
     {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
     {0xffffffff, 0xffffffff},
     {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
};

START_TEST(known_answers) {
  uint32_t words[4];
  am_philox(vectors[_i].counter, vectors[_i].key, words);
  for (int i = 0; i < 4; i++) ck_assert_uint_eq(words[i], vectors[_i].words[i]);
}
END_TEST

/* The first 53 of 64 bits. */
START_TEST(uniform_numbers) {
  double u[2];
  am_philox_uniform(vectors[0].counter, vectors[0].key, u);
  ck_assert_double_eq(u[0], (double)(0x6627e8d5e169c58d >> 11) * 0x1p-53);
  ck_assert_double_eq(u[1], (double)(0xbc57ac4c9b00dbd8 >> 11) * 0x1p-53);
  for (uint32_t i = 0; i < 10000; i++) {
    const uint32_t counter[4] = {i, 0, 0, 0};
    am_philox_uniform(counter, vectors[2].key, u);
    ck_assert(u[0] >= 0 && u[0] < 1 && u[1] >= 0 && u[1] < 1);
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("philox");
  tcase_add_loop_test(all, known_answers, 0,
                      sizeof vectors / sizeof *vectors);
  tcase_add_test(all, uniform_numbers);
  return test_run("path/philox", &all, 1);
}
