#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/starter.h"
#include "material/law.h"
#include "output/file.h"

static am_status check_name(am_context *context, const char *name) {
  if (am_is_label(name)) return AM_OK;
  const char *end = strrchr(name, '.');
  return am_error(context->report, AM_USAGE, am_nowhere,
                  "'%s' cannot name a material: expected a letter, then "
                  "letters, digits, '_' or '-', at most 63%s",
                  am_printable(context->arena, name, strlen(name)),
                  end && !strcmp(end, ".yaml")
                      ? "; '.yaml' is added to it"
                      : "");
}

static am_status check_free(am_context *context, const char *path) {
  if (access(path, F_OK)) return AM_OK;
  return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                  "'%s' exists already, and is not overwritten", path);
}

/* The law of --from, which must be a good one, or the template. */
static am_status open_origin(am_context *context, am_origin *origin) {
  am_arena *arena = context->arena;
  am_report *report = context->report;
  const char *from = context->options.from, *path = NULL;
  am_material *material = NULL;
  am_yaml *root = NULL;
  am_law *law;
  if (!from) {
    AM_TRY(am_yaml_parse(arena, report, &am_starter_template, &root));
    *origin = (am_origin){root, "a Maxwell solid"};
    return AM_OK;
  }
  AM_TRY(am_material_find(arena, report, from, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &material));
  AM_TRY(am_law_new(arena, report, material, NULL, NULL, am_nowhere,
                    AM_STRATEGY_AUTOMATIC, false, &law));
  *origin = (am_origin){material->root,
                        am_printable(arena, from, strlen(from))};
  return AM_OK;
}

/* Files that the checks name lie beside the law, where the new one does not
 * find them. */
static void tell_files(am_context *context, const am_origin *origin,
                       const am_yaml *node) {
  const char *text = node->text.text;
  if (am_starter_names_file(node) && access(text, F_OK))
    am_note(context->report, am_nowhere,
            "the checks of %s read '%s', which is not here: copy it",
            origin->name,
            am_printable(context->arena, text, node->text.length));
  for (size_t i = 0; i < node->count; i++)
    tell_files(context, origin, node->items[i]);
}

static am_status run(am_context *context) {
  am_arena *arena = context->arena;
  const char *name = context->options.operands[0], *text = NULL;
  const char *material = am_format(arena, "%s.yaml", name);
  const char *path = am_format(arena, "%s-case.yaml", name);
  am_origin origin;
  AM_TRY(check_name(context, name));
  AM_TRY(check_free(context, material));
  AM_TRY(check_free(context, path));
  AM_TRY(open_origin(context, &origin));
  AM_TRY(am_starter_material(arena, context->report, &origin, name, &text));
  AM_TRY(am_file_write_new(context->report, material, text));
  AM_TRY(am_file_write_new(context->report, path,
                           am_starter_case(arena, &origin, name)));
  const am_yaml *checks = am_yaml_get(origin.root, "checks");
  if (checks) tell_files(context, &origin, checks);
  if (!context->options.quiet)
    printf("%s: a material, started from %s\n%s: a case of it\n", material,
           origin.name, path);
  return AM_OK;
}

static const am_option option_from = {
    "from", 0, "LAW", "start from a material, installed or a .yaml file",
    AM_OPTION_TEXT, AM_AT(from), 0, 0};

static const am_option *const options[] = {&option_from, &am_option_quiet,
                                           &am_option_help, NULL};

const am_command am_command_new = {
    .name = "new",
    .operands = "NAME",
    .summary = "start a material file of one's own",
    .about =
        "Writes NAME.yaml, a material with comments that explain its blocks,\n"
        "and NAME-case.yaml, a case that walks a point of it along a first\n"
        "path, into the working directory.  The material is that of --from\n"
        "under a new name, else a Maxwell solid.  Nothing is overwritten.",
    .options = options,
    .least = 1,
    .most = 1,
    .run = run,
};
