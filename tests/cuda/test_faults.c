/* covers: device
 *
 * After any failing call of the driver, or loss of the device, there is one
 * message, or the results are correct; unfinished points have a status, and all
 * resources are released. On emulated libraries. */
#include <dlfcn.h>

#include "cuda/fakes.h"
#include "tests/cuda/batch.h"

enum { COUNT = 40 };

static const combination plastic = {
    .material = "michel-suquet", .scheme = "ode23", .mixed = true};

static int call(const char *name) {
  int (*function)(void);
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  void *symbol = library ? dlsym(library, name) : NULL;
  if (!symbol) return 0;
  memcpy(&function, &symbol, sizeof function);
  return function();
}

/* Two kinds of memory, steps in place, and reads by the host */
static void work(const setting *s, am_arena *arena, am_engine_program *program,
                 batch *b) {
  program->chosen = 16;
  am_cuda_measure(program, true);
  for (int i = 0; i < 2; i++) {
    b[i] = new_batch(s, "cuda", program, arena, i ? KEPT : PINNED, COUNT);
    for (int step = 0; step < 2; step++) {
      am_fields f = fields_of(&b[i], 0);
      static const volatile int stop = 0;
      if (step) f.state0 = f.state, f.stop = &stop;
      am_engine_advance(program, &f, COUNT);
      fetch_all(&b[i]);
    }
  }
}

static int lost_points(const batch *b) {
  int count = 0;
  for (int p = 0; p < COUNT; p++)
    count += b->fields[STATUS][p] == AM_POINT_LOST;
  return count;
}

/* After a failure the program stays unusable; earlier results are correct. */
static void check_work(const batch *b, const batch *good) {
  const char *failure = am_engine_failure(b->program);
  if (!failure) {
    compare_bits(&b[0], good);
    compare_bits(&b[1], good);
    return;
  }
  am_fields f = fields_of(&b[0], 0);
  ck_assert_uint_gt(strlen(failure), 10);
  ck_assert(lost_points(&b[1]) == COUNT || lost_points(&b[1]) == 0);
  am_engine_advance(b->program, &f, COUNT);
  ck_assert_int_eq(lost_points(&b[0]), COUNT);
  ck_assert_str_eq(am_engine_failure(b->program), failure);
}

typedef struct {
  bool compiled, failed;
  char text[300];
} outcome;

static outcome outcome_of(const setting *s, const batch *good) {
  outcome found = {false};
  am_engine_program *program;
  batch b[2];
  am_status status = try_program(s, s->arena, "cuda", &program);
  const am_message *message = s->report->first;
  found.compiled = status == AM_OK;
  if (!found.compiled) {
    ck_assert_int_eq(status, AM_ENVIRONMENT);
    ck_assert(message && !message->next);
    snprintf(found.text, sizeof found.text, "%s", message->text);
    return found;
  }
  ck_assert_ptr_null(message);
  work(s, s->arena, program, b);
  if (good) check_work(b, good);
  const char *failure = am_engine_failure(program);
  found.failed = failure;
  if (failure) snprintf(found.text, sizeof found.text, "%s", failure);
  return found;
}

/* Stresses at the ends of steps, for which substeps are recorded. */
static setting open_plastic(void) {
  setting s = open_setting(&plastic);
  s.solver.control = AM_CONTROL_STEP;
  return s;
}

static outcome attempt(const batch *good, const char *machine) {
  setting s = open_plastic();
  setenv("AUTOMAT_FAKE_CUDA", machine, 1);
  call("fake_cuda_reset");
  outcome found = outcome_of(&s, good);
  am_arena_free(s.arena);
  ck_assert_msg(call("fake_cuda_live") == 0, "%s: %d are not given back",
                machine, call("fake_cuda_live"));
  return found;
}

/* Results without failures */
static batch good_batch(const setting *s) {
  setting own = open_plastic();
  batch b[2];
  setenv("AUTOMAT_FAKE_CUDA", "", 1);
  batch good = new_batch(s, "interp", NULL, s->arena, PLAIN, COUNT);
  work(&own, own.arena, program_of(&own, "cuda"), b);
  check_failure(b);
  compare_bits(&b[1], &b[0]);
  for (int i = 0; i < FIELDS; i++)
    if (good.fields[i])
      memcpy(good.fields[i], b->fields[i],
             sizeof(double) * (size_t)(s->rows[i] * good.stride));
  am_arena_free(own.arena);
  return good;
}

static const char *const symbols[] = {
#define AM_DRIVER_CALL(name, suffix, parameters) #name #suffix,
#include "cuda/driver.def"
#undef AM_DRIVER_CALL
};

enum { SYMBOLS = sizeof symbols / sizeof *symbols };

/* Functions whose failure is of no consequence, or which a batch does not
 * call. */
static bool is_harmless(const char *symbol) {
  static const char *const names[] = {
      "cuGetErrorName", "cuGetErrorString", "cuDriverGetVersion",
      "cuDevicePrimaryCtxRelease_v2", "cuModuleUnload", "cuMemFree_v2",
      "cuMemAlloc_v2", "cuMemHostAlloc", "cuMemFreeHost",
      "cuStreamDestroy_v2", "cuEventDestroy_v2", "cuStreamQuery",
      "cuMemcpyDtoHAsync_v2", "cuStreamWaitEvent"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(names[i], symbol)) return true;
  return false;
}

START_TEST(calls_that_fail) {
  setting s = open_plastic();
  const char *symbol = symbols[_i];
  char machine[100];
  batch good = good_batch(&s);
  for (int nth = 1; nth < 40; nth += nth < 4 ? 1 : 7) {
    snprintf(machine, sizeof machine, "memory=8M fail=%s:%d", symbol, nth);
    outcome found = attempt(&good, machine);
    bool failed = !found.compiled || found.failed;
    if (nth == 1 && !is_harmless(symbol))
      ck_assert_msg(failed, "%s goes unnoticed", machine);
    if (failed && strncmp(symbol, "cuMem", 5))
      ck_assert_msg(strstr(found.text, "CUDA_ERROR_"), "%s", found.text);
  }
  am_arena_free(s.arena);
}
END_TEST

START_TEST(devices_that_are_lost) {
  setting s = open_plastic();
  char machine[100];
  int calls, failures = 0;
  batch good = good_batch(&s);
  attempt(&good, "devices=2 memory=8M lost=1000000");
  for (calls = 1 + _i; calls < 3000; calls += 24) {
    snprintf(machine, sizeof machine, "devices=2 memory=8M lost=%d", calls);
    outcome found = attempt(&good, machine);
    if (found.compiled && !found.failed) break;
    failures += found.failed;
    ck_assert_msg(strstr(found.text, "CUDA_ERROR_LAUNCH_FAILED (unspecified "
                                     "launch failure)"),
                  "%s", found.text);
  }
  ck_assert_int_gt(failures, 5);
  ck_assert_int_lt(calls, 3000);
  am_arena_free(s.arena);
}
END_TEST

#define NO_DEVICE                                                       \
  "the CUDA driver cannot be initialized: cuInit: CUDA_ERROR_NO_DEVICE (no " \
  "CUDA-capable device is detected)"

static const struct {
  const char *machine, *text;
} messages[] = {
    {"devices=0", NO_DEVICE},
    {"memory=64K", "the CUDA device Fake 0 has 6.55e-05 GB free, expected "
                   "0.00307 GB to record up to 3000 substeps "
                   "(solver.max_substeps)"},
    {"fail=cuModuleLoadData:1",
     "the CUDA device Fake 0 cannot be used: cuModuleLoadData: "
     "CUDA_ERROR_INVALID_IMAGE (device kernel image is invalid)"},
    {"fail=cuDevicePrimaryCtxRetain:1",
     "the CUDA device Fake 0 cannot be used: cuDevicePrimaryCtxRetain: "
     "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"},
    {"fail=cuLaunchKernel:1",
     "the CUDA device 0, Fake 0, failed: cuLaunchKernel: "
     "CUDA_ERROR_LAUNCH_FAILED (unspecified launch failure)"},
};

enum { MESSAGES = sizeof messages / sizeof *messages };

START_TEST(messages_say_what_is_missing) {
  outcome found = attempt(NULL, messages[_i].machine);
  ck_assert(!found.compiled);
  ck_assert_str_eq(found.text, messages[_i].text);
}
END_TEST

START_TEST(the_place_is_told) {
  static const struct {
    const char *machine, *text;
  } rows[] = {
      {"devices=2",
       "Fake 0 (sm_90, 1 GiB), Fake 1 (sm_90, 1 GiB), driver 99.1, "
       "NVRTC 99.0"},
      {"architecture=70",
       "NVRTC 99.0 does not support the architecture 70 of the device Fake 0, "
       "expected one of 75, 80, 90"},
      {"devices=0", NO_DEVICE}};
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    am_report *report = am_report_new(arena);
    const char *what = "";
    setenv("AUTOMAT_FAKE_CUDA", rows[i].machine, 1);
    am_status status = am_engine_cuda.place(arena, report, &what);
    ck_assert_str_eq(status == AM_OK ? what : report->first->text,
                     rows[i].text);
    ck_assert_int_eq(status, i ? AM_ENVIRONMENT : AM_OK);
  }
  am_arena_free(arena);
  ck_assert_int_eq(call("fake_cuda_live"), 0);
}
END_TEST

int main(int count, char **arguments) {
  (void)count;
  if (!test_with_fakes()) return test_run_with_fakes(arguments);
  TCase *tcase = tcase_create("faults");
  tcase_add_loop_test(tcase, calls_that_fail, 0, SYMBOLS);
  tcase_add_loop_test(tcase, devices_that_are_lost, 0, 8);
  tcase_add_loop_test(tcase, messages_say_what_is_missing, 0, MESSAGES);
  tcase_add_test(tcase, the_place_is_told);
  return test_run("cuda/faults", &tcase, 1);
}
