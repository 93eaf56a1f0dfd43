/* Ranges of external fields and strain rates in random states. */
#include "check/parts.h"
#include "tests/tools/check/subjects.h"

#define LAW(range)                                                          \
  "material: m\nunits: {stress: MPa, time: s}\n"                            \
  "external: {T: {value: 300, above: 0, unit: K}}\n"                        \
  "internal: {x: deviatoric}\n"                                             \
  "free_energy: 1000*inner(eps - x, eps - x) + 1e-3*T*tr(eps)\n"            \
  "force_potential: inner(A_x, A_x)/(2*T)\n" range

/* Rates of loading steps and values of T in 60 states. */
static void meet(am_subject *s, am_range *rates, am_range *fields) {
  *rates = *fields = (am_range){INFINITY, -INFINITY};
  ck_assert_int_eq(am_check_sampler(s), AM_OK);
  for (int i = 0; i < 60; i++) {
    am_loading l;
    am_random_state d;
    int attempt = 0;
    ck_assert(am_loadings_draw(s->sampler, i, 0, &l));
    double rate = am_distance(l.from, l.to, 6) / l.duration;
    rates->low = fmin(rates->low, rate);
    rates->high = fmax(rates->high, rate);
    ck_assert(am_sampler_draw(s->sampler, i, &attempt, &d));
    fields->low = fmin(fields->low, fmin(l.external1[0], d.start.external0[0]));
    fields->high = fmax(fields->high, fmax(l.external1[0],
                                           d.start.external0[0]));
  }
}

START_TEST(given_ranges) {
  am_subject s =
      subject_of(LAW("check: {T: [400, 900], rates: [1e-6, 1e-2]}\n"));
  am_range rates, fields;
  ck_assert_int_eq(am_check_ranges_read(&s), AM_OK);
  meet(&s, &rates, &fields);
  ck_assert(rates.low >= 1e-6 && rates.low < 1e-5);
  ck_assert(rates.high <= 1e-2 * (1 + 1e-12) && rates.high > 1e-3);
  ck_assert(fields.low >= 400 && fields.low < 450);
  ck_assert(fields.high <= 900 && fields.high > 850);
  ck_assert_ptr_nonnull(strstr(am_check_ranges(&s), "1/s, T 40"));
  am_arena_free(s.arena);
}
END_TEST

START_TEST(ranges_near_the_default) {
  am_subject s = subject_of(LAW(""));
  am_range rates, fields;
  ck_assert_int_eq(am_check_ranges_read(&s), AM_OK);
  ck_assert_ptr_null(am_check_ranges(&s));
  meet(&s, &rates, &fields);
  ck_assert(fields.low >= 285 && fields.high <= 315);
  ck_assert(fields.low < 290 && fields.high > 310);
  am_arena_free(s.arena);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
    {LAW("check: {T: [900, 400]}\n"),
     "7:12: expected the range of 'T' as [LOW, HIGH]"},
    {LAW("check: {T: 400}\n"),
     "7:12: expected the range of 'T' as [LOW, HIGH]"},
    {LAW("check: {rates: [0, 1]}\n"),
     "7:16: expected the range of 'rates' as [LOW, HIGH], both positive"},
    {LAW("check: {T: [-1, 400]}\n"),
     "7:13: 'T' is outside of its bounds: expected above 0"},
    {LAW("check: {S: [1, 2]}\n"),
     "7:9: unknown key 'S' in check, expected one of T, rates"},
};

START_TEST(refused) {
  am_subject s = subject_of(bad[_i].text);
  ck_assert_int_eq(am_check_ranges_read(&s), AM_INPUT);
  ck_assert_str_eq(first_message(s.arena, s.report), bad[_i].message);
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("ranges");
  tcase_add_test(tcase, given_ranges);
  tcase_add_test(tcase, ranges_near_the_default);
  tcase_add_loop_test(tcase, refused, 0, sizeof bad / sizeof *bad);
  return test_run("ranges", &tcase, 1);
}
