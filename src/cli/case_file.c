/* case_file.c: the operands CASE and MATERIAL of commands. */
#include "cli/command.h"

void am_case_use_engine(const am_context *context, am_case *description) {
  if (!context->options.engine) return;
  description->settings.engine = context->options.engine;
  description->settings.engine_place = am_nowhere;
}

am_status am_case_open(am_arena *arena, am_context *context,
                       const char *name, am_case **description) {
  const am_options *options = &context->options;
  am_options_assign(context, "solver.engine", options->engine);
  am_options_assign(context, "solver.precision", options->precision);
  if (!am_installed_is_path(name) && access(name, F_OK))
    AM_TRY(am_installed_find(arena, context->report, "cases", name, NULL,
                             am_nowhere, &name));
  return am_case_read(arena, context->report, name, options->sets.items,
                      options->sets.count, description);
}

am_status am_case_output(const am_context *context,
                         const am_case *description, am_file_format written,
                         const char **path) {
  const char *given = context->options.output;
  *path = given ? given : description->output;
  if (*path && !strcmp(*path, "-")) *path = NULL;
  if (!*path) return AM_OK;
  return given ? am_ending_check(context->report, AM_USAGE, am_nowhere,
                                 "the file of '--output'", *path, written)
               : am_ending_check(context->report, AM_INPUT,
                                 description->output_place, "output.file",
                                 *path, written);
}

void am_output_tell(const am_context *context, const char *what,
                    const char *path) {
  if (path && !context->options.quiet && isatty(STDERR_FILENO))
    fprintf(stderr, "%s written to %s\n", what,
            am_quoted(context->arena, path));
}

am_status am_table_open(const am_context *context, const char *path,
                        am_file *file) {
  AM_TRY(am_file_create(context->arena, context->report, path, file));
  if (context->options.digits) file->digits = (int)context->options.digits;
  return AM_OK;
}

am_status am_text_write(am_context *context, const char *path,
                        const char *text) {
  am_file file;
  AM_TRY(am_file_create(context->arena, context->report, path, &file));
  fputs(text, file.stream);
  return am_file_commit(&file, context->report);
}

am_status am_kinematics_choose(const am_context *context,
                               const am_material *m, bool *logarithmic) {
  const char *const *names = am_kinematics_names;
  const char *given = context->options.kinematics;
  am_kinematics found =
      *logarithmic ? AM_KINEMATICS_LOGARITHMIC : AM_KINEMATICS_SMALL;
  if (!given || !strcmp(given, names[found])) return AM_OK;
  if (m->kinematics_given)
    return am_error(context->report, AM_INPUT,
                    am_yaml_get(m->root, "kinematics")->place,
                    "material '%s' states kinematics: %s; remove '--kinematics "
                    "%s'",
                    m->name, names[m->kinematics], given);
  *logarithmic = !*logarithmic;
  return AM_OK;
}

am_status am_law_open(am_arena *arena, am_context *context, bool energies,
                      am_settings *settings, am_law **law) {
  am_options *o = &context->options;
  am_model_options asked = {.settings = *settings};
  size_t count;
  const char *const *names = am_scheme_names(arena, true, &count);
  if (o->scheme)
    AM_TRY(am_expect_one(context->report, "--scheme", o->scheme, names, count));
  am_options_assign(context, "solver.scheme", o->scheme);
  am_options_assign(context, "solver.precision", o->precision);
  const am_assignments sets = {o->sets.items, o->sets.count, am_yaml_option};
  AM_TRY(am_model_options_read(arena, context->report, &sets, &asked));
  *settings = asked.settings;
  return am_model_options_law(arena, context->report, &asked, o->operands[0],
                              energies, law);
}
