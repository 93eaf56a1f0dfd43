/* Laws under deformation gradients: all installed laws pass, and planted faults
 * are found. */
#include "engine/parts.h"
#include "tests/tools/check/planted.h"
#include "tests/core/law/laws.h"

static const am_check *const checks[] = {
    &am_check_nominal, &am_check_objectivity, &am_check_cycle};
enum { CHECKS = sizeof checks / sizeof *checks, MOST_LAWS = 60 };

/* Checks with the schemes that suit the law. */
static am_subject *deformed_subject(const plan *p) {
  am_subject *s = subject_of(p);
  const am_scheme **schemes = schemes_of(s->arena, p);
  int count = 0;
  for (int i = 0; schemes[i]; i++)
    if (am_scheme_suits(s->material, schemes[i])) schemes[count++] = schemes[i];
  schemes[count] = NULL;
  s->schemes = schemes;
  s->logarithmic = true;
  s->level = AM_LEVEL_QUICK;
  return s;
}

static const am_finding *named(const am_subject *s, const char *what) {
  for (size_t i = 0; i < s->findings->count; i++)
    if (!strcmp(s->findings->items[i].what, what))
      return &s->findings->items[i];
  ck_abort_msg("no finding %s", what);
}

/* dP/dF to 1e-8 at distinct, coincident and nearly coincident stretches from
 * 0.3 to 3, and during flow; all checks succeed, and none of the comparisons is
 * missing. */
static void look_at(const char *law) {
  am_subject *s = deformed_subject(&(plan){.material = law, .samples = 4});
  ck_assert_int_eq(am_known_failures_read(s->report, s->material), AM_OK);
  for (int i = 0; i < CHECKS; i++) run_check(checks[i], s);
  const am_finding *failure = first_with(s, AM_VERDICT_FAILED);
  ck_assert_msg(!failure, "%s: %s", law,
                failure ? finding_text(s->arena, failure) : "");
  static const char *const needed[] = {"stretches of 0.3 to 3",
                                       "symmetry, stretches of 0.3 to 3",
                                       "flow, implicit-euler",
                                       "P(Q F) = Q P(F)",
                                       "no work without flow",
                                       "work of P, dissipation, energy"};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    const am_finding *f = named(s, needed[i]);
    ck_assert_msg(f->verdict != AM_VERDICT_SKIPPED, "%s: %s", law,
                  finding_text(s->arena, f));
  }
  am_arena_free(s->arena);
}

START_TEST(installed_laws_pass) {
  size_t count;
  const char *const *names = installed(&count);
  ck_assert_uint_le(count, MOST_LAWS);
  if ((size_t)_i < count) look_at(names[_i]);
}
END_TEST

/* The check does not apply to a law of small strains. */
START_TEST(small_strains) {
  for (int i = 0; i < CHECKS; i++) {
    am_subject *s = subject_of(&(plan){.material = "norton"});
    run_check(checks[i], s);
    ck_assert_uint_eq(s->findings->count, 1);
    ck_assert_int_eq(s->findings->items[0].verdict, AM_VERDICT_SKIPPED);
    am_arena_free(s->arena);
  }
}
END_TEST

/* ---- faults -------------------------------------------------------------- */

static am_status compile(am_arena *arena, am_report *report, am_law *law,
                         const am_solver *solver,
                         const am_engine_options *options,
                         am_engine_program **program) {
  return am_engine_interp.compile(arena, report, law, solver, options, program);
}

/* An entry of dP/dF a ten-millionth too large. */
static void tangent_off(am_engine_program *program, const am_fields *f,
                        long count) {
  am_engine_interp.advance(program, f, count);
  if (f->tangent) f->tangent[(9 * 5 + 5) * f->stride] *= 1 + 1e-7;
}

/* A stress that depends on the rotation or on the stretch of the body. */
static void stress_by(am_engine_program *program, const am_fields *f,
                      long count, double factor) {
  am_engine_interp.advance(program, f, count);
  f->stress[3 * f->stride] *= 1 + factor * f->gradient[5 * f->stride];
}

static void stress_turned(am_engine_program *program, const am_fields *f,
                          long count) {
  stress_by(program, f, count, 1e-7);
}

static void stress_without_energy(am_engine_program *program,
                                  const am_fields *f, long count) {
  stress_by(program, f, count, 1e-5);
}

static void dissipation_short(am_engine_program *program, const am_fields *f,
                              long count) {
  enum { AT = 6 }; /* of michel-suquet, after its variables */
  am_engine_interp.advance(program, f, count);
  f->state[AT * f->stride] *= 0.999;
}

#define AM_SPOILT(engine, with)                                          \
  static const am_engine engine = {.name = "spoilt", .about = "a mutant", \
                                   .compile = compile, .advance = with,   \
                                   .sensitivities = true}
AM_SPOILT(tangent_engine, tangent_off);
AM_SPOILT(turned_engine, stress_turned);
AM_SPOILT(stress_engine, stress_without_energy);
AM_SPOILT(dissipation_engine, dissipation_short);

static const struct {
  const char *title, *material;
  const am_check *check;
  const am_engine *engine;
  const char *what; /* finding */
} faults[] = {
    {"an entry of dP/dF", "chaboche", &am_check_nominal, &tangent_engine,
     "stretches of 0.3 to 3"},
    {"an entry of dP/dF in flow", "j2", &am_check_nominal, &tangent_engine,
     "flow, implicit-euler"},
    {"a stress that turns", "norton", &am_check_objectivity, &turned_engine,
     "P(Q F) = Q P(F)"},
    {"a stress of no energy", "linear-elastic", &am_check_cycle,
     &stress_engine, "no work without flow"},
    {"a dissipation that is too small", "michel-suquet", &am_check_cycle,
     &dissipation_engine, "work of P, dissipation, energy"},
};
enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(faults_are_found) {
  am_subject *s = deformed_subject(&(plan){.material = faults[_i].material,
                                           .engine = faults[_i].engine,
                                           .samples = 4});
  run_check(faults[_i].check, s);
  const am_finding *f = named(s, faults[_i].what);
  ck_assert_msg(f->verdict == AM_VERDICT_FAILED, "%s: %s", faults[_i].title,
                finding_text(s->arena, f));
  /* A jump is replayed, F by F, to the last digit. */
  if (!_i)
    ck_assert(strstr(f->replay, "\nkinematics: logarithmic\n") &&
              strstr(f->replay, "duration: 0, F: {xx: ") &&
              strstr(f->replay, "output: {columns: [time, F, P, tangent]}"));
  am_arena_free(s->arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("nominal");
  tcase_add_loop_test(tcase, installed_laws_pass, 0, MOST_LAWS);
  tcase_add_test(tcase, small_strains);
  tcase_add_loop_test(tcase, faults_are_found, 0, FAULTS);
  return test_run("nominal", &tcase, 1);
}
