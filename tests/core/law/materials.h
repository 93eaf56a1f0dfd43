/* materials.h: materials of the source tree and from texts, for tests. */
#ifndef AM_TESTS_MATERIAL_MATERIALS_H
#define AM_TESTS_MATERIAL_MATERIALS_H

#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "law/law.h"
#include "tests/support.h"

/* Path of a file of the source tree, for any build folder. */
static inline const char *source_path(am_arena *arena, const char *name) {
  const char *folder = getenv("srcdir");
  return am_format(arena, "%s/%s", folder ? folder : ".", name);
}

/* A flow mapping such as "{n: 3}"; NULL stays NULL. */
static inline am_yaml *mapping(am_arena *arena, am_report *report,
                               const char *text) {
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *root;
  if (!text) return NULL;
  *source = (am_source){"mapping", text, strlen(text)};
  ck_assert_int_eq(am_yaml_parse(arena, report, source, &root), AM_OK);
  return root;
}

/* Reads a material from `text`, as from a file. */
static inline am_status read_text(am_arena *arena, am_report *report,
                                  const char *text, am_material **material) {
  static const char template[] = "/tmp/automat-test-XXXXXX";
  char *path = am_copy(arena, template, strlen(template));
  int file = mkstemp(path); /* the material keeps the path */
  size_t length = strlen(text);
  ck_assert_int_ge(file, 0);
  ck_assert_int_eq(write(file, text, length), (ssize_t)length);
  close(file);
  am_status status = am_material_read(arena, report, path, material);
  unlink(path);
  return status;
}

/* An installed material by name, or one from its text (of several lines). */
static inline am_status read_material(am_arena *arena, am_report *report,
                                      const char *material,
                                      am_material **result) {
  if (strchr(material, '\n'))
    return read_text(arena, report, material, result);
  const char *name = am_format(arena, "materials/%s.yaml", material);
  return am_material_read(arena, report, source_path(arena, name), result);
}

/* "LINE:COLUMN: text" of the first message, "" when there is none. */
static inline const char *first_message(am_arena *arena,
                                        const am_report *report) {
  const am_message *m = report->first;
  if (!m) return "";
  return am_format(arena, "%d:%d: %s", m->place.line, m->place.column,
                   m->text);
}

#endif
