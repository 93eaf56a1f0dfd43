/* covers: given_stress, equilibrium
 *
 * Prescribed stresses slightly below, at and beyond the limit load of laws
 * without hardening: strains remain elastic, or the step fails with the correct
 * status, since the amount of flow at a limit load is undetermined. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

#define ELASTIC "60e3*tr(e)^2 + 80e3*(e : e)"
#define LAW(TYPE, VARIABLES, ENERGY, YIELD)                                  \
  "material: law\ninternal: {x: " TYPE VARIABLES "}\nfree_energy: |\n"       \
  "  e = eps - x\n  " ELASTIC ENERGY "\nelastic_domain:\n  y: " YIELD "\n"

/* Laws with a yield stress of 100 in tension, or with hardening up to a
 * limit. */
static const struct {
  const char *text;
  int hardens; /* until the plastic strain is large */
} laws[] = {
    {LAW("deviatoric", "", "", "mises(A_x) - 100"), 0},
    {LAW("symmetric", "", "", "mises(A_x) + 0.3*tr(A_x) - 130"), 0},
    {LAW("deviatoric", "", "",
         "'max(eigenvalue(A_x, 1) - eigenvalue(A_x, 3), 0) - 100'"), 0},
    {LAW("deviatoric", ", p: scalar", " + 50*(p + exp(-100*p)/100)",
         "mises(A_x) + A_p - 50"), 1},
    {"material: worn\ninternal:\n  x: deviatoric\n  p: scalar\n"
     "  k: {type: maximum, of: 'sqrt(eps : eps)', initial: 1e-3}\n"
     "free_energy: |\n  e = eps - x\n"
     "  exp(-k/0.02)*(" ELASTIC ") - 30*p\n"
     "elastic_domain:\n  y: mises(A_x) + A_p - 130*exp(-20*p)\n", 0},
};

static const double beyond[] = {-1e-3, -1e-9, -1e-15, 0,    1e-16, 1e-15,
                                1e-13, 1e-12, 1e-11,  1e-9, 1e-7,  1e-3, 1};

enum {
  LAWS = sizeof laws / sizeof *laws,
  TARGETS = sizeof beyond / sizeof *beyond,
  SCHEMES = 3
};

static const char *const schemes[SCHEMES] = {"implicit-euler", "auto",
                                             "implicit-euler-adaptive"};

static void check_target(point *p, int law, double part, const char *what) {
  double most = laws[law].hardens ? 0.3 : 7e-4;
  double xx = 100 * (1 + part), strain[6];
  am_point_status status = point_move(p, 1, "ssssss", (double[6]){xx});
  am_basis_to_tensor(p->step.strain, strain);
  if (status == AM_POINT_GOOD) {
    ck_assert_msg(part < 1e-8, "%s: accepted, strain %g", what, strain[0]);
    ck_assert_msg(fabs(strain[0]) < most, "%s: strain %g", what, strain[0]);
    return;
  }
  ck_assert_msg(part > 0 || laws[law].hardens, "%s: %s", what,
                am_point_status_text[status]);
}

START_TEST(given_stresses) {
  int law = _i / SCHEMES;
  FOR_ENGINES(engine) {
    setup s = {.material = laws[law].text,
               .solver = solver_of(schemes[_i % SCHEMES])};
    for (int step = 0; step < 2; step++) {
      s.solver.control = step ? AM_CONTROL_STEP : AM_CONTROL_PATH;
      point p = point_open(engine, &s);
      for (int i = 0; i < TARGETS; i++) {
        const char *what =
            am_format(p.arena, "law %d, %s, %s, %g beyond", law,
                      schemes[_i % SCHEMES], step ? "step" : "path", beyond[i]);
        check_target(&p, law, beyond[i], what);
      }
      point_close(&p);
    }
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("limit_load");
  tcase_add_loop_test(tcase, given_stresses, 0, LAWS * SCHEMES);
  return test_run("limit_load", &tcase, 1);
}
