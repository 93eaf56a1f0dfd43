/* Rows of function.def: values against closed forms with plain Cartesian
 * arrays, and types against the signature. */
#include <ctype.h>

#include "tests/core/expr/closed_forms.h"
#include "tests/core/expr/language.h"

static language lang;

/* Fixed numbers without symmetry; fourth-order tensors are close to a multiple
 * of the identity, so that they are invertible. */
static void setup(void) {
  double *s = lang.state;
  language_open(&lang);
  for (int i = 0; i < 92; i++) s[i] = sin(1 + 2.3 * i);
  for (int i = 20; i < 92; i++) s[i] = 0.2 * s[i] + ((i - 20) % 36 % 7 == 0);
  s[18] = 0.7;
  s[19] = 0.4;
  static const struct {
    const char *name;
    am_kind kind;
    int first;
  } inputs[] = {{"a", AM_TENSOR, 0},  {"b", AM_TENSOR, 6},
                {"m", AM_VECTOR, 12}, {"n", AM_VECTOR, 15},
                {"x", AM_SCALAR, 18}, {"y", AM_SCALAR, 19},
                {"C", AM_FOURTH, 20}, {"D", AM_FOURTH, 56}};
  double *const targets[] = {a[0], b[0], m, n, &x, &y, C[0][0][0], D[0][0][0]};
  for (int i = 0; i < 8; i++) {
    language_bind(&lang, inputs[i].name, "an internal variable",
                  AM_INPUT_STATE, inputs[i].first, inputs[i].kind, -1);
    to_entries(inputs[i].kind, s + inputs[i].first, targets[i]);
  }
  /* A table, of rows on a straight line. */
  am_node *nodes = AM_ARRAY(lang.arena, am_node, 6);
  for (int i = 0; i < 6; i++)
    nodes[i] = am_const(lang.context.graph, i % 2 ? 3 * (i / 2) : i / 2);
  am_scope_add(lang.scope, "line", "a parameter",
               (am_value){.kind = AM_SCALAR, .length = 3, .columns = 2,
                          .outside = AM_OUTSIDE_CONSTANT, .nodes = nodes});
}

static void teardown(void) { language_close(&lang); }

/* Rows with the name of a function test it; rows without a name belong to the
 * previous function. */
static const struct {
  const char *name, *text;
  closed_form *expected;
} rows[] = {
    {"pi", "pi", f_pi},
    {"I", "I", f_identity},
    {"identity4", "identity4", f_identity4},
    {"deviator4", "deviator4", f_deviator4},
    {"or", "if(x < y or y < x, 1, 0)", f_true},
    {"and", "if(x < y and y < x, 1, 0)", f_false},
    {"not", "if(not x < y, 1, 0)", f_true},
    {"<", "if(y < x, 1, 0)", f_true},
    {"<", "if(x < x, 1, 0)", f_false},
    {"<=", "if(x <= x, 1, 0)", f_true},
    {"<=", "if(x <= y, 1, 0)", f_false},
    {">", "if(x > y, 1, 0)", f_true},
    {">", "if(y > x, 1, 0)", f_false},
    {">=", "if(y >= x, 1, 0)", f_false},
    {">=", "if(x >= y, 1, 0)", f_true},
    {"==", "if(x == y, 1, 0)", f_false},
    {"!=", "if(x != y, 1, 0)", f_true},
    {"+", "x + y", f_add},
    {"+", "a + b", f_tensor_add},
    {"+", "C + D", f_fourth_add},
    {"+", "+x", f_plus},
    {"-", "x - y", f_sub},
    {"-", "a - b", f_tensor_sub},
    {"-", "-x", f_minus},
    {"-", "-a", f_tensor_minus},
    {":", "a : b", f_inner},
    {":", "C : a", f_map},
    {":", "a : C", f_map_left},
    {":", "C : D", f_compose},
    {"*", "x*y", f_mul},
    {"*", "x*a", f_tensor_mul},
    {"*", "a*x", f_tensor_mul},
    {"*", "C*x", f_fourth_mul},
    {"*", "x*C", f_fourth_mul},
    {"/", "x/y", f_div},
    {"/", "a/x", f_tensor_div},
    {"^", "x^y", f_pow},
    {"^", "(-x)^3", f_cube},
    {"^", "(x - x)^0", f_one},
    {"sign", "sign(x)", f_one},
    {"sign", "sign(-x)", f_minus_one},
    {"sign", "sign(x - x)", f_zero},
    {"step", "step(x)", f_one},
    {"step", "step(-x)", f_zero},
    {"step", "step(x - x)", f_zero},
    {"pos", "pos(x)", f_plus},
    {"pos", "pos(-x)", f_zero},
    {"neg", "neg(-x)", f_plus},
    {"neg", "neg(x)", f_zero},
    {"abs", "abs(-x)", f_plus},
    {"min", "min(y, x, 1)/y*x", f_plus},
    {"min", "min(1, x, 2)", f_plus},
    {"max", "max(y, x)", f_plus},
    {"max", "max(y, -1, x, -2)", f_plus},
    {"tr", "tr(a)", f_tr},
    {"dev", "dev(a)", f_dev},
    {"det", "det(a)", f_det},
    {"inv", "inv(a)", f_inv},
    {"norm", "norm(a)", f_norm},
    {"mises", "mises(a)", f_mises},
    {"eigenvalue", "eigenvalue(a, 1)", f_eigenvalue},
    {"inner", "inner(a, b)", f_inner},
    {"square", "square(a)", f_square},
    {"exp", "exp(a)", f_exp},
    {"expm1", "expm1(a)", f_expm1},
    {"exp", "exp(x*square(a) - x*square(a))", f_identity},
    {"tensor", "tensor(1, 2, 3, 4, 5, 6)", f_tensor},
    {"tensor", "tensor(a[xx], a[yy], a[zz], a[yz], a[xz], a[xy]) - b",
     f_tensor_sub},
    {"vector", "vector(1, 2, 3)", f_vector},
    {"vector", "vector(m[1], m[2], m[3])/sqrt(dot(m, m))", f_normalize},
    {"dyad", "dyad(m)", f_dyad},
    {"symouter", "symouter(m, n)", f_symouter},
    {"symouter", "symouter(m, m)", f_dyad},
    {"dot", "dot(m, n)", f_dot},
    {"cross", "cross(m, n)", f_cross},
    {"normalize", "normalize(m)", f_normalize},
    {"apply", "apply(a, m)", f_apply},
    {"rotate", "rotate(m, 0.3, 1.1, x)", f_rotate_vector},
    {"rotate", "rotate(a, 0.3, 1.1, x)", f_rotate_tensor},
    {"rotate", "rotate(C, 0.3, 1.1, x)", f_rotate_fourth},
    {"isotropic", "isotropic(x, y)", f_isotropic},
    {"cubic", "cubic(5, 2, 3)", f_cubic},
    {"orthotropic", "orthotropic(11, 12, 13, 3, 2, 4, 5, 6, 7)",
     f_orthotropic},
    {"orthotropic", "orthotropic(5, 5, 5, 2, 2, 2, 3, 3, 3)", f_cubic},
    {"inverse", "inverse(C) : C", f_identity4},
    {"inverse", "C : inverse(C)", f_identity4},
    {"outer", "outer(a, b)", f_outer},
    {"if", "if(x > y, a + b, b)", f_tensor_add},
    {"if", "if(x < y, a, -a)", f_tensor_minus},
    {"length", "length(list)*x/3", f_plus},
    {"sum", "sum(i, 1, 3, i^2*x)", f_sum},
    {"interpolate", "interpolate(x, line)", f_line},
    {"maximum", "maximum(i, 1, 3, list[i])", f_plus},
};

enum { ROWS = sizeof rows / sizeof *rows };

static am_value value_of(const char *text) {
  return language_good(
      &lang, am_format(lang.arena, "list[i in 1 .. 3] = x*(2 - i)\n%s", text));
}

START_TEST(closed_forms) {
  double expected[81], found[81];
  am_value value = value_of(rows[_i].text);
  rows[_i].expected(expected);
  to_entries(value.kind, language_numbers(&lang, &value), found);
  for (int i = 0; i < entries[value.kind]; i++)
    ck_assert_msg(
        fabs(found[i] - expected[i]) < 1e-13 * (1 + fabs(expected[i])),
        "%s: entry %d is %.17g, expected %.17g", rows[_i].text, i, found[i],
        expected[i]);
}
END_TEST

typedef double real_function(double);

START_TEST(scalar_functions) {
  static const struct {
    const char *name;
    real_function *value;
  } functions[] = {
      {"sqrt", sqrt},   {"cbrt", cbrt},   {"exp", exp},   {"log", log},
      {"log1p", log1p}, {"expm1", expm1}, {"sin", sin},   {"cos", cos},
      {"tan", tan},     {"asin", asin},   {"acos", acos}, {"atan", atan},
      {"sinh", sinh},   {"cosh", cosh},   {"tanh", tanh}, {"erf", erf}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    am_value value = language_good(
        &lang, am_format(lang.arena, "%s(x)", functions[i].name));
    ck_assert_double_eq(*language_numbers(&lang, &value),
                        functions[i].value(x));
  }
}
END_TEST

/* Values of mpmath with 30 digits; the power series ends at 1/4. */
static const struct {
  const char *text;
  double value;
} special[] = {{"dawson(0)", 0},
               {"dawson(1e-3)", 0.00099999933333359999992},
               {"dawson(-0.1)", -0.09933599239785286115},
               {"dawson(0.24999)", 0.23983036271273061012},
               {"dawson(0.25)", 0.23983916356289821236},
               {"dawson(0.9)", 0.54072431872629867507},
               {"dawson(-1.1)", -0.52620667997055253568},
               {"dawson(2.5)", 0.22308372216743548113},
               {"dawson(10)", 0.050253847187598528033},
               {"dawson(300)", 0.0016666759260802512004},
               {"dawson(1e8)", 5.00000000000000025e-9},
               {"erfi(0.5)", 0.61495209469651098084},
               {"erfi(-2.5)", -130.39575501324692681},
               {"softplus(0)", 0.69314718055994530942},
               {"softplus(-800)", 0},
               {"softplus(800)", 800},
               {"softplus(-30)", 9.357622968839736774e-14}};
enum { SPECIAL = sizeof special / sizeof *special };

START_TEST(special_functions) {
  am_value value = language_good(&lang, special[_i].text);
  ck_assert_close(*language_numbers(&lang, &value), special[_i].value, 2e-15,
                  0);
}
END_TEST

static bool is_tested(const char *name) {
  for (int op = 0; op < AM_OP_COUNT; op++)
    if (am_ops[op].callable && !strcmp(am_ops[op].token, name)) return true;
  for (int i = 0; i < ROWS; i++)
    if (!strcmp(rows[i].name, name)) return true;
  for (int i = 0; i < SPECIAL; i++)
    if (!strncmp(special[i].text, name, strcspn(special[i].text, "(")))
      return true;
  return false;
}

START_TEST(every_function_has_a_closed_form) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++) {
    ck_assert_msg(is_tested(functions[i].name), "%s has no test",
                  functions[i].name);
    ck_assert(*functions[i].about && *functions[i].signature);
  }
}
END_TEST

/* A value for each type of a signature, and one that no alternative accepts. */
static const struct {
  const char *type, *good, *bad;
} samples[] = {
    {"condition", "x < y", "list"}, {"scalar", "x", "list"},
    {"vector", "m", "list"},        {"tensor", "a", "list"},
    {"fourth", "C", "x < y"},       {"any", "a", "list"},
    {"same", "a", "x < y"},         {"list", "list", "x"},
    {"index", "k", "1"},            {"integer", "1", "x"},
    {"table", "line", "list"},
    {"expression", "x", "list"}};

enum { SAMPLES = sizeof samples / sizeof *samples, MOST = 9 };

static int sample_of(const char *type) {
  for (int i = 0; i < SAMPLES; i++)
    if (!strncmp(type, samples[i].type, strlen(samples[i].type))) return i;
  ck_abort_msg("unknown type in a signature: %s", type);
}

/* The samples of a signature's arguments; their number. */
static int arguments_of(const char *signature, int *which) {
  int count = 0;
  for (const char *s = signature + 1; s[-1] != ')';) {
    const char *end = s + strcspn(s, ",)");
    if (strncmp(s, "...", 3)) which[count++] = sample_of(s);
    s = *end == ',' ? end + 2 : end + 1;
  }
  return count;
}

/* True for functions called by name, false for operators */
static bool is_called(const am_function_info *f) {
  return *f->signature == '(' && isalpha((unsigned char)*f->name) &&
         strcmp(f->name, "and") && strcmp(f->name, "or") &&
         strcmp(f->name, "not");
}

/* A use of the function with argument `wrong`, if any, of a bad type. */
static const char *use(const am_function_info *f, const int *which, int count,
                       int wrong) {
  am_buffer text = {.arena = lang.arena};
  const char *sample[MOST + 1] = {0};
  for (int i = 0; i < count; i++)
    sample[i] = i == wrong ? samples[which[i]].bad : samples[which[i]].good;
  if (!is_called(f) && count == 1)
    return am_format(lang.arena, "%s (%s)", f->name, sample[0]);
  if (!is_called(f))
    return am_format(lang.arena, "(%s) %s (%s)", sample[0], f->name,
                     sample[1]);
  am_buffer_add(&text, "%s(", f->name);
  for (int i = 0; i < count; i++)
    am_buffer_add(&text, "%s%s", i ? ", " : "", sample[i]);
  am_buffer_add(&text, ")");
  return text.text;
}

START_TEST(signatures_hold) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++) {
    const am_function_info *f = &functions[i];
    int which[MOST + 1], arity = 0;
    bool takes = *f->signature == '(';
    if (takes) arity = arguments_of(f->signature, which);
    am_value value = value_of(takes ? use(f, which, arity, -1) : f->name);
    const char *arrow = strstr(f->signature, "-> ");
    const char *type = takes ? arrow + 3 : f->signature;
    static const char *const kinds[AM_KINDS] = {"condition", "scalar",
                                                "vector", "tensor", "fourth"};
    if (strcmp(type, "any")) ck_assert_str_eq(kinds[value.kind], type);
    const double *numbers = language_numbers(&lang, &value);
    for (int k = 0; k < am_value_size(&value); k++)
      ck_assert_msg(isfinite(numbers[k]), "%s", f->name);
  }
}
END_TEST

/* Each argument of a wrong type gives one message that names the type found. */
START_TEST(signatures_are_checked) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++) {
    const am_function_info *f = &functions[i];
    int which[MOST + 1];
    int arity = *f->signature == '(' ? arguments_of(f->signature, which) : 0;
    for (int wrong = 0; wrong < arity; wrong++) {
      const char *text = use(f, which, arity, wrong);
      const char *message = language_bad(
          &lang,
          am_format(lang.arena, "list[i in 1 .. 3] = x*i\n%s", text));
      ck_assert_msg(strstr(message, "found") || strstr(message, "cannot") ||
                        strstr(message, "must"),
                    "%s: %s", text, message);
    }
  }
}
END_TEST

START_TEST(arguments_are_counted) {
  size_t count;
  const am_function_info *functions = am_functions(&count);
  for (size_t i = 0; i < count; i++) {
    const am_function_info *f = &functions[i];
    int which[MOST + 1];
    if (!is_called(f)) continue;
    int arity = arguments_of(f->signature, which);
    which[arity] = which[arity - 1];
    const char *fewer = use(f, which, arity - 1, -1);
    const char *more = use(f, which, arity + 1, -1);
    const char *takes = am_format(lang.arena, "'%s' takes %d ", f->name, arity);
    ck_assert_ptr_nonnull(strstr(language_bad(&lang, fewer), takes));
    if (strstr(f->signature, "..."))
      language_good(&lang, more);
    else
      ck_assert_ptr_nonnull(strstr(language_bad(&lang, more), takes));
  }
}
END_TEST

/* Structural zeros stay exact zeros after multiplication, and identities return
 * the same nodes. */
START_TEST(zeros_are_exact) {
  am_graph *graph = lang.context.graph;
  am_value value = language_good(&lang, "1/x*dev(a)/y");
  ck_assert(am_is_const(graph, value.nodes[0], 0));
  value = language_good(&lang, "1/x*(deviator4 : a)");
  ck_assert(am_is_const(graph, value.nodes[0], 0));
  value = language_good(&lang, "tr(dev(a))");
  ck_assert(am_is_const(graph, value.nodes[0], 0));
  value = language_good(&lang, "rotate(1/x*deviator4 : a, x, y, x)");
  ck_assert(am_is_const(graph, value.nodes[0], 0));
  value = language_good(&lang, "rotate(isotropic(1/x, y), x, y, x)");
  for (int i = 1; i < 6; i++) {
    ck_assert(am_is_const(graph, value.nodes[i], 0));
    ck_assert(am_is_const(graph, value.nodes[6 * i], 0));
  }
  value = language_good(&lang, "inverse(isotropic(1/x, y))");
  for (int i = 0; i < 36; i++)
    if (i % 7) ck_assert(am_is_const(graph, value.nodes[i], 0));
  am_value same = language_good(&lang, "identity4 : a");
  am_value turned = language_good(&lang, "rotate(a, 0, 0, 0)");
  am_value plain = language_good(&lang, "a");
  for (int i = 0; i < 6; i++) {
    ck_assert_uint_eq(same.nodes[i], plain.nodes[i]);
    ck_assert_uint_eq(turned.nodes[i], plain.nodes[i]);
  }
}
END_TEST

/* Exponentials for distant, equal and nearly vanishing eigenvalues, with axes
 * of any direction */
START_TEST(exponentials) {
  static const double l[][3] = {{3, -5, 2},       {4, 4, -4},
                                {-2, -2, -2},     {1e-9, 0, -3e-9},
                                {7, 7, 7 + 1e-9}};
  for (size_t i = 0; i < sizeof l / sizeof *l; i++) {
    am_value turned = language_good(
        &lang, am_format(lang.arena,
                         "expm1(rotate(tensor(%.17g, %.17g, %.17g, 0, 0, 0), "
                         "0.4, 1.1, -2))",
                         l[i][0], l[i][1], l[i][2]));
    am_value value = language_good(
        &lang, am_format(lang.arena,
                         "rotate(tensor(%.17g, %.17g, %.17g, 0, 0, 0), "
                         "0.4, 1.1, -2)",
                         expm1(l[i][0]), expm1(l[i][1]), expm1(l[i][2])));
    const double *found = language_numbers(&lang, &turned);
    double ours[6], most = 0;
    memcpy(ours, found, sizeof ours);
    found = language_numbers(&lang, &value);
    for (int c = 0; c < 6; c++) most = fmax(most, fabs(found[c]));
    for (int c = 0; c < 6; c++)
      ck_assert_double_eq_tol(ours[c], found[c], 1e-13 * most);
  }
}
END_TEST

/* Bunge: the first angle turns the crystal's x axis towards the sample's y
 * axis, the second its y axis towards z. */
START_TEST(rotation_sense) {
  static const struct {
    const char *text;
    double expected[3];
  } turns[] = {
      {"rotate(vector(1, 0, 0), pi/2, 0, 0)", {0, 1, 0}},
      {"rotate(vector(0, 1, 0), 0, pi/2, 0)", {0, 0, 1}},
      {"rotate(vector(1, 0, 0), 0, 0, pi/2)", {0, 1, 0}},
      {"rotate(vector(1, 0, 0), 0, pi/2, pi/2)", {0, 0, 1}},
      {"rotate(vector(0, 1, 0), pi/2, pi/2, 0)", {0, 0, 1}},
      {"rotate(vector(0, 0, 1), pi/2, pi/2, 0)", {1, 0, 0}},
  };
  for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
    am_value value = language_good(&lang, turns[i].text);
    const double *found = language_numbers(&lang, &value);
    for (int k = 0; k < 3; k++)
      ck_assert_close(found[k], turns[i].expected[k], 0, 1e-15);
  }
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("function");
  tcase_add_checked_fixture(tc, setup, teardown);
  tcase_add_loop_test(tc, closed_forms, 0, ROWS);
  tcase_add_test(tc, scalar_functions);
  tcase_add_loop_test(tc, special_functions, 0, SPECIAL);
  tcase_add_test(tc, every_function_has_a_closed_form);
  tcase_add_test(tc, signatures_hold);
  tcase_add_test(tc, signatures_are_checked);
  tcase_add_test(tc, arguments_are_counted);
  tcase_add_test(tc, zeros_are_exact);
  tcase_add_test(tc, exponentials);
  tcase_add_test(tc, rotation_sense);
  return test_run("function", &tc, 1);
}
