/* schemes.c: cost of a standard path with each scheme, and errors of stress and
 * tangent. */
#include "report/parts.h"

enum { STEPS = 40 };

/* Tension or, under logarithmic kinematics, shear: a fully prescribed
 * deformation gradient gives every scheme a tangent. */
static const am_sheet_path *path_of(const am_sheet *sheet) {
  return &am_sheet_paths[am_sheet_is_logarithmic(sheet)];
}

static am_sheet_result run_scheme(am_sheet *sheet, const am_scheme *scheme,
                                  const char *tolerances) {
  const am_sheet_variant way = {.strain = sheet->strain,
                            .duration = sheet->duration, .steps = STEPS};
  const char *solver = am_format(
      sheet->arena, "scheme: %s, tangent: true, max_substeps: 20000%s%s",
      scheme->name, *tolerances ? ", " : "", tolerances);
  return am_sheet_run(
      sheet, path_of(sheet), &way, solver,
      am_sheet_is_logarithmic(sheet) ? "P, tangent" : "stress, tangent");
}

/* Largest distance of rows from those of the reference, in columns first … end
 * - 1, relative to the largest norm there. */
static double error_of(const am_table *x, const am_table *r, size_t first,
                       size_t end) {
  double most = 0, scale = 0;
  if (!x || !r || x->rows != r->rows) return NAN;
  for (size_t i = 1; i < r->rows; i++) {
    double distance = 0, norm = 0;
    for (size_t c = first; c < end; c++) {
      double exact = r->values[i * r->columns + c];
      distance += pow(x->values[i * x->columns + c] - exact, 2);
      norm += exact * exact;
    }
    most = fmax(most, distance);
    scale = fmax(scale, norm);
  }
  return scale > 0 ? sqrt(most / scale) : NAN;
}

static void write_scheme(am_sheet *sheet, const am_html_table *table,
                         const am_scheme *scheme, const am_sheet_result *a,
                         const am_table *reference) {
  const am_summary *s = &a->summary;
  const char *cells[] = {"–", "–", "–", "–", "–", "–"};
  if (!*a->reason && a->rows) {
    size_t all = a->rows->columns;
    size_t tangent = all > 81 ? 81 : all > 36 ? 36 : all;
    const double numbers[] = {
        s->substeps, s->rejected, s->evaluations, s->iterations,
        error_of(a->rows, reference, 0, all - tangent),
        error_of(a->rows, reference, all - tangent, all)};
    for (int i = 0; i < 6; i++)
      cells[i] = am_html_number(sheet->arena, numbers[i], i < 4 ? 9 : 2);
  }
  am_html_table_row(table, "<code>%s</code>|%d|%m|%m|%m|%m|%m|%m",
                    scheme->name, scheme->order, cells[0], cells[1], cells[2],
                    cells[3], cells[4], cells[5]);
}

am_status am_sheet_schemes(am_sheet *sheet) {
  const am_material *m = sheet->known.material;
  size_t count, made = 0;
  const am_scheme *rows = am_schemes(&count);
  const am_scheme **schemes = AM_ARRAY(sheet->arena, const am_scheme *, count);
  am_sheet_result *results = AM_ARRAY(sheet->arena, am_sheet_result, count);
  am_sheet_choose(sheet);
  if (!sheet->known.law->na) {
    am_buffer_add(sheet->out, "<p>The law is elastic; no evolution equations "
                              "are integrated.</p>\n");
    return AM_OK;
  }
  const am_solver best = am_reference_solver(m, &am_solver_default, 1e-8, true);
  const char *tolerances =
      am_format(sheet->arena, "rtol: %g, atol: %g", best.rtol, best.atol);
  const am_sheet_result reference =
      run_scheme(sheet, best.scheme, tolerances);
  for (size_t i = 0; i < count; i++)
    if (am_scheme_suits(m, &rows[i])) {
      schemes[made] = &rows[i];
      results[made++] = run_scheme(sheet, &rows[i], "");
    }
  am_buffer_add(sheet->out,
                "<p>%s in %d loading steps with tangents, at default "
                "tolerances. Errors are relative to the largest value; the "
                "reference is <code>%s</code> with <code>%s</code>.</p>\n",
                path_of(sheet)->title, STEPS, best.scheme->name, tolerances);
  am_html_table table = am_html_table_open(
      sheet->out, "schemes",
      "scheme|#order|#substeps|#rejected|#evaluations|#local iterations|"
      "#stress error|#tangent error");
  for (size_t i = 0; i < made; i++)
    write_scheme(sheet, &table, schemes[i], &results[i], reference.rows);
  am_html_table_close(&table);
  if (*reference.reason)
    am_sheet_paragraph(sheet, "bad",
                       am_format(sheet->arena, "The reference failed: %s",
                                 reference.reason));
  for (size_t i = 0; i < made; i++)
    if (*results[i].reason)
      am_sheet_paragraph(sheet, "bad",
                         am_format(sheet->arena, "%s: %s",
                                   schemes[i]->name,
                                   results[i].reason));
  return AM_OK;
}
