/* jobs.c: independent jobs on several threads. */
#include "study/parts.h"

/* Maximum number of forwarded messages. */
enum { MESSAGES = 10 };

typedef struct {
  const am_arena *arena;
  const am_report *report;
  const am_jobs *work;
  am_job *jobs;       /* [count] */
  am_job_room *rooms; /* [count] */
  size_t count, done;
} state;

/* Copies the sources of messages, which are needed after the end of the job;
 * drops places in assignments, because the job's name contains them. */
static void keep_sources(am_report *report) {
  for (am_message *m = report ? report->first : NULL; m; m = m->next) {
    const am_source *from = m->place.source;
    if (!from || from->name == am_yaml_option) {
      m->place = am_nowhere;
      continue;
    }
    am_source *kept = AM_NEW(report->arena, am_source);
    kept->name = am_copy(report->arena, from->name, strlen(from->name));
    kept->text = am_copy(report->arena, from->text, from->length);
    kept->length = from->length;
    m->place.source = kept;
  }
}

/* Runs a job until it ends, is interrupted or runs out of memory. */
static am_status run_within_memory(const state *s, size_t i) {
  am_job_room *room = &s->rooms[i];
  const volatile int *stop = am_arena_flag(s->arena);
  if (room->arena) am_arena_watch(room->arena, stop);
  if (room->results) am_arena_watch(room->results, stop);
  if (!room->arena || !room->results || am_arena_recover(room->arena) ||
      am_arena_recover(room->results))
    return AM_ENVIRONMENT;
  room->report = am_report_new(room->results);
  am_status status = s->work->run(room, s->work->data, i, &s->jobs[i].result);
  keep_sources(room->report);
  return status;
}

static const char *first_error(const am_report *report) {
  const am_message *m = report ? am_report_error(report) : NULL;
  return m ? m->text : "out of memory";
}

static void run_job(state *s, size_t i) {
  am_job *job = &s->jobs[i];
  am_job_room *room = &s->rooms[i];
  if (am_arena_stopped(s->arena)) return;
  room->arena = am_arena_new();
  room->results = am_arena_new();
  job->status = run_within_memory(s, i);
  if (room->results) (void)am_arena_interruptible(room->results, false);
  job->failure = job->status == AM_OK ? "" : first_error(room->report);
  am_arena_free(room->arena);
  job->ended = job->status == AM_OK || !am_arena_stopped(s->arena);
#pragma omp critical(am_jobs_progress)
  {
    s->done++;
    am_report_count(s->report, (double)s->done, (double)s->count);
  }
}

/* `work` may no longer exist. */
static void free_results(void *data) {
  const state *s = data;
  for (size_t i = 0; i < s->count; i++)
    am_arena_free(s->rooms[i].results);
}

static void pass_on(const state *s, am_arena *arena, am_report *report) {
  const am_jobs *work = s->work;
  size_t shown = 0, count = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (!s->jobs[i].ended || !s->rooms[i].report) continue;
    for (const am_message *m = s->rooms[i].report->first; m; m = m->next) {
      if (m->severity < AM_SEVERITY_WARNING || ++count > MESSAGES) continue;
      const char *name = work->name ? work->name(arena, work->data, i) : NULL;
      bool kept = s->jobs[i].status != AM_ENVIRONMENT;
      am_warn(report, kept ? m->place : am_nowhere, "%s%s%s", name ? name : "",
              name ? ": " : "", m->text);
      shown++;
    }
  }
  if (count > shown)
    am_warn(report, am_nowhere, "%zu further messages of this "
                                "kind", count - shown);
}

/* AM_OK if any job succeeded or there are none. */
static am_status check_failed(const state *s, am_arena *arena,
                              am_report *report) {
  size_t ended = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (s->jobs[i].ended && s->jobs[i].status == AM_OK) return AM_OK;
    ended += s->jobs[i].ended;
  }
  if (am_arena_stopped(arena) || !ended)
    return am_error(report, AM_FAILED, am_nowhere,
                    "stopped before the first run was complete");
  const am_job_room room = {arena, arena, report};
  void *result;
  AM_TRY(s->work->run(&room, s->work->data, 0, &result));
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", s->jobs[0].failure);
}

static int threads_for(int threads, size_t count) {
  if (!threads) threads = am_threads();
  if ((size_t)threads > count) threads = (int)count;
  return threads < 1 ? 1 : threads;
}

am_status am_jobs_run(am_arena *arena, am_report *report,
                      int threads, const am_jobs *work, am_job **jobs) {
  state *s = AM_NEW(arena, state);
  *s = (state){.arena = arena,
               .report = report,
               .work = work,
               .jobs = AM_ARRAY(arena, am_job, work->count),
               .rooms = AM_ARRAY(arena, am_job_room, work->count),
               .count = work->count};
  *jobs = s->jobs;
  am_arena_defer(arena, free_results, s);
#pragma omp parallel for schedule(dynamic, 1) \
    num_threads(threads_for(threads, work->count))
  for (size_t i = 0; i < work->count; i++) run_job(s, i);
  for (size_t i = 0; i < s->count; i++)
    if (s->rooms[i].report) am_input_note_all(report, s->rooms[i].report);
  AM_TRY(check_failed(s, arena, report));
  pass_on(s, arena, report);
  return AM_OK;
}

am_status am_jobs_check(am_report *report, const am_job *jobs, size_t count) {
  size_t ended = 0;
  for (size_t i = 0; i < count; i++) {
    ended += jobs[i].ended;
    if (jobs[i].ended && jobs[i].status == AM_ENVIRONMENT)
      return am_error(report, AM_ENVIRONMENT, am_nowhere,
                      "some runs are incomplete: %s", jobs[i].failure);
  }
  if (ended == count) return AM_OK;
  return am_error(report, AM_FAILED, am_nowhere,
                  "stopped after %zu of %zu runs", ended, count);
}
