/* Logarithmic strain and its derivatives: closed forms, series of the logarithm
 * at coincident eigenvalues, and differences. */
#include "tests/core/kernel/problem.h"

#include "base/basis.h"

static unsigned long seed;

static double uniform(double low, double high) {
  seed = seed * 6364136223846793005ul + 1442695040888963407ul;
  return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

/* ---- matrices ------------------------------------------------------------ */

typedef struct {
  double a[3][3];
} matrix;

static matrix of_nine(const double *F) {
  matrix m;
  for (int c = 0; c < 9; c++) m.a[K_ROW_OF(c)][K_COLUMN_OF(c)] = F[c];
  return m;
}

static matrix of_coordinates(const double *x) {
  double t[6];
  matrix m;
  am_basis_to_tensor(x, t);
  for (int c = 0; c < 6; c++)
    m.a[K_ROW_OF(c)][K_COLUMN_OF(c)] = m.a[K_COLUMN_OF(c)][K_ROW_OF(c)] = t[c];
  return m;
}

static matrix times(matrix x, matrix y) {
  matrix m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      m.a[i][j] = x.a[i][0] * y.a[0][j] + x.a[i][1] * y.a[1][j] +
                  x.a[i][2] * y.a[2][j];
  return m;
}

static matrix turned(matrix x) {
  matrix m;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) m.a[i][j] = x.a[j][i];
  return m;
}

static matrix plus(matrix x, double factor, matrix y) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) x.a[i][j] += factor * y.a[i][j];
  return x;
}

static double contract(matrix x, matrix y) {
  double sum = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) sum += x.a[i][j] * y.a[i][j];
  return sum;
}

static const matrix identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* ---- closed forms -------------------------------------------------------- */

static void strain_of(const double *F, double *tensor) {
  k_stretch s;
  double eps[6];
  k_stretch_of(F, &s);
  k_strain_of(&s, eps);
  am_basis_to_tensor(eps, tensor);
}

START_TEST(shear_and_stretch) {
  double E[6];
  for (double g = 1e-9; g <= 10; g *= 7) {
    const double F[9] = {1, 1, 1, 0, 0, g};
    double along = asinh(g / 2), root = sqrt(4 + g * g);
    strain_of(F, E);
    ck_assert_double_eq_tol(E[5], 2 * along / root, 1e-14 * along);
    ck_assert_double_eq_tol(E[1], g * along / root, 1e-14 * along);
    ck_assert_double_eq_tol(E[0], -g * along / root, 1e-14 * along);
    ck_assert_double_eq_tol(E[2], 0, 1e-15 * along);
  }
  const double F[9] = {1.5, 0.3, 3};
  strain_of(F, E);
  for (int i = 0; i < 3; i++)
    ck_assert_double_eq_tol(E[i], log(F[i]), 1e-15);
}
END_TEST

START_TEST(inside_out_is_no_deformation) {
  const double mirrored[9] = {-1, 1, 1}, flat[9] = {1, 1, 0};
  double E[6];
  strain_of(mirrored, E);
  ck_assert(isnan(E[0]));
  strain_of(flat, E);
  ck_assert(isnan(E[0]));
}
END_TEST

/* The trace of the strain is ln det F, however large a shear is; a gradient
 * whose smallest stretch is lost to rounding is rejected. */
START_TEST(stretches_that_rounding_hides) {
  for (int power = 0; power <= 12; power++) {
    const double F[9] = {1.1, 1, 1, 0, 0, pow(10, power)};
    double E[6], trace;
    strain_of(F, E);
    trace = E[0] + E[1] + E[2];
    if (power > 6) ck_assert(isnan(trace));
    if (power <= 3 || !isnan(trace))
      ck_assert_double_eq_tol(trace, log(1.1), 5e-8);
  }
}
END_TEST

/* ---- series -------------------------------------------------------------- */

enum { TERMS = 14 };

/* First derivative of ln(I + B)/2 in direction H, and second derivative in
 * directions H and G */
static matrix first_change(matrix B, matrix H) {
  matrix sum = {0}, power[TERMS] = {identity};
  for (int n = 1; n < TERMS; n++) power[n] = times(power[n - 1], B);
  for (int n = 1; n < TERMS; n++)
    for (int j = 0; j < n; j++)
      sum = plus(sum, (n % 2 ? 0.5 : -0.5) / n,
                 times(times(power[j], H), power[n - 1 - j]));
  return sum;
}

static matrix second_change(matrix B, matrix H, matrix G) {
  matrix sum = {0}, power[TERMS] = {identity};
  for (int n = 1; n < TERMS; n++) power[n] = times(power[n - 1], B);
  for (int n = 2; n < TERMS; n++)
    for (int i = 0; i <= n - 2; i++)
      for (int j = 0; i + j <= n - 2; j++) {
        matrix rest = power[n - 2 - i - j];
        matrix hg = times(times(times(times(power[i], H), power[j]), G), rest);
        matrix gh = times(times(times(times(power[i], G), power[j]), H), rest);
        sum = plus(sum, (n % 2 ? 0.5 : -0.5) / n, plus(hg, 1, gh));
      }
  return sum;
}

static matrix changed(matrix F, int c) {
  matrix dF = {0};
  dF.a[K_ROW_OF(c)][K_COLUMN_OF(c)] = 1;
  matrix half = times(turned(F), dF);
  return plus(half, 1, turned(half));
}

/* T : d2E/dF2 of F with F'F = scale (I + B), against the kernel. */
static void compare_with_series(const double *F, double scale) {
  const matrix gradient = of_nine(F);
  matrix C = times(turned(gradient), gradient), B = {0};
  B = plus(plus(B, 1 / scale, C), -1, identity);
  double T[6], none[36] = {0}, K[81], largest = 0;
  for (int i = 0; i < 6; i++) T[i] = uniform(-1, 1);
  const matrix stress = of_coordinates(T);
  k_stretch s;
  k_stretch_of(F, &s);
  k_differentiate(&s);
  k_nominal_tangent(&s, T, none, K);
  for (int i = 0; i < 81; i++) largest = fmax(largest, fabs(K[i]));
  for (int c = 0; c < 9; c++)
    for (int d = 0; d < 9; d++) {
      matrix dc = {0}, dd = {0}, both = {0}, unit = {0}, other = {0};
      dc = plus(dc, 1 / scale, changed(gradient, c));
      dd = plus(dd, 1 / scale, changed(gradient, d));
      unit.a[K_ROW_OF(c)][K_COLUMN_OF(c)] = 1;
      other.a[K_ROW_OF(d)][K_COLUMN_OF(d)] = 1;
      matrix half = times(turned(unit), other);
      both = plus(plus(both, 1 / scale, half), 1 / scale, turned(half));
      double expected = contract(stress, second_change(B, dc, dd)) +
                        contract(stress, first_change(B, both));
      ck_assert_double_eq_tol(K[9 * c + d], expected, 1e-13 * largest);
    }
}

START_TEST(close_stretches_have_no_cut_off) {
  for (double gap = 1e-16; gap < 2e-2; gap *= 3) {
    double size = uniform(0.5, 2);
    double F[9] = {size, size * (1 + gap), size * (1 - 0.3 * gap)};
    for (int c = 3; c < 9; c++) F[c] = gap * uniform(-0.5, 0.5);
    compare_with_series(F, size * size);
    F[3] = F[4] = F[5] = F[6] = F[7] = F[8] = 0;
    compare_with_series(F, size * size);
    F[1] = F[0];
    compare_with_series(F, size * size);
  }
}
END_TEST

/* ---- differences --------------------------------------------------------- */

/* Nonlinear anisotropic law: T = M E + (E·E) E, with its derivative C. */
static void respond(const double *M, const double *E, double *T, double *C) {
  double square = k_dot(E, E, 6);
  for (int i = 0; i < 6; i++) T[i] = k_dot(M + 6 * i, E, 6) + square * E[i];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      C[6 * i + j] = M[6 * i + j] + 2 * E[i] * E[j] + (i == j ? square : 0);
}

static void nominal(const double *M, const double *F, double *P, double *K) {
  k_stretch s;
  double E[6], T[6], C[36];
  k_stretch_of(F, &s);
  k_differentiate(&s);
  k_strain_of(&s, E);
  respond(M, E, T, C);
  k_nominal_stress(&s, F, T, P);
  if (K) k_nominal_tangent(&s, T, C, K);
}

/* F = R U with principal stretches l, along random axes. */
static void random_gradient(const double *l, double *F) {
  double any[9], b[3], Q[9], R[9];
  for (int n = 0; n < 2; n++) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j <= i; j++)
        any[3 * i + j] = any[3 * j + i] = uniform(-1, 1);
    k_diagonalize(any, b, n ? R : Q);
  }
  if (k_determinant(R) * k_determinant(Q) < 0)
    for (int i = 0; i < 9; i++) R[i] = -R[i];
  for (int c = 0; c < 9; c++) {
    F[c] = 0;
    for (int a = 0; a < 3; a++)
      F[c] += R[3 * K_ROW_OF(c) + a] * l[a] * Q[3 * K_COLUMN_OF(c) + a];
  }
}

static void compare_with_differences(const double *F) {
  double M[36], P[9], K[81], worst = 0, largest = 0;
  const double step = 2e-3;
  const double at[4] = {1, -1, 2, -2}, weights[4] = {8, -8, -1, 1};
  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++)
      M[6 * i + j] = M[6 * j + i] = uniform(-1, 1) + (i == j ? 3 : 0);
  nominal(M, F, P, K);
  for (int i = 0; i < 81; i++) largest = fmax(largest, fabs(K[i]));
  for (int d = 0; d < 9; d++) {
    double slope[2][9] = {{0}};
    for (int n = 0; n < 2; n++)
      for (int p = 0; p < 4; p++) {
        double h = step / (1 << n), moved[9], there[9];
        for (int c = 0; c < 9; c++) moved[c] = F[c];
        moved[d] += at[p] * h;
        nominal(M, moved, there, NULL);
        for (int c = 0; c < 9; c++)
          slope[n][c] += weights[p] * there[c] / (12 * h);
      }
    for (int c = 0; c < 9; c++) {
      double better = slope[1][c] + (slope[1][c] - slope[0][c]) / 15;
      worst = fmax(worst, fabs(better - K[9 * c + d]));
      ck_assert_double_eq_tol(K[9 * c + d], K[9 * d + c], 1e-13 * largest);
    }
  }
  ck_assert_double_le(worst, 1e-9 * largest);
}

START_TEST(tangent_against_differences) {
  double F[9];
  seed = 7;
  for (int n = 0; n < 300; n++) {
    double l[3];
    for (int a = 0; a < 3; a++) l[a] = uniform(0.3, 3);
    if (n % 4 == 1) l[1] = l[0];
    if (n % 4 == 2) l[1] = l[0] * (1 + pow(10, uniform(-15, -1)));
    if (n % 8 == 3) l[2] = l[1] = l[0];
    random_gradient(l, F);
    compare_with_differences(F);
  }
}
END_TEST

/* For any rotation P and T do the same work, and P rotates with the body. */
START_TEST(stress_does_the_work) {
  seed = 11;
  for (int n = 0; n < 100; n++) {
    const double l[3] = {uniform(0.3, 3), uniform(0.3, 3), uniform(0.3, 3)};
    double F[9], T[6], P[9], G[54], cauchy[9], work, spin[9];
    k_stretch s;
    random_gradient(l, F);
    for (int i = 0; i < 6; i++) T[i] = uniform(-1, 1);
    k_stretch_of(F, &s);
    k_differentiate(&s);
    k_nominal_stress(&s, F, T, P);
    k_strain_by_gradient(&s, G);
    for (int c = 0; c < 9; c++) {
      work = k_dot(G + 6 * c, T, 6);
      ck_assert_double_eq_tol(work, P[c], 1e-13);
    }
    memcpy(cauchy, P, sizeof P);
    k_measure(AM_MEASURE_CAUCHY, F, cauchy);
    matrix p = of_nine(P), f = of_nine(F), moment = times(p, turned(f));
    ck_assert_double_eq_tol(moment.a[0][1], moment.a[1][0], 1e-13);
    ck_assert_double_eq_tol(moment.a[1][2], moment.a[2][1], 1e-13);
    ck_assert_double_eq_tol(cauchy[5] * l[0] * l[1] * l[2], moment.a[0][1],
                            1e-12);
    for (int c = 0; c < 9; c++)
      spin[c] = c == 5 ? 1 : c == 8 ? -1 : 0;
    matrix turn = times(of_nine(spin), f);
    double sum = 0;
    for (int c = 0; c < 9; c++)
      for (int i = 0; i < 6; i++)
        sum += i ? 0 : P[c] * turn.a[K_ROW_OF(c)][K_COLUMN_OF(c)];
    ck_assert_double_eq_tol(sum, 0, 1e-13);
  }
}
END_TEST

/* ---- eigenvectors -------------------------------------------------------- */

/* Q'Q = 1 and Q'BQ is diagonal, up to rounding errors of the difference from a
 * multiple of the identity. */
static void check_eigenvectors(const double *B) {
  double b[3], Q[9], mean = (B[0] + B[4] + B[8]) / 3, size = 0;
  k_diagonalize(B, b, Q);
  for (int i = 0; i < 9; i++)
    size = fmax(size, fabs(B[i] - (i % 4 ? 0 : mean)));
  for (int a = 0; a < 3; a++)
    for (int c = 0; c < 3; c++) {
      double unit = 0, rest = 0;
      for (int i = 0; i < 3; i++) unit += Q[3 * i + a] * Q[3 * i + c];
      for (int i = 0; i < 9; i++)
        rest += Q[i - i % 3 + a] * (B[i] - (i % 4 ? 0 : mean)) *
                Q[3 * (i % 3) + c];
      ck_assert_double_eq_tol(unit, a == c, 2e-15);
      ck_assert_double_eq_tol(rest, a == c ? b[a] - mean : 0,
                              4e-15 * size + (a == c) * 1e-15 * fabs(mean));
    }
}

START_TEST(eigenvectors_of_any_tensor) {
  seed = 13;
  for (int n = 0; n < 20000; n++) {
    double B[9], part = pow(10, uniform(-17, 0));
    for (int i = 0; i < 3; i++)
      for (int j = 0; j <= i; j++)
        B[3 * i + j] = B[3 * j + i] = part * uniform(-1, 1);
    for (int i = 0; i < 3 && n % 4; i++) B[4 * i] += n % 4 == 3 ? i % 2 : 1;
    for (int i = 0; i < 9 && n % 8 == 7; i++) B[i] *= 1e-5;
    check_eigenvectors(B);
  }
}
END_TEST

/* Eigenvectors along coordinate axes are exact. */
START_TEST(axes_stay) {
  for (int n = 0; n < 27; n++) {
    const double own[3] = {-0.7, 0.1, 0.8};
    const double B[9] = {own[n % 3], 0, 0, 0, own[n / 3 % 3], 0, 0, 0,
                         own[n / 9]};
    double b[3], Q[9];
    k_diagonalize(B, b, Q);
    for (int a = 0; a < 3; a++)
      for (int i = 0; i < 3; i++) {
        ck_assert(Q[3 * i + a] == 0 || fabs(Q[3 * i + a] - 1) < 3e-16);
        if (Q[3 * i + a] > 0.5)
          ck_assert_double_eq_tol(b[a], B[4 * i], 4e-16);
      }
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("logarithmic");
  tcase_add_test(tcase, eigenvectors_of_any_tensor);
  tcase_add_test(tcase, axes_stay);
  tcase_add_test(tcase, shear_and_stretch);
  tcase_add_test(tcase, inside_out_is_no_deformation);
  tcase_add_test(tcase, stretches_that_rounding_hides);
  tcase_add_test(tcase, close_stretches_have_no_cut_off);
  tcase_add_test(tcase, tangent_against_differences);
  tcase_add_test(tcase, stress_does_the_work);
  return test_run("logarithmic", &tcase, 1);
}
