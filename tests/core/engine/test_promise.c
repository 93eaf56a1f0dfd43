/* covers: tangent, error_norm
 *
 * Guarantee of the error control of tangents,
 *
 *     |C - exact| <= 5 (atol S + rtol |exact|)
 *
 * in 999 of 1000 random loading steps, with each adaptive scheme: those of the
 * workloads W1 and W2 of automat-bench(1), and steps in any direction from
 * states after a path with a corner.
 *
 * By default the interpreter runs some of these steps. AUTOMAT_PROMISE=100000
 * runs this number of steps of each set with compiled laws, and prints a table:
 * evaluations per step; the quantiles 99 and 99.9 % and the maximum of |C -
 * exact|/(atol S + rtol |exact|); failed steps. AUTOMAT_SEED selects other
 * steps, AUTOMAT_SET and AUTOMAT_SCHEME select by name. */
#include <stdint.h>
#include <stdio.h>

#include "bench/bench.h"
#include "engine/parts.h"
#include "case/philox.h"
#include "tests/core/law/materials.h"

/* Steps of a law from states after two legs of random strains of this size and
 * duration, by 1 to 30 % of the size in another direction. */
typedef struct {
  const char *name, *material;
  int workload; /* of the bench, from 1 on; 0: none */
  double strain, time;
} step_set;

static const step_set sets[] = {
    {.name = "W1", .material = "michel-suquet", .workload = 1},
    {.name = "W2", .material = "michel-suquet", .workload = 2},
    {"michel-suquet", "michel-suquet", 0, 3e-3, 0.3},
    {"generalized-maxwell", "generalized-maxwell", 0, 1e-3, 3},
    {"fcc-crystal", "fcc-crystal", 0, 3e-3, 1},
    {"damage", "damage", 0, 1.5e-2, 0.3},
    {"chaboche", "chaboche", 0, 5e-3, 1},
};
enum { SETS = sizeof sets / sizeof *sets, SCHEMES = 16, GROUP = 500 };

static const double promised = 5;

/* Results of a scheme */
typedef struct {
  am_engine_program *program; /* NULL: not taken */
  double *ratios;             /* [count] to the tolerance */
  long count, failed;
  double evaluations;
  double *next;               /* remembered substeps, W2 */
} finding;

typedef struct {
  const step_set *set;
  const am_engine *engine;
  am_arena *arena, *room; /* room: of one group */
  am_law *law;
  long count;             /* of the steps */
  am_engine_program *exact, *walker;
  finding found[SCHEMES];
} promise;

/* Steps of one duration, and their number. */
typedef struct {
  am_fields fields;
  long count;
} group;

/* Uniform random number in [low, high) by index. */
static double draw(const promise *p, long point, uint32_t place, double low,
                   double high) {
  const char *seed = getenv("AUTOMAT_SEED");
  const uint32_t key[2] = {seed ? (uint32_t)atol(seed) : 1, 0};
  const uint32_t counter[4] = {(uint32_t)point, place,
                               (uint32_t)(p->set - sets), 0};
  double numbers[2];
  am_philox_uniform(counter, key, numbers);
  return low + (high - low) * numbers[0];
}

static am_engine_program *compile(promise *p, const am_scheme *scheme,
                                  double rtol, bool tangent) {
  am_engine_program *program;
  am_solver *solver = AM_NEW(p->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = scheme;
  solver->tangent = tangent;
  solver->derivatives = false;
  if (rtol > 0) solver->rtol = rtol, solver->atol = 1e-3 * rtol;
  ck_assert_int_eq(
      am_engine_compile(p->arena, am_report_new(p->arena), p->engine, p->law,
                        solver, &(am_engine_options){.threads = 1}, &program),
      AM_OK);
  return program;
}

static group new_group(promise *p, long count, long stride) {
  const unsigned set = AM_FIELDS_REQUIRED | AM_FIELD_BIT(strain) |
                       AM_FIELD_BIT(tangent) | AM_FIELD_BIT(counts);
  int components[AM_FIELD_COUNT];
  am_field_components(p->law, 6, components);
  return (group){am_fields_new(p->room, components, set, stride), count};
}

/* Makes the strain and state at the end those at the start. */
static void walk_group(promise *p, group *g) {
  am_engine_advance(p->walker, &g->fields, g->count);
  am_field_swap(&g->fields, AM_FIELD_strain0);
  am_field_swap(&g->fields, AM_FIELD_state0);
}

/* |a - b| of point k. */
static double distance(const double *a, const double *b, long stride, long k) {
  double sum = 0;
  for (int i = 0; i < 36; i++) {
    double d = a[i * stride + k] - (b ? b[i * stride + k] : 0);
    sum += d * d;
  }
  return sqrt(sum);
}

/* Steps of the group by a scheme, if the exact steps succeeded. */
static void judge_scheme(promise *p, finding *f, const group *g,
                         const double *exact, const double *good) {
  const am_solver *s = &am_solver_default;
  am_fields own = g->fields;
  long stride = own.stride;
  own.step0 = own.step = f->next;
  am_engine_advance(f->program, &own, g->count);
  for (long k = 0; k < g->count; k++) {
    if (good[k] != AM_POINT_GOOD) continue;
    double bound = s->atol * p->law->stress_scale +
                   s->rtol * distance(exact, NULL, stride, k);
    bool failed = own.status[k] != AM_POINT_GOOD;
    f->failed += failed;
    f->ratios[f->count++] =
        failed ? HUGE_VAL
               : distance(own.tangent, exact, stride, k) / bound;
    f->evaluations += own.counts[AM_COUNT_EVALUATIONS * stride + k];
  }
}

static void judge_group(promise *p, const group *g) {
  am_fields exact = g->fields;
  exact.tangent = AM_ARRAY(p->room, double, 36 * exact.stride);
  exact.status = AM_ARRAY(p->room, double, exact.stride);
  am_engine_advance(p->exact, &exact, g->count);
  for (int i = 0; i < SCHEMES; i++)
    if (p->found[i].program)
      judge_scheme(p, &p->found[i], g, exact.tangent, exact.status);
}

/* Targets of leg 0, 1 or 2. */
static void aim(const promise *p, long first, uint32_t leg, group *g) {
  double *target = (double *)g->fields.target;
  g->fields.duration = p->set->time * pow(10, draw(p, first, leg, -1, 1));
  for (long k = 0; k < g->count; k++) {
    long point = first + k;
    double size = p->set->strain;
    if (leg == 2) size *= pow(10, draw(p, point, 9, -2, -0.5));
    for (uint32_t i = 0; i < 6; i++) {
      double *to = &target[i * g->fields.stride + k];
      double before = leg == 2 ? *to : 0;
      *to = before + draw(p, point, 10 + 6 * leg + i, -size, size);
    }
  }
}

static void take_corners(promise *p) {
  for (long first = 0; first < p->count; first += GROUP) {
    p->room = test_arena();
    group g = new_group(p, GROUP, GROUP);
    for (int i = 0; i < p->law->na; i++)
      for (long k = 0; k < GROUP; k++)
        ((double *)g.fields.state0)[i * GROUP + k] = p->law->initial[i];
    for (uint32_t leg = 0; leg < 2; leg++) {
      aim(p, first, leg, &g);
      walk_group(p, &g);
    }
    aim(p, first, 2, &g);
    judge_group(p, &g);
    am_arena_free(p->room);
  }
}

static void take_workload(promise *p) {
  const am_workload *w = &am_workloads(&(size_t){0})[p->set->workload - 1];
  am_load *load;
  p->room = p->arena;
  ck_assert_int_eq(am_load_new(p->arena, am_report_new(p->arena), w,
                               p->law->material, p->engine,
                               p->count / w->steps, &load),
                   AM_OK);
  group g = new_group(p, load->count, load->stride);
  size_t row = (size_t)load->stride * sizeof(double);
  memcpy((double *)g.fields.strain0, load->fields.strain0, 6 * row);
  memcpy((double *)g.fields.state0, load->fields.state0,
         (size_t)load->nx * row);
  g.fields.target = load->target;
  g.fields.duration = w->time;
  for (int i = 0; i < SCHEMES; i++)
    p->found[i].next = AM_ARRAY(p->arena, double, load->stride);
  for (int i = 1; i <= w->steps; i++) {
    am_load_aim(load, i, load->count);
    judge_group(p, &g);
    walk_group(p, &g);
  }
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(const finding *f, double share) {
  return f->ratios[(long)(share * (double)(f->count - 1))];
}

static bool is_chosen(const char *variable, const char *name) {
  const char *chosen = getenv(variable);
  return !chosen || !strcmp(chosen, name);
}

/* Prepares the steps and the schemes; only adaptive schemes are tested. */
static void prepare(promise *p) {
  size_t count;
  const am_scheme *all = am_schemes(&count);
  am_material *material;
  am_report *report = am_report_new(p->arena);
  ck_assert_int_eq(read_material(p->arena, report, p->set->material,
                                 &material), AM_OK);
  ck_assert_int_eq(am_law_new(p->arena, report, material, NULL, &p->law),
                   AM_OK);
  p->exact = compile(p, am_scheme_find("ode45"), 1e-9, true);
  p->walker = compile(p, am_scheme_find("ode45"), 1e-6, false);
  ck_assert_uint_le(count, SCHEMES);
  for (size_t i = 0; i < count; i++) {
    if (!all[i].control || !is_chosen("AUTOMAT_SCHEME", all[i].name)) continue;
    p->found[i].program = compile(p, &all[i], 0, true);
    p->found[i].ratios = AM_ARRAY(p->arena, double, p->count + GROUP);
  }
}

/* The quantile of 99.9 % needs a large sample. */
static void show_and_judge(const promise *p, bool many) {
  for (int i = 0; i < SCHEMES; i++) {
    const finding *f = &p->found[i];
    if (!f->program) continue;
    ck_assert_int_gt(f->count, p->count * 9 / 10);
    qsort(f->ratios, (size_t)f->count, sizeof *f->ratios, compare_numbers);
    const char *name = am_schemes(&(size_t){0})[i].name;
    double most = quantile(f, many ? 0.999 : 0.99);
    if (many)
      printf("%-20s %-24s %8.2f %9.3f %9.3f %9.3f %6ld\n", p->set->name, name,
             f->evaluations / (double)f->count, quantile(f, 0.99), most,
             quantile(f, 1), f->failed);
    fflush(stdout);
    if (getenv("AUTOMAT_LAX")) continue;
    ck_assert_msg(most <= promised, "%s, %s: %g times the tolerance",
                  p->set->name, name, most);
  }
}

START_TEST(tangents_are_as_promised) {
  const char *many = getenv("AUTOMAT_PROMISE");
  promise p = {.set = &sets[_i], .arena = test_arena(),
               .engine = am_engine_find(many ? "native" : "interp"),
               .count = many ? atol(many) : GROUP};
  if (!is_chosen("AUTOMAT_SET", p.set->name)) return;
  prepare(&p);
  if (p.set->workload)
    take_workload(&p);
  else
    take_corners(&p);
  show_and_judge(&p, many);
  am_arena_free(p.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("promise");
  tcase_add_loop_test(tcase, tangents_are_as_promised, 0, SETS);
  return test_run("promise", &tcase, 1);
}
