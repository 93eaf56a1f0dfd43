/* group.c: compiles the variants of a subject and adds their rows; measures
 * them alternately. */
#include "bench/parts.h"

/* Points that a device processes at once. */
enum { WARP = 32 };

static bool is_stopped(const am_group *g) {
  return am_arena_stopped(g->rows_arena);
}

static am_solver solver_of(const am_group *g, am_strategy strategy) {
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
  const am_solver solver = solver_of(g, t->strategy);
  const am_engine_options options = {
      .lanes = t->engine->reference || t->way ? 0 : t->lanes,
      .threads = t->total ? g->bench->options.threads : 1};
  am_report *own = am_report_new(arena);
  double start = am_clock();
  if (am_law_new(arena, own, g->subject.material,
                 &(am_law_choice){.strategy = t->strategy}, &t->law) != AM_OK)
    return am_error(report, AM_INPUT, am_nowhere, "%s", own->last->text);
  AM_TRY(am_engine_compile(arena, report, t->engine, t->law, &solver, &options,
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
  if (row) AM_PUSH(g->rows_arena, b->rows, b->row_count, *row);
  trial.row = b->row_count - 1;
  AM_PUSH(g->arena, g->trials, g->count, trial);
}

/* Adds a program of one thread or of a device, with its row.  A failed
 * compilation for a device does not end the measurement of other engines. */
static am_status add_core(am_group *g, am_trial own, bool *absent) {
  am_bench_row row = {.subject = g->subject, .strategy = own.strategy,
                      .engine = own.engine->name, .lanes = own.lanes,
                      .way = own.way, .total = {NAN, NAN, NAN},
                      .processor = {NAN, NAN, NAN},
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
  if (is_stopped(g)) return AM_OK; /* may have ended the compiler */
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

am_status am_group_add(am_group *g, const am_engine *engine,
                       am_strategy strategy, bool *absent) {
  int asked = g->bench->options.lanes;
  const am_trial trial = {.strategy = strategy,
                          .engine = engine,
                          .lanes = engine->memory      ? WARP
                                   : engine->reference ? 1
                                   : asked             ? asked
                                                       : am_processor_lanes()};
  am_trial scalar = trial;
  scalar.lanes = 1;
  scalar.scalar = true;
  if (engine->memory) return add_ways(g, trial);
  AM_TRY(add_core(g, trial, absent));
  if (*absent) return AM_OK;
  AM_TRY(add_total(g, trial));
  /* Measures one lane for comparison, for the common scheme. */
  bool compared = strategy == AM_STRATEGY_AUTOMATIC && trial.lanes > 1 &&
                  !g->bench->options.quick &&
                  !strcmp(g->subject.scheme->name, "ode23");
  return compared ? add_core(g, scalar, absent) : AM_OK;
}

/* ---- measurement --------------------------------------------------------- */

/* Minimum number of points that fill the vectors of a thread and its share of
 * blocks. */
enum { FEWEST_NATIVE = 2048, FEWEST_INTERP = 32, BLOCK = 2048, LINE = 8 };

/* A group that takes longer than this multiple of its planned time, because of
 * its minimum number of points, is measured less often, but at least
 * FEWEST_ROUNDS times. */
enum { PATIENCE = 4, FEWEST_ROUNDS = 3 };

/* Maximum size of the fields of one trial (bytes), sufficient for a streamed
 * step; pinned memory is slow to allocate. */
static const double way_room[AM_WAYS] = {
    [AM_WAY_RESIDENT] = 2e9, [AM_WAY_STATE] = 1e9, [AM_WAY_STREAMED] = 1e9};

static double walk_load(const am_group *g, const am_trial *t, long points,
                        am_walk how) {
  how.tangent = g->subject.tangent;
  how.stop = am_arena_flag(g->rows_arena);
  return am_load_drive(g->load, t->program, points, &how);
}

/* Returns the time (s), and adds the processor time to *processor. */
static double walk_trial(const am_group *g, const am_trial *t,
                         double *processor) {
  return t->fields ? am_placed_fields_drive(t->fields)
                   : walk_load(g, t, t->points,
                               (am_walk){.processor = processor});
}

/* One measurement of a trial */
static void measure_trial(const am_group *g, am_trial *t, long round) {
  double spent = 0, processor = 0;
  double work = (double)t->repeats * (double)t->points *
                g->load->workload->steps;
  for (int k = 0; k < t->repeats; k++) spent += walk_trial(g, t, &processor);
  t->rates[round] = work / spent;
  t->processor[round] = work / processor;
}

/* Time of one measurement (s). */
static double slice_of(const am_group *g) {
  const am_bench_options *o = &g->bench->options;
  return o->seconds / (double)o->repetitions;
}

static void choose_repeats(const am_group *g, am_trial *t, double run) {
  t->repeats = (int)fmin(fmax(ceil(slice_of(g) / run), 1), 1e6);
  t->expected = t->repeats * run;
}

/* Chooses the number of points and repetitions for the time of a
 * measurement. */
static void calibrate(const am_group *g, am_trial *t) {
  const am_bench_options *o = &g->bench->options;
  long threads = t->total ? o->threads : 1, whole = o->points * threads;
  long fewest =
      threads * (t->engine->reference ? FEWEST_INTERP : FEWEST_NATIVE);
  if (fewest > whole) fewest = whole;
  double point = fmax(walk_load(g, t, fewest, (am_walk){0}), 1e-9) /
                 (double)fewest;
  double wanted = fmin(fmax(slice_of(g) / point, (double)fewest),
                       (double)whole);
  t->points = (long)wanted;
  if (t->points < whole)
    t->points -= t->points % (t->points < BLOCK ? LINE : BLOCK);
  if (t->points < fewest) t->points = fewest;
  choose_repeats(g, t, point * (double)t->points);
}

/* Trials on a device share its memory equally.  The first run uploads the
 * fields that stay on the device. */
static void fill_device(const am_group *g, am_trial *t) {
  bool tangent = g->subject.tangent;
  int sharing = 0;
  for (size_t i = 0; i < g->count; i++) sharing += g->trials[i].way > 0;
  double room = fmin(g->bench->room / sharing, way_room[t->way]);
  t->points = am_placement_count(g->load, tangent, room,
                                 g->bench->options.device_points);
  t->fields = am_placed_fields_new(g->arena, g->load, t->program,
                                   t->way, tangent, t->points);
  walk_trial(g, t, NULL);
  choose_repeats(g, t, fmax(walk_trial(g, t, NULL), 1e-9));
}

static long choose_rounds(const am_group *g) {
  const am_bench_options *o = &g->bench->options;
  double round = 0, allowed = PATIENCE * o->seconds * (double)g->count;
  for (size_t i = 0; i < g->count; i++) round += g->trials[i].expected;
  double rounds = fmax(floor(allowed / round), FEWEST_ROUNDS);
  return (long)fmin(rounds, (double)o->repetitions);
}

/* Counts the work once per program, over the points that were drawn. */
static void tally_work(const am_group *g, const am_trial *t) {
  am_work *work = &g->bench->rows[t->row].work;
  const am_solver solver = solver_of(g, t->strategy);
  if (t > g->trials && t[-1].program == t->program) {
    *work = g->bench->rows[t[-1].row].work;
    return;
  }
  am_tally *tally = am_tally_new(g->arena, &solver, t->lanes);
  walk_load(g, t, t->fields ? g->load->count : t->points,
            (am_walk){.observe = am_tally_step, .data = tally});
  am_tally_end(g->arena, tally, t->law, work);
}

/* Sets the fractions of the limits: fused multiply-adds per second, seconds per
 * power, bytes per second of a copy. */
static void set_shares(am_bench_row *row, double fma, double power,
                       double copy) {
  double rate = row->core.median;
  row->fma = row->work.operations * rate / fma;
  row->powers = row->work.powers * rate * power;
  row->bytes = row->work.bytes * rate / copy;
  row->limit = rate / fmax(fmax(row->fma, row->powers), row->bytes);
}

static void complete_row(const am_group *g, const am_trial *t) {
  const am_machine *m = &g->bench->machine;
  am_bench_row *row = &g->bench->rows[t->row];
  int count = (int)g->rounds;
  double *room = AM_ARRAY(g->arena, double, count);
  memcpy(room, t->rates, (size_t)count * sizeof *room);
  am_spread rate = am_spread_of(room, count);
  if (t->total) {
    row->total = rate;
    return;
  }
  row->core = rate;
  row->nanoseconds = 1e9 / rate.median;
  row->points = t->points;
  row->measurements = g->rounds;
  if (!t->fields) {
    memcpy(room, t->processor, (size_t)count * sizeof *room);
    row->processor = am_spread_of(room, count);
    set_shares(row, m->fma_core, m->power, m->copy_core);
    return;
  }
  const am_device *d = &g->bench->device;
  am_cuda_kernels kernels;
  set_shares(row, d->fma * d->count, d->power / d->count, d->copy * d->count);
  /* Measures the parts of the time of one further run. */
  am_cuda_times times;
  am_cuda_times_clear(t->program);
  am_cuda_measure(t->program, true);
  walk_trial(g, t, NULL);
  am_cuda_measure(t->program, false);
  am_cuda_times_of(t->program, &times);
  double work = (double)t->points * g->load->workload->steps;
  row->traffic = (am_traffic){times.up / work, times.down / work};
  row->overlap = (am_bench_overlap){
      times.staging / work, times.waiting / work, times.kernels / work,
      am_transfer_bound(&d->bus, row->traffic) / d->count};
  am_cuda_kernels_of(t->program, 0, &kernels);
  row->block = kernels.block;
  for (int i = 0; i < AM_CUDA_KERNELS; i++) {
    row->resources[i] = kernels.resources[i];
    row->blocks[i] = kernels.occupancy[i];
  }
  if (row->overlap.bound > 0)
    row->bus = row->overlap.bound * row->core.median;
}

static am_status check_trial(const am_group *g, const am_trial *t) {
  const char *failure = am_engine_failure(t->program);
  if (is_stopped(g))
    return am_error(g->report, AM_FAILED, am_nowhere, "stopped");
  if (!failure) return AM_OK;
  return am_error(g->report, AM_ENVIRONMENT, am_nowhere, "engine %s: %s",
                  t->engine->name, failure);
}

am_status am_group_measure(am_group *g) {
  for (size_t i = 0; i < g->count; i++) {
    am_trial *t = &g->trials[i];
    t->rates = AM_ARRAY(g->arena, double, g->bench->options.repetitions);
    t->processor = AM_ARRAY(g->arena, double, g->bench->options.repetitions);
    if (t->way == AM_WAY_HOST)
      calibrate(g, t);
    else
      fill_device(g, t);
    if (!t->total) tally_work(g, t);
    AM_TRY(check_trial(g, t));
  }
  g->rounds = choose_rounds(g);
  for (long round = 0; round < g->rounds; round++)
    for (size_t i = 0; i < g->count; i++) {
      measure_trial(g, &g->trials[i], round);
      AM_TRY(check_trial(g, &g->trials[i]));
    }
  for (size_t i = 0; i < g->count; i++) complete_row(g, &g->trials[i]);
  return AM_OK;
}
