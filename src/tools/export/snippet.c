/* snippet.c: lines for the input of a host, from a template. */
#include "export/parts.h"
#include "emit/source.h"

/* ---- templates -----------------------------------------------------------
 *
 * %word is replaced by a text: %file, the library; %law, its behaviour; %count,
 * the number of constants of a UMAT; %states, the size of its state.
 *
 * %[ITEMS:text%] repeats a text for each item, with the words %name, %value and
 * %place, separators %, and %_ before all items but the first, and %8 between
 * those of lines of eight items.  %?ITEMS:text%] writes a text once if there
 * are items, %!ITEMS:text%] if there are none.  A %] alone on its line includes
 * the line break.  Items are selected by letters:
 *
 *   p  parameters that the host sets
 *   c  all parameters: the constants of a UMAT; d: with at most DECK_WIDTH
 *      characters; 0: followed by the number 0
 *   t  the temperature, with its initial value; f: the other external fields
 *   s  numbers of the state
 *   F  one item if the library takes deformation gradients */

static const am_embedded_text templates[] = {
#include "export/snippets.inc"
    {NULL, NULL}};

/* Template of a host: the lines of snippets.txt after "==== NAME". */
static const char *template_of(am_arena *arena, const char *name) {
  const char *head = am_format(arena, "==== %s\n", name);
  const char *text = strstr(templates->text, head) + strlen(head);
  const char *end = strstr(text, "==== ");
  return am_copy(arena, text, end ? (size_t)(end - text) : strlen(text));
}

/* ---- items --------------------------------------------------------------- */

typedef struct {
  const char *name, *value;
  int place; /* of a field in PREDEF */
} item;

typedef struct {
  item *items; /* [count], and an empty one */
  int count;
} item_list;

typedef struct {
  am_buffer out;
  const am_export *e;
  const char *file; /* library */
} snippet;

/* Abaqus and CalculiX truncate numbers after twenty characters, including the
 * exponent; values are shortened to as many digits as fit. */
enum { DECK_WIDTH = 20 };

static const char *value_text(am_arena *arena, double value, bool deck) {
  char *text = AM_ARRAY(arena, char, AM_NUMBER_SIZE);
  am_number_text(value, text);
  for (int digits = 16; deck && strlen(text) > DECK_WIDTH; digits--)
    text = am_format(arena, "%.*g", digits, value);
  return text;
}

/* Size of the state of a UMAT in three dimensions. */
static int state_numbers(const am_export *e) {
  int count = 0;
  for (int i = 0; i < e->law->count; i++)
    count += e->law->variables[i].size == 1 ? 1 : 6;
  return count;
}

static item_list list_of(const snippet *s, const char *letters) {
  bool constants = strpbrk(letters, "cd"), deck = strchr(letters, 'd');
  const am_export *e = s->e;
  const am_law *law = e->law;
  am_arena *arena = s->out.arena;
  int states = state_numbers(e);
  item_list l = {.items = AM_ARRAY(arena, item, e->count + law->nf + states +
                                                    2)};
  for (int i = 0; i < e->count; i++) {
    const am_export_number *n = &e->numbers[i];
    if (constants || (n->property && strchr(letters, 'p')))
      l.items[l.count++] = (item){
          n->name, value_text(arena, law->parameters[n->index], deck), 0};
  }
  for (int f = 0; f < law->nf; f++)
    if (strchr(letters, e->fields[f] ? 'f' : 't'))
      l.items[l.count++] = (item){
          law->material->externals[f].name,
          value_text(arena, law->external[f], false), e->fields[f]};
  if (strchr(letters, '0')) l.items[l.count++].value = "0";
  if (strchr(letters, 's')) l.count += states;
  if (strchr(letters, 'F')) l.count += e->deformed;
  return l;
}

/* ---- expansion ----------------------------------------------------------- */

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

/* Writes the word at `t`, for item i of a list; returns the rest. */
static const char *expand_word(snippet *s, const char *t, const item_list *l,
                               int i) {
  am_arena *arena = s->out.arena;
  const item *at = &l->items[i];
  const struct {
    const char *word, *text;
  } words[] = {{"file", s->file},
               {"law", s->e->name},
               {"count", am_format(arena, "%d", s->e->count)},
               {"states", am_format(arena, "%d", state_numbers(s->e))},
               {"name", at->name},
               {"value", at->value},
               {"place", am_format(arena, "%d", at->place)},
               {",", i ? ", " : ""},
               {"_", i ? " " : ""},
               {"8", i % 8 == 7 || i == l->count - 1 ? "\n" : ", "}};
  size_t w = 0;
  while (!begins(t, words[w].word)) w++;
  am_buffer_add(&s->out, "%s", words[w].text ? words[w].text : "");
  return t + strlen(words[w].word);
}

/* Writes a template up to its end or "%]", for item i of a list; returns the
 * rest. */
static const char *expand(snippet *s, const char *t, const item_list *l,
                          int i) {
  while (*t && !begins(t, "%]")) {
    size_t plain = strcspn(t, "%"), before;
    am_buffer_add(&s->out, "%.*s", (int)plain, t);
    t += plain;
    if (!*t || begins(t, "%]")) break;
    char kind = *++t;
    if (!strchr("[?!", kind)) {
      t = expand_word(s, t, l, i);
      continue;
    }
    const char *body = strchr(++t, ':') + 1;
    const item_list inner =
        list_of(s, am_copy(s->out.arena, t, (size_t)(body - t - 1)));
    before = s->out.length;
    int times = kind == '[' ? inner.count : (kind == '?') == (inner.count > 0);
    t = expand(s, body, &inner, 0);
    if (!times) s->out.length = before;
    for (int n = 1; n < times; n++) expand(s, body, &inner, n);
  }
  if (!*t) return t;
  return t + (t[-1] == '\n' && t[2] == '\n' ? 3 : 2);
}

/* ---- hosts --------------------------------------------------------------- */

/* Reasons why hosts do not support libraries with deformation gradients, or
 * laws with fields other than the temperature; NULL: supported.  Notes on the
 * templates:
 *
 *   ogs       rejects an empty list of properties
 *   calculix  the reference temperature follows the constants, on a new line
 *             after a full line of eight
 *   abaqus    fields other than the temperature are in the order of PREDEF
 *   kratos    has no fields: they are constants after the parameters
 *   moose     rotates the stress of a UMAT by the rotation of the step, which
 *             the Cauchy stress already contains, except with HughesWinget
 *   mtest     requires a temperature for every law */
static const struct {
  const char *small, *no_fields;
} hosts[] = {
    {NULL, "it passes no field to the law except the temperature"},
    {"@ABAQUSNL_NAME passes only logarithmic strains to a small-strain library "
     "and uses the result as the Cauchy stress without rotation",
     "it does not set PREDEF"},
    {NULL, NULL},
    {NULL,
     "it identifies fields by its own names, of which automat knows only the "
     "temperature"},
    {"its law SmallStrainUMAT3DLaw passes only small strains", NULL},
    {NULL, NULL},
    {NULL, NULL}};

const char *const am_export_hosts[] = {"ogs",    "calculix", "abaqus", "aster",
                                       "kratos", "moose",    "mtest",  NULL};

/* Rejects names that CalculiX changes: it converts names to capitals, and '_'
 * ends a name. */
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static am_status check_host(am_arena *arena, am_report *report,
                            const am_export *e, size_t i) {
  const char *name = am_export_hosts[i];
  if (e->deformed && hosts[i].small)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s does not support libraries with deformation gradients: "
                    "%s; expected ogs, abaqus, aster, moose or mtest",
                    am_quoted(arena, name), hosts[i].small);
  int other = 0; /* field other than the temperature */
  while (other < e->law->nf && !e->fields[other]) other++;
  if (other < e->law->nf && hosts[i].no_fields)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s cannot pass '%s', an external field of the law: %s; "
                    "expected abaqus, kratos, moose or mtest",
                    am_quoted(arena, name),
                    e->law->material->externals[other].name,
                    hosts[i].no_fields);
  if (!strcmp(name, "aster") && !e->property_count)
    return am_error(report, AM_USAGE, am_nowhere,
                    "code_aster rejects a law without material properties: "
                    "choose some, for example '--properties %s'",
                    e->count ? e->numbers[0].name : "all");
  if (!strcmp(name, "calculix") && e->name[strspn(e->name, CAPITALS)])
    return am_error(report, AM_USAGE, am_nowhere,
                    "CalculiX needs a name of capital letters and digits, "
                    "found %s: choose one with --name",
                    am_quoted(arena, e->name));
  return AM_OK;
}

am_status am_export_snippet(am_arena *arena, am_report *report,
                            const am_export *e, const char *name,
                            const char *file, const char **text) {
  snippet s = {.out = {.arena = arena}, .e = e, .file = file};
  const item_list none = list_of(&s, "");
  size_t i = 0;
  while (am_export_hosts[i] && strcmp(am_export_hosts[i], name)) i++;
  if (!am_export_hosts[i])
    return am_error(report, AM_USAGE, am_nowhere, "unknown host %s",
                    am_quoted(arena, name));
  AM_TRY(check_host(arena, report, e, i));
  expand(&s, template_of(arena, name), &none, 0);
  *text = am_copy(arena, s.out.text, s.out.length);
  return AM_OK;
}
