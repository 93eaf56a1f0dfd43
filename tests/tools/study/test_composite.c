/* test_composite.c: a volume element of one material is a point; what its
 * tables say of each other; what is left when it is stopped. */
#include "studies.h"

static const char laminate[] = LAMINATE;

/* The same question about one of its tables. */
static studied table_of(const studied *s, const char *name) {
  studied table = *s;
  table.q.table = NULL;
  for (size_t i = 0; i < s->q.tables.count; i++)
    if (!strcmp(s->q.tables.tables[i].name, name))
      table.q.table = s->q.tables.tables[i].table;
  ck_assert_msg(table.q.table != NULL, "no table %s", name);
  return table;
}

static studied ask(const char *text, am_study_options options) {
  return study(&(question){"composite", write_file(test_arena(), text),
                           .options = options, .threads = 1});
}

/* The row of a loading step. */
static size_t step_of(const studied *s, double steps, const char *scheme,
                      double step) {
  for (size_t i = 0; i < rows_of(s); i++)
    if (number_at(s, i, "steps") == steps && number_at(s, i, "step") == step &&
        is_row(s, i, "scheme", scheme))
      return i;
  ck_abort_msg("no step %g of %g with %s", step, steps, scheme);
}

/* Stress, tangent and substeps of one point under the same path, for a scheme
 * whose tangent goes along. */
START_TEST(of_one_material) {
  static const char *const wanted[][2] = {{"stress.xx", "stress.xx"},
                                          {"tangent.xx.xx", "average.xx.xx"},
                                          {"tangent.xx.yy", "average.xx.yy"}};
  studied s = ask(LAYERS("material: michel-suquet"),
                  (am_study_options){.steps = "48",
                                     .schemes = "implicit-euler",
                                     .parts = "steps,effective"});
  studied steps = table_of(&s, "steps"), tangents = table_of(&s, "tangents");
  studied point = study(&(question){
      "sweep", "uniaxial", .over = {"solver.scheme=implicit-euler"},
      .options = {.columns = "stress.xx,tangent.xx.xx,tangent.xx.yy",
                  .at = "all"}});
  ck_assert_uint_eq(rows_of(&steps), 49);
  for (size_t r = 1; r < 49; r++) {
    ck_assert_close(number_at(&steps, r, "stress.xx"),
                    number_at(&point, r, wanted[0][0]), 1e-6, 1e-6);
    for (size_t c = 1; c < 3; c++)
      ck_assert_close(number_at(&tangents, r, wanted[c][1]),
                      number_at(&point, r, wanted[c][0]), 1e-5, 0);
    ck_assert_close(number_at(&tangents, r, "effective.xx.xx"),
                    number_at(&tangents, r, "average.xx.xx"), 1e-6, 0);
    ck_assert_close(number_at(&tangents, r, "effective.xx.yy"),
                    number_at(&tangents, r, "average.xx.yy"), 1e-6, 0);
  }
}
END_TEST

static double sum_of(const studied *s, double steps, const char *scheme,
                     const char *column) {
  double sum = 0;
  for (size_t i = 0; i < rows_of(s); i++)
    if (number_at(s, i, "steps") == steps && is_row(s, i, "scheme", scheme))
      sum += number_at(s, i, column);
  return sum;
}

/* Totals are those of the steps; differences vanish for the most loading
 * steps and become smaller towards them; a single implicit Euler step is one
 * substep; no variant is run twice. */
START_TEST(tables_agree) {
  studied s = ask(laminate,
                  (am_study_options){.steps = "6,12,24",
                                     .schemes = "implicit-euler,ode23s",
                                     .controls = "stress,internal",
                                     .references = "fixed,updated"});
  studied totals = table_of(&s, "iterations"), steps = table_of(&s, "steps");
  studied errors = table_of(&s, "accuracy"), times = table_of(&s, "times");
  ck_assert_uint_eq(rows_of(&totals), 6);
  ck_assert_uint_eq(rows_of(&steps), 2 * (7 + 13 + 25));
  ck_assert_uint_eq(rows_of(&errors), 9);
  ck_assert_uint_eq(rows_of(&times), 4);
  for (size_t i = 0; i < 6; i++) {
    double n = number_at(&totals, i, "steps");
    const char *scheme = text_at(&totals, i, "scheme");
    double sum = sum_of(&steps, n, scheme, "iterations");
    ck_assert(is_row(&totals, i, "status", "ok"));
    ck_assert_double_gt(sum, n);
    ck_assert_double_eq(number_at(&totals, i, "iterations"), sum);
    ck_assert_double_eq(number_at(&totals, i, "per_step"), sum / n);
    ck_assert_double_ge(number_at(&totals, i, "evaluations"), sum);
    ck_assert(isnan(number_at(&totals, i, "paper_iterations")));
    for (double k = 1; k <= n; k++) {
      size_t r = step_of(&steps, n, scheme, k);
      double substeps = number_at(&steps, r, "substeps");
      if (!strcmp(scheme, "implicit-euler")) ck_assert(substeps == 1);
      ck_assert_double_ge(substeps, 1);
      if (n == 24) ck_assert_double_eq(number_at(&steps, r, "difference"), 0);
    }
  }
  for (size_t i = 0; i < rows_of(&errors); i++) {
    double n = number_at(&errors, i, "steps");
    ck_assert_double_eq(number_at(&errors, i, "times"), n + 1);
    if (n == 24) ck_assert_double_eq(number_at(&errors, i, "maximum"), 0);
    if (n < 24)
      ck_assert_double_gt(number_at(&errors, i, "maximum"),
                          n == 6 ? number_at(&errors, i + 3, "maximum") : 0);
  }
}
END_TEST

/* What the basic scheme needs is what it needs where the case names it. */
START_TEST(basic_scheme) {
  question asked = {"composite", write_file(test_arena(), laminate),
                    .options = {.steps = "6,12",
                                .schemes = "implicit-euler,ode23s",
                                .parts = "iterations,basic"},
                    .threads = 1};
  studied both = study(&asked);
  asked.sets[0] = "homogenization.scheme=basic";
  asked.options.parts = "iterations";
  studied alone = study(&asked);
  studied own = table_of(&both, "iterations");
  studied basic = table_of(&both, "basic");
  studied expected = table_of(&alone, "iterations");
  ck_assert_uint_eq(rows_of(&own), 4);
  ck_assert_uint_eq(rows_of(&basic), 2);
  for (size_t i = 0; i < 2; i++) {
    const char *scheme = text_at(&basic, i, "scheme");
    double found = number_at(&basic, i, "iterations");
    ck_assert_double_eq(number_at(&basic, i, "steps"), 12);
    ck_assert(is_row(&basic, i, "status", "ok"));
    for (size_t r = 0; r < 4; r++) {
      if (number_at(&expected, r, "steps") != 12 ||
          !is_row(&expected, r, "scheme", scheme))
        continue;
      ck_assert_double_eq(found, number_at(&expected, r, "iterations"));
      ck_assert_double_gt(found, number_at(&own, r, "iterations"));
    }
  }
}
END_TEST

/* Parts of the whole time.  The strategy has no influence on the number of
 * iterations (the paper's table of them). */
START_TEST(times_add_up) {
  studied s = study(&(question){
      "composite", write_file(test_arena(), laminate),
      .options = {.steps = "24", .schemes = "implicit-euler",
                  .strategies = "automatic,conventional",
                  .references = "fixed,updated", .parts = "times"},
      .sets = {"homogenization.equilibrium=1e-4"}, .threads = 1});
  studied times = table_of(&s, "times");
  ck_assert_uint_eq(s.q.tables.count, 1);
  ck_assert_uint_eq(rows_of(&times), 4);
  for (size_t i = 0; i < 4; i++) {
    double sum = 0;
    static const char *const parts[] = {"law", "tangents", "transforms",
                                        "rest"};
    for (size_t k = 0; k < 4; k++) {
      ck_assert_double_ge(number_at(&times, i, parts[k]), 0);
      sum += number_at(&times, i, parts[k]);
    }
    ck_assert_close(sum, number_at(&times, i, "total"), 1e-12, 0);
    ck_assert(is_row(&times, i, "engine", "interp"));
    ck_assert(is_row(&times, i, "reference", i % 2 ? "updated" : "fixed"));
    ck_assert(
        is_row(&times, i, "strategy", i < 2 ? "automatic" : "conventional"));
  }
  ck_assert_double_eq(number_at(&times, 0, "iterations"),
                      number_at(&times, 2, "iterations"));
}
END_TEST

/* How far ode23s is from ode23 over the steps is what the accuracies say. */
START_TEST(controls) {
  studied s = ask(laminate, (am_study_options){.steps = "24",
                                               .schemes = "ode23,ode23s",
                                               .against = "ode23",
                                               .parts = "accuracy,control"});
  studied rows = table_of(&s, "control"), errors = table_of(&s, "accuracy");
  ck_assert_uint_eq(rows_of(&errors), 4);
  ck_assert_uint_eq(rows_of(&rows), 2 * 25);
  for (size_t i = 0; i < 2; i++) {
    double largest = 0;
    for (size_t r = 25 * i; r < 25 * (i + 1); r++)
      largest = fmax(largest, fabs(number_at(&rows, r, "apart")));
    ck_assert(is_row(&rows, 25 * i, "scheme", "ode23s"));
    ck_assert(is_row(&errors, i, "scheme", "ode23"));
    ck_assert_double_eq(number_at(&errors, i, "apart"), 0);
    ck_assert_double_gt(largest, 0);
    ck_assert_double_eq(number_at(&errors, 2 + i, "apart"), largest);
  }
}
END_TEST

/* What a listener was told, who stops the study behind the first variant. */
typedef struct {
  int stop;
  size_t rows, calls;
} watcher;

static void watch(void *data, am_arena *arena, const am_study_tables *t) {
  watcher *w = data;
  (void)arena;
  w->calls++;
  w->rows = t->tables[0].table->rows;
  w->stop = 1;
}

START_TEST(stopped) {
  watcher w = {0};
  studied s = study_try(&(question){
      "composite", write_file(test_arena(), laminate),
      .options = {.steps = "3,6", .schemes = "implicit-euler,ode23s",
                  .parts = "iterations,steps"},
      .threads = 1, .stop = &w.stop, .listener = {watch, &w}});
  ck_assert_int_eq(s.status, AM_FAILED);
  ck_assert_ptr_nonnull(strstr(first_text(&s), "stopped after 1 of 4 runs"));
  ck_assert_uint_eq(w.calls, 1);
  ck_assert_uint_eq(w.rows, 1);
  studied totals = table_of(&s, "iterations"), steps = table_of(&s, "steps");
  ck_assert_uint_eq(rows_of(&totals), 1);
  ck_assert_uint_eq(rows_of(&steps), 4);
}
END_TEST

/* Rows of what fails say why, behind those that stand. */
START_TEST(failures_are_rows) {
  studied s = study_try(&(question){
      "composite", write_file(test_arena(), laminate),
      .options = {.steps = "48", .schemes = "implicit-euler",
                  .parts = "iterations,steps"},
      .sets = {"path.2.strain.xx=log(4 - t)"}, .threads = 1});
  ck_assert_int_eq(s.status, AM_INPUT);
  studied totals = table_of(&s, "iterations"), steps = table_of(&s, "steps");
  ck_assert_uint_eq(rows_of(&totals), 1);
  ck_assert_ptr_nonnull(strstr(text_at(&totals, 0, "status"), "finite"));
  ck_assert(isnan(number_at(&totals, 0, "iterations")));
  size_t last = rows_of(&steps) - 1;
  ck_assert_uint_gt(last, 17);
  ck_assert_uint_lt(last, 48);
  ck_assert(is_row(&steps, last - 1, "status", "ok"));
  ck_assert_str_eq(text_at(&steps, last, "status"),
                   text_at(&totals, 0, "status"));
  ck_assert(isnan(number_at(&steps, last, "step")));
}
END_TEST

/* The mean of substeps is over laws with internal variables, as in the tables
 * of homogenize: of elastic ones there is none. */
START_TEST(elastic_elements_have_no_substeps) {
  studied s = study(&(question){
      "composite", write_file(test_arena(), laminate),
      .options = {.steps = "48", .schemes = "ode23", .parts = "steps"},
      .sets = {"phases.matrix.material=linear-elastic"}, .threads = 1});
  studied steps = table_of(&s, "steps");
  for (size_t r = 1; r < rows_of(&steps); r++)
    ck_assert_double_eq(number_at(&steps, r, "substeps"), 0);
}
END_TEST

/* The same tables for any other key: each of its values has the rows that it
 * has alone, apart from times. */
START_TEST(other_keys) {
  static const char *const names[] = {"iterations", "accuracy", "control"};
  const char *file = write_file(test_arena(), laminate);
  question asked = {"composite", file,
                    .options = {.steps = "3,6", .schemes = "ode23,ode23s",
                                .against = "ode23"},
                    .over = {"phases.layer.parameters.E=2e5,3e5"},
                    .threads = 1};
  studied both = study(&asked);
  asked.over[0] = NULL;
  asked.sets[0] = "phases.layer.parameters.E=3e5";
  studied alone = study(&asked);
  for (size_t i = 0; i < 3; i++) {
    studied a = table_of(&both, names[i]), b = table_of(&alone, names[i]);
    size_t row = 0;
    ck_assert_uint_eq(rows_of(&a), 2 * rows_of(&b));
    for (size_t r = 0; r < rows_of(&a); r++) {
      if (number_at(&a, r, "phases.layer.parameters.E") != 3e5) continue;
      for (size_t c = 0; c < b.q.table->columns; c++) {
        const char *name = b.q.table->names[c];
        double x = a.q.table->values[cell_at(&a, r, name)];
        double y = b.q.table->values[cell_at(&b, row, name)];
        ck_assert_str_eq(text_at(&a, r, name), text_at(&b, row, name));
        ck_assert(x == y || (isnan(x) && isnan(y)));
      }
      row++;
    }
    ck_assert_uint_eq(row, rows_of(&b));
  }
}
END_TEST

/* A strategy that no phase has anything for. */
START_TEST(lacking_strategy) {
  studied s = study(&(question){
      "composite", write_file(test_arena(), laminate),
      .options = {.steps = "2", .schemes = "implicit-euler",
                  .strategies = "automatic,conventional", .parts = "times"},
      .sets = {"phases.matrix.material=linear-elastic"}, .threads = 1});
  studied times = table_of(&s, "times");
  ck_assert(is_row(&times, 0, "status", "ok"));
  ck_assert(is_row(&times, 1, "strategy", "conventional"));
  ck_assert_ptr_nonnull(strstr(text_at(&times, 1, "status"), "no phase has"));
}
END_TEST

START_TEST(wrong_options) {
  static const struct {
    am_study_options options;
    const char *text;
  } rows[] = {
      {{.parts = "iteration"}, "'--parts'"},
      {{.strategies = "manual"}, "'--strategies'"},
      {{.references = "given"}, "'--references'"},
      {{.grid = "0"}, "'--grid'"},
      {{.grid = "2.5"}, "'--grid'"},
      {{.against = "rodas4"}, "'--against'"},
      {{.column = "stress"}, "no option '--column'"},
      {{.schemes = "ode23", .strategies = "conventional"}, "goes with"}};
  static const char *const keys[][2] = {
      {"solver.scheme=ode12", "is varied by '--schemes'"},
      {"solver.strategy=automatic", "swept over twice"}};
  const char *file = write_file(test_arena(), laminate);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    studied s = study_try(
        &(question){"composite", file, .options = rows[i].options});
    ck_assert_int_eq(s.status, AM_USAGE);
    ck_assert_msg(strstr(first_text(&s), rows[i].text) != NULL, "%s: %s",
                  rows[i].text, first_text(&s));
  }
  for (size_t i = 0; i < 2; i++) {
    studied s = study_try(&(question){"composite", file,
                                      .over = {keys[i][0]}});
    ck_assert_int_eq(s.status, AM_USAGE);
    ck_assert_ptr_nonnull(strstr(first_text(&s), keys[i][1]));
  }
}
END_TEST

/* Points are no volume elements, and the other way round. */
START_TEST(wrong_cases) {
  studied s = study_try(&(question){"composite", "uniaxial", .threads = 1});
  ck_assert_int_eq(s.status, AM_INPUT);
  ck_assert_ptr_nonnull(strstr(first_text(&s), "a microstructure"));
  s = study_try(
      &(question){"order", write_file(test_arena(), laminate), .threads = 1});
  ck_assert_int_eq(s.status, AM_INPUT);
  ck_assert_ptr_nonnull(strstr(first_text(&s), "a material"));
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("composite")};
  tcase_add_test(cases[0], basic_scheme);
  tcase_add_test(cases[0], elastic_elements_have_no_substeps);
  tcase_add_test(cases[0], of_one_material);
  tcase_add_test(cases[0], tables_agree);
  tcase_add_test(cases[0], times_add_up);
  tcase_add_test(cases[0], controls);
  tcase_add_test(cases[0], stopped);
  tcase_add_test(cases[0], failures_are_rows);
  tcase_add_test(cases[0], other_keys);
  tcase_add_test(cases[0], lacking_strategy);
  tcase_add_test(cases[0], wrong_options);
  tcase_add_test(cases[0], wrong_cases);
  return test_run("composite", cases, 1);
}
