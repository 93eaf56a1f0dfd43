/* Targets of many points at once, which differ from point to point. */
#include <math.h>

#include "cases.h"

enum { MANY = 5, STRIDE = 8 };

/* Fields of points whose parameter `a` (input 0) is 10, 20, … */
typedef struct {
  double ramp_start[6 * STRIDE], ramp_end[6 * STRIDE], now[2][6 * STRIDE];
  double a[STRIDE];
  int varying;
  am_target_fields fields;
} fields;

static void make_fields(fields *f) {
  *f = (fields){.varying = 0};
  for (int p = 0; p < MANY; p++) f->a[p] = 10 * (p + 1);
  f->fields = (am_target_fields){
      .stride = STRIDE, .ramp_start = f->ramp_start, .ramp_end = f->ramp_end,
      .before = f->now[0], .target = f->now[1], .varying = &f->varying,
      .varying_count = 1, .values = f->a};
}

static bool step(opened *o, am_path_frame *frame, fields *f,
                 am_target *target) {
  bool more;
  memcpy(f->now[0], f->now[1], sizeof f->now[0]);
  ck_assert_int_eq(am_path_next_step(o->path, o->report, target, &more), AM_OK);
  if (!more) return false;
  for (int c = 0; c < 6; c++)
    for (int p = 0; p < MANY && target->changed[c]; p++)
      f->now[0][c * STRIDE + p] = 100 + p;
  am_path_targets(o->path, frame, &f->fields, 0, 2);
  am_path_targets(o->path, frame, &f->fields, 2, MANY - 2);
  return true;
}

/* A formula without t is a ramp like a number; a formula with t is not. */
START_TEST(formulas_of_points) {
  opened o = open_segments(
      "- {time: 2, steps: 2, strain: {xx: 2*a, yy: a*t, zz: 4}}\n"
      "- {time: 3, stress: {xx: b*a}}\n"
      "- {time: 5, steps: 2, stress: {xx: hold}, strain: {yy: 1}}\n");
  static const double xx[][2] = {{10, 10}, {20, 20}, {5, 5},
                                 {5, 5},   {5, 5}};
  static const double yy[][2] = {{0, 10}, {0, 20}, {0, 20},
                                 {0.5, 10}, {1, 0}};
  static const double zz[] = {2, 4, 4, 4, 4};
  am_path_frame *frame = am_path_frame_new(o.arena, o.path);
  am_target target;
  fields f;
  make_fields(&f);
  for (int i = 0; i < 5; i++) {
    ck_assert(step(&o, frame, &f, &target));
    ck_assert_int_eq(target.entered, i != 1 && i != 4);
    ck_assert_int_eq(target.stress_controlled[0], i > 1);
    for (int p = 0; p < MANY; p++) {
      const double *t = f.now[1] + p;
      ck_assert_close(t[0], xx[i][0] * (p + 1), 1e-15, 0);
      ck_assert_close(t[STRIDE], yy[i][0] + yy[i][1] * (p + 1), 1e-15, 0);
      ck_assert_close(t[2 * STRIDE], zz[i], 1e-15, 0);
    }
  }
  ck_assert(!step(&o, frame, &f, &target));
  ck_assert(am_path_mixed(o.path));
}
END_TEST

/* The ramp of a component that changes its kind starts at the current value. */
START_TEST(ramps_from_the_state) {
  opened o = open_segments("- {time: 2, steps: 2, stress: {yy: 0}}\n");
  am_path_frame *frame = am_path_frame_new(o.arena, o.path);
  am_target target;
  fields f;
  make_fields(&f);
  ck_assert(step(&o, frame, &f, &target));
  ck_assert(target.changed[1] && !target.changed[0]);
  for (int p = 0; p < MANY; p++)
    ck_assert_close(f.now[1][STRIDE + p], (100 + p) / 2., 1e-15, 0);
}
END_TEST

/* Every pass is the same after a restart. */
START_TEST(restart) {
  opened o = open_segments(
      "- {repeat: 2, segments: [{duration: 1, strain: {xx: a}},"
      " {duration: 1, stress: {xx: t}}]}\n");
  am_path_frame *frame = am_path_frame_new(o.arena, o.path);
  double first[4] = {0};
  for (int pass = 0; pass < 3; pass++) {
    am_target target;
    fields f;
    make_fields(&f);
    am_path_restart(o.path);
    for (int i = 0; i < 4; i++) {
      ck_assert(step(&o, frame, &f, &target));
      if (!pass) first[i] = f.now[1][2];
      ck_assert_double_eq(f.now[1][2], first[i]);
      ck_assert_double_eq(target.time, i + 1);
    }
    ck_assert(!step(&o, frame, &f, &target));
  }
  ck_assert_double_eq(first[0], 30);
  ck_assert_double_eq(first[3], 4);
}
END_TEST

START_TEST(not_finite_targets_are_found_by_the_caller) {
  opened o = open_segments("- {time: 1, strain: {xx: log(15 - a)}}\n");
  am_path_frame *frame = am_path_frame_new(o.arena, o.path);
  am_target target;
  fields f;
  make_fields(&f);
  ck_assert(step(&o, frame, &f, &target));
  ck_assert_close(f.now[1][0], log(5), 1e-15, 0);
  ck_assert(!isfinite(f.now[1][1]));
}
END_TEST

/* Entries of a history are divided into segments at jumps and changes of
 * control. */
START_TEST(entries) {
  static const double time[] = {1, 2, 3, 3, 4};
  static const int control[][6] = {{0}, {0}, {0, 1}, {0, 1}, {0, 1}};
  double targets[5][6] = {{0}, {1, 2}, {3, 4}, {5, 6}, {7, 8}};
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  const am_entries given = {
      .time = time, .control = control, .targets = targets[0], .count = 5};
  am_path *path = am_path_of_entries(arena, &given);
  const double zero[6] = {0};
  am_target target;
  bool more;
  ck_assert_double_eq(am_path_steps(path), 4);
  ck_assert_double_eq(am_path_start(path), 1);
  ck_assert_double_eq(am_path_end(path), 4);
  ck_assert(am_path_mixed(path));
  for (int i = 1; i < 5; i++) {
    ck_assert_int_eq(am_path_next(path, report, zero, zero, &target, &more),
                     AM_OK);
    ck_assert(more);
    ck_assert_double_eq(target.time, time[i]);
    ck_assert_int_eq(target.jump, i == 3);
    ck_assert_int_eq(target.stress_controlled[1], control[i][1]);
    for (int c = 0; c < 6; c++)
      ck_assert_double_eq(target.target[c], targets[i][c]);
  }
  ck_assert_int_eq(am_path_next(path, report, zero, zero, &target, &more),
                   AM_OK);
  ck_assert(!more);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("frame");
  tcase_add_test(all, formulas_of_points);
  tcase_add_test(all, ramps_from_the_state);
  tcase_add_test(all, restart);
  tcase_add_test(all, not_finite_targets_are_found_by_the_caller);
  tcase_add_test(all, entries);
  return test_run("path/frame", &all, 1);
}
