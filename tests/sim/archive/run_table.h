/* run_table.h: tables of runs, for the tests of pictures. */
#ifndef AM_TESTS_OUTPUT_RUN_TABLE_H
#define AM_TESTS_OUTPUT_RUN_TABLE_H

#include "table/table.h"
#include "support.h"

enum { RUN_COLUMNS = 13 };

static const char *const run_names[RUN_COLUMNS] = {
    "time",      "strain.xx", "strain.yy", "strain.zz", "strain.yz",
    "strain.xz", "strain.xy", "stress.xx", "stress.yy", "stress.zz",
    "stress.yz", "stress.xz", "stress.xy"};
static const char *const run_units[RUN_COLUMNS] = {
    "s", "", "", "", "", "", "", "MPa", "MPa", "MPa", "MPa", "MPa", "MPa"};

/* Strain and stress of component c (0 … 5) as functions of time from 0 to
 * 10, which ends in `rows` rows. */
static inline am_table *run_table(am_arena *arena, size_t rows, int c,
                                  double (*strain)(double),
                                  double (*stress)(double)) {
  am_table *table = am_table_new(arena, run_names, run_units, RUN_COLUMNS);
  for (size_t i = 0; i < rows; i++) {
    double time = 10.0 * (double)i / (double)(rows > 1 ? rows - 1 : 1);
    double row[RUN_COLUMNS] = {time};
    row[1 + c] = strain(time);
    row[7 + c] = stress(time);
    am_table_add(table, row);
  }
  return table;
}

static inline double run_ramp(double time) { return 1e-3 * time; }
static inline double run_step(double time) { return time < 1 ? time : 1; }
static inline double run_decay(double time) { return 50 * exp(-time); }

#endif
