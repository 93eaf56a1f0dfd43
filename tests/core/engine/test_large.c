/* covers: linear
 *
 * Laws with sixty solved variables, uncoupled or fully coupled. */
#include <unistd.h>

#include "base/text.h"
#include "kernel/plan.h"
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

enum { ELEMENTS = 10, SYSTEMS = 30, STEPS = 4 };

/* Elements in parallel, with algebraic rates. */
#define ELEMENTS_LAW(E, Y, K)                                                 \
  "format: 1\n"                                                               \
  "material: elements\n"                                                      \
  "title: Elastic-viscoplastic elements in parallel\n"                        \
  "source: overlay model, linear viscosity\n"                                 \
  "units: {stress: MPa, time: s}\n"                                           \
  "parameters:\n"                                                             \
  "  nu: {value: 0.3}\n"                                                      \
  "  E: {value: [" E "]}\n"                                                   \
  "  Y: {value: [" Y "]}\n"                                                   \
  "  K: {value: [" K "]}\n"                                                   \
  "internal:\n"                                                               \
  "  eps_p: {type: deviatoric, count: length(E)}\n"                           \
  "  p: {type: scalar, count: length(E)}\n"                                   \
  "definitions: |\n"                                                          \
  "  C = isotropic(nu/((1 + nu)*(1 - 2*nu)), 1/(2*(1 + nu)))\n"               \
  "free_energy: |\n"                                                          \
  "  elastic = sum(k, 1, length(E), E[k]/2*((eps - eps_p[k]) : C : "          \
  "(eps - eps_p[k])))\n"                                                      \
  "  elastic + sum(k, 1, length(E), Y[k]*p[k] + 100*p[k]^2)\n"                \
  "force_potential: sum(k, 1, length(E), pos(mises(A_eps_p[k]) + "            \
  "A_p[k])^2/(2*K[k]))\n"

static const char ten_elements[] =
    ELEMENTS_LAW("1e3, 2e3, 3e3, 4e3, 5e3, 6e3, 7e3, 8e3, 9e3, 1e4",
                 "1, 3, 5, 7, 9, 11, 13, 15, 17, 19",
                 "5, 500, 5, 500, 5, 500, 5, 500, 5, 500");
static const char one_element[] = ELEMENTS_LAW("1e3", "1", "5");

/* Strains at the ends of the steps: there, further, and back. */
static const double way[STEPS][6] = {
    {4e-3, -1e-3, -2e-3, 1e-3, 0, 2e-3},
    {8e-3, -2e-3, -4e-3, 2e-3, 1e-3, 4e-3},
    {7e-3, -2e-3, -3e-3, -1e-3, 1e-3, 4e-3},
    {-2e-3, 1e-3, 3e-3, -1e-3, -3e-3, -2e-3}};

static void step(point *p, int i) {
  ck_assert_int_eq(point_strain(p, 0.5, way[i]), AM_POINT_GOOD);
}

static setup setup_of(const char *material, const char *scheme) {
  setup s = {.material = material, .solver = solver_of(scheme)};
  s.solver.tangent = true;
  s.solver.control = AM_CONTROL_STEP;
  return s;
}

static void check_size(const point *p) {
  ck_assert_int_eq(p->law->ns, 60);
}

static void same(const double *found, const double *expected, int count) {
  for (int i = 0; i < count; i++)
    ck_assert_msg(found[i] == expected[i], "%d: %.17g and %.17g", i, found[i],
                  expected[i]);
}

static const char *const schemes[] = {"implicit-euler", "rodas4"};

/* Under strain control, which is compiled faster. */
static point native_point(const setup *s) {
  const am_engine_options options = {.threads = 1};
  point p = point_open(&am_engine_interp, s);
  p.engine = &am_engine_native;
  ck_assert_int_eq(am_engine_compile(p.arena, p.report, p.engine, p.law,
                                     &s->solver, &options, &p.program),
                   AM_OK);
  return p;
}

START_TEST(native_is_interp) {
  setup s = setup_of(ten_elements, schemes[_i]);
  point a = point_open(&am_engine_interp, &s), b = native_point(&s);
  ck_assert_str_eq(am_engine_of(b.program)->name, "native");
  check_size(&a);
  for (int i = 0; i < STEPS; i++) {
    step(&a, i);
    step(&b, i);
    same(b.step.stress, a.step.stress, 6);
    same(b.step.state, a.step.state, a.law->nx);
    same(b.step.tangent, a.step.tangent, 36);
    same(b.step.derivative, a.step.derivative, 6 * a.law->nx);
    point_accept(&a);
    point_accept(&b);
  }
  point_close(&a);
  point_close(&b);
}
END_TEST

/* Sum over elements with six unknowns each. */
START_TEST(elements_add_up) {
  setup s = setup_of(ten_elements, "implicit-euler");
  setup one = setup_of(one_element, "implicit-euler");
  double stress[STEPS][6] = {{0}}, tangent[STEPS][36] = {{0}};
  for (int k = 0; k < ELEMENTS; k++) {
    am_arena *arena = test_arena();
    one.parameters = am_format(arena, "{E: [%d], Y: [%d], K: [%d]}",
                               1000 * (k + 1), 2 * k + 1, k % 2 ? 500 : 5);
    point p = point_open(&am_engine_interp, &one);
    for (int i = 0; i < STEPS; i++) {
      step(&p, i);
      for (int c = 0; c < 6; c++) stress[i][c] += p.step.stress[c];
      for (int c = 0; c < 36; c++) tangent[i][c] += p.step.tangent[c];
      point_accept(&p);
    }
    point_close(&p);
    am_arena_free(arena);
  }
  point p = point_open(&am_engine_interp, &s);
  for (int i = 0; i < STEPS; i++) {
    step(&p, i);
    for (int c = 0; c < 6; c++)
      ck_assert_close(p.step.stress[c], stress[i][c], 1e-11, 1e-12);
    for (int c = 0; c < 36; c++)
      ck_assert_close(p.step.tangent[c], tangent[i][c], 1e-8, 1e-12);
    point_accept(&p);
  }
  point_close(&p);
}
END_TEST

static void add_vectors(am_buffer *out, const char *name, uint64_t *seed) {
  am_buffer_add(out, "  %s:\n    kind: vector\n    value: [", name);
  for (int i = 0; i < SYSTEMS; i++)
    am_buffer_add(out, "%s[%.17g, %.17g, %.17g]", i ? ", " : "",
                  random_in(seed, -1, 1), random_in(seed, -1, 1),
                  random_in(seed, -1, 1));
  am_buffer_add(out, "]\n");
}

/* A crystal of thirty systems, whose slips are fully coupled, while the
 * accumulated slip of a system is coupled to that system only. */
static const char *thirty_systems(am_arena *arena) {
  am_buffer out = {.arena = arena};
  uint64_t seed = 47;
  am_buffer_add(&out,
                "format: 1\nmaterial: systems\ntitle: Many slip "
                "systems\nsource: crystal viscoplasticity\nunits: {stress: "
                "MPa, time: s}\nparameters:\n  n: {value: 5}\n");
  add_vectors(&out, "normals", &seed);
  add_vectors(&out, "directions", &seed);
  am_buffer_add(
      &out,
      "internal:\n"
      "  g: {type: scalar, count: length(normals)}\n"
      "  q: {type: scalar, count: length(normals)}\n"
      "definitions: |\n"
      "  m[s in 1 .. length(normals)] = dev(symouter(normalize(directions[s]),"
      " normalize(normals[s])))\n"
      "free_energy: |\n"
      "  e = eps - sum(s, 1, length(normals), g[s]*m[s])\n"
      "  hardening = sum(s, 1, length(normals), 60*q[s] + 200*q[s]^2)\n"
      "  5e4*tr(e)^2 + 8e4*(e : e) + sum(s, 1, length(normals), 500*g[s]^2) + "
      "hardening\n"
      "force_potential: sum(s, 1, length(normals), "
      "25/(n + 1)*(pos(abs(A_g[s]) + A_q[s])/25)^(n + 1))\n");
  return out.text;
}

/* sigma at the strain of step i, coordinate c of it changed by h. */
static void changed_stress(const point *from, int i, int c, double h,
                           double *stress) {
  point p = *from;
  double strain[6], coordinates[6];
  am_basis_from_tensor(way[i], coordinates);
  coordinates[c] += h;
  am_basis_to_tensor(coordinates, strain);
  ck_assert_int_eq(point_strain(&p, 0.5, strain), AM_POINT_GOOD);
  memcpy(stress, p.step.stress, sizeof p.step.stress);
}

/* The tangent by central differences. */
static void check_tangent(point *p, int i) {
  double up[6], down[6], h = 1e-8;
  step(p, i);
  for (int c = 0; c < 6; c++) {
    changed_stress(p, i, c, h, up);
    changed_stress(p, i, c, -h, down);
    for (int r = 0; r < 6; r++)
      ck_assert_close(p->step.tangent[r * 6 + c], (up[r] - down[r]) / (2 * h),
                      1, 1e-5);
  }
}

START_TEST(tangent_of_many_systems) {
  am_arena *arena = test_arena();
  setup s = setup_of(thirty_systems(arena), "implicit-euler");
  point p = point_open(&am_engine_interp, &s);
  check_size(&p);
  for (int i = 0; i < STEPS; i++) {
    check_tangent(&p, i);
    step(&p, i);
    point_accept(&p);
  }
  point_close(&p);
  am_arena_free(arena);
}
END_TEST

/* Accumulated slips are eliminated first, each from the row of its system;
 * elements remain systems of six. */
START_TEST(what_stays_zero_is_left_out) {
  am_arena *arena = test_arena();
  const char *laws[] = {thirty_systems(arena), ten_elements};
  int most[] = {30 * 30 + 2 * 30 * 30, 10 * 36};
  for (int i = 0; i < 2; i++) {
    setup s = setup_of(laws[i], "implicit-euler");
    point p = point_open(&am_engine_interp, &s);
    am_plan plan;
    am_plan_new(p.arena, p.law, &s.solver, true, &plan);
    ck_assert(plan.order.sparse);
    ck_assert_int_le(plan.order.places_count, most[i]);
    point_close(&p);
  }
  am_arena_free(arena);
}
END_TEST

static bool has_compiler(void) {
  return !system("cc --version >/dev/null 2>&1");
}

int main(void) {
  TCase *tcase = tcase_create("large");
  char cache[] = "/tmp/automat-test-XXXXXX";
  if (!mkdtemp(cache)) return 99;
  setenv("XDG_CACHE_HOME", cache, 1);
  tcase_add_test(tcase, elements_add_up);
  tcase_add_test(tcase, tangent_of_many_systems);
  tcase_add_test(tcase, what_stays_zero_is_left_out);
  if (has_compiler()) {
    int tested = getenv("AUTOMAT_LONG_TESTS") ? 2 : 1;
    tcase_add_loop_test(tcase, native_is_interp, 0, tested);
  }
  int failed = test_run("large", &tcase, 1);
  char remove[100];
  snprintf(remove, sizeof remove, "rm -rf %s", cache);
  return system(remove) ? 99 : failed;
}
