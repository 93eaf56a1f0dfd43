/* keys.c: check for unknown keys, by a table. */
#include "yaml/keys.h"

const am_yaml_shape am_text_shape = AM_A_TEXT;
const am_yaml_shape am_number_shape = AM_A_NUMBER;
const am_yaml_shape am_formula_shape = AM_A_FORMULA;
const am_yaml_shape am_any_shape = {.takes = AM_TAKES_ANY};
const am_yaml_shape am_numbers_shape = {.takes = AM_TAKES_NUMBER,
                                        .items = &am_numbers_shape};

am_status am_yaml_keys_known(am_report *report, const am_yaml *map,
                             const char *what, const am_yaml_key *keys) {
  size_t count = 0;
  while (keys[count].key) count++;
  const char **names = AM_ARRAY(report->arena, const char *, count + 1);
  for (size_t i = 0; i < count; i++) names[i] = keys[i].key;
  return am_yaml_known(report, map, what, names);
}
