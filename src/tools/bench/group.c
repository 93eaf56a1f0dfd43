/* group.c: measures the variants of a subject alternately. */
#include "bench/parts.h"

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
                        am_tally *tally) {
  const am_walk how = {.tangent = g->subject.tangent,
                       .observe = tally ? am_tally_step : NULL,
                       .data = tally,
                       .stop = g->bench->options.stop};
  return am_load_drive(g->load, t->engine, t->program, points, &how);
}

static double walk_trial(const am_group *g, const am_trial *t) {
  return t->fields ? am_placed_fields_drive(t->fields)
                   : walk_load(g, t, t->points, NULL);
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
  double point = fmax(walk_load(g, t, fewest, NULL), 1e-9) / (double)fewest;
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
  t->fields = am_placed_fields_new(g->arena, g->load, t->engine, t->program,
                                t->way, tangent, t->points);
  walk_trial(g, t);
  choose_repeats(g, t, fmax(walk_trial(g, t), 1e-9));
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
  const am_solver solver = am_group_solver(g, t->strategy);
  if (t > g->trials && t[-1].program == t->program) {
    *work = g->bench->rows[t[-1].row].work;
    return;
  }
  am_tally *tally = am_tally_new(g->arena, &solver, t->lanes);
  walk_load(g, t, t->fields ? g->load->count : t->points, tally);
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
  row->nanoseconds = 1e9 / rate.median;
  row->points = t->points;
  row->measurements = g->rounds;
  if (!t->fields) {
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
  walk_trial(g, t);
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
  const char *failure = am_engine_failure(t->engine, t->program);
  if (am_group_is_stopped(g))
    return am_error(g->report, AM_FAILED, am_nowhere, "stopped");
  if (!failure) return AM_OK;
  return am_error(g->report, AM_ENVIRONMENT, am_nowhere, "engine %s: %s",
                  t->engine->name, failure);
}

am_status am_group_measure(am_group *g) {
  for (size_t i = 0; i < g->count; i++) {
    am_trial *t = &g->trials[i];
    t->rates = AM_ARRAY(g->arena, double, g->bench->options.repetitions);
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
      am_trial *t = &g->trials[i];
      double spent = 0;
      for (int k = 0; k < t->repeats; k++) spent += walk_trial(g, t);
      t->rates[round] = (double)t->repeats * (double)t->points *
                        g->load->workload->steps / spent;
      AM_TRY(check_trial(g, t));
    }
  double *room = AM_ARRAY(g->arena, double, g->rounds);
  for (size_t i = 0; i < g->count; i++) complete_row(g, &g->trials[i], room);
  return AM_OK;
}
