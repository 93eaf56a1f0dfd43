/* files.h: files that tests of output write and read. */
#ifndef AM_TESTS_OUTPUT_FILES_H
#define AM_TESTS_OUTPUT_FILES_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "support.h"

/* A new empty folder. */
static inline const char *test_folder(am_arena *arena) {
  char *folder = am_format(arena, "/tmp/automat-test.XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(folder));
  return folder;
}

/* The number of entries of a folder. */
static inline int test_entries(const char *folder) {
  int count = 0;
  DIR *stream = opendir(folder);
  ck_assert_ptr_nonnull(stream);
  for (struct dirent *entry; (entry = readdir(stream));)
    count += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
  closedir(stream);
  return count;
}

/* Removes a folder and the files in it. */
static inline void test_remove(am_arena *arena, const char *folder) {
  DIR *stream = opendir(folder);
  ck_assert_ptr_nonnull(stream);
  for (struct dirent *entry; (entry = readdir(stream));)
    unlink(am_format(arena, "%s/%s", folder, entry->d_name));
  closedir(stream);
  ck_assert_int_eq(rmdir(folder), 0);
}

static inline void test_write(const char *path, const char *text,
                              size_t length) {
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  ck_assert_uint_eq(fwrite(text, 1, length, out), length);
  ck_assert_int_eq(fclose(out), 0);
}

/* The first 64 kB of a file. */
static inline char *test_read(am_arena *arena, const char *path) {
  enum { SIZE = 1 << 20 };
  char *text = am_arena_alloc(arena, SIZE + 1);
  FILE *in = fopen(path, "r");
  ck_assert_msg(in != NULL, "cannot read %s", path);
  ck_assert_uint_lt(fread(text, 1, SIZE, in), SIZE);
  fclose(in);
  return text;
}

#endif
