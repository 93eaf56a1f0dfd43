/* starter_case.c: the first case of a material of one's own. */
#include "cli/starter.h"
#include "yaml/yaml.h"

/* Does it need files, or the update of the origin? */
static bool needs_more(const am_yaml *node) {
  if (am_starter_names_file(node) || am_starter_is_conventional(node))
    return true;
  for (size_t i = 0; i < node->count; i++)
    if (needs_more(node->items[i])) return true;
  return false;
}

/* Is it a case of one point that has segments? */
static bool has_path(const am_yaml *found) {
  const am_yaml *path = am_yaml_get(found, "path");
  if (!path || path->kind != AM_YAML_SEQUENCE || !path->count) return false;
  for (size_t i = 0; i < path->count; i++)
    if (path->items[i]->kind != AM_YAML_MAPPING) return false;
  return !am_yaml_get(found, "points");
}

/* The case of the first check that stands for itself, NULL: there is none. */
static const am_yaml *find_case(const am_yaml *root) {
  const am_yaml *checks = am_yaml_get(root, "checks");
  for (size_t i = 0; checks && i < checks->count; i++) {
    const am_yaml *found = am_yaml_get(checks->items[i], "case");
    if (has_path(found) && !needs_more(found)) return found;
  }
  return NULL;
}

static void write_entry(am_buffer *out, const char *head,
                        const am_yaml *node) {
  am_buffer_add(out, "%s", head);
  am_yaml_write(out, node);
  am_buffer_add(out, "\n");
}

/* Is it a jump, of duration 0? */
static bool is_jump(const am_yaml *segment) {
  const am_yaml *duration = am_yaml_get(segment, "duration");
  double value;
  return duration && am_yaml_is_number(duration) &&
         am_parse_number(duration->text.text, &value) && value == 0;
}

/* Is it walked in one step, and could be in more? */
static bool is_coarse(const am_yaml *segment) {
  bool ends = am_yaml_get(segment, "time") || am_yaml_get(segment, "duration");
  return ends && !am_yaml_get(segment, "steps") && !is_jump(segment);
}

static void write_path(am_buffer *out, const am_yaml *path) {
  am_buffer_add(out, "\npath:\n");
  for (size_t i = 0; path && i < path->count; i++) {
    am_buffer segment = {.arena = out->arena};
    am_yaml_write(&segment, path->items[i]);
    am_buffer_add(out, "  - %.*s%s}\n", (int)segment.length - 1, segment.text,
                  is_coarse(path->items[i]) ? ", steps: 20" : "");
  }
  if (!path)
    am_buffer_add(out, "  - {time: 1, steps: 20, strain: {xx: 1e-3}}\n");
}

const char *am_starter_case(am_arena *arena, const am_origin *origin,
                            const char *name) {
  static const char *const kept[] = {"parameter_set", "parameters",
                                     "initial", "solver"};
  am_buffer out = {.arena = arena};
  const am_yaml *found = find_case(origin->root);
  am_buffer_add(&out,
                "# A first path for %s.yaml; 'man automat-case' explains the "
                "keys.\n#\n"
                "#     automat run %s-case.yaml --plot %s.svg -o %s.csv\n\n"
                "format: 1\ncase: %s\nmaterial: %s.yaml\n",
                name, name, name, name, name, name);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
    const am_yaml *entry = am_yaml_get(found, kept[i]);
    if (entry) write_entry(&out, am_format(arena, "%s: ", kept[i]), entry);
  }
  write_path(&out, am_yaml_get(found, "path"));
  am_buffer_add(&out,
                "\noutput:\n  columns: [time, strain, stress, internal]\n");
  return out.text;
}
