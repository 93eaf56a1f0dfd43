/* covers: variables */
/* Internal variables that store the maximum of an expression. */
#include "base/basis.h"
#include "tests/core/law/laws.h"

#define LAW(internal, energy) \
  "material: m\ninternal: {" internal "}\nfree_energy: " energy "\n"

#define KAPPA "kappa: {type: maximum, of: \"eps[xx] + 1\", initial: 3}"
#define ENERGY "kappa^2*eps[xx]*eps[yy]"

/* The stress yy and tangent yy.xx at eps[xx] = x, eps[yy] = 0, below the
 * maximum, at it and above. */
START_TEST(inside_of_a_step) {
  static const struct {
    double x, maximum, stress, tangent;
  } rows[] = {{0, 3, 0, 9}, {1, 3, 9, 9}, {3, 3, 48, 16 + 24},
              {2, 3, 18, 9 + 12}, {-7, 3, -63, 9}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    built b = law_of(LAW(KAPPA, ENERGY));
    double x = rows[i].x, t[6] = {x}, eps[6], stress[6], tangent[36];
    am_basis_from_tensor(t, eps);
    const at where = {.eps = eps, .state = &rows[i].maximum};
    const double *e = law_values(&b, AM_FUNCTION_ELASTICITY, where);
    am_basis_to_tensor(e, stress);
    am_basis_to_tangent(e + 6, tangent);
    ck_assert_close(stress[1], rows[i].stress, 1e-14, 1e-14);
    ck_assert_close(tangent[6], rows[i].tangent, 1e-14, 1e-13);
    double after = *law_values(&b, AM_FUNCTION_MEMORY, where);
    ck_assert_close(after, fmax(rows[i].maximum, x + 1), 1e-15, 0);
    ck_assert_double_eq(*law_values(&b, AM_FUNCTION_RATE, where), 0);
    law_close(&b);
  }
}
END_TEST

/* The force is taken at a fixed maximum; the energy at the current maximum. */
START_TEST(what_is_derived) {
  built b = law_of(LAW(KAPPA, "kappa^2/2*(1 + inner(eps, eps))"));
  double t[6] = {4}, eps[6], past = 3;
  am_basis_from_tensor(t, eps);
  const at where = {.eps = eps, .state = &past};
  ck_assert_close(*law_values(&b, AM_FUNCTION_ENERGY, where), 12.5 * 17, 1e-14,
                  0);
  ck_assert(!b.law->strict);
  am_node force = b.law->force[0];
  double state[1] = {3}, value;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = eps,
                                          [AM_INPUT_STATE] = state};
  am_frame *frame = am_frame_new(
      b.arena, am_program_new(b.arena, b.law->graph, &force, 1));
  am_frame_bind(frame, b.law->parameters);
  am_frame_run(frame, inputs, &value);
  ck_assert_close(value, -5 * 17, 1e-14, 0);
  law_close(&b);
}
END_TEST

/* A loading step that continues from the end of the previous one: derivatives
 * are those for an increasing maximum, even if rounding has reduced the
 * value. */
START_TEST(at_the_maximum) {
  built b = law_of(LAW(KAPPA, ENERGY));
  for (int i = -1; i <= 1; i++) {
    double t[6] = {2 + 4e-16 * i}, eps[6], past = 3, tangent[36];
    am_basis_from_tensor(t, eps);
    const double *e = law_values(&b, AM_FUNCTION_ELASTICITY,
                                 (at){.eps = eps, .state = &past});
    am_basis_to_tangent(e + 6, tangent);
    ck_assert_close(tangent[6], 9 + 12, 1e-13, 0);
  }
  law_close(&b);
}
END_TEST

static const struct {
  const char *material, *message;
} bad[] = {
    {LAW("k: {type: maximum, of: eps}", "k*eps[xx]^2"),
     "2:35: 'of' must be a scalar, found a symmetric tensor"},
    {LAW("k: {type: maximum, of: \"eps[xx] + k\"}", "k*eps[xx]^2"),
     "2:44: 'of' cannot read a variable of type maximum"},
    {LAW("a: {type: maximum, of: \"eps[xx]\"}, k: {type: maximum, of: a}",
         "k*eps[xx]^2"),
     "2:70: 'of' cannot read a variable of type maximum"},
    {LAW("k: {type: maximum, of: A_k}", "k*eps[xx]^2"),
     "2:35: 'A_k' (a driving force) is not available here"},
    {LAW("k: {type: maximum, of: 1/0}", "k*eps[xx]^2"),
     "2:36: the result of '/' is not a finite number"},
    {"material: m\ninternal: {k: {type: maximum, of: \"eps[xx]\"}}\n"
     "free_energy: k*eps[xx]^2\nforce_potential: A_k^2\n",
     "2:12: 'k' is of type maximum and cannot have a rate"},
    {"material: m\ninternal: {k: {type: maximum, of: \"eps[xx]\"}}\n"
     "free_energy: k*eps[xx]^2\nrates: {k: 3}\n",
     "2:12: 'k' is of type maximum and cannot have a rate"},
};

START_TEST(what_is_refused) {
  law_refused(&(request){.material = bad[_i].material}, bad[_i].message);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("memory");
  tcase_add_test(tcase, inside_of_a_step);
  tcase_add_test(tcase, what_is_derived);
  tcase_add_test(tcase, at_the_maximum);
  tcase_add_loop_test(tcase, what_is_refused, 0, sizeof bad / sizeof *bad);
  return test_run("material/memory", &tcase, 1);
}
