/* covers: host_plane_stress.h
 *
 * Plane stress through both interfaces: closed forms, the interpreter under
 * prescribed stresses, and differences. */
#include "engine/parts.h"
#include "hosts.h"
#include "tests/core/engine/points.h"

/* A crystal whose axes are not those of the plane: strains yz and xz, total
 * and of creep, do not vanish. */
static const char tilted[] =
    "material: tilted\n"
    "internal: {eps_p: {type: deviatoric}}\n"
    "free_energy: |\n"
    "  e = eps - eps_p\n"
    "  4e4*tr(e)^2 + 8e4*(e : e) + 5e4*(e[xx] + e[xz] + e[yz]/2)^2\n"
    "force_potential: \"1e-3*100/4*((mises(A_eps_p) + A_eps_p[xz])/100)^4\"\n";

static const struct {
  const char *law;
  bool deformed;
} laws[] = {{"j2", false}, {"norton", false}, {tilted, false},
            {"j2", true},  {"norton", true},  {tilted, true}};
enum { LAWS = 6, STEPS = 4 };

/* Strains xx yy xy of a path, and F: xx yy xy yx */
static const double strains[STEPS][3] = {{1e-3, 2e-4, 5e-4},
                                         {4e-3, -1e-3, 1e-3},
                                         {4e-3, 3e-3, -2e-3},
                                         {-2e-3, 1e-3, 0}};
static const double gradients[STEPS][4] = {{1.01, 0.995, 0.01, -0.02},
                                           {1.1, 0.95, 0.1, 0.05},
                                           {0.2, -0.1, -1.2, 1.1},
                                           {1.05, 1.05, 0, 0.1}};

static void export_of(exported *x, int law) {
  export_law(x, &(exported_as){.material = laws[law].law,
                               .deformed = laws[law].deformed});
}

/* Step n of a host that passes zz = 0 or F.zz = 1, after `before` */
static generic_call plane(const exported *x, const generic_call *before,
                          int n) {
  generic_call c = new_call(4);
  if (before) {
    memcpy(c.e0, before->e1, sizeof c.e0);
    memcpy(c.before, before->after, sizeof c.before);
  } else if (x->export.deformed) {
    for (int i = 0; i < 3; i++) c.e0[i] = 1;
  }
  c.measure = c.operator = 2; /* P and dP/dF */
  c.e1[0] = x->export.deformed ? gradients[n][0] : strains[n][0];
  c.e1[1] = x->export.deformed ? gradients[n][1] : strains[n][1];
  c.e1[2] = x->export.deformed;
  c.e1[3] = x->export.deformed ? gradients[n][2] : ROOT * strains[n][2];
  c.e1[4] = x->export.deformed ? gradients[n][3] : 0;
  return c;
}

/* ---- closed forms -------------------------------------------------------- */

START_TEST(elasticity) {
  exported x;
  elastic(&x, NULL);
  double modulus = E / (1 - NU * NU);
  const double expected[3][3] = {{modulus, modulus * NU, 0},
                                 {modulus * NU, modulus, 0},
                                 {0, 0, shear()}};
  umat_call u = {.ndi = 2, .nshr = 1, .nstatv = 3, .dtime = 1,
                 .dstran = {1e-3, -5e-4, 2e-3}};
  generic_call c = new_call(4), predicted = new_call(-1);
  for (int i = 0; i < 4; i++)
    c.e1[i] = (double[]){1e-3, -5e-4, 7, 1e-3 * ROOT}[i];
  call_umat(&x, &u);
  call_generic(&x, AM_PLANE_STRESS, &c);
  call_generic(&x, AM_PLANE_STRESS, &predicted);
  ck_assert_int_eq(c.status, 1);
  for (int i = 0; i < 16; i++)
    ck_assert_close(predicted.K[i], c.K[i], 1e-12, 1e-9);
  for (int i = 0; i < 3; i++) {
    int at = i < 2 ? i : 3; /* in Kelvin components */
    double sum = 0, scale = i < 2 ? 1 : ROOT;
    for (int j = 0; j < 3; j++) {
      sum += expected[i][j] * u.dstran[j];
      ck_assert_close(u.ddsdde[3 * j + i], expected[i][j], 1e-12, 1e-9);
      ck_assert_close(c.K[4 * at + (j < 2 ? j : 3)],
                      expected[i][j] * (i < 2 ? 1 : 2), 1e-12, 1e-9);
    }
    ck_assert_close(u.stress[i], sum, 1e-12, 0);
    ck_assert_close(c.stress[at], scale * sum, 1e-12, 0);
    ck_assert_close(c.K[4 * 2 + at], 0, 0, 1e-9);
    ck_assert_close(c.K[4 * at + 2], 0, 0, 1e-9);
  }
  double thickness = -NU / (1 - NU) * 5e-4;
  ck_assert_close(u.state[0], thickness, 1e-12, 0);
  ck_assert_close(c.after[0], thickness, 1e-12, 0);
  am_arena_free(x.arena);
}
END_TEST

static umat_call heated(const exported *x, double dtemp) {
  static const double F0[9] = {1, 0, 0, 0, 1};
  static const double F1[9] = {1.1, 0.1, 0, -0.05, 1.2};
  umat_call u = {.ndi = 2, .nshr = 1, .nstatv = 3, .dtime = 1, .temp = 300,
                 .dtemp = dtemp, .given = true, .dfgrd0 = F0, .dfgrd1 = F1};
  call_umat(x, &u);
  ck_assert_double_eq(u.pnewdt, 1);
  return u;
}

/* DDSDDT = -E a/(1 - nu), a: thermal expansion; at large strains, by
 * differences */
START_TEST(heating) {
  exported x;
  export_law(&x, &(exported_as){
      .deformed = _i, .material = "material: heated\n"
                  "external: {T: 300}\n"
                  "free_energy: \"6e4*tr(eps)^2 + 12e4*(eps : eps) - "
                  "3*2e5*1e-5*(T - 300)*tr(eps)\"\n"});
  umat_call u = heated(&x, 10), up = heated(&x, 11), down = heated(&x, 9);
  for (int i = 0; i < 3; i++) {
    double closed = i < 2 ? -3e5 * 1e-5 / (1 - 0.25) : 0;
    double expected = _i ? (up.stress[i] - down.stress[i]) / 2 : closed;
    ck_assert_close(u.ddsddt[i], expected, _i ? 1e-6 : 1e-12, 1e-12);
    if (!_i) ck_assert_close(u.stress[i], 10 * closed, 1e-12, 1e-12);
  }
  am_arena_free(x.arena);
}
END_TEST

/* ---- the interpreter under prescribed stresses --------------------------- */

static point reference(int law) {
  setup s = {.material = laws[law].law, .logarithmic = laws[law].deformed,
             .solver = solver_of("implicit-euler")};
  s.solver.tangent = false;
  s.solver.energies = true;
  s.solver.equilibrium = 1e-13;
  point p = point_open(&am_engine_interp, &s);
  p.step.deformed = laws[law].deformed;
  for (int i = 0; i < 3; i++) p.step.gradient0[i] = 1;
  return p;
}

/* Step n of the interpreter: P or the stress, and the free components, in the
 * order of hosts */
static void refer(point *p, int n, double *stress, double *free) {
  bool deformed = p->step.deformed;
  static const int ours[] = {0, 1, 2, 5, 8};
  double P[9];
  for (int i = 2; i < 5; i++) p->step.control[i] = true;
  p->step.target[0] = deformed ? gradients[n][0] : strains[n][0];
  p->step.target[1] = deformed ? gradients[n][1] : strains[n][1];
  p->step.target[5] = deformed ? gradients[n][2] : strains[n][2];
  p->step.target[8] = deformed ? gradients[n][3] : 0;
  p->step.duration = 1;
  am_engine_step(p->program, &p->step);
  ck_assert_int_eq(p->step.status, AM_POINT_GOOD);
  if (deformed)
    am_nominal_stress(p->step.gradient, p->step.stress, P);
  else
    am_basis_to_mandel(p->step.stress, P);
  for (int i = 0; i < 4 + deformed; i++) stress[i] = P[ours[i]];
  if (!deformed) am_basis_to_mandel(p->step.strain, P);
  for (int i = 0; i < 3; i++) free[i] = P[2 + i];
  if (deformed) { /* shears of A^-1 F, A: part in the plane */
    const double *F = p->step.gradient;
    double det = F[0] * F[1] - F[5] * F[8];
    free[0] = F[2] - 1;
    free[1] = (F[0] * F[3] - F[8] * F[4]) / det;
    free[2] = (F[1] * F[4] - F[5] * F[3]) / det;
  }
  point_accept(p);
  memcpy(p->step.gradient0, p->step.gradient, sizeof p->step.gradient);
}

START_TEST(agrees_with_prescribed_stresses) {
  exported x;
  export_of(&x, _i);
  point p = reference(_i);
  generic_call last, c;
  double dissipated = 0;
  int count = 0;
  for (int v = 0; v < x.law->count; v++)
    count += x.law->variables[v].size == 1 ? 1 : 6;
  for (int n = 0; n < STEPS; n++) {
    double stress[5], free[3], most = 0;
    c = plane(&x, n ? &last : NULL, n);
    call_generic(&x, AM_PLANE_STRESS, &c);
    ck_assert_msg(c.status == 1, "%s", c.message);
    refer(&p, n, stress, free);
    for (int i = 0; i < 4; i++) most = fmax(most, fabs(stress[i]));
    ck_assert_double_gt(most, 10);
    for (int i = 0; i < 4 + laws[_i].deformed; i++)
      ck_assert_double_eq_tol(c.stress[i], stress[i], 1e-10 * most);
    for (int i = 0; i < 3; i++)
      ck_assert_double_eq_tol(c.after[count + i], free[i], 1e-11);
    dissipated += c.dissipated;
    ck_assert_close(c.stored, p.step.energy, 1e-9, 0);
    ck_assert_close(dissipated, p.step.state[x.law->na], 1e-9, 0);
    last = c;
  }
  if (laws[_i].law == tilted) ck_assert_double_gt(fabs(c.after[4]), 1e-4);
  ck_assert_double_gt(dissipated, 0);
  point_close(&p);
  am_arena_free(x.arena);
}
END_TEST

/* ---- tangents by differences --------------------------------------------- */

/* The second step, which flows, with a measure and an operator. */
static generic_call second(const exported *x, int measure, int operator) {
  generic_call first = plane(x, NULL, 0), c;
  call_generic(x, AM_PLANE_STRESS, &first);
  ck_assert_int_eq(first.status, 1);
  c = plane(x, &first, 1);
  c.measure = measure;
  c.operator = operator;
  return c;
}

/* Stress if F changes by the plane part of `by` */
static void stress_along(const exported *x, int measure, const double *by,
                         double step, double *stress) {
  generic_call c = second(x, measure, 0);
  c.request = 0;
  for (int i = 0; i < 5; i++) c.e1[i] += step * by[i];
  call_generic(x, AM_PLANE_STRESS, &c);
  ck_assert_int_eq(c.status, 1);
  memcpy(stress, c.stress, sizeof c.stress);
}

/* Columns of an operator [rows][columns], for changes by[columns] of F or of
 * the strain */
static void compare_columns(const exported *x, int measure, int operator,
                            const double by[][5], int rows, int columns) {
  generic_call c = second(x, measure, operator);
  const double step = x->export.deformed ? 1e-6 : 1e-8;
  double stiffest = 0;
  call_generic(x, AM_PLANE_STRESS, &c);
  ck_assert_int_eq(c.status, 1);
  for (int i = 0; i < rows * columns; i++)
    stiffest = fmax(stiffest, fabs(c.K[i]));
  for (int j = 0; j < columns; j++) {
    double up[9], down[9];
    stress_along(x, measure, by[j], step, up);
    stress_along(x, measure, by[j], -step, down);
    for (int i = 0; i < rows; i++)
      ck_assert_double_eq_tol(c.K[columns * i + j],
                              (up[i] - down[i]) / (2 * step),
                              1e-6 * stiffest);
  }
}

/* The Cauchy stress and P by F, the second stress by E: dF = F^-T dE. */
START_TEST(tangents_are_those_of_differences) {
  exported x;
  export_of(&x, _i);
  const double unit[5][5] = {{1}, {0, 1}, {0, 0, 0}, {0, 0, 0, 1},
                             {0, 0, 0, 0, 1}};
  const double *F = gradients[1];
  double det = F[0] * F[1] - F[2] * F[3];
  const double half = 1 / ROOT / det;
  const double by_strain[4][5] = {
      {F[1] / det, 0, 0, 0, -F[2] / det},
      {0, F[0] / det, 0, -F[3] / det, 0},
      {0},
      {-F[3] * half, -F[2] * half, 0, F[1] * half, F[0] * half}};
  if (laws[_i].deformed) {
    compare_columns(&x, 2, 2, unit, 5, 5);
    compare_columns(&x, 0, 0, unit, 4, 5);
    compare_columns(&x, 1, 1, by_strain, 4, 4);
  } else {
    compare_columns(&x, 2, 2, unit, 4, 4);
  }
  am_arena_free(x.arena);
}
END_TEST

/* ---- the UMAT ------------------------------------------------------------ */

/* The second step through the UMAT, with strains or F changed by D F. */
static umat_call moved(const exported *x, const double *D, double step) {
  umat_call u = {.ndi = 2, .nshr = 1, .nstatv = HOST_STATE, .dtime = 1};
  const double *F = gradients[1];
  /* Fortran order; the components out of the plane are not used. */
  double F0[9] = {gradients[0][0], gradients[0][3], 7, gradients[0][2],
                  gradients[0][1], 7, 7, 7, 7};
  double F1[9] = {F[0], F[3], 7, F[2], F[1], 7, 7, 7, 7};
  generic_call first = plane(x, NULL, 0);
  call_generic(x, AM_PLANE_STRESS, &first);
  for (int v = 0, at = 0; v < x->law->count; v++) {
    int size = x->law->variables[v].size == 1 ? 1 : 6;
    for (int i = 0; i < size; i++, at++)
      u.state[at] = first.after[at] / (i < 3 ? 1 : ROOT);
    memcpy(u.state + at, first.after + at, 3 * sizeof *u.state);
  }
  for (int i = 0; i < 3; i++) {
    double part = i < 2 ? 1 : 2;
    u.stran[i] = part * strains[0][i];
    u.dstran[i] = part * (strains[1][i] - strains[0][i]) + step * D[i];
  }
  for (int j = 0; j < 2; j++) {
    double x1 = F1[3 * j], y1 = F1[3 * j + 1];
    F1[3 * j] += step * (D[0] * x1 + D[2] / 2 * y1);
    F1[3 * j + 1] += step * (D[2] / 2 * x1 + D[1] * y1);
  }
  u.dfgrd0 = F0, u.dfgrd1 = F1;
  call_umat(x, &u);
  ck_assert_double_eq(u.pnewdt, 1);
  /* Kirchhoff stress, with the thickness in the state */
  int last = 0;
  for (int v = 0; v < x->law->count; v++)
    last += x->law->variables[v].size == 1 ? 1 : 6;
  double J = (F1[0] * F1[4] - F1[1] * F1[3]) * (1 + u.state[last]);
  u.props[0] = x->export.deformed ? J : 1;
  return u;
}

START_TEST(umat) {
  exported x;
  export_of(&x, _i);
  generic_call c = second(&x, 0, 0);
  const double none[3] = {0};
  const double step = laws[_i].deformed ? 1e-6 : 1e-8;
  umat_call u = moved(&x, none, 0);
  call_generic(&x, AM_PLANE_STRESS, &c);
  for (int j = 0; j < 3; j++) {
    const double D[3] = {j == 0, j == 1, j == 2};
    umat_call up = moved(&x, D, step), down = moved(&x, D, -step);
    int at = j < 2 ? j : 3;
    ck_assert_close(u.stress[j], c.stress[at] / (j < 2 ? 1 : ROOT), 1e-9, 0);
    for (int i = 0; i < 3; i++)
      ck_assert_double_eq_tol(
          u.ddsdde[3 * j + i],
          (up.stress[i] * up.props[0] - down.stress[i] * down.props[0]) /
              (2 * step * u.props[0]),
          1e-6 * fabs(u.ddsdde[0]));
  }
  ck_assert_close(u.sse, c.stored, 1e-9, 0);
  ck_assert_close(u.spd, c.dissipated, 1e-9, 0);
  am_arena_free(x.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("plane stress");
  tcase_add_test(tcase, elasticity);
  tcase_add_loop_test(tcase, heating, 0, 2);
  tcase_add_loop_test(tcase, agrees_with_prescribed_stresses, 0, LAWS);
  tcase_add_loop_test(tcase, tangents_are_those_of_differences, 0, LAWS);
  tcase_add_loop_test(tcase, umat, 0, LAWS);
  return test_run("export/plane stress", &tcase, 1);
}
