/* covers: value */
/* Values are stored in a structure by a table of keys. */
#include "tests/core/yaml/parsing.h"
#include "yaml/keys.h"

static const char *const colours[] = {"red", "green", NULL};

typedef struct {
  const char *title;
  am_place place;
  double weight, part;
  long count;
  bool flag;
  enum { RED, GREEN } colour;
  const am_yaml *map, *any;
} values;

static const am_yaml_key keys[] = {
    {"title",
     {.takes = AM_TAKES_TEXT, AM_NEEDED(values, title),
      .place = offsetof(values, place)},
     ""},
    {"weight",
     {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE, AM_INTO(values, weight)},
     ""},
    {"part",
     {.takes = AM_TAKES_NUMBER, .range = AM_FRACTION, AM_INTO(values, part)},
     ""},
    {"count",
     {.takes = AM_TAKES_WHOLE, .least = 1, .most = 9, AM_INTO(values, count)},
     ""},
    {"flag", {.takes = AM_TAKES_FLAG, AM_INTO(values, flag)}, ""},
    {"colour", {.words = colours, AM_INTO(values, colour)}, ""},
    {"map", {.entries = &am_any_shape, AM_INTO(values, map)}, ""},
    {"any", {.entries = &am_any_shape, .items = &am_any_shape,
             AM_INTO(values, any)},
     ""},
    {"ignored", AM_A_NUMBER, ""},
    {0}};

static am_status take(const char *text, const char *what, parsed *p,
                      values *to) {
  *p = parse_good(text);
  return am_yaml_take(p->report, p->root, what, keys, to);
}

START_TEST(types) {
  parsed p;
  values v = {.part = 0.5};
  ck_assert_int_eq(take("title: x\nweight: 2.5\ncount: 3\nflag: true\n"
                        "colour: green\nmap: {a: 1}\nany: [1]\nignored: x\n",
                        "test", &p, &v),
                   AM_OK);
  ck_assert_str_eq(v.title, "x");
  ck_assert_int_eq(v.place.column, 8);
  ck_assert_double_eq(v.weight, 2.5);
  ck_assert_double_eq(v.part, 0.5); /* absent: unchanged */
  ck_assert_int_eq(v.count, 3);
  ck_assert(v.flag);
  ck_assert_int_eq(v.colour, GREEN);
  ck_assert_ptr_eq(v.map, node_at(p.root, "map"));
  ck_assert_ptr_eq(v.any, node_at(p.root, "any"));
}
END_TEST

static const struct {
  const char *text, *what;
  int line, column;
  const char *message;
} bad[] = {
    {"weight: 1", "test", 1, 1, "'title' is missing in test"},
    {"title: x\nweight: 0", "test", 2, 9, "test.weight"},
    {"title: x\nweight: 0", "a test", 2, 9, "expected weight to be positive"},
    {"title: x\npart: 1", "test", 2, 7, "less than 1"},
    {"title: x\ncount: 10", "test", 2, 8, "from 1 to 9"},
    {"title: x\nflag: 1", "test", 2, 7, "true or false"},
    {"title: x\ncolour: blue", "test", 2, 9, "red"},
    {"title: x\nmap: 1", "test", 2, 6, "a mapping"},
    {"title: x\nother: 1", "test", 2, 1, "unknown key 'other'"},
};

START_TEST(errors) {
  parsed p;
  values v = {0};
  ck_assert_int_eq(take(bad[_i].text, bad[_i].what, &p, &v), AM_INPUT);
  check_message(p.report, bad[_i].line, bad[_i].column, bad[_i].message);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("take");
  tcase_add_test(all, types);
  tcase_add_loop_test(all, errors, 0, sizeof bad / sizeof *bad);
  return test_run("yaml/take", &all, 1);
}
