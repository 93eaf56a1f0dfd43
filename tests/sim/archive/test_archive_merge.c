/* Merged shards of an archive have the bytes of a single run; others give a
 * message. */
#include "archive_sample.h"
#include "archive/archive.h"

/* HDF5 leaks memory when it refuses a damaged file. */
__attribute__((visibility("default")))
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

enum { POINTS = 107, ROWS = 3, CHUNK = 8 };

static am_archive_layout layout;

static void set_up_layout(void) {
  set_up();
  layout = sample_layout(arena, POINTS, ROWS, CHUNK);
}

/* ---- points of a shard --------------------------------------------------- */

START_TEST(shards_do_everything_once) {
  for (long all = 1; all < 200; all += 3)
    for (long count = 1; count < 30; count++) {
      long next = 0, units = all / CHUNK ? all / CHUNK : 1;
      for (long i = 1; i <= count; i++) {
        am_shard s = am_shard_of(i, count, all, CHUNK);
        ck_assert_int_eq(s.first, next);
        ck_assert_int_ge(s.points, units / count * CHUNK < all
                                       ? units / count * CHUNK
                                       : all);
        ck_assert_int_lt(s.points, (units / count + 2) * CHUNK);
        if (i < count) ck_assert_int_eq(s.points % CHUNK, 0);
        next += s.points;
      }
      ck_assert_int_eq(next, all);
    }
}
END_TEST

START_TEST(a_text_says_which_shard) {
  am_shard s = am_shard_of(3, 8, 1000, CHUNK), found;
  s.block = 64;
  const char *text = am_shard_text(arena, &s);
  ck_assert_str_eq(text, "3 of 8: 120 points from 249 of 1000 by 64");
  ck_assert(am_shard_read(text, &found));
  ck_assert_str_eq(am_shard_text(arena, &found), text);
  static const char *const bad[] = {
      "", "3", "3 of 8", "9 of 8: 120 points from 249 of 1000 by 64",
      "3 of 8: 0 points from 249 of 1000 by 64",
      "3 of 8: 120 points from 249 of 1000 by 64 ",
      "3 of 8: 120 points from -249 of 1000 by 64",
      "3 of 8: 120 points from 249 of 99999999999999999999 by 64"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(!am_shard_read(bad[i], &found), "'%s' is read", bad[i]);
}
END_TEST

START_TEST(a_shard_has_a_file_of_its_own) {
  static const char *const names[][2] = {
      {"m.h5", "m.3of8.h5"},       {"a.b/m", "a.b/m.3of8"},
      {"a.b/m.x.h5", "a.b/m.x.3of8.h5"}, {"./.h5", "./.h5.3of8"}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    ck_assert_str_eq(am_shard_path(arena, names[i][0], 3, 8), names[i][1]);
}
END_TEST

/* ---- files --------------------------------------------------------------- */

static char *read_all(const char *name, size_t *size) {
  FILE *in = fopen(name, "rb");
  ck_assert_msg(in != NULL, "there is no %s", name);
  char *bytes = am_arena_alloc(arena, 1 << 20);
  *size = fread(bytes, 1, 1 << 20, in);
  ck_assert_uint_lt(*size, 1 << 20);
  fclose(in);
  return bytes;
}

static void expect_same(const char *a, const char *b) {
  size_t one, two;
  const char *first = read_all(a, &one), *second = read_all(b, &two);
  ck_assert_uint_eq(one, two);
  ck_assert_int_eq(memcmp(first, second, one), 0);
}

/* As a batch does: row by row, then the quantities without rows. */
static void write_block(am_archive *archive, const am_archive_layout *l,
                        long before, long first, long count) {
  double *values = AM_ARRAY(arena, double, count * 36);
  for (long row = 0; row <= l->rows; row++)
    for (int f = 0; f < SAMPLE_FIELDS; f++) {
      if (sample_fields[f].per_point != (row == l->rows)) continue;
      long n = sample_components(f), own = row % l->rows;
      for (long i = 0; i < count * n; i++)
        values[i] = sample_value(f, own, before + first + i / n, i % n);
      ck_assert_int_eq(am_archive_write(archive, report, f, own, first,
                                        count, values), AM_OK);
    }
  ck_assert_int_eq(am_archive_commit(archive, report, first + count), AM_OK);
}

/* The whole archive, `stride` points at once. */
static void write_blocks(am_archive *archive, const am_archive_layout *l,
                         long before, long stride) {
  for (long at = am_archive_done(archive); at < l->points; at += stride)
    write_block(archive, l, before, at,
                l->points - at < stride ? l->points - at : stride);
  finish(archive);
}

/* True if a shard is stopped after its first block, and resumed */
static bool stopped;

/* Writes the archive of a single run. */
static void make_whole(long block) {
  write_blocks(made(&layout), &layout, 0, block);
}

/* The file of a shard, which has `stride` points in memory at once. */
static const char *make_shard(am_shard s, long stride) {
  const char *name = am_shard_path(arena, path, s.index, s.count);
  am_archive_note notes[3] = {sample_notes[0], sample_notes[1],
                              {AM_ARCHIVE_SHARD, am_shard_text(arena, &s)}};
  am_archive_layout own = layout;
  own.points = s.points;
  own.notes = notes;
  own.note_count = 3;
  am_archive *archive = NULL;
  ck_assert_int_eq(am_archive_create(arena, report, name, &own, &archive),
                   AM_OK);
  if (stopped && s.points > stride) {
    write_block(archive, &own, s.first, 0, stride);
    finish(archive);
    ck_assert_int_eq(am_archive_resume(arena, report, name, &own, &archive),
                     AM_OK);
  }
  write_blocks(archive, &own, s.first, stride);
  return name;
}

static const char **make_shards(long count, long block, long stride,
                                size_t *made_count) {
  const char **names = AM_ARRAY(arena, const char *, count);
  *made_count = 0;
  for (long i = 1; i <= count; i++) {
    am_shard s = am_shard_of(i, count, POINTS, CHUNK);
    s.block = block;
    if (s.points) names[(*made_count)++] = make_shard(s, stride);
  }
  return names;
}

static am_status merged(const char *const *parts, size_t count) {
  const am_merge merge = {.parts = parts, .count = count,
                          .output = am_format(arena, "%s/w.h5", folder)};
  am_merge_result result;
  am_arena *own = am_arena_child(arena);
  am_status status = am_archive_merge(own, report, &merge, &result);
  am_arena_free(own);
  return status;
}

/* Blocks as long as a chunk up to all points, by shards that are shorter and
 * longer, compressed and not. */
START_TEST(merges_to_the_bytes_of_a_single_run) {
  static const long blocks[] = {CHUNK, 3 * CHUNK, 5 * CHUNK, 200};
  static const long counts[] = {1, 2, 5, 13, 40};
  for (int k = 0; k < 5; k++) {
    size_t count;
    layout.compression = k % 2 ? 4 : 0;
    stopped = k == 2;
    make_whole(blocks[_i]);
    const char **parts =
        make_shards(counts[k], blocks[_i], (1 + k % 3) * CHUNK, &count);
    const char *last = parts[count - 1];
    parts[count - 1] = parts[0];
    parts[0] = last;
    ck_assert_int_eq(merged(parts, count), AM_OK);
    ck_assert_ptr_null(report->first);
    expect_same(path, am_format(arena, "%s/w.h5", folder));
  }
}
END_TEST

static unsigned state;

static unsigned draw(unsigned count) {
  state = state * 1664525u + 1013904223u;
  return (unsigned)(((unsigned long)count * state) >> 32);
}

/* Bytes changed anywhere in a part: a message, or the same file. */
START_TEST(damaged_bytes_change_no_number) {
  size_t count, size;
  make_whole(3 * CHUNK);
  const char **parts = make_shards(3, 3 * CHUNK, CHUNK, &count);
  const char *name = am_format(arena, "%s/w.h5", folder);
  const char *good = read_all(parts[1], &size);
  for (int i = 0; i < (getenv("AUTOMAT_LONG_TESTS") ? 1000 : 60); i++) {
    state = (unsigned)i;
    char *bad = am_arena_alloc(arena, size);
    memcpy(bad, good, size);
    size_t begin = draw((unsigned)size), length = 1u << draw(10);
    bool zeros = draw(2);
    for (size_t k = begin; k < begin + length && k < size; k++)
      bad[k] = zeros ? 0 : (char)draw(256);
    test_write(parts[1], bad, draw(8) ? size : begin);
    report = am_report_new(arena);
    unlink(name);
    am_status status = merged(parts, count);
    ck_assert_msg((status == AM_OK) == !report->first &&
                      (!report->first || !report->first->next),
                  "damage %d: status %d", i, status);
    ck_assert_int_eq(access(name, F_OK) == 0, status == AM_OK);
    ck_assert_int_ne(
        access(am_format(arena, "%s.part", name), F_OK), 0);
    if (status == AM_OK) expect_same(path, name);
  }
}
END_TEST

/* A consistent note, but for other points. */
START_TEST(believes_no_shard) {
  am_shard s = am_shard_of(2, 3, POINTS, CHUNK);
  s.block = CHUNK;
  am_shard wrong[] = {s, s, s};
  wrong[0].first += CHUNK;
  wrong[1].block = CHUNK - 1;
  wrong[2].points += CHUNK;
  for (int i = 0; i < 3; i++) {
    report = am_report_new(arena);
    const char *name = make_shard(wrong[i], CHUNK);
    ck_assert_int_eq(merged(&name, 1), AM_INPUT);
    expect_message("it is damaged: its points do not match its shard");
  }
}
END_TEST

START_TEST(can_be_stopped) {
  static volatile int stop = 1;
  size_t count;
  const char **parts = make_shards(2, CHUNK, CHUNK, &count);
  const am_merge merge = {.parts = parts, .count = count,
                          .output = am_format(arena, "%s/w.h5", folder)};
  am_merge_result result;
  am_arena *own = am_arena_child(arena);
  test_watch(arena, &stop);
  ck_assert_int_eq(am_archive_merge(own, report, &merge, &result),
                   AM_FAILED);
  am_arena_free(own);
  expect_message("stopped: ");
  ck_assert_int_ne(access(merge.output, F_OK), 0);
}
END_TEST

int main(void) {
  TCase *test = tcase_create("archive_merge");
  tcase_add_checked_fixture(test, set_up_layout, tear_down);
  tcase_add_test(test, shards_do_everything_once);
  tcase_add_test(test, a_text_says_which_shard);
  tcase_add_test(test, a_shard_has_a_file_of_its_own);
  tcase_add_loop_test(test, merges_to_the_bytes_of_a_single_run, 0, 4);
  tcase_add_test(test, damaged_bytes_change_no_number);
  tcase_add_test(test, believes_no_shard);
  tcase_add_test(test, can_be_stopped);
  return test_run("archive_merge", &test, 1);
}
