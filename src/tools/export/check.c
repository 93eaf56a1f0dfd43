/* check.c: compares a library with the law from which it was made. */
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
      return am_error(report, AM_INPUT,
                      subject->law->material->root->place,
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
  am_loadings *loadings = am_loadings_new(subject, subject->law);
  if (!loadings) return AM_INPUT;
  for (int i = 0; i < s->way_count; i++)
    for (int q = 0; q < AM_HOST_QUANTITIES; q++) {
      worst[i][q] = am_worst_new(subject, s->ways[i].name,
                                 s->ways[i].quantities[q], s->solver);
      c.worst[i][q] = &worst[i][q];
    }
  am_loadings_visit(loadings, subject->samples, am_host_compare, &c);
  c.of_others = OF_JUMPS;
  if (s->deformed) am_host_jumps_visit(s, am_host_compare, &c);
  for (int i = 0; i < s->way_count; i++)
    for (int q = 0; q < AM_HOST_QUANTITIES; q++)
      if (s->ways[i].quantities[q] &&
          (s->law->na > 0 || strcmp(s->ways[i].quantities[q], "state")))
        am_worst_add(&worst[i][q]);
  am_worst_add(&threads);
  return s->deformed ? am_host_check_gradients(s, loadings) : AM_OK;
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
                       .step = am_subject_point(&subject, subject.law),
                       .ways = deformed ? am_host_large : am_host_small,
                       .way_count = deformed ? AM_HOST_LARGE : AM_HOST_SMALL,
                       .deformed = deformed};
  AM_TRY(find_properties(&s, report));
  AM_TRY(am_host_compile(&s, report, subject.law));
  AM_TRY(check_random(&s));
  return am_export_check_stated(&s);
}
