/* run.c: runs a volume element and writes its rows and files. */
#include "homogenization/run.h"

/* Time between two restart files (s). */
static const double PERIOD = 600;

/* Size from which writing is announced (bytes). */
static const double LARGE = 32e6;

enum { HISTORY = 13 }; /* columns */

const am_yaml_key am_restart_keys[] = {
    {"every", {.takes = AM_TAKES_WHOLE, .least = 1, .most = 100000000,
               AM_NEEDED(am_cell_run, every)},
     "number of loading steps between two restart files"},
    {0}};

static am_status read_settings(am_cell_run *run, am_report *report,
                               const am_case *description) {
  const am_cell_options *options = &run->options;
  am_arena *arena = run->arena;
  AM_TRY(am_homogenization_read(arena, report, description, options->team,
                                options->micro, &run->settings));
  run->settings->stop = am_arena_flag(arena);
  run->cell = run->settings->cell;
  AM_TRY(am_cell_columns_new(arena, report, run->cell, &run->columns));
  return description->restart
             ? am_yaml_take(report, description->restart, "output.restart",
                            am_restart_keys, run)
             : AM_OK;
}

am_status am_cell_run_prepare(am_arena *arena, am_report *report,
                              const am_case *description,
                              const am_cell_options *options,
                              am_cell_run **result) {
  am_cell_run *run = *result = AM_NEW(arena, am_cell_run);
  run->arena = arena;
  run->options = *options;
  run->resumed = -1;
  am_team *team = options->team ? options->team : &am_team_alone;
  am_blocks_limit(options->threads);
  AM_TRY(am_team_agree(team, report, read_settings(run, report, description)));
  AM_TRY(am_cell_loading_new(arena, report, run->settings, options->threads,
                             &run->loading));
  am_path *path = run->loading->path;
  AM_TRY(am_cell_fields_new(arena, report, run->cell, path, &run->fields));
  AM_TRY(am_selection_new(arena, report, description, path, false,
                          &run->selection));
  static const char *const quantities[] = {"strain", "stress"};
  const char **names = AM_ARRAY(arena, const char *, HISTORY);
  const char **units = AM_ARRAY(arena, const char *, HISTORY);
  names[0] = "time";
  units[0] = run->cell->time_unit;
  for (int i = 1; i < HISTORY; i++) {
    names[i] = am_format(arena, "%s.%s", quantities[(i - 1) / 6],
                         am_component_names[(i - 1) % 6]);
    units[i] = i > 6 ? run->cell->stress_unit : "";
  }
  run->history = am_table_new(arena, names, units, HISTORY);
  run->rows = am_columns_table(arena, run->columns->chosen);
  return options->resume ? am_restart_read(run, report) : AM_OK;
}

/* ---- running ------------------------------------------------------------- */

typedef struct {
  am_cell_run *run;
  am_report *report;
  const am_cell_row_sink *sink;
  double *values;
  am_status read; /* status of the data of rows, images and restart files */
} drive;

/* Announces a long write to users who wait or have interrupted; NULL ends
 * it. */
static void tell_writing(const am_cell_run *run, const am_report *report,
                         const char *what, double bytes) {
  if (bytes < LARGE || !am_team_leads(run->cell->team)) return;
  am_report_tell(report, what ? am_format(run->arena, "writing %s, %.3g MB",
                                          what, bytes * 1e-6)
                              : NULL);
}

static void save_restart(am_cell_run *run, am_report *report) {
  if (run->status != AM_OK) return;
  const am_cell_loading *l = run->loading;
  double bytes = am_restart_size(run->cell, l->scheme, l->iteration);
  tell_writing(run, report, "the state of all voxels", bytes);
  run->status = am_restart_write(run, report);
  tell_writing(run, report, NULL, bytes);
  run->saved = am_clock();
}

static void save_fields(am_cell_run *run, am_report *report, long step) {
  am_cell_fields *fields = run->fields;
  if (!fields || !am_cell_fields_want(fields, step)) return;
  am_fields_size size = am_cell_fields_size(fields, run->cell);
  double bytes = size.file / (double)size.images;
  tell_writing(run, report, "the fields of all voxels", bytes);
  am_status put =
      am_cell_fields_put(fields, report, run->loading->space, step);
  tell_writing(run, report, NULL, bytes);
  if (put != AM_OK) run->status = put;
}

static bool take_cell_row(void *data, const am_cell_row *row) {
  drive *w = data;
  am_cell_run *run = w->run;
  bool selected = am_selection_has(&run->selection, row->step, false);
  am_space *space = run->loading->space;
  double values[HISTORY] = {row->time};
  if (selected) am_cell_columns_fill(run->columns, space, row, w->values);
  w->read = am_space_check(space, w->report);
  if (w->read != AM_OK) return false;
  memcpy(values + 1, row->strain, sizeof row->strain);
  memcpy(values + 7, row->stress, sizeof row->stress);
  am_table_add(run->history, values);
  if (selected) am_table_add(run->rows, w->values);
  save_fields(run, w->report, row->step);
  bool due = run->every ? row->step % run->every == 0
                        : am_clock() - run->saved >= PERIOD;
  due = am_team_any(run->cell->team, due);
  if (run->options.restart && row->step > 0 && due)
    save_restart(run, w->report);
  bool ends = !w->sink->row(w->sink->data, row, selected ? w->values : NULL);
  if (*space->failure) w->read = AM_ENVIRONMENT; /* already reported */
  return !am_team_any(run->cell->team, ends || *space->failure);
}

/* Writes a restart file if the run ends early, or removes the file of a run
 * that reached its end. */
static void settle_restart(am_cell_run *run, am_report *report,
                           am_status walked) {
  if (!run->options.restart) return;
  if (walked == AM_FAILED && run->loading->step > 0 &&
      run->loading->pieces == 0)
    save_restart(run, report);
  if (walked == AM_OK &&
      (double)run->loading->step >= am_path_steps(run->loading->path) &&
      am_team_leads(run->cell->team))
    am_snapshot_remove(run->arena, run->options.restart);
}

am_status am_cell_run_drive(am_cell_run *run, am_report *report,
                            const am_cell_row_sink *sink) {
  drive w = {run, report, sink,
            AM_ARRAY(run->arena, double, run->columns->chosen->count), AM_OK};
  const am_cell_sink step_sink = {.effective = run->columns->effective,
                                   .average = run->columns->average,
                                   .row = take_cell_row, .data = &w};
  if (run->fields)
    AM_TRY(am_cell_fields_open(run->fields, report, run->resumed));
  run->saved = am_clock();
  am_status walked = am_cell_loading_drive(run->loading, report, &step_sink);
  if (walked == AM_OK) walked = w.read;
  am_columns_warn(report, run->columns->chosen, &run->columns->room, 1);
  settle_restart(run, report, walked);
  am_status closed =
      run->fields ? am_images_close(run->fields->images, report) : AM_OK;
  if (walked == AM_OK) walked = run->status;
  return am_team_agree(run->cell->team, report,
                       walked != AM_OK ? walked : closed);
}
