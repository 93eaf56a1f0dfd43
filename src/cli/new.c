/* new.c: `automat new`, a material file of one's own and its first case.
 *
 * The material is the text of its origin, with a comment above each key that
 * explains it and a few words replaced, so that its own comments and the order
 * of its keys stay.  The case is written anew. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data.h"
#include "base/text.h"
#include "cli/command.h"
#include "law/law.h"
#include "file/file.h"
#include "yaml/yaml.h"

/* Its own options. */
typedef struct {
  const char *from; /* NULL: not given */
} new_options;

/* ---- texts --------------------------------------------------------------- */

/* For those who start from no law. */
static const char template_text[] =
    "format: 1\n"
    "material: maxwell\n"
    "title: Maxwell solid, elastic in bulk and viscoelastic in shear\n"
    "source: where the law and its parameters come from\n"
    "units: {stress: MPa, time: s}\n"
    "\n"
    "parameters:\n"
    "  E:   {value: 1000, unit: MPa, above: 0, about: Young's modulus}\n"
    "  nu:  {value: 0.3, above: -1, below: 0.5, about: Poisson's ratio}\n"
    "  eta: {value: 5000, unit: MPa*s, above: 0, about: viscosity in shear}\n"
    "\n"
    "internal:\n"
    "  eps_v: {type: deviatoric, about: viscous strain}\n"
    "\n"
    "definitions: |\n"
    "  lambda = E*nu/((1 + nu)*(1 - 2*nu))\n"
    "  mu = E/(2*(1 + nu))\n"
    "\n"
    "free_energy: |\n"
    "  e = eps - eps_v\n"
    "  lambda/2*tr(e)^2 + mu*(e : e)\n"
    "\n"
    "force_potential: \"(A_eps_v : A_eps_v)/(4*eta)\"\n"
    "\n"
    "checks:\n"
    "  - title: shear strain by a jump, held for 20 s\n"
    "    source: closed form, sigma = 2 mu eps exp(-mu t/eta)\n"
    "    case:\n"
    "      solver: {scheme: rodas4, rtol: 1e-9, atol: 1e-12}\n"
    "      path:\n"
    "        - {duration: 0, strain: {xy: 1e-3}}\n"
    "        - {time: 20, steps: 20, hold: true}\n"
    "    expect:\n"
    "      - {column: stress.xy, time: 0, value: 0.76923076923076927, "
    "tolerance: 1e-9}\n"
    "      - {column: stress.xy, time: 20, value: 0.16516244026284405, "
    "tolerance: 1e-7}\n";

static const am_source starter_template = {"maxwell", template_text,
                                       sizeof template_text - 1};

/* Comments above keys. */
static const struct {
  const char *key, *comment;
} explained[] = {
    {"material", "A label: letters, digits, '_' and '-'."},
    {"title", "What the law is, and where it and its parameters come from."},
    {"units",
     "The units of all numbers here and in cases; cases follow them."},
    {"parameters",
     "NAME: {value, unit, about, and bounds: min and max are allowed values,\n"
     "above and below are not}.  Cases and --set parameters.NAME=VALUE replace "
     "values."},
    {"parameter_sets",
     "Further values by name; a case picks them by parameter_set: NAME."},
    {"requires", "Conditions that parameters must meet, and why."},
    {"lacks", "Checks that the law is known to fail, and why."},
    {"internal",
     "Internal variables: scalar, symmetric or deviatoric (trace-free);\n"
     "{type, count, initial, about}, where count makes a list x[1] ..."},
    {"include",
     "Files whose parameters, variables and definitions are taken over: blocks "
     "that\nare installed, or files beside this one."},
    {"definitions",
     "Functions of the parameters, visible in all blocks below."},
    {"free_energy",
     "omega(eps, internal variables): stress = d omega/d eps, and the driving\n"
     "force A_x = -d omega/d x of each variable x.  The last line is the "
     "value;\nshears are tensor components, eps[xy] = gamma/2."},
    {"force_potential",
     "Psi(A_x ...): the rate of x is d Psi/d A_x.  It is convex and least at "
     "0, so that\nnothing dissipates negatively."},
    {"elastic_domain",
     "f(A_x ...), each of which is to stay at most 0: rates are as large as that "
     "demands,\nand along d f/d A_x."},
    {"partials",
     "First derivatives by hand, for strategy: semi-automatic alone: change "
     "them\nwith the potentials, or remove them."},
};

/* ---- the material -------------------------------------------------------- */

/* The law that a file is started from, and its text while it is copied. */
typedef struct {
  am_context *context;
  const am_material *material; /* NULL: the template */
  const am_yaml *root;
  const char *name; /* of the law */
  const am_source *source;
  size_t copied;    /* so far of the source, or replaced */
  am_buffer out;
} starter;

/* Copies the source up to an offset, and puts a text in the place of the next
 * `length` bytes.  An alias whose anchor has been replaced lies behind. */
static void put_text(starter *s, size_t offset, size_t length,
                     const char *text) {
  if (offset < s->copied) return;
  am_buffer_add(&s->out, "%.*s%s", (int)(offset - s->copied),
                s->source->text + s->copied, text);
  s->copied = offset + length;
}

/* Behind a byte order mark. */
static size_t source_begin(const am_source *source) {
  return source->length >= 3 && !memcmp(source->text, "\xef\xbb\xbf", 3) ? 3
                                                                         : 0;
}

static size_t source_offset(const am_source *source, int line, int column) {
  size_t offset = source_begin(source);
  for (int i = 1; i < line; i++) {
    const char *end = strchr(source->text + offset, '\n');
    offset = end ? (size_t)(end - source->text) + 1 : source->length;
  }
  offset += (size_t)column - 1;
  return offset < source->length ? offset : source->length;
}

/* Begins a line with the blanks in front of `column`, and then `mark`? */
static bool line_begins(const am_source *source, int line, int column,
                        char mark) {
  const char *text = source->text + source_offset(source, line, 1);
  size_t blanks = strspn(text, " ");
  return (int)blanks + 1 == column && (!mark || text[blanks] == mark);
}

/* Lines of comment in the column of a key. */
static const char *comment_lines(am_arena *arena, const am_yaml *key,
                                 const char *text) {
  am_buffer lines = {.arena = arena};
  while (*text) {
    size_t length = strcspn(text, "\n");
    am_buffer_add(&lines, "%*s# %.*s\n", key->key_place.column - 1, "",
                  (int)length, text);
    text += length + (text[length] == '\n');
  }
  return lines.text;
}

/* A key must begin a line of its own: it can be commented there. */
static am_status begins_line(const starter *s, const am_yaml *key) {
  am_place place = key->key_place;
  if (line_begins(s->source, place.line, place.column, 0)) return AM_OK;
  return am_error(s->context->report, AM_INPUT, place,
                  "expected each key of a material to begin a line, so that "
                  "it can be explained there");
}

/* Puts a comment above a key and the comments that stand there already. */
static am_status explain_key(starter *s, const am_yaml *key,
                             const char *comment) {
  int line = key->key_place.line, column = key->key_place.column;
  AM_TRY(begins_line(s, key));
  while (line > 1 && line_begins(s->source, line - 1, column, '#')) line--;
  put_text(s, source_offset(s->source, line, 1), 0,
           comment_lines(s->context->arena, key, comment));
  return AM_OK;
}

static am_status refuse_place(const starter *s, const am_yaml *node) {
  return am_error(s->context->report, AM_INPUT, node->place,
                  "expected this text on the line of its key, so that it can "
                  "be replaced");
}

/* Puts a text in the place of a scalar and its quotes. */
static am_status replace_scalar(starter *s, const am_yaml *node,
                                const char *text) {
  size_t offset =
      source_offset(s->source, node->text.line, node->text.column);
  size_t length = node->text.length;
  const char *found = s->source->text + offset;
  bool quoted = !node->plain && offset && strchr("'\"", found[-1]);
  if (!length || !(node->plain || quoted) ||
      strncmp(found, node->text.text, length))
    return refuse_place(s, node);
  put_text(s, offset - quoted, length + 2 * quoted, text);
  return AM_OK;
}

static bool is_text(const am_yaml *node, const char *key) {
  return node->kind == AM_YAML_SCALAR && node->key &&
         !strcmp(node->key, key) && !am_yaml_is_number(node);
}

static bool names_file(const am_yaml *node) {
  return is_text(node, "file") || is_text(node, "table");
}

static bool is_conventional(const am_yaml *node) {
  return is_text(node, "strategy") &&
         !strcmp(node->text.text, "conventional");
}

/* The hand-written update of the origin is not there. */
static am_status replace_strategies(starter *s, const am_yaml *node) {
  if (is_conventional(node)) return replace_scalar(s, node, "automatic");
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(replace_strategies(s, node->items[i]));
  return AM_OK;
}

/* A comment in the place of the line `conventional: NAME`. */
static am_status drop_update(starter *s, const am_yaml *key) {
  am_arena *arena = s->context->arena;
  size_t start = source_offset(s->source, key->key_place.line, 1);
  size_t length = strcspn(s->source->text + start, "\n");
  AM_TRY(begins_line(s, key));
  if (key->text.line != key->key_place.line) return refuse_place(s, key);
  put_text(s, start, length + (start + length < s->source->length),
           comment_lines(arena, key,
                         am_format(arena,
                                   "conventional: the hand-written update of "
                                   "%s is left out.",
                                   s->name)));
  return AM_OK;
}

static am_status copy_key(starter *s, const am_yaml *key, const char *name) {
  for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
    if (!strcmp(explained[i].key, key->key))
      AM_TRY(explain_key(s, key, explained[i].comment));
  if (!strcmp(key->key, "material")) return replace_scalar(s, key, name);
  if (!strcmp(key->key, "conventional")) return drop_update(s, key);
  if (strcmp(key->key, "checks")) return AM_OK;
  AM_TRY(explain_key(s, key,
                     am_format(s->context->arena,
                               "These are the checks of %s.\nReplace them "
                               "when you change the law: by closed forms, "
                               "published values, limits.",
                               s->name)));
  return replace_strategies(s, key);
}

/* The first line of a file, by which editors know what may stand in it, where
 * the schema is installed. */
static void name_schema(am_buffer *out, const char *file) {
  const char *path = am_data_file(out->arena, "schema", file);
  char whole[PATH_MAX];
  if (!path || !realpath(path, whole) || strchr(whole, '\n')) return;
  am_buffer_add(out, "# yaml-language-server: $schema=%s\n", whole);
}

/* The text of the origin under a new name, below a head that says what to do
 * with the files. */
static am_status write_material(starter *s, const char *name,
                                const char *path) {
  am_arena *arena = s->context->arena;
  const char *const commands[][2] = {
      {"man automat-material", "what may stand here"},
      {am_format(arena, "automat check %s.yaml", name),
       "what must come out"},
      {am_format(arena, "automat run %s-case.yaml", name), "a first path"},
      {am_format(arena, "automat emit %s.yaml", name),
       "what follows from the potentials"}};
  s->source = s->root->place.source;
  s->copied = source_begin(s->source);
  s->out = (am_buffer){.arena = arena};
  name_schema(&s->out, "material.json");
  am_buffer_add(&s->out, "# %s, started from %s.\n#\n", name, s->name);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    am_buffer_add(&s->out, "#     %-*s  %s\n", (int)strlen(commands[2][0]),
                  commands[i][0], commands[i][1]);
  am_buffer_add(&s->out, "\n");
  for (size_t i = 0; i < s->root->count; i++)
    AM_TRY(copy_key(s, s->root->items[i], name));
  put_text(s, s->source->length, 0, "");
  return am_file_write_new(s->context->report, path, s->out.text);
}

/* ---- the case ------------------------------------------------------------ */

/* Does a check need files, or the update of the origin? */
static bool needs_more(const am_yaml *node) {
  bool needs = names_file(node) || is_conventional(node);
  for (size_t i = 0; i < node->count && !needs; i++)
    needs = needs_more(node->items[i]);
  return needs;
}

/* The case of the first check that stands for itself, of one point whose path
 * is a list of steps; NULL: there is none. */
static const am_yaml *find_case(const am_yaml *root) {
  const am_yaml *checks = am_yaml_get(root, "checks");
  for (size_t i = 0; checks && i < checks->count; i++) {
    const am_yaml *found = am_yaml_get(checks->items[i], "case");
    const am_yaml *path = am_yaml_get(found, "path");
    bool good = path && path->kind == AM_YAML_SEQUENCE && path->count &&
                !am_yaml_get(found, "points") && !needs_more(found);
    for (size_t k = 0; good && k < path->count; k++)
      good = path->items[k]->kind == AM_YAML_MAPPING;
    if (good) return found;
  }
  return NULL;
}

/* Is it walked in one step, though no jump, and could be in more? */
static bool is_coarse(const am_yaml *segment) {
  const am_yaml *duration = am_yaml_get(segment, "duration");
  double value;
  bool jump = duration && am_yaml_is_number(duration) &&
              am_parse_number(duration->text.text, &value) && value == 0;
  return (duration || am_yaml_get(segment, "time")) &&
         !am_yaml_get(segment, "steps") && !jump;
}

static am_status write_case(const starter *s, const char *name,
                            const char *path) {
  static const char *const copied[] = {"parameter_set", "parameters",
                                       "initial", "solver"};
  am_buffer out = {.arena = s->context->arena};
  const am_yaml *found = find_case(s->root);
  const am_yaml *segments = am_yaml_get(found, "path");
  name_schema(&out, "case.json");
  am_buffer_add(&out,
                "# A first path for %s.yaml; 'man automat-case' explains the "
                "keys.\n#\n"
                "#     automat run %s-case.yaml --plot %s.svg -o %s.csv\n\n"
                "format: 1\ncase: %s\nmaterial: %s.yaml\n",
                name, name, name, name, name, name);
  for (size_t i = 0; i < sizeof copied / sizeof *copied; i++) {
    const am_yaml *entry = am_yaml_get(found, copied[i]);
    if (!entry) continue;
    am_buffer_add(&out, "%s: ", copied[i]);
    am_yaml_write(&out, entry);
    am_buffer_add(&out, "\n");
  }
  am_buffer_add(&out, "\npath:\n");
  for (size_t i = 0; segments && i < segments->count; i++) {
    am_buffer segment = {.arena = out.arena};
    am_yaml_write(&segment, segments->items[i]);
    am_buffer_add(&out, "  - %.*s%s}\n", (int)segment.length - 1, segment.text,
                  is_coarse(segments->items[i]) ? ", steps: 20" : "");
  }
  if (!segments)
    am_buffer_add(&out, "  - {time: 1, steps: 20, strain: {xx: 1e-3}}\n");
  am_buffer_add(&out,
                "\noutput:\n  columns: [time, strain, stress, internal]\n");
  return am_file_write_new(s->context->report, path, out.text);
}

/* ---- the command --------------------------------------------------------- */

static am_status check_free(am_context *context, const char *path) {
  if (access(path, F_OK)) return AM_OK;
  return am_error(context->report, AM_ENVIRONMENT, am_nowhere,
                  "'%s' exists already, and is not overwritten", path);
}

/* The law of --from, which must be a good one, or the template. */
static am_status open_origin(starter *s) {
  am_arena *arena = s->context->arena;
  am_report *report = s->context->report;
  const new_options *own = s->context->own;
  const char *from = own->from, *path = NULL;
  am_material *material = NULL;
  am_yaml *root = NULL;
  am_law *law;
  if (!from) {
    AM_TRY(am_yaml_parse(arena, report, &starter_template, &root));
    s->root = root;
    s->name = "a Maxwell solid";
    return AM_OK;
  }
  AM_TRY(am_material_find(arena, report, from, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &material));
  AM_TRY(am_law_new(arena, report, material, NULL, NULL, am_nowhere,
                    AM_STRATEGY_AUTOMATIC, false, &law));
  s->material = material;
  s->root = material->root;
  s->name = am_printable(arena, from, strlen(from));
  return AM_OK;
}

/* Files that the law names lie beside it, where the new one does not find
 * them. */
static void note_file(const starter *s, const char *reads, const char *name) {
  am_arena *arena = s->context->arena;
  if (access(name, F_OK))
    am_note(s->context->report, am_nowhere,
            "%s '%s', which is not here: copy it",
            am_format(arena, reads, s->name),
            am_printable(arena, name, strlen(name)));
}

static void note_files(const starter *s, const am_yaml *node) {
  if (names_file(node)) note_file(s, "the checks of %s read", node->text.text);
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
                    "'%s' cannot name a material: expected a letter, then "
                    "letters, digits, '_' or '-', at most 63%s",
                    am_printable(arena, name, strlen(name)),
                    end && !strcmp(end, ".yaml") ? "; '.yaml' is added to it"
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

static const am_option option_from = {
    "from", 0, "LAW", "start from a material, installed or a .yaml file",
    AM_OPTION_TEXT, AM_OWN(new_options, from), 0, 0};

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
    .own_size = sizeof(new_options),
    .least = 1,
    .most = 1,
    .run = command_new,
};
