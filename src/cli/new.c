/* new.c: `automat new`, creates a new material file and its first case.
 *
 * The material is a copy of the lines of a law, with an explanation above each
 * key. */
#include "cli/command.h"

/* ---- the material -------------------------------------------------------- */

typedef struct {
  am_context *context;
  const am_material *material; /* NULL: the template */
  const am_yaml *root;
  const char *name; /* of the law */
  am_buffer out;
} starter;

static void add_comment(am_buffer *out, int column, const char *text) {
  size_t room = (size_t)(78 - column), length;
  for (; *text; text += length + (text[length] == ' ')) {
    length = strlen(text);
    if (length > room)
      for (length = room; length > 1 && text[length] != ' ';) length--;
    am_buffer_add(out, "%*s# %.*s\n", column - 1, "", (int)length, text);
  }
}

/* Writes explanations above a key; *replaced: line that replaces it, or
 * NULL. */
static void explain_key(starter *s, const am_yaml *key, const char *name,
                        const char **replaced) {
  am_arena *arena = s->context->arena;
  int column = key->key_place.column;
  for (const am_yaml_key *k = am_material_keys; k->key; k++)
    if (!strcmp(k->key, key->key)) add_comment(&s->out, column, k->about);
  if (!strcmp(key->key, "checks"))
    add_comment(&s->out, column,
                am_format(arena,
                          "These are the checks of %s. When you change the "
                          "law, replace them by closed forms, published values "
                          "or limits.",
                          s->name));
  *replaced = NULL;
  if (!strcmp(key->key, "material"))
    *replaced = am_format(arena, "%*smaterial: %s", column - 1, "", name);
  if (!strcmp(key->key, "conventional"))
    *replaced = am_format(arena,
                          "%*s# conventional: the hand-written update of %s is "
                          "omitted.",
                          column - 1, "", s->name);
}

/* Copies the lines of the law, with explanations above its keys. */
static am_status copy_lines(starter *s, const char *name) {
  const char *text = s->root->place.source->text;
  const am_yaml *replaced_key = NULL;
  if (!strncmp(text, "\xef\xbb\xbf", 3)) text += 3;
  for (int line = 1; *text; line++) {
    size_t length = strcspn(text, "\n"), blanks = strspn(text, " ");
    const am_yaml *key = NULL;
    for (size_t i = 0; !key && i < s->root->count; i++)
      if (s->root->items[i]->key_place.line == line) key = s->root->items[i];
    const char *replaced = NULL;
    if (key && (int)blanks + 1 != key->key_place.column)
      return am_error(s->context->report, AM_INPUT, key->key_place,
                      "expected each key of a material at the beginning of a "
                      "line, where a comment can explain it: write the "
                      "material in block style");
    if (key) explain_key(s, key, name, &replaced);
    if (key) replaced_key = replaced ? key : NULL;
    if (replaced)
      am_buffer_add(&s->out, "%s\n", replaced);
    else if (!replaced_key || blanks == length ||
             (int)blanks < replaced_key->key_place.column)
      am_buffer_add(&s->out, "%.*s\n", (int)length, text);
    text += length + (text[length] == '\n');
  }
  return AM_OK;
}

/* Writes the schema for editors in the first line of a file, if installed. */
static void name_schema(am_buffer *out, const char *file) {
  const char *path = am_installed_file(out->arena, "schema", file);
  char whole[PATH_MAX];
  if (!path || !realpath(path, whole) || strchr(whole, '\n')) return;
  am_buffer_add(out, "# yaml-language-server: $schema=%s\n", whole);
}

/* Writes the law under a new name, after a header with the commands that use
 * the files. */
static am_status write_material(starter *s, const char *name,
                                const char *path) {
  s->out = (am_buffer){.arena = s->context->arena};
  name_schema(&s->out, "material.json");
  am_buffer_add(&s->out,
                "# %s, started from %s.\n#\n"
                "#     man automat-material         keys of this file\n"
                "#     automat check %s.yaml\n"
                "#     automat run %s-case.yaml\n"
                "#     automat emit %s.yaml         functions derived from the "
                "potentials\n\n",
                name, s->name, name, name, name);
  AM_TRY(copy_lines(s, name));
  return am_file_write_new(s->context->report, path, s->out.text);
}

static am_status write_case(const starter *s, const char *name,
                            const char *path) {
  bool stretched = s->material && s->material->kinematics ==
                                      AM_KINEMATICS_LOGARITHMIC;
  am_buffer out = {.arena = s->context->arena};
  name_schema(&out, "case.json");
  am_buffer_add(&out,
                "# Tension and back for %s.yaml; 'man automat-case' explains "
                "the keys.\n#\n"
                "#     automat run %s-case.yaml --plot %s.svg -o %s.csv\n\n"
                "format: 1\ncase: %s\nmaterial: %s.yaml\n\npath:\n",
                name, name, name, name, name, name);
  am_buffer_add(&out, stretched
                          ? "  - {time: 1, steps: 20, stretch: {xx: 1.001, "
                            "others: free}}\n"
                            "  - {time: 2, steps: 20, stretch: {xx: 1}}\n"
                          : "  - {time: 1, steps: 20, strain: {xx: 1e-3}, "
                            "stress: {others: 0}}\n"
                            "  - {time: 2, steps: 20, strain: {xx: 0}}\n");
  am_buffer_add(&out,
                "\noutput:\n  columns: [time, strain, stress, internal]\n");
  return am_file_write_new(s->context->report, path, out.text);
}

/* ---- the command --------------------------------------------------------- */

static am_status check_free(am_context *context, const char *path) {
  if (access(path, F_OK)) return AM_OK;
  return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                  "'%s' already exists: remove it, or choose another "
                  "name", path);
}

/* Reads the law of --from, which must be valid, or the template. */
static am_status open_origin(starter *s) {
  am_arena *arena = s->context->arena;
  am_report *report = s->context->report;
  const am_options *o = &s->context->options;
  const char *from = o->from, *path = NULL;
  am_material *material = NULL;
  am_yaml *root = NULL;
  am_law *law;
  if (!from) {
    const char *text = am_embedded_find(am_cli_texts, "cli/maxwell.yaml");
    am_source *source = AM_NEW(arena, am_source);
    *source = (am_source){"maxwell", text, strlen(text)};
    AM_TRY(am_yaml_parse(arena, report, source, &root));
    s->root = root;
    s->name = "a Maxwell solid";
    return AM_OK;
  }
  AM_TRY(am_material_find(arena, report, from, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &material));
  AM_TRY(am_law_new(arena, report, material, NULL, &law));
  s->material = material;
  s->root = material->root;
  s->name = am_printable(arena, from, strlen(from));
  return AM_OK;
}

/* Adds a note on a file that the law reads from its own folder. */
static void note_file(const starter *s, const char *reads, const char *name) {
  am_arena *arena = s->context->arena;
  if (access(name, F_OK))
    am_note(s->context->report, am_nowhere,
            "%s %s, which is missing here: copy it",
            am_format(arena, reads, s->name), am_quoted(arena, name));
}

static void note_files(const starter *s, const am_yaml *node) {
  const char *key = node->key ? node->key : "";
  if (node->kind == AM_YAML_SCALAR && !am_yaml_is_number(node) &&
      (!strcmp(key, "file") || !strcmp(key, "table")))
    note_file(s, "the checks of %s read", node->text.text);
  for (size_t i = 0; i < node->count; i++) note_files(s, node->items[i]);
}

static void note_included(const starter *s) {
  const am_material *m = s->material;
  const char *slash = m ? strrchr(m->path, '/') : NULL;
  size_t folder = slash ? (size_t)(slash - m->path) + 1 : 0;
  for (int i = 0; m && i < m->part_count - 1; i++)
    if (!m->parts[i].installed)
      note_file(s, "%s includes", m->parts[i].path + folder);
}

static am_status command_new(am_context *context) {
  am_arena *arena = context->arena;
  const char *name = context->options.operands[0];
  const char *material = am_format(arena, "%s.yaml", name);
  const char *path = am_format(arena, "%s-case.yaml", name);
  starter s = {.context = context};
  if (!am_is_label(name)) {
    const char *end = strrchr(name, '.');
    return am_error(context->report, AM_USAGE, am_nowhere,
                    "%s is not a valid material name: expected a letter, "
                    "then letters, digits, '_' or '-', at most 63%s",
                    am_quoted(arena, name),
                    end && !strcmp(end, ".yaml") ? "; '.yaml' is added to the "
                                                   "name"
                                                 : "");
  }
  AM_TRY(check_free(context, material));
  AM_TRY(check_free(context, path));
  AM_TRY(open_origin(&s));
  AM_TRY(write_material(&s, name, material));
  AM_TRY(write_case(&s, name, path));
  const am_yaml *checks = am_yaml_get(s.root, "checks");
  if (checks) note_files(&s, checks);
  note_included(&s);
  if (!context->options.quiet)
    printf("%s: a material, started from %s\n%s: a case of it\n", material,
           s.name, path);
  return AM_OK;
}

static const am_option options[] = {
    {"from", 0, "LAW", "copy a material: an installed one or a .yaml file",
     AM_TEXT(from)},
    AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_new = {
    .name = "new", .operands = "NAME", .least = 1, .most = 1,
    .summary = "create a new material file",
    .about =
        "Writes NAME.yaml, a material with comments that explain its blocks,\n"
        "and NAME-case.yaml, a case of tension, into the working directory.\n"
        "The material is a copy of --from under a new name, or else a Maxwell\n"
        "solid.  Existing files are not overwritten.",
    .options = options, .run = command_new,
};
