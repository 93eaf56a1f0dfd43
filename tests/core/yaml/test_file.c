/* covers: read */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "tests/core/yaml/parsing.h"

static char folder[] = "/tmp/automat-test-XXXXXX";
static char path[sizeof folder + 20];

static void setup(void) {
  strcpy(folder + strlen(folder) - 6, "XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/x.yaml", folder);
}

static void teardown(void) {
  unlink(path);
  rmdir(folder);
}

static void write_file(const char *text, size_t length) {
  FILE *file = fopen(path, "wb");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(text, 1, length, file), length);
  ck_assert_int_eq(fclose(file), 0);
}

static parsed read_path(const char *name) {
  parsed p = {.arena = test_arena()};
  p.report = am_report_new(p.arena);
  p.status = am_yaml_read(p.arena, p.report, name, &p.root);
  return p;
}

static void check_refused(const char *name, const char *message) {
  parsed p = read_path(name);
  ck_assert_int_eq(p.status, AM_INPUT);
  check_message(p.report, 0, 0, message);
  ck_assert_str_eq(p.report->first->place.source->name, name);
  am_arena_free(p.arena);
}

/* Lengths around those at which the buffer grows. */
START_TEST(reads_files_of_any_length) {
  static const size_t lengths[] = {5,         16383,     16384,
                                   16385,     32768,     (size_t)1 << 20,
                                   1u << 26};
  am_arena *arena = test_arena();
  size_t length = lengths[_i];
  char *text = am_arena_alloc(arena, length + 1);
  memset(text, 'x', length);
  memcpy(text, "a: ", 3);
  write_file(text, length);
  parsed p = read_path(path);
  ck_assert_int_eq(p.status, AM_OK);
  ck_assert_uint_eq(node_at(p.root, "a")->text.length, length - 3);
  ck_assert_str_eq(p.root->place.source->name, path);
  am_arena_free(p.arena);
  am_arena_free(arena);
}
END_TEST

START_TEST(reads_pipes) {
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  pid_t child = fork();
  if (!child) {
    FILE *file = fopen(path, "wb");
    if (file) fputs("a: 1\n", file), fclose(file);
    _exit(0);
  }
  parsed p = read_path(path);
  ck_assert_int_eq(p.status, AM_OK);
  ck_assert_str_eq(node_at(p.root, "a")->text.text, "1");
  am_arena_free(p.arena);
}
END_TEST

START_TEST(refuses_what_cannot_be_read) {
  check_refused(path, "cannot be read: No such file");
  check_refused(folder, "cannot be read: it is a folder");
  check_refused("/dev/zero", "larger than 64 MB");
  check_refused("/dev/null", "the file is empty");
}
END_TEST

START_TEST(refuses_what_may_not_be_read) {
  if (!geteuid()) return; /* root reads everything */
  write_file("a: 1\n", 5);
  ck_assert_int_eq(chmod(path, 0), 0);
  check_refused(path, "cannot be read: Permission denied");
}
END_TEST

int main(void) {
  TCase *all = tcase_create("file");
  tcase_add_checked_fixture(all, setup, teardown);
  tcase_add_loop_test(all, reads_files_of_any_length, 0, 7);
  tcase_add_test(all, reads_pipes);
  tcase_add_test(all, refuses_what_cannot_be_read);
  tcase_add_test(all, refuses_what_may_not_be_read);
  return test_run("yaml/file", &all, 1);
}
