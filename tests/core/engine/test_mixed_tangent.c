/* covers: tangent, given_stress
 *
 * Tangents of loading steps under mixed control. The prescribed components x,
 * strains or stresses, determine the others, y: M = dy/dx is the tangent C with
 * these components exchanged. Over the substeps of the step the tangent is
 * exact to rounding, in agreement with differences of another evaluation. */
#include "check/parts.h"
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

/* Strains under prescribed stresses follow from a nonlinear equation. */
#define QUARTIC                                                      \
  "material: quartic\n"                                              \
  "internal: {p: symmetric}\n"                                       \
  "free_energy: |\n"                                                 \
  "  e = eps - p\n"                                                  \
  "  50*tr(e)^2 + 100*(e : e) + 1e6*(e : e)^2 + 10*(p : p)\n"        \
  "force_potential: 2e-3*inner(A_p, A_p) + 1e-3*inner(A_p, A_p)^2\n"

/* Powers of thresholds are smooth enough for differences. */
static const struct {
  const char *material, *parameters;
  double strain, duration;
} laws[] = {
    {"michel-suquet", NULL, 4e-3, 0.3},
    {"zener", NULL, 1e-3, 5},
    {"damage", NULL, 1e-2, 1},
    {"drucker-prager", "{n: 6}", 4e-3, 1},
    {"porous-creep", NULL, 1e-3, 1},
    {"fcc-crystal", NULL, 2e-3, 1},
    {QUARTIC, NULL, 1e-2, 1},
};

static const char *const controls[] = {"essess", "seesse", "eeeees", "sseess",
                                       "ssssss", "eeeeee"};

enum {
  LAWS = sizeof laws / sizeof *laws,
  CONTROLS = sizeof controls / sizeof *controls
};

/* Recorded step, and data for its differences. */
typedef struct {
  point p;
  const char *control;
  double scale;    /* of stresses */
  double given[6]; /* x at the end of the step, Kelvin-Mandel components */
  double *state;
} mixed;

/* y where one x differs by h; stresses in units of the scale. */
static bool answer(void *data, int column, double h, double *y) {
  mixed *m = data;
  am_step step = m->p.step;
  double x[6], strain[6], stress[6], e[6], s[6];
  memcpy(x, m->given, sizeof x);
  x[column] += h;
  am_basis_from_mandel(x, strain);
  for (int i = 0; i < 6; i++)
    if (m->control[i] == 's')
      step.target[i] = x[i] * m->scale * (i < 3 ? 1 : sqrt(0.5));
  if (am_frozen_follow(m->p.program, &step, AM_PASS_STATE, strain, stress,
                       m->state) != AM_POINT_GOOD)
    return false;
  am_basis_to_mandel(strain, e);
  am_basis_to_mandel(stress, s);
  for (int i = 0; i < 6; i++)
    y[i] = m->control[i] == 's' ? e[i] : s[i] / m->scale;
  return true;
}

/* Exchanges the prescribed and the computed quantity of component p in dy/dx =
 * M. */
static void exchange(double *M, int p) {
  double pivot = M[7 * p];
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      if (i != p && j != p)
        M[6 * i + j] -= M[6 * i + p] * M[6 * p + j] / pivot;
  for (int i = 0; i < 6; i++)
    if (i != p) {
      M[6 * i + p] /= pivot;
      M[6 * p + i] /= -pivot;
    }
  M[7 * p] = 1 / pivot;
}

/* Flowing point, and a step from there with the targets of a strain in another
 * direction. */
static mixed recorded(const am_scheme *scheme, int law, const char *control) {
  setup s = {.material = laws[law].material,
             .parameters = laws[law].parameters,
             .solver = solver_of(scheme->name)};
  mixed m = {.p = point_open(&am_engine_interp, &s), .control = control};
  double target[2][6], stress[6];
  uint64_t seed = 11;
  m.scale = m.p.law->stress_scale;
  m.state = AM_ARRAY(m.p.arena, double, m.p.law->nx + 1);
  for (int n = 0; n < 2; n++) {
    for (int i = 0; i < 6; i++)
      target[n][i] = laws[law].strain * random_in(&seed, -1, 1);
    ck_assert_int_eq(point_strain(&m.p, laws[law].duration, target[n]),
                     AM_POINT_GOOD);
    if (!n) point_accept(&m.p);
  }
  am_basis_to_tensor(m.p.step.stress, stress);
  for (int i = 0; i < 6; i++) {
    bool given = control[i] == 's';
    m.p.step.control[i] = given;
    m.p.step.target[i] = given ? stress[i] : target[1][i];
    m.given[i] = m.p.step.target[i] * (i < 3 ? 1 : sqrt(2)) /
                 (given ? m.scale : 1);
  }
  am_frozen_record(m.p.program, &m.p.step);
  ck_assert_int_eq(m.p.step.status, AM_POINT_GOOD);
  return m;
}

static void check_tangent(mixed *m, double size) {
  am_differences d =
      am_differences_new(m->p.arena, (am_line){6, 6, answer, m});
  double M[36], largest = 0;
  am_basis_matrix_to_mandel(m->p.step.tangent, M);
  for (int i = 0; i < 36; i++) M[i] /= m->scale;
  for (int i = 0; i < 6; i++)
    if (m->control[i] == 's') exchange(M, i);
  for (int i = 0; i < 36; i++) largest = fmax(largest, fabs(M[i]));
  ck_assert(am_differences_extrapolate(&d, 1e-2 * size));
  for (int i = 0; i < 36; i++)
    ck_assert_msg(fabs(M[i] - d.slope[i]) <= 1e-8 * largest,
                  "%s, %s: M[%d][%d] = %.17g, by differences %.17g",
                  m->p.law->material->name, m->control, i / 6, i % 6, M[i],
                  d.slope[i]);
}

/* Every control of each scheme and of each law; only some of all combinations
 * without AUTOMAT_LONG_TESTS. */
START_TEST(is_derivative) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / LAWS;
  int every = getenv("AUTOMAT_LONG_TESTS") ? 1 : 3;
  for (int i = (_i / LAWS + _i) % every; i < CONTROLS; i += every) {
    mixed m = recorded(scheme, _i % LAWS, controls[i]);
    check_tangent(&m, laws[_i % LAWS].strain);
    point_close(&m.p);
  }
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("mixed tangent");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, is_derivative, 0, (int)schemes * LAWS);
  return test_run("mixed tangent", &tcase, 1);
}
