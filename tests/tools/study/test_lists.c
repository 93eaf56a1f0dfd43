/* test_lists.c: lists on the command line. */
#include "studies.h"
#include "study/parts.h"

static am_study new_study(void) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  return (am_study){.arena = arena, .report = am_report_new(arena)};
}

START_TEST(counts) {
  am_study q = new_study();
  double *values;
  size_t count;
  static const char *const bad[] = {"", "0", "1.5", "-3", "x", "1,", ",1",
                                    "1000001", "nan", "inf", "1 2"};
  ck_assert_int_eq(am_list_counts(&q, "--steps", "20,1,1e3", &values, &count),
                   AM_OK);
  ck_assert_uint_eq(count, 3);
  ck_assert_double_eq(values[0], 20);
  ck_assert_double_eq(values[2], 1000);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    q = new_study();
    ck_assert_msg(am_list_counts(&q, "--steps", bad[i], &values, &count) ==
                      AM_USAGE, "%s", bad[i]);
    ck_assert_ptr_nonnull(strstr(q.report->first->text, "--steps"));
  }
}
END_TEST

START_TEST(durations) {
  am_study q = new_study();
  double *values;
  size_t count;
  static const char *const bad[] = {"0", "-1", "1:2", "2:1:3", "0:1:3",
                                    "1:2:0", "1:2:0.5", "1:1e300:5",
                                    "1:2:3:4", "x:1:2", ":", "1:inf:2"};
  ck_assert_int_eq(am_list_durations(&q, "-d", "1e-2:1e2:2", &values,
                                     &count), AM_OK);
  ck_assert_uint_eq(count, 9);
  for (size_t i = 0; i < 9; i++)
    ck_assert_close(values[i], pow(10, (double)i / 2 - 2), 1e-14, 0);
  ck_assert_int_eq(am_list_durations(&q, "-d", "3,0.5", &values, &count),
                   AM_OK);
  ck_assert_uint_eq(count, 2);
  ck_assert_double_eq(values[1], 0.5);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(am_list_durations(&q, "-d", bad[i], &values, &count) ==
                      AM_USAGE, "%s", bad[i]);
}
END_TEST

START_TEST(scheme_names) {
  am_study q = new_study();
  const am_scheme **schemes;
  size_t count, all;
  am_schemes(&all);
  q.options.schemes = "all";
  ck_assert_int_eq(am_list_schemes(&q, &schemes, &count), AM_OK);
  ck_assert_uint_eq(count, all);
  q.options.schemes = "rodas4,ode12";
  ck_assert_int_eq(am_list_schemes(&q, &schemes, &count), AM_OK);
  ck_assert_uint_eq(count, 2);
  ck_assert_str_eq(schemes[1]->name, "ode12");
  q.options.schemes = "ode12,oed23";
  ck_assert_int_eq(am_list_schemes(&q, &schemes, &count), AM_USAGE);
  ck_assert_ptr_nonnull(strstr(q.report->first->text, "'oed23'"));
}
END_TEST

START_TEST(controls) {
  static const struct {
    const char *text;
    size_t count;
    am_controls first;
  } rows[] = {
      {"internal", 1, {AM_CONTROL_INTERNAL, AM_TANGENT_COUPLED}},
      {"primal", 1, {AM_CONTROL_STRESS, AM_TANGENT_PRIMAL}},
      {"stress,internal", 2, {AM_CONTROL_INTERNAL, AM_TANGENT_COUPLED}},
      {"primal,coupled,stress,internal", 4,
       {AM_CONTROL_INTERNAL, AM_TANGENT_COUPLED}},
  };
  am_study q = new_study();
  am_case description = {.settings.solver = am_solver_default};
  am_controls *list;
  size_t count;
  q.description = &description;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    q.options.controls = rows[i].text;
    ck_assert_int_eq(am_list_controls(&q, &list, &count), AM_OK);
    ck_assert_uint_eq(count, rows[i].count);
    ck_assert_int_eq(list->error, rows[i].first.error);
    ck_assert_int_eq(list->tangent, rows[i].first.tangent);
  }
  q.options.controls = "stres";
  ck_assert_int_eq(am_list_controls(&q, &list, &count), AM_USAGE);
  ck_assert_ptr_nonnull(strstr(q.report->first->text, "did you mean 'stress'"));
}
END_TEST

/* Every study rejects options that it does not use. */
START_TEST(options_of_studies) {
  size_t count, foreign = 0;
  const am_study_kind *const *kinds = am_study_kinds(&count);
  ck_assert_uint_eq(count, 5);
  for (size_t i = 0; i < count; i++) {
    question asked = {kinds[i]->name, "uniaxial", .options = {
        .steps = kinds[i]->defaults.steps ? NULL : "3",
        .durations = kinds[i]->defaults.durations ? NULL : "3"}};
    studied s = study_try(&asked);
    ck_assert_int_eq(s.status, AM_USAGE);
    foreign += strstr(first_text(&s), "does not have the option") != NULL;
  }
  ck_assert_uint_eq(foreign, count);
}
END_TEST

START_TEST(cases_that_no_study_takes) {
  size_t count;
  const am_study_kind *const *kinds = am_study_kinds(&count);
  for (size_t i = 0; i < count; i++) {
    studied s = study_try(&(question){
        kinds[i]->name, "scatter", .threads = 1});
    ck_assert_int_eq(s.status, AM_INPUT);
    ck_assert_ptr_nonnull(strstr(first_text(&s), "has many points"));
  }
  const am_study_kind *found;
  am_study q = new_study();
  ck_assert_int_eq(am_study_find(q.report, "tangnet", &found), AM_USAGE);
  ck_assert_ptr_nonnull(strstr(q.report->first->text, "'tangent'"));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("lists")};
  tcase_add_test(cases[0], counts);
  tcase_add_test(cases[0], durations);
  tcase_add_test(cases[0], scheme_names);
  tcase_add_test(cases[0], controls);
  tcase_add_test(cases[0], options_of_studies);
  tcase_add_test(cases[0], cases_that_no_study_takes);
  return test_run("lists", cases, 1);
}
