/* check.c: compares a library with the law from which it was made: results of
 * random steps with those of the interpreter. */
#include "export/parts.h"

/* Random steps per comparison. */
enum { SAMPLES = 50 };

/* Tolerance for rounding differences of processors without fused
 * multiply-adds. */
static const double TOLERANCE = 1e-11;

/* Tolerance of tangents and energies after jumps to stretches far from 1. */
static const double OF_JUMPS = 1e-9;

/* Sets the properties passed by the host to the values of the law. */
static am_status find_properties(am_host_session *s, am_report *report) {
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
      return am_error(report, AM_INPUT, subject->law->material->root->place,
                      "material '%s' has no parameter %s, a property of the "
                      "library: export it again",
                      subject->law->material->name, l->properties[i]);
    s->properties[i] = subject->law->parameters[known->numbers[at].index];
  }
  return AM_OK;
}

/* Random steps: a finding for each interface and quantity. */
static am_status check_random(const am_host_session *s) {
  am_subject *subject = s->subject;
  am_worst worst[AM_HOST_WAYS][AM_HOST_QUANTITIES];
  am_worst threads = am_worst_new(subject, "threads",
                                  "two threads, identical results", s->solver);
  am_host_comparison c = am_host_comparison_new(s, TOLERANCE);
  c.threads = &threads;
  for (int i = 0; i < s->way_count; i++)
    for (int q = 0; q < AM_HOST_QUANTITIES; q++) {
      worst[i][q] = am_worst_new(subject, s->ways[i].name,
                                 s->ways[i].quantities[q], s->solver);
      c.worst[i][q] = &worst[i][q];
    }
  AM_TRY(am_loadings_visit(subject, subject->samples, am_host_compare, &c));
  c.of_others = OF_JUMPS;
  if (s->deformed) am_host_jumps_visit(s, am_host_compare, &c);
  for (int i = 0; i < s->way_count; i++)
    for (int q = 0; q < AM_HOST_QUANTITIES; q++)
      if (s->ways[i].quantities[q] &&
          (s->law->na > 0 || strcmp(s->ways[i].quantities[q], "state")))
        am_worst_add(&worst[i][q]);
  am_worst_add(&threads);
  return s->deformed ? am_host_check_gradients(s) : AM_OK;
}

/* Behaviour type 2: finite strains, from deformation gradients. */
static bool takes_gradients(const am_subject *subject,
                            const am_library *library) {
  return *(const unsigned short *)am_library_symbol(
             subject->arena, library, "_BehaviourType") == 2;
}

/* Reads the law and the settings that the library names. */
static am_status read_origin(am_subject *subject, const am_library *library,
                             am_solver *solver) {
  am_arena *arena = subject->arena;
  am_report *report = subject->report;
  am_settings settings = am_settings_default();
  am_material *material = NULL;
  am_yaml *map = NULL;
  am_source *text = AM_NEW(arena, am_source);
  *text = (am_source){library->file, library->solver,
                      strlen(library->solver)};
  AM_TRY(am_yaml_parse(arena, report, text, &map));
  AM_TRY(am_settings_read(report, map, &settings));
  *solver = settings.solver;
  solver->derivatives = false;
  AM_TRY(am_material_read(arena, report, library->material, &material));
  subject->material = material;
  subject->path = library->material;
  return am_law_new(
      arena, report, material,
      &(am_law_choice){.strategy = solver->strategy, .energies = true},
      &subject->law);
}

am_status am_export_check(am_arena *arena, am_report *report,
                          const char *file, am_library *library,
                          am_findings *findings) {
  am_solver solver;
  am_subject subject = {.arena = arena, .report = report,
                        .engine = am_engine_reference(), .samples = SAMPLES,
                        .level = AM_LEVEL_USUAL, .findings = findings};
  AM_TRY(am_library_open(arena, report, file, library));
  AM_TRY(read_origin(&subject, library, &solver));
  bool deformed = takes_gradients(&subject, library);
  am_host_session s = {.subject = &subject, .law = subject.law,
                       .library = library, .solver = &solver,
                       .ways = deformed ? am_host_large : am_host_small,
                       .way_count = deformed ? AM_HOST_LARGE : AM_HOST_SMALL,
                       .deformed = deformed};
  AM_TRY(find_properties(&s, report));
  AM_TRY(am_test_point_new(&subject, am_engine_reference(), &solver, &s.exact));
  AM_TRY(check_random(&s));
  return am_export_check_stated(&s);
}

/* ---- comparison ---------------------------------------------------------- */

enum { THREADS = 2 };

enum { STRESS, TANGENT, STATE, STORED, DISSIPATED };

static const double *values_of(const am_host_answer *a, int q) {
  const double *const values[AM_HOST_QUANTITIES] = {
      [STRESS] = a->stress, [TANGENT] = a->tangent, [STATE] = a->state,
      [STORED] = &a->stored, [DISSIPATED] = &a->dissipated};
  return values[q];
}

static int count_of(const am_law *law, const am_host_call *way, int q) {
  const int counts[AM_HOST_QUANTITIES] = {way->rows, way->rows * way->columns,
                                          law->na, 1, 1};
  return counts[q];
}

/* Minimum magnitude of a stress, as a fraction of tangent times strain, since a
 * vanishing stress is a difference of large ones. */
static const double CANCELS = 1e-3;

static double strain_size(const am_loading *loading) {
  return am_largest(loading->from, 6) + am_largest(loading->to, 6);
}

/* Magnitude of a stress that determines its rounding error; for gradients,
 * strains have the rounding error of stretches near 1. */
double am_host_stress_size(const am_host_call *way, const am_host_answer *a,
                           const am_loading *loading) {
  double stiffest = am_largest(a->tangent, way->rows * way->columns);
  double strain = strain_size(loading) + (way->along ? 1 : 0);
  return fmax(am_largest(a->stress, way->rows), CANCELS * stiffest * strain);
}

/* Magnitude that determines the rounding error of a quantity; for energies,
 * stress times strain. */
static double size_of(const am_host_comparison *c, const am_host_call *way,
                      int q) {
  const am_host_answer *a = &c->expected;
  const am_loading *loading = c->step.loading;
  double stress = am_host_stress_size(way, a, loading);
  double most =
      am_largest(values_of(a, q), count_of(c->s->law, way, q));
  if (q == STRESS) return stress;
  bool energy = q == STORED || q == DISSIPATED;
  return energy ? fmax(most, stress * strain_size(loading)) : most;
}

am_host_comparison am_host_comparison_new(const am_host_session *s,
                                          double tolerance) {
  am_arena *arena = s->subject->arena;
  return (am_host_comparison){.s = s, .tolerance = tolerance,
                              .random = am_random_new(s->subject->seed,
                                                      0xef0, 0, 0),
                              .of_others = tolerance,
                              .expected = am_host_answer_new(arena, s->law),
                              .found = am_host_answer_new(arena, s->law)};
}

static void compare_answer(am_host_comparison *c, int by, int q) {
  const am_host_call *way = &c->s->ways[by];
  const double *ours = values_of(&c->found, q);
  const double *expected = values_of(&c->expected, q);
  bool solved = q == STRESS || q == STATE; /* solutions of the equations of the
                                              law */
  double allowed =
      (solved ? c->tolerance : c->of_others) * size_of(c, way, q);
  for (int i = 0; i < count_of(c->s->law, way, q); i++)
    if (am_worst_take(c->worst[by][q], c->found.good ? ours[i] : NAN,
                      expected[i], allowed, c->step.loading))
      c->worst[by][q]->finding.entry =
          am_format(c->s->subject->arena, "%s, %s, component %d", way->name,
                    way->quantities[q], i + 1);
}

static bool equal(const am_host_comparison *c, const am_host_call *way,
                  const am_host_answer *a) {
  for (int q = STRESS; q <= STATE; q++) {
    size_t size = (size_t)count_of(c->s->law, way, q) * sizeof(double);
    if (size && memcmp(values_of(a, q), values_of(&c->found, q), size))
      return false;
  }
  return a->good == c->found.good;
}

/* Repeats the step in two concurrent threads; results must be bitwise equal. */
static void compare_threads(am_host_comparison *c, const am_host_call *by) {
  am_host_answer again[THREADS];
  for (int i = 0; i < THREADS; i++)
    again[i] = am_host_answer_new(c->s->subject->arena, c->s->law);
#pragma omp parallel for num_threads(THREADS)
  for (int i = 0; i < THREADS; i++) am_host_take(c->s, by, &c->step, &again[i]);
  for (int i = 0; i < THREADS; i++)
    am_worst_take(c->threads, equal(c, by, &again[i]), 1, 0.5, c->step.loading);
}

/* Gradients with the strains of a step and random rotations. */
static void turn_step(am_host_comparison *c, const am_loading *loading) {
  const double *const strains[] = {loading->from, loading->to};
  double *const gradients[] = {c->step.gradient0, c->step.gradient1};
  c->step.loading = loading;
  for (int end = 0; c->s->deformed && end < 2; end++) {
    double R[9], U[9];
    am_finite_strain_rotation(&c->random, R);
    am_finite_strain_stretch(strains[end], U);
    am_tensor_product(R, U, gradients[end]);
  }
}

bool am_host_compare(void *data, const am_loading *loading) {
  am_host_comparison *c = data;
  turn_step(c, loading);
  am_host_expected(c->s, loading, &c->expected);
  if (!c->expected.good) return false;
  for (int i = 0; i < c->s->way_count; i++) {
    const am_host_call *way = &c->s->ways[i];
    way->expect(c->s, &c->step, &c->expected);
    am_host_take(c->s, way, &c->step, &c->found);
    for (int q = 0; q < AM_HOST_QUANTITIES; q++)
      if (way->quantities[q]) compare_answer(c, i, q);
    compare_threads(c, way);
  }
  return true;
}
