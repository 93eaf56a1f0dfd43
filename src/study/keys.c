/* keys.c: the values that keys of a case are swept over. */
#include "study/lists.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* A range on its way. */
typedef struct {
  double lo, hi, count;
  bool logarithmic;
} range;

static am_status refuse(const am_study *study, const char *text,
                        const char *expected) {
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "expected '--over' to be %s, found '%s'", expected,
                  am_printable(study->arena, text, strlen(text)));
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

/* What lies between the ends is rounded to 15 digits, so that it reads
 * well. */
static const char *entry_text(am_arena *arena, const range *r, size_t i) {
  double place = (double)i;
  bool last = place == r->count - 1;
  char text[AM_NUMBER_SIZE];
  if (i > 0 && !last) return am_format(arena, "%.15g", between(r, place));
  am_number_text(i ? r->hi : r->lo, text);
  return am_copy(arena, text, strlen(text));
}

static am_status fill_range(const am_study *study, const char *text,
                            const char *values, am_swept_key *key) {
  range r;
  if (!read_range(study->arena, values, &r))
    return refuse(study, text,
                  "KEY=LO:HI:COUNT or KEY=LO:HI:COUNT:log with a COUNT from "
                  "1 to 10000");
  if (r.logarithmic && !(r.lo > 0 && r.hi > 0))
    return refuse(study, text, "a logarithmic range of numbers above 0");
  key->logarithmic = r.logarithmic;
  key->count = (size_t)r.count;
  key->values = AM_ARRAY(study->arena, const char *, key->count);
  for (size_t i = 0; i < key->count; i++)
    key->values[i] = entry_text(study->arena, &r, i);
  return AM_OK;
}

static am_status read_key(const am_study *study, const char *text,
                          am_swept_key *key) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1])
    return refuse(study, text, "KEY=LO:HI:COUNT or KEY=A,B,C");
  key->key = am_copy(study->arena, text, (size_t)(equals - text));
  if (is_range(study->arena, equals + 1))
    AM_TRY(fill_range(study, text, equals + 1, key));
  else
    AM_TRY(am_list_split(study, "--over", equals + 1, &key->values,
                         &key->count));
  return AM_OK;
}

am_status am_swept_keys_read(const am_study *study, const am_swept_key *given,
                             size_t given_count, am_swept_keys *keys) {
  *keys = (am_swept_keys){.count = given_count + study->over_count,
                          .combinations = 1};
  keys->items = AM_ARRAY(study->arena, am_swept_key, keys->count);
  for (size_t k = 0; k < keys->count; k++) {
    am_swept_key *key = &keys->items[k];
    if (k < given_count)
      *key = given[k];
    else
      AM_TRY(read_key(study, study->over[k - given_count], key));
    key->numbers = AM_ARRAY(study->arena, double, key->count);
    for (size_t i = 0; i < key->count; i++)
      if (!am_parse_number(key->values[i], &key->numbers[i]))
        key->numbers[i] = NAN;
    for (size_t j = 0; j < k; j++)
      if (!strcmp(keys->items[j].key, key->key))
        return am_error(study->report, AM_USAGE, am_nowhere,
                        "'%s' is swept over twice",
                        am_printable(study->arena, key->key,
                                     strlen(key->key)));
    keys->combinations *= key->count;
    AM_TRY(am_check_runs(study, keys->combinations));
  }
  return AM_OK;
}

static size_t index_of(const am_swept_keys *keys, size_t combination,
                       size_t key) {
  for (size_t k = keys->count - 1; k > key; k--)
    combination /= keys->items[k].count;
  return combination % keys->items[key].count;
}

const char *am_swept_value(const am_swept_keys *keys, size_t combination,
                           size_t key) {
  return keys->items[key].values[index_of(keys, combination, key)];
}

const char *am_swept_name(am_arena *arena, const am_swept_keys *keys,
                          size_t combination, size_t first) {
  am_buffer buffer = {.arena = arena};
  for (size_t k = first; k < keys->count; k++) {
    const char *key = keys->items[k].key;
    const char *value = am_swept_value(keys, combination, k);
    am_buffer_add(&buffer, "%s%s=%s", k > first ? ", " : "",
                  am_printable(arena, key, strlen(key)),
                  am_printable(arena, value, strlen(value)));
  }
  return buffer.text ? buffer.text : "";
}

const char **am_swept_sets(am_arena *arena, const am_study *study,
                           const am_swept_keys *keys, size_t combination,
                           size_t more, size_t *count) {
  const char **sets = AM_ARRAY(arena, const char *,
                               study->set_count + more + keys->count);
  size_t n = 0;
  for (; n < study->set_count; n++) sets[n] = study->sets[n];
  for (size_t k = 0; k < keys->count; k++)
    sets[n++] = am_format(arena, "%s=%s", keys->items[k].key,
                          am_swept_value(keys, combination, k));
  *count = n;
  return sets;
}

void am_swept_cells(const am_swept_keys *keys, size_t combination,
                    size_t first, am_table_row row) {
  for (size_t k = first; k < keys->count; k++) {
    double number =
        keys->items[k].numbers[index_of(keys, combination, k)];
    row.values[k - first] = number;
    if (isnan(number))
      row.texts[k - first] = am_swept_value(keys, combination, k);
  }
}
