/* marches.h: hand-made volume elements, driven along paths. */
#ifndef AM_TESTS_HOMOGENIZATION_MARCHES_H
#define AM_TESTS_HOMOGENIZATION_MARCHES_H

#include "base/process.h"
#include "homogenization/loading.h"
#include "table/table.h"
#include "tests/sim/space/cells.h"

/* Al2O3 in a viscoplastic metal, and in the same without plasticity. */
#define METAL                                            \
  "{matrix: {label: 0, material: michel-suquet}, " CERAMIC
#define ALUMINIUM                                        \
  "{matrix: {label: 0, material: linear-elastic, "      \
  "parameters: {E: 55e3, nu: 0.33}}, " CERAMIC
#define CERAMIC                                          \
  "inclusion: {label: 1, material: linear-elastic}}"

/* xx to 3.58454e-3 in ten loading steps, no other mean strain. */
#define CONFINED \
  "[{time: 2.5603857142857142, steps: 10, strain: {xx: 3.58454e-3}}]"

/* The same without any other mean stress, and unloading. */
#define UNIAXIAL                                                       \
  "[{time: 2.5603857142857142, steps: 10, strain: {xx: 3.58454e-3}, " \
  "stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}},"                     \
  " {time: 5.1207714285714285, steps: 10, strain: {xx: 0}}]"

#define EULER "scheme: implicit-euler"
#define EXACT "scheme: rodas4, rtol: 1e-12, atol: 1e-14"

/* A case; settings begin with a comma or are empty. */
typedef struct {
  const char *phases, *settings, *solver, *path;
} script;

/* March and its rows. */
typedef struct {
  element e;
  am_cell_loading *march;
  am_cell_sink sink;
  am_cell_row rows[128]; /* [count] */
  int count;
} marching;

static inline bool keep_row(void *data, const am_cell_row *row) {
  marching *m = data;
  ck_assert_int_lt(m->count, 128);
  m->rows[m->count++] = *row;
  return true;
}

static inline const char *case_text(am_arena *arena, const script *t) {
  return am_format(arena,
                   "{case: test, microstructure: {}, phases: %s, "
                   "homogenization: {%s}, solver: {%s}, "
                   "path: %s}",
                   t->phases, *t->settings ? t->settings + 2 : "", t->solver,
                   t->path);
}

static inline am_status open_march(marching *m, const element *e,
                                   const script *t) {
  am_yaml *root = NULL;
  am_source *source = AM_NEW(e->arena, am_source);
  const char *written = case_text(e->arena, t);
  am_blocks_limit(1);
  *m = (marching){.e = *e, .sink = {.row = keep_row, .data = m}};
  *source = (am_source){"case.yaml", written, strlen(written)};
  AM_TRY(am_yaml_parse(e->arena, e->report, source, &root));
  AM_TRY(am_case_from(e->arena, e->report, root, "/tmp", false,
                      &m->e.description));
  AM_TRY(am_homogenization_read(e->arena, e->report, m->e.description, NULL,
                                e->micro, &m->e.settings));
  m->e.cell = m->e.settings->cell;
  return am_cell_loading_new(e->arena, e->report, m->e.settings, 1, &m->march);
}

static inline am_status walk_march(marching *m) {
  return am_cell_loading_drive(m->march, m->e.report, &m->sink);
}

/* March that must succeed without a message. */
static inline void must_open(marching *m, element e, const script *t) {
  am_status status = open_march(m, &e, t);
  ck_assert_msg(status == AM_OK && !e.report->first, "%s",
                told(&m->e));
}

static inline void must_walk(marching *m) {
  am_status status = walk_march(m);
  ck_assert_msg(status == AM_OK && !m->e.report->first, "%s", told(&m->e));
}

static inline void must_march(marching *m, element e, const script *t) {
  must_open(m, e, t);
  must_walk(m);
}

static inline element sphere(int n) {
  element e = new_cube(n);
  put_sphere(&e);
  return e;
}

/* A fifth of the thickness along x is label 1. */
static inline element laminate(int n) {
  element e = new_element((const int[]){n, 1, 1}, NULL);
  put_layers(&e, n / 5);
  return e;
}

static inline long iterations(const marching *m) {
  long sum = 0;
  for (int i = 0; i < m->count; i++) sum += (long)m->rows[i].iterations;
  return sum;
}

/* True if the rows of two marches have the same means. */
static inline void same_rows(const marching *a, const marching *b,
                             double stress, double strain) {
  ck_assert_int_eq(a->count, b->count);
  for (int i = 0; i < a->count; i++)
    for (int c = 0; c < 6; c++) {
      ck_assert_close(a->rows[i].stress[c], b->rows[i].stress[c], 0, stress);
      ck_assert_close(a->rows[i].strain[c], b->rows[i].strain[c], 0, strain);
    }
}

/* Reference values of this folder. */
static inline am_table *table_of(am_arena *arena, const char *name) {
  const char *folder = getenv("srcdir");
  const char *path = am_format(arena, "%s/tests/sim/homogenization/%s",
                               folder ? folder : ".", name);
  am_report *report = am_report_new(arena);
  am_table *table = NULL;
  am_status status = am_csv_read(arena, report, path, am_nowhere, NULL, &table);
  ck_assert_msg(status == AM_OK, "%s", path);
  return table;
}

static inline double cell_of(const am_table *table, size_t row,
                             const char *name) {
  long column = am_table_column(table, name);
  ck_assert_msg(column >= 0, "no column %s", name);
  ck_assert_msg(row < table->rows, "no row %zu", row);
  return table->values[row * table->columns + (size_t)column];
}

#endif
