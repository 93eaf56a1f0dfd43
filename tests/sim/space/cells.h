/* cells.h: hand-made volume elements. */
#ifndef AM_TESTS_SPACE_CELLS_H
#define AM_TESTS_SPACE_CELLS_H

#include <string.h>

#include "base/text.h"
#include "homogenization/scheme.h"
#include "support.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_case *description;
  am_microstructure *micro;
  am_homogenization *settings;
  am_cell *cell;
} element;

static inline element new_element(const int *grid, const double *size) {
  element e = {.arena = test_arena()};
  ck_assert(!am_arena_recover(e.arena));
  e.report = am_report_new(e.arena);
  e.micro = AM_NEW(e.arena, am_microstructure);
  e.micro->voxels = (long)grid[0] * grid[1] * grid[2];
  for (int d = 0; d < 3; d++) {
    e.micro->grid[d] = grid[d];
    e.micro->size[d] = size ? size[d] : 1;
  }
  am_microstructure_cut(e.micro);
  e.micro->labels = AM_ARRAY(e.arena, int, e.micro->voxels);
  e.micro->made = "";
  return e;
}

/* The unit cube. */
static inline element new_cube(int n) {
  return new_element((const int[]){n, n, n}, NULL);
}

/* The voxels whose centres are in a sphere of radius 0.29, label 1. */
static inline void put_sphere(element *e) {
  int n = e->micro->grid[0];
  long place = 0;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        int x = 2 * i + 1 - n, y = 2 * j + 1 - n, z = 2 * k + 1 - n;
        e->micro->labels[place++] =
            x * x + y * y + z * z <= (0.58 * n) * (0.58 * n);
      }
}

/* The first `layers` of x, label 1. */
static inline void put_layers(element *e, int layers) {
  for (long v = 0; v < e->micro->voxels; v++)
    e->micro->labels[v] = v % e->micro->grid[0] < layers;
}

#define INCLUSION \
  "  inclusion: {label: 1, material: linear-elastic}\n"

/* Al2O3 in aluminium. */
#define TWO_ELASTIC                                                    \
  "phases:\n"                                                          \
  "  matrix: {label: 0, material: linear-elastic,"                     \
  " parameters: {E: 55e3, nu: 0.33}}\n" INCLUSION

#define PLASTIC_MATRIX                             \
  "phases:\n"                                      \
  "  matrix: {label: 0, material: michel-suquet}\n" INCLUSION

static inline const char *told(const element *e) {
  const am_message *m = e->report->first;
  return m ? am_format(e->arena, "%d:%d: %s", m->place.line, m->place.column,
                       m->text)
           : "none";
}

/* Reads the text of a case, without its head. */
static inline am_status make_cell(element *e, const char *text) {
  am_yaml *root = NULL;
  am_source *source = AM_NEW(e->arena, am_source);
  text = am_format(e->arena,
                   "case: test\n"
                   "microstructure: {}\n"
                   "path: [{time: 1, strain: {xx: 1e-3}}]\n%s",
                   text);
  *source = (am_source){"case.yaml", text, strlen(text)};
  AM_TRY(am_yaml_parse(e->arena, e->report, source, &root));
  AM_TRY(am_case_from(e->arena, e->report, root, "/tmp", false,
                      &e->description));
  AM_TRY(am_homogenization_read(e->arena, e->report, e->description, NULL,
                                e->micro, &e->settings));
  e->cell = e->settings->cell;
  return AM_OK;
}

/* Cell that must be read without a message. */
static inline void must_make(element *e, const char *text) {
  am_status status = make_cell(e, text);
  ck_assert_msg(status == AM_OK && !e->report->first, "%s\n%s", text,
                told(e));
}

#endif
