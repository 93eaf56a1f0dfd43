#include <string.h>

#include "base/text.h"
#include "cli/command.h"
#include "cli/materials.h"
#include "engine/engine.h"
#include "expr/elaborate.h"
#include "homogenization/columns.h"
#include "point/quantity.h"
#include "solver/scheme.h"

/* One line of a list. */
typedef struct {
  const char *name, *about;
} entry;

typedef struct {
  am_context *context;
  entry *entries; /* [count] */
  size_t count, capacity;
} listing;

typedef struct {
  const char *name, *about;
  am_status (*collect)(listing *list);
} topic;

static void add(listing *list, const char *name, const char *about) {
  AM_PUSH_ROOM(list->context->arena, list->entries, list->count,
               list->capacity);
  list->entries[list->count++] = (entry){name, about};
}

static am_status collect_materials(listing *list) {
  return am_list_materials(list->context);
}

static am_status collect_schemes(listing *list) {
  size_t count;
  const am_scheme *schemes = am_schemes(&count);
  for (size_t i = 0; i < count; i++)
    add(list, schemes[i].name, schemes[i].title);
  return AM_OK;
}

static am_status collect_operators(listing *list) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++)
    add(list, functions[i].name,
        am_format(list->context->arena, "%s: %s", functions[i].signature,
                  functions[i].about));
  return AM_OK;
}

static am_status collect_columns(listing *list) {
  size_t count;
  const am_quantity *columns = am_point_quantities(&count);
  for (size_t i = 0; i < count; i++)
    add(list, columns[i].name, columns[i].about);
  return AM_OK;
}

static am_status collect_cell_columns(listing *list) {
  size_t count;
  const am_quantity *columns = am_cell_quantities(&count);
  for (size_t i = 0; i < count; i++)
    add(list, columns[i].name, columns[i].about);
  add(list, "PHASE",
      "means of a phase: PHASE.fraction, PHASE.strain, PHASE.stress, "
      "PHASE.substeps, and internal variables, PHASE.eps_vp");
  add(list, "phases", "these of all phases");
  return AM_OK;
}

/* What an engine has here, or lacks. */
static const char *place_of(am_arena *arena, const am_engine *engine) {
  const char *what;
  am_report *own = am_report_new(arena);
  if (engine->place(arena, own, &what) == AM_OK)
    return am_format(arena, "here: %s", what);
  return am_format(arena, "not here: %s",
                   own->first ? own->first->text : "it cannot run");
}

static am_status collect_engines(listing *list) {
  am_arena *arena = list->context->arena;
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  for (size_t i = 0; i < count; i++) {
    add(list, engines[i]->name, engines[i]->about);
    add(list, "", place_of(arena, engines[i]));
  }
  return AM_OK;
}

static const topic topics[] = {
    {"materials", "installed materials", collect_materials},
    {"schemes", "integration schemes, for solver.scheme", collect_schemes},
    {"operators", "operators and functions of expressions",
     collect_operators},
    {"columns", "output columns, for output.columns", collect_columns},
    {"cell-columns", "output columns of volume elements",
     collect_cell_columns},
    {"engines", "what computes, for solver.engine", collect_engines},
};

enum { TOPICS = sizeof topics / sizeof *topics };

static void print_entries(const listing *list) {
  int width = 0;
  for (size_t i = 0; i < list->count; i++)
    if ((int)strlen(list->entries[i].name) > width)
      width = (int)strlen(list->entries[i].name);
  for (size_t i = 0; i < list->count; i++)
    am_print_row(stdout, width, list->entries[i].name,
                 list->entries[i].about);
}

static am_status unknown(am_context *context, const char *name) {
  const char *names[TOPICS];
  for (size_t i = 0; i < TOPICS; i++) names[i] = topics[i].name;
  return am_error(context->report, AM_USAGE, am_nowhere,
                  "unknown list '%s'%s; 'automat list' names them all",
                  am_printable(context->arena, name, strlen(name)),
                  am_suggestion(context->arena, name, names, TOPICS));
}

static am_status describe(am_context *context) {
  const am_options *options = &context->options;
  if (options->operand_count && !strcmp(*options->operands, "materials"))
    return am_describe_material(context, options->describe);
  return am_error(context->report, AM_USAGE, am_nowhere,
                  "--describe goes with 'automat list materials'");
}

static am_status run(am_context *context) {
  listing list = {.context = context};
  am_status status = AM_OK;
  if (context->options.describe) return describe(context);
  if (!context->options.operand_count) {
    for (size_t i = 0; i < TOPICS; i++)
      add(&list, topics[i].name, topics[i].about);
  } else {
    const char *name = context->options.operands[0];
    size_t i = 0;
    while (i < TOPICS && strcmp(topics[i].name, name)) i++;
    if (i == TOPICS) return unknown(context, name);
    status = topics[i].collect(&list);
  }
  print_entries(&list);
  return status;
}

static const am_option option_describe = {
    "describe", 0, "NAME", "describe a material, installed or a .yaml file",
    AM_OPTION_TEXT, AM_AT(describe), 0, 0};

static const am_option *const options[] = {&option_describe, &am_option_help,
                                           NULL};

const am_command am_command_list = {
    .name = "list",
    .operands = "[materials|schemes|operators|columns|cell-columns|engines]",
    .summary = "list what there is to choose from",
    .about =
        "Lists names with an explanation each.  'automat list materials\n"
        "--describe NAME' prints all about one material: its potentials,\n"
        "parameters, variables, and what follows.",
    .options = options,
    .least = 0,
    .most = 1,
    .run = run,
};
