/* histories.h: a file of points, and a case that reads it. */
#ifndef AM_TESTS_DRIVER_HISTORIES_H
#define AM_TESTS_DRIVER_HISTORIES_H

#include "tests/sim/batch/archives.h"

enum { POINTS = 300, TIMES = 5 };

static const double times[TIMES] = {1, 2, 3, 3, 4};

/* yy and zz change to stress control at the last entries. */
static inline void write_controls(hid_t file) {
  double control[TIMES][6] = {{0}};
  for (int i = 2; i < TIMES; i++) control[i][1] = control[i][2] = 1;
  write_dataset(file, "/control", 2, (const hsize_t[]){TIMES, 6},
                control[0]);
}

static inline double target_of(long p, int i, int c) {
  double a = 1e-4 * (double)(1 + p % 17);
  if (i == 0) return c == 5 ? a / 3 : 0;
  return i > 1 && (c == 1 || c == 2) ? 1e4 * a * c : a * i / (c + 1);
}

static inline void write_targets(hid_t file) {
  double *targets = AM_ARRAY(test_arena(), double, POINTS * TIMES * 6);
  for (long p = 0; p < POINTS; p++)
    for (int i = 0; i < TIMES; i++)
      for (int c = 0; c < 6; c++)
        targets[(p * TIMES + i) * 6 + c] = target_of(p, i, c);
  write_dataset(file, "/target", 3, (const hsize_t[]){POINTS, TIMES, 6},
                targets);
}

/* eta differs; x starts as a multiple of (1, -1, 0) and of the point. */
static inline void write_file(const char *path) {
  double eta[POINTS], x[POINTS][6] = {{0}};
  for (long p = 0; p < POINTS; p++) {
    eta[p] = 100 + (double)p;
    x[p][0] = 1e-6 * (double)p;
    x[p][1] = -x[p][0];
  }
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(file, 0);
  write_dataset(file, "/time", 1, (const hsize_t[]){TIMES}, times);
  write_controls(file);
  write_targets(file);
  write_group(file, "/parameters");
  write_dataset(file, "/parameters/eta", 1, (const hsize_t[]){POINTS}, eta);
  write_group(file, "/initial");
  write_dataset(file, "/initial/x", 2, (const hsize_t[]){POINTS, 6}, x[0]);
  H5Fclose(file);
}

static const char *const from_file =
    "solver: {engine: interp}\n"
    "points: {file: histories.h5}\n"
    "output: {columns: [strain, stress, x]}\n";

#endif
