#include "study/over.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* A range on its way. */
typedef struct {
  double lo, hi, count;
  bool logarithmic;
} range;

static am_status refuse(const am_inquiry *q, const char *text,
                        const char *expected) {
  return am_error(q->report, AM_USAGE, am_nowhere,
                  "expected '--over' to be %s, found '%s'", expected,
                  am_printable(q->arena, text, strlen(text)));
}

/* The next field of a text between colons. */
static const char *field(am_arena *arena, const char **at) {
  size_t length = strcspn(*at, ":");
  const char *text = am_copy(arena, *at, length);
  *at += length + ((*at)[length] == ':');
  return text;
}

/* What begins with a number and a colon is meant to be a range. */
static bool is_range(am_arena *arena, const char *values) {
  double number;
  const char *at = values;
  return strchr(values, ':') && am_parse_number(field(arena, &at), &number);
}

static bool read_range(am_arena *arena, const char *values, range *r) {
  const char *at = values;
  if (!am_parse_number(field(arena, &at), &r->lo) ||
      !am_parse_number(field(arena, &at), &r->hi) ||
      !am_parse_number(field(arena, &at), &r->count))
    return false;
  r->logarithmic = !strcmp(at, "log");
  return (!*at || r->logarithmic) && isfinite(r->lo) && isfinite(r->hi) &&
         r->count >= 1 && r->count <= AM_RUNS_MOST &&
         r->count == floor(r->count);
}

static double between(const range *r, double i) {
  double share = i / (r->count - 1);
  return r->logarithmic ? r->lo * pow(r->hi / r->lo, share)
                        : r->lo + (r->hi - r->lo) * share;
}

/* The shortest text that is read as this number. */
static const char *number_text(am_arena *arena, double number) {
  const char *text = NULL;
  double again = NAN;
  for (int digits = 15; digits <= 17 && again != number; digits++) {
    text = am_format(arena, "%.*g", digits, number);
    if (!am_parse_number(text, &again)) break;
  }
  return text;
}

/* What lies between the ends is rounded to 15 digits, so that it reads
 * well. */
static const char *entry_text(am_arena *arena, const range *r, size_t i) {
  double place = (double)i;
  if (i == 0) return number_text(arena, r->lo);
  if (place == r->count - 1) return number_text(arena, r->hi);
  return am_format(arena, "%.15g", between(r, place));
}

static am_status fill_range(const am_inquiry *q, const char *text,
                            const char *values, am_over *over) {
  range r;
  if (!read_range(q->arena, values, &r))
    return refuse(q, text,
                  "KEY=LO:HI:COUNT or KEY=LO:HI:COUNT:log with a COUNT from "
                  "1 to 10000");
  if (r.logarithmic && !(r.lo > 0 && r.hi > 0))
    return refuse(q, text, "a logarithmic range of numbers above 0");
  over->logarithmic = r.logarithmic;
  over->count = (size_t)r.count;
  over->values = AM_ARRAY(q->arena, const char *, over->count);
  for (size_t i = 0; i < over->count; i++)
    over->values[i] = entry_text(q->arena, &r, i);
  return AM_OK;
}

am_status am_over_read(const am_inquiry *q, const char *text, am_over *over) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1])
    return refuse(q, text, "KEY=LO:HI:COUNT or KEY=A,B,C");
  over->key = am_copy(q->arena, text, (size_t)(equals - text));
  if (is_range(q->arena, equals + 1))
    AM_TRY(fill_range(q, text, equals + 1, over));
  else
    AM_TRY(am_list_split(q, "--over", equals + 1, &over->values,
                         &over->count));
  over->numbers = AM_ARRAY(q->arena, double, over->count);
  for (size_t i = 0; i < over->count; i++)
    if (!am_parse_number(over->values[i], &over->numbers[i]))
      over->numbers[i] = NAN;
  return AM_OK;
}
