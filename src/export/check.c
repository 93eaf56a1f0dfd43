/* check.c: loading steps through the interfaces of a library. */
#include "export/check.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "check/loadings.h"
#include "export/export.h"

/* Relative to the largest component of the same quantity and step: what a
 * processor without fused multiply-adds rounds otherwise. */
static const double TOLERANCE = 1e-11;

enum { THREADS = 2, MESSAGE = 512 };

/* What a law has done with a step, in Kelvin-Mandel components xx yy zz yz xz
 * xy; `state` in coordinates, as differences from the law's at its start. */
typedef struct {
  double stress[6], tangent[36], stored, dissipated;
  double *state;          /* [na] */
  double *before, *after; /* the state as the host has it [6][variables] */
  bool good;
} answer;

static answer new_answer(const am_subject *s) {
  int count = 6 * s->law->count;
  return (answer){.state = AM_ARRAY(s->arena, double, s->law->na),
                  .before = AM_ARRAY(s->arena, double, count),
                  .after = AM_ARRAY(s->arena, double, count)};
}

typedef struct {
  am_subject *subject;
  const am_library *library;
  am_engine_program *program;
  const am_solver *solver;
  am_step *step;          /* of the interpreter */
  const am_export *known; /* where hosts have external fields */
  double *properties;     /* [property_count] */
} session;

/* An interface: how it is called in a step. */
typedef struct {
  const char *name;
  void (*take)(const session *s, const am_loading *loading, answer *found);
} way;

/* ---- components ---------------------------------------------------------- */

/* Hosts order xx yy zz xy xz yz. */
static const int place[6] = {0, 1, 2, 5, 4, 3};

static const double ROOT = 1.41421356237309504880;

/* Coordinates as components of a host, whose shear is `shear` times Kelvin and
 * Mandel's, and back. */
static void to_host(const double *x, double shear, double *host) {
  double mandel[6];
  am_basis_to_mandel(x, mandel);
  for (int i = 0; i < 6; i++)
    host[i] = mandel[place[i]] * (i < 3 ? 1 : shear);
}

static void from_host(const double *host, double shear, double *x) {
  double mandel[6];
  for (int i = 0; i < 6; i++)
    mandel[place[i]] = host[i] / (i < 3 ? 1 : shear);
  am_basis_from_mandel(mandel, x);
}

/* A tangent of a host, dstress_i/dstrain_j in [i*by_row + j*by_column], as
 * Kelvin-Mandel components. */
static void tangent_from_host(const double *C, int by_row, int by_column,
                              double shear, double *mandel) {
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double part = (i < 3 ? 1 : shear) * (j < 3 ? 1 : shear);
      mandel[6 * place[i] + place[j]] =
          C[i * by_row + j * by_column] / part;
    }
}

/* The state of a law [na] as differences from its start, as a host has it; the
 * numbers that takes. */
static int state_to_host(const am_law *law, const double *y, double shear,
                         double *host) {
  double *at = host;
  for (int v = 0; v < law->count; v++) {
    const am_variable *variable = &law->variables[v];
    const double *from = y + variable->offset;
    double x[6] = {0};
    int first = variable->size == 5;
    for (int i = 0; i < variable->size; i++)
      x[first + i] = from[i] - law->initial[variable->offset + i];
    if (variable->size == 1)
      *at++ = x[0];
    else
      to_host(x, shear, at), at += 6;
  }
  return (int)(at - host);
}

static void state_from_host(const am_law *law, const double *host,
                            double shear, double *y) {
  for (int v = 0; v < law->count; v++) {
    const am_variable *variable = &law->variables[v];
    double x[6], *to = y + variable->offset;
    bool scalar = variable->size == 1;
    if (scalar)
      x[0] = *host;
    else
      from_host(host, shear, x);
    for (int i = 0; i < variable->size; i++)
      to[i] = x[(variable->size == 5) + i] +
              law->initial[variable->offset + i];
    host += scalar ? 1 : 6;
  }
}

/* External fields as a host has them [nf + 1]: temperature first. */
static void fields_to_host(const session *s, const double *fields,
                           double *host) {
  host[0] = 0;
  for (int i = 0; i < s->subject->law->nf; i++)
    host[s->known->fields[i]] = fields[i];
}

/* Multipliers are no state of hosts. */
static void clear_multipliers(const am_law *law, double *y) {
  for (int k = 0; k < law->nd; k++) y[am_multiplier_at(law, k)] = 0;
}

/* ---- the ways to take a step --------------------------------------------- */

static void take_interpreter(const session *s, const am_loading *loading,
                             answer *found) {
  const am_law *law = s->subject->law;
  am_step *step = s->step;
  am_loading_put(loading, step);
  am_engine_step(&am_engine_interp, s->program, step);
  found->good = step->status == AM_POINT_GOOD;
  if (!found->good) return;
  am_basis_to_mandel(step->stress, found->stress);
  am_basis_matrix_to_mandel(step->tangent, found->tangent);
  found->stored = step->energy;
  found->dissipated = step->state[law->na] - loading->state[law->na];
  if (law->na)
    memcpy(found->state, step->state, (size_t)law->na * sizeof(double));
  clear_multipliers(law, found->state);
}

/* Of a generic behaviour: the consistent tangent. */
static void take_generic(const session *s, const am_loading *loading,
                         answer *found) {
  enum { CONSISTENT = 4 };
  const am_law *law = s->subject->law;
  double e0[6], e1[6], stress[6] = {0}, K[36] = {CONSISTENT}, none = 0, rdt = 1;
  double fields0[AM_MOST_EXTERNAL + 1], fields1[AM_MOST_EXTERNAL + 1];
  char message[MESSAGE] = "";
  fields_to_host(s, loading->external0, fields0);
  fields_to_host(s, loading->external1, fields1);
  to_host(loading->from, 1, e0);
  to_host(loading->to, 1, e1);
  state_to_host(law, loading->state, 1, found->before);
  am_generic_data d = {
      .error_message = message, .dt = loading->duration, .K = K, .rdt = &rdt,
      .s0 = {.gradients = e0, .material_properties = s->properties,
             .internal_state_variables = found->before, .dissipated_energy = &none,
             .external_state_variables = fields0},
      .s1 = {.gradients = e1, .thermodynamic_forces = stress,
             .material_properties = s->properties,
             .internal_state_variables = found->after,
             .stored_energy = &found->stored,
             .dissipated_energy = &found->dissipated,
             .external_state_variables = fields1}};
  found->good = s->library->generic[AM_TRIDIMENSIONAL](&d) == 1;
  if (!found->good) return;
  double x[6];
  from_host(stress, 1, x);
  am_basis_to_mandel(x, found->stress);
  tangent_from_host(K, 6, 1, 1, found->tangent);
  state_from_host(law, found->after, 1, found->state);
}

static void take_umat(const session *s, const am_loading *loading,
                      answer *found) {
  const am_law *law = s->subject->law;
  const int ndi = 3, nshr = 3, ntens = 6, none = 0;
  double e[6], de[6], stress[6], C[36], ratio = 1, x[6], time[2] = {0};
  double *state = found->after;
  double fields0[AM_MOST_EXTERNAL + 1], fields1[AM_MOST_EXTERNAL + 1];
  fields_to_host(s, loading->external0, fields0);
  fields_to_host(s, loading->external1, fields1);
  for (int i = 0; i <= law->nf; i++) fields1[i] -= fields0[i];
  int count = state_to_host(law, loading->state, 1 / ROOT, state);
  to_host(loading->from, ROOT, e);
  to_host(loading->to, ROOT, de);
  for (int i = 0; i < 6; i++) de[i] -= e[i];
  found->dissipated = 0;
  s->library->umat(stress, state, C, &found->stored, &found->dissipated, NULL,
                   NULL, NULL, NULL, NULL, e, de, time, &loading->duration,
                   &fields0[0], &fields1[0], &fields0[1], &fields1[1],
                   s->library->name, &ndi, &nshr,
                   &ntens, &count, NULL, &none, NULL, NULL, &ratio, NULL,
                   NULL, NULL, &none, &none, NULL, NULL, &none, &none,
                   (int)strlen(s->library->name));
  found->good = ratio >= 1;
  if (!found->good) return;
  from_host(stress, 1 / ROOT, x);
  am_basis_to_mandel(x, found->stress);
  tangent_from_host(C, 1, 6, 1 / ROOT, found->tangent);
  state_from_host(law, state, 1 / ROOT, found->state);
}

static const way ways[] = {{"generic", take_generic},
                                       {"umat", take_umat}};

enum { WAYS = sizeof ways / sizeof *ways };

/* ---- what is compared ---------------------------------------------------- */

/* A quantity of an answer. */
typedef struct {
  const char *name;
  const double *(*values)(const answer *a);
  int count; /* 0: coordinates of the state */
} quantity;

static const double *stress_of(const answer *a) { return a->stress; }
static const double *tangent_of(const answer *a) { return a->tangent; }
static const double *state_of(const answer *a) { return a->state; }
static const double *stored_of(const answer *a) { return &a->stored; }
static const double *dissipated_of(const answer *a) {
  return &a->dissipated;
}

static const quantity quantities[] = {{"stress", stress_of, 6},
                                      {"tangent", tangent_of, 36},
                                      {"state", state_of, 0},
                                      {"free energy", stored_of, 1},
                                      {"dissipation", dissipated_of, 1}};

enum { QUANTITIES = sizeof quantities / sizeof *quantities };

typedef struct {
  session *s;
  answer expected, found;
  am_worst worst[WAYS][QUANTITIES], threads;
} comparison;

/* What the numbers of a quantity round to: of energies, what stress and strain
 * make of them. */
static double size_of(const comparison *c, const quantity *q, int count,
                      const am_loading *loading) {
  const double *expected = q->values(&c->expected);
  double most = 0, stress = 0, strain = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(expected[i]));
  for (int i = 0; i < 6; i++) {
    stress = fmax(stress, fabs(c->expected.stress[i]));
    strain = fmax(strain, fabs(loading->to[i]) + fabs(loading->from[i]));
  }
  return q->count == 1 ? fmax(most, stress * strain) : most;
}

static void compare(comparison *c, int by, const am_loading *loading) {
  for (int q = 0; q < QUANTITIES; q++) {
    const quantity *row = &quantities[q];
    const double *ours = row->values(&c->found);
    const double *expected = row->values(&c->expected);
    int count = row->count ? row->count : c->s->subject->law->na;
    double most = size_of(c, row, count, loading);
    for (int i = 0; i < count; i++)
      if (am_worst_take(&c->worst[by][q],
                        c->found.good ? ours[i] : NAN, expected[i],
                        TOLERANCE * most, loading))
        c->worst[by][q].finding.entry =
            am_format(c->s->subject->arena, "%s, component %d", row->name,
                      i + 1);
  }
}

static bool equal(const comparison *c, const answer *a) {
  const answer *b = &c->found;
  size_t na = (size_t)c->s->subject->law->na;
  return a->good == b->good &&
         !memcmp(a->stress, b->stress, sizeof a->stress) &&
         !memcmp(a->tangent, b->tangent, sizeof a->tangent) &&
         (!na || !memcmp(a->state, b->state, na * sizeof(double)));
}

/* The step again by two threads at once, bit for bit. */
static void compare_threads(comparison *c, const way *by,
                            const am_loading *loading) {
  answer again[THREADS];
  for (int i = 0; i < THREADS; i++) again[i] = new_answer(c->s->subject);
#pragma omp parallel for num_threads(THREADS)
  for (int i = 0; i < THREADS; i++) by->take(c->s, loading, &again[i]);
  for (int i = 0; i < THREADS; i++)
    am_worst_take(&c->threads, equal(c, &again[i]), 1, 0.5, loading);
}

static bool visit_step(void *data, const am_loading *loading) {
  comparison *c = data;
  take_interpreter(c->s, loading, &c->expected);
  if (!c->expected.good) return false;
  for (int i = 0; i < WAYS; i++) {
    ways[i].take(c->s, loading, &c->found);
    compare(c, i, loading);
    compare_threads(c, &ways[i], loading);
  }
  return true;
}

/* ---- the check ----------------------------------------------------------- */

/* Values of the properties that the host gives: the law's own. */
static am_status find_properties(session *s, am_report *report) {
  am_subject *subject = s->subject;
  const am_library *l = s->library;
  s->properties = AM_ARRAY(subject->arena, double, l->property_count);
  const am_export_options none = {.name = l->name};
  am_export *known = AM_NEW(subject->arena, am_export);
  AM_TRY(am_export_new(subject->arena, report, subject->law, s->solver, &none,
                       known));
  s->known = known;
  for (int i = 0; i < l->property_count; i++) {
    int at = 0;
    while (at < known->count &&
           strcmp(known->numbers[at].name, l->properties[i])) at++;
    if (at == known->count)
      return am_error(report, AM_INPUT, am_nowhere,
                      "the material '%s' has no parameter %s, a property of "
                      "the library: it was changed since",
                      subject->law->material->name, l->properties[i]);
    s->properties[i] = subject->law->parameters[known->numbers[at].index];
  }
  return AM_OK;
}

static void add_findings(comparison *c) {
  for (int i = 0; i < WAYS; i++)
    for (int q = 0; q < QUANTITIES; q++)
      if (quantities[q].count || c->s->subject->law->na)
        am_worst_add(&c->worst[i][q]);
  am_worst_add(&c->threads);
}

am_status am_export_check(am_subject *subject, const am_library *library,
                          const am_solver *solver) {
  am_arena *arena = subject->arena;
  session s = {.subject = subject, .library = library, .solver = solver,
               .step = am_subject_point(subject, subject->law)};
  comparison c = {.s = &s,
                  .expected = new_answer(subject),
                  .found = new_answer(subject),
                  .threads = am_worst_new(subject, "threads",
                                          "two at once, bit for bit", solver)};
  const am_engine_options options = {.threads = 1};
  AM_TRY(find_properties(&s, subject->report));
  AM_TRY(am_engine_interp.compile(arena, subject->report, subject->law,
                                  solver, &options, &s.program));
  for (int i = 0; i < WAYS; i++)
    for (int q = 0; q < QUANTITIES; q++)
      c.worst[i][q] = am_worst_new(subject, ways[i].name,
                                   quantities[q].name, solver);
  am_loadings *loadings = am_loadings_new(subject, subject->law);
  if (!loadings) return AM_INPUT;
  am_loadings_visit(loadings, subject->samples, visit_step, &c);
  add_findings(&c);
  return AM_OK;
}
