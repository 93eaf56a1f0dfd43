/* covers: functions
 *
 * Derivatives of a law that schemes use, against finite differences and against
 * each other. */
#include "expr/parts.h"
#include "tests/graph_tools.h"
#include "tests/core/law/laws.h"

/* The derivative functions against central differences of the differentiated
 * functions, for every installed material. */
static void check_matrix(built *b, am_function f, int rows, at x,
                         double *moving, int columns, double step,
                         const double *matrix, int stride,
                         const char *what) {
  for (int j = 0; j < columns; j++) {
    double old = moving[j], sum = 0, miss = 0, size = 1e-9;
    moving[j] = old + step;
    const double *plus = law_values(b, f, x);
    moving[j] = old - step;
    const double *minus = law_values(b, f, x);
    moving[j] = old;
    for (int i = 0; i < rows; i++) {
      double slope = (plus[i] - minus[i]) / (2 * step);
      miss = fmax(miss, fabs(slope - matrix[i * stride + j]));
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
  int m = am_law_inputs(law);
  const double *B = g + nx + nx * ns;
  double external[AM_MOST_EXTERNAL];
  check_matrix(b, AM_FUNCTION_RATE, nx, x, y, ns, 1e-8, g + nx, ns, "df/dy");
  check_matrix(b, AM_FUNCTION_RATE, nx, x, eps, 6, 1e-8, B, m, "df/deps");
  check_matrix(b, AM_FUNCTION_STRESS, 6, x, eps, 6, 1e-7, s + 6, 6,
               "dsigma/deps");
  check_matrix(b, AM_FUNCTION_STRESS, 6, x, y, law->na, 1e-7, s + 42,
               law->na, "dsigma/dy");
  memcpy(external, law->external, sizeof external);
  x.external = external;
  check_matrix(b, AM_FUNCTION_RATE, nx, x, external, law->nf, 1e-3, B + 6, m,
               "df/dT");
  check_matrix(b, AM_FUNCTION_STRESS, 6, x, external, law->nf, 1e-3,
               law_values(b, AM_FUNCTION_STRESS_BY_EXTERNAL, x), law->nf,
               "dsigma/dT");
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

/* The derivative of f along u, from its gradient. */
static double *along(built *b, at x) {
  int nx = b->law->nx, ns = b->law->ns, m = am_law_inputs(b->law);
  const double *g = law_values(b, AM_FUNCTION_GRADIENT, x) + nx;
  double *d = AM_ARRAY(b->arena, double, nx + 1);
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j < ns; j++) d[i] += g[i * ns + j] * x.along[j];
    for (int j = 0; j < m; j++)
      d[i] += g[nx * ns + i * m + j] * x.along[ns + j];
  }
  return d;
}

/* The same after a step along direction c from x. */
static double *along_from(built *b, at x, int c, double step) {
  int ns = b->law->ns;
  double *y = AM_ARRAY(b->arena, double, ns + 1);
  double *eps = AM_ARRAY(b->arena, double, am_law_inputs(b->law));
  for (int i = 0; i < ns; i++)
    y[i] = x.state[i] + step * x.direction[c * b->law->nx + i];
  memcpy(eps, x.eps, 6 * sizeof *eps);
  for (int i = 0; i < b->law->nf; i++) eps[6 + i] = b->law->external[i];
  eps[c] += step * x.theta[0];
  x.state = y;
  x.eps = eps;
  x.external = eps + 6;
  return along(b, x);
}

/* Derivatives by strains on which no rate depends are zero. */
static void check_curvature(built *b, at x, int c, bool driven) {
  int nx = b->law->nx;
  const double *found =
      law_values(b, AM_FUNCTION_CURVATURE, x) + c * nx;
  const double *plus = along_from(b, x, c, 1e-8);
  const double *minus = along_from(b, x, c, -1e-8);
  double miss = 0, size = 1e-6;
  ck_assert_int_eq(b->counts[AM_FUNCTION_CURVATURE],
                   am_law_inputs(b->law) * nx);
  for (int i = 0; i < nx; i++) {
    double slope = driven ? (plus[i] - minus[i]) / 2e-8 : 0;
    miss = fmax(miss, fabs(slope - found[i]));
    size = fmax(size, fabs(slope) + 10 * fabs(plus[i]));
  }
  ck_assert_msg(miss <= 1e-4 * size, "%s: direction %d misses by %.3g of %.3g",
                b->material->name, c, miss, size);
}

/* True if the rates depend on coordinate c of the strain, or on external field
 * c - 6. */
static bool drives(built *b, int c) {
  am_graph *g = b->law->graph;
  am_node strain = c < 6 ? am_input(g, AM_INPUT_STRAIN, c)
                         : am_input(g, AM_INPUT_EXTERNAL, c - 6);
  return am_graph_needed(g, b->law->rate, b->law->nx, b->arena)[strain];
}

static void check_second_derivatives(built *b) {
  uint64_t seed = 8;
  for (int n = 0; n < 20; n++) {
    at x = random_state(b, &seed);
    for (int c = 0; c < am_law_inputs(b->law); c++)
      check_curvature(b, x, c, drives(b, c));
  }
}

START_TEST(second_derivatives) {
  FOR_MATERIALS(name) {
    built b = law_open(&(request){.material = name, .energies = _i});
    check_second_derivatives(&b);
    law_close(&b);
  }
}
END_TEST

START_TEST(second_derivatives_of_texts) {
  built b = law_of(texts[_i]);
  check_second_derivatives(&b);
  law_close(&b);
}
END_TEST

/* d2 omega/dy2 is symmetric and equals the negative derivative of the
 * forces. */
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
    int m = am_law_inputs(b.law);
    for (int sample = 0; sample < 20; sample++) {
      double size = pow(10, random_in(&seed, -5, -2));
      const double *Z = random_vector(&b, &seed, (m + 1) * nx, 1);
      at x = {.eps = random_vector(&b, &seed, 6, size),
              .state = random_vector(&b, &seed, nx, size),
              .rate = random_vector(&b, &seed, m, 1),
              .direction = Z, .theta = {random_in(&seed, 0, 1)}};
      const double *g = law_values(&b, AM_FUNCTION_GRADIENT, x);
      const double *s = law_values(&b, AM_FUNCTION_STIFFNESS, x);
      const double *d = law_values(&b, AM_FUNCTION_DIRECTED, x);
      const double *r = law_values(&b, AM_FUNCTION_RESPONSE, x);
      const double *J = g + nx, *B = J + nx * ns, *Ce = s + 6, *Cy = Ce + 36;
      bool drives[6] = {0};
      for (int i = 0; i < m * nx; i++)
        if (i % m < 6) drives[i % m] |= B[i] != 0;
      for (int c = 0; c < 6; c++) {
        for (int i = 0; i < nx; i++) {
          double sum = B[i * m + c] * x.theta[0], most = fabs(sum);
          for (int j = 0; j < ns && drives[c]; j++) {
            sum += J[i * ns + j] * Z[c * nx + j];
            most += fabs(J[i * ns + j] * Z[c * nx + j]);
          }
          ck_assert_close(d[nx + c * nx + i], sum, 0, 1e-12 * most);
        }
        for (int i = 0; i < 6; i++) {
          double sum = Ce[i * 6 + c] * x.theta[0], most = fabs(sum);
          for (int j = 0; j < na && drives[c]; j++) {
            sum += Cy[i * na + j] * Z[c * nx + j];
            most += fabs(Cy[i * na + j] * Z[c * nx + j]);
          }
          /* Rounding errors of sums over eigenvalues are relative to the
           * diagonal entry. */
          double rounding = 1e-15 * fabs(Ce[7 * i]);
          ck_assert_close(r[6 + c * 6 + i], sum, 0, 1e-12 * most + rounding);
        }
      }
    }
    law_close(&b);
  }
}
END_TEST

/* The same applies to the change of sigma, without a change of strain. */
START_TEST(changes_of_the_stress) {
  FOR_MATERIALS(name) {
    built b = law_open(&(request){.material = name, .energies = true});
    uint64_t seed = 9;
    int na = b.law->na;
    for (int sample = 0; sample < 20; sample++) {
      double size = pow(10, random_in(&seed, -5, -2));
      const double *u = random_vector(&b, &seed, na + 6, 1);
      at x = {.eps = random_vector(&b, &seed, 6, size),
              .state = random_vector(&b, &seed, b.law->nx, size),
              .along = u};
      const double *s = law_values(&b, AM_FUNCTION_STIFFNESS, x);
      const double *found = law_values(&b, AM_FUNCTION_ALONG, x);
      const double *Ce = s + 6, *Cy = Ce + 36;
      for (int i = 0; i < 6; i++) {
        double sum = 0, most = 0;
        for (int j = 0; j < na + 6; j++) {
          double term = u[j] * (j < na ? Cy[i * na + j] : Ce[i * 6 + j - na]);
          sum += term, most += fabs(term);
        }
        ck_assert_close(found[i], s[i], 1e-12, 1e-12);
        ck_assert_close(found[6 + i], sum, 0, 1e-12 * most);
      }
    }
    law_close(&b);
  }
}
END_TEST

/* ---- what directions share ----------------------------------------------- */

/* A function in its parts. */
typedef struct {
  am_split split;
  am_frame *common, *along[6 + AM_MOST_EXTERNAL];
} parts;

static am_frame *frame_of(built *b, const am_node *nodes, int count) {
  am_frame *frame = am_frame_new(
      b->arena, am_program_new(b->arena, b->law->graph, nodes, count));
  am_frame_bind(frame, b->law->parameters);
  return frame;
}

static parts parts_of(built *b, am_function f, bool few) {
  parts p;
  am_law_split(b->arena, b->law, f, few, &p.split);
  int count = p.split.count, shared = p.split.shared_count;
  p.common = frame_of(b, p.split.values, count + shared);
  for (int c = 0; c < p.split.direction_count; c++)
    p.along[c] = frame_of(b, p.split.directions + c * p.split.rows,
                          p.split.rows);
  return p;
}

/* Functions of directions receive only their own arguments. */
static double *run_parts(built *b, const parts *p, at x) {
  int nx = b->law->nx, count = p->split.count, rows = p->split.rows;
  double *values =
      AM_ARRAY(b->arena, double, count + p->split.shared_count + 1);
  int directions = p->split.direction_count;
  double *all = AM_ARRAY(b->arena, double, count + directions * rows + 1);
  const double *common[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = x.eps,
                                          [AM_INPUT_EXTERNAL] =
                                              b->law->external,
                                          [AM_INPUT_STATE] = x.state,
                                          [AM_INPUT_RATE] = x.rate,
                                          [AM_INPUT_ALONG] = x.along};
  am_frame_run(p->common, common, values);
  memcpy(all, values, (size_t)count * sizeof *all);
  for (int c = 0; c < directions; c++) {
    const double *own[AM_INPUT_KINDS] = {
        [AM_INPUT_SHARED] = values + count,
        [AM_INPUT_DIRECTION] = x.direction + c * nx,
        [AM_INPUT_TIME] = x.theta};
    am_frame_run(p->along[c], own, all + count + c * rows);
  }
  return all;
}

/* Near rest and far from it. */
static at sized_state(built *b, uint64_t *seed, int sample) {
  double size = sample ? pow(10, random_in(seed, -6, -1)) : 0;
  at x = random_state(b, seed);
  x.eps = random_vector(b, seed, 6, size);
  x.state = random_vector(b, seed, b->law->nx, 0.3 * size);
  return x;
}

static void check_parts(built *b, am_function f, const parts *p) {
  uint64_t seed = 10;
  for (int sample = 0; sample < 30; sample++) {
    at x = sized_state(b, &seed, sample);
    const double *joint = law_values(b, f, x);
    const double *found = run_parts(b, p, x);
    ck_assert_int_eq(b->counts[f],
                     p->split.count + am_law_inputs(b->law) * p->split.rows);
    for (int i = 0; i < b->counts[f]; i++)
      ck_assert_msg(isnan(joint[i])
                        ? isnan(found[i])
                        : !memcmp(&joint[i], &found[i], sizeof *joint),
                    "%s: function %d, output %d: %.17g, expected %.17g",
                    b->material->name, (int)f, i, found[i], joint[i]);
  }
}

static const am_function in_directions[] = {
    AM_FUNCTION_DIRECTED, AM_FUNCTION_RESPONSE, AM_FUNCTION_CURVATURE};

enum { IN_DIRECTIONS = sizeof in_directions / sizeof *in_directions };

/* Number of operations of the directions that cost more than a sum. */
static int count_costly(built *b, const am_split *split) {
  const am_graph *g = b->law->graph;
  int count = 0;
  const bool *needed =
      am_graph_needed(g, split->directions,
                      split->direction_count * split->rows, b->arena);
  for (am_node i = 1; i <= am_graph_size(g); i++) {
    am_op op = am_node_op(g, i);
    bool varies = am_node_rank(g, i) == AM_RANK_VARIABLE;
    count += needed[i] && varies && am_ops[op].arity && am_op_cost(op) > 1;
  }
  return count;
}

/* Fewer values are shared, without repeating costly operations; conditions are
 * shared as numbers. */
static void check_sharing(built *b, const am_split *all,
                          const am_split *few) {
  ck_assert_int_le(few->shared_count, all->shared_count);
  ck_assert_int_le(count_costly(b, few), count_costly(b, all));
  const am_node *shared = all->values + all->count;
  for (int i = 0; i < all->shared_count; i++)
    ck_assert_int_ne(am_ops[am_node_op(b->law->graph, shared[i])].result,
                     AM_CONDITION);
}

static void check_split(built *b) {
  for (int i = 0; i < IN_DIRECTIONS; i++) {
    am_function f = in_directions[i];
    parts all = parts_of(b, f, false), few = parts_of(b, f, true);
    ck_assert_int_eq(all.split.count,
                     f == AM_FUNCTION_DIRECTED ? b->law->nx
                     : f == AM_FUNCTION_RESPONSE ? 6 : 0);
    ck_assert_int_eq(all.split.rows,
                     f == AM_FUNCTION_RESPONSE ? 6 : b->law->nx);
    check_sharing(b, &all.split, &few.split);
    check_parts(b, f, &all);
    check_parts(b, f, &few);
  }
}

/* The parts give the same bits as the whole function. */
START_TEST(parts_are_the_function) {
  FOR_MATERIALS(name) {
    built b;
    request r = {.material = name, .energies = _i % 2,
                 .strategy = _i < 2 ? AM_STRATEGY_AUTOMATIC
                                    : AM_STRATEGY_SEMI_AUTOMATIC};
    if (law_try(&b, &r) == AM_OK)
      check_split(&b);
    else
      ck_assert(r.strategy == AM_STRATEGY_SEMI_AUTOMATIC);
    law_close(&b);
  }
}
END_TEST

START_TEST(parts_are_the_function_of_texts) {
  built b = law_of(texts[_i]);
  check_split(&b);
  law_close(&b);
}
END_TEST

/* A direction of the rates needs the deviator of the driving force, two slopes
 * of the flow function and the condition for flow. */
START_TEST(few_values_are_shared) {
  built b = law_of("michel-suquet");
  am_split all, few;
  am_law_split(b.arena, b.law, AM_FUNCTION_DIRECTED, false, &all);
  am_law_split(b.arena, b.law, AM_FUNCTION_DIRECTED, true, &few);
  ck_assert_int_eq(few.shared_count, 8);
  ck_assert_int_gt(all.shared_count, 8);
  law_close(&b);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("derivatives");
  tcase_add_loop_test(tcase, first_derivatives, 0, 2);
  tcase_add_loop_test(tcase, first_derivatives_of_texts, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_loop_test(tcase, second_derivatives, 0, 2);
  tcase_add_loop_test(tcase, second_derivatives_of_texts, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_test(tcase, metrics);
  tcase_add_test(tcase, directions_and_matrices);
  tcase_add_test(tcase, changes_of_the_stress);
  tcase_add_loop_test(tcase, parts_are_the_function, 0, 4);
  tcase_add_loop_test(tcase, parts_are_the_function_of_texts, 0,
                      sizeof texts / sizeof *texts);
  tcase_add_test(tcase, few_values_are_shared);
  return test_run("derivatives", &tcase, 1);
}
