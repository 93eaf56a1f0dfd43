/* stated_values.c: runs cases with expected values, and those that a material
 * states. */
#include "check/parts.h"
#include "point/run.h"

am_status am_check_case(am_subject *s, const char *check,
                        am_case *description, const am_material *material,
                        const char *title) {
  const am_request first = {.point = 0};
  bool many = description->points && !description->expectation_count;
  am_run *run = NULL;
  am_summary summary;
  AM_TRY(am_expect_columns(s->arena, s->report, description));
  description->times = AM_TIMES_ALL; /* expected values refer to existing
                                        rows */
  AM_TRY(many ? am_run_prepare_points(s->arena, s->report, description,
                                      material, &first, &run)
              : am_run_prepare(s->arena, s->report, description, material,
                               &run));
  am_table *table = am_columns_table(s->arena, run->columns);
  const am_run_sink sink = {.row = am_row_to_table, .data = table};
  AM_TRY(am_run_drive(s->arena, s->report, run, &sink, &summary));
  return am_check_table(s, check, description, table, title);
}

/* Rejects a check that is not a path of a single point. */
static am_status check_keys(const am_subject *s, const am_yaml *map) {
  static const char *const keys[] = {"points", "fit", "microstructure",
                                     "phases", "homogenization"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const am_yaml *found = am_yaml_get(map, keys[i]);
    if (found)
      return am_error(s->report, AM_INPUT, found->key_place,
                      "'%s' is not allowed here: the checks of a material "
                      "drive one material point along a path; use a separate "
                      "case file",
                      keys[i]);
  }
  return AM_OK;
}

static const am_yaml_key item_keys[] = {
    {"case", AM_KEYS(am_case_keys), "without a material"},
    {"expect", AM_A_LIST(am_expectation_shape), "expected values"},
    {"source", AM_A_TEXT, "source of the values"},
    {"title", AM_A_TEXT, "title of the check"},
    {0}};
const am_yaml_shape am_stated_values_check_shape = AM_KEYS(item_keys);

static am_status check_item(am_subject *s, const am_material *material,
                            const am_yaml *item, const char *folder) {
  AM_TRY(am_yaml_keys_known(s->report, item, "a check", item_keys));
  const am_yaml *map = am_yaml_get(item, "case");
  const am_yaml *expect = am_yaml_get(item, "expect");
  if (!map || !expect)
    return am_error(s->report, AM_INPUT, item->place,
                    "this check lacks the key '%s'", map ? "expect" : "case");
  const char *title = NULL;
  const am_yaml *text = am_yaml_get(item, "title");
  if (text) AM_TRY(am_yaml_text(s->report, text, "title", &title));
  AM_TRY(check_keys(s, map));
  am_case *description = NULL;
  AM_TRY(am_case_from(s->arena, s->report, map, folder, true, &description));
  AM_TRY(am_expectations_read(s->arena, s->report, expect, description));
  if (!s->engine->reference) {
    description->settings.engine = s->engine->name;
    description->settings.engine_place = am_nowhere;
  }
  return am_check_case(s, "own", description, material, title);
}

/* Uses an arena that is freed with the item, unless messages refer to it. */
static am_status check_apart(am_subject *s, const am_yaml *item,
                             const char *folder) {
  am_arena *arena = am_arena_child(s->arena);
  const am_message *last = s->report->last;
  am_subject apart = *s;
  apart.arena = arena;
  am_status status = check_item(&apart, s->material, item, folder);
  if (s->report->last == last) am_arena_free(arena);
  return status;
}

/* Runs all items, even if one fails to run; returns the worst status. */
am_status am_check_run_own(am_subject *s) {
  am_status worst = AM_OK;
  const am_yaml *checks = am_yaml_get(s->material->root, "checks");
  const char *slash = strrchr(s->path, '/');
  const char *folder =
      slash ? am_copy(s->arena, s->path, (size_t)(slash - s->path + 1)) : ".";
  AM_TRY(am_yaml_expect(s->report, checks, AM_YAML_SEQUENCE, "checks"));
  for (size_t i = 0; i < checks->count; i++) {
    am_status status = check_apart(s, checks->items[i], folder);
    if (status > worst) worst = status;
  }
  return worst;
}
