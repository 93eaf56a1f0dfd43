/* Tests of bench/machine.c and bench/vectors.c: limits of the machine are
 * consistent numbers, of any size. */
#include "bench/bench.h"
#include "tests/support.h"

START_TEST(limits_are_there) {
  am_arena *arena = test_arena();
  am_machine machine;
  am_machine_measure(arena, 2, 1e-4, 1, &machine);
  const double limits[] = {machine.fma_core,  machine.fma_total,
                           machine.copy_core, machine.copy_total,
                           machine.power};
  for (int i = 0; i < 5; i++) {
    ck_assert(isfinite(limits[i]));
    ck_assert_double_gt(limits[i], 0);
  }
  ck_assert_int_eq(machine.threads, 2);
  ck_assert_int_ge(machine.lanes, 1);
}
END_TEST

START_TEST(processor_has_a_name) {
  ck_assert(*am_processor_name(test_arena()) != '\0');
}
END_TEST

/* x = x/2 + 1/4 goes to 1/2 in all chains of all lanes. */
START_TEST(multiply_converges) {
  const am_vectors *vectors = am_vectors_widest();
  double chains = AM_CHAINS * vectors->lanes;
  ck_assert_close(vectors->multiply(200), 0.5 * chains, 1e-14, 0);
}
END_TEST

static void check_powers(void *power) {
  const am_vectors *vectors = am_vectors_widest();
  double x[64], p[64], y[64];
  for (int i = 0; i < 64; i++) {
    x[i] = 0.1 + 0.05 * i;
    p[i] = 3 - 0.1 * i;
  }
  vectors->raise(power, x, p, y, 64);
  for (int i = 0; i < 64; i++)
    ck_assert_close(y[i], pow(x[i], p[i]), 1e-14, 0);
}

START_TEST(powers_are_powers) {
  check_powers(am_vectors_power(am_vectors_widest()));
  check_powers(NULL);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("machine");
  tcase_add_test(all, limits_are_there);
  tcase_add_test(all, processor_has_a_name);
  tcase_add_test(all, multiply_converges);
  tcase_add_test(all, powers_are_powers);
  return test_run("bench/machine", &all, 1);
}
