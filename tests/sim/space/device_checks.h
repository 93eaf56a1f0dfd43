/* device_checks.h: the space on a device agrees with the space of the host to
 * rounding, for a GPU and for the emulation. Both spaces have the programs of
 * one cell, so that the laws are the same. */
#ifndef AM_TESTS_SPACE_DEVICE_CHECKS_H
#define AM_TESTS_SPACE_DEVICE_CHECKS_H

#include <stdio.h>

#include "cells.h"
#include "space/voxels.h"

/* Grids that are odd, even, flat and single; schemes that remember substeps
 * and those that do not. */
static const struct {
  int grid[3];
  const char *discretization, *scheme;
} cells[] = {
    {{5, 4, 3}, "rotated", "ode23"},
    {{7, 5, 3}, "fourier", "ode23s"},
    {{4, 6, 5}, "fourier", "implicit-euler"},
    {{6, 4, 8}, "rotated", "ode12"},
    {{1, 6, 5}, "fourier", "ode23"},
    {{1, 1, 8}, "rotated", "ode23"},
    {{9, 1, 1}, "rotated", "ode23"},
    {{1, 1, 1}, "fourier", "ode23"},
};

enum { CELLS = sizeof cells / sizeof *cells, PHASES = 2 };

/* lambda and mu between those of Al2O3 and aluminium [MPa] */
static const double lambda0 = 80068, mu0 = 70338;

static const volatile int go_on = 0;
static const am_loading_step span = {.duration = 2, .stop = &go_on};
static const am_loading_step jump = {.duration = 0};

/* Kelvin-Mandel components: beyond yield. */
static const double strain[6] = {4e-3, -1e-3, 5e-4, 8e-4, -6e-4, 1e-3};

/* Twins: each operation is applied to both. */
typedef struct {
  element e;
  am_space *space[2]; /* of the host, of a device */
  long numbers;       /* of a vector */
} twins;

typedef struct {
  am_vector *v[2];
} pair;

static inline void put_labels(element *e) {
  for (long v = 0; v < e->micro->voxels; v++)
    e->micro->labels[v] = v > 0 && (v * v + 3 * v) % 5 < 2;
  if (e->micro->voxels > 1)
    e->micro->labels[e->micro->voxels - 1] = 1;
}

/* A cell of one voxel has one phase. */
static inline const char *case_text(const element *e, int row,
                                    const char *matrix) {
  return am_format(
      e->arena,
      "solver: {engine: cuda, scheme: %s}\n"
      "homogenization: {discretization: %s}\n"
      "phases:\n  matrix: {label: 0, material: %s}\n%s",
      cells[row].scheme, cells[row].discretization, matrix,
      e->micro->voxels > 1 ? INCLUSION : "");
}

static inline element make_element(int row) {
  static const double size[3] = {1, 0.7, 1.3};
  element e = new_element(cells[row].grid, size);
  put_labels(&e);
  return e;
}

static inline twins open_twins_of(int row, const char *matrix) {
  twins t = {.e = make_element(row)};
  am_arena *arena = t.e.arena;
  must_make(&t.e, case_text(&t.e, row, matrix));
  ck_assert_int_eq(am_cell_need_tangents(arena, t.e.report, t.e.cell), AM_OK);
  am_status host =
      am_host_open(arena, t.e.report, t.e.cell, 1, &t.space[0]);
  am_status device =
      am_space_open(arena, t.e.report, t.e.cell, 1, &t.space[1]);
  ck_assert_msg(host == AM_OK && device == AM_OK, "%s", told(&t.e));
  ck_assert(((am_voxels *)t.space[1])->device);
  ck_assert_int_eq(t.space[0]->frequencies, t.space[1]->frequencies);
  t.numbers = 6 * t.space[0]->frequencies;
  for (int i = 0; i < 2; i++)
    am_space_set_reference(t.space[i], lambda0, mu0);
  return t;
}

static inline twins open_twins(int row) {
  return open_twins_of(row, "michel-suquet");
}

static inline pair new_pair(const twins *t, bool rough) {
  pair p = {{NULL}};
  for (int i = 0; i < 2; i++)
    ck_assert_int_eq(am_space_vector(t->space[i], t->e.report,
                                     rough, &p.v[i]),
                     AM_OK);
  return p;
}

static inline double largest_of(const double *values, long count) {
  double largest = 0;
  for (long i = 0; i < count; i++) largest = fmax(largest, fabs(values[i]));
  return largest;
}

/* Largest difference of arrays, relative to a size. */
static inline void compare_by(const char *what, const double *found,
                              const double *expected, long count,
                              double tolerance, double size) {
  double difference = 0;
  for (long i = 0; i < count; i++) {
    ck_assert_msg(isfinite(found[i]), "%s: %g", what, found[i]);
    difference = fmax(difference, fabs(found[i] - expected[i]));
  }
  ck_assert_msg(difference <= tolerance * size,
                "%s: %.3g apart, numbers up to %.3g", what, difference, size);
}

/* Relative to the largest expected number. */
static inline void compare(const char *what, const double *found,
                           const double *expected, long count,
                           double tolerance) {
  compare_by(what, found, expected, count, tolerance,
             largest_of(expected, count));
}

static inline double *numbers_of(const twins *t, int which,
                                 const am_vector *v) {
  double *values = AM_ARRAY(t->e.arena, double, t->numbers);
  am_space_fetch_vector(t->space[which], v, values);
  return values;
}

static inline void compare_vectors(const twins *t, const char *what, pair p,
                                   double tolerance) {
  compare(what, numbers_of(t, 1, p.v[1]), numbers_of(t, 0, p.v[0]),
          t->numbers, tolerance);
}

/* A gradient is compared relative to the iterate that it changes: near
 * equilibrium it consists of differences of stresses, and its accuracy is that
 * of the stresses. */
static inline void compare_gradients(const twins *t, const char *what, pair g,
                                     pair u) {
  const double *found = numbers_of(t, 1, g.v[1]);
  const double *expected = numbers_of(t, 0, g.v[0]);
  const double *iterate = numbers_of(t, 0, u.v[0]);
  compare_by(what, found, expected, t->numbers, 1e-12,
             fmax(largest_of(expected, t->numbers),
                  largest_of(iterate, t->numbers)));
}

/* Copies a vector of the device to the host, bit for bit. */
static inline void align(const twins *t, pair p) {
  double *values = numbers_of(t, 0, p.v[0]);
  am_space_store_vector(t->space[1], p.v[1], values);
  compare("a vector that was stored", numbers_of(t, 1, p.v[1]), values,
          t->numbers, 0);
}

static inline void combine(const twins *t, pair y, int count, const double *c,
                           const pair *x) {
  for (int i = 0; i < 2; i++) {
    const am_vector *terms[40];
    for (int n = 0; n < count; n++) terms[n] = x[n].v[i];
    am_space_combine(t->space[i], y.v[i], count, c, terms);
  }
}

/* ---- laws -----------------------------------------------------------------*/

static inline void compare_responses(const char *what,
                                     const am_response *found,
                                     const am_response *expected) {
  ck_assert_msg(found->status == expected->status &&
                    found->voxel == expected->voxel,
                "%s: status %d of voxel %ld, expected %d of voxel %ld", what,
                (int)found->status, found->voxel, (int)expected->status,
                expected->voxel);
  double size = 0;
  for (int i = 0; i < 6; i++) size = fmax(size, fabs(expected->stress[i]));
  compare(what, found->stress, expected->stress, 6, 1e-12);
  ck_assert_close(found->divergence, expected->divergence, 1e-12,
                  1e-12 * size);
}

static inline void respond(const twins *t, const am_loading_step *over, pair u,
                           pair g) {
  am_response found[2];
  for (int i = 0; i < 2; i++)
    am_space_respond(t->space[i], over, u.v[i], g.v[i], &found[i]);
  ck_assert_msg(found[0].status == AM_POINT_GOOD, "%s",
                t->space[0]->failure);
  compare_responses("response", &found[1], &found[0]);
  if (g.v[0]) compare_gradients(t, "gradient", g, u);
}

/* Some steps of the basic scheme, from the gradient g; u is the iterate of the
 * last response. */
static inline void iterate(const twins *t, pair u, pair g, int steps) {
  const pair terms[] = {u, g};
  for (int n = 0; n < steps; n++) {
    for (int i = 0; i < 6; i++) g.v[0]->mean[i] = g.v[1]->mean[i] = 0;
    combine(t, u, 2, (const double[]){1, -1}, terms);
    compare_vectors(t, "iterate", u, 1e-12);
    respond(t, &span, u, g);
  }
}

static inline pair start(const twins *t) {
  pair u = new_pair(t, false);
  for (int i = 0; i < 12; i++) u.v[i / 6]->mean[i % 6] = strain[i % 6];
  return u;
}

static inline void commit(const twins *t) {
  for (int i = 0; i < 2; i++) am_space_commit(t->space[i]);
}

static inline int rows_of(const twins *t, am_cell_field field, int phase) {
  return am_cell_field_rows(&t->e.cell->phases[phase], field);
}

static inline double *field_of(const twins *t, int which, am_cell_field field,
                               int phase) {
  long count = t->e.cell->phases[phase].count;
  double *values = AM_ARRAY(t->e.arena, double,
                            rows_of(t, field, phase) * count + 1);
  am_space_fetch(t->space[which], field, phase, values);
  return values;
}

static inline void compare_field(const twins *t, am_cell_field field) {
  for (int phase = 0; phase < t->e.cell->phase_count; phase++) {
    double means[2][64] = {{0}};
    int rows = rows_of(t, field, phase);
    for (int i = 0; i < 2; i++)
      am_space_means(t->space[i], field, phase, means[i]);
    compare("field", field_of(t, 1, field, phase),
            field_of(t, 0, field, phase),
            rows * t->e.cell->phases[phase].count, 1e-12);
    compare("means", means[1], means[0], rows, 1e-12);
  }
}

static inline void compare_fields(const twins *t) {
  static const am_cell_field fields[] = {AM_CELL_STRAIN, AM_CELL_STRESS,
                                         AM_CELL_STATE,  AM_CELL_SUBSTEPS,
                                         AM_CELL_NEXT,   AM_CELL_METHOD};
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
    compare_field(t, fields[f]);
}

START_TEST(laws_respond_alike) {
  twins t = open_twins(_i);
  pair u = start(&t), g = new_pair(&t, false), none = {{NULL}};
  compare_fields(&t);
  respond(&t, &jump, u, none);
  iterate(&t, u, g, 3);
  compare_fields(&t);
  commit(&t);
  compare_fields(&t);
  commit(&t); /* there is nothing more */
  compare_fields(&t);
  for (int i = 0; i < 2; i++) u.v[i]->mean[0] = 9e-3;
  iterate(&t, u, g, 2);
  commit(&t);
  compare_fields(&t);
  am_space_account found = t.space[1]->account;
  ck_assert_int_eq(found.evaluations, 6);
  ck_assert(found.bytes > 0);
  ck_assert(found.times[AM_CELL_TIME_LAW] >= 0);
  ck_assert(found.times[AM_CELL_TIME_TRANSFORMS] >= 0);
  am_arena_free(t.e.arena);
}
END_TEST

/* A gradient with room in the planes equals that of a vector. */
START_TEST(gradients_pass) {
  const twins t = open_twins(_i);
  pair u = start(&t), kept = new_pair(&t, false), g;
  for (int i = 0; i < 2; i++) {
    am_space *s = t.space[i];
    ck_assert_int_eq(am_space_passing(s, t.e.report, &g.v[i]), AM_OK);
  }
  respond(&t, &span, u, kept);
  respond(&t, &span, u, g);
  for (int i = 0; i < 2; i++)
    ck_assert_mem_eq(numbers_of(&t, i, g.v[i]), numbers_of(&t, i, kept.v[i]),
                     (size_t)t.numbers * sizeof(double));
  iterate(&t, u, g, 2);
  am_arena_free(t.e.arena);
}
END_TEST

/* External fields, one value for all voxels or one for each. */
START_TEST(external_fields_are_set) {
  twins t = open_twins_of(_i, "thermo-elastic");
  pair u = start(&t), g = new_pair(&t, false);
  double *pattern = AM_ARRAY(t.e.arena, double, t.e.micro->voxels);
  for (long n = 0; n < t.e.micro->voxels; n++)
    pattern[n] = (double)(n * n % 7);
  for (int each = 0; each < 2; each++) {
    const double parts[4] = {300 + each, each, 350, 9 * each};
    if (each) t.e.cell->externals[0].pattern = pattern;
    for (int i = 0; i < 2; i++)
      am_space_set_external(t.space[i], 0, 0, parts);
    iterate(&t, u, g, 2);
    commit(&t);
    compare_fields(&t);
  }
  am_arena_free(t.e.arena);
}
END_TEST

/* A run that continues from stored fields. */
START_TEST(fields_are_stored) {
  static const am_cell_field stored[] = {AM_CELL_STRAIN, AM_CELL_STATE,
                                         AM_CELL_NEXT, AM_CELL_METHOD};
  twins t = open_twins(_i), other = open_twins(_i);
  pair u = start(&t), g = new_pair(&t, false);
  pair v = start(&other), h = new_pair(&other, false);
  iterate(&t, u, g, 2);
  commit(&t);
  for (int i = 0; i < 2; i++)
    for (int phase = 0; phase < t.e.cell->phase_count; phase++)
      for (int f = 0; f < 4; f++) {
        const am_cell_field field = stored[f];
        const double *values = field_of(&t, i, field, phase);
        am_space_store(other.space[i], field, phase, values);
        compare("a field that was stored", field_of(&other, i, field, phase),
                values, rows_of(&t, field, phase) *
                            t.e.cell->phases[phase].count, 0);
      }
  for (int i = 0; i < 2; i++) {
    u.v[i]->mean[1] = v.v[i]->mean[1] = 5e-3;
    am_space_store_vector(other.space[i], v.v[i],
                          numbers_of(&t, i, u.v[i]));
  }
  respond(&t, &span, u, g);
  respond(&other, &span, v, h);
  compare("goes on", numbers_of(&other, 1, h.v[1]), numbers_of(&t, 1, g.v[1]),
          t.numbers, 0);
  am_arena_free(other.e.arena);
  am_arena_free(t.e.arena);
}
END_TEST

/* The message names the voxel, and the device remains usable. */
START_TEST(voxels_that_fail_are_told) {
  twins t = open_twins(_i);
  pair u = start(&t), g = new_pair(&t, false), h = new_pair(&t, false);
  am_response found[2];
  for (int i = 0; i < 2; i++) {
    u.v[i]->mean[2] = HUGE_VAL;
    am_space_respond(t.space[i], &span, u.v[i], g.v[i], &found[i]);
    am_space_commit(t.space[i]);
    u.v[i]->mean[2] = 0;
  }
  ck_assert_int_ne(found[0].status, AM_POINT_GOOD);
  compare_responses("of a failure", &found[1], &found[0]);
  compare_field(&t, AM_CELL_STRAIN);
  compare_field(&t, AM_CELL_STATE);
  compare_field(&t, AM_CELL_NEXT);
  iterate(&t, u, h, 1);
  am_arena_free(t.e.arena);
}
END_TEST

/* ---- vectors --------------------------------------------------------------*/

/* The second half in low precision, all different. */
static inline void make_vectors(const twins *t, int count, pair *x) {
  pair u = start(t), g = new_pair(t, false);
  for (int n = 0; n < count; n++) {
    const pair terms[] = {u, g};
    respond(t, &span, u, g);
    combine(t, u, 2, (const double[]){1, -0.7}, terms);
    align(t, u);
    x[n] = new_pair(t, n >= count / 2);
    combine(t, x[n], 1, (const double[]){1 + n}, &u);
    align(t, x[n]);
  }
}

START_TEST(vectors_add_and_multiply_alike) {
  enum { COUNT = 37, MADE = 6 };
  twins t = open_twins(_i);
  pair made[MADE], x[COUNT], y = new_pair(&t, _i % 2);
  const am_vector *all[2][COUNT];
  double c[COUNT], found[2][COUNT];
  make_vectors(&t, MADE, made);
  for (int n = 0; n < COUNT; n++) {
    x[n] = n % 9 == 8 ? y : made[n % MADE];
    c[n] = sin(n + 1.0);
    for (int i = 0; i < 2; i++) all[i][n] = x[n].v[i];
  }
  combine(&t, y, 16, c, x);
  combine(&t, y, COUNT, c, x);
  compare_vectors(&t, "a sum", y, _i % 2 ? 3e-7 : 1e-12);
  align(&t, y);
  for (int i = 0; i < 2; i++)
    am_space_dots(t.space[i], made[1].v[i], COUNT, all[i], found[i]);
  compare("products", found[1], found[0], COUNT, 1e-12);
  combine(&t, y, 0, NULL, NULL);
  for (long n = 0; n < t.numbers; n++)
    ck_assert(numbers_of(&t, 1, y.v[1])[n] == 0);
  am_arena_free(t.e.arena);
}
END_TEST

/* ---- tangents -------------------------------------------------------------*/

START_TEST(tangents_agree) {
  twins t = open_twins(_i);
  pair u = start(&t), g = new_pair(&t, false), v = new_pair(&t, false);
  am_mean_tangent found[2];
  am_response along[2];
  iterate(&t, u, g, 1);
  commit(&t);
  iterate(&t, u, g, 2);
  combine(&t, v, 1, (const double[]){0.3}, &g);
  for (int i = 0; i < 2; i++) {
    am_space *s = t.space[i];
    v.v[i]->mean[4] = 1e-3;
    am_space_survey(s, &span, v.v[i], false, &found[i]);
    am_space_survey(s, &span, u.v[i], true, &found[i]);
    am_space_apply(s, v.v[i], g.v[i], &along[i]);
  }
  ck_assert_int_eq(found[1].status, AM_POINT_GOOD);
  ck_assert_int_eq(found[1].voxel, -1);
  compare("<C>", found[1].mean, found[0].mean, 36, 1e-12);
  ck_assert_close(found[1].shear_least, found[0].shear_least, 1e-11, 0);
  ck_assert_close(found[1].shear_largest, found[0].shear_largest, 1e-12, 0);
  ck_assert_close(found[1].bulk_least, found[0].bulk_least, 1e-12, 0);
  ck_assert_close(found[1].bulk_largest, found[0].bulk_largest, 1e-12, 0);
  compare_responses("of tangents", &along[1], &along[0]);
  compare_vectors(&t, "gradient of tangents", g, 1e-12);
  commit(&t); /* the results of the response are preserved */
  compare_fields(&t);
  am_arena_free(t.e.arena);
}
END_TEST

static inline TCase *device_checks(void) {
  TCase *checks = tcase_create("as the host does");
  tcase_add_loop_test(checks, laws_respond_alike, 0, CELLS);
  tcase_add_loop_test(checks, gradients_pass, 0, CELLS);
  tcase_add_loop_test(checks, external_fields_are_set, 0, CELLS);
  tcase_add_loop_test(checks, fields_are_stored, 0, CELLS);
  tcase_add_loop_test(checks, voxels_that_fail_are_told, 0, CELLS);
  tcase_add_loop_test(checks, vectors_add_and_multiply_alike, 0, CELLS);
  tcase_add_loop_test(checks, tangents_agree, 0, CELLS);
  return checks;
}

#endif
