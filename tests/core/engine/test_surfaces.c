/* covers: active_set, complementarity
 *
 * Karush-Kuhn-Tucker conditions of elastic domains of many kinds, at the end of
 * steps of up to a hundred yield strains, for any solution method: y1 - y0 -
 * sum_k lambda_k df_k/dA - dt dPsi/dA = 0, lambda >= 0, f <= 0, lambda f =
 * 0. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

typedef struct {
  const char *text;
  double stiffness; /* divisor that makes f a strain */
  int most;         /* iterations of 95 % of the steps */
} law_row;

#define ELASTIC "lambda/2*tr(e)^2 + mu*(e : e)"
#define STEEL "lambda: 120e3, mu: 80e3"

static const law_row laws[] = {
    /* an orthotropic yield surface, whose flow direction changes during the
     * return */
    {"material: hill\nparameters: {" STEEL ", H: 1000}\n"
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + H/2*p^2\n"
     "elastic_domain:\n  yield: |\n"
     "    norm(orthotropic(0.4, 1, 2, 0, 0, 0, 3, 1.5, 0.5) : A_x) + A_p"
     " - 200\n",
     80e3, 14},
    /* Armstrong-Frederick backstresses, with a domain that depends on the
     * state */
    {"material: recovering\nparameters: {" STEEL ", C: 60e3, D: 400}\n"
     "internal: {x: deviatoric, a: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC
     " + C/3*(a : a) + 50*(p + expm1(-10*p)/10)\n"
     "elastic_domain:\n  yield: |\n"
     "    recovery = 3*D/(4*C)*(A_a : A_a) - C*D/3*(a : a)\n"
     "    mises(A_x + A_a) + A_p + recovery - 150\n",
     80e3, 8},
    /* a cylinder and a plane across it */
    {"material: capped\nparameters: {" STEEL "}\n"
     "internal: {x: symmetric}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC "\n"
     "elastic_domain:\n  shear: mises(A_x) - 100\n"
     "  tension: tr(A_x)/3 - 80\n",
     80e3, 8},
    /* a cone and an ellipsoid that closes it under pressure */
    {"material: cone\nparameters: {lambda: 6e3, mu: 4e3}\n"
     "internal: {x: symmetric, p: scalar}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + 50*p^2\n"
     "elastic_domain:\n"
     "  cone: sqrt(mises(A_x)^2 + 1) + 0.3*tr(A_x) + A_p - 20\n"
     "  cap: sqrt(mises(A_x)^2 + tr(A_x)^2/9) - 60\n",
     4e3, 8},
    /* slip systems */
    {"material: crystal\nparameters:\n"
     "  n: {kind: vector, value: [[1, 1, 1], [-1, 1, 1], [1, -1, 1]]}\n"
     "  s: {kind: vector, value: [[1, -1, 0], [1, 1, 0], [0, 1, 1]]}\n"
     "internal:\n  g: {type: scalar, count: length(n)}\n"
     "  q: {type: scalar, count: length(n)}\n"
     "definitions: |\n"
     "  P[i in 1 .. 3] = symouter(normalize(n[i]), normalize(s[i]))\n"
     "  C = cubic(250e3, 150e3, 120e3)\n"
     "free_energy: |\n  e = eps - sum(i, 1, 3, g[i]*P[i])\n"
     "  inner(e, C:e)/2 + sum(i, 1, 3, 500*q[i]^2) + 200*q[1]*q[2]\n"
     "elastic_domain:\n  one: abs(A_g[1]) + A_q[1] - 60\n"
     "  two: abs(A_g[2]) + A_q[2] - 60\n"
     "  three: abs(A_g[3]) + A_q[3] - 60\n",
     120e3, 8},
    /* plasticity with a backstress that relaxes */
    {"material: creeping\nparameters: {" STEEL ", C: 20e3}\n"
     "internal: {x: deviatoric, a: deviatoric}\n"
     "free_energy: |\n  e = eps - x\n  " ELASTIC " + C/3*(a : a)\n"
     "force_potential: 40/6*(mises(A_a)/400)^6\n"
     "elastic_domain: {yield: mises(A_x + A_a) - 150}\n",
     80e3, 12},
};

enum { STEPS = 200, LAWS = sizeof laws / sizeof *laws };

static void direction(uint64_t *seed, double size, double *t) {
  double square = 0;
  for (int i = 0; i < 6; i++) {
    t[i] = random_in(seed, -1, 1);
    square += (i < 3 ? 1 : 2) * t[i] * t[i];
  }
  for (int i = 0; i < 6; i++) t[i] *= size / sqrt(square);
}

/* The conditions, as strains. */
static void check_conditions(const point *p, am_frame *rate, double stiffness) {
  const am_law *law = p->law;
  double y[60], f[60], dt = p->step.duration;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = p->step.strain,
                                          [AM_INPUT_STATE] = y};
  memcpy(y, p->step.state, (size_t)law->nx * sizeof *y);
  for (int k = 0; k < law->nd; k++) y[am_multiplier_at(law, k)] /= dt;
  am_frame_run(rate, inputs, f);
  for (int i = 0; i < law->na; i++) {
    double change = p->step.state[i] - p->state[i];
    if (am_is_multiplier(law, i)) {
      double excess = f[i] / stiffness, multiplier = p->step.state[i];
      ck_assert_msg(excess <= 1e-12, "%s: f = %g", law->material->name, f[i]);
      ck_assert_double_ge(multiplier, 0);
      ck_assert(multiplier == 0 || excess >= -1e-12);
    } else {
      ck_assert_double_le(fabs(change - dt * f[i]),
                          1e-13 + 1e-11 * fabs(change));
    }
  }
}

START_TEST(conditions) {
  const law_row *row = &laws[_i];
  FOR_ENGINES(engine) {
    setup s = {.material = row->text, .solver = solver_of("implicit-euler")};
    point p = point_open(engine, &s);
    int count, slow = 0, flowing = 0;
    uint64_t seed = 5;
    const am_node *f =
        am_law_function(p.arena, p.law, AM_FUNCTION_RATE, &count);
    am_frame *rate = am_frame_new(
        p.arena, am_program_new(p.arena, p.law->graph, f, count));
    am_frame_bind(rate, p.law->parameters);
    for (int i = 0; i < STEPS; i++) {
      double strain[6];
      direction(&seed, exp(random_in(&seed, log(1e-4), log(0.1))), strain);
      am_point_status status = point_strain(&p, i % 2 ? 1e-2 : 1, strain);
      ck_assert_msg(status == AM_POINT_GOOD, "%s, step %d: %s",
                    p.material->name, i, am_point_status_text[status]);
      check_conditions(&p, rate, row->stiffness);
      slow += p.step.iterations > row->most;
      flowing += p.step.iterations > 0;
      if (i % 4) point_accept(&p);
    }
    ck_assert_int_gt(flowing, STEPS / 2);
    ck_assert_msg(20 * slow <= flowing, "%s: %d of %d steps are slow",
                  p.material->name, slow, flowing);
    point_close(&p);
  }
}
END_TEST

/* A jump out of the domain has the elastic tangent. */
START_TEST(tangent_of_a_jump) {
  const law_row *row = &laws[_i];
  FOR_ENGINES(engine) {
    setup s = {.material = row->text, .solver = solver_of("implicit-euler")};
    point p = point_open(engine, &s);
    const double far[6] = {0.02, -0.01, 0.005, 0.01, 0, 0.02};
    double elastic[36];
    ck_assert_int_eq(point_strain(&p, 0, (double[6]){1e-9}), AM_POINT_GOOD);
    memcpy(elastic, p.step.tangent, sizeof elastic);
    ck_assert_int_eq(point_strain(&p, 0, far), AM_POINT_GOOD);
    for (int i = 0; i < 36; i++)
      ck_assert_close(p.step.tangent[i], elastic[i], 1e-9, 1e-3);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *cases[1] = {tcase_create("conditions")};
  tcase_add_loop_test(cases[0], conditions, 0, LAWS);
  tcase_add_loop_test(cases[0], tangent_of_a_jump, 0, LAWS);
  return test_run("engine/surfaces", cases, 1);
}
