/* list.c: `automat list`: lists available names. */
#include <string.h>

#include "base/base.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/engine.h"
#include "expr/parts.h"
#include "homogenization/parts.h"
#include "point/parts.h"
#include "solver/parts.h"
#include "yaml/yaml.h"

/* Line of a list. */
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
  am_status (*fill)(listing *list);
} topic;

static void add_entry(listing *list, const char *name, const char *about) {
  AM_PUSH_ROOM(list->context->arena, list->entries, list->count,
               list->capacity);
  list->entries[list->count++] = (entry){name, about};
}

/* ---- materials ----------------------------------------------------------- */

/* "internal variables: eps_p, a[1..2], p; 16 unknowns" */
static const char *variables_of(const am_described_law *k) {
  const am_material *m = k->material;
  am_buffer text = {.arena = k->arena};
  if (!m->internal_count) return "no internal variables";
  am_buffer_add(&text, "internal variable%s: ",
                m->internal_count == 1 ? "" : "s");
  for (int i = 0; i < m->internal_count; i++) {
    int members = am_members(k->law, m->internals[i].name);
    am_buffer_add(&text, "%s%s", i ? ", " : "", m->internals[i].name);
    if (members) am_buffer_add(&text, "[1..%d]", members);
  }
  am_buffer_add(&text, "; %s", am_unknowns(k->arena, k->law->na - k->law->nd));
  return text.text;
}

/* Prints name, title, class, internal variables and source. */
static am_status print_material(am_context *context, am_arena *arena,
                                const char *name) {
  enum { INDENT = 6 };
  am_described_law k;
  if (!arena || am_arena_recover(arena))
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "out of memory while reading material '%s'", name);
  AM_TRY(am_know_material(arena, context->report, name, &k));
  const char *title = k.material->title;
  const char *lines[] = {
      am_format(arena, "%s, %s; %s", am_class_name(arena, &k.class),
                am_strictness(k.law), variables_of(&k)),
      k.material->source};
  fputs("  ", stdout);
  am_print_wrapped(stdout, 2, INDENT,
                   am_format(arena, "%s%s%s", name, *title ? ": " : "",
                             title));
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!*lines[i]) continue;
    printf("%*s", INDENT, "");
    am_print_wrapped(stdout, INDENT, INDENT, lines[i]);
  }
  return AM_OK;
}

/* Lists all installed materials, each in a separate arena; returns the worst
 * status. */
static am_status list_materials(listing *list) {
  am_context *context = list->context;
  size_t count;
  am_status status = AM_OK;
  const char *const *names = am_material_names(context->arena, &count);
  for (size_t i = 0; i < count; i++) {
    am_arena *arena = am_arena_new();
    am_status one = print_material(context, arena, names[i]);
    if (one > status) status = one;
    fflush(stdout);
    am_context_print(context, AM_OK);
    am_arena_free(arena);
  }
  return status;
}

/* ---- cases --------------------------------------------------------------- */

/* Lists installed cases with their titles. */
static am_status list_cases(listing *list) {
  am_context *context = list->context;
  am_arena *arena = context->arena;
  size_t count;
  const char *const *names = am_installed_names(arena, "cases", &count);
  for (size_t i = 0; i < count; i++) {
    am_yaml *root;
    AM_TRY(am_yaml_read(arena, context->report,
                        am_installed_path(arena, "cases", names[i]), &root));
    const am_yaml *title = am_yaml_get(root, "case");
    bool told = title && title->kind == AM_YAML_SCALAR;
    add_entry(list, names[i], told ? title->text.text : "");
  }
  return AM_OK;
}

/* ---- names --------------------------------------------------------------- */

static am_status list_schemes(listing *list) {
  size_t count;
  const char *const *names =
      am_scheme_names(list->context->arena, true, &count);
  for (size_t i = 0; i < count; i++)
    add_entry(list, names[i], am_scheme_find(names[i])->title);
  return AM_OK;
}

static am_status list_operators(listing *list) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++)
    add_entry(list, functions[i].name,
        am_format(list->context->arena, "%s: %s", functions[i].signature,
                  functions[i].about));
  return AM_OK;
}

static void add_derived(listing *list) {
  size_t count;
  const am_quantity *columns = am_derived_quantities(&count);
  for (size_t i = 0; i < count; i++)
    add_entry(list, columns[i].name, columns[i].about);
  add_entry(list, "{NAME: EXPRESSION}",
            "own column, a formula of others: {load: \"12.5*stress.xx\"}");
}

static am_status list_columns(listing *list) {
  size_t count;
  const am_quantity *columns = am_point_quantities(&count);
  for (size_t i = 0; i < count; i++)
    add_entry(list, columns[i].name, columns[i].about);
  columns = am_deformation_quantities(&count);
  for (size_t i = 0; i < count; i++)
    add_entry(list, columns[i].name, columns[i].about);
  add_derived(list);
  return AM_OK;
}

static am_status list_cell_columns(listing *list) {
  size_t count;
  const am_quantity *columns = am_cell_quantities(&count);
  for (size_t i = 0; i < count; i++)
    add_entry(list, columns[i].name, columns[i].about);
  add_derived(list);
  add_entry(list, "PHASE",
      "means of a phase: PHASE.fraction, PHASE.strain, PHASE.stress, "
      "PHASE.substeps, and internal variables, PHASE.eps_vp");
  add_entry(list, "phases", "these of all phases");
  return AM_OK;
}

/* Lists the fields of images of volume elements. */
static am_status list_fields(listing *list) {
  const char *name, *about;
  for (size_t i = 0; (name = am_cell_field_name(i, &about)); i++)
    add_entry(list, name, about);
  add_entry(list, "internal", "all internal variables of all phases");
  add_entry(list, "NAME", "an internal variable");
  return AM_OK;
}

/* Device on which an engine runs here, or the reason why it cannot. */
static const char *describe_place(am_arena *arena, const am_engine *engine) {
  const char *what;
  am_report *unread = am_report_new(arena);
  if (engine->place(arena, unread, &what) == AM_OK)
    return am_format(arena, "here: %s", what);
  return am_format(arena, "not here: %s",
                   unread->first ? unread->first->text : "it cannot run");
}

static am_status list_engines(listing *list) {
  am_arena *arena = list->context->arena;
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  for (size_t i = 0; i < count; i++) {
    add_entry(list, engines[i]->name, engines[i]->about);
    add_entry(list, "", describe_place(arena, engines[i]));
  }
  return AM_OK;
}

static const topic topics[] = {
    {"materials", "installed materials", list_materials},
    {"cases", "installed cases", list_cases},
    {"schemes", "integration schemes, for solver.scheme", list_schemes},
    {"operators", "operators and functions of expressions",
     list_operators},
    {"columns", "output columns, for output.columns", list_columns},
    {"cell-columns", "output columns of volume elements",
     list_cell_columns},
    {"fields", "images of volume elements, for output.fields.values",
     list_fields},
    {"engines", "engines, for solver.engine", list_engines},
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

static am_status command_list(am_context *context) {
  const am_options *o = &context->options;
  const char *name = o->operand_count ? *o->operands : NULL;
  const char *names[TOPICS];
  listing list = {.context = context};
  am_status status = AM_OK;
  size_t i = 0;
  for (size_t t = 0; t < TOPICS; t++) names[t] = topics[t].name;
  if (o->describe && (!name || strcmp(name, "materials")))
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "--describe needs 'automat list materials'");
  if (o->describe) return am_describe_material(context, o->describe);
  if (name) {
    while (i < TOPICS && strcmp(names[i], name)) i++;
    if (i == TOPICS)
      return am_error(context->report, AM_USAGE, am_nowhere,
                      "unknown list '%s'%s; 'automat list' prints all names",
                      am_printable(context->arena, name, strlen(name)),
                      am_suggestion(context->arena, name, names, TOPICS));
    status = topics[i].fill(&list);
  } else {
    for (; i < TOPICS; i++) add_entry(&list, names[i], topics[i].about);
  }
  print_entries(&list);
  return status;
}

static const am_option options[] = {
    {"describe", 0, "NAME", "describe a material, installed or a .yaml file",
     AM_TEXT(describe)},
    AM_SHARED_HELP,
    {0}};

const am_command am_command_list = {
    .name = "list", .least = 0, .most = 1,
    .operands = "[materials|cases|schemes|operators|columns|cell-columns|"
                "fields|engines]",
    .summary = "list materials, cases, schemes, operators, columns, engines",
    .about =
        "Lists names, each with an explanation.  'automat list materials\n"
        "--describe NAME' describes one material: its potentials,\nparameters, "
        "variables and derived functions.",
    .options = options, .run = command_list,
};
