/* making.h: microstructures read from texts, in the test's own folder. */
#ifndef AM_TESTS_MICROSTRUCTURE_MAKING_H
#define AM_TESTS_MICROSTRUCTURE_MAKING_H

#include <string.h>
#include <unistd.h>

#include "microstructure/microstructure.h"
#include "tests/sim/archive/files.h"

static am_arena *arena;
static am_report *report;
static const char *folder;

static inline void set_up(void) {
  arena = test_arena();
  folder = test_folder(arena);
  ck_assert_int_eq(chdir(folder), 0); /* where `write` writes */
}

static inline void tear_down(void) {
  test_remove(arena, folder);
  am_arena_free(arena);
}

/* Reads a mapping from a text. */
static inline am_status read_text(const char *text, am_microstructure **m) {
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *map;
  report = am_report_new(arena);
  *source = (am_source){"case", text, strlen(text)};
  ck_assert_int_eq(am_yaml_parse(arena, report, source, &map), AM_OK);
  *m = AM_NEW(arena, am_microstructure);
  AM_TRY(am_microstructure_read(arena, report, map, folder, *m));
  return am_microstructure_write(arena, report, map, *m);
}

static inline am_microstructure *made(const char *text) {
  am_microstructure *m = NULL;
  am_status status = read_text(text, &m);
  ck_assert_msg(status == AM_OK, "%s: %s", text,
                report->first ? report->first->text : "");
  ck_assert_int_eq(m->voxels, (long)m->grid[0] * m->grid[1] * m->grid[2]);
  return m;
}

static inline int label_at(const am_microstructure *m, long n) {
  return m->labels[n];
}

static inline long count_of(const am_microstructure *m, int label) {
  long count = 0;
  for (long i = 0; i < m->voxels; i++) count += label_at(m, i) == label;
  return count;
}

#endif
