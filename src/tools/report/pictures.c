/* pictures.c: runs and draws the standard paths, with their results. */
#include <math.h>
#include <string.h>

#include "base/base.h"
#include "report/parts.h"

enum { FIGURE_WIDTH = 98, FIGURE_HEIGHT = 70 }; /* (mm) */

static bool can_draw(am_sheet *sheet) {
  return am_program_find(sheet->arena, "gnuplot") != NULL;
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
    am_html_svg(sheet->arena, out, svg.text, am_format(sheet->arena, "%s-", id),
                title);
  else
    am_sheet_paragraph(sheet, "bad", why);
  am_buffer_add(out, "<figcaption><b>");
  am_html_text(out, title);
  am_buffer_add(out, ".</b> ");
  am_html_text(out, about);
  am_buffer_add(out, "</figcaption>\n</figure>\n");
}

/* ---- one path ------------------------------------------------------------ */

/* Result of one variant of a path. */
typedef struct {
  am_sheet_way way;
  const char *text;   /* of its case */
  am_table *rows;     /* time, strain, stress; NULL: none */
  const char *reason; /* reason for an early end, "" */
  am_summary summary;
} trip;

static bool is_logarithmic(const am_sheet *sheet) {
  return sheet->known.material->kinematics == AM_KINEMATICS_LOGARITHMIC;
}

static const char *columns_of(am_sheet *sheet, const am_sheet_path *path) {
  const char *c = path->component;
  return is_logarithmic(sheet)
             ? am_format(sheet->arena, "time, F.%s, P.%s", c, c)
             : am_format(sheet->arena, "time, strain.%s, stress.%s", c, c);
}

static void make_trip(am_sheet *sheet, const am_sheet_path *path, trip *t) {
  am_report *outer = sheet->report;
  t->text = am_sheet_case_text(sheet, path, &t->way, "",
                               columns_of(sheet, path));
  sheet->report = am_report_new(sheet->arena);
  am_status status = am_sheet_run(sheet, t->text, &t->rows, &t->summary);
  t->reason = status == AM_OK ? "" : am_sheet_reason(sheet->arena,
                                                     sheet->report);
  am_sheet_note(sheet, status, t->reason);
  sheet->report = outer;
}

static am_axis axis_of(am_sheet *sheet, const am_sheet_path *path, bool time,
                       bool strain) {
  const am_material *m = sheet->known.material;
  const char *c = path->component;
  if (time)
    return (am_axis){path->logarithmic ? "holding time" : "time {/:Italic t}",
                     m->time_unit, path->logarithmic};
  if (is_logarithmic(sheet))
    return strain ? (am_axis){am_format(sheet->arena,
                                        "deformation gradient {/:Italic F}_{%s}",
                                        c), NULL, false}
                  : (am_axis){am_format(sheet->arena,
                                        "nominal stress {/:Italic P}_{%s}", c),
                              m->stress_unit, false};
  return strain ? (am_axis){am_format(sheet->arena,
                                      "strain {/:Italic ε}_{%s}", c), NULL,
                            false}
                : (am_axis){am_format(sheet->arena,
                                      "stress {/:Italic σ}_{%s}", c),
                            m->stress_unit, false};
}

static void draw_trips(am_sheet *sheet, const am_sheet_path *path,
                       const trip *trips, int count) {
  am_curve curves[AM_SHEET_WAYS] = {0};
  size_t shown = 0;
  for (int i = 0; i < count; i++) {
    const am_table *rows = trips[i].rows;
    if (!rows || rows->rows < 2) continue;
    int x = path->over_time ? 0 : 1, y = path->shows_strain ? 1 : 2;
    double *times = am_table_values(sheet->arena, rows, 0);
    for (size_t k = 0; path->logarithmic && k < rows->rows; k++)
      times[k] -= trips[i].way.duration;
    curves[shown++] = (am_curve){
        .name = trips[i].way.name, .count = rows->rows, .kind = AM_CURVE_LINE,
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

/* ---- results ------------------------------------------------------------- */

static const am_html_column columns[] = {
    {"path", false},       {"final time", true}, {"final strain", true},
    {"final stress", true}, {"largest stress", true}, {"steps", true},
    {"substeps", true}};

enum { COLUMNS = sizeof columns / sizeof *columns };

static void write_trip(am_sheet *sheet, const am_html_table *table,
                       const am_sheet_path *path, const trip *t) {
  am_arena *arena = sheet->arena;
  const char *cells[COLUMNS] = {"", "", "", "", "", "", ""};
  cells[0] = am_format(arena, "%s%s%s", path->title, t->way.name ? ", " : "",
                       am_html_escape(arena, t->way.name ? t->way.name : ""));
  if (t->rows && t->rows->rows) {
    const am_table *rows = t->rows;
    const double *last = &rows->values[(rows->rows - 1) * rows->columns];
    double most = 0;
    for (size_t i = 0; i < rows->rows; i++)
      most = fmax(most, fabs(rows->values[i * rows->columns + 2]));
    for (int i = 0; i < 3; i++)
      cells[i + 1] = am_html_number(arena, last[i], 6);
    cells[4] = am_html_number(arena, most, 6);
    cells[5] = am_html_number(arena, t->summary.steps, 9);
    cells[6] = am_html_number(arena, t->summary.substeps, 9);
  }
  am_html_table_row(table, cells);
}

static void write_cases(am_sheet *sheet, const am_sheet_path *path,
                        const trip *trips, int count) {
  for (int i = 0; i < count; i++) {
    am_buffer_add(sheet->out, "<details class=\"case\"><summary>%s%s",
                  path->title, trips[i].way.name ? ", " : "");
    am_html_text(sheet->out, trips[i].way.name ? trips[i].way.name : "");
    am_buffer_add(sheet->out, ": the case</summary>\n<pre>");
    for (const char *at = trips[i].text; *at;) {
      size_t length = strcspn(at, "\n");
      am_html_text(sheet->out, am_copy(sheet->arena, at, length));
      at += length;
      if (*at) am_buffer_add(sheet->out, "\n");
      at += *at == '\n';
    }
    am_buffer_add(sheet->out, "</pre></details>\n");
  }
}

static void write_reasons(am_sheet *sheet, const am_sheet_path *path,
                          const trip *trips, int count) {
  for (int i = 0; i < count; i++) {
    const trip *t = &trips[i];
    if (!*t->reason) continue;
    am_sheet_paragraph(
        sheet, "bad",
        am_format(sheet->arena, "%s%s%s failed: %s",
                  path->title, t->way.name ? ", " : "",
                  t->way.name ? t->way.name : "", t->reason));
  }
}

/* Runs all paths before it draws the first, so that numbers remain if drawing
 * fails. */
am_status am_sheet_pictures(am_sheet *sheet) {
  enum { PATHS = 16 };
  trip trips[PATHS][AM_SHEET_WAYS] = {0};
  int counts[PATHS] = {0};
  const am_sheet_path *paths = am_sheet_paths;
  am_sheet_choose(sheet);
  for (int p = 0; p < PATHS && paths[p].id; p++) {
    am_sheet_way ways[AM_SHEET_WAYS] = {0};
    counts[p] = paths[p].ways(sheet, ways);
    for (int i = 0; i < counts[p]; i++) {
      trips[p][i].way = ways[i];
      make_trip(sheet, &paths[p], &trips[p][i]);
    }
  }
  if (can_draw(sheet))
    am_buffer_add(sheet->out, "<div class=\"figures\">\n");
  else
    am_warn(sheet->report, am_nowhere,
            "no pictures: gnuplot is not installed (Debian package "
            "gnuplot-nox)");
  for (int p = 0; p < PATHS && paths[p].id; p++)
    draw_trips(sheet, &paths[p], trips[p], counts[p]);
  if (can_draw(sheet)) am_buffer_add(sheet->out, "</div>\n");
  am_html_table table = am_html_table_open(sheet->out, "paths", columns,
                                           COLUMNS);
  for (int p = 0; p < PATHS && paths[p].id; p++)
    for (int i = 0; i < counts[p]; i++)
      write_trip(sheet, &table, &paths[p], &trips[p][i]);
  am_html_table_close(&table);
  for (int p = 0; p < PATHS && paths[p].id; p++)
    write_reasons(sheet, &paths[p], trips[p], counts[p]);
  am_sheet_keep(sheet);
  for (int p = 0; p < PATHS && paths[p].id; p++)
    write_cases(sheet, &paths[p], trips[p], counts[p]);
  return AM_OK;
}
