/* The derivatives of a law that schemes use, against finite differences and
 * one another. */
#include "tests/graph_tools.h"
#include "tests/material/laws.h"

/* The derivative functions against central differences of the functions they
 * derive, for every installed material. */
static void check_matrix(built *b, am_function f, int rows, at x,
                         double *moving, int columns, double step,
                         const double *matrix, const char *what) {
  for (int j = 0; j < columns; j++) {
    double old = moving[j], sum = 0, miss = 0, size = 1e-9;
    moving[j] = old + step;
    const double *plus = law_values(b, f, x);
    moving[j] = old - step;
    const double *minus = law_values(b, f, x);
    moving[j] = old;
    for (int i = 0; i < rows; i++) {
      double slope = (plus[i] - minus[i]) / (2 * step);
      miss = fmax(miss, fabs(slope - matrix[i * columns + j]));
      size = fmax(size, fabs(slope));
      sum += fabs(plus[i]) / step;
    }
    ck_assert_msg(miss <= 1e-5 * size + 1e-13 * sum,
                  "%s: %s, column %d misses by %.3g of %.3g",
                  b->material->name, what, j, miss, size);
  }
}

static void check_derivatives(built *b, at x) {
  am_law *law = b->law;
  int nx = law->nx, ns = law->ns;
  double *eps = (double *)x.eps, *y = (double *)x.state;
  const double *g = law_values(b, AM_FUNCTION_GRADIENT, x);
  const double *j = law_values(b, AM_FUNCTION_JACOBIAN, x);
  const double *s = law_values(b, AM_FUNCTION_STIFFNESS, x);
  const double *f = law_values(b, AM_FUNCTION_RATE, x);
  for (int i = 0; i < nx; i++) ck_assert_close(f[i], g[i], 1e-12, 1e-15);
  for (int i = 0; i < nx + nx * ns; i++)
    ck_assert_close(j[i], g[i], 1e-11, 1e-11);
  check_matrix(b, AM_FUNCTION_RATE, nx, x, y, ns, 1e-8, g + nx, "df/dy");
  check_matrix(b, AM_FUNCTION_RATE, nx, x, eps, 6, 1e-8, g + nx + nx * ns,
               "df/deps");
  check_matrix(b, AM_FUNCTION_STRESS, 6, x, eps, 6, 1e-7, s + 6,
               "dsigma/deps");
  check_matrix(b, AM_FUNCTION_STRESS, 6, x, y, law->na, 1e-7, s + 42,
               "dsigma/dy");
}

START_TEST(first_derivatives) {
  FOR_MATERIALS(name) {
    built b = law_open(&(request){.material = name, .energies = _i});
    uint64_t seed = 7;
    for (int n = 0; n < 20; n++) check_derivatives(&b, random_state(&b, &seed));
    law_close(&b);
  }
}
END_TEST

/* Laws that are not installed: smooth ones. */
static const char *const texts[] = {
    "material: damage\n"
    "parameters: {k: 1000, mu: 800, h: 1, eta: 0.2, Y: 1e-9}\n"
    "internal: {d: scalar}\n"
    "free_energy: (1 - d)^2/2*inner(eps, isotropic(k, mu):eps) + h/2*d^2\n"
    "force_potential: eta/2*(pos(A_d - Y)/eta)^2\n",
    "material: functions\n"
    "parameters: {k: 100, c: 0.3}\n"
    "internal: {w: scalar, v: symmetric}\n"
    "free_energy: |\n"
    "  k*inner(eps, eps)/2 + k/4*tanh(tr(eps))^2 + k*log1p(inner(v, v))/5\n"
    "force_potential: |\n"
    "  A_w*(c + inner(eps, eps)*atan(tr(eps))) + inner(A_v, square(eps)) + "
    "sin(A_w)\n",
    "material: exponentials\n"
    "parameters: {k: 10, s: [0.5, 2]}\n"
    "internal: {a: {type: deviatoric, count: length(s)}, r: scalar}\n"
    "free_energy: |\n"
    "  e = eps - a[1] - a[2]/2\n"
    "  k*inner(e, e) + det(I + e) + exp(-3*r)/3 + 0.1*k*inner(a[1], a[2])\n"
    "force_potential: |\n"
    "  sum(i, 1, 2, s[i]*(cosh(inner(A_a[i], A_a[i])/900) - 1)) + A_r^3/9\n",
};

START_TEST(first_derivatives_of_texts) {
  built b = law_of(texts[_i]);
  uint64_t seed = 7;
  for (int n = 0; n < 20; n++) check_derivatives(&b, random_state(&b, &seed));
  law_close(&b);
}
END_TEST

/* The directional derivative of f, from its gradient. */
static double *directed(built *b, at x) {
  int nx = b->law->nx, ns = b->law->ns;
  const double *g = law_values(b, AM_FUNCTION_GRADIENT, x) + nx;
  double *d = AM_ARRAY(b->arena, double, nx + 1);
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j < ns; j++) d[i] += g[i * ns + j] * x.direction[j];
    for (int j = 0; j < 6; j++)
      d[i] += g[nx * ns + i * 6 + j] * x.direction[ns + j];
  }
  return d;
}

static void check_curvature(built *b, at x, double *moving, int columns,
                            const double *matrix) {
  int nx = b->law->nx;
  for (int j = 0; j < columns; j++) {
    double old = moving[j], miss = 0, size = 1e-6;
    moving[j] = old + 1e-8;
    const double *plus = directed(b, x);
    moving[j] = old - 1e-8;
    const double *minus = directed(b, x);
    moving[j] = old;
    for (int i = 0; i < nx; i++) {
      double slope = (plus[i] - minus[i]) / 2e-8;
      miss = fmax(miss, fabs(slope - matrix[i * columns + j]));
      size = fmax(size, fabs(slope) + 1e-7 * fabs(plus[i]) / 1e-8);
    }
    ck_assert_msg(miss <= 1e-4 * size, "%s: column %d misses by %.3g of %.3g",
                  b->material->name, j, miss, size);
  }
}

START_TEST(second_derivatives) {
  FOR_MATERIALS(name) {
    built b = law_of(name);
    uint64_t seed = 8;
    for (int n = 0; n < 20; n++) {
      at x = random_state(&b, &seed);
      const double *c = law_values(&b, AM_FUNCTION_CURVATURE, x);
      check_curvature(&b, x, (double *)x.state, b.law->ns, c);
      check_curvature(&b, x, (double *)x.eps, 6, c + b.law->nx * b.law->ns);
    }
    law_close(&b);
  }
}
END_TEST

/* d2 omega/dy2 is symmetric, and what the forces lose. */
START_TEST(metrics) {
  FOR_MATERIALS(name) {
    built b = law_of(name);
    uint64_t seed = 9;
    int n = b.law->ns;
    const double *m =
        law_values(&b, AM_FUNCTION_METRIC, random_state(&b, &seed));
    ck_assert_int_eq(b.counts[AM_FUNCTION_METRIC], n * n);
    for (int i = 0; i < n * n; i++)
      ck_assert_double_eq(m[i], m[i % n * n + i / n]);
    for (int i = 0; i < n; i++) ck_assert_double_ge(m[i * n + i], 0);
    law_close(&b);
  }
  built b = law_of("michel-suquet");
  const double *m = law_values(&b, AM_FUNCTION_METRIC, (at){0});
  for (int i = 0; i < 25; i++)
    ck_assert_close(m[i], i % 6 ? 0 : 55e3 / 1.33 + 1200, 1e-14, 0);
  law_close(&b);
}
END_TEST

/* f and sigma along six directions are the matrices times the directions. */
START_TEST(directions_and_matrices) {
  FOR_MATERIALS(name) {
    built b = law_open(&(request){.material = name, .energies = true});
    uint64_t seed = 9;
    int nx = b.law->nx, ns = b.law->ns, na = b.law->na;
    for (int sample = 0; sample < 20; sample++) {
      double size = pow(10, random_in(&seed, -5, -2));
      const double *Z = random_vector(&b, &seed, 6 * nx, 1);
      at x = {.eps = random_vector(&b, &seed, 6, size),
              .state = random_vector(&b, &seed, nx, size),
              .rate = random_vector(&b, &seed, 6, 1),
              .direction = Z, .theta = random_in(&seed, 0, 1)};
      const double *g = law_values(&b, AM_FUNCTION_GRADIENT, x);
      const double *s = law_values(&b, AM_FUNCTION_STIFFNESS, x);
      const double *d = law_values(&b, AM_FUNCTION_DIRECTED, x);
      const double *r = law_values(&b, AM_FUNCTION_RESPONSE, x);
      const double *J = g + nx, *B = J + nx * ns, *Ce = s + 6, *Cy = Ce + 36;
      bool drives[6] = {0};
      for (int i = 0; i < 6 * nx; i++) drives[i % 6] |= B[i] != 0;
      for (int c = 0; c < 6; c++) {
        for (int i = 0; i < nx; i++) {
          double sum = B[i * 6 + c] * x.theta, most = fabs(sum);
          for (int j = 0; j < ns && drives[c]; j++) {
            sum += J[i * ns + j] * Z[c * nx + j];
            most += fabs(J[i * ns + j] * Z[c * nx + j]);
          }
          ck_assert_close(d[nx + c * nx + i], sum, 0, 1e-12 * most);
        }
        for (int i = 0; i < 6; i++) {
          double sum = Ce[i * 6 + c] * x.theta, most = fabs(sum);
          for (int j = 0; j < na && drives[c]; j++) {
            sum += Cy[i * na + j] * Z[c * nx + j];
            most += fabs(Cy[i * na + j] * Z[c * nx + j]);
          }
          ck_assert_close(r[6 + c * 6 + i], sum, 0, 1e-12 * most);
        }
      }
    }
    law_close(&b);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("derivatives");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, first_derivatives, 0, 2);
  tcase_add_loop_test(tcase, first_derivatives_of_texts, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_test(tcase, second_derivatives);
  tcase_add_test(tcase, metrics);
  tcase_add_test(tcase, directions_and_matrices);
  return test_run("derivatives", &tcase, 1);
}
