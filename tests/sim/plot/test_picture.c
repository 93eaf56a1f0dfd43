#include <string.h>

#include "plot/picture.h"
#include "tests/sim/archive/run_table.h"

typedef double function(double);

static const struct {
  const char *what;
  int component;
  function *strain, *stress;
  const char *x, *y, *unit;
} rows[] = {
    {"tension", 0, run_ramp, run_ramp, "strain {/:Italic ε}_{xx}",
     "stress {/:Italic σ}_{xx}", "MPa"},
    {"shear", 5, run_ramp, run_ramp, "strain {/:Italic ε}_{xy}",
     "stress {/:Italic σ}_{xy}", "MPa"},
    {"relaxation", 1, run_step, run_decay, "time {/:Italic t}",
     "stress {/:Italic σ}_{yy}", "MPa"},
    {"creep", 2, run_ramp, run_step, "time {/:Italic t}",
     "strain {/:Italic ε}_{zz}", ""},
};

START_TEST(shows_what_changes) {
  am_arena *arena = test_arena();
  am_table *table = run_table(arena, 101, rows[_i].component,
                              rows[_i].strain, rows[_i].stress);
  am_picture picture = am_picture_of_run(arena, table, "title");
  ck_assert_str_eq(picture.title, "title");
  ck_assert_uint_eq(picture.count, 1);
  ck_assert_str_eq(picture.panels->x.label, rows[_i].x);
  ck_assert_str_eq(picture.panels->y.label, rows[_i].y);
  ck_assert_str_eq(picture.panels->y.unit, rows[_i].unit);
  ck_assert_uint_eq(picture.panels->count, 1);
  ck_assert_uint_eq(picture.panels->curves->count, 101);
  ck_assert_ptr_null(picture.panels->curves->name);
  am_arena_free(arena);
}
END_TEST

START_TEST(values_are_those_of_the_columns) {
  am_arena *arena = test_arena();
  am_table *table = run_table(arena, 11, 3, run_ramp, run_decay);
  am_picture picture = am_picture_of_run(arena, table, "");
  const am_curve *curve = picture.panels->curves;
  ck_assert_uint_eq(curve->count, 11);
  for (size_t i = 0; i < curve->count; i++) {
    ck_assert(curve->x[i] == run_ramp((double)i));
    ck_assert(curve->y[i] == run_decay((double)i));
  }
  am_arena_free(arena);
}
END_TEST

START_TEST(one_row_is_enough) {
  am_arena *arena = test_arena();
  am_table *table = run_table(arena, 1, 0, run_ramp, run_ramp);
  am_picture picture = am_picture_of_run(arena, table, "");
  ck_assert_uint_eq(picture.panels->curves->count, 1);
  ck_assert_str_eq(picture.panels->y.label, "stress {/:Italic σ}_{xx}");
  am_arena_free(arena);
}
END_TEST

enum { ROWS = 5 };

/* Run at large strains with components yy of F, P and Cauchy stress. */
static am_table *large_strains(am_arena *arena, const double *f,
                               const double *p) {
  static const char *const names[] = {
      "time", "F.xx", "F.yy", "F.zz", "F.yz", "F.xz", "F.xy", "P.xx", "P.yy",
      "P.zz", "P.yz", "P.xz", "P.xy", "cauchy.xx", "cauchy.yy", "cauchy.zz",
      "cauchy.yz", "cauchy.xz", "cauchy.xy"};
  enum { NAMES = sizeof names / sizeof *names };
  am_table *table = am_table_new(arena, names, NULL, NAMES);
  for (int i = 0; i < ROWS; i++) {
    double row[NAMES] = {i, 1};
    row[2] = f[i];
    row[8] = p[i];
    row[14] = 2 * p[i];
    am_table_add(table, row);
  }
  return table;
}

START_TEST(what_is_held_at_large_strains) {
  static const double ramp[ROWS] = {1, 1.1, 1.3, 1.6, 2},
                      held[ROWS] = {0, 10, 10, 10, 10};
  am_arena *arena = test_arena();
  am_picture creep =
      am_picture_of_run(arena, large_strains(arena, ramp, held), "");
  ck_assert_str_eq(creep.panels->x.label, "time {/:Italic t}");
  ck_assert_str_eq(creep.panels->y.label,
                   "deformation gradient {/:Italic F}_{yy}");
  ck_assert_uint_eq(creep.panels->count, 1);
  for (int i = 0; i < ROWS; i++)
    ck_assert(creep.panels->curves->y[i] == ramp[i]);
  am_picture relaxation =
      am_picture_of_run(arena, large_strains(arena, held, ramp), "");
  ck_assert_str_eq(relaxation.panels->x.label, "time {/:Italic t}");
  ck_assert_uint_eq(relaxation.panels->count, 2);
  ck_assert_str_eq(relaxation.panels->curves[1].name, "true");
  am_arena_free(arena);
}
END_TEST

START_TEST(nominal_and_true_stress) {
  static const double f[ROWS] = {1, 2, 3, 4, 5}, p[ROWS] = {0, 10, 20, 30, 40};
  am_arena *arena = test_arena();
  am_table *table = large_strains(arena, f, p);
  am_picture picture = am_picture_of_run(arena, table, "");
  const am_curve *curves = picture.panels->curves;
  ck_assert_uint_eq(picture.panels->count, 2);
  ck_assert_str_eq(curves[0].name, "nominal");
  ck_assert_str_eq(curves[1].name, "true");
  for (int i = 0; i < ROWS; i++) {
    ck_assert(curves[0].x[i] == 1 + i && curves[1].x[i] == 1 + i);
    ck_assert(curves[0].y[i] == 10 * i);
    ck_assert(curves[1].y[i] == 20 * i);
  }
  am_arena_free(arena);
}
END_TEST

START_TEST(symbols_of_columns) {
  static const char *const labels[][2] = {
      {"stress", "stress {/:Italic σ}"},
      {"stress.1", "stress {/:Italic σ}_{1}"},
      {"strain.eq", "strain {/:Italic ε}_{eq}"},
      {"eps_vp.xx", "{/:Italic ε}_{vp,xx}"},
      {"alpha", "{/:Italic α}"},
      {"x[2].xy", "{/:Italic x}_{2,xy}"},
      {"p", "{/:Italic p}"},
      {"damage", "damage"},
      {"eps_{", "eps\\_\\{"},
      {"1", "1"}};
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    ck_assert_str_eq(am_label_of_column(arena, labels[i][0]), labels[i][1]);
  am_arena_free(arena);
}
END_TEST

START_TEST(loops) {
  static const struct {
    double values[5];
    bool back;
  } turns[] = {{{0, 1, 2, 3, 4}, false},      {{4, 3, 2, 1, 0}, false},
              {{0, 2, 4, 2, 0}, true},       {{0, -2, -4, -2, 0}, true},
              {{0, 2, 4, 4.1, 4.05}, false}, {{0, 0, 0, 0, 0}, false},
              {{0, 4, NAN, 0, NAN}, true},   {{NAN, NAN, 1, 2, 3}, false}};
  static const char *const names[][2] = {{"stress.xx", "strain.xx"},
                                         {"P.xy", "F.xy"},
                                         {"cauchy.zz", "F.zz"}};
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof turns / sizeof *turns; i++)
    ck_assert_msg(am_turns_back(turns[i].values, 5) == turns[i].back, "%zu", i);
  for (size_t i = 0; i < 3; i++)
    ck_assert_str_eq(am_loop_over(arena, names[i][0]), names[i][1]);
  ck_assert_ptr_null(am_loop_over(arena, "strain.xx"));
  ck_assert_ptr_null(am_loop_over(arena, "stress"));
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("picture");
  tcase_add_loop_test(tests, shows_what_changes, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(tests, values_are_those_of_the_columns);
  tcase_add_test(tests, one_row_is_enough);
  tcase_add_test(tests, what_is_held_at_large_strains);
  tcase_add_test(tests, nominal_and_true_stress);
  tcase_add_test(tests, symbols_of_columns);
  tcase_add_test(tests, loops);
  return test_run("picture", &tests, 1);
}
