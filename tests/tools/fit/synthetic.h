/* synthetic.h: measured tables: runs with known parameters and deterministic
 * noise. */
#ifndef AM_TESTS_FIT_SYNTHETIC_H
#define AM_TESTS_FIT_SYNTHETIC_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "table/table.h"
#include "case/philox.h"
#include "point/run.h"
#include "support.h"

/* Test; columns after `driven` contain noise. */
typedef struct {
  const char *name;    /* of the file */
  const char *path;    /* as YAML */
  const char *columns; /* time and prescribed columns, then the compared ones */
  size_t driven;
} synthetic_test;

#define UNIAXIAL "stress: {yy: 0, zz: 0, yz: 0, xz: 0, xy: 0}"
#define SHEAR "stress: {xx: 0, yy: 0, zz: 0, yz: 0, xz: 0}"

/* Cyclic tension and shear of michel-suquet, 1 % amplitude, two rates. */
static const synthetic_test synthetic_tests[] = {
    {"tension-slow", "[{time: 10, steps: 40, strain: {xx: 1e-2}, " UNIAXIAL
     "}, {time: 20, steps: 40, strain: {xx: 0}}]",
     "[time, strain.xx, stress.xx, strain.yy]", 2},
    {"tension-fast", "[{time: 0.1, steps: 40, strain: {xx: 1e-2}, " UNIAXIAL
     "}, {time: 0.2, steps: 40, strain: {xx: 0}}]",
     "[time, strain.xx, stress.xx, strain.yy]", 2},
    {"shear", "[{time: 10, steps: 40, strain: {xy: 1e-2}, " SHEAR
     "}, {time: 20, steps: 40, strain: {xy: -1e-2}}]",
     "[time, strain.xy, stress.xy]", 2}};
enum { SYNTHETIC_TESTS = 3 };

/* A standard normal number (Box and Muller). */
static inline double synthetic_noise(uint64_t seed, size_t test, size_t row,
                                     size_t column) {
  const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
  const uint32_t counter[4] = {(uint32_t)row, (uint32_t)column,
                               (uint32_t)test, 0x66697400};
  double u[2];
  am_philox_uniform(counter, key, u);
  return sqrt(-2 * log1p(-u[0])) * cos(2 * 3.14159265358979323846 * u[1]);
}

/* Runs a test with the parameters of `overrides`, "{E: 5}". */
static inline am_table *synthetic_run(am_arena *arena, const char *material,
                                      const synthetic_test *test,
                                      const char *overrides) {
  am_report *report = am_report_new(arena);
  am_source *source = AM_NEW(arena, am_source);
  am_yaml *root;
  am_case *description;
  am_run *run;
  am_summary summary;
  const char *text = am_format(
      arena,
      "case: synthetic\nmaterial: %s\nparameters: %s\n"
      "solver: {scheme: ode45, rtol: 1e-9, atol: 1e-12, equilibrium: 1e-11, "
      "tangent: false}\npath: %s\noutput: {columns: %s}\n",
      material, overrides, test->path, test->columns);
  *source = (am_source){"synthetic", text, strlen(text)};
  am_status status = am_yaml_parse(arena, report, source, &root);
  if (status == AM_OK)
    status = am_case_from(arena, report, root, ".", false, &description);
  if (status == AM_OK)
    status = am_run_prepare(arena, report, description, NULL, &run);
  ck_assert_msg(status == AM_OK, "%s",
                report->first ? report->first->text : "");
  am_table *table = am_columns_table(arena, run->columns);
  const am_run_sink sink = {.row = am_row_to_table, .data = table};
  ck_assert_int_eq(am_run_drive(arena, report, run, &sink, &summary), AM_OK);
  return table;
}

/* Adds noise times the largest value of its column. */
static inline void synthetic_disturb(am_table *table, size_t driven,
                                     size_t test, uint64_t seed,
                                     double noise) {
  for (size_t k = driven; k < table->columns; k++) {
    double largest = 0;
    for (size_t i = 0; i < table->rows; i++)
      largest = fmax(largest, fabs(table->values[i * table->columns + k]));
    for (size_t i = 1; i < table->rows; i++)
      table->values[i * table->columns + k] +=
          noise * largest * synthetic_noise(seed, test, i, k);
  }
}

static inline void synthetic_write(const am_table *table, const char *path,
                                   const char *comment) {
  FILE *out = fopen(path, "w");
  ck_assert_ptr_nonnull(out);
  for (int units = 0; units < 2; units++)
    for (size_t k = 0; k < table->columns; k++)
      fprintf(out, "%s%s%s", k ? "," : units ? "#" : "",
              units ? table->units[k] : table->names[k],
              k + 1 < table->columns ? "" : "\n");
  fputs(comment, out);
  for (size_t i = 0; i < table->rows * table->columns; i++)
    fprintf(out, "%.8g%c", table->values[i],
            (i + 1) % table->columns ? ',' : '\n');
  fclose(out);
}

#endif
