/* Names, types, lists, indices and limits, with all messages. test_function.c
 * tests the functions. */
#include "tests/core/expr/language.h"

static language lang;

/* tau is a list parameter, n an integer parameter, `none` an empty list. */
static void setup(void) {
  language_open(&lang);
  language_bind(&lang, "n", "a parameter", AM_INPUT_PARAMETER, 0, AM_SCALAR,
                -1);
  language_bind(&lang, "k", "a parameter", AM_INPUT_PARAMETER, 1, AM_SCALAR,
                -1);
  language_bind(&lang, "tau", "a parameter", AM_INPUT_PARAMETER, 2, AM_SCALAR,
                3);
  language_bind(&lang, "none", "a parameter", AM_INPUT_PARAMETER, 5,
                AM_TENSOR, 0);
  language_bind(&lang, "x", "an internal variable", AM_INPUT_STATE, 0,
                AM_SCALAR, -1);
  language_bind(&lang, "a", "an internal variable", AM_INPUT_STATE, 1,
                AM_TENSOR, -1);
  language_bind(&lang, "m", "an internal variable", AM_INPUT_STATE, 7,
                AM_VECTOR, -1);
  language_bind(&lang, "q", "an internal variable", AM_INPUT_STATE, 10,
                AM_TENSOR, 2);
  language_bind(&lang, "C", "a definition", AM_INPUT_STATE, 22, AM_FOURTH,
                -1);
  am_scope_add(lang.scope, "A_x", "a driving force",
               am_value_new(AM_SCALAR, -1, NULL));
  for (int i = 0; i < INPUTS; i++) lang.state[i] = 1 + i;
  const double parameters[] = {2, 1.5, 10, 20, 30};
  memcpy(lang.parameters, parameters, sizeof parameters);
}

static void teardown(void) { language_close(&lang); }

/* Scalars with a known value. */
static const struct {
  const char *text;
  double value;
} values[] = {
    {"1/3*3", 1},
    {"7/2", 3.5},
    {"-2^2", -4},
    {"2^-1", 0.5},
    {"2^3^2", 512},
    {"0^0", 1},
    {"(-2)^3", -8},
    {"b = x + 1\nc = b*b\nc - b", 2},
    {"a[xx] - (tr(a)/3 + 2/sqrt(6)*3)", 0},
    {"m[1] + 10*m[2] + 100*m[3]", 1098},
    {"tau[1] + tau[n]", 30},
    {"tau[length(tau)]", 30},
    {"tau[2*n - 1]", 30},
    {"q[2][xy]*sqrt(2)", 22},
    {"length(tau) + length(none)", 3},
    {"sum(i, 1, length(tau), tau[i])", 60},
    {"f(z) = z^2 + x\nf(3) + f(x)", 12},
    {"f(x, A_x) = x*A_x\nf(3, 4) + x", 13},
    {"f(z, w) = z - w\ng(z) = f(2*z, 1)\ng(f(5, 2))", 5},
    {"f(u) = sum(i, 1, length(u), u[i])\nj = 2\nf(tau) + j", 62},
    {"f(e) = e : e\nf(2*I) + f(I)", 15},
    {"f(z) = if(z > 0, 1/z, z)\nf(0) + f(-2) + f(4)", -1.75},
    {"f(z) = z*sum(j, 1, 3, z^j)\nsum(j, 1, 2, f(j))", 31},
    {"sum(i, 1, 3, i*tau[4 - i])", 100},
    {"sum(i, 2, n, tau[i])", 20},
    {"sum(i, 1, 3, sum(j, i, 3, i*j))", 25},
    {"sum(i, 1, 2, i) + sum(i, 1, 3, i)", 9},
    {"sum(i, 1, 2, tr(q[i])/sqrt(3))", 28},
    {"sum(i, -1, 1, i + 1)", 3},
    {"sum(i, 1, 0, x)", 0},
    {"sum(i, 1, length(none), tr(none[i]))", 0},
    {"tr(a + sum(i, 1, length(none), none[i]))/sqrt(3)", 2},
    {"norm(sum(i, 1, 0, q[i]) - sum(j, 5, 4, dev(q[j])))", 0},
    {"sum(i, 1, 0, maximum(j, i, 0, tau[j + 7]))", 0},
    {"sum(i, 1, 0, sum(j, 1, tau[9], 1/0))", 0},
    {"maximum(i, 1, 3, -tau[i])", -10},
    {"maximum(i, 2, 2, i)", 2},
    {"P[i in 1 .. 3] = i^2\nP[3] - P[2]", 5},
    {"P[i in 1 .. length(q)] = 2*q[i]\ntr(P[2])/sqrt(3)", 34},
    {"P[i in 1 .. 0] = q[i]\nlength(P)", 0},
    {"P[i in 1 .. n] = i\nQ[i in 1 .. length(P)] = P[i]\nQ[2]", 2},
    {"if(1 < 2, 3, 1/0)", 3},
    {"if(x > 100, 1/(x - x), 4)", 4},
    {"if(2 < 1, tau[9], 5)", 5},
    {"sum(i, 1, 3, if(i > 1, tau[i - 1], 0))", 30},
    {"if(n == 2 and not k < 1, 1, 0)", 1},
    {"c = x < 2\nif(c or 1 > 2, 7, 8)", 7},
    {"tr(if(x == 1, a, q[1]))/sqrt(3)", 2},
    {"if(x == 1, tau, tau)[2]", 20},
    {"(2*a)[xx] - 2*a[xx]", 0},
    {"min(3, tau[1], x)", 1},
};

START_TEST(scalar_values) {
  am_value value = language_good(&lang, values[_i].text);
  ck_assert_int_eq(value.kind, AM_SCALAR);
  ck_assert_int_eq(value.length, -1);
  ck_assert_close(*language_numbers(&lang, &value), values[_i].value, 1e-14,
                  1e-14);
}
END_TEST

static const struct {
  const char *text, *description;
} types[] = {
    {"x", "scalar"},
    {"x < 1", "condition"},
    {"m", "vector"},
    {"a", "symmetric tensor"},
    {"C", "fourth-order tensor"},
    {"tau", "list of 3 scalars"},
    {"none", "list of 0 symmetric tensors"},
    {"P[i in 1 .. 1] = m\nP", "list of 1 vector"},
    {"q[1]", "symmetric tensor"},
    {"2*m/x", "vector"},
    {"C : a", "symmetric tensor"},
    {"a : C : a", "scalar"},
    {"C : C", "fourth-order tensor"},
    {"sum(i, 1, 0, none[i])", "symmetric tensor"},
    {"sum(i, 1, 0, m)", "vector"},
    {"sum(i, 1, 0, C)", "fourth-order tensor"},
    {"sum(i, 1, 2, i*C)", "fourth-order tensor"},
    {"if(x < 1, q, q)", "list of 2 symmetric tensors"},
    {"I", "symmetric tensor"},
    {"identity4 - x*deviator4", "fourth-order tensor"},
};

START_TEST(value_types) {
  am_value value = language_good(&lang, types[_i].text);
  ck_assert_str_eq(am_value_describe(lang.arena, &value),
                   types[_i].description);
}
END_TEST

static const struct {
  const char *text, *message;
} errors[] = {
    {"x + a", "1:3: cannot add a scalar and a symmetric tensor"},
    {"x - a", "1:3: cannot subtract a symmetric tensor from a scalar"},
    {"a*a", "1:2: cannot multiply a symmetric tensor by a symmetric tensor"},
    {"m*m", "1:2: cannot multiply a vector by a vector"},
    {"x/a", "1:2: cannot divide a scalar by a symmetric tensor"},
    {"x : a", "1:3: cannot contract a scalar with a symmetric tensor"},
    {"C : m", "1:3: cannot contract a fourth-order tensor with a vector"},
    {"a^2", "1:2: cannot raise a symmetric tensor to the power of a scalar"},
    {"x^m", "1:2: cannot raise a scalar to the power of a vector"},
    {"a < a", "1:3: cannot compare a symmetric tensor and a symmetric tensor"},
    {"x < 1 < 2", "1:7: cannot compare a condition and a scalar"},
    {"tau + 1", "1:5: cannot add a list of 3 scalars and a scalar"},
    {"-tau", "1:1: cannot negate a list of 3 scalars"},
    {"-(x < 1)", "1:1: cannot negate a condition"},
    {"+(x < 1)", "1:1: cannot write '+' before a condition"},
    {"not x", "1:1: 'not' takes a condition, found a scalar"},
    {"x or x < 1",
     "1:3: 'or' joins two conditions, found a scalar and a condition"},
    {"x < 1 and x",
     "1:7: 'and' joins two conditions, found a condition and a scalar"},
    {"1 + x\n + 2", "1:1: only the last line, the value, may lack 'name ='"},
    {"tr(x)", "1:4: argument 1 of 'tr' must be a symmetric tensor, found a "
              "scalar"},
    {"inner(a, q)", "1:10: argument 2 of 'inner' must be a symmetric tensor, "
                    "found a list of 2 symmetric tensors"},
    {"rotate(x, 1, 2, 3)",
     "1:8: argument 1 of 'rotate' must be a vector, a symmetric tensor or a "
     "fourth-order tensor, found a scalar"},
    {"rotate(m, 1, a, 3)",
     "1:14: argument 3 of 'rotate' must be a scalar, found a symmetric "
     "tensor"},
    {"inv(1, 2)",
     "1:1: 'inv' takes 1 argument, found 2: inv(tensor a) -> tensor"},
    {"max(1)", "1:1: 'max' takes 2 or more arguments, found 1: max(scalar a, "
               "scalar b, ...) -> scalar"},
    {"max(1, 2, a)",
     "1:11: argument 3 of 'max' must be a scalar, found a symmetric tensor"},
    {"sum(1, 2)", "1:1: 'sum' takes 4 arguments, found 2: sum(index i, "
                  "integer first, integer last, expression) -> any"},
    {"sum(2*i, 1, 2, i)",
     "1:6: argument 1 of 'sum' must be the name of an index"},
    {"sum(i, 1, 2, tau)",
     "1:14: argument 4 of 'sum' must be a scalar, a vector, a symmetric "
     "tensor or a fourth-order tensor, found a list of 3 scalars"},
    {"sum(i, 1, 0, tau)",
     "1:14: argument 4 of 'sum' must be a scalar, a vector, a symmetric "
     "tensor or a fourth-order tensor, found a list of 3 scalars"},
    {"sum(i, 1, 0, unheard)", "1:14: unknown name 'unheard'"},
    {"maximum(i, 1, 2, m)",
     "1:18: argument 4 of 'maximum' must be a scalar, found a vector"},
    {"maximum(i, 1, 0, i)", "1:1: the maximum over 1 .. 0 is empty"},
    {"sum(x, 1, 2, x)", "1:5: 'x' is already an internal variable"},
    {"sum(i, 1, 2, sum(i, 1, 2, i))", "1:18: 'i' is already an index"},
    {"sum(t, 1, 2, 1)", "1:5: 't' is already the time"},
    {"sum(xx, 1, 2, 1)",
     "1:5: 'xx' is a tensor component and cannot name an index"},
    {"sum(i, x, 2, 1)", "1:8: an index must not depend on variables"},
    {"sum(i, 1, k, 1)", "1:11: an index must be an integer, found 1.5"},
    {"sum(i, 1, a, 1)",
     "1:11: an index must be an integer, found a symmetric tensor"},
    {"sum(i, 1, 1e10, 1)",
     "1:11: an index must be an integer, found 10000000000"},
    {"sum(i, 1, 1e9, 0)",
     "1:16: the expression expands to more than 1000000 operations"},
    {"sum(i, 1, 1e6, x^i)",
     "1:17: the expression expands to more than 1000000 operations"},
    {"sum(i, 1, 1e5, i*outer(a, a))",
     "1:17: the expression expands to more than 1000000 operations"},
    {"tau[0]", "1:5: index 0 of 'tau' is outside 1 .. 3"},
    {"tau[n + 2]", "1:7: index 4 of 'tau' is outside 1 .. 3"},
    {"sum(i, 1, 4, tau[i])", "1:18: index 4 of 'tau' is outside 1 .. 3"},
    {"none[1]", "1:6: index 1 of 'none', which is an empty list"},
    {"m[4]", "1:3: index 4 of 'm' is outside 1 .. 3"},
    {"normalize(m)[0]", "1:14: index 0 is outside 1 .. 3"},
    {"tau[x]", "1:5: an index must not depend on variables"},
    {"tau[k]", "1:5: an index must be an integer, found 1.5"},
    {"tau[1/0]", "1:6: the result of '/' is not a finite number"},
    {"a[1]", "1:2: the components of a symmetric tensor are [xx] [yy] [zz] "
             "[yz] [xz] [xy]"},
    {"x[1]", "1:2: cannot index a scalar"},
    {"C[1]", "1:2: cannot index a fourth-order tensor"},
    {"m[xx]", "1:2: only a symmetric tensor has the component 'xx', found a "
              "vector"},
    {"q[xx]", "1:2: only a symmetric tensor has the component 'xx', found a "
              "list of 2 symmetric tensors"},
    {"length(a)", "1:8: argument 1 of 'length' must be a list, found a "
                  "symmetric tensor"},
    {"if(x, 1, 2)",
     "1:4: argument 1 of 'if' must be a condition, found a scalar"},
    {"if(x < 1, 1, a)", "1:1: both branches of 'if' must have the same type, "
                        "found a scalar and a symmetric tensor"},
    {"if(1 < 2, 1, a)", "1:1: both branches of 'if' must have the same type, "
                        "found a scalar and a symmetric tensor"},
    {"if(x < 1, x < 2, x < 3)",
     "1:1: 'if' cannot choose between conditions"},
    {"1/0", "1:2: the result of '/' is not a finite number"},
    {"x + log(0)", "1:5: the result of 'log' is not a finite number"},
    {"1e200*1e200", "1:6: the result of '*' is not a finite number"},
    {"(-8)^(1/3)", "1:5: the result of '^' is not a finite number"},
    {"normalize(vector(0, 0, 0))",
     "1:1: the result of 'normalize' is not a finite number"},
    {"inverse(outer(I, I))",
     "1:1: 'inverse' of a tensor that is not positive definite: a pivot is "
     "zero"},
    {"unheard + 1", "1:1: unknown name 'unheard'"},
    {"taw[1]", "1:1: unknown name 'taw' (did you mean 'tau'?)"},
    {"identty4", "1:1: unknown name 'identty4' (did you mean 'identity4'?)"},
    {"sqrtt(x)", "1:1: unknown function 'sqrtt' (did you mean 'sqrt'?)"},
    {"recip0(x)", "1:1: unknown function 'recip0'"},
    {"constant(x)", "1:1: unknown function 'constant'"},
    {"tau(1)", "1:1: 'tau' is a parameter, not a function"},
    {"pi(1)", "1:1: 'pi' is a constant, not a function"},
    {"dev + a", "1:1: 'dev' is a function: dev(tensor a) -> tensor"},
    {"t", "1:1: 't' (the time) is not available here"},
    {"tr(eps)", "1:4: 'eps' (the strain) is not available here"},
    {"A_x", "1:1: 'A_x' (a driving force) is not available here"},
    {"x = 1\nx", "1:1: 'x' is already an internal variable"},
    {"b = 1\nb = 2\nb", "2:1: 'b' is already an intermediate value"},
    {"A_x = 1\n1", "1:1: 'A_x' is already a driving force"},
    {"C = 1\n1", "1:1: 'C' is already a definition"},
    {"sqrt = 1\n1", "1:1: 'sqrt' is already a function"},
    {"if = 1\n1", "1:1: 'if' is already a function"},
    {"I = 1\n1", "1:1: 'I' is already a constant of the language"},
    {"eps = 1\n1", "1:1: 'eps' is already the strain"},
    {"b = later\nlater = 1\nb", "1:5: unknown name 'later'"},
    {"P[x in 1 .. 2] = 1\n1", "1:3: 'x' is already an internal variable"},
    {"P[i in 2 .. 3] = 1\n1", "1:8: a list begins at 1, found 2"},
    {"P[i in 1 .. -1] = 1\n1", "1:13: a list cannot have -1 members"},
    {"P[i in 1 .. x] = 1\n1", "1:13: an index must not depend on variables"},
    {"P[i in 1 .. 2] = tau\n1",
     "1:18: a member of a list cannot be a list of 3 scalars"},
    {"P[i in 1 .. 0] = tau\n1",
     "1:18: a member of a list cannot be a list of 3 scalars"},
    {"P[i in 1 .. 1e9] = 1\n1",
     "1:13: the expression expands to more than 1000000 operations"},
    {"list[i in 1 .. 3] = list[1]\n1", "1:21: unknown name 'list'"},
    {"P[index in 1 .. 3] = index\nindex", "2:1: unknown name 'index'"},
    {"f(u) = sum(i, 1, length(u), u[i])\ni = 2\nf(tau) + i",
     "1:12: 'i' is already an intermediate value, in the call of 'f' in line "
     "3, column 1"},
    {"f(z) = z + w\n1", "1:12: unknown name 'w'"},
    {"f(z) = f(z)\n1", "1:8: unknown function 'f'"},
    {"f(z) = g(z)\ng(z) = z\n1", "1:8: unknown function 'g'"},
    {"f(z) = sum(j, 1, 2, z*j) + i\n1", "1:28: unknown name 'i'"},
    {"f(z) = A_x\n1", "1:8: 'A_x' (a driving force) is not available here"},
    {"f(z, z) = z\n1",
     "1:6: an argument cannot have the name 'z', which is taken"},
    {"f(f) = 1\n1",
     "1:3: an argument cannot have the name 'f', which is taken"},
    {"f(xx) = 1\n1",
     "1:3: an argument cannot have the name 'xx' of a component"},
    {"f(pi) = 1\n1", "1:3: 'pi' is already a constant of the language"},
    {"f(eps) = 1\n1", "1:3: 'eps' is already the strain"},
    {"sqrt(z) = z\n1", "1:1: 'sqrt' is already a function"},
    {"f(z) = z\nf = 2\n1", "2:1: 'f' is already a function"},
    {"f(z) = z\nf(1, 2)", "2:1: 'f' takes 1 argument, found 2: f(z)"},
    {"f(z, w) = z + w\nf + 1", "2:1: 'f' is a function: f(z, w)"},
    {"f(z) = z + 1\ng(z) = f(z)\n2*g(a)",
     "1:10: cannot add a symmetric tensor and a scalar, in the call of 'g' in "
     "line 3, column 3"},
    {"flow(z) = z\nflw(1)",
     "2:1: unknown function 'flw' (did you mean 'flow'?)"},
};

START_TEST(messages) {
  ck_assert_str_eq(language_bad(&lang, errors[_i].text), errors[_i].message);
}
END_TEST

static am_expr *parsed(const char *text) {
  am_expr *expr;
  ck_assert_int_eq(am_expr_parse(lang.arena, lang.report,
                                 language_snippet(&lang, text), &expr),
                   AM_OK);
  return expr;
}

START_TEST(kinds_are_demanded) {
  am_value value;
  ck_assert_int_eq(am_elaborate_kind(&lang.context, parsed("a : a"), AM_SCALAR,
                                     "the free energy", &value),
                   AM_OK);
  ck_assert_int_eq(am_elaborate_kind(&lang.context, parsed("2*a"), AM_SCALAR,
                                     "the free energy", &value),
                   AM_INPUT);
  ck_assert_str_eq(language_message(&lang),
                   "1:2: the free energy must be a scalar, found a symmetric "
                   "tensor");
  ck_assert_int_eq(am_elaborate_kind(&lang.context, parsed("tau"), AM_SCALAR,
                                     "the initial value", &value),
                   AM_INPUT);
  ck_assert_str_eq(language_message(&lang),
                   "1:1: the initial value must be a scalar, found a list of "
                   "3 scalars");
}
END_TEST

START_TEST(integers) {
  long value;
  ck_assert_int_eq(
      am_elaborate_integer(&lang.context, parsed("length(tau)*n"), &value),
      AM_OK);
  ck_assert_int_eq(value, 6);
  lang.context.parameters = NULL;
  ck_assert_int_eq(am_elaborate_integer(&lang.context, parsed("n"), &value),
                   AM_INPUT);
  ck_assert_str_eq(language_message(&lang),
                   "1:1: an index must be a constant here");
}
END_TEST

/* Only parameters that determine the structure of the graph are marked. */
START_TEST(structural_parameters) {
  static const struct {
    const char *text;
    bool n, k;
  } rows[] = {{"n*k", false, false},
              {"tau[n]*k", true, false},
              {"sum(i, 1, 2*k, tau[i])", false, true},
              {"b = n + 1\nsum(i, b - n, 2, i)", true, false},
              {"P[i in 1 .. n] = k\nP[1]", true, false},
              {"tau[n*(2*k - 2)]", true, true}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    memset(lang.structural, 0, sizeof lang.structural);
    language_good(&lang, rows[i].text);
    ck_assert_msg(rows[i].n == lang.structural[0], "n: %s", rows[i].text);
    ck_assert_msg(rows[i].k == lang.structural[1], "k: %s", rows[i].text);
    ck_assert(!lang.structural[2]);
  }
}
END_TEST

START_TEST(definitions_reach_the_scope) {
  am_block block;
  const am_snippet *snippet =
      language_snippet(&lang, "mu = 2*n\nP[i in 1 .. 2] = mu*I");
  ck_assert_int_eq(am_block_parse(lang.arena, lang.report, snippet,
                                  AM_BLOCK_DEFINITIONS, &block),
                   AM_OK);
  ck_assert_int_eq(am_elaborate_block(&lang.context, lang.scope,
                                      "a definition", &block, NULL),
                   AM_OK);
  ck_assert_str_eq(am_scope_entry_of(lang.scope, "mu")->what, "a definition");
  ck_assert_int_eq(am_scope_find(lang.scope, "P")->length, 2);
  ck_assert_str_eq(language_bad(&lang, "mu = 3\n1"),
                   "1:1: 'mu' is already a definition");
}
END_TEST

START_TEST(a_full_graph_is_an_error) {
  lang.context.graph = am_graph_new(lang.arena, 100);
  ck_assert_str_eq(
      language_bad(&lang, "sum(i, 1, 1000, exp(i))"),
      "1:17: the expression expands to more than 1000000 operations");
}
END_TEST

static char *chain(const char *first, const char *more, int count) {
  size_t length = strlen(first), step = strlen(more);
  char *text = AM_ARRAY(lang.arena, char, length + step * count + 1);
  memcpy(text, first, length);
  for (int i = 0; i < count; i++)
    memcpy(text + length + step * i, more, step);
  return text;
}

/* The tree of a sum is as deep as the sum is long. */
START_TEST(long_chains) {
  am_value value = language_good(&lang, chain("x", " + x", 100000));
  ck_assert_double_eq(*language_numbers(&lang, &value), 100001);
  value = language_good(&lang, chain("1 < 2", " and 1 < 2", 50000));
  ck_assert_double_eq(*language_numbers(&lang, &value), 1);
}
END_TEST

/* f1 calls f0, f2 calls f1, and so on: to a depth, and not beyond memory. */
START_TEST(deep_calls) {
  for (int last = 99; last <= 100; last++) {
    am_buffer text = {.arena = lang.arena};
    am_buffer_add(&text, "f0(z) = z + 1\n");
    for (int i = 1; i <= last; i++)
      am_buffer_add(&text, "f%d(z) = f%d(z + 1)\n", i, i - 1);
    am_buffer_add(&text, "f%d(x)", last);
    if (last < 100) {
      am_value value = language_good(&lang, text.text);
      ck_assert_double_eq(*language_numbers(&lang, &value), 101);
    } else {
      ck_assert_str_eq(language_bad(&lang, text.text),
                       "2:9: function calls are nested deeper than 100 levels, "
                       "in the call of 'f100' in line 102, column 1");
    }
  }
  am_buffer text = {.arena = lang.arena};
  am_buffer_add(&text, "f0(z) = z + 1\n");
  for (int i = 1; i <= 40; i++)
    am_buffer_add(&text, "f%d(z) = f%d(z) + f%d(z + 1)\n", i, i - 1, i - 1);
  am_buffer_add(&text, "f40(x)");
  ck_assert_ptr_nonnull(strstr(language_bad(&lang, text.text),
                               "expands to more than 1000000 operations"));
}
END_TEST

START_TEST(reserved_names) {
  static const char *const reserved[] = {"sqrt", "I", "pi", "eps", "t", "in",
                                         "and",  "not", "or", "if", "sum",
                                         "identity4", "deviator4", "length"};
  static const char *const others[] = {"x", "e", "recip0", "select", "T", "",
                                       "scalar", "xx", "i"};
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    ck_assert_msg(am_is_reserved(reserved[i]), "%s", reserved[i]);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    ck_assert_msg(!am_is_reserved(others[i]), "%s", others[i]);
}
END_TEST

/* Many names, hidden and found through the chain of scopes. */
START_TEST(scopes) {
  am_scope *outer = am_scope_new(lang.arena, NULL);
  am_scope *inner = am_scope_new(lang.arena, outer);
  for (int i = 0; i < 2000; i++)
    am_scope_add(i % 2 ? outer : inner, am_format(lang.arena, "v%d", i),
                 i % 2 ? "outer" : "inner",
                 am_value_new(AM_SCALAR, i, NULL));
  for (int i = 0; i < 2000; i++) {
    const char *name = am_format(lang.arena, "v%d", i);
    ck_assert_int_eq(am_scope_find(inner, name)->length, i);
    ck_assert_str_eq(am_scope_entry_of(inner, name)->what,
                     i % 2 ? "outer" : "inner");
    ck_assert(!am_scope_find(outer, name) == (i % 2 == 0));
  }
  size_t count;
  const char *const *names = am_scope_names(lang.arena, inner, &count);
  ck_assert_uint_eq(count, 2000);
  ck_assert_str_eq(names[0], "v0");
  ck_assert_str_eq(names[1000], "v1");
  ck_assert_ptr_null(am_scope_find(inner, "v2000"));
  ck_assert_ptr_null(am_scope_entry_of(inner, "v2000"));
}
END_TEST

#define ROWS(table) (int)(sizeof(table) / sizeof *(table))

int main(void) {
  TCase *tc = tcase_create("elaborate");
  tcase_add_checked_fixture(tc, setup, teardown);
  tcase_add_loop_test(tc, scalar_values, 0, ROWS(values));
  tcase_add_loop_test(tc, value_types, 0, ROWS(types));
  tcase_add_loop_test(tc, messages, 0, ROWS(errors));
  tcase_add_test(tc, kinds_are_demanded);
  tcase_add_test(tc, integers);
  tcase_add_test(tc, structural_parameters);
  tcase_add_test(tc, definitions_reach_the_scope);
  tcase_add_test(tc, a_full_graph_is_an_error);
  tcase_add_test(tc, long_chains);
  tcase_add_test(tc, deep_calls);
  tcase_add_test(tc, reserved_names);
  tcase_add_test(tc, scopes);
  return test_run("elaborate", &tc, 1);
}
