#include "emit/function.h"

#include <dlfcn.h>

#include "tests/core/emit/shipped.h"

static am_arena *arena;
static am_graph *graph;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 1000000);
}

static void teardown(void) { am_arena_free(arena); }

static am_node eps(int i) { return am_input(graph, AM_INPUT_STRAIN, i); }

static am_emit_counts emit(am_buffer *out, am_bound *bound,
                           const am_node *outputs, int count) {
  const am_emit_array f = {"f", count};
  *out = (am_buffer){.arena = arena};
  *bound = (am_bound){.arena = arena};
  return am_emit_body(out, graph, outputs, &f, 1, bound);
}

START_TEST(text) {
  am_node x = eps(0), y = variable(graph, 2), p = parameter(graph, 1);
  am_node w = am_input(graph, AM_INPUT_DIRECTION, 3);
  am_node rate = am_input(graph, AM_INPUT_RATE, 5);
  am_node along = am_input(graph, AM_INPUT_ALONG, 4);
  am_node shared = am_input(graph, AM_INPUT_SHARED, 2);
  am_node half = am_const(graph, 0.5), third = am_const(graph, 1.0 / 3);
  am_node root = am_sqrt(graph, p);
  am_node sum = am_add(graph, am_mul(graph, root, x), y);
  am_node condition =
      binary(graph, AM_OP_LESS, sum, am_const(graph, 2));
  am_node fused = am_apply(graph, AM_OP_FMA, w, rate, third);
  am_node outputs[7] = {am_select(graph, condition, half, fused), sum, p, sum,
                        am_const(graph, -3), am_mul(graph, third, x),
                        am_mul(graph, along, shared)};
  const am_emit_array arrays[2] = {{"f", 2}, {"J", 5}};
  am_buffer out = {.arena = arena};
  am_bound bound = {.arena = arena};
  am_emit_counts counts =
      am_emit_body(&out, graph, outputs, arrays, 2, &bound);
  const char *expected = "  const real t1 = bound[0] * eps[0];\n"
                         "  const real t2 = y[2] + t1;\n"
                         "  f[1] = t2;\n"
                         "  J[1] = t2;\n"
                         "  const mask t3 = t2 < 2.0;\n"
                         "  const real t4 = k_fma(w[3], rate[5], "
                         "k_set(0.33333333333333331));\n"
                         "  const real t5 = k_select(t3, k_set(0.5), t4);\n"
                         "  f[0] = t5;\n"
                         "  const real t6 = 0.33333333333333331 * eps[0];\n"
                         "  J[3] = t6;\n"
                         "  const real t7 = u[4] * shared[2];\n"
                         "  J[4] = t7;\n"
                         "  J[0] = bound[1];\n"
                         "  J[2] = k_set(-3.0);\n";
  ck_assert_str_eq(out.text, expected);
  ck_assert_int_eq(bound.count, 2);
  ck_assert_uint_eq(bound.nodes[0], root);
  ck_assert_uint_eq(bound.nodes[1], p);
  ck_assert_int_eq(counts.operations, 7);
  ck_assert_int_eq(counts.powers, 0);
}
END_TEST

/* Many zeros in a row are a loop, which ends with the array. */
START_TEST(runs_of_constants) {
  am_node outputs[24];
  for (int i = 0; i < 24; i++) outputs[i] = am_const(graph, 0);
  outputs[1] = eps(0);
  outputs[11] = am_const(graph, 2);
  const am_emit_array arrays[2] = {{"f", 14}, {"J", 10}};
  am_buffer out = {.arena = arena};
  am_bound bound = {.arena = arena};
  am_emit_body(&out, graph, outputs, arrays, 2, &bound);
  const char *expected =
      "  f[0] = k_set(0.0);\n"
      "  f[1] = eps[0];\n"
      "  K_UNROLL for (int i = 2; i < 11; i++) f[i] = k_set(0.0);\n"
      "  f[11] = k_set(2.0);\n"
      "  f[12] = k_set(0.0);\n"
      "  f[13] = k_set(0.0);\n"
      "  K_UNROLL for (int i = 0; i < 10; i++) J[i] = k_set(0.0);\n";
  ck_assert_str_eq(out.text, expected);
}
END_TEST

START_TEST(bound_values_are_shared_by_functions) {
  am_node p = parameter(graph, 0), q = am_sqrt(graph, p);
  am_node one[1] = {am_mul(graph, q, eps(0))};
  am_node two[2] = {am_mul(graph, p, eps(0)), am_mul(graph, q, eps(1))};
  const am_emit_array f = {"f", 1}, g = {"g", 2};
  am_buffer out = {.arena = arena};
  am_bound bound = {.arena = arena};
  am_emit_body(&out, graph, one, &f, 1, &bound);
  am_emit_body(&out, graph, two, &g, 1, &bound);
  ck_assert_int_eq(bound.count, 2);
  ck_assert_ptr_nonnull(strstr(out.text, "= bound[0] * eps[1]"));
  ck_assert_ptr_nonnull(strstr(out.text, "= bound[1] * eps[0]"));
}
END_TEST

static const struct {
  double value;
  const char *text;
} numbers[] = {
    {0, "k_set(0.0)"},          {1, "k_set(1.0)"},
    {-2.5, "k_set(-2.5)"},      {0.1, "k_set(0.10000000000000001)"},
    {1e22, "k_set(1e+22)"},   {5e-324, "k_set(4.9406564584124654e-324)"},
    {123456789, "k_set(123456789.0)"}, {NAN, "k_set(NAN)"},
    {INFINITY, "k_set(INFINITY)"}, {-INFINITY, "k_set(-INFINITY)"},
};

START_TEST(numbers_read_back) {
  am_buffer out;
  am_bound bound;
  am_node node = am_const(graph, numbers[_i].value);
  emit(&out, &bound, &node, 1);
  ck_assert_str_eq(out.text,
                   am_format(arena, "  f[0] = %s;\n", numbers[_i].text));
}
END_TEST

START_TEST(powers_are_counted) {
  am_node x = eps(0), nodes[4] = {x, am_sqrt(graph, x)};
  am_buffer out;
  am_bound bound;
  nodes[2] = binary(graph, AM_OP_POW0, x, parameter(graph, 0));
  nodes[3] = am_add(graph, nodes[2], unary(graph, AM_OP_EXP, x));
  am_emit_counts counts = emit(&out, &bound, nodes, 4);
  ck_assert_int_eq(counts.operations, 4);
  ck_assert_int_eq(counts.powers, 2);
}
END_TEST

/* Functions of a law as a shared object, compiled from their text. */

typedef void emitted(const double *eps, const double *rate, const double *y,
                     const double *w, const double *theta, const double *u,
                     const double *bound, double *f);

typedef struct {
  am_law *law;
  const am_node *nodes[AM_FUNCTIONS];
  int count[AM_FUNCTIONS];
  am_bound bound;
} unit;

static bool has_compiler(void) {
  return system("cc --version >/dev/null 2>&1") == 0;
}

static void write_unit(unit *u, const char *path) {
  am_buffer out = {.arena = arena};
  am_buffer_add(&out, "#include \"kernel/dialect.h\"\n");
  for (am_function f = 0; f < AM_FUNCTIONS; f++) {
    u->nodes[f] = am_law_function(arena, u->law, f, &u->count[f]);
    const am_emit_array array = {"f", u->count[f]};
    am_buffer_add(&out,
                  "void f%d(const real *eps, const real *rate, const real *y,"
                  " const real *w, const real *theta, const real *u,"
                  " const real *bound, real *f) {\n"
                  "  (void)eps, (void)rate, (void)y, (void)w, (void)theta;\n"
                  "  (void)u, (void)bound;\n",
                  (int)f);
    am_emit_body(&out, u->law->graph, u->nodes[f], &array, 1, &u->bound);
    am_buffer_add(&out, "}\n");
  }
  FILE *file = fopen(path, "w");
  ck_assert_ptr_nonnull(file);
  ck_assert_uint_eq(fwrite(out.text, 1, out.length, file), out.length);
  ck_assert_int_eq(fclose(file), 0);
}

static void *compiled(unit *u) {
  char folder[] = "/tmp/automat-test-XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  const char *source = am_format(arena, "%s/law.c", folder);
  const char *object = am_format(arena, "%s/law.so", folder);
  write_unit(u, source);
  int status = system(am_format(
      arena, "cc -O0 -shared -fPIC -ffp-contract=off -Wall -Werror -I'%s' "
             "-o %s %s -lm",
      source_path(arena, "src/core"), object, source));
  ck_assert_int_eq(status, 0);
  void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(library != NULL, "%s", dlerror());
  unlink(source);
  unlink(object);
  rmdir(folder);
  return library;
}

static void compare(const unit *u, am_function f, emitted *run,
                    const double *bound, uint64_t *seed) {
  double *expected = AM_ARRAY(arena, double, u->count[f]);
  double *values = AM_ARRAY(arena, double, u->count[f]);
  for (int sample = 0; sample < 30; sample++) {
    const shipped_state at = shipped_random(u->law, seed, sample);
    shipped_values(arena, u->law, u->nodes[f], u->count[f], &at, expected);
    run(at.inputs[AM_INPUT_STRAIN], at.inputs[AM_INPUT_RATE],
        at.inputs[AM_INPUT_STATE], at.inputs[AM_INPUT_DIRECTION],
        at.inputs[AM_INPUT_TIME], at.inputs[AM_INPUT_ALONG], bound, values);
    for (int i = 0; i < u->count[f]; i++)
      ck_assert_msg(isnan(expected[i])
                        ? isnan(values[i])
                        : !memcmp(&values[i], &expected[i], sizeof *values),
                    "function %d, output %d: %.17g, expected %.17g", (int)f,
                    i, values[i], expected[i]);
  }
}

/* Every third law, or all of them with AUTOMAT_LONG_TESTS. */
START_TEST(compiled_laws_agree_bit_for_bit) {
  uint64_t seed = 11;
  if (_i % 3 && !getenv("AUTOMAT_LONG_TESTS")) return;
  if (!has_compiler()) {
    fprintf(stderr, "emitted laws are not compiled: there is no cc\n");
    return;
  }
  unit u = {.bound = {.arena = arena}};
  u.law = shipped_law(arena, shipped_name(arena, _i), AM_STRATEGY_AUTOMATIC,
                      true);
  void *library = compiled(&u);
  double *bound = AM_ARRAY(arena, double, u.bound.count);
  for (int i = 0; i < u.bound.count; i++)
    bound[i] = am_evaluate_bound(u.law->graph, u.bound.nodes[i],
                                 u.law->parameters);
  for (am_function f = 0; f < AM_FUNCTIONS; f++) {
    emitted *run;
    void *symbol = dlsym(library, am_format(arena, "f%d", (int)f));
    ck_assert_ptr_nonnull(symbol);
    memcpy(&run, &symbol, sizeof run);
    compare(&u, f, run, bound, &seed);
  }
  dlclose(library);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("function");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, text);
  tcase_add_test(tcase, runs_of_constants);
  tcase_add_test(tcase, bound_values_are_shared_by_functions);
  tcase_add_loop_test(tcase, numbers_read_back, 0,
                      sizeof numbers / sizeof *numbers);
  tcase_add_test(tcase, powers_are_counted);
  tcase_add_loop_test(tcase, compiled_laws_agree_bit_for_bit, 0,
                      shipped_count());
  return test_run("emit/function", &tcase, 1);
}
