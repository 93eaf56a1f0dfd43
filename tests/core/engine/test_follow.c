/* covers: advance, fields
 *
 * Points that store their substeps and repeat them with different strains in
 * the same loading step, on each CPU engine. */
#include "engine/engine.h"

#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

enum { COUNT = 43, STRIDE = COUNT + 2, NX = 20, NOT_KEPT = 65535, RUNS = 3 };

/* The engines, and points at once. */
static const struct {
  const char *name;
  int lanes;
} runs[RUNS] = {{"interp", 0}, {"native", 0}, {"native", 1}};

static const char *const schemes[] = {"ode23", "ode12", "ode45", "ode23s",
                                      "rodas4"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

typedef struct {
  double target[6 * STRIDE], state0[NX * STRIDE], first[STRIDE];
  double state[NX * STRIDE], next[STRIDE], stress[6 * STRIDE];
  double status[STRIDE], counts[AM_COUNTS * STRIDE];
  unsigned short ends[AM_SUBSTEP_ENDS * STRIDE];
} batch;

typedef struct {
  am_arena *arena;
  am_report *report;
  am_law *law;
  am_solver solver;
  const am_engine *engine[RUNS];
  am_engine_program *program[RUNS];
} setting;

static setting open_setting(const char *scheme) {
  setting s = {.arena = test_arena(), .solver = solver_of(scheme)};
  am_material *material;
  ck_assert(!am_arena_recover(s.arena));
  s.report = am_report_new(s.arena);
  s.solver.tangent = false;
  ck_assert_int_eq(
      read_material(s.arena, s.report, "michel-suquet", &material), AM_OK);
  ck_assert_int_eq(
      am_law_new(s.arena, s.report, material,
                 &(am_law_choice){.strategy = s.solver.strategy}, &s.law),
      AM_OK);
  ck_assert_int_le(s.law->nx, NX);
  for (int r = 0; r < RUNS; r++) {
    const am_engine_options options = {.lanes = runs[r].lanes, .threads = 1,
                                       .follows = true};
    s.engine[r] = am_engine_find(runs[r].name);
    am_status status = am_engine_compile(s.arena, s.report, s.engine[r], s.law,
                                         &s.solver, &options, &s.program[r]);
    ck_assert_msg(status == AM_OK && !s.report->first, "%s",
                  first_message(s.arena, s.report));
  }
  return s;
}

static void advance(const setting *s, int run, batch *b, double follow) {
  static double strain0[6 * STRIDE];
  const am_fields f = {.stride = STRIDE, .duration = 0.4,
                       .strain0 = strain0, .state0 = b->state0,
                       .target = b->target, .step0 = b->first,
                       .state = b->state, .step = b->next,
                       .stress = b->stress, .status = b->status,
                       .counts = b->counts, .ends = b->ends,
                       .follow = follow};
  am_engine_advance(s->program[run], &f, COUNT);
}

/* Strains of a point, of this size. */
static void aim(batch *b, int at, double size) {
  static const double along[6] = {1, -0.4, -0.3, 0.5, -0.2, 0.3};
  for (int i = 0; i < 6; i++) b->target[i * STRIDE + at] = size * along[i];
}

/* From the initial state to strains of these sizes, equally spaced. */
static void fill(const setting *s, batch *b, double from, double to) {
  memset(b, 0, sizeof *b);
  for (int p = 0; p < COUNT; p++) {
    for (int i = 0; i < s->law->na; i++)
      b->state0[i * STRIDE + p] = s->law->initial[i];
    aim(b, p, from + (to - from) * p / (COUNT - 1));
    b->first[p] = p % 3 ? 0 : 0.1;
  }
}

static double count_of(const batch *b, am_count count, int at) {
  return b->counts[count * STRIDE + at];
}

static double size_of(const batch *b, int at) {
  double square = 0;
  for (int i = 0; i < 6; i++)
    square += pow(b->stress[i * STRIDE + at], 2);
  return sqrt(square);
}

static double distance(const batch *a, const batch *b, int at) {
  double square = 0;
  for (int i = 0; i < 6; i++)
    square += pow(a->stress[i * STRIDE + at] - b->stress[i * STRIDE + at], 2);
  return sqrt(square);
}

static bool same_ends(const batch *a, const batch *b, int at) {
  for (int i = 0; i < AM_SUBSTEP_ENDS; i++)
    if (a->ends[i * STRIDE + at] != b->ends[i * STRIDE + at])
      return false;
  return true;
}

/* All results of a point are equal. */
static void same_point(const batch *found, const batch *expected, int at) {
  ck_assert_double_eq(found->status[at], expected->status[at]);
  ck_assert_double_eq(found->next[at], expected->next[at]);
  ck_assert_double_eq(count_of(found, AM_COUNT_SUBSTEPS, at),
                      count_of(expected, AM_COUNT_SUBSTEPS, at));
  ck_assert(same_ends(found, expected, at));
  ck_assert_msg(distance(found, expected, at) == 0,
                "stresses of point %d are %g apart", at,
                distance(found, expected, at));
}

/* The stored substeps agree with the count: increasing ends, followed by
 * zeros. */
static void check_ends(const batch *b, int at, bool *kept) {
  double before = 0, count = count_of(b, AM_COUNT_SUBSTEPS, at);
  *kept = b->ends[at] != NOT_KEPT;
  if (!*kept) return;
  ck_assert_double_le(count, AM_SUBSTEP_ENDS + 1);
  for (int i = 0; i < AM_SUBSTEP_ENDS; i++) {
    double end = b->ends[i * STRIDE + at];
    ck_assert(i < count - 1 ? end > before : end == 0);
    before = end;
  }
}

/* At the same strain. Ends are rounded by h/2, h = 1/65536 of the duration:
 * substeps, which are rarely below 50 h, change by at most 2 %, and their
 * errors, which are below the tolerance and vary with a power of up to 5, by 10
 * % of it; a step in one substep has the same bits. */
START_TEST(repeats) {
  static batch chosen, followed;
  setting s = open_setting(schemes[_i]);
  for (int r = 0; r < RUNS; r++) {
    int some = 0, lost = 0;
    fill(&s, &chosen, 1e-4, 6e-3);
    advance(&s, r, &chosen, 0);
    followed = chosen;
    advance(&s, r, &followed, 2);
    for (int p = 0; p < COUNT; p++) {
      bool kept;
      double count = count_of(&chosen, AM_COUNT_SUBSTEPS, p);
      double tolerance = s.solver.atol * s.law->stress_scale +
                         s.solver.rtol * size_of(&chosen, p);
      ck_assert_double_eq(chosen.status[p], AM_POINT_GOOD);
      check_ends(&chosen, p, &kept);
      lost += !kept;
      some += kept && count > 1;
      if (!kept || count == 1) same_point(&followed, &chosen, p);
      ck_assert(same_ends(&followed, &chosen, p));
      ck_assert_double_eq(count_of(&followed, AM_COUNT_SUBSTEPS, p), count);
      if (kept)
        ck_assert_double_eq(count_of(&followed, AM_COUNT_REJECTED, p), 0);
      ck_assert_double_le(distance(&followed, &chosen, p), 0.1 * tolerance);
    }
    ck_assert_int_gt(some, 1);
    if (!strcmp(schemes[_i], "ode12")) ck_assert_int_gt(lost, 5);
  }
  am_arena_free(s.arena);
}
END_TEST

/* The largest second difference along the points. */
static double roughness(const batch *b) {
  double worst = 0;
  for (int p = 1; p < COUNT - 1; p++)
    for (int i = 0; i < 6; i++) {
      const double *x = b->stress + i * STRIDE + p;
      worst = fmax(worst, fabs(x[-1] - 2 * x[0] + x[1]));
    }
  return worst;
}

/* Repeats the substeps of the first point; true if no point chose new ones. */
static bool follow_first(const setting *s, int run, batch *b) {
  bool all = true;
  for (int i = 0; i < AM_SUBSTEP_ENDS * STRIDE; i++)
    b->ends[i] = b->ends[i / STRIDE * STRIDE];
  batch *before = AM_NEW(s->arena, batch);
  *before = *b;
  advance(s, run, b, 2);
  for (int p = 0; p < COUNT; p++) all &= same_ends(b, before, p);
  return all;
}

/* The stress [MPa] jumps with newly chosen substeps, but is smooth over given
 * ones. */
START_TEST(is_smooth) {
  static batch chosen, followed;
  setting s = open_setting(schemes[_i]);
  for (int r = 0; r < RUNS; r++) {
    int jumps = 0, ends = 0;
    for (double size = 3e-4; size < 2.5e-3; size *= 1.002) {
      fill(&s, &chosen, size, size * 1.002);
      memset(chosen.first, 0, sizeof chosen.first);
      advance(&s, r, &chosen, 0);
      if (chosen.ends[0] == NOT_KEPT) continue;
      followed = chosen;
      if (follow_first(&s, r, &followed))
        ck_assert_double_lt(roughness(&followed), 1e-5);
      else
        ends++;
      jumps += roughness(&chosen) > 100 * roughness(&followed);
    }
    ck_assert_int_gt(jumps, 50);
    ck_assert_int_le(ends, 1);
  }
  am_arena_free(s.arena);
}
END_TEST

/* For a distant strain, a point alone chooses new substeps, as without a
 * previous evaluation, for any neighbours, and keeps these. */
START_TEST(chooses_anew) {
  static batch chosen, near, one, anew;
  setting s = open_setting(schemes[_i]);
  for (int r = 0; r < RUNS; r++)
    for (int p = 0; p < COUNT; p += 7) {
      fill(&s, &chosen, 1e-4, 2.5e-3);
      advance(&s, r, &chosen, 0);
      if (chosen.ends[p] == NOT_KEPT) continue;
      near = chosen;
      advance(&s, r, &near, 2);
      one = anew = chosen;
      aim(&one, p, 4.5e-3);
      aim(&anew, p, 4.5e-3);
      advance(&s, r, &one, 2);
      advance(&s, r, &anew, 0);
      ck_assert(!same_ends(&one, &chosen, p));
      same_point(&one, &anew, p);
      ck_assert_double_gt(count_of(&one, AM_COUNT_EVALUATIONS, p),
                          count_of(&anew, AM_COUNT_EVALUATIONS, p));
      for (int q = 0; q < COUNT; q++)
        if (q != p) same_point(&one, &near, q);
    }
  am_arena_free(s.arena);
}
END_TEST

/* The allowed error decides whether points repeat substeps; in the elastic
 * range there is no error. */
START_TEST(errors_are_bounded) {
  static batch chosen, bold, timid;
  setting s = open_setting(schemes[_i]);
  for (int r = 0; r < RUNS; r++) {
    fill(&s, &chosen, 5e-4, 2e-3);
    advance(&s, r, &chosen, 0);
    for (int i = 0; i < 6 * STRIDE; i++) chosen.target[i] *= 1.1;
    bold = timid = chosen;
    advance(&s, r, &bold, 1e9);
    advance(&s, r, &timid, 1e-9);
    for (int p = 0; p < COUNT; p++) {
      if (chosen.ends[p] == NOT_KEPT) continue;
      ck_assert(same_ends(&bold, &chosen, p));
      ck_assert_double_gt(count_of(&timid, AM_COUNT_EVALUATIONS, p),
                          count_of(&bold, AM_COUNT_EVALUATIONS, p));
    }
  }
  am_arena_free(s.arena);
}
END_TEST

/* A point that fails at one strain stores nothing, and continues at the next
 * strain. */
START_TEST(failures_are_not_kept) {
  static batch chosen, other;
  setting s = open_setting(schemes[_i]);
  for (int r = 0; r < RUNS; r++) {
    fill(&s, &chosen, 1e-4, 2.5e-3);
    advance(&s, r, &chosen, 0);
    other = chosen;
    aim(&other, 4, NAN);
    advance(&s, r, &other, 2);
    ck_assert_double_ne(other.status[4], AM_POINT_GOOD);
    ck_assert_int_eq(other.ends[4], NOT_KEPT);
    memcpy(other.target, chosen.target, sizeof other.target);
    advance(&s, r, &other, 2);
    same_point(&other, &chosen, 4);
  }
  am_arena_free(s.arena);
}
END_TEST

/* Engines agree to rounding, and in the total number of substeps. */
START_TEST(engines_agree) {
  static batch b[RUNS];
  setting s = open_setting(schemes[_i]);
  for (int r = 0; r < RUNS; r++) fill(&s, &b[r], 1e-4, 6e-3);
  for (int n = 0; n < 4; n++)
    for (int r = 0; r < RUNS; r++) {
      for (int p = 0; n && p < COUNT; p++)
        aim(&b[r], p, (1 + 0.03 * (p % 11) * n) *
                          (1e-4 + 5.9e-3 * p / (COUNT - 1)));
      advance(&s, r, &b[r], n);
      for (int p = 0; p < COUNT; p++) {
        ck_assert(same_ends(&b[r], &b[0], p));
        for (int c = 0; c < AM_COUNTS; c++)
          ck_assert_double_eq(count_of(&b[r], (am_count)c, p),
                              count_of(&b[0], (am_count)c, p));
        ck_assert_double_le(distance(&b[r], &b[0], p),
                            1e-11 * size_of(&b[0], p));
      }
    }
  am_arena_free(s.arena);
}
END_TEST

/* Compiled units without this feature do not change the field. */
START_TEST(others_ignore_it) {
  static batch plain, given;
  setting s = open_setting(schemes[_i]);
  s.solver.control = AM_CONTROL_STEP;
  for (int r = 0; r < RUNS; r++) {
    const am_engine_options options = {.lanes = runs[r].lanes, .threads = 1,
                                       .mixed = r == 2, .follows = r == 2};
    fill(&s, &plain, 1e-4, 6e-3);
    given = plain;
    advance(&s, r, &plain, 0);
    ck_assert_int_eq(am_engine_compile(s.arena, s.report, s.engine[r], s.law,
                                       &s.solver, &options, &s.program[r]),
                     AM_OK);
    memset(given.ends, 1, sizeof given.ends);
    advance(&s, r, &given, 2);
    for (int i = 0; i < AM_SUBSTEP_ENDS * STRIDE; i++)
      ck_assert_int_eq(given.ends[i], 0x101);
    memcpy(given.ends, plain.ends, sizeof given.ends);
    for (int p = 0; p < COUNT; p++) same_point(&given, &plain, p);
  }
  am_arena_free(s.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("follow");
  tcase_add_loop_test(tcase, repeats, 0, SCHEMES);
  tcase_add_loop_test(tcase, is_smooth, 0, SCHEMES);
  tcase_add_loop_test(tcase, chooses_anew, 0, SCHEMES);
  tcase_add_loop_test(tcase, errors_are_bounded, 0, SCHEMES);
  tcase_add_loop_test(tcase, failures_are_not_kept, 0, SCHEMES);
  tcase_add_loop_test(tcase, engines_agree, 0, SCHEMES);
  tcase_add_loop_test(tcase, others_ignore_it, 0, 2);
  return test_run("follow", &tcase, 1);
}
