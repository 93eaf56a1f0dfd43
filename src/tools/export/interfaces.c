/* interfaces.c: loads an exported library; loading steps through its
 * interfaces. */
#include <dlfcn.h>

#include "export/parts.h"

enum { MESSAGE = 512 };

am_host_answer am_host_answer_new(am_arena *arena, const am_law *law) {
  int count = 6 * law->count;
  return (am_host_answer){.state = AM_ARRAY(arena, double, law->na),
                          .before = AM_ARRAY(arena, double, count),
                          .after = AM_ARRAY(arena, double, count)};
}

/* ---- components ---------------------------------------------------------- */

/* Positions of a host's components xx yy zz xy xz yz, or xx yy zz xy yx xz zx
 * yz zy, among the components of automat. */
static const int six[6] = {0, 1, 2, 5, 4, 3};
static const int nine[9] = {0, 1, 2, 5, 8, 4, 7, 3, 6};

#define ROOT 1.41421356237309504880

/* Converts coordinates to components of a host, whose shear is `shear` times
 * that of Kelvin-Mandel, and back. */
static void to_host(const double *x, double shear, double *host) {
  double mandel[6];
  am_basis_to_mandel(x, mandel);
  for (int i = 0; i < 6; i++)
    host[i] = mandel[six[i]] * (i < 3 ? 1 : shear);
}

static void from_host(const double *host, double shear, double *x) {
  double mandel[6];
  for (int i = 0; i < 6; i++)
    mandel[six[i]] = host[i] / (i < 3 ? 1 : shear);
  am_basis_from_mandel(mandel, x);
}

/* State of a law [na] relative to its initial state, in the host's format;
 * returns the number of values. */
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

/* External fields in the host's order [nf + 1]: temperature first. */
static void fields_to_host(const am_host_session *s, const double *fields,
                           double *host) {
  host[0] = 0;
  for (int i = 0; i < s->law->nf; i++)
    host[s->known->fields[i]] = fields[i];
}

/* ---- steps through the interfaces ---------------------------------------- */

void am_host_expected(const am_host_session *s, const am_loading *loading,
                      am_host_answer *found) {
  const am_law *law = s->law;
  const am_step *step = s->exact.step;
  found->good = am_test_point_advance(&s->exact, loading);
  if (!found->good) return;
  found->stored = step->energy;
  found->dissipated = step->state[law->na] - loading->state[law->na];
  if (law->na)
    memcpy(found->state, step->state, (size_t)law->na * sizeof(double));
  /* Multipliers are not part of a host's state. */
  for (int k = 0; k < law->nd; k++) found->state[am_multiplier_at(law, k)] = 0;
}

/* Stress and tangent of a host in the components of the answer.  The tangent is
 * stored by rows, or by columns in a UMAT. */
static void take_results(const am_host_call *way, const double *stress,
                         const double *tangent, am_host_answer *found) {
  const int *rows = way->rows == 9 ? nine : six;
  const int *columns = way->columns == 9 ? nine : six;
  for (int i = 0; i < way->rows; i++) {
    double row = i < 3 ? 1 : way->shear_stress;
    found->stress[rows[i]] = row * stress[i];
    for (int j = 0; j < way->columns; j++) {
      double part = row * (j < 3 ? 1 : way->shear_strain);
      int at = way->umat ? i + way->rows * j : way->columns * i + j;
      found->tangent[way->columns * rows[i] + columns[j]] = part * tangent[at];
    }
  }
}

/* Strains or deformation gradients of a generic behaviour. */
static void put_gradients(const am_host_session *s, const am_host_step *step,
                          double *before, double *after) {
  if (!s->deformed) {
    to_host(step->loading->from, 1, before);
    to_host(step->loading->to, 1, after);
    return;
  }
  for (int i = 0; i < 9; i++) {
    before[i] = step->gradient0[nine[i]];
    after[i] = step->gradient1[nine[i]];
  }
}

static void call_generic(const am_host_session *s, const am_host_call *way,
                         const am_host_step *step, am_host_answer *found) {
  enum { CONSISTENT = 4 };
  const am_loading *loading = step->loading;
  double none = 0, rdt = 1, gradients0[9], gradients1[9], forces[9];
  double K[81] = {CONSISTENT, way->measure, way->operator};
  double fields0[AM_MOST_EXTERNAL + 1], fields1[AM_MOST_EXTERNAL + 1];
  char message[MESSAGE] = "";
  fields_to_host(s, loading->external0, fields0);
  fields_to_host(s, loading->external1, fields1);
  state_to_host(s->law, loading->state, 1, found->before);
  put_gradients(s, step, gradients0, gradients1);
  am_generic_data d = {
      .error_message = message, .dt = loading->duration, .K = K, .rdt = &rdt,
      .s0 = {.gradients = gradients0,
             .material_properties = s->properties,
             .internal_state_variables = found->before,
             .dissipated_energy = &none,
             .external_state_variables = fields0},
      .s1 = {.gradients = gradients1,
             .thermodynamic_forces = forces,
             .material_properties = s->properties,
             .internal_state_variables = found->after,
             .stored_energy = &found->stored,
             .dissipated_energy = &found->dissipated,
             .external_state_variables = fields1}};
  found->good = s->library->generic[AM_TRIDIMENSIONAL](&d) == 1;
  if (!found->good) return;
  state_from_host(s->law, found->after, 1, found->state);
  take_results(way, forces, K, found);
}

static void call_umat(const am_host_session *s, const am_host_call *way,
                      const am_host_step *step, am_host_answer *found) {
  const am_loading *loading = step->loading;
  const int ndi = 3, nshr = 3, ntens = 6, none = 0;
  const int nprops = s->numbers ? s->known->count : 0;
  double ratio = 1, time[2] = {0}, *state = found->after;
  double strain[6], change[6], F0[9], F1[9], stress[6] = {0}, C[36];
  double fields0[AM_MOST_EXTERNAL + 1], fields1[AM_MOST_EXTERNAL + 1];
  fields_to_host(s, loading->external0, fields0);
  fields_to_host(s, loading->external1, fields1);
  for (int i = 0; i <= s->law->nf; i++) fields1[i] -= fields0[i];
  int count = state_to_host(s->law, loading->state, 1 / ROOT, state);
  to_host(loading->from, ROOT, strain);
  to_host(loading->to, ROOT, change);
  for (int i = 0; i < 6; i++) change[i] -= strain[i];
  for (int c = 0; c < 9; c++) { /* by columns */
    const char *name = am_gradient_names[c];
    int at = (name[0] - 'x') + 3 * (name[1] - 'x');
    F0[at] = step->gradient0[c];
    F1[at] = step->gradient1[c];
  }
  found->dissipated = 0;
  s->library->umat(stress, state, C, &found->stored, &found->dissipated, NULL,
                   NULL, NULL, NULL, NULL, strain, change, time,
                   &loading->duration, &fields0[0], &fields1[0], &fields0[1],
                   &fields1[1], s->library->name, &ndi, &nshr, &ntens, &count,
                   s->numbers, &nprops, NULL, NULL, &ratio, NULL, F0, F1,
                   &none, &none, NULL, NULL, &none, &none,
                   (int)strlen(s->library->name));
  found->good = ratio >= 1;
  if (!found->good) return;
  state_from_host(s->law, state, 1 / ROOT, found->state);
  take_results(way, stress, C, found);
}

void am_host_take(const am_host_session *s, const am_host_call *way,
                  const am_host_step *step, am_host_answer *found) {
  (way->umat ? call_umat : call_generic)(s, way, step, found);
}

/* ---- small strains, Kelvin-Mandel components xx yy zz yz xz xy ----------- */

static void expect_small(const am_host_session *s, const am_host_step *step,
                         am_host_answer *expected) {
  (void)step;
  am_basis_to_mandel(s->exact.step->stress, expected->stress);
  am_basis_matrix_to_mandel(s->exact.step->tangent, expected->tangent);
}

#define QUANTITIES \
  { "stress", "tangent", "state", "free energy", "dissipation" }

const am_host_call am_host_small[AM_HOST_SMALL] = {
    {.name = "generic", .quantities = QUANTITIES, .rows = 6, .columns = 6,
     .shear_stress = 1, .shear_strain = 1, .expect = expect_small},
    {.name = "umat", .umat = true, .quantities = QUANTITIES, .rows = 6,
     .columns = 6, .shear_stress = ROOT, .shear_strain = ROOT,
     .expect = expect_small}};

/* ---- loading of a library ------------------------------------------------ */

const char *const am_hypothesis_names[AM_HYPOTHESES] = {
    [AM_TRIDIMENSIONAL] = "Tridimensional",
    [AM_PLANE_STRAIN] = "PlaneStrain",
    [AM_GENERALISED_PLANE_STRAIN] = "GeneralisedPlaneStrain",
    [AM_AXISYMMETRICAL] = "Axisymmetrical",
    [AM_PLANE_STRESS] = "PlaneStress"};

/* Symbols that the check uses; tests of hosts cover all others. */
static const char *const expected[] = {
    "_BehaviourType", "_nMaterialProperties", "_MaterialProperties",
    "_nInternalStateVariables", "_setParameter", NULL};

static void close_library(void *handle) { dlclose(handle); }

static am_status report_no_export(am_report *report, const am_library *l,
                                  const char *symbol) {
  return am_error(report, AM_INPUT, am_nowhere,
                  "'%s' was not made by 'automat export': it lacks the symbol "
                  "%s",
                  l->file, symbol);
}

void *am_library_symbol(am_arena *arena, const am_library *l,
                        const char *suffix) {
  return dlsym(l->handle, am_format(arena, "%s%s", l->name, suffix));
}

static int number_of(am_arena *arena, const am_library *l,
                     const char *suffix) {
  return *(const unsigned short *)am_library_symbol(arena, l, suffix);
}

static am_status read_symbols(am_arena *arena, am_report *report,
                              am_library *l) {
  for (int i = 0; expected[i]; i++)
    if (!am_library_symbol(arena, l, expected[i]))
      return report_no_export(report, l,
                              am_format(arena, "%s%s", l->name, expected[i]));
  for (int h = 0; h < AM_HYPOTHESES; h++) {
    const char *suffix = am_format(arena, "_%s", am_hypothesis_names[h]);
    *(void **)&l->generic[h] = am_library_symbol(arena, l, suffix);
    if (!l->generic[h])
      return report_no_export(report, l,
                              am_format(arena, "%s%s", l->name, suffix));
  }
  *(void **)&l->umat = dlsym(l->handle, "umat_");
  if (!l->umat) return report_no_export(report, l, "umat_");
  l->property_count = number_of(arena, l, "_nMaterialProperties");
  l->variable_count = number_of(arena, l, "_nInternalStateVariables");
  l->properties = am_library_symbol(arena, l, "_MaterialProperties");
  return AM_OK;
}

am_status am_library_open(am_arena *arena, am_report *report,
                          const char *file, am_library *l) {
  *l = (am_library){.file = file};
  const char *path = strchr(file, '/') ? file : am_format(arena, "./%s", file);
  struct stat status;
  if (!stat(path, &status) && !S_ISREG(status.st_mode))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot load '%s': it is not a regular file", file);
  l->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!l->handle)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot load %s",
                    dlerror());
  am_arena_defer(arena, close_library, l->handle);
  l->name = dlsym(l->handle, "automat_behaviour");
  l->material = dlsym(l->handle, "automat_material");
  l->solver = dlsym(l->handle, "automat_solver");
  if (!l->name || !l->material || !l->solver)
    return report_no_export(report, l, "automat_behaviour");
  return read_symbols(arena, report, l);
}
