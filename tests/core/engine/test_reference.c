/* covers: advance, interp, native
 *
 * Independent reference values (tests/reference/README.md), by each engine and
 * scheme. */
#include "table/table.h"
#include "tests/core/engine/points.h"

static am_table *table(const point *p, const char *name) {
  am_table *t;
  const char *file = am_format(p->arena, "tests/reference/%s", name);
  am_status status = am_csv_read(
      p->arena, p->report, source_path(p->arena, file), am_nowhere, NULL, &t);
  ck_assert_msg(status == AM_OK, "%s", first_message(p->arena, p->report));
  return t;
}

static double cell(const am_table *t, size_t row, const char *name) {
  long column = am_table_column(t, name);
  ck_assert_msg(column >= 0, "no column %s", name);
  return t->values[row * t->columns + (size_t)column];
}

static double largest(const am_table *t, const char *name) {
  double most = 0;
  for (size_t i = 0; i < t->rows; i++)
    most = fmax(most, fabs(cell(t, i, name)));
  return most;
}

/* The allowed error of states and of tangents, relative to the largest value
 * of the quantity in the file. */
typedef struct {
  const char *what;
  double state, tangent;
} bound;

static void compare(const bound *b, const char *name, double value,
                    double expected, double scale, double tolerance) {
  ck_assert_msg(fabs(value - expected) <= tolerance * scale,
                "%s: %s = %.17g, expected %.17g, %.2g of %g", b->what, name,
                value, expected, fabs(value - expected) / scale, scale);
}

static void compare_tensor(const point *p, const bound *b, const am_table *t,
                           size_t row, const char *name,
                           const double *values) {
  double scale = largest(t, am_format(p->arena, "%s_xx", name));
  for (int i = 0; i < 6; i++) {
    const char *column =
        am_format(p->arena, "%s_%s", name, am_component_names[i]);
    compare(b, column, values[i], cell(t, row, column), scale, b->state);
  }
}

/* Voigt's derivative by the shear angle is half of the program's derivative. */
static void compare_tangent(const point *p, const bound *b, const am_table *t,
                            size_t row) {
  double tangent[36], scale = cell(t, row, "C11");
  am_basis_to_tangent(p->step.tangent, tangent);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      const char *name = am_format(p->arena, "C%d%d", i + 1, j + 1);
      compare(b, name, tangent[6 * i + j] * (j < 3 ? 1 : 0.5),
              cell(t, row, name), scale, b->tangent);
    }
}

static void one_step(const am_engine *engine, const char *file,
                     const setup *s, const bound *b) {
  point p = point_open(engine, s);
  am_table *states = table(&p, am_format(p.arena, "%s.csv", file));
  am_table *tangents = table(&p, am_format(p.arena, "%s_tangent.csv", file));
  ck_assert_uint_eq(states->rows, 6);
  for (size_t i = 0; i < states->rows; i++) {
    double stress[6], eps_vp[6], alpha;
    const double strain[6] = {4e-3};
    ck_assert_int_eq(point_strain(&p, cell(states, i, "dt"), strain),
                     AM_POINT_GOOD);
    am_basis_to_tensor(p.step.stress, stress);
    point_variable(&p, "eps_vp", eps_vp);
    point_variable(&p, "alpha", &alpha);
    compare_tensor(&p, b, states, i, "sig", stress);
    compare_tensor(&p, b, states, i, "evp", eps_vp);
    compare(b, "alpha", alpha, cell(states, i, "alpha"),
            largest(states, "alpha"), b->state);
    compare_tangent(&p, b, tangents, i);
  }
  point_close(&p);
}

static void compare_row(const point *p, const bound *b, const am_table *t,
                        size_t row) {
  double stress[6], strain[6], eps_vp[6], alpha;
  am_basis_to_tensor(p->step.stress, stress);
  am_basis_to_tensor(p->step.strain, strain);
  point_variable(p, "eps_vp", eps_vp);
  point_variable(p, "alpha", &alpha);
  const struct {
    const char *name;
    double value;
  } columns[] = {{"eps_xx", strain[0]},  {"eps_lat", strain[1]},
                 {"eps_lat", strain[2]}, {"sig_xx", stress[0]},
                 {"evp_xx", eps_vp[0]},  {"alpha", alpha}};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    compare(b, columns[i].name, columns[i].value,
            cell(t, row, columns[i].name), largest(t, columns[i].name),
            b->state);
  for (int i = 1; i < 6; i++)
    compare(b, "lateral stress", stress[i], 0, largest(t, "sig_xx"), 1e-11);
  if (am_table_column(t, "C11") < 0) return;
  double tangent[36];
  am_basis_to_tangent(p->step.tangent, tangent);
  compare(b, "C11", tangent[0], cell(t, row, "C11"), tangent[0], b->tangent);
  compare(b, "C12", tangent[1], cell(t, row, "C12"), tangent[0], b->tangent);
}

static void uniaxial(const am_engine *engine, const char *file,
                     const setup *s, const bound *b) {
  point p = point_open(engine, s);
  am_table *t = table(&p, file);
  ck_assert_uint_ge(t->rows, 20);
  for (size_t i = 1; i < t->rows; i++) {
    double duration = cell(t, i, "t") - cell(t, i - 1, "t");
    ck_assert_msg(point_uniaxial(&p, duration, cell(t, i, "eps_xx")) ==
                      AM_POINT_GOOD,
                  "%s: row %zu: %s", b->what, i,
                  am_point_status_text[p.step.status]);
    compare_row(&p, b, t, i);
    point_accept(&p);
  }
  point_close(&p);
}

static const struct {
  am_strategy strategy;
  const char *name;
} strategies[] = {{AM_STRATEGY_AUTOMATIC, "automatic"},
                  {AM_STRATEGY_SEMI_AUTOMATIC, "semi-automatic"},
                  {AM_STRATEGY_CONVENTIONAL, "conventional"}};

START_TEST(backward_euler) {
  bound b = {strategies[_i].name, 1e-12, 1e-11};
  setup s = {.material = "michel-suquet",
             .solver = solver_of("implicit-euler")};
  s.solver.strategy = strategies[_i].strategy;
  s.solver.equilibrium = 1e-13;
  FOR_ENGINES(engine) {
    one_step(engine, "be_master_case_i", &s, &b);
    b.state = 1e-11;
    uniaxial(engine, "be_master_uniaxial_N20.csv", &s, &b);
    uniaxial(engine, "be_master_uniaxial_N80.csv", &s, &b);
  }
}
END_TEST

/* Relative tolerance of the run of a scheme, and its required accuracy: fewer
 * digits for orders 1 and 2, to limit the number of substeps */
static bound bound_of(const am_scheme *s, double *rtol) {
  bool low = s->order == 1 || s->embedded == 1;
  *rtol = low ? 1e-6 : 1e-8;
  return (bound){s->name, low ? 1e-4 : 1e-6, low ? 3e-4 : 3e-6};
}

START_TEST(exact_solution) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  double rtol;
  bound b = bound_of(scheme, &rtol);
  setup s = {.material = "michel-suquet", .solver = tight(scheme->name, rtol)};
  s.solver.control = AM_CONTROL_STEP;
  if (scheme->family == AM_FAMILY_IMPLICIT) return;
  FOR_ENGINES(engine) {
    one_step(engine, "reference_case_i", &s, &b);
    uniaxial(engine, "reference_uniaxial_N20.csv", &s, &b);
  }
}
END_TEST

/* Hand-derived partials give the same results as differentiation. */
START_TEST(exact_solution_by_partials) {
  bound b = {"semi-automatic", 1e-6, 3e-6};
  setup s = {.material = "michel-suquet", .solver = tight("rodas4", 1e-8)};
  s.solver.strategy = AM_STRATEGY_SEMI_AUTOMATIC;
  FOR_ENGINES(engine) one_step(engine, "reference_case_i", &s, &b);
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("reference");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, backward_euler, 0,
                      sizeof strategies / sizeof *strategies);
  tcase_add_loop_test(tcase, exact_solution, 0, (int)schemes);
  tcase_add_test(tcase, exact_solution_by_partials);
  return test_run("reference", &tcase, 1);
}
