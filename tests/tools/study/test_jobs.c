/* test_jobs.c: distribution of jobs over threads. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study/study.h"
#include "support.h"

typedef struct {
  am_arena *arena;
  am_report *report;
} setting;

static setting set_up(void) {
  setting s = {.arena = test_arena()};
  ck_assert(!am_arena_recover(s.arena));
  s.report = am_report_new(s.arena);
  return s;
}

static const char *name(am_arena *arena, const void *data, size_t index) {
  (void)data;
  return am_format(arena, "piece %zu", index);
}

/* Its square; every third job fails if `data` requests it. */
static am_status square(const am_job_room *at, const void *data,
                        size_t index, void **result) {
  double *value = AM_NEW(at->results, double);
  AM_ARRAY(at->arena, double, 100000)[index] = 1;
  *value = (double)(index * index);
  *result = value;
  if (*(const bool *)data && index % 3 == 0)
    return am_error(at->report, AM_INPUT, am_nowhere, "%zu is bad", index);
  if (index == 4) am_warn(at->report, am_nowhere, "four");
  return AM_OK;
}

static size_t count_messages(const am_report *report) {
  size_t count = 0;
  for (const am_message *m = report->first; m; m = m->next) count++;
  return count;
}

START_TEST(results_in_order) {
  static const bool bad = false;
  for (int threads = 1; threads <= 4; threads += 3) {
    setting s = set_up();
    am_job *jobs;
    const am_jobs work = {50, &bad, square, name};
    ck_assert_int_eq(am_jobs_run(s.arena, s.report, threads, &work, &jobs),
                     AM_OK);
    for (size_t i = 0; i < 50; i++) {
      ck_assert(jobs[i].ended);
      ck_assert_double_eq(*(double *)jobs[i].result, (double)(i * i));
      ck_assert_str_eq(jobs[i].failure, "");
    }
    ck_assert_uint_eq(count_messages(s.report), 1);
    ck_assert_str_eq(s.report->first->text, "piece 4: four");
    am_arena_free(s.arena);
  }
}
END_TEST

/* Ten messages, and the number of further ones. */
START_TEST(some_fail) {
  static const bool bad = true;
  setting s = set_up();
  am_job *jobs;
  const am_jobs work = {60, &bad, square, name};
  ck_assert_int_eq(am_jobs_run(s.arena, s.report, 3, &work, &jobs),
                   AM_OK);
  for (size_t i = 0; i < 60; i++)
    ck_assert_int_eq(jobs[i].status, i % 3 ? AM_OK : AM_INPUT);
  ck_assert_str_eq(jobs[3].failure, "3 is bad");
  ck_assert_uint_eq(count_messages(s.report), 11);
  ck_assert_str_eq(s.report->first->text, "piece 0: 0 is bad");
  ck_assert_str_eq(s.report->last->text, "11 further messages of this kind");
  for (const am_message *m = s.report->first; m; m = m->next)
    ck_assert_int_eq(m->severity, AM_SEVERITY_WARNING);
  am_arena_free(s.arena);
}
END_TEST

START_TEST(all_fail) {
  static const bool bad = true;
  setting s = set_up();
  am_job *jobs;
  const am_jobs work = {1, &bad, square, name};
  ck_assert_int_eq(am_jobs_run(s.arena, s.report, 0, &work, &jobs),
                   AM_INPUT);
  ck_assert_uint_eq(count_messages(s.report), 1);
  ck_assert_int_eq(s.report->first->severity, AM_SEVERITY_ERROR);
  ck_assert_str_eq(s.report->first->text, "0 is bad");
  am_arena_free(s.arena);
}
END_TEST

/* Requests more memory than available, while other jobs continue. */
static am_status greedy(const am_job_room *at, const void *data,
                        size_t index, void **result) {
  (void)data, (void)result;
  if (index == 1) am_arena_alloc(at->arena, (size_t)-1 / 2);
  if (index == 2) am_arena_alloc(at->results, (size_t)-1 / 2);
  return AM_OK;
}

START_TEST(memory_runs_out) {
  setting s = set_up();
  am_job *jobs;
  const am_jobs work = {4, NULL, greedy, NULL};
  ck_assert_int_eq(am_jobs_run(s.arena, s.report, 2, &work, &jobs),
                   AM_OK);
  for (size_t i = 0; i < 4; i++) {
    bool bad = i == 1 || i == 2;
    ck_assert_int_eq(jobs[i].status, bad ? AM_ENVIRONMENT : AM_OK);
    ck_assert_str_eq(jobs[i].failure, bad ? "out of memory" : "");
  }
  am_arena_free(s.arena);
}
END_TEST

static volatile int stop;

static am_status stopping(const am_job_room *at, const void *data,
                          size_t index, void **result) {
  (void)data, (void)result;
  if (index < 2) return AM_OK;
  stop = 1;
  return am_error(at->report, AM_FAILED, am_nowhere, "stopped");
}

static void count_progress(void *data, double done, double count) {
  ck_assert_double_le(done, count);
  ++*(size_t *)data;
}

START_TEST(stopped) {
  setting s = set_up();
  am_job *jobs;
  size_t told = 0;
  const am_jobs work = {5, NULL, stopping, name};
  test_watch(s.arena, &stop);
  s.report->counter = count_progress;
  s.report->data = &told;
  ck_assert_int_eq(am_jobs_run(s.arena, s.report, 1, &work, &jobs),
                   AM_OK);
  for (size_t i = 0; i < 5; i++) ck_assert_int_eq(jobs[i].ended, i < 2);
  ck_assert_uint_eq(told, 3);
  ck_assert_ptr_null(s.report->first);
  ck_assert_int_eq(am_jobs_run(s.arena, s.report, 1, &work, &jobs),
                   AM_FAILED);
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("jobs")};
  tcase_add_test(cases[0], results_in_order);
  tcase_add_test(cases[0], some_fail);
  tcase_add_test(cases[0], all_fail);
  tcase_add_test(cases[0], memory_runs_out);
  tcase_add_test(cases[0], stopped);
  return test_run("jobs", cases, 1);
}
