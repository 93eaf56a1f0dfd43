#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "yaml/parse.h"

enum { FIRST_READ = 1 << 14 };

/* Reads to the end, or to one byte more than is allowed. */
static void read_whole(am_arena *arena, FILE *file, am_source *source) {
  size_t capacity = FIRST_READ, length = 0, count;
  char *text = am_arena_alloc(arena, capacity + 1);
  while ((count = fread(text + length, 1, capacity - length, file)) > 0) {
    length += count;
    if (length > AM_YAML_BYTES) break;
    if (length < capacity) continue;
    capacity *= 2;
    text = am_arena_grow(arena, text, length, capacity + 1);
  }
  source->text = text;
  source->length = length;
}

static am_status unreadable(am_report *report, const am_source *source,
                            am_obstacle why) {
  am_place place = {.source = source};
  return am_error(report, why.status, place, "cannot be read: %s", why.text);
}

am_status am_yaml_read(am_arena *arena, am_report *report, const char *path,
                       am_yaml **root) {
  am_source *source = AM_NEW(arena, am_source);
  source->name = am_copy(arena, path, strlen(path));
  source->text = "";
  am_obstacle why;
  FILE **file = am_input_open(arena, report, path, &why);
  if (!file) return unreadable(report, source, why);
  errno = 0;
  read_whole(arena, *file, source);
  int error = ferror(*file) ? errno : 0;
  am_input_close(file);
  if (error) return unreadable(report, source, am_input_obstacle(error));
  if (source->length > AM_YAML_BYTES)
    return am_error(report, AM_INPUT, (am_place){.source = source},
                    "larger than %d MB", AM_YAML_BYTES >> 20);
  return am_yaml_parse(arena, report, source, root);
}
