/* Valid texts give the trees of the grammar; all others give one message with
 * its place. */
#include <string.h>

#include "base/text.h"
#include "expr/elaborate.h"
#include "tests/support.h"

static am_arena *arena;
static am_report *report;

static void setup(void) {
  arena = test_arena();
  report = am_report_new(arena);
}

static void teardown(void) { am_arena_free(arena); }

static const am_snippet *snippet_of(const char *text) {
  am_source *source = AM_NEW(arena, am_source);
  am_snippet *snippet = AM_NEW(arena, am_snippet);
  *source = (am_source){"test", text, strlen(text)};
  *snippet = (am_snippet){text, source->length, source, 1, 1, 1};
  return snippet;
}

/* The tree in prefix form: (+ a (* 2 b)). */
static void write(am_buffer *out, const am_expr *expr) {
  static const char *const heads[] = {
      [AM_EXPR_INDEX] = "index", [AM_EXPR_COMPONENT] = "component"};
  if (expr->kind == AM_EXPR_NUMBER) {
    am_buffer_add(out, "%g", expr->number);
    return;
  }
  if (expr->kind == AM_EXPR_NAME) {
    am_buffer_add(out, "%s", expr->name);
    return;
  }
  bool own = expr->kind == AM_EXPR_INDEX || expr->kind == AM_EXPR_COMPONENT;
  am_buffer_add(out, "(%s", own ? heads[expr->kind] : expr->name);
  for (int i = 0; i < expr->count; i++) {
    am_buffer_add(out, " ");
    write(out, expr->arguments[i]);
  }
  if (expr->kind == AM_EXPR_COMPONENT) am_buffer_add(out, " %s", expr->name);
  am_buffer_add(out, ")");
}

static const char *tree(const am_expr *expr) {
  am_buffer out = {.arena = arena};
  write(&out, expr);
  return out.text;
}

static void check_error(am_status status, const char *text,
                        const char *expected) {
  ck_assert_msg(status == AM_INPUT, "accepted: %s", text);
  const am_message *m = report->first;
  ck_assert_ptr_nonnull(m);
  ck_assert_msg(!m->next, "two messages for: %s", text);
  ck_assert_str_eq(am_format(arena, "%d:%d: %s", m->place.line,
                             m->place.column, m->text),
                   expected);
  report->first = report->last = NULL;
}

static const struct {
  const char *text, *tree;
} trees[] = {
    {"1 + 2*x", "(+ 1 (* 2 x))"},
    {"1.5e-3", "0.0015"},
    {".5 + 2.", "(+ 0.5 2)"},
    {"2E+2", "200"},
    {"a - b - c", "(- (- a b) c)"},
    {"a/b*c", "(* (/ a b) c)"},
    {"a : b : c", "(: (: a b) c)"},
    {"a : b + c", "(+ (: a b) c)"},
    {"2*a : b", "(: (* 2 a) b)"},
    {"a : b/2", "(: a (/ b 2))"},
    {"-x^2", "(- (^ x 2))"},
    {"-a*b", "(* (- a) b)"},
    {"a*-b", "(* a (- b))"},
    {"a + -b", "(+ a (- b))"},
    {"a - -b", "(- a (- b))"},
    {"- - +b", "(- (- (+ b)))"},
    {"x^-2", "(^ x (- 2))"},
    {"x^-y^2", "(^ x (- (^ y 2)))"},
    {"x^y^z", "(^ x (^ y z))"},
    {"(x^y)^z", "(^ (^ x y) z)"},
    {"2*x^3*y", "(* (* 2 (^ x 3)) y)"},
    {"a : -b", "(: a (- b))"},
    {"a < b + 1", "(< a (+ b 1))"},
    {"a < b < c", "(< (< a b) c)"},
    {"a == b", "(== a b)"},
    {"a <= b and c >= d", "(and (<= a b) (>= c d))"},
    {"a or b and c", "(or a (and b c))"},
    {"a and b or c", "(or (and a b) c)"},
    {"not a == b and c", "(and (not (== a b)) c)"},
    {"not not a", "(not (not a))"},
    {"a and not b or c", "(or (and a (not b)) c)"},
    {"a != b", "(!= a b)"},
    {"eps[xx]", "(component eps xx)"},
    {"x[i][xy]", "(component (index x i) xy)"},
    {"x[i + 1]^2", "(^ (index x (+ i 1)) 2)"},
    {"x[(xy)]", "(component x xy)"},
    {"m[1]", "(index m 1)"},
    {"x[y[i]]", "(index x (index y i))"},
    {"f(a)[1]", "(index (f a) 1)"},
    {"(a + b)[xx]", "(component (+ a b) xx)"},
    {"f()", "(f)"},
    {"f(a, -b, g(c))", "(f a (- b) (g c))"},
    {"a # comment", "a"},
    {"# first\n\n a # last\n # end\n", "a"},
    {"(a # one\n + b\n)", "(+ a b)"},
    {"x[\n1\n]", "(index x 1)"},
    {"a\t+\r\n", NULL},
    {"a\r\n", "a"},
    {"inner", "inner"},
    {"android", "android"},
    {"a_1B", "a_1B"},
};

START_TEST(test_tree) {
  const char *text = trees[_i].text;
  am_expr *expr;
  am_status status = am_expr_parse(arena, report, snippet_of(text), &expr);
  if (!trees[_i].tree) {
    ck_assert_int_eq(status, AM_INPUT);
    return;
  }
  ck_assert_msg(status == AM_OK, "refused: %s", text);
  ck_assert_str_eq(tree(expr), trees[_i].tree);
}
END_TEST

static const struct {
  const char *text, *message;
} errors[] = {
    {"", "1:1: expected an expression, found the end"},
    {"# nothing\n", "2:1: expected an expression, found the end"},
    {"1 +", "1:4: expected an operand, found the end"},
    {"1 +\n2",
     "1:4: expected an operand, found the end of the line (a line continues "
     "only between parentheses)"},
    {"a b", "1:3: expected an operator or the end, found 'b'"},
    {"2 b", "1:3: expected an operator or the end, found 'b' (products need "
            "'*', numbers have no unit)"},
    {"a\nb", "2:1: expected an operator or the end, found 'b'"},
    {"a = b",
     "1:3: expected an operator or the end, found '=' ('==' compares)"},
    {"f(a = b)",
     "1:5: expected ')' for the '(' at line 1, column 2, found '=' ('==' "
     "compares)"},
    {"(a\n + b",
     "2:5: expected ')' for the '(' at line 1, column 1, found the end"},
    {"a)", "1:2: expected an operator or the end, found ')'"},
    {"x[1", "1:4: expected ']' for the '[' at line 1, column 2, found the end"},
    {"x[1)", "1:4: expected ']' for the '[' at line 1, column 2, found ')'"},
    {"x[]", "1:3: expected an operand, found ']'"},
    {"()", "1:2: expected an operand, found ')'"},
    {"f(,)", "1:3: expected an operand, found ','"},
    {"f(a,)", "1:5: expected an argument after ',', found ')'"},
    {"* 2", "1:1: expected an operand, found '*'"},
    {"and", "1:1: expected an operand, found 'and'"},
    {"a < not b", "1:5: expected an operand, found 'not'"},
    {"1 .. 2", "1:3: expected an operator or the end, found '..'"},
    {"1..2", "1:2: expected an operator or the end, found '..'"},
    {"2x", "1:1: '2x' is neither a number nor a name"},
    {"1e", "1:1: '1e' is neither a number nor a name"},
    {"1e+", "1:1: '1e' is neither a number nor a name"},
    {"0x10", "1:1: '0x10' is neither a number nor a name"},
    {"1e999", "1:1: the number '1e999' is too large"},
    {"1 + 1e-999", "1:5: the number '1e-999' is too small"},
    {"a ** 2", "1:3: write '^' instead of '**'"},
    {"a && b", "1:3: write 'and' instead of '&&'"},
    {"a || b", "1:3: write 'or' instead of '||'"},
    {"a $ b", "1:3: unexpected character '$'"},
    {"_a", "1:1: unexpected character '_'"},
    {"a \xce\xb1", "1:3: unexpected character '\\u03b1': expressions are "
                     "written in ASCII"},
    {"a1234567890123456789012345678901234567890123456789012345678901234",
     "1:1: the name "
     "'a12345678901234567890123456789012345678901234567890123456789...' is "
     "longer than 63 characters"},
};

START_TEST(test_error) {
  am_expr *expr;
  const char *text = errors[_i].text;
  check_error(am_expr_parse(arena, report, snippet_of(text), &expr), text,
              errors[_i].message);
}
END_TEST

START_TEST(test_zero_byte) {
  am_expr *expr;
  am_source source = {"test", "a\0b", 3};
  am_snippet snippet = {source.text, 3, &source, 1, 1, 1};
  check_error(am_expr_parse(arena, report, &snippet, &expr), "a NUL",
              "1:2: unexpected character '\\x00'");
}
END_TEST

/* The position of an expression is its first byte or its operator. */
START_TEST(test_place) {
  static const struct {
    const char *text;
    int line, column;
  } rows[] = {{"  12", 1, 3},    {" a", 1, 2},      {"a*b + c", 1, 5},
              {"  -x", 1, 3},    {" f(x)", 1, 2},   {"a + x[1]^2", 1, 3},
              {"xx[1]", 1, 3},   {"eps[xy]", 1, 4}, {"(a\n  + b)", 2, 3},
              {"not a", 1, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_expr *expr;
    ck_assert_int_eq(
        am_expr_parse(arena, report, snippet_of(rows[i].text), &expr), AM_OK);
    ck_assert_int_eq(am_expr_place(expr).line, rows[i].line);
    ck_assert_int_eq(am_expr_place(expr).column, rows[i].column);
  }
}
END_TEST

/* Positions of a snippet in the middle of a file refer to the file. */
START_TEST(test_snippet_place) {
  am_expr *expr;
  am_source source = {"f", "x", 1};
  am_snippet snippet = {"a +\n (b c)", 10, &source, 7, 12, 5};
  am_snippet lines = {"(a +\n b c)", 10, &source, 7, 12, 5};
  check_error(am_expr_parse(arena, report, &snippet, &expr), "offset",
              "7:15: expected an operand, found the end of the line (a line "
              "continues only between parentheses)");
  check_error(am_expr_parse(arena, report, &lines, &expr), "offset",
              "8:8: expected ')' for the '(' at line 7, column 12, found "
              "'c'");
}
END_TEST

START_TEST(test_block) {
  am_block block;
  const char *text =
      "# two values\n"
      "a = 1 + 2\n"
      "\n"
      "P[i in 1 .. length(m)] = (i +\n 1)  # a list\n"
      "f(x,\n  y) = x/y\n"
      "a*P[1]\n";
  ck_assert_int_eq(am_block_parse(arena, report, snippet_of(text),
                                  AM_BLOCK_VALUE, &block),
                   AM_OK);
  ck_assert_uint_eq(block.count, 3);
  ck_assert_str_eq(block.assignments[0].name, "a");
  ck_assert_ptr_null(block.assignments[0].index);
  ck_assert_int_eq(block.assignments[0].argument_count, 0);
  ck_assert_str_eq(tree(block.assignments[0].value), "(+ 1 2)");
  const am_assignment *list = &block.assignments[1];
  ck_assert_str_eq(list->name, "P");
  ck_assert_str_eq(list->index, "i");
  ck_assert_str_eq(tree(list->first), "1");
  ck_assert_str_eq(tree(list->last), "(length m)");
  ck_assert_str_eq(tree(list->value), "(+ i 1)");
  ck_assert_str_eq(tree(block.value), "(* a (index P 1))");
  ck_assert_int_eq(am_snippet_place(block.snippet, list->offset).line, 4);
  const am_assignment *f = &block.assignments[2];
  ck_assert_str_eq(f->name, "f");
  ck_assert_int_eq(f->argument_count, 2);
  ck_assert_str_eq(f->arguments[1], "y");
  ck_assert_int_eq(
      am_snippet_place(block.snippet, f->argument_offsets[1]).column, 3);
  ck_assert_str_eq(tree(f->value), "(/ x y)");
}
END_TEST

START_TEST(test_definitions) {
  am_block block;
  ck_assert_int_eq(am_block_parse(arena, report, snippet_of("\n"),
                                  AM_BLOCK_DEFINITIONS, &block),
                   AM_OK);
  ck_assert_uint_eq(block.count, 0);
  ck_assert_ptr_null(block.value);
  ck_assert_int_eq(am_block_parse(arena, report, snippet_of("a=1\nb=a==1"),
                                  AM_BLOCK_DEFINITIONS, &block),
                   AM_OK);
  ck_assert_uint_eq(block.count, 2);
  ck_assert_str_eq(tree(block.assignments[1].value), "(== a 1)");
}
END_TEST

static const struct {
  am_block_kind kind;
  const char *text, *message;
} block_errors[] = {
    {AM_BLOCK_VALUE, "",
     "1:1: expected a last line that is the value, an expression without "
     "'name =', found the end"},
    {AM_BLOCK_VALUE, "a = 1\n",
     "2:1: expected a last line that is the value, an expression without "
     "'name =', found the end"},
    {AM_BLOCK_VALUE, "1\na = 2\n",
     "1:1: only the last line, the value, may lack 'name ='"},
    {AM_BLOCK_DEFINITIONS, "a = 1\na + 1\n",
     "2:1: expected 'name = expression', found an expression"},
    {AM_BLOCK_VALUE, "a = \n1",
     "1:5: expected an operand, found the end of the line (a line continues "
     "only between parentheses)"},
    {AM_BLOCK_VALUE, "a = 1 b = 2",
     "1:7: expected an operator or the end of the line, found 'b' (products "
     "need '*', numbers have no unit)"},
    {AM_BLOCK_VALUE, "a = b = 2",
     "1:7: expected an operator or the end of the line, found '=' ('==' "
     "compares)"},
    {AM_BLOCK_VALUE, "x[1] = 2",
     "1:6: expected 'name = ...', 'name(argument, ...) = ...' or 'name[index "
     "in first .. last] = ...' ('==' compares)"},
    {AM_BLOCK_VALUE, "f(1) = 2",
     "1:6: expected 'name = ...', 'name(argument, ...) = ...' or 'name[index "
     "in first .. last] = ...' ('==' compares)"},
    {AM_BLOCK_VALUE, "f() = 2",
     "1:5: expected 'name = ...', 'name(argument, ...) = ...' or 'name[index "
     "in first .. last] = ...' ('==' compares)"},
    {AM_BLOCK_VALUE, "x[i in 1 . 2] = 2", "1:10: unexpected character '.'"},
    {AM_BLOCK_VALUE, "x[i in 1] = 2",
     "1:9: expected '..' after the first index, found ']'"},
    {AM_BLOCK_VALUE, "x[i in 1 .. 2 = 2",
     "1:15: expected ']' for the '[' at line 1, column 2, found '=' ('==' "
     "compares)"},
    {AM_BLOCK_VALUE, "x[i in 1 .. 2] 2", "1:16: expected '=', found '2'"},
};

START_TEST(test_block_error) {
  am_block block;
  const char *text = block_errors[_i].text;
  check_error(am_block_parse(arena, report, snippet_of(text),
                             block_errors[_i].kind, &block),
              text, block_errors[_i].message);
}
END_TEST

START_TEST(test_head) {
  am_assignment head;
  ck_assert_int_eq(am_head_parse(arena, report,
                                 snippet_of("A_x[i in 1 .. n]"), &head),
                   AM_OK);
  ck_assert_str_eq(head.name, "A_x");
  ck_assert_str_eq(head.index, "i");
  ck_assert_str_eq(tree(head.last), "n");
  ck_assert_int_eq(am_head_parse(arena, report, snippet_of("stress"), &head),
                   AM_OK);
  ck_assert_ptr_null(head.index);
  check_error(am_head_parse(arena, report, snippet_of("A_x[i]"), &head),
              "A_x[i]", "1:6: expected 'in' after the index, found ']'");
  check_error(am_head_parse(arena, report, snippet_of("A_x(i)"), &head),
              "A_x(i)", "1:1: 'A_x' is a function: expected an expression "
                        "without arguments here");
  check_error(am_head_parse(arena, report, snippet_of("A x"), &head), "A x",
              "1:3: expected an operator or the end, found 'x'");
}
END_TEST

static char *repeated(const char *before, const char *middle,
                      const char *after, size_t count) {
  size_t b = strlen(before), m = strlen(middle), a = strlen(after);
  char *text = AM_ARRAY(arena, char, (a + b) * count + m + 1), *at = text;
  for (size_t i = 0; i < count; i++, at += b) memcpy(at, before, b);
  memcpy(at, middle, m);
  at += m;
  for (size_t i = 0; i < count; i++, at += a) memcpy(at, after, a);
  return text;
}

/* Each form counts as one level of nesting. */
static const struct {
  const char *before, *middle, *after;
} nestings[] = {{"(", "1", ")"},       {"sin(", "1", ")"}, {"x[", "1", "]"},
                {"-", "1", ""},        {"not ", "a", ""},  {"1^", "1", ""},
                {"", "x", "[1]"},      {"+", "1", ""},     {"f(1, ", "1", ")"},
                {"not(a and ", "b", ")"}};

START_TEST(test_nesting) {
  am_expr *expr;
  const char *before = nestings[_i].before, *middle = nestings[_i].middle,
             *after = nestings[_i].after;
  const char *good = repeated(before, middle, after, 50);
  ck_assert_int_eq(am_expr_parse(arena, report, snippet_of(good), &expr),
                   AM_OK);
  const char *bad = repeated(before, middle, after, 1000000);
  ck_assert_int_eq(am_expr_parse(arena, report, snippet_of(bad), &expr),
                   AM_INPUT);
  ck_assert_str_eq(report->first->text,
                   "the expression is nested deeper than 100 levels");
}
END_TEST

START_TEST(test_nesting_limit) {
  am_expr *expr;
  ck_assert_int_eq(
      am_expr_parse(arena, report, snippet_of(repeated("(", "1", ")", 100)),
                    &expr),
      AM_OK);
  check_error(
      am_expr_parse(arena, report, snippet_of(repeated("(", "1", ")", 101)),
                    &expr),
      "101 levels", "1:101: the expression is nested deeper than 100 levels");
}
END_TEST

START_TEST(test_length_limit) {
  am_expr *expr;
  const char *good = repeated("", "x", "+x", 400000);
  ck_assert_int_eq(am_expr_parse(arena, report, snippet_of(good), &expr),
                   AM_OK);
  const char *bad = repeated("", "x", "+x", 600000);
  check_error(am_expr_parse(arena, report, snippet_of(bad), &expr), "a sum",
              "1:1000000: the expression has more than 1000000 operations");
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

/* A formula may contain names of columns, which are listed in order. */
static const struct {
  const char *text, *tree, *names; /* joined by blanks */
} formulas[] = {
    {"2*stress.xx - E", "(- (* 2 stress.xx) E)", "stress.xx E"},
    {"stress.1^2", "(^ stress.1 2)", "stress.1"},
    {"x[2].xy + x.2.xy", "(+ x[2].xy x.2.xy)", "x[2].xy x.2.xy"},
    {"d[xx]*k[12]", "(* (component d xx) k[12])", "d k[12]"},
    {"sum(i, 1, 2, k[i])", "(sum i 1 2 (index k i))", "i k i"},
    {"1.5e3*a", "(* 1500 a)", "a"},
};

START_TEST(formula_names) {
  am_formula f;
  am_buffer names = {.arena = arena};
  ck_assert_int_eq(am_formula_parse(arena, report,
                                    snippet_of(formulas[_i].text), &f),
                   AM_OK);
  ck_assert_str_eq(tree(f.value), formulas[_i].tree);
  for (size_t i = 0; i < f.name_count; i++)
    am_buffer_add(&names, "%s%s", i ? " " : "", f.names[i]->name);
  ck_assert_str_eq(names.text, formulas[_i].names);
}
END_TEST

/* Other expressions cannot contain column names. */
START_TEST(no_column) {
  am_expr *expr;
  check_error(am_expr_parse(arena, report, snippet_of("2*stress.xx"), &expr),
              "2*stress.xx", "1:9: unexpected character '.'");
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("parse");
  tcase_add_checked_fixture(tc, setup, teardown);
  tcase_add_loop_test(tc, test_tree, 0, ROWS(trees));
  tcase_add_loop_test(tc, test_error, 0, ROWS(errors));
  tcase_add_test(tc, test_zero_byte);
  tcase_add_test(tc, test_place);
  tcase_add_test(tc, test_snippet_place);
  tcase_add_test(tc, test_block);
  tcase_add_test(tc, test_definitions);
  tcase_add_loop_test(tc, test_block_error, 0, ROWS(block_errors));
  tcase_add_test(tc, test_head);
  tcase_add_loop_test(tc, test_nesting, 0, ROWS(nestings));
  tcase_add_test(tc, test_nesting_limit);
  tcase_add_test(tc, test_length_limit);
  tcase_add_loop_test(tc, formula_names, 0, ROWS(formulas));
  tcase_add_test(tc, no_column);
  return test_run("parse", &tc, 1);
}
