/* covers: snapshot */
#include "image/snapshot.h"

#include "tests/sim/archive/files.h"

enum { LENGTH = 3000 };

static am_arena *arena;
static const char *folder, *path;
static char text[LENGTH + 100];

static void set_up(void) {
  arena = test_arena();
  folder = test_folder(arena);
  path = am_format(arena, "%s/x", folder);
  memset(text, 'x', LENGTH);
  test_write(path, text, LENGTH);
}

static void tear_down(void) { test_remove(arena, folder); }

static size_t seal_and_read(void) {
  ck_assert_int_eq(am_checksum_append(path), 0);
  FILE *in = fopen(path, "r");
  size_t size = fread(text, 1, sizeof text, in);
  fclose(in);
  ck_assert_uint_lt(size, sizeof text);
  return size;
}

START_TEST(holds_for_what_was_sealed) {
  ck_assert_str_eq(am_checksum_obstacle(path, true),
                   "it has no checksum at its end: it is damaged or was "
                   "written by an older version");
  ck_assert_ptr_null(am_checksum_obstacle(path, false));
  seal_and_read();
  ck_assert_ptr_null(am_checksum_obstacle(path, true));
  ck_assert_ptr_null(am_checksum_obstacle(path, false));
}
END_TEST

START_TEST(breaks_with_any_byte) {
  size_t size = seal_and_read();
  for (size_t i = 0; i < size; i++) {
    text[i] ^= 4;
    test_write(path, text, size);
    text[i] ^= 4;
    ck_assert_msg(am_checksum_obstacle(path, true) != NULL, "byte %zu", i);
  }
}
END_TEST

START_TEST(breaks_with_another_length) {
  size_t size = seal_and_read();
  for (size_t length = 0; length < size; length += 7) {
    test_write(path, text, length);
    ck_assert_ptr_nonnull(am_checksum_obstacle(path, true));
  }
  text[size] = 0;
  test_write(path, text, size + 1);
  ck_assert_ptr_nonnull(am_checksum_obstacle(path, true));
}
END_TEST

int main(void) {
  TCase *test = tcase_create("seal");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_add_test(test, holds_for_what_was_sealed);
  tcase_add_test(test, breaks_with_any_byte);
  tcase_add_test(test, breaks_with_another_length);
  return test_run("seal", &test, 1);
}
