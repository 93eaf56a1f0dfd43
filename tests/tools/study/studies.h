/* studies.h: studies of cases of the source tree or of a test. */
#ifndef AM_TESTS_STUDY_STUDIES_H
#define AM_TESTS_STUDY_STUDIES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "study/study.h"
#include "support.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_study q;
  am_status status;
} studied;

/* Request for a study; `over` and `sets` end with NULL. */
typedef struct {
  const char *study, *file;
  am_study_options options;
  const char *over[4], *sets[6];
  int threads;
} question;

static inline size_t count_of(const char *const *texts) {
  size_t count = 0;
  while (texts[count]) count++;
  return count;
}

static inline const char *case_path(am_arena *arena, const char *name) {
  const char *folder = getenv("AUTOMAT_PATH");
  return am_format(arena, "%s/cases/%s.yaml", folder ? folder : ".", name);
}

/* question->file: a name of `cases`, or a path. */
static inline studied study_try(const question *asked) {
  studied s = {.arena = test_arena()};
  ck_assert(!am_arena_recover(s.arena));
  s.report = am_report_new(s.arena);
  s.q.options = asked->options;
  s.q.over = asked->over;
  s.q.over_count = count_of(asked->over);
  s.q.options.over = asked->over[0];
  s.q.sets = asked->sets;
  s.q.set_count = count_of(asked->sets);
  s.q.threads = asked->threads;
  const char *path = strchr(asked->file, '/')
                         ? asked->file
                         : case_path(s.arena, asked->file);
  am_case *description;
  s.status = am_study_find(s.report, asked->study, &s.q.kind);
  ck_assert_int_eq(s.status, AM_OK);
  s.status = am_case_read(s.arena, s.report, path, s.q.sets, s.q.set_count,
                          &description);
  ck_assert_int_eq(s.status, AM_OK);
  s.q.description = description;
  s.status = am_study_run(s.arena, s.report, &s.q);
  return s;
}

static inline const char *first_text(const studied *s) {
  return s->report->first ? s->report->first->text : "";
}

static inline studied study(const question *asked) {
  studied s = study_try(asked);
  ck_assert_msg(s.status == AM_OK, "%s", first_text(&s));
  ck_assert_ptr_nonnull(s.q.table);
  return s;
}

static inline size_t cell_at(const studied *s, size_t row,
                             const char *column) {
  long i = am_table_column(s->q.table, column);
  ck_assert_msg(i >= 0, "no column %s", column);
  ck_assert_uint_lt(row, s->q.table->rows);
  return row * s->q.table->columns + (size_t)i;
}

static inline double number_at(const studied *s, size_t row,
                               const char *column) {
  size_t cell = cell_at(s, row, column);
  ck_assert_ptr_null(s->q.table->texts[cell]);
  return s->q.table->values[cell];
}

static inline const char *text_at(const studied *s, size_t row,
                                  const char *column) {
  const char *text = s->q.table->texts[cell_at(s, row, column)];
  return text ? text : "";
}

static inline bool is_row(const studied *s, size_t row, const char *column,
                          const char *text) {
  return !strcmp(text_at(s, row, column), text);
}

static inline size_t rows_of(const studied *s) { return s->q.table->rows; }

/* Two layers; `phase` describes the second one. */
#define LAYERS(phase)                                                        \
  "format: 1\ncase: layers\n"                                                \
  "microstructure: {grid: [5, 1, 1], laminate: {normal: x, layers: ["        \
  "{label: 0, voxels: 3}, {label: 1, voxels: 2}]}}\n"                        \
  "phases:\n"                                                                \
  "  matrix: {label: 0, material: michel-suquet}\n"                          \
  "  layer: {label: 1, " phase "}\n"                                         \
  "solver: {engine: interp}\n"                                               \
  "homogenization: {equilibrium: 1e-8}\n"                                    \
  "path:\n"                                                                  \
  "  - {time: 2.56038571, steps: 16, strain: {xx: 3.58454e-3},"              \
  " stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}}\n"                          \
  "  - {time: 7.60963571, steps: 32, strain: {xx: -3.48441e-3}}\n"
#define LAMINATE \
  LAYERS("material: linear-elastic, parameters: {E: 300e3, nu: 0.25}")

/* Files of a test, one of which may be the material of another; removed when
 * its process ends. */
static inline void name_file(char *name, size_t size, const char *end) {
  snprintf(name, size, "/tmp/automat-study-%d%s.yaml", (int)getpid(), end);
}

static inline void remove_files(void) {
  static const char *const ends[] = {"", ".yaml.material"};
  char name[80];
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    name_file(name, sizeof name, ends[i]);
    unlink(name);
  }
}

static inline const char *write_file(am_arena *arena, const char *text) {
  char name[80];
  name_file(name, sizeof name, "");
  if (access(name, F_OK)) atexit(remove_files);
  FILE *file = fopen(name, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
  return am_copy(arena, name, strlen(name));
}

#endif
