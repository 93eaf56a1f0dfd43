/* Loading steps of all forms of segments against hand-computed values. */
#include "cases.h"

static const double zero[6];

/* One loading step as expected. */
typedef struct {
  double time, xx;
  bool jump;
} step;

#define AT(time, xx) {time, xx, false}
#define JUMP(time, xx) {time, xx, true}

static bool next(opened *o, const double *strain, const double *stress,
                 am_target *target) {
  bool more;
  am_status status =
      am_path_next(o->path, o->report, strain, stress, target, &more);
  ck_assert_msg(status == AM_OK, "%s", only_message(o));
  return more;
}

static void expect_steps(const char *path, const step *steps, size_t count) {
  opened o = open_segments(path);
  am_target target;
  for (size_t i = 0; i < count; i++) {
    ck_assert_msg(next(&o, zero, zero, &target), "%s: step %zu", path, i);
    ck_assert_close(target.time, steps[i].time, 1e-15, 0);
    ck_assert_close(target.target[0], steps[i].xx, 1e-14, 1e-16);
    ck_assert(!target.stress_controlled[0]);
    ck_assert_int_eq(target.jump, steps[i].jump);
  }
  ck_assert_msg(!next(&o, zero, zero, &target), "%s: too many", path);
  ck_assert_msg(!next(&o, zero, zero, &target), "%s: revived", path);
  ck_assert_double_eq(am_path_steps(o.path), (double)count);
  if (count) ck_assert_close(am_path_end(o.path), target.time, 1e-15, 0);
}

#define STEPS(path, ...)                                         \
  expect_steps(path, (const step[]){__VA_ARGS__},                \
               sizeof((const step[]){__VA_ARGS__}) / sizeof(step))

START_TEST(ramps) {
  STEPS("- {time: 2, steps: 4, strain: {xx: 8}}", AT(0.5, 2), AT(1, 4),
        AT(1.5, 6), AT(2, 8));
  STEPS("- {duration: 3, strain: {xx: 1}}\n"
        "- {duration: 2, steps: 2, strain: {xx: -1}}",
        AT(3, 1), AT(4, 0), AT(5, -1));
  STEPS("- {times: [1, 4, 5], strain: {xx: 10}}", AT(1, 2), AT(4, 8),
        AT(5, 10));
  STEPS("- {time: 2}\n- {time: 3, hold: true}\n- {time: 4, hold: false}",
        AT(2, 0), AT(3, 0), AT(4, 0));
}
END_TEST

START_TEST(targets_stay) {
  STEPS("- {time: 1, strain: {xx: 5}}\n"
        "- {time: 2, strain: {yy: 1}}\n"
        "- {time: 3, hold: true}\n"
        "- {time: 5, steps: 2, strain: {xx: 7}}",
        AT(1, 5), AT(2, 5), AT(3, 5), AT(4, 6), AT(5, 7));
}
END_TEST

START_TEST(jumps) {
  STEPS("- {duration: 0, strain: {xx: 3}}\n"
        "- {time: 1, steps: 2, strain: {xx: 5}}\n"
        "- {duration: 0, strain: {xx: 1}}\n"
        "- {duration: 0, strain: {xx: 2}}",
        JUMP(0, 3), AT(0.5, 4), AT(1, 5), JUMP(1, 1), JUMP(1, 2));
}
END_TEST

START_TEST(formulas) {
  STEPS("- {time: 2, steps: 2, strain: {xx: \"a*t^2 + b\"}}\n"
        "- {duration: 1}\n"
        "- {duration: 1, strain: {xx: hold}}\n"
        "- {duration: 2, steps: 2, strain: {xx: 0.5}}",
        AT(1, 2.5), AT(2, 8.5), AT(3, 8.5), AT(4, 8.5), AT(5, 4.5),
        AT(6, 0.5));
  STEPS("- {time: 1, steps: 2, strain: {xx: sin(2*pi*t/4)}}",
        AT(0.5, 0.70710678118654752), AT(1, 1));
  STEPS("- {duration: 0, strain: {xx: 3 + t}}", JUMP(0, 3));
}
END_TEST

START_TEST(repetitions) {
  STEPS("- {time: 1, strain: {xx: 1}}\n"
        "- repeat: 2\n"
        "  segments:\n"
        "    - {duration: 2, strain: {xx: -1}}\n"
        "    - {repeat: 2, segments: [{duration: 0.5, strain: {xx: t}},"
        " {duration: 0, strain: {xx: 9}}]}\n"
        "- {time: 8, strain: {xx: 0}}",
        AT(1, 1), AT(3, -1), AT(3.5, 3.5), JUMP(3.5, 9), AT(4, 4),
        JUMP(4, 9), AT(6, -1), AT(6.5, 6.5), JUMP(6.5, 9),
        AT(7, 7), JUMP(7, 9), AT(8, 0));
}
END_TEST

/* Repetition does not accumulate rounding errors: the end of pass k is start +
 * k·d. */
START_TEST(many_repetitions) {
  opened o = open_segments(
      "- {repeat: 100000, segments: [{duration: 0.1}, {duration: 0.2}]}");
  am_target target;
  double steps = 0;
  while (next(&o, zero, zero, &target)) steps++;
  ck_assert_double_eq(steps, 200000);
  ck_assert_close(target.time, 30000, 1e-15, 0);
}
END_TEST

/* A component that changes its kind starts at its current value. */
START_TEST(changes_of_kind) {
  static const double strain[6] = {0.3, 0, 0, 0, 0, 0.6};
  static const double stress[6] = {10, 20, 0, 0, 0, 60};
  opened o = open_segments(
      "- {duration: 2, steps: 2, stress: {xx: 0, yy: hold}}\n"
      "- {duration: 2, steps: 2, stress: {xx: 4}, strain: {yy: 2}}\n"
      "- {duration: 2, steps: 2, strain: {xx: hold}}\n");
  static const double xx[] = {5, 0, 2, 4, 0.3, 0.3};
  static const double yy[] = {20, 20, 1, 2, 2, 2};
  am_target target;
  for (int i = 0; i < 6; i++) {
    ck_assert(next(&o, strain, stress, &target));
    ck_assert_double_eq(target.target[0], xx[i]);
    ck_assert_double_eq(target.target[1], yy[i]);
    ck_assert_int_eq(target.stress_controlled[0], i < 4);
    ck_assert_int_eq(target.stress_controlled[1], i < 2);
    ck_assert(!target.stress_controlled[5]);
    ck_assert_double_eq(target.target[5], 0);
  }
  ck_assert(!next(&o, strain, stress, &target));
}
END_TEST

/* `others` stands for the components that the segment names in neither kind. */
START_TEST(others) {
  opened o = open_segments(
      "- {time: 2, steps: 2, strain: {xx: 4}, stress: {others: 8}}\n"
      "- {time: 3, stress: {yy: hold}, strain: {others: hold}}\n"
      "- {time: 4, strain: {others: \"a*t\"}}\n");
  opened same = open_segments(
      "- {time: 2, steps: 2, strain: {xx: 4},\n"
      "   stress: {yy: 8, zz: 8, yz: 8, xz: 8, xy: 8}}\n"
      "- {time: 3, stress: {yy: hold}, strain: {xx: hold, zz: hold, yz: hold,\n"
      "   xz: hold, xy: hold}}\n"
      "- {time: 4, strain: {xx: \"a*t\", yy: \"a*t\", zz: \"a*t\", yz: "
      "\"a*t\",\n   xz: \"a*t\", xy: \"a*t\"}}\n");
  static const double strain[6] = {4, 1, 2, 3, 4, 5};
  static const double stress[6] = {9, 8, 8, 8, 8, 8};
  am_target a, b;
  for (int i = 0; i < 4; i++) {
    ck_assert(next(&o, strain, stress, &a));
    ck_assert(next(&same, strain, stress, &b));
    for (int c = 0; c < 6; c++) {
      ck_assert_double_eq(a.target[c], b.target[c]);
      ck_assert_int_eq(a.stress_controlled[c], b.stress_controlled[c]);
      ck_assert_int_eq(a.changed[c], b.changed[c]);
    }
  }
  ck_assert_double_eq(a.target[5], 8);
  ck_assert_ptr_null(o.report->first);
}
END_TEST

/* A note reports unnamed components at the first prescribed stress. */
START_TEST(unnamed_are_noted) {
  static const struct {
    const char *path, *message;
  } rows[] = {
      {"- {time: 1, strain: {xx: 1}}\n- {time: 2, stress: {yy: 0, zz: 0}}",
       "5:3: components not named so far are held at zero strain: yz, xz, xy "
       "(write 'stress: {others: 0}' to leave them free, or 'strain: {others: "
       "0}' to omit this note)"},
      {"- {time: 1, strain: {xx: 1, yz: 0, xz: 0, xy: 0}}\n"
       "- {time: 2, stress: {yy: 0, zz: 0}}",
       "none or several"},
      {"- {repeat: 2, segments: [{duration: 1, stress: {xx: 1}, strain: "
       "{others: 0}}]}\n- {duration: 1, stress: {yy: 0}}",
       "none or several"},
      {"- {time: 1, strain: {xx: 1}}", "none or several"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    opened o = open_segments(rows[i].path);
    ck_assert_str_eq(only_message(&o), rows[i].message);
    if (o.report->first)
      ck_assert_int_eq(o.report->first->severity, AM_SEVERITY_NOTE);
  }
}
END_TEST

/* A rate determines the time from the current value of the component to the
 * target; the next segment begins at this time. If the start is known, the
 * whole path is known. */
START_TEST(rates) {
  STEPS("- {strain: {xx: 8}, rate: 2, steps: 2}\n"
        "- {strain: {xx: -1, others: 0}, rate: 3}\n- {duration: 1}",
        AT(2, 4), AT(4, 8), AT(7, -1), AT(8, -1));
  opened o = open_segments(
      "- {stress: {xx: 20}, rate: {xx: 2}, steps: 2, strain: {others: 0}}\n"
      "- {strain: {xx: \"a\"}, rate: 4}\n"
      "- {stress: {xx: 9}, rate: 1}\n"
      "- {repeat: 2, segments: [{strain: {xx: 3}, rate: 1}, {strain: {xx: 5},"
      " rate: 2}]}\n"
      "- {time: 100}\n");
  static const double strain[6] = {6}, stress[6] = {9};
  static const step steps[] = {AT(2.75, 14.5), AT(5.5, 20), AT(6.5, 2),
                               AT(9.5, 3), AT(10.5, 5), AT(12.5, 3),
                               AT(13.5, 5), AT(100, 5)};
  am_target target;
  ck_assert_ptr_nonnull(am_path_timed(o.path));
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    ck_assert(next(&o, strain, stress, &target));
    ck_assert_close(target.time, steps[i].time, 1e-14, 0);
    ck_assert_close(target.target[0], steps[i].xx, 1e-14, 0);
  }
  ck_assert(!next(&o, strain, stress, &target));
  ck_assert_str_eq(
      only_message(&o),
      "6:3: stress.xx is already at its target 9: the segment would "
      "have no duration and is skipped");
}
END_TEST

/* If a segment ends early, the next one begins at that time and state. */
START_TEST(early_ends) {
  opened o = open_segments(
      "- {repeat: 2, segments: [{duration: 4, steps: 4, strain: {xx: 4}, "
      "until: 'time > 9'}, {duration: 1}, {duration: 1, strain: {xx: 0}}]}\n"
      "- {times: [20, 21], strain: {xx: 2}}\n");
  static const double at_event[6] = {1.5};
  static const step steps[] = {AT(1, 1), AT(2, 2), AT(2.5, 1.5), AT(3.5, 0),
                               AT(4.5, 1), AT(5.5, 2), AT(6, 1.5), AT(7, 0),
                               AT(20, 0), AT(21, 0)};
  am_target target;
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    ck_assert(next(&o, zero, zero, &target));
    ck_assert_close(target.time, steps[i].time, 1e-14, 0);
    if (i < 8) ck_assert_close(target.target[0], steps[i].xx, 1e-14, 0);
    if (i == 1 || i == 5)
      am_path_end_segment(o.path, i == 1 ? 1.5 : 5, at_event, NULL);
  }
  ck_assert_close(target.target[0], 2, 1e-15, 0);
  ck_assert(!next(&o, zero, zero, &target));
}
END_TEST

START_TEST(initial_state) {
  opened o = open_case("case: c\nmaterial: m\n"
                       "initial: {time: 10, strain: {xx: 1, zz: 5}}\n"
                       "path: [{time: 12, steps: 2, strain: {xx: 3}}]\n");
  am_target target;
  ck_assert_int_eq(open_path(&o), AM_OK);
  ck_assert(next(&o, zero, zero, &target));
  ck_assert_double_eq(target.time, 11);
  ck_assert_double_eq(target.target[0], 2);
  ck_assert_double_eq(target.target[2], 5);
}
END_TEST

START_TEST(formula_out_of_range) {
  opened o = open_segments(
      "- {time: 2, steps: 2, strain: {xx: log(1.5 - t)}}");
  am_target target;
  bool more;
  ck_assert(next(&o, zero, zero, &target));
  ck_assert_int_eq(
      am_path_next(o.path, o.report, zero, zero, &target, &more), AM_INPUT);
  ck_assert_str_eq(only_message(&o),
                   "4:36: the target strain.xx is not finite at t = 2");
}
END_TEST

/* At large times, steps have exactly the given duration. */
START_TEST(late_durations) {
  opened o = open_segments(
      "- {time: 1e18}\n- {duration: 1000, steps: 100, strain: {xx: 1}}\n"
      "- {rate: 0.5, strain: {xx: 2}, steps: 4}\n"
      "- {repeat: 2, segments: [{duration: 0.3, steps: 3}]}");
  static const double durations[] = {10, 0.5, 0.1};
  static const int counts[] = {100, 4, 6};
  am_target target;
  ck_assert(next(&o, zero, zero, &target));
  for (int s = 0; s < 3; s++)
    for (int i = 0; i < counts[s]; i++) {
      ck_assert(next(&o, zero, zero, &target));
      ck_assert(!target.jump);
      ck_assert_close(target.duration, durations[s], 1e-15, 0);
      if (!s) ck_assert_close(target.target[0], (i + 1) / 100.0, 1e-15, 0);
    }
}
END_TEST

/* A formula of t needs a segment with positive duration. */
START_TEST(late_formula) {
  opened o = open_segments(
      "- {time: 1e18}\n- {duration: 10, strain: {xx: 1e-20*t}}");
  am_target target;
  bool more;
  ck_assert(next(&o, zero, zero, &target));
  ck_assert_int_eq(
      am_path_next(o.path, o.report, zero, zero, &target, &more), AM_INPUT);
  ck_assert_str_eq(only_message(&o),
                   "5:3: a loading step of this segment lasts 10, which is "
                   "lost in rounding at the time 1e+18 that its formulas read: "
                   "start at time 0 ('initial: {time: 0}')");
}
END_TEST

int main(void) {
  TCase *all = tcase_create("path");
  tcase_add_test(all, ramps);
  tcase_add_test(all, targets_stay);
  tcase_add_test(all, jumps);
  tcase_add_test(all, formulas);
  tcase_add_test(all, repetitions);
  tcase_add_test(all, many_repetitions);
  tcase_add_test(all, changes_of_kind);
  tcase_add_test(all, others);
  tcase_add_test(all, unnamed_are_noted);
  tcase_add_test(all, rates);
  tcase_add_test(all, early_ends);
  tcase_add_test(all, initial_state);
  tcase_add_test(all, formula_out_of_range);
  tcase_add_test(all, late_durations);
  tcase_add_test(all, late_formula);
  return test_run("path/path", &all, 1);
}
