/* Expected values of a case, as findings. */
#include "tests/tools/check/planted.h"

static const char *const law =
    "material: elastic\nparameters: {K: 1, G: 2}\n"
    "free_energy: |\n  K/2*tr(eps)^2 + G*(dev(eps) : dev(eps))\n";

static am_status check(am_subject *s, const char *expect, const char *title) {
  am_case *description;
  const char *text = am_format(
      s->arena, "path: [{time: 1, steps: 2, strain: {xy: 0.5}}]\n%s", expect);
  am_source *source = AM_NEW(s->arena, am_source);
  am_yaml *root;
  *source = (am_source){"case.yaml", text, strlen(text)};
  AM_TRY(am_yaml_parse(s->arena, s->report, source, &root));
  AM_TRY(am_case_from(s->arena, s->report, root, ".", true, &description));
  return am_check_case(s, "expect", description, s->material, title);
}

START_TEST(comparisons) {
  static const struct {
    const char *expect, *note;
    am_verdict verdict;
    double ours;
  } rows[] = {
      {"{column: stress.xy, time: 1, value: 2, tolerance: 1e-12}", NULL,
       AM_VERDICT_GOOD, 2},
      {"{column: tangent.xy.xy, time: 0.5, value: 4.1, tolerance: 1e-3}",
       NULL, AM_VERDICT_FAILED, 4},
      {"{column: stress.xy, time: 0.7, value: 2, tolerance: 1}",
       "the run has no row at time 0.7", AM_VERDICT_FAILED, NAN},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_subject *s = subject_of(&(plan){.material = law});
    const char *expect =
        am_format(s->arena, "expect: [%s]\n", rows[i].expect);
    ck_assert_int_eq(check(s, expect, i ? "shear" : NULL), AM_OK);
    ck_assert_uint_eq(s->findings->count, 1);
    const am_finding *f = &s->findings->items[0];
    ck_assert_int_eq(f->verdict, rows[i].verdict);
    ck_assert_str_eq(f->what, i ? "shear" : "stress.xy");
    if (isnan(rows[i].ours))
      ck_assert(isnan(f->ours) && strstr(f->note, rows[i].note));
    else
      ck_assert_close(f->ours, rows[i].ours, 1e-12, 0);
    am_arena_free(s->arena);
  }
}
END_TEST

/* Failures that a material declares are reported as known, others are not. */
START_TEST(known_failures) {
  const char *text = "material: elastic\nfree_energy: tr(eps)^2\n"
                     "lacks: {convexity: it softens}\n";
  static const struct {
    const char *check;
    double ours;
    am_verdict verdict;
  } rows[] = {{"convexity", 2, AM_VERDICT_KNOWN},
              {"convexity", 1, AM_VERDICT_GOOD},
              {"symmetry", 2, AM_VERDICT_FAILED}};
  am_subject *s = subject_of(&(plan){.material = text});
  ck_assert_int_eq(am_known_failures_read(s->report, s->material), AM_OK);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_finding_add(s, &(am_finding){.check = rows[i].check, .what = "omega",
                                    .time = NAN, .ours = rows[i].ours,
                                    .reference = 1, .bound = 0.1});
    ck_assert_int_eq(s->findings->items[i].verdict, rows[i].verdict);
  }
  ck_assert_str_eq(s->findings->items[0].note, "known: it softens");
  am_arena_free(s->arena);
}
END_TEST

START_TEST(wrong_names_of_failures) {
  am_subject *s = subject_of(&(plan){
      .material = "material: elastic\nfree_energy: tr(eps)^2\n"
                  "lacks: {convexty: it softens}\n"});
  ck_assert_int_eq(am_known_failures_read(s->report, s->material), AM_INPUT);
  ck_assert(strstr(s->report->first->text, "did you mean 'convexity'?"));
  am_arena_free(s->arena);
}
END_TEST

START_TEST(nothing_expected) {
  am_subject *s = subject_of(&(plan){.material = law});
  ck_assert_int_eq(check(s, "", NULL), AM_OK);
  ck_assert_uint_eq(s->findings->count, 1);
  ck_assert_int_eq(s->findings->items[0].verdict, AM_VERDICT_GOOD);
  ck_assert_str_eq(s->findings->items[0].note,
                   "completed; the case states no expected values");
  am_arena_free(s->arena);
}
END_TEST

/* A case that cannot be run gives a message, and no finding. */
START_TEST(cannot_be_run) {
  am_subject *s = subject_of(&(plan){.material = law});
  ck_assert_int_eq(check(s, "output: {columns: [nonsense]}\n", NULL),
                   AM_INPUT);
  ck_assert_uint_eq(s->findings->count, 0);
  ck_assert_ptr_nonnull(s->report->first);
  am_arena_free(s->arena);
}
END_TEST

/* All checks of a material run, also after a failed one. */
START_TEST(all_items_are_run) {
  am_subject *s = subject_of(&(plan){
      .material = am_format(
          test_arena(),
          "%schecks:\n"
          "  - {case: {path: []}, expect: [], sauce: me}\n"
          "  - case: {path: [{time: 1, strain: {xy: 0.5}}]}\n"
          "    expect: [{column: stress.xy, time: 1, value: 2, "
          "tolerance: 1e-9}]\n",
          law)});
  ck_assert_int_eq(am_check_own.run(s), AM_INPUT);
  ck_assert_uint_eq(s->findings->count, 1);
  ck_assert_int_eq(s->findings->items[0].verdict, AM_VERDICT_GOOD);
  ck_assert_str_eq(s->findings->items[0].check, "own");
  am_arena_free(s->arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("own");
  tcase_add_test(tcase, comparisons);
  tcase_add_test(tcase, known_failures);
  tcase_add_test(tcase, wrong_names_of_failures);
  tcase_add_test(tcase, nothing_expected);
  tcase_add_test(tcase, cannot_be_run);
  tcase_add_test(tcase, all_items_are_run);
  return test_run("own", &tcase, 1);
}
