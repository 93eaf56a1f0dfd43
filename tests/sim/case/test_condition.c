/* Conditions of segments, evaluated for given values of columns. */
#include <math.h>

#include "cases.h"

typedef struct {
  const char *text;
  double x, y, expected; /* values of the columns x and y */
} row;

static const row rows[] = {
    {"x <= 3", 2, 0, 1},
    {"x <= 3", 3, 0, 0},
    {"x <= 3", 5, 0, -2},
    {"x >= y", 1, 3, -2},
    {" 2e0<x ", 3, 0, 1},
    {"x > y and y > 0", 3, 1, 1},
    {"x > y and y > 0", 3, -1, -1},
    {"x > y or y > 0", 1, 3, 3},
    {"x > y and y > 0 or y < -5 and x < 0", -2, -7, 2},
    {"y < -5 and x < 0 or x > y and y > 0", 5, 4, 1},
    {"x >= 1 or y >= 1", -1, -3, -2},
    {"x >= 1", NAN, 0, -INFINITY},
};

START_TEST(values) {
  const row *r = &rows[_i];
  char text[200];
  snprintf(text, sizeof text,
           "case: c\nmaterial: m\npath:\n- {duration: 1, until: '%s'}\n",
           r->text);
  opened o = open_case(am_copy(test_arena(), text, strlen(text)));
  const am_watch *watch = o.description->watch;
  double by_name[2];
  ck_assert_uint_eq(watch->conditions, 1);
  ck_assert_uint_le(watch->count, 2);
  for (size_t i = 0; i < watch->count; i++)
    by_name[i] = *watch->columns[i].name == 'x' ? r->x : r->y;
  double value = am_condition_value(watch->first, by_name);
  ck_assert_msg(value == r->expected, "%s: %g", r->text, value);
}
END_TEST

/* For equal sides, < and > are false, <= and >= are true. */
START_TEST(equal_sides) {
  static const char *const signs[] = {"<", "<=", ">", ">="};
  for (int i = 0; i < 4; i++) {
    char text[200];
    snprintf(text, sizeof text,
             "case: c\nmaterial: m\npath:\n- {time: 1, until: 'x %s 3'}\n",
             signs[i]);
    opened o = open_case(am_copy(test_arena(), text, strlen(text)));
    const double three = 3;
    double value = am_condition_value(o.description->watch->first, &three);
    ck_assert_int_eq(value >= 0, i % 2);
  }
}
END_TEST

/* Columns are listed once, conditions are found by their nodes. */
START_TEST(of_a_path) {
  opened o = open_segments(
      "- {time: 1, until: 'a.xx > 1 and b[2].xx > 2'}\n"
      "- {repeat: 2, segments: [{duration: 1, until: 'b[2].xx > a.xx'}]}\n");
  const am_watch *watch = o.description->watch;
  am_target target;
  bool more;
  ck_assert_uint_eq(watch->count, 2);
  ck_assert_str_eq(watch->columns[1].name, "b[2].xx");
  for (int i = 0; i < 3; i++) {
    static const double zero[6];
    ck_assert_int_eq(
        am_path_next(o.path, o.report, zero, zero, &target, &more), AM_OK);
    ck_assert_uint_eq(target.until->index, i > 0);
    ck_assert(target.left);
  }
  ck_assert_ptr_nonnull(am_path_timed(o.path));
}
END_TEST

int main(void) {
  TCase *all = tcase_create("condition");
  tcase_add_loop_test(all, values, 0, sizeof rows / sizeof *rows);
  tcase_add_test(all, equal_sides);
  tcase_add_test(all, of_a_path);
  return test_run("path/condition", &all, 1);
}
