/* snippet.c: what to write into the input of a host. */
#include <string.h>

#include "base/text.h"
#include "export/export.h"

/* One snippet while it is written. */
typedef struct {
  am_buffer out;
  const am_export *e;
  const char *file; /* of the library */
} snippet;

/* The value of a number, all of it. */
static const char *value_of(const snippet *s, int i) {
  char *text = AM_ARRAY(s->out.arena, char, AM_NUMBER_SIZE);
  am_number_text(s->e->law->parameters[s->e->numbers[i].index], text);
  return text;
}

/* Parameters that the host gives, each by a format of name and value. */
static void add_properties(snippet *s, const char *format) {
  for (int i = 0; i < s->e->count; i++)
    if (s->e->numbers[i].property)
      am_buffer_add(&s->out, format, s->e->numbers[i].name, value_of(s, i));
}

/* All parameters with `between` them: the constants of a UMAT. */
static void add_constants(snippet *s, const char *between) {
  for (int i = 0; i < s->e->count; i++)
    am_buffer_add(&s->out, "%s%s", i ? between : "", value_of(s, i));
}

/* Abaqus and CalculiX cut a number behind twenty characters, its exponent
 * first: as many digits as stand in them. */
enum { DECK_WIDTH = 20 };

static const char *deck_value(const snippet *s, int i) {
  const char *text = value_of(s, i);
  double value = s->e->law->parameters[s->e->numbers[i].index];
  for (int digits = 16; strlen(text) > DECK_WIDTH; digits--)
    text = am_format(s->out.arena, "%.*g", digits, value);
  return text;
}

/* Eight to a line, as both read them, and `last` after them where it is. */
static void add_lines_of_constants(snippet *s, const char *last) {
  int count = s->e->count + (last ? 1 : 0);
  for (int i = 0; i < count; i++)
    am_buffer_add(&s->out, "%s%s", i < s->e->count ? deck_value(s, i) : last,
                  i % 8 == 7 || i == count - 1 ? "\n" : ", ");
}

/* Numbers of the state of a UMAT in space. */
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

static void write_ogs(snippet *s) {
  if (s->e->deformed)
    am_buffer_add(&s->out, "<!-- of the process LARGE_DEFORMATION: -->\n");
  am_buffer_add(&s->out,
                "<constitutive_relation>\n"
                "    <type>MFront</type>\n"
                "    <library>%s</library>\n"
                "    <behaviour>%s</behaviour>\n",
                s->file, s->e->name);
  /* An empty list is an error there. */
  if (s->e->property_count)
    am_buffer_add(&s->out, "    <material_properties>\n");
  for (int i = 0; i < s->e->count; i++)
    if (s->e->numbers[i].property)
      am_buffer_add(&s->out,
                    "        <material_property name=\"%s\" "
                    "parameter=\"%s\"/>\n",
                    s->e->numbers[i].name, s->e->numbers[i].name);
  if (s->e->property_count)
    am_buffer_add(&s->out, "    </material_properties>\n");
  am_buffer_add(&s->out, "</constitutive_relation>\n");
  if (!s->e->property_count) return;
  am_buffer_add(&s->out, "<!-- and among the parameters: -->\n");
  add_properties(s, "<parameter>\n    <name>%s</name>\n"
                    "    <type>Constant</type>\n"
                    "    <value>%s</value>\n</parameter>\n");
}

/* CalculiX turns names into capitals, and takes '_' for the end of one. */
static bool is_name_of_calculix(const char *name) {
  return !name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")];
}

static void write_calculix(snippet *s) {
  am_buffer_add(
      &s->out,
      "** Needs a ccx that was built with external behaviours "
      "(CALCULIX_EXTERNAL_BEHAVIOURS_SUPPORT):\n"
      "** others, that of Debian among them, never call the law, and end with "
      "a singular matrix.\n"
      "** lib%s.so is looked for in LD_LIBRARY_PATH.  A temperature, without "
      "effect, ends the constants.\n"
      "*MATERIAL, NAME=@ABAQUS_%s\n"
      "*USER MATERIAL, CONSTANTS=%d\n",
      s->e->name, s->e->name, s->e->count);
  /* It reads them with their temperature, which eight constants leave to a
   * line of its own that has to be there. */
  add_lines_of_constants(s, "0");
  add_state(s);
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
}

static void write_aster(snippet *s) {
  am_buffer_add(&s->out, "MATER = DEFI_MATERIAU(\n    MFRONT=_F(LISTE_COEF=(");
  add_properties(s, "%.0s%s, ");
  am_buffer_add(&s->out,
                ")),\n)\n"
                "# in STAT_NON_LINE:\n"
                "COMPORTEMENT=_F(\n"
                "    RELATION='MFRONT',\n"
                "    LIBRAIRIE='%s',\n"
                "    NOM_ROUTINE='%s',\n"
                "    DEFORMATION='%s',\n),\n",
                s->file, s->e->name,
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
                "        \"IS_FORTRAN_UDSM\": true,\n"
                "        \"STATE_VARIABLES\": [",
                s->file);
  for (int i = state_numbers(s->e); i > 0; i--)
    am_buffer_add(&s->out, "0%s", i > 1 ? ", " : "");
  am_buffer_add(&s->out, "],\n        \"UMAT_PARAMETERS\": [");
  add_constants(s, ", ");
  am_buffer_add(&s->out, "]\n    }\n}\n");
}

/* MOOSE turns the stress of a UMAT by the rotation of the step, which is in
 * Cauchy's already, but for one method. */
static void add_finite_strain(snippet *s) {
  am_buffer_add(&s->out,
                "[Physics/SolidMechanics/QuasiStatic]\n"
                "  [all]\n"
                "    strain = FINITE\n"
                "    decomposition_method = HughesWinget\n"
                "    add_variables = true\n"
                "  []\n[]\n");
}

static void write_moose(snippet *s) {
  if (s->e->deformed) add_finite_strain(s);
  am_buffer_add(&s->out,
                "# cp %s %s-opt.plugin\n"
                "[Materials]\n"
                "  [law]\n"
                "    type = AbaqusUMATStress\n"
                "    plugin = '%s'\n"
                "    num_state_vars = %d\n"
                "    constant_properties = '",
                s->file, s->e->name, s->e->name, state_numbers(s->e));
  add_constants(s, " ");
  am_buffer_add(&s->out, "'\n    use_one_based_indexing = true\n  []\n[]\n");
}

static void write_mtest(snippet *s) {
  am_buffer_add(&s->out, "@Behaviour<generic> '%s' '%s';\n", s->file,
                s->e->name);
  add_properties(s, "@MaterialProperty<constant> '%s' %s;\n");
  am_buffer_add(&s->out, "@ExternalStateVariable 'Temperature' 293.15;\n");
  if (s->e->deformed)
    am_buffer_add(&s->out, "// and the path, such as "
                           "@ImposedDeformationGradient 'FXX' {0: 1, 1: 3};\n");
}

/* A host, and why it takes no library of deformation gradients; NULL: it
 * does. */
typedef struct {
  void (*write)(snippet *s);
  const char *small;
} host;

static const host hosts[] = {
    {write_ogs, NULL},
    {write_calculix,
     "@ABAQUSNL_NAME gives logarithmic strains alone, to a library of small "
     "strains, whose stress it takes for Cauchy's without the rotation"},
    {write_abaqus, NULL},
    {write_aster, NULL},
    {write_kratos, "its law SmallStrainUMAT3DLaw gives small strains alone"},
    {write_moose, NULL},
    {write_mtest, NULL}};

const char *const am_export_hosts[] = {"ogs",    "calculix", "abaqus", "aster",
                                       "kratos", "moose",    "mtest",  NULL};

static am_status check_host(am_arena *arena, am_report *report,
                            const am_export *e, const host *h,
                            const char *name) {
  if (e->deformed && h->small)
    return am_error(report, AM_USAGE, am_nowhere,
                    "%s takes no library of deformation gradients: %s; "
                    "expected ogs, abaqus, aster, moose or mtest",
                    am_quoted(arena, name), h->small);
  if (h->write == write_calculix && !is_name_of_calculix(e->name))
    return am_error(report, AM_USAGE, am_nowhere,
                    "CalculiX takes capitals and digits as a name, not %s: "
                    "choose one by --name",
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
