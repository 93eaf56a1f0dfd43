/* evaluate.c: converts points of the caller to fields of an engine and back. */
#include "engine/parts.h"
#include "library/model.h"

/* Maximum number of points in fields at once, enough to fill a device. */
enum { MOST = 1 << 17 };

/* Small strains are handled as a special case of deformations: targets,
 * controls and rows of the tangent then have six components. */
typedef struct {
  automat_model *model;
  const automat_deformations *points;
  const double *strain0;    /* [count][6] small strains; NULL: zero */
  double *tangent_external; /* small strains only, or NULL */
  bool deformed;
  const am_law *law;
  am_engine_program *program;
  long first;  /* first of the current points */
  am_fields fields;
  double *target; /* target of `fields`, writable */
  bool *wrong; /* [stride] the input of the point is invalid */
  long failed, first_failed;
  int failure;
} evaluation;

/* Row i of point p of a field. */
static double *at(const evaluation *e, double *field, int i, long p) {
  return &field[i * e->fields.stride + p];
}

/* ---- points to fields ---------------------------------------------------- */

static void put_numbers(const evaluation *e, double *field, const double *from,
                        int components, long p) {
  for (int i = 0; i < components; i++) *at(e, field, i, p) = from[i];
}

static bool put_state(const evaluation *e, const double *given, long p) {
  const automat_model *m = e->model;
  bool good = true;
  double state[6];
  for (int i = 0; i < m->variable_count; i++) {
    am_variable v = *m->internals[i];
    int offset = v.offset;
    v.offset = 0;
    good &= am_variable_from_user(&v, given + m->variables[i].offset, state);
    put_numbers(e, at(e, e->fields.state, offset, 0), state, v.size, p);
  }
  return good;
}

/* Stores external fields of point k; false if a value is out of bounds. */
static bool put_fields(const evaluation *e, long k, long p) {
  const automat_deformations *given = e->points;
  int nf = e->law->nf;
  bool good = true;
  for (int i = 0; i < nf; i++) {
    double start = given->external0 ? given->external0[nf * k + i]
                                    : e->law->external[i];
    double end = given->external1 ? given->external1[nf * k + i] : start;
    *at(e, am_field_get(&e->fields, AM_FIELD_external0), i, p) = start;
    *at(e, am_field_get(&e->fields, AM_FIELD_external1), i, p) = end;
    good &= am_external_allows(e->law, i, start) &&
            am_external_allows(e->law, i, end);
  }
  return good;
}

/* False if a complete target deformation gradient has no positive
 * determinant. */
static bool is_target(const evaluation *e, const double *target) {
  if (!e->deformed) return true;
  for (int i = 0; i < 9; i++)
    if (e->points->stress_controlled[i]) return true;
  return am_gradient_determinant(target) > 0;
}

/* Stores the initial strain, or the initial deformation gradient and its
 * strain; false if the determinant is not positive. */
static bool put_start(const evaluation *e, long k, long p) {
  static const double undeformed[9] = {1, 1, 1};
  const double *given = e->points->gradient0;
  const double *gradient = given ? given + 9 * k : undeformed;
  double x[6] = {0};
  if (e->deformed) {
    am_logarithmic_strain(gradient, x);
    put_numbers(e, e->fields.gradient, gradient, 9, p);
  } else if (e->strain0) {
    am_basis_from_tensor(e->strain0 + 6 * k, x);
  }
  put_numbers(e, e->fields.strain, x, 6, p);
  return !e->deformed || am_gradient_determinant(gradient) > 0;
}

static void put_points(void *data, int thread, long first, long count) {
  evaluation *e = data;
  const automat_deformations *given = e->points;
  int na = e->law->na, nx = e->law->nx, n = am_law_controlled(e->law);
  (void)thread;
  for (long p = first; p < first + count; p++) {
    long k = e->first + p;
    put_numbers(e, e->target, given->target + n * k, n, p);
    e->wrong[p] = !put_start(e, k, p) || !is_target(e, given->target + n * k);
    if (given->state0)
      e->wrong[p] |= !put_state(e, given->state0 + e->model->size * k, p);
    e->wrong[p] |= !put_fields(e, k, p);
    if (!given->state0) put_numbers(e, e->fields.state, e->law->initial, na, p);
    for (int i = na; i < nx; i++) *at(e, e->fields.state, i, p) = 0;
    if (given->substep) *at(e, e->fields.step, 0, p) = given->substep[k];
  }
}

/* ---- fields to points ---------------------------------------------------- */

static void take_numbers(const evaluation *e, const double *field,
                         int components, long p, double *to) {
  for (int i = 0; i < components; i++) to[i] = field[i * e->fields.stride + p];
}

static void take_state(const evaluation *e, long p, double *found) {
  const automat_model *m = e->model;
  double state[6];
  for (int i = 0; i < m->variable_count; i++) {
    am_variable v = *m->internals[i];
    take_numbers(e, at(e, e->fields.state, v.offset, 0), v.size, p, state);
    v.offset = 0;
    am_variable_to_user(&v, state, found + m->variables[i].offset);
  }
}

/* Stores d stress/d field for each field. */
static void take_heating(const evaluation *e, long p, double *found) {
  double x[6], tensor[6];
  int nf = e->law->nf;
  for (int i = 0; i < nf; i++) {
    for (int c = 0; c < 6; c++)
      x[c] = *at(e, e->fields.stress_by_external, nf * c + i, p);
    am_basis_to_tensor(x, tensor);
    for (int c = 0; c < 6; c++) found[nf * c + i] = tensor[c];
  }
}

/* Statuses have the same values as those of engines; engines never return
 * AM_POINT_STIFF. */
#define SAME(name) \
  _Static_assert((int)AUTOMAT_POINT_##name == (int)AM_POINT_##name, #name)
SAME(GOOD);
SAME(INVALID);
SAME(NEWTON);
SAME(STEP);
SAME(SUBSTEPS);
SAME(EQUILIBRIUM);
SAME(STOPPED);
SAME(LOST);
SAME(STEEP);
SAME(TANGENT);
SAME(SINGULAR);
SAME(PLATEAU);
SAME(PASSED);
#undef SAME
_Static_assert(AM_POINT_STATUSES == (int)AUTOMAT_POINT_PASSED + 1,
               "unknown status");

static int status_of(const evaluation *e, long p) {
  return e->wrong[p] ? AUTOMAT_POINT_INVALID : (int)e->fields.status[p];
}

/* Stores strain and stress of the law. Components of a small strain under
 * control are set exactly to their targets. */
static void take_tensors(const evaluation *e, long p, long k) {
  const automat_deformations *found = e->points;
  double x[6], target[6];
  if (found->strain) {
    double *strain = found->strain + 6 * k;
    take_numbers(e, e->fields.strain, 6, p, x);
    take_numbers(e, e->target, 6, p, target);
    am_basis_to_tensor(x, strain);
    for (int i = 0; i < 6 && !e->deformed; i++)
      if (!found->stress_controlled[i]) strain[i] = target[i];
  }
  if (found->stress) {
    take_numbers(e, e->fields.stress, 6, p, x);
    am_basis_to_tensor(x, found->stress + 6 * k);
  }
}

/* Stores the deformation gradient and stresses that depend on it. */
static void take_gradient(const evaluation *e, long p, long k) {
  const automat_deformations *found = e->points;
  double F[9], x[6];
  if (!e->deformed) return;
  take_numbers(e, e->fields.gradient, 9, p, F);
  take_numbers(e, e->fields.stress, 6, p, x);
  if (found->gradient) memcpy(found->gradient + 9 * k, F, sizeof F);
  if (found->nominal) am_nominal_stress(F, x, found->nominal + 9 * k);
  if (found->cauchy) am_cauchy_stress(F, x, found->cauchy + 6 * k);
}

static void take_tangent(const evaluation *e, long p, long k) {
  double *found = e->points->tangent, x[36];
  if (found && e->deformed) {
    take_numbers(e, e->fields.tangent, 81, p, found + 81 * k);
  } else if (found) {
    take_numbers(e, e->fields.tangent, 36, p, x);
    am_basis_to_tangent(x, found + 36 * k);
  }
  if (e->tangent_external)
    take_heating(e, p, e->tangent_external + 6 * e->law->nf * k);
}

static void take_points(void *data, int thread, long first, long count) {
  const evaluation *e = data;
  const automat_deformations *found = e->points;
  double *state = e->fields.state;
  (void)thread;
  for (long p = first; p < first + count; p++) {
    int status = status_of(e, p);
    long k = e->first + p;
    if (found->status) found->status[k] = status;
    if (status != AUTOMAT_POINT_GOOD) continue;
    take_tensors(e, p, k);
    take_gradient(e, p, k);
    take_tangent(e, p, k);
    if (found->state) take_state(e, p, found->state + e->model->size * k);
    if (found->substep) found->substep[k] = e->fields.step[p];
    if (found->free_energy)
      found->free_energy[k] =
          e->law->material->free_energy ? e->fields.energy[p] : NAN;
    if (found->dissipation)
      found->dissipation[k] = *at(e, state, e->law->na, p);
    if (found->work) found->work[k] = *at(e, state, e->law->nx - 1, p);
  }
}

/* ---- evaluation ---------------------------------------------------------- */

static bool wants_tangents(const evaluation *e) {
  return e->points->tangent || e->tangent_external;
}

static void make_fields(evaluation *e) {
  const automat_deformations *points = e->points;
  am_arena *arena = e->model->call;
  long stride = points->count < MOST ? points->count : MOST;
  unsigned set = AM_FIELDS_REQUIRED | AM_FIELD_BIT(strain);
  int components[AM_FIELD_COUNT];
  am_fields *f = &e->fields;
  if (points->substep) set |= AM_FIELD_BIT(step0);
  if (wants_tangents(e)) set |= AM_FIELD_BIT(tangent);
  if (e->tangent_external) set |= AM_FIELD_BIT(stress_by_external);
  if (points->free_energy) set |= AM_FIELD_BIT(energy);
  am_field_components(e->law, 6, components);
  *f = am_fields_in_place(arena, components, set, stride);
  am_fields_rest(f, e->law, stride);
  f->duration = points->duration;
  f->stop = points->stop;
  for (int i = 0; i < am_law_controlled(e->law); i++)
    f->stress_controlled[i] = points->stress_controlled[i] != 0;
  e->target = am_field_get(f, AM_FIELD_target);
  e->wrong = AM_ARRAY(arena, bool, stride);
}

static am_status advance_points(evaluation *e) {
  automat_model *m = e->model;
  int threads = am_blocks_threads(m->threads);
  for (; e->first < e->points->count; e->first += e->fields.stride) {
    long left = e->points->count - e->first;
    long count = left < e->fields.stride ? left : e->fields.stride;
    am_blocks(count, threads, put_points, e);
    am_engine_advance(e->program, &e->fields, count);
    am_blocks(count, threads, take_points, e);
    for (long p = count - 1; p >= 0; p--) {
      if (status_of(e, p) == AUTOMAT_POINT_GOOD) continue;
      if (e->failed == 0 || e->first_failed >= e->first) {
        e->first_failed = e->first + p;
        e->failure = status_of(e, p);
      }
      e->failed++;
    }
  }
  const char *lost = am_engine_failure(e->program);
  if (lost) return am_error(m->report, AM_ENVIRONMENT, am_nowhere, "%s", lost);
  return AM_OK;
}

static am_status check_points(const evaluation *e, const am_law *law) {
  const automat_deformations *points = e->points;
  am_report *report = e->model->report;
  if (points->count < 0)
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected a count of at least 0, found %ld", points->count);
  if (!(points->duration >= 0) || !isfinite(points->duration))
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected a duration of at least 0, found %g",
                    points->duration);
  if (points->duration > 0 && points->duration < AM_SHORTEST_STEP)
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected a duration of 0 or at least %g, found %g",
                    AM_SHORTEST_STEP, points->duration);
  if (points->count > 0 && !points->target)
    return am_error(report, AM_USAGE, am_nowhere, "the targets are missing");
  if (law->logarithmic == e->deformed) return AM_OK;
  return am_error(report, AM_USAGE, am_nowhere,
                  e->deformed
                      ? "the kinematics of the model are small: set "
                        "kinematics=logarithmic, or call automat_evaluate"
                      : "the kinematics of the model are logarithmic: call "
                        "automat_deform");
}

static am_status evaluate_points(automat_model *m, void *data) {
  evaluation *e = data;
  const automat_deformations *points = e->points;
  bool energies = points->dissipation || points->work, mixed = false;
  am_law *law = NULL;
  AM_TRY(am_model_law_of(m, false, &law));
  if (energies && law->material->stress)
    return am_error(m->report, AM_USAGE, am_nowhere,
                    "dissipation and work need a stress that is the derivative "
                    "of a free energy: material '%s' gives 'stress'",
                    law->material->name);
  AM_TRY(check_points(e, law));
  for (int i = 0; i < am_law_controlled(law); i++)
    mixed |= points->stress_controlled[i] != 0;
  AM_TRY(am_model_program(m, energies, mixed, wants_tangents(e), &e->program));
  AM_TRY(am_model_law_of(m, energies, &law));
  e->law = law;
  make_fields(e);
  AM_TRY(advance_points(e));
  if (e->failed == 0) return AM_OK;
  return am_error(m->report, AM_FAILED, am_nowhere,
                  "%ld of %ld points failed, the first is point %ld, counted "
                  "from 1: %s",
                  e->failed, points->count, e->first_failed + 1,
                  am_point_status_text[e->failure]);
}

automat_status automat_deform(automat_model *model,
                              const automat_deformations *points) {
  evaluation e = {.model = model, .points = points, .deformed = true};
  return am_model_call(model, evaluate_points, &e);
}

automat_status automat_evaluate(automat_model *model,
                                const automat_points *points) {
  automat_deformations all = {
#define COPY(name) .name = points->name,
      AM_POINT_MEMBERS(COPY)
#undef COPY
  };
  evaluation e = {.model = model, .points = &all, .strain0 = points->strain0,
                  .tangent_external = points->tangent_external};
  for (int i = 0; i < 6; i++)
    all.stress_controlled[i] = points->stress_controlled[i];
  return am_model_call(model, evaluate_points, &e);
}
