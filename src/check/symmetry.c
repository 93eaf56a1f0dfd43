/* symmetry.c: second derivatives of the free energy do not depend on their
 * order, and the algorithmic tangent of one step of implicit Euler is
 * symmetric for laws in the strict sense. */
#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "check/checks.h"
#include "check/eigen.h"
#include "check/nodes.h"
#include "check/properties.h"
#include "check/sampling.h"

#define NEGLIGIBLE 1e-9           /* of a Hessian whose diagonal is 1 */
#define NEGLIGIBLE_OF_TANGENT 1e-8

/* ---- the free energy ----------------------------------------------------- */

typedef struct {
  am_subject *subject;
  am_values *hessian;
  int n;
  double *scaled; /* [n][n] */
  am_finding worst;
} mixed;

static const char *quantity(const am_law *law, int coordinate) {
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    int c = coordinate - 6 - v->offset;
    if (c >= 0 && c < v->size) return v->name;
  }
  return "eps";
}

static void compare_pair(mixed *m, int i, int j, const am_state *state) {
  const am_law *law = m->subject->law;
  double a = m->scaled[i * m->n + j], b = m->scaled[j * m->n + i];
  am_finding found = {
      .check = "symmetry", .what = "omega", .time = NAN, .ours = a,
      .reference = b, .bound = NEGLIGIBLE * (1 + fabs(a) + fabs(b)),
      .state = state, .note = "scaled to a diagonal of 1"};
  if (!am_finding_exceeds(&found, &m->worst)) return;
  found.state = am_state_keep(m->subject, state);
  found.entry = am_format(m->subject->arena, "d2omega/d%s d%s",
                          quantity(law, i), quantity(law, j));
  m->worst = found;
}

static bool visit_hessian(void *data, const am_drawn *drawn) {
  mixed *m = data;
  memcpy(m->scaled, am_values_at(m->hessian, drawn->spot),
         (size_t)(m->n * m->n) * sizeof *m->scaled);
  am_eigen_scale(m->scaled, m->n);
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < i; j++) compare_pair(m, i, j, drawn->state);
  return true;
}

static am_status check_hessian(am_subject *s) {
  mixed m = {.subject = s, .n = 6 + s->law->na};
  m.hessian = am_values_new(s, am_check_energy_hessian(s), m.n * m.n);
  m.scaled = AM_ARRAY(s->arena, double, m.n * m.n);
  AM_TRY(am_check_states(s, "symmetry", visit_hessian, &m));
  if (m.worst.what) am_finding_add(s, &m.worst);
  return AM_OK;
}

/* ---- the tangent --------------------------------------------------------- */

typedef struct {
  am_subject *subject;
  const char *check;
  am_sampler *sampler;
  am_engine_program *program;
  am_step step;
  double *state0;
  am_finding worst;
} tangents;

static void compare_tangent(tangents *t, const am_state *state) {
  double user[36], most = 0;
  am_basis_to_tangent(t->step.tangent, user);
  for (int i = 0; i < 36; i++) {
    /* With respect to one of the two entries of a shear. */
    if (i % 6 >= 3) user[i] /= 2;
    most = fmax(most, fabs(user[i]));
  }
  for (int i = 0; i < 36; i++) {
    am_finding found = {
        .check = t->check, .what = "implicit-euler", .time = NAN,
        .ours = user[i], .reference = user[i % 6 * 6 + i / 6],
        .bound = NEGLIGIBLE_OF_TANGENT * most};
    if (!am_finding_exceeds(&found, &t->worst)) continue;
    found.state = am_state_keep(t->subject, state);
    found.entry = am_format(t->subject->arena, "dsigma[%s]/deps[%s]",
                            am_component_names[i / 6],
                            am_component_names[i % 6]);
    t->worst = found;
  }
}

/* A step to another strain, in a time in which the law flows. */
static bool visit_tangent(void *data, const am_drawn *drawn) {
  tangents *t = data;
  const am_subject *s = t->subject;
  am_random random = drawn->random;
  double strain[6];
  memcpy(t->state0, drawn->state->y, (size_t)s->law->na * sizeof(double));
  memcpy(t->step.strain0, drawn->state->strain, sizeof t->step.strain0);
  am_random_vector(&random, 6, drawn->strain * am_random_power(&random, -1, 0),
                   strain);
  for (int i = 0; i < 6; i++) strain[i] += drawn->state->strain[i];
  am_basis_to_tensor(strain, t->step.target);
  t->step.duration = am_sampler_time(t->sampler, drawn->spot) *
                     am_random_power(&random, -1, 1);
  t->step.stop = s->stop;
  am_engine_step(s->engine, t->program, &t->step);
  if (t->step.status != AM_POINT_GOOD) return false;
  compare_tangent(t, drawn->state);
  return true;
}

am_status am_measure_asymmetry(am_subject *s, const char *check,
                               am_finding *worst) {
  int nx = s->law->nx;
  tangents t = {.subject = s, .check = check,
                .state0 = AM_ARRAY(s->arena, double, nx + 1)};
  am_solver solver = am_solver_default;
  solver.scheme = am_scheme_find("implicit-euler");
  solver.energies = s->law->energies;
  t.step.state0 = t.state0;
  t.step.state = AM_ARRAY(s->arena, double, nx + 1);
  t.step.derivative = AM_ARRAY(s->arena, double, 6 * nx + 1);
  AM_TRY(am_check_sampler(s, &t.sampler));
  AM_TRY(s->engine->compile(s->arena, s->report, s->law, &solver,
                            &(am_engine_options){.threads = 1}, &t.program));
  AM_TRY(am_check_states(s, check, visit_tangent, &t));
  *worst = t.worst;
  return AM_OK;
}

static am_status run(am_subject *s) {
  am_finding worst;
  AM_TRY(check_hessian(s));
  if (!s->law->strict) {
    am_finding_skip(s, "symmetry", "implicit-euler",
                    "not required: see the check class");
    return AM_OK;
  }
  AM_TRY(am_measure_asymmetry(s, "symmetry", &worst));
  if (worst.what) am_finding_add(s, &worst);
  return AM_OK;
}

const am_check am_check_symmetry = {
    "symmetry", "mixed derivatives, and tangents of implicit Euler", run};
