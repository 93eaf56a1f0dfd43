/* Case files, through all readers of a case: path and formulas, settings,
 * points, output, fit, microstructure and phases. Files named by a case are
 * searched in cases/ and read; no files are written. */
#include <math.h>
#include <string.h>

#include "fit/fit.h"
#include "homogenization/run.h"
#include "point/run.h"
#include "tests/fuzz/fuzz.h"

const char fuzz_name[] = "case";

/* Limits of the work for one input */
enum { STAGES = 1000, ROWS = 4, SUBSTEPS = 30, VOXELS = 1000 };

/* True if it names files outside of cases/ */
static bool leads_away(const am_yaml *node) {
  if (node->kind == AM_YAML_SCALAR)
    return *node->text.text == '/' || strstr(node->text.text, "../");
  for (size_t i = 0; i < node->count; i++)
    if (leads_away(node->items[i])) return true;
  return false;
}

/* Its microstructure is not written. */
static void keep(am_yaml *root) {
  am_yaml *map = am_yaml_get(root, "microstructure");
  for (size_t i = 0; map && i < map->count; i++)
    if (map->kind == AM_YAML_MAPPING && !strcmp(map->items[i]->key, "write"))
      map->items[i--] = map->items[--map->count];
}

typedef struct {
  am_run *run;
  int rows;
  int stop;
} walker;

static void take_row(void *data, const double *row) {
  walker *w = data;
  (void)row;
  w->stop = ++w->rows > ROWS;
}

static am_status walk(const fuzz_input *input, am_run *run) {
  walker w = {.run = run};
  am_summary summary;
  am_target target;
  bool more = true;
  const am_run_sink sink = {.row = take_row, .data = &w};
  for (int i = 0; more && i < STAGES; i++)
    AM_TRY(am_path_next_step(run->path, input->report, &target, &more));
  am_path_restart(run->path);
  run->stop = &w.stop;
  am_status status =
      am_run_drive(input->arena, input->report, run, &sink, &summary);
  return status == AM_FAILED ? AM_OK : status;
}

static am_status run_point(const fuzz_input *input, const am_case *c) {
  const am_request request = {.point = c->points ? 0 : -1, .threads = 1};
  am_run *run = NULL;
  AM_TRY(am_run_prepare_points(input->arena, input->report, c, NULL, &request,
                               &run));
  am_status status = walk(input, run);
  am_sample_close(run->sample);
  return status;
}

static am_status prepare_points(const fuzz_input *input, const am_case *c) {
  const am_request request = {
      .many = true, .threads = 1, .engine = &am_engine_interp};
  am_run *run = NULL;
  AM_TRY(am_run_prepare_points(input->arena, input->report, c, NULL, &request,
                               &run));
  am_sample_close(run->sample);
  return AM_OK;
}

static am_status prepare_cell(const fuzz_input *input, const am_case *c) {
  const am_cell_options options = {.threads = 1, .version = "0"};
  am_microstructure *micro = AM_NEW(input->arena, am_microstructure);
  am_cell_run *run;
  AM_TRY(am_microstructure_read(input->arena, input->report,
                                c->microstructure, c->folder, micro));
  if (micro->voxels > VOXELS) return AM_OK;
  return am_cell_run_prepare(input->arena, input->report, c, &options, &run);
}

static am_status prepare_fit(const fuzz_input *input, const am_case *c) {
  const am_fit_options options = {
      .iterations = 1, .tolerance = 1, .threads = 1};
  am_fit *fit;
  return am_fit_prepare(input->arena, input->report, c, NULL, &options, &fit);
}

static am_status body(const fuzz_input *input) {
  const char *source = getenv("srcdir");
  am_yaml *root;
  am_case *c;
  AM_TRY(am_yaml_parse(input->arena, input->report,
                       fuzz_source(input, input->text, input->length), &root));
  if (leads_away(root)) return AM_OK;
  keep(root);
  AM_TRY(am_case_from(input->arena, input->report, root,
                      am_format(input->arena, "%s/cases",
                                source ? source : "."),
                      false, &c));
  c->settings.engine = "interp";
  c->settings.single = false;
  if (c->settings.solver.max_substeps > SUBSTEPS)
    c->settings.solver.max_substeps = SUBSTEPS;
  if (c->microstructure) return prepare_cell(input, c);
  if (c->fit) return prepare_fit(input, c);
  AM_TRY(am_expect_columns(input->arena, input->report, c));
  if (c->points) AM_TRY(prepare_points(input, c));
  return run_point(input, c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  return fuzz_run(body, data, size);
}
