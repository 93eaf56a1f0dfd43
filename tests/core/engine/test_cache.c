/* Entries of the cache are found as stored; no other entries are found. */
#include "engine/parts.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "tests/support.h"

enum { SIZE = 3000 };

static const char suffix[] = ".kind";

static am_arena *arena;
static const char *base, *folder;
static am_key key, other;
static char content[SIZE];

static void setup(void) {
  const char *parent = getenv("TMPDIR");
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  char *path =
      am_format(arena, "%s/test-cache-XXXXXX", parent ? parent : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(path));
  base = path;
  setenv("XDG_CACHE_HOME", base, 1);
  folder = am_cache_folder(arena);
  ck_assert_ptr_nonnull(folder);
  key = am_key_of((const char *[]){"text", "flags"}, 2);
  other = am_key_of((const char *[]){"text", "flagz"}, 2);
  for (int i = 0; i < SIZE; i++) content[i] = (char)(i * i);
}

static void teardown(void) {
  ck_assert_int_eq(system(am_format(arena, "rm -r '%s'", base)), 0);
}

static const char *path_of(const char *name) {
  return am_format(arena, "%s/%s", folder, name);
}

static void write_file(const char *path, const char *data, size_t size) {
  FILE *stream = fopen(path, "w");
  ck_assert_ptr_nonnull(stream);
  ck_assert_uint_eq(fwrite(data, 1, size, stream), size);
  ck_assert_int_eq(fclose(stream), 0);
}

static size_t read_file(const char *path, char *data, size_t size) {
  FILE *stream = fopen(path, "r");
  ck_assert_ptr_nonnull(stream);
  size_t length = fread(data, 1, size, stream);
  fclose(stream);
  return length;
}

/* Stores the content under the key; where it is. */
static const char *stored(const am_key *as) {
  const char *object = path_of("object");
  write_file(object, content, SIZE);
  ck_assert(am_cache_store(arena, folder, as, suffix, object));
  ck_assert_int_ne(access(object, F_OK), 0);
  const char *path = am_cache_find(arena, folder, as, suffix);
  ck_assert_ptr_nonnull(path);
  return path;
}

/* True if the entry exists; finding and reading it agree. */
static bool is_found(void) {
  size_t size = 0;
  const char *path = am_cache_find(arena, folder, &key, suffix);
  const void *bytes = am_cache_read(arena, folder, &key, suffix, &size);
  ck_assert(!path == !bytes);
  return path;
}

START_TEST(keys_tell_texts_apart) {
  static const char *const texts[][3] = {
      {"", ""},   {"a", ""},    {"", "a"},        {"a", "b"}, {"b", "a"},
      {"ab", ""}, {"", "", ""}, {"a", "b", ""},   {"ab", "c"}, {"a", "bc"},
      {"a\n"},    {"a"},        {"A"},            {"a "},      {" a"},
      {"\x80"},   {"\x81"},     {"a", "\xff"},    {"\xff", "a"}};
  enum { COUNT = sizeof texts / sizeof *texts };
  am_key keys[COUNT];
  for (int i = 0; i < COUNT; i++) {
    int count = 1 + (texts[i][1] != NULL) + (texts[i][2] != NULL);
    keys[i] = am_key_of(texts[i], count);
    ck_assert_uint_eq(strspn(keys[i].text, "0123456789abcdef"),
                      AM_KEY_LENGTH);
    ck_assert_uint_eq(strlen(keys[i].text), AM_KEY_LENGTH);
    am_key again = am_key_of(texts[i], count);
    ck_assert_str_eq(keys[i].text, again.text);
    for (int k = 0; k < i; k++)
      ck_assert_msg(strcmp(keys[i].text, keys[k].text), "%d and %d", i, k);
  }
}
END_TEST

/* The offset basis and one step, from the definition of FNV-1a. */
START_TEST(keys_are_those_of_the_hash) {
  ck_assert_str_eq(am_key_of(NULL, 0).text,
                   "6c62272e07bb014262b821756295c58d");
  ck_assert_str_eq(am_key_of((const char *[]){""}, 1).text,
                   "d228cb69101a8caf78912b704e4a147f");
}
END_TEST

START_TEST(what_is_stored_is_found) {
  char found[2 * SIZE];
  const char *path = stored(&key);
  size_t length = read_file(path, found, sizeof found);
  ck_assert_uint_gt(length, SIZE);
  ck_assert(!memcmp(found, content, SIZE));
  ck_assert_ptr_null(am_cache_find(arena, folder, &other, suffix));
  stored(&other);
  ck_assert_str_eq(stored(&key), path);
}
END_TEST

/* The folder contains no other files. */
START_TEST(what_is_written_is_read) {
  const char *path = path_of(am_format(arena, "%s%s", key.text, suffix));
  ck_assert(am_cache_write(arena, folder, &key, suffix, content, SIZE));
  for (size_t size = 0, left = 2; left--; size = 0) {
    const char *found = am_cache_read(arena, folder, &key, suffix, &size);
    ck_assert_ptr_nonnull(found);
    ck_assert_uint_eq(size, SIZE);
    ck_assert(!memcmp(found, content, SIZE));
    ck_assert_uint_eq((uintptr_t)found % 64, 0);
    stored(&key);
  }
  ck_assert_ptr_null(am_cache_find(arena, folder, &key, ".other"));
  ck_assert_int_eq(unlink(path), 0);
  ck_assert_int_eq(rmdir(folder), 0);
  ck_assert_int_eq(mkdir(folder, 0700), 0);
}
END_TEST

START_TEST(cut_entries_are_misses) {
  char whole[2 * SIZE];
  const char *path = stored(&key);
  size_t length = read_file(path, whole, sizeof whole);
  for (size_t cut = 0; cut < length; cut += cut < SIZE - 100 ? 97 : 1) {
    write_file(path, whole, cut);
    ck_assert_msg(!is_found(), "%zu of %zu bytes", cut, length);
  }
  write_file(path, whole, length);
  ck_assert(is_found());
  whole[length] = 'x';
  write_file(path, whole, length + 1);
  ck_assert(!is_found());
}
END_TEST

START_TEST(changed_entries_are_misses) {
  char whole[2 * SIZE];
  const char *path = stored(&key);
  size_t length = read_file(path, whole, sizeof whole);
  for (size_t at = 0; at < length; at += at < SIZE - 100 ? 89 : 1) {
    whole[at] ^= 4;
    write_file(path, whole, length);
    ck_assert_msg(!is_found(), "byte %zu", at);
    whole[at] ^= 4;
  }
  write_file(path, whole, length);
  ck_assert(is_found());
}
END_TEST

START_TEST(entries_of_other_keys_are_misses) {
  const char *path = stored(&key), *wrong = stored(&other);
  ck_assert_int_eq(rename(wrong, path), 0);
  ck_assert(!is_found());
  stored(&key);
}
END_TEST

static void put_folder(const char *path) {
  ck_assert_int_eq(mkdir(path, 0700), 0);
}

static void put_pipe(const char *path) {
  ck_assert_int_eq(mkfifo(path, 0600), 0);
}

static void put_link(const char *path) {
  ck_assert_int_eq(symlink("/nowhere", path), 0);
}

static void put_loop(const char *path) {
  ck_assert_int_eq(symlink(path, path), 0);
}

static void put_device(const char *path) {
  ck_assert_int_eq(symlink("/dev/zero", path), 0);
}

static void put_nothing(const char *path) { write_file(path, "", 0); }

static const struct {
  void (*put)(const char *path);
  bool stays; /* it cannot be replaced */
} strange[] = {{put_folder, true}, {put_pipe, false},   {put_link, false},
               {put_loop, false},  {put_device, false}, {put_nothing, false}};

enum { STRANGE = sizeof strange / sizeof *strange };

START_TEST(strange_entries_are_misses) {
  const char *path = stored(&key);
  ck_assert_int_eq(unlink(path), 0);
  strange[_i].put(path);
  ck_assert(!is_found());
  if (!strange[_i].stays) {
    stored(&key);
    return;
  }
  write_file(path_of("object"), content, SIZE);
  ck_assert(!am_cache_store(arena, folder, &key, suffix, path_of("object")));
  ck_assert(!am_cache_write(arena, folder, &key, suffix, content, SIZE));
  ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

START_TEST(what_cannot_be_stored_is_told) {
  ck_assert(!am_cache_store(arena, folder, &key, suffix, path_of("missing")));
  put_nothing(path_of("empty"));
  ck_assert(!am_cache_store(arena, folder, &key, suffix, path_of("empty")));
  ck_assert(!am_cache_store(arena, path_of("nowhere"), &key, suffix,
                            path_of("empty")));
  ck_assert(!am_cache_write(arena, folder, &key, suffix, content, 0));
  ck_assert(!am_cache_write(arena, path_of("nowhere"), &key, suffix, content,
                            SIZE));
  ck_assert(!is_found());
}
END_TEST

/* Path below `base`, whose name replaces %s */
static const struct {
  const char *cache, *home, *expected;
} places[] = {
    {"%s/new", NULL, "%s/new/automat"},
    {"%s/new", "%s/home", "%s/new/automat"},
    {NULL, "%s", "%s/.cache/automat"},
    {"", "%s", "%s/.cache/automat"},
    {"relative", "%s", "%s/.cache/automat"},
    {NULL, NULL, NULL},
    {"", "", NULL},
    {NULL, "relative", NULL},
    {"%s/not/there", NULL, NULL},
    {"/dev/null", NULL, NULL},
    {"%s/public", NULL, NULL},
    {"%s/file", NULL, NULL},
};

enum { PLACES = sizeof places / sizeof *places };

static const char *below_base(const char *pattern) {
  if (!pattern || strncmp(pattern, "%s", 2)) return pattern;
  return am_format(arena, "%s%s", base, pattern + 2);
}

static void put_variable(const char *name, const char *value) {
  if (value)
    setenv(name, value, 1);
  else
    unsetenv(name);
}

START_TEST(folders_follow_the_environment) {
  const char *expected = below_base(places[_i].expected);
  put_folder(below_base("%s/public"));
  put_folder(below_base("%s/public/automat"));
  ck_assert_int_eq(chmod(below_base("%s/public/automat"), 0777), 0);
  put_folder(below_base("%s/file"));
  put_nothing(below_base("%s/file/automat"));
  put_variable("XDG_CACHE_HOME", below_base(places[_i].cache));
  put_variable("HOME", below_base(places[_i].home));
  for (int again = 0; again < 2; again++) {
    const char *found = am_cache_folder(arena);
    ck_assert_msg(!found == !expected, "found %s", found ? found : "none");
    if (found) ck_assert_str_eq(found, expected);
  }
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("cache");
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_add_test(tcase, keys_tell_texts_apart);
  tcase_add_test(tcase, keys_are_those_of_the_hash);
  tcase_add_test(tcase, what_is_stored_is_found);
  tcase_add_test(tcase, what_is_written_is_read);
  tcase_add_test(tcase, cut_entries_are_misses);
  tcase_add_test(tcase, changed_entries_are_misses);
  tcase_add_test(tcase, entries_of_other_keys_are_misses);
  tcase_add_loop_test(tcase, strange_entries_are_misses, 0, STRANGE);
  tcase_add_test(tcase, what_cannot_be_stored_is_told);
  tcase_add_loop_test(tcase, folders_follow_the_environment, 0, PLACES);
  return test_run("engine/cache", &tcase, 1);
}
