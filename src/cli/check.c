#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/data.h"
#include "base/text.h"
#include "cli/case_file.h"
#include "cli/command.h"
#include "driver/expect.h"
#include "driver/run.h"

/* What has been compared so far. */
typedef struct {
  am_context *context;
  size_t files, comparisons, failed, broken; /* broken: files */
} tally;

/* One file while it is checked. */
typedef struct {
  am_arena *arena;
  am_report *report;
  tally *tally;
  const char *name; /* as printed */
} checked;

static void print_line(const checked *c, bool good, const char *text) {
  if (good && c->tally->context->options.quiet) return;
  printf("%-6s  %s: %s\n", good ? "ok" : "FAILED", c->name, text);
}

static const char *line_of(am_arena *arena, const am_comparison *found) {
  if (found->reason)
    return am_format(arena, "%s: %s", found->what, found->reason);
  double difference = fabs(found->ours - found->reference);
  const char *where = am_format(arena, "%s at time %.9g", found->column,
                                found->time);
  if (strcmp(found->what, found->column))
    where = am_format(arena, "%s: %s", found->what, where);
  return am_format(arena,
                   "%s: %.9g, expected %.9g, difference %.3g, at most %.3g",
                   where, found->ours, found->reference, difference,
                   found->bound);
}

static am_status print_comparisons(const checked *c, const char *title,
                                   const am_comparison *found,
                                   size_t count) {
  am_status status = AM_OK;
  const char *prefix =
      title && *title ? am_format(c->arena, "%s: ", title) : "";
  for (size_t i = 0; i < count; i++) {
    const char *line = line_of(c->arena, &found[i]);
    print_line(c, found[i].good, am_format(c->arena, "%s%s", prefix, line));
    c->tally->comparisons++;
    if (found[i].good) continue;
    c->tally->failed++;
    status = AM_FAILED;
  }
  return status;
}

static void take_row(void *table, const double *row) {
  am_table_add(table, row);
}

/* Runs a case and compares; material NULL: the one it names. */
static am_status check_run(const checked *c, am_case *description,
                           const am_material *material, const char *title) {
  am_run *run = NULL;
  am_case_use_engine(c->tally->context, description);
  AM_TRY(am_expect_columns(c->arena, c->report, description));
  AM_TRY(am_run_prepare(c->arena, c->report, description, material, &run));
  am_table *table = am_table_new(
      c->arena, am_columns_names(run->columns),
      am_columns_units(run->columns), am_columns_count(run->columns));
  am_row_sink sink = {take_row, table};
  am_summary summary;
  AM_TRY(am_run_walk(c->arena, c->report, run, &sink, &summary));
  size_t count = description->expectation_count;
  am_comparison *found = AM_ARRAY(c->arena, am_comparison, count);
  AM_TRY(am_expect(c->arena, c->report, description->expectations, count,
                   table, found));
  if (!count) print_line(c, true, "ran to its end, expects nothing");
  return print_comparisons(c, title, found, count);
}

static am_status check_case(const checked *c, const char *path) {
  am_case *description = NULL;
  AM_TRY(am_case_read(c->arena, c->report, path, NULL, 0, &description));
  return check_run(c, description, NULL, NULL);
}

/* One item of a material's `checks`. */
static am_status check_item(const checked *c, const am_material *material,
                            const am_yaml *item, const char *folder) {
  static const char *const keys[] = {"case", "expect", "source", "title",
                                     NULL};
  AM_TRY(am_yaml_known(c->report, item, "a check", keys));
  const am_yaml *map = am_yaml_get(item, "case");
  const am_yaml *expect = am_yaml_get(item, "expect");
  if (!map || !expect)
    return am_error(c->report, AM_INPUT, item->place,
                    "'%s' is missing in a check", map ? "expect" : "case");
  const char *title = NULL;
  const am_yaml *text = am_yaml_get(item, "title");
  if (text) AM_TRY(am_yaml_text(c->report, text, "title", &title));
  am_case *description = NULL;
  AM_TRY(am_case_from(c->arena, c->report, map, folder, true, &description));
  AM_TRY(am_expectations_read(c->arena, c->report, expect, folder,
                              &description->expectations,
                              &description->expectation_count));
  return check_run(c, description, material, title);
}

static am_status worse(am_status a, am_status b) { return a > b ? a : b; }

static const char *folder_of(am_arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? am_copy(arena, path, (size_t)(slash - path + 1)) : ".";
}

static am_status check_items(const checked *c, const am_material *material,
                             const am_yaml *checks, const char *folder) {
  AM_TRY(am_yaml_expect(c->report, checks, AM_YAML_SEQUENCE, "checks"));
  am_status status = AM_OK;
  for (size_t i = 0; i < checks->count; i++)
    status = worse(status,
                   check_item(c, material, checks->items[i], folder));
  return status;
}

static am_status check_material(const checked *c, const char *path) {
  am_material *material = NULL;
  am_law *law;
  AM_TRY(am_material_read(c->arena, c->report, path, &material));
  AM_TRY(am_law_new(c->arena, c->report, material, NULL, NULL, am_nowhere,
                    AM_STRATEGY_AUTOMATIC, false, &law));
  const am_yaml *checks = am_yaml_get(material->root, "checks");
  if (checks)
    return check_items(c, material, checks, folder_of(c->arena, path));
  print_line(c, true, "well formed, has no checks of its own");
  return AM_OK;
}

/* A bare name is an installed material or an installed case. */
static am_status find(const checked *c, const char *name, const char **path) {
  *path = name;
  if (am_data_is_path(name)) return AM_OK;
  *path = am_data_path(c->arena, "cases", name);
  if (*path) return AM_OK;
  return am_material_find(c->arena, c->report, name, NULL, am_nowhere, path);
}

static am_status check_file(const checked *c) {
  const char *path = NULL;
  am_yaml *root = NULL;
  AM_TRY(find(c, c->name, &path));
  AM_TRY(am_yaml_read(c->arena, c->report, path, &root));
  return am_yaml_get(root, "case") ? check_case(c, path)
                                   : check_material(c, path);
}

/* check_file, with a message when memory runs out. */
static am_status check_within_memory(const checked *c) {
  if (c->arena && !am_arena_recover(c->arena)) return check_file(c);
  return am_error(c->report, AM_ENVIRONMENT, am_nowhere,
                  "out of memory while checking '%s'", c->name);
}

/* Everything that concerns one file lives in an arena of its own. */
static am_status check_one(tally *t, const char *name) {
  am_context *context = t->context;
  size_t failed = t->failed;
  am_arena *arena = am_arena_new();
  checked c = {arena, context->report, t, name};
  am_status status = check_within_memory(&c);
  if (status != AM_OK && t->failed == failed) {
    print_line(&c, false, "cannot be checked");
    t->broken++;
  }
  fflush(stdout);
  am_context_print(context);
  am_arena_free(arena);
  return status;
}

static const char *plural(size_t count) { return count == 1 ? "" : "s"; }

static void print_tally(const tally *t) {
  printf("%zu file%s, %zu comparison%s, %zu failed", t->files,
         plural(t->files), t->comparisons, plural(t->comparisons), t->failed);
  if (t->broken)
    printf(", %zu file%s cannot be checked", t->broken, plural(t->broken));
  putchar('\n');
}

static am_status run(am_context *context) {
  const am_options *options = &context->options;
  tally *t = AM_NEW(context->arena, tally);
  t->context = context;
  am_status status = AM_OK;
  AM_TRY(am_case_check_engine(context));
  for (size_t i = 0; i < options->operand_count; i++, t->files++)
    status = worse(status, check_one(t, options->operands[i]));
  if (!options->quiet) print_tally(t);
  return status;
}

static const am_option *const options[] = {
    &am_option_engine, &am_option_quiet, &am_option_help, NULL};

const am_command am_command_check = {
    .name = "check",
    .operands = "FILE...",
    .summary = "compare cases and materials with what they must give",
    .about =
        "A case file is run, and its rows are compared with the list\n"
        "`expect`; of a material file, or an installed material given by its\n"
        "name, each of the `checks` is run and compared.  Prints one line for\n"
        "each comparison, with its worst entry; the exit status is 1 when\n"
        "one fails.",
    .options = options,
    .least = 1,
    .most = (size_t)-1,
    .run = run,
};
