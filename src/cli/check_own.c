/* What a case expects. */
#include <math.h>

#include "check/own.h"
#include "cli/case_file.h"
#include "cli/check_files.h"
#include "driver/run.h"

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

am_status am_check_expectations(am_context *context, am_subject *s,
                                const char *path) {
  am_case *description = NULL;
  AM_TRY(am_case_read(s->arena, s->report, path, NULL, 0, &description));
  am_case_use_engine(context, description);
  if (description->points && !description->expectation_count)
    return check_point(s, description);
  return am_check_case(s, "expect", description, NULL, NULL);
}
