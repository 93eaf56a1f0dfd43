/* covers: path
 *
 * The same path with other numbers of loading steps. */
#include "cases.h"

static const double zero[6];

/* Goes through the path: number of steps, and the targets of xx at `times`. */
static size_t walk(opened *o, const double *times, double *targets,
                   size_t count) {
  am_target target;
  bool more = true;
  size_t steps = 0;
  for (size_t i = 0; i < count; i++) targets[i] = NAN;
  for (;;) {
    ck_assert_int_eq(am_path_next(o->path, o->report, zero, zero, &target,
                                  &more), AM_OK);
    if (!more) return steps;
    steps++;
    for (size_t i = 0; i < count; i++)
      if (fabs(target.time - times[i]) < 1e-12) targets[i] = target.target[0];
  }
}

typedef struct {
  const char *path;
  double wanted, found;
  double times[3], xx[3]; /* ends of segments */
} row;

static const row rows[] = {
    {"- {time: 1, steps: 16, strain: {xx: 1}}\n"
     "- {time: 3, steps: 32, strain: {xx: -1}}\n"
     "- {time: 5, steps: 32, strain: {xx: 1}}", 20, 20, {1, 3, 5}, {1, -1, 1}},
    {"- {time: 1, steps: 16, strain: {xx: 1}}\n"
     "- {time: 3, steps: 32, strain: {xx: -1}}\n"
     "- {time: 5, steps: 32, strain: {xx: 1}}", 81, 81, {1, 3, 5},
     {1, -1, 1}},
    {"- {time: 1, steps: 16, strain: {xx: 1}}\n"
     "- {time: 3, steps: 32, strain: {xx: -1}}\n"
     "- {time: 5, steps: 32, strain: {xx: 1}}", 2, 3, {1, 3, 5}, {1, -1, 1}},
    {"- {duration: 0, strain: {xx: 1}}\n"
     "- {time: 2, steps: 4, hold: true}\n"
     "- {time: 4, steps: 1, strain: {xx: 3}}", 51, 51, {2, 4, 3.8},
     {1, 3, 2.8}},
    {"- {times: [1, 2, 5], strain: {xx: 5}}\n"
     "- {time: 6, steps: 2, strain: {xx: 0}}", 10, 10, {1, 5, 6}, {1, 5, 0}},
    {"- {times: [1, 2, 5], strain: {xx: 5}}", 10, 3, {1, 2, 5}, {1, 2, 5}},
    {"- {repeat: 5, segments: [{duration: 1, steps: 2, strain: {xx: 1}},"
     " {duration: 1, steps: 2, strain: {xx: -1}}]}", 40, 40, {1, 4, 10},
     {1, -1, -1}},
    {"- {repeat: 5, segments: [{duration: 1, steps: 2, strain: {xx: 1}},"
     " {duration: 1, steps: 2, strain: {xx: -1}}]}", 10, 10, {1, 4, 10},
     {1, -1, -1}},
};

START_TEST(division) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    opened o = open_segments(rows[i].path);
    double before[3], after[3], end = am_path_end(o.path);
    walk(&o, rows[i].times, before, 3);
    ck_assert_double_eq(am_path_divide(o.path, rows[i].wanted),
                        rows[i].found);
    ck_assert_double_eq(am_path_steps(o.path), rows[i].found);
    ck_assert_double_eq(am_path_end(o.path), end);
    ck_assert_double_eq((double)walk(&o, rows[i].times, after, 3),
                        rows[i].found);
    for (int t = 0; t < 3; t++)
      ck_assert_close(after[t], rows[i].xx[t], 1e-14, 0);
  }
}
END_TEST

/* Steps keep their proportions, and can be divided again. */
START_TEST(proportions) {
  opened o = open_segments(rows[0].path);
  static const double wanted[] = {320, 20, 160, 80};
  for (int i = 0; i < 4; i++) {
    double n = wanted[i], times[3] = {1 / (n / 5), 1, 1 + 2 / (n / 2.5)};
    double targets[3];
    ck_assert_double_eq(am_path_divide(o.path, n), n);
    ck_assert_double_eq((double)walk(&o, times, targets, 3), n);
    ck_assert_close(targets[0], 5 / n, 1e-14, 0);
    ck_assert_close(targets[2], 1 - 5 / n, 1e-14, 0);
    am_path_restart(o.path);
  }
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("division")};
  tcase_add_test(cases[0], division);
  tcase_add_test(cases[0], proportions);
  return test_run("recut", cases, 1);
}
