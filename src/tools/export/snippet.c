/* snippet.c: lines for the input of a host, from a template. */
#include "export/parts.h"

/* ---- templates -----------------------------------------------------------
 *
 * %word is replaced by a text: %file, the library; %law, its behaviour; %count,
 * the number of constants of a UMAT; %states, the size of its state.
 *
 * %[ITEMS:text%] repeats a text for each item, with the words %name, %value and
 * %place, separators %, and %_ before all items but the first, and %8 between
 * those of lines of eight.  %?ITEMS:text%] writes a text once if there are
 * items, %!ITEMS:text%] if there are none.  Items are selected by letters:
 *
 *   p  parameters that the host sets
 *   c  all parameters: the constants of a UMAT; d: with at most DECK_WIDTH
 *      characters; 0: the number 0 behind them
 *   t  the temperature, with its initial value; f: the other external fields
 *   s  numbers of the state
 *   F  one item if the library takes deformation gradients */

static const char ogs[] =
    "%?F:<!-- of the process LARGE_DEFORMATION: -->\n%]"
    "<constitutive_relation>\n"
    "    <type>MFront</type>\n"
    "    <library>%file</library>\n"
    "    <behaviour>%law</behaviour>\n"
    "%?p:    <material_properties>\n" /* rejects an empty list */
    "%[p:        <material_property name=\"%name\" "
    "parameter=\"%name\"/>\n%]"
    "    </material_properties>\n%]"
    "</constitutive_relation>\n"
    "%[t:<reference_temperature>%name</reference_temperature>\n%]"
    "%?pt:<!-- and among the parameters: -->\n%]"
    "%[pt:<parameter>\n"
    "    <name>%name</name>\n"
    "    <type>Constant</type>\n"
    "    <value>%value</value>\n"
    "</parameter>\n%]";

/* Size of the state, and the initial temperature with its values in a step. */
#define DECK_STATE "%?s:*DEPVAR\n%states\n%]"
#define DECK_TEMPERATURE \
  "%[t:** NALL: the set of all nodes\n" \
  "*INITIAL CONDITIONS, TYPE=TEMPERATURE\n" \
  "NALL, %value\n" \
  "** and, where it changes, in the steps:\n" \
  "** *TEMPERATURE\n" \
  "** NALL, %value\n%]"

/* The reference temperature follows the constants, on a new line after a full
 * line of eight. */
static const char calculix[] =
    "** Needs a ccx that was built with external behaviours "
    "(CALCULIX_EXTERNAL_BEHAVIOURS_SUPPORT):\n"
    "** others, such as that of Debian, never call the law and end with a "
    "singular matrix.\n"
    "** lib%law.so must be in LD_LIBRARY_PATH.  The number after the constants "
    "is a reference\n"
    "** temperature, which has no effect.\n"
    "*MATERIAL, NAME=@ABAQUS_%law\n"
    "*USER MATERIAL, CONSTANTS=%count\n"
    "%[d0:%value%8%]" DECK_STATE DECK_TEMPERATURE;

/* Lists fields other than the temperature in the order of PREDEF. */
static const char abaqus[] =
    "%?F:** under *STEP, NLGEOM=YES\n%]"
    "** abaqus_v6.env: usub_lib_dir='FOLDER', with %file there as "
    "libstandardU.so\n"
    "*MATERIAL, NAME=%law\n"
    "*USER MATERIAL, CONSTANTS=%count\n"
    "%[d:%value%8%]" DECK_STATE DECK_TEMPERATURE
    "%[f:** %name; NALL: the set of all nodes\n"
    "*INITIAL CONDITIONS, TYPE=FIELD, VARIABLE=%place\n"
    "NALL, %value\n"
    "** and, where it changes, in the steps:\n"
    "** *FIELD, VARIABLE=%place\n"
    "** NALL, %value\n%]";

static const char aster[] =
    "# code_aster 16.3 or later, with MGIS; in the file .export:\n"
    "# F libr %file D 39\n"
    "LOI = CREA_LIB_MFRONT(NOM_COMPOR='%law', UNITE_LIBRAIRIE=39)\n"
    "MATER = DEFI_MATERIAU(\n"
    "    MFRONT=_F(LISTE_COEF=(%[p:%value, %])),\n"
    ")\n"
    "%[t:"
    "# MAIL: the mesh; TEMP: a field or result of temperatures\n"
    "CHMAT = AFFE_MATERIAU(\n"
    "    MAILLAGE=MAIL,\n"
    "    AFFE=_F(TOUT='OUI', MATER=MATER),\n"
    "    AFFE_VARC=_F(TOUT='OUI', NOM_VARC='TEMP', CHAM_GD=TEMP, "
    "VALE_REF=%value),\n"
    ")\n%]"
    "# in STAT_NON_LINE:\n"
    "COMPORTEMENT=_F(\n"
    "    RELATION='MFRONT',\n"
    "    COMPOR_MFRONT=LOI,\n"
    "    DEFORMATION='%?F:GREEN_LAGRANGE%]%!F:PETIT%]',\n"
    "),\n"
    "%!F:# or 'GDEF_LOG', by which the law's strain is the logarithmic "
    "one\n%]";

/* Passes fields as constants after the parameters if the host has no fields. */
static const char kratos[] =
    "{\n"
    "    \"constitutive_law\": {\"name\": \"SmallStrainUMAT3DLaw\"},\n"
    "    \"Variables\": {\n"
    "        \"UDSM_NAME\": \"%file\",\n"
    "        \"IS_FORTRAN_UDSM\": false,\n"
    "        \"STATE_VARIABLES\": [%[s:%,0%]],\n"
    "        \"UMAT_PARAMETERS\": [%[ctf:%,%value%]]\n"
    "    }\n"
    "}\n";

/* MOOSE rotates the stress of a UMAT by the rotation of the step, which the
 * Cauchy stress already contains, except with HughesWinget. */
static const char moose[] =
    "%?F:[Physics/SolidMechanics/QuasiStatic]\n"
    "  [all]\n"
    "    strain = FINITE\n"
    "    decomposition_method = HughesWinget\n"
    "    add_variables = true\n"
    "  []\n"
    "[]\n%]"
    "%?tf:[AuxVariables]\n"
    "%[tf:  [%name]\n"
    "    initial_condition = %value\n"
    "  []\n%]"
    "[]\n%]"
    "# cp %file %law-opt.plugin\n"
    "[Materials]\n"
    "  [law]\n"
    "    type = AbaqusUMATStress\n"
    "    plugin = '%law'\n"
    "    num_state_vars = %states\n"
    "%[t:    temperature = %name\n%]"
    "%?f:    external_fields = '%[f:%_%name%]'\n%]"
    "    constant_properties = '%[c:%_%value%]'\n"
    "    use_one_based_indexing = true\n"
    "  []\n"
    "[]\n";

/* MTest requires a temperature for every law. */
static const char mtest[] =
    "@Behaviour<generic> '%file' '%law';\n"
    "%[p:@MaterialProperty<constant> '%name' %value;\n%]"
    "@ExternalStateVariable 'Temperature' "
    "%[t:%value%]%!t:293.15%];\n"
    "%[f:@ExternalStateVariable '%name' %value;\n%]"
    "%?F:// and the path, such as "
    "@ImposedDeformationGradient 'FXX' {0: 1, 1: 3};\n%]";

/* ---- items --------------------------------------------------------------- */

typedef struct {
  const char *name, *value;
  int place; /* of a field in PREDEF */
} item;

typedef struct {
  item *items; /* [count], and an empty one */
  int count;
} item_list;

/* Snippet under construction. */
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
  return *t ? t + 2 : t;
}

/* ---- hosts --------------------------------------------------------------- */

/* Host, and reasons why it does not support libraries with deformation
 * gradients, or laws with fields other than the temperature; NULL:
 * supported. */
typedef struct {
  const char *template, *small, *no_fields;
} host;

static const host hosts[] = {
    {ogs, NULL, "it passes no field to the law except the temperature"},
    {calculix,
     "@ABAQUSNL_NAME passes only logarithmic strains to a small-strain library "
     "and uses the result as the Cauchy stress without rotation",
     "it does not set PREDEF"},
    {abaqus, NULL, NULL},
    {aster, NULL,
     "it identifies fields by its own names, of which automat knows only the "
     "temperature"},
    {kratos, "its law SmallStrainUMAT3DLaw passes only small strains", NULL},
    {moose, NULL, NULL},
    {mtest, NULL, NULL}};

const char *const am_export_hosts[] = {"ogs",    "calculix", "abaqus", "aster",
                                       "kratos", "moose",    "mtest",  NULL};

/* Rejects names that CalculiX changes: it converts names to capitals, and '_'
 * ends a name. */
#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static am_status check_host(am_arena *arena, am_report *report,
                            const am_export *e, const host *h,
                            const char *name) {
  if (e->deformed && h->small)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s does not support libraries with deformation gradients: "
                    "%s; expected ogs, abaqus, aster, moose or mtest",
                    am_quoted(arena, name), h->small);
  int other = 0; /* field other than the temperature */
  while (other < e->law->nf && !e->fields[other]) other++;
  if (other < e->law->nf && h->no_fields)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s cannot pass '%s', an external field of the law: %s; "
                    "expected abaqus, kratos, moose or mtest",
                    am_quoted(arena, name),
                    e->law->material->externals[other].name, h->no_fields);
  if (h->template == aster && !e->property_count)
    return am_error(report, AM_USAGE, am_nowhere,
                    "code_aster rejects a law without material properties: "
                    "choose some, for example '--properties %s'",
                    e->count ? e->numbers[0].name : "all");
  if (h->template == calculix && e->name[strspn(e->name, CAPITALS)])
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
  AM_TRY(check_host(arena, report, e, &hosts[i], name));
  expand(&s, hosts[i].template, &none, 0);
  *text = am_copy(arena, s.out.text, s.out.length);
  return AM_OK;
}
