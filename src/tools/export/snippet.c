/* snippet.c: lines for the input of a host. */
#include <string.h>

#include "base/base.h"
#include "export/export.h"

/* Snippet under construction. */
typedef struct {
  am_buffer out;
  const am_export *e;
  const char *file; /* library */
} snippet;

/* Value of a number with all digits. */
static const char *value_of(const snippet *s, int i) {
  char *text = AM_ARRAY(s->out.arena, char, AM_NUMBER_SIZE);
  am_number_text(s->e->law->parameters[s->e->numbers[i].index], text);
  return text;
}

/* Adds the parameters that the host sets, each formatted with name and
 * value. */
static void add_properties(snippet *s, const char *format) {
  for (int i = 0; i < s->e->count; i++)
    if (s->e->numbers[i].property)
      am_buffer_add(&s->out, format, s->e->numbers[i].name, value_of(s, i));
}

/* Adds all parameters separated by `between`: the constants of a UMAT. */
static void add_constants(snippet *s, const char *between) {
  for (int i = 0; i < s->e->count; i++)
    am_buffer_add(&s->out, "%s%s", i ? between : "", value_of(s, i));
}

/* Abaqus and CalculiX truncate numbers after twenty characters, including the
 * exponent; values are shortened to as many digits as fit. */
enum { DECK_WIDTH = 20 };

static const char *deck_value(const snippet *s, int i) {
  const char *text = value_of(s, i);
  double value = s->e->law->parameters[s->e->numbers[i].index];
  for (int digits = 16; strlen(text) > DECK_WIDTH; digits--)
    text = am_format(s->out.arena, "%.*g", digits, value);
  return text;
}

/* Eight values per line, as both expect, followed by `last` if given. */
static void add_lines_of_constants(snippet *s, const char *last) {
  int count = s->e->count + (last ? 1 : 0);
  for (int i = 0; i < count; i++)
    am_buffer_add(&s->out, "%s%s", i < s->e->count ? deck_value(s, i) : last,
                  i % 8 == 7 || i == count - 1 ? "\n" : ", ");
}

/* Initial value of an external field. */
static const char *field_value(const snippet *s, int f) {
  char *text = AM_ARRAY(s->out.arena, char, AM_NUMBER_SIZE);
  am_number_text(s->e->law->external[f], text);
  return text;
}

static const char *field_name(const snippet *s, int f) {
  return s->e->law->material->externals[f].name;
}

/* Index of the temperature; -1: none. */
static int temperature_of(const am_export *e) {
  for (int f = 0; f < e->law->nf; f++)
    if (!e->fields[f]) return f;
  return -1;
}

/* First external field other than the temperature; -1: none. */
static int other_field_of(const am_export *e) {
  for (int f = 0; f < e->law->nf; f++)
    if (e->fields[f]) return f;
  return -1;
}

/* Size of the state of a UMAT in three dimensions. */
static int state_numbers(const am_export *e) {
  int count = 0;
  for (int i = 0; i < e->law->count; i++)
    count += e->law->variables[i].size == 1 ? 1 : 6;
  return count;
}

static void add_state(snippet *s) {
  int count = state_numbers(s->e);
  if (count) am_buffer_add(&s->out, "*DEPVAR\n%d\n", count);
}

static void add_properties_of_ogs(snippet *s) {
  /* OpenGeoSys rejects an empty list. */
  if (!s->e->property_count) return;
  am_buffer_add(&s->out, "    <material_properties>\n");
  for (int i = 0; i < s->e->count; i++)
    if (s->e->numbers[i].property)
      am_buffer_add(&s->out,
                    "        <material_property name=\"%s\" "
                    "parameter=\"%s\"/>\n",
                    s->e->numbers[i].name, s->e->numbers[i].name);
  am_buffer_add(&s->out, "    </material_properties>\n");
}

static void write_ogs(snippet *s) {
  static const char parameter[] = "<parameter>\n    <name>%s</name>\n"
                                  "    <type>Constant</type>\n"
                                  "    <value>%s</value>\n</parameter>\n";
  int T = temperature_of(s->e);
  if (s->e->deformed)
    am_buffer_add(&s->out, "<!-- of the process LARGE_DEFORMATION: -->\n");
  am_buffer_add(&s->out,
                "<constitutive_relation>\n"
                "    <type>MFront</type>\n"
                "    <library>%s</library>\n"
                "    <behaviour>%s</behaviour>\n",
                s->file, s->e->name);
  add_properties_of_ogs(s);
  am_buffer_add(&s->out, "</constitutive_relation>\n");
  if (T >= 0)
    am_buffer_add(&s->out,
                  "<reference_temperature>%s</reference_temperature>\n",
                  field_name(s, T));
  if (!s->e->property_count && T < 0) return;
  am_buffer_add(&s->out, "<!-- and among the parameters: -->\n");
  add_properties(s, parameter);
  if (T >= 0)
    am_buffer_add(&s->out, parameter, field_name(s, T), field_value(s, T));
}

/* CalculiX converts names to capitals, and '_' ends a name. */
static bool is_name_of_calculix(const char *name) {
  return !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")];
}

/* Initial temperature of all nodes, and its values in a step. */
static void add_temperature_of_deck(snippet *s) {
  int T = temperature_of(s->e);
  if (T < 0) return;
  am_buffer_add(&s->out,
                "** NALL: the set of all nodes\n"
                "*INITIAL CONDITIONS, TYPE=TEMPERATURE\n"
                "NALL, %s\n"
                "** and, where it changes, in the steps:\n"
                "** *TEMPERATURE\n"
                "** NALL, %s\n",
                field_value(s, T), field_value(s, T));
}

/* Likewise for other fields, in the order of PREDEF. */
static void add_fields_of_deck(snippet *s) {
  for (int f = 0; f < s->e->law->nf; f++)
    if (s->e->fields[f])
      am_buffer_add(&s->out,
                    "** %s; NALL: the set of all nodes\n"
                    "*INITIAL CONDITIONS, TYPE=FIELD, VARIABLE=%d\n"
                    "NALL, %s\n"
                    "** and, where it changes, in the steps:\n"
                    "** *FIELD, VARIABLE=%d\n"
                    "** NALL, %s\n",
                    field_name(s, f), s->e->fields[f], field_value(s, f),
                    s->e->fields[f], field_value(s, f));
}

static void write_calculix(snippet *s) {
  am_buffer_add(
      &s->out,
      "** Needs a ccx that was built with external behaviours "
      "(CALCULIX_EXTERNAL_BEHAVIOURS_SUPPORT):\n"
      "** others, such as that of Debian, never call the law and end with a "
      "singular matrix.\n"
      "** lib%s.so must be in LD_LIBRARY_PATH.  The number after the constants "
      "is a reference\n"
      "** temperature, which has no effect.\n"
      "*MATERIAL, NAME=@ABAQUS_%s\n"
      "*USER MATERIAL, CONSTANTS=%d\n",
      s->e->name, s->e->name, s->e->count);
  /* The temperature follows the constants; after a full line of eight it needs
   * a line of its own. */
  add_lines_of_constants(s, "0");
  add_state(s);
  add_temperature_of_deck(s);
}

static void write_abaqus(snippet *s) {
  if (s->e->deformed)
    am_buffer_add(&s->out, "** under *STEP, NLGEOM=YES\n");
  am_buffer_add(&s->out,
                "** abaqus_v6.env: usub_lib_dir='FOLDER', with %s there as "
                "libstandardU.so\n"
                "*MATERIAL, NAME=%s\n"
                "*USER MATERIAL, CONSTANTS=%d\n",
                s->file, s->e->name, s->e->count);
  add_lines_of_constants(s, NULL);
  add_state(s);
  add_temperature_of_deck(s);
  add_fields_of_deck(s);
}

/* External state variables of code_aster, with its names. */
static void add_fields_of_aster(snippet *s) {
  int T = temperature_of(s->e);
  if (T >= 0)
    am_buffer_add(&s->out,
                  "# MAIL: the mesh; TEMP: a field or result of temperatures\n"
                  "CHMAT = AFFE_MATERIAU(\n    MAILLAGE=MAIL,\n"
                  "    AFFE=_F(TOUT='OUI', MATER=MATER),\n"
                  "    AFFE_VARC=_F(TOUT='OUI', NOM_VARC='TEMP', "
                  "CHAM_GD=TEMP, VALE_REF=%s),\n)\n",
                  field_value(s, T));
}

static void write_aster(snippet *s) {
  am_buffer_add(&s->out,
                "# code_aster 16.3 or later, with MGIS; in the file .export:\n"
                "# F libr %s D 39\n"
                "LOI = CREA_LIB_MFRONT(NOM_COMPOR='%s', UNITE_LIBRAIRIE=39)\n"
                "MATER = DEFI_MATERIAU(\n    MFRONT=_F(LISTE_COEF=(",
                s->file, s->e->name);
  add_properties(s, "%.0s%s, ");
  am_buffer_add(&s->out, ")),\n)\n");
  add_fields_of_aster(s);
  am_buffer_add(&s->out,
                "# in STAT_NON_LINE:\n"
                "COMPORTEMENT=_F(\n"
                "    RELATION='MFRONT',\n"
                "    COMPOR_MFRONT=LOI,\n"
                "    DEFORMATION='%s',\n),\n",
                s->e->deformed ? "GREEN_LAGRANGE" : "PETIT");
  if (!s->e->deformed)
    am_buffer_add(&s->out, "# or 'GDEF_LOG', by which the law's strain is the "
                           "logarithmic one\n");
}

static void write_kratos(snippet *s) {
  am_buffer_add(&s->out,
                "{\n"
                "    \"constitutive_law\": {\"name\": "
                "\"SmallStrainUMAT3DLaw\"},\n"
                "    \"Variables\": {\n"
                "        \"UDSM_NAME\": \"%s\",\n"
                "        \"IS_FORTRAN_UDSM\": false,\n"
                "        \"STATE_VARIABLES\": [",
                s->file);
  for (int i = state_numbers(s->e); i > 0; i--)
    am_buffer_add(&s->out, "0%s", i > 1 ? ", " : "");
  am_buffer_add(&s->out, "],\n        \"UMAT_PARAMETERS\": [");
  add_constants(s, ", ");
  /* Without fields in the host, they are constants after the parameters. */
  for (int f = 0; f < s->e->law->nf; f++)
    am_buffer_add(&s->out, "%s%s", s->e->count + f ? ", " : "",
                  field_value(s, f));
  am_buffer_add(&s->out, "]\n    }\n}\n");
}

/* MOOSE rotates the stress of a UMAT by the rotation of the step, which the
 * Cauchy stress already contains, except with this method. */
static void add_finite_strain(snippet *s) {
  am_buffer_add(&s->out,
                "[Physics/SolidMechanics/QuasiStatic]\n"
                "  [all]\n"
                "    strain = FINITE\n"
                "    decomposition_method = HughesWinget\n"
                "    add_variables = true\n"
                "  []\n[]\n");
}

/* Variable for each field. */
static void add_variables_of_moose(snippet *s) {
  if (!s->e->law->nf) return;
  am_buffer_add(&s->out, "[AuxVariables]\n");
  for (int f = 0; f < s->e->law->nf; f++)
    am_buffer_add(&s->out, "  [%s]\n    initial_condition = %s\n  []\n",
                  field_name(s, f), field_value(s, f));
  am_buffer_add(&s->out, "[]\n");
}

static void couple_fields_of_moose(snippet *s) {
  int T = temperature_of(s->e);
  if (T >= 0)
    am_buffer_add(&s->out, "    temperature = %s\n", field_name(s, T));
  if (other_field_of(s->e) < 0) return;
  am_buffer_add(&s->out, "    external_fields = '");
  for (int f = 0, n = 0; f < s->e->law->nf; f++)
    if (s->e->fields[f])
      am_buffer_add(&s->out, "%s%s", n++ ? " " : "", field_name(s, f));
  am_buffer_add(&s->out, "'\n");
}

static void write_moose(snippet *s) {
  if (s->e->deformed) add_finite_strain(s);
  add_variables_of_moose(s);
  am_buffer_add(&s->out,
                "# cp %s %s-opt.plugin\n"
                "[Materials]\n"
                "  [law]\n"
                "    type = AbaqusUMATStress\n"
                "    plugin = '%s'\n"
                "    num_state_vars = %d\n",
                s->file, s->e->name, s->e->name, state_numbers(s->e));
  couple_fields_of_moose(s);
  am_buffer_add(&s->out, "    constant_properties = '");
  add_constants(s, " ");
  am_buffer_add(&s->out, "'\n    use_one_based_indexing = true\n  []\n[]\n");
}

/* MTest requires a temperature for every law. */
static void write_mtest(snippet *s) {
  int T = temperature_of(s->e);
  am_buffer_add(&s->out, "@Behaviour<generic> '%s' '%s';\n", s->file,
                s->e->name);
  add_properties(s, "@MaterialProperty<constant> '%s' %s;\n");
  am_buffer_add(&s->out, "@ExternalStateVariable 'Temperature' %s;\n",
                T < 0 ? "293.15" : field_value(s, T));
  for (int f = 0; f < s->e->law->nf; f++)
    if (s->e->fields[f])
      am_buffer_add(&s->out, "@ExternalStateVariable '%s' %s;\n",
                    field_name(s, f), field_value(s, f));
  if (s->e->deformed)
    am_buffer_add(&s->out, "// and the path, such as "
                           "@ImposedDeformationGradient 'FXX' {0: 1, 1: 3};\n");
}

/* Host, and reasons why it does not support libraries with deformation
 * gradients, or laws with fields other than the temperature; NULL:
 * supported. */
typedef struct {
  void (*write)(snippet *s);
  const char *small, *no_fields;
} host;

static const host hosts[] = {
    {write_ogs, NULL, "it passes no field to the law except the temperature"},
    {write_calculix,
     "@ABAQUSNL_NAME passes only logarithmic strains to a small-strain library "
     "and uses the result as the Cauchy stress without rotation",
     "it does not set PREDEF"},
    {write_abaqus, NULL, NULL},
    {write_aster, NULL,
     "it identifies fields by its own names, of which automat knows only the "
     "temperature"},
    {write_kratos, "its law SmallStrainUMAT3DLaw passes only small strains",
     NULL},
    {write_moose, NULL, NULL},
    {write_mtest, NULL, NULL}};

const char *const am_export_hosts[] = {"ogs",    "calculix", "abaqus", "aster",
                                       "kratos", "moose",    "mtest",  NULL};

static am_status check_host(am_arena *arena, am_report *report,
                            const am_export *e, const host *h,
                            const char *name) {
  if (e->deformed && h->small)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s does not support libraries with deformation gradients: "
                    "%s; expected ogs, abaqus, aster, moose or mtest",
                    am_quoted(arena, name), h->small);
  int other = other_field_of(e);
  if (other >= 0 && h->no_fields)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s cannot pass '%s', an external field of the law: %s; "
                    "expected abaqus, kratos, moose or mtest",
                    am_quoted(arena, name),
                    e->law->material->externals[other].name, h->no_fields);
  if (h->write == write_aster && !e->property_count)
    return am_error(report, AM_USAGE, am_nowhere,
                    "code_aster rejects a law without material properties: "
                    "choose some, for example '--properties %s'",
                    e->count ? e->numbers[0].name : "all");
  if (h->write == write_calculix && !is_name_of_calculix(e->name))
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
  for (int i = 0; am_export_hosts[i]; i++) {
    if (strcmp(am_export_hosts[i], name)) continue;
    AM_TRY(check_host(arena, report, e, &hosts[i], name));
    hosts[i].write(&s);
    *text = s.out.text;
    return AM_OK;
  }
  return am_error(report, AM_USAGE, am_nowhere, "unknown host %s",
                  am_quoted(arena, name));
}
