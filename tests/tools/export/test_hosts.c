/* covers: host.h, host_generic.h
 *
 * Exported laws, called as by hosts. */
#include "hosts.h"

#include <stdlib.h>

/* Stiffness of isotropic elasticity in Kelvin components */
static double stiffness(int i, int j) {
  double part = i < 3 && j < 3 ? lame() : 0;
  return part + (i == j ? 2 * shear() : 0);
}

/* ---- generic behaviours -------------------------------------------------- */

START_TEST(elasticity_of_given_strains) {
  exported x;
  elastic(&x, NULL);
  for (int h = 0; h < AM_PLANE_STRESS; h++) {
    int n = h == AM_TRIDIMENSIONAL ? 6 : 4;
    generic_call c = new_call(4);
    for (int i = 0; i < n; i++) c.e1[i] = 1e-3 * (i + 1) * (i % 2 ? -1 : 1);
    call_generic(&x, (am_hypothesis)h, &c);
    ck_assert_int_eq(c.status, 1);
    double energy = 0;
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        ck_assert_close(c.K[i * n + j], stiffness(i, j), 1e-12, 1e-9);
        sum += stiffness(i, j) * c.e1[j];
      }
      ck_assert_close(c.stress[i], sum, 1e-12, 1e-12);
      energy += sum * c.e1[i] / 2;
    }
    ck_assert_close(c.stored, energy, 1e-12, 0);
    ck_assert_double_eq(c.dissipated, 0);
  }
  am_arena_free(x.arena);
}
END_TEST

/* A plane hypothesis equals the three-dimensional one without out-of-plane
 * shears. */
START_TEST(planes_are_parts_of_space) {
  exported x;
  export_law(&x, &(exported_as){.material = "norton"});
  generic_call space = new_call(4), plane = new_call(4);
  for (int i = 0; i < 4; i++)
    space.e1[i] = plane.e1[i] = 2e-3 * (i - 1.5);
  call_generic(&x, AM_TRIDIMENSIONAL, &space);
  call_generic(&x, AM_PLANE_STRAIN, &plane);
  ck_assert_int_eq(space.status, 1);
  ck_assert_int_eq(plane.status, 1);
  for (int i = 0; i < 4; i++) {
    ck_assert_double_eq(plane.stress[i], space.stress[i]);
    for (int j = 0; j < 4; j++)
      ck_assert_double_eq(plane.K[4 * i + j], space.K[6 * i + j]);
  }
  ck_assert_double_eq(plane.stored, space.stored);
  ck_assert_double_eq(plane.dissipated, space.dissipated);
  ck_assert_double_gt(plane.dissipated, 0);
  am_arena_free(x.arena);
}
END_TEST

/* A flowing step from a state that has flowed. */
static generic_call flowing(const exported *x, double request) {
  generic_call c = new_call(0), next = new_call(request);
  c.e1[0] = 3e-3, c.e1[1] = -1e-3, c.e1[3] = 2e-3, c.e1[5] = 1e-3;
  call_generic(x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, 1);
  memcpy(next.e0, c.e1, sizeof next.e0);
  memcpy(next.e1, c.e1, sizeof next.e1);
  memcpy(next.before, c.after, sizeof next.before);
  next.e1[0] += 1e-3, next.e1[4] -= 2e-3;
  return next;
}

START_TEST(tangents_are_those_of_differences) {
  exported x;
  export_law(&x, &(exported_as){.material = "michel-suquet",
                                .substeps = 1 + 3 * _i});
  generic_call c = flowing(&x, 4);
  const double step = 1e-8;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  for (int j = 0; j < 6; j++) {
    generic_call up = flowing(&x, 0), down = flowing(&x, 0);
    up.e1[j] += step;
    down.e1[j] -= step;
    call_generic(&x, AM_TRIDIMENSIONAL, &up);
    call_generic(&x, AM_TRIDIMENSIONAL, &down);
    for (int i = 0; i < 6; i++)
      ck_assert_close(c.K[6 * i + j],
                      (up.stress[i] - down.stress[i]) / (2 * step), 1e-7,
                      1e-7 * E);
  }
  am_arena_free(x.arena);
}
END_TEST

/* Equal substeps equal consecutive calls. */
START_TEST(substeps_are_steps) {
  exported one, many;
  export_law(&one, &(exported_as){.material = "michel-suquet"});
  export_law(&many, &(exported_as){.material = "michel-suquet",
                                   .name = "MANY", .substeps = 3});
  generic_call whole = flowing(&one, 4), part = whole;
  call_generic(&many, AM_TRIDIMENSIONAL, &whole);
  ck_assert_int_eq(whole.status, 1);
  part.dt = whole.dt / 3;
  for (int n = 1; n <= 3; n++) {
    for (int i = 0; i < 6; i++)
      part.e1[i] = whole.e0[i] + n / 3.0 * (whole.e1[i] - whole.e0[i]);
    part.request = 0;
    call_generic(&one, AM_TRIDIMENSIONAL, &part);
    ck_assert_int_eq(part.status, 1);
    memcpy(part.e0, part.e1, sizeof part.e0);
    memcpy(part.before, part.after, sizeof part.before);
  }
  for (int i = 0; i < 6; i++)
    ck_assert_close(whole.stress[i], part.stress[i], 1e-13, 1e-11);
  for (int i = 0; i < 7; i++)
    ck_assert_close(whole.after[i], part.after[i], 1e-13, 1e-16);
  am_arena_free(one.arena);
  am_arena_free(many.arena);
}
END_TEST

/* K[0]: requested results, and fields that must not change */
START_TEST(operators_that_are_asked_for) {
  exported x;
  export_law(&x, &(exported_as){.material = "norton"});
  generic_call consistent = flowing(&x, 4), other;
  call_generic(&x, AM_TRIDIMENSIONAL, &consistent);
  static const double asked[] = {2, 3, 104};
  for (int k = 0; k < 3; k++) {
    other = flowing(&x, asked[k]);
    other.density = 4e-9;
    call_generic(&x, AM_TRIDIMENSIONAL, &other);
    ck_assert_int_eq(other.status, 1);
    ck_assert_mem_eq(other.K, consistent.K, sizeof other.K);
    ck_assert_mem_eq(other.stress, consistent.stress, sizeof other.stress);
  }
  ck_assert_double_gt(other.sound, 0);
  /* elastic, after the step */
  other = flowing(&x, 1);
  call_generic(&x, AM_TRIDIMENSIONAL, &other);
  ck_assert_mem_eq(other.stress, consistent.stress, sizeof other.stress);
  double elastic_shear = other.K[35];
  ck_assert_double_gt(elastic_shear, 1.01 * consistent.K[35]);
  ck_assert_close(other.sound, 0, 0, 0);
  /* predictions: only K is written */
  for (int k = 1; k <= 3; k++) {
    other = flowing(&x, -k);
    call_generic(&x, AM_TRIDIMENSIONAL, &other);
    ck_assert_int_eq(other.status, 1);
    ck_assert_close(other.K[35], elastic_shear, 1e-12, 0);
    ck_assert(isnan(other.stress[0]) && isnan(other.after[0]));
  }
  /* no results: K has one number */
  other = flowing(&x, 0);
  call_generic(&x, AM_TRIDIMENSIONAL, &other);
  ck_assert_double_eq(other.K[0], 0);
  ck_assert(isnan(other.K[1]));
  ck_assert_mem_eq(other.stress, consistent.stress, sizeof other.stress);
  am_arena_free(x.arena);
}
END_TEST

START_TEST(failures_leave_everything) {
  exported x;
  export_law(&x, &(exported_as){.material = "norton"});
  generic_call c = new_call(4);
  c.e1[2] = NAN;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, -1);
  ck_assert_str_eq(c.message, "norton: strain, duration, state or properties "
                              "are not finite");
  ck_assert_double_eq(c.rdt, 0.1);
  ck_assert_double_eq(c.K[0], 4);
  ck_assert(isnan(c.K[1]) && isnan(c.stress[0]) && isnan(c.after[0]));
  umat_call u = {.ndi = 3, .nshr = 3, .nstatv = HOST_STATE, .dtime = 1,
                 .dstran = {NAN}};
  call_umat(&x, &u);
  ck_assert_double_eq(u.pnewdt, 0.5);
  ck_assert_double_eq(u.stress[0], 0);
  u.dstran[0] = 0;
  u.nstatv = 1;
  call_umat(&x, &u);
  ck_assert_double_eq(u.pnewdt, 0.5);
  am_arena_free(x.arena);
}
END_TEST

/* ---- parameters ---------------------------------------------------------- */

typedef int set_parameter(const char *name, double value);
typedef void set_policy(int policy);

START_TEST(parameters_and_properties) {
  exported x;
  set_parameter *set;
  set_policy *policy;
  elastic(&x, "E");
  *(void **)&set = am_library_symbol(x.arena, &x.library, "_setParameter");
  *(void **)&policy =
      am_library_symbol(x.arena, &x.library, "_setOutOfBoundsPolicy");
  const double *nu = am_library_symbol(x.arena, &x.library,
                                       "_nu_ParameterDefaultValue");
  const long double *high =
      am_library_symbol(x.arena, &x.library, "_nu_UpperPhysicalBound");
  ck_assert_double_eq(*nu, NU);
  ck_assert_double_lt((double)*high, 0.5);
  ck_assert_double_gt((double)*high, 0.499999);
  ck_assert_int_eq(x.library.property_count, 1);
  ck_assert_str_eq(x.library.properties[0], "E");
  ck_assert_int_eq(set("E", 1), 0);
  ck_assert_int_eq(set("nothing", 1), 0);
  ck_assert_int_eq(set("nu", 0.6), 0);
  ck_assert_int_eq(set("nu", 0), 1);
  generic_call c = new_call(4);
  c.properties[0] = 1000;
  c.e1[0] = 1e-3;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_close(c.stress[0], 1, 1e-12, 0);
  c.properties[0] = -1;
  c.request = 4;
  policy(2);
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, -1);
  ck_assert_str_eq(c.message, "linear-elastic: out of bounds: E");
  am_arena_free(x.arena);
}
END_TEST

/* Two libraries in one process are independent. */
START_TEST(two_laws) {
  exported a, b;
  elastic(&a, NULL);
  export_law(&b, &(exported_as){.material = "norton"});
  generic_call before = flowing(&b, 4), after, c = new_call(4);
  call_generic(&b, AM_TRIDIMENSIONAL, &before);
  c.e1[0] = 1e-3;
  call_generic(&a, AM_TRIDIMENSIONAL, &c);
  ck_assert_close(c.stress[0], stiffness(0, 0) * 1e-3, 1e-12, 0);
  after = flowing(&b, 4);
  call_generic(&b, AM_TRIDIMENSIONAL, &after);
  ck_assert_mem_eq(after.K, before.K, sizeof after.K);
  am_arena_free(a.arena);
  am_arena_free(b.arena);
}
END_TEST

/* Hosts start with zeros: their state is the difference from the initial state
 * of the law, here 0.2, and each member of a list has a name. */
START_TEST(initial_states_and_lists) {
  exported x;
  export_law(
      &x, &(exported_as){.material =
              "material: started\n"
              "parameters: {k: [100, 200]}\n"
              "internal:\n"
              "  x: {type: scalar, count: 2, initial: 0.2}\n"
              "free_energy: \"1/2*(eps : eps) + sum(i, 1, 2, "
              "1/2*k[i]*(tr(eps) - x[i])^2)\"\n"
              "force_potential: \"sum(i, 1, 2, A_x[i]^2/2)\"\n"});
  generic_call c = new_call(4);
  c.dt = 1e-3;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, 1);
  /* x' = -k x from 0.2: x - 0.2 = -0.2 k dt/(1 + k dt) */
  for (int i = 0; i < 2; i++) {
    double kt = (i + 1) * 0.1;
    ck_assert_close(c.after[i], -0.2 * kt / (1 + kt), 1e-12, 0);
  }
  const char *const *names = am_library_symbol(x.arena, &x.library,
                                               "_InternalStateVariables");
  ck_assert_str_eq(names[0], "x_1");
  ck_assert_str_eq(names[1], "x_2");
  am_arena_free(x.arena);
}
END_TEST

/* Temperature given by the host, and missing temperature. */
START_TEST(temperature) {
  exported x;
  export_law(&x, &(exported_as){.material =
                     "material: bar\n"
                     "external: {T: {value: 300, above: 0}, d: 0}\n"
                     "parameters: {k: 100, a: 1e-3}\n"
                     "free_energy: \"k/2*((eps : eps) - 2*a*(T - 300)*tr(eps))"
                     " + d*eps[xy]\"\n"});
  const char *const *names = am_library_symbol(x.arena, &x.library,
                                               "_ExternalStateVariables");
  ck_assert_str_eq(names[0], "d");
  generic_call c = new_call(4);
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, -1);
  ck_assert_str_eq(c.message, "bar: missing or out of bounds: T");
  c = new_call(4);
  c.fields[0] = 310;
  c.fields[1] = 6;
  c.e1[1] = 0.5;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, 1);
  ck_assert_close(c.stress[0], -100*1e-3*10, 1e-12, 0);
  ck_assert_close(c.stress[1], 50 - 1, 1e-12, 0);
  ck_assert_close(c.stress[3], ROOT*3, 1e-12, 0);
  umat_call u = {.ndi = 3, .nshr = 1, .nstatv = 0, .dtime = 1, .temp = 305,
                 .dtemp = 5, .given = true, .predef = 6};
  call_umat(&x, &u);
  ck_assert_double_eq(u.pnewdt, 1);
  ck_assert_close(u.stress[0], -1, 1e-12, 0);
  ck_assert_close(u.stress[3], 3, 1e-12, 0);
  ck_assert_close(u.ddsddt[2], -0.1, 1e-12, 0);
  ck_assert_close(u.ddsddt[3], 0, 0, 1e-15);
  u.given = false;
  call_umat(&x, &u);
  ck_assert_double_eq(u.pnewdt, 0.5);
  am_arena_free(x.arena);
}
END_TEST

/* State after n equal backward Euler steps of a' = a^2 (1 + eps), which have a
 * solution only if they are short; NAN: none. */
static double burst(int n, double duration, double strain) {
  double a = 1, h = duration / n;
  for (int i = 1; i <= n; i++) {
    double k = h * (1 + strain * i / n);
    a = (1 - sqrt(1 - 4 * k * a)) / (2 * k);
  }
  return a;
}

/* A step that fails is repeated with the fewest substeps that succeed. */
START_TEST(failing_steps_are_halved) {
  exported x;
  export_law(&x, &(exported_as){
      .material = "material: burst\n"
                  "internal: {a: {type: scalar, initial: 1}}\n"
                  "free_energy: \"50*(eps : eps) + a*tr(eps)\"\n"
                  "rates: {a: \"a^2*(1 + eps[xx])\"}\n"});
  generic_call c = new_call(4), late = new_call(4);
  const double strain = 0.02, change = 1e-6;
  c.dt = 0.6;
  c.e1[0] = strain;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, 1);
  ck_assert(isnan(burst(4, c.dt, strain)));
  double a = burst(8, c.dt, strain);
  double slope = (burst(8, c.dt, strain + change) -
                  burst(8, c.dt, strain - change)) / (2 * change);
  ck_assert_close(c.after[0], a - 1, 1e-11, 0);
  ck_assert_close(c.stress[0], 100 * strain + a, 1e-11, 0);
  ck_assert_close(c.K[0], 100 + slope, 1e-8, 0);
  ck_assert_close(c.K[6], slope, 1e-7, 0);
  late.dt = 1.1;
  call_generic(&x, AM_TRIDIMENSIONAL, &late);
  ck_assert_int_eq(late.status, -1);
  ck_assert_str_eq(late.message,
                   "burst: the local Newton iteration did not converge; "
                   "halving the substeps 6 times did not help");
  am_arena_free(x.arena);
}
END_TEST

/* A step that fails is written as a case, which fails in `automat run`. */
START_TEST(failing_steps_are_written) {
  exported x;
  static const char law[] =
      "material: logarithm\n"
      "parameters: {k: [2], m: 1}\n"
      "internal: {a: {type: deviatoric}, b: {type: scalar, count: 2}}\n"
      "free_energy: \"k[1]*(eps : eps) - log(1 + tr(eps)) + tr(eps) + "
      "(a : a) + b[1]^2 + b[2]^2\"\n"
      "force_potential: \"(A_a : A_a) + A_b[1]^2 + A_b[2]^2\"\n";
  char folder[] = "/tmp/automat-dump-XXXXXX";
  ck_assert_ptr_nonnull(mkdtemp(folder));
  setenv("AUTOMAT_DUMP", folder, 1);
  export_law(&x, &(exported_as){.material = law});
  const char *material = am_format(x.arena, "%s/law.yaml", folder);
  const char *dump = am_format(x.arena, "%s/LOGARITHM-%d-1.yaml", folder,
                               (int)getpid());
  FILE *out = fopen(material, "w");
  fputs(law, out);
  fclose(out);
  generic_call c = new_call(4);
  c.e1[0] = -2;
  c.before[6] = 0.5;
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  ck_assert_int_eq(c.status, -1);
  ck_assert_str_eq(c.message, "logarithm: the state is not finite; halving the "
                              "substeps 6 times did not help");
  ck_assert_int_eq(access(dump, R_OK), 0);
  const char *automat = getenv("AUTOMAT");
  const char *command = am_format(
      x.arena, "%s run %s --set material=%s 2>%s/said >/dev/null",
      automat ? automat : "automat", dump, material, folder);
  ck_assert_int_eq(WEXITSTATUS(system(command)), 1);
  ck_assert_int_eq(
      system(am_format(x.arena, "grep -q 'loading step 1, to time 1, failed' "
                       "%s/said && grep -q 'b: .0.5, 0.' %s", folder, dump)),
      0);
  /* under plane stress, with stresses instead of the free components */
  call_generic(&x, AM_PLANE_STRESS, &c);
  ck_assert_int_eq(c.status, -1);
  ck_assert_int_eq(
      system(am_format(x.arena, "grep -q '  - .*{xx: -2, yy: 0, xy: 0}, "
                       "stress: {zz: 0, yz: 0, xz: 0}' %s/*-2.yaml", folder)),
      0);
  ck_assert_int_eq(system(am_format(x.arena, "rm -r %s", folder)), 0);
  am_arena_free(x.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("hosts");
  tcase_add_test(tcase, elasticity_of_given_strains);
  tcase_add_test(tcase, planes_are_parts_of_space);
  tcase_add_loop_test(tcase, tangents_are_those_of_differences, 0, 2);
  tcase_add_test(tcase, substeps_are_steps);
  tcase_add_test(tcase, operators_that_are_asked_for);
  tcase_add_test(tcase, failures_leave_everything);
  tcase_add_test(tcase, parameters_and_properties);
  tcase_add_test(tcase, two_laws);
  tcase_add_test(tcase, initial_states_and_lists);
  tcase_add_test(tcase, temperature);
  tcase_add_test(tcase, failing_steps_are_halved);
  tcase_add_test(tcase, failing_steps_are_written);
  return test_run("export/hosts", &tcase, 1);
}
