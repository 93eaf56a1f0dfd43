/* Parameters that differ from point to point. */
#include "point/parts.h"
#include "tests/core/law/laws.h"

#define TEXT                                                     \
  "material: m\n"                                                \
  "parameters: {E: {value: 100, above: 0, below: 200}, q: 2,\n"  \
  "  list: [1, 2], N: 2, s: {xx: 1}}\n"                          \
  "definitions: |\n"                                             \
  "  root = sqrt(3 - q)\n"                                       \
  "requires: [{that: E > 20*q}]\n"                               \
  "internal:\n"                                                  \
  "  a: {type: scalar, initial: E/4}\n"                          \
  "  x: {type: deviatoric, count: N, initial: q*dev(s)}\n"       \
  "free_energy: E*inner(eps, eps) + a^2 + root*a"                \
  " + sum(i, 1, N, inner(x[i], x[i]))\n"                         \
  "force_potential: A_a^2 + sum(i, 1, N, inner(A_x[i], A_x[i]))\n"

static const struct {
  const char *name, *message; /* NULL: may vary */
} names[] = {
    {"E", NULL},
    {"q", NULL},
    {"list", "parameter 'list' of material 'm' is a list of 2 scalars"},
    {"s", "parameter 's' of material 'm' is a symmetric tensor"},
    {"N", "parameter 'N' of material 'm' determines a count or an index"},
};

START_TEST(which_may_vary) {
  built b = law_of(TEXT);
  int index;
  am_status status = am_point_parameters_find(b.report, b.law, names[_i].name,
                                              am_nowhere, &index);
  if (names[_i].message) {
    ck_assert_int_eq(status, AM_INPUT);
    ck_assert_msg(!strncmp(b.report->last->text, names[_i].message,
                           strlen(names[_i].message)),
                  "%s", b.report->last->text);
  } else {
    ck_assert_int_eq(status, AM_OK);
    ck_assert_double_eq(b.law->parameters[index], _i == 0 ? 100 : 2);
  }
  ck_assert_int_eq(
      am_point_parameters_find(b.report, b.law, "root", am_nowhere, &index),
      AM_OK);
  ck_assert_int_eq(index, -1);
  law_close(&b);
}
END_TEST

static const struct {
  double E, q;
  const char *failure;
} values[] = {
    {100, 2, NULL},
    {80, 1, NULL},
    {0, -1, "parameter 'E' is out of bounds"},
    {200, 2, "parameter 'E' is out of bounds"},
    {30, 2, "the requirement 'E > 20*q' is violated"},
    {100, 3.5, "definition 'root' is not finite"},
};

static const char *initial_of(const built *b, double E, double q,
                              double *state) {
  am_point_parameters *vary;
  int i, j, n = b->law->parameter_numbers;
  double *parameters = AM_ARRAY(b->arena, double, n);
  vary = am_point_parameters_new(b->arena, b->law);
  ck_assert_int_eq(
      am_point_parameters_find(b->report, b->law, "E", am_nowhere, &i), AM_OK);
  ck_assert_int_eq(
      am_point_parameters_find(b->report, b->law, "q", am_nowhere, &j), AM_OK);
  memcpy(parameters, b->law->parameters, (size_t)n * sizeof(double));
  parameters[i] = E;
  parameters[j] = q;
  return am_point_parameters_initial(
      am_point_parameters_frame_new(b->arena, vary), parameters, state);
}

/* The state equals that of a law with these parameters. */
START_TEST(initial_states) {
  built b = law_of(TEXT);
  double state[20];
  const char *failure =
      initial_of(&b, values[_i].E, values[_i].q, state);
  if (values[_i].failure) {
    ck_assert_pstr_eq(failure, values[_i].failure);
    law_close(&b);
    return;
  }
  ck_assert_ptr_null(failure);
  built other = law_open(&(request){
      .material = TEXT,
      .parameters = am_format(b.arena, "{E: %g, q: %g}", values[_i].E,
                              values[_i].q)});
  for (int i = 0; i < b.law->nx; i++)
    ck_assert_double_eq(state[i], other.law->initial[i]);
  law_close(&other);
  law_close(&b);
}
END_TEST

/* Definitions that depend on external fields use the values at the start. */
START_TEST(fields_of_the_start) {
  built b = law_of(
      "material: m\nparameters: {a: 2}\nexternal: {T: 300}\n"
      "definitions: b = a*log(T)\nfree_energy: b*inner(eps, eps)\n");
  am_point_parameters *vary = am_point_parameters_new(b.arena, b.law);
  double value = 2, state[1];
  am_point_parameters_frame *frame =
      am_point_parameters_frame_new(b.arena, vary);
  ck_assert_ptr_null(am_point_parameters_initial(frame, &value, state));
  value = INFINITY;
  ck_assert_ptr_nonnull(am_point_parameters_initial(frame, &value, state));
  law_close(&b);
}
END_TEST

START_TEST(there_and_back) {
  built b = law_of(TEXT);
  double state[20], user[6] = {1, -3, 2, 4, 5, 6}, back[6];
  for (int i = 0; i < b.law->count; i++) {
    const am_variable *v = &b.law->variables[i];
    ck_assert(am_variable_from_user(v, user, state));
    am_variable_to_user(v, state, back);
    for (int c = 0; c < (v->kind == AM_SCALAR ? 1 : 6); c++)
      ck_assert_close(back[c], user[c], 1e-14, 0);
    user[0] += 1e-3;
    ck_assert_int_eq(am_variable_from_user(v, user, state),
                     v->kind == AM_SCALAR);
    user[0] = 1;
  }
  law_close(&b);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("vary");
  tcase_add_loop_test(all, which_may_vary, 0, sizeof names / sizeof *names);
  tcase_add_loop_test(all, initial_states, 0,
                      sizeof values / sizeof *values);
  tcase_add_test(all, fields_of_the_start);
  tcase_add_test(all, there_and_back);
  return test_run("material/vary", &all, 1);
}
