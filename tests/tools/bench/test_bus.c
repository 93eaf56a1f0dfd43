/* covers: device
 *
 * Tests of the bounds of a bus in bench/device.c. */
#include "bench/bench.h"
#include "tests/support.h"

/* Speed 50 for each direction alone, 80 in total for both at once. */
static const am_transfer_speed bus = {{50, 50}, 80};

static const struct {
  am_traffic bytes;
  double bound; /* by hand */
} cases[] = {
    {{0, 0}, 0},     {{100, 0}, 2},    {{0, 100}, 2}, /* one way alone */
    {{100, 60}, 2},                    /* 160/80: both limits meet */
    {{100, 20}, 2},                    /* the larger way */
    {{100, 100}, 2.5}, {{80, 90}, 2.125}, /* both ways at once */
};

START_TEST(the_slowest_limit_holds) {
  ck_assert_close(am_transfer_bound(&bus, cases[_i].bytes), cases[_i].bound,
                  1e-15, 0);
}
END_TEST

/* Published figures: 152 bytes up and 104 down at 55.5 GB/s each way and 102
 * GB/s both ways make 362 to 366 million points a second, and with 288 more
 * down 140. */
START_TEST(evaluations_of_a_known_bus) {
  const am_transfer_speed known = {{55.5e9, 55.5e9}, 102e9};
  ck_assert_close(1 / am_transfer_bound(&known, (am_traffic){152, 104}), 365e6,
                  0.01, 0);
  ck_assert_close(1 / am_transfer_bound(&known, (am_traffic){152, 392}), 141e6,
                  0.01, 0);
}
END_TEST

/* A part takes at most the time of the whole, and at least its share of this
 * time. */
START_TEST(bounds_add_up) {
  for (double up = 0; up < 200; up += 7)
    for (double down = 0; down < 200; down += 11) {
      double whole = am_transfer_bound(&bus, (am_traffic){up, down});
      double parts = am_transfer_bound(&bus, (am_traffic){up, 0}) +
                     am_transfer_bound(&bus, (am_traffic){0, down});
      double half = am_transfer_bound(&bus, (am_traffic){up / 2, down / 2});
      ck_assert_double_le(whole, parts);
      ck_assert_close(half, whole / 2, 1e-15, 0);
    }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("bus");
  tcase_add_loop_test(all, the_slowest_limit_holds, 0,
                      sizeof cases / sizeof *cases);
  tcase_add_test(all, evaluations_of_a_known_bus);
  tcase_add_test(all, bounds_add_up);
  return test_run("bench/bus", &all, 1);
}
