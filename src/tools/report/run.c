/* run.c: runs cases given as text; chooses strain and duration of the tension
 * test. */
#include <math.h>
#include <string.h>

#include "report/parts.h"

static void add_run_row(void *data, const double *row) {
  am_table_add(data, row);
}

am_status am_sheet_walk(am_sheet *sheet, am_case *description,
                        const am_material *material, am_table **rows,
                        am_summary *summary) {
  const am_request first = {.point = description->points ? 0 : -1,
                            .threads = 1};
  am_run *run = NULL;
  AM_TRY(am_run_prepare_points(sheet->arena, sheet->report, description,
                               material, &first, &run));
  run->stop = sheet->options->stop;
  am_columns *columns = run->columns;
  *rows = am_columns_table(sheet->arena, columns);
  const am_row_sink sink = {add_run_row, *rows};
  am_arena_heed(sheet->arena, false); /* the run polls itself */
  am_status walked =
      am_run_walk(sheet->arena, sheet->report, run, &sink, summary);
  am_arena_heed(sheet->arena, true);
  return walked;
}

am_status am_sheet_run(am_sheet *sheet, const char *text, am_table **rows,
                       am_summary *summary) {
  am_source *source = AM_NEW(sheet->arena, am_source);
  am_yaml *root;
  am_case *description;
  *source = (am_source){.name = "report", .text = text,
                        .length = strlen(text)};
  *rows = NULL;
  AM_TRY(am_yaml_parse(sheet->arena, sheet->report, source, &root));
  AM_TRY(am_case_from(sheet->arena, sheet->report, root, NULL, false,
                      &description));
  return am_sheet_walk(sheet, description, sheet->known.material, rows,
                       summary);
}

/* ---- strain and duration ------------------------------------------------- */

/* Result of a tension test. */
typedef struct {
  double peak, at, end; /* largest stress, its strain, final stress;
                           magnitudes */
} tension_test;

static bool try_tension(am_sheet *sheet, tension_test *found) {
  am_report *outer = sheet->report;
  am_table *rows;
  am_summary summary = {0};
  am_sheet_way way = {.strain = sheet->strain, .duration = sheet->duration};
  bool logarithmic =
      sheet->known.material->kinematics == AM_KINEMATICS_LOGARITHMIC;
  const char *text =
      am_sheet_case_text(sheet, am_sheet_paths, &way, "",
                         logarithmic ? "F.xx, P.xx" : "strain.xx, stress.xx");
  sheet->report = am_report_new(sheet->arena);
  am_status status = am_sheet_run(sheet, text, &rows, &summary);
  am_sheet_note(sheet, status, am_sheet_reason(sheet->arena, sheet->report));
  sheet->report = outer;
  *found = (tension_test){0};
  if (!rows) return false;
  for (size_t i = 0; i < rows->rows; i++) {
    const double *row = &rows->values[i * rows->columns];
    if (fabs(row[1]) > found->peak) {
      found->peak = fabs(row[1]);
      found->at = fabs(row[0] - logarithmic);
    }
    found->end = fabs(row[1]);
  }
  return status == AM_OK;
}

/* Largest number with one digit, 1, 2 or 5, not above x. */
static double round_down(double x) {
  double power = pow(10, floor(log10(x)));
  return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

/* Chooses a strain of 1 %, or a stretch of 2 for finite strains; less if the
 * law softens long before or cannot be integrated so far. */
void am_sheet_choose(am_sheet *sheet) {
  bool logarithmic =
      sheet->known.material->kinematics == AM_KINEMATICS_LOGARITHMIC;
  bool free = !(sheet->strain > 0);
  if (sheet->peak > 0) return;
  if (free) sheet->strain = logarithmic ? 1 : 0.01;
  if (!(sheet->duration > 0)) sheet->duration = 10;
  for (int i = 0; i < 4; i++) {
    tension_test found;
    bool good = try_tension(sheet, &found);
    sheet->peak = found.peak;
    bool softened = found.end < found.peak / 2 &&
                    found.at < sheet->strain / 10;
    if (!free || (good && !softened)) return;
    sheet->strain = softened && found.at > 0
                        ? round_down(8 * found.at)
                        : sheet->strain / 2;
  }
}
