/* take.c: stores the values of a mapping in a structure, by a table of keys. */
#include <string.h>

#include "yaml/keys.h"

am_status am_required(am_report *report, const am_yaml *map, const char *what,
                      const char *key, const am_yaml **node) {
  *node = am_yaml_get(map, key);
  if (*node) return AM_OK;
  return am_error(report, AM_INPUT, map->place, "'%s' is missing in %s", key,
                  what);
}

static am_status take_number(am_report *report, const am_yaml *node,
                             const char *what, am_yaml_range range,
                             double *value) {
  bool positive = range == AM_POSITIVE || range == AM_POSITIVE_FRACTION;
  if (range == AM_ANY_NUMBER) return am_yaml_number(report, node, what, value);
  return (range >= AM_FRACTION ? am_relative_number : am_bounded_number)(
      report, node, what, positive, value);
}

static am_status take_word(am_report *report, const am_yaml *node,
                           const char *what, const char *const *words,
                           void *to) {
  size_t count = 0, index;
  while (words[count]) count++;
  AM_TRY(am_choice(report, node, what, words, count, &index));
  const unsigned value = (unsigned)index;
  memcpy(to, &value, sizeof value);
  return AM_OK;
}

static am_status take_value(am_report *report, const am_yaml *node,
                            const char *what, const am_yaml_shape *s,
                            void *to) {
  bool map = s->keys || s->made || s->entries || s->names ||
             s->elsewhere;
  int others = map + (s->items != NULL) + (s->words != NULL);
  if (others == 1 && !s->takes) {
    if (s->words) return take_word(report, node, what, s->words, to);
    *(const am_yaml **)to = node;
    return am_yaml_expect(report, node,
                          map ? AM_YAML_MAPPING : AM_YAML_SEQUENCE, what);
  }
  if (!others && s->takes == AM_TAKES_TEXT)
    return am_yaml_text(report, node, what, to);
  if (!others && s->takes == AM_TAKES_NUMBER)
    return take_number(report, node, what, s->range, to);
  if (!others && s->takes == AM_TAKES_WHOLE)
    return am_yaml_integer(report, node, what, s->least, s->most, to);
  if (!others && s->takes == AM_TAKES_FLAG)
    return am_yaml_boolean(report, node, what, to);
  *(const am_yaml **)to = node;
  return AM_OK;
}

am_status am_yaml_take(am_report *report, const am_yaml *map,
                       const char *what, const am_yaml_key *keys, void *to) {
  bool phrase = strchr(what, ' ');
  AM_TRY(am_yaml_keys_known(report, map, what, keys));
  for (const am_yaml_key *row = keys; row->key; row++) {
    const am_yaml_shape *shape = &row->shape;
    const am_yaml *node = am_yaml_get(map, row->key);
    if (!node && shape->store == AM_REQUIRED)
      return am_required(report, map, what, row->key, &node);
    if (!node || shape->store == AM_NOT_STORED) continue;
    if (shape->place)
      memcpy((char *)to + shape->place, &node->place, sizeof node->place);
    AM_TRY(take_value(report, node,
                      phrase ? row->key
                             : am_format(report->arena, "%s.%s", what,
                                         row->key),
                      shape, (char *)to + shape->offset));
  }
  return AM_OK;
}
