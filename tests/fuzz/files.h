/* files.h: files of a harness, in its own folder below TMPDIR, which is removed
 * at the end. */
#ifndef AM_TESTS_FUZZ_FILES_H
#define AM_TESTS_FUZZ_FILES_H

#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

static char fuzz_folder[1024];

static inline void fuzz_remove_files(void) {
  struct dirent **entries;
  int count = scandir(fuzz_folder, &entries, NULL, NULL);
  for (int i = 0; i < count; i++) {
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder, entries[i]->d_name);
    if (strcmp(entries[i]->d_name, ".") && strcmp(entries[i]->d_name, ".."))
      unlink(path);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
}

static inline void fuzz_leave(void) {
  fuzz_remove_files();
  rmdir(fuzz_folder);
}

/* The path of a file of this name. */
static inline const char *fuzz_path(am_arena *arena, const char *name) {
  const char *above = getenv("TMPDIR");
  if (!*fuzz_folder) {
    snprintf(fuzz_folder, sizeof fuzz_folder, "%s/automat-fuzz-XXXXXX",
             above ? above : "/tmp");
    FUZZ_EXPECT(mkdtemp(fuzz_folder));
    atexit(fuzz_leave);
  }
  return am_format(arena, "%s/%s", fuzz_folder, name);
}

/* A file of these bytes; its path. */
static inline const char *fuzz_file(am_arena *arena, const char *name,
                                    const char *bytes, size_t length) {
  const char *path = fuzz_path(arena, name);
  FILE *out = fopen(path, "wb");
  FUZZ_EXPECT(out);
  FUZZ_EXPECT(fwrite(bytes, 1, length, out) == length);
  fclose(out);
  return path;
}

#endif
