/* pictures.c: runs and draws the standard paths; cost of a path with each
 * scheme, and errors of stress and tangent. */
#include "report/parts.h"

enum { FIGURE_WIDTH = 98, FIGURE_HEIGHT = 70 }; /* (mm) */

static bool can_draw(am_sheet *sheet) {
  return am_program_find(sheet->arena, "gnuplot") != NULL;
}

bool am_sheet_draws(am_sheet *sheet) {
  if (can_draw(sheet)) return true;
  am_warn(sheet->report, am_nowhere,
          "no pictures: gnuplot is not installed (Debian package gnuplot-nox)");
  return false;
}

/* Adds a figure, or a sentence if drawing fails; messages of gnuplot go to the
 * caller. */
void am_sheet_figure(am_sheet *sheet, const am_picture *picture,
                     const char *id, const char *title, const char *about) {
  am_buffer svg = {.arena = sheet->arena};
  am_buffer *out = sheet->out;
  if (!can_draw(sheet)) return;
  am_report *attempt = am_report_new(sheet->arena);
  am_picture small = *picture;
  small.size = (am_size){FIGURE_WIDTH, FIGURE_HEIGHT};
  am_status drawn = am_picture_text(sheet->arena, attempt, &small,
                                    "picture.svg", &svg);
  const char *why = am_sheet_reason(sheet->arena, attempt);
  am_sheet_note(sheet, drawn, why);
  am_buffer_add(out, "<figure id=\"%s\">\n", id);
  if (drawn == AM_OK && svg.text)
    am_html_svg(out, svg.text, am_format(sheet->arena, "%s-", id), title);
  else
    am_sheet_paragraph(sheet, "bad", why);
  am_html_add(out, "<figcaption><b>%s.</b> %s</figcaption>\n</figure>\n", title,
              about);
}

/* ---- one path ------------------------------------------------------------ */

static am_axis axis_of(am_sheet *sheet, const am_sheet_path *path, bool time,
                       bool strain) {
  static const char *const labels[2][2] = {
      {"stress {/:Italic σ}_{%s}", "strain {/:Italic ε}_{%s}"},
      {"nominal stress {/:Italic P}_{%s}",
       "deformation gradient {/:Italic F}_{%s}"}};
  const am_material *m = sheet->known.material;
  if (time)
    return (am_axis){path->logarithmic ? "holding time" : "time {/:Italic t}",
                     m->time_unit, path->logarithmic};
  const char *label = labels[am_sheet_is_logarithmic(sheet)][strain];
  return (am_axis){am_format(sheet->arena, label, path->component),
                   strain ? NULL : m->stress_unit, false};
}

static void draw_path(am_sheet *sheet, const am_sheet_result *results,
                      size_t count) {
  const am_sheet_path *path = results->path;
  am_curve curves[AM_SHEET_VARIANTS] = {0};
  size_t shown = 0;
  for (size_t i = 0; i < count; i++) {
    const am_table *rows = results[i].rows;
    if (!rows || rows->rows < 2) continue;
    int x = path->over_time ? 0 : 1, y = path->shows_strain ? 1 : 2;
    double *times = am_table_values(sheet->arena, rows, 0);
    for (size_t k = 0; path->logarithmic && k < rows->rows; k++)
      times[k] -= results[i].way.duration;
    curves[shown++] = (am_curve){
        .name = results[i].way.name, .count = rows->rows,
        .kind = AM_CURVE_LINE,
        .x = x ? am_table_values(sheet->arena, rows, x) : times,
        .y = am_table_values(sheet->arena, rows, y)};
  }
  const am_panel panel = {
      .x = axis_of(sheet, path, path->over_time, true),
      .y = axis_of(sheet, path, false, path->shows_strain),
      .curves = curves, .count = shown};
  const am_picture picture = {.panels = &panel, .count = 1};
  if (shown)
    am_sheet_figure(sheet, &picture, path->id, path->title, path->about);
}

static void draw_results(am_sheet *sheet, const am_sheet_result *results,
                         size_t count) {
  if (!am_sheet_draws(sheet)) return;
  am_buffer_add(sheet->out, "<div class=\"figures\">\n");
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i; end < count && results[end].path == results[i].path;) end++;
    draw_path(sheet, &results[i], end - i);
  }
  am_buffer_add(sheet->out, "</div>\n");
}

/* ---- results ------------------------------------------------------------- */

static const char *title_of(am_sheet *sheet, const am_sheet_result *r) {
  return am_format(sheet->arena, "%s%s%s", r->path->title,
                   r->way.name ? ", " : "", r->way.name ? r->way.name : "");
}

static void write_result(am_sheet *sheet, const am_html_table *table,
                         const am_sheet_result *r) {
  const am_table *rows = r->rows;
  const char *cells[6] = {"", "", "", "", "", ""};
  if (rows && rows->rows) {
    const double *last = &rows->values[(rows->rows - 1) * rows->columns];
    double most = 0;
    for (size_t i = 0; i < rows->rows; i++)
      most = fmax(most, fabs(rows->values[i * rows->columns + 2]));
    const double numbers[6] = {last[0], last[1], last[2], most,
                               r->summary.steps, r->summary.substeps};
    for (int i = 0; i < 6; i++)
      cells[i] = am_html_number(sheet->arena, numbers[i], i < 4 ? 6 : 9);
  }
  am_html_table_row(table, "%s|%m|%m|%m|%m|%m|%m", title_of(sheet, r), cells[0],
                    cells[1], cells[2], cells[3], cells[4], cells[5]);
}

/* Runs all paths before it draws the first, so that numbers remain if drawing
 * fails. */
am_status am_sheet_pictures(am_sheet *sheet) {
  enum { PATHS = 16 };
  am_sheet_result results[PATHS * AM_SHEET_VARIANTS];
  size_t count = 0;
  am_sheet_choose(sheet);
  for (const am_sheet_path *path = am_sheet_paths; path->id; path++) {
    am_sheet_variant ways[AM_SHEET_VARIANTS] = {0};
    int variants = path->ways(sheet, ways);
    const char *c = path->component;
    const char *columns =
        am_format(sheet->arena, am_sheet_is_logarithmic(sheet)
                                    ? "time, F.%s, P.%s"
                                    : "time, strain.%s, stress.%s", c, c);
    for (int i = 0; i < variants; i++)
      results[count++] = am_sheet_run(sheet, path, &ways[i], "", columns);
  }
  draw_results(sheet, results, count);
  am_html_table table = am_html_table_open(
      sheet->out, "paths",
      "path|#final time|#final strain|#final stress|#largest stress|#steps|"
      "#substeps");
  for (size_t i = 0; i < count; i++)
    write_result(sheet, &table, &results[i]);
  am_html_table_close(&table);
  for (size_t i = 0; i < count; i++)
    if (*results[i].reason)
      am_sheet_paragraph(sheet, "bad",
                         am_format(sheet->arena, "%s failed: %s",
                                   title_of(sheet, &results[i]),
                                   results[i].reason));
  am_sheet_keep(sheet);
  for (size_t i = 0; i < count; i++) {
    am_html_add(sheet->out, "<details class=\"case\"><summary>%s: the case"
                            "</summary>\n", title_of(sheet, &results[i]));
    am_html_lines(sheet->out, results[i].text);
    am_buffer_add(sheet->out, "</details>\n");
  }
  return AM_OK;
}

/* ---- schemes ------------------------------------------------------------- */

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
                         am_format(sheet->arena, "%s: %s", schemes[i]->name,
                                   results[i].reason));
  return AM_OK;
}
