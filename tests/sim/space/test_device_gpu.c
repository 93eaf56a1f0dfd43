/* covers: device
 *
 * The space on a GPU of this host; skipped without a GPU. */
#include "base/process.h"
#include "device_checks.h"

enum { SIDE = 150, FINE = 4, ROUGH = 8, ITERATIONS = 40 };

/* A phase of about a tenth of the voxels, arranged in balls. */
static void put_balls(element *e) {
  enum { PERIOD = 25, DIAMETER = 14 };
  long place = 0;
  for (int k = 0; k < SIDE; k++)
    for (int j = 0; j < SIDE; j++)
      for (int i = 0; i < SIDE; i++) {
        int x = 2 * (i % PERIOD) - PERIOD + 1;
        int y = 2 * (j % PERIOD) - PERIOD + 1;
        int z = 2 * (k % PERIOD) - PERIOD + 1;
        e->micro->labels[place++] = x * x + y * y + z * z < DIAMETER * DIAMETER;
      }
}

/* Vector operations of an iteration with Anderson acceleration, with a history
 * in single precision */
static void iterate_once(am_space *s, am_vector *const *fine,
                         am_vector *const *rough, int n) {
  const am_vector *all[ROUGH + 2];
  double c[ROUGH + 2], products[ROUGH + 2];
  am_response response;
  am_vector *u = fine[0], *g = fine[1];
  am_space_respond(s, &span, u, g, &response);
  ck_assert_msg(response.status == AM_POINT_GOOD, "%s", s->failure);
  for (int i = 0; i < ROUGH; i++) {
    all[i + 2] = rough[i];
    c[i + 2] = 1e-9;
  }
  am_space_dots(s, g, ROUGH, all + 2, products);
  am_space_combine(s, rough[n % ROUGH], 2, (const double[]){1, -1},
                   (const am_vector *const[]){g, fine[2]});
  am_space_copy(s, fine[2], g);
  all[0] = u, all[1] = g;
  c[0] = 1, c[1] = -1;
  am_space_combine(s, u, ROUGH / 2 + 2, c, all);
}

static void tell(const am_space *s, double seconds) {
  am_space_account a = s->account;
  printf("%d^3 voxels: %.3g ms per iteration, of which laws %.3g, transforms "
         "%.3g, the rest %.3g on the device; %.3g GB\n",
         SIDE, 1e3 * seconds / ITERATIONS,
         1e3 * a.times[AM_CELL_TIME_LAW] / ITERATIONS,
         1e3 * a.times[AM_CELL_TIME_TRANSFORMS] / ITERATIONS,
         1e3 * a.times[AM_CELL_TIME_REST] / ITERATIONS,
         1e-9 * a.bytes);
  ck_assert_double_lt(a.bytes, 2e9);
}

/* The size of the volume element of the paper; the speed is only printed. */
START_TEST(large_cells_fit) {
  element e = new_element((const int[]){SIDE, SIDE, SIDE}, NULL);
  am_space *s;
  am_vector *fine[FINE], *rough[ROUGH];
  put_balls(&e);
  must_make(&e, case_text(&e, 0, "michel-suquet"));
  am_status status = am_space_open(e.arena, e.report, e.cell, 1, &s);
  for (int i = 0; status == AM_OK && i < FINE + ROUGH; i++)
    status = am_space_vector(s, e.report, i >= FINE,
                             i < FINE ? &fine[i] : &rough[i - FINE]);
  ck_assert_msg(status == AM_OK, "%s", told(&e));
  am_space_set_reference(s, lambda0, mu0);
  memcpy(fine[0]->mean, strain, sizeof strain);
  double start = am_clock();
  for (int n = 0; n < ITERATIONS; n++) iterate_once(s, fine, rough, n);
  tell(s, am_clock() - start);
  am_arena_free(e.arena);
}
END_TEST

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
  TCase *large = tcase_create("large");
  tcase_add_test(large, large_cells_fit);
  return test_run("homogenization/GPU",
                  (TCase *const[]){device_checks(), large}, 2);
}
