#include "homogenization/run.h"

#include <hdf5.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "image/snapshot.h"
#include "support.h"

static const char text[] =
    "case: t\n"
    "microstructure:\n"
    "  grid: [6, 5, 4]\n"
    "  size: [6, 5, 4]\n"
    "  laminate: {normal: x, layers: [{label: 0, voxels: 4},\n"
    "                                 {label: 1, voxels: 2}]}\n"
    "phases:\n"
    "  matrix: {label: 0, material: michel-suquet}\n"
    "  fibre: {label: 1, material: thermo-elastic}\n"
    "solver: {engine: interp}\n"
    "homogenization: {equilibrium: 1e-6}\n"
    "path:\n"
    "  - {time: 1, steps: 3, strain: {xx: 2e-3, others: 0}, stress: {yy: 0},\n"
    "     external: {T: 333}}\n"
    "  - {time: 1.5, steps: 2, strain: {yy: 1e-3}}\n"
    "  - {time: 2, steps: 3, strain: {xx: 0}, external: {T: 300}}\n"
    "output: {columns: [time, strain, stress, phases, iterations, pieces,\n"
    "                   substeps]}\n";

static const char *const variants[] = {
    "homogenization.scheme=basic",
    "homogenization.scheme=barzilai-borwein",
    "homogenization.scheme=anderson",
    "homogenization.scheme=newton-cg",
    "homogenization.reference=updated",
    "homogenization.discretization=rotated",
    "solver.scheme=implicit-euler",
    "output.columns=[time, effective.xx.xx, iterations]",
    "output.times=[1, 2]",
};
enum { VARIANTS = sizeof variants / sizeof *variants };

enum { STEPS = 8 };

static am_arena *arena;
static am_report *report;
static char folder[] = "/tmp/automat-restart-XXXXXX";
static const char *path;

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  ck_assert_ptr_nonnull(mkdtemp(folder));
  path = am_format(arena, "%s/rows.csv.restart", folder);
}

static void tear_down(void) {
  unlink(path);
  rmdir(folder);
}

static const am_case *read_case(const char *changed) {
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *root;
  am_case *description;
  *source = (am_source){"case.yaml", text, strlen(text)};
  ck_assert_int_eq(am_yaml_parse(arena, report, source, &root), AM_OK);
  ck_assert_int_eq(am_yaml_set(arena, report, root, am_yaml_option, changed),
                   AM_OK);
  am_status status = am_case_from(arena, report, root, ".", false,
                                  &description);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  return description;
}

static am_status prepare(const char *changed, bool resume, const char *version,
                         am_cell_run **run) {
  const am_cell_options options = {
      .threads = 1, .restart = path, .resume = resume, .version = version,
      .sets = AM_ARRAY(arena, const char *, 1), .set_count = 1};
  ((const char **)options.sets)[0] = changed;
  return am_cell_run_prepare(arena, report, read_case(changed), &options,
                             run);
}

/* Stops after the loading step *last. */
static bool until(void *last, const am_cell_row *row, const double *values) {
  (void)values;
  return row->step < *(long *)last;
}

static am_cell_run *walk(const char *changed, bool resume, long last) {
  am_cell_run *run;
  const am_cell_row_sink sink = {until, &last};
  am_status status = prepare(changed, resume, "1", &run);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  status = am_cell_run_drive(run, report, &sink);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  return run;
}

/* The resumed run has the same bits for any loading step at which the first run
 * ends. */
START_TEST(goes_on_to_the_same_bits) {
  const char *changed = variants[_i];
  const am_table *whole = walk(changed, false, STEPS)->rows;
  for (long last = 1; last < STEPS; last += 3) {
    am_cell_run *begun = walk(changed, false, last);
    ck_assert_int_eq(am_restart_write(begun, report), AM_OK);
    const am_table *rows = walk(changed, true, STEPS)->rows;
    ck_assert_uint_eq(rows->rows, whole->rows);
    for (size_t i = 0; i < rows->rows * rows->columns; i++)
      ck_assert_msg(
          !memcmp(&rows->values[i], &whole->values[i], sizeof(double)),
          "%s, from %ld: row %zu, %s: %.17g, expected %.17g", changed, last,
          i / rows->columns, rows->names[i % rows->columns], rows->values[i],
          whole->values[i]);
    ck_assert_int_ne(access(path, F_OK), 0);
  }
}
END_TEST

/* State of the file if the process is killed while writing. */
START_TEST(what_was_left_of_writing_goes) {
  const char *part = am_format(arena, "%s.part", path);
  FILE *out = fopen(part, "w");
  ck_assert_ptr_nonnull(out);
  fclose(out);
  walk(variants[2], false, STEPS);
  ck_assert_int_ne(access(part, F_OK), 0);
}
END_TEST

static void refused(const char *changed, const char *version,
                    const char *message) {
  am_cell_run *run;
  ck_assert_int_eq(prepare(changed, true, version, &run), AM_INPUT);
  ck_assert_msg(strstr(report->last->text, message), "%s",
                report->last->text);
}

START_TEST(another_run_is_refused) {
  am_cell_run *begun = walk(variants[2], false, 2);
  ck_assert_int_eq(am_restart_write(begun, report), AM_OK);
  refused(variants[2], "2", "the version of the program");
  refused(variants[3], "1", "the list of --set");
}
END_TEST

/* Only the engine itself is compared, not the option that selected it. */
START_TEST(another_engine_is_not_another_list) {
  am_cell_run *begun = walk("solver.engine=interp", false, 2);
  ck_assert_int_eq(am_restart_write(begun, report), AM_OK);
  refused("solver.engine=native", "1", "the engine differs");
}
END_TEST

START_TEST(what_is_no_restart_file_is_refused) {
  refused(variants[2], "1", "No such file");
  FILE *out = fopen(path, "w");
  fputs("rows", out);
  fclose(out);
  refused(variants[2], "1", "it is not an HDF5 file");
}
END_TEST

static unsigned state;

static unsigned draw(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 8) % below;
}

/* Cuts the file, or overwrites up to 4096 bytes, with zeros every other time;
 * false if the file is unchanged. */
static bool damage(const char *good, size_t size) {
  char *bad = AM_ARRAY(arena, char, size);
  memcpy(bad, good, size);
  size_t begin = draw((unsigned)size), length = 1u << draw(13);
  if (length > size - begin) length = size - begin;
  bool zeros = draw(2), cut = !draw(8);
  for (size_t i = begin; i < begin + length; i++)
    bad[i] = zeros ? 0 : (char)draw(256);
  FILE *out = fopen(path, "w");
  fwrite(bad, 1, cut ? begin : size, out);
  fclose(out);
  return cut || memcmp(bad, good, size);
}

/* Any changed bytes give one message. */
START_TEST(a_damaged_file_is_refused) {
  static char good[1 << 20];
  am_cell_run *begun = walk(variants[2], false, 2), *run;
  ck_assert_int_eq(am_restart_write(begun, report), AM_OK);
  FILE *file = fopen(path, "r");
  size_t size = fread(good, 1, sizeof good, file);
  fclose(file);
  ck_assert_uint_lt(size, sizeof good);
  int times = getenv("AUTOMAT_LONG_TESTS") ? 1000 : 40;
  for (int i = 0; i < times; i++) {
    state = (unsigned)i;
    bool changed = damage(good, size);
    report = am_report_new(arena);
    am_status status = prepare(variants[2], true, "1", &run);
    ck_assert_msg(status == (changed ? AM_INPUT : AM_OK),
                  "damage %d: status %d", i, status);
    ck_assert(!changed || (report->first && !report->first->next));
  }
}
END_TEST

/* The same applies if another program has changed a value through HDF5. */
START_TEST(a_changed_value_is_refused) {
  static const char *const names[] = {"march/strain", "u/field", "rows",
                                      "history", "phases/matrix/state"};
  am_cell_run *begun = walk(variants[2], false, 2);
  ck_assert_int_eq(am_restart_write(begun, report), AM_OK);
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  hid_t set = H5Dopen2(file, names[_i], H5P_DEFAULT);
  hid_t space = H5Dget_space(set);
  double *values =
      AM_ARRAY(arena, double, H5Sget_simple_extent_npoints(space));
  ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                           H5P_DEFAULT, values), 0);
  values[0] = 1.001 * values[0] + 1e-6;
  ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                            H5P_DEFAULT, values), 0);
  H5Sclose(space);
  H5Dclose(set);
  ck_assert_int_ge(H5Fclose(file), 0);
  refused(variants[2], "1", "it is damaged");
}
END_TEST

static const struct {
  const char *name;
  long rows;
  double value;
} edits[] = {{"march/step", 1, 1.5},
             {"march/step", 1, NAN},
             {"march/step", 1, -1},
             {"march/step", 1, 1e300},
             {"march/step", 1, 1},
             {"march/time", 1, 0.3},
             {"march/strain", 6, NAN},
             {"march/change", 6, INFINITY},
             {"march/reference", 2, 100},
             {"march/reference", 2, -1},
             {"march/stress_controlled", 6, 2},
             {"march/largest", 1, -1},
             {"u/mean", 6, NAN},
             {"rows", 1, 0}};

/* Numbers that no run can have written. */
START_TEST(an_edited_file_is_refused) {
  am_snapshot *file;
  am_cell_run *begun = walk(variants[2], false, 2);
  ck_assert_int_eq(am_restart_write(begun, report), AM_OK);
  const am_snapshot_array edited = {
      .name = edits[_i].name,
      .rank = strcmp(edits[_i].name, "rows") ? 1 : 2,
      .size = {edits[_i].rows, (long)begun->rows->columns}};
  double *values = AM_ARRAY(arena, double, edited.size[1]);
  values[0] = edits[_i].value;
  ck_assert_int_eq(am_snapshot_extend(arena, report, path, &file), AM_OK);
  ck_assert_int_eq(am_snapshot_put(file, report, &edited, values), AM_OK);
  ck_assert_int_eq(am_snapshot_close(file, report), AM_OK);
  refused(variants[2], "1", "it is damaged");
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("restart");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_loop_test(tests, goes_on_to_the_same_bits, 0, VARIANTS);
  tcase_add_test(tests, what_was_left_of_writing_goes);
  tcase_add_test(tests, another_run_is_refused);
  tcase_add_test(tests, what_is_no_restart_file_is_refused);
  tcase_add_test(tests, a_damaged_file_is_refused);
  tcase_add_loop_test(tests, a_changed_value_is_refused, 0, 5);
  tcase_add_test(tests, another_engine_is_not_another_list);
  tcase_add_loop_test(tests, an_edited_file_is_refused, 0,
                      sizeof edits / sizeof *edits);
  return test_run("restart", &tests, 1);
}
