/* covers: newton, kinks
 *
 * Random strain steps of the installed law concrete, each in one backward Euler
 * step, as in a finite-element program: all converge, to states inside both
 * surfaces. */
#include <math.h>

#include "tests/core/engine/points.h"

static double random_number(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

/* sqrt(mises^2 + c^2) - c + a tr/3 - H alpha - k */
static double yield_of(const point *p) {
  double t[6], alpha, square = 0;
  am_basis_to_tensor(p->step.stress, t);
  point_variable(p, "alpha", &alpha);
  double mean = (t[0] + t[1] + t[2]) / 3;
  for (int i = 0; i < 6; i++)
    square += i < 3 ? 1.5 * pow(t[i] - mean, 2) : 3 * t[i] * t[i];
  return sqrt(square + 0.01) - 0.1 + 1.2 * mean - 3000 * alpha - 6;
}

typedef struct {
  int steps, failed;
} count;

/* Four steps, or up to the first that fails. */
static void take_steps(point *p, double size, uint64_t *seed, count *c) {
  double strain[6] = {0}, before = 0, d;
  for (int n = 0; n < 4; n++) {
    for (int i = 0; i < 6; i++)
      strain[i] += size * 3.4 * (random_number(seed) - 0.5);
    c->steps++;
    if (point_strain(p, 1, strain) != AM_POINT_GOOD) {
      c->failed++;
      return;
    }
    point_variable(p, "d", &d);
    ck_assert_double_le(yield_of(p), 1e-5);
    ck_assert_double_ge(d, before - 1e-12);
    ck_assert_double_le(d, 1);
    before = d;
    point_accept(p);
  }
}

/* From 1e-4.3 to 1e-2.3: from elastic steps to a hundred times the strain at
 * peak stress. The solid softens: of 80 000 steps one has to be halved. */
START_TEST(random_steps) {
  setup s = {.material = "concrete", .solver = solver_of("implicit-euler")};
  point p = point_open(&am_engine_interp, &s);
  uint64_t seed = 11;
  int paths = getenv("AUTOMAT_LONG_TESTS") ? 20000 : 500;
  count c = {0};
  for (int n = 0; n < paths; n++) {
    memset(p.step.strain0, 0, sizeof p.step.strain0);
    memset(p.state, 0, (size_t)p.law->nx * sizeof(double));
    p.step.step0 = p.step.stress_max0 = 0;
    take_steps(&p, pow(10, -4.3 + 2 * random_number(&seed)), &seed, &c);
  }
  ck_assert_msg(c.failed <= c.steps / 50000, "%d of %d steps failed",
                c.failed, c.steps);
  point_close(&p);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("concrete");
  tcase_add_test(tcase, random_steps);
  return test_run("concrete", &tcase, 1);
}
