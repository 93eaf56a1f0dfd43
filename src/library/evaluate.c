/* evaluate.c: points of the caller as fields of an engine, and back. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/threads.h"
#include "engine/fields.h"
#include "library/model.h"
#include "material/vary.h"

/* Points that are fields at once: enough to fill a device. */
enum { MOST = 1 << 17 };

typedef struct {
  automat_model *model;
  const automat_points *points;
  const am_law *law;
  am_engine_program *program;
  long first;  /* of the present points */
  am_fields fields;
  double *target; /* of the fields, written here */
  bool *wrong; /* [stride] what was given of a point makes no sense */
  long failed, first_failed;
  int failure;
} evaluation;

/* Row i of point p of a field. */
static double *at(const evaluation *e, double *field, int i, long p) {
  return &field[i * e->fields.stride + p];
}

/* ---- to fields ------------------------------------------------------- */

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

/* External fields of point k of all; false: one is out of its bounds. */
static bool put_fields(const evaluation *e, long k, long p) {
  const automat_points *given = e->points;
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

static void put_points(void *data, int thread, long first, long count) {
  evaluation *e = data;
  const automat_points *given = e->points;
  int na = e->law->na, nx = e->law->nx;
  (void)thread;
  for (long p = first; p < first + count; p++) {
    long k = e->first + p;
    double x[6] = {0};
    if (given->strain0) am_basis_from_tensor(given->strain0 + 6 * k, x);
    put_numbers(e, e->fields.strain, x, 6, p);
    put_numbers(e, e->target, given->target + 6 * k, 6, p);
    e->wrong[p] =
        given->state0 && !put_state(e, given->state0 + e->model->size * k, p);
    e->wrong[p] |= !put_fields(e, k, p);
    if (!given->state0) put_numbers(e, e->fields.state, e->law->initial, na, p);
    for (int i = na; i < nx; i++) *at(e, e->fields.state, i, p) = 0;
    if (given->substep) *at(e, e->fields.next, 0, p) = given->substep[k];
  }
}

/* ---- and back -------------------------------------------------------- */

static void take_numbers(const evaluation *e, const double *field,
                         int components, long p, double *to) {
  for (int i = 0; i < components; i++)
    to[i] = field[i * e->fields.stride + p];
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

/* d stress/d field, one field after the other. */
static void take_heating(const evaluation *e, long p, double *found) {
  double x[6], tensor[6];
  int nf = e->law->nf;
  for (int i = 0; i < nf; i++) {
    for (int c = 0; c < 6; c++)
      x[c] = *at(e, e->fields.heating, nf * c + i, p);
    am_basis_to_tensor(x, tensor);
    for (int c = 0; c < 6; c++) found[nf * c + i] = tensor[c];
  }
}

/* Statuses of automat.h are those of engines, but for AM_POINT_STIFF, which
 * leaves no engine. */
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
#undef SAME
_Static_assert(AM_POINT_STATUSES == (int)AUTOMAT_POINT_PLATEAU + 1,
               "a status that automat.h lacks");

static int status_of(const evaluation *e, long p) {
  return e->wrong[p] ? AUTOMAT_POINT_INVALID : (int)e->fields.status[p];
}

static void take_points(void *data, int thread, long first, long count) {
  const evaluation *e = data;
  (void)thread;
  for (long p = first; p < first + count; p++) {
    int status = status_of(e, p);
    if (e->points->status) e->points->status[e->first + p] = status;
    if (status == AUTOMAT_POINT_GOOD) {
      /* Components of the strain that are controlled are exactly what was asked
       * for. */
      long k = e->first + p;
      const automat_points *found = e->points;
      double x[36], target[6], *state = e->fields.state;
      int na = e->law->na, nx = e->law->nx;
      if (found->strain) {
        double *strain = found->strain + 6 * k;
        take_numbers(e, e->fields.strain, 6, p, x);
        take_numbers(e, e->target, 6, p, target);
        am_basis_to_tensor(x, strain);
        for (int i = 0; i < 6; i++)
          if (!found->stress_controlled[i]) strain[i] = target[i];
      }
      if (found->stress) {
        take_numbers(e, e->fields.stress, 6, p, x);
        am_basis_to_tensor(x, found->stress + 6 * k);
      }
      if (found->state) take_state(e, p, found->state + e->model->size * k);
      if (found->tangent) {
        take_numbers(e, e->fields.tangent, 36, p, x);
        am_basis_to_tangent(x, found->tangent + 36 * k);
      }
      if (found->tangent_external)
        take_heating(e, p, found->tangent_external + 6 * e->law->nf * k);
      if (found->substep) found->substep[k] = e->fields.next[p];
      if (found->free_energy) found->free_energy[k] = e->fields.energy[p];
      if (found->dissipation) found->dissipation[k] = *at(e, state, na, p);
      if (found->work) found->work[k] = *at(e, state, nx - 1, p);
    }
  }
}

/* ---- all of it ------------------------------------------------------- */

static bool wants_tangents(const automat_points *points) {
  return points->tangent || points->tangent_external;
}

static void make_fields(evaluation *e) {
  const automat_points *points = e->points;
  am_arena *arena = e->model->call;
  long stride = points->count < MOST ? points->count : MOST;
  unsigned set = AM_FIELDS_REQUIRED | AM_FIELD_BIT(strain);
  int components[AM_FIELD_COUNT];
  am_fields *f = &e->fields;
  if (points->substep) set |= AM_FIELD_BIT(first);
  if (wants_tangents(points)) set |= AM_FIELD_BIT(tangent);
  if (points->tangent_external) set |= AM_FIELD_BIT(heating);
  if (points->free_energy) set |= AM_FIELD_BIT(energy);
  am_field_components(e->law, 6, components);
  *f = am_fields_in_place(arena, components, set, stride);
  am_fields_rest(f, e->law, stride);
  f->duration = points->duration;
  f->stop = points->stop;
  for (int i = 0; i < 6; i++)
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
    m->engine->advance(e->program, &e->fields, count);
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
  const char *lost = am_engine_failure(m->engine, e->program);
  if (lost)
    return am_error(m->report, AM_ENVIRONMENT, am_nowhere, "%s", lost);
  return AM_OK;
}

static am_status check_points(am_report *report,
                              const automat_points *points) {
  if (points->count < 0)
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected a count of at least 0, found %ld",
                    points->count);
  if (!(points->duration >= 0) || !isfinite(points->duration))
    return am_error(report, AM_USAGE, am_nowhere,
                    "expected a duration of at least 0, found %g",
                    points->duration);
  if (points->count > 0 && !points->target)
    return am_error(report, AM_USAGE, am_nowhere, "the targets are missing");
  return AM_OK;
}

static am_status evaluate_points(automat_model *m, void *data) {
  const automat_points *points = data;
  bool energies = points->dissipation || points->work, mixed = false;
  evaluation e = {.model = m, .points = points};
  am_law *law = NULL;
  AM_TRY(check_points(m->report, points));
  for (int i = 0; i < 6; i++) mixed |= points->stress_controlled[i] != 0;
  AM_TRY(am_model_program(m, energies, mixed,
                          wants_tangents(points), &e.program));
  AM_TRY(am_model_law_of(m, energies, &law));
  e.law = law;
  make_fields(&e);
  AM_TRY(advance_points(&e));
  if (e.failed == 0) return AM_OK;
  return am_error(m->report, AM_FAILED, am_nowhere,
                  "%ld of %ld points failed, the first is point %ld, counted "
                  "from 0: %s",
                  e.failed, points->count, e.first_failed,
                  am_point_status_text[e.failure]);
}

automat_status automat_evaluate(automat_model *model,
                                const automat_points *points) {
  return am_model_call(model, evaluate_points, (void *)(uintptr_t)points);
}
