/* batch.c: runs many points of a case, chunk by chunk. */
#include "batch/parts.h"

/* Limits of the number of points in a chunk of the file, which decreases with
 * the number of loading steps. */
enum { GRAIN = 64, POINTS_LEAST = 1 << 9, STEPS_MOST = 1 << 18 };

/* Limits of the number of points of a chunk in memory. The limit decreases with
 * the number of loading steps, so that little work is lost on interruption, but
 * is large enough for all threads. */
typedef struct {
  size_t memory; /* of all points (bytes) */
  long points;   /* maximum */
  double steps;  /* approximate loading steps, summed over points */
} measure;

/* More points for a device, which processes more at once. */
static const measure here = {128 << 20, 1 << 15, STEPS_MOST};
static const measure elsewhere = {1 << 30, 1 << 20, 1 << 26};

/* Minimum number of points per chunk in memory, independent of the machine
 * because it determines the layout of the file: 1024 points for each of eight
 * threads, or several packs of lanes for each of many threads. */
enum { LEAST_AT_ONCE = 1 << 13 };

/* Largest multiple of `unit` up to `count`, at least `unit`. */
static long whole(long count, long unit) {
  return count < unit ? unit : count / unit * unit;
}

/* Points per chunk of the file; independent of the machine, so that any machine
 * can resume the file. */
static long grain_of(const am_run *run) {
  double size = STEPS_MOST / (am_path_steps(run->path) + 1);
  double least = am_path_timed(run->path) ? GRAIN : POINTS_LEAST;
  if (size < least) size = least;
  if (size > AM_ARCHIVE_CHUNK) size = AM_ARCHIVE_CHUNK;
  return whole((long)size, GRAIN);
}

/* Points per chunk in memory: several chunks of the file, or all points if the
 * path is short. */
static long stride_of(const am_run *run, const am_batch_options *options,
                      long points, long grain) {
  size_t bytes = am_store_bytes(run) + (am_path_timed(run->path)
                                            ? am_one_by_one_bytes(run)
                                            : am_chunk_bytes(run));
  const measure *m = run->engine->memory ? &elsewhere : &here;
  double wanted = m->steps / (am_path_steps(run->path) + 1);
  long most = (long)(m->memory / bytes);
  if (wanted > (double)m->points) wanted = (double)m->points;
  long size = wanted > LEAST_AT_ONCE ? (long)wanted : LEAST_AT_ONCE;
  if (options->chunk > 0) size = options->chunk;
  if (size > most) size = most;
  if (size > points) size = points + grain - 1;
  return whole(size, grain);
}

/* Points of the batch, or of its shard. */
static am_shard shard_of(const am_run *run, const am_batch_options *options,
                         long grain) {
  long points = run->sample->count;
  if (options->points > 0 && options->points < points)
    points = options->points;
  am_shard shard = options->shards > 1
                       ? am_shard_of(options->shard, options->shards, points,
                                     grain)
                       : am_shard_of(1, 1, points, grain);
  shard.block = stride_of(run, options, points, grain);
  return shard;
}

static am_status open_store(am_arena *arena, am_report *report, am_batch *b) {
  b->stride = stride_of(b->run, &b->options, b->shard.points, b->grain);
  if (am_path_timed(b->run->path)) {
    AM_TRY(am_one_by_one_new(arena, report, b));
  } else {
    b->stepping = am_stepping_new(arena, b->run, b->stride);
    b->chunk = b->stepping->chunk;
  }
  return am_store_open(arena, report, b);
}

am_status am_batch_prepare(am_arena *arena, am_report *report,
                           const am_case *description,
                           const am_batch_options *options,
                           am_batch **result) {
  am_batch *b = AM_NEW(arena, am_batch);
  const am_request request = {.many = true, .point = -1,
                              .points = options->points,
                              .engine = options->engine,
                              .lanes = options->lanes,
                              .threads = options->threads};
  b->options = *options;
  am_blocks_limit(options->threads);
  AM_TRY(am_run_prepare_points(arena, report, description, NULL, &request,
                               &b->run));
  b->grain = options->chunk > 0 ? options->chunk : grain_of(b->run);
  b->shard = shard_of(b->run, options, b->grain);
  am_status status = AM_OK;
  if (b->shard.points)
    status = open_store(arena, report, b);
  else
    am_note(report, am_nowhere,
            "shard %ld of %ld has no points and writes no file: the batch has "
            "%ld points, and shards consist of blocks of %ld", b->shard.index,
            b->shard.count, b->shard.all, b->grain);
  *result = b->shard.points ? b : NULL;
  if (status != AM_OK || !*result) am_sample_close(b->run->sample);
  return status;
}

const am_run *am_batch_run_of(const am_batch *b) { return b->run; }

static am_status leave_off(const am_batch *b, am_report *report,
                           am_status status, const char *why) {
  return am_error(report, status, am_nowhere,
                  "%s: '%s' contains %ld of %ld points; continue with --resume",
                  why, b->options.output, am_archive_done(b->store->archive),
                  b->shard.points);
}

static am_status check_engine(const am_batch *b, am_report *report) {
  const char *failure = am_engine_failure(b->run->program);
  return failure ? leave_off(b, report, AM_ENVIRONMENT, failure) : AM_OK;
}

static am_status check_end(const am_batch *b, am_report *report) {
  AM_TRY(check_engine(b, report));
  return b->run->stop && *b->run->stop
             ? leave_off(b, report, AM_FAILED, "stopped")
             : AM_OK;
}

/* Writes the row at the end of the loading step if it is selected. */
static am_status write_row(am_batch *b, am_report *report) {
  const am_stepping *m = b->stepping;
  long place = am_selection_find(&b->run->selection, m->row);
  AM_TRY(check_end(b, report));
  if (place < 0) return AM_OK;
  AM_TRY(am_store_row(b->store, report, m->chunk, &m->target, place, m->time));
  return check_engine(b, report);
}

/* Counts loading steps, summed over points; shows the progress in points. */
static void count_steps(const am_batch *b, const am_report *report,
                        double steps) {
  am_batch_summary *sum = b->summary;
  sum->steps += steps;
  am_report_count(report, sum->steps / am_path_steps(b->run->path),
                  (double)(sum->points - sum->before));
}

static am_status walk_together(am_batch *b, am_report *report, long first,
                               long count) {
  const char *reason;
  bool more;
  AM_TRY(am_stepping_start(b->stepping, report, first, count, &reason));
  if (reason) b->summary->reason = reason;
  AM_TRY(write_row(b, report));
  for (;;) {
    AM_TRY(am_stepping_step(b->stepping, report, &more));
    if (!more) break;
    AM_TRY(write_row(b, report));
    count_steps(b, report, (double)count);
  }
  return AM_OK;
}

static am_status walk_alone(am_batch *b, am_report *report, long first,
                            long count) {
  am_status status = am_one_by_one_drive(b->alone, report, b->store, first,
                                         count, &b->summary->reason);
  AM_TRY(check_end(b, report));
  count_steps(b, report, (double)count * am_path_steps(b->run->path));
  return status;
}

static am_status walk_chunk(am_batch *b, am_report *report, long first,
                            long count) {
  AM_TRY((b->alone ? walk_alone : walk_together)(
      b, report, b->shard.first + first, count));
  const am_chunk *c = b->chunk;
  AM_TRY(am_store_finish(b->store, report, c));
  /* Adds the counts of a finished chunk. */
  am_batch_summary *sum = b->summary;
  for (long p = 0; p < c->count; p++) {
    sum->statuses[(int)c->result[p]]++;
    sum->failed += c->result[p] != AM_POINT_GOOD;
  }
  for (int i = 0; i < AM_TOTALS; i++)
    for (long p = 0; p < c->count; p++)
      sum->work.totals[i] += c->totals[i * c->stride + p];
  return AM_OK;
}

am_status am_batch_drive(am_batch *b, am_report *report,
                         am_batch_summary *summary) {
  am_archive *archive = b->store->archive;
  *summary = (am_batch_summary){.statuses = summary->statuses,
                                .points = b->shard.points,
                                .before = am_archive_done(archive)};
  b->summary = summary;
  long done = b->summary->before;
  const long stride = b->stride;
  am_status status = AM_OK;
  while (status == AM_OK && done < b->shard.points) {
    long count =
        b->shard.points - done < stride ? b->shard.points - done : stride;
    status = check_end(b, report);
    if (status == AM_OK) status = walk_chunk(b, report, done, count);
    done += count;
  }
  am_store_warn(b->store, report);
  if (status == AM_OK && summary->failed > 0) status = AM_FAILED;
  summary->done = am_archive_done(archive);
  summary->filling = b->store->filling;
  summary->writing = b->store->writing;
  am_status closed = am_archive_close(archive, report);
  am_sample_close(b->run->sample);
  return closed != AM_OK ? closed : status;
}
