/* checks.h: requirements on the engine cuda, shared by test_device.c and
 * test_emulation.c. */
#ifndef AM_TESTS_CUDA_CHECKS_H
#define AM_TESTS_CUDA_CHECKS_H

#include "tests/cuda/batch.h"
#include "tests/cuda/transform_checks.h"
#include "tests/core/engine/combinations.h"
#include "tests/core/engine/rated.h"

enum { COUNT = 141 };

static const combination combinations[] = {
    ENGINE_COMBINATIONS,
    {LAW("generalized-maxwell", "ode23"), .tangent = true},
    {LAW("fcc-crystal", "implicit-euler")},
    {LAW(RATED, "ode23"), .tangent = true},
    {LAW(RATED, "rodas4"), .tangent = true, .energies = true},
    {LAW(RATED, "implicit-euler"), .tangent = true},
    {LAW("norton", "rodas4"), .energies = true, .mixed = true,
     .logarithmic = true},
    {LAW("chaboche", "implicit-euler"), .tangent = true, .logarithmic = true},
    {LAW("michel-suquet", "implicit-euler"), .tangent = true, .mixed = true,
     .logarithmic = true},
    {LAW("artery", "implicit-euler"), .tangent = true, .logarithmic = true},
};

enum { COMBINATIONS = sizeof combinations / sizeof *combinations };

/* Strains under prescribed stresses are accurate only to the equilibrium
 * tolerance, 1e-8, and equal iterates agree in fewer digits. */
START_TEST(agrees_with_interp) {
  const combination *c = &combinations[_i];
  setting s = open_setting(c);
  batch expected = new_batch(&s, "interp", program_of(&s, "interp"), s.arena,
                             PLAIN, COUNT);
  batch found = new_batch(&s, "cuda", program_of(&s, "cuda"), s.arena, PLAIN,
                          COUNT);
  advance(&expected, COUNT);
  advance(&found, COUNT);
  /* Schemes with step doubling may differ by ten times as much; measured:
   * 3e-11, for a flow of 6e-13. */
  bool doubling = s.solver.scheme->family == AM_FAMILY_DOUBLING;
  compare_all(&found, &expected, doubling ? 1e-10 : 1e-11);
  am_arena_free(s.arena);
}
END_TEST

/* Laws with arithmetic operations only have the same bits. */
static const combination algebraic[] = {
    {LAW("zener", "ode23"), .tangent = true},
    {LAW("zener", "ode23s")},
    {LAW("zener", "implicit-euler"), .tangent = true},
    {LAW("zener", "rodas4")},
    {LAW("linear-elastic", "ode45"), .tangent = true, .mixed = true},
    {LAW("zener", "ode23s"), .tangent = true, .mixed = true, .rows = true},
};

enum { ALGEBRAIC = sizeof algebraic / sizeof *algebraic };

START_TEST(algebraic_laws_agree_bit_for_bit) {
  setting s = open_setting(&algebraic[_i]);
  batch expected = new_batch(&s, "interp", program_of(&s, "interp"), s.arena,
                             PLAIN, COUNT);
  batch found = new_batch(&s, "cuda", program_of(&s, "cuda"), s.arena, PLAIN,
                          COUNT);
  advance(&expected, COUNT);
  advance(&found, COUNT);
  compare_all(&found, &expected, 0);
  am_arena_free(s.arena);
}
END_TEST

static const combination usual = {LAW("michel-suquet", "ode23"),
                                  .tangent = true};

/* Single precision, under the tightest feasible tolerances, so that different
 * substeps do not matter. */
static const combination singles[] = {
    {LAW("michel-suquet", "ode23"), .tangent = true},
    {LAW("michel-suquet", "ode23"), .tangent = true, .mixed = true},
    {LAW("michel-suquet", "ode23"), .spread = true, .energies = true},
    {LAW("michel-suquet", "implicit-euler"), .tangent = true},
    {LAW("michel-suquet", "implicit-euler"), .tangent = true, .mixed = true},
    {LAW("michel-suquet", "implicit-euler"), .tangent = true,
     .strategy = AM_STRATEGY_CONVENTIONAL},
    {LAW("michel-suquet", "implicit-euler-adaptive")},
    {LAW("michel-suquet", "rodas4"), .tangent = true},
    {LAW("zener", "ode23"), .tangent = true, .mixed = true},
    {LAW("zener", "ode45"), .mixed = true, .rows = true},
    {LAW("norton", "ode23")},
    {LAW("norton", "rodas4"), .tangent = true},
    {LAW("perzyna", "ode23s")},
    {LAW("fcc-crystal", "implicit-euler")},
};

enum { SINGLES = sizeof singles / sizeof *singles };

/* Good points, relative to the largest component of each. */
static inline void compare_good(const batch *found, const batch *expected,
                                int field, double tolerance) {
  const double *x = found->fields[field], *y = expected->fields[field];
  for (long p = 0; x && p < found->count; p++) {
    double largest = 0;
    if (expected->fields[STATUS][p] != AM_POINT_GOOD) continue;
    for (int i = 0; i < found->setting->rows[field]; i++)
      largest = fmax(largest, fabs(y[i * expected->stride + p]));
    for (int i = 0; i < found->setting->rows[field]; i++)
      ck_assert_close(x[i * found->stride + p], y[i * expected->stride + p],
                      0, tolerance * largest);
  }
}

/* Measured, of stresses and tangents: 2e-5, norton by ode23 9e-5 (rounding in
 * many substeps), 4e-4 under prescribed stresses: a residual of 1e-5, which
 * flow amplifies in the other components. */
START_TEST(single_precision_agrees) {
  combination own = singles[_i];
  own.single = true;
  setting s = open_setting(&own);
  s.solver.rtol = 1e-5, s.solver.atol = 1e-8;
  batch expected = new_batch(&s, "interp", program_of(&s, "interp"), s.arena,
                             PLAIN, COUNT);
  batch found = new_batch(&s, "cuda", program_of(&s, "cuda"), s.arena, PLAIN,
                          COUNT);
  double tolerance = own.mixed ? 1e-3 : 1e-4;
  advance(&expected, COUNT);
  advance(&found, COUNT);
  compare(&found, &expected, STATUS, 0);
  compare_good(&found, &expected, STRESS, tolerance);
  compare_good(&found, &expected, TANGENT, tolerance);
  am_arena_free(s.arena);
}
END_TEST

/* Tolerances that single precision cannot keep are bounded; values beyond its
 * range are an invalid state, and failed points keep their state. */
START_TEST(single_precision_has_bounds) {
  combination own = usual;
  own.single = true;
  setting s = open_setting(&own);
  s.solver.rtol = 1e-9, s.solver.atol = 1e-15;
  batch b = new_batch(&s, "cuda", program_of(&s, "cuda"), s.arena, PLAIN,
                      COUNT);
  b.fields[TARGET][0] = 1e300;
  advance(&b, COUNT);
  ck_assert_int_eq((int)b.fields[STATUS][0], AM_POINT_INVALID);
  for (int i = 0; i < s.law->nx; i++)
    ck_assert_double_eq(b.fields[STATE][i * b.stride],
                        b.fields[STATE0][i * b.stride]);
  for (long p = 1; p < COUNT - 2; p++)
    ck_assert_int_eq((int)b.fields[STATUS][p], AM_POINT_GOOD);
  am_arena_free(s.arena);
}
END_TEST

static const combination recording = {LAW("michel-suquet", "ode23"),
                                      .tangent = true, .mixed = true,
                                      .energies = true};
static const combination *const streamed[] = {&usual, &recording};

enum { STREAMED = sizeof streamed / sizeof *streamed };

START_TEST(fields_may_be_unwanted) {
  setting s = open_setting(&unwanted[_i]);
  check_unwanted(&s, "cuda", COUNT);
  am_arena_free(s.arena);
}
END_TEST

/* Pieces, calls and kinds of memory make no difference. */
START_TEST(pieces_do_not_matter) {
  static const long sizes[] = {1024, 140, 64, 17};
  static const long calls[] = {COUNT, 70, 40};
  setting s = open_setting(streamed[_i]);
  am_engine_program *program = program_of(&s, "cuda");
  batch all = new_batch(&s, "cuda", program, s.arena, PLAIN, COUNT);
  advance(&all, COUNT);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (size_t j = 0; j < sizeof calls / sizeof *calls; j++)
      for (int m = 0; m < MEMORIES; m++) {
        am_engine_program *other = program_of(&s, "cuda");
        other->chosen = sizes[i];
        batch b = new_batch(&s, "cuda", other, s.arena, (memory)m, COUNT);
        advance(&b, calls[j]);
        compare_bits(&b, &all);
      }
  am_arena_free(s.arena);
}
END_TEST

/* Several loading steps in place. */
static void walk(batch *b, int steps) {
  double *const *p = b->fields;
  for (int step = 0; step < steps; step++) {
    am_fields f = fields_of(b, 0);
    f.strain = p[STRAIN0], f.state = p[STATE0], f.step = p[FIRST];
    f.stress_max = p[LARGEST];
    for (long i = 0; i < 6 * b->stride; i++) p[TARGET][i] *= 1.2;
    changed(b, TARGET);
    advance_with(b, &f, b->count);
  }
  for (int i = STRAIN0; i < GIVEN; i++)
    if (p[i]) am_engine_fetch(b->program, p[i]);
  fetch_all(b);
}

static void compare_given(const batch *found, const batch *expected) {
  for (int i = STRAIN0; i < GIVEN; i++) compare(found, expected, i, 0);
  for (int i = STRESS; i < FIELDS; i++) compare(found, expected, i, 0);
}

START_TEST(steps_in_place) {
  setting s = open_setting(streamed[_i]);
  batch plain = new_batch(&s, "cuda", program_of(&s, "cuda"), s.arena, PLAIN,
                          COUNT);
  walk(&plain, 3);
  for (int m = PINNED; m < MEMORIES; m++) {
    am_engine_program *program = program_of(&s, "cuda");
    program->chosen = 50;
    batch b = new_batch(&s, "cuda", program, s.arena, (memory)m, COUNT);
    walk(&b, 3);
    compare_given(&b, &plain);
  }
  am_arena_free(s.arena);
}
END_TEST

/* The host changes part of a kept field, and reads the rest. */
START_TEST(kept_fields_follow_the_host) {
  setting s = open_setting(&usual);
  am_engine_program *program = program_of(&s, "cuda");
  program->chosen = 60;
  batch kept = new_batch(&s, "cuda", program, s.arena, KEPT, COUNT);
  batch plain = new_batch(&s, "cuda", program, s.arena, PLAIN, COUNT);
  batch *both[] = {&plain, &kept};
  for (int i = 0; i < 2; i++) {
    batch *b = both[i];
    am_fields f = fields_of(b, 30);
    advance(b, COUNT);
    for (int j = 0; j < s.law->nx; j++)
      b->fields[STATE][j * b->stride + 100] *= 0.5;
    changed(b, STATE);
    f.state0 = f.state, f.strain0 = f.strain;
    advance_with(b, &f, 100);
    fetch_all(b);
  }
  compare_bits(&kept, &plain);
  am_arena_free(s.arena);
}
END_TEST

/* Kept fields of another size, at another place or with another stride, and
 * fields of both kinds together. */
START_TEST(kept_fields_in_odd_use) {
  setting s = open_setting(&usual);
  am_engine_program *program = program_of(&s, "cuda");
  program->chosen = 60;
  batch plain = new_batch(&s, "cuda", program, s.arena, PLAIN, COUNT);
  batch kept = new_batch(&s, "cuda", program, s.arena, KEPT, COUNT);
  batch wide = new_batch(&s, "cuda", program, s.arena, KEPT, 2 * COUNT);
  batch mixed = plain, odd = plain;
  advance(&plain, COUNT);
  for (int i = 0; i < FIELDS; i++)
    if (i % 2) mixed.fields[i] = kept.fields[i];
  for (int i = 0; i < FIELDS; i++)
    if (s.rows[i]) {
      odd.fields[i] = wide.fields[i] + 5 + i;
      memcpy(odd.fields[i], plain.fields[i],
             sizeof(double) * (size_t)(s.rows[i] * plain.stride));
      changed(&odd, i);
    }
  advance(&mixed, 200);
  compare_bits(&mixed, &plain);
  advance(&odd, 200);
  compare_bits(&odd, &plain);
  am_arena_free(s.arena);
}
END_TEST

/* Parameters that differ by point, of all points, and those of the law. */
START_TEST(parameters_of_points) {
  combination own = usual;
  own.spread = true;
  setting s = open_setting(&own);
  batch expected = new_batch(&s, "interp", program_of(&s, "interp"), s.arena,
                             PLAIN, COUNT);
  am_engine_program *program = program_of(&s, "cuda");
  double *values = AM_ARRAY(s.arena, double, s.law->parameter_numbers);
  program->chosen = 100;
  for (int i = 0; i < s.law->parameter_numbers; i++)
    values[i] = s.law->parameters[i] * (s.law->structural[i] ? 1 : 1.01);
  for (int m = 0; m < MEMORIES; m++) {
    batch found = new_batch(&s, "cuda", program, s.arena, (memory)m, COUNT);
    const double *const given[] = {found.fields[PARAMETERS], values, NULL};
    for (int i = 0; i < 3; i++) {
      am_fields f = fields_of(&found, 0), e = fields_of(&expected, 0);
      f.spread = e.spread = !i;
      f.parameters = given[i];
      e.parameters = i ? given[i] : expected.fields[PARAMETERS];
      advance_with(&found, &f, COUNT);
      advance_with(&expected, &e, COUNT);
      fetch_all(&found);
      compare_all(&found, &expected, 1e-11);
    }
  }
  am_arena_free(s.arena);
}
END_TEST

/* Points that finish in the first launch are complete; the others end early. */
START_TEST(stops_when_asked) {
  static const volatile int stop = 1;
  combination c = usual;
  c.tangent = false;
  setting s = open_setting(&c);
  am_engine_program *program = program_of(&s, "cuda");
  batch whole = new_batch(&s, "cuda", program, s.arena, PLAIN, COUNT);
  batch stopped = new_batch(&s, "cuda", program, s.arena, PLAIN, COUNT);
  am_fields f = fields_of(&stopped, 0);
  int met = 0;
  f.stop = &stop;
  advance(&whole, COUNT);
  advance_with(&stopped, &f, COUNT);
  for (long p = 0; p < COUNT; p++) {
    bool at_once = whole.fields[STATUS][p] == AM_POINT_GOOD &&
                   whole.fields[COUNTS][p] <= 1;
    int status = (int)stopped.fields[STATUS][p];
    ck_assert(status == (int)whole.fields[STATUS][p] ||
              (!at_once && status == AM_POINT_STOPPED));
    met += status == AM_POINT_STOPPED;
  }
  ck_assert_int_gt(met, 0);
  advance(&stopped, COUNT);
  compare_bits(&stopped, &whole);
  am_arena_free(s.arena);
}
END_TEST

/* Only required fields are transferred: kept fields once, NULL never. */
START_TEST(bytes_on_the_way) {
  setting s = open_setting(streamed[_i]);
  am_engine_program *program = program_of(&s, "cuda");
  am_cuda_times times;
  double given = 0, found = 0, point = COUNT * sizeof(double);
  for (int i = STRAIN0; i < FIELDS; i++)
    *(i < GIVEN ? &given : &found) += s.rows[i];
  batch plain = new_batch(&s, "cuda", program, s.arena, PLAIN, COUNT);
  am_cuda_times_clear(program);
  advance(&plain, COUNT);
  am_cuda_times_of(program, &times);
  ck_assert_double_eq(times.up, given * point);
  ck_assert_double_eq(times.down, found * point);
  ck_assert_int_eq(times.calls, 1);
  batch kept = new_batch(&s, "cuda", program, s.arena, KEPT, COUNT);
  advance(&kept, COUNT);
  am_cuda_times_clear(program);
  am_fields f = fields_of(&kept, 0);
  am_cuda_measure(program, true);
  f.counts = NULL;
  advance_with(&kept, &f, COUNT);
  am_cuda_times_of(program, &times);
  ck_assert_double_eq(times.up + times.down, 0);
  ck_assert_double_gt(times.kernels, 0);
  am_arena_free(s.arena);
}
END_TEST

START_TEST(kernels_are_reported) {
  setting s = open_setting(&usual);
  am_engine_program *program = program_of(&s, "cuda");
  am_cuda_kernels kernels;
  for (int i = 0; i < program->worker_count; i++) {
    am_cuda_kernels_of(program, i, &kernels);
    ck_assert_int_ge(kernels.device->architecture, 50);
    ck_assert_int_ge(kernels.device->multiprocessors, 1);
    for (int k = 0; k < AM_CUDA_KERNELS; k++) {
      ck_assert_int_ge(kernels.occupancy[k], 1);
      ck_assert_int_ge(kernels.resources[k].registers, 16);
    }
  }
  am_arena_free(s.arena);
}
END_TEST

/* Fields may end before their program, or after it. */
START_TEST(fields_have_arenas_of_their_own) {
  setting s = open_setting(&usual);
  program_of(&s, "interp"); /* the law's functions, in its arena */
  am_arena *of_program = test_arena(), *early = test_arena(),
           *late = test_arena();
  am_engine_program *program;
  ck_assert(!am_arena_recover(of_program) && !am_arena_recover(early) &&
            !am_arena_recover(late));
  ck_assert_int_eq(try_program(&s, of_program, "cuda", &program), AM_OK);
  batch a = new_batch(&s, "cuda", program, early, KEPT, COUNT);
  batch b = new_batch(&s, "cuda", program, late, KEPT, COUNT);
  advance(&a, COUNT);
  advance(&b, COUNT);
  compare_bits(&a, &b);
  am_arena_free(early);
  advance(&b, COUNT);
  am_arena_free(of_program);
  am_arena_free(late);
  am_arena_free(s.arena);
}
END_TEST

enum { GROUPS = 4 };

/* Row of the n-th cut; AUTOMAT_TEST_SLICE=I/N selects the rows between two
 * cuts. */
static inline int cut_of(int n, int rows) {
  const char *slice = getenv("AUTOMAT_TEST_SLICE");
  int i, count;
  if (!slice || sscanf(slice, "%d/%d", &i, &count) != 2) return n * rows;
  return (i - 1 + n) * rows / count;
}

/* In groups, since compilation is slow: CK_RUN_CASE=single runs one, and
 * AUTOMAT_TEST_SLICE=3/8 a part of those over many laws. */
static inline void add_checks(TCase *cases[GROUPS]) {
  static const char *const names[GROUPS] = {"laws", "bits", "single",
                                            "fields"};
  for (int i = 0; i < GROUPS; i++) cases[i] = tcase_create(names[i]);
  tcase_add_loop_test(cases[0], agrees_with_interp,
                      cut_of(0, COMBINATIONS), cut_of(1, COMBINATIONS));
  tcase_add_loop_test(cases[1], algebraic_laws_agree_bit_for_bit,
                      cut_of(0, ALGEBRAIC), cut_of(1, ALGEBRAIC));
  tcase_add_loop_test(cases[2], single_precision_agrees,
                      cut_of(0, SINGLES), cut_of(1, SINGLES));
  tcase_add_test(cases[2], single_precision_has_bounds);
  tcase_add_loop_test(cases[3], fields_may_be_unwanted, 0, UNWANTED);
  tcase_add_loop_test(cases[3], pieces_do_not_matter, 0, STREAMED);
  tcase_add_loop_test(cases[3], steps_in_place, 0, STREAMED);
  tcase_add_test(cases[3], kept_fields_follow_the_host);
  tcase_add_test(cases[3], kept_fields_in_odd_use);
  tcase_add_test(cases[3], parameters_of_points);
  tcase_add_test(cases[3], stops_when_asked);
  tcase_add_loop_test(cases[3], bytes_on_the_way, 0, STREAMED);
  tcase_add_test(cases[3], kernels_are_reported);
  tcase_add_loop_test(cases[3], transforms_have_closed_forms, 0, TRANSFORMED);
  tcase_add_test(cases[3], fields_have_arenas_of_their_own);
}

#endif
