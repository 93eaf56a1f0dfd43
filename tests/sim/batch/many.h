/* many.h: cases whose points have different outcomes. */
#ifndef AM_TESTS_DRIVER_MANY_H
#define AM_TESTS_DRIVER_MANY_H

#include <math.h>

#include "tests/sim/batch/archives.h"

/* A material with a threshold, so that points differ in work. */
#define METAL                                                    \
  "material: metal\n"                                            \
  "units: {stress: MPa, time: s}\n"                              \
  "parameters: {E: {value: 55e3, above: 0}, n: {value: 3.6, min: 1}}\n" \
  "internal: {p: deviatoric, k: {type: scalar, initial: n/1e6}}\n" \
  "definitions: |\n"                                             \
  "  mu = E/2.66\n"                                              \
  "free_energy: |\n"                                             \
  "  e = eps - p\n"                                              \
  "  E*tr(e)^2 + mu*(e : e) + 25*k\n"                            \
  "force_potential: |\n"                                         \
  "  130/(n + 1)*(pos(mises(A_p) + A_k)/130)^(n + 1)\n"

#define MIXED                                                    \
  "solver: {engine: @}\n"                                   \
  "points:\n"                                                    \
  "  count: 300\n"                                               \
  "  variables: {n: {normal: [3.6, 0.1]}, E: {choice: [5e4, 6e4]},\n" \
  "    a: {uniform: [2e-4, 1e-3]}, d: direction}\n"              \
  "path:\n"                                                      \
  "  - {time: 1, steps: 3, strain: {xx: a, xy: 'a*d[xy]',"          \
  " others: 0}}\n"                                               \
  "  - {time: 2, steps: 2, stress: {yy: 0, zz: '10*t*d[zz]'}}\n"   \
  "  - {duration: 0, strain: {xx: a*1.1}}\n"                     \
  "  - {time: 3, stress: {yy: hold}, strain: {zz: hold}}\n"      \
  "output: {columns: [time, strain, stress, internal, substeps,\n" \
  "  evaluations, equilibrium_iterations, residual]}\n"

/* True if engine `i` can run here. */
static inline bool is_here(int i) {
  const char *what;
  size_t count;
  am_arena *arena = test_arena();
  return am_engines(&count)[i]->place(arena, am_report_new(arena), &what) ==
         AM_OK;
}

/* The text with engine `i` in it. */
static inline const char *on_engine(const char *text, int i) {
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  const char *at = strchr(text, '@');
  return am_format(test_arena(), "%.*s%s%s", (int)(at - text), text,
                   engines[i]->name, at + 1);
}

/* No state has a trace of 0.04 or more. */
#define BRITTLE                                                  \
  "material: brittle\n"                                          \
  "units: {stress: MPa, time: s}\n"                              \
  "parameters: {m: {value: 100, above: 0}}\n"                    \
  "internal: {p: deviatoric}\n"                                  \
  "free_energy: |\n"                                             \
  "  m*dev(eps - p):dev(eps - p) - log(0.04 - tr(eps))\n"        \
  "force_potential: 1e-9*inner(A_p, A_p)\n"

#define BREAK                                                    \
  "solver: {engine: @}\n"                                   \
  "points: {count: 300, variables: {s: {uniform: [20, 60]},"     \
  " m: {normal: [100, 40]}}}\n"                                  \
  "path:\n"                                                      \
  "  - {time: 1, strain: {xx: s*0.5e-3}}\n"                      \
  "  - {time: 2, steps: 2, strain: {xx: s*1e-3 + log(58 - s)*0}}\n" \
  "output: {columns: [strain, stress, p]}\n"

/* Steps that converge only after halving give the results of a run. */
#define HALVED                                                   \
  "solver: {scheme: ode23, max_substeps: 12, rtol: 1e-4,"        \
  " engine: @}\n"                                               \
  "points: {count: 100, variables: {a: {uniform: [0, 2e-3]}}}\n" \
  "path:\n"                                                      \
  "  - {time: 1, steps: 2, strain: {xx: a}}\n"                   \
  "  - {time: 2, strain: {xx: -a, others: 0},"                  \
  " stress: {yy: 0}}\n"                                         \
  "output: {columns: [strain, stress, substeps, energy]}\n"

/* The rows of one point, as am_run_drive gives them. */
static inline am_table *run_point(batched *b, const char *material,
                                  const char *text, long point) {
  am_run *run;
  am_summary summary;
  const am_case *description = case_of(b, material, text);
  const am_request request = {.point = point, .threads = 1};
  am_status status = am_run_prepare_points(b->arena, b->report, description,
                                           NULL, &request, &run);
  ck_assert_msg(status == AM_OK, "%s", batch_message(b));
  am_table *table = am_columns_table(b->arena, run->columns);
  am_run_sink sink = {.row = am_row_to_table, .data = table};
  (void)!am_run_drive(b->arena, b->report, run, &sink, &summary);
  return table;
}

/* Compares a column with one component of a dataset; rows after those of the
 * run are NaN. */
static inline void expect_column(batched *b, const am_table *table,
                                 const char *column, const char *name,
                                 long component, long point) {
  dataset d = read_dataset(b->arena, b->path, name, true);
  long c = am_table_column(table, column);
  ck_assert_int_ge(c, 0);
  for (long row = 0; row < d.rows; row++) {
    double value =
        d.values[(point * d.rows + row) * d.size + component];
    if (row < (long)table->rows)
      ck_assert_double_eq(value,
                          table->values[(size_t)row * table->columns +
                                        (size_t)c]);
    else
      ck_assert(isnan(value));
  }
}

#endif
