/* Estimates of a plan against the memory, restart files and fields of runs. */
#include "homogenization/plan.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "homogenization/run.h"
#include "support.h"

static const char text[] =
    "case: t\n"
    "microstructure:\n"
    "  grid: [15, 16, 18]\n"
    "  laminate: {normal: z, layers: [{label: 0, voxels: 5},\n"
    "                                 {label: 1, voxels: 13}]}\n"
    "phases:\n"
    "  soft: {label: 0, material: linear-elastic}\n"
    "  metal: {label: 1, material: michel-suquet}\n"
    "solver: {engine: interp, scheme: implicit-euler}\n"
    "homogenization: {equilibrium: 1e-4}\n"
    "path: [{time: 1, steps: 2, strain: {xx: 2e-4, others: 0}}]\n"
    "output:\n"
    "  fields: {file: IMAGES, times: all}\n";

static const char *const variants[] = {
    "homogenization.scheme=basic",
    "homogenization.scheme=barzilai-borwein",
    "homogenization.depth=2",
    "homogenization.depth=7",
    "homogenization.scheme=newton-cg",
    "homogenization.reference=updated",
    "output.columns=[time, effective.xx.xx]",
    "output.columns=[time, average.xx.xx]",
    "output.fields.format=hdf5",
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static am_arena *arena;
static am_report *report;
static char folder[] = "/tmp/automat-plan-XXXXXX";

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void tear_down(void) { rmdir(folder); }

static const am_case *read_changed(const char *changed, const char *too) {
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *root;
  am_case *description;
  const char *images =
      am_format(arena, "output.fields.file=%s/images", folder);
  *source = (am_source){"case.yaml", text, strlen(text)};
  ck_assert_int_eq(am_yaml_parse(arena, report, source, &root), AM_OK);
  ck_assert_int_eq(am_yaml_set(arena, report, root, am_yaml_option, images),
                   AM_OK);
  ck_assert_int_eq(am_yaml_set(arena, report, root, am_yaml_option, changed),
                   AM_OK);
  if (too)
    ck_assert_int_eq(am_yaml_set(arena, report, root, am_yaml_option, too),
                     AM_OK);
  am_status status = am_case_from(arena, report, root, ".", false,
                                  &description);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  return description;
}

static const am_case *read_case(const char *changed) {
  return read_changed(changed, NULL);
}

static am_cell_plan_row plan_of(const am_case *description, long processes,
                                am_cell_plan **plan) {
  const am_cell_plan_options options = {.threads = 1, .restart = true};
  am_cell_plan_row row;
  am_status status =
      am_cell_plan_new(arena, report, description, &options, plan);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  ck_assert_int_eq(am_cell_plan_find(*plan, report, processes, &row), AM_OK);
  return row;
}

/* Bytes of a file, which is removed. */
static double size_of(const char *path) {
  struct stat status;
  ck_assert_msg(stat(path, &status) == 0, "%s", path);
  unlink(path);
  return (double)status.st_size;
}

static bool ignore_row(void *data, const am_cell_row *row,
                       const double *values) {
  (void)data, (void)row, (void)values;
  return true;
}

/* A file has the planned size plus the overhead of HDF5. */
static void expect_file(double found, double planned) {
  enum { MOST = 30000 };
  ck_assert_double_ge(found, planned);
  ck_assert_double_le(found, planned + MOST);
}

/* A run uses the resources of its plan, memory to the byte. */
START_TEST(run_takes_what_is_planned) {
  const am_case *description = read_case(variants[_i]);
  am_cell_plan *plan;
  am_cell_run *run;
  const am_cell_plan_row row = plan_of(description, 1, &plan);
  const am_cell_row_sink sink = {.row = ignore_row};
  const char *restart = am_format(arena, "%s/restart", folder);
  const am_cell_options options = {
      .threads = 1, .restart = restart, .version = "1"};
  am_status status =
      am_cell_run_prepare(arena, report, description, &options, &run);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  ck_assert_int_eq(am_cell_run_drive(run, report, &sink), AM_OK);
  am_space_account account = run->loading->space->account;
  ck_assert_double_eq(row.space, account.bytes);
  ck_assert_double_eq(row.labels, 15 * 16 * 18 * (4 + 4));
  ck_assert_int_eq(am_restart_write(run, report), AM_OK);
  expect_file(size_of(restart), row.restart);
  ck_assert_int_eq(row.fields.images, 3);
  expect_file(size_of(am_format(arena, "%s/images.h5", folder)),
              row.fields.file);
}
END_TEST

/* The cell is distributed over processes; a process with metal only needs most
 * memory: the metal is at the end of the cell, so that it is not the first. */
START_TEST(processes_share) {
  const am_case *description = read_case(variants[0]);
  am_cell_plan *plan;
  const am_cell_plan_row one = plan_of(description, 1, &plan);
  double metal = plan_of(description, 2, &plan).size.laws / 9;
  double soft = (one.size.laws - 13 * metal) / 5;
  ck_assert_double_gt(soft, 0);
  ck_assert_double_lt(soft, metal);
  ck_assert_double_eq(one.moved, 0);
  ck_assert_double_eq(one.cost.moving, 0);
  for (int n = 3; n <= 18; n++) {
    const am_cell_plan_row row = plan_of(description, n, &plan);
    int planes = (18 + n - 1) / n;
    ck_assert_int_eq(row.planes, planes);
    ck_assert_int_eq(row.working, (18 + planes - 1) / planes);
    ck_assert_double_eq(row.size.laws, planes * metal);
    ck_assert_double_eq(row.voxels, 15 * 16 * planes);
    ck_assert_double_gt(row.cost.moving, 0);
  }
}
END_TEST

/* Data sent by a process: rows j of the other processes in its planes, three
 * spectra in double precision, there and back, and nine components of one
 * plane. Rows of 15 voxels have 8 numbers. */
START_TEST(traffic_is_counted) {
  am_cell_plan *plan;
  const am_cell_plan_row row = plan_of(read_case(variants[0]), 3, &plan);
  ck_assert_int_eq(row.planes, 6);
  ck_assert_double_eq(row.moved, 16.0 * 8 * (2 * 3 * 6 * (16 - 6) + 9 * 16));
}
END_TEST

/* For cells too large to be counted exactly, fractions stay the same, and eight
 * times as many voxels need eight times as much. */
START_TEST(large_cells_are_estimated) {
  const am_case *small = read_case("microstructure.grid=[1500, 160, 18]");
  am_cell_plan *plan;
  plan_of(small, 1, &plan);
  ck_assert_int_eq(plan->known, AM_ESTIMATED);
  ck_assert_close(plan->counts[18 + 3], 1500 * 160 * 13 / 18.0, 1e-12, 0);
  plan_of(read_case("microstructure.grid=[4096, 4096, 18]"), 18, &plan);
  ck_assert_double_eq(plan->voxels, 4096.0 * 4096 * 18);
}
END_TEST

/* The metal has six internal variables: vectors 3 * 24 and 12 * 12 bytes (the
 * gradient has room in the planes), planes 48, corners 24, strain and state at
 * t_n 96, substeps 4, the voxel's place in between; the rest is padding of
 * rows, and memory independent of the cell size. */
START_TEST(voxels_take_what_is_kept) {
  am_cell_plan *plan;
  const am_cell_plan_row row =
      plan_of(read_case("microstructure.grid=[1024, 1024, 18]"), 1, &plan);
  double one = row.space / row.voxels;
  ck_assert_double_gt(one, 72 + 144 + 72 + 13 / 18.0 * 100 + 5 / 18.0 * 52);
  ck_assert_double_lt(one, 72 + 144 + 72 + 100 + 4);
}
END_TEST

START_TEST(good_edges) {
  static const long edges[][2] = {{1, 1},     {127, 128}, {257, 256},
                                  {131, 128}, {150, 150}, {512, 512},
                                  {509, 512}, {62, 63},   {1021, 1024}};
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
    ck_assert_int_eq(am_nearest_fast_edge(edges[i][0]), edges[i][1]);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("plan");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_loop_test(tcase, run_takes_what_is_planned, 0, VARIANTS);
  tcase_add_test(tcase, processes_share);
  tcase_add_test(tcase, traffic_is_counted);
  tcase_add_test(tcase, large_cells_are_estimated);
  tcase_add_test(tcase, voxels_take_what_is_kept);
  tcase_add_test(tcase, good_edges);
  return test_run("plan", &tcase, 1);
}
