#include "cli/starter.h"

#include <stdlib.h>
#include <string.h>


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

const am_source am_starter_template = {"maxwell", template_text,
                                       sizeof template_text - 1};

/* What stands above a key. */
static const struct {
  const char *key, *comment;
} explained[] = {
    {"material", "A label: letters, digits, '_' and '-'."},
    {"title", "What the law is, and where it and its parameters come from."},
    {"units",
     "The units of all numbers here and in cases; nothing is converted."},
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
    {"definitions",
     "Functions of the parameters, visible in all blocks below."},
    {"free_energy",
     "omega(eps, internal variables): stress = d omega/d eps, and the driving\n"
     "force A_x = -d omega/d x of each variable x.  The last line is the "
     "value;\nshears are tensor components, eps[xy] = gamma/2."},
    {"force_potential",
     "Psi(A_x ...): the rate of x is d Psi/d A_x.  It is convex and least at "
     "0, so that\nnothing dissipates negatively."},
    {"partials",
     "First derivatives by hand, for strategy: semi-automatic alone: change "
     "them\nwith the potentials, or remove them."},
};

/* A piece of the source and what takes its place. */
typedef struct {
  size_t offset, length;
  const char *text;
} edit;

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_origin *origin;
  const am_source *source;
  edit *edits; /* [count] */
  size_t count, capacity;
} rewriting;

static void add(rewriting *r, size_t offset, size_t length,
                const char *text) {
  AM_PUSH_ROOM(r->arena, r->edits, r->count, r->capacity);
  r->edits[r->count++] = (edit){offset, length, text};
}

/* ---- places ------------------------------------------------------------- */

/* Behind a byte order mark. */
static size_t begin_of(const am_source *source) {
  return source->length >= 3 && !memcmp(source->text, "\xef\xbb\xbf", 3) ? 3
                                                                         : 0;
}

static size_t offset_of(const am_source *source, int line, int column) {
  size_t offset = begin_of(source);
  for (int i = 1; i < line; i++) {
    const char *end = strchr(source->text + offset, '\n');
    offset = end ? (size_t)(end - source->text) + 1 : source->length;
  }
  offset += (size_t)column - 1;
  return offset < source->length ? offset : source->length;
}

/* A key must begin a line of its own: it can be commented there. */
static am_status line_of(const rewriting *r, const am_yaml *node,
                         size_t *start) {
  am_place place = node->key_place;
  *start = offset_of(r->source, place.line, 1);
  size_t blanks = strspn(r->source->text + *start, " ");
  if ((int)blanks + 1 == place.column) return AM_OK;
  return am_error(r->report, AM_INPUT, place,
                  "expected each key of a material to begin a line, so that "
                  "it can be explained there");
}

/* Above the comments, in the column of the key, that stand above a line. */
static size_t above_comments(const rewriting *r, const am_yaml *node,
                             size_t start) {
  for (int line = node->key_place.line - 1; line > 0; line--) {
    size_t before = offset_of(r->source, line, 1);
    const char *text = r->source->text + before;
    size_t blanks = strspn(text, " ");
    if (text[blanks] != '#' || (int)blanks + 1 != node->key_place.column)
      break;
    start = before;
  }
  return start;
}

/* Lines of comment behind `indent` blanks. */
static const char *comment_of(am_arena *arena, int indent, const char *text) {
  am_buffer lines = {.arena = arena};
  while (*text) {
    size_t length = strcspn(text, "\n");
    am_buffer_add(&lines, "%*s# %.*s\n", indent, "", (int)length, text);
    text += length + (text[length] == '\n');
  }
  return lines.text;
}

static am_status explain(rewriting *r, const am_yaml *node,
                         const char *comment) {
  size_t start;
  AM_TRY(line_of(r, node, &start));
  add(r, above_comments(r, node, start), 0,
      comment_of(r->arena, node->key_place.column - 1, comment));
  return AM_OK;
}

static am_status refuse(const rewriting *r, const am_yaml *node) {
  return am_error(r->report, AM_INPUT, node->place,
                  "expected this text on the line of its key, so that it can "
                  "be replaced");
}

/* Puts a text, quoted or not, in the place of a scalar. */
static am_status replace(rewriting *r, const am_yaml *node,
                         const char *text) {
  size_t offset = offset_of(r->source, node->text.line, node->text.column);
  size_t length = node->text.length;
  const char *found = r->source->text + offset;
  bool quoted = !node->plain && offset && strchr("'\"", found[-1]);
  if (length && (node->plain || quoted) &&
      !strncmp(found, node->text.text, length)) {
    add(r, offset - quoted, length + 2 * quoted, text);
    return AM_OK;
  }
  return refuse(r, node);
}

/* ---- keys --------------------------------------------------------------- */

static bool is_text(const am_yaml *node, const char *key) {
  return node->kind == AM_YAML_SCALAR && node->key &&
         !strcmp(node->key, key) && !am_yaml_is_number(node);
}

bool am_starter_names_file(const am_yaml *node) {
  return is_text(node, "file") || is_text(node, "table");
}

bool am_starter_is_conventional(const am_yaml *node) {
  return is_text(node, "strategy") &&
         !strcmp(node->text.text, "conventional");
}

/* No conventional update. */
static am_status adapt_checks(rewriting *r, const am_yaml *node) {
  if (am_starter_is_conventional(node)) return replace(r, node, "automatic");
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(adapt_checks(r, node->items[i]));
  return AM_OK;
}

static am_status explain_checks(rewriting *r, const am_yaml *checks) {
  AM_TRY(explain(r, checks,
                 am_format(r->arena,
                           "These are the checks of %s.\nReplace them when "
                           "you change the law: by closed forms, published "
                           "values, limits.",
                           r->origin->name)));
  return adapt_checks(r, checks);
}

/* The hand-written update belongs to the origin. */
static am_status drop_conventional(rewriting *r, const am_yaml *node) {
  size_t start;
  AM_TRY(line_of(r, node, &start));
  if (node->text.line != node->key_place.line)
    return refuse(r, node);
  size_t length = strcspn(r->source->text + start, "\n");
  add(r, start, length + (start + length < r->source->length),
      comment_of(r->arena, node->key_place.column - 1,
                 am_format(r->arena,
                           "conventional: the hand-written update of %s is "
                           "left out.",
                           r->origin->name)));
  return AM_OK;
}

static am_status rewrite_key(rewriting *r, const am_yaml *node,
                             const char *name) {
  for (size_t i = 0; i < sizeof explained / sizeof *explained; i++)
    if (!strcmp(explained[i].key, node->key))
      AM_TRY(explain(r, node, explained[i].comment));
  if (!strcmp(node->key, "material")) return replace(r, node, name);
  if (!strcmp(node->key, "conventional")) return drop_conventional(r, node);
  if (!strcmp(node->key, "checks")) return explain_checks(r, node);
  return AM_OK;
}

static int by_offset(const void *a, const void *b) {
  size_t x = ((const edit *)a)->offset, y = ((const edit *)b)->offset;
  return x < y ? -1 : x > y;
}

static const char *apply(rewriting *r) {
  am_buffer out = {.arena = r->arena};
  const char *text = r->source->text;
  size_t at = begin_of(r->source);
  if (r->count) qsort(r->edits, r->count, sizeof *r->edits, by_offset);
  for (size_t i = 0; i < r->count; i++) {
    const edit *e = &r->edits[i];
    if (e->offset < at) continue; /* an alias, whose anchor is replaced */
    am_buffer_add(&out, "%.*s%s", (int)(e->offset - at), text + at, e->text);
    at = e->offset + e->length;
  }
  am_buffer_add(&out, "%s", text + at);
  return out.text;
}

/* What to do with the files. */
static const char *commands_of(am_arena *arena, const char *name) {
  const char *const rows[][2] = {
      {"man automat-material", "what may stand here"},
      {am_format(arena, "automat check %s.yaml", name),
       "what must come out"},
      {am_format(arena, "automat run %s-case.yaml", name), "a first path"},
      {am_format(arena, "automat emit %s.yaml", name),
       "what follows from the potentials"}};
  am_buffer out = {.arena = arena};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    am_buffer_add(&out, "#     %-*s  %s\n", (int)strlen(rows[2][0]),
                  rows[i][0], rows[i][1]);
  return out.text;
}

am_status am_starter_material(am_arena *arena, am_report *report,
                              const am_origin *origin, const char *name,
                              const char **text) {
  rewriting r = {.arena = arena, .report = report, .origin = origin,
                 .source = origin->root->place.source};
  for (size_t i = 0; i < origin->root->count; i++)
    AM_TRY(rewrite_key(&r, origin->root->items[i], name));
  *text = am_format(arena, "# %s, started from %s.\n#\n%s\n%s", name,
                    origin->name, commands_of(arena, name), apply(&r));
  return AM_OK;
}
