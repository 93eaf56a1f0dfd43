/* Units compiled by NVRTC, if available, and by its emulation: the cache
 * returns what was compiled, and compiler errors are reported. */
#include "cuda/parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cuda/fakes.h"
#include "engine/parts.h"
#include "tests/support.h"

#define UNIT(body)                                                          \
  "typedef struct { double *x; } k_launch;\n"                               \
  "extern \"C\" __global__ void automat_bind(const double *p, double *b) {" \
  "  b[0] = p[0]; }\n"                                                      \
  "extern \"C\" __global__ void __launch_bounds__(K_BLOCK, "                \
  "K_FIRST_BLOCKS)\n"                                                       \
  "    automat_first(const k_launch launch) { " body " }\n"                 \
  "extern \"C\" __global__ void __launch_bounds__(K_BLOCK, K_REST_BLOCKS)"  \
  "    automat_rest(const k_launch launch) {"                               \
  "  launch.x[blockIdx.x] += threadIdx.x; }\n"

static const char text[] = UNIT("launch.x[blockIdx.x] *= 2;"),
                  other[] = UNIT("launch.x[blockIdx.x] *= 3;"),
                  wrong[] = UNIT("launch.x[blockIdx.x] *= absent;");

enum { ARCHITECTURE = 80 };

static am_arena *arena;
static am_report *report;
static const char *base, *folder;
static volatile int stop;

static void setup(void) {
  const char *parent = getenv("TMPDIR");
  arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  report = am_report_new(arena);
  char *path =
      am_format(arena, "%s/test-compile-XXXXXX", parent ? parent : "/tmp");
  ck_assert_ptr_nonnull(mkdtemp(path));
  base = path;
  setenv("XDG_CACHE_HOME", base, 1);
  folder = am_cache_folder(arena);
}

/* With a watch, compilation runs in separate processes. */
static void setup_watched(void) {
  setup();
  am_arena_watch(arena, &stop);
}

static void teardown(void) {
  ck_assert_int_eq(system(am_format(arena, "rm -r '%s'", base)), 0);
}

static am_cuda_object compiled(const char *unit, int architecture) {
  am_cuda_object object;
  am_status status =
      am_cuda_compile(arena, report, unit, architecture, &object);
  ck_assert_msg(status == AM_OK, "%s",
                report->last ? report->last->text : "no message");
  ck_assert_ptr_nonnull(object.image);
  ck_assert_uint_gt(object.size, 100);
  return object;
}

static bool is_same(const am_cuda_object *a, const am_cuda_object *b) {
  return a->size == b->size && !memcmp(a->image, b->image, a->size) &&
         !memcmp(a->resources, b->resources, sizeof a->resources) &&
         !memcmp(a->blocks, b->blocks, sizeof a->blocks) &&
         a->block == b->block;
}

/* The path of the only entry; NULL: there is none. */
static const char *entry(void) {
  const char *found = NULL;
  DIR *all = opendir(folder);
  ck_assert_ptr_nonnull(all);
  for (struct dirent *e; (e = readdir(all));)
    if (e->d_name[0] != '.') {
      ck_assert_ptr_null(found);
      found = am_format(arena, "%s/%s", folder, e->d_name);
    }
  closedir(all);
  return found;
}

/* One line that contains all of the words. */
static void check_message(am_status status, const char *const *words) {
  ck_assert_int_eq(status, AM_ENVIRONMENT);
  ck_assert_ptr_nonnull(report->last);
  ck_assert_ptr_eq(report->first, report->last);
  const char *said = report->last->text;
  ck_assert_ptr_null(strchr(said, '\n'));
  for (; *words; words++)
    ck_assert_msg(strstr(said, *words), "'%s' lacks '%s'", said, *words);
}

START_TEST(units_are_compiled) {
  am_cuda_object object = compiled(text, ARCHITECTURE);
  ck_assert(!object.cached);
  ck_assert_int_eq(object.block, 128);
  for (int k = 0; k < AM_CUDA_KERNELS; k++) {
    const am_cuda_resources *r = &object.resources[k];
    ck_assert(r->registers > 0 && r->registers <= 255);
    ck_assert_int_eq(r->spill_stores + r->spill_loads, 0);
    ck_assert_int_ge(object.blocks[k], 2);
  }
}
END_TEST

START_TEST(entries_are_what_was_compiled) {
  am_cuda_object fresh = compiled(text, ARCHITECTURE);
  am_cuda_object again = compiled(text, ARCHITECTURE);
  ck_assert(again.cached);
  ck_assert(is_same(&fresh, &again));
  ck_assert_uint_eq((uintptr_t)again.image % 64, 0);
}
END_TEST

START_TEST(other_units_are_others) {
  am_cuda_object one = compiled(text, ARCHITECTURE);
  am_cuda_object two = compiled(other, ARCHITECTURE);
  am_cuda_object three = compiled(text, 90);
  ck_assert(!two.cached && !three.cached);
  ck_assert(!is_same(&one, &two));
  ck_assert(compiled(other, ARCHITECTURE).cached);
}
END_TEST

/* Changes a byte near the n-th tenth of the entry. */
static void change(int n) {
  int file = open(entry(), O_RDWR);
  ck_assert_int_ge(file, 0);
  off_t at = lseek(file, 0, SEEK_END) * n / 10 + (n == 10 ? -1 : 0);
  char byte;
  ck_assert_int_eq(pread(file, &byte, 1, at), 1);
  byte ^= 1;
  ck_assert_int_eq(pwrite(file, &byte, 1, at), 1);
  close(file);
}

START_TEST(changed_entries_are_made_anew) {
  am_cuda_object fresh = compiled(text, ARCHITECTURE);
  change(_i);
  am_cuda_object again = compiled(text, ARCHITECTURE);
  ck_assert(!again.cached);
  ck_assert(is_same(&fresh, &again));
  ck_assert(compiled(text, ARCHITECTURE).cached);
}
END_TEST

/* Valid entry that contains only its head. */
START_TEST(short_entries_are_made_anew) {
  static const char zeros[64];
  am_key key = {0};
  compiled(text, ARCHITECTURE);
  const char *path = entry();
  memcpy(key.text, strrchr(path, '/') + 1, AM_KEY_LENGTH);
  for (size_t size = 1; size <= sizeof zeros; size += 21) {
    ck_assert(am_cache_write(arena, folder, &key, ".cubin", zeros, size));
    ck_assert_str_eq(entry(), path);
    ck_assert(!compiled(text, ARCHITECTURE).cached);
  }
}
END_TEST

START_TEST(no_cache_is_no_error) {
  setenv("XDG_CACHE_HOME", "/dev/null", 1);
  for (int again = 0; again < 2; again++)
    ck_assert(!compiled(text, ARCHITECTURE).cached);
  ck_assert_ptr_null(entry());
  ck_assert_ptr_null(report->last);
}
END_TEST

START_TEST(errors_show_the_log) {
  am_cuda_object object;
  am_status status =
      am_cuda_compile(arena, report, wrong, ARCHITECTURE, &object);
  check_message(status, (const char *[]){"NVRTC", "sm_80", "error: ",
                                         "absent", NULL});
  ck_assert_ptr_null(entry());
}
END_TEST

START_TEST(unknown_architectures_are_told) {
  static const int unknown[] = {0, 12, 999};
  am_cuda_object object;
  am_status status =
      am_cuda_compile(arena, report, text, unknown[_i], &object);
  check_message(status,
                (const char *[]){am_format(arena, " %d,", unknown[_i]),
                                 "expected one of", "80, ", NULL});
}
END_TEST

START_TEST(the_compiler_has_a_version) {
  const char *version;
  int major, minor, length = -1;
  ck_assert_int_eq(am_cuda_compiler(arena, report, &version), AM_OK);
  sscanf(version, "NVRTC %d.%d%n", &major, &minor, &length);
  ck_assert_int_eq(length, (int)strlen(version));
}
END_TEST

/* Faults of the library, see fake_nvrtc.c. */
static const struct {
  const char *fault, *message; /* NULL: none */
} faults[] = {
    {"error", "said: error: identifier \"fake\" is undefined"},
    {"noimage", "could not return the compiled code"},
    {"archs", "expected one of 75"},
    {"nolog", NULL},
};

enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(faults_are_told) {
  am_cuda_object object;
  setenv("AUTOMAT_FAKE_NVRTC", faults[_i].fault, 1);
  am_status status =
      am_cuda_compile(arena, report, text, ARCHITECTURE, &object);
  if (faults[_i].message)
    check_message(status, (const char *[]){faults[_i].message, NULL});
  else
    ck_assert_int_eq(status, AM_OK);
}
END_TEST

START_TEST(interrupts_end_the_compiler) {
  am_cuda_object object;
  setenv("AUTOMAT_FAKE_NVRTC", "endless", 1);
  am_arena_interruptible(arena, false);
  stop = 1;
  am_status status =
      am_cuda_compile(arena, report, text, ARCHITECTURE, &object);
  ck_assert_int_eq(status, AM_FAILED);
  ck_assert_str_eq(report->last->text, "interrupted while compiling");
  ck_assert_ptr_null(entry());
  ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1);
  ck_assert_int_eq(errno, ECHILD);
}
END_TEST

START_TEST(dead_compilers_are_told) {
  am_cuda_object object;
  setenv("AUTOMAT_FAKE_NVRTC", "crash", 1);
  am_status status =
      am_cuda_compile(arena, report, text, ARCHITECTURE, &object);
  check_message(status,
                (const char *[]){"NVRTC", "ended without a result", NULL});
}
END_TEST

/* Both kernels get the bounds that they would get alone. */
static const struct {
  int needs[AM_CUDA_KERNELS], blocks[AM_CUDA_KERNELS], spills;
} needs[] = {
    {{100, 120}, {3, 3}, 0},
    {{150, 140}, {3, 3}, 0},
    {{200, 100}, {2, 3}, 0},
    {{130, 240}, {3, 2}, 0},
    {{255, 300}, {2, 2}, 8 * 45},
};

enum { NEEDS = sizeof needs / sizeof *needs };

START_TEST(bounds_suit_the_kernels) {
  const int *wanted = needs[_i].needs;
  setenv("AUTOMAT_FAKE_NVRTC",
         am_format(arena, "needs %d %d", wanted[0], wanted[1]), 1);
  for (int again = 0; again < 2; again++) {
    am_cuda_object object = compiled(text, ARCHITECTURE);
    ck_assert(object.cached == again);
    for (int k = 0; k < AM_CUDA_KERNELS; k++) {
      ck_assert_int_eq(object.blocks[k], needs[_i].blocks[k]);
      ck_assert_int_eq(object.resources[k].registers,
                       wanted[k] < 255 ? wanted[k] : 255);
    }
    ck_assert_int_eq(object.resources[AM_CUDA_REST].spill_stores,
                     needs[_i].spills);
  }
}
END_TEST

static bool is_there(void) {
  am_arena *own = am_arena_new();
  const char *version;
  bool found = own && !am_arena_recover(own) &&
               am_cuda_compiler(own, am_report_new(own), &version) == AM_OK;
  am_arena_free(own);
  return found;
}

static TCase *all_tests(const char *name, void (*begin)(void)) {
  TCase *tcase = tcase_create(name);
  tcase_add_checked_fixture(tcase, begin, teardown);
  tcase_add_test(tcase, units_are_compiled);
  tcase_add_test(tcase, entries_are_what_was_compiled);
  tcase_add_test(tcase, other_units_are_others);
  tcase_add_loop_test(tcase, changed_entries_are_made_anew, 0, 11);
  tcase_add_test(tcase, short_entries_are_made_anew);
  tcase_add_test(tcase, no_cache_is_no_error);
  tcase_add_test(tcase, errors_show_the_log);
  tcase_add_loop_test(tcase, unknown_architectures_are_told, 0, 3);
  tcase_add_test(tcase, the_compiler_has_a_version);
  if (test_with_fakes()) {
    tcase_add_loop_test(tcase, faults_are_told, 0, FAULTS);
    tcase_add_loop_test(tcase, bounds_suit_the_kernels, 0, NEEDS);
  }
  return tcase;
}

static int run_all(void) {
  TCase *cases[] = {all_tests("here", setup),
                    all_tests("apart", setup_watched)};
  if (test_with_fakes()) {
    tcase_add_test(cases[1], interrupts_end_the_compiler);
    tcase_add_test(cases[1], dead_compilers_are_told);
  }
  return test_run("cuda/compile", cases, 2);
}

int main(int count, char **arguments) {
  (void)count;
  if (test_with_fakes()) return run_all();
  int failed = test_run_with_fakes(arguments);
  if (!is_there()) puts("no NVRTC: only the library that stands for it");
  else failed |= run_all();
  return failed;
}
