/* report.c: `automat report`, writes the data sheet of a law or a case as a
 * page. */
#include "cli/command.h"

/* Tests whether the operand is a case: an installed one, or a file with the key
 * `case`.  Unreadable files are reported later, when they are used. */
static am_status is_case(am_arena *arena, am_context *context, bool *found) {
  const char *name = context->options.operands[0];
  am_yaml *root = NULL;
  *found = false;
  if (!am_installed_is_path(name)) {
    *found = am_installed_path(arena, "cases", name) || !access(name, F_OK);
    return AM_OK;
  }
  AM_TRY(am_yaml_read(arena, context->report, name, &root));
  *found = am_yaml_get(root, "case") != NULL;
  return AM_OK;
}

static am_sheet_options options_of(const am_context *context) {
  const am_options *o = &context->options;
  return (am_sheet_options){
      .operand = o->operands[0],
      .level = o->quick      ? AM_LEVEL_QUICK
               : o->thorough ? AM_LEVEL_THOROUGH
                               : AM_LEVEL_USUAL,
      .strain = o->strain, .duration = o->duration,
      .engine = am_engine_reference(), .other = am_engine_compiled(),
      .fit = am_report_fit};
}

/* Rejects options of laws for a case, and options of cases for a law. */
static am_status check_options(am_context *context, bool of_case) {
  const am_options *o = &context->options;
  const char *name = am_printable(context->arena, o->operands[0],
                                  strlen(o->operands[0]));
  bool of_law = o->quick || o->thorough || o->strain > 0 ||
                o->duration > 0;
  if (of_case && of_law)
    return am_usage_error(context, "'%s' is a case: --quick, --thorough, "
                          "--strain and --duration are only for materials",
                          name);
  if (!of_case && o->sets.count)
    return am_usage_error(context,
                          "'%s' is a material: --set is only for cases", name);
  return AM_OK;
}

static am_status make_page(am_arena *arena, am_context *context,
                           am_buffer *page) {
  am_case *description;
  bool of_case;
  const am_sheet_options options = options_of(context);
  AM_TRY(is_case(arena, context, &of_case));
  AM_TRY(check_options(context, of_case));
  if (of_case) {
    AM_TRY(am_case_open(arena, context, options.operand, &description));
    am_interrupt_by_flag(arena);
    return am_sheet_case(arena, context->report, &options, description, page);
  }
  am_interrupt_by_flag(arena);
  return am_sheet_law(arena, context->report, &options, page);
}

/* Writes the page, even if it is incomplete. */
static am_status write_page(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  am_buffer page = {.arena = arena};
  am_status made = make_page(arena, context, &page);
  if (!page.length) return made;
  AM_TRY(am_text_write(context, o->output, page.text));
  return made;
}

static const am_option options[] = {
    {"output", 'o', "FILE", "write the page to FILE (default: standard output)",
     AM_TEXT(output), .writes = AM_WRITES_HTML},
    AM_SHARED_SET,
    {"quick", 0, NULL, "check the law at few random states", AM_FLAG(quick),
     .excludes = "thorough"},
    {"thorough", 0, NULL, "check the law at many random states",
     AM_FLAG(thorough)},
    {"strain", 0, "X",
     "strain of the tension test (default: chosen for the law)",
     AM_POSITIVE(strain), .most = 100},
    {"duration", 0, "TIME",
     "duration of the tension test, in units of the law (default: 10)",
     AM_POSITIVE(duration), .most = 1000000000},
    AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_report = {
    .name = "report", .operands = "LAW|CASE", .least = 1, .most = 1,
    .summary = "write the data sheet of a law or a case as an HTML page",
    .about =
        "Writes a self-contained HTML page.  For a law (an installed material\n"
        "or a file): potentials, derived equations, parameters, class,\n"
        "pictures of standard paths, cost of schemes, errors of tangents, and\n"
        "findings of 'automat check'.  For a case: curves, numbers, path and\n"
        "law, or microstructure, phases and fields of a volume element.",
    .options = options, .work = write_page,
};
