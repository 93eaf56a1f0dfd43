/* keys.c: values over which keys of a case are swept. */
#include "study/parts.h"

static am_status refuse(const am_study *study, const char *text,
                        const char *expected) {
  return am_error(study->report, AM_USAGE, am_nowhere,
                  "expected '--over' to be %s, found '%s'", expected,
                  am_printable(study->arena, text, strlen(text)));
}

/* Next field of a text separated by colons. */
static const char *field(am_arena *arena, const char **at) {
  size_t length = strcspn(*at, ":");
  const char *text = am_copy(arena, *at, length);
  *at += length + ((*at)[length] == ':');
  return text;
}

static const char *number_copy(am_arena *arena, double number) {
  char text[AM_NUMBER_SIZE];
  am_number_text(number, text);
  return am_copy(arena, text, strlen(text));
}

/* LO:HI:COUNT or LO:HI:COUNT:log.  Interior values are rounded to 15 digits for
 * readability. */
static am_status fill_range(const am_study *study, const char *text,
                            const char *values, am_swept_key *key) {
  am_arena *arena = study->arena;
  const char *at = values;
  double lo, hi, count;
  bool good = am_parse_number(field(arena, &at), &lo) &&
              am_parse_number(field(arena, &at), &hi) &&
              am_parse_number(field(arena, &at), &count);
  key->logarithmic = !strcmp(at, "log");
  if (!good || (*at && !key->logarithmic) || !isfinite(lo) || !isfinite(hi) ||
      !(count >= 1 && count <= AM_RUNS_MOST) || count != floor(count))
    return refuse(study, text,
                  "KEY=LO:HI:COUNT or KEY=LO:HI:COUNT:log with a COUNT from "
                  "1 to 10000");
  if (key->logarithmic && !(lo > 0 && hi > 0))
    return refuse(study, text, "a logarithmic range of numbers above 0");
  key->count = (size_t)count;
  key->values = AM_ARRAY(arena, const char *, key->count);
  for (size_t i = 1; i + 1 < key->count; i++) {
    double share = (double)i / (count - 1);
    double number = key->logarithmic ? lo * pow(hi / lo, share)
                                     : lo + (hi - lo) * share;
    key->values[i] = am_format(arena, "%.15g", number);
  }
  key->values[key->count - 1] = number_copy(arena, hi);
  key->values[0] = number_copy(arena, lo);
  return AM_OK;
}

static am_status read_key(const am_study *study, const char *text,
                          am_swept_key *key) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1])
    return refuse(study, text, "KEY=LO:HI:COUNT or KEY=A,B,C");
  key->key = am_copy(study->arena, text, (size_t)(equals - text));
  const char *at = equals + 1;
  double number; /* a number followed by a colon is a range */
  if (strchr(at, ':') && am_parse_number(field(study->arena, &at), &number))
    AM_TRY(fill_range(study, text, equals + 1, key));
  else
    AM_TRY(am_list_split(study, "--over", equals + 1, &key->values,
                         &key->count));
  return AM_OK;
}

am_status am_swept_keys_read(const am_study *study, am_swept_keys *keys) {
  *keys = (am_swept_keys){.count = study->over_count, .combinations = 1};
  keys->items = AM_ARRAY(study->arena, am_swept_key, keys->count);
  for (size_t k = 0; k < keys->count; k++) {
    am_swept_key *key = &keys->items[k];
    AM_TRY(read_key(study, study->over[k], key));
    key->numbers = AM_ARRAY(study->arena, double, key->count);
    for (size_t i = 0; i < key->count; i++)
      if (!am_parse_number(key->values[i], &key->numbers[i]))
        key->numbers[i] = NAN;
    for (size_t j = 0; j < k; j++)
      if (!strcmp(keys->items[j].key, key->key))
        return am_error(study->report, AM_USAGE, am_nowhere,
                        "duplicate key '%s' in '--over'",
                        am_printable(study->arena, key->key, strlen(key->key)));
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

static const char *swept_value(const am_swept_keys *keys, size_t combination,
                               size_t key) {
  return keys->items[key].values[index_of(keys, combination, key)];
}

const char *am_swept_name(am_arena *arena, const am_swept_keys *keys,
                          size_t combination) {
  am_buffer buffer = {.arena = arena};
  for (size_t k = 0; k < keys->count; k++) {
    const char *key = keys->items[k].key;
    const char *value = swept_value(keys, combination, k);
    am_buffer_add(&buffer, "%s%s=%s", k > 0 ? ", " : "",
                  am_printable(arena, key, strlen(key)),
                  am_printable(arena, value, strlen(value)));
  }
  return buffer.text;
}

const char **am_swept_sets(am_arena *arena, const am_study *study,
                           const am_swept_keys *keys, size_t combination,
                           size_t *count) {
  const char **sets =
      AM_ARRAY(arena, const char *, study->set_count + keys->count);
  size_t n = 0;
  for (; n < study->set_count; n++) sets[n] = study->sets[n];
  for (size_t k = 0; k < keys->count; k++)
    sets[n++] = am_format(arena, "%s=%s", keys->items[k].key,
                          swept_value(keys, combination, k));
  *count = n;
  return sets;
}

void am_swept_cells(const am_swept_keys *keys, size_t combination,
                    am_table_row row) {
  for (size_t k = 0; k < keys->count; k++) {
    double number =
        keys->items[k].numbers[index_of(keys, combination, k)];
    row.values[k] = number;
    if (isnan(number))
      row.texts[k] = swept_value(keys, combination, k);
  }
}
