#include "report/parts.h"

#include <string.h>

#include "tests/graph_tools.h"

static am_arena *arena;
static am_graph *graph;
static am_node x, y, z, p;

static void setup(void) {
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  graph = am_graph_new(arena, 3000000);
  x = variable(graph, 0), y = variable(graph, 1), z = variable(graph, 2);
  p = parameter(graph, 0);
}

static void teardown(void) { am_arena_free(arena); }

static const char *namer(void *data, am_input_kind kind, int index) {
  const char *const *names = data;
  return kind == AM_INPUT_STATE ? names[index] : "p";
}

static const char *printed(const am_named_node *roots, int count) {
  const char *names[] = {"x", "y", "z", "t1"};
  am_buffer out = {.arena = arena};
  am_print_graph(&out, graph, roots, count, namer, names);
  return out.text;
}

#define ADD(a, b) am_add(graph, a, b)
#define SUB(a, b) am_sub(graph, a, b)
#define MUL(a, b) am_mul(graph, a, b)
#define DIV(a, b) am_div(graph, a, b)
#define NEG(a) am_neg(graph, a)
#define POW(a, b) binary(graph, AM_OP_POW, a, b)
#define LESS(a, b) binary(graph, AM_OP_LESS, a, b)
#define K(value) am_const(graph, value)

static void check(am_node node, const char *expected) {
  am_named_node root = {"f", node};
  ck_assert_str_eq(printed(&root, 1), expected);
}

/* Operands of sums and products are printed in the order of their creation. */
START_TEST(parentheses_only_where_needed) {
  check(ADD(MUL(x, y), z), "f = z + x*y\n");
  check(MUL(ADD(x, y), z), "f = z*(x + y)\n");
  check(SUB(x, ADD(y, z)), "f = x - (y + z)\n");
  check(SUB(SUB(x, y), z), "f = x - y - z\n");
  check(DIV(x, MUL(y, z)), "f = x/(y*z)\n");
  check(DIV(DIV(x, y), z), "f = x/y/z\n");
  check(NEG(MUL(x, y)), "f = -(x*y)\n");
  check(NEG(POW(x, y)), "f = -x^y\n");
  check(POW(NEG(x), y), "f = (-x)^y\n");
  check(POW(x, NEG(y)), "f = x^-y\n");
  check(POW(x, POW(y, z)), "f = x^y^z\n");
  check(POW(POW(x, y), z), "f = (x^y)^z\n");
  check(POW(K(-2), y), "f = (-2)^y\n");
  check(ADD(x, K(-2)), "f = x - 2\n");
  check(MUL(x, K(-2)), "f = -2*x\n");
  check(am_sqrt(graph, ADD(x, y)), "f = sqrt(x + y)\n");
  check(MUL(p, x), "f = p*x\n");
}
END_TEST

START_TEST(conditions) {
  am_node first = LESS(x, y), second = LESS(y, z), third = LESS(x, z);
  am_node c = binary(graph, AM_OP_AND, first, second);
  am_node d = binary(graph, AM_OP_OR, c, unary(graph, AM_OP_NOT, third));
  check(am_select(graph, c, x, y), "f = if(x < y and y < z, x, y)\n");
  check(am_select(graph, d, x, y),
        "f = if(x < y and y < z or not x < z, x, y)\n");
}
END_TEST

START_TEST(numbers_read_back) {
  const double numbers[] = {0.1, 1.0 / 3, 2.0 / 3, 1e300, 55e3, -1e-310,
                            0x1.fffffffffffffp-3, 123456789012345678.0};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    am_named_node root = {"f", K(numbers[i])};
    ck_assert_double_eq(strtod(printed(&root, 1) + 4, NULL), numbers[i]);
  }
  check(K(0.1), "f = 0.1\n");
  check(K(55e3), "f = 55000\n");
}
END_TEST

START_TEST(shared_values_come_first) {
  am_node s = am_sqrt(graph, ADD(x, y)), t = MUL(s, z);
  am_named_node roots[] = {{"a", ADD(s, x)}, {"b", MUL(t, ADD(t, y))},
                           {"c", t}, {"d", x}, {"e", x}};
  ck_assert_str_eq(printed(roots, 5),
                   "t1 = sqrt(x + y)\na = x + t1\n"
                   "t2 = z*t1\nb = t2*(y + t2)\nc = t2\nd = x\ne = x\n");
}
END_TEST

START_TEST(temporaries_avoid_names) {
  am_node s = ADD(x, variable(graph, 3));
  check(MUL(am_sqrt(graph, s), s), "_t1 = x + t1\nf = _t1*sqrt(_t1)\n");
}
END_TEST

/* All lines no wider than `width`; their number. */
static int count_lines(const char *text, size_t width) {
  int lines = 0;
  while (*text) {
    size_t length = strcspn(text, "\n");
    ck_assert_uint_le(length, width);
    text += length + 1;
    lines++;
  }
  return lines;
}

START_TEST(long_sums_are_broken) {
  am_node sum = x;
  for (int i = 0; i < 200; i++)
    sum = ADD(sum, unary(graph, AM_OP_SIN, MUL(K(i + 0.123456789), y)));
  am_named_node root = {"f", sum};
  ck_assert_int_gt(count_lines(printed(&root, 1), 100), 50);
}
END_TEST

START_TEST(a_million_deep) {
  am_node n = x;
  for (int i = 0; i < 500000; i++) n = unary(graph, AM_OP_SIN, ADD(n, y));
  am_named_node root = {"f", n};
  ck_assert_int_gt(count_lines(printed(&root, 1), 100), 50000);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("print");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, parentheses_only_where_needed);
  tcase_add_test(tcase, conditions);
  tcase_add_test(tcase, numbers_read_back);
  tcase_add_test(tcase, shared_values_come_first);
  tcase_add_test(tcase, temporaries_avoid_names);
  tcase_add_test(tcase, long_sums_are_broken);
  tcase_add_test(tcase, a_million_deep);
  return test_run("print", &tcase, 1);
}
