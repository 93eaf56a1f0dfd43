/* The engine cuda on the GPUs of this host; skipped without a GPU. */
#include "tests/cuda/checks.h"

int main(void) {
  const char *what;
  am_arena *arena = am_arena_new();
  if (!arena || am_arena_recover(arena)) return 99;
  am_report *report = am_report_new(arena);
  bool here = am_engine_cuda.place(arena, report, &what) == AM_OK;
  printf("%s%s\n", here ? "" : "skipped: ", here ? what : report->last->text);
  am_arena_free(arena);
  if (!here) return 77;
  setenv("CK_FORK", "no", 1); /* a driver does not survive a fork */
  TCase *cases[GROUPS];
  add_checks(cases);
  return test_run("cuda/device", cases, GROUPS);
}
