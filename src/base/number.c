/* number.c: numbers as decimal text.
 *
 * A double is m 2^e with an integer m < 2^53.  Its first 17 digits are the
 * integer nearest to m 2^e 10^q = m 5^q 2^(e + q), where q puts it between
 * 10^16 and 10^17; m 5^q is a product of integers, and what the power of 2
 * shifts out of it says how to round.  (Steele and White 1990 do so digit by
 * digit.) */
#include "base/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { DIGITS = 17, LIMBS = 32 };

#define TENS UINT64_C(100000000000000000) /* 10^DIGITS */

/* An integer, limb[0] the lowest; those above are zero. */
typedef struct {
  uint32_t limb[LIMBS];
  int count;
} integer;

static void multiply(integer *n, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->limb[i] * factor;
    n->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) n->limb[n->count++] = (uint32_t)carry;
}

/* n / 2^shift, which is below 2^62, to nearest, halves to even. */
static uint64_t shifted(const integer *n, int shift) {
  int first = shift / 32, bits = shift % 32;
  uint64_t whole = n->limb[first] | (uint64_t)n->limb[first + 1] << 32;
  whole >>= bits;
  if (bits) whole |= (uint64_t)n->limb[first + 2] << (64 - bits);
  if (shift == 0) return whole;

  int place = (shift - 1) / 32;
  uint32_t half = UINT32_C(1) << (shift - 1) % 32;
  bool more = whole % 2 || n->limb[place] & (half - 1);
  for (int i = 0; i < place; i++) more = more || n->limb[i];
  return whole + ((n->limb[place] & half) && more);
}

/* m 2^e 10^q to nearest, q >= 0; the result is below 2^62. */
static uint64_t scaled(uint64_t m, int e, int q) {
  static const uint32_t powers[] = {
      1,     5,      25,      125,     625,      3125,      15625,
      78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125};
  enum { MOST = sizeof powers / sizeof *powers - 1 };
  integer n = {.limb = {(uint32_t)m, (uint32_t)(m >> 32)}, .count = 2};
  int left = q;
  for (; left > MOST; left -= MOST) multiply(&n, powers[MOST]);
  multiply(&n, powers[left]);
  if (e + q > 0) return (n.limb[0] | (uint64_t)n.limb[1] << 32) << (e + q);
  return shifted(&n, -(e + q));
}

/* The exponent of ten, and digits [DIGITS] of which those without the zeros
 * at the end are counted in *count; false from 10^DIGITS on. */
static bool find_digits(double value, char *digits, int *exponent,
                        int *count) {
  int e;
  double fraction = frexp(value, &e);
  if (value >= (double)TENS) return false;
  uint64_t m = (uint64_t)ldexp(fraction, 53);
  int q = DIGITS - 1 - (int)floor((e - 1) * 0.30102999566398120);
  uint64_t n = scaled(m, e - 53, q);
  if (n >= TENS) n = scaled(m, e - 53, --q);
  *exponent = DIGITS - 1 - q;
  *count = 0;
  for (int i = DIGITS - 1; i >= 0; i--, n /= 10) {
    digits[i] = (char)('0' + n % 10);
    if (!*count && n % 10) *count = i + 1;
  }
  return true;
}

static int write_digits(char *text, const char *digits, int exponent,
                        int count) {
  char *end = text;
  int point = exponent < -4 ? 0 : exponent; /* behind digits[point] */
  for (int i = point; i < 0; i++) {
    *end++ = '0';
    if (i == point) *end++ = '.';
  }
  for (int i = 0; i < count || i <= point; i++) {
    if (point >= 0 && i == point + 1) *end++ = '.';
    *end++ = digits[i];
  }
  if (exponent < -4) end += sprintf(end, "e-%02d", -exponent);
  return (int)(end - text);
}

int am_number_write(char text[AM_NUMBER_SIZE], double value) {
  char digits[DIGITS];
  int exponent, count, sign = signbit(value) != 0;
  text[0] = '-';
  if (value == 0) {
    text[sign] = '0';
    return sign + 1;
  }
  if (!isfinite(value) ||
      !find_digits(fabs(value), digits, &exponent, &count))
    return snprintf(text, AM_NUMBER_SIZE, "%.17g", value);
  return sign + write_digits(text + sign, digits, exponent, count);
}
