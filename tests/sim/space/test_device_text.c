/* covers: kernels.h
 *
 * Kernels of a volume element compile; skipped without NVRTC. */
#include "cuda/parts.h"
#include "space/voxels.h"
#include "support.h"

/* Memory that NVRTC keeps until the end is not a leak of the program, and the
 * leak sanitizer sometimes crashes because of NVRTC's threads. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "detect_leaks=0"; }

START_TEST(text_compiles) {
  static const int architectures[] = {80, 90};
  am_arena *arena = test_arena();
  am_cuda_object object = {0};
  ck_assert(!am_arena_recover(arena));
  am_report *report = am_report_new(arena);
  am_status status =
      am_cuda_compile(arena, report, am_device_text(arena),
                      architectures[_i], &object);
  ck_assert_msg(status == AM_OK, "%s", report->first->text);
  ck_assert_uint_gt(object.size, 1000);
  am_arena_free(arena);
}
END_TEST

int main(void) {
  const char *version;
  am_arena *arena = am_arena_new();
  if (!arena || am_arena_recover(arena)) return 99;
  am_report *report = am_report_new(arena);
  if (am_cuda_compiler(arena, report, &version) != AM_OK) {
    printf("skipped: %s\n", report->last->text);
    return 77;
  }
  am_arena_free(arena);
  TCase *compiles = tcase_create("compiles");
  tcase_add_loop_test(compiles, text_compiles, 0, 2);
  return test_run("space/device text", &compiles, 1);
}
