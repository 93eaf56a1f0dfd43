/* test_text.c: names, numbers, suggestions, quoting. */
#include "base/text.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

START_TEST(numbers) {
  static const struct {
    const char *text;
    bool number;
    double value;
  } rows[] = {
      {"1", true, 1},         {"-2.5e3", true, -2500}, {"+.5", true, 0.5},
      {"55e3", true, 55e3},   {"1.", true, 1},         {"", false, 0},
      {"nan", false, 0},      {"inf", false, 0},       {"0x10", false, 0},
      {"1 2", false, 0},      {"1e", false, 0},        {"--1", false, 0},
      {"1,5", false, 0},      {".", false, 0},         {"e5", false, 0},
      {" 1", false, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double value = 0;
    ck_assert_msg(am_parse_number(rows[i].text, &value) == rows[i].number,
                  "'%s'", rows[i].text);
    if (rows[i].number) ck_assert(value == rows[i].value);
  }
  double huge;
  ck_assert(am_parse_number("1e999", &huge) && isinf(huge));
}
END_TEST

START_TEST(shortest_numbers) {
  static const struct {
    double number;
    const char *text;
  } rows[] = {{0.1, "0.1"},
              {-2.5, "-2.5"},
              {1e300, "1e+300"},
              {0.1 + 0.2, "0.30000000000000004"},
              {1.0 / 3, "0.3333333333333333"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[AM_NUMBER_SIZE];
    am_number_text(rows[i].number, text);
    ck_assert_str_eq(text, rows[i].text);
  }
}
END_TEST

START_TEST(names) {
  ck_assert(am_is_name("eps_vp"));
  ck_assert(am_is_name("A1"));
  ck_assert(!am_is_name("1a"));
  ck_assert(!am_is_name("_a"));
  ck_assert(!am_is_name("a-b"));
  ck_assert(!am_is_name(""));
  ck_assert(am_is_label("a-b_1"));
  ck_assert(!am_is_label("-a"));
  ck_assert(!am_is_label("1a"));
  ck_assert(!am_is_label("a/b"));
  ck_assert(!am_is_label("a.b"));
  ck_assert(!am_is_label(""));
  char longest[65] = {0};
  memset(longest, 'x', 63);
  ck_assert(am_is_name(longest));
  longest[63] = 'x';
  ck_assert(!am_is_name(longest));
  ck_assert(!am_is_label(longest));
  longest[63] = '\0';
  ck_assert(am_is_label(longest));
}
END_TEST

START_TEST(suggestions) {
  static const char *const known[] = {"implicit-euler", "ode23", "ode23s",
                                      "n"};
  ck_assert_str_eq(am_nearest("ode32", known, 4), "ode23");
  ck_assert_str_eq(am_nearest("implict-euler", known, 4), "implicit-euler");
  ck_assert_ptr_null(am_nearest("rk4", known, 4));
  static const char *const components[] = {"xx", "yy", "yz", "xz", "xy"};
  ck_assert_str_eq(am_nearest("yx", components, 5), "xy");
  ck_assert_str_eq(am_nearest("zy", components, 5), "yz");
  ck_assert_ptr_null(am_nearest("y", known, 4));
  ck_assert_ptr_null(am_nearest("anything", known, 0));
}
END_TEST

START_TEST(lists) {
  static const char *const letters[] = {"a", "b", "c"};
  am_arena *arena = test_arena();
  ck_assert_str_eq(am_listed(arena, letters, 3), "a, b, c");
  ck_assert_str_eq(am_listed(arena, letters, 1), "a");
  ck_assert_str_eq(am_listed(arena, letters, 0), "");
  const char *many[5000];
  for (size_t i = 0; i < 5000; i++) many[i] = i ? "name" : "a\033";
  const char *listed = am_listed(arena, many, 5000);
  ck_assert_uint_le(strlen(listed), 1100);
  ck_assert(!strncmp(listed, "a\\x1b, name, name,", 18));
  ck_assert(strstr(listed, ", name, ... (5000 in all)"));
  am_arena_free(arena);
}
END_TEST

START_TEST(quoting) {
  am_arena *arena = test_arena();
  ck_assert_str_eq(am_printable(arena, "plain", 5), "plain");
  ck_assert_str_eq(am_printable(arena, "a\n\x7f\xc3", 4), "a\\x0a\\x7f\\xc3");
  ck_assert_str_eq(am_printable(arena, "", 0), "");
  char longest[100];
  memset(longest, 'y', sizeof longest);
  const char *cut = am_printable(arena, longest, sizeof longest);
  ck_assert_uint_eq(strlen(cut), 63);
  ck_assert_str_eq(cut + 60, "...");
  am_arena_free(arena);
}
END_TEST

static const struct {
  const char *text;
  size_t room, length;
  uint32_t code;
} characters[] = {
    {"a", 1, 1, 'a'},
    {"\xc3\xa4", 2, 2, 0xe4},
    {"\xe2\x82\xac", 3, 3, 0x20ac},
    {"\xf0\x9d\x94\x84", 4, 4, 0x1d504},
    {"\xc3\xa4", 1, 0, 0},         /* cut off */
    {"\xc3z", 2, 0, 0},
    {"\xa4", 1, 0, 0},             /* no beginning */
    {"\xc0\xaf", 2, 0, 0},         /* longer than needed */
    {"\xed\xa0\x80", 3, 0, 0},     /* half of a pair */
    {"\xf4\x90\x80\x80", 4, 0, 0}, /* beyond the last code */
    {"\xff", 1, 0, 0},
};

START_TEST(shows_what_would_steer) {
  static const struct {
    const char *text, *shown, *quoted;
    int columns;
  } rows[] = {
      {"a", "a", "a", 1},
      {"\x1b", "\\x1b", "\\x1b", 4},
      {"\x7f", "\\x7f", "\\x7f", 4},
      {"\xc3\xbc", "\xc3\xbc", "\xc3\xbc", 1},
      {"\xc2\xb0", "\xc2\xb0", "\xc2\xb0", 1},
      {"\xd0\xb0", "\xd0\xb0", "\\u0430", 1}, /* Cyrillic a */
      {"\xc2\xa0", "\xc2\xa0", "<no-break space U+00A0, not ' '>", 1},
      {"\xe2\x88\x92", "\xe2\x88\x92", "<minus sign U+2212, not '-'>", 1},
      {"\xc2\x9b", "\\u009b", "\\u009b", 6},
      {"\xe2\x80\xae", "\\u202e", "\\u202e", 6},
      {"\xe2\x81\xa6", "\\u2066", "\\u2066", 6},
      {"\xef\xbb\xbf", "\\ufeff", "\\ufeff", 6},
      {"\xf3\xa0\x80\x81", "\\U000e0001", "\\U000e0001", 10},
      {"\xff", "\\xff", "\\xff", 4},
      {"\xe2\x80", "\\xe2", "\\xe2", 8}, /* a byte at a time */
  };
  am_arena *arena = test_arena();
  char shown[AM_SHOWN_SIZE];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i].text);
    size_t taken = am_utf8_show(rows[i].text, length, shown);
    ck_assert_uint_eq(taken, *rows[i].shown == '\\' && rows[i].shown[1] == 'x'
                                 ? 1 : length);
    ck_assert_str_eq(shown, rows[i].shown);
    if (taken == length)
      ck_assert_str_eq(am_printable(arena, rows[i].text, length),
                       rows[i].quoted);
    ck_assert_int_eq(am_columns_of(rows[i].text, length), rows[i].columns);
  }
  ck_assert_uint_eq(am_utf8_show("", 1, shown), 1);
  ck_assert_str_eq(shown, "\\x00");
  am_arena_free(arena);
}
END_TEST

START_TEST(characters_of_utf8) {
  uint32_t code = 0;
  ck_assert_uint_eq(am_utf8_decode(characters[_i].text, characters[_i].room,
                                   &code),
                    characters[_i].length);
  if (characters[_i].length) ck_assert_uint_eq(code, characters[_i].code);
}
END_TEST

START_TEST(buffers_grow) {
  am_arena *arena = test_arena();
  am_buffer buffer = {.arena = arena};
  for (int i = 0; i < 1000; i++) am_buffer_add(&buffer, "%03d,", i);
  ck_assert_uint_eq(buffer.length, 4000);
  ck_assert_uint_eq(strlen(buffer.text), 4000);
  ck_assert_int_eq(strncmp(buffer.text + 4 * 517, "517,", 4), 0);
  am_arena_free(arena);
}
END_TEST

/* Texts of error numbers unknown to the system are created on each call. */
static void *read_own_number(void *data) {
  int number = *(const int *)data, wrong = 0;
  char expected[64];
  snprintf(expected, sizeof expected, "%s", am_errno_text(number));
  for (int i = 0; i < 2000; i++)
    wrong += strcmp(am_errno_text(number), expected) != 0;
  return wrong ? data : NULL;
}

START_TEST(error_numbers) {
  enum { THREADS = 4 };
  pthread_t threads[THREADS];
  int ids[THREADS];
  ck_assert_str_eq(am_errno_text(ENOENT), "No such file or directory");
  for (int i = 0; i < THREADS; i++) {
    ids[i] = 100000 + i;
    ck_assert_int_eq(pthread_create(&threads[i], NULL, read_own_number,
                                    &ids[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) {
    void *wrong = NULL;
    ck_assert_int_eq(pthread_join(threads[i], &wrong), 0);
    ck_assert_ptr_null(wrong);
  }
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("text")};
  tcase_add_test(cases[0], numbers);
  tcase_add_test(cases[0], shortest_numbers);
  tcase_add_test(cases[0], names);
  tcase_add_test(cases[0], suggestions);
  tcase_add_test(cases[0], lists);
  tcase_add_test(cases[0], quoting);
  tcase_add_test(cases[0], shows_what_would_steer);
  tcase_add_loop_test(cases[0], characters_of_utf8, 0,
                      sizeof characters / sizeof *characters);
  tcase_add_test(cases[0], buffers_grow);
  tcase_add_test(cases[0], error_numbers);
  return test_run("text", cases, 1);
}
