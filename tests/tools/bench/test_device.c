/* Tests of bench/device.c, on emulated libraries. */
#include <string.h>

#include "bench/bench.h"
#include "cuda/fakes.h"
#include "tests/support.h"

/* Thread-local variables of the emulated units are created and removed with
 * these; the leak sanitizer sometimes crashes then. */
const char *__lsan_default_options(void);
const char *__lsan_default_options(void) { return "use_tls=0"; }

static am_status measure(am_device *device, const char **message) {
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  am_status status = am_device_measure(arena, report, 1e-4, 1, device);
  *message = report->last ? report->last->text : "";
  return status;
}

START_TEST(limits_are_found) {
  am_device d;
  const char *message;
  setenv("AUTOMAT_FAKE_CUDA", _i ? "devices=3 memory=8M" : "memory=64M", 1);
  ck_assert_msg(measure(&d, &message) == AM_OK, "%s", message);
  const double numbers[] = {d.fma, d.copy, d.power, d.bus.alone.up,
                            d.bus.alone.down, d.bus.both, d.memory};
  ck_assert_str_eq(d.name, "Fake 0");
  ck_assert_int_eq(d.count, _i ? 3 : 1);
  ck_assert_int_gt(d.multiprocessors, 0);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    ck_assert(numbers[i] > 0 && isfinite(numbers[i]));
}
END_TEST

static const struct {
  const char *machine, *message;
} faults[] = {
    {"devices=0", "CUDA"},
    {"memory=1K", "not enough memory to measure its limits"},
    {"pinned=1K", "not enough memory to measure its limits"},
    {"fail=cuLaunchKernel:3", "cuLaunchKernel"},
    {"fail=cuModuleGetFunction:1", "cuModuleGetFunction"},
    {"lost=60", "Fake 0: "},
};

START_TEST(faults_are_told) {
  am_device d;
  const char *message;
  setenv("AUTOMAT_FAKE_CUDA", faults[_i].machine, 1);
  ck_assert_int_eq(measure(&d, &message), AM_ENVIRONMENT);
  ck_assert_msg(strstr(message, faults[_i].message), "%s: '%s'",
                faults[_i].machine, message);
}
END_TEST

int main(int count, char **arguments) {
  (void)count;
  if (!test_with_fakes()) return test_run_with_fakes(arguments);
  TCase *all = tcase_create("device");
  tcase_add_loop_test(all, limits_are_found, 0, 2);
  tcase_add_loop_test(all, faults_are_told, 0,
                      sizeof faults / sizeof *faults);
  return test_run("bench/device", &all, 1);
}
