/* covers: newton, projection
 *
 * After corners of random paths the state is far from equilibrium with the
 * strain, and rates at the start of the next step are far steeper than later.
 * All schemes agree with an accurate integration that starts with tiny
 * substeps,
 *
 *     |sigma - exact| <= 50 (atol S + rtol |exact|), and likewise the strain,
 *
 * in loading steps in any direction, of 1e-3 to 1e6 s, after two other loading
 * steps; under prescribed strain and under uniaxial stress. One of the steps of
 * a law may use a scheme other than the default.
 *
 * AUTOMAT_CORNERS=160 takes this number of steps of each law and prints a
 * table: successful steps, evaluations of each, the 99 % quantile and the
 * maximum of the error in units of the tolerance, and the number of errors
 * above 50. */
#include <stdint.h>
#include <stdio.h>

#include "engine/engine.h"
#include "engine/parts.h"
#include "case/philox.h"
#include "tests/core/emit/shipped.h"

enum { GROUP = 8, FEW = 24, LEGS = 2, KINDS = 2 };
static const double far = 50;

/* Explicit ones may fail where the law is stiff. */
static const struct {
  const char *name;
  bool is_for_all;
} schemes[] = {{"auto", true}, {"rodas4", true}, {"ode23s", true},
               {"ode23", false}, {"ode45", false},
               {"implicit-euler-adaptive", true}};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

typedef struct {
  am_engine_program *program;
  double *ratios; /* [count] */
  long count;
  double evaluations;
} finding;

typedef struct {
  const char *material;
  am_arena *arena;
  am_law *law;
  bool uniaxial;
  am_engine_program *exact, *walker;
  finding found[SCHEMES];
} corner;

/* Uniform random number in [low, high) by index. */
static double draw(const corner *c, long point, uint32_t place, double low,
                   double high) {
  const uint32_t key[2] = {1, 0};
  const uint32_t counter[4] = {(uint32_t)point, place, c->uniaxial, 7};
  double numbers[2];
  am_philox_uniform(counter, key, numbers);
  return low + (high - low) * numbers[0];
}

/* rtol 0: the default. */
static am_engine_program *compile(corner *c, const char *scheme, double rtol,
                                  int max_substeps) {
  am_engine_program *program;
  am_solver *solver = AM_NEW(c->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = am_scheme_find(scheme);
  solver->tangent = false;
  solver->max_substeps = max_substeps;
  if (rtol > 0) solver->rtol = rtol, solver->atol = 1e-3 * rtol;
  ck_assert_int_eq(
      am_engine_compile(c->arena, am_report_new(c->arena), &am_engine_interp,
                        c->law, solver,
                        &(am_engine_options){.mixed = c->uniaxial}, &program),
      AM_OK);
  return program;
}

/* Targets of one leg for the points from `first` on, which share a duration. */
static void aim(const corner *c, long first, uint32_t leg, am_fields *f) {
  double *target = am_field_get(f, AM_FIELD_target);
  f->duration = pow(10, draw(c, first, leg, -3, 6));
  for (long k = 0; k < GROUP; k++) {
    double size = pow(10, draw(c, first + k, 40 + leg, -4.5, -2));
    for (uint32_t i = 0; i < 6; i++)
      target[i * GROUP + k] =
          c->uniaxial && i
              ? 0
              : draw(c, first + k, 10 + 6 * leg + i, -size, size);
  }
  for (int i = 1; i < 6; i++) f->stress_controlled[i] = c->uniaxial;
}

/* |a - b| of point k, b NULL: |a|. */
static double distance(const double *a, const double *b, long k) {
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    double d = a[i * GROUP + k] - (b ? b[i * GROUP + k] : 0);
    sum += d * d;
  }
  return sqrt(sum);
}

/* Error of the stress or the strain of point k, in units of the tolerances. */
static double ratio(const corner *c, const am_fields *a,
                    const am_fields *exact, long k) {
  const am_solver *s = &am_solver_default;
  double stress = distance(a->stress, exact->stress, k) /
                  (s->atol * c->law->stress_scale +
                   s->rtol * distance(exact->stress, NULL, k));
  double strain = distance(a->strain, exact->strain, k) /
                  (s->atol + s->rtol * distance(exact->strain, NULL, k));
  return fmax(stress, strain);
}

/* Loading step by a program whose first substep is this fraction of the
 * step. */
static am_fields walk(const corner *c, am_engine_program *program,
                      const am_fields *given, double part, am_arena *arena) {
  am_fields f = *given;
  double *first = AM_ARRAY(arena, double, GROUP);
  for (long k = 0; k < GROUP; k++) first[k] = part * f.duration;
  f.step0 = first;
  f.strain = AM_ARRAY(arena, double, 6 * GROUP);
  f.stress = AM_ARRAY(arena, double, 6 * GROUP);
  f.state = AM_ARRAY(arena, double, c->law->nx * GROUP);
  f.status = AM_ARRAY(arena, double, GROUP);
  am_engine_advance(program, &f, GROUP);
  return f;
}

/* Two integrations must agree to count as exact. */
static void judge(corner *c, const am_fields *given, am_arena *arena) {
  am_fields exact = walk(c, c->exact, given, 1e-10, arena);
  am_fields other = walk(c, c->walker, given, 1e-8, arena);
  for (int i = 0; i < SCHEMES; i++) {
    finding *f = &c->found[i];
    am_fields own = walk(c, f->program, given, 0, arena);
    for (long k = 0; k < GROUP; k++) {
      if (exact.status[k] != AM_POINT_GOOD || other.status[k] != 0 ||
          ratio(c, &other, &exact, k) > 1 || own.status[k] != AM_POINT_GOOD)
        continue;
      f->ratios[f->count++] = ratio(c, &own, &exact, k);
      f->evaluations += own.counts[AM_COUNT_EVALUATIONS * GROUP + k];
    }
  }
}

static void take_corners(corner *c, long count) {
  int components[AM_FIELD_COUNT];
  am_field_components(c->law, 0, components);
  for (long first = 0; first < count; first += GROUP) {
    am_arena *arena = test_arena();
    am_fields f = am_fields_new(arena, components,
                                AM_FIELDS_REQUIRED | AM_FIELD_BIT(counts),
                                GROUP);
    double *state0 = am_field_get(&f, AM_FIELD_state0);
    for (int i = 0; i < c->law->na; i++)
      for (long k = 0; k < GROUP; k++)
        state0[i * GROUP + k] = c->law->initial[i];
    for (uint32_t leg = 0; leg < LEGS; leg++) {
      aim(c, first, leg, &f);
      am_fields walked = walk(c, c->walker, &f, 1e-8, arena);
      f.strain0 = walked.strain;
      f.state0 = walked.state;
    }
    aim(c, first, LEGS, &f);
    judge(c, &f, arena);
    am_arena_free(arena);
  }
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* One of a thousand steps may have a larger error. */
static void show_and_judge(const corner *c, bool many) {
  for (int i = 0; i < SCHEMES; i++) {
    const finding *f = &c->found[i];
    long over = 0;
    if (schemes[i].is_for_all) ck_assert_int_gt(f->count, FEW / 2);
    if (!f->count) continue;
    const double *worst = f->ratios + f->count - 1;
    qsort(f->ratios, (size_t)f->count, sizeof *f->ratios, compare_numbers);
    while (over < f->count && !(worst[-over] <= far)) over++;
    if (many)
      printf("%-26s %d %-8s %5ld %8.1f %9.3f %9.3f %4ld\n", c->material,
             c->uniaxial, schemes[i].name, f->count,
             f->evaluations / (double)f->count,
             f->ratios[(f->count - 1) * 99 / 100], *worst, over);
    ck_assert_msg(over <= (many || i > 0 ? 1 + f->count / 1000 : 0),
                  "%s%s, %s: %g times the tolerance", c->material,
                  c->uniaxial ? ", uniaxial" : "", schemes[i].name, *worst);
  }
}

START_TEST(corners_are_seen) {
  const char *many = getenv("AUTOMAT_CORNERS");
  corner c = {.arena = test_arena(), .uniaxial = _i % KINDS};
  long count = many ? atol(many) : FEW;
  c.material = shipped_name(c.arena, _i / KINDS);
  c.law = shipped_law(c.arena, c.material, AM_STRATEGY_AUTOMATIC, false);
  /* Rates of elastic domains have no finite slope; external fields are not
   * given. */
  if (c.law->nd || c.law->nf) return;
  c.exact = compile(&c, "rodas4", 1e-8, 100000);
  c.walker = compile(&c, "rodas4", 1e-6, 100000);
  for (int i = 0; i < SCHEMES; i++)
    c.found[i] = (finding){
        .program = compile(&c, schemes[i].name, 0,
                            schemes[i].is_for_all ? 100000 : 2000),
        .ratios = AM_ARRAY(c.arena, double, count + GROUP)};
  take_corners(&c, count);
  show_and_judge(&c, many);
  am_arena_free(c.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("corners");
  tcase_add_loop_test(tcase, corners_are_seen, 0, KINDS * shipped_count());
  return test_run("corners", &tcase, 1);
}
