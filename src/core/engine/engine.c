/* engine.c: list of engines, their common functions, and hand-written updates
 * that are compiled in. */
#include "engine/parts.h"

const char *const am_point_status_text[AM_POINT_STATUSES] = {
    [AM_POINT_GOOD] = "good",
    [AM_POINT_INVALID] = "a value is not finite: the state is invalid",
    [AM_POINT_NEWTON] = "the local Newton iteration did not converge",
    [AM_POINT_STEP] = "the substep became too small",
    [AM_POINT_SUBSTEPS] = "more than max_substeps substeps, or ten "
                          "evaluations of the rates for each",
    [AM_POINT_EQUILIBRIUM] = "the stress targets could not be met",
    [AM_POINT_STOPPED] = "stopped",
    [AM_POINT_LOST] = "the engine failed",
    [AM_POINT_STEEP] = "the rates are too steep for double precision: a "
                       "viscosity is too small compared with rounding errors",
    [AM_POINT_TANGENT] = "too many substeps were rejected only because of the "
                         "tangent, which jumps or is dominated by rounding: "
                         "set solver.tangent_control: primal to exclude it "
                         "from error control",
    [AM_POINT_SINGULAR] = "the stiffness at fixed internal variables is "
                          "singular: control the strain",
    [AM_POINT_PLATEAU] = "the prescribed stress reaches a limit load (no "
                         "hardening): control the strain",
    [AM_POINT_PASSED] = "an internal variable of type maximum peaks inside the "
                        "loading step: take shorter steps",
    [AM_POINT_STIFF] = "the law is stiff",
};

static const am_engine *const engines[] = {
    &am_engine_interp, &am_engine_native, &am_engine_cuda};

const am_engine *const *am_engines(size_t *count) {
  *count = sizeof engines / sizeof *engines;
  return engines;
}

static const am_engine *find_engine(bool reference, bool memory) {
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (engines[i]->reference == reference && !engines[i]->memory == !memory)
      return engines[i];
  return NULL;
}

const am_engine *am_engine_reference(void) { return find_engine(true, false); }
const am_engine *am_engine_compiled(void) { return find_engine(false, false); }
const am_engine *am_engine_device(void) { return find_engine(false, true); }

const am_engine *am_engine_find(const char *name) {
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (!strcmp(engines[i]->name, name)) return engines[i];
  return NULL;
}

/* ---- programs ---------------------------------------------------------- */

am_status am_engine_compile(am_arena *arena, am_report *report,
                            const am_engine *engine, am_law *law,
                            const am_solver *asked,
                            const am_engine_options *options,
                            am_engine_program **program) {
  const am_solver solver = am_engine_solver(law, asked, options->mixed);
  AM_TRY(am_engine_check(report, engine, law, &solver, options));
  AM_TRY(engine->compile(arena, report, law, &solver, options, program));
  am_engine_base *base = am_engine_base_of(*program);
  if (base->engine) return AM_OK; /* after a fallback, which has set it */
  base->engine = engine;
  base->chain = am_chain_new(arena, *program, law, &solver, options);
  if (!options->later) base->breaks = am_breaks_new(arena, law, &solver);
  return AM_OK;
}

static void advance_points(void *data, const am_fields *fields, long count) {
  am_engine_program *program = data;
  const am_engine_base *base = am_engine_base_of(program);
  base->engine->advance(program, fields, count);
  if (base->chain) am_chain_continue(base->chain, fields, count);
}

void am_engine_advance(am_engine_program *program, const am_fields *fields,
                       long count) {
  am_breaks_for_points(am_engine_base_of(program)->breaks, fields, count,
                       advance_points, program);
}

double *am_engine_field(am_engine_program *program, am_arena *arena,
                        int components, long stride, bool resident) {
  const am_engine_memory *memory = am_engine_of(program)->memory;
  return memory ? memory->field(arena, program, components, stride, resident)
                : AM_ARRAY(arena, double, components * stride);
}

void am_engine_fetch(am_engine_program *program, const double *field) {
  const am_engine_memory *memory = am_engine_of(program)->memory;
  if (memory) memory->fetch(program, field);
}

void am_engine_changed(am_engine_program *program, const double *field) {
  const am_engine_memory *memory = am_engine_of(program)->memory;
  if (memory) memory->changed(program, field);
}

const char *am_engine_failure(const am_engine_program *program) {
  const am_engine *engine = am_engine_of(program);
  return engine->failure ? engine->failure(program) : NULL;
}

am_tolerances am_engine_tolerances(const am_solver *s) {
  return (am_tolerances){s->atol,   s->rtol,
                         s->equilibrium, s->newton,
                         s->newton_iterations, s->max_substeps,
                         s->largest_part, s->largest_time,
                         s->substeps};
}

/* ---- one point -------------------------------------------------------- */

/* Address of the numbers of a member of am_step; NULL if the member has no
 * numbers. */
#define ARRAY(member)                                                \
  _Generic(member, double *: member, const double *: member,         \
           double: &(member), am_point_status: NULL)
#define FIELD(name, role, need, becomes, components) \
  .name = ARRAY(step->name),

am_fields am_step_fields(am_step *step) {
  am_fields f = {.stride = 1, .duration = step->duration, .stop = step->stop,
                 .measure = step->measure,
                 AM_FIELDS(FIELD, 0, 0, 0, 0, 0, 0)};
  if (step->rows) f.rows = *step->rows;
  return f;
}

void am_step_find_components(am_step *step) {
  am_basis_to_tensor(step->strain, step->components);
  for (int i = 0; i < 6 && !step->deformed; i++)
    if (step->control[i] == 0) step->components[i] = step->target[i];
}

void am_engine_step(am_engine_program *program, am_step *step) {
  double status;
  am_fields fields = am_step_fields(step);
  fields.status = &status;
  am_engine_advance(program, &fields, 1);
  step->status = (am_point_status)status;
  am_step_find_components(step);
}

/* ---- hand-written updates ---------------------------------------------- */

/* The build writes updates.inc, which includes every update with distinct names
 * and lists them in `updates`. */
typedef struct {
  const char *file;
  am_update *update;
  const char *text;
} row;

#include "engine/updates.inc"

static const row *find(const char *file) {
  const row *r = updates;
  while (r->file && strcmp(r->file, file)) r++;
  return r;
}

am_update *am_update_find(const char *file) { return find(file)->update; }

const char *am_update_text(const am_law *law, const am_solver *solver) {
  const char *file = law->material->conventional;
  bool wanted = solver->strategy == AM_STRATEGY_CONVENTIONAL && file;
  return wanted ? find(file)->text : NULL;
}
