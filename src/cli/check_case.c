/* What a case expects. */
#include <limits.h>
#include <math.h>

#include "check/own.h"
#include "cli/case_file.h"
#include "cli/check_files.h"
#include "homogenization/run.h"
#include "point/expect.h"
#include "point/run.h"

static void skip_row(void *data, const double *row) {
  (void)data;
  (void)row;
}

/* Of a batch that expects nothing the first point is run. */
static am_status check_point(am_subject *s, const am_case *description) {
  am_run *run = NULL;
  const am_request first = {.point = 0};
  const am_row_sink sink = {skip_row, NULL};
  am_summary summary;
  AM_TRY(am_run_prepare_points(s->arena, s->report, description, NULL, &first,
                               &run));
  run->stop = s->stop;
  AM_TRY(am_run_walk(s->arena, s->report, run, &sink, &summary));
  am_finding_add(s, &(am_finding){.check = "expect", .what = "first point",
                                  .time = NAN,
                                  .note = "ran to its end, expects "
                                          "nothing"});
  return AM_OK;
}

/* To the loading step *last. */
static bool keep_row(void *last, const am_cell_row *row,
                     const double *values) {
  (void)values;
  return row->step < *(const long *)last;
}

static void add_first_step(am_subject *s) {
  am_finding_add(s, &(am_finding){.check = "expect",
                                  .what = "first loading step", .time = NAN,
                                  .note = "converged, expects nothing"});
}

/* The rows alone, no fields; of a volume element that expects nothing the
 * first loading step. */
static am_status check_cell(am_subject *s, am_case *description) {
  const am_cell_options options = {.threads = 0};
  bool expects = description->expectation_count > 0;
  long last = expects ? LONG_MAX : 1;
  const am_cell_row_sink sink = {keep_row, &last};
  am_cell_run *run;
  description->fields = NULL;
  AM_TRY(am_expect_columns(s->arena, s->report, description));
  AM_TRY(am_cell_run_prepare(s->arena, s->report, description, &options,
                             &run));
  run->march->stop = s->stop;
  AM_TRY(am_cell_run_walk(run, s->report, &sink));
  if (expects)
    return am_check_table(s, "expect", description, run->rows, NULL);
  add_first_step(s);
  return AM_OK;
}

am_status am_check_expectations(am_context *context, am_subject *s,
                                const char *path) {
  am_case *description = NULL;
  AM_TRY(am_case_read(s->arena, s->report, path, NULL, 0, &description));
  am_case_use_engine(context, description);
  if (description->microstructure) return check_cell(s, description);
  if (description->points && !description->expectation_count)
    return check_point(s, description);
  return am_check_case(s, "expect", description, NULL, NULL);
}
