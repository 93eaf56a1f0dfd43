/* covers: loadings
 *
 * The case written for a failed comparison of a loading step repeats this
 * step. */
#include "check/parts.h"

#include "base/basis.h"
#include "table/table.h"
#include "point/run.h"
#include "tests/tools/check/planted.h"

static const char *const laws[] = {"michel-suquet", "generalized-maxwell",
                                   "fcc-crystal", "zener", "linear-elastic"};
enum { LAWS = sizeof laws / sizeof *laws };

/* The rows of a case from its text. */
static am_table *run_text(am_subject *s, const char *text) {
  char path[] = "/tmp/automat-replay-XXXXXX";
  int file = mkstemp(path);
  am_case *description;
  am_run *run;
  am_summary summary;
  am_table *table = NULL;
  ck_assert_int_ge(file, 0);
  ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
  close(file);
  am_status status =
      am_case_read(s->arena, s->report, path, NULL, 0, &description);
  unlink(path);
  if (status == AM_OK)
    status = am_run_prepare(s->arena, s->report, description, NULL, &run);
  if (status == AM_OK) {
    table = am_columns_table(s->arena, run->columns);
    const am_run_sink sink = {.row = am_row_to_table, .data = table};
    status = am_run_drive(s->arena, s->report, run, &sink, &summary);
  }
  ck_assert_msg(status == AM_OK, "%s\n%s", first_message(s->arena, s->report),
                text);
  return table;
}

/* Values [count] of the last row, from the column `first` on. */
static void compare(const am_table *table, const char *first,
                    const double *expected, int count) {
  long column = am_table_column(table, first);
  double most = 0;
  ck_assert_int_ge(column, 0);
  const double *row = table->values + (table->rows - 1) * table->columns;
  for (int i = 0; i < count; i++) most = fmax(most, fabs(expected[i]));
  for (int i = 0; i < count; i++)
    ck_assert_close(row[column + i], expected[i], 0, 1e-9 * most);
}

static void replay(am_subject *s, const am_scheme *scheme,
                   am_tangent_mode mode) {
  am_solver solver = am_solver_default;
  am_engine_program *program;
  am_step step = {.state = AM_ARRAY(s->arena, double, s->law->nx),
                  .derivative = AM_ARRAY(s->arena, double, 6 * s->law->nx)};
  am_loading loading;
  double t[36];
  solver.scheme = scheme;
  solver.tangent_mode = mode;
  solver.rtol = 2e-3;
  ck_assert(am_loadings_draw(s->sampler, mode, 0, &loading));
  ck_assert_int_eq(
      am_engine_compile(s->arena, s->report, &am_engine_interp, s->law, &solver,
                        &(am_engine_options){.threads = 1}, &program),
      AM_OK);
  am_loading_put(&loading, &step);
  am_engine_step(program, &step);
  ck_assert_int_eq(step.status, AM_POINT_GOOD);
  am_table *table =
      run_text(s, am_replay_loading(s, &solver, &loading, "a \"step\""));
  am_basis_to_tensor(step.stress, t);
  compare(table, "stress.xx", t, 6);
  am_basis_to_tangent(step.tangent, t);
  compare(table, "tangent.xx.xx", t, 36);
  if (s->law->count && s->law->variables[0].kind == AM_SCALAR)
    compare(table, s->law->variables[0].name, step.state, 1);
}

START_TEST(walks_the_same_step) {
  am_subject *s = subject_of(&(plan){.material = laws[_i]});
  ck_assert_int_eq(am_check_sampler(s), AM_OK);
  for (const am_scheme *const *scheme = s->schemes; *scheme; scheme++)
    for (int mode = 0; mode < 2; mode++)
      replay(s, am_scheme_find((*scheme)->name), (am_tangent_mode)mode);
  am_arena_free(s->arena);
}
END_TEST

/* The case of a material under deformation gradients gives them. */
START_TEST(ends_at_the_same_strain) {
  am_subject *s = subject_of(&(plan){.material = "sheet-metal"});
  am_loading loading;
  am_solver solver = am_solver_default;
  double t[6];
  solver.scheme = am_scheme_find("implicit-euler-adaptive");
  ck_assert_int_eq(am_check_sampler(s), AM_OK);
  ck_assert(am_loadings_draw(s->sampler, 0, 0, &loading));
  am_table *table =
      run_text(s, am_replay_loading(s, &solver, &loading, "a step"));
  am_basis_to_tensor(loading.to, t);
  compare(table, "strain.xx", t, 6);
  am_arena_free(s->arena);
}
END_TEST

/* An engine whose tangent is wrong. */
static void advance(am_engine_program *program, const am_fields *f,
                    long count) {
  am_engine_interp.advance(program, f, count);
  for (int i = 0; f->tangent && i < 36; i++)
    for (long p = 0; p < count; p++) f->tangent[i * f->stride + p] *= 1.001;
}

/* The case of a finding gives the value that the finding states as correct. */
START_TEST(findings_carry_it) {
  am_engine wrong = am_engine_interp;
  wrong.advance = advance;
  am_subject *s = subject_of(&(plan){.material = "michel-suquet",
                                     .engine = &wrong, .scheme = "ode23"});
  run_check(&am_check_tangent, s);
  const am_finding *f = first_with(s, AM_VERDICT_FAILED);
  ck_assert(f && f->replay);
  am_table *table = run_text(s, f->replay);
  long column = am_table_column(table, f->entry);
  ck_assert_int_ge(column, 0);
  double found = table->values[(table->rows - 1) * table->columns +
                               (size_t)column];
  ck_assert_close(found, f->reference, 1e-6, 0);
  ck_assert_close(f->ours, 1.001 * found, 1e-6, 0);
  am_arena_free(s->arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("loading replay");
  tcase_add_loop_test(tcase, walks_the_same_step, 0, LAWS);
  tcase_add_test(tcase, ends_at_the_same_strain);
  tcase_add_test(tcase, findings_carry_it);
  return test_run("loading replay", &tcase, 1);
}
