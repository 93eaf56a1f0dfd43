#include "study/jobs.h"

#include "base/text.h"
#include "base/threads.h"

/* Messages of pieces that are passed on. */
enum { MESSAGES = 10 };

typedef struct {
  const am_crew *crew;
  const am_jobs *work;
  am_job *jobs;       /* [count] */
  am_job_place *at;   /* [count] */
  size_t count, done;
} state;

static bool is_stopped(const am_crew *crew) {
  return crew->stop && *crew->stop;
}

/* Also until it is interrupted. */
static am_status within_memory(const state *s, size_t i) {
  am_job_place *at = &s->at[i];
  if (at->arena) am_arena_watch(at->arena, s->crew->stop);
  if (at->kept) am_arena_watch(at->kept, s->crew->stop);
  if (!at->arena || !at->kept || am_arena_recover(at->arena) ||
      am_arena_recover(at->kept))
    return AM_ENVIRONMENT;
  at->report = am_report_new(at->kept);
  return s->work->run(at, s->work->data, i, &s->jobs[i].result);
}

static const char *first_error(const am_report *report) {
  for (const am_message *m = report ? report->first : NULL; m; m = m->next)
    if (m->severity == AM_SEVERITY_ERROR) return m->text;
  return "out of memory";
}

static void run_one(state *s, size_t i) {
  am_job *job = &s->jobs[i];
  if (is_stopped(s->crew)) return;
  s->at[i].arena = am_arena_new();
  s->at[i].kept = am_arena_new();
  job->status = within_memory(s, i);
  if (s->at[i].kept) (void)am_arena_heed(s->at[i].kept, false);
  job->failure = job->status == AM_OK ? "" : first_error(s->at[i].report);
  am_arena_free(s->at[i].arena);
  job->ended = job->status == AM_OK || !is_stopped(s->crew);
#pragma omp critical(am_jobs_progress)
  {
    s->done++;
    if (s->crew->progress)
      s->crew->progress(s->crew->data, s->done, s->count);
  }
}

static void free_kept(void *data) {
  const state *s = data;
  for (size_t i = 0; i < s->count; i++) am_arena_free(s->at[i].kept);
}

/* Their places point into files that are gone; their texts stay. */
static void pass_on(const state *s, am_arena *arena, am_report *report) {
  size_t shown = 0, count = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (!s->jobs[i].ended || !s->at[i].report) continue;
    for (const am_message *m = s->at[i].report->first; m; m = m->next) {
      if (m->severity < AM_SEVERITY_WARNING || ++count > MESSAGES) continue;
      const char *name =
          s->work->name ? s->work->name(arena, s->work->data, i) : NULL;
      am_warn(report, am_nowhere, "%s%s%s", name ? name : "",
              name ? ": " : "", m->text);
      shown++;
    }
  }
  if (count > shown)
    am_warn(report, am_nowhere, "%zu more such messages", count - shown);
}

/* AM_OK when some piece is good or none has been run. */
static am_status all_failed(const state *s, am_arena *arena,
                            am_report *report) {
  size_t ended = 0;
  for (size_t i = 0; i < s->count; i++) {
    if (s->jobs[i].ended && s->jobs[i].status == AM_OK) return AM_OK;
    ended += s->jobs[i].ended;
  }
  if (is_stopped(s->crew) || !ended)
    return am_error(report, AM_FAILED, am_nowhere,
                    "stopped before anything was complete");
  am_job_place at = {arena, arena, report};
  void *result;
  am_status status = s->work->run(&at, s->work->data, 0, &result);
  if (status != AM_OK) return status;
  return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s",
                  s->jobs[0].failure);
}

static int threads_of(const am_crew *crew, const am_jobs *work) {
  int threads = crew->threads ? crew->threads : am_threads();
  if ((size_t)threads > work->count) threads = (int)work->count;
  return threads < 1 ? 1 : threads;
}

am_status am_jobs_run(am_arena *arena, am_report *report,
                      const am_crew *crew, const am_jobs *work,
                      am_job **jobs) {
  state *s = AM_NEW(arena, state);
  *s = (state){crew, work, AM_ARRAY(arena, am_job, work->count),
               AM_ARRAY(arena, am_job_place, work->count), work->count, 0};
  *jobs = s->jobs;
  am_arena_defer(arena, free_kept, s);
#pragma omp parallel for schedule(dynamic, 1) \
    num_threads(threads_of(crew, work))
  for (size_t i = 0; i < work->count; i++) run_one(s, i);
  AM_TRY(all_failed(s, arena, report));
  pass_on(s, arena, report);
  return AM_OK;
}
