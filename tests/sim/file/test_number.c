#include "file/parts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

static void compare_one(double value) {
  char text[AM_NUMBER_SIZE + 1], expected[64];
  memset(text, '#', sizeof text);
  int length = am_number_write(text, value);
  snprintf(expected, sizeof expected, "%.17g", value);
  ck_assert_int_le(length, AM_NUMBER_SIZE);
  ck_assert_int_eq(text[AM_NUMBER_SIZE], '#');
  text[length] = 0;
  ck_assert_str_eq(text, expected);
}

/* The number and its neighbours, with both signs. */
static void compare(double value) {
  const double values[] = {value, nextafter(value, 0),
                           nextafter(value, HUGE_VAL)};
  for (int i = 0; i < 3; i++) {
    compare_one(values[i]);
    compare_one(-values[i]);
  }
}

START_TEST(writes_like_printf) {
  static const double values[] = {
      0, 1, 0.1, 0.5, 9.5, 123456, 1e15, 1e16, 1e17, 1e18, 1e-4, 1e-5,
      99999999999999992.0, 0.00099999999999999998, 4.9406564584124654e-324,
      2.2250738585072014e-308, 1.7976931348623157e308, HUGE_VAL, NAN};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    compare(values[i]);
  for (int e = -1074; e < 1024; e++) compare(ldexp(1, e));
  for (int e = -323; e < 309; e++) compare(pow(10, e));
}
END_TEST

/* Decimals of few digits; odd multiples of 2^-k, which lie halfway between two
 * numbers of 17 digits where k is 18 - digits before the point. */
START_TEST(writes_short_numbers_and_halves) {
  for (int i = 1; i < 2000; i++) {
    compare(i);
    for (int e = 1; e < 25; e++) compare(i * pow(10, -e));
    for (int k = 1; k < 40; k++) {
      compare(ldexp(2 * i + 1, -k));
      compare((double)((INT64_C(1) << 50) / i) + ldexp(1, -2));
      compare((double)i * 9007199254740 + ldexp(2 * i + 1, -k));
    }
  }
}
END_TEST

START_TEST(writes_any_bits) {
  uint64_t state = 1;
  for (int i = 0; i < 300000; i++) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    uint64_t bits = state ^ state >> 29;
    double value;
    memcpy(&value, &bits, sizeof value);
    compare_one(value);
    compare_one(ldexp((double)(bits >> 11), -40 - (int)(state >> 59)));
  }
}
END_TEST

int main(void) {
  TCase *numbers = tcase_create("numbers");
  tcase_add_test(numbers, writes_like_printf);
  tcase_add_test(numbers, writes_short_numbers_and_halves);
  tcase_add_test(numbers, writes_any_bits);
  return test_run("number", &numbers, 1);
}
