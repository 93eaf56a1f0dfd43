#include "file/parts.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

enum { SIZE = 100 };

static unsigned char bytes[SIZE];

static void set_up(void) {
  for (int i = 0; i < SIZE; i++) bytes[i] = (unsigned char)(i * 37);
}

static uint64_t digest(size_t size) {
  return am_digest(AM_DIGEST_START, bytes, size);
}

START_TEST(sees_every_bit) {
  for (size_t size = 0; size <= SIZE; size++) {
    uint64_t whole = digest(size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
      bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
      ck_assert_msg(digest(size) != whole, "bit %zu of %zu bytes", bit, size);
      bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
  }
}
END_TEST

/* The same bit in two words, as when the signs of all numbers change. */
START_TEST(sees_the_same_change_of_two_words) {
  for (int bit = 0; bit < 64; bit++)
    for (int other = 1; other < SIZE / 8; other++) {
      uint64_t whole = digest(SIZE);
      int places[] = {bit / 8, 8 * other + bit / 8};
      for (int i = 0; i < 2; i++)
        bytes[places[i]] ^= (unsigned char)(1u << bit % 8);
      ck_assert_msg(digest(SIZE) != whole, "bit %d, word %d", bit, other);
    }
}
END_TEST

START_TEST(sees_zeros_at_the_end) {
  memset(bytes, 0, SIZE);
  for (size_t a = 0; a <= SIZE; a++)
    for (size_t b = 0; b < a; b++) ck_assert(digest(a) != digest(b));
}
END_TEST

START_TEST(reads_files) {
  enum { LENGTH = 200000 };
  uint64_t sum = 0, other = 0;
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  for (int i = 0; i < LENGTH; i++) fputc(i * 37 + i / 256, file);
  fflush(file);
  int number = fileno(file);
  ck_assert_int_eq(am_digest_file(number, LENGTH, &sum), 0);
  ck_assert_int_eq(am_digest_file(number, LENGTH - 1, &other), 0);
  ck_assert(sum != other);
  ck_assert_int_eq(am_digest_file(number, LENGTH + 1, &other), EIO);
  fseek(file, 150000, SEEK_SET);
  fputc(3, file);
  fflush(file);
  ck_assert_int_eq(am_digest_file(number, LENGTH, &other), 0);
  ck_assert(sum != other);
  fclose(file);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("digest");
  tcase_add_checked_fixture(test, set_up, NULL);
  tcase_add_test(test, sees_every_bit);
  tcase_add_test(test, sees_the_same_change_of_two_words);
  tcase_add_test(test, sees_zeros_at_the_end);
  tcase_add_test(test, reads_files);
  return test_run("digest", &test, 1);
}
