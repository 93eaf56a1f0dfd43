/* covers: archive_read, archive_resume
 *
 * Damaged archives give the correct numbers or a message. */
#include "archive_sample.h"
#include "archive/archive.h"

/* HDF5 leaks memory when it refuses a damaged file. */
__attribute__((visibility("default")))
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

enum { POINTS = 40, ROWS = 3, CHUNK = 16, DONE = 2 * CHUNK };

static am_archive_layout layout;

static void set_up_file(void) {
  set_up();
  layout = sample_layout(arena, POINTS, ROWS, CHUNK);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, DONE, CHUNK);
  finish(archive);
}

static void refused(const char *message) {
  am_archive *archive = NULL;
  ck_assert_int_eq(am_archive_resume(arena, report, path, &layout, &archive),
                   AM_INPUT);
  expect_message(message);
}

/* ---- through HDF5 -------------------------------------------------------- */

/* One value of a field differs. */
static void change_value(int field, hsize_t point, double factor) {
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  hid_t set = H5Dopen2(file, sample_fields[field].name, H5P_DEFAULT);
  hid_t space = H5Dget_space(set), one = H5Screate(H5S_SCALAR);
  const hsize_t at[4] = {point};
  double value;
  H5Sselect_elements(space, H5S_SELECT_SET, 1, at);
  ck_assert_int_ge(H5Dread(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT,
                           &value), 0);
  value = value * factor + 1;
  ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT,
                            &value), 0);
  H5Sclose(one);
  H5Sclose(space);
  H5Dclose(set);
  ck_assert_int_ge(H5Fclose(file), 0);
}

static void change_integer(const char *name, long value) {
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  ck_assert_int_ge(H5Awrite(attribute, H5T_NATIVE_LONG, &value), 0);
  H5Aclose(attribute);
  ck_assert_int_ge(H5Fclose(file), 0);
}

/* Changes a byte of the chunk that holds point 20. */
static void damage_chunk(int field) {
  hsize_t offset[4] = {CHUNK}, bytes;
  haddr_t address;
  unsigned skipped;
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = H5Dopen2(file, sample_fields[field].name, H5P_DEFAULT);
  ck_assert_int_ge(H5Dget_chunk_info_by_coord(set, offset, &skipped, &address,
                                              &bytes), 0);
  H5Dclose(set);
  H5Fclose(file);
  FILE *out = fopen(path, "r+");
  fseek(out, (long)(address + bytes / 2), SEEK_SET);
  int old = getc(out);
  fseek(out, -1, SEEK_CUR);
  putc(old ^ 0x10, out);
  fclose(out);
}

/* Good blocks are kept, the others are computed again. */
START_TEST(goes_on_before_a_damaged_chunk) {
  damage_chunk(_i);
  am_archive_results *results;
  double values[ROWS * 36];
  if (_i < 3) {
    am_arena *own = am_arena_child(arena);
    ck_assert_int_eq(am_archive_results_open(own, report, path, &results),
                     AM_OK);
    ck_assert_int_eq(
        am_archive_results_read(results, report, _i, 0, 1, values), AM_OK);
    ck_assert_int_eq(
        am_archive_results_read(results, report, _i, 20, 1, values), AM_INPUT);
    expect_message("wrong checksum of points 17 to 32");
    am_arena_free(own);
    report = am_report_new(arena);
  }
  am_archive *archive = resumed(&layout);
  expect_message("is damaged from point 17 on: the run continues there");
  ck_assert_int_eq(am_archive_done(archive), CHUNK);
  go_on(archive, &layout, POINTS, CHUNK);
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
  sample_check(path, &layout, POINTS, POINTS);
}
END_TEST

START_TEST(leaves_values_that_are_not_done) {
  change_value(_i, 35, 1.001);
  am_archive *archive = resumed(&layout);
  go_on(archive, &layout, POINTS, CHUNK);
  finish(archive);
  sample_check(path, &layout, POINTS, POINTS);
}
END_TEST

START_TEST(believes_no_count) {
  change_integer("done", POINTS);
  refused("it is damaged: 40 of 40 points are done");
  report = am_report_new(arena);
  change_integer("complete", 1);
  am_archive *archive = resumed(&layout);
  expect_message("is damaged from point 33 on");
  ck_assert_int_eq(am_archive_done(archive), DONE);
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
}
END_TEST

/* Attribute `name` of the file, of any length or unchanged */
static void change_text(const char *name, const char *text, bool variable) {
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, variable ? H5T_VARIABLE : strlen(text));
  ck_assert_int_ge(H5Adelete(file, name), 0);
  hid_t attribute =
      H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(H5Awrite(attribute, type,
                            variable ? (const void *)&text : text), 0);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  ck_assert_int_ge(H5Fclose(file), 0);
}

/* In a damaged file HDF5 may search for such a text without end. */
START_TEST(reads_no_texts_of_variable_length) {
  const char *text = NULL;
  am_archive_results *results;
  change_text("case", sample_notes[0].text, true);
  ck_assert_int_eq(am_archive_note_read(arena, report, path, "case", &text),
                   AM_INPUT);
  expect_message("its texts have variable length");
  change_text("datasets", "stress", true);
  report = am_report_new(arena);
  refused("its texts have variable length");
  report = am_report_new(arena);
  ck_assert_int_eq(am_archive_results_open(arena, report, path, &results),
                   AM_INPUT);
  expect_message("its texts have variable length");
}
END_TEST

START_TEST(can_be_stopped_while_it_reads) {
  am_archive *archive = NULL;
  test_watch(arena, &(const volatile int){2});
  ck_assert_int_eq(am_archive_resume(arena, report, path, &layout, &archive),
                   AM_FAILED);
  expect_message("stopped while");
}
END_TEST

/* ---- bytes --------------------------------------------------------------- */

static unsigned state;

static unsigned draw(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 8) % below;
}

/* Overwrites up to 4096 bytes, with zeros every other time, or cuts it. */
static void damage(const char *good, size_t size) {
  char *bad = am_arena_alloc(arena, size);
  memcpy(bad, good, size);
  size_t begin = draw((unsigned)size), length = 1u << draw(13);
  if (length > size - begin) length = size - begin;
  bool zeros = draw(2);
  for (size_t i = begin; i < begin + length; i++)
    bad[i] = zeros ? 0 : (char)draw(256);
  test_write(path, bad, draw(8) ? size : begin);
}

/* Resumes the archive if permitted; the result must then have the correct
 * numbers. */
static void goes_on_or_says_why(int number) {
  am_archive *archive = NULL;
  report = am_report_new(arena);
  am_status status =
      am_archive_resume(arena, report, path, &layout, &archive);
  if (status == AM_OK) {
    status = sample_go_on(report, archive, &layout, POINTS, CHUNK);
    am_status closed = am_archive_close(archive, report);
    if (status == AM_OK) status = closed;
  }
  if (status == AM_OK) sample_check(path, &layout, POINTS, POINTS);
  const am_message *m = report->first;
  bool told = m && m->severity == AM_SEVERITY_ERROR;
  ck_assert_msg((status == AM_OK) == !told && (!m || !m->next),
                "damage %d: status %d", number, status);
}

START_TEST(damaged_bytes_change_no_number) {
  size_t size = 0;
  FILE *in = fopen(path, "r");
  static char good[1 << 18];
  size = fread(good, 1, sizeof good, in);
  fclose(in);
  ck_assert_uint_lt(size, sizeof good);
  const char *times = getenv("AUTOMAT_LONG_TESTS");
  for (int i = 0; i < (times ? 1000 : 60); i++) {
    state = (unsigned)(1000 * _i + i);
    damage(good, size);
    goes_on_or_says_why(1000 * _i + i);
  }
}
END_TEST

int main(void) {
  TCase *test = tcase_create("archive_damage");
  tcase_add_checked_fixture(test, set_up_file, tear_down);
  tcase_add_loop_test(test, goes_on_before_a_damaged_chunk, 0, SAMPLE_FIELDS);
  tcase_add_loop_test(test, leaves_values_that_are_not_done, 0,
                      SAMPLE_FIELDS);
  tcase_add_test(test, believes_no_count);
  tcase_add_test(test, reads_no_texts_of_variable_length);
  tcase_add_test(test, can_be_stopped_while_it_reads);
  tcase_add_loop_test(test, damaged_bytes_change_no_number, 0, 2);
  return test_run("archive_damage", &test, 1);
}
