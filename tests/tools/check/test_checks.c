/* covers: findings */
/* Results of checks for correct laws, and messages for others. */
#include "check/check.h"
#include "tests/tools/check/subjects.h"

/* Checks of states; other files test checks of loading steps. */
static const am_check *const checks[] = {
    &am_check_class,    &am_check_virgin,      &am_check_gradient,
    &am_check_hessian,  &am_check_rate,        &am_check_convexity,
    &am_check_theorem1, &am_check_dissipation, &am_check_minimum,
    &am_check_symmetry};

enum { CHECKS = sizeof checks / sizeof *checks };

static void run_all(am_subject *s, const char *name) {
  for (int i = 0; i < CHECKS; i++) {
    size_t before = s->findings->count;
    ck_assert_int_eq(checks[i]->run(s), AM_OK);
    ck_assert_msg(s->findings->count > before, "%s: %s found nothing", name,
                  checks[i]->name);
  }
}

static void assert_good(const am_subject *s, const char *name) {
  const am_finding *bad = first_failure(s);
  ck_assert_msg(!bad, "%s: %s", name,
                bad ? finding_text(s->arena, bad) : "");
}

enum { MOST_LAWS = 60 };

START_TEST(installed_laws_pass) {
  size_t count;
  const char *const *names = installed(&count);
  ck_assert_uint_le(count, MOST_LAWS);
  if ((size_t)_i >= count) return;
  const char *name = names[_i];
  for (int seed = 1; seed <= 3; seed++) {
    am_subject s = subject_of(name);
    s.seed = (uint64_t)seed;
    s.samples = 9;
    run_all(&s, name);
    assert_good(&s, name);
    am_arena_free(s.arena);
  }
}
END_TEST

/* Laws with unusual units, nonnegative accumulators, kinks, variables other
 * than strains, quadratic potentials, and potentials with a pole. */
static const char *const good[] = {
    "material: tiny-units\n"
    "parameters: {k: 1e-12, eta: 1e-20, Y: 1e-16}\n"
    "internal: {x: deviatoric}\n"
    "free_energy: k/2*inner(eps, eps) + k/2*inner(dev(eps) - x, dev(eps) - x)\n"
    "force_potential: pos(norm(A_x) - Y)^2/(2*eta)\n",
    "material: huge-units\n"
    "parameters: {k: 1e15, eta: 1e3, n: 5, Y: 1e10}\n"
    "internal: {x: deviatoric}\n"
    "free_energy: k/2*inner(eps, eps) + k/2*inner(dev(eps) - x, dev(eps) - x)\n"
    "force_potential: (norm(A_x)/Y)^(n + 1)/eta\n",
    "material: root-hardening\n"
    "parameters: {k: 1000, Y: 1, h: 10, eta: 50}\n"
    "internal: {x: deviatoric, p: scalar}\n"
    "free_energy: |\n"
    "  k/2*inner(eps - x, eps - x) + Y*p + h/1.5*p^1.5\n"
    "force_potential: pos(mises(A_x) + A_p)^2/(2*eta)\n",
    "material: stress-like-variable\n"
    "parameters: {k: 200e3, M: 5e3, Y: 30, eta: 800}\n"
    "internal: {x: deviatoric, R: scalar}\n"
    "free_energy: k/2*inner(eps - x, eps - x) + R^2/(2*M) + Y*R/M\n"
    "force_potential: pos(mises(A_x) + M*A_R)^2/(2*eta)\n",
    "material: tension-only\n"
    "parameters: {k: 1000}\n"
    "free_energy: |\n"
    "  k/2*pos(tr(eps))^2 + k*inner(dev(eps), dev(eps))\n",
    "material: one-strain\n"
    "parameters: {k: 100, eta: 5}\n"
    "internal: {x: scalar}\n"
    "free_energy: k/2*(tr(eps) - x)^2\n"
    "force_potential: abs(A_x)^3/eta\n",
    "material: accumulator\n"
    "parameters: {k: 100, eta: 5}\n"
    "internal: {x: symmetric, w: scalar}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "force_potential: inner(A_x, A_x)/(2*eta) + 0*A_w\n",
    "material: quadratures\n"
    "parameters: {k: 100, c: 0.3}\n"
    "internal: {w: scalar, v: symmetric}\n"
    "free_energy: k*inner(eps, eps)/2 + k/5*inner(v, v)\n"
    "force_potential: inner(A_v, A_v)/2 + A_w^2*c + inner(A_v, A_v)^2\n",
    "material: far-away\n"
    "parameters: {k: 100}\n"
    "internal: {v: symmetric}\n"
    "free_energy: k*inner(eps - v, eps - v)/2 + k*sqrt(1 + inner(v, v))\n"
    "force_potential: cosh(inner(A_v, A_v)) - 1\n",
    "material: given-rates\n" /* energetically kinematic, J by the stress */
    "parameters: {k: 200e3, h: 2e3, eta: 1e4, D: 30, M: 50}\n"
    "internal: {x: deviatoric, a: deviatoric, p: scalar}\n"
    "free_energy: k/2*inner(eps - x, eps - x) + h/2*inner(a, a)\n"
    "force_potential: inner(A_x + A_a, A_x + A_a)/(2*eta)\n"
    "rates:\n"
    "  p: norm(rate_x)*(1 + (norm(stress)/M)^2)\n"
    "  a: rate_x - D*inner(rate_x, rate_x)*eta/k*a\n",
    "material: steep\n"
    "parameters: {n: 200}\n"
    "internal: {x: deviatoric}\n"
    "free_energy: 1e5*inner(eps - x, eps - x)\n"
    "force_potential: 100/(n + 1)*(mises(A_x)/100)^(n + 1)\n",
    "material: exponential\n"
    "parameters: {k: 200e3, s: 100, eta: 1e4}\n"
    "internal: {x: deviatoric, p: scalar}\n"
    "free_energy: k/2*inner(eps - x, eps - x) + s*p\n"
    "force_potential: |\n"
    "  f = pos(mises(A_x) + A_p)/s\n"
    "  s*(exp(f) - 1 - f)/eta\n",
    "material: largest-principal-entry\n"
    "parameters: {k: 200e3, s: 100, eta: 1e4}\n"
    "internal: {x: deviatoric}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "force_potential: |\n"
    "  pos(max(abs(A_x[xx]), abs(A_x[yy]), abs(A_x[zz])) - s)^2/(2*eta)\n",
    "material: smooth-cone\n"
    "parameters: {K: 1000, G: 500, c: 1, a: 0.2, eta: 10}\n"
    "internal: {p: symmetric}\n"
    "free_energy: |\n"
    "  e = eps - p\n"
    "  K/2*tr(e)^2 + G*inner(dev(e), dev(e)) + 5*inner(p, p)\n"
    "force_potential: |\n"
    "  pos(sqrt(c^2/10 + mises(A_p)^2) + a*tr(A_p) - c)^2/(2*eta)\n",
    "material: pole\n"
    "parameters: {k: 100, eta: 5}\n"
    "internal: {d: {type: scalar, initial: 0.5}}\n"
    "free_energy: k/2*inner(eps, eps) + 1/d + 1/(1 - d)\n"
    "force_potential: A_d^2/(2*eta)\n",
};

START_TEST(good_laws_pass) {
  am_subject s = subject_of(good[_i]);
  s.samples = 12;
  run_all(&s, s.material->name);
  assert_good(&s, s.material->name);
  am_arena_free(s.arena);
}
END_TEST

static const char not_strict[] =
    "material: pressure-dependent\n"
    "parameters: {k: 1000, eta: 100, c: 200}\n"
    "internal: {x: deviatoric, p: scalar}\n"
    "free_energy: k/2*inner(eps - x, eps - x) + k/2*p^2\n"
    "force_potential: |\n"
    "  inner(A_x, A_x)/(2*eta)*exp(c*tr(eps)) + A_p^2/(2*eta)*(1 + p^2)\n";

/* A law that is not strict does not fail, and the lost properties are
 * reported. */
START_TEST(classes) {
  am_subject s = subject_of(not_strict);
  ck_assert(!s.law->strict);
  run_all(&s, s.material->name);
  assert_good(&s, s.material->name);
  bool reads = false, asymmetric = false;
  for (size_t i = 0; i < s.findings->count; i++) {
    const am_finding *f = &s.findings->items[i];
    if (strcmp(f->check, "class")) continue;
    ck_assert_int_eq(f->verdict, AM_VERDICT_SKIPPED);
    reads |= !!strstr(f->note, "the force potential depends on eps, p");
    asymmetric |= !!strstr(f->note, "tangent of implicit Euler: dsigma[");
  }
  ck_assert(reads && asymmetric);
  am_arena_free(s.arena);
}
END_TEST

/* The finding names the potential that has further arguments. */
START_TEST(arguments_of_a_domain) {
  am_subject s = subject_of(
      "material: porous\ninternal: {x: symmetric, p: scalar}\n"
      "free_energy: 500*inner(eps - x, eps - x) + p^2\n"
      "force_potential: A_p^2/2\n"
      "elastic_domain:\n  first: mises(A_x) - 1 + A_p\n"
      "  second: mises(A_x) + 0.1*tr(stress) - 2 + p\n");
  ck_assert_int_eq(check_named("class")->run(&s), AM_OK);
  ck_assert_str_eq(s.findings->items[0].note,
                   "not in the strict sense: the elastic domain 'second' "
                   "depends on eps, x, p");
  am_arena_free(s.arena);
}
END_TEST

/* A dissipation that depends on a variable on which no rate depends, and
 * variables that grow very large: only derivatives are checked. */
START_TEST(derivatives_of_a_strange_law) {
  am_subject s = subject_of(
      "material: functions\n"
      "parameters: {k: 100, c: 0.3}\n"
      "internal: {w: scalar, v: symmetric}\n"
      "free_energy: |\n"
      "  k*inner(eps, eps)/2 + k/4*tanh(tr(eps))^2 + k*log1p(inner(v, v))/5\n"
      "force_potential: |\n"
      "  A_w*(c + inner(eps, eps)*atan(tr(eps))) + inner(A_v, square(eps)) + "
      "sin(A_w)\n");
  ck_assert_int_lt(s.law->ns, s.law->na);
  s.samples = 20;
  ck_assert_int_eq(am_check_gradient.run(&s), AM_OK);
  ck_assert_int_eq(am_check_hessian.run(&s), AM_OK);
  ck_assert_int_eq(am_check_rate.run(&s), AM_OK);
  assert_good(&s, s.material->name);
  am_arena_free(s.arena);
}
END_TEST

/* If no state is valid, a message says that states are missing. */
START_TEST(no_valid_states) {
  am_subject s = subject_of("material: nowhere\n"
                            "free_energy: |\n"
                            "  tr(eps)^2 + sqrt(-1 - inner(eps, eps))\n");
  ck_assert_int_eq(am_check_gradient.run(&s), AM_OK);
  const am_finding *bad = first_failure(&s);
  ck_assert_ptr_nonnull(bad);
  ck_assert_str_eq(bad->what, "states");
  ck_assert_double_eq(bad->ours, 0);
  am_arena_free(s.arena);
}
END_TEST

/* After a request to stop, the results so far are returned. */
START_TEST(stopped) {
  volatile int stop = 1;
  am_subject s = subject_of("norton");
  test_watch(s.arena, &stop);
  for (int i = 0; i < CHECKS; i++)
    ck_assert_int_eq(checks[i]->run(&s), AM_OK);
  ck_assert_ptr_null(first_failure(&s));
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("checks");
  tcase_add_loop_test(tcase, installed_laws_pass, 0, MOST_LAWS);
  tcase_add_loop_test(tcase, good_laws_pass, 0, sizeof good / sizeof *good);
  tcase_add_test(tcase, classes);
  tcase_add_test(tcase, arguments_of_a_domain);
  tcase_add_test(tcase, derivatives_of_a_strange_law);
  tcase_add_test(tcase, no_valid_states);
  tcase_add_test(tcase, stopped);
  return test_run("checks", &tcase, 1);
}
