/* schemes.c: cost of a standard path with each scheme, and errors of stress and
 * tangent. */
#include <math.h>
#include <string.h>

#include "check/parts.h"
#include "engine/parts.h"
#include "report/parts.h"

enum { STEPS = 40 };

/* Run with the settings of a scheme. */
typedef struct {
  const am_scheme *scheme;
  am_table *rows;
  am_summary summary;
  const char *reason; /* reason for an early end, "" */
} attempt;

/* Tension or, under logarithmic kinematics, shear: a fully prescribed
 * deformation gradient gives every scheme a tangent. */
static const am_sheet_path *path_of(const am_sheet *sheet) {
  return &am_sheet_paths[sheet->known.material->kinematics ==
                         AM_KINEMATICS_LOGARITHMIC];
}

static void walk_path(am_sheet *sheet, const am_scheme *scheme,
                         const char *tolerances, attempt *a) {
  bool logarithmic =
      sheet->known.material->kinematics == AM_KINEMATICS_LOGARITHMIC;
  am_sheet_way way = {.strain = sheet->strain, .duration = sheet->duration,
                      .steps = STEPS};
  const char *solver = am_format(
      sheet->arena, "scheme: %s, tangent: true, max_substeps: 20000%s%s",
      scheme->name, *tolerances ? ", " : "", tolerances);
  const char *text = am_sheet_case_text(
      sheet, path_of(sheet), &way, solver,
      logarithmic ? "P, tangent" : "stress, tangent");
  am_report *outer = sheet->report;
  *a = (attempt){.scheme = scheme, .reason = ""};
  sheet->report = am_report_new(sheet->arena);
  am_status status = am_sheet_run(sheet, text, &a->rows, &a->summary);
  if (status != AM_OK)
    a->reason = am_sheet_reason(sheet->arena, sheet->report);
  am_sheet_note(sheet, status, a->reason);
  sheet->report = outer;
}

/* Largest distance of rows from those of the reference, in columns first … end
 * - 1, relative to the largest norm there. */
static double error_of(const attempt *a, const attempt *reference,
                       size_t first, size_t end) {
  const am_table *x = a->rows, *r = reference->rows;
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

static const am_html_column columns[] = {
    {"scheme", false},          {"order", true},
    {"substeps", true},         {"rejected", true},
    {"evaluations", true},      {"local iterations", true},
    {"stress error", true},  {"tangent error", true}};

enum { COLUMNS = sizeof columns / sizeof *columns };

static void write_attempt(am_sheet *sheet, const am_html_table *table,
                          const attempt *a, const attempt *reference) {
  am_arena *arena = sheet->arena;
  const am_summary *s = &a->summary;
  const char *cells[COLUMNS] = {
      am_format(arena, "<code>%s</code>", a->scheme->name),
      am_format(arena, "%d", a->scheme->order), "–", "–", "–", "–", "–", "–"};
  if (!*a->reason && a->rows) {
    size_t stress = a->rows->columns > 36 ? a->rows->columns - 36 : 0;
    const double counts[] = {s->substeps, s->rejected, s->evaluations,
                             s->iterations};
    if (a->rows->columns > 81) stress = a->rows->columns - 81;
    for (int i = 0; i < 4; i++)
      cells[2 + i] = am_html_number(arena, counts[i], 9);
    cells[6] = am_html_number(arena, error_of(a, reference, 0, stress), 2);
    cells[7] = am_html_number(arena, error_of(a, reference, stress,
                                              a->rows->columns), 2);
  }
  am_html_table_row(table, cells);
}

am_status am_sheet_schemes(am_sheet *sheet) {
  const am_material *m = sheet->known.material;
  size_t count, made = 0;
  const am_scheme *rows = am_schemes(&count);
  attempt *attempts = AM_ARRAY(sheet->arena, attempt, count), reference;
  am_sheet_choose(sheet);
  if (!sheet->known.law->na) {
    am_buffer_add(sheet->out, "<p>The law is elastic; nothing has to be "
                              "integrated.</p>\n");
    return AM_OK;
  }
  const am_solver best = am_reference_solver(m, &am_solver_default, 1e-8, true);
  const char *tolerances =
      am_format(sheet->arena, "rtol: %g, atol: %g", best.rtol, best.atol);
  walk_path(sheet, best.scheme, tolerances, &reference);
  for (size_t i = 0; i < count; i++)
    if (am_scheme_suits(m, &rows[i]))
      walk_path(sheet, &rows[i], "", &attempts[made++]);
  am_buffer_add(sheet->out,
                "<p>%s in %d loading steps with tangents, at default "
                "tolerances. Errors are relative to the largest value; the "
                "reference is <code>%s</code> with <code>%s</code>.</p>\n",
                path_of(sheet)->title, STEPS, best.scheme->name, tolerances);
  am_html_table table = am_html_table_open(sheet->out, "schemes", columns,
                                           COLUMNS);
  for (size_t i = 0; i < made; i++)
    write_attempt(sheet, &table, &attempts[i], &reference);
  am_html_table_close(&table);
  if (*reference.reason)
    am_sheet_paragraph(sheet, "bad",
                       am_format(sheet->arena, "The reference failed: %s",
                                 reference.reason));
  for (size_t i = 0; i < made; i++)
    if (*attempts[i].reason)
      am_sheet_paragraph(sheet, "bad",
                         am_format(sheet->arena, "%s: %s",
                                   attempts[i].scheme->name,
                                   attempts[i].reason));
  return AM_OK;
}
