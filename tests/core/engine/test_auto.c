/* covers: adaptive, chain
 *
 * The default scheme on laws that are not in the library, over durations of
 * nine decades, with and without tangents. The default scheme succeeds whenever
 * one of its schemes does, is accurate, and never takes more than three times
 * the rate evaluations of the best scheme in its chain.
 *
 * AUTOMAT_AUTO=1 prints a table: evaluations of the chain and of each of its
 * schemes; 0 if a scheme fails, or takes more substeps in a loading step than a
 * third of the evaluations of the chain. */
#include <stdio.h>

#include "tests/core/engine/points.h"

/* Elastic laws with one inelastic strain p. */
#define LAW(name, parameters, energy, potential)                       \
  "format: 1\nmaterial: " name "\nunits: {stress: MPa, time: s}\n"     \
  "parameters: {mu: 80000, lambda: 120000, " parameters "}\n"          \
  "internal: {p: deviatoric}\nfree_energy: |\n  e = eps - p\n"         \
  "  lambda/2*tr(e)^2 + mu*(e : e) + " energy "\n"                     \
  "force_potential: " potential "\n"

static const struct {
  const char *name, *text;
} laws[] = {
    {"near-rigid Bingham",
     LAW("bingham", "Y: 100, eta: 1e-3", "0",
         "pos(mises(A_p) - Y)^2/(2*eta)")},
    {"Ramberg-Osgood Kelvin",
     LAW("kelvin", "E1: 100000, s: 200, n: 12, r: 1e-3", "E1/3*(p : p)",
         "r*s/(n + 1)*(mises(A_p)/s)^(n + 1)")},
    {"Norton, n = 50",
     LAW("norton-50", "K: 100, n: 50", "0",
         "K/(n + 1)*(mises(A_p)/K)^(n + 1)")},
    {"sinh",
     LAW("hyperbolic", "s: 10, r: 1e-6", "0",
         "r*s*(cosh(mises(A_p)/s) - 1)")},
    /* Souza, Mamiya and Zouain (1998), Auricchio and Petrini (2004): p is the
     * transformation strain, at most eps_L, and tau is the excess over the
     * martensite temperature; its norm is smooth in a radius d, the bounds are
     * quadratic, and the rate is viscous. */
    {"Souza-Auricchio",
     LAW("souza-auricchio",
         "tau: 150, h: 1000, eps_L: 0.04, k: 5e4, d: 1e-4, R: 50, eta: 1000",
         "tau*(sqrt(p : p + d^2) - d) + h/2*(p : p) "
         "+ k/2*pos(sqrt(p : p + d^2) - eps_L)^2",
         "pos(norm(A_p) - R)^2/(2*eta)")},
};

/* Uniaxial, in 20 loading steps: to the strain `most`, or there and back. */
static const struct {
  double most;
  bool back;
} paths[] = {{0.01, false}, {0.05, true}, {3e-3, false}, {4e-3, true}};

enum {
  LAWS = sizeof laws / sizeof *laws,
  PATHS = sizeof paths / sizeof *paths,
  STEPS = 20
};

/* Progress of a scheme, and its work */
typedef struct {
  int steps;
  double stress, evaluations;
} walked;

static double strain_at(int path, int step) {
  double part = (double)step / STEPS;
  return paths[path].most * (paths[path].back ? 1 - fabs(1 - 2 * part) : part);
}

static walked walk(int law, int path, double time, bool tangent,
                   const char *scheme, double max_substeps) {
  setup s = {.material = laws[law].text, .solver = solver_of(scheme)};
  s.solver.tangent = tangent;
  s.solver.derivatives = false;
  s.solver.energies = false;
  s.solver.max_substeps = (int)max_substeps;
  point p = point_open(&am_engine_interp, &s);
  walked w = {0};
  bool good = true;
  for (int i = 1; i <= STEPS && good; i++) {
    good = point_uniaxial(&p, time / STEPS, strain_at(path, i)) ==
           AM_POINT_GOOD;
    w.evaluations += p.step.evaluations;
    if (!good) break;
    w.stress = p.step.stress[0];
    w.steps = i;
    point_accept(&p);
    p.step.method0 = p.step.method;
  }
  point_close(&p);
  return w;
}

/* A scheme makes fewer substeps than evaluations, so a scheme that needs more
 * substeps than a third of the chain's evaluations is not the best. */
static void compare(int law, int path, double time, bool tangent) {
  const char *const *chain = am_scheme_find("auto")->chain;
  walked own = walk(law, path, time, tangent, "auto", 1e5);
  bool show = getenv("AUTOMAT_AUTO");
  double most = own.steps == STEPS ? fmax(own.evaluations / 3, 1) : 1e5;
  if (show)
    printf("%-22s %5g %8g %d %8g", laws[law].name, paths[path].most, time,
           tangent, own.evaluations);
  for (int i = 0; i < AM_METHODS; i++) {
    walked w = walk(law, path, time, tangent, chain[i], most);
    bool good = w.steps == STEPS;
    if (show) printf(" %8g", good ? w.evaluations : 0);
    ck_assert_msg(own.steps >= w.steps, "%s, %g, %g s: %d steps, %s %d",
                  laws[law].name, paths[path].most, time, own.steps,
                  chain[i], w.steps);
    if (!good) continue;
    ck_assert_msg(show || own.evaluations <= 3 * w.evaluations,
                  "%s, %g, %g s: %g evaluations, %s %g", laws[law].name,
                  paths[path].most, time, own.evaluations, chain[i],
                  w.evaluations);
    ck_assert_close(own.stress, w.stress, 5e-3, 0.5);
  }
  if (show) printf("\n");
}

START_TEST(strangers_are_at_home) {
  for (double time = 1e-3; time < 2e6; time *= 10)
    for (int tangent = 0; tangent < 2; tangent++)
      compare(_i / PATHS, _i % PATHS, time, tangent);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("auto");
  tcase_add_loop_test(tcase, strangers_are_at_home, 0, LAWS * PATHS);
  return test_run("auto", &tcase, 1);
}
