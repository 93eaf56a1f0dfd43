/* covers: interp, native
 *
 * Random laws: compiled code and the emulated GPU compute the same as the
 * interpreter; derivatives agree with differences. A few laws, many with
 * AUTOMAT_LONG_TESTS; AUTOMAT_FUZZ_SEED selects others. */
#include <dlfcn.h>

#include "cuda/fakes.h"
#include "emit/function.h"
#include "tests/cuda/batch.h"
#include "tests/tools/check/subjects.h"
#include "tests/fuzz/random_law.h"

enum { POINTS = 60, UNIT_LAWS = 6 };

static bool is_long(void) { return getenv("AUTOMAT_LONG_TESTS") != NULL; }

static uint64_t seed_of(int law) {
  const char *text = getenv("AUTOMAT_FUZZ_SEED");
  uint64_t first = text ? strtoull(text, NULL, 10) : 1;
  return 1000003 * first + (uint64_t)law;
}

/* ---- functions: compiled text against the evaluator ---------------------- */

typedef void emitted(const double *eps, const double *rate, const double *y,
                     const double *w, const double *theta, const double *u,
                     const double *bound, double *f);

typedef struct {
  built of;
  const char *text;
  am_bound bound;
} unit_law;

/* Derivatives by parameters exist only for laws with selected parameters. */
static bool is_wanted(am_function f) {
  return am_law_functions[f].form != AM_FORM_PARAMETERS;
}

static void write_law(unit_law *u, int number, am_buffer *out) {
  for (am_function f = 0; f < AM_FUNCTIONS; f++) {
    int count;
    if (!is_wanted(f)) continue;
    const am_node *nodes =
        am_law_function(u->of.arena, u->of.law, f, &count);
    const am_emit_array array = {"f", count};
    am_buffer_add(out,
                  "void law%d_%d(const real *eps, const real *rate, const "
                  "real *y, const real *w, const real *theta, const real *u, "
                  "const real *bound, real *f) {\n", number, (int)f);
    am_emit_body(out, u->of.law->graph, nodes, &array, 1, &u->bound);
    am_buffer_add(out, "}\n");
  }
}

static void *compiled(am_arena *arena, const am_buffer *text) {
  char folder[] = "/tmp/automat-test-XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  const char *source = am_format(arena, "%s/laws.c", folder);
  const char *object = am_format(arena, "%s/laws.so", folder);
  FILE *file = fopen(source, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text->text, file);
  ck_assert_int_eq(fclose(file), 0);
  int status = system(am_format(
      arena, "cc -O%d -shared -fPIC -ffp-contract=off -I'%s' -o %s %s -lm",
      is_long(), source_path(arena, "src/core"), object, source));
  ck_assert_int_eq(status, 0);
  void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(library != NULL, "%s", dlerror());
  unlink(source);
  unlink(object);
  rmdir(folder);
  return library;
}

static void compare_function(unit_law *u, am_function f, emitted *run,
                             const double *bound, uint64_t *seed) {
  for (int sample = 0; sample < 10; sample++) {
    const at x = random_state(&u->of, seed);
    const double *expected = law_values(&u->of, f, x);
    double *found = AM_ARRAY(u->of.arena, double, u->of.counts[f] + 1);
    run(x.eps, x.rate, x.state, x.direction, x.theta, x.along, bound, found);
    for (int i = 0; i < u->of.counts[f]; i++)
      ck_assert_msg(isnan(expected[i])
                        ? isnan(found[i])
                        : !memcmp(&found[i], &expected[i], sizeof *found),
                    "function %d, output %d: %.17g, expected %.17g\n%s",
                    (int)f, i, found[i], expected[i], u->text);
  }
}

static void compare_law(unit_law *u, int number, void *library) {
  uint64_t seed = 7;
  double *bound = AM_ARRAY(u->of.arena, double, u->bound.count + 1);
  for (int i = 0; i < u->bound.count; i++)
    bound[i] = am_evaluate_bound(u->of.law->graph, u->bound.nodes[i],
                                 u->of.law->parameters);
  for (am_function f = 0; f < AM_FUNCTIONS; f++) {
    emitted *run;
    if (!is_wanted(f)) continue;
    void *symbol =
        dlsym(library, am_format(u->of.arena, "law%d_%d", number, (int)f));
    ck_assert_ptr_nonnull(symbol);
    memcpy(&run, &symbol, sizeof run);
    compare_function(u, f, run, bound, &seed);
  }
}

/* Some laws are one unit of the C compiler. */
START_TEST(compiled_functions_agree_bit_for_bit) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  am_buffer text = {.arena = arena};
  unit_law laws[UNIT_LAWS];
  am_buffer_add(&text, "#include \"kernel/dialect.h\"\n");
  for (int i = 0; i < UNIT_LAWS; i++) {
    uint64_t seed = seed_of(_i * UNIT_LAWS + i);
    const char *material = random_law(arena, &seed, i % 2);
    laws[i] = (unit_law){
        .of = law_open(&(request){.material = material, .energies = true}),
        .text = material};
    laws[i].bound.arena = laws[i].of.arena;
    write_law(&laws[i], i, &text);
  }
  void *library = compiled(arena, &text);
  for (int i = 0; i < UNIT_LAWS; i++) {
    compare_law(&laws[i], i, library);
    law_close(&laws[i].of);
  }
  dlclose(library);
  am_arena_free(arena);
}
END_TEST

/* ---- derivatives against differences ------------------------------------- */

START_TEST(derivatives_agree_with_differences) {
  static const char *const checks[] = {"gradient", "hessian", "rate"};
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  uint64_t seed = seed_of(_i);
  const char *material = random_law(arena, &seed, _i % 2);
  am_subject s = subject_of(material);
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
    ck_assert_int_eq(check_named(checks[i])->run(&s), AM_OK);
  const am_finding *failure = first_failure(&s);
  ck_assert_msg(!failure, "%s\n%s", finding_text(arena, failure), material);
  am_arena_free(s.arena);
  am_arena_free(arena);
}
END_TEST

/* ---- engines ------------------------------------------------------------- */

static const char *const schemes[] = {"ode23", "implicit-euler", "rodas4",
                                      "ode12", "ode23s", "ode45",
                                      "implicit-euler-adaptive"};

enum { SCHEMES = sizeof schemes / sizeof *schemes };

static const char *const others[] = {"native", "cuda"};

enum { OTHERS = sizeof others / sizeof *others };

/* Some laws have no initial stiffness as a scale of stresses. */
static setting open_random(const combination *c) {
  setting s = open_setting(c);
  if (!(s.law->stress_scale > 0)) s.solver.stress_scale = 400;
  return s;
}

/* Laws of sums and products: equal bits. */
START_TEST(engines_agree_bit_for_bit) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  uint64_t seed = seed_of(_i);
  const combination c = {.material = random_law(arena, &seed, true),
                         .scheme = schemes[_i % SCHEMES],
                         .tangent = _i % 3 != 2, .mixed = _i % 2,
                         .energies = _i % 4 == 1};
  setting s = open_random(&c);
  batch expected = new_batch(&s, "interp", program_of(&s, "interp"), s.arena,
                             PLAIN, POINTS);
  advance(&expected, POINTS);
  for (size_t i = 0; i < OTHERS; i++) {
    batch found = new_batch(&s, others[i], program_of(&s, others[i]), s.arena,
                            PLAIN, POINTS);
    advance(&found, POINTS);
    compare_all(&found, &expected, 0);
  }
  am_arena_free(s.arena);
  am_arena_free(arena);
}
END_TEST

/* Rounding may change the number of substeps of a few points. */
static bool is_alike(const batch *found, const batch *expected, long p) {
  return found->fields[STATUS][p] == expected->fields[STATUS][p] &&
         found->fields[COUNTS][p] == expected->fields[COUNTS][p];
}

static void compare_alike(const batch *found, const batch *expected,
                          int field, const char *material) {
  const double *x = found->fields[field], *y = expected->fields[field];
  for (long p = 0; p < POINTS; p++) {
    double largest = 1e-12;
    if (!is_alike(found, expected, p)) continue;
    for (int i = 0; i < found->setting->rows[field]; i++)
      largest = fmax(largest, fabs(y[i * expected->stride + p]));
    for (int i = 0; i < found->setting->rows[field]; i++) {
      double a = x[i * found->stride + p], b = y[i * expected->stride + p];
      ck_assert_msg(a == b || (isnan(a) && isnan(b)) ||
                        fabs(a - b) <= 1e-7 * largest,
                    "%s: %s, component %d of point %ld: %.17g, expected "
                    "%.17g\n%s", found->engine->name, field_names[field], i, p,
                    a, b, material);
    }
  }
}

/* Laws of all smooth functions, which libraries round differently. */
START_TEST(engines_agree) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  uint64_t seed = seed_of(_i);
  const combination c = {.material = random_law(arena, &seed, false),
                         .scheme = schemes[_i % SCHEMES]};
  setting s = open_random(&c);
  batch expected = new_batch(&s, "interp", program_of(&s, "interp"), s.arena,
                             PLAIN, POINTS);
  advance(&expected, POINTS);
  for (size_t i = 0; i < OTHERS; i++) {
    batch found = new_batch(&s, others[i], program_of(&s, others[i]), s.arena,
                            PLAIN, POINTS);
    int alike = 0;
    advance(&found, POINTS);
    for (long p = 0; p < POINTS; p++) alike += is_alike(&found, &expected, p);
    ck_assert_int_ge(alike, POINTS * 9 / 10);
    compare_alike(&found, &expected, STRESS, c.material);
    compare_alike(&found, &expected, STATE, c.material);
  }
  am_arena_free(s.arena);
  am_arena_free(arena);
}
END_TEST

static bool has_compiler(void) {
  return system("cc --version >/dev/null 2>&1") == 0;
}

int main(int count, char **arguments) {
  (void)count;
  if (!test_with_fakes()) return test_run_with_fakes(arguments);
  TCase *cases[3] = {tcase_create("functions"), tcase_create("derivatives"),
                     tcase_create("engines")};
  tcase_add_loop_test(cases[1], derivatives_agree_with_differences, 0,
                      is_long() ? 400 : 20);
  if (has_compiler()) {
    tcase_add_loop_test(cases[0], compiled_functions_agree_bit_for_bit, 0,
                        is_long() ? 40 : 1);
    tcase_add_loop_test(cases[2], engines_agree_bit_for_bit, 0,
                        is_long() ? 200 : 2);
    tcase_add_loop_test(cases[2], engines_agree, 0, is_long() ? 200 : 1);
  }
  return test_run("fuzz/differential", cases, 3);
}
