/* Cells from the text of a case: phases, defaults, settings, and error
 * messages. */
#include <unistd.h>

#include "cells.h"
#include "homogenization/scheme.h"

/* Labels 0, 1, 2 in turn on 4 x 3 x 5 voxels. */
static element three_labels(void) {
  element e = new_element((const int[]){4, 3, 5}, NULL);
  for (long v = 0; v < e.micro->voxels; v++)
    e.micro->labels[v] = (int)v % 3;
  return e;
}

#define ONE "phases: {all: {labels: [0, 1, 2], material: linear-elastic}}\n"
#define INTERP "solver: {engine: interp}\n"

START_TEST(voxels_go_to_their_phases) {
  element e = three_labels();
  must_make(&e,
            "phases:\n"
            "  one: {label: 1, material: linear-elastic}\n"
            "  rest: {labels: [2, 0, 77], material: linear-elastic,"
            " parameters: {E: 100}}\n" INTERP);
  const am_cell *c = e.cell;
  ck_assert_int_eq(c->phase_count, 2);
  ck_assert_str_eq(c->phases[0].name, "one");
  ck_assert_str_eq(c->phases[1].name, "rest");
  ck_assert_int_eq(c->phases[0].count, 20);
  ck_assert_int_eq(c->phases[1].count, 40);
  for (long n = 0; n < 20; n++) {
    ck_assert_int_eq(c->phases[0].voxel[n], 3 * n + 1);
    ck_assert_int_eq(c->phases[1].voxel[2 * n], 3 * n);
    ck_assert_int_eq(c->phases[1].voxel[2 * n + 1], 3 * n + 2);
  }
  ck_assert_double_eq(c->phases[1].law->parameters[0], 100);
  ck_assert_str_eq(c->stress_unit, "MPa");
  ck_assert_str_eq(c->time_unit, "s");
}
END_TEST

START_TEST(there_are_defaults) {
  element e = three_labels();
  must_make(&e, ONE INTERP);
  const am_homogenization *s = e.settings;
  ck_assert_str_eq(am_acceleration_names[s->scheme], "anderson");
  ck_assert_int_eq(s->depth, 4);
  ck_assert(e.cell->rotated); /* 4 voxels */
  ck_assert_int_eq(s->reference, AM_REFERENCE_FIXED);
  ck_assert_double_eq(s->equilibrium, 1e-5);
  ck_assert_int_eq(s->iterations, 1000);
  ck_assert(s->extrapolate);
  ck_assert(!e.cell->solver.tangent && !e.cell->solver.energies);
}
END_TEST

START_TEST(settings_are_read) {
  element e = three_labels();
  must_make(&e, ONE INTERP
            "homogenization:\n"
            "  scheme: newton-cg\n"
            "  depth: 20\n"
            "  discretization: fourier\n"
            "  reference: {lambda: -10, mu: 100}\n"
            "  equilibrium: 1e-7\n"
            "  iterations: 12\n"
            "  extrapolate: false\n");
  const am_homogenization *s = e.settings;
  ck_assert_str_eq(am_acceleration_names[s->scheme], "newton-cg");
  ck_assert_int_eq(s->depth, 20);
  ck_assert(!e.cell->rotated);
  ck_assert_int_eq(s->reference, AM_REFERENCE_GIVEN);
  ck_assert_double_eq(s->lambda, -10);
  ck_assert_double_eq(s->mu, 100);
  ck_assert_double_eq(s->equilibrium, 1e-7);
  ck_assert_int_eq(s->iterations, 12);
  ck_assert(!s->extrapolate);
}
END_TEST

START_TEST(odd_grids_are_fourier_s) {
  static const struct {
    int grid[3];
    bool rotated;
  } rows[] = {{{5, 3, 7}, false}, {{5, 3, 8}, true}, {{1, 1, 15}, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    element e = new_element(rows[i].grid, NULL);
    must_make(&e, "phases: {all: {label: 0, material: linear-elastic}}\n"
                  "homogenization: {discretization: auto,"
                  " reference: updated}\n" INTERP);
    ck_assert_int_eq(e.cell->rotated, rows[i].rotated);
    ck_assert_int_eq(e.settings->reference, AM_REFERENCE_UPDATED);
  }
}
END_TEST

/* An elastic phase has no hand-written update; tangents are computed on
 * request. */
START_TEST(a_strategy_without_means_is_replaced) {
  static const struct {
    const char *solver;
    am_strategy strategies[2];
    const char *note;
  } rows[] = {
      {"{scheme: implicit-euler, strategy: conventional, engine: interp}",
       {AM_STRATEGY_CONVENTIONAL, AM_STRATEGY_AUTOMATIC},
       "phase 'inclusion': material 'linear-elastic' has no hand-written "
       "update; the strategy 'automatic' is used"},
      {"{strategy: semi-automatic, engine: interp}",
       {AM_STRATEGY_SEMI_AUTOMATIC, AM_STRATEGY_AUTOMATIC},
       "phase 'inclusion': material 'linear-elastic' has no partials; the "
       "strategy 'automatic' is used"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    element e = new_cube(3);
    put_layers(&e, 1);
    am_status status =
        make_cell(&e, am_format(e.arena, PLASTIC_MATRIX "solver: %s\n",
                                rows[i].solver));
    ck_assert_msg(status == AM_OK, "%s", told(&e));
    ck_assert_int_eq(e.report->first->severity, AM_SEVERITY_NOTE);
    ck_assert_str_eq(e.report->first->text, rows[i].note);
    ck_assert_ptr_null(e.report->first->next);
    for (int p = 0; p < 2; p++) {
      ck_assert_int_eq(e.cell->phases[p].strategy, rows[i].strategies[p]);
      ck_assert_ptr_null(e.cell->phases[p].tangents);
    }
    ck_assert_int_eq(am_cell_need_tangents(e.arena, e.report, e.cell), AM_OK);
    am_engine_program *first = e.cell->phases[0].tangents;
    ck_assert_ptr_nonnull(first);
    ck_assert_int_eq(am_cell_need_tangents(e.arena, e.report, e.cell), AM_OK);
    ck_assert_ptr_eq(e.cell->phases[0].tangents, first);
  }
}
END_TEST

/* Linear elastic laws without temperature have a stiffness; it maps tensor
 * components: sigma_xy = 2 mu eps_xy. */
START_TEST(elastic_phases_have_a_stiffness) {
  element e = new_cube(3);
  put_layers(&e, 1);
  must_make(&e, "phases: {matrix: {label: 0, material: linear-elastic, "
                "parameters: {E: 200e3, nu: 0.25}}, "
                "inclusion: {label: 1, material: thermo-elastic}}\n" INTERP);
  const double mu = 80e3, lambda = 80e3, *C = e.cell->phases[0].stiffness;
  ck_assert_ptr_nonnull(C);
  for (int i = 0; i < 36; i++) {
    int row = i / 6, column = i % 6;
    double expected = (row < 3 && column < 3 ? lambda : 0) +
                      (row == column ? 2 * mu : 0);
    ck_assert_close(C[i], expected, 0, 1e-9);
  }
  ck_assert_ptr_null(e.cell->phases[1].stiffness);
}
END_TEST

START_TEST(engines_are_those_of_the_case) {
  static const char *const rows[][2] = {
      {"auto", "native"}, {"native", "native"}, {"interp", "interp"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    element e = three_labels();
    must_make(&e, am_format(e.arena, ONE "solver: {engine: %s}\n",
                            rows[i][0]));
    ck_assert_str_eq(e.cell->engine->name, rows[i][1]);
  }
}
END_TEST

#define ELASTIC "material: linear-elastic"

static const struct {
  const char *text, *message;
} bad[] = {
    {"phases: {}\n", "no phase has the label 0 (20 voxels)"},
    {"phases: []\n", "expected phases to be a mapping"},
    {"phases: {a: {labels: [0, 1], " ELASTIC "}}\n",
     "no phase has the label 2 (20 voxels)"},
    {"phases: {a: {labels: [0, 1, 2], " ELASTIC "},"
     " b: {label: 1, " ELASTIC "}}\n",
     "label 1 already belongs to phase 'a'"},
    {"phases: {a: {labels: [0, 1, 2, 1], " ELASTIC "}}\n",
     "label 1 already belongs to phase 'a'"},
    {"phases: {a: {labels: [0, 1, 2], " ELASTIC "},"
     " b: {label: 3, " ELASTIC "}}\n",
     "no voxel of the microstructure has a label of phase 'b'"},
    {"phases: {a: {" ELASTIC "}}\n",
     "phase 'a' needs either 'label' or 'labels'"},
    {"phases: {a: {label: 0, labels: [1, 2], " ELASTIC "}}\n",
     "phase 'a' needs either 'label' or 'labels'"},
    {"phases: {a: {label: -1, " ELASTIC "}}\n", "a label"},
    {"phases: {a: {labels: 1, " ELASTIC "}}\n",
     "expected labels to be a list"},
    {"phases: {a: {labels: [0, 1, x], " ELASTIC "}}\n", "a label"},
    {"phases: {2b: {label: 0, " ELASTIC "}}\n",
     "invalid phase name '2b'"},
    {"phases: {a: {lable: 0, " ELASTIC "}}\n", "unknown key 'lable'"},
    {"phases: {a: [1]}\n", "expected a phase to be a mapping"},
    {"phases: {a: {labels: [0, 1, 2]}}\n", "'material' is missing"},
    {"phases: {a: {labels: [0, 1, 2], material: linear-elastik}}\n",
     "linear-elastic"},
    {"phases: {a: {labels: [0, 1, 2], " ELASTIC ", parameters: 1}}\n",
     "expected parameters to be a mapping"},
    {"phases: {a: {labels: [0, 1, 2], " ELASTIC ", parameters: {E: -1}}}\n",
     "E"},
    {"phases: {a: {labels: [0, 1, 2], " ELASTIC ", parameter_set: x}}\n",
     "x"},
    {ONE "initial: {strain: {xx: 1}}\n",
     "expected only 'time', 'stress' and external fields in 'initial'"},
    {ONE "initial: {time: 1, alpha: 2}\n", "found 'alpha'"},
    {ONE "homogenization: 1\n", "expected homogenization to be a mapping"},
    {ONE "homogenization: {shceme: basic}\n", "unknown key 'shceme'"},
    {ONE "homogenization: {scheme: andersen}\n", "did you mean 'anderson'?"},
    {ONE "homogenization: {depth: 0}\n", "homogenization.depth"},
    {ONE "homogenization: {depth: 21}\n", "homogenization.depth"},
    {ONE "homogenization: {discretization: fourrier}\n",
     "did you mean 'fourier'?"},
    {ONE "homogenization: {reference: fix}\n", "one of fixed, updated"},
    {ONE "homogenization: {reference: {lambda: 1}}\n", "'mu' is missing"},
    {ONE "homogenization: {reference: {mu: 1}}\n", "'lambda' is missing"},
    {ONE "homogenization: {reference: {lambda: 1, mu: 0}}\n", "mu"},
    {ONE "homogenization: {reference: {lambda: -1, mu: 1}}\n",
     "positive bulk modulus lambda + 2/3 mu, found -0.333333"},
    {ONE "homogenization: {equilibrium: 0}\n", "homogenization.equilibrium"},
    {ONE "homogenization: {equilibrium: .nan}\n",
     "homogenization.equilibrium"},
    {ONE "homogenization: {iterations: 0}\n", "homogenization.iterations"},
    {ONE "homogenization: {extrapolate: 2}\n",
     "homogenization.extrapolate"},
    {ONE "solver: {precision: single, engine: native}\n",
     "solver.precision: single cannot be combined with engine native"},
};

START_TEST(what_is_wrong_is_told_once) {
  element e = three_labels();
  am_status status = make_cell(&e, bad[_i].text);
  ck_assert_msg(status == AM_INPUT, "%s: status %d", bad[_i].text, status);
  ck_assert_msg(strstr(told(&e), bad[_i].message), "%s\n%s\n%s", bad[_i].text,
                told(&e), bad[_i].message);
  ck_assert_msg(!e.report->first->next, "%s", told(&e));
  ck_assert_msg(e.report->first->place.line > 0 ||
                    strstr(bad[_i].text, "precision"),
                "%s: no place", told(&e));
}
END_TEST

static void write_material(const char *path, const char *units) {
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  fprintf(out, "material: other\n%sparameters: {k: 100}\n"
               "free_energy: k/2*inner(eps, eps)\n", units);
  fclose(out);
}

/* Files are in the folder of the case; a material without units can be combined
 * with any. */
START_TEST(units_agree) {
  static const struct {
    const char *units, *message;
  } rows[] = {
      {"", NULL},
      {"units: {stress: MPa, time: s}\n", NULL},
      {"units: {stress: GPa, time: s}\n",
       "the unit of stress is GPa in phase 'b', and MPa in phase 'a'"},
      {"units: {stress: MPa, time: h}\n",
       "the unit of time is h in phase 'b', and s in phase 'a'"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    element e = three_labels();
    char path[] = "/tmp/automat-cell-XXXXXX.yaml";
    int descriptor = mkstemps(path, 5);
    ck_assert_int_ge(descriptor, 0);
    write_material(path, rows[i].units);
    am_status status = make_cell(
        &e, am_format(e.arena,
                      "phases:\n  a: {label: 0, " ELASTIC "}\n"
                      "  b: {labels: [1, 2], material: %s}\n" INTERP,
                      path + strlen("/tmp/")));
    remove(path);
    close(descriptor);
    ck_assert_msg((status == AM_OK) == !rows[i].message, "%s", told(&e));
    if (rows[i].message)
      ck_assert_str_eq(e.report->first->text, rows[i].message);
    else
      ck_assert_str_eq(e.cell->stress_unit, "MPa");
  }
}
END_TEST

START_TEST(a_case_without_voxels_is_refused) {
  element e = three_labels();
  am_case description = {0};
  ck_assert_int_eq(am_homogenization_read(e.arena, e.report, &description, NULL,
                                          NULL, &e.settings),
                   AM_INPUT);
  ck_assert_str_eq(e.report->first->text,
                   "the case has no 'microstructure'");
}
END_TEST

int main(void) {
  TCase *cells = tcase_create("cells");
  tcase_add_test(cells, voxels_go_to_their_phases);
  tcase_add_test(cells, there_are_defaults);
  tcase_add_test(cells, settings_are_read);
  tcase_add_test(cells, odd_grids_are_fourier_s);
  tcase_add_test(cells, a_strategy_without_means_is_replaced);
  tcase_add_test(cells, elastic_phases_have_a_stiffness);
  tcase_add_test(cells, engines_are_those_of_the_case);
  tcase_add_loop_test(cells, what_is_wrong_is_told_once, 0,
                      sizeof bad / sizeof *bad);
  tcase_add_test(cells, units_agree);
  tcase_add_test(cells, a_case_without_voxels_is_refused);
  return test_run("cell", (TCase *const[]){cells}, 1);
}
