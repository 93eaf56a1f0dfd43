/* covers: automat.h, evaluate, model
 *
 * Public interface automat.h: closed forms, energy balances, differences, and
 * messages about wrong input. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "library/automat.h"
#include "support.h"

static const char *const engines[] = {"interp", "native"};

enum { ENGINES = sizeof engines / sizeof *engines, MOST = 64 };

static automat_model *open_model(const char *material) {
  automat_model *model;
  automat_status status = automat_open(material, &model);
  ck_assert_msg(!status, "%s", automat_message(model));
  ck_assert_str_eq(automat_message(model), "");
  return model;
}

static void set(automat_model *model, const char *assignment) {
  automat_status status = automat_set(model, assignment);
  ck_assert_msg(!status, "%s", automat_message(model));
}

static void set_engine(automat_model *model, const char *engine) {
  char text[64];
  snprintf(text, sizeof text, "solver.engine=%s", engine);
  set(model, text);
}

static void evaluate(automat_model *model, const automat_points *points) {
  automat_status status = automat_evaluate(model, points);
  ck_assert_msg(!status, "%s", automat_message(model));
}

static int size_of(automat_model *model) {
  int size = -1;
  ck_assert(!automat_variables(model, NULL, NULL, &size));
  return size;
}

static void refuses(automat_model *model, automat_status status,
                    automat_status expected, const char *text) {
  const char *message = automat_message(model);
  ck_assert_msg(status == expected && strstr(message, text),
                "status %d and '%s', expected %d and '%s'", status, message,
                expected, text);
}

/* sigma = lambda tr(eps) 1 + 2 mu eps, omega = sigma:eps/2 */
START_TEST(elasticity) {
  const double strain[6] = {1e-3, -2e-4, 3e-4, 4e-4, -5e-4, 6e-4};
  const double E = 200e3, nu = 0.3;
  const double mu = E / (2 * (1 + nu)), lambda = 2 * mu * nu / (1 - 2 * nu);
  double stress[6], tangent[6][6], energy, twice = 0;
  automat_model *model = open_model("linear-elastic");
  const automat_points points = {.count = 1,
                                 .target = strain,
                                 .stress = stress,
                                 .tangent = tangent[0],
                                 .free_energy = &energy};
  set(model, "parameters.E=1");
  set(model, "parameters.nu=0.3");
  set(model, "parameters.E=200e3");
  set_engine(model, engines[_i]);
  ck_assert_int_eq(size_of(model), 0);
  evaluate(model, &points);
  for (int i = 0; i < 6; i++) {
    double trace = i < 3 ? strain[0] + strain[1] + strain[2] : 0;
    double expected = lambda * trace + 2 * mu * strain[i];
    ck_assert_close(stress[i], expected, 1e-13, 0);
    twice += (i < 3 ? 1 : 2) * expected * strain[i];
    for (int j = 0; j < 6; j++) {
      double both = i < 3 && j < 3 ? lambda : 0;
      ck_assert_close(tangent[i][j], both + (i == j ? 2 * mu : 0), 1e-13,
                      1e-9);
    }
  }
  ck_assert_close(energy, twice / 2, 1e-13, 0);
  automat_close(model);
}
END_TEST

/* Tension of a bar: the strain under a stress. */
START_TEST(tension) {
  const double stress[6] = {300, 0, 0, 0, 0, 0};
  double strain[6], found[6];
  automat_model *model = open_model("linear-elastic");
  const automat_points points = {.count = 1,
                                 .target = stress,
                                 .stress_controlled = {1, 1, 1, 1, 1, 1},
                                 .strain = strain,
                                 .stress = found};
  set_engine(model, engines[_i]);
  evaluate(model, &points);
  ck_assert_close(strain[0], 1e-3, 1e-9, 0);
  ck_assert_close(strain[1], -0.25e-3, 1e-9, 0);
  ck_assert_close(found[0], 300, 1e-9, 0);
  automat_close(model);
}
END_TEST

/* Free energy plus dissipation equals the work in each step, for points with
 * different strains. */
START_TEST(balance) {
  enum { POINTS = 7, STEPS = 3 };
  double target[POINTS][6] = {{0}}, strain[POINTS][6] = {{0}};
  double state[POINTS * MOST], energy[POINTS], dissipation[POINTS];
  double work[POINTS], substep[POINTS] = {0}, before[POINTS] = {0};
  automat_model *model = open_model("michel-suquet");
  set(model, "solver.rtol=1e-8");
  set(model, "solver.atol=1e-12");
  set_engine(model, engines[_i]);
  int n = size_of(model);
  ck_assert_int_le(n, MOST);
  for (int p = 0; p < POINTS; p++)
    ck_assert(!automat_start(model, state + p * n));
  const automat_points points = {.count = POINTS,
                                 .duration = 1,
                                 .strain0 = strain[0],
                                 .state0 = state,
                                 .target = target[0],
                                 .substep = substep,
                                 .strain = strain[0],
                                 .state = state,
                                 .free_energy = energy,
                                 .dissipation = dissipation,
                                 .work = work};
  for (int step = 1; step <= STEPS; step++) {
    for (int p = 0; p < POINTS; p++) target[p][p % 6] = 1e-3 * step * (p + 1);
    evaluate(model, &points);
    for (int p = 0; p < POINTS; p++) {
      ck_assert_close(energy[p] - before[p] + dissipation[p], work[p], 1e-7,
                      1e-12);
      ck_assert(dissipation[p] >= 0 && substep[p] > 0);
      ck_assert(!memcmp(strain[p], target[p], sizeof strain[p]));
      before[p] = energy[p];
    }
  }
  automat_close(model);
}
END_TEST

/* The tangent of implicit Euler is the derivative of its stress. */
START_TEST(tangent) {
  const double h = 1e-7;
  const double strain[6] = {4e-3, -1e-3, 5e-4, 1e-3, 0, -2e-3};
  double probes[12][6], stress[12][6], C[36], middle[6], largest = 0;
  automat_model *model = open_model("michel-suquet");
  automat_points points = {.count = 1,
                           .duration = 1,
                           .target = strain,
                           .stress = middle,
                           .tangent = C};
  set(model, "solver.scheme=implicit-euler");
  set_engine(model, engines[_i]);
  evaluate(model, &points);
  for (int k = 0; k < 12; k++) {
    memcpy(probes[k], strain, sizeof strain);
    probes[k][k / 2] += k % 2 ? -h : h;
  }
  points = (automat_points){
      .count = 12, .duration = 1, .target = probes[0], .stress = stress[0]};
  evaluate(model, &points);
  for (int i = 0; i < 36; i++) largest = fmax(largest, fabs(C[i]));
  /* A shear of the perturbation changes both entries. */
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++) {
      double slope = (stress[2 * j][i] - stress[2 * j + 1][i]) / (2 * h);
      ck_assert_close(C[6 * i + j], slope, 0, 1e-6 * largest);
    }
  automat_close(model);
}
END_TEST

/* The state stores variables in the order of the material file, including
 * members of lists. */
START_TEST(variables) {
  const automat_variable *v;
  int count, size;
  automat_model *model = open_model("generalized-maxwell");
  ck_assert(!automat_variables(model, &v, &count, &size));
  ck_assert_int_ge(count, 2);
  for (int i = 0, offset = 0; i < count; offset += v[i++].size) {
    ck_assert_int_eq(v[i].offset, offset);
    ck_assert(v[i].size == 1 || v[i].size == 6);
    ck_assert_ptr_nonnull(strchr(v[i].name, '['));
  }
  ck_assert_int_eq(size, v[count - 1].offset + v[count - 1].size);
  automat_close(model);
}
END_TEST

/* Results do not depend on the number of points, blocks and threads. */
START_TEST(many) {
  enum { COUNT = 140000, EVERY = 7919 };
  double (*strain)[6] = calloc(COUNT, sizeof *strain);
  double (*stress)[6] = calloc(COUNT, sizeof *stress);
  int *status = calloc(COUNT, sizeof *status), one_status;
  double one[6];
  automat_model *model = open_model("norton");
  for (long i = 0; i < COUNT; i++) strain[i][i % 6] = 1e-8 * (double)i;
  automat_points points = {.count = COUNT,
                           .duration = 0.1,
                           .target = strain[0],
                           .stress = stress[0],
                           .status = status};
  ck_assert(!automat_threads(model, 2));
  evaluate(model, &points);
  ck_assert(!automat_threads(model, 1));
  points.count = 1;
  points.stress = one;
  points.status = &one_status;
  for (long i = 0; i < COUNT; i += EVERY) {
    points.target = strain[i];
    evaluate(model, &points);
    ck_assert(!memcmp(one, stress[i], sizeof one));
    ck_assert(status[i] == AUTOMAT_POINT_GOOD && one_status == status[i]);
  }
  automat_close(model);
  free(strain), free(stress), free(status);
}
END_TEST

/* A failed point does not stop others, and its results are not written. */
/* A constrained heated body: sigma = -3 K alpha (T - T_0) I, E depends on T. */
START_TEST(external_fields) {
  const double target[2][6] = {{0}}, from[2] = {293.15, 293.15};
  double to[2] = {393.15, 393.15 + 1e-3}, stress[2][6], change[2][6];
  const char *const *names;
  int count, status[2];
  automat_model *model = open_model("thermo-elastic");
  set_engine(model, engines[_i]);
  ck_assert(!automat_fields(model, &names, &count));
  ck_assert_int_eq(count, 1);
  ck_assert_str_eq(names[0], "T");
  automat_points points = {.count = 2, .duration = 1, .target = target[0],
                           .external0 = from, .external1 = to,
                           .stress = stress[0], .tangent_external = change[0],
                           .status = status};
  evaluate(model, &points);
  double E = 210e3 * (1 - 3e-4 * 100), bulk = E / (3 * (1 - 0.6));
  for (int i = 0; i < 6; i++)
    ck_assert_close(stress[0][i], i < 3 ? -3 * bulk * 1.2e-5 * 100 : 0, 1e-12,
                    1e-12);
  ck_assert_close(change[0][0], (stress[1][0] - stress[0][0]) / 1e-3, 1e-5, 0);
  to[1] = -1;
  refuses(model, automat_evaluate(model, &points), AUTOMAT_FAILED,
          "1 of 2 points failed, the first is point 2");
  ck_assert_int_eq(status[1], AUTOMAT_POINT_INVALID);
  points.external0 = points.external1 = NULL;
  evaluate(model, &points);
  ck_assert_close(stress[0][0], 0, 0, 1e-12);
  automat_close(model);
}
END_TEST

START_TEST(failing) {
  double strain[3][6] = {{1e-3}, {NAN}, {2e-3}};
  double stress[3][6] = {{0}, {42}, {0}};
  int status[3];
  automat_model *model = open_model("michel-suquet");
  const automat_points points = {.count = 3,
                                 .duration = 1,
                                 .target = strain[0],
                                 .stress = stress[0],
                                 .status = status};
  set_engine(model, engines[_i]);
  refuses(model, automat_evaluate(model, &points), AUTOMAT_FAILED,
          "1 of 3 points failed, the first is point 2, counted from 1: a "
          "value is not finite");
  ck_assert_int_eq(status[0], AUTOMAT_POINT_GOOD);
  ck_assert_int_eq(status[1], AUTOMAT_POINT_INVALID);
  ck_assert_int_eq(status[2], AUTOMAT_POINT_GOOD);
  ck_assert(stress[0][0] > 0 && stress[1][0] == 42 && stress[2][0] > 0);
  automat_close(model);
}
END_TEST

START_TEST(not_trace_free) {
  const double strain[6] = {1e-3};
  double state[MOST], stress[6];
  const automat_variable *v;
  int count;
  automat_model *model = open_model("norton");
  ck_assert(!automat_start(model, state));
  ck_assert(!automat_variables(model, &v, &count, NULL));
  ck_assert_str_eq(v[0].name, "eps_p");
  state[v[0].offset] = 1e-3;
  const automat_points points = {.count = 1,
                                 .duration = 1,
                                 .state0 = state,
                                 .target = strain,
                                 .stress = stress};
  refuses(model, automat_evaluate(model, &points), AUTOMAT_FAILED,
          "1 of 1 points failed");
  automat_close(model);
}
END_TEST

static const struct {
  const char *assignment, *message;
  automat_status status;
} wrong[] = {
    {"parameters.E", "expected KEY=VALUE", AUTOMAT_USAGE},
    {"parameters.e=1", "'e'", AUTOMAT_INPUT},
    {"parameters.E=-1", "assignment:1:14: error", AUTOMAT_INPUT},
    {"parameters.E=a", "a number", AUTOMAT_INPUT},
    {"solver.scheme=ode32", "did you mean 'ode23'?", AUTOMAT_INPUT},
    {"solver.engine=gpu", "expected solver.engine to be one of",
     AUTOMAT_INPUT},
    {"path=[]", "unknown key 'path'", AUTOMAT_INPUT},
    {"parameter_set=no", "'no'", AUTOMAT_INPUT},
    {"", "expected KEY=VALUE", AUTOMAT_USAGE},
    {"parameters.E=[1", "assignment:1:", AUTOMAT_INPUT},
};

/* Invalid calls change nothing. */
START_TEST(wrong_assignments) {
  const double strain[6] = {1e-3};
  double stress[6], same[6];
  automat_model *model = open_model("norton");
  automat_points points = {
      .count = 1, .duration = 1, .target = strain, .stress = stress};
  set(model, "solver.engine=interp");
  set(model, "parameters.E=1000");
  evaluate(model, &points);
  refuses(model, automat_set(model, wrong[_i].assignment), wrong[_i].status,
          wrong[_i].message);
  points.stress = same;
  evaluate(model, &points);
  ck_assert(!memcmp(stress, same, sizeof same));
  automat_close(model);
}
END_TEST

/* A rejected combination is rejected again, until a setting changes. */
START_TEST(not_compiled) {
  const double strain[6] = {1e-3};
  double stress[6];
  automat_model *model = open_model("norton");
  const automat_points points = {
      .count = 1, .duration = 1, .target = strain, .stress = stress};
  set(model, "solver.scheme=implicit-euler");
  set(model, "solver.strategy=conventional");
  for (int i = 0; i < 2; i++)
    refuses(model, automat_evaluate(model, &points), AUTOMAT_INPUT,
            "conventional");
  set(model, "solver.strategy=automatic");
  evaluate(model, &points);
  automat_close(model);
}
END_TEST

START_TEST(wrong_arguments) {
  const double strain[6] = {0};
  automat_model *model;
  automat_status status = automat_open("nortom", &model);
  refuses(model, status, AUTOMAT_INPUT, "did you mean 'norton'?");
  automat_close(model);
  status = automat_open("./nothing.yaml", &model);
  refuses(model, status, AUTOMAT_INPUT, "nothing.yaml");
  automat_close(model);
  model = open_model("norton");
  automat_points points = {.count = -1, .target = strain};
  refuses(model, automat_evaluate(model, &points), AUTOMAT_USAGE, "-1");
  points.count = 1;
  points.duration = -1;
  refuses(model, automat_evaluate(model, &points), AUTOMAT_USAGE, "duration");
  points.duration = 0;
  points.target = NULL;
  refuses(model, automat_evaluate(model, &points), AUTOMAT_USAGE, "targets");
  refuses(model, automat_threads(model, -1), AUTOMAT_USAGE, "-1");
  refuses(model, automat_threads(model, INT_MAX), AUTOMAT_USAGE, "4096");
  points.count = 0;
  evaluate(model, &points);
  automat_close(model);
  automat_close(NULL);
  ck_assert_str_eq(automat_message(NULL), "automat: error: out of memory");
  ck_assert_int_eq(automat_set(NULL, "parameters.E=1"), AUTOMAT_ENVIRONMENT);
  ck_assert_int_eq(automat_evaluate(NULL, &points), AUTOMAT_ENVIRONMENT);
}
END_TEST

typedef struct {
  double slope; /* of the strain */
  double stress[6];
  bool good;
} task;

static void *work(void *data) {
  enum { ROUNDS = 5 };
  static const char *const laws[] = {"michel-suquet", "norton", "zener"};
  task *t = data;
  t->good = true;
  for (int i = 0; i < ROUNDS * 3; i++) {
    const double strain[6] = {t->slope};
    automat_model *model;
    const automat_points points = {
        .count = 1, .duration = 1, .target = strain, .stress = t->stress};
    t->good &= !automat_open(laws[i % 3], &model);
    t->good &= !automat_set(model, i % 2 ? "solver.engine=native"
                                         : "solver.engine=interp");
    t->good &= !automat_evaluate(model, &points);
    t->good &= !*automat_message(model);
    automat_close(model);
  }
  return NULL;
}

/* Models of several threads are independent. */
START_TEST(threads) {
  enum { THREADS = 4 };
  task alone[THREADS], together[THREADS];
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++) {
    alone[i].slope = together[i].slope = 1e-3 * (i + 1);
    work(&alone[i]);
  }
  for (int i = 0; i < THREADS; i++)
    ck_assert(!pthread_create(&thread[i], NULL, work, &together[i]));
  for (int i = 0; i < THREADS; i++) {
    ck_assert(!pthread_join(thread[i], NULL));
    ck_assert(alone[i].good && together[i].good);
    ck_assert(!memcmp(alone[i].stress, together[i].stress,
                      sizeof alone[i].stress));
  }
}
END_TEST

/* Threads exist only in the parent: a child process must not wait for them. */
START_TEST(forked) {
  enum { POINTS = 10000 };
  static double strain[6 * POINTS], stress[6 * POINTS], again[6 * POINTS];
  automat_model *model = open_model("linear-elastic");
  automat_points points = {.count = POINTS, .target = strain,
                           .stress = stress};
  for (int i = 0; i < 6 * POINTS; i++) strain[i] = 1e-6 * i;
  set_engine(model, engines[_i]);
  ck_assert(!automat_threads(model, 3));
  evaluate(model, &points);
  pid_t child = fork();
  if (!child) {
    alarm(60);
    points.stress = again;
    bool good = !automat_evaluate(model, &points) &&
                !memcmp(stress, again, sizeof stress);
    _exit(good ? 0 : 1);
  }
  int state;
  ck_assert_int_eq(waitpid(child, &state, 0), child);
  ck_assert(WIFEXITED(state) && WEXITSTATUS(state) == 0);
  evaluate(model, &points);
  automat_close(model);
}
END_TEST

START_TEST(version) { ck_assert_int_gt((int)strlen(automat_version()), 0); }
END_TEST

int main(void) {
  TCase *tc = tcase_create("library");
  tcase_add_loop_test(tc, elasticity, 0, ENGINES);
  tcase_add_loop_test(tc, tension, 0, ENGINES);
  tcase_add_loop_test(tc, balance, 0, ENGINES);
  tcase_add_loop_test(tc, tangent, 0, ENGINES);
  tcase_add_test(tc, variables);
  tcase_add_test(tc, many);
  tcase_add_loop_test(tc, external_fields, 0, ENGINES);
  tcase_add_loop_test(tc, failing, 0, ENGINES);
  tcase_add_test(tc, not_trace_free);
  tcase_add_loop_test(tc, wrong_assignments, 0,
                      (int)(sizeof wrong / sizeof *wrong));
  tcase_add_test(tc, not_compiled);
  tcase_add_test(tc, wrong_arguments);
  tcase_add_test(tc, threads);
  tcase_add_loop_test(tc, forked, 0, ENGINES);
  tcase_add_test(tc, version);
  TCase *const cases[] = {tc};
  return test_run("library", cases, 1);
}
