/* law.c: page of a law: table of its sections, and its head. */
#include "report/parts.h"

/* Number of unknowns of the rate equations, and the parts of the law. */
static const char *sizes_of(am_sheet *sheet) {
  const am_law *law = sheet->known.law;
  int unknowns = law->na - law->nd;
  am_buffer text = {.arena = sheet->arena};
  am_buffer_add(&text, "%d unknown%s in %d variable%s", unknowns,
                unknowns == 1 ? "" : "s", law->count,
                law->count == 1 ? "" : "s");
  if (law->nd)
    am_buffer_add(&text, ", %d elastic domain%s", law->nd,
                  law->nd == 1 ? "" : "s");
  return text.text;
}

am_status am_sheet_head(am_sheet *sheet) {
  const am_described_law *k = &sheet->known;
  const am_material *m = k->material;
  am_arena *arena = sheet->arena;
  bool logarithmic = m->kinematics == AM_KINEMATICS_LOGARITHMIC;
  const am_html_fact facts[] = {
      {"Class",
       am_format(arena, "%s, %s", am_class_name(arena, &k->class),
                 am_strictness(k->law))},
      {"Strain", logarithmic ? "logarithmic, ½ ln(F<sup>T</sup>F) of the "
                               "deformation gradient F"
                             : "small"},
      {"Symmetry", am_law_is_isotropic(arena, k->law)
                       ? "isotropic"
                       : "anisotropic, with preferred axes"},
      {"Size", sizes_of(sheet)},
      {"Units", am_html_format(arena, "stress %s, time %s",
                               *m->stress_unit ? m->stress_unit : "no unit",
                               *m->time_unit ? m->time_unit : "no unit")},
      {"Source", am_html_format(arena, "%s", m->source)}};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
  return AM_OK;
}

/* Files that the material includes, with their sources, and the commands that
 * reproduce the numbers. */
am_status am_sheet_sources(am_sheet *sheet) {
  const am_material *m = sheet->known.material;
  am_buffer *out = sheet->out;
  am_buffer_add(out, "<ul>\n");
  for (int i = 0; i < m->part_count; i++) {
    const am_material_part *part = &m->parts[i];
    const char *slash = strrchr(part->path, '/');
    const am_yaml *source = am_yaml_get(part->root, "source");
    bool known = source && source->kind == AM_YAML_SCALAR;
    am_html_add(out, "<li><code>%s</code>%s%s</li>\n",
                slash ? slash + 1 : part->path, known ? ": " : "",
                known ? source->text.text : "");
  }
  am_buffer_add(out, "</ul>\n");
  return AM_OK;
}

static const am_sheet_section sections[] = {
    {"law", "The law", am_sheet_head},
    {"potentials", "Potentials", am_sheet_potentials},
    {"follows", "Derived relations", am_sheet_followers},
    {"parameters", "Parameters", am_sheet_parameters},
    {"variables", "Variables", am_sheet_variables},
    {"pictures", "Response", am_sheet_pictures},
    {"schemes", "Cost of schemes and error of tangents", am_sheet_schemes},
    {"checks", "Checks", am_sheet_findings},
    {"sources", "Files", am_sheet_sources},
    {0},
};

am_status am_sheet_law(am_arena *arena, am_report *report,
                       const am_sheet_options *options, am_buffer *page) {
  am_sheet sheet = {.options = options, .out = page, .page = arena,
                    .arena = arena, .strain = options->strain,
                    .duration = options->duration};
  AM_TRY(am_know_material(arena, report, options->operand, &sheet.known));
  const am_material *m = sheet.known.material;
  return am_sheet_write(&sheet, report, m->name, m->title, sections);
}
