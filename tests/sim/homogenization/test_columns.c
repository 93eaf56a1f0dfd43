/* Columns of a volume element, in a space with made-up means. */
#include "homogenization/columns.h"

#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "support.h"

#define HEAD                                                                  \
  "case: t\n"                                                                 \
  "microstructure:\n"                                                         \
  "  grid: [4, 1, 1]\n"                                                       \
  "  size: [1, 1, 1]\n"                                                       \
  "  laminate: {normal: x, layers: [{label: 0, voxels: 3},\n"                 \
  "                                 {label: 1, voxels: 1}]}\n"                \
  "phases:\n"                                                                 \
  "  metal: {label: 0, material: chaboche}\n"                                 \
  "  fibre: {label: 1, material: linear-elastic}\n"                           \
  "solver: {engine: interp}\n"                                                \
  "path: [{time: 1, strain: {xx: 1e-3}}]\n"

static am_arena *arena;
static am_report *report;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
}

static am_status open_columns(const char *output, am_cell **cell,
                              am_cell_columns **columns) {
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *root;
  am_case *description;
  const char *text = am_format(arena, "%s%s", HEAD, output);
  *source = (am_source){"case.yaml", text, strlen(text)};
  AM_TRY(am_yaml_parse(arena, report, source, &root));
  AM_TRY(am_case_from(arena, report, root, ".", false, &description));
  am_homogenization *settings;
  AM_TRY(am_homogenization_read(arena, report, description, NULL, NULL,
                                &settings));
  *cell = settings->cell;
  return am_cell_columns_new(arena, report, *cell, columns);
}

static am_cell_columns *columns_of(const char *output, am_cell **cell) {
  am_cell_columns *columns;
  am_status status = open_columns(output, cell, &columns);
  ck_assert_msg(status == AM_OK, "%s",
                report->last ? report->last->text : "");
  return columns;
}

static const char *joined(const char *const *texts, size_t count) {
  return am_listed(arena, texts, count);
}

static const struct {
  const char *request, *names;
} groups[] = {
    {"[time, iterations]", "time, iterations"},
    {"[stress.xy, stress]",
     "stress.xy, stress.xx, stress.yy, stress.zz, stress.yz, stress.xz"},
    {"[fibre]",
     "fibre.fraction, fibre.strain.xx, fibre.strain.yy, fibre.strain.zz, "
     "fibre.strain.yz, fibre.strain.xz, fibre.strain.xy, fibre.stress.xx, "
     "fibre.stress.yy, fibre.stress.zz, fibre.stress.yz, fibre.stress.xz, "
     "fibre.stress.xy"},
    {"[metal.substeps, substeps, pieces]", "metal.substeps, substeps, pieces"},
    {"[metal.a.2.xx]", "metal.a[2].xx"},
    {"[effective.xx.yy, average.xy.xy]", "effective.xx.yy, average.xy.xy"},
};

START_TEST(names_and_groups) {
  am_cell *cell;
  am_cell_columns *columns = columns_of(
      am_format(arena, "output: {columns: %s}\n", groups[_i].request), &cell);
  ck_assert_str_eq(joined(columns->chosen->names, columns->chosen->count),
                   groups[_i].names);
}
END_TEST

START_TEST(defaults_and_units) {
  am_cell *cell;
  am_cell_columns *columns = columns_of("", &cell);
  ck_assert_uint_eq(columns->chosen->count, 16);
  ck_assert_str_eq(columns->chosen->names[0], "time");
  ck_assert_str_eq(columns->chosen->units[0], "s");
  ck_assert_str_eq(columns->chosen->units[7], "MPa");
  ck_assert_str_eq(columns->chosen->names[13], "iterations");
  ck_assert_str_eq(columns->chosen->names[14], "equilibrium");
  ck_assert_str_eq(columns->chosen->names[15], "substeps");
  ck_assert(!columns->effective && !columns->average);
  columns = columns_of("output: {columns: [seconds, average]}\n", &cell);
  ck_assert_str_eq(columns->chosen->units[0], "s");
  ck_assert_str_eq(columns->chosen->units[36], "MPa");
  ck_assert(!columns->effective && columns->average);
}
END_TEST

/* All means of all phases, each once. */
START_TEST(the_group_of_phases) {
  am_cell *cell;
  am_cell_columns *columns =
      columns_of("output: {columns: [phases]}\n", &cell);
  size_t expected = 2 * 13 + 1; /* and metal.substeps */
  const am_law *law = cell->phases[0].law;
  for (int i = 0; i < law->count; i++)
    expected += law->variables[i].kind == AM_SCALAR ? 1 : 6;
  ck_assert_uint_eq(columns->chosen->count, expected);
  for (size_t i = 0; i < columns->chosen->count; i++)
    for (size_t j = 0; j < i; j++)
      ck_assert_str_ne(columns->chosen->names[i], columns->chosen->names[j]);
}
END_TEST

/* Space of the present cell after a response. */
static am_space *space;

static double mean_of(am_cell_field field, int phase, int c) {
  double means[64];
  am_space_means(space, field, phase, means);
  return means[c];
}

static const double *filled(am_cell_columns *columns, const am_cell *cell,
                            const am_cell_row *row) {
  const am_loading_step span = {.duration = 1};
  am_vector *u;
  am_response response;
  double *values = AM_ARRAY(arena, double, columns->chosen->count);
  ck_assert_int_eq(am_space_open(arena, report, cell, 1, &space), AM_OK);
  ck_assert_int_eq(am_space_vector(space, report, false, &u), AM_OK);
  for (int c = 0; c < 6; c++) u->mean[c] = 1e-3 * (c + 1);
  am_space_set_reference(space, 0, 1);
  am_space_respond(space, &span, u, NULL, &response);
  ck_assert_int_eq(response.status, AM_POINT_GOOD);
  am_space_commit(space);
  am_cell_columns_fill(columns, space, row, values);
  return values;
}

START_TEST(values_of_the_cell) {
  am_cell *cell;
  am_cell_columns *columns = columns_of(
      "output: {columns: [time, strain.xy, stress.zz, iterations,\n"
      "                   applications, pieces, equilibrium,\n"
      "                   stress_residual, substeps]}\n", &cell);
  am_cell_row row = {.time = 1.5, .iterations = 12, .applications = 34,
                     .pieces = 2, .equilibrium = 1e-5,
                     .stress_residual = 1e-6};
  row.strain[5] = 0.25;
  row.stress[2] = 7;
  const double *values = filled(columns, cell, &row);
  const double expected[] = {
      1.5, 0.25, 7, 12, 34, 2, 1e-5, 1e-6,
      mean_of(AM_CELL_SUBSTEPS, 0, 0) /* fibre has no internal variables */};
  for (size_t i = 0; i < columns->chosen->count; i++)
    ck_assert_double_eq(values[i], expected[i]);
}
END_TEST

START_TEST(values_of_phases) {
  am_cell *cell;
  am_cell_columns *columns = columns_of(
      "output: {columns: [metal.fraction, fibre.fraction, metal.substeps,\n"
      "                   fibre.stress, metal.a]}\n", &cell);
  am_cell_row row = {0};
  const double *values = filled(columns, cell, &row);
  const am_law *law = cell->phases[0].law;
  double x[6], tensor[6], state[64];
  ck_assert_double_eq(values[0], 0.75);
  ck_assert_double_eq(values[1], 0.25);
  ck_assert_double_eq(values[2], mean_of(AM_CELL_SUBSTEPS, 0, 0));
  for (int c = 0; c < 6; c++) x[c] = mean_of(AM_CELL_STRESS, 1, c);
  am_basis_to_tensor(x, tensor);
  for (int c = 0; c < 6; c++) ck_assert_double_eq(values[3 + c], tensor[c]);
  for (int i = 0; i < law->nx; i++) state[i] = mean_of(AM_CELL_STATE, 0, i);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (strcmp(v->base, "a")) continue;
    am_variable_to_user(v, state, tensor);
    for (int c = 0; c < 6; c++)
      ck_assert_double_eq(values[9 + 6 * (v->member - 1) + c], tensor[c]);
  }
}
END_TEST

/* Derivative by tensor components, where both entries of a shear change
 * together: in Kelvin-Mandel components stress and strain contain sqrt(2) times
 * their xy component. */
START_TEST(tangents) {
  am_cell *cell;
  am_cell_columns *columns =
      columns_of("output: {columns: [effective]}\n", &cell);
  am_cell_row row = {0};
  for (int i = 0; i < 36; i++) row.effective[i] = i + 1;
  const double *values = filled(columns, cell, &row);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double factor = (j < 3 ? 1 : sqrt(2)) / (i < 3 ? 1 : sqrt(2));
      ck_assert_close(values[6 * i + j], factor * (6 * i + j + 1), 1e-15, 0);
    }
}
END_TEST

static const struct {
  const char *output, *message;
} wrong[] = {
    {"[metl.stress]", "unknown column 'metl.stress' (did you mean "
                      "'metal.stress'?)"},
    {"[fibre.substeps]", "unknown column 'fibre.substeps'"},
    {"[internal]", "unknown column 'internal'"},
    {"[tangent]", "'tangent' is a column of material points"},
};

START_TEST(unknown_names_are_refused) {
  am_cell *cell;
  am_cell_columns *columns;
  const char *output =
      am_format(arena, "output: {columns: %s}\n", wrong[_i].output);
  ck_assert_int_eq(open_columns(output, &cell, &columns), AM_INPUT);
  ck_assert_msg(strstr(report->last->text, wrong[_i].message), "%s",
                report->last->text);
  ck_assert_int_eq(report->last->place.line, 12);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

int main(void) {
  TCase *tests = tcase_create("columns");
  tcase_add_checked_fixture(tests, set_up, NULL);
  tcase_add_loop_test(tests, names_and_groups, 0, COUNT(groups));
  tcase_add_test(tests, defaults_and_units);
  tcase_add_test(tests, the_group_of_phases);
  tcase_add_test(tests, values_of_the_cell);
  tcase_add_test(tests, values_of_phases);
  tcase_add_test(tests, tangents);
  tcase_add_loop_test(tests, unknown_names_are_refused, 0, COUNT(wrong));
  return test_run("columns", &tests, 1);
}
