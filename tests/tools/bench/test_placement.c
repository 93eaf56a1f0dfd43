/* Tests of bench/placement.c, with an engine with its own memory: the
 * interpreter on copies of the fields, which it counts. */
#include <string.h>

#include "bench/bench.h"
#include "tests/core/law/materials.h"

/* ---- an engine with its own memory ----------------------------------------*/

typedef struct {
  double *host, *own;
  int components;
  long stride;
  bool kept, changed; /* the host's is newer */
} field;

struct am_engine_program {
  am_engine_base base;
  am_engine_program *interp;
  am_arena *arena;
  field fields[64];
  int count;
  double up, down; /* bytes so far */
};

static double *make_field(am_arena *arena, am_engine_program *p,
                          int components, long stride, bool kept) {
  size_t size = (size_t)components * (size_t)stride;
  field *f = &p->fields[p->count++];
  ck_assert_int_lt(p->count, 64);
  *f = (field){AM_ARRAY(arena, double, size), AM_ARRAY(arena, double, size),
               components, stride, kept, true};
  return f->host;
}

static field *known(am_engine_program *p, const double *host) {
  for (int i = 0; i < p->count; i++)
    if (p->fields[i].host == host) return &p->fields[i];
  ck_abort_msg("not a field of the engine");
}

static double move(const field *f, double *to, const double *from,
                   long count) {
  for (int i = 0; i < f->components; i++)
    memcpy(to + i * f->stride, from + i * f->stride,
           (size_t)count * sizeof *to);
  return (double)f->components * (double)count * sizeof(double);
}

static void fetch_field(am_engine_program *p, const double *host) {
  field *f = known(p, host);
  move(f, f->host, f->own, f->stride);
}

static void change_field(am_engine_program *p, const double *host) {
  known(p, host)->changed = true;
}

/* Copies an input to the engine; returns the engine's pointer. */
static const double *up(am_engine_program *p, const double *host,
                        long count) {
  field *f = known(p, host);
  if (!f->kept) p->up += move(f, f->own, f->host, count);
  if (f->kept && f->changed) move(f, f->own, f->host, f->stride);
  f->changed = false;
  return f->own;
}

/* Returns the pointer of a result in the engine, which is newer than the copy
 * of the host. */
static double *own(am_engine_program *p, double *host) {
  field *f = host ? known(p, host) : NULL;
  if (!f) return NULL;
  f->changed = false;
  return f->own;
}

static void down(am_engine_program *p, double *host, long count) {
  field *f = host ? known(p, host) : NULL;
  if (f && !f->kept) p->down += move(f, f->host, f->own, count);
}

static void advance(am_engine_program *p, const am_fields *fields,
                    long count) {
  am_fields f = *fields;
  double *const found[] = {f.strain, f.state,  f.step,   f.stress_max,
                           f.stress, f.status, f.tangent};
  f.strain0 = up(p, f.strain0, count);
  f.state0 = up(p, f.state0, count);
  f.target = up(p, f.target, count);
  f.step0 = up(p, f.step0, count);
  f.stress_max0 = up(p, f.stress_max0, count);
  f.strain = own(p, f.strain);
  f.state = own(p, f.state);
  f.step = own(p, f.step);
  f.stress_max = own(p, f.stress_max);
  f.stress = own(p, f.stress);
  f.status = own(p, f.status);
  f.tangent = own(p, f.tangent);
  am_engine_advance(p->interp, &f, count);
  for (size_t i = 0; i < sizeof found / sizeof *found; i++)
    down(p, found[i], count);
}

static const am_engine_memory memory = {make_field, fetch_field,
                                        change_field};
static const am_engine engine = {
    .name = "copies", .advance = advance, .memory = &memory};

/* ---- loads ----------------------------------------------------------------*/

typedef struct {
  am_arena *arena;
  am_load *load;
  am_engine_program *program;
} setting;

static setting set_up(int workload, bool tangent, long count) {
  setting s = {.arena = test_arena()};
  am_report *report = am_report_new(s.arena);
  am_material *material;
  am_law *law;
  am_solver solver = am_solver_default;
  size_t workloads;
  const am_workload *w = &am_workloads(&workloads)[workload];
  solver.scheme = am_scheme_find("ode23");
  solver.tangent = tangent;
  ck_assert(read_material(s.arena, report, "michel-suquet", &material) ==
            AM_OK);
  ck_assert(am_load_new(s.arena, report, w, material, &am_engine_interp,
                        count, &s.load) == AM_OK);
  ck_assert(am_law_new(s.arena, report, material, NULL, &law) == AM_OK);
  s.program = AM_NEW(s.arena, am_engine_program);
  s.program->base.engine = &engine;
  ck_assert(am_engine_compile(s.arena, report, &am_engine_interp, law, &solver,
                              &(am_engine_options){.threads = 1},
                              &s.program->interp) == AM_OK);
  return s;
}

/* The last field of this size. */
static const field *last_of(const am_engine_program *p, int components) {
  for (int i = p->count - 1; i >= 0; i--)
    if (p->fields[i].components == components) return &p->fields[i];
  return NULL;
}

enum { DRAWN = 10, PLACED = 32 };

/* For any placement, points and results equal those of the workload in every
 * repetition, and only fields outside the device cross the bus. */
START_TEST(places_do_not_change_results) {
  am_placement way = (am_placement)(AM_WAY_RESIDENT + _i % 3);
  bool tangent = _i / 3 % 2;
  setting s = set_up(_i / 6, tangent, DRAWN);
  const am_load *load = s.load;
  am_placed_fields *p = am_placed_fields_new(s.arena, load, s.program,
                                             way, tangent, PLACED);
  double state = way == AM_WAY_STREAMED ? 6 + load->nx + 2 : 0;
  double rest = way == AM_WAY_RESIDENT ? 0 : 6 + 1 + (tangent ? 36 : 0);
  double aim = way == AM_WAY_RESIDENT ? 0 : 6;
  am_load_drive(load, s.program->interp, DRAWN,
                &(am_walk){.tangent = tangent});
  for (int pass = 0; pass < 2; pass++) {
    s.program->up = s.program->down = 0;
    ck_assert_double_gt(am_placed_fields_drive(p), 0);
    double points = (double)PLACED * load->workload->steps;
    ck_assert_double_eq(s.program->up, 8 * points * (aim + state));
    ck_assert_double_eq(s.program->down, 8 * points * (rest + state));
    const field *stress = last_of(s.program, 6);
    for (int i = 0; i < 6; i++)
      for (long k = 0; k < PLACED; k++)
        ck_assert(stress->own[i * PLACED + k] ==
                  load->fields.stress[i * load->stride + k % DRAWN]);
  }
}
END_TEST

/* Number of points that fit, in whole warps, at most the requested number. */
START_TEST(counts_fit) {
  setting s = set_up(_i % 2, false, 1);
  bool tangent = _i / 2;
  double point = am_placement_bytes(s.load, tangent);
  for (double bytes = point; bytes < 1e9; bytes *= 3) {
    long count = am_placement_count(s.load, tangent, bytes, 100000);
    ck_assert_int_eq(count % 32, 0);
    ck_assert_int_ge(count, 32);
    ck_assert_int_le(count, 100000);
    if (bytes < 32 * point) continue;
    ck_assert_double_le((double)count * point, bytes);
    if (count < 100000 - 32)
      ck_assert_double_gt((double)(count + 32) * point, bytes);
  }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("ways");
  tcase_add_loop_test(all, places_do_not_change_results, 0, 12);
  tcase_add_loop_test(all, counts_fit, 0, 4);
  return test_run("bench/ways", &all, 1);
}
