/* covers: host
 *
 * The space of the host on elastic cells: closed forms and results of an
 * independent program. */
#include "spaces.h"

/* Conjugate gradients for g(u) = 0 of an elastic cell at a given mean strain:
 * remaining divergence relative to the mean stress. */
static double equilibrate(const opened *o, am_vector *u,
                          am_response *response) {
  am_space *s = o->space;
  am_vector *r = new_vector(o, false), *p = new_vector(o, false);
  am_vector *Ap = new_vector(o, false);
  const am_vector *const rp[] = {r, p}, *const up[] = {u, p};
  double before = 1, now, curvature;
  am_space_respond(s, &span, u, r, response);
  for (int n = 0; n < 60; n++) {
    am_response along;
    if (response->divergence < 1e-13 * size_of(response->stress)) break;
    am_space_dots(s, r, 1, rp, &now);
    am_space_combine(s, p, 2, (double[]){-1, n ? now / before : 0}, rp);
    before = now;
    am_space_respond(s, &span, p, Ap, &along);
    am_space_dots(s, p, 1, (const am_vector *const[]){Ap}, &curvature);
    am_space_combine(s, u, 2, (double[]){1, now / curvature}, up);
    am_space_respond(s, &span, u, r, response);
  }
  return response->divergence / size_of(response->stress);
}

/* Column `c` of the effective stiffness, tensor components. */
static void column_of(const opened *o, int c, double *column) {
  am_response response;
  am_vector *u = new_vector(o, false);
  double strain = 1e-3;
  u->mean[c] = c < 3 ? strain : sqrt(2) * strain;
  ck_assert(equilibrate(o, u, &response) < 1e-11);
  for (int i = 0; i < 6; i++)
    column[i] = response.stress[i] /
                (i < 3 ? strain : sqrt(2) * strain) /
                (c < 3 ? 1 : 2);
}

START_TEST(laminate_follows_its_closed_form) {
  static const char *const texts[] = {"fourier", "rotated"};
  double column[6];
  element e = new_cube(15);
  put_layers(&e, 3);
  opened o = open_space(
      e,
      am_format(e.arena, TWO_ELASTIC "homogenization: {discretization: %s}\n",
                texts[_i]),
      0);
  column_of(&o, 0, column);
  ck_assert_close(column[0], 96407.36143531126, 1e-12, 0);
  ck_assert_close(column[1], 44414.53566621803, 1e-12, 0);
  ck_assert_close(column[2], 44414.53566621803, 1e-12, 0);
  column_of(&o, 1, column);
  ck_assert_close(column[1], 133838.79618292028, 1e-12, 0);
  ck_assert_close(column[2], 52756.08941600399, 1e-12, 0);
  column_of(&o, 3, column);
  ck_assert_close(column[3], 40541.35338345864, 1e-12, 0);
  column_of(&o, 4, column);
  ck_assert_close(column[4], 24778.495269559986, 1e-12, 0);
}
END_TEST

/* Results of an independent program. */
static const struct {
  const char *scheme;
  int n;
  double C11, C12, C44;
} spheres[] = {
    {"fourier", 15, 92280.78641995575, 43408.38401463028, 23919.46442203664},
    {"rotated", 15, 92452.29680437368, 43338.82254581745, 23886.07814571518},
    {"rotated", 16, 92958.59187345215, 43431.67052259067, 23999.909307321846},
    {"fourier", 16, 92896.42926580075, 43550.93636254355, 24074.5181557612},
};

START_TEST(sphere_agrees_with_an_independent_program) {
  double column[6];
  element e = new_cube(spheres[_i].n);
  put_sphere(&e);
  opened o = open_space(
      e,
      am_format(e.arena, TWO_ELASTIC "homogenization: {discretization: %s}\n",
                spheres[_i].scheme),
      0);
  column_of(&o, 0, column);
  ck_assert_close(column[0], spheres[_i].C11, 1e-10, 0);
  ck_assert_close(column[1], spheres[_i].C12, 1e-10, 0);
  column_of(&o, 3, column);
  ck_assert_close(column[3], spheres[_i].C44, 1e-10, 0);
}
END_TEST

/* Responses of the basic scheme u <- u - g until the divergence relative to the
 * mean stress is small, from a constant field; of the same program. */
static const struct {
  const char *scheme;
  int n, layers, coarse, fine;
} iterations[] = {
    {"fourier", 15, 3, 15, 22},
    {"rotated", 15, 3, 15, 22},
    {"fourier", 15, 0, 29, 48},
    {"rotated", 15, 0, 26, 44},
    {"rotated", 16, 0, 27, 45},
};

static int count_basic(const opened *o, double tolerance) {
  am_space *s = o->space;
  am_vector *u = new_vector(o, false), *g = new_vector(o, false);
  const am_vector *const ug[] = {u, g};
  am_response r;
  u->mean[0] = 1e-3;
  for (int n = 0; n < 100; n++) {
    am_space_respond(s, &span, u, g, &r);
    if (r.divergence <= tolerance * size_of(r.stress)) return n;
    am_space_combine(s, u, 2, (double[]){1, -1}, ug);
  }
  return -1;
}

START_TEST(the_basic_scheme_converges_as_elsewhere) {
  element e = new_cube(iterations[_i].n);
  if (iterations[_i].layers)
    put_layers(&e, iterations[_i].layers);
  else
    put_sphere(&e);
  opened o = open_space(
      e,
      am_format(e.arena, TWO_ELASTIC "homogenization: {discretization: %s}\n",
                iterations[_i].scheme),
      0);
  ck_assert_int_eq(count_basic(&o, 1e-5), iterations[_i].coarse);
  ck_assert_int_eq(count_basic(&o, 1e-8), iterations[_i].fine);
}
END_TEST

int main(void) {
  TCase *elastic = tcase_create("elastic");
  tcase_add_loop_test(elastic, laminate_follows_its_closed_form, 0, 2);
  tcase_add_loop_test(elastic, sphere_agrees_with_an_independent_program, 0,
                      4);
  tcase_add_loop_test(elastic, the_basic_scheme_converges_as_elsewhere, 0,
                      5);
  return test_run("host_elastic", (TCase *const[]){elastic}, 1);
}
