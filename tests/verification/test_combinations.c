/* covers: advance, chain, newton
 *
 * Random combinations of mechanisms, loading, schemes and settings against
 * references without error control, and against conditions that each step must
 * satisfy (judge.h).
 *
 * A few loading steps of fixed seeds, and laws whose steps were once wrong;
 * with AUTOMAT_LONG_TESTS the number AUTOMAT_STEPS (100000), from AUTOMAT_SEED
 * on, with a table. AUTOMAT_ENGINE selects another engine than the interpreter,
 * AUTOMAT_POINTS more points of each law, AUTOMAT_FAILURES a folder for the
 * files of failures, AUTOMAT_LAW a single law. */
#include <stdio.h>

#include "tests/verification/judge.h"

enum { STEPS = 10, LONG_STEPS = 100000 };

static const struct {
  const char *name;
  bool domain; /* also for laws with an elastic domain */
} schemes[] = {{"implicit-euler", true}, {"auto", true},
               {"implicit-euler-adaptive", true}, {"implicit-euler", true},
               {"ode23", false}, {"rodas4", false}, {"ode45", false},
               {"ode23s", false}};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* Short form: elastic domains only by backward Euler, which has exact
 * references and is fast; and a selection of all schemes. */
static const struct {
  long seed, steps;
  bool exact;
} parts[] = {{1, 3000, true}, {4, 800, false}};
enum { PARTS = sizeof parts / sizeof *parts };

/* Laws of these seeds whose error estimate once missed an error. */
static const struct {
  long seed, law;
} known[] = {{1185, 5},  /* creep before a surface is reached */
             {1103, 8},  /* a surface touched by relaxation */
             {1089, 9},  /* return to the domain beside fast creep */
             {1253, 0},  /* a surface left within the first stage */
             {1641, 1},  /* the same, after flow in the substep before */
             {1751, 1},  /* a maximum that is unloaded at once */
             {1796, 1},  /* errors of many substeps of ode23s */
             {1834, 10}, /* stages beyond an equilibrium */
             {1862, 3},  /* stages far beyond the solution */
             {1947, 1},  /* a long substep without the guard of ode45 */
             {2066, 6},  /* a surface starts to flow, estimate near zero */
             {2233, 10}, /* a maximum that is exceeded later in the step */
             {3153, 12}}; /* errors of two variables cancel in the stress */
enum { KNOWN = sizeof known / sizeof *known };

/* The laws of a seed have different sequences of random numbers. */
static uint64_t seed_of_law(long seed, long law) {
  return 1000003 * (uint64_t)seed + (uint64_t)law;
}

static am_solver random_solver(const mixed_law *law, bool exact, int *scheme,
                               uint64_t *seed) {
  am_solver s = am_solver_default;
  *scheme = !has_domain(law) ? random_below(seed, SCHEMES)
            : exact        ? 0
                           : random_below(seed, 4);
  s.scheme = am_scheme_find(schemes[*scheme].name);
  s.rtol = random_scale(seed, 1e-5, 1e-2);
  s.atol = s.rtol * random_scale(seed, 1e-5, 1e-2);
  bool step = random_chance(seed, 0.3) && !law->logarithmic;
  s.control = step ? AM_CONTROL_STEP : AM_CONTROL_PATH;
  s.error_control = random_chance(seed, 0.3) ? AM_CONTROL_INTERNAL
                                             : AM_CONTROL_STRESS;
  s.tangent = random_chance(seed, 0.4);
  if (law->logarithmic && s.scheme->family == AM_FAMILY_ROSENBROCK)
    s.tangent = false;
  s.energies = random_chance(seed, 0.5) && !(law->logarithmic && law->thermal);
  s.max_substeps = 2000;
  return s;
}

static const char *engine_name(void) {
  const char *name = getenv("AUTOMAT_ENGINE");
  return name ? name : "interp";
}

static long number_of(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? strtol(text, NULL, 10) : otherwise;
}

/* Points of a law. */
static long points(void) {
  long count = number_of("AUTOMAT_POINTS", 8);
  return count < 1 ? 1 : count > MOST_POINTS ? MOST_POINTS : count;
}

/* The loading steps of one law. */
static void take_law(uint64_t seed, bool exact, tally *tallies) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  mixed_law law = random_mixed_law(&seed);
  int scheme;
  am_solver solver = random_solver(&law, exact, &scheme, &seed);
  campaign c = {.name = mixed_law_name(&law, arena),
                .kinds = AM_ARRAY(arena, load_kind, points())};
  if (getenv("AUTOMAT_LAW"))
    printf("%s, %s\n", c.name, schemes[scheme].name), fflush(stdout);
  c.tally = &tallies[scheme == 3 ? 0 : scheme];
  am_status status = walk_open(&c.w, &law, &solver, engine_name(), points());
  ck_assert_msg(status == AM_OK, "%s\n%s",
                last_message(&c.w),
                mixed_law_text(&law, arena));
  ck_assert_int_eq(fine_open(&c.fine, &law, points()), AM_OK);
  nearby_open(&c.nearby, &c.w);
  for (int s = 0; s < STEPS; s++) {
    aim(&c.w, &seed, c.kinds);
    walk_advance(&c.w);
    judge_step(&c);
    walk_go_on(&c.w);
  }
  walk_close(&c.fine.by);
  walk_close(&c.w);
  am_arena_free(arena);
}

static void show(const tally *tallies) {
  printf("%-24s", "scheme");
  for (int k = 0; k < COUNTS; k++) printf(" %10s", count_names[k]);
  printf(" %9s %9s %9s\n", "ratio", "evals", "most");
  for (int i = 0; i < SCHEMES; i++) {
    const tally *t = &tallies[i];
    if (!t->counts[COUNT_STEPS]) continue;
    printf("%-24s", schemes[i].name);
    for (int k = 0; k < COUNTS; k++) printf(" %10ld", t->counts[k]);
    printf(" %9.3g %9.3g %9.3g\n", t->worst,
           t->evaluations / (double)t->counts[COUNT_STEPS], t->most);
  }
}

static long wrong_steps(const tally *tallies) {
  long wrong = 0;
  for (int i = 0; i < SCHEMES; i++) wrong += tallies[i].counts[COUNT_WRONG];
  return wrong;
}

START_TEST(combinations) {
  bool many = getenv("AUTOMAT_LONG_TESTS") != NULL;
  long steps = number_of("AUTOMAT_STEPS", many ? LONG_STEPS
                                               : parts[_i].steps);
  long first = number_of("AUTOMAT_SEED", many ? 1 : parts[_i].seed);
  long law = number_of("AUTOMAT_LAW", -1);
  tally tallies[SCHEMES] = {{.worst = 0}};
  if (many) printf("AUTOMAT_SEED=%ld\n", first);
  for (long i = 0; i * points() * STEPS < steps; i++) {
    if (law >= 0 && i != law) continue;
    if (many) printf("law %ld\n", i);
    fflush(stdout);
    take_law(seed_of_law(first, i), !many && parts[_i].exact, tallies);
  }
  if (many) show(tallies);
  ck_assert_int_eq(wrong_steps(tallies), 0);
}
END_TEST

START_TEST(known_laws) {
  tally tallies[SCHEMES] = {{.worst = 0}};
  take_law(seed_of_law(known[_i].seed, known[_i].law), false, tallies);
  ck_assert_int_eq(wrong_steps(tallies), 0);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("combinations");
  bool many = getenv("AUTOMAT_LONG_TESTS") != NULL;
  tcase_add_loop_test(tcase, combinations, 0, many ? 1 : PARTS);
  if (!many) tcase_add_loop_test(tcase, known_laws, 0, KNOWN);
  return test_run("verification/combinations", &tcase, 1);
}
