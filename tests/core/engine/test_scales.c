/* covers: error_norm, newton
 *
 * Results do not depend on the units of stress and time, on the scale of
 * internal variables, or on the form of a yield function, c f^q instead of f.
 * Random steps of laws with factors between 1e-30 and 1e30 against the same
 * steps without factors. */
#include "tests/core/engine/points.h"
#include "tests/graph_tools.h"

/* u, w: units of stress and time; c, d: units of the variables x and of the
 * others; s, q: factor and exponent of the yield function. */
#define FACTORS "u: 1, w: 1, c: 1, d: 1, s: 1, q: 1"
#define ELASTIC "u*(60e3*tr(e)^2 + 80e3*(e : e))"

typedef struct {
  const char *text;
  int surfaces, viscous;
} law_row;

static const law_row laws[] = {
    {"material: hardening\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC " + u*500*(d*p)^2\n"
     "elastic_domain: {y: 's*((mises(A_x)/(c*u))^q"
     " - (150 - A_p/(d*u))^q)'}\n", 1, 0},
    {"material: perfect\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC "\n"
     "elastic_domain: {y: 's*((mises(A_x)/(c*u))^q - 150^q)'}\n", 1, 0},
    {"material: hosford\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC
     " + u*2000*(x : x)*c^2 + u*500*(d*p)^2\n"
     "elastic_domain:\n  y: |\n"
     "    l1 = eigenvalue(A_x, 1)/(c*u)\n    l2 = eigenvalue(A_x, 2)/(c*u)\n"
     "    l3 = eigenvalue(A_x, 3)/(c*u)\n"
     "    h = (((l1 - l2)^6 + (l2 - l3)^6 + (l1 - l3)^6)/2)^(1/6)\n"
     "    s*(h^q - (150 - A_p/(d*u))^q)\n", 1, 0},
    {"material: cone\nparameters: {" FACTORS "}\n"
     "internal: {x: symmetric}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC " + u*1000*c^2*(x : x)\n"
     "elastic_domain:\n"
     "  y: s*((mises(A_x)/(c*u) + 0.3*tr(A_x)/(c*u) + 1000)^q - 1150^q)\n",
     1, 0},
    {"material: recovering\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric, a: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC
     " + u*20e3*d^2*(a : a) + u*50*(d*p + expm1(-10*d*p)/10)\n"
     "elastic_domain:\n  y: |\n"
     "    b = A_a/(d*u)\n"
     "    recovery = 3/(400*2)*(b : b) - 8e6/3*d^2*(a : a)\n"
     "    s*(mises(A_x/(c*u) + b) + A_p/(d*u) + recovery - 150)\n", 0, 0},
    {"material: power\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC " + u*500*(d*p)^2\n"
     "force_potential: |\n"
     "  r = pos(mises(A_x)/(c*u) + A_p/(d*u) - 20)/200\n"
     "  u/w*200/6*r^6\n", 0, 1},
    {"material: creep\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric, a: deviatoric}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC
     " + u*20e3*d^2*(a : a)\n"
     "force_potential: |\n"
     "  u/w*1e-2*(100/9*(mises(A_x/(c*u) + A_a/(d*u))/100)^9"
     " + 10*(mises(A_a)/(d*u)/100)^2)\n", 0, 1},
    {"material: thresholds\nparameters: {" FACTORS "}\n"
     "internal: {x: deviatoric, p: scalar}\n"
     "free_energy: |\n  e = eps - c*x\n  " ELASTIC " + u*500*(d*p)^2\n"
     "force_potential: |\n"
     "  u/w/2e-6*pos(mises(A_x)/(c*u) + A_p/(d*u) - 150)^2/150\n", 0, 1},
};

enum { STEPS = 8, LAWS = sizeof laws / sizeof *laws };

/* Factors of one variant. */
typedef struct {
  double u, w, c, d, s, q;
} factors;

/* A random power of two, which causes no rounding, of at most this number of
 * decades */
static double decades(uint64_t *seed, double most) {
  return exp2(floor(random_in(seed, -most, most) * 3.32));
}

/* Variant i: one kind of factor each, then all at once. */
static factors draw(uint64_t *seed, const law_row *row, int i) {
  factors x = {1, 1, 1, 1, 1, 1};
  int all = i == 5;
  if (i == 0 || all) x.u = decades(seed, all ? 8 : 30);
  if (i == 1 || all) x.w = decades(seed, all ? 8 : 30);
  if (i == 2 || all) x.c = decades(seed, all ? 8 : 30);
  if (i == 3 || all) x.d = decades(seed, all ? 8 : 30);
  if (i == 4) x.s = decades(seed, 30);
  if (row->surfaces && i >= 4) x.q = floor(random_in(seed, 2, 9));
  return x;
}

static point open_variant(const am_engine *engine, const law_row *row,
                          const char *scheme, const factors *x) {
  static char values[400];
  snprintf(values, sizeof values,
           "{u: %.17g, w: %.17g, c: %.17g, d: %.17g, s: %.17g, q: %.17g}",
           x->u, x->w, x->c, x->d, x->s, x->q);
  setup s = {.material = row->text, .parameters = values,
             .solver = solver_of(scheme)};
  return point_open(engine, &s);
}

/* Loading step i of the path; some prescribe stresses. */
static am_point_status move(point *p, uint64_t *seed, const factors *x) {
  static const char *const controls[] = {"eeeeee", "esssss", "esseee"};
  const char *control = controls[(int)random_in(seed, 0, 3)];
  double target[6], size = exp(random_in(seed, log(1e-4), log(1e-2)));
  double duration = exp(random_in(seed, log(1e-2), log(10)));
  for (int i = 0; i < 6; i++) {
    double own = random_in(seed, -1, 1);
    target[i] = control[i] == 's' ? x->u * 40 * own : size * own;
  }
  return point_move(p, duration * x->w, control, target);
}

/* Stress, strain and state after a step, without units. */
static int observe(const point *p, const factors *x, double *seen) {
  int n = 0;
  for (int i = 0; i < 6; i++) seen[n++] = p->step.stress[i] / (150 * x->u);
  for (int i = 0; i < 6; i++) seen[n++] = 1e3 * p->step.strain[i];
  for (int i = 0; i < p->law->count; i++) {
    const am_variable *v = &p->law->variables[i];
    double unit = !strcmp(v->name, "x") ? x->c : x->d;
    for (int j = 0; j < v->size && v->solved && strcmp(v->name, "y"); j++)
      seen[n++] = 1e3 * unit * p->step.state[v->offset + j];
  }
  return n;
}

static void compare(const law_row *row, const am_engine *engine,
                    const char *scheme, int variant, double tolerance) {
  static const factors none = {1, 1, 1, 1, 1, 1};
  uint64_t seed = 17 + 100 * (uint64_t)variant;
  factors x = draw(&seed, row, variant);
  point a = open_variant(engine, row, scheme, &none);
  point b = open_variant(engine, row, scheme, &x);
  double seen[60], other[60], scale = 1;
  for (int i = 0; i < STEPS; i++) {
    uint64_t start = seed;
    am_point_status status = move(&a, &seed, &none);
    seed = start;
    am_point_status scaled = move(&b, &seed, &x);
    ck_assert_msg(scaled == status, "%s %s %d step %d: %s, not %s",
                  a.material->name, scheme, variant, i,
                  am_point_status_text[scaled], am_point_status_text[status]);
    if (status != AM_POINT_GOOD) continue;
    int n = observe(&a, &none, seen);
    observe(&b, &x, other);
    for (int j = 0; j < n; j++) scale = fmax(scale, fabs(seen[j]));
    for (int j = 0; j < n; j++)
      ck_assert_msg(fabs(seen[j] - other[j]) <= tolerance * scale,
                    "%s %s %d step %d: %d is %.15g, not %.15g (u %g w %g c %g "
                    "d %g s %g q %g)",
                    a.material->name, scheme, variant, i, j, other[j], seen[j],
                    x.u, x.w, x.c, x.d, x.s, x.q);
    point_accept(&a);
    point_accept(&b);
  }
  point_close(&a);
  point_close(&b);
}

START_TEST(scales) {
  const law_row *row = &laws[_i];
  static const char *const schemes[] = {
      "implicit-euler", "implicit-euler-adaptive", "auto", "rodas4"};
  int some = getenv("AUTOMAT_LONG_TESTS") ? 1 : 3;
  FOR_ENGINES(engine)
    for (int i = 0; i < (row->viscous ? 4 : 2); i++)
      for (int variant = i ? i % some : 0; variant < 6;
           variant += i ? some : 1)
        compare(row, engine, schemes[i], variant, i ? 1e-7 : 1e-9);
}
END_TEST

/* Initial hardening of 2e16 MPa: one step removes all excess over the yield
 * surface. */
START_TEST(steep_hardening) {
  setup s = {.material =
                 "material: steep\nparameters: {m: 0.05, d: 1e-16}\n"
                 "internal: {x: deviatoric, p: scalar}\n"
                 "free_energy: |\n  e = eps - x\n"
                 "  60e3*tr(e)^2 + 80e3*(e : e) + 150*p"
                 " + 300/(1 + m)*(p + d)^(1 + m)\n"
                 "elastic_domain: {y: mises(A_x) + A_p}\n",
             .solver = solver_of("implicit-euler")};
  FOR_ENGINES(engine) {
    point p = point_open(engine, &s);
    double stress[6], flow;
    ck_assert_int_eq(point_uniaxial(&p, 1, 0.0025), AM_POINT_GOOD);
    am_basis_to_tensor(p.step.stress, stress);
    point_variable(&p, "p", &flow);
    ck_assert_double_eq_tol(
        stress[0], 150 + 300 * pow(flow + 1e-16, 0.05), 1e-8);
    point_close(&p);
  }
}
END_TEST

int main(void) {
  TCase *cases[1] = {tcase_create("scales")};
  tcase_add_loop_test(cases[0], scales, 0, LAWS);
  tcase_add_test(cases[0], steep_hardening);
  return test_run("engine/scales", cases, 1);
}
