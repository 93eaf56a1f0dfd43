/* Functions derived from the potentials: stress, forces, rates, and the
 * division into solved variables and quadratures. test_derivatives.c tests
 * derivatives. */
#include "base/basis.h"
#include "tests/graph_tools.h"
#include "tests/core/law/laws.h"

/* ---- numbers ------------------------------------------------------------ */

/* The elasto-viscoplastic law by hand, in coordinates: deviators are
 * coordinates 1 … 5. */
START_TEST(stress_and_rates) {
  request r = {.material = "michel-suquet", .energies = true};
  built b = law_open(&r);
  const double mu = 55e3 / 2.66, bulk = 55e3 / (3 * 0.34);
  uint64_t seed = 1;
  for (int n = 0; n < 100; n++) {
    at x = random_state(&b, &seed);
    const double *sig = law_values(&b, AM_FUNCTION_STRESS, x);
    const double *f = law_values(&b, AM_FUNCTION_RATE, x);
    double A[6], square = 0, work = 0;
    for (int i = 1; i < 6; i++) {
      A[i] = 2 * mu * (x.eps[i] - x.state[i - 1]) - 1200 * x.state[i - 1];
      square += A[i] * A[i];
    }
    double J = sqrt(1.5 * square), rate = pow(fmax(J - 25, 0) / 130, 3.6);
    ck_assert_close(sig[0], 3 * bulk * x.eps[0], 1e-13, 0);
    for (int i = 1; i < 6; i++) {
      ck_assert_close(sig[i], 2 * mu * (x.eps[i] - x.state[i - 1]), 1e-12, 0);
      ck_assert_close(f[i - 1], 1.5 * rate * A[i] / J, 1e-12, 1e-300);
    }
    for (int i = 0; i < 6; i++) work += sig[i] * x.rate[i];
    ck_assert_close(f[5], rate, 1e-12, 1e-300);
    ck_assert_close(f[6], rate * (J - 25), 1e-12, 1e-300);
    ck_assert_close(f[7], work, 1e-12, 1e-12);
  }
  law_close(&b);
}
END_TEST

/* G with d omega = G : d eps: the shear entries share a derivative. */
START_TEST(shear_derivatives) {
  built b = law_of("material: m\nparameters: {c: 6}\n"
                   "free_energy: c*eps[xy]^2 + 5*eps[xx]*eps[yz]\n");
  double eps[6], t[6];
  am_basis_from_tensor((double[6]){0.1, 0, 0, 0.2, 0, 0.5}, eps);
  am_basis_to_tensor(
      law_values(&b, AM_FUNCTION_STRESS, (at){.eps = eps}), t);
  ck_assert_close(t[0], 5 * 0.2, 1e-14, 0);
  ck_assert_close(t[5], 6 * 0.5, 1e-14, 0);
  ck_assert_close(t[3], 5 * 0.1 / 2, 1e-14, 0);
  ck_assert_close(t[1], 0, 0, 1e-15);
  law_close(&b);
}
END_TEST

/* ---- the virgin state --------------------------------------------------- */

/* Every derivative that a scheme uses is finite at rest. */
START_TEST(finite_at_rest) {
  FOR_MATERIALS(name) {
    built b = law_open(&(request){.material = name, .energies = true});
    uint64_t seed = 4;
    for (int function = 0; function < AM_FUNCTIONS; function++)
      for (int i = 0; i < 2; i++) {
        at x = random_state(&b, &seed);
        x.eps = x.rate = NULL;
        x.state = b.law->initial;
        if (!i) x.direction = x.along = NULL;
        const double *v = law_values(&b, (am_function)function, x);
        for (int n = 0; n < b.counts[function]; n++)
          ck_assert_msg(isfinite(v[n]), "%s: output %d of function %d", name,
                        n, function);
      }
    law_close(&b);
  }
}
END_TEST

/* Exponent n + 1 of a norm that is zero: true derivatives where they exist,
 * 0 where they do not. */
START_TEST(power_laws_at_rest) {
  const double mu = 150e3 / 2.6;
  const struct {
    const char *parameters;
    double slope; /* of the rate over the deviator */
  } rows[] = {{"{n: 1, K: 100, epsdot_0: 4}", 1.5 * 4 / 100. * 2 * mu},
              {"{n: 1.5}", 0},
              {"{n: 2}", 0},
              {"{n: 3}", 0},
              {"{n: 8.2}", 0}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    built b = law_open(&(request){.material = "norton",
                                  .parameters = rows[r].parameters});
    const double *g = law_values(&b, AM_FUNCTION_GRADIENT, (at){0}) + 5;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++)
        ck_assert_close(g[5 * i + j], i == j ? -rows[r].slope : 0, 1e-14, 0);
      for (int j = 0; j < 6; j++)
        ck_assert_close(g[25 + 6 * i + j], i + 1 == j ? rows[r].slope : 0,
                        1e-14, 0);
    }
    law_close(&b);
  }
}
END_TEST

/* ---- structure ---------------------------------------------------------- */

static const struct {
  const char *material, *variable;
  bool solved, drives;
} splits[] = {
    {"michel-suquet", "eps_vp", true, true},
    {"michel-suquet", "alpha", false, false},
    {"perzyna", "alpha", true, true},
    {"norton", "eps_p", true, true},
    /* q depends on p but no rate depends on q; only an unused variable depends
     * on r */
    {"material: m\n"
     "internal: {q: scalar, r: scalar, p: scalar}\n"
     "free_energy: (eps[xx] - p)^2 + inner(eps, eps) + r^2\n"
     "force_potential: A_p^2 + A_q*A_p^2 + A_r^2/2\n",
     "q", false, false},
    {"material: m\n"
     "internal: {q: scalar, r: scalar, p: scalar}\n"
     "free_energy: (eps[xx] - p)^2 + inner(eps, eps) + r^2\n"
     "force_potential: A_p^2 + A_q*A_p^2 + A_r^2/2\n",
     "r", true, false},
};

START_TEST(solved_variables_come_first) {
  built b = law_of(splits[_i].material);
  const am_variable *v = law_variable(&b, splits[_i].variable);
  ck_assert_int_eq(v->solved, splits[_i].solved);
  ck_assert_int_eq(v->drives_stress, splits[_i].drives);
  int offset = 0;
  for (int i = 0; i < b.law->count; i++) {
    ck_assert_int_eq(b.law->variables[i].offset, offset);
    ck_assert_int_eq(b.law->variables[i].solved, offset < b.law->ns);
    offset += b.law->variables[i].size;
  }
  ck_assert_int_eq(offset, b.law->na);
  law_close(&b);
}
END_TEST

START_TEST(lists_of_variables) {
  built b = law_of(
      "material: m\n"
      "parameters: {tau: [1, 2, 4], C: 10}\n"
      "internal:\n"
      "  a: {type: deviatoric, count: length(tau)}\n"
      "  s: {type: symmetric, count: 1}\n"
      "  p: {type: scalar, count: 2*length(tau) - 4, initial: C/5}\n"
      "free_energy: |\n"
      "  C*inner(eps, eps) + sum(i, 1, 3, tau[i]*inner(eps - a[i], eps - a[i]))"
      " + s[1] : eps + p[1]*p[2]\n"
      "force_potential: |\n"
      "  sum(i, 1, 3, inner(A_a[i], A_a[i])) + A_s[1] : A_s[1] + A_p[2]^2\n");
  const char *names[] = {"a[1]", "a[2]", "a[3]", "s[1]", "p[1]", "p[2]"};
  const int sizes[] = {5, 5, 5, 6, 1, 1};
  ck_assert_int_eq(b.law->count, 6);
  ck_assert_int_eq(b.law->na, 23);
  for (int i = 0; i < 6; i++) {
    const am_variable *v = law_variable(&b, names[i]);
    ck_assert_int_eq(v->size, sizes[i]);
    ck_assert_int_eq(v->member, names[i][2] - '0');
    if (names[i][0] == 'p')
      ck_assert_double_eq(b.law->initial[v->offset], 2);
  }
  double eps[6] = {0, 0.1, 0, 0, 0, 0}, state[23] = {0};
  state[law_variable(&b, "a[2]")->offset] = 0.3;
  const double *sig =
      law_values(&b, AM_FUNCTION_STRESS, (at){.eps = eps, .state = state});
  ck_assert_close(sig[1], 2 * (10 * 0.1 + 0.1 - 2 * 0.2 + 4 * 0.1), 1e-14, 0);
  law_close(&b);
}
END_TEST

START_TEST(strictness) {
  const struct {
    const char *potential;
    bool strict;
  } rows[] = {{"A_a^2/2", true},
              {"(1 + a^2)*A_a^2/2", false},
              {"A_a^2/2 + eps[xx]^2*A_a", false},
              {"A_a^2/2 + (a - a)*A_a", true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_arena *arena = test_arena();
    built b = law_of(am_format(arena,
                               "material: m\ninternal: {a: scalar}\n"
                               "free_energy: inner(eps, eps) + a^2\n"
                               "force_potential: %s\n",
                               rows[i].potential));
    ck_assert_int_eq(b.law->strict, rows[i].strict);
    law_close(&b);
    am_arena_free(arena);
  }
}
END_TEST

/* If Psi depends on the state, its derivative by A is taken at fixed state, and
 * then A is replaced by the force of this state. */
START_TEST(state_dependent_potentials) {
  built b = law_of(
      "material: m\n"
      "internal: {a: scalar}\n"
      "free_energy: inner(eps, eps) + 3/2*(eps[xx] - a)^2\n"
      "force_potential: (2 + a^2 + eps[yy])*A_a^2/2\n");
  double eps[6], a = 0.5;
  am_basis_from_tensor((double[6]){0.7, 0.1, 0, 0, 0, 0}, eps);
  at x = {.eps = eps, .state = &a};
  const double *g = law_values(&b, AM_FUNCTION_GRADIENT, x);
  ck_assert_close(g[0], (2 + 0.25 + 0.1) * 3 * 0.2, 1e-14, 0);
  ck_assert_close(g[1], 2 * 0.5 * 3 * 0.2 - (2 + 0.25 + 0.1) * 3, 1e-14, 0);
  law_close(&b);
}
END_TEST

/* Potentials read the stress by its name as if it were written out. */
/* A list of yield functions equals the same functions written one by one. */
START_TEST(lists_of_surfaces) {
#define LISTED                                                              \
  "material: m\nparameters:\n"                                              \
  "  n: {kind: vector, value: [[1, 0, 0], [0, 1, 0], [1, 1, 0]]}\n"         \
  "internal: {x: symmetric, q: scalar}\n"                                   \
  "free_energy: inner(eps - x, eps - x) + q^2\nelastic_domain:\n"
  built list = law_of(LISTED "  \"y[k in 1 .. length(n)]\": k*inner(dyad(n[k]),"
                             " A_x) - 3 + A_q\n  z: tr(A_x) - 2\n");
  built each = law_of(LISTED "  a: inner(dyad(n[1]), A_x) - 3 + A_q\n"
                             "  b: 2*inner(dyad(n[2]), A_x) - 3 + A_q\n"
                             "  c: 3*inner(dyad(n[3]), A_x) - 3 + A_q\n"
                             "  z: tr(A_x) - 2\n");
  const char *const names[] = {"y[1]", "y[2]", "y[3]", "z"};
  ck_assert_int_eq(list.law->nd, 4);
  for (int k = 0; k < 4; k++)
    ck_assert_str_eq(list.law->surfaces[k].name, names[k]);
  const double eps[6] = {1, 2, -1, 0.5, 0.25, -0.5};
  double state[11];
  for (int i = 0; i < list.law->na; i++) state[i] = 0.1 * i;
  const at x = {.eps = eps, .state = state};
  const double *found = law_values(&list, AM_FUNCTION_RATE, x);
  const double *expected = law_values(&each, AM_FUNCTION_RATE, x);
  ck_assert_int_eq(list.law->nx, each.law->nx);
  for (int i = 0; i < list.law->nx; i++)
    ck_assert_double_eq(found[i], expected[i]);
  ck_assert_double_ne(found[am_multiplier_at(list.law, 2)], -3);
  law_close(&list);
  law_close(&each);
}
END_TEST

START_TEST(stress_by_name) {
  static const char *const text =
      "material: m\ninternal: {x: deviatoric}\n"
      "free_energy: 60*tr(eps - x)^2 + 40*inner(eps - x, eps - x)\n"
      "force_potential: |\n  s = %s\n"
      "  (1 + inner(s, s)/50 + tr(s)*eps[xx])*inner(A_x, A_x)/2\n"
      "elastic_domain: {f: mises(A_x) + 0.1*tr(%s) - 1}\n";
  static const char *const written = "(120*tr(eps - x)*I + 80*(eps - x))";
  am_arena *arena = test_arena();
  built named = law_of(am_format(arena, text, "stress", "stress"));
  built full = law_of(am_format(arena, text, written, written));
  uint64_t seed = 3;
  double eps[6], state[6] = {0};
  for (int n = 0; n < 20; n++) {
    for (int i = 0; i < 6; i++) eps[i] = random_in(&seed, -1, 1);
    for (int i = 0; i < 6; i++) state[i] = random_in(&seed, -1, 1);
    const at x = {.eps = eps, .state = state};
    const double *a = law_values(&named, AM_FUNCTION_GRADIENT, x);
    const double *b = law_values(&full, AM_FUNCTION_GRADIENT, x);
    ck_assert_int_eq(named.counts[AM_FUNCTION_GRADIENT], 6 + 36 + 36);
    for (int i = 0; i < named.counts[AM_FUNCTION_GRADIENT]; i++)
      ck_assert_close(a[i], b[i], 1e-12, 1e-9);
  }
  ck_assert(!named.law->strict);
  law_close(&named);
  law_close(&full);
}
END_TEST

START_TEST(stress_scales) {
  built b = law_of("linear-elastic");
  double mu = 300e3 / 2.5;
  ck_assert_close(b.law->stress_scale, 2 * mu, 1e-14, 0);
  ck_assert_int_eq(b.law->na, 0);
  ck_assert_int_eq(b.law->nx, 0);
  law_close(&b);
  /* at the initial state, not at zero */
  b = law_of("material: m\ninternal: {a: {type: scalar, initial: 2}}\n"
             "free_energy: a^3*inner(eps, eps)/2\nforce_potential: A_a^2\n");
  ck_assert_close(b.law->stress_scale, 8, 1e-14, 0);
  law_close(&b);
}
END_TEST

START_TEST(warnings) {
  built b = law_of("material: m\n"
                   "internal: {x: deviatoric, c: scalar}\n"
                   "free_energy: inner(eps - x, eps - x)*(1 + c)\n"
                   "force_potential: |\n  y = tr(A_x)\n"
                   "  inner(A_x, A_x) + y^2\n");
  const am_message *m = b.report->first;
  ck_assert_ptr_nonnull(m);
  ck_assert_str_eq(first_message(b.arena, b.report),
                   "5:7: this trace is always zero, because the variable is "
                   "deviatoric");
  ck_assert_int_eq(m->severity, AM_SEVERITY_WARNING);
  ck_assert_str_eq(m->next->text,
                   "internal variable 'c' is constant: the force potential "
                   "does not depend on A_c");
  ck_assert_ptr_null(m->next->next);
  law_close(&b);
  /* the trace of a symmetric tensor may be intended */
  b = law_of("material: m\ninternal: {x: symmetric}\n"
             "free_energy: inner(eps - x, eps - x)\n"
             "force_potential: tr(A_x)^2 + inner(A_x, A_x)\n");
  ck_assert_ptr_null(b.report->first);
  law_close(&b);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
    {"material: m\nfree_energy: eps\n",
     "2:14: the free energy must be a scalar, found a symmetric tensor"},
    {"material: m\nfree_energy: inner(eps, eps) + k\n",
     "2:32: unknown name 'k'"},
    {"material: m\ninternal: {a: scalar}\nfree_energy: inner(eps, eps) + A_a\n"
     "force_potential: A_a^2\n",
     "3:32: 'A_a' (a driving force) is not available here"},
    {"material: m\ninternal: {a: symmetric}\nfree_energy: inner(eps, eps)\n"
     "force_potential: A_a\n",
     "4:18: the force potential must be a scalar, found a symmetric tensor"},
    {"material: m\nparameters: {z: 0}\ndefinitions: c = 1/z\n"
     "free_energy: inner(eps, eps)\n",
     "3:14: definition 'c' is not finite for these parameters"},
    {"material: m\ndefinitions: c = eps[xx]\nfree_energy: inner(eps, eps)\n",
     "2:18: 'eps' (the strain) is not available here"},
    {"material: m\nparameters: {s: 1}\nrequires: [{that: s > 1, because: "
     "it must}]\nfree_energy: inner(eps, eps)\n",
     "3:19: these parameters violate the requirement 's > 1': it must"},
    {"material: m\nparameters: {s: 1}\nrequires: [{that: s}]\n"
     "free_energy: inner(eps, eps)\n",
     "3:19: a requirement must be a condition, found a scalar"},
    {"material: m\nrequires: [{because: x}]\nfree_energy: inner(eps, eps)\n",
     "2:12: 'that' is missing in a requirement"},
    {"material: m\ninternal: {a: {type: scalar, count: 0}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: 0\n",
     "2:37: variable 'a' has count 0, expected 1 to 10000"},
    {"material: m\ninternal: {a: {type: scalar, count: 1.5}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: 0\n",
     "2:37: an index must be an integer, found 1.5"},
    {"material: m\ninternal: {a: {type: deviatoric, initial: I}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: inner(A_a, A_a)\n",
     "2:43: the initial value of 'a' is not trace-free"},
    {"material: m\ninternal: {a: {type: scalar, initial: I}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: A_a\n",
     "2:39: the initial value of 'a' must be a scalar, found a symmetric "
     "tensor"},
    {"material: m\nparameters: {z: 0}\n"
     "internal: {a: {type: scalar, initial: log(z)}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: A_a\n",
     "3:39: an initial value is not finite for these parameters"},
    {LISTED "  y: 1e-150*(tr(A_x) + A_q - 1)\n",
     "7:12: yield function 'y' is -1e-150 at zero forces, expected a magnitude "
     "from 1e-140 to 1e140: multiply it by a constant, or take a root of it"},
    {LISTED "  y: tr(A_x)^20 + A_q - 1e8^20\n",
     "7:23: yield function 'y' is -1e+160 at zero forces, expected a magnitude "
     "from 1e-140 to 1e140: multiply it by a constant, or take a root of it"},
    {LISTED "  y[i in 2 .. 3]: tr(A_x) - i\n",
     "7:3: the list 'y' runs from 2 to 3, expected 1 to at most 1000"},
    {LISTED "  y[A_q in 1 .. 2]: tr(A_x) - A_q\n",
     "7:5: 'A_q' is already a driving force"},
    {LISTED "  y[i in 1 .. 2]: tr(A_x) - i\n  y: tr(A_x) - 1\n",
     "8:3: there is already a yield function 'y'"},
};

START_TEST(laws_that_are_refused) {
  law_refused(&(request){.material = bad[_i].text}, bad[_i].message);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("law");
  tcase_add_test(tcase, stress_and_rates);
  tcase_add_test(tcase, shear_derivatives);
  tcase_add_test(tcase, finite_at_rest);
  tcase_add_test(tcase, power_laws_at_rest);
  tcase_add_loop_test(tcase, solved_variables_come_first, 0,
                      sizeof splits / sizeof *splits);
  tcase_add_test(tcase, lists_of_variables);
  tcase_add_test(tcase, lists_of_surfaces);
  tcase_add_test(tcase, stress_by_name);
  tcase_add_test(tcase, strictness);
  tcase_add_test(tcase, state_dependent_potentials);
  tcase_add_test(tcase, stress_scales);
  tcase_add_test(tcase, warnings);
  tcase_add_loop_test(tcase, laws_that_are_refused, 0,
                      sizeof bad / sizeof *bad);
  return test_run("law", &tcase, 1);
}
