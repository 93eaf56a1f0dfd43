/* covers: value */
/* Trees are unchanged after writing and reading. */
#include "parsing.h"
#include "yaml/yaml.h"

static const char *const texts[] = {
    "a: 1e-3\nb: [1, x, \"y: z\"]\nc: {d: [], e: {}}\n",
    "a: 'it''s'\nb: \"tab\\tquote\\\"back\\\\slash\"\n",
    "a: |\n  two\n  lines\nb: ''\nc: \"12\"\nd: 12\n",
    "? a, b]\n: 1\n\"c: d\": {'12': x}\n",
    "a: \xc3\xa9t\xc3\xa9\nb: {xx: -1, yy: .5}\n",
};

static void expect_same(const am_yaml *a, const am_yaml *b) {
  ck_assert_int_eq(a->kind, b->kind);
  ck_assert_uint_eq(a->count, b->count);
  if (a->key) ck_assert_str_eq(a->key, b->key);
  if (a->kind == AM_YAML_SCALAR) {
    ck_assert_str_eq(a->text.text, b->text.text);
    ck_assert_int_eq(am_yaml_is_number(a), am_yaml_is_number(b));
  }
  for (size_t i = 0; i < a->count; i++)
    expect_same(a->items[i], b->items[i]);
}

static am_yaml *parse_all(am_arena *arena, const char *text) {
  am_yaml *root = NULL;
  am_report *report = am_report_new(arena);
  am_source *source = AM_NEW(arena, am_source);
  *source = (am_source){"text", text, strlen(text)};
  am_status status = am_yaml_parse(arena, report, source, &root);
  ck_assert_msg(status == AM_OK, "%s: %s", text,
                report->first ? report->first->text : "");
  return root;
}

START_TEST(round_trip) {
  am_arena *arena = test_arena();
  am_buffer out = {.arena = arena};
  am_yaml *root = parse_all(arena, texts[_i]);
  am_yaml_write(&out, root);
  expect_same(root, parse_all(arena, out.text));
}
END_TEST

/* Words stay as they were written; what needs quotes has them. */
START_TEST(words) {
  am_arena *arena = test_arena();
  am_buffer out = {.arena = arena};
  am_yaml_write(&out, parse_all(arena,
                                "a: b-c_1\nd: true\ne: 'x'\nf: a b\n"
                                "g: -x\nh: 1e3\ni: ''\nj: {k: [l]}\n"));
  ck_assert_str_eq(out.text,
                   "{a: b-c_1, d: true, e: \"x\", f: \"a b\", g: \"-x\", "
                   "h: 1e3, i: \"\", j: {k: [l]}}");
}
END_TEST

int main(void) {
  TCase *all = tcase_create("write");
  tcase_add_loop_test(all, round_trip, 0, sizeof texts / sizeof *texts);
  tcase_add_test(all, words);
  return test_run("yaml/write", &all, 1);
}
