#include "path/reading.h"

#include <string.h>

#include "base/text.h"

static const char *const reserved[] = {"rate", "until", "constraints",
                                       "external", "rotation", NULL};

static bool is_among(const char *key, const char *const *keys) {
  for (size_t i = 0; keys[i]; i++)
    if (!strcmp(key, keys[i])) return true;
  return false;
}

const char *am_input_path(am_arena *arena, const char *folder,
                          const char *name) {
  if (*name == '/' || !strcmp(folder, ".")) return name;
  return am_format(arena, "%s/%s", folder, name);
}

/* Is every part of the name an ordinary one? */
static bool is_below(const char *name) {
  if (*name == '/') return false;
  for (const char *part = name; part; part = strchr(part, '/')) {
    part += *part == '/';
    bool here = part[0] == '.' && (part[1] == '/' || !part[1]);
    if (part[0] == '.' && !here) return false;
  }
  return true;
}

am_status am_output_name(am_report *report, const am_yaml *node,
                         const char *what, const char **name) {
  AM_TRY(am_yaml_text(report, node, what, name));
  if (!**name)
    return am_error(report, AM_INPUT, node->place, "%s is empty", what);
  if (am_yaml_is_given(node) || is_below(*name)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "expected %s to lie below the working directory, not "
                  "hidden, found %s (--set may name any file)",
                  what, am_yaml_describe(report->arena, node));
}

am_status am_known_keys(am_report *report, const am_yaml *map,
                        const char *what, const char *const *keys) {
  AM_TRY(am_yaml_expect(report, map, AM_YAML_MAPPING, what));
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *item = map->items[i];
    if (is_among(item->key, reserved) && !is_among(item->key, keys))
      return am_error(report, AM_INPUT, item->key_place,
                      "'%s' is reserved for a later version and does not "
                      "work yet",
                      item->key);
  }
  return am_yaml_known(report, map, what, keys);
}

am_status am_compatible_keys(am_report *report, const am_yaml *map,
                             const char *main, const char *const *with) {
  for (size_t i = 0; i < map->count; i++) {
    const am_yaml *item = map->items[i];
    if (strcmp(item->key, main) && !is_among(item->key, with))
      return am_error(report, AM_INPUT, item->key_place,
                      "'%s' does not go with '%s'", item->key, main);
  }
  return AM_OK;
}

am_status am_required(am_report *report, const am_yaml *map, const char *what,
                      const char *key, const am_yaml **node) {
  *node = am_yaml_get(map, key);
  if (*node) return AM_OK;
  return am_error(report, AM_INPUT, map->place, "'%s' is missing in %s", key,
                  what);
}
