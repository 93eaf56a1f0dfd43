/* Narrow features of an external field: random peaks, pulses, jumps and dips
 * within a single loading step, against closed forms.
 *
 * A bar is held in shear. With the creep potential (mises^3)/3 a g(T), 1/mises
 * = 1/mises_0 + 3 mu a I, where I is the integral of g over time; with a yield
 * stress that dips, the smallest yield stress remains. */
#include <math.h>

#include "engine/parts.h"
#include "tests/core/engine/points.h"

#define MU (200e3 / 2.6)
#define DURATION 1000
#define SHEAR 1e-3
#define START (1.7320508075688772 * 2 * MU * SHEAR)
#define PI 3.14159265358979323846

/* A function of the field, which goes from 0 to 1, with its place c and width
 * w, %1$.17g and %2$.17g; its integral. */
typedef struct {
  const char *name, *text;
  double (*integral)(double c, double w);
} feature;

static double gauss(double c, double w) {
  return 0.5 * w * sqrt(PI) * (erf((1 - c) / w) + erf(c / w));
}

static double lorentz(double c, double w) {
  return w * (atan((1 - c) / w) + atan(c / w));
}

static double pulse(double c, double w) { return fmin(1, c + w) - c; }

static double square(double c, double w) {
  return fmin(1, c + w) - fmax(0, c - w);
}

static double log_cosh(double x) {
  return fabs(x) + log1p(exp(-2 * fabs(x))) - log(2);
}

static double rise(double c, double w) {
  return 0.5 + 0.5 * w * (log_cosh((1 - c) / w) - log_cosh(c / w));
}

static double drop(double c, double w) { return 1 - rise(c, w); }

static double decay(double c, double w) {
  (void)c;
  return w * (1 - exp(-1 / w));
}

static const feature features[] = {
    {"gauss", "exp(-((T - %1$.17g)/%2$.17g)^2)", gauss},
    {"lorentz", "(1/(1 + ((T - %1$.17g)/%2$.17g)^2))", lorentz},
    {"pulse", "(step(T - %1$.17g)*step(%1$.17g + %2$.17g - T))", pulse},
    {"square", "if((T - %1$.17g)^2 < %2$.17g^2, 1, 0)", square},
    {"rise", "(0.5 + 0.5*tanh((T - %1$.17g)/%2$.17g))", rise},
    {"drop", "(0.5 - 0.5*tanh((T - %1$.17g)/%2$.17g))", drop},
    {"decay", "exp(-(T + 0*%1$.17g)/%2$.17g)", decay}};

static const char law[] =
    "material: m\nunits: {stress: MPa, time: s}\n"
    "parameters:\n  mu: %.17g\n"
    "  up: {value: [[0, 1], [0.2, 3], [0.7, 4], [0.8, 9]], kind: table}\n"
    "  dip: {value: [[0, 1], [0.4, 1], [0.5, 0.2], [0.6, 1]], kind: table}\n"
    "external: {T: {value: 0}}\n"
    "internal: {eps_p: deviatoric}\n"
    "free_energy: |\n  e = eps - eps_p\n  %.17g*tr(e)^2 + mu*(e : e)\n%s\n";

static double mises_after(const am_engine *engine, const char *scheme,
                          const char *dissipation) {
  char text[2000];
  double strain[6] = {0, 0, 0, SHEAR, 0, 0}, tensor[6];
  snprintf(text, sizeof text, law, MU, 115e3, dissipation);
  setup s = {.material = text, .solver = solver_of(scheme)};
  s.solver.tangent = false;
  s.solver.rtol = 1e-4;
  point p = point_open(engine, &s);
  ck_assert_int_eq(point_strain(&p, 0, strain), AM_POINT_GOOD);
  point_accept(&p);
  p.step.external1[0] = 1;
  ck_assert_msg(point_strain(&p, DURATION, strain) == AM_POINT_GOOD,
                "%s, %s", scheme, dissipation);
  am_basis_to_tensor(p.step.stress, tensor);
  point_close(&p);
  return sqrt(3) * tensor[3];
}

/* From 0 to 1. */
static double random_number(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static double random_place(uint64_t *seed) {
  return 0.01 + 0.98 * random_number(seed);
}

/* From 1e-3.5 to 1e-0.5. */
static double random_width(uint64_t *seed) {
  return pow(10, -3.5 + 3 * random_number(seed));
}

static int tries(void) { return getenv("AUTOMAT_LONG_TESTS") ? 200 : 12; }

START_TEST(creep_in_a_narrow_range) {
  static const char *const schemes[] = {
      "auto", "ode23", "ode45", "ode23s", "rodas4",
      "implicit-euler-adaptive"};
  const feature *f = &features[_i];
  uint64_t seed = 7 + (uint64_t)_i;
  for (int n = 0; n < tries(); n++) {
    double c = random_place(&seed), w = random_width(&seed);
    double integral = DURATION * f->integral(c, w);
    double a = (0.3 + 4 * random_number(&seed)) / (3 * MU * START * integral);
    double right = 1 / (1 / START + 3 * MU * a * integral);
    char g[300], psi[500];
    snprintf(g, sizeof g, f->text, c, w);
    snprintf(psi, sizeof psi,
             "force_potential: \"%.17g*%s/3*mises(A_eps_p)^3\"", a, g);
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++) {
      double found = mises_after(&am_engine_interp, schemes[k], psi);
      ck_assert_msg(fabs(found - right) < 0.02 * START,
                    "%s at %g, width %g, by %s: %g instead of %g", f->name, c,
                    w, schemes[k], found, right);
    }
  }
}
END_TEST

/* The least yield stress counts, however short it lasts. */
START_TEST(dip_of_the_yield_stress) {
  uint64_t seed = 31;
  for (int n = 0; n < tries(); n++) {
    double c = 0.3 + 0.69 * random_number(&seed);
    double w = 0.3 * random_width(&seed);
    double least = 300 * (0.1 + 0.7 * random_number(&seed));
    char domains[2][500];
    snprintf(domains[0], sizeof domains[0],
             "elastic_domain: {f: \"mises(A_eps_p) - 300 + "
             "%.17g*exp(-((T - %.17g)/%.17g)^2)\"}",
             300 - least, c, w);
    snprintf(domains[1], sizeof domains[1],
             "elastic_domain: {f: \"mises(A_eps_p) - 300 + "
             "%.17g*pos(1 - abs(T - %.17g)/%.17g)\"}",
             300 - least, c, w);
    for (int k = 0; k < 2; k++) {
      double found = mises_after(&am_engine_interp, "auto", domains[k]);
      ck_assert_msg(fabs(found - fmin(least, START)) < 0.002 * START,
                    "%s: %g", domains[k], found);
    }
  }
}
END_TEST

/* Points of one call that pass a peak at different times, and one that does not
 * reach it: each gives the result of a separate call. */
START_TEST(points_of_their_own) {
  enum { POINTS = 5 };
  static const double ends[POINTS] = {0.2, 0.7, 0.7, 1, 3};
  const am_engine *engine = am_engines(&(size_t){0})[_i];
  char psi[300], text[2000];
  snprintf(psi, sizeof psi,
           "force_potential: \"%.17g*exp(-((T - 0.4)/1e-3)^2)*"
           "mises(A_eps_p)^3\"",
           1 / (MU * START * DURATION * 1e-3));
  snprintf(text, sizeof text, law, MU, 115e3, psi);
  setup s = {.material = text, .solver = solver_of("auto")};
  point p = point_open(engine, &s);
  double alone[POINTS], strain[6] = {0, 0, 0, SHEAR, 0, 0};
  int components[AM_FIELD_COUNT];
  am_field_components(p.law, 6, components);
  am_fields f = am_fields_new(p.arena, components, AM_FIELDS_REQUIRED, POINTS);
  double *external = am_field_get(&f, AM_FIELD_external1);
  double *target = am_field_get(&f, AM_FIELD_target);
  double *strain0 = am_field_get(&f, AM_FIELD_strain0);
  f.duration = DURATION;
  am_basis_from_tensor(strain, p.step.strain0);
  for (int i = 0; i < POINTS; i++) {
    p.step.external1[0] = external[i] = ends[i];
    target[3 * POINTS + i] = SHEAR;
    for (int k = 0; k < 6; k++)
      strain0[k * POINTS + i] = p.step.strain0[k];
    ck_assert_int_eq(point_strain(&p, DURATION, strain), AM_POINT_GOOD);
    alone[i] = p.step.stress[3];
  }
  am_engine_advance(p.program, &f, POINTS);
  for (int i = 0; i < POINTS; i++)
    ck_assert_double_eq(f.stress[3 * POINTS + i], alone[i]);
  ck_assert_double_eq(alone[1], alone[2]);
  ck_assert_double_gt(alone[0], 2 * alone[1]);
  ck_assert_double_gt(alone[3], 1.01 * alone[1]);
  ck_assert_double_gt(alone[4], 1.01 * alone[3]);
  point_close(&p);
}
END_TEST

/* ---- times of breaks ----------------------------------------------------- */

/* Times; NAN: any time. count -1: no terms. */
static void expect_breaks(const char *text, int count, const double *times) {
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  char psi[1000], all[2000];
  am_material *material;
  am_law *made;
  double found[AM_BREAKS], from = 0, to = 1;
  am_solver solver = solver_of("ode23");
  ck_assert(!am_arena_recover(arena));
  snprintf(psi, sizeof psi, "force_potential: \"%s*mises(A_eps_p)^3\"", text);
  snprintf(all, sizeof all, law, MU, 115e3, psi);
  ck_assert_msg(read_material(arena, report, all, &material) == AM_OK,
                "%s: %s", text, first_message(arena, report));
  ck_assert_int_eq(am_law_new(arena, report, material,
                               &(am_law_choice){.strategy = solver.strategy},
                               &made),
                   AM_OK);
  am_breaks *breaks = am_breaks_new(arena, made, &solver);
  if (count < 0) ck_assert_ptr_null(breaks);
  if (count < 0) goto end;
  am_breaks_find(breaks, made->parameters, 1, &from, &to, found);
  for (int i = 0; i < count; i++)
    ck_assert_msg(!(fabs(found[i] - times[i]) >= 1e-7), "%s: %.12g", text,
                  found[i]);
  ck_assert_msg(found[count] == 0, "%s: %.12g", text, found[count]);
  /* Nothing happens while the field is constant. */
  am_breaks_find(breaks, made->parameters, 1, &to, &to, found);
  ck_assert_double_eq(found[0], 0);
end:
  am_arena_free(arena);
}

START_TEST(places) {
  /* Monotone terms need no breaks. */
  expect_breaks("1e-9*(1 + 2*T)", -1, NULL);
  expect_breaks("1e-9", -1, NULL);
  expect_breaks("exp(-9/(1 + T))", 0, NULL);
  expect_breaks("(1 + T^3)", 0, NULL);
  expect_breaks("(T^3/3 - T^2/2 + 0.3*T + 1)", 0, NULL);
  expect_breaks("pos(T - 0.6)", 0, NULL);
  expect_breaks("interpolate(T, up)", 0, NULL);
  /* Peaks of any width, several of them, dips. */
  expect_breaks("exp(-((T - 0.3)/1e-7)^2)", 1, (double[]){0.3});
  expect_breaks("(exp(-((T - 0.3)/1e-3)^2) + exp(-((T - 0.71)/1e-5)^2))", 5,
                (double[]){0.3, NAN, NAN, 0.71, NAN});
  expect_breaks("(1.5 - sin(5*3.14159265358979323846*T))", 5,
                (double[]){0.1, 0.3, 0.5, 0.7, 0.9});
  expect_breaks("interpolate(T, dip)", 2, (double[]){0.5, NAN});
  /* A change that is over before the middle. */
  expect_breaks("exp(-T/1e-2)", 1, (double[]){0.01 * log(2)});
  expect_breaks("if(T < 0.3, 1, 2)", 1, (double[]){0.3});
  expect_breaks("if(T < 0.7, 1, 2)", 0, NULL);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("breaks");
  tcase_add_loop_test(tcase, creep_in_a_narrow_range, 0,
                      sizeof features / sizeof *features);
  tcase_add_test(tcase, dip_of_the_yield_stress);
  tcase_add_loop_test(tcase, points_of_their_own, 0, 2);
  tcase_add_test(tcase, places);
  return test_run("breaks", &tcase, 1);
}
