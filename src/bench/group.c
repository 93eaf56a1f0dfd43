#include "bench/group.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "engine/processor.h"

/* Points that a thread needs to fill its vectors and its share of blocks. */
enum { FEWEST_NATIVE = 2048, FEWEST_INTERP = 32, BLOCK = 2048, LINE = 8 };

/* Points that a device computes at once. */
enum { WARP = 32 };

/* Groups that take longer than so many times their time, because a run of the
 * fewest points does, are measured less often, down to so many times. */
enum { PATIENCE = 4, FEWEST_ROUNDS = 3 };

/* Bytes that the fields of one trial take at most: pinned memory takes long to
 * come by, and a streamed step lasts long enough with less. */
static const double way_room[AM_WAYS] = {
    [AM_WAY_RESIDENT] = 2e9, [AM_WAY_KEPT] = 1e9, [AM_WAY_STREAMED] = 1e9};

static const char interp[] = "interp";

static bool is_scalar_engine(const am_engine *engine) {
  return !strcmp(engine->name, interp);
}

static int lanes_of(const am_group *g, const am_engine *engine) {
  int asked = g->bench->options.lanes;
  if (engine->memory) return WARP;
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
      .lanes = is_scalar_engine(t->engine) || t->way ? 0 : t->lanes,
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

static void add_row(am_group *g, const am_bench_row *row) {
  am_bench *b = g->bench;
  AM_PUSH_ROOM(g->rows_arena, b->rows, b->row_count, b->row_capacity);
  b->rows[b->row_count++] = *row;
}

/* A program of one thread, or of a device, with its row. */
static am_status add_core(am_group *g, const am_trial *trial, bool *absent) {
  am_bench *b = g->bench;
  am_trial own = *trial;
  am_bench_row row = {.subject = g->subject, .strategy = own.strategy,
                      .engine = own.engine->name, .lanes = own.lanes,
                      .way = own.way, .total = {NAN, NAN, NAN},
                      .predicted = NAN, .bus = NAN};
  am_report *told = am_report_new(g->arena);
  am_status status = time_compiler(g, told, &own, &row);
  *absent = status == AM_OK && told->first;
  if (*absent && !is_stopped(g)) /* it may have stopped the compiler */
    am_warn(g->report, am_nowhere, "%s", told->first->text);
  if (status != AM_OK)
    return am_error(g->report, status, am_nowhere, "%s",
                    told->last ? told->last->text : "out of memory");
  if (*absent) return AM_OK;
  add_row(g, &row);
  own.row = b->row_count - 1;
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

/* The first way of a device, with its program.  That it cannot compile a law
 * does not end the others' measurement. */
static am_status add_program(am_group *g, const am_trial *trial,
                             bool *absent) {
  am_report *report = g->report;
  g->report = am_report_new(g->arena);
  am_status status = add_core(g, trial, absent);
  if (g->report->last && !is_stopped(g))
    am_warn(report, am_nowhere, "engine %s: %s, %s: %s", trial->engine->name,
            g->subject.scheme->name, am_bench_strategy_name(trial->strategy),
            g->report->last->text);
  g->report = report;
  return status;
}

/* The ways of a device, which share a program. */
static am_status add_ways(am_group *g, const am_trial *trial) {
  am_trial own = *trial;
  bool absent = false;
  own.way = AM_WAY_RESIDENT;
  if (add_program(g, &own, &absent) != AM_OK || absent) return AM_OK;
  own = g->trials[g->count - 1];
  while (++own.way < AM_WAYS) {
    am_bench_row row = g->bench->rows[own.row];
    row.way = own.way;
    add_row(g, &row);
    own.row = g->bench->row_count - 1;
    add_trial(g, &own);
  }
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
  if (engine->memory) return add_ways(g, &trial);
  AM_TRY(add_core(g, &trial, absent));
  if (*absent) return AM_OK;
  AM_TRY(add_total(g, &trial));
  return is_compared_to_one_lane(g, &trial) ? add_core(g, &scalar, absent)
                                            : AM_OK;
}

/* ---- measuring ------------------------------------------------------------*/

static double walk_load(const am_group *g, const am_trial *t, long points,
                        am_tally *tally) {
  const am_walk how = {.tangent = g->subject.tangent,
                       .observe = tally ? am_tally_step : NULL,
                       .data = tally,
                       .stop = g->bench->options.stop};
  return am_load_walk(g->load, t->engine, t->program, points, &how);
}

static double walk(const am_group *g, const am_trial *t) {
  return t->placed ? am_placed_walk(t->placed)
                   : walk_load(g, t, t->points, NULL);
}

/* Time of one measurement [s]. */
static double slice_of(const am_group *g) {
  const am_bench_options *o = &g->bench->options;
  return o->seconds / (double)o->repetitions;
}

static void choose_repeats(const am_group *g, am_trial *t, double run) {
  t->repeats = (int)fmin(fmax(ceil(slice_of(g) / run), 1), 1e6);
  t->expected = t->repeats * run;
}

/* As many points and repetitions as a measurement has time for. */
static void calibrate(const am_group *g, am_trial *t) {
  const am_bench_options *o = &g->bench->options;
  long threads = t->total ? o->threads : 1, whole = o->points * threads;
  long fewest =
      threads * (is_scalar_engine(t->engine) ? FEWEST_INTERP : FEWEST_NATIVE);
  if (fewest > whole) fewest = whole;
  double point = fmax(walk_load(g, t, fewest, NULL), 1e-9) / (double)fewest;
  double wanted = fmin(fmax(slice_of(g) / point, (double)fewest),
                       (double)whole);
  t->points = (long)wanted;
  if (t->points < whole)
    t->points -= t->points % (t->points < BLOCK ? LINE : BLOCK);
  if (t->points < fewest) t->points = fewest;
  choose_repeats(g, t, point * (double)t->points);
}

/* Bytes that the fields of a trial on a device may take: all have the same
 * share. */
static double room_of(const am_group *g, am_way way) {
  int sharing = 0;
  for (size_t i = 0; i < g->count; i++) sharing += g->trials[i].way > 0;
  return fmin(g->bench->room / sharing, way_room[way]);
}

/* The first walk moves what is to stay on the device. */
static void place(const am_group *g, am_trial *t) {
  bool tangent = g->subject.tangent;
  t->points = am_placed_count(g->load, tangent, room_of(g, t->way),
                              g->bench->options.device_points);
  t->placed = am_placed_new(g->arena, g->load, t->engine, t->program, t->way,
                            tangent, t->points);
  walk(g, t);
  choose_repeats(g, t, fmax(walk(g, t), 1e-9));
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
  for (int i = 0; i < t->repeats; i++) spent += walk(g, t);
  t->rates[round] = (double)t->repeats * (double)t->points *
                    g->load->workload->steps / spent;
}

/* The ways of a program do the same work, of the points that were drawn. */
static void tally_work(const am_group *g, const am_trial *t) {
  am_work *work = &g->bench->rows[t->row].work;
  const am_solver solver = solver_of(g, t->strategy);
  if (t > g->trials && t[-1].program == t->program) {
    *work = g->bench->rows[t[-1].row].work;
    return;
  }
  am_tally *tally = am_tally_new(g->arena, &solver, t->lanes);
  walk_load(g, t, t->placed ? g->load->count : t->points, tally);
  am_tally_end(g->arena, tally, t->law, work);
}

/* Shares of so many fused multiply-adds a second, powers of so many seconds,
 * bytes of a copy a second. */
static void take_shares(am_bench_row *row, double fma, double power,
                        double copy) {
  double rate = row->core.median;
  row->fma = row->work.operations * rate / fma;
  row->powers = row->work.powers * rate * power;
  row->bytes = row->work.bytes * rate / copy;
}

/* What one more walk consists of. */
static void take_overlap(const am_group *g, const am_trial *t,
                         am_bench_row *row) {
  const am_device *d = &g->bench->device;
  am_cuda_times times;
  am_cuda_times_clear(t->program);
  am_cuda_measure(t->program, true);
  walk(g, t);
  am_cuda_measure(t->program, false);
  am_cuda_times_of(t->program, &times);
  double work = (double)t->points * g->load->workload->steps;
  row->traffic = (am_traffic){times.up / work, times.down / work};
  row->overlap = (am_bench_overlap){
      times.staging / work, times.waiting / work, times.kernels / work,
      am_bus_bound(&d->bus, row->traffic) / d->count};
}

static void take_kernels(const am_trial *t, am_bench_row *row) {
  am_cuda_kernels kernels;
  am_cuda_kernels_of(t->program, 0, &kernels);
  row->block = kernels.block;
  for (int i = 0; i < AM_CUDA_KERNELS; i++) {
    row->resources[i] = kernels.resources[i];
    row->blocks[i] = kernels.occupancy[i];
  }
}

static void complete_placed(const am_group *g, const am_trial *t,
                            am_bench_row *row) {
  const am_device *d = &g->bench->device;
  take_shares(row, d->fma * d->count, d->power / d->count,
              d->copy * d->count);
  take_overlap(g, t, row);
  take_kernels(t, row);
  if (row->overlap.bound > 0)
    row->bus = row->overlap.bound * row->core.median;
}

static void complete_row(const am_group *g, const am_trial *t, double *room) {
  const am_machine *m = &g->bench->machine;
  am_bench_row *row = &g->bench->rows[t->row];
  int count = (int)g->rounds;
  memcpy(room, t->rates, (size_t)count * sizeof *room);
  am_spread rate = am_spread_of(room, count);
  if (t->total) {
    row->total = rate;
    return;
  }
  row->core = rate;
  row->points = t->points;
  row->measurements = g->rounds;
  if (t->placed)
    complete_placed(g, t, row);
  else
    take_shares(row, m->fma_core, m->power, m->copy_core);
}

static void prepare(const am_group *g, am_trial *t) {
  t->rates = AM_ARRAY(g->arena, double, g->bench->options.repetitions);
  if (t->way == AM_WAY_HOST)
    calibrate(g, t);
  else
    place(g, t);
  if (!t->total) tally_work(g, t);
}

static am_status check_trial(const am_group *g, const am_trial *t) {
  const char *failure = am_engine_failure(t->engine, t->program);
  if (is_stopped(g))
    return am_error(g->report, AM_FAILED, am_nowhere, "stopped");
  if (!failure) return AM_OK;
  return am_error(g->report, AM_ENVIRONMENT, am_nowhere, "engine %s: %s",
                  t->engine->name, failure);
}

am_status am_group_measure(am_group *g) {
  for (size_t i = 0; i < g->count; i++) {
    prepare(g, &g->trials[i]);
    AM_TRY(check_trial(g, &g->trials[i]));
  }
  g->rounds = choose_rounds(g);
  for (long round = 0; round < g->rounds; round++)
    for (size_t i = 0; i < g->count; i++) {
      measure(g, &g->trials[i], round);
      AM_TRY(check_trial(g, &g->trials[i]));
    }
  double *room = AM_ARRAY(g->arena, double, g->rounds);
  for (size_t i = 0; i < g->count; i++) complete_row(g, &g->trials[i], room);
  return AM_OK;
}
