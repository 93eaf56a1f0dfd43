/* replay.c: runs a harness once for each file of its corpus, or of the given
 * files and folders. */
#include <dirent.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz.h"

static size_t replayed;

static void replay_file(const char *path) {
  FILE *in = fopen(path, "rb");
  uint8_t *data = NULL;
  size_t size = 0, room = 0;
  if (!in) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  do {
    room = 2 * room + 4096;
    data = realloc(data, room);
    FUZZ_EXPECT(data);
    size += fread(data + size, 1, room - size, in);
  } while (size == room);
  fclose(in);
  fprintf(stderr, "%s\n", path);
  LLVMFuzzerTestOneInput(data, size);
  free(data);
  replayed++;
}

static void replay(const char *path) {
  struct dirent **entries;
  struct stat about;
  if (stat(path, &about) || !S_ISDIR(about.st_mode)) {
    replay_file(path);
    return;
  }
  int count = scandir(path, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    char name[4096];
    snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
    if (entries[i]->d_name[0] != '.') replay_file(name);
    free(entries[i]);
  }
  if (count >= 0) free(entries);
}

int main(int count, char **arguments) {
  const char *source = getenv("srcdir");
  char corpus[4096];
  snprintf(corpus, sizeof corpus, "%s/tests/fuzz/corpus/%s",
           source ? source : ".", fuzz_name);
  if (count < 2) replay(corpus);
  for (int i = 1; i < count; i++) replay(arguments[i]);
  printf("%s: %zu inputs\n", fuzz_name, replayed);
  return replayed ? EXIT_SUCCESS : EXIT_FAILURE;
}
