#include "archive/histories.h"

#include <hdf5.h>

#include "files.h"

/* HDF5 leaks memory when it refuses a damaged file. */
__attribute__((visibility("default")))
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

enum { POINTS = 50, TIMES = 4 };

static am_arena *arena;
static am_report *report;
static const char *folder, *path;
static hid_t file; /* which a test changes before opening it */

/* Writes /NAME [size…] of `type`; the values are doubles. */
static void put(const char *name, hid_t type, int rank, const hsize_t *size,
                const double *values) {
  hid_t space = H5Screate_simple(rank, size, NULL);
  hid_t links = H5Pcreate(H5P_LINK_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  if (H5Lexists(file, name, H5P_DEFAULT) > 0)
    H5Ldelete(file, name, H5P_DEFAULT);
  hid_t set = H5Dcreate2(file, name, type, space, links, H5P_DEFAULT,
                         H5P_DEFAULT);
  ck_assert_int_ge(set, 0);
  if (values)
    ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL,
                              H5P_DEFAULT, values), 0);
  H5Dclose(set);
  H5Pclose(links);
  H5Sclose(space);
}

#define PUT(name, type, values, ...)                                       \
  put(name, type, sizeof((hsize_t[]){__VA_ARGS__}) / sizeof(hsize_t),      \
      (hsize_t[]){__VA_ARGS__}, values)

static double target_of(long point, long entry, long component) {
  return (double)(100 * point + 10 * entry + component);
}

static void put_targets(hid_t type) {
  double values[POINTS][TIMES][6];
  for (long p = 0; p < POINTS; p++)
    for (long t = 0; t < TIMES; t++)
      for (long c = 0; c < 6; c++) values[p][t][c] = target_of(p, t, c);
  PUT("target", type, &values[0][0][0], POINTS, TIMES, 6);
}

static const double times[TIMES] = {0, 1, 1, 2.5};
static const double control[6] = {1, 0, 0, 1, 0, 0};

static void set_up(void) {
  arena = test_arena();
  report = am_report_new(arena);
  folder = test_folder(arena);
  path = am_format(arena, "%s/paths.h5", folder);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  PUT("time", H5T_NATIVE_DOUBLE, times, TIMES);
  PUT("control", H5T_NATIVE_INT, control, 6);
  put_targets(H5T_NATIVE_DOUBLE);
}

static void tear_down(void) {
  test_remove(arena, folder);
  am_arena_free(arena);
}

static am_status open_it(am_histories **h) {
  if (file >= 0) H5Fclose(file);
  file = -1;
  return am_histories_open(arena, report, path, am_nowhere, h);
}

static am_histories *opened(void) {
  am_histories *h = NULL;
  am_status status = open_it(&h);
  ck_assert_msg(status == AM_OK, "%s",
                report->first ? report->first->text : "");
  return h;
}

static void expect_message(const char *text) {
  ck_assert_ptr_nonnull(report->first);
  ck_assert_str_eq(report->first->text,
                   am_format(arena, "'%s': %s", path, text));
  ck_assert_ptr_null(report->first->next);
}

static void refused(const char *message) {
  am_histories *h = NULL;
  ck_assert_int_eq(open_it(&h), AM_INPUT);
  expect_message(message);
}

static am_status read_values(am_histories *h, const am_history_values *dataset,
                             long entry, long first, long count,
                             double *values) {
  const am_history_range range = {entry, first, count};
  return am_histories_read(h, report, dataset, &range, values);
}

static void check_targets(am_histories *h, long first, long count) {
  double values[POINTS][6];
  for (long t = 0; t < TIMES; t++) {
    ck_assert_int_eq(
        read_values(h, &h->target, t, first, count, values[0]), AM_OK);
    for (long i = 0; i < 6 * count; i++)
      ck_assert(values[i / 6][i % 6] == target_of(first + i / 6, t, i % 6));
  }
}

START_TEST(gives_what_it_holds) {
  am_histories *h = opened();
  ck_assert_int_eq(h->points, POINTS);
  ck_assert_int_eq(h->times, TIMES);
  ck_assert_int_eq(h->parameter_count + h->initial_count, 0);
  for (int t = 0; t < TIMES; t++) {
    ck_assert(h->time[t] == times[t]);
    for (int c = 0; c < 6; c++)
      ck_assert(h->control[t][c] == (int)control[c]);
  }
  check_targets(h, 0, POINTS);
  check_targets(h, 7, 3);
  check_targets(h, POINTS - 1, 1);
  check_targets(h, 0, 20);
  check_targets(h, 20, 20);
  am_histories_close(h);
}
END_TEST

START_TEST(reads_any_number) {
  const hid_t types[] = {H5T_STD_I16BE, H5T_STD_U16LE, H5T_IEEE_F32BE,
                         H5T_STD_I64LE, H5T_NATIVE_LDOUBLE};
  put_targets(types[_i]);
  PUT("control", types[_i], control, 6);
  am_histories *h = opened();
  check_targets(h, 0, POINTS);
  am_histories_close(h);
}
END_TEST

/* h5py writes an array of booleans so. */
START_TEST(reads_booleans) {
  const char no = 0, yes = 1;
  hid_t type = H5Tenum_create(H5T_NATIVE_CHAR);
  H5Tenum_insert(type, "FALSE", &no);
  H5Tenum_insert(type, "TRUE", &yes);
  const char flags[6] = {1, 0, 0, 1, 0, 0};
  PUT("control", type, NULL, 6);
  hid_t set = H5Dopen2(file, "control", H5P_DEFAULT);
  ck_assert_int_ge(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, flags),
                   0);
  H5Dclose(set);
  am_histories *h = opened();
  for (int c = 0; c < 6; c++) ck_assert(h->control[3][c] == flags[c]);
  am_histories_close(h);
}
END_TEST

START_TEST(reads_control_that_changes) {
  double values[TIMES][6] = {{0}};
  for (int i = 0; i < TIMES * 6; i++) values[i / 6][i % 6] = i % 5 == 0;
  PUT("control", H5T_NATIVE_UCHAR, values[0], TIMES, 6);
  am_histories *h = opened();
  for (int i = 0; i < TIMES * 6; i++)
    ck_assert_int_eq(h->control[i / 6][i % 6], i % 5 == 0);
  am_histories_close(h);
}
END_TEST

/* Control of each point: entries of some points, then of others, which are read
 * ahead separately from the targets. */
START_TEST(reads_control_of_points) {
  double values[POINTS][TIMES][6], found[POINTS][6];
  for (int i = 0; i < POINTS * TIMES * 6; i++)
    values[i / (TIMES * 6)][i / 6 % TIMES][i % 6] = i % 7 % 2;
  PUT("control", H5T_NATIVE_CHAR, &values[0][0][0], POINTS, TIMES, 6);
  am_histories *h = opened();
  ck_assert_ptr_null(h->control);
  for (long first = 0; first < POINTS; first += 20)
    for (long t = 0; t < TIMES; t++) {
      long count = POINTS - first < 20 ? POINTS - first : 20;
      check_targets(h, first, 1);
      ck_assert_int_eq(
          read_values(h, &h->kinds, t, first, count, found[0]), AM_OK);
      for (long i = 0; i < 6 * count; i++)
        ck_assert(found[i / 6][i % 6] == values[first + i / 6][t][i % 6]);
    }
  am_histories_close(h);
}
END_TEST

START_TEST(refuses_control_of_a_point) {
  static const struct {
    double value;
    const char *message;
  } wrong[] = {{2, "/control[12][3][4] is 2, expected 0 or 1"},
               {NAN, "/control[12][3][4] is nan, expected 0 or 1"}};
  double values[POINTS][TIMES][6] = {{{0}}}, found[POINTS][6];
  values[12][3][4] = wrong[_i].value;
  PUT("control", H5T_NATIVE_DOUBLE, &values[0][0][0], POINTS, TIMES, 6);
  am_histories *h = opened();
  ck_assert_int_eq(read_values(h, &h->kinds, 2, 10, 9, found[0]), AM_OK);
  ck_assert_int_eq(read_values(h, &h->kinds, 3, 10, 9, found[0]),
                   AM_INPUT);
  expect_message(wrong[_i].message);
  am_histories_close(h);
}
END_TEST

START_TEST(reads_values_of_points) {
  double n[POINTS], x[POINTS][6], read[POINTS * 6];
  for (int i = 0; i < POINTS; i++) n[i] = i * 0.5;
  for (int i = 0; i < POINTS * 6; i++) x[i / 6][i % 6] = i * 0.25;
  PUT("parameters/n", H5T_NATIVE_FLOAT, n, POINTS);
  PUT("parameters/K", H5T_NATIVE_DOUBLE, n, POINTS);
  PUT("initial/eps_vp", H5T_NATIVE_DOUBLE, x[0], POINTS, 6);
  PUT("initial/alpha", H5T_NATIVE_DOUBLE, n, POINTS);
  am_histories *h = opened();
  ck_assert_int_eq(h->parameter_count, 2);
  ck_assert_str_eq(h->parameters[0].name, "K");
  ck_assert_str_eq(h->parameters[1].name, "n");
  ck_assert_int_eq(h->parameters[1].components, 1);
  ck_assert_int_eq(h->initial_count, 2);
  ck_assert_str_eq(h->initials[1].name, "eps_vp");
  ck_assert_int_eq(h->initials[0].components, 1);
  ck_assert_int_eq(h->initials[1].components, 6);
  ck_assert_int_eq(read_values(h, &h->parameters[1], 0, 10, 5, read), AM_OK);
  for (int i = 0; i < 5; i++) ck_assert(read[i] == n[10 + i]);
  ck_assert_int_eq(read_values(h, &h->initials[1], 0, 48, 2, read), AM_OK);
  for (int i = 0; i < 12; i++) ck_assert(read[i] == x[48 + i / 6][i % 6]);
  am_histories_close(h);
}
END_TEST

START_TEST(refuses_values_that_are_not_finite) {
  double values[POINTS][TIMES][6] = {{{0}}}, n[POINTS] = {0}, read[6 * POINTS];
  values[12][3][1] = NAN;
  n[5] = -INFINITY;
  PUT("target", H5T_NATIVE_DOUBLE, values[0][0], POINTS, TIMES, 6);
  PUT("parameters/n", H5T_NATIVE_DOUBLE, n, POINTS);
  am_histories *h = opened();
  ck_assert_int_eq(read_values(h, &h->target, 2, 0, POINTS, read), AM_OK);
  ck_assert_int_eq(read_values(h, &h->target, 3, 10, 10, read), AM_INPUT);
  expect_message("/target[12][3][1] is nan, expected a finite number");
  report = am_report_new(arena);
  ck_assert_int_eq(read_values(h, &h->parameters[0], 0, 4, 9, read),
                   AM_INPUT);
  expect_message("/parameters/n[5] is -inf, expected a finite number");
  am_histories_close(h);
}
END_TEST

/* A dataset of zeros of another shape, and the message. */
static const struct {
  const char *name;
  int rank;
  hsize_t size[4];
  const char *message;
} shapes[] = {
    {"time", 2, {TIMES, 1},
     "/time is [4][1], expected [T] with T from 2 to 100000000"},
    {"time", 1, {1}, "/time is [1], expected [T] with T from 2 to 100000000"},
    {"time", 0, {0},
     "/time is a number, expected [T] with T from 2 to 100000000"},
    {"time", 1, {5},
     "/target is [50][4][6], expected [N][5][6] with N from 1 to 1000000000"},
    {"target", 2, {50, 6},
     "/target is [50][6], expected [N][4][6] with N from 1 to 1000000000"},
    {"target", 3, {4, 50, 6},
     "/target is [4][50][6], expected [N][4][6] with N from 1 to 1000000000"},
    {"target", 3, {50, 4, 9},
     "/target is [50][4][9], expected [N][4][6] with N from 1 to 1000000000"},
    {"target", 3, {0, 4, 6},
     "/target is [0][4][6], expected [N][4][6] with N from 1 to 1000000000"},
    {"control", 1, {5}, "/control is [5], expected [6], [4][6] or [50][4][6]"},
    {"control", 2, {50, 6},
     "/control is [50][6], expected [6], [4][6] or [50][4][6]"},
    {"control", 3, {49, 4, 6},
     "/control is [49][4][6], expected [6], [4][6] or [50][4][6]"},
    {"control", 4, {1, 50, 4, 6},
     "/control is [1][50][4][6], expected [6], [4][6] or [50][4][6]"},
    {"parameters/n", 1, {49}, "/parameters/n is [49], expected [50]"},
    {"parameters/n", 2, {50, 6}, "/parameters/n is [50][6], expected [50]"},
    {"initial/x", 3, {50, 6, 6},
     "/initial/x is [50][6][6], expected [50] or [50][components] with 1 "
     "to 1000 components"},
    {"initial/x", 2, {50, 1001},
     "/initial/x is [50][1001], expected [50] or [50][components] with 1 "
     "to 1000 components"},
    {"parameters", 1, {50}, "/parameters is not a group of datasets"},
    {"initial/x/y", 1, {50}, "cannot open dataset /initial/x: not a dataset"},
    {"parameter/n", 1, {50},
     "unknown name /parameter (did you mean 'parameters'?)"},
};

START_TEST(refuses_other_shapes) {
  put(shapes[_i].name, H5T_NATIVE_INT, shapes[_i].rank, shapes[_i].size,
      NULL);
  refused(shapes[_i].message);
}
END_TEST

START_TEST(accepts_what_it_does_not_know) {
  PUT("strain_of_the_gauge", H5T_NATIVE_INT, NULL, 3);
  PUT("targets", H5T_NATIVE_INT, NULL, 3);
  am_histories_close(opened());
}
END_TEST

START_TEST(accepts_a_billion_points) {
  hsize_t size[] = {1000000001, TIMES, 6}, chunk[] = {1000, TIMES, 6};
  for (int more = 1; more >= 0; more--) {
    if (file < 0) file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    H5Ldelete(file, "target", H5P_DEFAULT);
    size[0] = 1000000000 + (hsize_t)more;
    hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(list, 3, chunk);
    hid_t space = H5Screate_simple(3, size, NULL);
    H5Dclose(H5Dcreate2(file, "target", H5T_NATIVE_DOUBLE, space,
                        H5P_DEFAULT, list, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(list);
    if (more)
      refused("/target is [1000000001][4][6], expected [N][4][6] with N from "
              "1 to 1000000000");
  }
  report = am_report_new(arena);
  am_histories *h = opened();
  double values[600];
  ck_assert_int_eq(
      read_values(h, &h->target, 3, 999999900, 100, values), AM_OK);
  am_histories_close(h);
}
END_TEST

static const struct {
  const char *name;
  int count;
  double values[6];
  const char *message;
} numbers[] = {
    {"time", 4, {0, 1, 0.5, 2},
     "/time[2] is 0.5, expected at least 1, the entry before it"},
    {"time", 4, {0, 1, INFINITY, 2},
     "/time[2] is inf, expected a finite number"},
    {"time", 4, {NAN, 1, 2, 3}, "/time[0] is nan, expected a finite number"},
    {"control", 6, {0, 1, 2, 0, 0, 0}, "/control[2] is 2, expected 0 or 1"},
    {"control", 6, {0, 0.5, 0, 0, 0, 0},
     "/control[1] is 0.5, expected 0 or 1"},
};

START_TEST(refuses_other_numbers) {
  PUT(numbers[_i].name, H5T_NATIVE_DOUBLE, numbers[_i].values,
      (hsize_t)numbers[_i].count);
  refused(numbers[_i].message);
}
END_TEST

START_TEST(refuses_control_at_a_time) {
  double values[TIMES][6] = {{0}};
  values[2][5] = 3;
  PUT("control", H5T_NATIVE_DOUBLE, &values[0][0], TIMES, 6);
  refused("/control[2][5] is 3, expected 0 or 1");
}
END_TEST

START_TEST(refuses_texts) {
  hid_t type = H5Tcopy(H5T_C_S1);
  PUT("control", type, NULL, 6);
  refused("/control does not contain numbers");
}
END_TEST

static const char *const needed[] = {"time", "target", "control"};

START_TEST(needs_datasets) {
  H5Ldelete(file, needed[_i], H5P_DEFAULT);
  refused(am_format(arena, "missing dataset /%s", needed[_i]));
}
END_TEST

/* The heap with texts of variable length consists of zeros, in which HDF5
 * searches without end; these texts are not read. */
START_TEST(looks_for_no_texts) {
  static char bytes[1 << 16];
  const char *unit = "s";
  hid_t set = H5Dopen2(file, "time", H5P_DEFAULT);
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, H5T_VARIABLE);
  hid_t attribute =
      H5Acreate2(set, "unit", type, space, H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(H5Awrite(attribute, type, &unit), 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  H5Fclose(file);
  file = -1;
  FILE *in = fopen(path, "r");
  size_t size = fread(bytes, 1, sizeof bytes, in);
  fclose(in);
  ck_assert_uint_lt(size, sizeof bytes);
  char *heap = memmem(bytes, size, "GCOL", 4);
  ck_assert_ptr_nonnull(heap);
  memset(heap + 16, 0, 4096 - 16);
  test_write(path, bytes, size);
  am_histories *h = opened();
  check_targets(h, 0, POINTS);
  am_histories_close(h);
}
END_TEST

START_TEST(suggests_a_name) {
  H5Lmove(file, "target", file, "targets", H5P_DEFAULT, H5P_DEFAULT);
  refused("unknown name /targets (did you mean 'target'?)");
}
END_TEST

START_TEST(refuses_other_files) {
  H5Fclose(file);
  file = -1;
  test_write(path, "time,strain.xx\n0,0\n", 19);
  refused("it is not an HDF5 file");
  report = am_report_new(arena);
  unlink(path);
  refused("No such file or directory");
  report = am_report_new(arena);
  path = folder;
  refused("it is a folder");
}
END_TEST

/* Bytes overwritten anywhere give histories or one message, no crash. */
START_TEST(answers_to_garbage) {
  enum { BLOCK = 128 };
  H5Fclose(file);
  file = -1;
  const char *good = test_read(arena, path);
  size_t size = 18000;
  for (size_t begin = 0; begin + BLOCK < size; begin += BLOCK) {
    char *bad = am_arena_alloc(arena, size);
    memcpy(bad, good, size);
    for (size_t i = begin; i < begin + BLOCK; i++) bad[i] = (char)(i * 89);
    test_write(path, bad, size);
    am_histories *h = NULL;
    report = am_report_new(arena);
    am_status status = open_it(&h);
    ck_assert_int_eq(status == AM_OK, report->first == NULL);
    ck_assert(!report->first || !report->first->next);
    if (status == AM_OK) am_histories_close(h);
  }
}
END_TEST

int main(void) {
  TCase *test = tcase_create("histories");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, gives_what_it_holds);
  tcase_add_loop_test(test, reads_any_number, 0, 5);
  tcase_add_test(test, reads_booleans);
  tcase_add_test(test, reads_control_that_changes);
  tcase_add_test(test, reads_values_of_points);
  tcase_add_test(test, refuses_values_that_are_not_finite);
  tcase_add_loop_test(test, refuses_other_shapes, 0,
                      sizeof shapes / sizeof *shapes);
  tcase_add_test(test, accepts_what_it_does_not_know);
  tcase_add_test(test, accepts_a_billion_points);
  tcase_add_loop_test(test, refuses_other_numbers, 0,
                      sizeof numbers / sizeof *numbers);
  tcase_add_test(test, refuses_control_at_a_time);
  tcase_add_test(test, reads_control_of_points);
  tcase_add_loop_test(test, refuses_control_of_a_point, 0, 2);
  tcase_add_test(test, refuses_texts);
  tcase_add_loop_test(test, needs_datasets, 0,
                      sizeof needed / sizeof *needed);
  tcase_add_test(test, looks_for_no_texts);
  tcase_add_test(test, suggests_a_name);
  tcase_add_test(test, refuses_other_files);
  tcase_add_test(test, answers_to_garbage);
  return test_run("histories", &test, 1);
}
