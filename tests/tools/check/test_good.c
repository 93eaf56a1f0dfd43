/* covers: findings
 *
 * All bundled laws pass. */
#include "tests/tools/check/planted.h"

static const char *const laws[] = {
    "linear-elastic", "zener",          "norton",      "perzyna",
    "michel-suquet",  "generalized-maxwell", "fcc-crystal"};
enum { LAWS = sizeof laws / sizeof *laws };

static const am_check *const checks[] = {
    &am_check_tangent,  &am_check_accuracy,     &am_check_balance,
    &am_check_partials, &am_check_conventional, &am_check_own,
    &am_check_order};
enum { CHECKS = sizeof checks / sizeof *checks };

/* The check of the order skips the crystal law, which is slow. */
static bool left_out(const char *law, const am_check *check) {
  return check == &am_check_order && !strcmp(law, "fcc-crystal");
}

START_TEST(bundled_laws_pass) {
  const char *law = laws[_i / CHECKS];
  const am_check *check = checks[_i % CHECKS];
  if (left_out(law, check)) return;
  am_subject *s = subject_of(&(plan){.material = law});
  run_check(check, s);
  const am_finding *failure = first_with(s, AM_VERDICT_FAILED);
  ck_assert_msg(!failure, "%s: %s", law, finding_text(s->arena, failure));
  am_arena_free(s->arena);
}
END_TEST

/* A rate-independent law passes all of them; its viscous limit is the law
 * itself, and no other law. */
START_TEST(elastic_domains) {
  am_subject *s = subject_of(&(plan){.material = "j2"});
  static const am_check *const own[] = {
      &am_check_gradient, &am_check_convexity, &am_check_theorem1,
      &am_check_dissipation, &am_check_limit, &am_check_conventional};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) run_check(own[i], s);
  const am_finding *failure = first_with(s, AM_VERDICT_FAILED);
  ck_assert_msg(!failure, "%s", finding_text(s->arena, failure));

  am_arena_free(s->arena);

  static const char *const text =
      "material: m\ninternal: {x: deviatoric}\n"
      "free_energy: 50*inner(eps - x, eps - x)\n"
      "elastic_domain: {yield: mises(A_x) - %g}\n";
  am_arena *arena = test_arena();
  for (int i = 0; i < 2; i++) {
    am_subject *one =
        subject_of(&(plan){.material = am_format(arena, text, 0.1)});
    am_subject *other = subject_of(
        &(plan){.material = am_format(arena, text, i ? 0.101 : 0.1)});
    one->material = other->material;
    run_check(&am_check_limit, one);
    ck_assert(!first_with(one, AM_VERDICT_FAILED) == !i);
  }
}
END_TEST

/* The viscous limit is independent of the units of the surfaces. */
START_TEST(limit_of_any_units) {
  static const double units[] = {1, 1e-9, 1e9};
  static const char *const text =
      "material: m\ninternal: {x: deviatoric, y: scalar}\n"
      "free_energy: 50*inner(eps - x, eps - x) + 50*(tr(eps) - y)^2\n"
      "elastic_domain: {yield: mises(A_x) - 0.1, volume: %g*(A_y^2 - 1e-4)}\n";
  double order[3];
  for (int i = 0; i < 3; i++) {
    am_arena *arena = test_arena();
    am_subject *s =
        subject_of(&(plan){.material = am_format(arena, text, units[i])});
    run_check(&am_check_limit, s);
    const am_finding *f = &s->findings->items[0];
    ck_assert_msg(f->verdict == AM_VERDICT_GOOD, "%s",
                  finding_text(s->arena, f));
    order[i] = f->ours;
    am_arena_free(s->arena);
    am_arena_free(arena);
  }
  ck_assert_double_eq_tol(order[1], order[0], 1e-3);
  ck_assert_double_eq_tol(order[2], order[0], 1e-3);
}
END_TEST

/* Both schemes for elastic domains have their nominal order and accuracy: at
 * corners, with two surfaces, and if the domain changes. */
static const char *const plastic[] = {"cam-clay", "mohr-coulomb", "concrete",
                                      "souza-auricchio"};
enum { PLASTIC = sizeof plastic / sizeof *plastic };

START_TEST(elastic_domains_converge) {
  static const char *const schemes[] = {"implicit-euler",
                                        "implicit-euler-adaptive"};
  for (int i = 0; i < 2; i++) {
    am_subject *s = subject_of(&(plan){.material = plastic[_i],
                                       .scheme = schemes[i]});
    run_check(&am_check_order, s);
    if (i) run_check(&am_check_accuracy, s);
    ck_assert_uint_eq(s->findings->count, i ? 4 : 1);
    for (size_t k = 0; k < s->findings->count; k++) {
      const am_finding *f = &s->findings->items[k];
      ck_assert_msg(f->verdict == AM_VERDICT_GOOD, "%s: %s", plastic[_i],
                    finding_text(s->arena, f));
    }
    am_arena_free(s->arena);
  }
}
END_TEST

/* All schemes are differentiated more accurately than required; the remaining
 * error is the error of the differences. */
START_TEST(tangents_are_exact) {
  am_subject *s = subject_of(&(plan){.material = laws[_i]});
  run_check(&am_check_tangent, s);
  ck_assert_uint_ge(s->findings->count, 13);
  for (size_t i = 0; i < s->findings->count; i++) {
    const am_finding *f = &s->findings->items[i];
    ck_assert_int_eq(f->verdict, AM_VERDICT_GOOD);
    ck_assert_msg(am_finding_ratio(f) < 0.5, "%s: %s", laws[_i],
                  finding_text(s->arena, f));
  }
  am_arena_free(s->arena);
}
END_TEST

/* Equal seeds give equal numbers, different seeds different numbers. */
START_TEST(seeds_decide) {
  double ours[3];
  for (int i = 0; i < 3; i++) {
    am_subject *s = subject_of(&(plan){.material = "zener"});
    s->seed = i == 2 ? 5 : 4;
    run_check(&am_check_balance, s);
    ours[i] = s->findings->items[0].ours;
    am_arena_free(s->arena);
  }
  ck_assert_double_eq(ours[0], ours[1]);
  ck_assert_double_ne(ours[0], ours[2]);
}
END_TEST

/* Laws that are not installed: with a variable that drives the stress, and on
 * which only the rate of the work depends; with a threshold at large strains;
 * with a rate that jumps at its threshold; with damage. */
static const char *const others[] = {
    "material: drift\nparameters: {E: 1000, c: 1e-3}\n"
    "internal: {x: scalar}\n"
    "free_energy: E/2*inner(eps, eps) + x*tr(eps)\n"
    "force_potential: c*A_x^2/2\n",
    "material: rubber\nparameters: {mu: 1, K: 100, eta: 3, Y: 0.4}\n"
    "internal: {a: symmetric}\n"
    "free_energy: |\n  d = dev(eps)\n"
    "  K/2*tr(eps)^2 + mu*norm(dev(eps - a))^2 + mu*exp(inner(d, d))\n"
    "force_potential: pos(norm(dev(A_a)) - Y)^2/(2*eta)\n",
    "material: broken\nparameters: {E: 1e5, Y: 30, eta: 10}\n"
    "internal: {p: deviatoric}\n"
    "free_energy: E/2*norm(eps - p)^2 + E/20*norm(p)^2\n"
    "force_potential: pos(mises(A_p) - Y)^2/(2*eta)\n",
    "material: damage\nparameters: {E: 1000, eta: 10}\n"
    "internal: {d: scalar}\n"
    "free_energy: (1 - d)^2*E/2*inner(eps, eps) + 5*d^2\n"
    "force_potential: pos(A_d)^2/(2*eta)\n"};
enum { OTHERS = sizeof others / sizeof *others };

START_TEST(other_laws_pass) {
  const char *law = others[_i / CHECKS];
  am_subject *s = subject_of(&(plan){.material = law, .samples = 4});
  run_check(checks[_i % CHECKS], s);
  const am_finding *failure = first_with(s, AM_VERDICT_FAILED);
  ck_assert_msg(!failure, "%s: %s", law, finding_text(s->arena, failure));
  am_arena_free(s->arena);
}
END_TEST

/* Checks that cannot run state the reason. */
START_TEST(reasons) {
  static const struct {
    const am_check *check;
    const char *note;
  } rows[] = {
      {&am_check_partials, "the material states no partials"},
      {&am_check_conventional, "the material has no hand-written update"},
      {&am_check_engines, "no other engine is available"},
  };
  am_subject *s = subject_of(&(plan){.material = "zener"});
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    run_check(rows[i].check, s);
    ck_assert_int_eq(s->findings->items[i].verdict, AM_VERDICT_SKIPPED);
    ck_assert_str_eq(s->findings->items[i].note, rows[i].note);
  }
  am_arena_free(s->arena);
}
END_TEST

/* After a request to stop, a check ends without a failure. */
START_TEST(stops) {
  volatile int stop = 1;
  am_subject *s = subject_of(&(plan){.material = "michel-suquet"});
  test_watch(s->arena, &stop);
  run_check(checks[_i], s);
  ck_assert_ptr_null(first_with(s, AM_VERDICT_FAILED));
  am_arena_free(s->arena);
}
END_TEST

/* Compiled code agrees with the interpreter, bit for bit for laws with
 * arithmetic operations only. */
START_TEST(engines_agree) {
  static const char *const some[] = {"zener", "michel-suquet"};
  const char *note;
  am_subject *s = subject_of(&(plan){.material = some[_i],
                                     .other = &am_engine_native,
                                     .scheme = "ode23", .samples = 18});
  run_check(&am_check_engines, s);
  const am_finding *f = &s->findings->items[0];
  if (f->verdict == AM_VERDICT_SKIPPED) return;
  ck_assert_msg(f->verdict == AM_VERDICT_GOOD, "%s: %s", some[_i],
                finding_text(s->arena, f));
  note = _i ? NULL : "no special functions: results must be identical";
  ck_assert(note ? f->note && !strcmp(f->note, note) : !f->note);
  am_arena_free(s->arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("good");
  tcase_add_loop_test(tcase, bundled_laws_pass, 0, LAWS * CHECKS);
  tcase_add_loop_test(tcase, tangents_are_exact, 0, LAWS);
  tcase_add_loop_test(tcase, other_laws_pass, 0, OTHERS * CHECKS);
  tcase_add_test(tcase, elastic_domains);
  tcase_add_test(tcase, limit_of_any_units);
  tcase_add_loop_test(tcase, elastic_domains_converge, 0, PLASTIC);
  tcase_add_test(tcase, seeds_decide);
  tcase_add_test(tcase, reasons);
  tcase_add_loop_test(tcase, stops, 0, CHECKS - 2);
  tcase_add_loop_test(tcase, engines_agree, 0, 2);
  return test_run("good", &tcase, 1);
}
