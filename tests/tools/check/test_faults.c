/* covers: findings
 *
 * Faults planted in laws, and the checks that must find them. */
#include "check/parts.h"
#include "expr/graph.h"
#include "tests/tools/check/subjects.h"

/* ---- faults -------------------------------------------------------------- */

static am_node times(am_subject *s, am_node node, double factor) {
  am_graph *g = s->law->graph;
  return am_mul(g, am_const(g, factor), node);
}

static am_node plus(am_subject *s, am_node node, double factor,
                    am_input_kind kind, int index) {
  am_graph *g = s->law->graph;
  return am_add(g, node, times(s, am_input(g, kind, index), factor));
}

static void stress_factor(am_subject *s) {
  s->law->stress[1] = times(s, s->law->stress[1], 1 + 1e-9);
}

static void stress_sign(am_subject *s) {
  s->law->stress[5] = am_neg(s->law->graph, s->law->stress[5]);
}

static void force_index(am_subject *s) {
  am_node first = s->law->force[0];
  s->law->force[0] = s->law->force[1];
  s->law->force[1] = first;
}

static void energy_term(am_subject *s) {
  am_node square = am_input(s->law->graph, AM_INPUT_STRAIN, 3);
  square = am_mul(s->law->graph, square, square);
  s->law->energy =
      am_add(s->law->graph, s->law->energy, times(s, square, 1e-3));
}

static void rate_factor(am_subject *s) {
  s->law->rate[5] = times(s, s->law->rate[5], 1 + 1e-6);
}

static void rate_exponent(am_subject *s) {
  am_graph *g = s->law->graph;
  s->law->rate[5] = am_power(g, s->law->rate[5], am_const(g, 1.001));
}

/* Rotation of the vector of rates. */
static void rate_turned(am_subject *s) {
  am_node first = s->law->rate[0];
  s->law->rate[0] = am_add(s->law->graph, first, s->law->rate[1]);
  s->law->rate[1] = am_sub(s->law->graph, s->law->rate[1], first);
}

static void rate_backwards(am_subject *s) {
  for (int i = 0; i < s->law->na; i++)
    s->law->rate[i] = am_neg(s->law->graph, s->law->rate[i]);
}

static void stress_of_another_strain(am_subject *s) {
  s->law->stress[3] = plus(s, s->law->stress[3], 1, AM_INPUT_STRAIN, 4);
}

static void force_of_the_strain(am_subject *s) {
  s->law->force[2] = plus(s, s->law->force[2], 1, AM_INPUT_STRAIN, 4);
}

/* An output of a function of the law, where the fault is planted. */
static am_node *output(am_subject *s, am_function function, int index) {
  int count;
  am_check_function(s, function, &count);
  ck_assert_int_lt(index, count);
  return (am_node *)&s->functions[function].nodes[index];
}

static void scale(am_subject *s, am_function function, int index,
                  double factor) {
  am_node *node = output(s, function, index);
  *node = times(s, *node, factor);
}

static void jacobian_factor(am_subject *s) {
  scale(s, AM_FUNCTION_JACOBIAN, s->law->nx + s->law->ns + 1, 1 + 1e-5);
}

static void gradient_sign(am_subject *s) {
  scale(s, AM_FUNCTION_GRADIENT, s->law->nx * (1 + s->law->ns) + 6 * 2 + 3,
        -1);
}

static void directed_index(am_subject *s) {
  int nx = s->law->nx;
  am_node *a = output(s, AM_FUNCTION_DIRECTED, nx + nx);
  am_node *b = output(s, AM_FUNCTION_DIRECTED, nx + 2 * nx), kept = *a;
  *a = *b;
  *b = kept;
}

static void curvature_half(am_subject *s) {
  for (int i = 0; i < 6 * s->law->nx; i++)
    scale(s, AM_FUNCTION_CURVATURE, i, 0.5);
}

static void stiffness_shear(am_subject *s) {
  scale(s, AM_FUNCTION_STIFFNESS, 6 + 35, 2);
}

static void stiffness_missing(am_subject *s) {
  *output(s, AM_FUNCTION_STIFFNESS, 42 + 1 * s->law->na) =
      am_const(s->law->graph, 0);
}

static void response_factor(am_subject *s) {
  scale(s, AM_FUNCTION_RESPONSE, 6 + 6 * 4 + 2, 1 + 1e-6);
}

static void along_sign(am_subject *s) {
  scale(s, AM_FUNCTION_ALONG, 6 + 2, -1);
}

static void metric_entry(am_subject *s) {
  scale(s, AM_FUNCTION_METRIC, 0, 1 + 1e-6);
}

static void not_a_number(am_subject *s) {
  am_graph *g = s->law->graph;
  am_node strain = am_input(g, AM_INPUT_STRAIN, 1);
  am_node *node = output(s, AM_FUNCTION_CURVATURE, 0);
  *node = am_add(g, *node, am_div(g, am_const(g, 1), strain));
}

/* A second derivative that is not a number in about half of all states. */
static void stress_root(am_subject *s, double sign) {
  am_graph *g = s->law->graph;
  am_node strain = times(s, am_input(g, AM_INPUT_STRAIN, 0), sign);
  s->law->stress[1] = am_add(g, s->law->stress[1], am_sqrt(g, strain));
}

static void stress_root_positive(am_subject *s) { stress_root(s, 1); }
static void stress_root_negative(am_subject *s) { stress_root(s, -1); }

/* ---- laws that are wrong ------------------------------------------------- */

static const char softening[] =
    "material: softening\n"
    "parameters: {k: 1000, h: 10, eta: 100}\n"
    "internal: {x: symmetric}\n"
    "free_energy: k/2*inner(eps - x, eps - x) - h/2*inner(x, x)\n"
    "force_potential: inner(A_x, A_x)/(2*eta)\n";
static const char kept_from_growing[] =
    "material: concave\n"
    "parameters: {k: 1000, eta: 100}\n"
    "internal: {x: symmetric}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "force_potential: log1p(100*inner(A_x, A_x))/eta\n";
static const char negative_viscosity[] =
    "material: negative-viscosity\n"
    "parameters: {k: 1000, eta: -100}\n"
    "internal: {x: symmetric}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "force_potential: inner(A_x, A_x)/(2*eta)\n";
static const char off_centre[] =
    "material: off-centre\n"
    "parameters: {k: 1000, eta: 100, c: 0.5}\n"
    "internal: {x: scalar}\n"
    "free_energy: k/2*inner(eps, eps) + k/2*(tr(eps) - x)^2\n"
    "force_potential: (A_x - c)^2/(2*eta)\n";
/* The stress-like force of x hides that of w. */
static const char off_centre_small[] =
    "material: off-centre\n"
    "parameters: {k: 200e3, h: 2000, eta: 1e4}\n"
    "internal: {x: deviatoric, w: scalar}\n"
    "free_energy: k/2*inner(eps - x, eps - x) + h/2*w^2\n"
    "force_potential: inner(A_x, A_x)/(2*eta) + (A_w - 3)^2/(2*eta)\n";
static const char jump[] =
    "material: jump\n"
    "parameters: {k: 200e3, s: 10, eta: 1e4}\n"
    "internal: {x: deviatoric}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "force_potential: step(mises(A_x) - s)*mises(A_x)^2/(2*eta)\n";
static const char energy_jump[] =
    "material: energy-jump\n"
    "parameters: {k: 200e3}\n"
    "free_energy: |\n"
    "  k/2*inner(eps, eps) + if(norm(eps) > 1e-4, 1, 0)\n";
static const char logarithm[] =
    "material: logarithm\n"
    "parameters: {k: 1000, eta: 100}\n"
    "internal: {x: symmetric}\n"
    "free_energy: k/2*inner(eps - x, eps - x) - 1e-9*log(inner(eps, eps))\n"
    "force_potential: inner(A_x, A_x)/(2*eta)\n";
static const char root[] =
    "material: root\n"
    "parameters: {k: 1000, eta: 100}\n"
    "internal: {x: symmetric}\n"
    "free_energy: k/2*inner(eps - x, eps - x) + sqrt(inner(eps, eps) - 1e-20)\n"
    "force_potential: inner(A_x, A_x)/(2*eta)\n";

static const char given_backwards[] =
    "material: backwards\n"
    "parameters: {k: 1000, eta: 100}\n"
    "internal: {x: symmetric}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "rates: {x: -A_x/eta}\n";
static const char given_pole[] =
    "material: pole\n"
    "parameters: {k: 1000, eta: 100}\n"
    "internal: {x: deviatoric}\n"
    "free_energy: k/2*inner(eps - x, eps - x)\n"
    "rates: {x: A_x/mises(A_x)/eta}\n";

/* ---- the table ----------------------------------------------------------- */

static const struct {
  const char *name, *material;
  void (*plant)(am_subject *subject);
  const char *check, *what; /* which finds it, in which comparison */
} mutants[] = {
    {"factor of a stress", "michel-suquet", stress_factor, "gradient",
     "omega"},
    {"sign of a shear stress", "norton", stress_sign, "gradient", "omega"},
    {"index of a force", "perzyna", force_index, "gradient", "omega"},
    {"term of the energy", "zener", energy_term, "gradient", "omega"},
    {"factor of a rate", "michel-suquet", rate_factor, "gradient", "Psi"},
    {"exponent of a rate", "michel-suquet", rate_exponent, "gradient", "Psi"},
    {"factor in df/da", "michel-suquet", jacobian_factor, "rate", "jacobian"},
    {"sign in df/deps", "perzyna", gradient_sign, "rate", "gradient"},
    {"directions exchanged", "zener", directed_index, "rate", "directed"},
    {"half the curvature", "norton", curvature_half, "rate", "curvature"},
    {"factor 2 of a shear", "linear-elastic", stiffness_shear, "hessian",
     "stiffness"},
    {"missing dsigma/da", "norton", stiffness_missing, "hessian",
     "stiffness"},
    {"factor of a response", "generalized-maxwell", response_factor,
     "hessian", "response"},
    {"sign of a change", "perzyna", along_sign, "hessian", "along"},
    {"factor in the metric", "perzyna", metric_entry, "hessian", "metric"},
    {"derivative not finite", "norton", not_a_number, "virgin", "finite"},
    {"stress without a potential", "linear-elastic",
     stress_of_another_strain, "symmetry", "omega"},
    {"force without a potential", "norton", force_of_the_strain, "symmetry",
     "omega"},
    {"rates that turn", "norton", rate_turned, "theorem1",
     "imaginary parts"},
    {"rates backwards", "michel-suquet", rate_backwards, "dissipation",
     "A:da/dt"},
    {"energy not convex", softening, NULL, "convexity", "omega"},
    {"potential not convex", kept_from_growing, NULL, "convexity", "Psi"},
    {"second derivative without values below 0", "linear-elastic",
     stress_root_positive, "convexity", "omega"},
    {"second derivative without values above 0", "linear-elastic",
     stress_root_negative, "convexity", "omega"},
    {"negative viscosity", negative_viscosity, NULL, "theorem1",
     "real parts"},
    {"negative viscosity dissipates", negative_viscosity, NULL,
     "dissipation", "A:da/dt"},
    {"minimum elsewhere", off_centre, NULL, "minimum", "Psi(0)"},
    {"minimum elsewhere dissipates", off_centre, NULL, "dissipation",
     "A:da/dt"},
    {"potential that jumps", jump, NULL, "gradient", "Psi, jumps"},
    {"energy that jumps", energy_jump, NULL, "gradient", "omega, jumps"},
    {"given rates backwards", given_backwards, NULL, "dissipation",
     "A:da/dt"},
    {"given rates that jump to infinity", given_pole, NULL, "virgin",
     "finite"},
    {"minimum elsewhere of a small force", off_centre_small, NULL, "minimum",
     "Psi(0)"},
    {"logarithm of 0", logarithm, NULL, "virgin", "finite"},
    {"root of less than 0", root, NULL, "virgin", "finite"},
};

enum { MUTANTS = sizeof mutants / sizeof *mutants };

static bool found(const am_subject *s, const char *what) {
  for (size_t i = 0; i < s->findings->count; i++) {
    const am_finding *f = &s->findings->items[i];
    if (f->verdict == AM_VERDICT_FAILED && !strcmp(f->what, what))
      return f->entry && f->replay;
  }
  return false;
}

START_TEST(mutants_are_found) {
  am_subject s = subject_of(mutants[_i].material);
  if (mutants[_i].plant) mutants[_i].plant(&s);
  ck_assert_int_eq(check_named(mutants[_i].check)->run(&s), AM_OK);
  ck_assert_msg(found(&s, mutants[_i].what), "%s: not found by %s, %s",
                mutants[_i].name, mutants[_i].check, mutants[_i].what);
  am_arena_free(s.arena);
}
END_TEST

/* Expected result of a check without its fault */
START_TEST(laws_without_faults_are_good) {
  if (!mutants[_i].plant) return;
  am_subject s = subject_of(mutants[_i].material);
  ck_assert_int_eq(check_named(mutants[_i].check)->run(&s), AM_OK);
  const am_finding *bad = first_failure(&s);
  ck_assert_msg(!bad, "%s: %s", mutants[_i].material,
                bad ? finding_text(s.arena, bad) : "");
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("faults");
  tcase_add_loop_test(tcase, mutants_are_found, 0, MUTANTS);
  tcase_add_loop_test(tcase, laws_without_faults_are_good, 0, MUTANTS);
  return test_run("faults", &tcase, 1);
}
