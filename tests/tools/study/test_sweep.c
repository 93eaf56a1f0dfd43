/* test_sweep.c: sweeps against single runs. */
#include "point/columns.h"
#include "studies.h"
#include "study/study.h"

/* sigma = k (eps - x), x' = sigma/eta, eps = t/1000: sigma = eta/1000
 * (1 - exp(-t k/eta)). */
#define MAXWELL                                                       \
  "material: maxwell\n"                                               \
  "units: {stress: GPa, time: h}\n"                                   \
  "parameters: {k: {value: 100, above: 0, unit: GPa},\n"              \
  "  eta: {value: 200, unit: GPa*h}}\n"                               \
  "internal: {x: symmetric}\n"                                        \
  "free_energy: k/2*inner(eps - x, eps - x)\n"                        \
  "force_potential: inner(A_x, A_x)/(2*eta)\n"

static const char *ramp(am_arena *arena) {
  const char *path = write_file(arena, MAXWELL);
  char *material = am_format(arena, "%s.material.yaml", path);
  ck_assert_int_eq(rename(path, material), 0);
  return write_file(
      arena, am_format(arena,
                       "case: ramp\nmaterial: %s\n"
                       "solver: {rtol: 1e-9, atol: 1e-12}\n"
                       "path: [{time: 2, steps: 4, strain: {xx: 2e-3}}]\n"
                       "output: {columns: [time, stress.xx]}\n",
                       material));
}

static double exact(double k, double eta, double t) {
  return eta / 1000 * (1 - exp(-t * k / eta));
}

START_TEST(product_at_the_end) {
  static const double ks[] = {50, 100, 150}, etas[] = {100, 400};
  studied s = study(&(question){
      "sweep", ramp(test_arena()), .options.columns = "stress.xx,strain.xx",
      .over = {"parameters.k=50:150:3", "parameters.eta=100,400"}});
  ck_assert_uint_eq(rows_of(&s), 6);
  ck_assert_uint_eq(s.q.table->columns, 5);
  ck_assert_str_eq(s.q.table->units[2], "GPa");
  for (size_t i = 0; i < 6; i++) {
    double k = ks[i / 2], eta = etas[i % 2];
    ck_assert_double_eq(number_at(&s, i, "parameters.k"), k);
    ck_assert_double_eq(number_at(&s, i, "parameters.eta"), eta);
    ck_assert_close(number_at(&s, i, "stress.xx"), exact(k, eta, 2), 1e-7,
                    0);
    ck_assert_double_eq(number_at(&s, i, "strain.xx"), 2e-3);
    ck_assert_str_eq(text_at(&s, i, "status"), "ok");
  }
}
END_TEST

START_TEST(at_a_time_the_maximum_and_everywhere) {
  const char *file = ramp(test_arena());
  question asked = {"sweep", file, .options.at = "1.5",
                    .over = {"parameters.eta=100,200"}};
  studied s = study(&asked);
  ck_assert_uint_eq(rows_of(&s), 2);
  ck_assert_close(number_at(&s, 1, "stress.xx"), exact(100, 200, 1.5), 1e-7,
                  0);
  asked.options.at = "max";
  s = study(&asked);
  ck_assert_uint_eq(rows_of(&s), 2);
  ck_assert_double_eq(number_at(&s, 0, "time"), 2);
  ck_assert_close(number_at(&s, 0, "stress.xx"), exact(100, 100, 2), 1e-7,
                  0);
  asked.options.at = "all";
  s = study(&asked);
  ck_assert_uint_eq(rows_of(&s), 10);
  for (size_t i = 0; i < 10; i++) {
    double eta = i < 5 ? 100 : 200, t = 0.5 * (double)(i % 5);
    ck_assert_double_eq(number_at(&s, i, "time"), t);
    ck_assert_close(number_at(&s, i, "stress.xx"), exact(100, eta, t), 1e-7,
                    1e-12);
  }
}
END_TEST

/* Failed runs give rows; their cells are empty. */
START_TEST(failures_are_rows) {
  studied s = study(&(question){"sweep", ramp(test_arena()),
                                .options.columns = "stress.xx",
                                .over = {"parameters.k=-1,100"}});
  ck_assert_uint_eq(rows_of(&s), 2);
  ck_assert(isnan(number_at(&s, 0, "stress.xx")));
  ck_assert_ptr_nonnull(strstr(text_at(&s, 0, "status"), "above 0"));
  ck_assert_str_eq(text_at(&s, 1, "status"), "ok");
  ck_assert_ptr_nonnull(strstr(first_text(&s), "parameters.k=-1: "));
  ck_assert_int_eq(s.report->first->severity, AM_SEVERITY_WARNING);
}
END_TEST

/* A column whose unit differs from that of the first run is empty. */
START_TEST(units_differ) {
  studied s = study(&(question){
      "sweep", "uniaxial", .options.columns = "stress.xx,strain.xx",
      .over = {"material=michel-suquet,generalized-maxwell"}});
  ck_assert_uint_eq(rows_of(&s), 2);
  ck_assert_double_gt(number_at(&s, 0, "stress.xx"), 1);
  ck_assert(isnan(number_at(&s, 1, "stress.xx")));
  ck_assert_double_eq(number_at(&s, 1, "strain.xx"), 3.58454e-3);
  ck_assert_str_eq(text_at(&s, 1, "status"),
                   "the unit of stress.xx is Pa, expected MPa");
}
END_TEST

/* Volume elements, over keys of phases, voxels and the iteration. */
START_TEST(volume_elements) {
  const char *file = write_file(test_arena(), LAMINATE);
  studied s = study(&(question){
      "sweep", file, .options.columns = "stress.xx,iterations",
      .options.at = "2.56038571", /* the end of loading */
      .over = {"phases.layer.parameters.E=1e5,3e5",
               "homogenization.scheme=anderson,newton-cg"}, .threads = 1});
  ck_assert_uint_eq(rows_of(&s), 4);
  for (size_t i = 0; i < 4; i += 2) {
    ck_assert_close(number_at(&s, i, "stress.xx"),
                    number_at(&s, i + 1, "stress.xx"), 1e-6, 0);
    ck_assert_double_ge(number_at(&s, i, "iterations"),
                        number_at(&s, i + 1, "iterations"));
  }
  ck_assert_double_gt(number_at(&s, 2, "stress.xx"),
                      number_at(&s, 0, "stress.xx"));
  s = study(&(question){
      "sweep", file,
      .options = {.columns = "time,layer.fraction", .at = "all"},
      .over = {"microstructure.laminate.layers.1.voxels=3,2"}, .threads = 1});
  ck_assert_uint_eq(rows_of(&s), 49 + 1);
  ck_assert_double_eq(number_at(&s, 30, "layer.fraction"), 0.4);
  ck_assert_ptr_nonnull(strstr(text_at(&s, 49, "status"), "add up"));
}
END_TEST

START_TEST(words_and_the_picture) {
  studied s = study(&(question){
      "sweep", ramp(test_arena()),
      .over = {"solver.rtol=1e-6:1e-2:3:log", "solver.scheme=ode12,ode23",
               "parameters.eta=100,200"}});
  am_picture picture = am_study_picture(s.arena, "title", &s.q);
  ck_assert_uint_eq(rows_of(&s), 12);
  ck_assert_str_eq(text_at(&s, 2, "solver.scheme"), "ode23");
  ck_assert_double_eq(number_at(&s, 4, "solver.rtol"), 1e-4);
  ck_assert_uint_eq(picture.count, 1);
  const am_panel *panel = picture.panels;
  ck_assert(panel->x.logarithmic && !panel->y.logarithmic);
  ck_assert_str_eq(panel->y.label, "stress {/:Italic σ}_{xx}");
  ck_assert_str_eq(panel->y.unit, "GPa");
  ck_assert_uint_eq(panel->count, 4);
  ck_assert_str_eq(panel->curves[3].name, "ode23, eta = 200 GPa*h");
  ck_assert_uint_eq(panel->curves[3].count, 3);
  ck_assert_double_eq(panel->curves[3].x[1], 1e-4);
  ck_assert_double_eq(panel->curves[3].y[1], number_at(&s, 7, "stress.xx"));
}
END_TEST

/* A parameter has its own unit; times have the unit of the law. */
START_TEST(keys_have_symbols_and_units) {
  studied s = study(&(question){
      "sweep", ramp(test_arena()),
      .over = {"parameters.k=1,2", "path.1.time=1,2"}});
  const am_panel *panel =
      am_study_picture(s.arena, "title", &s.q).panels;
  ck_assert_str_eq(panel->x.label, "{/:Italic k}");
  ck_assert_str_eq(panel->x.unit, "GPa");
  ck_assert_str_eq(panel->curves[1].name, "path.1.time = 2 h");
  ck_assert_str_eq(am_study_label(s.arena, "parameters.eta_1"), "eta\\_1");
  ck_assert_str_eq(am_study_label(s.arena, "solver.rtol"), "solver.rtol");
}
END_TEST

START_TEST(wrong_sweeps) {
  static const struct {
    const char *over, *second, *at, *column, *text;
    am_status status;
  } rows[] = {
      {NULL, NULL, NULL, NULL, "needs --over", AM_USAGE},
      {"parameters.k", NULL, NULL, NULL, "KEY=A,B,C", AM_USAGE},
      {"=1:2:3", NULL, NULL, NULL, "KEY=A,B,C", AM_USAGE},
      {"parameters.k=", NULL, NULL, NULL, "KEY=A,B,C", AM_USAGE},
      {"parameters.k=1:2", NULL, NULL, NULL, "COUNT from 1", AM_USAGE},
      {"parameters.k=1:2:0", NULL, NULL, NULL, "COUNT from 1", AM_USAGE},
      {"parameters.k=1:2:2.5", NULL, NULL, NULL, "COUNT from 1", AM_USAGE},
      {"parameters.k=1:x:3", NULL, NULL, NULL, "COUNT from 1", AM_USAGE},
      {"parameters.k=1:inf:3", NULL, NULL, NULL, "COUNT from 1", AM_USAGE},
      {"parameters.k=1:2:3:lin", NULL, NULL, NULL, "COUNT from 1", AM_USAGE},
      {"parameters.k=0:2:3:log", NULL, NULL, NULL, "above 0", AM_USAGE},
      {"parameters.k=1:2:10001", NULL, NULL, NULL, "10000", AM_USAGE},
      {"parameters.k=1:2:200", "parameters.eta=1:2:200", NULL, NULL,
       "40000 runs", AM_USAGE},
      {"parameters.k=1,2", "parameters.k=3,4", NULL, NULL, "duplicate",
       AM_USAGE},
      {"parameters.k=1,,2", NULL, NULL, NULL, "empty entry", AM_USAGE},
      {"parameters.k=1,2", NULL, "then", NULL, "end, max, all", AM_USAGE},
      {"parameters.k=1,2", NULL, "1.3", NULL, "no loading step", AM_INPUT},
      {"parameters.k=1,2", NULL, NULL, "strain.xx", "collected columns",
       AM_USAGE},
      {"parameters.kk=1,2", NULL, NULL, NULL, "kk", AM_INPUT},
      {"parameters.k=-2,-1", NULL, NULL, NULL, "above 0", AM_INPUT},
  };
  const char *file = ramp(test_arena());
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    studied s = study_try(&(question){
        "sweep", file, .options = {.at = rows[i].at,
                                   .column = rows[i].column},
        .over = {rows[i].over, rows[i].second}});
    ck_assert_msg(s.status == rows[i].status, "%zu: status %d", i, s.status);
    ck_assert_msg(strstr(first_text(&s), rows[i].text) != NULL, "%zu: %s", i,
                  first_text(&s));
  }
}
END_TEST

/* The same table for every number of threads. */
START_TEST(threads_change_nothing) {
  question asked = {"sweep", "uniaxial",
                    .options.columns = "stress,internal,tangent,substeps",
                    .over = {"parameters.n=1.5:6:7"}, .threads = 1};
  studied one = study(&asked);
  asked.threads = 5;
  studied many = study(&asked);
  size_t width = one.q.table->columns;
  ck_assert_uint_eq(rows_of(&one), rows_of(&many));
  ck_assert_uint_eq(width, many.q.table->columns);
  for (size_t i = 0; i < rows_of(&one) * width; i++)
    if (i % width + 1 < width)
      ck_assert_double_eq(one.q.table->values[i],
                          many.q.table->values[i]);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("sweep")};
  tcase_add_test(cases[0], product_at_the_end);
  tcase_add_test(cases[0], at_a_time_the_maximum_and_everywhere);
  tcase_add_test(cases[0], failures_are_rows);
  tcase_add_test(cases[0], units_differ);
  tcase_add_test(cases[0], keys_have_symbols_and_units);
  tcase_add_test(cases[0], volume_elements);
  tcase_add_test(cases[0], words_and_the_picture);
  tcase_add_test(cases[0], wrong_sweeps);
  tcase_add_test(cases[0], threads_change_nothing);
  return test_run("sweep", cases, 1);
}
