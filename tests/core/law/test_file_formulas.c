/* Rates stated by a file instead of a potential: allowed names, and agreement
 * with a potential. */
#include "base/basis.h"
#include "case/rotation.h"
#include "tests/graph_tools.h"
#include "tests/core/law/laws.h"

/* Armstrong-Frederick backstresses. */
#define FREE_ENERGY                                                          \
  "parameters: {K: 3, C: [5, 7], D: [2, 1], Q: 4}\n"                         \
  "internal: {e: deviatoric, a: {type: deviatoric, count: 2}, p: scalar}\n"  \
  "definitions: G = 11\n"                                                    \
  "free_energy: |\n"                                                         \
  "  G*inner(eps - e, eps - e) + sum(i, 1, 2, C[i]*inner(a[i], a[i])) + "    \
  "Q/2*p^2\n"

#define BY_POTENTIAL                                                         \
  "material: potential\n" FREE_ENERGY                                        \
  "force_potential: |\n"                                                     \
  "  s = A_e + A_a[1] + A_a[2]\n"                                            \
  "  recovery = sum(i, 1, 2, D[i]/(4*C[i])*(A_a[i] : A_a[i]) - "             \
  "C[i]*D[i]*(a[i] : a[i]))\n"                                               \
  "  K/4*(pos(mises(s) + A_p + recovery)/K)^4\n"

#define BY_BLOCK                                                             \
  "material: block\n" FREE_ENERGY                                            \
  "rates: |\n"                                                               \
  "  back = A_a[1] + A_a[2]\n"                                               \
  "  s = dev(stress) + back # the relative stress\n"                         \
  "  rate_p = (pos(mises(s) + A_p)/K)^3\n"                                   \
  "  rate_e = 3/2*rate_p/mises(s)*s\n"                                       \
  "  rate_a[i in 1 .. length(C)] = rate_e - rate_p*D[i]*a[i]\n"

/* In the order of `internal`, for any order of the entries */
#define BY_ENTRIES                                                           \
  "material: entries\n" FREE_ENERGY                                          \
  "rates:\n"                                                                 \
  "  p: (pos(mises(A_e + A_a[1] + A_a[2]) + A_p)/K)^3\n"                     \
  "  a[i in 1 .. 2]: |\n"                                                    \
  "    s = A_e + A_a[1] + A_a[2]\n"                                          \
  "    rate_e - (pos(mises(s) + A_p)/K)^3*D[i]*a[i]\n"                       \
  "  e: |\n"                                                                 \
  "    s = stress + A_a[1] + A_a[2]\n"                                       \
  "    3/2*(pos(mises(s) + A_p)/K)^3/mises(s)*s\n"

static const char *const given[] = {BY_BLOCK, BY_ENTRIES};

static void expect_equal(const double *u, const double *v, int count,
                         const char *what) {
  double most = 0;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(v[i]));
  for (int i = 0; i < count; i++)
    ck_assert_msg(fabs(u[i] - v[i]) <= 1e-12 * most,
                  "%s, output %d: %.17g instead of %.17g", what, i, u[i],
                  v[i]);
}

/* A potential that reads the state gives the same rates, and derivatives. */
START_TEST(as_by_a_potential) {
  built a = law_open(&(request){.material = given[_i], .energies = true});
  built b =
      law_open(&(request){.material = BY_POTENTIAL, .energies = true});
  uint64_t seed = 5;
  ck_assert(!a.law->strict);
  ck_assert(am_law_has_given(a.law));
  ck_assert(!am_law_has_potential(a.law));
  ck_assert(!am_law_has_given(b.law));
  ck_assert_ptr_null(a.report->first);
  for (int n = 0; n < 50; n++) {
    at x = random_state(&b, &seed);
    for (int f = 0; f < AM_FUNCTIONS; f++) {
      const double *u = law_values(&a, (am_function)f, x);
      const double *v = law_values(&b, (am_function)f, x);
      ck_assert_int_eq(a.counts[f], b.counts[f]);
      expect_equal(u, v, a.counts[f], am_law_functions[f].name);
    }
  }
  law_close(&a);
  law_close(&b);
}
END_TEST

/* The name `stress` gives the same bits as the written formula. */
START_TEST(the_stress_by_name) {
  static const char *const laws[] = {
      "material: m\nparameters: {k: 3}\ninternal: {x: symmetric}\n"
      "free_energy: k*inner(eps - x, eps - x)*(1 + tr(eps)^2)\n"
      "force_potential: |\n"
      "  q = norm(stress)\n  A_x:A_x*q\n",
      "material: m\nparameters: {k: 3}\ninternal: {x: symmetric}\n"
      "free_energy: k*inner(eps - x, eps - x)*(1 + tr(eps)^2)\n"
      "force_potential: |\n"
      "  stress = 2*k*(eps - x)*(1 + tr(eps)^2) + "
      "2*k*inner(eps - x, eps - x)*tr(eps)*I\n"
      "  q = norm(stress)\n  A_x:A_x*q\n"};
  built a = law_of(laws[0]), b = law_of(laws[1]);
  uint64_t seed = 8;
  for (int n = 0; n < 20; n++) {
    at x = random_state(&a, &seed);
    expect_equal(law_values(&a, AM_FUNCTION_RATE, x),
                 law_values(&b, AM_FUNCTION_RATE, x), a.law->nx, "rate");
  }
  ck_assert(!a.law->strict);
  law_close(&a);
  law_close(&b);
}
END_TEST

/* Potential and rates together; a deviatoric rate is projected; a parameter
 * named stress hides the stress. */
START_TEST(beside_a_potential) {
  built b = law_of("material: m\nparameters: {stress: 2}\n"
                   "internal: {d: scalar, x: deviatoric, y: scalar}\n"
                   "free_energy: inner(eps - x, eps - x)*(1 - d) + y^2/2\n"
                   "force_potential: A_y^2 + A_d\n"
                   "rates: {x: stress*eps + rate_y*I, d: rate_y + 3*rate_d0}\n"
                   "definitions: rate_d0 = 5\n");
  uint64_t seed = 8;
  ck_assert_str_eq(first_message(b.arena, b.report), "");
  ck_assert(am_law_has_given(b.law) && am_law_has_potential(b.law));
  for (int n = 0; n < 20; n++) {
    at x = random_state(&b, &seed);
    const double *rate = law_values(&b, AM_FUNCTION_RATE, x);
    const am_variable *v = law_variable(&b, "x");
    double y = x.state[law_variable(&b, "y")->offset];
    ck_assert_double_eq(rate[law_variable(&b, "y")->offset], -2 * y);
    ck_assert_double_eq(rate[law_variable(&b, "d")->offset], -2 * y + 15);
    for (int c = 0; c < 5; c++)
      ck_assert_double_eq(rate[v->offset + c], 2 * x.eps[1 + c]);
  }
  law_close(&b);
}
END_TEST

/* In a material with its own axes, eps, x, stress and the resulting rates are
 * components on these axes. */
START_TEST(on_turned_axes) {
  static const char law[] =
      "material: m\ninternal: {x: deviatoric, y: symmetric}\n"
      "free_energy: |\n"
      "  3*inner(eps - x, eps - x) + eps[xx]*y[xy] + inner(y, y)\n"
      "rates:\n"
      "  x: tensor(stress[xx], eps[xy], 0, A_x[yz], 0, x[xz])\n"
      "  y: tensor(rate_x[yz], 0, 0, y[xx], 0, stress[xz])\n";
  double turn[6][6];
  built a = law_of(law), b = {.arena = test_arena()};
  am_rotation((const double[]){0.3, 0.7, -0.4}, false, turn);
  b.report = am_report_new(b.arena);
  b.material = a.material;
  ck_assert_int_eq(am_law_new(b.arena, b.report, b.material,
                               &(am_law_choice){.turn = turn}, &b.law),
                   AM_OK);
  uint64_t seed = 3;
  for (int n = 0; n < 20; n++) {
    at x = random_state(&a, &seed), back = x;
    double eps[6] = {0}, state[11] = {0}, rate[11] = {0};
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) {
        eps[i] += turn[j][i] * x.eps[j];
        state[5 + i] += turn[j][i] * x.state[5 + j];
        if (i && j) state[i - 1] += turn[j][i] * x.state[j - 1];
      }
    back.eps = eps;
    back.state = state;
    const double *own = law_values(&a, AM_FUNCTION_RATE, back);
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 6; j++) {
        rate[5 + i] += turn[i][j] * own[5 + j];
        if (i && j) rate[i - 1] += turn[i][j] * own[j - 1];
      }
    expect_equal(law_values(&b, AM_FUNCTION_RATE, x), rate, 11, "rate");
  }
  law_close(&a);
  law_close(&b);
}
END_TEST

/* Partials give the first derivatives of the free energy, from which the rates
 * follow. */
START_TEST(with_partials) {
  static const char law[] =
      "material: m\nparameters: {k: 3, c: 1}\ninternal: {x: deviatoric}\n"
      "free_energy: k*inner(eps - x, eps - x)\n"
      "rates:\n  x: c*stress + A_x\n"
      "partials:\n  stress: 2*k*(eps - x)\n  A_x: 2*k*(eps - x)\n";
  built a = law_of(law);
  built b = law_open(&(request){.material = law,
                                .strategy = AM_STRATEGY_SEMI_AUTOMATIC});
  uint64_t seed = 3;
  for (int n = 0; n < 20; n++) {
    at x = random_state(&a, &seed);
    expect_equal(law_values(&b, AM_FUNCTION_GRADIENT, x),
                 law_values(&a, AM_FUNCTION_GRADIENT, x),
                 a.counts[AM_FUNCTION_GRADIENT], "gradient");
  }
  law_close(&a);
  law_close(&b);
}
END_TEST

#define BAD                                                          \
  "material: m\ninternal: {x: deviatoric, y: scalar, z: {type: "     \
  "scalar, count: 2}}\nfree_energy: inner(eps, eps)\n"

#define PSI "force_potential: A_y + A_z[1] + A_z[2] + inner(A_x, A_x)\n"

static const struct {
  const char *text, *message;
} bad[] = {
    {"rates: {x: A_x, y: 1}\n",
     "4:1: the rate of 'z' is missing: give it under 'rates', or give a "
     "force_potential"},
    {"rates: |\n  rate_x = A_x\n  rate_y = 1\n",
     "4:1: the rate of 'z' is missing: give it under 'rates', or give a "
     "force_potential"},
    {PSI "rates: {w: 1}\n",
     "5:9: there is no internal variable 'w'"},
    {PSI "rates: {x: 1}\n",
     "5:9: the rate 'x' must be a symmetric tensor, found a scalar"},
    {PSI "rates: {z: 1}\n",
     "5:9: 'z' is a list: expected z[i in 1 .. 2]"},
    {PSI "rates: {\"z[i in 1 .. 3]\": 1}\n",
     "5:9: the rate 'z' runs from 1 to 3, but there are 2 members"},
    {PSI "rates: {\"z[eps in 1 .. 2]\": 1}\n",
     "5:11: 'eps' is already the strain"},
    {PSI "rates: {\"z[i in 1 .. 1]\": 1}\n",
     "5:8: the rate of 'z[2]' is missing"},
    {PSI "rates:\n  x: rate_z[1]*A_x\n  z[i in 1 .. 2]: i\n",
     "6:6: unknown name 'rate_z' (did you mean 'rate_y'?)"},
    {PSI "rates: |\n  rate_y = 1\n  rate_y = 2\n",
     "7:3: duplicate rate 'rate_y'"},
    {PSI "rates: {y: rate_y}\n",
     "5:12: unknown name 'rate_y' (did you mean 'rate_x'?)"},
    {PSI "rates: [1]\n",
     "5:8: expected rates to be a mapping, found a list"},
    {PSI "rates: {y: 1}\npartials: {stress: 2*eps, A_y: 0, "
     "rate_y: 1}\n",
     "6:35: the rate of 'y' is given by 'rates': it has no partial"},
    {"force_potential: tr(stress)*A_y + stres\n",
     "4:35: unknown name 'stres' (did you mean 'stress'?)"},
};

START_TEST(messages) {
  built b = {.arena = test_arena()};
  const char *text = am_format(b.arena, "%s%s", BAD, bad[_i].text);
  law_refused(&(request){.material = text}, bad[_i].message);
  am_arena_free(b.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("given");
  tcase_add_loop_test(tcase, as_by_a_potential, 0, 2);
  tcase_add_test(tcase, the_stress_by_name);
  tcase_add_test(tcase, beside_a_potential);
  tcase_add_test(tcase, on_turned_axes);
  tcase_add_test(tcase, with_partials);
  tcase_add_loop_test(tcase, messages, 0, sizeof bad / sizeof *bad);
  return test_run("material/given", &tcase, 1);
}
