/* test_mathml.c: expressions as MathML: contents, order and closed elements. */
#include <string.h>

#include "report/parts.h"
#include "tests/support.h"

static int kind_of(void *data, const char *name) {
  (void)data;
  return !strcmp(name, "eps") || !strcmp(name, "A_x") ? AM_TENSOR
         : !strcmp(name, "x")                         ? AM_TENSOR
         : !strcmp(name, "C")                         ? AM_FOURTH
                                                      : -1;
}

static const char *typeset(am_arena *arena, const char *text) {
  const am_source source = {.name = "test", .text = text,
                            .length = strlen(text)};
  const am_snippet snippet = {.text = text, .length = strlen(text),
                              .source = &source, .line = 1, .column = 1};
  am_buffer out = {.arena = arena};
  am_mathml m = {.out = &out, .kind_of = kind_of};
  am_expr *expr;
  am_status status =
      am_expr_parse(arena, am_report_new(arena), &snippet, &expr);
  ck_assert_msg(status == AM_OK, "%s", text);
  am_mathml_expr(&m, expr);
  return out.text;
}

/* The letters of a formula without its elements. */
static const char *letters_of(am_arena *arena, const char *markup) {
  am_buffer out = {.arena = arena};
  for (const char *at = markup; *at; at++) {
    if (*at != '<') {
      am_buffer_add(&out, "%c", *at);
      continue;
    }
    at += strcspn(at, ">");
  }
  return out.text ? out.text : "";
}

START_TEST(test_letters) {
  static const struct {
    const char *text, *letters;
  } rows[] = {
      {"a + b*c", "a+bc"},
      {"(a + b)*c", "(a+b)c"},
      {"a - (b - c)", "a−(b−c)"},
      {"a - b - c", "a−b−c"},
      {"a*2", "a·2"},
      {"-b*x", "−bx"},
      {"a - (-b)", "a−(−b)"},
      {"a - (-b*c)", "a−(−bc)"},
      {"(a + b)^2", "(a+b)2"},
      {"(a/b)^n", "(ab)n"},
      {"sigma_Y", "σY"},
      {"epsdot_0", "ε˙0"},
      {"A_eps_vp", "Aεvp"},
      {"rate_x", "x˙"},
      {"rate_0", "rate0"},
      {"C11", "C11"},
      {"mises(A_x)", "mises(Ax)"},
      {"pos(a + b)", "⟨a+b⟩"},
      {"abs(a)*b", "|a|b"},
      {"(a < b) and not (c >= 1)", "a&lt;b&#160;and&#160;not&#160;(c≥1)"},
      {"eps : C : eps", "ε:C:ε"},
      {"sum(i, 1, n, x[i])", "∑i=1nxi"},
      {"if(a > 0, b, c)", "{bif&#160;a&gt;0celse"},
      {"1e-7*a", "10−7a"},
      {"2.5e-9", "2.5·10−9"},
      {"exp(-a)", "exp(−a)"},
      {"eps[xy]", "εxy"},
      {"inv(eps)", "ε−1"},
      {"f(a, b)", "f(a,b)"},
  };
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_str_eq(letters_of(arena, typeset(arena, rows[i].text)),
                     rows[i].letters);
  am_arena_free(arena);
}
END_TEST

START_TEST(test_bold) {
  am_arena *arena = test_arena();
  ck_assert_ptr_nonnull(strstr(typeset(arena, "eps"), "<mi class=\"b\">ε"));
  ck_assert_ptr_null(strstr(typeset(arena, "a"), "class=\"b\""));
  am_arena_free(arena);
}
END_TEST

/* Every opened element is closed, also at possible line breaks. */
START_TEST(test_closed) {
  static const char *const texts[] = {
      "(alpha_one + beta_two + gamma_three + delta_four)^(n + 1)*H/2",
      "sum(i, 1, n, (a[i] + b[i])/(c[i] + d[i])*(e[i] + f[i])^m)",
      "a_long_name*b_long_name/(c_long_name + d_long_name + e_long_name)",
      "if(a_long_name > b_long_name, c_long_name + d_long_name, e_long_name)",
      "abs(alpha_one + beta_two + gamma_three)/sqrt(delta_four + x[1])",
  };
  am_arena *arena = test_arena();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    int depth = 0;
    for (const char *at = typeset(arena, texts[i]); *at; at++) {
      if (*at != '<') continue;
      const char *end = strchr(at, '>');
      ck_assert_ptr_nonnull(end);
      if (end[-1] != '/') depth += at[1] == '/' ? -1 : 1;
      ck_assert_msg(depth >= 0, "%s", texts[i]);
      if (!strncmp(at, "</math>", 7))
        ck_assert_msg(depth == 0, "cut within an element: %s", texts[i]);
    }
    ck_assert_int_eq(depth, 0);
  }
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("mathml");
  tcase_add_test(tcase, test_letters);
  tcase_add_test(tcase, test_bold);
  tcase_add_test(tcase, test_closed);
  return test_run("mathml", &tcase, 1);
}
