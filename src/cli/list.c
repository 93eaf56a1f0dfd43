/* list.c: `automat list`: lists available names. */
#include "cli/command.h"
#include "bench/bench.h"

void am_listing_add(am_listing *list, const char *name, const char *about) {
  AM_PUSH(list->arena, list->items, list->count, (am_list_entry){name, about});
}

/* ---- materials ----------------------------------------------------------- */

/* "internal variables: eps_p, a[1..2], p; 16 unknowns" */
static const char *variables_of(const am_described_law *k) {
  const am_material *m = k->material;
  am_buffer text = {.arena = k->arena};
  if (!m->internal_count) return "no internal variables";
  am_buffer_add(&text, "internal variable%s: ",
                m->internal_count == 1 ? "" : "s");
  for (int i = 0; i < m->internal_count; i++)
    am_buffer_add(&text, "%s%s%s", i ? ", " : "", m->internals[i].name,
                  k->variables[i].range);
  am_buffer_add(&text, "; %s", am_unknowns(k->arena, k->law->na - k->law->nd));
  return text.text;
}

/* Keywords, and descriptions of the parameters and internal variables, line by
 * line. */
static const char *descriptions(const am_described_law *k) {
  am_buffer text = {.arena = k->arena};
  const am_material *m = k->material;
  am_buffer_add(&text, "\n%s\n", m->keywords);
  for (int i = 0; i < m->parameter_count; i++)
    am_buffer_add(&text, "%s\n", m->parameters[i].about);
  for (int i = 0; i < m->internal_count; i++)
    am_buffer_add(&text, "%s\n", m->internals[i].about);
  return text.text;
}

/* Texts of each material: heading, class with internal variables, source, and
 * the descriptions, which are searched but not printed. */
enum { PRINTED = 3, TEXTS = 4 };

typedef struct {
  am_arena *arena;
  const char **items; /* [count] TEXTS of each material */
  size_t count;
} material_texts;

/* Adds the texts of a material, which is read in its own arena. */
static am_status add_material(am_context *context, am_arena *arena,
                              const char *name, material_texts *texts) {
  am_described_law k;
  if (!arena || am_arena_recover(arena))
    return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                    "out of memory while reading material '%s'", name);
  AM_TRY(am_described_law_read(arena, context->report, name, &k));
  const char *title = k.material->title;
  const char *added[TEXTS] = {
      am_format(arena, "%s%s%s", name, *title ? ": " : "", title),
      am_format(arena, "%s; %s", k.class, variables_of(&k)),
      k.material->source, descriptions(&k)};
  for (int i = 0; i < TEXTS; i++)
    AM_PUSH(texts->arena, texts->items, texts->count,
            am_copy(texts->arena, added[i], strlen(added[i])));
  return AM_OK;
}

/* Adds all installed materials; returns the worst status. *clean: there was no
 * message. */
static am_status read_materials(am_context *context, material_texts *texts,
                                bool *clean) {
  size_t count;
  am_status status = AM_OK;
  const char *const *names = am_material_names(context->arena, &count);
  *clean = true;
  for (size_t i = 0; i < count; i++) {
    am_arena *arena = am_arena_new();
    am_status one = add_material(context, arena, names[i], texts);
    if (one > status) status = one;
    *clean &= !context->report->first;
    am_context_print(context, AM_OK);
    am_arena_free(arena);
  }
  return status;
}

/* Texts one after the other, each with its NUL. */
static void store_texts(const material_texts *texts, const char *folder,
                        const am_key *key, const char *suffix) {
  char *data = NULL;
  size_t size = 0;
  for (size_t i = 0; i < texts->count; i++)
    for (const char *c = texts->items[i]; c; c = *c ? c + 1 : NULL)
      AM_PUSH(texts->arena, data, size, *c);
  am_cache_write(texts->arena, folder, key, suffix, data, size);
}

/* Finds the texts in the cache, under a key that changes with all files of
 * materials, or reads the materials, and stores them unless there was a
 * message. */
static am_status find_texts(am_context *context, material_texts *texts) {
  static const char suffix[] = ".materials";
  am_arena *arena = texts->arena;
  const char *stamp = am_installed_stamp(arena, "materials"), *data = NULL;
  const char *folder = am_cache_folder(arena);
  const am_key key = am_key_of(&stamp, 1);
  size_t size = 0, at = 0;
  bool clean;
  if (folder) data = am_cache_read(arena, folder, &key, suffix, &size);
  for (; data && at < size; at += strlen(data + at) + 1)
    AM_PUSH(arena, texts->items, texts->count, data + at);
  if (data) return AM_OK;
  AM_TRY(read_materials(context, texts, &clean));
  if (folder && clean) store_texts(texts, folder, &key, suffix);
  return AM_OK;
}

/* Prints the texts of a material if they contain `word` in any case. */
static bool print_material(am_arena *arena, const char *const *texts,
                           const char *word) {
  enum { INDENT = 6 };
  if (!strcasestr(am_format(arena, "%s\n%s\n%s%s", texts[0], texts[1],
                            texts[2], texts[3]), word))
    return false;
  fputs("  ", stdout);
  am_print_wrapped(stdout, 2, INDENT, texts[0]);
  for (int i = 1; i < PRINTED; i++) {
    if (!*texts[i]) continue;
    printf("%*s", INDENT, "");
    am_print_wrapped(stdout, INDENT, INDENT, texts[i]);
  }
  return true;
}

/* Prints the titles of recipes of the cookbook that contain `word` before their
 * first file; returns their number. */
static size_t print_recipes(am_context *context, const char *word) {
  static const char begin[] = "\n### ";
  const char *path = am_installed_file(context->arena, "docs", "cookbook.md");
  size_t printed = 0;
  am_source source;
  am_obstacle why;
  if (!path || !am_input_read(context->arena, context->report, path, 1, &source,
                              &why))
    return 0;
  for (const char *at = strstr(source.text, begin); at;
       at = strstr(at, begin)) {
    const char *end = strstr(at += strlen(begin), "\n```");
    size_t length = end ? (size_t)(end - at) : strlen(at);
    if (!strcasestr(am_copy(context->arena, at, length), word)) continue;
    if (!printed++) printf("Recipes in %s:\n", path);
    printf("  %.*s\n", (int)strcspn(at, "\n"), at);
  }
  return printed;
}

/* Prints all installed materials and, unless it is empty, all recipes that
 * contain `word`. */
static am_status print_materials(am_context *context, const char *word) {
  material_texts texts = {.arena = context->arena};
  am_status status = find_texts(context, &texts);
  size_t printed = 0;
  for (size_t i = 0; i < texts.count; i += TEXTS)
    printed += print_material(context->arena, texts.items + i, word);
  if (*word) printed += print_recipes(context, word);
  if (*word && !printed && status == AM_OK)
    return am_error(context->report, AM_INPUT, am_nowhere,
                    "no installed material or recipe of docs/cookbook.md "
                    "contains %s", am_quoted(context->arena, word));
  return status;
}

/* ---- names --------------------------------------------------------------- */

static void add_commands(am_listing *list) {
  for (size_t i = 0; am_commands[i]; i++)
    am_listing_add(list, am_commands[i]->name, am_commands[i]->summary);
}

static void add_installed(am_listing *list, const char *kind) {
  size_t count;
  const char *const *names = am_installed_names(list->arena, kind, &count);
  for (size_t i = 0; i < count; i++) am_listing_add(list, names[i], "");
}

static void add_schemes(am_listing *list) {
  size_t count;
  const char *const *names = am_scheme_names(list->arena, true, &count);
  for (size_t i = 0; i < count; i++)
    am_listing_add(list, names[i], am_scheme_find(names[i])->title);
}

static void add_operators(am_listing *list) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++)
    am_listing_add(list, functions[i].name,
                   am_format(list->arena, "%s: %s", functions[i].signature,
                             functions[i].about));
}

static void add_quantities(am_listing *list,
                           const am_quantity *table(size_t *count)) {
  size_t count;
  const am_quantity *columns = table(&count);
  for (size_t i = 0; i < count; i++)
    am_listing_add(list, columns[i].name, columns[i].about);
}

static void add_derived(am_listing *list) {
  add_quantities(list, am_derived_quantities);
  am_listing_add(list, "{NAME: EXPRESSION}",
                 "own column, a formula of others: {load: \"12.5*stress.xx\"}");
}

static void add_columns(am_listing *list) {
  add_quantities(list, am_point_quantities);
  add_derived(list);
}

static void add_cell_columns(am_listing *list) {
  add_quantities(list, am_cell_quantities);
  add_derived(list);
  am_listing_add(list, "PHASE",
                 "means of a phase: PHASE.fraction, PHASE.strain, "
                 "PHASE.stress, PHASE.substeps, and internal variables, "
                 "PHASE.eps_vp");
  am_listing_add(list, "phases", "all columns of all phases");
}

static void add_fields(am_listing *list) {
  const char *name, *about;
  for (size_t i = 0; (name = am_cell_field_name(i, &about)); i++)
    am_listing_add(list, name, about);
  am_listing_add(list, "internal", "all internal variables of all phases");
  am_listing_add(list, "NAME", "an internal variable");
}

static void add_engines(am_listing *list) {
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  for (size_t i = 0; i < count; i++)
    am_listing_add(list, engines[i]->name, engines[i]->about);
}

static void add_studies(am_listing *list) {
  size_t count;
  const am_study_kind *const *kinds = am_study_kinds(&count);
  for (size_t i = 0; i < count; i++) am_listing_add(list, kinds[i]->name, "");
}

static void add_checks(am_listing *list) {
  for (size_t i = 0; am_checks[i]; i++)
    am_listing_add(list, am_checks[i]->name, am_checks[i]->about);
  am_listing_add(list, "expect", "expected values of a case");
}

static void add_workloads(am_listing *list) {
  size_t count;
  const am_workload *workloads = am_workloads(&count);
  for (size_t i = 0; i < count; i++)
    am_listing_add(list, workloads[i].name, workloads[i].about);
}

/* Topics; topics without explanation are not operands of `automat list`. */
static const struct {
  const char *name, *about;
  void (*add)(am_listing *list);
} topics[] = {
    {"materials", "installed materials", NULL},
    {"cases", "installed cases", NULL},
    {"schemes", "integration schemes, for solver.scheme", add_schemes},
    {"operators", "operators and functions of expressions", add_operators},
    {"columns", "output columns, for output.columns", add_columns},
    {"cell-columns", "output columns of volume elements", add_cell_columns},
    {"fields", "images of volume elements, for output.fields.values",
     add_fields},
    {"engines", "engines, for solver.engine", add_engines},
    {"commands", NULL, add_commands},
    {"studies", NULL, add_studies},
    {"checks", NULL, add_checks},
    {"workloads", NULL, add_workloads},
};

enum { TOPICS = sizeof topics / sizeof *topics };

am_listing am_listing_of(am_arena *arena, const char *topic) {
  am_listing list = {.arena = arena};
  size_t i = 0;
  while (strcmp(topics[i].name, topic)) i++;
  if (topics[i].add)
    topics[i].add(&list);
  else
    add_installed(&list, topic);
  return list;
}

am_status am_listing_expect(am_report *report, const am_listing *list,
                            const char *what, const char *name,
                            const char *command) {
  const char **names = AM_ARRAY(list->arena, const char *, list->count);
  for (size_t i = 0; i < list->count; i++) {
    names[i] = list->items[i].name;
    if (!strcmp(names[i], name)) return AM_OK;
  }
  return am_error(report, AM_USAGE, am_nowhere, "unknown %s %s%s; 'automat %s",
                  what, am_quoted(list->arena, name),
                  am_suggestion(list->arena, name, names, list->count),
                  command);
}

void am_listing_print(const am_listing *list) {
  int width = 0;
  for (size_t i = 0; i < list->count; i++)
    if ((int)strlen(list->items[i].name) > width)
      width = (int)strlen(list->items[i].name);
  for (size_t i = 0; i < list->count; i++)
    am_print_row(stdout, width, list->items[i].name, list->items[i].about);
}

/* ---- the command --------------------------------------------------------- */

static am_status read_titles(am_context *context, am_listing *list) {
  for (size_t i = 0; i < list->count; i++) {
    am_list_entry *entry = &list->items[i];
    am_yaml *root;
    AM_TRY(am_yaml_read(list->arena, context->report,
                        am_installed_path(list->arena, "cases", entry->name),
                        &root));
    const am_yaml *title = am_yaml_get(root, "case");
    if (title && title->kind == AM_YAML_SCALAR) entry->about = title->text.text;
  }
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

/* Adds a row below each engine. */
static void add_places(am_listing *list) {
  const am_listing engines = *list;
  *list = (am_listing){.arena = list->arena};
  for (size_t i = 0; i < engines.count; i++) {
    const char *name = engines.items[i].name;
    am_listing_add(list, name, engines.items[i].about);
    am_listing_add(list, "", describe_place(list->arena, am_engine_find(name)));
  }
}

static am_status command_list(am_context *context) {
  const am_options *o = &context->options;
  const char *name = o->operand_count ? *o->operands : NULL;
  am_listing list = {.arena = context->arena};
  bool materials = name && !strcmp(name, "materials");
  if ((o->describe || o->search) && !materials)
    return am_usage_error(context, "--%s needs 'automat list materials'",
                          o->describe ? "describe" : "search");
  if (o->describe) return am_describe_material(context, o->describe);
  if (materials) return print_materials(context, o->search ? o->search : "");
  for (size_t i = 0; i < TOPICS && topics[i].about; i++)
    am_listing_add(&list, topics[i].name, topics[i].about);
  if (name)
    AM_TRY(am_listing_expect(context->report, &list, "list", name,
                             "list' prints all names"));
  if (name) list = am_listing_of(context->arena, name);
  if (name && !strcmp(name, "cases")) AM_TRY(read_titles(context, &list));
  if (name && !strcmp(name, "engines")) add_places(&list);
  am_listing_print(&list);
  return AM_OK;
}

static const am_option options[] = {
    {"describe", 0, "NAME", "describe a material, installed or a .yaml file",
     AM_TEXT(describe)},
    {"search", 0, "WORD", "list only materials whose description contains WORD",
     AM_TEXT(search), .excludes = "describe"},
    AM_SHARED_HELP};

const am_command am_command_list = {
    .name = "list", .least = 0, .most = 1,
    .operands = "[materials|cases|schemes|operators|columns|cell-columns|"
                "fields|engines]",
    .summary = "list materials, cases, schemes, operators, columns, engines",
    .about =
        "Lists names, each with an explanation.  'automat list materials\n"
        "--describe NAME' describes one material: its potentials,\nparameters, "
        "variables and derived functions; '--search WORD' lists those\n"
        "materials whose description contains a word.",
    .options = options, .run = command_list,
};
