#include "study/variant.h"

#include <string.h>

#include "base/basis.h"
#include "base/text.h"

const char *const am_track_columns[AM_TRACK_COLUMNS] = {"time", "strain",
                                                        "internal"};

am_solver am_variant_solver(const am_inquiry *q, const am_scheme *scheme,
                            const am_controls *controls) {
  am_solver solver = q->description->solver;
  solver.scheme = scheme;
  if (controls) solver.error_control = controls->error;
  if (controls) solver.tangent_control = controls->tangent;
  return solver;
}

am_solver am_variant_reference(const am_inquiry *q, double rtol,
                               bool tangent) {
  static const am_controls controls = {AM_CONTROL_INTERNAL,
                                       AM_TANGENT_COUPLED};
  am_solver solver =
      am_variant_solver(q, am_scheme_find("rodas4"), &controls);
  solver.strategy = AM_STRATEGY_AUTOMATIC;
  solver.tangent_mode = AM_MODE_VECTOR;
  solver.tangent = tangent;
  solver.rtol = rtol;
  solver.atol = rtol * 1e-3;
  return solver;
}

void am_variant_columns(am_arena *arena, am_case *description,
                        const char *const *columns, size_t count) {
  if (!count) return;
  description->columns = AM_ARRAY(arena, const char *, count);
  description->column_places = AM_ARRAY(arena, am_place, count);
  memcpy(description->columns, columns, count * sizeof *columns);
  description->column_count = description->column_required = count;
}

am_status am_variant_prepare(const am_inquiry *q, am_arena *arena,
                             am_report *report, const am_variant *variant,
                             am_run **run) {
  am_case *description;
  AM_TRY(am_case_read(arena, report, q->description->file, q->sets,
                      q->set_count, &description));
  description->solver = variant->solver;
  description->times = AM_TIMES_ALL;
  am_variant_columns(arena, description, variant->columns,
                     variant->column_count);
  AM_TRY(am_run_prepare(arena, report, description, NULL, run));
  (*run)->stop = q->crew.stop;
  if (variant->steps > 0) am_path_divide((*run)->path, variant->steps);
  return AM_OK;
}

static void take_row(void *table, const double *row) {
  am_table_add(table, row);
}

static const char *const *copy_texts(am_arena *arena,
                                     const char *const *texts, size_t count) {
  const char **copies = AM_ARRAY(arena, const char *, count);
  for (size_t i = 0; i < count; i++)
    copies[i] = texts[i] ? am_copy(arena, texts[i], strlen(texts[i])) : "";
  return copies;
}

am_status am_variant_walk(am_arena *arena, am_arena *kept, am_report *report,
                          am_run *run, am_table **table) {
  size_t count = run->columns->count;
  *table = am_table_new(
      kept, copy_texts(kept, run->columns->names, count),
      copy_texts(kept, run->columns->units, count), count);
  am_row_sink sink = {take_row, *table};
  am_summary summary;
  return am_run_walk(arena, report, run, &sink, &summary);
}

void am_probe_new(am_arena *arena, am_probe *probe, am_run *run) {
  int nx = run->law->nx;
  *probe = (am_probe){.run = run, .state0 = AM_ARRAY(arena, double, nx)};
  probe->step.state0 = probe->state0;
  probe->step.state = AM_ARRAY(arena, double, nx);
  probe->step.derivative = AM_ARRAY(arena, double, 6 * nx);
  probe->step.parameters = run->parameters;
  probe->step.stop = run->stop;
  if (nx) memcpy(probe->state0, run->initial, (size_t)nx * sizeof(double));
  am_basis_from_tensor(run->strain, probe->step.strain0);
}

/* A cell of a walk that has it. */
static double cell(const am_table *walk, size_t row, const char *name) {
  return walk->values[row * walk->columns +
                      (size_t)am_table_column(walk, name)];
}

static void components(const am_table *walk, size_t row, const char *name,
                       double *coordinates) {
  double tensor[6];
  char column[128];
  for (int c = 0; c < 6; c++) {
    snprintf(column, sizeof column, "%s.%s", name, am_component_names[c]);
    tensor[c] = cell(walk, row, column);
  }
  am_basis_from_tensor(tensor, coordinates);
}

void am_probe_strain(const am_table *walk, size_t row, double *strain) {
  components(walk, row, "strain", strain);
}

void am_probe_state(const am_probe *probe, const am_table *walk, size_t row,
                    double *state) {
  const am_law *law = probe->run->law;
  double x[6];
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->kind == AM_SCALAR)
      x[0] = cell(walk, row, v->name);
    else
      components(walk, row, v->name, x);
    const double *from = v->deviatoric ? x + 1 : x;
    memcpy(state + v->offset, from, (size_t)v->size * sizeof *x);
  }
}

am_status am_probe_move(am_probe *probe, am_report *report, double duration,
                        const double *strain) {
  am_step *step = &probe->step;
  step->duration = duration;
  am_basis_to_tensor(strain, step->target);
  am_engine_step(probe->run->engine, probe->run->program, step);
  if (probe->run->stop && *probe->run->stop)
    return am_error(report, AM_FAILED, am_nowhere, "stopped");
  if (step->status == AM_POINT_GOOD) return AM_OK;
  const char *lost =
      am_engine_failure(probe->run->engine, probe->run->program);
  return am_error(report, lost ? AM_ENVIRONMENT : AM_FAILED, am_nowhere,
                  "a material-law evaluation failed: %s",
                  lost ? lost : am_point_status_text[step->status]);
}

void am_probe_accept(am_probe *probe) {
  const am_step *step = &probe->step;
  size_t size = (size_t)probe->run->law->nx * sizeof(double);
  if (size) memcpy(probe->state0, step->state, size);
  memcpy(probe->step.strain0, step->strain, sizeof step->strain);
}

double am_walk_duration(const am_table *walk, size_t row) {
  return row ? cell(walk, row, "time") - cell(walk, row - 1, "time") : 0;
}
