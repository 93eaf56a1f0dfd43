/* covers: loading, run
 *
 * A homogeneous volume element behaves like a point of its material: under
 * mixed conditions, jumps, holds, reversals, and when stresses cross zero. */
#include "marches.h"
#include "tests/sim/point/runs.h"

static const struct {
  const char *material, *path;
} rows[] = {
    {"michel-suquet",
     "[{time: 1, steps: 4, strain: {xx: 3e-3}, stress: {yy: 0, zz: 0, yz: 0, "
     "xz: 0, xy: 0}}, {time: 2, steps: 5, strain: {xx: -1e-3}}, {time: 3, "
     "steps: 4, stress: {xx: 0}}]"},
    {"michel-suquet",
     "[{duration: 0, strain: {xy: 2e-3, xx: 1e-3, others: 0}}, {time: 1, "
     "steps: 4, hold: true}, {time: 2, steps: 3, stress: {xy: 5, yy: -3}}]"},
    {"norton",
     "[{duration: 0, stress: {xx: 20, yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}, "
     "{time: 3600, steps: 6, hold: true}, {time: 4000, steps: 4, stress: {xx: "
     "-20}}]"},
    {"zener",
     "[{time: 1, steps: 3, stress: {xx: 1, yy: 2, zz: 3, yz: 4, xz: 5, xy: "
     "6}}, {time: 1.5, steps: 1, hold: true}, {time: 2, steps: 2, strain: {xx: "
     "0, yz: 0}}]"},
    {"linear-elastic", "[{time: 1, steps: 2, hold: true}]"},
    {"cubic-elastic",
     "[{time: 1, steps: 2, strain: {xx: 0.001*sin(pi*t/2), yy: "
     "-0.001*t^2, others: 0}, stress: {xy: 10}}]"},
};

/* The same path with one point. */
static ran run_point(const char *material, const char *path) {
  const char *folder = getenv("srcdir");
  ran r = {.arena = test_arena()};
  r.report = am_report_new(r.arena);
  const char *file = am_format(r.arena, "%s/materials/%s.yaml",
                               folder ? folder : ".", material);
  const char *written =
      am_format(r.arena,
                "{solver: {" EULER ", equilibrium: 1e-13}, path: %s, "
                "output: {columns: [time, strain, stress]}}",
                path);
  am_material *m = NULL;
  am_status status = am_material_read(r.arena, r.report, file, &m);
  if (status == AM_OK)
    status = am_case_from(r.arena, r.report,
                          parse_text(&r, "case.yaml", written), "/tmp", true,
                          &r.description);
  if (status == AM_OK)
    status = am_run_prepare(r.arena, r.report, r.description, m, &r.run);
  if (status == AM_OK) status = walk_case(&r);
  ck_assert_msg(status == AM_OK && !r.report->first, "%s", message_of(&r));
  return r;
}

static double largest_of(const marching *m, bool stress) {
  double largest = 0;
  for (int i = 0; i < m->count; i++)
    for (int c = 0; c < 6; c++)
      largest = fmax(largest, fabs(stress ? m->rows[i].stress[c]
                                          : m->rows[i].strain[c]));
  return largest;
}

static void compare(const marching *m, const ran *r) {
  static const char *const names[] = {"xx", "yy", "zz", "yz", "xz", "xy"};
  double strain = 1e-9 * largest_of(m, false);
  double stress = 1e-9 * largest_of(m, true);
  ck_assert_int_eq(m->count, (int)r->table->rows);
  for (int i = 0; i < m->count; i++) {
    size_t at = (size_t)i;
    ck_assert_close(m->rows[i].time, value_at(r, at, "time"), 0, 0);
    ck_assert_int_eq(m->rows[i].step, i);
    for (int c = 0; c < 6; c++) {
      const char *eps = am_format(r->arena, "strain.%s", names[c]);
      const char *sig = am_format(r->arena, "stress.%s", names[c]);
      ck_assert_close(m->rows[i].strain[c], value_at(r, at, eps), 0, strain);
      ck_assert_close(m->rows[i].stress[c], value_at(r, at, sig), 0, stress);
    }
  }
}

/* A cell with sides of different lengths and one voxel through z. */
static element mixture(void) {
  element e = new_element((const int[]){3, 4, 1}, (const double[]){1, 2, 0.5});
  put_layers(&e, 1);
  return e;
}

static void walk_row(int row, const char *settings) {
  static marching m;
  ran r = run_point(rows[row].material, rows[row].path);
  const char *phases =
      am_format(r.arena, "{a: {label: 0, material: %s}, b: {label: 1, "
                         "material: %s}}",
                rows[row].material, rows[row].material);
  must_march(&m, mixture(),
             &(script){phases, settings, EULER ", engine: interp",
                       rows[row].path});
  compare(&m, &r);
}

START_TEST(one_material_is_a_point) {
  walk_row(_i, ", equilibrium: 1e-11");
}
END_TEST

START_TEST(one_material_is_a_point_in_the_basic_scheme) {
  walk_row(_i, ", equilibrium: 1e-11, scheme: basic");
}
END_TEST

START_TEST(one_material_is_a_point_in_newtons_scheme) {
  walk_row(_i, ", equilibrium: 1e-11, scheme: newton-cg");
}
END_TEST

/* A constant creep rate under constant stress continues from step to step,
 * although the mean stress has rounding errors of either sign. */
START_TEST(holds_are_extrapolated) {
  static marching m;
  must_march(&m, mixture(),
             &(script){"{a: {label: 0, material: norton}, b: {label: 1, "
                       "material: norton}}",
                       ", equilibrium: 1e-11, scheme: newton-cg",
                       EULER ", engine: interp", rows[2].path});
  for (int i = 3; i <= 7; i++)
    ck_assert_int_eq((int)m.rows[i].iterations, 1);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("conditions")};
  int count = sizeof rows / sizeof *rows;
  tcase_add_loop_test(cases[0], one_material_is_a_point, 0, count);
  tcase_add_loop_test(cases[0], one_material_is_a_point_in_the_basic_scheme,
                      0, count);
  tcase_add_loop_test(cases[0], one_material_is_a_point_in_newtons_scheme, 0,
                      count);
  tcase_add_test(cases[0], holds_are_extrapolated);
  return test_run("conditions", cases, 1);
}
