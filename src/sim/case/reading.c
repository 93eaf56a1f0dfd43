/* reading.c: helpers shared by the readers of a case. */
#include "case/parts.h"

const char *am_input_path(am_arena *arena, const char *folder,
                          const char *name) {
  if (*name == '/' || !strcmp(folder, ".")) return name;
  return am_format(arena, "%s/%s", folder, name);
}

am_status am_output_name(am_report *report, const am_yaml *node,
                         const char *what, const char **name) {
  AM_TRY(am_yaml_text(report, node, what, name));
  if (!**name)
    return am_error(report, AM_INPUT, node->place, "%s is empty", what);
  if (am_yaml_is_given(node) || am_is_below(*name)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected %s to lie below the working directory, not "
                  "hidden, found %s (--set accepts any file)",
                  what, am_yaml_describe(report->arena, node));
}

am_status am_compatible_keys(am_report *report, const am_yaml *map,
                             const char *main, const char *const *with) {
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *item = map->items[i];
    const char *const *known = with;
    while (*known && strcmp(item->key, *known)) known++;
    if (strcmp(item->key, main) && !*known)
      return am_error(report, AM_INPUT, item->key_place,
                      "'%s' cannot be combined with '%s'", item->key, main);
  }
  return AM_OK;
}

am_status am_time_list_read(am_arena *arena, am_report *report,
                            const am_yaml *node, const char *what,
                            double after, double **times, am_place **places) {
  size_t count = node->count;
  if (!count)
    return am_error(report, AM_INPUT, node->place,
                    "'%s' is empty: expected a list of times", what);
  *times = AM_ARRAY(arena, double, count);
  if (places) *places = AM_ARRAY(arena, am_place, count);
  for (size_t i = 0; i < count; i++) {
    const am_yaml *item = node->items[i];
    if (places) (*places)[i] = item->place;
    AM_TRY(am_yaml_number(report, item, "a time", &(*times)[i]));
    if ((*times)[i] <= after)
      return am_error(report, AM_INPUT, item->place,
                      "times must be strictly increasing: expected more than "
                      "%.15g, found %s",
                      after, am_yaml_describe(report->arena, item));
    after = (*times)[i];
  }
  return AM_OK;
}
