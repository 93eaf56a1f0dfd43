/* test_gradients.c: exported laws under deformation gradients, called as by
 * hosts: results against the interpreter, tangents against differences. */
#include "engine/parts.h"
#include "hosts.h"
#include "tests/core/engine/points.h"

/* Row and column of the components of hosts, xx yy zz xy yx xz zx yz zy, and
 * their place among those of the program, xx yy zz yz xz xy zy zx yx */
static const int rows[] = {0, 1, 2, 0, 1, 0, 2, 1, 2};
static const int columns[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};
static const int ours[] = {0, 1, 2, 5, 8, 4, 7, 3, 6};
/* Places of six components among the nine */
static const int six[] = {0, 1, 2, 3, 5, 7};

static void from_nine(const double *x, double A[3][3]) {
  for (int c = 0; c < 9; c++) A[rows[c]][columns[c]] = x[c];
}

static void to_nine(double A[3][3], double *x) {
  for (int c = 0; c < 9; c++) x[c] = A[rows[c]][columns[c]];
}

static void from_six(const double *x, double A[3][3]) {
  for (int c = 0; c < 6; c++)
    A[rows[six[c]]][columns[six[c]]] = A[columns[six[c]]][rows[six[c]]] =
        c < 3 ? x[c] : x[c] / ROOT;
}

static double determinant(double A[3][3]) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    sum += A[0][i] * (A[1][(i + 1) % 3] * A[2][(i + 2) % 3] -
                      A[1][(i + 2) % 3] * A[2][(i + 1) % 3]);
  return sum;
}

static void product(double A[3][3], double B[3][3], double C[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
}

/* Gradients of a path: with distinct stretches, with two equal ones, rotated,
 * and with a single stretch; in the components of hosts. */
enum { STEPS = 4 };
static const double path[STEPS][9] = {
    {1.02, 0.99, 1.01, 0.03, -0.02, 0.01, 0.04, -0.05, 0.02},
    {1.3, 0.9, 0.9, 0, 0, 0, 0, 0, 0},
    {0.2, -0.1, 1.1, -1.2, 1.1, 0.1, 0.3, 0.05, -0.2},
    {0, 0, 1.2, -1.2, 1.2, 0, 0, 0, 0}};

static const char *const laws[] = {"j2", "norton", "hencky"};
enum { LAWS = 3 };

static generic_call begin(double request, int measure, int operator) {
  generic_call c = new_call(request);
  c.measure = measure;
  c.operator = operator;
  for (int i = 0; i < 3; i++) c.e0[i] = 1;
  return c;
}

/* The call after `before`. */
static generic_call next(const generic_call *before, const double *F) {
  generic_call c = begin(4, 2, 2);
  if (before) memcpy(c.e0, before->e1, sizeof c.e0);
  if (before) memcpy(c.before, before->after, sizeof c.before);
  memcpy(c.e1, F, sizeof c.e1);
  return c;
}

static point reference(const char *law) {
  const setup s = {.material = law, .logarithmic = true,
                   .solver = solver_of("implicit-euler")};
  setup with = s;
  with.solver.tangent = with.solver.energies = true;
  point p = point_open(&am_engine_interp, &with);
  p.step.deformed = true;
  for (int i = 0; i < 3; i++) p.step.gradient0[i] = 1;
  return p;
}

START_TEST(agrees_with_the_interpreter) {
  exported x;
  export_law(&x, &(exported_as){.material = laws[_i], .deformed = true});
  point p = reference(laws[_i]);
  generic_call last, c;
  double dissipated = 0;
  for (int n = 0; n < STEPS; n++) {
    double P[9], most = 0, stiffest = 0;
    c = next(n ? &last : NULL, path[n]);
    call_generic(&x, AM_TRIDIMENSIONAL, &c);
    ck_assert_msg(c.status == 1, "%s", c.message);
    p.step.duration = 1;
    for (int i = 0; i < 9; i++) p.step.target[ours[i]] = path[n][i];
    am_engine_step(p.program, &p.step);
    ck_assert_int_eq(p.step.status, AM_POINT_GOOD);
    am_nominal_stress(p.step.target, p.step.stress, P);
    for (int i = 0; i < 9; i++) most = fmax(most, fabs(P[i]));
    for (int i = 0; i < 81; i++)
      stiffest = fmax(stiffest, fabs(p.step.tangent[i]));
    for (int i = 0; i < 9; i++) {
      ck_assert_double_eq_tol(c.stress[i], P[ours[i]], 1e-10 * most);
      for (int j = 0; j < 9; j++)
        ck_assert_double_eq_tol(c.K[9 * i + j],
                                p.step.tangent[9 * ours[i] + ours[j]],
                                1e-10 * stiffest);
    }
    dissipated += c.dissipated;
    ck_assert_close(c.stored, p.step.energy, 1e-10, 0);
    ck_assert_close(dissipated, p.step.state[x.law->na], 1e-10, 1e-300);
    point_accept(&p);
    memcpy(p.step.gradient0, p.step.target, sizeof p.step.target);
    last = c;
  }
  point_close(&p);
  am_arena_free(x.arena);
}
END_TEST

/* Step of the path, with the steps before it. */
static generic_call at_step(const exported *x, int step, int measure,
                            int operator) {
  generic_call c = next(NULL, path[0]);
  for (int n = 0; n < step; n++) {
    call_generic(x, AM_TRIDIMENSIONAL, &c);
    ck_assert_int_eq(c.status, 1);
    c = next(&c, path[n + 1]);
  }
  c.measure = measure;
  c.operator = operator;
  return c;
}

/* Change of F1 for a unit change of the argument of an operator */
static void moved_by(int operator, const generic_call *c, int j,
                     double by[3][3]) {
  double unit[3][3] = {{0}}, F[3][3], F0[3][3], inverse[3][3];
  if (operator == 1) {
    double x[6] = {0};
    x[j] = 1;
    from_six(x, unit);
    from_nine(c->e1, F);
    double J = determinant(F);
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) /* F^-T */
        inverse[a][b] = (F[(a + 1) % 3][(b + 1) % 3] *
                             F[(a + 2) % 3][(b + 2) % 3] -
                         F[(a + 1) % 3][(b + 2) % 3] *
                             F[(a + 2) % 3][(b + 1) % 3]) / J;
    product(inverse, unit, by);
    return;
  }
  unit[rows[j]][columns[j]] = 1;
  from_nine(c->e0, F0);
  if (operator == 3)
    product(unit, F0, by);
  else
    memcpy(by, unit, sizeof unit);
}

/* Stress of an operator; only the Kirchhoff stress is not a result of any
 * call. */
static void stress_along(const exported *x, generic_call c, double by[3][3],
                         double step, double *stress) {
  double F[3][3];
  from_nine(c.e1, F);
  for (int i = 0; i < 9; i++) F[i / 3][i % 3] += step * by[i / 3][i % 3];
  to_nine(F, c.e1);
  c.request = 0;
  c.measure = c.operator == 3 ? 0 : c.operator;
  call_generic(x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, 1);
  for (int i = 0; i < 9; i++)
    stress[i] = c.stress[i] * (c.operator == 3 ? determinant(F) : 1);
}

static void compare_operator(const exported *x, int operator) {
  const int width = operator == 1 ? 6 : 9, height = operator == 2 ? 9 : 6;
  for (int n = 0; n < STEPS; n++) {
    generic_call c = at_step(x, n, 0, operator);
    double stiffest = 0;
    call_generic(x, AM_TRIDIMENSIONAL, &c);
    ck_assert_int_eq(c.status, 1);
    for (int i = 0; i < height * width; i++)
      stiffest = fmax(stiffest, fabs(c.K[i]));
    for (int j = 0; j < width; j++) {
      double by[3][3], up[9], down[9];
      const double step = 1e-6;
      moved_by(operator, &c, j, by);
      stress_along(x, c, by, step, up);
      stress_along(x, c, by, -step, down);
      for (int i = 0; i < height; i++)
        ck_assert_double_eq_tol(c.K[width * i + j],
                                (up[i] - down[i]) / (2 * step),
                                2e-7 * stiffest);
    }
  }
}

START_TEST(operators_are_those_of_differences) {
  exported x;
  export_law(&x, &(exported_as){.material = laws[_i], .deformed = true});
  for (int operator = 0; operator < 4; operator++)
    compare_operator(&x, operator);
  am_arena_free(x.arena);
}
END_TEST

/* A plane hypothesis equals the three-dimensional one without out-of-plane
 * shears. */
START_TEST(planes_are_parts_of_space) {
  exported x;
  export_law(&x, &(exported_as){.material = "j2", .deformed = true});
  for (int operator = 0; operator < 4; operator++) {
    generic_call space = begin(4, operator % 3, operator);
    const int wide = operator == 1 ? 6 : 9, narrow = operator == 1 ? 4 : 5;
    const int height = operator == 2 ? 5 : 4;
    memcpy(space.e1, (double[9]){1.1, 0.95, 1.02, 0.2, -0.1}, sizeof space.e1);
    generic_call plane = space;
    call_generic(&x, AM_TRIDIMENSIONAL, &space);
    call_generic(&x, AM_AXISYMMETRICAL, &plane);
    ck_assert_int_eq(space.status, 1);
    ck_assert_int_eq(plane.status, 1);
    for (int i = 0; i < (space.measure == 2 ? 5 : 4); i++)
      ck_assert_double_eq(plane.stress[i], space.stress[i]);
    for (int i = 0; i < height; i++)
      for (int j = 0; j < narrow; j++)
        ck_assert_double_eq(plane.K[narrow * i + j], space.K[wide * i + j]);
    ck_assert_double_eq(plane.stored, space.stored);
  }
  am_arena_free(x.arena);
}
END_TEST

/* A prediction refers to the start, and writes no stress; an unknown stress
 * measure and det F < 0 fail. */
START_TEST(predictions_and_failures) {
  exported x;
  export_law(&x, &(exported_as){.material = "hencky", .deformed = true});
  generic_call c = begin(-1, 0, 2), end = begin(4, 2, 2);
  memcpy(c.e0, path[2], sizeof c.e0);
  memcpy(c.e1, path[1], sizeof c.e1);
  memcpy(end.e1, path[2], sizeof end.e1);
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  call_generic(&x, AM_TRIDIMENSIONAL, &end);
  ck_assert_int_eq(c.status, 1);
  ck_assert(isnan(c.stress[0]));
  for (int i = 0; i < 81; i++) ck_assert_close(c.K[i], end.K[i], 1e-12, 1e-9);
  const generic_call wrong[] = {begin(4, 3, 0), begin(4, 0, 4),
                                begin(4, 0, 0)};
  for (int i = 0; i < 3; i++) {
    generic_call w = wrong[i];
    memcpy(w.e1, path[0], sizeof w.e1);
    if (i == 2) w.e1[0] = -1;
    call_generic(&x, AM_TRIDIMENSIONAL, &w);
    ck_assert_int_eq(w.status, -1);
    ck_assert(strlen(w.message) > 0);
    ck_assert(isnan(w.stress[0]));
  }
  am_arena_free(x.arena);
}
END_TEST

/* ---- the UMAT ------------------------------------------------------------ */

static void to_fortran(const double *F, double *A) {
  for (int c = 0; c < 9; c++) A[rows[c] + 3 * columns[c]] = F[c];
}

/* The state of a generic behaviour has shears times sqrt(2). */
static void to_umat_state(const exported *x, const generic_call *c,
                          double *state) {
  int at = 0;
  for (int v = 0; v < x->law->count; v++) {
    int size = x->law->variables[v].size == 1 ? 1 : 6;
    for (int i = 0; i < size; i++, at++)
      state[at] = c->before[at] / (i < 3 ? 1 : ROOT);
  }
}

static umat_call umat_of(const exported *x, const generic_call *c,
                         double F0[9], double F1[9]) {
  umat_call u = {.ndi = 3, .nshr = 3, .nstatv = HOST_STATE, .dtime = 1,
                 .dfgrd0 = F0, .dfgrd1 = F1};
  to_fortran(c->e0, F0);
  to_fortran(c->e1, F1);
  to_umat_state(x, c, u.state);
  return u;
}

/* Kirchhoff stress over J of the unmoved point, for F = (I + step D) F1. */
static void kirchhoff_along(const exported *x, const generic_call *c, int j,
                            double step, double *stress) {
  double F[3][3], D[3][3] = {{0}}, turned[3][3], F0[9], F1[9];
  generic_call moved = *c;
  int row = rows[six[j]], column = columns[six[j]];
  D[row][column] += 0.5;
  D[column][row] += 0.5;
  from_nine(c->e1, F);
  double J = determinant(F);
  product(D, F, turned);
  for (int i = 0; i < 9; i++) F[i / 3][i % 3] += step * turned[i / 3][i % 3];
  to_nine(F, moved.e1);
  umat_call u = umat_of(x, &moved, F0, F1);
  call_umat(x, &u);
  ck_assert_double_eq(u.pnewdt, 1);
  for (int i = 0; i < 6; i++) stress[i] = u.stress[i] * determinant(F) / J;
}

START_TEST(umat_has_the_tangent_of_jaumann) {
  exported x;
  export_law(&x, &(exported_as){.material = laws[_i], .deformed = true});
  for (int n = 0; n < STEPS; n++) {
    generic_call c = at_step(&x, n, 0, 0);
    double F0[9], F1[9], stiffest = 0, most = 0;
    umat_call u = umat_of(&x, &c, F0, F1);
    const double step = 1e-6;
    /* Rotation that must not affect the state. */
    u.drot = (const double[9]){0, 1, 0, -1, 0, 0, 0, 0, 1};
    call_umat(&x, &u);
    call_generic(&x, AM_TRIDIMENSIONAL, &c);
    for (int i = 0; i < 6; i++) most = fmax(most, fabs(c.stress[i]));
    for (int i = 0; i < 36; i++) stiffest = fmax(stiffest, fabs(u.ddsdde[i]));
    for (int i = 0; i < 6; i++)
      ck_assert_double_eq_tol(u.stress[i], c.stress[i] / (i < 3 ? 1 : ROOT),
                              1e-11 * most);
    ck_assert_close(u.sse, c.stored, 1e-12, 0);
    ck_assert_close(u.spd, c.dissipated, 1e-12, 1e-300);
    for (int j = 0; j < 6; j++) {
      double up[6], down[6];
      kirchhoff_along(&x, &c, j, step, up);
      kirchhoff_along(&x, &c, j, -step, down);
      for (int i = 0; i < 6; i++)
        ck_assert_double_eq_tol(u.ddsdde[6 * j + i],
                                (up[i] - down[i]) / (2 * step),
                                2e-7 * stiffest);
    }
  }
  am_arena_free(x.arena);
}
END_TEST

/* Calls without gradients are rejected. */
START_TEST(umat_refuses) {
  exported x;
  export_law(&x, &(exported_as){.material = "hencky", .deformed = true});
  generic_call c = begin(0, 0, 0);
  double F0[9], F1[9];
  umat_call u = umat_of(&x, &c, F0, F1);
  u.dfgrd1 = NULL;
  call_umat(&x, &u);
  ck_assert_double_lt(u.pnewdt, 1);
  am_arena_free(x.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("gradients");
  tcase_add_loop_test(tcase, agrees_with_the_interpreter, 0, LAWS);
  tcase_add_loop_test(tcase, operators_are_those_of_differences, 0, LAWS);
  tcase_add_test(tcase, planes_are_parts_of_space);
  tcase_add_test(tcase, predictions_and_failures);
  tcase_add_loop_test(tcase, umat_has_the_tangent_of_jaumann, 0, LAWS);
  tcase_add_test(tcase, umat_refuses);
  return test_run("export/gradients", &tcase, 1);
}
