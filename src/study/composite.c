/* composite.c: the paper's tables and figures of a volume element. */
#include "study/composite.h"

/* Tables of what has been found so far; what memory they take is freed at
 * once. */
static void keep_so_far(void *data, size_t done, size_t count) {
  const am_composite *s = data;
  const am_study_keeper *keeper = &s->q->keeper;
  (void)done, (void)count;
  if (!keeper->keep) return;
  am_arena *arena = am_arena_new();
  if (arena && !am_arena_recover(arena)) {
    am_study_tables tables = am_composite_tables(arena, s);
    keeper->keep(keeper->data, arena, &tables);
  }
  am_arena_free(arena);
}

static am_status run(am_inquiry *q) {
  am_composite *s = AM_NEW(q->arena, am_composite);
  AM_TRY(am_composite_plan(q, s));
  const am_jobs work = {s->count, s, am_composite_walk, am_composite_name};
  const am_crew one = {1, q->crew.stop, keep_so_far, s};
  am_status status =
      am_jobs_run(q->arena, q->report, &one, &work, &s->jobs);
  if (am_composite_any(s)) {
    q->tables = am_composite_tables(q->arena, s);
    am_composite_show(q->arena, s, &q->tables);
  }
  AM_TRY(status);
  return am_check_all_ended(q, s->jobs, s->count);
}

static const am_study_options paper = {
    .steps = "20,40,80,160,320",
    .schemes = "implicit-euler,ode12,ode23,ode23s",
    .controls = "internal,stress",
    .against = "",
    .grid = "150",
    .strategies = "automatic,semi-automatic,conventional",
    .references = "fixed,updated",
    .parts = "iterations,steps,accuracy,tangents,control,times",
};

const am_study am_study_composite = {
    .name = "composite",
    .about = "a volume element: iterations, accuracy, tangents, times",
    .defaults = {.steps = "20,40,80",
                 .schemes = "implicit-euler,ode12,ode23,ode23s",
                 .controls = "internal,stress",
                 .against = "",
                 .grid = "",
                 .strategies = "automatic",
                 .references = "fixed",
                 .parts = "iterations,steps,accuracy,control,times"},
    .several = true,
    .cell = true,
    .usual = "mmc-30",
    .thorough = &paper,
    .counted = "loading steps",
    .run = run,
};
