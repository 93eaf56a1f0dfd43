/* covers: interp_fused
 *
 * Code compiled for processors with fused multiply-add computes the same bits
 * as code for all processors. */
#include "base/process.h"

/* Second copy of the interpreter, without fused operations, as on other
 * processors. */
#define am_fused_here() false
#define am_program_new plain_program_new
#define am_program_operations plain_program_operations
#define am_program_bound_operations plain_program_bound_operations
#define am_frame_new plain_frame_new
#define am_frame_bind plain_frame_bind
#define am_frame_run plain_frame_run
#define am_program_once plain_program_once
#define am_evaluate_bound plain_evaluate_bound
#include "expr/evaluate.c"
#define am_engine_interp plain_engine_interp
#define am_frozen_record plain_frozen_record
#define am_frozen_follow plain_frozen_follow
#include "engine/interp.c"
#undef am_fused_here
#undef am_engine_interp

#include "tests/core/engine/points.h"

extern const am_engine am_engine_interp;

enum { LAWS = 3, STEPS = 12 };

static const char *const laws[LAWS] = {"michel-suquet", "chaboche",
                                       "damage"};

static void compare(const char *what, const double *found,
                    const double *expected, int count) {
  ck_assert_msg(!memcmp(found, expected, (size_t)count * sizeof *found),
                "%s differs", what);
}

START_TEST(same_bits) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / LAWS;
  setup s = {.material = laws[_i % LAWS], .solver = solver_of(scheme->name)};
  s.solver.tangent = true;
  point p = point_open(&am_engine_interp, &s);
  point q = point_open(&plain_engine_interp, &s);
  for (int n = 1; n <= STEPS; n++) {
    const double target[6] = {4e-3 * sin(0.5 * n), 0, 0, 1e-3 * sin(0.7 * n)};
    am_point_status status = point_move(&p, 0.3, "esseee", target);
    ck_assert_int_eq(point_move(&q, 0.3, "esseee", target), status);
    if (status != AM_POINT_GOOD) break;
    compare("strain", p.step.strain, q.step.strain, 6);
    compare("stress", p.step.stress, q.step.stress, 6);
    compare("tangent", p.step.tangent, q.step.tangent, 36);
    compare("state", p.step.state, q.step.state, p.law->nx);
    compare("derivative", p.step.derivative, q.step.derivative,
            6 * p.law->nx);
    compare("counts", p.step.counts, q.step.counts, AM_COUNTS);
    point_accept(&p);
    point_accept(&q);
  }
  point_close(&p);
  point_close(&q);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("fused");
  size_t schemes;
  if (!AM_FUSED_TWICE || !am_fused_here()) return 77;
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, same_bits, 0, (int)schemes * LAWS);
  return test_run("fused", &tcase, 1);
}
