/* covers: run
 *
 * Elastic layers in a viscoplastic metal against a semi-analytic solution (two
 * phases, each homogeneous; scipy root, brentq and solve_ivp to 1e-12). */
#include "marches.h"

static const struct {
  const char *path, *solver, *settings;
  double uniaxial, exact;
} rows[] = {
    {CONFINED, EULER, ", equilibrium: 1e-11", 0, 0},
    {CONFINED, EXACT, ", equilibrium: 1e-11", 0, 1},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11", 1, 0},
    {UNIAXIAL, EXACT, ", equilibrium: 1e-11", 1, 1},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, scheme: basic", 1, 0},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, scheme: barzilai-borwein", 1, 0},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, scheme: newton-cg", 1, 0},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, reference: updated", 1, 0},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, extrapolate: false", 1, 0},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, discretization: rotated", 1, 0},
    {UNIAXIAL, EULER, ", equilibrium: 1e-11, depth: 1", 1, 0},
    {UNIAXIAL, EULER,
     ", equilibrium: 1e-11, reference: {lambda: 5e4, mu: 9e4}", 1, 0},
};

static marching m;

static void check_row(const am_table *table, size_t at) {
  const am_cell_row *row = &m.rows[(int)cell_of(table, at, "step")];
  ck_assert_close(row->strain[0], cell_of(table, at, "eps_xx"), 0, 1e-14);
  ck_assert_close(row->stress[0], cell_of(table, at, "sig_xx"), 0, 1e-8);
  for (int c = 1; c < 3; c++) {
    ck_assert_close(row->strain[c], cell_of(table, at, "eps_yy"), 0, 1e-13);
    ck_assert_close(row->stress[c], cell_of(table, at, "sig_yy"), 0, 1e-8);
  }
}

START_TEST(layers_share_strain_and_stress) {
  int found = 0;
  must_march(&m, laminate(15),
             &(script){METAL, rows[_i].settings, rows[_i].solver,
                     rows[_i].path});
  am_table *table = table_of(m.e.arena, "laminate.csv");
  for (size_t at = 0; at < table->rows; at++)
    if (cell_of(table, at, "uniaxial") == rows[_i].uniaxial &&
        cell_of(table, at, "exact") == rows[_i].exact) {
      check_row(table, at);
      found++;
    }
  ck_assert_int_eq(found, m.count - 1);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("laminate")};
  tcase_add_loop_test(cases[0], layers_share_strain_and_stress, 0,
                      sizeof rows / sizeof *rows);
  return test_run("laminate", cases, 1);
}
