/* covers: names */
/* Derivatives of the functions of a law by its parameters against differences;
 * selection of parameters. */
#include "tests/core/law/laws.h"

/* Selects all parameters of the law that can be selected. */
static void choose_all(built *b) {
  const am_material *m = b->material;
  for (int i = 0; i < m->parameter_count; i++) {
    am_report *own = am_report_new(b->arena);
    am_status status = am_law_sensitive(b->arena, own, b->law,
                                        m->parameters[i].name, am_nowhere);
    ck_assert(status == AM_OK || (status == AM_INPUT && own->first));
  }
}

/* Differentiated function: the function, its derivative, the outputs, and the
 * number of state coordinates that it reads */
typedef struct {
  am_function plain, by;
  int first, count, ny;
} row;

/* The outputs for other parameters. */
static const double *values_for(built *b, const row *r, at x, int index,
                                double change) {
  const am_law *law = b->law;
  size_t size = (size_t)law->parameter_numbers * sizeof(double);
  double *parameters = AM_ARRAY(b->arena, double, law->parameter_numbers);
  memcpy(parameters, law->parameters, size);
  parameters[index] += change;
  (void)law_values(b, r->plain, x);
  am_frame_bind(b->frames[r->plain], parameters);
  const double *y = law_values(b, r->plain, x);
  am_frame_bind(b->frames[r->plain], law->parameters);
  if (r->plain != AM_FUNCTION_GRADIENT) return y;
  double *along = AM_ARRAY(b->arena, double, law->nx);
  for (int i = 0; i < law->nx; i++) {
    const double *J = y + law->nx + i * law->ns;
    const double *B = y + law->nx * (1 + law->ns) + i * am_law_inputs(law);
    for (int j = 0; j < law->ns; j++) along[i] += J[j] * x.along[j];
    for (int j = 0; j < am_law_inputs(law); j++)
      along[i] += B[j] * x.along[law->ns + j];
  }
  return along;
}

/* The same after a change by `step` in the direction of parameter p. */
static const double *moved(built *b, const row *r, at x, int p, double step) {
  const am_law *law = b->law;
  int inputs = am_law_inputs(law);
  double *eps = AM_ARRAY(b->arena, double, inputs);
  double *state = AM_ARRAY(b->arena, double, law->na + 1);
  for (int i = 0; i < inputs; i++)
    eps[i] = (i < 6 ? x.eps[i] : law->external[i - 6]) + step * x.theta[i];
  for (int i = 0; i < law->na; i++) state[i] = x.state[i];
  for (int i = 0; i < r->ny; i++)
    state[i] += step * x.direction[p * law->nx + i];
  x.eps = eps;
  x.external = eps + 6;
  x.state = state;
  return values_for(b, r, x, law->sensitive[p].index,
                    step * x.theta[inputs]);
}

/* Central differences of fourth order against the derivatives along p. */
static void check_parameter(built *b, const row *r, at x, int p) {
  static const double weights[4] = {1. / 12, -8. / 12, 8. / 12, -1. / 12};
  static const double places[4] = {-2, -1, 1, 2};
  const double h = 1e-6;
  double *sum = AM_ARRAY(b->arena, double, r->count);
  double largest = 0, most = 0;
  const double *found = law_values(b, r->by, x) + r->first + p * r->count;
  for (int k = 0; k < 4; k++) {
    const double *y = moved(b, r, x, p, places[k] * h);
    for (int i = 0; i < r->count; i++) {
      sum[i] += weights[k] / h * y[i];
      largest = fmax(largest, fabs(y[i]));
    }
  }
  for (int i = 0; i < r->count; i++) most = fmax(most, fabs(found[i]));
  for (int i = 0; i < r->count; i++)
    ck_assert_msg(fabs(found[i] - sum[i]) <= 1e-7 * most + 1e-8 * largest,
                  "%s, function %d, by %s: %.17g, expected %.17g",
                  b->law->material->name, r->by, b->law->sensitive[p].name,
                  found[i], sum[i]);
}

static void check_function(built *b, const row *r, at x, uint64_t *seed) {
  const am_law *law = b->law;
  x.direction = random_vector(b, seed, law->sensitive_count * law->nx, 1);
  for (int p = 0; p < law->sensitive_count; p++) {
    double value = fabs(law->parameters[law->sensitive[p].index]);
    int inputs = am_law_inputs(law);
    for (int i = 0; i < inputs; i++) x.theta[i] = random_in(seed, -1, 1);
    x.theta[inputs] = 100 * (value > 0 ? value : 1);
    check_parameter(b, r, x, p);
    for (int i = 0; i < inputs; i++) x.theta[i] = 0;
    check_parameter(b, r, x, p);
  }
}

static void check_law(const char *name, am_strategy strategy) {
  const request asked = {.material = name, .strategy = strategy};
  built b;
  uint64_t seed = 12;
  if (law_try(&b, &asked) != AM_OK) return; /* no partials */
  choose_all(&b);
  const am_law *law = b.law;
  ck_assert_int_gt(law->sensitive_count, 1);
  const row rows[] = {
      {AM_FUNCTION_RATE, AM_FUNCTION_DIRECTED_BY, law->nx, law->nx, law->ns},
      {AM_FUNCTION_STRESS, AM_FUNCTION_RESPONSE_BY, 6, 6, law->na},
      {AM_FUNCTION_GRADIENT, AM_FUNCTION_CURVATURE_BY, 0, law->nx, law->ns}};
  at x = random_state(&b, &seed);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    check_function(&b, &rows[i], x, &seed);
    ck_assert_int_eq(b.counts[rows[i].by],
                     rows[i].first + law->sensitive_count * rows[i].count);
  }
  law_close(&b);
}

START_TEST(functions_by_parameters) {
  FOR_MATERIALS(name) check_law(name, (am_strategy)_i);
}
END_TEST

/* Directions read the common part of the function. */
START_TEST(parts) {
  built b = law_of("michel-suquet");
  uint64_t seed = 3;
  choose_all(&b);
  int n = b.law->sensitive_count, nx = b.law->nx;
  at x = random_state(&b, &seed);
  double change[7] = {0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7};
  x.direction = random_vector(&b, &seed, n * nx, 1);
  memcpy(x.theta, change, sizeof change);
  const double *all = law_values(&b, AM_FUNCTION_DIRECTED_BY, x);
  am_split split;
  am_law_split(b.arena, b.law, AM_FUNCTION_DIRECTED_BY, false, &split);
  ck_assert_int_eq(split.direction_count, n);
  ck_assert_int_eq(split.rows, nx);
  int count = split.count + split.shared_count;
  double *shared = AM_ARRAY(b.arena, double, count);
  double *found = AM_ARRAY(b.arena, double, nx);
  am_frame *frame = am_frame_new(
      b.arena, am_program_new(b.arena, b.law->graph, split.values, count));
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = x.eps,
                                          [AM_INPUT_STATE] = x.state,
                                          [AM_INPUT_TIME] = change};
  am_frame_bind(frame, b.law->parameters);
  am_frame_run(frame, inputs, shared);
  for (int p = 0; p < n; p++) {
    frame = am_frame_new(
        b.arena, am_program_new(b.arena, b.law->graph,
                                split.directions + p * nx, nx));
    const double *own[AM_INPUT_KINDS] = {
        [AM_INPUT_SHARED] = shared + split.count,
        [AM_INPUT_DIRECTION] = x.direction + p * nx,
        [AM_INPUT_TIME] = change};
    am_frame_bind(frame, b.law->parameters);
    am_frame_run(frame, own, found);
    for (int i = 0; i < nx; i++)
      ck_assert_close(found[i], all[nx + p * nx + i], 1e-12, 1e-15);
  }
  law_close(&b);
}
END_TEST

#define STARTED                                                     \
  "material: started\n"                                             \
  "parameters: {k: 10, a: 3, n: 2, c: [1, 2], s: {xx: 1}}\n"        \
  "internal:\n"                                                     \
  "  x: {type: deviatoric, initial: 'dev(a^2*s)'}\n"                  \
  "  y: {type: scalar, count: n, initial: 'c[2]*a'}\n"                \
  "free_energy: 'k/2*(eps : eps) + x : x + sum(i, 1, n, y[i]^2)'\n"   \
  "force_potential: 'A_x : A_x + sum(i, 1, n, A_y[i]^2)'\n"

START_TEST(states_at_the_start) {
  built b = law_of(STARTED);
  choose_all(&b);
  ck_assert_int_eq(b.law->sensitive_count, 4); /* k, a, c[1], c[2] */
  int nx = b.law->nx;
  double *by = AM_ARRAY(b.arena, double, 4 * nx), t[6], y[6];
  am_law_differentiate_initial(b.arena, b.law);
  size_t used = am_arena_used(b.arena);
  am_arena *own = test_arena();
  am_law_initial_by(own, b.law, NULL, by);
  ck_assert_uint_eq(am_arena_used(b.arena), used);
  const double expected[4] = {0, 2, 0, 3};
  const am_variable *tensor = law_variable(&b, "x");
  am_variable_to_user(tensor, by + nx, t); /* 2 a dev(s) */
  ck_assert_close(t[0], 4, 1e-14, 0);
  ck_assert_close(t[1], -2, 1e-14, 0);
  for (int p = 0; p < 4; p++) {
    am_variable_to_user(law_variable(&b, "y[1]"), by + p * nx, y);
    ck_assert_close(y[0], expected[p], 1e-15, 0);
  }
  const double parameters[] = {10, 5, 2, 1, 7, 1, 0, 0, 0, 0, 0};
  ck_assert_int_eq(b.law->parameter_numbers, 11);
  am_law_initial_by(own, b.law, parameters, by);
  ck_assert_uint_eq(am_arena_used(b.arena), used);
  am_variable_to_user(law_variable(&b, "y[1]"), by + nx, y);
  ck_assert_close(y[0], 7, 1e-15, 0);
  law_close(&b);
}
END_TEST

static const struct {
  const char *name, *message;
} refused[] = {
    {"kk", "0:0: material 'started' has no parameter 'kk' (did you mean "
           "'k'?)"},
    {"x", "0:0: material 'started' has no parameter 'x', expected one of k, a, "
          "n, c, s"},
    {"n", "0:0: parameter 'n' of material 'started' determines a count or an "
          "index and has no derivative"},
    {"s", "0:0: parameter 's' of material 'started' is a symmetric tensor: "
          "sensitivities need scalars or members of lists of scalars"},
    {"k[1]", "0:0: parameter 'k' of material 'started' is not a list"},
    {"c[0]", "0:0: parameter 'c' of material 'started' has the members [1] to "
             "[2]"},
    {"c[1.5]", "0:0: parameter 'c' of material 'started' has the members [1] "
               "to [2]"},
    {"c[1]x", "0:0: parameter 'c' of material 'started' has the members [1] "
              "to [2]"},
    {"c[1e99]", "0:0: parameter 'c' of material 'started' has the members [1] "
                "to [2]"},
};

START_TEST(refused_parameters) {
  built b = law_of(STARTED);
  ck_assert_int_eq(am_law_sensitive(b.arena, b.report, b.law,
                                    refused[_i].name, am_nowhere),
                   AM_INPUT);
  ck_assert_str_eq(first_message(b.arena, b.report), refused[_i].message);
  law_close(&b);
}
END_TEST

START_TEST(chosen_once) {
  built b = law_of(STARTED);
  static const char *const names[] = {"c[2]", "k", "c", "c[2]"};
  static const char *const chosen[] = {"c[2]", "k", "c[1]"};
  for (int i = 0; i < 4; i++)
    ck_assert_int_eq(am_law_sensitive(b.arena, b.report, b.law, names[i],
                                      am_nowhere),
                     AM_OK);
  ck_assert_int_eq(b.law->sensitive_count, 3);
  for (int i = 0; i < 3; i++)
    ck_assert_str_eq(b.law->sensitive[i].name, chosen[i]);
  law_close(&b);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("sensitive");
  tcase_add_loop_test(all, functions_by_parameters, AM_STRATEGY_AUTOMATIC,
                      AM_STRATEGY_SEMI_AUTOMATIC + 1);
  tcase_add_test(all, parts);
  tcase_add_test(all, states_at_the_start);
  tcase_add_loop_test(all, refused_parameters, 0,
                      sizeof refused / sizeof *refused);
  tcase_add_test(all, chosen_once);
  return test_run("material/sensitive", &all, 1);
}
