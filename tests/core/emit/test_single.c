/* covers: texts
 *
 * Suffixes of literals in single precision. */
#include "emit/source.h"
#include "tests/support.h"

static const struct {
  const char *text, *expected;
} rows[] = {
    {"", ""},
    {"x = 0.5 * y;", "x = 0.5f * y;"},
    {"1. .5 1e3 1E-3 1.5e+10", "1.f .5f 1e3f 1E-3f 1.5e+10f"},
    {"-1.0/3", "-1.0f/3"},
    {"1.0-2.0+.5", "1.0f-2.0f+.5f"},
    {"2e-3-1", "2e-3f-1"},
    {"{0, 1, 0.5, 1e-16}", "{0, 1, 0.5f, 1e-16f}"},
    {"0.5", "0.5f"},
    /* literals with suffix, and integers */
    {"1.0f 1.0F 1.0L 1e3f", "1.0f 1.0F 1.0L 1e3f"},
    {"7 7u 7L 0 007", "7 7u 7L 0 007"},
    {"0x7ff8 0x1e5 0XE 0x1.8p+3", "0x7ff8 0x1e5 0XE 0x1.8p+3"},
    /* names */
    {"t12.5", "t12.5f"},
    {"e1 x1e5 _2e1 a.b s.e1", "e1 x1e5 _2e1 a.b s.e1"},
    {"y[1] - 1.0", "y[1] - 1.0f"},
    /* comments and quotes */
    {"/* 1.5 */ 1.5 // 2.5\n2.5", "/* 1.5 */ 1.5f // 2.5\n2.5f"},
    {"/* 1.5 **/1.5/*", "/* 1.5 **/1.5f/*"},
    {"a / 2.0 / b", "a / 2.0f / b"},
    {"\"1.5 \\\" 2.5\" 3.5 '\"' 4.5", "\"1.5 \\\" 2.5\" 3.5f '\"' 4.5f"},
    {"_Pragma(\"unroll 1\") \"+d\"", "_Pragma(\"unroll 1\") \"+d\""},
    {"\"open 1.5\\", "\"open 1.5\\"},
    /* lines of the preprocessor */
    {"#if K_FAMILY == 3\n#define K_STEEP 1e12\n",
     "#if K_FAMILY == 3\n#define K_STEEP 1e12f\n"},
};

START_TEST(literals) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  ck_assert_str_eq(am_single_literals(arena, rows[_i].text),
                   rows[_i].expected);
  am_arena_free(arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("single");
  tcase_add_loop_test(tcase, literals, 0, sizeof rows / sizeof *rows);
  return test_run("emit/single", &tcase, 1);
}
