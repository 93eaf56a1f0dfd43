#include "study/grid.h"

#include "base/text.h"

const char *const am_grid_by[AM_GRID_BY] = {"scheme", "error_control",
                                            "tangent_control"};

/* As the path can be cut, which is not always as wanted. */
static void recut(const am_inquiry *q, am_path *path, am_grid *grid) {
  for (size_t i = 0; i < grid->steps_count; i++) {
    double wanted = grid->steps[i];
    grid->steps[i] = am_path_divide(path, wanted);
    if (grid->steps[i] != wanted)
      am_warn(q->report, am_nowhere,
              "the path is cut into %.0f loading steps instead of %.0f: "
              "jumps, tables and lists of times keep theirs, segments have "
              "one at least, and what is repeated is cut alike",
              grid->steps[i], wanted);
  }
}

am_status am_check_runs(const am_inquiry *q, size_t count) {
  if (count <= AM_RUNS_MOST) return AM_OK;
  return am_error(q->report, AM_USAGE, am_nowhere,
                  "%zu runs are more than the %d allowed", count,
                  (int)AM_RUNS_MOST);
}

/* Schemes without error control are there once. */
static void list_items(am_grid *grid, const am_controls *controls,
                       size_t control_count) {
  for (size_t n = 0; n < grid->steps_count; n++)
    for (size_t s = 0; s < grid->scheme_count; s++) {
      const am_scheme *scheme = grid->schemes[s];
      size_t rounds = scheme->control ? control_count : 1;
      for (size_t c = 0; c < rounds; c++)
        grid->items[grid->count++] =
            (am_grid_item){grid->steps[n], n, scheme,
                           scheme->control ? &controls[c] : NULL};
    }
}

am_status am_grid_new(const am_inquiry *q, am_path *path, am_grid *grid) {
  am_controls *controls;
  size_t control_count;
  *grid = (am_grid){0};
  AM_TRY(am_list_counts(q, "--steps", q->options.steps, &grid->steps,
                        &grid->steps_count));
  AM_TRY(am_list_schemes(q, &grid->schemes, &grid->scheme_count));
  AM_TRY(am_list_controls(q, &controls, &control_count));
  size_t most = grid->steps_count * grid->scheme_count * control_count;
  AM_TRY(am_check_runs(q, most));
  recut(q, path, grid);
  grid->items = AM_ARRAY(q->arena, am_grid_item, most);
  list_items(grid, controls, control_count);
  return AM_OK;
}

static bool is_listed(const am_grid *grid, const am_scheme *scheme) {
  for (size_t i = 0; i < grid->scheme_count; i++)
    if (grid->schemes[i] == scheme) return true;
  return false;
}

/* ode12 if it is there, else the first scheme with error control. */
static const am_scheme *usual(const am_grid *grid) {
  const am_scheme *ode12 = am_scheme_find("ode12");
  if (is_listed(grid, ode12)) return ode12;
  for (size_t i = 0; i < grid->scheme_count; i++)
    if (grid->schemes[i]->control) return grid->schemes[i];
  return NULL;
}

am_status am_grid_against(const am_inquiry *q, const am_grid *grid,
                          const am_scheme **against) {
  const char *given = q->options.against;
  size_t count = grid->scheme_count;
  const char **known = AM_ARRAY(q->arena, const char *, count);
  for (size_t i = 0; i < count; i++) known[i] = grid->schemes[i]->name;
  *against = *given ? am_scheme_find(given) : usual(grid);
  return *given ? am_expect_one(q->report, "--against", given, known, count)
                : AM_OK;
}

const char *am_grid_name(am_arena *arena, const am_grid_item *item) {
  const am_controls *c = item->controls;
  return am_format(arena, "%.0f steps, %s%s%s%s%s", item->steps,
                   item->scheme->name, c ? ", " : "",
                   c ? am_error_controls[c->error] : "", c ? ", " : "",
                   c ? am_tangent_controls[c->tangent] : "");
}

void am_grid_cells(const am_grid_item *item, am_table_row row) {
  row.values[0] = item->steps;
  row.texts[1] = item->scheme->name;
  if (!item->controls) return;
  row.texts[2] = am_error_controls[item->controls->error];
  row.texts[3] = am_tangent_controls[item->controls->tangent];
}

const char *am_status_text(const am_job *job) {
  return job->status == AM_OK ? "ok" : job->failure;
}

am_status am_check_all_ended(const am_inquiry *q, const am_job *jobs,
                             size_t count) {
  size_t ended = 0;
  for (size_t i = 0; i < count; i++) {
    ended += jobs[i].ended;
    if (jobs[i].ended && jobs[i].status == AM_ENVIRONMENT)
      return am_error(q->report, AM_ENVIRONMENT, am_nowhere,
                      "not every run is complete: %s", jobs[i].failure);
  }
  if (ended == count) return AM_OK;
  return am_error(q->report, AM_FAILED, am_nowhere,
                  "stopped after %zu of %zu runs", ended, count);
}
