/* Random numbers, and random states of laws. */
#include "check/parts.h"
#include "tests/tools/check/subjects.h"

START_TEST(random_numbers) {
  am_random r = am_random_new(1, 2, 3, 4), again = am_random_new(1, 2, 3, 4);
  am_random other = am_random_new(2, 2, 3, 4);
  double sum = 0, squares = 0, x[6];
  for (int i = 0; i < 10000; i++) {
    double u = am_random_in(&r, -1, 1);
    ck_assert(u >= -1 && u < 1);
    ck_assert_double_eq(u, am_random_in(&again, -1, 1));
    ck_assert_double_ne(u, am_random_in(&other, -1, 1));
    sum += u;
    squares += u * u;
  }
  ck_assert_close(sum / 10000, 0, 0, 0.03);
  ck_assert_close(squares / 10000, 1. / 3, 0, 0.02);
  for (int i = 0; i < 100; i++) {
    double p = am_random_power(&r, -5, -2);
    ck_assert(p >= 1e-5 && p < 1e-2);
    am_random_vector(&r, 6, 3, x);
    double length = 0;
    for (int c = 0; c < 6; c++) length += x[c] * x[c];
    ck_assert_close(length, 9, 1e-12, 0);
  }
}
END_TEST

/* Events of a law over many states */
typedef struct {
  int states, flowing;
  double least_strain, most_strain, least_last; /* last: of the state */
} met;

static am_sampler *sampler_of(am_subject *s) {
  ck_assert_int_eq(am_check_sampler(s), AM_OK);
  return s->sampler;
}

static met meet(am_subject *s, int states) {
  met m = {.least_strain = INFINITY, .least_last = INFINITY};
  const am_law *law = s->law;
  am_sampler *sampler = sampler_of(s);
  am_values *rates = am_values_new(s, law->rate, law->na);
  for (int i = 0; i < states; i++) {
    am_random_state d;
    int attempt = 0;
    ck_assert(am_sampler_draw(sampler, i, &attempt, &d));
    const double *f = am_values_at(rates, d.inputs);
    double flow = 0;
    for (int c = 0; c < law->na; c++) flow += fabs(f[c]);
    ck_assert(isfinite(flow));
    m.states++;
    m.flowing += flow > 0;
    m.least_strain = fmin(m.least_strain, d.strain);
    m.most_strain = fmax(m.most_strain, d.strain);
    if (law->na)
      m.least_last = fmin(m.least_last, d.start.state[law->na - 1]);
  }
  return m;
}

/* Elastic and flowing states, with strains over three decades. */
START_TEST(both_regions) {
  static const char *const laws[] = {"michel-suquet", "perzyna",
                                     "fcc-crystal"};
  am_subject s = subject_of(laws[_i]);
  met m = meet(&s, 60);
  ck_assert_int_ge(m.flowing, 15);
  ck_assert_int_le(m.flowing, 55);
  ck_assert_double_lt(m.least_strain, 1e-4);
  ck_assert_double_gt(m.most_strain, 1e-3);
  ck_assert_double_le(m.most_strain, 0.0101);
  am_arena_free(s.arena);
}
END_TEST

/* Accumulated variables never decrease. */
START_TEST(accumulated) {
  am_subject s = subject_of("michel-suquet");
  ck_assert_str_eq(s.law->variables[1].name, "alpha");
  met m = meet(&s, 60);
  ck_assert_double_ge(m.least_last, 0);
  am_arena_free(s.arena);
}
END_TEST

/* The states depend only on the seed and on the number of the attempt. */
START_TEST(repeatable) {
  double first[4];
  for (int i = 0; i < 4; i++) {
    am_subject s = subject_of("norton");
    am_random_state d;
    int attempt = i == 3;
    s.seed = i == 2 ? 8 : 7;
    ck_assert(am_sampler_draw(sampler_of(&s), 5, &attempt, &d));
    first[i] = d.start.from[0];
    am_arena_free(s.arena);
  }
  ck_assert_double_eq(first[0], first[1]);
  ck_assert_double_ne(first[0], first[2]);
  ck_assert_double_ne(first[0], first[3]);
}
END_TEST

/* Only states with a real root. */
START_TEST(valid_states) {
  am_subject s = subject_of(
      "material: half\n"
      "free_energy: inner(eps, eps) + sqrt(1e-3 + tr(eps)) + "
      "log(1e-4 + eps[xx])\n");
  am_sampler *sampler = sampler_of(&s);
  int redrawn = 0;
  for (int i = 0; i < 60; i++) {
    am_random_state d;
    int attempt = 0;
    ck_assert(am_sampler_draw(sampler, i, &attempt, &d));
    double xx = 0;
    for (int c = 0; c < 6; c++)
      xx += d.start.from[c] * (double[]){sqrt(1. / 3), sqrt(2. / 3)}[c % 2] *
            (c < 2);
    ck_assert_double_gt(xx, -1e-4);
    redrawn += attempt > 0;
  }
  ck_assert_int_gt(redrawn, 5);
  am_arena_free(s.arena);
}
END_TEST

/* The bound of rounding errors is valid and close. */
START_TEST(rounding) {
  am_subject s = subject_of(
      "material: cancelling\n"
      "parameters: {k: 1e6}\n"
      "free_energy: (k + inner(eps, eps)) - k\n");
  am_values *v = am_values_new(&s, &s.law->energy, 1);
  double *inputs =
      AM_ARRAY(s.arena, double, am_input_offset(s.law, AM_INPUT_KINDS));
  double bound, true_value = 0;
  for (int i = 0; i < 6; i++) {
    inputs[i] = 1e-4 / (i + 3);
    true_value += inputs[i] * inputs[i];
  }
  double error = fabs(am_values_at(v, inputs)[0] - true_value);
  am_values_rounding(v, inputs, &bound);
  ck_assert_double_gt(error, 1e-12);
  ck_assert_double_le(error, bound);
  ck_assert_double_le(bound, 1e-9);
  am_arena_free(s.arena);
}
END_TEST

/* Kinks and singular points are detected. */
START_TEST(kinks) {
  am_subject s = subject_of("material: kinks\n"
                            "free_energy: |\n"
                            "  pos(eps[yz])^2 + norm(eps)^3\n");
  am_values *v = am_values_new(&s, &s.law->energy, 1);
  double *inputs =
      AM_ARRAY(s.arena, double, am_input_offset(s.law, AM_INPUT_KINDS));
  static const struct {
    double from, to;
    bool smooth;
  } moves[] = {{1, 1.1, true}, {1, -1, false}, {-1, -1.2, true},
               {1, 0.1, false}, {0, 1, false}};
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    inputs[3] = moves[i].from;
    am_values_at(v, inputs);
    am_values_mark(v);
    ck_assert(am_values_smooth(v));
    inputs[3] = moves[i].to;
    am_values_at(v, inputs);
    ck_assert_int_eq(am_values_smooth(v), moves[i].smooth);
  }
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("sampling");
  tcase_add_test(tcase, random_numbers);
  tcase_add_loop_test(tcase, both_regions, 0, 3);
  tcase_add_test(tcase, accumulated);
  tcase_add_test(tcase, repeatable);
  tcase_add_test(tcase, valid_states);
  tcase_add_test(tcase, rounding);
  tcase_add_test(tcase, kinks);
  return test_run("sampling", &tcase, 1);
}
