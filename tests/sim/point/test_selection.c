/* Rows selected by the output keys times, every and rows. */
#include "tests/sim/point/runs.h"

/* Two ramps of 5 and 4 steps with a jump between them. */
#define STEPS                                                    \
  "path:\n"                                                      \
  "  - {time: 5, steps: 5, strain: {xx: 1e-3}}\n"                \
  "  - {duration: 0, strain: {xx: 2e-3}}\n"                      \
  "  - {time: 9, steps: 4, strain: {xx: 0}}\n"

/* A cycle of three segments of 2, 3 and 1 steps, twice. */
#define CYCLES                                                   \
  "path:\n"                                                      \
  "  - repeat: 2\n"                                              \
  "    segments:\n"                                              \
  "      - {duration: 2, steps: 2, strain: {xx: 1e-3}}\n"        \
  "      - {duration: 3, steps: 3, strain: {xx: -1e-3}}\n"       \
  "      - {duration: 1, strain: {xx: 0}}\n"

/* strain.xx = t/1000 until it is 0.0025, then back by 1e-3 in two steps. */
#define UNTIL                                                    \
  "path:\n"                                                      \
  "  - {duration: 8, steps: 8, strain: {xx: 8e-3},\n"            \
  "     until: strain.xx >= 2.5e-3}\n"                           \
  "  - {duration: 2, steps: 2, strain: {xx: 1.5e-3}}\n"

/* The time and the strain in units of 1e-3, of each row. */
static const struct {
  const char *path, *rows, *written;
} selected[] = {
    {STEPS, "times: all", "0/0 1/0.2 2/0.4 3/0.6 4/0.8 5/1 5/2 6/1.5 7/1 "
                          "8/0.5 9/0"},
    {STEPS, "every: 1", "0/0 1/0.2 2/0.4 3/0.6 4/0.8 5/1 5/2 6/1.5 7/1 "
                        "8/0.5 9/0"},
    {STEPS, "every: 5", "0/0 5/1 9/0"},
    {STEPS, "every: 4", "0/0 4/0.8 7/1 9/0"},
    {STEPS, "every: 1000", "0/0 9/0"},
    {STEPS, "rows: 2", "0/0 9/0"},
    {STEPS, "rows: 3", "0/0 5/1 9/0"},
    {STEPS, "rows: 5", "0/0 3/0.6 5/2 8/0.5 9/0"},
    {STEPS, "rows: 99", "0/0 1/0.2 2/0.4 3/0.6 4/0.8 5/1 5/2 6/1.5 7/1 "
                        "8/0.5 9/0"},
    {STEPS, "rows: segments", "0/0 5/1 5/2 9/0"},
    {STEPS, "times: last", "9/0"},
    {STEPS, "times: [2, 5]", "2/0.4 5/2"},
    {CYCLES, "rows: segments", "0/0 2/1 5/-1 6/0 8/1 11/-1 12/0"},
    {CYCLES, "every: 5", "0/0 5/-1 10/-0.333333 12/0"},
    {UNTIL, "times: all", "0/0 1/1 2/2 2.5/2.5 3.5/2 4.5/1.5"},
    {UNTIL, "every: 2", "0/0 2/2 3.5/2 4.5/1.5"},
    {UNTIL, "every: 4", "0/0 3.5/2 4.5/1.5"},
    {UNTIL, "rows: segments", "0/0 2.5/2.5 4.5/1.5"},
    {UNTIL, "times: last", "4.5/1.5"},
};

static const char *written_rows(const ran *r) {
  am_buffer text = {.arena = r->arena};
  am_buffer_add(&text, "%s", "");
  for (size_t i = 0; i < r->table->rows; i++)
    am_buffer_add(&text, "%s%g/%g", i ? " " : "", value_at(r, i, "time"),
                  1e-3 * round(1e9 * value_at(r, i, "strain.xx")) / 1e3);
  return text.text;
}

START_TEST(rows) {
  const char *text =
      am_format(test_arena(), "%soutput: {columns: [time, strain.xx], %s}\n",
                selected[_i].path, selected[_i].rows);
  ran r = run_case(ELASTIC, text);
  ck_assert_str_eq(written_rows(&r), selected[_i].written);
}
END_TEST

/* A run that fails in its seventh step writes the end of the sixth. */
#define FAILS                                                    \
  "path: [{time: 10, steps: 10, strain: {xx: 'if(t < 6.5, 1e-3*t, "  \
  "log(6.5 - t))'}}]\n"

static const struct {
  const char *rows, *written;
} failing[] = {
    {"times: all", "0/0 1/1 2/2 3/3 4/4 5/5 6/6"},
    {"every: 4", "0/0 4/4 6/6"},
    {"every: 3", "0/0 3/3 6/6"},
    {"rows: segments", "0/0 6/6"},
    {"times: last", "6/6"},
    {"times: [2, 9]", "2/2"},
};

START_TEST(failed_rows) {
  ran r = {0};
  const char *text = am_format(
      test_arena(), FAILS "output: {columns: [time, strain.xx], %s}\n",
      failing[_i].rows);
  ck_assert_int_eq(prepare_case(&r, ELASTIC, text), AM_OK);
  ck_assert_int_ne(walk_case(&r), AM_OK);
  ck_assert_str_eq(written_rows(&r), failing[_i].written);
}
END_TEST

static const struct {
  const char *rows, *message;
} wrong[] = {
    {"every: 0",
     "4:17: expected output.every to be a whole number from 1 to 100000000, "
     "found '0'"},
    {"every: 1.5",
     "4:17: expected output.every to be a whole number from 1 to 100000000, "
     "found '1.5'"},
    {"rows: 1",
     "4:16: expected output.rows to be a whole number from 2 to 100000000, "
     "found '1'"},
    {"rows: segment",
     "4:16: expected output.rows, unless it is a number of rows, to be one of "
     "all, segments, peaks, found 'segment' (did you mean 'segments'?)"},
    {"times: last, every: 2",
     "4:23: 'every' cannot be combined with 'times': both select the "
     "rows to be written"},
    {"rows: 3, every: 2",
     "4:10: 'rows' cannot be combined with 'every': both select the "
     "rows to be written"},
};

START_TEST(errors) {
  ran r = {0};
  const char *text =
      am_format(test_arena(), "path:\n  - {time: 1, strain: {xx: 1e-3}}\n"
                              "\noutput: {%s}\n", wrong[_i].rows);
  ck_assert_int_eq(prepare_case(&r, ELASTIC, text), AM_INPUT);
  ck_assert_str_eq(message_of(&r), wrong[_i].message);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("selection");
  tcase_add_loop_test(all, rows, 0, sizeof selected / sizeof *selected);
  tcase_add_loop_test(all, failed_rows, 0, sizeof failing / sizeof *failing);
  tcase_add_loop_test(all, errors, 0, sizeof wrong / sizeof *wrong);
  return test_run("point/selection", &all, 1);
}
