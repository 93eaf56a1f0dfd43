/* batch.c: many points of a case, chunk by chunk. */
#include "batch/batch.h"

#include "base/threads.h"
#include "batch/stepping.h"
#include "batch/store.h"

/* Points of a chunk of the file: the fewer the longer their way is. */
enum { GRAIN = 64, POINTS_LEAST = 1 << 9, STEPS_MOST = 1 << 18 };

/* Points of a chunk in memory: the fewer the longer their way is, so that not
 * much is lost when the program ends early; enough for every thread. */
typedef struct {
  size_t memory; /* of all points [bytes] */
  long points;   /* the most */
  double steps;  /* loading steps of all points, about */
} measure;

/* An engine that works elsewhere needs many at once. */
static const measure here = {128 << 20, 1 << 15, STEPS_MOST};
static const measure elsewhere = {1 << 30, 1 << 20, 1 << 26};
enum { POINTS_OF_THREAD = 1 << 10 };

struct am_batch {
  am_run *run;
  am_batch_options options;
  am_stepping *stepping;
  am_store *store;
  long points;
  am_batch_summary *summary;
};

/* `count` in whole numbers of `unit`, not none. */
static long whole(long count, long unit) {
  return count < unit ? unit : count / unit * unit;
}

/* Points of a chunk of the file; the same whatever the machine, so that any
 * machine can resume it. */
static long grain_of(const am_run *run) {
  double size = STEPS_MOST / (am_path_steps(run->path) + 1);
  if (size < POINTS_LEAST) size = POINTS_LEAST;
  if (size > AM_ARCHIVE_CHUNK) size = AM_ARCHIVE_CHUNK;
  return whole((long)size, GRAIN);
}

/* Points of a chunk in memory: several of the file's. */
static long stride_of(const am_run *run, const am_batch_options *options,
                      long points, long grain) {
  size_t bytes = am_chunk_bytes(run) + am_store_bytes(run);
  const measure *m = run->engine->memory ? &elsewhere : &here;
  double wanted = m->steps / (am_path_steps(run->path) + 1);
  long most = (long)(m->memory / bytes);
  long least = (long)POINTS_OF_THREAD * run->sample->threads;
  if (wanted > (double)m->points) wanted = (double)m->points;
  long size = wanted > (double)least ? (long)wanted : least;
  if (options->chunk > 0) size = options->chunk;
  if (size > most) size = most;
  if (size > points) size = points + grain - 1;
  return whole(size, grain);
}

am_status am_batch_prepare(am_arena *arena, am_report *report,
                           const am_case *description,
                           const am_batch_options *options,
                           am_batch **result) {
  am_batch *b = *result = AM_NEW(arena, am_batch);
  const am_request request = {.many = true, .point = -1,
                              .points = options->points,
                              .engine = options->engine,
                              .lanes = options->lanes,
                              .threads = options->threads};
  b->options = *options;
  am_blocks_limit(options->threads);
  AM_TRY(am_run_prepare_points(arena, report, description, NULL, &request,
                               &b->run));
  b->points = b->run->sample->count;
  if (options->points > 0 && options->points < b->points)
    b->points = options->points;
  long grain = options->chunk > 0 ? options->chunk : grain_of(b->run);
  long stride = stride_of(b->run, options, b->points, grain);
  b->stepping = am_stepping_new(arena, b->run, stride,
                          am_blocks_threads(options->threads), options->stop);
  am_status status = am_store_open(arena, report, b->run, options, b->points,
                                   (int)grain, stride, &b->store);
  if (status != AM_OK) am_sample_close(b->run->sample);
  return status;
}

const am_run *am_batch_run_of(const am_batch *b) { return b->run; }

double am_batch_steps(const am_batch *b) {
  return (double)(b->points - am_archive_done(b->store->archive)) *
         am_path_steps(b->run->path);
}

static am_status leave_off(const am_batch *b, am_report *report,
                           am_status status, const char *why) {
  return am_error(report, status, am_nowhere,
                  "%s: '%s' holds %ld of %ld points, --resume goes on", why,
                  b->options.output, am_archive_done(b->store->archive),
                  b->points);
}

static am_status check_engine(const am_batch *b, am_report *report) {
  const char *failure = am_stepping_failure(b->stepping);
  return failure ? leave_off(b, report, AM_ENVIRONMENT, failure) : AM_OK;
}

static am_status check_end(const am_batch *b, am_report *report) {
  AM_TRY(check_engine(b, report));
  return am_stepping_stopped(b->stepping)
             ? leave_off(b, report, AM_FAILED, "stopped")
             : AM_OK;
}

/* The row at the end of the step, if it is selected. */
static am_status write_row(am_batch *b, am_report *report) {
  const am_stepping *m = b->stepping;
  long place = am_selection_find(&b->run->selection, m->row);
  AM_TRY(check_end(b, report));
  if (place < 0) return AM_OK;
  AM_TRY(am_store_row(b->store, report, m->chunk, &m->target, place, m->time));
  return check_engine(b, report);
}

static am_status walk_chunk(am_batch *b, am_report *report, long first,
                            long count) {
  const char *reason;
  bool more;
  AM_TRY(am_archive_reserve(b->store->archive, report, count));
  AM_TRY(am_stepping_start(b->stepping, report, first, count, &reason));
  if (reason) b->summary->reason = reason;
  AM_TRY(write_row(b, report));
  for (;;) {
    AM_TRY(am_stepping_step(b->stepping, report, &more));
    if (!more) break;
    AM_TRY(write_row(b, report));
    b->summary->steps += (double)b->stepping->chunk->count;
    if (b->options.progress)
      b->options.progress(b->options.data, b->summary->steps);
  }
  AM_TRY(am_store_finish(b->store, report, b->stepping->chunk));
  /* Counts of the points of a chunk that is done. */
  const am_chunk *c = b->stepping->chunk;
  am_batch_summary *sum = b->summary;
  for (long p = 0; p < c->count; p++) {
    sum->statuses[(int)c->result[p]]++;
    sum->failed += c->result[p] != AM_POINT_GOOD;
  }
  for (int i = 0; i < AM_TOTALS; i++) {
    double *total =
        (double *)(void *)((char *)&sum->work + am_totals[i].summary);
    for (long p = 0; p < c->count; p++) *total += c->totals[i * c->stride + p];
  }
  return AM_OK;
}

am_status am_batch_walk(am_batch *b, am_report *report,
                        am_batch_summary *summary) {
  am_archive *archive = b->store->archive;
  *summary = (am_batch_summary){.statuses = summary->statuses,
                                .points = b->points,
                                .before = am_archive_done(archive)};
  b->summary = summary;
  long done = b->summary->before;
  const long stride = b->stepping->chunk->stride;
  am_status status = AM_OK;
  while (status == AM_OK && done < b->points) {
    long count = b->points - done < stride ? b->points - done : stride;
    status = check_end(b, report);
    if (status == AM_OK) status = walk_chunk(b, report, done, count);
    done += count;
  }
  if (status == AM_OK && summary->failed > 0) status = AM_FAILED;
  summary->done = am_archive_done(archive);
  am_status closed = am_archive_close(archive, report);
  am_sample_close(b->run->sample);
  return closed != AM_OK ? closed : status;
}
