/* paths.c: standard paths that show the behaviour of a law, as cases. */
#include "report/parts.h"

enum { TENSION_STEPS = 100 };

bool am_sheet_is_logarithmic(const am_sheet *sheet) {
  return sheet->known.material->kinematics == AM_KINEMATICS_LOGARITHMIC;
}

/* True if the law has a time scale: a force potential or given rates; elastic
 * domains alone have none. */
static bool is_viscous(const am_sheet *sheet) {
  const am_law *law = sheet->known.law;
  return law->na && (sheet->known.material->force_potential ||
                     am_law_has_given(law) || law->reads_rate);
}

/* ---- variants ------------------------------------------------------------ */

static int go_once(am_sheet *sheet, am_sheet_variant *ways) {
  ways[0] = (am_sheet_variant){.strain = sheet->strain,
                           .duration = sheet->duration};
  return 1;
}

static int go_if_viscous(am_sheet *sheet, am_sheet_variant *ways) {
  return is_viscous(sheet) ? go_once(sheet, ways) : 0;
}

static int go_to_stress(am_sheet *sheet, am_sheet_variant *ways) {
  return sheet->peak > 0 ? go_if_viscous(sheet, ways) : 0;
}

static const char *rate_name(am_sheet *sheet, double rate) {
  const char *unit = sheet->known.material->time_unit;
  return am_format(sheet->page, "%.3g%s%s", rate, *unit ? " 1/" : "", unit);
}

static int go_at_rates(am_sheet *sheet, am_sheet_variant *ways) {
  static const double slower[] = {10, 1, 0.1};
  if (!is_viscous(sheet)) return 0;
  for (int i = 0; i < 3; i++) {
    double duration = sheet->duration * slower[i];
    ways[i] = (am_sheet_variant){.strain = sheet->strain, .duration = duration,
                             .name = rate_name(sheet,
                                               sheet->strain / duration)};
  }
  return 3;
}

/* Variants at several values of the temperature or of the first field, around
 * its default. */
static int go_at_fields(am_sheet *sheet, am_sheet_variant *ways) {
  static const double places[] = {0, 1, 2, -1};
  const am_law *law = sheet->known.law;
  const am_material *m = sheet->known.material;
  int count = 0, i = am_temperature_index(m);
  if (!m->external_count) return 0;
  if (i < 0) i = 0;
  const am_parameter *field = &m->externals[i];
  double middle = law->external[i], size = fabs(middle);
  double step = size > 200 ? 100 : size > 0 ? size / 2 : 1;
  for (int k = 0; k < 4 && count < 3; k++) {
    double value = middle + places[k] * step;
    if (!am_external_allows(law, i, value)) continue;
    ways[count++] = (am_sheet_variant){
        .strain = sheet->strain, .duration = sheet->duration,
        .external = field->name, .value = value,
        .name = am_format(sheet->page, "%s = %g%s%s", field->name, value,
                          *field->unit ? " " : "", field->unit)};
  }
  return count;
}

/* ---- segments ------------------------------------------------------------ */

/* Writes one segment of tension to a strain or stretch. */
static void pull(const am_sheet *sheet, am_buffer *out, double strain,
                 double duration, int steps) {
  if (am_sheet_is_logarithmic(sheet))
    am_buffer_add(out, "  - {duration: %.9g, steps: %d, stretch: {xx: %.9g, "
                       "others: free}}\n", duration, steps, 1 + strain);
  else
    am_buffer_add(out, "  - {duration: %.9g, steps: %d, strain: {xx: %.9g}, "
                       "stress: {others: 0}}\n", duration, steps, strain);
}

static void write_tension(const am_sheet *sheet, const am_sheet_variant *way,
                          am_buffer *out) {
  if (way->external)
    am_buffer_add(out, "  - {duration: 0, external: {%s: %.9g}, %s}\n",
                  way->external, way->value,
                  am_sheet_is_logarithmic(sheet) ? "P: {others: 0}"
                                        : "stress: {others: 0}");
  pull(sheet, out, way->strain, way->duration,
       way->steps ? way->steps : TENSION_STEPS);
}

static void write_shear(const am_sheet *sheet, const am_sheet_variant *way,
                        am_buffer *out) {
  am_buffer_add(out, "  - {duration: %.9g, steps: %d, ", way->duration,
                way->steps ? way->steps : TENSION_STEPS);
  if (am_sheet_is_logarithmic(sheet))
    am_buffer_add(out, "F: {xy: %.9g, others: hold}}\n", way->strain);
  else
    am_buffer_add(out, "strain: {xy: %.9g}, stress: {others: 0}}\n",
                  way->strain);
}

/* Writes cycles: large stretches are released, small strains reversed. */
static void write_cycles(const am_sheet *sheet, const am_sheet_variant *way,
                         am_buffer *out) {
  bool large = am_sheet_is_logarithmic(sheet) && way->strain > 0.2;
  double back = large ? 0 : -way->strain, t = way->duration;
  pull(sheet, out, way->strain, t, TENSION_STEPS / 2);
  for (int i = 0; i < 3; i++) {
    pull(sheet, out, back, large ? t : 2 * t, TENSION_STEPS);
    pull(sheet, out, way->strain, large ? t : 2 * t, TENSION_STEPS);
  }
}

static void write_relaxation(const am_sheet *sheet, const am_sheet_variant *way,
                             am_buffer *out) {
  pull(sheet, out, way->strain, way->duration, TENSION_STEPS / 2);
  for (double time = way->duration / 100; time < 200 * way->duration;
       time *= 10)
    am_buffer_add(out, "  - {duration: %.9g, steps: 15, hold: true}\n", time);
}

static void write_creep(const am_sheet *sheet, const am_sheet_variant *way,
                        am_buffer *out) {
  double stress = 0.75 * sheet->peak;
  const char *control = am_sheet_is_logarithmic(sheet)
                            ? "P: {xx: %.6g, others: 0}"
                            : "stress: {xx: %.6g, others: 0}";
  am_buffer_add(out, "  - {duration: %.9g, steps: 20, ", way->duration / 10);
  am_buffer_add(out, control, stress);
  am_buffer_add(out, "}\n  - {duration: %.9g, steps: 100, hold: true}\n",
                10 * way->duration);
}

/* ---- the table ----------------------------------------------------------- */

const am_sheet_path am_sheet_paths[] = {
    {.id = "tension", .title = "Tension", .component = "xx",
     .about = "Uniaxial tension along x; the other stresses are zero.",
     .ways = go_once, .write = write_tension},
    {.id = "shear", .title = "Shear", .component = "xy",
     .about = "Shear in the plane xy; the other stresses are zero.",
     .ways = go_once, .write = write_shear},
    {.id = "cyclic", .title = "Cycles", .component = "xx",
     .about = "Three cycles of tension and compression along x.",
     .ways = go_once, .write = write_cycles},
    {.id = "rates", .title = "Rates", .component = "xx",
     .about = "Tension at three strain rates.",
     .ways = go_at_rates, .write = write_tension},
    {.id = "relaxation", .title = "Relaxation", .component = "xx",
     .about = "Tension, then constant strain.",
     .ways = go_if_viscous, .write = write_relaxation, .over_time = true,
     .logarithmic = true},
    {.id = "creep", .title = "Creep", .component = "xx",
     .about = "Constant stress, three quarters of the largest stress in "
              "tension.",
     .ways = go_to_stress, .write = write_creep, .over_time = true,
     .shows_strain = true},
    {.id = "fields", .title = "Temperature", .component = "xx",
     .about = "Tension at different values of the external field, after free "
              "expansion.",
     .ways = go_at_fields, .write = write_tension},
    {0},
};

static const char *case_text(am_sheet *sheet, const am_sheet_path *path,
                             const am_sheet_variant *way, const char *solver,
                             const char *columns) {
  am_buffer out = {.arena = sheet->arena};
  am_write_head(&out, am_format(sheet->arena, "%s of %s%s%s", path->id,
                                sheet->known.material->name,
                                way->name ? ", " : "",
                                way->name ? way->name : ""),
                sheet->options->operand, NULL);
  if (*solver) am_buffer_add(&out, "solver: {%s}\n", solver);
  am_buffer_add(&out, "path:\n");
  path->write(sheet, way, &out);
  am_buffer_add(&out, "output:\n  columns: [%s]\n", columns);
  return out.text;
}

/* Runs cases given as text; chooses strain and duration of the tension test. */

am_status am_sheet_drive(am_sheet *sheet, am_case *description,
                         const am_material *material, am_table **rows,
                         am_summary *summary) {
  const am_request first = {.point = description->points ? 0 : -1,
                            .threads = 1};
  am_run *run = NULL;
  AM_TRY(am_run_prepare_points(sheet->arena, sheet->report, description,
                               material, &first, &run));
  am_columns *columns = run->columns;
  *rows = am_columns_table(sheet->arena, columns);
  const am_run_sink sink = {.row = am_row_to_table, .data = *rows};
  am_arena_interruptible(sheet->arena, false); /* the run polls itself */
  am_status walked =
      am_run_drive(sheet->arena, sheet->report, run, &sink, summary);
  am_arena_interruptible(sheet->arena, true);
  return walked;
}

static am_status run_text(am_sheet *sheet, const char *text, am_table **rows,
                          am_summary *summary) {
  am_source *source = AM_NEW(sheet->arena, am_source);
  am_yaml *root;
  am_case *description;
  *source = (am_source){.name = "report", .text = text,
                        .length = strlen(text)};
  AM_TRY(am_yaml_parse(sheet->arena, sheet->report, source, &root));
  AM_TRY(am_case_from(sheet->arena, sheet->report, root, NULL, false,
                      &description));
  return am_sheet_drive(sheet, description, sheet->known.material, rows,
                        summary);
}

am_sheet_result am_sheet_run(am_sheet *sheet, const am_sheet_path *path,
                             const am_sheet_variant *way, const char *solver,
                             const char *columns) {
  am_sheet_result r = {.path = path, .way = *way, .reason = ""};
  am_report *outer = sheet->report;
  r.text = case_text(sheet, path, way, solver, columns);
  sheet->report = am_report_new(sheet->arena);
  am_status status = run_text(sheet, r.text, &r.rows, &r.summary);
  if (status != AM_OK) r.reason = am_sheet_reason(sheet->arena, sheet->report);
  am_sheet_note(sheet, status, r.reason);
  sheet->report = outer;
  return r;
}

/* ---- strain and duration ------------------------------------------------- */

typedef struct {
  double peak, at, end; /* largest stress, its strain, final stress;
                           magnitudes */
  bool complete;
} tension_test;

static tension_test try_tension(am_sheet *sheet) {
  bool logarithmic = am_sheet_is_logarithmic(sheet);
  const am_sheet_variant way = {.strain = sheet->strain,
                            .duration = sheet->duration};
  const am_sheet_result r =
      am_sheet_run(sheet, am_sheet_paths, &way, "",
                   logarithmic ? "F.xx, P.xx" : "strain.xx, stress.xx");
  tension_test found = {.complete = r.rows && !*r.reason};
  for (size_t i = 0; r.rows && i < r.rows->rows; i++) {
    const double *row = &r.rows->values[i * r.rows->columns];
    if (fabs(row[1]) > found.peak) {
      found.peak = fabs(row[1]);
      found.at = fabs(row[0] - logarithmic);
    }
    found.end = fabs(row[1]);
  }
  return found;
}

/* Largest number with one digit, 1, 2 or 5, not above x. */
static double round_down(double x) {
  double power = pow(10, floor(log10(x)));
  return x >= 5 * power ? 5 * power : x >= 2 * power ? 2 * power : power;
}

/* Chooses a strain of 1 %, or a stretch of 2 for finite strains; less if the
 * law softens long before or cannot be integrated so far. */
void am_sheet_choose(am_sheet *sheet) {
  bool free = !(sheet->strain > 0);
  if (sheet->peak > 0) return;
  if (free) sheet->strain = am_sheet_is_logarithmic(sheet) ? 1 : 0.01;
  if (!(sheet->duration > 0)) sheet->duration = 10;
  for (int i = 0; i < 4; i++) {
    const tension_test found = try_tension(sheet);
    sheet->peak = found.peak;
    bool softened = found.end < found.peak / 2 &&
                    found.at < sheet->strain / 10;
    if (!free || (found.complete && !softened)) return;
    sheet->strain = softened && found.at > 0
                        ? round_down(8 * found.at)
                        : sheet->strain / 2;
  }
}
