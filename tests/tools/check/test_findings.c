/* Verdicts, and the case file for a failed state. */
#include "base/basis.h"
#include "case/case.h"
#include "point/sample.h"
#include "tests/tools/check/subjects.h"

START_TEST(verdicts) {
  static const struct {
    double ours, reference, bound;
    am_verdict verdict;
  } rows[] = {
      {1, 1.5, 0.6, AM_VERDICT_GOOD},  {1, 2, 1, AM_VERDICT_GOOD},
      {1, 2, 0.9, AM_VERDICT_FAILED},  {2, 2, 0, AM_VERDICT_GOOD},
      {NAN, 1, 1, AM_VERDICT_FAILED},  {1, NAN, 1, AM_VERDICT_FAILED},
      {1, 1.1, NAN, AM_VERDICT_FAILED}, {INFINITY, 1, 1, AM_VERDICT_FAILED},
      {1, 2, INFINITY, AM_VERDICT_GOOD}, {1, 2, 0, AM_VERDICT_FAILED},
      {INFINITY, INFINITY, 1, AM_VERDICT_FAILED},
  };
  am_subject s = subject_of("norton");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_finding_add(&s, &(am_finding){.check = "x", .what = "y",
                                     .ours = rows[i].ours,
                                     .reference = rows[i].reference,
                                     .bound = rows[i].bound});
    ck_assert_int_eq(s.findings->items[i].verdict, rows[i].verdict);
  }
  am_finding_skip(&s, "x", "y", "because");
  ck_assert_int_eq(s.findings->items[s.findings->count - 1].verdict,
                   AM_VERDICT_SKIPPED);
  am_arena_free(s.arena);
}
END_TEST

/* The entry with the largest ratio to its bound is kept; NaN is the worst. */
START_TEST(worse_entries) {
  am_subject s = subject_of("norton");
  am_worst w = am_worst_new(&s, "x", "y", NULL);
  am_worst_add_state(&w);
  ck_assert_uint_eq(s.findings->count, 0);
  ck_assert(am_worst_take(&w, 1, 0, 2, NULL));
  ck_assert(am_worst_take(&w, 1, 0, 1, NULL));
  ck_assert(!am_worst_take(&w, 1, 0, 2, NULL));
  ck_assert(am_worst_take(&w, NAN, 0, 1, NULL));
  ck_assert(!am_worst_take(&w, 1, 0, 1, NULL));
  am_arena_free(s.arena);
}
END_TEST

/* The replay of a random state, read again, is that state. */
START_TEST(replays) {
  static const char *const laws[] = {"michel-suquet", "fcc-crystal",
                                     "generalized-maxwell", "zener",
                                     "linear-elastic"};
  am_subject s = subject_of(laws[_i]);
  int na = s.law->na;
  uint64_t seed = 3;
  double *y = AM_ARRAY(s.arena, double, s.law->nx + 1);
  double *again = AM_ARRAY(s.arena, double, na + 1);
  am_loading state = {.duration = NAN, .state = y};
  for (int i = 0; i < 6; i++) state.from[i] = random_in(&seed, -1, 1);
  for (int i = 0; i < na; i++) y[i] = random_in(&seed, -1, 1);
  am_worst worst = am_worst_new(&s, "x", "a \"text\"", NULL);
  ck_assert(am_worst_take(&worst, NAN, 0, 1, &state));
  am_worst_add_state(&worst);
  const char *text = s.findings->items[0].replay;
  ck_assert_ptr_nonnull(text);
  am_yaml *map = mapping(s.arena, s.report, text);
  am_case *description = NULL;
  ck_assert_int_eq(am_case_from(s.arena, s.report, map, ".", false,
                                &description), AM_OK);
  double strain[6];
  am_basis_from_tensor(description->strain, strain);
  for (int i = 0; i < 6; i++)
    ck_assert_close(strain[i], state.from[i], 0, 4e-16);
  ck_assert_int_eq(am_law_initial(s.report, s.law, description->initial,
                                  again, NULL), AM_OK);
  for (int i = 0; i < na; i++) ck_assert_close(again[i], y[i], 0, 4e-16);
  am_law *law;
  ck_assert_int_eq(
      am_law_new(s.arena, s.report, s.material,
                 &(am_law_choice){.overrides = description->parameters,
                                  .energies = true},
                 &law),
      AM_OK);
  ck_assert_int_eq(law->parameter_numbers, s.law->parameter_numbers);
  for (int i = 0; i < law->parameter_numbers; i++)
    ck_assert_double_eq(law->parameters[i], s.law->parameters[i]);
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("findings");
  tcase_add_test(tcase, verdicts);
  tcase_add_test(tcase, worse_entries);
  tcase_add_loop_test(tcase, replays, 0, 5);
  return test_run("findings", &tcase, 1);
}
