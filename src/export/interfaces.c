/* interfaces.c: loading steps through the interfaces of a library. */
#include "export/interfaces.h"

#include <string.h>

#include "base/basis.h"

enum { MESSAGE = 512 };

am_host_answer am_host_answer_new(am_arena *arena, const am_law *law) {
  int count = 6 * law->count;
  return (am_host_answer){.state = AM_ARRAY(arena, double, law->na),
                          .before = AM_ARRAY(arena, double, count),
                          .after = AM_ARRAY(arena, double, count)};
}

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
static void fields_to_host(const am_host_session *s, const double *fields,
                           double *host) {
  host[0] = 0;
  for (int i = 0; i < s->law->nf; i++)
    host[s->known->fields[i]] = fields[i];
}

/* Multipliers are no state of hosts. */
static void clear_multipliers(const am_law *law, double *y) {
  for (int k = 0; k < law->nd; k++) y[am_multiplier_at(law, k)] = 0;
}

/* ---- the ways to take a step --------------------------------------------- */

am_status am_host_compile(am_host_session *s, am_report *report,
                          am_law *law) {
  const am_engine_options options = {.threads = 1};
  return am_engine_interp.compile(s->subject->arena, report, law, s->solver,
                                  &options, &s->program);
}

void am_host_expected(const am_host_session *s, const am_loading *loading,
                      am_host_answer *found) {
  const am_law *law = s->law;
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
static void take_generic(const am_host_session *s, const am_loading *loading,
                         am_host_answer *found) {
  enum { CONSISTENT = 4 };
  const am_law *law = s->law;
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

static void take_umat(const am_host_session *s, const am_loading *loading,
                      am_host_answer *found) {
  const am_law *law = s->law;
  const int ndi = 3, nshr = 3, ntens = 6, none = 0;
  const int nprops = s->numbers ? s->known->count : 0;
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
                   &ntens, &count, s->numbers, &nprops, NULL, NULL, &ratio, NULL,
                   NULL, NULL, &none, &none, NULL, NULL, &none, &none,
                   (int)strlen(s->library->name));
  found->good = ratio >= 1;
  if (!found->good) return;
  from_host(stress, 1 / ROOT, x);
  am_basis_to_mandel(x, found->stress);
  tangent_from_host(C, 1, 6, 1 / ROOT, found->tangent);
  state_from_host(law, state, 1 / ROOT, found->state);
}

const am_host_way am_host_ways[AM_HOST_WAYS] = {{"generic", take_generic},
                                                {"umat", take_umat}};
