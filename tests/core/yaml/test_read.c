#include <malloc.h>
#include <signal.h>
#include <sys/time.h>

#include "base/text.h"
#include "tests/core/yaml/parsing.h"

enum { NESTING = 100, NODES = 1000000, ANCHORS = 256 };

static const struct {
  const char *text;
  int line, column;
  const char *message;
} rows[] = {
    {"a: 1\nb: 2\na: 3\n", 3, 1,
     "duplicate key 'a' (first on line 1, column 1)"},
    {"x: {b: 2, 'b': 3}", 1, 11,
     "duplicate key 'b' (first on line 1, column 5)"},
    {"{a: 1}: 2", 1, 1, "expected a key to be a text, found a mapping"},
    {"x: {[a]: 2}", 1, 5, "expected a key to be a text, found a list"},
    {"a: &x b\n*x : 2", 2, 1, "expected a key to be a text, found the alias"},
    {"'': 1", 1, 1, "expected a key before ':'"},
    {"&x a: 1", 1, 4, "a key cannot have an anchor"},
    {"!!str a: 1", 1, 1, "a key cannot have an anchor or a tag"},
    {"a: !!str 1", 1, 4, "tags are not supported"},
    {"a: ! 1", 1, 4, "tags are not supported"},
    {"a: !x [1]", 1, 4, "tags are not supported"},
    {"!!map {a: 1}", 1, 1, "tags are not supported"},
    {"a: 1\n---\nb: 2", 2, 1, "a second document begins here"},
    {"", 0, 0, "the file is empty"},
    {"# only a comment\n\n", 0, 0, "the file is empty"},
    {"---\n", 2, 1, "expected the file to be a mapping, found nothing"},
    {"- 1\n", 1, 1, "expected the file to be a mapping, found a list"},
    {"text", 1, 1, "expected the file to be a mapping, found 'text'"},
    {"a: *x", 1, 4, "no anchor '&x' above"},
    {"a: *x\nb: &x 1", 1, 4, "no anchor '&x' above"},
    {"a: &x [1, *x]", 1, 11, "inside its own anchor"},
    {"a: &x\n  b: {c: *x}", 2, 10, "inside its own anchor"},
    {"a: \"x\\0y\"", 1, 4, "cannot contain the character NUL"},
    {"\"x\\0y\": 1", 1, 1, "cannot contain the character NUL"},
};

START_TEST(one_message_each) {
  parsed p = parse(rows[_i].text);
  ck_assert_int_eq(p.status, AM_INPUT);
  check_message(p.report, rows[_i].line, rows[_i].column, rows[_i].message);
  am_arena_free(p.arena);
}
END_TEST

START_TEST(builds_the_tree) {
  parsed p = parse_good("a: 1\n"
                        "'b c': [x, 'y', {z: }]\n"
                        "d:\n- e: |\n    f\n"
                        "<<: {a: 2}\n");
  ck_assert_int_eq(p.root->kind, AM_YAML_MAPPING);
  ck_assert_uint_eq(p.root->count, 4);
  ck_assert_str_eq(p.root->items[1]->key, "b c");
  ck_assert_ptr_null(p.root->key);
  ck_assert(node_at(p.root, "a")->plain);
  ck_assert(!node_at(p.root, "b c.2")->plain);
  ck_assert(!node_at(p.root, "d.1.e")->plain);
  ck_assert_ptr_null(node_at(p.root, "b c.1")->key);
  ck_assert_str_eq(node_at(p.root, "b c.3.z")->text.text, "");
  ck_assert_str_eq(node_at(p.root, "d.1.e")->text.text, "f\n");
  ck_assert_str_eq(node_at(p.root, "<<.a")->text.text, "2");
  ck_assert_str_eq(node_at(p.root, "a")->text.text, "1");
  am_arena_free(p.arena);
}
END_TEST

START_TEST(aliases_are_copies) {
  parsed p = parse_good("a: &x {b: [1, 2]}\nc: *x\nd: &x 5\ne: *x\n");
  am_yaml *a = node_at(p.root, "a"), *c = node_at(p.root, "c");
  ck_assert_str_eq(c->key, "c");
  ck_assert_ptr_ne(node_at(a, "b"), node_at(c, "b"));
  ck_assert_str_eq(node_at(c, "b.2")->text.text, "2");
  ck_assert_str_eq(node_at(c, "b")->key, "b");
  ck_assert_str_eq(node_at(p.root, "e")->text.text, "5");
  am_arena_free(p.arena);
}
END_TEST

static const char *repeated(am_arena *arena, const char *before,
                            const char *piece, size_t count,
                            const char *after) {
  am_buffer buffer = {.arena = arena};
  am_buffer_add(&buffer, "%s", before);
  for (size_t i = 0; i < count; i++) am_buffer_add(&buffer, "%s", piece);
  am_buffer_add(&buffer, "%s", after);
  return buffer.text;
}

/* Values at a limit are accepted; one more gives a message. */
static const struct {
  const char *before, *piece, *after;
  size_t most;
  const char *message;
} limits[] = {
    {"a: ", "[", "", NESTING - 1, "nested deeper than 100 levels"},
    {"a: ", "{b: ", "", NESTING - 1, "nested deeper than 100 levels"},
    {"a: [", "&x 1, ", "]", ANCHORS, "more than 256 anchors"},
    {"a: [", "1,", "]", NODES - 2, "more than 1000000 values"},
    {"x: &x [[],1]\na: [", "*x,", "]", (NODES - 5) / 3,
     "more than 1000000 values"},
};

START_TEST(limits_hold) {
  for (int more = 0; more < 2; more++) {
    am_arena *arena = test_arena();
    parsed p = parse(repeated(arena, limits[_i].before, limits[_i].piece,
                              limits[_i].most + more, limits[_i].after));
    const am_message *message = p.report->first;
    bool limited = message && strstr(message->text, limits[_i].message);
    ck_assert_msg(limited == (more == 1), "%s",
                  message ? message->text : "no message");
    am_arena_free(p.arena);
    am_arena_free(arena);
  }
}
END_TEST

START_TEST(aliases_cannot_explode) {
  am_arena *arena = test_arena();
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "a0: &a0 [x]\n");
  for (int i = 1; i < 90; i++)
    am_buffer_add(&text, "a%d: &a%d [*a%d, *a%d, *a%d]\n", i, i, i - 1,
                  i - 1, i - 1);
  parsed p = parse(text.text);
  ck_assert_int_eq(p.status, AM_INPUT);
  ck_assert_ptr_nonnull(strstr(p.report->first->text, "more than 1000000"));
  ck_assert_uint_lt(am_arena_used(p.arena), (size_t)1 << 30);
  am_arena_free(p.arena);
  am_arena_free(arena);
}
END_TEST

START_TEST(aliases_cannot_nest_too_deep) {
  am_arena *arena = test_arena();
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "a0: &a0 [x]\n");
  for (int i = 1; i <= NESTING; i++)
    am_buffer_add(&text, "a%d: &a%d [*a%d]\n", i, i, i - 1);
  parsed p = parse(text.text);
  check_message(p.report, NESTING, 12, "nested deeper than 100 levels");
  am_arena_free(p.arena);
  am_arena_free(arena);
}
END_TEST

START_TEST(many_keys_take_no_quadratic_time) {
  am_arena *arena = test_arena();
  am_buffer text = {.arena = arena};
  enum { KEYS = 300000 };
  for (int i = 0; i < KEYS; i++) am_buffer_add(&text, "k%d: 1\n", i);
  am_buffer_add(&text, "k7: 1\n");
  parsed p = parse(text.text);
  check_message(p.report, KEYS + 1, 1, "duplicate key 'k7' (first on line 8");
  am_arena_free(p.arena);
  am_arena_free(arena);
}
END_TEST

static volatile int stop;

static void set_stop(int signal) {
  (void)signal;
  stop = 1;
}

/* Parses a text that takes long; a signal stops it on its way. */
static void parse_and_stop(const char *text) {
  const struct itimerval soon = {.it_value.tv_usec = 3000};
  am_arena *arena = am_arena_new();
  ck_assert_ptr_nonnull(arena);
  stop = 0;
  am_arena_watch(arena, &stop);
  if (!am_arena_recover(arena)) {
    am_yaml *root;
    setitimer(ITIMER_REAL, &soon, NULL);
    am_status status =
        am_yaml_parse(arena, am_report_new(arena),
                      source_of(arena, text, strlen(text)), &root);
    ck_abort_msg("it was not stopped: status %d", (int)status);
  }
  am_arena_free(arena);
}

/* Nothing of libyaml's memory either. */
START_TEST(a_stop_leaves_nothing) {
  enum { ROUNDS = 20, VALUES = 500000, PARSER = 49152 };
  char *text = malloc(2 * VALUES + 6), *end = text;
  ck_assert_ptr_nonnull(text);
  end += sprintf(end, "a: [");
  for (int i = 0; i < VALUES; i++) end += sprintf(end, "1,");
  sprintf(end, "]");
  signal(SIGALRM, set_stop);
  parse_and_stop(text);
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < ROUNDS; i++) parse_and_stop(text);
  ck_assert_uint_lt(mallinfo2().uordblks, before + PARSER);
  free(text);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("read");
  tcase_add_loop_test(all, one_message_each, 0, sizeof rows / sizeof *rows);
  tcase_add_test(all, builds_the_tree);
  tcase_add_test(all, aliases_are_copies);
  tcase_add_loop_test(all, limits_hold, 0, sizeof limits / sizeof *limits);
  tcase_add_test(all, aliases_cannot_explode);
  tcase_add_test(all, aliases_cannot_nest_too_deep);
  tcase_add_test(all, a_stop_leaves_nothing);
  tcase_add_test(all, many_keys_take_no_quadratic_time);
  return test_run("yaml/read", &all, 1);
}
