/* covers: findings
 *
 * Each planted fault is found by the check for it. */
#include "tests/tools/check/planted.h"

/* Engines that alter results of the interpreter */

static am_status compile(am_arena *arena, am_report *report, am_law *law,
                         const am_solver *solver,
                         const am_engine_options *options,
                         am_engine_program **program) {
  return am_engine_interp.compile(arena, report, law, solver, options, program);
}

/* Error weights a thousand times too large. */
static am_status compile_loosely(am_arena *arena, am_report *report,
                                 am_law *law, const am_solver *solver,
                                 const am_engine_options *options,
                                 am_engine_program **program) {
  am_solver loose = *solver;
  loose.rtol *= 1000;
  loose.atol *= 1000;
  return compile(arena, report, law, &loose, options, program);
}

static am_status place(am_arena *arena, am_report *report,
                       const char **what) {
  return am_engine_interp.place(arena, report, what);
}

static void advance(am_engine_program *program, const am_fields *f,
                    long count) {
  am_engine_interp.advance(program, f, count);
}

static void scale(double *field, int first, int step, int components,
                  const am_fields *f, long count, double factor) {
  for (int i = first; field && i < components; i += step)
    for (long p = 0; p < count; p++) field[i * f->stride + p] *= factor;
}

/* One column of dsigma/deps a millionth too large. */
static void tangent_column(am_engine_program *program, const am_fields *f,
                           long count) {
  advance(program, f, count);
  scale(f->tangent, 1, 6, 36, f, count, 1 + 1e-6);
}

/* d sigma/d(2 eps_xy) taken for d sigma/d eps_xy. */
static void tangent_shear(am_engine_program *program, const am_fields *f,
                          long count) {
  advance(program, f, count);
  scale(f->tangent, 5, 6, 36, f, count, 0.5);
}

/* Drops the derivatives of all variables along eps_yz. */
static void derivative_dropped(am_engine_program *program,
                               const am_fields *f, long count) {
  enum { NX = 8 }; /* of michel-suquet with energies */
  advance(program, f, count);
  scale(f->derivative, 3 * NX, 1, 4 * NX, f, count, 0);
}

/* NaN with the status of a success. */
static void tangent_nan(am_engine_program *program, const am_fields *f,
                        long count) {
  advance(program, f, count);
  scale(f->tangent, 7, 36, 36, f, count, NAN);
}

static void stress_component(am_engine_program *program, const am_fields *f,
                             long count) {
  advance(program, f, count);
  scale(f->stress, 2, 6, 6, f, count, 1 + 1e-9);
}

static void stress_shear(am_engine_program *program, const am_fields *f,
                         long count) {
  advance(program, f, count);
  scale(f->stress, 5, 6, 6, f, count, sqrt(0.5));
}

static void state_component(am_engine_program *program, const am_fields *f,
                            long count) {
  advance(program, f, count);
  scale(f->state, 0, 8, 8, f, count, 1 + 1e-6);
}

/* Half of the dissipation of a step is lost. */
static void dissipation_halved(am_engine_program *program,
                               const am_fields *f, long count) {
  enum { AT = 6 };
  advance(program, f, count);
  for (long p = 0; p < count; p++) {
    double *now = &f->state[AT * f->stride + p];
    *now = 0.5 * (*now + f->state0[AT * f->stride + p]);
  }
}

/* Plastic strains are 2 % smaller than the flow. */
static void flow_short(am_engine_program *program, const am_fields *f,
                       long count) {
  advance(program, f, count);
  for (int i = 0; i < 5; i++)
    for (long p = 0; p < count; p++) {
      double *now = &f->state[i * f->stride + p];
      *now -= 0.02 * (*now - f->state0[i * f->stride + p]);
    }
}

#define AM_SPOILT(engine, how, with)                                     \
  static const am_engine engine = {.name = "spoilt", .about = "a mutant", \
                                   .place = place, .compile = how,        \
                                   .advance = with, .sensitivities = true}

AM_SPOILT(loose_engine, compile_loosely, advance);
AM_SPOILT(column_engine, compile, tangent_column);
AM_SPOILT(shear_engine, compile, tangent_shear);
AM_SPOILT(dropped_engine, compile, derivative_dropped);
AM_SPOILT(nan_engine, compile, tangent_nan);
AM_SPOILT(stress_engine, compile, stress_component);
AM_SPOILT(stress_shear_engine, compile, stress_shear);
AM_SPOILT(state_engine, compile, state_component);
AM_SPOILT(flow_engine, compile, flow_short);
AM_SPOILT(energy_engine, compile, dissipation_halved);

/* Schemes with a wrong coefficient. */

/* The solution is the last stage of a scheme whose last stage is the first
 * stage of the next substep. */
static void weights(am_scheme *s) {
  double *b = s->fsal ? s->a[s->stages - 1] : s->b;
  b[0] += 0.02;
  b[1] -= 0.02;
}

static void weight_sum(am_scheme *s) {
  (s->fsal ? s->a[s->stages - 1] : s->b)[1] += 1e-3;
}

static void stage(am_scheme *s) { s->a[2][1] -= 0.03; }
static void late_stage(am_scheme *s) { s->a[5][3] += 0.02; }
static void node(am_scheme *s) { s->c[2] -= 0.05; }
static void embedded(am_scheme *s) { s->e[0] += 0.05; }
static void embedded_sign(am_scheme *s) { s->e[3] = -s->e[3]; }
static void no_estimate(am_scheme *s) { memset(s->e, 0, sizeof s->e); }
static void diagonal(am_scheme *s) { s->gamma += 0.02; }
static void coupling(am_scheme *s) { s->m[2][1] += 0.05; }
static void time_derivative(am_scheme *s) { s->g[1] = -s->g[1]; }

/* Fault: its name, its place, and the check that must detect it. */
typedef struct {
  const char *name;
  const am_check *check;
  const am_engine *engine, *other;
  const char *scheme;
  void (*spoil)(am_scheme *scheme);
  const char *from, *to; /* in the text of the law */
  const char *law;       /* NULL: michel-suquet */
} mutant;

#define AM_TEXT(before, after) .from = before, .to = after
#define AM_TABLE(of, how) .scheme = of, .spoil = how
static const mutant mutants[] = {
    {"tangent column", &am_check_tangent, &column_engine, .scheme = "ode23"},
    {"tangent column of one step", &am_check_tangent, &column_engine,
     .scheme = "implicit-euler"},
    {"shear column halved", &am_check_tangent, &shear_engine,
     .scheme = "rodas4"},
    {"derivative dropped", &am_check_tangent, &dropped_engine,
     .scheme = "ode23s"},
    {"tangent not a number", &am_check_tangent, &nan_engine,
     .scheme = "ode45"},
    {"stress component", &am_check_engines, &stress_engine,
     &am_engine_interp, .scheme = "ode23"},
    {"shear stress without sqrt(2)", &am_check_accuracy,
     &stress_shear_engine, .scheme = "ode45"},
    {"state component", &am_check_engines, &state_engine, &am_engine_interp,
     .scheme = "ode23"},
    {"loose error weights", &am_check_accuracy, &loose_engine,
     .scheme = "ode12"},
    {"loose error weights, elastic domain", &am_check_accuracy, &loose_engine,
     .scheme = "implicit-euler-adaptive", .law = "j2"},
    {"shear column halved, elastic domain", &am_check_accuracy, &shear_engine,
     .scheme = "implicit-euler-adaptive", .law = "j2"},
    {"flow too small, elastic domain", &am_check_order, &flow_engine,
     .scheme = "implicit-euler", .law = "j2"},
    {"dissipation halved", &am_check_balance, &energy_engine,
     .scheme = "ode23"},
    {"weights", &am_check_order, AM_TABLE("ode23", weights)},
    {"sum of the weights", &am_check_order, AM_TABLE("ode12", weight_sum)},
    {"sum of the weights, energies", &am_check_balance,
     AM_TABLE("ode23", weight_sum)},
    {"stage", &am_check_order, AM_TABLE("ode23", stage)},
    {"late stage", &am_check_order, AM_TABLE("ode45", late_stage)},
    {"node", &am_check_order, AM_TABLE("ode45", node)},
    {"embedded weight", &am_check_order, AM_TABLE("ode12", embedded)},
    {"sign of an embedded weight", &am_check_order,
     AM_TABLE("ode23", embedded_sign)},
    {"embedded weight, fifth order", &am_check_order,
     AM_TABLE("ode45", embedded)},
    {"no error estimate", &am_check_accuracy,
     AM_TABLE("ode12", no_estimate)},
    {"Rosenbrock diagonal", &am_check_order, AM_TABLE("ode23s", diagonal)},
    {"Rosenbrock coupling", &am_check_order, AM_TABLE("rodas4", coupling)},
    {"Rosenbrock time derivative", &am_check_order,
     AM_TABLE("rodas4", time_derivative)},
    {"sign in a partial", &am_check_partials,
     AM_TEXT("2*mu*dev(eps - eps_vp) - 2/3*H*eps_vp",
             "2*mu*dev(eps - eps_vp) + 2/3*H*eps_vp")},
    {"factor in a partial", &am_check_partials,
     AM_TEXT("3/2*rate/J*A_eps_vp", "rate/J*A_eps_vp")},
    {"wrong variable in a partial", &am_check_partials,
     AM_TEXT("I + 2*mu*(eps - eps_vp)", "I + 2*mu*(eps - dev(eps_vp) - "
                                        "(eps_vp[xx] - eps_vp[yy])*I/100)")},
    {"exponent in a partial", &am_check_partials,
     AM_TEXT("    epsdot_0*(pos(mises(A_eps_vp) + A_alpha)/sigma_d)^n",
             "    epsdot_0*(pos(mises(A_eps_vp) + A_alpha)/sigma_d)^(n + 1)")},
    {"yield stress in a partial", &am_check_partials,
     AM_TEXT("A_alpha: -sigma_Y", "A_alpha: -sigma_Y*(1 + 1e-9)")},
    {"update, stress", &am_check_conventional, &stress_shear_engine,
     .scheme = NULL},
    {"update, tangent", &am_check_conventional, &column_engine,
     .scheme = NULL},
    {"update, state", &am_check_conventional, &state_engine,
     .scheme = NULL},
    {"value of a check", &am_check_own,
     AM_TEXT("value: 198.70515835339892", "value: 198.70515835939892")},
    {"parameter of a law", &am_check_own,
     AM_TEXT("H:         {value: 1800", "H:         {value: 1801")},
};
enum { MUTANTS = sizeof mutants / sizeof *mutants };

static am_subject *planted(const mutant *m) {
  plan p = {.material = m->law ? m->law : "michel-suquet", .engine = m->engine,
            .other = m->other, .scheme = m->scheme, .spoil = m->spoil,
            .samples = 6};
  if (m->from) p.material = changed(test_arena(), p.material, m->from, m->to);
  return subject_of(&p);
}

START_TEST(caught) {
  const mutant *m = &mutants[_i];
  am_subject *s = planted(m);
  run_check(m->check, s);
  const am_finding *f = first_with(s, AM_VERDICT_FAILED);
  ck_assert_msg(f != NULL, "'%s' is not caught, %s", m->name,
                finding_text(s->arena,
                              &s->findings->items[s->findings->count - 1]));
  ck_assert_str_eq(f->check, m->check->name);
  am_arena_free(s->arena);
}
END_TEST

/* The same check of the same engine, schemes and law without the fault. */
START_TEST(good_without_the_fault) {
  mutant m = mutants[_i];
  m.engine = m.other = NULL;
  m.spoil = NULL;
  m.from = NULL;
  am_subject *s = planted(&m);
  run_check(m.check, s);
  const am_finding *f = first_with(s, AM_VERDICT_FAILED);
  ck_assert_msg(!f, "without '%s': %s", m.name,
                f ? finding_text(s->arena, f) : "");
  am_arena_free(s->arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("mutants");
  tcase_add_loop_test(tcase, caught, 0, MUTANTS);
  tcase_add_loop_test(tcase, good_without_the_fault, 0, MUTANTS);
  return test_run("mutants", &tcase, 1);
}
