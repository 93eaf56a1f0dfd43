/* trial.c: compiles the variants of a group and adds their rows. */
#include "bench/parts.h"

/* Points that a device processes at once. */
enum { WARP = 32 };

bool am_group_is_stopped(const am_group *g) {
  const volatile int *stop = g->bench->options.stop;
  return stop && *stop;
}

am_solver am_group_solver(const am_group *g, am_strategy strategy) {
  am_solver solver = am_solver_default;
  solver.scheme = g->subject.scheme;
  solver.tangent = g->subject.tangent;
  solver.derivatives = false;
  solver.strategy = strategy;
  return solver;
}

/* Compiles from the material to a program, as in the first use of a law. */
static am_status compile_trial(const am_group *g, am_arena *arena,
                               am_report *report, am_trial *t,
                               double *seconds) {
  const am_solver solver = am_group_solver(g, t->strategy);
  const am_engine_options options = {
      .lanes = t->engine->reference || t->way ? 0 : t->lanes,
      .threads = t->total ? g->bench->options.threads : 1};
  am_report *own = am_report_new(arena);
  double start = am_clock();
  if (am_law_new(arena, own, g->subject.material,
                 &(am_law_choice){.strategy = t->strategy}, &t->law) != AM_OK)
    return am_error(report, AM_INPUT, am_nowhere, "%s", own->last->text);
  AM_TRY(t->engine->compile(arena, report, t->law, &solver, &options,
                            &t->program));
  *seconds = am_clock() - start;
  return AM_OK;
}

/* Compiles in a temporary arena, whose code is unloaded. */
static am_status compile_cold(const am_group *g, am_report *report,
                              const am_trial *t, double *seconds) {
  am_trial own = *t;
  am_arena *arena = am_arena_child(g->arena);
  am_status status = compile_trial(g, arena, report, &own, seconds);
  am_arena_free(arena);
  return status;
}

/* Two workloads share a unit, which is compiled for the first one only. */
static am_status time_compiler(const am_group *g, am_report *report,
                               am_trial *t, am_bench_row *row) {
  const am_bench_row *known = NULL;
  for (size_t i = 0; i < g->bench->row_count && !known; i++) {
    const am_bench_row *r = &g->bench->rows[i];
    if (am_rows_are_alike(r, row) && r->subject.tangent == row->subject.tangent)
      known = r;
  }
  if (!known) AM_TRY(compile_cold(g, report, t, &row->compile.cold));
  AM_TRY(compile_trial(g, g->arena, report, t, &row->compile.warm));
  if (known) row->compile = known->compile;
  return AM_OK;
}

/* ---- trials ---------------------------------------------------------------*/

/* Adds a trial with its row; NULL: the last row. */
static void add_trial(am_group *g, am_trial trial, const am_bench_row *row) {
  am_bench *b = g->bench;
  if (row) {
    AM_PUSH_ROOM(g->rows_arena, b->rows, b->row_count, b->row_capacity);
    b->rows[b->row_count++] = *row;
  }
  trial.row = b->row_count - 1;
  AM_PUSH_ROOM(g->arena, g->trials, g->count, g->capacity);
  g->trials[g->count++] = trial;
}

/* Adds a program of one thread or of a device, with its row.  A failed
 * compilation for a device does not end the measurement of other engines. */
static am_status add_core(am_group *g, am_trial own, bool *absent) {
  am_bench_row row = {.subject = g->subject, .strategy = own.strategy,
                      .engine = own.engine->name, .lanes = own.lanes,
                      .way = own.way, .total = {NAN, NAN, NAN},
                      .predicted = NAN, .bus = NAN};
  am_report *told = am_report_new(g->arena);
  am_status status = time_compiler(g, told, &own, &row);
  const char *why = told->last ? told->last->text : "out of memory";
  bool device = own.engine->memory;
  *absent = told->first || status != AM_OK;
  if (!*absent) {
    add_trial(g, own, &row);
    return AM_OK;
  }
  if (status != AM_OK && !device)
    return am_error(g->report, status, am_nowhere, "%s", why);
  if (am_group_is_stopped(g)) return AM_OK; /* may have ended the compiler */
  if (device)
    am_warn(g->report, am_nowhere, "engine %s: %s, %s: %s", own.engine->name,
            g->subject.scheme->name, am_strategy_names[own.strategy], why);
  else
    am_warn(g->report, am_nowhere, "%s", told->first->text);
  return AM_OK;
}

static am_status add_total(am_group *g, am_trial own) {
  double seconds;
  own.total = true;
  if (g->bench->options.threads < 2) return AM_OK;
  AM_TRY(compile_trial(g, g->arena, g->report, &own, &seconds));
  add_trial(g, own, NULL);
  return AM_OK;
}

/* Adds the variants of a device, which share a program. */
static am_status add_ways(am_group *g, am_trial own) {
  bool absent;
  own.way = AM_WAY_RESIDENT;
  AM_TRY(add_core(g, own, &absent));
  if (absent) return AM_OK;
  own = g->trials[g->count - 1];
  am_bench_row row = g->bench->rows[own.row];
  while (++own.way < AM_WAYS) {
    row.way = own.way;
    add_trial(g, own, &row);
  }
  return AM_OK;
}

/* True if one lane is measured for comparison, for the common scheme. */
static bool is_compared_to_one_lane(const am_group *g, const am_trial *t) {
  return t->strategy == AM_STRATEGY_AUTOMATIC && t->lanes > 1 &&
         !g->bench->options.quick &&
         !strcmp(g->subject.scheme->name, "ode23");
}

am_status am_group_add(am_group *g, const am_engine *engine,
                       am_strategy strategy, bool *absent) {
  int asked = g->bench->options.lanes;
  const am_trial trial = {.strategy = strategy,
                          .engine = engine,
                          .lanes = engine->memory               ? WARP
                                   : engine->reference ? 1
                                   : asked ? asked : am_processor_lanes()};
  am_trial scalar = trial;
  scalar.lanes = 1;
  scalar.scalar = true;
  if (engine->memory) return add_ways(g, trial);
  AM_TRY(add_core(g, trial, absent));
  if (*absent) return AM_OK;
  AM_TRY(add_total(g, trial));
  return is_compared_to_one_lane(g, &trial) ? add_core(g, scalar, absent)
                                            : AM_OK;
}
