/* What is derived from the potentials: stress, forces, rates, their
 * derivatives, the split into solved variables and quadratures. */
#include "base/basis.h"
#include "tests/graph_tools.h"
#include "tests/material/laws.h"

static double *random_vector(built *b, uint64_t *seed, int n, double size) {
  double *x = AM_ARRAY(b->arena, double, n + 1);
  for (int i = 0; i < n; i++) x[i] = random_in(seed, -size, size);
  return x;
}

/* A state in which the installed materials flow. */
static at random_state(built *b, uint64_t *seed) {
  return (at){.eps = random_vector(b, seed, 6, 2e-3),
              .state = random_vector(b, seed, b->law->na, 1e-3),
              .rate = random_vector(b, seed, 6, 1e-2),
              .direction = random_vector(b, seed, b->law->ns + 6, 1)};
}

static const char *const *installed(size_t *count) {
  static am_arena *arena;
  if (!arena) arena = test_arena();
  return am_material_names(arena, count);
}

#define FOR_MATERIALS(name)                                        \
  for (size_t n_ = 0, i_ = 0; i_ < (installed(&n_), n_); i_++)     \
    for (const char *name = installed(&n_)[i_]; name; name = NULL)

/* ---- numbers ------------------------------------------------------------ */

/* The elasto-viscoplastic law by hand, in coordinates: deviators are
 * coordinates 1 … 5. */
START_TEST(stress_and_rates) {
  request r = {.material = "michel-suquet", .energies = true};
  built b = law_open(&r);
  const double mu = 55e3 / 2.66, bulk = 55e3 / (3 * 0.34);
  uint64_t seed = 1;
  for (int n = 0; n < 100; n++) {
    at x = random_state(&b, &seed);
    const double *sig = law_values(&b, AM_FUNCTION_STRESS, x);
    const double *f = law_values(&b, AM_FUNCTION_RATE, x);
    double A[6], square = 0, work = 0;
    for (int i = 1; i < 6; i++) {
      A[i] = 2 * mu * (x.eps[i] - x.state[i - 1]) - 1200 * x.state[i - 1];
      square += A[i] * A[i];
    }
    double J = sqrt(1.5 * square), rate = pow(fmax(J - 25, 0) / 130, 3.6);
    ck_assert_close(sig[0], 3 * bulk * x.eps[0], 1e-13, 0);
    for (int i = 1; i < 6; i++) {
      ck_assert_close(sig[i], 2 * mu * (x.eps[i] - x.state[i - 1]), 1e-12, 0);
      ck_assert_close(f[i - 1], 1.5 * rate * A[i] / J, 1e-12, 1e-300);
    }
    for (int i = 0; i < 6; i++) work += sig[i] * x.rate[i];
    ck_assert_close(f[5], rate, 1e-12, 1e-300);
    ck_assert_close(f[6], rate * (J - 25), 1e-12, 1e-300);
    ck_assert_close(f[7], work, 1e-12, 1e-12);
  }
  law_close(&b);
}
END_TEST

/* G with d omega = G : d eps: the shear entries share a derivative. */
START_TEST(shear_derivatives) {
  built b = law_of("material: m\nparameters: {c: 6}\n"
                   "free_energy: c*eps[xy]^2 + 5*eps[xx]*eps[yz]\n");
  double eps[6], t[6];
  am_basis_from_tensor((double[6]){0.1, 0, 0, 0.2, 0, 0.5}, eps);
  am_basis_to_tensor(
      law_values(&b, AM_FUNCTION_STRESS, (at){.eps = eps}), t);
  ck_assert_close(t[0], 5 * 0.2, 1e-14, 0);
  ck_assert_close(t[5], 6 * 0.5, 1e-14, 0);
  ck_assert_close(t[3], 5 * 0.1 / 2, 1e-14, 0);
  ck_assert_close(t[1], 0, 0, 1e-15);
  law_close(&b);
}
END_TEST

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

/* ---- the virgin state --------------------------------------------------- */

/* Every derivative that a scheme uses is finite at rest. */
START_TEST(finite_at_rest) {
  FOR_MATERIALS(name) {
    built b = law_open(&(request){.material = name, .energies = true});
    uint64_t seed = 4;
    for (int function = 0; function < AM_FUNCTIONS; function++)
      for (int i = 0; i < 2; i++) {
        at x = {.state = b.law->initial};
        if (i) x.direction = random_vector(&b, &seed, 6 * b.law->nx + 6, 1);
        const double *v = law_values(&b, (am_function)function, x);
        for (int n = 0; n < b.counts[function]; n++)
          ck_assert_msg(isfinite(v[n]), "%s: output %d of function %d", name,
                        n, function);
      }
    law_close(&b);
  }
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

/* Exponent n + 1 of a norm that is zero: true derivatives where they exist,
 * 0 where they do not. */
START_TEST(power_laws_at_rest) {
  const double mu = 150e3 / 2.6;
  const struct {
    const char *parameters;
    double slope; /* of the rate over the deviator */
  } rows[] = {{"{n: 1, K: 100, epsdot_0: 4}", 1.5 * 4 / 100. * 2 * mu},
              {"{n: 1.5}", 0},
              {"{n: 2}", 0},
              {"{n: 3}", 0},
              {"{n: 8.2}", 0}};
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    built b = law_open(&(request){.material = "norton",
                                  .parameters = rows[r].parameters});
    const double *g = law_values(&b, AM_FUNCTION_GRADIENT, (at){0}) + 5;
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++)
        ck_assert_close(g[5 * i + j], i == j ? -rows[r].slope : 0, 1e-14, 0);
      for (int j = 0; j < 6; j++)
        ck_assert_close(g[25 + 6 * i + j], i + 1 == j ? rows[r].slope : 0,
                        1e-14, 0);
    }
    law_close(&b);
  }
}
END_TEST

/* ---- structure ---------------------------------------------------------- */

static const struct {
  const char *material, *variable;
  bool solved, drives;
} splits[] = {
    {"michel-suquet", "eps_vp", true, true},
    {"michel-suquet", "alpha", false, false},
    {"perzyna", "alpha", true, true},
    {"norton", "eps_p", true, true},
    /* q follows p but nothing reads it; r is read by what nothing reads */
    {"material: m\n"
     "internal: {q: scalar, r: scalar, p: scalar}\n"
     "free_energy: (eps[xx] - p)^2 + inner(eps, eps) + r^2\n"
     "force_potential: A_p^2 + A_q*A_p^2 + A_r^2/2\n",
     "q", false, false},
    {"material: m\n"
     "internal: {q: scalar, r: scalar, p: scalar}\n"
     "free_energy: (eps[xx] - p)^2 + inner(eps, eps) + r^2\n"
     "force_potential: A_p^2 + A_q*A_p^2 + A_r^2/2\n",
     "r", true, false},
};

START_TEST(solved_variables_come_first) {
  built b = law_of(splits[_i].material);
  const am_variable *v = law_variable(&b, splits[_i].variable);
  ck_assert_int_eq(v->solved, splits[_i].solved);
  ck_assert_int_eq(v->drives_stress, splits[_i].drives);
  int offset = 0;
  for (int i = 0; i < b.law->count; i++) {
    ck_assert_int_eq(b.law->variables[i].offset, offset);
    ck_assert_int_eq(b.law->variables[i].solved, offset < b.law->ns);
    offset += b.law->variables[i].size;
  }
  ck_assert_int_eq(offset, b.law->na);
  law_close(&b);
}
END_TEST

START_TEST(lists_of_variables) {
  built b = law_of(
      "material: m\n"
      "parameters: {tau: [1, 2, 4], C: 10}\n"
      "internal:\n"
      "  a: {type: deviatoric, count: length(tau)}\n"
      "  s: {type: symmetric, count: 1}\n"
      "  p: {type: scalar, count: 2*length(tau) - 4, initial: C/5}\n"
      "free_energy: |\n"
      "  C*inner(eps, eps) + sum(i, 1, 3, tau[i]*inner(eps - a[i], eps - a[i]))"
      " + s[1] : eps + p[1]*p[2]\n"
      "force_potential: |\n"
      "  sum(i, 1, 3, inner(A_a[i], A_a[i])) + A_s[1] : A_s[1] + A_p[2]^2\n");
  const char *names[] = {"a[1]", "a[2]", "a[3]", "s[1]", "p[1]", "p[2]"};
  const int sizes[] = {5, 5, 5, 6, 1, 1};
  ck_assert_int_eq(b.law->count, 6);
  ck_assert_int_eq(b.law->na, 23);
  for (int i = 0; i < 6; i++) {
    const am_variable *v = law_variable(&b, names[i]);
    ck_assert_int_eq(v->size, sizes[i]);
    ck_assert_int_eq(v->member, names[i][2] - '0');
    if (names[i][0] == 'p')
      ck_assert_double_eq(b.law->initial[v->offset], 2);
  }
  double eps[6] = {0, 0.1, 0, 0, 0, 0}, state[23] = {0};
  state[law_variable(&b, "a[2]")->offset] = 0.3;
  const double *sig =
      law_values(&b, AM_FUNCTION_STRESS, (at){.eps = eps, .state = state});
  ck_assert_close(sig[1], 2 * (10 * 0.1 + 0.1 - 2 * 0.2 + 4 * 0.1), 1e-14, 0);
  law_close(&b);
}
END_TEST

START_TEST(strictness) {
  const struct {
    const char *potential;
    bool strict;
  } rows[] = {{"A_a^2/2", true},
              {"(1 + a^2)*A_a^2/2", false},
              {"A_a^2/2 + eps[xx]^2*A_a", false},
              {"A_a^2/2 + (a - a)*A_a", true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_arena *arena = test_arena();
    built b = law_of(am_format(arena,
                               "material: m\ninternal: {a: scalar}\n"
                               "free_energy: inner(eps, eps) + a^2\n"
                               "force_potential: %s\n",
                               rows[i].potential));
    ck_assert_int_eq(b.law->strict, rows[i].strict);
    law_close(&b);
    am_arena_free(arena);
  }
}
END_TEST

/* Psi that reads the state: its derivative by A is taken at fixed state, and
 * then A is that of the state. */
START_TEST(state_dependent_potentials) {
  built b = law_of(
      "material: m\n"
      "internal: {a: scalar}\n"
      "free_energy: inner(eps, eps) + 3/2*(eps[xx] - a)^2\n"
      "force_potential: (2 + a^2 + eps[yy])*A_a^2/2\n");
  double eps[6], a = 0.5;
  am_basis_from_tensor((double[6]){0.7, 0.1, 0, 0, 0, 0}, eps);
  at x = {.eps = eps, .state = &a};
  const double *g = law_values(&b, AM_FUNCTION_GRADIENT, x);
  ck_assert_close(g[0], (2 + 0.25 + 0.1) * 3 * 0.2, 1e-14, 0);
  ck_assert_close(g[1], 2 * 0.5 * 3 * 0.2 - (2 + 0.25 + 0.1) * 3, 1e-14, 0);
  law_close(&b);
}
END_TEST

START_TEST(stress_scales) {
  built b = law_of("linear-elastic");
  double lambda = 300e3 * 0.25 / (1.25 * 0.5), mu = 300e3 / 2.5;
  ck_assert_close(b.law->stress_scale, (3 * lambda + 12 * mu) / 6, 1e-14, 0);
  ck_assert_int_eq(b.law->na, 0);
  ck_assert_int_eq(b.law->nx, 0);
  law_close(&b);
  /* at the initial state, not at zero */
  b = law_of("material: m\ninternal: {a: {type: scalar, initial: 2}}\n"
             "free_energy: a^3*inner(eps, eps)/2\nforce_potential: A_a^2\n");
  ck_assert_close(b.law->stress_scale, 8, 1e-14, 0);
  law_close(&b);
}
END_TEST

START_TEST(warnings) {
  built b = law_of("material: m\n"
                   "internal: {x: deviatoric, c: scalar}\n"
                   "free_energy: inner(eps - x, eps - x)*(1 + c)\n"
                   "force_potential: |\n  y = tr(A_x)\n"
                   "  inner(A_x, A_x) + y^2\n");
  const am_message *m = b.report->first;
  ck_assert_ptr_nonnull(m);
  ck_assert_str_eq(first_message(b.arena, b.report),
                   "5:7: this trace is always zero, because the variable is "
                   "deviatoric");
  ck_assert_int_eq(m->severity, AM_SEVERITY_WARNING);
  ck_assert_str_eq(m->next->text,
                   "internal variable 'c' is constant: the force potential "
                   "does not depend on A_c");
  ck_assert_ptr_null(m->next->next);
  law_close(&b);
  /* of a symmetric one it may well be meant */
  b = law_of("material: m\ninternal: {x: symmetric}\n"
             "free_energy: inner(eps - x, eps - x)\n"
             "force_potential: tr(A_x)^2 + inner(A_x, A_x)\n");
  ck_assert_ptr_null(b.report->first);
  law_close(&b);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
    {"material: m\nfree_energy: eps\n",
     "2:14: the free energy must be a scalar, found a symmetric tensor"},
    {"material: m\nfree_energy: inner(eps, eps) + k\n",
     "2:32: unknown name 'k'"},
    {"material: m\ninternal: {a: scalar}\nfree_energy: inner(eps, eps) + A_a\n"
     "force_potential: A_a^2\n",
     "3:32: 'A_a' (a driving force) is not available here"},
    {"material: m\ninternal: {a: symmetric}\nfree_energy: inner(eps, eps)\n"
     "force_potential: A_a\n",
     "4:18: the force potential must be a scalar, found a symmetric tensor"},
    {"material: m\nparameters: {z: 0}\ndefinitions: c = 1/z\n"
     "free_energy: inner(eps, eps)\n",
     "3:14: definition 'c' is not finite for these parameters"},
    {"material: m\ndefinitions: c = eps[xx]\nfree_energy: inner(eps, eps)\n",
     "2:18: 'eps' (the strain) is not available here"},
    {"material: m\nparameters: {s: 1}\nrequires: [{that: s > 1, because: "
     "it must}]\nfree_energy: inner(eps, eps)\n",
     "3:19: these parameters violate the requirement 's > 1': it must"},
    {"material: m\nparameters: {s: 1}\nrequires: [{that: s}]\n"
     "free_energy: inner(eps, eps)\n",
     "3:19: a requirement must be a condition, found a scalar"},
    {"material: m\nrequires: [{because: x}]\nfree_energy: inner(eps, eps)\n",
     "2:12: a requirement needs the key 'that'"},
    {"material: m\ninternal: {a: {type: scalar, count: 0}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: 0\n",
     "2:37: variable 'a' has count 0, expected 1 to 10000"},
    {"material: m\ninternal: {a: {type: scalar, count: 1.5}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: 0\n",
     "2:37: an index must be an integer, found 1.5"},
    {"material: m\ninternal: {a: {type: deviatoric, initial: I}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: inner(A_a, A_a)\n",
     "2:43: the initial value of 'a' is not trace-free"},
    {"material: m\ninternal: {a: {type: scalar, initial: I}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: A_a\n",
     "2:39: the initial value of 'a' must be a scalar, found a symmetric "
     "tensor"},
    {"material: m\nparameters: {z: 0}\n"
     "internal: {a: {type: scalar, initial: log(z)}}\n"
     "free_energy: inner(eps, eps)\nforce_potential: A_a\n",
     "3:39: an initial value is not finite for these parameters"},
};

START_TEST(laws_that_are_refused) {
  law_refused(&(request){.material = bad[_i].text}, bad[_i].message);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("law");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, stress_and_rates);
  tcase_add_test(tcase, shear_derivatives);
  tcase_add_loop_test(tcase, first_derivatives, 0, 2);
  tcase_add_loop_test(tcase, first_derivatives_of_texts, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_test(tcase, second_derivatives);
  tcase_add_test(tcase, metrics);
  tcase_add_test(tcase, finite_at_rest);
  tcase_add_test(tcase, directions_and_matrices);
  tcase_add_test(tcase, power_laws_at_rest);
  tcase_add_loop_test(tcase, solved_variables_come_first, 0,
                      sizeof splits / sizeof *splits);
  tcase_add_test(tcase, lists_of_variables);
  tcase_add_test(tcase, strictness);
  tcase_add_test(tcase, state_dependent_potentials);
  tcase_add_test(tcase, stress_scales);
  tcase_add_test(tcase, warnings);
  tcase_add_loop_test(tcase, laws_that_are_refused, 0,
                      sizeof bad / sizeof *bad);
  return test_run("law", &tcase, 1);
}
