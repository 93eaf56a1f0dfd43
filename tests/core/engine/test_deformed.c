/* covers: logarithmic, nominal, stress_measure
 *
 * Points under prescribed components of the deformation gradient and of the
 * nominal stress: closed forms of Hencky elasticity and of creep under a dead
 * load, and agreement of different controls. */
#include "engine/parts.h"
#include "tests/core/engine/points.h"

static const double E = 150e3, nu = 0.3;

static const am_engine *const engines[] = {&am_engine_interp,
                                           &am_engine_native};

static point deformed_open(const am_engine *engine, const char *material,
                           am_solver solver) {
  const setup s = {.material = material, .solver = solver,
                   .logarithmic = true};
  point p = point_open(engine, &s);
  p.step.deformed = true;
  for (int i = 0; i < 3; i++) p.step.gradient0[i] = 1;
  return p;
}

/* control: 'F' or 'P' for each component. */
static am_point_status deform(point *p, double duration, const char *control,
                              const double *target) {
  p->step.duration = duration;
  for (int i = 0; i < 9; i++) {
    p->step.control[i] = control[i] == 'P';
    p->step.target[i] = target[i];
  }
  am_engine_step(p->program, &p->step);
  return p->step.status;
}

static void deformed_accept(point *p) {
  point_accept(p);
  memcpy(p->step.gradient0, p->step.gradient, sizeof p->step.gradient);
}

static am_solver elastic(void) {
  am_solver solver = solver_of("ode23");
  return solver;
}

START_TEST(tension) {
  for (double stretch = 0.3; stretch < 3.2; stretch += 0.45) {
    point p = deformed_open(engines[_i], "norton", elastic());
    double P[9], side = pow(stretch, -nu);
    ck_assert_int_eq(deform(&p, 0, "FPPPPPPPP", (double[9]){stretch}),
                     AM_POINT_GOOD);
    am_nominal_stress(p.step.gradient, p.step.stress, P);
    ck_assert_double_eq_tol(P[0], E * log(stretch) / stretch, 1e-12 * E);
    ck_assert_double_eq_tol(p.step.gradient[1], side, 1e-13);
    ck_assert_double_eq_tol(p.step.gradient[2], side, 1e-13);
    for (int c = 1; c < 9; c++) ck_assert_double_eq_tol(P[c], 0, 1e-12 * E);
    for (int c = 3; c < 9; c++)
      ck_assert_double_eq_tol(p.step.gradient[c], 0, 1e-13);
    point_close(&p);
  }
}
END_TEST

START_TEST(shear) {
  const double mu = E / (2 * (1 + nu));
  for (double g = 0.1; g <= 10; g *= 2.1) {
    point p = deformed_open(engines[_i], "norton", elastic());
    double P[9], along = asinh(g / 2);
    ck_assert_int_eq(
        deform(&p, 0, "FFFFFFFFF", (double[9]){1, 1, 1, 0, 0, g}),
        AM_POINT_GOOD);
    am_nominal_stress(p.step.gradient, p.step.stress, P);
    ck_assert_double_eq_tol(P[5], 4 * mu * along / sqrt(4 + g * g), 1e-12 * mu);
    point_close(&p);
  }
}
END_TEST

/* A dead load: T = P exp(x) at the strain x, so that
 * x' (1 - T/E) = A T^n, which a primitive of exp(-n x) (1 - P exp(x)/E)
 * solves (Hoff 1953, with elasticity). */
START_TEST(creep_under_a_dead_load) {
  static const char *const schemes[] = {"ode12", "ode23", "ode45", "ode23s",
                                        "rodas4", "implicit-euler-adaptive"};
  const double load = 60, n = 8.2, A = pow(114.97377262768997, -n);
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    am_solver solver = solver_of(schemes[i]);
    if (_i && i != 1 && i != 4) continue; /* one of each family is compiled */
    solver.tangent = false;
    solver.rtol = 1e-6;
    solver.atol = 1e-9;
    point p = deformed_open(engines[_i], "norton", solver);
    const double target[9] = {load};
    ck_assert_int_eq(deform(&p, 0, "PPPPPPPPP", target), AM_POINT_GOOD);
    deformed_accept(&p);
    double x0 = log(p.step.gradient[0]), x = x0 + 0.02;
    ck_assert_double_eq_tol(x0, load * exp(x0) / E, 1e-14);
    double time = (exp(-n * x0) - exp(-n * x)) / n -
                  load / E * (exp((1 - n) * x0) - exp((1 - n) * x)) / (n - 1);
    time /= A * pow(load, n);
    ck_assert_int_eq(deform(&p, time, "PPPPPPPPP", target), AM_POINT_GOOD);
    double tolerance = solver.atol + solver.rtol * x;
    double most = i == 3 ? p.step.substeps : 0;
    ck_assert_msg(fabs(log(p.step.gradient[0]) - x) <=
                      fmax(10, most) * tolerance,
                  "%s: %g off, tolerance %g", schemes[i],
                  log(p.step.gradient[0]) - x, tolerance);
    point_close(&p);
  }
}
END_TEST

/* Under a constant Kirchhoff stress T of tension, x = T/E + A T^n t; a constant
 * Cauchy stress is T/J, with J = exp((1 - 2 nu) T/E). */
START_TEST(creep_under_a_true_stress) {
  static const char *const schemes[] = {"ode23", "ode23s", "implicit-euler",
                                        "implicit-euler-adaptive"};
  const double T = 60, n = 8.2, A = pow(114.97377262768997, -n);
  const double time = 0.3 / (A * pow(T, n));
  for (int i = 0; i < 8; i++) {
    if (_i && i % 4 > 1) continue;
    am_solver solver = solver_of(schemes[i % 4]);
    solver.tangent = false;
    point p = deformed_open(engines[_i], "norton", solver);
    p.step.measure = i < 4 ? AM_MEASURE_KIRCHHOFF : AM_MEASURE_CAUCHY;
    const double target[9] = {i < 4 ? T : T * exp((2 * nu - 1) * T / E)};
    ck_assert_int_eq(deform(&p, 0, "PPPPPPFFF", target), AM_POINT_GOOD);
    ck_assert_double_eq_tol(log(p.step.gradient[0]), T / E, 1e-13);
    deformed_accept(&p);
    ck_assert_int_eq(deform(&p, time, "PPPPPPFFF", target), AM_POINT_GOOD);
    ck_assert_double_eq_tol(log(p.step.gradient[0]), T / E + 0.3, 1e-9);
    point_close(&p);
  }
}
END_TEST

/* Results with all of F prescribed equal those with F computed. */
START_TEST(controls_agree) {
  const double targets[5][9] = {{1.02, 0, 0.99, 0.01, -0.02, 0.05, 0, 0, 0.02},
                                {1.01, 0, 0, 0.01, 0, 0.03, 0, 0, 0},
                                {40, -30, 0, 0, 0, 20, 0, 0, 20},
                                {40, -30, 0, 5, 0, 20, 0.01, 0, 0.02},
                                {1.02, -30, 9, 5, 0.01, 20, 0.01, 0, -0.01}};
  const char *const controls[5] = {"FPFFFFPFF", "FPPFPFPPP", "PPPFPPPPP",
                                   "PPPPPPFFF", "FPPPFPFFF"};
  const am_measure measures[5] = {[3] = AM_MEASURE_KIRCHHOFF,
                                  [4] = AM_MEASURE_CAUCHY};
  for (int n = 0; n < 5; n++) {
    am_solver solver = solver_of("implicit-euler");
    point p = deformed_open(engines[_i], "michel-suquet", solver);
    point q = deformed_open(engines[_i], "michel-suquet", solver);
    p.step.measure = measures[n];
    ck_assert_int_eq(deform(&p, 1, controls[n], targets[n]), AM_POINT_GOOD);
    ck_assert_int_eq(deform(&q, 1, "FFFFFFFFF", p.step.gradient),
                     AM_POINT_GOOD);
    double P[9], largest = 0;
    am_measure_stress(measures[n], p.step.gradient, p.step.stress, P);
    for (int i = 0; i < 6; i++)
      ck_assert_double_eq_tol(p.step.stress[i], q.step.stress[i], 1e-7);
    for (int c = 0; c < 9; c++)
      ck_assert_double_eq_tol(
          controls[n][c] == 'P' ? P[c] : p.step.gradient[c], targets[n][c],
          1e-8 * 150);
    for (int i = 0; i < 81; i++)
      largest = fmax(largest, fabs(q.step.tangent[i]));
    for (int i = 0; i < 81; i++)
      ck_assert_double_eq_tol(p.step.tangent[i], q.step.tangent[i],
                              1e-9 * largest);
    point_close(&p);
    point_close(&q);
  }
}
END_TEST

/* ---- tangents ------------------------------------------------------------ */

static unsigned long seed;

static double uniform(double low, double high) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

/* The rotation about a random axis by a random angle (Rodrigues). */
static void random_rotation(double R[3][3]) {
  double n[3], length = 0, angle = uniform(0, 6);
  for (int i = 0; i < 3; i++) n[i] = uniform(-1, 1);
  for (int i = 0; i < 3; i++) length += n[i] * n[i];
  for (int i = 0; i < 3; i++) n[i] /= sqrt(length);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double cross =
          i == j ? 0 : ((j - i + 3) % 3 == 1 ? -1 : 1) * n[3 - i - j];
      R[i][j] = (i == j) * cos(angle) + (1 - cos(angle)) * n[i] * n[j] +
                sin(angle) * cross;
    }
}

/* Row and column of a component. */
static const int row[9] = {0, 1, 2, 1, 0, 0, 2, 2, 1};
static const int column[9] = {0, 1, 2, 2, 2, 1, 1, 0, 0};

/* R F */
static void turn(double R[3][3], const double *F, double *turned) {
  for (int c = 0; c < 9; c++) {
    turned[c] = 0;
    for (int d = 0; d < 9; d++)
      if (column[d] == column[c]) turned[c] += R[row[c]][row[d]] * F[d];
  }
}

/* F = R (V l V') with random rotations. */
static void random_gradient(const double *l, double *F) {
  double R[3][3], V[3][3], U[9];
  random_rotation(R);
  random_rotation(V);
  for (int c = 0; c < 9; c++) {
    U[c] = 0;
    for (int a = 0; a < 3; a++)
      U[c] += V[row[c]][a] * l[a] * V[column[c]][a];
  }
  turn(R, U, F);
}

static bool nominal_at(point *p, double duration, const double *F, double *P) {
  if (deform(p, duration, "FFFFFFFFF", F) != AM_POINT_GOOD) return false;
  am_nominal_stress(F, p->step.stress, P);
  return true;
}

/* Largest difference between dP/dF and fourth-order differences, relative to
 * its largest entry; -1 if the law has no result. */
static double tangent_error(point *p, double duration, const double *F) {
  const double at[4] = {1, -1, 2, -2}, weights[4] = {8, -8, -1, 1};
  const double h = 2e-4;
  double P[9], tangent[81], worst = 0, largest = 0;
  if (!nominal_at(p, duration, F, P)) return -1;
  memcpy(tangent, p->step.tangent, sizeof tangent);
  for (int i = 0; i < 81; i++) largest = fmax(largest, fabs(tangent[i]));
  for (int d = 0; d < 9; d++) {
    double slope[9] = {0};
    for (int i = 0; i < 4; i++) {
      double moved[9];
      memcpy(moved, F, sizeof moved);
      moved[d] += at[i] * h;
      if (!nominal_at(p, duration, moved, P)) return -1;
      for (int c = 0; c < 9; c++) slope[c] += weights[i] * P[c] / (12 * h);
    }
    for (int c = 0; c < 9; c++)
      worst = fmax(worst, fabs(slope[c] - tangent[9 * c + d]));
  }
  return worst / largest;
}

/* Smooth energies, and one with cubic symmetry. */
static const char *const laws[] = {"linear-elastic", "cubic-elastic",
                                   "orthotropic-elastic", "norton",
                                   "chaboche", "generalized-maxwell"};
enum { LAWS = sizeof laws / sizeof *laws };

START_TEST(tangents_of_elastic_jumps) {
  seed = 5;
  point p = deformed_open(&am_engine_interp, laws[_i],
                          solver_of("implicit-euler"));
  for (int n = 0; n < 12; n++) {
    double l[3], F[9];
    for (int a = 0; a < 3; a++) l[a] = uniform(0.3, 3);
    if (n % 4 == 1) l[1] = l[0];
    if (n % 4 == 2) l[2] = l[1] = l[0];
    if (n % 4 == 3) l[1] = l[0] * (1 + 1e-9);
    random_gradient(l, F);
    double error = tangent_error(&p, 0, F);
    ck_assert_msg(error >= 0 && error < 1e-8, "%s, %d: %g", laws[_i], n, error);
    for (int c = 0; c < 9; c++)
      for (int d = 0; d < c; d++) {
        double one = p.step.tangent[9 * c + d];
        double other = p.step.tangent[9 * d + c];
        double size = fabs(p.step.tangent[10 * c]) +
                      fabs(p.step.tangent[10 * d]);
        ck_assert_double_eq_tol(one, other, 1e-12 * size);
      }
  }
  point_close(&p);
}
END_TEST

START_TEST(tangents_of_flow) {
  static const char *const flowing[] = {"norton", "michel-suquet", "chaboche",
                                        "j2"};
  for (size_t i = 0; i < sizeof flowing / sizeof *flowing; i++) {
    seed = 9;
    point p = deformed_open(&am_engine_interp, flowing[i],
                            solver_of("implicit-euler"));
    for (int n = 0; n < 3; n++) {
      double F[9];
      const double l[3] = {1 + uniform(0.01, 0.03), 1 - uniform(0.01, 0.03),
                           1 + uniform(-0.01, 0.01)};
      random_gradient(l, F);
      double error = tangent_error(&p, 10, F);
      ck_assert_msg(error >= 0 && error < 1e-6, "%s, %d: %g", flowing[i], n,
                    error);
    }
    point_close(&p);
  }
}
END_TEST

/* A rotation after the deformation rotates P, and changes nothing else. */
START_TEST(rotations_turn_the_stress) {
  seed = 3;
  point p = deformed_open(&am_engine_interp, "chaboche", solver_of("ode23"));
  for (int n = 0; n < 10; n++) {
    double R[3][3], F[9], P[9], stress[6], moved[9], there[9], turned[9];
    const double l[3] = {1.02, 0.99, 1 + uniform(-0.01, 0.01)};
    random_gradient(l, F);
    random_rotation(R);
    ck_assert(nominal_at(&p, 1, F, P));
    memcpy(stress, p.step.stress, sizeof stress);
    turn(R, F, moved);
    ck_assert(nominal_at(&p, 1, moved, there));
    turn(R, P, turned);
    for (int c = 0; c < 9; c++)
      ck_assert_double_eq_tol(there[c], turned[c], 1e-8);
    for (int i = 0; i < 6; i++)
      ck_assert_double_eq_tol(p.step.stress[i], stress[i], 1e-8);
  }
  point_close(&p);
}
END_TEST

/* ---- large loading steps ------------------------------------------------- */

/* F = R U with stretches from 0.3 to 3; `control` selects the prescribed
 * components of F and of the P that belongs to it. */
static void far_target(point *p, int n, char *control, double *target) {
  const double angle = n % 2 ? uniform(-0.5, 0.5) : 0;
  double R[3][3] = {{cos(angle), -sin(angle), 0}, {sin(angle), cos(angle), 0},
                    {0, 0, 1}};
  double V[3][3], U[9], F[9], P[9], l[3];
  for (int a = 0; a < 3; a++) l[a] = exp(uniform(log(0.3), log(3)));
  random_rotation(V);
  for (int c = 0; c < 9; c++) {
    U[c] = 0;
    for (int a = 0; a < 3; a++) U[c] += V[row[c]][a] * l[a] * V[column[c]][a];
  }
  turn(R, U, F);
  ck_assert(nominal_at(p, 0, F, P));
  for (int c = 0; c < 9; c++) {
    bool nominal = n % 4 == 0   ? c == 1 || c == 2
                   : n % 4 == 3 ? c < 6
                                : uniform(0, 1) < 0.3 * (n % 4);
    control[c] = nominal ? 'P' : 'F';
    target[c] = nominal ? P[c] : F[c];
  }
}

/* A correct result or a failure: some stresses on the path exceed a maximum. */
START_TEST(far_targets) {
  int found = 0;
  const int count = 40;
  am_solver solver = elastic();
  solver.tangent = false;
  seed = 1;
  point p = deformed_open(engines[_i], "norton", solver);
  for (int n = 0; n < count; n++) {
    char control[10] = "FFFFFFFFF";
    double target[9], P[9];
    far_target(&p, n, control, target);
    if (deform(&p, 0, control, target) != AM_POINT_GOOD) continue;
    found++;
    am_nominal_stress(p.step.gradient, p.step.stress, P);
    ck_assert_double_gt(am_gradient_determinant(p.step.gradient), 0);
    for (int c = 0; c < 9; c++)
      if (control[c] == 'P')
        ck_assert_double_eq_tol(P[c], target[c], 1e-9 * E);
      else
        ck_assert_double_eq_tol(p.step.gradient[c], target[c], 1e-12);
  }
  ck_assert_int_ge(found, 25);
  point_close(&p);
}
END_TEST

/* ln(l)/l is at most 1/e: a step to a smaller stress ends on the branch from
 * the undeformed state; a step to a larger stress fails. */
START_TEST(nominal_stress_has_a_maximum) {
  point p = deformed_open(engines[_i], "norton", elastic());
  for (int n = 0; n < 2; n++) {
    const double target[9] = {n ? 0.37 * E : 0.367 * E};
    am_point_status status = deform(&p, 0, "PPPPPPPPP", target);
    ck_assert_int_eq(status, n ? AM_POINT_SINGULAR : AM_POINT_GOOD);
    if (n) continue;
    double l = p.step.gradient[0];
    ck_assert_double_eq_tol(log(l) / l, 0.367, 1e-12);
    ck_assert_double_lt(l, exp(1));
  }
  for (int c = 0; c < 9; c++)
    ck_assert_double_eq(p.step.gradient[c], p.step.gradient0[c]);
  point_close(&p);
}
END_TEST

/* Prescribed components of F invert the body, or would if the others stayed
 * constant. */
START_TEST(inside_out) {
  point p = deformed_open(engines[_i], "norton", elastic());
  double P[9];
  const double target[9] = {0, 0, 0, 0, 0, 2, 0, 0, 1};
  ck_assert_int_eq(deform(&p, 0, "PPPFFFFFF", target), AM_POINT_GOOD);
  ck_assert_double_gt(am_gradient_determinant(p.step.gradient), 0);
  am_nominal_stress(p.step.gradient, p.step.stress, P);
  for (int c = 0; c < 3; c++) ck_assert_double_eq_tol(P[c], 0, 1e-9 * E);
  const double none[9] = {-1, 1, 1};
  ck_assert_int_ne(deform(&p, 0, "FFFFFFFFF", none), AM_POINT_GOOD);
  ck_assert_int_ne(deform(&p, 0, "FPPFFFFFF", none), AM_POINT_GOOD);
  point_close(&p);
}
END_TEST

int main(void) {
  const int count = sizeof engines / sizeof *engines;
  TCase *tcase = tcase_create("deformed");
  tcase_add_loop_test(tcase, tension, 0, count);
  tcase_add_loop_test(tcase, shear, 0, count);
  tcase_add_loop_test(tcase, creep_under_a_dead_load, 0, count);
  tcase_add_loop_test(tcase, creep_under_a_true_stress, 0, count);
  tcase_add_loop_test(tcase, controls_agree, 0, count);
  tcase_add_loop_test(tcase, far_targets, 0, count);
  tcase_add_loop_test(tcase, nominal_stress_has_a_maximum, 0, count);
  tcase_add_loop_test(tcase, inside_out, 0, count);
  tcase_add_loop_test(tcase, tangents_of_elastic_jumps, 0, LAWS);
  tcase_add_test(tcase, tangents_of_flow);
  tcase_add_test(tcase, rotations_turn_the_stress);
  return test_run("deformed", &tcase, 1);
}
