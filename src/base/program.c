#include "base/program.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

static bool is_program(const char *file) {
  struct stat status;
  return !stat(file, &status) && S_ISREG(status.st_mode) &&
         !access(file, X_OK);
}

const char *am_program_find(am_arena *arena, const char *name) {
  const char *path = getenv("PATH");
  if (strchr(name, '/')) return is_program(name) ? name : NULL;
  while (path && *path) {
    size_t length = strcspn(path, ":");
    const char *file =
        am_format(arena, "%.*s/%s", (int)length, path, name);
    if (*path == '/' && is_program(file)) return file;
    path += length + (path[length] == ':');
  }
  return NULL;
}
