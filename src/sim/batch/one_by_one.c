/* one_by_one.c: runs points with individual end times one by one. */
#include "batch/parts.h"

/* Workspace of a thread. */
typedef struct {
  am_one_by_one *alone;
  am_arena *arena; /* of this thread, since other threads allocate too */
  am_run *run;     /* run of the current point */
  double *next;    /* next row of the point */
  am_report *told; /* warnings of point `warned`, the first point with
                      warnings */
  long warned;     /* -1: none */
  long unfit;      /* last point out of bounds, -1: none */
  const char *reason; /* reason for it */
  am_status status; /* status over all points */
  const char *failure;
} walker;

struct am_one_by_one {
  walker *walkers; /* [count] */
  int count;
  long rows;       /* maximum number of rows per point */
  size_t columns;
  int variables;   /* number of random variables per point */
  am_chunk chunk;  /* per-point results */
  double *numbers; /* [count][rows][columns] NaN after a point's last row */
  bool told;
};

size_t am_one_by_one_bytes(const am_run *run) {
  size_t numbers = (size_t)run->selection.count * run->columns->count;
  return (numbers + AM_TOTALS + 2) * sizeof(double);
}

static void free_walker(void *data) {
  walker *w = data;
  am_arena_free(w->arena);
}

/* Creates a law, a path and a program for this thread, because they contain
 * working data. */
static am_status open_walker(am_arena *arena, am_report *report,
                             const am_run *run, walker *w) {
  const am_request request = {.engine = run->engine, .threads = 1};
  w->arena = am_arena_new();
  if (!w->arena) return am_error_memory(report, NULL, "");
  am_arena_defer(arena, free_walker, w);
  if (am_arena_recover(w->arena)) return am_error_memory(report, w->arena, "");
  w->warned = w->unfit = -1;
  w->told = am_report_new(w->arena);
  am_report *own = am_report_new(w->arena);
  am_status status = am_run_prepare_points(
      w->arena, own, run->description, run->material, &request, &w->run);
  return status == AM_OK ? status
                         : am_error(report, status, own->last->place, "%s",
                                    own->last->text);
}

am_status am_one_by_one_new(am_arena *arena, am_report *report, am_batch *b) {
  enum { POINTS_LEAST = 256 };
  am_one_by_one *a = b->alone = AM_NEW(arena, am_one_by_one);
  const am_run *run = b->run;
  const am_points *points = run->sample->points;
  long stride = b->stride;
  long most = (stride + POINTS_LEAST - 1) / POINTS_LEAST;
  int threads = run->sample->threads;
  a->count = threads < most ? threads : (int)most;
  a->variables = points ? points->size : 0;
  a->rows = run->selection.count;
  a->columns = run->columns->count;
  a->walkers = AM_ARRAY(arena, walker, a->count);
  for (int i = 0; i < a->count; i++) {
    a->walkers[i].alone = a;
    AM_TRY(open_walker(arena, report, run, &a->walkers[i]));
    a->walkers[i].run->stop = run->stop;
  }
  a->numbers =
      AM_ARRAY(arena, double, stride * a->rows * (long)a->columns);
  a->chunk = (am_chunk){
      .stride = stride,
      .result = AM_ARRAY(arena, double, stride),
      .failed_at = AM_ARRAY(arena, double, stride),
      .totals = AM_ARRAY(arena, double, AM_TOTALS * stride),
      .drawn = AM_ARRAY(arena, double, stride * a->variables)};
  b->chunk = &a->chunk;
  return AM_OK;
}

/* ---- one point ----------------------------------------------------------- */

static void keep_row(void *data, const double *row) {
  walker *w = data;
  memcpy(w->next, row, w->alone->columns * sizeof *row);
  w->next += w->alone->columns;
}

/* Keeps the warnings of one point, since other points probably have the same
 * warnings. */
static void keep_warnings(walker *w, const am_report *own) {
  if (w->warned >= 0) return;
  for (const am_message *m = own->first; m; m = m->next)
    if (m->severity == AM_SEVERITY_WARNING) {
      w->warned = w->run->point;
      am_warn(w->told, m->place, "point %ld: %s", w->warned + 1, m->text);
    }
}

/* Records how the run of point p of the chunk ended. */
static void note_end(am_one_by_one *a, long p, am_status status,
                     const am_summary *sum) {
  am_chunk *c = &a->chunk;
  for (int i = 0; i < AM_TOTALS; i++)
    c->totals[i * c->stride + p] = sum->totals[i];
  c->result[p] = status == AM_OK      ? AM_POINT_GOOD
                 : status == AM_INPUT ? (int)AM_BATCH_TARGET
                                      : sum->status;
  c->failed_at[p] = status == AM_OK ? NAN : sum->reached;
}

/* Records a failure that stops the run of further points. */
static am_status fail(walker *w, const am_report *own, am_status status) {
  w->failure = am_copy(w->arena, own->last->text, strlen(own->last->text));
  return status;
}

/* Runs point p of the chunk; AM_ENVIRONMENT if that is impossible. */
static am_status walk_point(walker *w, am_arena *arena, long p) {
  am_one_by_one *a = w->alone;
  const am_run_sink sink = {.row = keep_row, .data = w};
  am_report *own = am_report_new(arena);
  am_summary summary = {.status = AM_BATCH_UNFIT,
                        .reached = am_path_start(w->run->path)};
  w->run->drawn->drawn = a->chunk.drawn + p * a->variables;
  w->next = a->numbers + p * a->rows * (long)a->columns;
  am_status status = am_run_move(arena, own, w->run, a->chunk.first + p);
  if (status != AM_OK) return fail(w, own, status);
  if (*w->run->drawn->bad != 0) {
    w->unfit = w->run->point;
    w->reason = w->run->drawn->reason;
    note_end(a, p, AM_FAILED, &summary);
    return AM_OK;
  }
  status = am_run_drive(arena, own, w->run, &sink, &summary);
  if (status == AM_ENVIRONMENT) return fail(w, own, status);
  keep_warnings(w, own);
  note_end(a, p, status, &summary);
  return AM_OK;
}

static void walk_block(void *data, int thread, long first, long count) {
  am_one_by_one *a = data;
  walker *w = &a->walkers[thread];
  if (am_arena_recover(w->arena)) {
    w->status = AM_ENVIRONMENT;
    w->failure = "out of memory";
    return;
  }
  for (long p = first; p < first + count && w->status == AM_OK; p++) {
    if (w->run->stop && *w->run->stop) return;
    am_arena *own = am_arena_child(w->arena);
    w->status = walk_point(w, own, p);
    am_arena_free(own);
  }
}

/* ---- a chunk ------------------------------------------------------------- */

/* Merges the messages of all threads, independent of their number. */
static am_status gather(am_one_by_one *a, am_report *report,
                        const char **reason) {
  const walker *warned = NULL, *unfit = NULL;
  for (int i = 0; i < a->count; i++) {
    const walker *w = &a->walkers[i];
    if (w->status != AM_OK)
      return am_error(report, w->status, am_nowhere, "%s", w->failure);
    if (w->warned >= 0 && (!warned || w->warned < warned->warned)) warned = w;
    if (w->unfit >= 0 && (!unfit || w->unfit > unfit->unfit)) unfit = w;
  }
  if (unfit) *reason = unfit->reason;
  for (const am_message *m = warned && !a->told ? warned->told->first : NULL;
       m; m = m->next)
    am_warn(report, m->place, "%s", m->text);
  a->told |= warned != NULL;
  return AM_OK;
}

am_status am_one_by_one_drive(am_one_by_one *a, am_report *report,
                              am_store *store, long first, long count,
                              const char **reason) {
  am_chunk *c = &a->chunk;
  long size = count * a->rows * (long)a->columns;
  c->first = first;
  c->count = count;
  for (long i = 0; i < size; i++) a->numbers[i] = NAN;
  am_blocks(count, a->count, walk_block, a);
  AM_TRY(gather(a, report, reason));
  const volatile int *stop = a->walkers->run->stop;
  if (stop && *stop) return AM_FAILED;
  return am_store_all(store, report, c, a->numbers);
}
