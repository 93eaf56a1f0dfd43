/* runs.h: cases run to tables, on materials with closed-form solutions. */
#ifndef AM_TESTS_DRIVER_RUNS_H
#define AM_TESTS_DRIVER_RUNS_H

#include <string.h>

#include "base/text.h"
#include "point/run.h"
#include "support.h"

/* E = 3000, nu = 0.25: lambda = mu = 1200 */
#define ELASTIC                                                  \
  "material: elastic\n"                                          \
  "units: {stress: MPa, time: s}\n"                              \
  "parameters: {E: {value: 3000, above: 0}, nu: 0.25}\n"         \
  "definitions: |\n"                                             \
  "  lambda = E*nu/((1 + nu)*(1 - 2*nu))\n"                      \
  "  mu = E/(2*(1 + nu))\n"                                      \
  "free_energy: lambda/2*tr(eps)^2 + mu*inner(eps, eps)\n"

/* A spring of stiffness k and a dashpot in every component:
 * sigma = k (eps - x), x' = sigma/eta. */
#define MAXWELL                                                  \
  "material: maxwell\n"                                          \
  "units: {stress: GPa, time: h}\n"                              \
  "parameters: {k: 100, eta: 200}\n"                             \
  "internal: {x: symmetric}\n"                                   \
  "free_energy: k/2*inner(eps - x, eps - x)\n"                   \
  "force_potential: inner(A_x, A_x)/(2*eta)\n"

/* Two deviatoric variables and a scalar on which nothing depends; the state has
 * another order. */
#define LISTED                                                   \
  "material: listed\n"                                           \
  "parameters: {k: [1000, 2000]}\n"                              \
  "internal:\n"                                                  \
  "  alpha: scalar\n"                                            \
  "  x: {type: deviatoric, count: 2}\n"                          \
  "free_energy: |\n"                                             \
  "  500*tr(eps)^2 + sum(i, 1, 2, k[i]*inner(dev(eps) - x[i],"   \
  " dev(eps) - x[i])) + 0.1*alpha\n"                             \
  "force_potential: |\n"                                         \
  "  (mises(A_x[1]) + pos(A_alpha + 0.2))^3/3e4 +"               \
  " inner(A_x[2], A_x[2])/1e3\n"

typedef struct {
  am_arena *arena;
  am_report *report;
  am_case *description;
  am_run *run;
  am_table *table;
  am_summary summary;
} ran;

static inline am_yaml *parse_text(ran *r, const char *name,
                                  const char *text) {
  am_yaml *root = NULL;
  am_source *source = AM_NEW(r->arena, am_source);
  *source = (am_source){name, text, strlen(text)};
  ck_assert_int_eq(am_yaml_parse(r->arena, r->report, source, &root), AM_OK);
  return root;
}

static inline const char *message_of(const ran *r) {
  const am_message *message = r->report->first;
  return message ? am_format(r->arena, "%d:%d: %s", message->place.line,
                             message->place.column, message->text)
                 : "none";
}

/* Materials are read from files, so the text is written to a file. */
static inline const am_material *material_of(ran *r, const char *text) {
  am_material *material = NULL;
  char path[] = "/tmp/automat-run-XXXXXX";
  int descriptor = mkstemp(path);
  ck_assert_int_ge(descriptor, 0);
  FILE *out = fdopen(descriptor, "w");
  fputs(text, out);
  fclose(out);
  am_status status = am_material_read(r->arena, r->report, path, &material);
  remove(path);
  ck_assert_msg(status == AM_OK, "%s", message_of(r));
  return material;
}

static inline am_status prepare_case(ran *r, const char *material,
                                     const char *text) {
  r->arena = test_arena();
  r->report = am_report_new(r->arena);
  const am_material *m = material_of(r, material);
  AM_TRY(am_case_from(r->arena, r->report, parse_text(r, "case.yaml", text),
                      "/tmp", true, &r->description));
  AM_TRY(am_expect_columns(r->arena, r->report, r->description));
  return am_run_prepare(r->arena, r->report, r->description, m, &r->run);
}

static inline am_status walk_case(ran *r) {
  const am_columns *columns = r->run->columns;
  r->table = am_columns_table(r->arena, columns);
  am_run_sink sink = {.row = am_row_to_table, .data = r->table};
  return am_run_drive(r->arena, r->report, r->run, &sink, &r->summary);
}

/* Runs a case that must succeed without a message. */
static inline ran run_case(const char *material, const char *text) {
  ran r = {0};
  am_status status = prepare_case(&r, material, text);
  if (status == AM_OK) status = walk_case(&r);
  ck_assert_msg(status == AM_OK && !r.report->first, "%s\n%s", text,
                message_of(&r));
  return r;
}

static inline double value_at(const ran *r, size_t row, const char *name) {
  long column = am_table_column(r->table, name);
  ck_assert_msg(column >= 0, "no column %s", name);
  ck_assert_msg(row < r->table->rows, "no row %zu", row);
  return r->table->values[row * r->table->columns + (size_t)column];
}

static inline double last_value(const ran *r, const char *name) {
  return value_at(r, r->table->rows - 1, name);
}

#endif
