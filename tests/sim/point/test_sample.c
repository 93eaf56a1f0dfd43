/* Points of a file: histories, parameters and initial states. */
#include <math.h>

#include "tests/sim/batch/histories.h"

/* The same point as a case written by hand. */
static am_table *by_hand(batched *b, long p) {
  am_buffer text = {.arena = b->arena};
  am_buffer_add(&text,
                "parameters: {eta: %ld}\n"
                "initial: {time: 1, strain: {xy: %.17g}, "
                "x: {xx: %.17g, yy: %.17g}}\n"
                "solver: {engine: interp, tangent: false}\npath:\n",
                100 + p, target_of(p, 0, 5), 1e-6 * (double)p,
                -1e-6 * (double)p);
  for (int i = 1; i < TIMES; i++) {
    const char *yy = i > 1 ? "stress" : "strain";
    am_buffer_add(&text, times[i] > times[i - 1] ? "  - {time: %g, "
                                                 : "  - {duration: 0, ",
                  times[i]);
    am_buffer_add(&text, "strain: {xx: %.17g, yz: %.17g, xz: %.17g, "
                         "xy: %.17g%s",
                  target_of(p, i, 0), target_of(p, i, 3), target_of(p, i, 4),
                  target_of(p, i, 5), i > 1 ? "}, " : ", ");
    if (i > 1) am_buffer_add(&text, "%s: {", yy);
    am_buffer_add(&text, "yy: %.17g, zz: %.17g}}\n", target_of(p, i, 1),
                  target_of(p, i, 2));
  }
  am_buffer_add(&text, "output: {columns: [strain, stress, x]}\n");
  am_run *run;
  am_summary summary;
  const am_case *description = case_of(b, MAXWELL, text.text);
  am_status status =
      am_run_prepare(b->arena, b->report, description, NULL, &run);
  ck_assert_msg(status == AM_OK, "%s\n%s", text.text, batch_message(b));
  am_table *table = am_columns_table(b->arena, run->columns);
  am_run_sink sink = {.row = am_row_to_table, .data = table};
  ck_assert_int_eq(
      am_run_drive(b->arena, b->report, run, &sink, &summary), AM_OK);
  return table;
}

static void expect_rows(const dataset *d, const am_table *table,
                        const char *first, long point) {
  long c = am_table_column(table, first);
  ck_assert_int_eq(d->rows, (long)table->rows);
  for (long row = 0; row < d->rows; row++)
    for (long i = 0; i < 6; i++)
      ck_assert_double_eq(
          d->values[(point * d->rows + row) * 6 + i],
          table->values[row * (long)table->columns + c + i]);
}

START_TEST(points_of_a_file) {
  const am_batch_options options = {.chunk = 128};
  write_file(file_of("histories.h5"));
  batched b = run_batch(MAXWELL, from_file, "file.h5", &options);
  ck_assert_msg(b.status == AM_OK, "%s", batch_message(&b));
  ck_assert_int_eq(b.summary.done, POINTS);
  dataset strain = read_dataset(b.arena, b.path, "strain", true);
  dataset stress = read_dataset(b.arena, b.path, "stress", true);
  dataset x = read_dataset(b.arena, b.path, "internal/x", true);
  dataset eta = read_dataset(b.arena, b.path, "points/eta", false);
  for (long p = 0; p < POINTS; p += 37) {
    am_table *table = by_hand(&b, p);
    ck_assert_double_eq(eta.values[p], 100 + (double)p);
    expect_rows(&strain, table, "strain.xx", p);
    expect_rows(&stress, table, "stress.xx", p);
    expect_rows(&x, table, "x.xx", p);
  }
}
END_TEST

/* One point of it alone. */
START_TEST(one_point_of_a_file) {
  write_file(file_of("histories.h5"));
  batched b = run_batch(MAXWELL, from_file, "file.h5", NULL);
  dataset stress = read_dataset(b.arena, b.path, "stress", true);
  for (long p = 0; p < POINTS; p += 50) {
    am_run *run;
    am_summary summary;
    const am_request request = {.point = p, .threads = 1};
    const am_case *description = case_of(&b, MAXWELL, from_file);
    am_status status = am_run_prepare_points(
        b.arena, b.report, description, NULL, &request, &run);
    ck_assert_msg(status == AM_OK, "%s", batch_message(&b));
    am_table *table = am_columns_table(b.arena, run->columns);
    am_run_sink sink = {.row = am_row_to_table, .data = table};
    ck_assert_int_eq(
        am_run_drive(b.arena, b.report, run, &sink, &summary), AM_OK);
    expect_rows(&stress, table, "stress.xx", p);
    am_sample_close(run->sample);
  }
}
END_TEST

static const struct {
  const char *initial, *message;
} contradictions[] = {
    {"{time: 2}", "the histories of the file start at the time 1, not at the "
                  "initial time of the case"},
    {"{strain: {xy: 1e-3}}", "remove the initial strain.xy: the file"},
    {"{time: 1, strain: {yy: 0}}", NULL},
};

START_TEST(contradicting_starts) {
  const char *message = contradictions[_i].message;
  write_file(file_of("histories.h5"));
  batched b = run_batch(MAXWELL,
                        am_format(test_arena(), "initial: %s\n%s",
                                  contradictions[_i].initial, from_file),
                        "start.h5", NULL);
  ck_assert_int_eq(b.status, message ? AM_INPUT : AM_OK);
  if (message)
    ck_assert_msg(!strncmp(batch_message(&b), message, strlen(message)),
                  "%s", batch_message(&b));
}
END_TEST

static const struct {
  const char *material, *message;
} refused[] = {
    {ELASTIC, "/initial/x: material 'elastic' has no such internal variable"},
    {"material: other\n"
     "internal: {x: scalar}\n"
     "parameters: {eta: 1}\n"
     "free_energy: inner(eps, eps) + x^2\n"
     "force_potential: A_x^2/eta\n",
     "/initial/x: expected 1 components, found 6"},
    {"material: other\n"
     "internal: {x: deviatoric}\n"
     "free_energy: inner(eps, eps) + inner(x, x)\n"
     "force_potential: inner(A_x, A_x)\n",
     "/parameters/eta: material 'other' has no such parameter"},
    {"material: other\n"
     "internal: {x: symmetric}\n"
     "parameters: {eta: [1, 2]}\n"
     "free_energy: inner(eps, eps) + inner(x, x)\n"
     "force_potential: inner(A_x, A_x)*eta[1]\n",
     "parameter 'eta' of material 'other' is a list of 2 scalars: only"},
};

START_TEST(refused_files) {
  write_file(file_of("histories.h5"));
  batched b = run_batch(refused[_i].material, from_file, "no.h5", NULL);
  ck_assert_int_eq(b.status, AM_INPUT);
  ck_assert_msg(!strncmp(batch_message(&b), refused[_i].message,
                         strlen(refused[_i].message)),
                "%s", batch_message(&b));
}
END_TEST

int main(void) {
  TCase *all = tcase_create("sample");
  tcase_add_test(all, points_of_a_file);
  tcase_add_test(all, one_point_of_a_file);
  tcase_add_loop_test(all, contradicting_starts, 0,
                      sizeof contradictions / sizeof *contradictions);
  tcase_add_loop_test(all, refused_files, 0,
                      sizeof refused / sizeof *refused);
  return test_run("point/sample", &all, 1);
}
