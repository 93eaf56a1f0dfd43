/* ratios.c: ratios of the measurements. */
#include "bench/parts.h"

/* ---- ratios of alternating measurements -----------------------------------*/

/* Selection of a trial of a group. */
typedef struct {
  am_strategy strategy;
  const char *engine; /* NULL: the same engine and location of fields in both
                         trials */
  bool scalar, total;
} pick;

/* Ratio above/below of points per second. */
typedef struct {
  const char *name;
  bool time;
  pick above, below;
} ratio;

static const char native[] = "native", interp[] = "interp", cuda[] = "cuda";

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
    {"cuda : native, all threads", false,
     {AM_STRATEGY_AUTOMATIC, cuda, false, false},
     {AM_STRATEGY_AUTOMATIC, native, false, true}},
};

static bool is_picked(const am_trial *t, const pick *p) {
  return t->strategy == p->strategy && t->scalar == p->scalar &&
         t->total == p->total &&
         (!p->engine || !strcmp(t->engine->name, p->engine));
}

/* Trial with which another is compared; NULL: none. */
static const am_trial *find_below(const am_group *g, const ratio *r,
                                  const am_trial *above) {
  pick p = r->below;
  if (g->bench->options.threads < 2) p.total = false;
  for (size_t i = 0; i < g->count; i++) {
    const am_trial *t = &g->trials[i];
    bool alike = t->engine == above->engine && t->way == above->way;
    if (is_picked(t, &p) && (p.engine || alike)) return t;
  }
  return NULL;
}

static void add_ratio(am_arena *arena, am_bench *b,
                      const am_bench_ratio *added) {
  AM_PUSH(arena, b->ratios, b->ratio_count, *added);
}

void am_group_compare(am_group *g) {
  for (size_t i = 0; i < sizeof ratios / sizeof *ratios; i++)
    for (size_t t = 0; t < g->count; t++) {
      const am_trial *above = &g->trials[t];
      if (!is_picked(above, &ratios[i].above)) continue;
      const am_trial *below = find_below(g, &ratios[i], above);
      if (!below) continue;
      int count = (int)g->rounds;
      const am_bench_ratio found = {
          .subject = g->subject, .name = ratios[i].name,
          .engine = above->engine->name, .strategy = AM_STRATEGY_AUTOMATIC,
          .way = above->way, .time = ratios[i].time,
          .value = am_spread_of_ratios(above->rates, below->rates, count,
                                       AM_ARRAY(g->arena, double, count))};
      add_ratio(g->rows_arena, g->bench, &found);
    }
}

/* ---- ratios of rows of several groups -------------------------------------*/

bool am_rows_are_alike(const am_bench_row *a, const am_bench_row *b) {
  return a->subject.scheme == b->subject.scheme &&
         a->strategy == b->strategy && a->engine == b->engine &&
         a->lanes == b->lanes &&
         !strcmp(a->subject.material->path, b->subject.material->path);
}

/* True if `b` has the same workload as `a`, without tangent. */
static bool is_without_tangent(const am_bench_row *a, const am_bench_row *b) {
  return a->subject.tangent && !b->subject.tangent &&
         a->subject.workload == b->subject.workload;
}

/* True if `b` gives the time per attempt for `a`; excludes transfers across the
 * bus, which would dominate this time. */
static bool is_one_step(const am_bench_row *a, const am_bench_row *b) {
  return a->subject.tangent == b->subject.tangent &&
         a->subject.workload->steps > 1 && b->subject.workload->steps == 1 &&
         (a->way == AM_WAY_HOST || a->way == AM_WAY_RESIDENT);
}

/* Attempted substeps, or Newton iterations for schemes without substeps. */
static double attempts(const am_bench_row *row) {
  return row->subject.scheme->family == AM_FAMILY_IMPLICIT
             ? row->work.iterations
             : row->work.attempts;
}

/* Ratio of the time of a row to that predicted from another row with the same
 * time per unit of work. */
typedef struct {
  const char *name;
  bool (*is_other)(const am_bench_row *row, const am_bench_row *other);
  bool predicts; /* from the number of attempts */
} comparison;

static const comparison comparisons[] = {
    {"with tangent : without", is_without_tangent, false},
    {"path : predicted by attempts", is_one_step, true},
};

/* Ratio of measurements that did not alternate, by processor time, on which
 * other load of the machine has less influence; percentiles combine to
 * bounds. */
static am_spread excess(const am_bench_row *above, const am_bench_row *below,
                        double work) {
  bool host = above->way == AM_WAY_HOST;
  const am_spread *a = host ? &above->processor : &above->core;
  const am_spread *b = host ? &below->processor : &below->core;
  return (am_spread){b->median / (a->median * work),
                     b->low / (a->high * work), b->high / (a->low * work)};
}

static void compare_row(am_arena *arena, am_bench *b, size_t row,
                        const comparison *c) {
  am_bench_row *a = &b->rows[row];
  for (size_t i = 0; i < row; i++) {
    const am_bench_row *o = &b->rows[i];
    if (!am_rows_are_alike(a, o) || a->way != o->way || !c->is_other(a, o))
      continue;
    double work = c->predicts ? attempts(a) / attempts(o) : 1;
    const am_bench_ratio found = {
        .subject = a->subject, .name = c->name, .engine = a->engine,
        .strategy = a->strategy, .way = a->way, .time = true,
        .value = excess(a, o, work)};
    add_ratio(arena, b, &found);
    if (c->predicts) a->predicted = work / o->core.median;
  }
}

void am_rows_compare(am_arena *arena, am_bench *bench, size_t first) {
  for (size_t c = 0; c < sizeof comparisons / sizeof *comparisons; c++)
    for (size_t row = first; row < bench->row_count; row++)
      compare_row(arena, bench, row, &comparisons[c]);
}
