/* Results of am_archive_resume and am_archive_note_read for files of all
 * kinds. */
#include "archive_sample.h"

/* HDF5 leaks memory when it refuses a damaged file. */
__attribute__((visibility("default")))
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

enum { POINTS = 40, ROWS = 3, CHUNK = 16 };

static am_archive_layout layout;

static void set_up_file(void) {
  set_up();
  layout = sample_layout(arena, POINTS, ROWS, CHUNK);
  am_archive *archive = made(&layout);
  go_on(archive, &layout, 2 * CHUNK, CHUNK);
  finish(archive);
}

/* Current contents of the file. */
static char *bytes(size_t *size) {
  FILE *in = fopen(path, "r");
  ck_assert_ptr_nonnull(in);
  fseek(in, 0, SEEK_END);
  *size = (size_t)ftell(in);
  rewind(in);
  char *text = am_arena_alloc(arena, *size);
  ck_assert_uint_eq(fread(text, 1, *size, in), *size);
  fclose(in);
  return text;
}

/* Another layout is rejected with this message, and the file is unchanged. */
static void refuse(const am_archive_layout *other, const char *message) {
  size_t before, after;
  const char *old = bytes(&before);
  am_archive *archive = NULL;
  am_status status =
      am_archive_resume(arena, report, path, other, &archive);
  ck_assert_int_eq(status, AM_INPUT);
  expect_message(am_format(arena, "cannot resume '%s': %s", path, message));
  const char *new = bytes(&after);
  ck_assert(before == after && !memcmp(old, new, before));
}

START_TEST(finishes_what_is_there) {
  size_t size, size_resumed;
  am_archive *archive = made(&layout);
  go_on(archive, &layout, POINTS, CHUNK);
  finish(archive);
  const char *whole = bytes(&size);
  archive = made(&layout);
  go_on(archive, &layout, 2 * CHUNK, CHUNK);
  finish(archive);
  archive = resumed(&layout);
  ck_assert_int_eq(am_archive_done(archive), 2 * CHUNK);
  go_on(archive, &layout, POINTS, CHUNK);
  finish(archive);
  sample_check(path, &layout, POINTS, POINTS);
  const char *parts = bytes(&size_resumed);
  ck_assert(size == size_resumed && !memcmp(whole, parts, size));
  ck_assert_int_eq(test_entries(folder), 1);
  archive = resumed(&layout);
  ck_assert_int_eq(am_archive_done(archive), POINTS);
  ck_assert_int_eq(am_archive_close(archive, report), AM_OK);
  expect_message("out.h5' is complete: nothing is left to do");
  sample_check(path, &layout, POINTS, POINTS);
}
END_TEST

START_TEST(keeps_the_chunks_of_the_file) {
  am_archive_layout other = layout;
  other.chunk = 7;
  other.compression = 0;
  am_archive *archive = resumed(&other);
  go_on(archive, &layout, POINTS, CHUNK);
  finish(archive);
  sample_check(path, &layout, POINTS, POINTS);
}
END_TEST

START_TEST(refuses_other_numbers) {
  am_archive_layout other = layout;
  other.points = 41;
  refuse(&other, "found '40 points', expected '41 points'");
}
END_TEST

START_TEST(refuses_other_times) {
  static const double times[] = {0, 0.25, 0.75, 1};
  am_archive_layout other = layout;
  other.times = times;
  refuse(&other, "found 'output time 3: 0.5', expected "
         "'output time 3: 0.75'");
  report = am_report_new(arena);
  other.rows = 4;
  refuse(&other, "found '3 output times, unit s', expected '4 output times, "
                 "unit s'");
  report = am_report_new(arena);
  other = layout;
  other.time_unit = "h";
  refuse(&other, "found '3 output times, unit s', expected '3 output times, "
                 "unit h'");
}
END_TEST

static const char *const other_components[] = {"11", "22", "33",
                                               "23", "13", "12"};

/* Field `place` of the sample replaced. */
static const struct {
  int place;
  am_archive_field field;
  const char *message;
} other_fields[] = {
    {0, {"strain", "MPa", "", am_component_names, {6, 1}, false},
     "found 'stress is [40][3][6], unit MPa, components xx yy zz yz xz "
     "xy', "
     "expected 'strain is [40][3][6], unit MPa, components xx yy zz yz xz "
     "xy'"},
    {0, {"stress", "Pa", "", am_component_names, {6, 1}, false},
     "found 'stress is [40][3][6], unit MPa, components xx yy zz yz xz "
     "xy', "
     "expected 'stress is [40][3][6], unit Pa, components xx yy zz yz xz xy'"},
    {0, {"stress", "MPa", "", other_components, {6, 1}, false},
     "found 'stress is [40][3][6], unit MPa, components xx yy zz yz xz "
     "xy', "
     "expected 'stress is [40][3][6], unit MPa, components 11 22 33 23 13 12'"},
    {1, {"internal/alpha", "", "", NULL, {3, 1}, false},
     "found 'internal/alpha is [40][3]', expected "
     "'internal/alpha is [40][3][3]'"},
    {2, {"tangent", "MPa", "", NULL, {6, 1}, false},
     "found 'tangent is [40][3][6][6], unit MPa', expected "
     "'tangent is [40][3][6], unit MPa'"},
    {3, {"status", "", "", NULL, {1, 1}, false},
     "found 'status is [40]', expected 'status is [40][3]'"},
};

START_TEST(refuses_other_fields) {
  am_archive_field fields[SAMPLE_FIELDS];
  am_archive_layout other = layout;
  memcpy(fields, sample_fields, sizeof fields);
  fields[other_fields[_i].place] = other_fields[_i].field;
  other.fields = fields;
  refuse(&other, other_fields[_i].message);
}
END_TEST

START_TEST(refuses_another_number_of_fields) {
  am_archive_layout other = layout;
  other.field_count--;
  refuse(&other, "found '5 datasets', expected '4 datasets'");
}
END_TEST

static const struct {
  am_archive_note note;
  const char *message;
} other_notes[] = {
    {{"case", "case: sample\nmaterial: other\n"},
     "its attribute 'case' differs in line 2: found 'material: none', "
     "expected 'material: other'"},
    {{"case", "case: other"},
     "its attribute 'case' differs: found 'case: sample', expected "
     "'case: other'"},
    {{"case", "case: sample\n"},
     "its attribute 'case' differs in line 2: found 'material: none', "
     "expected ''"},
    {{"seed", "7"}, "its attribute 'seed' is missing"},
};

START_TEST(refuses_other_notes) {
  am_archive_layout other = layout;
  other.notes = &other_notes[_i].note;
  other.note_count = 1;
  refuse(&other, other_notes[_i].message);
}
END_TEST

START_TEST(refuses_a_truncated_file) {
  size_t size;
  bytes(&size);
  ck_assert_int_eq(truncate(path, (off_t)size - 100), 0);
  refuse(&layout, "truncated file");
}
END_TEST

START_TEST(refuses_what_is_no_hdf5) {
  for (size_t length = 0; length < 8; length++) {
    test_write(path, "\211HDF\r\n\032", length);
    report = am_report_new(arena);
    refuse(&layout, "it is not an HDF5 file");
  }
}
END_TEST

START_TEST(begins_where_nothing_is) {
  ck_assert_int_eq(unlink(path), 0);
  am_archive *archive = resumed(&layout);
  ck_assert_int_eq(am_archive_done(archive), 0);
  go_on(archive, &layout, layout.points, layout.points);
  finish(archive);
  sample_check(path, &layout, layout.points, layout.points);
}
END_TEST

START_TEST(refuses_results_of_others) {
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  refuse(&layout, "it holds no results of a batch");
}
END_TEST

/* Bytes overwritten anywhere give an archive or one message, no crash. */
START_TEST(answers_to_garbage) {
  size_t size, block = 512;
  const char *good = bytes(&size);
  for (size_t begin = 0; begin < size; begin += block) {
    char *bad = am_arena_alloc(arena, size);
    memcpy(bad, good, size);
    size_t end = begin + block < size ? begin + block : size;
    for (size_t i = begin; i < end; i++) bad[i] = (char)(i * 89 + begin);
    test_write(path, bad, size);
    am_archive *archive = NULL;
    report = am_report_new(arena);
    am_status status =
        am_archive_resume(arena, report, path, &layout, &archive);
    ck_assert(status == AM_OK || report->first);
    if (status == AM_OK) (void)!am_archive_close(archive, report);
    ck_assert(!report->first || !report->first->next);
  }
}
END_TEST

START_TEST(reads_notes) {
  const char *text = NULL;
  ck_assert_int_eq(
      am_archive_note_read(arena, report, path, "material", &text), AM_OK);
  ck_assert_str_eq(text, sample_notes[1].text);
  ck_assert_int_eq(am_archive_note_read(arena, report, path, "seed", &text),
                   AM_INPUT);
  expect_message("out.h5': it has no attribute 'seed'");
  report = am_report_new(arena);
  ck_assert_int_eq(am_archive_note_read(arena, report, path, "done", &text),
                   AM_INPUT);
  expect_message("out.h5': it has no attribute 'done'");
  report = am_report_new(arena);
  ck_assert_int_eq(am_archive_note_read(arena, report, folder, "case", &text),
                   AM_INPUT);
  expect_message("': it is a folder");
}
END_TEST

START_TEST(holds_long_notes) {
  enum { LENGTH = 300000 };
  char *text = am_arena_alloc(arena, LENGTH + 1);
  for (int i = 0; i < LENGTH; i++) text[i] = (char)('a' + i % 26);
  const am_archive_note note[] = {{"case", text}, {"empty", ""}};
  layout.notes = note;
  layout.note_count = 2;
  finish(made(&layout));
  const char *found = NULL;
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(
        am_archive_note_read(arena, report, path, note[i].name, &found),
        AM_OK);
    ck_assert_str_eq(found, note[i].text);
  }
  report = am_report_new(arena); /* of a command that has read nothing */
  finish(resumed(&layout));
}
END_TEST

int main(void) {
  TCase *test = tcase_create("archive_resume");
  tcase_add_checked_fixture(test, set_up_file, tear_down);
  tcase_add_test(test, finishes_what_is_there);
  tcase_add_test(test, keeps_the_chunks_of_the_file);
  tcase_add_test(test, refuses_other_numbers);
  tcase_add_test(test, refuses_other_times);
  tcase_add_loop_test(test, refuses_other_fields, 0,
                      sizeof other_fields / sizeof *other_fields);
  tcase_add_test(test, refuses_another_number_of_fields);
  tcase_add_loop_test(test, refuses_other_notes, 0,
                      sizeof other_notes / sizeof *other_notes);
  tcase_add_test(test, refuses_a_truncated_file);
  tcase_add_test(test, refuses_what_is_no_hdf5);
  tcase_add_test(test, begins_where_nothing_is);
  tcase_add_test(test, refuses_results_of_others);
  tcase_add_test(test, answers_to_garbage);
  tcase_add_test(test, reads_notes);
  tcase_add_test(test, holds_long_notes);
  return test_run("archive_resume", &test, 1);
}
