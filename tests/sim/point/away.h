/* away.h: an engine with separate memory: the interpreter, on copies of the
 * fields.
 *
 * Host copies of its fields are overwritten by NaN after each write by the
 * engine, until they are fetched. An unannounced change of a host copy aborts
 * the test. A missing fetch thus computes with NaN. */
#ifndef AM_TESTS_DRIVER_AWAY_H
#define AM_TESTS_DRIVER_AWAY_H

#include <math.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/parts.h"
#include "support.h"

typedef struct {
  double *here, *there;
  double *seen; /* `here` at its last announced change */
  long count;   /* numbers */
  bool kept, spoiled;
} away_field;

struct am_engine_program {
  am_engine_base base;
  int components[AM_FIELD_COUNT];
  am_engine_program *inner;
  away_field fields[64]; /* [count] */
  int count;
  const char *failure;
};

/* Counts of calls of the engine, and simulated faults */
static struct {
  long advances, fetches, changes, fields;
  long fail_at; /* this advance; 0: never */
  bool is_not_here, cannot_compile;
} away_work;

static inline void away_spoil(away_field *f) {
  for (long i = 0; i < f->count; i++) f->here[i] = f->seen[i] = NAN;
  f->spoiled = true;
}

static inline void away_see(away_field *f) {
  memcpy(f->seen, f->here, (size_t)f->count * sizeof(double));
  f->spoiled = false;
}

static inline away_field *away_find(am_engine_program *p,
                                    const double *field) {
  for (int i = 0; i < p->count; i++)
    if (p->fields[i].here == field) return &p->fields[i];
  return NULL;
}

static inline double *away_new(am_arena *arena, am_engine_program *p,
                               int components, long stride, bool kept) {
  ck_assert_int_lt(p->count, 64);
  away_field *f = &p->fields[p->count++];
  *f = (away_field){.count = components * stride, .kept = kept};
  f->here = AM_ARRAY(arena, double, f->count);
  f->there = AM_ARRAY(arena, double, f->count);
  f->seen = AM_ARRAY(arena, double, f->count);
  away_work.fields++;
  return f->here;
}

static inline void away_fetch(am_engine_program *p, const double *field) {
  away_field *f = away_find(p, field);
  if (!f || !f->kept || !f->spoiled) return;
  memcpy(f->here, f->there, (size_t)f->count * sizeof(double));
  away_see(f);
  away_work.fetches++;
}

static inline void away_changed(am_engine_program *p, const double *field) {
  away_field *f = away_find(p, field);
  if (!f || !f->kept) return;
  memcpy(f->there, f->here, (size_t)f->count * sizeof(double));
  away_see(f);
  away_work.changes++;
}

/* Place of a field in the engine, which must know the fields of all points. */
static inline double *away_place(am_engine_program *p, const double *field,
                                 long stride) {
  away_field *f = away_find(p, field);
  ck_assert_msg(!field || f || stride == 1, "a field of the host's own");
  return f && f->kept ? f->there : (double *)(uintptr_t)field;
}

/* Checks that a kept field is unchanged, unless a change was announced. */
static inline void away_check(am_engine_program *p, const double *field) {
  const away_field *f = away_find(p, field);
  ck_assert_msg(!f || !f->kept ||
                    !memcmp(f->here, f->seen,
                            (size_t)f->count * sizeof(double)),
                "a field was changed, and nobody told");
}

static inline void away_advance(am_engine_program *p, const am_fields *given,
                                long count) {
  am_fields f = *given;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const double *field = am_field_get(given, i);
    if (!p->components[i]) continue;
    if (!am_field_table[i].found) away_check(p, field);
    am_field_set(&f, i, away_place(p, field, f.stride));
  }
  if (++away_work.advances == away_work.fail_at)
    p->failure = "the device was lost";
  if (p->failure)
    for (long i = 0; i < count; i++) f.status[i] = AM_POINT_LOST;
  else
    am_engine_advance(p->inner, &f, count);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    away_field *field = away_find(p, am_field_get(given, i));
    if (am_field_table[i].found && field && field->kept) away_spoil(field);
  }
}

static inline const char *away_failure(const am_engine_program *p) {
  return p->failure;
}

static const am_engine_memory away_memory = {away_new, away_fetch,
                                             away_changed};

static inline am_status away_is_here(am_arena *arena, am_report *report,
                                     const char **what) {
  (void)arena;
  *what = "elsewhere";
  return away_work.is_not_here
             ? am_error(report, AM_ENVIRONMENT, am_nowhere, "not here")
             : AM_OK;
}

/* Programs report the name of the interpreter, so that files are equal. */
static am_engine away_as_interp;

static inline am_status away_compile(am_arena *arena, am_report *report,
                                     am_law *law, const am_solver *solver,
                                     const am_engine_options *options,
                                     am_engine_program **program) {
  am_engine_options own = *options;
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  own.single = false;
  away_as_interp = (am_engine){.name = "interp", .advance = away_advance,
                               .memory = &away_memory,
                               .failure = away_failure};
  p->base.engine = &away_as_interp;
  am_field_components(law, 6, p->components);
  if (away_work.cannot_compile)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "too long a text");
  return am_engine_compile(arena, report, &am_engine_interp, law, solver, &own,
                           &p->inner);
}

static const am_engine away = {.name = "away",
                               .about = "elsewhere",
                               .place = away_is_here,
                               .compile = away_compile,
                               .advance = away_advance,
                               .single = true,
                               .sensitivities = true,
                               .memory = &away_memory,
                               .failure = away_failure};

#endif
