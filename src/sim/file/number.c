/* number.c: numbers as decimal text.
 *
 * A double is m 2^e with an integer m < 2^53. The first 17 digits are the
 * integer nearest to m 2^e 10^q = m 5^q 2^(e + q), with q such that the integer
 * lies between 10^16 and 10^17. m 5^q is a product of integers, and the bits
 * that the power of 2 shifts out decide the rounding. (Steele and White 1990
 * generate digit by digit.) */
#include "file/parts.h"

enum { DIGITS = 17, LIMBS = 32 };

#define TENS UINT64_C(100000000000000000) /* 10^DIGITS */
#define LOG10_2 INT64_C(1292913986)       /* 2^32 log10(2) */

/* Nonnegative integer with `count` limbs in use, limb[0] the lowest; higher
 * limbs are zero. */
typedef struct {
  uint32_t limb[LIMBS];
  int count;
} integer;

static void multiply_integer(integer *n, uint32_t factor) {
  uint64_t carry = 0;
  for (int i = 0; i < n->count; i++) {
    carry += (uint64_t)n->limb[i] * factor;
    n->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) n->limb[n->count++] = (uint32_t)carry;
}

/* n / 2^shift, below 2^62, rounded to nearest, ties to even. */
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

/* m 2^e 10^q rounded to nearest, q >= 0; the result is below 2^62. */
static uint64_t scaled(uint64_t m, int e, int q) {
  static const uint32_t powers[] = {
      1,     5,      25,      125,     625,      3125,      15625,
      78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125};
  enum { MOST = sizeof powers / sizeof *powers - 1 };
  integer n = {.limb = {(uint32_t)m, (uint32_t)(m >> 32)}, .count = 2};
  int left = q;
  for (; left > MOST; left -= MOST) multiply_integer(&n, powers[MOST]);
  multiply_integer(&n, powers[left]);
  if (e + q > 0) return (n.limb[0] | (uint64_t)n.limb[1] << 32) << (e + q);
  return shifted(&n, -(e + q));
}

/* Decimal exponent of a normal number below 10^DIGITS, and its digits
 * [DIGITS]. */
static int find_digits(double value, char *digits) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  int e = (int)(bits >> 52) - 1023; /* value = 1.… 2^e */
  uint64_t m = (bits & 0xfffffffffffff) | UINT64_C(1) << 52;
  int64_t tens = (e * LOG10_2) >> 32; /* at most 1 too small */
  int q = DIGITS - 1 - (int)tens;
  uint64_t n = scaled(m, e - 52, q);
  if (n >= TENS) n = scaled(m, e - 52, --q);
  for (int i = DIGITS - 2; i > 0; i -= 2, n /= 100) {
    unsigned two = (unsigned)(n % 100);
    digits[i] = (char)('0' + two / 10);
    digits[i + 1] = (char)('0' + two % 10);
  }
  digits[0] = (char)('0' + n);
  return DIGITS - 1 - q;
}

/* Writes digits in the format "%g": without trailing zeros, and with an
 * exponent if it is below -4. */
static int write_digits(char *text, const char *digits, int exponent) {
  char *end = text;
  int before = exponent < -4 ? 1 : exponent + 1, count = DIGITS;
  while (digits[count - 1] == '0') count--;
  if (before > 0) {
    memcpy(end, digits, (size_t)before);
    end += before;
    if (count > before) *end++ = '.';
  } else {
    memcpy(end, "0.000", (size_t)(2 - before));
    end += 2 - before;
    before = 0;
  }
  if (count > before) {
    memcpy(end, digits + before, (size_t)(count - before));
    end += count - before;
  }
  if (exponent < -4) end += sprintf(end, "e-%02d", -exponent);
  return (int)(end - text);
}

int am_number_write(char text[AM_NUMBER_SIZE], double number) {
  char digits[DIGITS];
  int sign = signbit(number) != 0;
  double value = fabs(number);
  text[0] = '-';
  if (value == 0) {
    text[sign] = '0';
    return sign + 1;
  }
  if (!isnormal(value) || value >= (double)TENS)
    return snprintf(text, AM_NUMBER_SIZE, "%.17g", number);
  int exponent = find_digits(value, digits);
  return sign + write_digits(text + sign, digits, exponent);
}
