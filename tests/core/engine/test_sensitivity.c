/* covers: sensitivity
 *
 * Derivatives by parameters of the law over several loading steps, by each
 * scheme, against differences over the same substeps. */
#include "tests/core/engine/points.h"
#include "tests/core/engine/rated.h"

enum { STEPS = 4, BY = 7, MOST_NX = 20 };

/* Viscosity for which explicit schemes are stable in steps of this duration. */
#define SLOW "{sigma_d: 2500, n: 2}"
#define DURATION 1.0

/* Loading, unloading and reversal, so that nothing vanishes; stresses where
 * these are controlled. */
static const double strains[STEPS][6] = {
    {1e-3, -3e-4, 1e-4, 2e-4, 0, 4e-4},
    {3e-3, -9e-4, 3e-4, 5e-4, 1e-4, 1e-3},
    {1e-3, 2e-4, -1e-4, 1e-4, 2e-4, 3e-4},
    {-2e-3, 6e-4, 2e-4, -3e-4, 1e-4, -1e-3}};
static const double stresses[STEPS][6] = {
    {0, 2, 5}, {0, 1, 20, 3}, {0, -2, 4, 1}, {0, 3, -6, 2}};

static const struct {
  const char *letters; /* by component, see point_move */
  bool tangent;
  am_tangent_mode mode;
} controls[] = {
    {"eeeeee", true, AM_MODE_VECTOR},
    {"esssee", true, AM_MODE_VECTOR},
    {"esssee", false, AM_MODE_VECTOR},
    {"esssee", true, AM_MODE_COLUMN},
};

enum { CONTROLS = sizeof controls / sizeof *controls };

/* Final values of a path, or their derivative by a parameter */
typedef struct {
  double values[12 + MOST_NX]; /* strain, stress, state */
} end;

static const char *const names[BY] = {"E",        "nu",      "sigma_Y", "H",
                                      "epsdot_0", "sigma_d", "n"};

static void make_room(point *p) {
  int nx = p->law->nx;
  p->step.strain_by = AM_ARRAY(p->arena, double, 6 * BY);
  p->step.state_by = AM_ARRAY(p->arena, double, nx * BY);
  p->step.stress_by = AM_ARRAY(p->arena, double, 6 * BY);
  p->step.strain_by0 = p->step.strain_by;
  p->step.state_by0 = p->step.state_by;
}

/* Opens a point whose law is differentiated by the first `by` parameters. */
static point open_point(const am_engine *engine, const setup *s, int by) {
  point p = {.arena = test_arena(), .engine = engine};
  ck_assert(!am_arena_recover(p.arena));
  p.report = am_report_new(p.arena);
  ck_assert_int_eq(read_material(p.arena, p.report, s->material, &p.material),
                   AM_OK);
  ck_assert_int_eq(
      am_law_new(p.arena, p.report, p.material,
                 &(am_law_choice){
                     .overrides = mapping(p.arena, p.report, s->parameters),
                     .strategy = s->solver.strategy,
                     .energies = s->solver.energies},
                 &p.law),
      AM_OK);
  for (int i = 0; i < by; i++)
    ck_assert_int_eq(am_law_sensitive(p.arena, p.report, p.law, names[i],
                                      am_nowhere),
                     AM_OK);
  ck_assert_int_eq(p.law->sensitive_count, by);
  ck_assert_int_eq(
      am_engine_compile(p.arena, p.report, engine, p.law, &s->solver,
                        &(am_engine_options){.mixed = true, .threads = 1},
                        &p.program),
      AM_OK);
  p.state = AM_ARRAY(p.arena, double, p.law->nx);
  p.step.state0 = p.state;
  p.step.state = AM_ARRAY(p.arena, double, p.law->nx);
  p.step.derivative = AM_ARRAY(p.arena, double, 6 * p.law->nx);
  if (by) make_room(&p);
  return p;
}

static end end_of(int nx, const double *strain, const double *stress,
                  const double *state) {
  end e = {.values = {0}};
  memcpy(e.values, strain, 6 * sizeof(double));
  memcpy(e.values + 6, stress, 6 * sizeof(double));
  memcpy(e.values + 12, state, (size_t)nx * sizeof(double));
  return e;
}

/* Computes all steps with these parameters; returns the total number of
 * substeps. */
static double walk(point *p, const char *control, const double *parameters,
                   end *found) {
  int nx = p->law->nx;
  double substeps = 0;
  memset(p->state, 0, (size_t)nx * sizeof(double));
  memset(p->step.strain0, 0, sizeof p->step.strain0);
  memset(p->step.strain_by, 0, 6 * BY * sizeof(double));
  memset(p->step.state_by, 0, (size_t)(nx * BY) * sizeof(double));
  p->step.stress_max0 = 0;
  p->step.parameters = parameters;
  for (int n = 0; n < STEPS; n++) {
    double target[6];
    for (int i = 0; i < 6; i++)
      target[i] = control[i] == 'e' ? strains[n][i] : stresses[n][i];
    p->step.step0 = 0.04 * DURATION;
    ck_assert_int_eq(point_move(p, DURATION, control, target), AM_POINT_GOOD);
    substeps += p->step.substeps;
    point_accept(p);
  }
  *found = end_of(nx, p->step.strain, p->step.stress, p->step.state);
  return substeps;
}

/* Central differences of fourth order by parameter i. */
static end difference(point *p, const char *control, int i) {
  static const double weights[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
  static const double at[4] = {-2, -1, 1, 2};
  double parameters[BY], h = 1e-4 * p->law->parameters[i];
  end sum = {.values = {0}}, moved;
  for (int k = 0; k < 4; k++) {
    memcpy(parameters, p->law->parameters, sizeof parameters);
    parameters[i] += at[k] * h;
    walk(p, control, parameters, &moved);
    for (int j = 0; j < 12 + MOST_NX; j++)
      sum.values[j] += weights[k] / h * moved.values[j];
  }
  return sum;
}

/* The largest difference, relative to the largest value. */
static double mismatch(const double *x, const double *y, int count) {
  double worst = 0, most = 1e-300;
  for (int i = 0; i < count; i++) {
    if (!isfinite(x[i])) return INFINITY;
    worst = fmax(worst, fabs(x[i] - y[i]));
    most = fmax(most, fabs(y[i]));
  }
  return worst / most;
}

static void compare(const point *p, const end *by, const end *expected,
                    bool strains_found, const char *what) {
  const double *x = by->values, *y = expected->values;
  double of_stress = mismatch(x + 6, y + 6, 6);
  double of_state = mismatch(x + 12, y + 12, p->law->na);
  double of_strain = strains_found ? mismatch(x, y, 6) : 0;
  ck_assert_msg(of_stress < 2e-8 && of_state < 2e-8 && of_strain < 2e-8,
                "%s: stress misses by %.3g, state by %.3g, strain by %.3g",
                what, of_stress, of_state, of_strain);
}

/* Tolerances so loose that all substeps are accepted and the sizes grow
 * equally */
static am_solver loose(const am_scheme *scheme) {
  am_solver solver = solver_of(scheme->name);
  solver.rtol = solver.atol = 1e6;
  solver.newton = 1e-14;
  solver.equilibrium = 1e-13;
  return solver;
}

static void check(const am_engine *engine, const am_scheme *scheme,
                  const char *material, am_strategy strategy, int c) {
  setup s = {.material = material, .parameters = SLOW,
             .solver = loose(scheme)};
  if (!strcmp(material, RATED)) s.solver.control = AM_CONTROL_STEP;
  s.solver.strategy = strategy;
  s.solver.tangent = controls[c].tangent;
  s.solver.tangent_mode = controls[c].mode;
  s.solver.energies = c % 2;
  point p = open_point(engine, &s, BY);
  int nx = p.law->nx;
  end all[BY], last;
  double substeps = walk(&p, controls[c].letters, NULL, &last);
  bool single = scheme->family == AM_FAMILY_IMPLICIT;
  ck_assert_double_ge(substeps, STEPS * (single ? 1 : 3));
  ck_assert_double_gt(last.values[12 + p.law->na - 1], 1e-4);
  for (int i = 0; i < BY; i++)
    all[i] = end_of(nx, p.step.strain_by + 6 * i, p.step.stress_by + 6 * i,
                    p.step.state_by + nx * i);
  for (int i = 0; i < BY; i++) {
    end expected = difference(&p, controls[c].letters, i);
    compare(&p, &all[i], &expected, c > 0,
            am_format(p.arena, "%s, strategy %d, control %d, by %s",
                      scheme->name, strategy, c, names[i]));
  }
  point_close(&p);
}

START_TEST(derivatives_of_walks) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i / CONTROLS;
  for (int strategy = 0; strategy < 2; strategy++)
    FOR_ENGINES(engine)
  check(engine, scheme, "michel-suquet", (am_strategy)strategy, _i % CONTROLS);
}
END_TEST

/* The strain rate depends on parameters if stresses are prescribed. */
START_TEST(derivatives_of_walks_by_rates) {
  static const char *const schemes[] = {"ode23", "rodas4", "implicit-euler",
                                        "implicit-euler-adaptive"};
  FOR_ENGINES(engine)
  check(engine, am_scheme_find(schemes[_i / 2]), RATED, AM_STRATEGY_AUTOMATIC,
        _i % 2);
}
END_TEST

/* ---- requests do not change other results -------------------------------- */

START_TEST(the_rest_stays) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    point p = open_point(engine, &s, BY), q = point_open(engine, &s);
    for (int n = 0; n < STEPS; n++) {
      ck_assert_int_eq(point_uniaxial(&p, 0.3, strains[n][0]), AM_POINT_GOOD);
      ck_assert_int_eq(point_uniaxial(&q, 0.3, strains[n][0]), AM_POINT_GOOD);
      ck_assert_mem_eq(p.step.stress, q.step.stress, sizeof p.step.stress);
      ck_assert_mem_eq(p.step.strain, q.step.strain, sizeof p.step.strain);
      ck_assert_mem_eq(p.step.tangent, q.step.tangent, sizeof p.step.tangent);
      ck_assert_mem_eq(p.step.state, q.step.state,
                       (size_t)p.law->nx * sizeof(double));
      ck_assert_mem_eq(p.step.derivative, q.step.derivative,
                       (size_t)(6 * p.law->nx) * sizeof(double));
      ck_assert_double_eq(p.step.evaluations, q.step.evaluations);
      point_accept(&p);
      point_accept(&q);
    }
    point_close(&p);
    point_close(&q);
  }
}
END_TEST

/* A jump does not change dy/dp; sigma = C (eps - eps_vp) changes with E as with
 * C, and a free strain does not change. */
START_TEST(jumps) {
  const am_scheme *scheme = am_schemes(&(size_t){0}) + _i;
  FOR_ENGINES(engine) {
    setup s = {.material = "michel-suquet", .solver = solver_of(scheme->name)};
    point p = open_point(engine, &s, BY);
    double stress[6], strain[6];
    for (int i = 0; i < p.law->na; i++) p.step.state_by[i] = 1e-9 * i;
    ck_assert_int_eq(point_uniaxial(&p, 0, 1e-3), AM_POINT_GOOD);
    for (int i = 0; i < p.law->na; i++)
      ck_assert_double_eq(p.step.state_by[i], 1e-9 * i);
    memset(p.step.state_by, 0, (size_t)p.law->nx * sizeof(double));
    memset(p.step.strain_by, 0, 6 * sizeof(double));
    ck_assert_int_eq(point_uniaxial(&p, 0, 1e-3), AM_POINT_GOOD);
    am_basis_to_tensor(p.step.stress_by, stress);
    am_basis_to_tensor(p.step.strain_by, strain);
    ck_assert_close(stress[0], 1e-3, 1e-12, 0);
    ck_assert_close(stress[1], 0, 0, 1e-16);
    ck_assert_close(strain[1], 0, 0, 1e-20);
    am_basis_to_tensor(p.step.strain_by + 6, strain);
    ck_assert_close(strain[1], -1e-3, 1e-12, 0); /* by nu */
    point_close(&p);
  }
}
END_TEST

/* A failed step does not change its inputs. */
START_TEST(failed_steps) {
  setup s = {.material = "michel-suquet", .solver = solver_of("ode23")};
  s.solver.max_substeps = 2;
  point p = open_point(&am_engine_interp, &s, BY);
  for (int i = 0; i < 6 * BY; i++) p.step.strain_by[i] = i;
  for (int i = 0; i < p.law->nx * BY; i++) p.step.state_by[i] = -i;
  ck_assert_int_eq(point_uniaxial(&p, 10, 0.1), AM_POINT_SUBSTEPS);
  for (int i = 0; i < 6 * BY; i++)
    ck_assert_double_eq(p.step.strain_by[i], i);
  for (int i = 0; i < p.law->nx * BY; i++)
    ck_assert_double_eq(p.step.state_by[i], -i);
  point_close(&p);
}
END_TEST

/* ---- many points --------------------------------------------------------- */

enum { COUNT = 21, STRIDE = COUNT + 2 };

typedef struct {
  double strain0[6 * STRIDE], state0[MOST_NX * STRIDE], target[6 * STRIDE];
  double control[6 * STRIDE];
  double first[STRIDE], largest[STRIDE], strain[6 * STRIDE];
  double state[MOST_NX * STRIDE], next[STRIDE], reached[STRIDE];
  double stress[6 * STRIDE], status[STRIDE];
  double target_by[6 * BY * STRIDE];
  double strain_by[6 * BY * STRIDE], state_by[MOST_NX * BY * STRIDE];
  double stress_by[6 * BY * STRIDE];
} batch;

static const struct {
  const char *scheme;
  bool mixed, tangent;
  am_control control;
} many[] = {{"ode23", false, false, AM_CONTROL_PATH},
            {"implicit-euler", true, true, AM_CONTROL_PATH},
            {"rodas4", true, true, AM_CONTROL_PATH},
            {"ode23", true, true, AM_CONTROL_STEP}};

/* Points near rest and far from it, some under strain control; derivatives by
 * parameters are stored where they were requested. */
static am_fields fields_of(batch *b, int row, int by) {
  am_fields f = {.stride = STRIDE, .duration = 0.4,
                 .strain0 = b->strain0, .state0 = b->state0,
                 .target = b->target,
                 .control = many[row].mixed ? b->control : NULL,
                 .step0 = b->first,
                 .stress_max0 = b->largest, .strain = b->strain,
                 .state = b->state, .step = b->next, .stress_max = b->reached,
                 .stress = b->stress, .status = b->status};
  memset(b, 0, sizeof *b);
  for (int p = 0; p < COUNT; p++)
    for (int i = 0; i < 6; i++) {
      bool stress = many[row].mixed && p % 5 && (i + p) % 4;
      b->control[i * STRIDE + p] = stress;
      b->target[i * STRIDE + p] = (stress ? 10 : 2e-4 * p) * cos(p + 5 * i);
    }
  if (!by) return f;
  f.strain_by0 = f.strain_by = b->strain_by;
  f.state_by0 = f.state_by = b->state_by;
  f.target_by = b->target_by;
  f.stress_by = b->stress_by;
  for (int i = 0; i < 6 * BY; i++)
    for (int p = 0; p < COUNT; p++) {
      b->strain_by[i * STRIDE + p] = 1e-6 * sin(i + 3 * p);
      b->target_by[i * STRIDE + p] = 1e-6 * cos(i - 2 * p);
      b->state_by[i * STRIDE + p] = 1e-6 * sin(i + p);
    }
  return f;
}

/* by: parameters of the derivatives. */
static void advance(const am_engine *engine, int row, int lanes, int by,
                    batch *b) {
  setup s = {.material = "michel-suquet",
             .solver = solver_of(many[row].scheme)};
  am_arena *arena = test_arena();
  am_report *report = am_report_new(arena);
  am_material *material;
  am_law *law;
  am_engine_program *program;
  s.solver.tangent = many[row].tangent;
  s.solver.control = many[row].control;
  ck_assert_int_eq(read_material(arena, report, s.material, &material), AM_OK);
  ck_assert_int_eq(
      am_law_new(arena, report, material,
                 &(am_law_choice){.strategy = s.solver.strategy}, &law),
      AM_OK);
  for (int i = 0; i < by; i++)
    ck_assert_int_eq(am_law_sensitive(arena, report, law, names[i], am_nowhere),
                     AM_OK);
  const am_engine_options options = {.mixed = many[row].mixed, .threads = 1,
                                     .lanes = lanes};
  ck_assert_int_eq(am_engine_compile(arena, report, engine, law, &s.solver,
                                     &options, &program),
                   AM_OK);
  am_fields fields = fields_of(b, row, by);
  am_engine_advance(program, &fields, COUNT);
  am_arena_free(arena);
}

static void compare_fields(const char *what, const double *x, const double *y,
                           int rows) {
  for (int p = 0; p < COUNT; p++) {
    double most = 0;
    for (int i = 0; i < rows; i++) most = fmax(most, fabs(y[i * STRIDE + p]));
    for (int i = 0; i < rows; i++)
      ck_assert_msg(fabs(x[i * STRIDE + p] - y[i * STRIDE + p]) <= 1e-9 * most,
                    "%s %d of point %d: %.17g, expected %.17g", what, i, p,
                    x[i * STRIDE + p], y[i * STRIDE + p]);
  }
}

/* Compiled code with several points at once agrees with the interpreter;
 * results that do not depend on the request keep the same bits. */
START_TEST(many_points) {
  static batch one, found, plain;
  advance(&am_engine_interp, _i, 1, BY, &one);
  advance(&am_engine_native, _i, 0, BY, &found);
  advance(&am_engine_native, _i, 0, 0, &plain);
  ck_assert_mem_eq(found.stress, plain.stress, sizeof plain.stress);
  ck_assert_mem_eq(found.state, plain.state, sizeof plain.state);
  ck_assert_mem_eq(found.status, plain.status, sizeof plain.status);
  ck_assert_mem_eq(found.status, one.status, sizeof plain.status);
  for (int p = 0; p < COUNT; p++) ck_assert_double_eq(one.status[p], 0);
  for (int i = 0; i < BY; i++) {
    int six = 6 * i * STRIDE, all = six; /* the state also has six components */
    compare_fields("stress", found.stress_by + six, one.stress_by + six, 6);
    compare_fields("strain", found.strain_by + six, one.strain_by + six, 6);
    compare_fields("state", found.state_by + all, one.state_by + all, 6);
  }
}
END_TEST

int main(void) {
  size_t schemes;
  TCase *tcase = tcase_create("sensitivity");
  am_schemes(&schemes);
  tcase_add_loop_test(tcase, derivatives_of_walks, 0, (int)schemes * CONTROLS);
  tcase_add_loop_test(tcase, derivatives_of_walks_by_rates, 0, 8);
  tcase_add_loop_test(tcase, the_rest_stays, 0, (int)schemes);
  tcase_add_loop_test(tcase, jumps, 0, (int)schemes);
  tcase_add_test(tcase, failed_steps);
  tcase_add_loop_test(tcase, many_points, 0, sizeof many / sizeof *many);
  return test_run("sensitivity", &tcase, 1);
}
