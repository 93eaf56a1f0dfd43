/* covers: engine, advance, worker
 *
 * The engine cuda on emulated libraries: kernels compiled for the host, in a
 * grid loop; several devices and little memory. */
#include "cuda/fakes.h"
#include "tests/cuda/checks.h"

static void set_machine(const char *words) {
  setenv("AUTOMAT_FAKE_CUDA", words, 1);
}

/* Devices share a batch, also with little memory. */
START_TEST(machines_do_not_matter) {
  static const char *const machines[] = {
      "devices=2", "devices=3 memory=16M", "memory=24M", "pinned=1K"};
  setting s = open_setting(streamed[_i % 2]);
  batch one = new_batch(&s, "cuda", program_of(&s, "cuda"), s.arena, PLAIN,
                        COUNT);
  walk(&one, 2);
  set_machine(machines[_i / 2]);
  for (int m = 0; m < MEMORIES; m++) {
    am_arena *own = test_arena();
    ck_assert(!am_arena_recover(own));
    am_engine_program *program = program_in(&s, own, "cuda");
    program->chosen = 20;
    batch b = new_batch(&s, "cuda", program, own, (memory)m, COUNT);
    walk(&b, 2);
    compare_given(&b, &one);
    am_arena_free(own);
  }
  am_arena_free(s.arena);
}
END_TEST

int main(int count, char **arguments) {
  (void)count;
  if (!test_with_fakes()) return test_run_with_fakes(arguments);
  TCase *cases[GROUPS];
  add_checks(cases);
  tcase_add_loop_test(cases[GROUPS - 1], machines_do_not_matter, 0, 8);
  return test_run("cuda/emulation", cases, GROUPS);
}
