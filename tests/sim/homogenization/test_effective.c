/* Effective stiffnesses of elastic volume elements: closed forms and an
 * independent program (numpy, conjugate gradients to 1e-12) with the same
 * voxels, wave vectors and Nyquist frequencies. */
#include "marches.h"

/* Entries of the Kelvin-Mandel matrix; a shear entry is twice C44 or C55. */
typedef struct {
  int row, column;
  double value;
} entry;

enum { ENTRIES = 7 };

typedef struct {
  const char *settings;
  int n;
  bool layers;
  entry entries[ENTRIES]; /* up to one with the value 0 */
} elastic;

/* The laminate: closed form.  The others: elastic.csv and elastic_even.csv of
 * the reference. */
static const elastic rows[] = {
    {", discretization: fourier",
     15,
     true,
     {{0, 0, 96407.36143531126},
      {0, 1, 44414.53566621803},
      {0, 2, 44414.53566621803},
      {1, 1, 133838.79618292028},
      {1, 2, 52756.08941600299},
      {3, 3, 2 * 40541.35338345864},
      {4, 4, 2 * 24778.495269559986}}},
    {", discretization: fourier",
     15,
     false,
     {{0, 0, 92280.78641995575},
      {0, 1, 43408.38401463028},
      {1, 1, 92280.78641995575},
      {3, 3, 2 * 23919.46442203664}}},
    {", discretization: rotated",
     15,
     false,
     {{0, 0, 92452.29680437368},
      {1, 2, 43338.82254581745},
      {5, 5, 2 * 23886.07814571518}}},
    {", discretization: rotated",
     16,
     false,
     {{0, 0, 92958.59187345215},
      {0, 1, 43431.67052259067},
      {3, 3, 2 * 23999.909307321846}}},
    {", discretization: fourier",
     16,
     false,
     {{0, 0, 92896.42926580075},
      {0, 1, 43550.93636254355},
      {3, 3, 2 * 24074.5181557612}}},
};

static marching m;

/* The tangent at the start, without any loading step. */
static bool keep_start(void *data, const am_cell_row *row) {
  keep_row(data, row);
  return false;
}

static void find_start(element e, const script *t) {
  must_open(&m, e, t);
  m.sink = (am_cell_sink){.row = keep_start, .data = &m, .effective = true};
  must_walk(&m);
  ck_assert_int_eq(m.count, 1);
}

START_TEST(elastic_cells_are_as_stiff_as_known) {
  const elastic *r = &rows[_i];
  find_start(r->layers ? laminate(r->n) : sphere(r->n),
             &(script){ALUMINIUM, r->settings, EULER, CONFINED});
  for (int i = 0; i < ENTRIES && r->entries[i].value > 0; i++) {
    const entry *e = &r->entries[i];
    ck_assert_close(m.rows[0].effective[6 * e->row + e->column], e->value,
                    1e-9, 0);
    ck_assert_close(m.rows[0].effective[6 * e->column + e->row], e->value,
                    1e-9, 0);
  }
}
END_TEST

/* Rounding errors prevent the usual accuracy; the loading step detects this. */
START_TEST(contrasts_may_be_high) {
  must_open(&m, sphere(5),
            &(script){"{matrix: {label: 0, material: linear-elastic, "
                      "parameters: {E: 0.1, nu: 0.33}}, " CERAMIC,
                      ", discretization: rotated", EULER, CONFINED});
  m.sink.effective = true;
  must_walk(&m);
  const am_cell_row *row = &m.rows[m.count - 1];
  ck_assert_close(row->effective[0] * row->strain[0], row->stress[0], 1e-4, 0);
}
END_TEST

/* <C> is the mixture of the phases: 0.2 and 0.8. */
START_TEST(averages_are_mixtures) {
  find_start(laminate(15), &(script){ALUMINIUM, "", EULER, CONFINED});
  const double E[] = {300e3, 55e3}, nu[] = {0.25, 0.33}, part[] = {0.2, 0.8};
  double lambda = 0, mu = 0;
  for (int i = 0; i < 2; i++) {
    lambda += part[i] * E[i] * nu[i] / ((1 + nu[i]) * (1 - 2 * nu[i]));
    mu += part[i] * E[i] / (2 * (1 + nu[i]));
  }
  const double *average = m.rows[0].average;
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      ck_assert_close(average[6 * i + j],
                      (i < 3 && j < 3 ? lambda : 0) + (i == j ? 2 * mu : 0),
                      1e-12, 1e-8);
}
END_TEST

/* The moduli of the reference medium are means over both phases. */
START_TEST(the_reference_is_the_mean_of_two_phases) {
  const double E[] = {300e3, 55e3}, nu[] = {0.25, 0.33};
  double lambda = 0, mu = 0;
  must_open(&m, sphere(5), &(script){ALUMINIUM, "", EULER, CONFINED});
  for (int i = 0; i < 2; i++) {
    lambda += E[i] * nu[i] / ((1 + nu[i]) * (1 - 2 * nu[i])) / 2;
    mu += E[i] / (2 * (1 + nu[i])) / 2;
  }
  ck_assert_close(m.march->space->lambda, lambda, 1e-12, 0);
  ck_assert_close(m.march->space->mu, mu, 1e-12, 0);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("effective")};
  tcase_add_loop_test(cases[0], elastic_cells_are_as_stiff_as_known, 0,
                      sizeof rows / sizeof *rows);
  tcase_add_test(cases[0], contrasts_may_be_high);
  tcase_add_test(cases[0], averages_are_mixtures);
  tcase_add_test(cases[0], the_reference_is_the_mean_of_two_phases);
  return test_run("effective", cases, 1);
}
