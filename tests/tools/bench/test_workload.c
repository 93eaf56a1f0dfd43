/* Tests of bench/workload.c. */
#include "bench/bench.h"
#include "tests/core/law/materials.h"

static const char file[] = "materials/michel-suquet.yaml";

static const am_workload *workload(int i) {
  size_t count;
  const am_workload *all = am_workloads(&count);
  ck_assert_int_lt(i, (int)count);
  return &all[i];
}

static am_load *load_of(const am_workload *w, long count) {
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  am_material *material;
  am_load *load;
  ck_assert(am_material_read(arena, report, source_path(arena, file),
                             &material) == AM_OK);
  ck_assert(am_load_new(arena, report, w, material, am_engine_find("interp"),
                        count, &load) == AM_OK);
  return load;
}

static double at(const am_load *load, const double *field, int row, long k) {
  return field[row * load->stride + k];
}

/* A stride of about 4 KiB between components fills one set of a cache. */
START_TEST(stride_is_padded) {
  for (long count = 1; count < 100000; count = count * 3 / 2 + 1) {
    long stride = am_bench_stride(count);
    ck_assert_int_ge(stride, count);
    ck_assert_int_lt(stride, count + 16);
    ck_assert_int_eq(stride % 8, 0);
    ck_assert_int_ne(stride % 64, 0);
  }
}
END_TEST

/* A point does not depend on the number of points. */
START_TEST(points_are_reproducible) {
  const am_load *a = load_of(workload(_i), 20), *b = load_of(workload(_i), 90);
  for (int i = 0; i < 6; i++)
    for (long k = 0; k < 20; k++) {
      ck_assert(at(a, a->full, i, k) == at(b, b->full, i, k));
      ck_assert(at(a, a->fields.strain0, i, k) ==
                at(b, b->fields.strain0, i, k));
      ck_assert(at(a, a->fields.state0, i, k) == at(b, b->fields.state0, i, k));
    }
}
END_TEST

START_TEST(strains_lie_where_they_should) {
  const am_workload *w = workload(_i);
  const am_load *load = load_of(w, 500);
  double least = INFINITY, most = 0;
  for (long k = 0; k < load->count; k++) {
    double norm = 0;
    for (int i = 0; i < 6; i++) {
      double e = at(load, load->full, i, k);
      norm += (i < 3 ? 1 : 2) * e * e;
      if (w->before > 0) ck_assert_double_le(fabs(e), 3e-3);
    }
    least = fmin(least, sqrt(norm));
    most = fmax(most, sqrt(norm));
  }
  if (w->before > 0) return;
  ck_assert_double_ge(least, 0.2 * 3.58e-3);
  ck_assert_double_lt(least, 0.25 * 3.58e-3);
  ck_assert_double_lt(most, 1.8 * 3.58e-3);
  ck_assert_double_gt(most, 1.75 * 3.58e-3);
}
END_TEST

START_TEST(preload_reaches_its_share) {
  const am_workload *w = workload(_i);
  const am_load *load = load_of(w, 50);
  double flow = 0;
  for (long k = 0; k < load->count; k++) {
    double trace = 0, full = 0;
    trace = at(load, load->fields.strain0, 0, k);
    for (int i = 0; i < 3; i++) full += at(load, load->full, i, k);
    ck_assert_close(trace, w->before * full / sqrt(3), 1e-12, 1e-18);
    for (int i = 0; i < 6; i++)
      flow += fabs(at(load, load->fields.state0, i, k));
  }
  ck_assert((flow > 0) == (w->before > 0));
}
END_TEST

static void count_steps(void *data, const am_fields *fields, long count) {
  (*(int *)data)++;
  ck_assert_int_eq(count, 10);
  for (long k = 0; k < count; k++) {
    ck_assert(fields->status[k] == AM_POINT_GOOD);
    ck_assert(fields->counts[AM_COUNT_SUBSTEPS * fields->stride + k] >= 1);
  }
}

/* A second run starts from the same state as the first one. */
START_TEST(walks_repeat) {
  const am_workload *w = workload(_i);
  const am_load *load = load_of(w, 10);
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  am_material *material;
  am_law *law;
  am_engine_program *program;
  const am_engine *interp = am_engine_find("interp");
  am_solver solver = am_solver_default;
  double stress[60];
  int steps = 0;
  double processor = 0;
  const am_walk walk = {true, count_steps, &steps, NULL, &processor};
  solver.scheme = am_scheme_find("ode23");
  ck_assert(am_material_read(arena, report, source_path(arena, file),
                             &material) == AM_OK);
  ck_assert(am_law_new(arena, report, material, NULL, &law) == AM_OK);
  ck_assert(am_engine_compile(arena, report, interp, law, &solver,
                              &(am_engine_options){.threads = 1},
                              &program) == AM_OK);
  for (int pass = 0; pass < 2; pass++) {
    ck_assert(am_load_drive(load, program, 10, &walk) > 0);
    ck_assert(processor > 0);
    for (int i = 0; i < 60; i++) {
      double found = at(load, load->fields.stress, i / 10, i % 10);
      if (pass) ck_assert(found == stress[i]);
      stress[i] = found;
    }
  }
  ck_assert_int_eq(steps, 2 * w->steps);
}
END_TEST

int main(void) {
  size_t count;
  am_workloads(&count);
  TCase *all = tcase_create("workload");
  tcase_add_test(all, stride_is_padded);
  tcase_add_loop_test(all, points_are_reproducible, 0, (int)count);
  tcase_add_loop_test(all, strains_lie_where_they_should, 0, (int)count);
  tcase_add_loop_test(all, preload_reaches_its_share, 0, (int)count);
  tcase_add_loop_test(all, walks_repeat, 0, (int)count);
  return test_run("bench/workload", &all, 1);
}
