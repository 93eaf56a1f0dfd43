#include "bench/group.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "engine/processor.h"

/* Points that a thread needs to fill its vectors and its share of blocks. */
enum { FEWEST_NATIVE = 2048, FEWEST_INTERP = 32, BLOCK = 2048, LINE = 8 };

/* Groups that take longer than so many times their time, because a run of the
 * fewest points does, are measured less often, down to so many times. */
enum { PATIENCE = 4, FEWEST_ROUNDS = 3 };

static const char interp[] = "interp";

static bool is_scalar_engine(const am_engine *engine) {
  return !strcmp(engine->name, interp);
}

static int lanes_of(const am_group *g, const am_engine *engine) {
  int asked = g->bench->options.lanes;
  if (is_scalar_engine(engine)) return 1;
  return asked ? asked : am_processor_lanes();
}

static bool is_stopped(const am_group *g) {
  const volatile int *stop = g->bench->options.stop;
  return stop && *stop;
}

static am_solver solver_of(const am_group *g, am_strategy strategy) {
  am_solver solver = am_solver_default;
  solver.scheme = g->subject.scheme;
  solver.tangent = g->subject.tangent;
  solver.strategy = strategy;
  return solver;
}

/* ---- compiling ------------------------------------------------------------*/

static am_status build_law(const am_group *g, am_arena *arena,
                           am_report *report, am_trial *t) {
  am_report *own = am_report_new(arena);
  if (am_law_new(arena, own, g->subject.material, NULL, NULL, am_nowhere,
                 t->strategy, false, &t->law) == AM_OK)
    return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere, "%s", own->last->text);
}

/* From the material to a program, as the first use of a law goes. */
static am_status compile(const am_group *g, am_arena *arena,
                         am_report *report, am_trial *t, double *seconds) {
  const am_solver solver = solver_of(g, t->strategy);
  const am_engine_options options = {
      .lanes = is_scalar_engine(t->engine) ? 0 : t->lanes,
      .threads = t->total ? g->bench->options.threads : 1};
  double start = am_clock();
  AM_TRY(build_law(g, arena, report, t));
  AM_TRY(t->engine->compile(arena, report, t->law, &solver, &options,
                            &t->program));
  *seconds = am_clock() - start;
  return AM_OK;
}

/* The same in an arena that goes at once, its code unloaded. */
static am_status compile_cold(const am_group *g, am_report *report,
                              const am_trial *t, double *seconds) {
  am_trial own = *t;
  am_arena *arena = am_arena_new();
  am_status status = AM_ENVIRONMENT;
  if (arena && !am_arena_recover(arena))
    status = compile(g, arena, report, &own, seconds);
  am_arena_free(arena);
  return status;
}

static bool is_same_unit(const am_bench_row *a, const am_bench_row *b) {
  return !strcmp(a->subject.material->path, b->subject.material->path) &&
         a->subject.scheme == b->subject.scheme &&
         a->subject.tangent == b->subject.tangent &&
         a->strategy == b->strategy && a->engine == b->engine &&
         a->lanes == b->lanes;
}

/* Two workloads share a unit, which is compiled for the first. */
static const am_bench_row *earlier(const am_group *g,
                                   const am_bench_row *row) {
  for (size_t i = 0; i < g->bench->row_count; i++)
    if (is_same_unit(&g->bench->rows[i], row)) return &g->bench->rows[i];
  return NULL;
}

static am_status time_compiler(const am_group *g, am_report *report,
                               am_trial *t, am_bench_row *row) {
  const am_bench_row *known = earlier(g, row);
  if (!known) AM_TRY(compile_cold(g, report, t, &row->compile.cold));
  AM_TRY(compile(g, g->arena, report, t, &row->compile.warm));
  if (known) row->compile = known->compile;
  return AM_OK;
}

/* ---- trials ---------------------------------------------------------------*/

static am_trial *add_trial(am_group *g, const am_trial *trial) {
  AM_PUSH_ROOM(g->arena, g->trials, g->count, g->capacity);
  g->trials[g->count] = *trial;
  return &g->trials[g->count++];
}

/* A program of one thread, with its row. */
static am_status add_core(am_group *g, const am_trial *trial, bool *absent) {
  am_bench *b = g->bench;
  am_trial own = *trial;
  am_bench_row row = {.subject = g->subject, .strategy = own.strategy,
                      .engine = own.engine->name, .lanes = own.lanes,
                      .total = {NAN, NAN, NAN}};
  am_report *told = am_report_new(g->arena);
  am_status status = time_compiler(g, told, &own, &row);
  *absent = status == AM_OK && told->first;
  if (*absent && !is_stopped(g)) /* it may have stopped the compiler */
    am_warn(g->report, am_nowhere, "%s", told->first->text);
  if (status != AM_OK)
    return am_error(g->report, status, am_nowhere, "%s",
                    told->last ? told->last->text : "out of memory");
  if (*absent) return AM_OK;
  AM_PUSH_ROOM(g->rows_arena, b->rows, b->row_count, b->row_capacity);
  own.row = b->row_count++;
  b->rows[own.row] = row;
  add_trial(g, &own);
  return AM_OK;
}

static am_status add_total(am_group *g, const am_trial *trial) {
  am_trial own = *trial;
  double seconds;
  own.total = true;
  own.row = g->bench->row_count - 1;
  if (g->bench->options.threads < 2) return AM_OK;
  AM_TRY(compile(g, g->arena, g->report, &own, &seconds));
  add_trial(g, &own);
  return AM_OK;
}

/* One lane is measured where it is compared: by the usual scheme. */
static bool is_compared_to_one_lane(const am_group *g, const am_trial *t) {
  return t->strategy == AM_STRATEGY_AUTOMATIC && t->lanes > 1 &&
         !g->bench->options.quick &&
         !strcmp(g->subject.scheme->name, "ode23");
}

am_status am_group_add(am_group *g, const am_engine *engine,
                       am_strategy strategy, bool *absent) {
  const am_trial trial = {.strategy = strategy, .engine = engine,
                          .lanes = lanes_of(g, engine)};
  am_trial scalar = trial;
  scalar.lanes = 1;
  scalar.scalar = true;
  AM_TRY(add_core(g, &trial, absent));
  if (*absent) return AM_OK;
  AM_TRY(add_total(g, &trial));
  return is_compared_to_one_lane(g, &trial) ? add_core(g, &scalar, absent)
                                            : AM_OK;
}

/* ---- measuring ------------------------------------------------------------*/

static double walk(const am_group *g, const am_trial *t, long points,
                   am_tally *tally) {
  const am_walk how = {.tangent = g->subject.tangent,
                       .observe = tally ? am_tally_step : NULL,
                       .data = tally,
                       .stop = g->bench->options.stop};
  return am_load_walk(g->load, t->engine, t->program, points, &how);
}

/* As many points and repetitions as a measurement has time for. */
static void calibrate(const am_group *g, am_trial *t) {
  const am_bench_options *o = &g->bench->options;
  long threads = t->total ? o->threads : 1, whole = o->points * threads;
  long fewest =
      threads * (is_scalar_engine(t->engine) ? FEWEST_INTERP : FEWEST_NATIVE);
  double slice = o->seconds / (double)o->repetitions;
  if (fewest > whole) fewest = whole;
  double point = fmax(walk(g, t, fewest, NULL), 1e-9) / (double)fewest;
  double wanted = fmin(fmax(slice / point, (double)fewest), (double)whole);
  t->points = (long)wanted;
  if (t->points < whole)
    t->points -= t->points % (t->points < BLOCK ? LINE : BLOCK);
  if (t->points < fewest) t->points = fewest;
  double run = point * (double)t->points;
  t->repeats = (int)fmin(fmax(ceil(slice / run), 1), 1e6);
  t->expected = t->repeats * run;
}

static long choose_rounds(const am_group *g) {
  const am_bench_options *o = &g->bench->options;
  double round = 0, allowed = PATIENCE * o->seconds * (double)g->count;
  for (size_t i = 0; i < g->count; i++) round += g->trials[i].expected;
  double rounds = fmax(floor(allowed / round), FEWEST_ROUNDS);
  return (long)fmin(rounds, (double)o->repetitions);
}

static void measure(const am_group *g, am_trial *t, long round) {
  double spent = 0;
  for (int i = 0; i < t->repeats; i++) spent += walk(g, t, t->points, NULL);
  t->rates[round] = (double)t->repeats * (double)t->points *
                    g->load->workload->steps / spent;
}

static void tally_work(const am_group *g, const am_trial *t) {
  am_work *work = &g->bench->rows[t->row].work;
  const am_solver solver = solver_of(g, t->strategy);
  am_tally *tally = am_tally_new(g->arena, &solver, t->lanes);
  walk(g, t, t->points, tally);
  am_tally_end(g->arena, tally, t->law, work);
}

static void complete_row(const am_group *g, const am_trial *t, double *room) {
  am_bench_row *row = &g->bench->rows[t->row];
  const am_machine *machine = &g->bench->machine;
  int count = (int)g->rounds;
  memcpy(room, t->rates, (size_t)count * sizeof *room);
  am_spread rate = am_spread_of(room, count);
  if (t->total) {
    row->total = rate;
    return;
  }
  row->core = rate;
  row->measurements = g->rounds;
  row->fma = row->work.operations * rate.median / machine->fma_core;
  row->powers = row->work.powers * rate.median * machine->power;
  row->bytes = row->work.bytes * rate.median / machine->copy_core;
}

bool am_group_measure(am_group *g) {
  for (size_t i = 0; i < g->count && !is_stopped(g); i++) {
    am_trial *t = &g->trials[i];
    t->rates = AM_ARRAY(g->arena, double, g->bench->options.repetitions);
    calibrate(g, t);
    if (!t->total) tally_work(g, t);
  }
  if (is_stopped(g)) return false;
  g->rounds = choose_rounds(g);
  for (long round = 0; round < g->rounds; round++)
    for (size_t i = 0; i < g->count && !is_stopped(g); i++)
      measure(g, &g->trials[i], round);
  if (is_stopped(g)) return false;
  double *room = AM_ARRAY(g->arena, double, g->rounds);
  for (size_t i = 0; i < g->count; i++) complete_row(g, &g->trials[i], room);
  return true;
}

/* ---- ratios ---------------------------------------------------------------*/

/* Which trial of a group. */
typedef struct {
  am_strategy strategy;
  const char *engine; /* NULL: any, the same for both */
  bool scalar, total;
} pick;

/* above/below, of points a second */
typedef struct {
  const char *name;
  bool time;
  pick above, below;
} ratio;

static const char native[] = "native";

static const ratio ratios[] = {
    {"automatic : semi-automatic", true,
     {AM_STRATEGY_SEMI_AUTOMATIC, NULL, false, false},
     {AM_STRATEGY_AUTOMATIC, NULL, false, false}},
    {"automatic : conventional", true,
     {AM_STRATEGY_CONVENTIONAL, NULL, false, false},
     {AM_STRATEGY_AUTOMATIC, NULL, false, false}},
    {"lanes : one lane", false,
     {AM_STRATEGY_AUTOMATIC, native, false, false},
     {AM_STRATEGY_AUTOMATIC, native, true, false}},
    {"threads : one thread", false,
     {AM_STRATEGY_AUTOMATIC, NULL, false, true},
     {AM_STRATEGY_AUTOMATIC, NULL, false, false}},
    {"native : interp", false,
     {AM_STRATEGY_AUTOMATIC, native, false, false},
     {AM_STRATEGY_AUTOMATIC, interp, false, false}},
};

static const am_trial *find(const am_group *g, const pick *p,
                            const am_engine *engine) {
  for (size_t i = 0; i < g->count; i++) {
    const am_trial *t = &g->trials[i];
    if (t->strategy == p->strategy && t->scalar == p->scalar &&
        t->total == p->total &&
        !strcmp(t->engine->name, p->engine ? p->engine : engine->name))
      return t;
  }
  return NULL;
}

static void add_ratio(am_group *g, const ratio *r, const am_engine *engine) {
  am_bench *b = g->bench;
  const am_trial *above = find(g, &r->above, engine);
  const am_trial *below = find(g, &r->below, engine);
  int count = (int)g->rounds;
  if (!above || !below) return;
  AM_PUSH_ROOM(g->rows_arena, b->ratios, b->ratio_count, b->ratio_capacity);
  b->ratios[b->ratio_count++] = (am_bench_ratio){
      g->subject, r->name, above->engine->name, r->time,
      am_spread_of_ratios(above->rates, below->rates, count,
                          AM_ARRAY(g->arena, double, count))};
}

void am_group_compare(am_group *g) {
  size_t count;
  const am_engine *const *engines = am_engines(&count);
  for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
    for (size_t e = 0; e < count; e++)
      if (!ratios[i].above.engine ||
          !strcmp(ratios[i].above.engine, engines[e]->name))
        add_ratio(g, &ratios[i], engines[e]);
}
