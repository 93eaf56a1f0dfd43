#include <limits.h>

#include "tests/core/yaml/parsing.h"

/* A scalar as written after "k: " */
static parsed with_value(const char *text, am_yaml **node) {
  char file[200];
  snprintf(file, sizeof file, "k: %s", text);
  parsed p = parse_good(file);
  *node = node_at(p.root, "k");
  return p;
}

static const struct {
  const char *text;
  double value;
} numbers[] = {
    {"0", 0},        {"1", 1},         {"-2.5", -2.5},   {"+3", 3},
    {"55e3", 55e3},  {".5", 0.5},      {"5.", 5},        {"1E-3", 1e-3},
    {"010", 10},     {"1e-999", 0},    {"4.9e-324", 4.9e-324},
    {"0.1", 0.1},    {"-0", 0},        {"1.7976931348623157e308",
                                        1.7976931348623157e308},
};

START_TEST(reads_numbers) {
  am_yaml *node;
  double value;
  parsed p = with_value(numbers[_i].text, &node);
  ck_assert(am_yaml_is_number(node));
  ck_assert_int_eq(am_yaml_number(p.report, node, "k", &value), AM_OK);
  ck_assert(value == numbers[_i].value);
  am_arena_free(p.arena);
}
END_TEST

static const struct {
  const char *text, *message;
} not_numbers[] = {
    {"abc", "expected 'k' to be a number, found 'abc'"},
    {"", "expected 'k' to be a number, found nothing"},
    {"~", "expected 'k' to be a number, found '~'"},
    {"'1'", "expected 'k' to be a number, found the text '1'"},
    {"|\n  1", "expected 'k' to be a number, found the text '1'"},
    {"[1]", "expected 'k' to be a number, found a list"},
    {"{a: 1}", "expected 'k' to be a number, found a mapping"},
    {"1 MPa", "expected 'k' to be a number without a unit, found '1 MPa'"},
    {"1,5", "expected 'k' to be a number, found '1,5'"},
    {"1_000", "expected 'k' to be a number, found '1_000'"},
    {"0x10", "expected 'k' to be a number, found '0x10'"},
    {"1e", "expected 'k' to be a number, found '1e'"},
    {"--1", "expected 'k' to be a number, found '--1'"},
    {"1 2", "expected 'k' to be a number, found '1 2'"},
    {".", "expected 'k' to be a number, found '.'"},
    {"nano", "expected 'k' to be a number, found 'nano'"},
    {"\xc3\xa4", "expected 'k' to be a number, found '\xc3\xa4'"},
    {"nan", "expected 'k' to be a finite number, found 'nan'"},
    {".NaN", "expected 'k' to be a finite number, found '.NaN'"},
    {".inf", "expected 'k' to be a finite number, found '.inf'"},
    {"-.Inf", "expected 'k' to be a finite number, found '-.Inf'"},
    {"+infinity", "expected 'k' to be a finite number, found '+infinity'"},
    {"1e999", "expected 'k' to be a finite number, found '1e999'"},
    {"-1e999", "expected 'k' to be a finite number, found '-1e999'"},
};

START_TEST(refuses_other_numbers) {
  am_yaml *node;
  double value;
  parsed p = with_value(not_numbers[_i].text, &node);
  ck_assert_int_eq(am_yaml_number(p.report, node, "'k'", &value), AM_INPUT);
  ck_assert_str_eq(p.report->first->text, not_numbers[_i].message);
  ck_assert_int_eq(p.report->first->place.line, node->place.line);
  ck_assert_int_eq(p.report->first->place.column, node->place.column);
  am_arena_free(p.arena);
}
END_TEST

static const struct {
  const char *text;
  long least, most;
  bool good;
  long value;
} integers[] = {
    {"5", 0, 10, true, 5},
    {"-5", -5, 10, true, -5},
    {"1e6", 0, LONG_MAX, true, 1000000},
    {"40.0", 0, 100, true, 40},
    {"9223372036854775807", 0, LONG_MAX, true, LONG_MAX},
    {"-9223372036854775808", LONG_MIN, LONG_MAX, true, LONG_MIN},
    {"9223372036854775808", 0, LONG_MAX, false, 0},
    {"1e19", 0, LONG_MAX, false, 0},
    {"1e999", 0, LONG_MAX, false, 0},
    {"11", 0, 10, false, 0},
    {"-1", 0, 10, false, 0},
    {"1.5", 0, 10, false, 0},
    {"x", 0, 10, false, 0},
    {"'5'", 0, 10, false, 0},
    {"[5]", 0, 10, false, 0},
    {"", 0, 10, false, 0},
};

START_TEST(reads_integers) {
  am_yaml *node;
  long value;
  parsed p = with_value(integers[_i].text, &node);
  am_status status = am_yaml_integer(p.report, node, "k", integers[_i].least,
                                     integers[_i].most, &value);
  ck_assert_int_eq(status, integers[_i].good ? AM_OK : AM_INPUT);
  ck_assert_int_eq(!p.report->first, integers[_i].good);
  if (integers[_i].good) ck_assert_int_eq(value, integers[_i].value);
  am_arena_free(p.arena);
}
END_TEST

static const struct {
  long least, most;
  const char *message;
} ranges[] = {
    {1, 100, "expected k to be a whole number from 1 to 100, found 'x'"},
    {1, LONG_MAX, "expected k to be a whole number of at least 1, found 'x'"},
    {LONG_MIN, LONG_MAX, "expected k to be a whole number, found 'x'"},
};

START_TEST(names_the_range) {
  am_yaml *node;
  long value;
  parsed p = with_value("x", &node);
  ck_assert_int_eq(am_yaml_integer(p.report, node, "k", ranges[_i].least,
                                   ranges[_i].most, &value), AM_INPUT);
  ck_assert_str_eq(p.report->first->text, ranges[_i].message);
  am_arena_free(p.arena);
}
END_TEST

static const struct {
  const char *text;
  bool good, value;
} booleans[] = {{"true", true, true},   {"false", true, false},
                {"yes", false, false},  {"'true'", false, false},
                {"1", false, false},    {"", false, false},
                {"[true]", false, false}};

START_TEST(reads_booleans) {
  am_yaml *node;
  bool value;
  parsed p = with_value(booleans[_i].text, &node);
  am_status status = am_yaml_boolean(p.report, node, "k", &value);
  ck_assert_int_eq(status, booleans[_i].good ? AM_OK : AM_INPUT);
  ck_assert_int_eq(value, booleans[_i].value);
  if (!booleans[_i].good)
    check_message(p.report, 1, node->place.column, "to be true or false");
  am_arena_free(p.arena);
}
END_TEST

START_TEST(reads_texts) {
  parsed p = parse_good("a: 5\nb: 'x : y'\nc: |\n  z\nd: \n"
                        "e: [1]\nf:\n  x : y\n");
  static const struct {
    const char *key, *text, *message;
  } texts[] = {{"a", "5", NULL},
               {"b", "x : y", NULL},
               {"c", "z\n", NULL},
               {"d", "", NULL},
               {"e", NULL, "expected k to be a text, found a list"},
               {"f", NULL, "containing ' : ' or ': ' needs a '|' block"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *value;
    const am_yaml *node = node_at(p.root, texts[i].key);
    am_report *report = am_report_new(p.arena);
    am_status status = am_yaml_text(report, node, "k", &value);
    ck_assert_int_eq(status, texts[i].text ? AM_OK : AM_INPUT);
    if (texts[i].text)
      ck_assert_str_eq(value, texts[i].text);
    else
      check_message(report, node->place.line, node->place.column,
                    texts[i].message);
  }
  am_arena_free(p.arena);
}
END_TEST

START_TEST(knows_its_keys) {
  static const char *const keys[] = {"steps", "time", "strain", NULL};
  static const char *const none[] = {NULL};
  static const struct {
    const char *text, *message;
  } known[] = {
      {"{time: 1, steps: 2}", NULL},
      {"{}", NULL},
      {"{time: 1, n_steps: 2}",
       "unknown key 'n_steps' in a segment, expected one of steps, time, "
       "strain (did you mean 'steps'?)"},
      {"{stepz: 2}", "(did you mean 'steps'?)"},
      {"{quite different: 2}",
       "unknown key 'quite different' in a segment, expected one of steps, "
       "time, strain"},
      {"{time: 0,1}", "; write numbers with a decimal point: 0.1"},
      {"{strain: slow, then fast}", "; a text with a comma needs quotes"},
      {"{strain: slow, wrong: 1}", "steps, time, strain"},
      {"[time]", "expected a segment to be a mapping, found a list"},
      {"time", "expected a segment to be a mapping, found 'time'"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    am_yaml *node;
    parsed p = with_value(known[i].text, &node);
    am_status status = am_yaml_known(p.report, node, "a segment", keys);
    ck_assert_int_eq(status, known[i].message ? AM_INPUT : AM_OK);
    if (known[i].message)
      ck_assert_msg(strstr(p.report->first->text, known[i].message) != NULL,
                    "%s", p.report->first->text);
    am_arena_free(p.arena);
  }
  am_yaml *node;
  parsed p = with_value("{a: 1}", &node);
  ck_assert_int_eq(am_yaml_known(p.report, node, "it", none), AM_INPUT);
  check_message(p.report, 1, 5, "unknown key 'a' in it, expected no keys");
  am_arena_free(p.arena);
}
END_TEST

START_TEST(gets_and_expects) {
  parsed p = parse_good("a: {b: 1}\nc: [1]\n");
  ck_assert_ptr_null(am_yaml_get(NULL, "a"));
  ck_assert_ptr_null(am_yaml_get(p.root, "b"));
  ck_assert_ptr_null(am_yaml_get(node_at(p.root, "c"), "a"));
  ck_assert_ptr_null(am_yaml_get(node_at(p.root, "a.b"), "a"));
  ck_assert_ptr_eq(am_yaml_get(p.root, "a"), p.root->items[0]);
  ck_assert_int_eq(am_yaml_expect(p.report, node_at(p.root, "c"),
                                  AM_YAML_SEQUENCE, "c"), AM_OK);
  ck_assert_int_eq(am_yaml_expect(p.report, node_at(p.root, "c"),
                                  AM_YAML_SCALAR, "c"), AM_INPUT);
  check_message(p.report, 2, 4,
                "expected c to be a single value, found a list");
  am_arena_free(p.arena);
}
END_TEST

#define LOOP(test, rows) \
  tcase_add_loop_test(all, test, 0, sizeof(rows) / sizeof *(rows))

int main(void) {
  TCase *all = tcase_create("value");
  LOOP(reads_numbers, numbers);
  LOOP(refuses_other_numbers, not_numbers);
  LOOP(reads_integers, integers);
  LOOP(names_the_range, ranges);
  LOOP(reads_booleans, booleans);
  tcase_add_test(all, reads_texts);
  tcase_add_test(all, knows_its_keys);
  tcase_add_test(all, gets_and_expects);
  return test_run("yaml/value", &all, 1);
}
