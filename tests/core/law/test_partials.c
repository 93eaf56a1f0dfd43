/* covers: file_formulas.c
 *
 * Hand-derived first derivatives: as a mapping or one block, complete, of the
 * correct types, and equal to automatic derivatives. */
#include "tests/graph_tools.h"
#include "tests/core/law/laws.h"

static const am_strategy semi = AM_STRATEGY_SEMI_AUTOMATIC;

/* A law with a scalar, a deviatoric variable and a list. */
#define LAW                                                               \
  "material: m\n"                                                         \
  "parameters: {c: [3, 5]}\n"                                             \
  "internal: {p: scalar, e: deviatoric, "                                 \
  "a: {type: deviatoric, count: length(c)}}\n"                            \
  "free_energy: |\n"                                                      \
  "  7*inner(eps - e, eps - e) + p^2*(1 + inner(e, e)) + "                \
  "sum(i, 1, length(c), c[i]*inner(a[i], a[i]))\n"                        \
  "force_potential: |\n"                                                  \
  "  s = A_e + A_a[1] + A_a[2]\n"                                         \
  "  inner(s, s) + A_p^4 + (1 + p^2)*A_p^2\n"

/* Results for deviatoric variables are projected, so that dev may be
 * omitted. */
#define MAPPING                                                           \
  "partials:\n"                                                           \
  "  stress: 14*(eps - e)\n"                                              \
  "  A_e: |\n    14*(eps - e) - 2*p^2*e\n"                                \
  "  A_p: -2*p*(1 + inner(e, e))\n"                                       \
  "  A_a[i in 1 .. length(c)]: -2*c[i]*a[i]\n"                            \
  "  rate_e: |\n    s = A_e + A_a[1] + A_a[2]\n    2*s\n"                 \
  "  rate_a[k in 1 .. 2]: 2*(A_e + A_a[1] + A_a[2])\n"                    \
  "  rate_p: 4*A_p^3 + 2*(1 + p^2)*A_p\n"

#define ONE_BLOCK                                                         \
  "partials: |\n"                                                         \
  "  d = eps - e\n"                                                       \
  "  stress = 14*d\n"                                                     \
  "  A_e = 14*d - 2*p^2*e\n"                                              \
  "  A_p = -2*p*(1 + inner(e, e))\n"                                      \
  "  A_a[i in 1 .. length(c)] = -2*c[i]*a[i]\n"                           \
  "  s = 2*(A_e + A_a[1] + A_a[2])\n"                                     \
  "  rate_e = s\n"                                                        \
  "  rate_a[k in 1 .. 2] = s\n"                                           \
  "  rate_p = 4*A_p^3 + 2*(1 + p^2)*A_p\n"

static void compare(const char *material, const char *parameters) {
  built a = law_open(&(request){.material = material, .energies = true,
                                .parameters = parameters});
  built b = law_open(&(request){.material = material, .strategy = semi,
                                .parameters = parameters, .energies = true});
  uint64_t seed = 6;
  ck_assert_int_eq(a.law->ns, b.law->ns);
  for (int n = 0; n < 50; n++) {
    double eps[6], rate[6], state[100], direction[700], along[106];
    for (int i = 0; i < 6; i++) eps[i] = random_in(&seed, -2e-3, 2e-3);
    for (int i = 0; i < 6; i++) rate[i] = random_in(&seed, -1, 1);
    for (int i = 0; i < 100; i++) state[i] = random_in(&seed, -1e-3, 1e-3);
    for (int i = 0; i < 700; i++) direction[i] = random_in(&seed, -1, 1);
    for (int i = 0; i < 106; i++) along[i] = random_in(&seed, -1, 1);
    at x = {.eps = eps, .state = state, .rate = rate,
            .direction = direction, .along = along, .theta = {0.7}};
    for (int f = 0; f < AM_FUNCTIONS; f++) {
      const double *u = law_values(&a, (am_function)f, x);
      const double *v = law_values(&b, (am_function)f, x);
      double most = 0;
      ck_assert_int_eq(a.counts[f], b.counts[f]);
      for (int i = 0; i < a.counts[f]; i++) most = fmax(most, fabs(u[i]));
      for (int i = 0; i < a.counts[f]; i++)
        ck_assert_msg(fabs(u[i] - v[i]) <= 1e-12 * most,
                      "%s, function %d, output %d: %.17g by differentiation, "
                      "%.17g by hand",
                      a.material->name, f, i, u[i], v[i]);
    }
  }
  law_close(&a);
  law_close(&b);
}

START_TEST(a_mapping) { compare(LAW MAPPING, NULL); }
END_TEST

START_TEST(one_block) { compare(LAW ONE_BLOCK, NULL); }
END_TEST

/* Also with other parameters, so that a missing parameter is detected. */
START_TEST(installed_materials) {
  size_t count;
  am_arena *arena = test_arena();
  const char *const *names = am_material_names(arena, &count);
  for (size_t i = 0; i < count; i++) {
    built b = law_of(names[i]);
    bool has = am_yaml_get(b.material->root, "partials") != NULL;
    law_close(&b);
    if (has) compare(names[i], NULL);
  }
  compare("michel-suquet", "{E: 70e3, nu: 0.2, sigma_Y: 3, H: 50, "
                           "epsdot_0: 0.1, sigma_d: 17, n: 2.3}");
  am_arena_free(arena);
}
END_TEST

#define SMALL                                                              \
  "material: m\n"                                                          \
  "internal: {p: scalar, a: {type: deviatoric, count: 2}}\n"               \
  "free_energy: inner(eps, eps) + p^2 + sum(i, 1, 2, inner(a[i], a[i]))\n" \
  "force_potential: A_p^2 + sum(i, 1, 2, inner(A_a[i], A_a[i]))\n"
#define GOOD \
  "  A_p: -2*p\n  rate_p: 2*A_p\n  rate_a[i in 1 .. 2]: 2*A_a[i]\n"

static const struct {
  const char *text, *message;
} bad[] = {
    {SMALL,
     "0:0: strategy semi-automatic needs the key 'partials', which material "
     "'m' does not have"},
    {SMALL "partials:\n  stress: 2*eps\n" GOOD,
     "6:3: incomplete partials: expected stress, and A_x and rate_x of every "
     "internal variable x"},
    {SMALL "partials:\n  stress: 2*eps\n  A_a[i in 1 .. 1]: -2*a[i]\n" GOOD,
     "6:3: incomplete partials: expected stress, and A_x and rate_x of every "
     "internal variable x"},
    {SMALL "partials:\n  stress: tr(eps)\n  A_a[i in 1 .. 2]: -2*a[i]\n" GOOD,
     "6:3: the partial 'stress' must be a symmetric tensor, found a scalar"},
    {SMALL "partials:\n  stress: 2*eps\n  A_a: -2*a[1]\n" GOOD,
     "7:3: 'A_a' is a list: expected A_a[i in 1 .. 2]"},
    {SMALL "partials:\n  stress: 2*eps\n  A_a[i in 1 .. 3]: -2*a[1]\n" GOOD,
     "7:3: the partial 'A_a' runs from 1 to 3, but there are 2 members"},
    {SMALL "partials:\n  stress: 2*eps\n  A_b: 0\n" GOOD,
     "7:3: unknown partial 'A_b': expected stress, or A_x or rate_x of an "
     "internal variable x"},
    {SMALL "partials: |\n  stress = 2*eps\n  A_p = -2*p\n"
           "  A_a[i in 1 .. 2] = -2*a[i]\n  A_a[i in 1 .. 1] = -2*a[i]\n",
     "9:3: duplicate partial 'A_a'"},
    {SMALL "partials:\n  stress: 2*eps\n  A_a[i in 1 .. 2]: -2*a[i]\n"
           "  A_p: A_p\n  rate_p: 2*A_p\n  rate_a[i in 1 .. 2]: 2*A_a[i]\n",
     "6:3: the partials stress and A_x may not depend on driving forces"},
};

START_TEST(partials_that_are_refused) {
  law_refused(&(request){.material = bad[_i].text, .strategy = semi},
              bad[_i].message);
}
END_TEST

/* Partials are checked with every strategy. */
START_TEST(unused_partials_are_checked_too) {
  request r = {.material = bad[_i].text, .strategy = AM_STRATEGY_AUTOMATIC};
  if (strstr(r.material, "partials:")) {
    law_refused(&r, bad[_i].message);
  } else {
    built b = law_open(&r);
    law_close(&b);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("partials");
  tcase_add_test(tcase, a_mapping);
  tcase_add_test(tcase, one_block);
  tcase_add_test(tcase, installed_materials);
  tcase_add_loop_test(tcase, partials_that_are_refused, 0,
                      sizeof bad / sizeof *bad);
  tcase_add_loop_test(tcase, unused_partials_are_checked_too, 0,
                      sizeof bad / sizeof *bad);
  return test_run("partials", &tcase, 1);
}
