/* element.c: sections of the page of a volume element: microstructure, phases,
 * fields at the end of the path, and convergence. */
#include "report/parts.h"
#include "homogenization/parts.h"
#include "homogenization/run.h"

struct am_sheet_element {
  am_cell_run *run;
  const am_cell_fields *fields; /* output.fields, not written; NULL: none */
  double iterations, applications, pieces; /* sums over the loading steps */
  double equilibrium, stress_residual;     /* largest of the loading steps */
};

/* ---- run ----------------------------------------------------------------- */

static bool count_row(void *data, const am_cell_row *row,
                      const double *values) {
  struct am_sheet_element *e = data;
  (void)values;
  e->iterations += row->iterations;
  e->applications += row->applications;
  if (row->step > 0) e->pieces += row->pieces;
  e->equilibrium = fmax(e->equilibrium, row->equilibrium);
  e->stress_residual = fmax(e->stress_residual, row->stress_residual);
  return true;
}

am_status am_sheet_element_run(am_sheet *sheet, am_case *description) {
  struct am_sheet_element *e = sheet->element =
      AM_NEW(sheet->arena, struct am_sheet_element);
  const am_cell_options options = {.threads = 0};
  const am_cell_row_sink sink = {count_row, e};
  AM_TRY(am_cell_run_prepare(sheet->arena, sheet->report, description, &options,
                             &e->run));
  e->fields = e->run->fields;
  e->run->fields = NULL;
  sheet->rows = e->run->rows;
  return am_cell_run_drive(e->run, sheet->report, &sink);
}

/* ---- case and phases ----------------------------------------------------- */

static const char *yaml_of(am_arena *arena, const am_yaml *node) {
  am_buffer text = {.arena = arena};
  if (node) am_yaml_write(&text, node);
  return am_html_format(arena, "<code>%s</code>",
                        text.text ? text.text : "default");
}

am_status am_sheet_element_case(am_sheet *sheet) {
  const am_case *d = sheet->description;
  const am_html_fact facts[] = {
      {"File", am_html_format(sheet->arena, "<code>%s</code>",
                              basename(d->file))},
      {"Solver", yaml_of(sheet->arena, d->settings_given)},
      {"Homogenization", yaml_of(sheet->arena, d->homogenization)}};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
  return AM_OK;
}

/* Table of the phases, then the parameters of each. */
am_status am_sheet_element_phases(am_sheet *sheet) {
  const am_cell *cell = sheet->element->run->cell;
  am_html_table table = am_html_table_open(
      sheet->out, "phases", "phase|material|class|#voxels|#volume fraction");
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    const am_material *m = phase->law->material;
    am_described_law k = {
        .arena = sheet->arena, .material = m, .law = phase->law};
    am_describe_law(&k);
    am_html_table_row(
        &table, "%s|%s%s%s|%m|%m|%m", phase->name, m->name,
        *m->title ? ": " : "", m->title, k.class,
        am_html_number(sheet->arena, (double)phase->whole, 10),
        am_html_number(sheet->arena,
                       (double)phase->whole / (double)cell->micro->voxels, 6));
  }
  am_html_table_close(&table);
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    sheet->known.law = phase->law;
    sheet->known.material = phase->law->material;
    am_html_add(sheet->out, "<h3>%s</h3>\n", phase->name);
    if (phase->by_label)
      am_html_add(sheet->out,
                  "<p>Some parameters differ by label: <code>%s</code>.</p>\n",
                  basename(phase->by_label->source->name));
    AM_TRY(am_sheet_parameters(sheet));
  }
  return AM_OK;
}

/* ---- pictures ------------------------------------------------------------ */

enum { MOST_PIXELS = 128 };

/* Keeps every n-th voxel in both directions, so that the page stays small. */
static am_colour_map *thinned(am_arena *arena, const am_colour_map *map,
                              size_t n) {
  am_colour_map *thin = AM_NEW(arena, am_colour_map);
  *thin = *map;
  thin->columns = (map->columns + n - 1) / n;
  thin->rows = (map->rows + n - 1) / n;
  double *values = AM_ARRAY(arena, double, thin->columns * thin->rows);
  for (size_t j = 0; j < thin->rows; j++)
    for (size_t i = 0; i < thin->columns; i++)
      values[j * thin->columns + i] = map->values[n * (j * map->columns + i)];
  thin->values = values;
  return thin;
}

static am_status draw_field(am_sheet *sheet, const char *name) {
  am_arena *arena = sheet->arena;
  am_space *space = sheet->element->run->loading->space;
  am_cell_slice slice;
  AM_TRY(am_cell_slice_new(arena, sheet->report, space->cell, name, NULL,
                           &slice));
  am_panel panel = am_cell_slice_panel(arena, &slice, space);
  AM_TRY(am_space_check(space, sheet->report));
  size_t columns = panel.map->columns, rows = panel.map->rows;
  size_t n = 1 + ((columns > rows ? columns : rows) - 1) / MOST_PIXELS;
  panel.map = thinned(arena, panel.map, n);
  const am_picture picture = {.panels = &panel, .count = 1};
  am_sheet_figure(sheet, &picture, am_format(arena, "field-%s", name), name,
                  n == 1 ? "On a plane of voxels."
                         : am_format(arena, "On a plane, one voxel of %zu in "
                                            "each direction.", n));
  return AM_OK;
}

am_status am_sheet_element_microstructure(am_sheet *sheet) {
  const am_cell *cell = sheet->element->run->cell;
  const am_microstructure *m = cell->micro;
  am_arena *arena = sheet->arena;
  const am_html_fact facts[] = {
      {"Contents", am_html_format(arena, "%s", m->made)},
      {"Voxels", am_format(arena, "%d × %d × %d", m->grid[0], m->grid[1],
                           m->grid[2])},
      {"Size", am_format(arena, "%g × %g × %g", m->size[0], m->size[1],
                         m->size[2])},
      {"Discretization", cell->rotated ? "rotated" : "fourier"}};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
  am_buffer_add(sheet->out, "<div class=\"figures\">\n");
  AM_TRY(draw_field(sheet, "label"));
  am_buffer_add(sheet->out, "</div>\n");
  return AM_OK;
}

/* Von Mises stress, equivalent strain and the scalar fields of the case. */
am_status am_sheet_element_fields(am_sheet *sheet) {
  const struct am_sheet_element *e = sheet->element;
  const am_cell_loading *l = e->run->loading;
  if ((double)l->step < am_path_steps(l->path) || !am_sheet_draws(sheet))
    return AM_OK;
  am_buffer_add(sheet->out, "<div class=\"figures\">\n");
  AM_TRY(draw_field(sheet, "mises"));
  AM_TRY(draw_field(sheet, "strain.eq"));
  for (size_t i = 0; e->fields && i < e->fields->count; i++)
    if (e->fields->shown[i].components == 1 &&
        e->fields->arrays[i].source == AM_FROM_LAW)
      AM_TRY(draw_field(sheet, e->fields->shown[i].name));
  am_buffer_add(sheet->out, "</div>\n");
  return AM_OK;
}

/* ---- convergence --------------------------------------------------------- */

void am_sheet_element_summary(am_sheet *sheet) {
  const struct am_sheet_element *e = sheet->element;
  double steps = (double)e->run->loading->step;
  const struct {
    const char *name;
    double value;
    int digits;
  } rows[] = {{"loading steps", steps, 9},
              {"parts of loading steps", e->pieces, 9},
              {"iterations", e->iterations, 9},
              {"applications of tangents", e->applications, 9},
              {"largest residual of equilibrium", e->equilibrium, 3},
              {"largest residual of mean stresses", e->stress_residual, 3},
              {"tolerance of both", e->run->settings->equilibrium, 3}};
  am_html_fact facts[sizeof rows / sizeof *rows];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    facts[i] = (am_html_fact){rows[i].name,
                              am_html_number(sheet->arena, rows[i].value,
                                             rows[i].digits)};
  am_html_facts(sheet->out, facts, sizeof facts / sizeof *facts);
}
