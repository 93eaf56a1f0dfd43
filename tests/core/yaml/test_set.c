#include "base/text.h"
#include "tests/core/yaml/parsing.h"

static const char file[] =
    "case: x\n"
    "solver: {scheme: ode23}\n"
    "empty:\n"
    "none: []\n"
    "path:\n"
    "  - {time: 1, steps: 16, strain: {xx: 1}}\n"
    "  - &two {time: 2}\n"
    "  - *two\n";

static am_status set(const parsed *p, const char *assignment) {
  return am_yaml_set(p->arena, p->report, p->root, am_yaml_option, assignment);
}

static const struct {
  const char *assignment, *path, *text;
} rows[] = {
    {"case=y", "case", "y"},
    {"solver.scheme=ode12", "solver.scheme", "ode12"},
    {"solver.atol=1e-9", "solver.atol", "1e-9"},
    {"parameters.n=5", "parameters.n", "5"},
    {"a.b.c.d=5", "a.b.c.d", "5"},
    {"empty.a=5", "empty.a", "5"},
    {"path.1.steps=40", "path.1.steps", "40"},
    {"path.2=x", "path.2", "x"},
    {"path.03.time=7", "path.3.time", "7"},
    {"path.1.strain={xx: 2, yy: [3, 4]}", "path.1.strain.yy.2", "4"},
    {"solver=[a, {b: c}]", "solver.2.b", "c"},
    {"path.1.strain.xx=3e-3*sin(2*pi*t)", "path.1.strain.xx",
     "3e-3*sin(2*pi*t)"},
    {"case='a : b'", "case", "a : b"},
    {"case=a=b", "case", "a=b"},
    {"case=x # comment", "case", "x"},
    {"case=", "case", ""},
    {"case=  ", "case", ""},
    {"a key.with space=1", "a key.with space", "1"},
};

START_TEST(changes_the_tree) {
  parsed p = parse_good(file);
  size_t before = p.root->count;
  ck_assert_int_eq(set(&p, rows[_i].assignment), AM_OK);
  ck_assert_ptr_null(p.report->first);
  const am_yaml *node = node_at(p.root, rows[_i].path);
  ck_assert_int_eq(node->kind, AM_YAML_SCALAR);
  ck_assert_str_eq(node->text.text, rows[_i].text);
  ck_assert_str_eq(node->place.source->name, "--set");
  ck_assert_uint_le(p.root->count, before + 1);
  am_arena_free(p.arena);
}
END_TEST

START_TEST(keeps_order_keys_and_copies) {
  parsed p = parse_good(file);
  ck_assert_int_eq(set(&p, "solver=a"), AM_OK);
  ck_assert_int_eq(set(&p, "path.2.time=9"), AM_OK);
  ck_assert_uint_eq(p.root->count, 5);
  ck_assert_str_eq(p.root->items[1]->key, "solver");
  ck_assert_str_eq(p.root->items[1]->text.text, "a");
  ck_assert_str_eq(node_at(p.root, "path.3.time")->text.text, "2");
  ck_assert_ptr_null(node_at(p.root, "path.2")->key);
  am_arena_free(p.arena);
}
END_TEST

START_TEST(value_keeps_its_place) {
  parsed p = parse_good(file);
  ck_assert_int_eq(set(&p, "a.\xc3\xa4={b: 'xy'}"), AM_OK);
  const am_yaml *node = node_at(p.root, "a.\xc3\xa4.b");
  am_place place = am_snippet_place(&node->text, 1);
  ck_assert_int_eq(place.line, 1);
  ck_assert_int_eq(place.column, 12);
  ck_assert_int_eq(place.source->text[11], 'y');
  ck_assert_int_eq(node_at(p.root, "a.\xc3\xa4")->key_place.column, 3);
  am_arena_free(p.arena);
}
END_TEST

static const struct {
  const char *assignment;
  am_status status;
  int column;
  const char *message;
} wrong[] = {
    {"", AM_USAGE, 1, "expected KEY=VALUE"},
    {"case", AM_USAGE, 1, "expected KEY=VALUE"},
    {"=5", AM_USAGE, 1, "expected a key, found '='"},
    {"a.=5", AM_USAGE, 3, "expected a key, found '='"},
    {".a=5", AM_USAGE, 1, "expected a key, found '.'"},
    {"a..b=5", AM_USAGE, 3, "expected a key, found '.'"},
    {"path.0.steps=5", AM_INPUT, 6, "a number from 1 to 3, found '0'"},
    {"path.4=5", AM_INPUT, 6, "a number from 1 to 3, found '4'"},
    {"path.-1=5", AM_INPUT, 6, "a number from 1 to 3, found '-1'"},
    {"path.1e0=5", AM_INPUT, 6, "a number from 1 to 3, found '1e0'"},
    {"path.99999999999999999999=5", AM_INPUT, 6, "a number from 1 to 3"},
    {"path.time=5", AM_INPUT, 6, "a number from 1 to 3, found 'time'"},
    {"none.1=5", AM_INPUT, 6, "the list is empty"},
    {"case.a=5", AM_INPUT, 6, "cannot set 'a': found a single value, 'x'"},
    {"path.1.steps.n=5", AM_INPUT, 14, "single value, '16'"},
    {"a=[1", AM_INPUT, 3, "expected ',' or ']'"},
    {"a={b: 1, b: 2}", AM_INPUT, 10, "column 4"},
    {"a=*x", AM_INPUT, 3, "no anchor"},
    {"a=\xff", AM_INPUT, 3, "not UTF-8"},
    {"\xff=1", AM_INPUT, 1, "not UTF-8"},
    {"a=\x01", AM_INPUT, 3, "control character"},
};

START_TEST(refuses_the_rest) {
  parsed p = parse_good(file);
  am_status status = set(&p, wrong[_i].assignment);
  ck_assert_int_eq(status, wrong[_i].status);
  check_message(p.report, 1, wrong[_i].column, wrong[_i].message);
  ck_assert_str_eq(p.report->first->place.source->text,
                   wrong[_i].assignment);
  am_arena_free(p.arena);
}
END_TEST

/* Keys and value together nest no deeper than a file may. */
START_TEST(nesting_is_limited) {
  for (int levels = 98; levels < 103; levels++)
    for (int keys = 1; keys <= levels; keys += 20) {
      parsed p = parse_good(file);
      am_buffer text = {.arena = p.arena};
      for (int i = 0; i < keys; i++)
        am_buffer_add(&text, "%sk", i ? "." : "");
      am_buffer_add(&text, "=");
      for (int i = keys; i < levels; i++) am_buffer_add(&text, "[");
      for (int i = keys; i < levels; i++) am_buffer_add(&text, "]");
      am_status status = set(&p, text.text);
      ck_assert_int_eq(status, levels <= 100 ? AM_OK : AM_INPUT);
      am_arena_free(p.arena);
    }
}
END_TEST

#define LOOP(test, rows) \
  tcase_add_loop_test(all, test, 0, sizeof(rows) / sizeof *(rows))

int main(void) {
  TCase *all = tcase_create("set");
  LOOP(changes_the_tree, rows);
  tcase_add_test(all, keeps_order_keys_and_copies);
  tcase_add_test(all, value_keeps_its_place);
  LOOP(refuses_the_rest, wrong);
  tcase_add_test(all, nesting_is_limited);
  return test_run("yaml/set", &all, 1);
}
