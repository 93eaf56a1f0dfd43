/* Parameters: kinds, bounds, overrides, sets, units. */
#include "base/basis.h"
#include "law/reader.h"
#include "tests/core/law/laws.h"

/* A material with these parameters; the expressions check their kinds. */
#define WITH(parameters) \
  "material: m\nparameters: {" parameters "}\nfree_energy: inner(eps, eps)\n"

static const struct {
  const char *text;
  am_kind kind;
  int length, numbers;
  double first, last;
} good[] = {
    {WITH("p: 3"), AM_SCALAR, -1, 1, 3, 3},
    {WITH("p: -1e-3"), AM_SCALAR, -1, 1, -1e-3, -1e-3},
    {WITH("p: {value: 55e3, unit: MPa}"), AM_SCALAR, -1, 1, 55e3, 55e3},
    {WITH("p: [1, 2, 5]"), AM_SCALAR, 3, 3, 1, 5},
    {WITH("p: [7]"), AM_SCALAR, 1, 1, 7, 7},
    {WITH("p: {value: [1, 2]}"), AM_SCALAR, 2, 2, 1, 2},
    {WITH("p: {xx: 1, yy: -1}"), AM_TENSOR, -1, 6, 1, 0},
    {WITH("p: {value: {xx: 4, xy: 2}}"), AM_TENSOR, -1, 6, 4, 2},
    {WITH("p: [{xx: 1}, {xy: 9}]"), AM_TENSOR, 2, 12, 1, 9},
    {WITH("p: {kind: vector, value: [1, 2, 3]}"), AM_VECTOR, -1, 3, 1, 3},
    {WITH("p: {kind: vector, value: [[1, 2, 3], [4, 5, 6]]}"), AM_VECTOR, 2, 6,
     1, 6},
    {WITH("p: {value: 0, min: 0, max: 0}"), AM_SCALAR, -1, 1, 0, 0},
};

START_TEST(values) {
  built b = law_of(good[_i].text);
  const am_parameter *p = &b.material->parameters[0];
  ck_assert_int_eq(p->kind, good[_i].kind);
  ck_assert_int_eq(p->length, good[_i].length);
  ck_assert_int_eq(p->numbers, good[_i].numbers);
  ck_assert_double_eq(p->values[0], good[_i].first);
  ck_assert_double_eq(p->values[p->numbers - 1], good[_i].last);
  ck_assert_int_eq(b.law->parameter_numbers, p->numbers);
  law_close(&b);
}
END_TEST

static const struct {
  const char *text, *message;
} bad[] = {
    {WITH("p: {value: 1, above: 1}"),
     "2:25: parameter 'p' is 1, but must be above 1"},
    {WITH("p: {value: 1, below: 1}"),
     "2:25: parameter 'p' is 1, but must be below 1"},
    {WITH("p: {value: 1, min: 2, max: 3}"),
     "2:25: parameter 'p' is 1, but must be at least 2 and at most 3"},
    {WITH("p: {value: [1, 4], above: 0, max: 3}"),
     "2:25: parameter 'p' is 4, but must be above 0 and at most 3"},
    {WITH("p: {value: 1, min: 0, above: 0}"),
     "2:36: 'min' and 'above' cannot be combined"},
    {WITH("p: {value: 1, minimum: 0}"),
     "2:28: unknown key 'minimum' in parameter 'p', expected one of value, "
     "unit, min, max, above, below, about, kind, file, columns, interpolation, "
     "outside"},
    {WITH("p: {unit: MPa}"), "2:17: parameter 'p' has no value"},
    {WITH("p: {value: 1, unit: Mpa}"),
     "2:34: unknown unit 'Mpa' (did you mean 'MPa'?), expected a product of "
     "known units, "
     "such as MPa, 1/s or MPa*s"},
    {WITH("p: x"), "2:17: expected parameter 'p' to be a number, found 'x'"},
    {WITH("p: nan"),
     "2:17: expected parameter 'p' to be a finite number, found 'nan'"},
    {WITH("p: '3'"),
     "2:17: expected parameter 'p' to be a number, found the text '3'"},
    {WITH("p: [1, x]"),
     "2:21: expected parameter 'p' to be a number, found 'x'"},
    {WITH("p: [1, {xx: 1}]"),
     "2:21: expected parameter 'p' to be a number, found a mapping"},
    {WITH("p: [{xx: 1}, 1]"),
     "2:27: expected parameter 'p' to be a mapping, found '1'"},
    {WITH("p: {xx: 1, yx: 2}"),
     "2:25: unknown key 'yx' in parameter 'p', expected one of xx, yy, zz, "
     "yz, xz, xy (did you mean 'xy'?)"},
    {WITH("p: {kind: vektor, value: [1, 2, 3]}"),
     "2:24: expected kind to be one of vector, matrix, table, found 'vektor' "
     "(did you mean 'vector'?)"},
    {WITH("p: {kind: vector, value: [1, 2]}"),
     "2:39: expected parameter 'p' to have 3 components, found 2"},
    {WITH("p: {kind: vector, value: 3}"),
     "2:39: expected parameter 'p' to be a list, found '3'"},
};

START_TEST(values_that_are_refused) {
  law_refused(&(request){.material = bad[_i].text}, bad[_i].message);
}
END_TEST

#define BOUNDED                                                            \
  "material: m\n"                                                          \
  "parameters:\n"                                                          \
  "  E: {value: 2, above: 0, max: 10}\n"                                   \
  "  k: {value: [1, 2], min: 0}\n"                                         \
  "  d: {xx: 1}\n"                                                         \
  "  v: {kind: vector, value: [1, 2, 3]}\n"                                \
  "parameter_sets:\n"                                                      \
  "  hard: {E: 7, k: [3, 4, 5]}\n"                                         \
  "free_energy: E*length(k)*inner(eps, eps) + sum(i, 1, length(k), k[i])\n"

static const struct {
  const char *overrides, *set, *message;
} overrides[] = {
    {"{E: 0}", NULL, "1:5: parameter 'E' is 0, but must be above 0 and at "
                     "most 10"},
    {"{k: [1, -2]}", NULL,
     "1:5: parameter 'k' is -2, but must be at least 0"},
    {"{k: 3}", NULL, "1:5: expected parameter 'k' to be a list, found '3'"},
    {"{E: [3]}", NULL,
     "1:5: expected parameter 'E' to be one value, found a list"},
    {"{e: 3}", NULL,
     "1:2: material 'm' has no parameter 'e', expected one of E, k, d, v"},
    {"{E: {xx: 1}}", NULL,
     "1:5: expected parameter 'E' to be a number, found a mapping"},
    {"{d: 4}", NULL, "1:5: expected parameter 'd' to be a mapping, found '4'"},
    {"{v: [1, 2]}", NULL,
     "1:5: expected parameter 'v' to have 3 components, found 2"},
    {NULL, "hart", "0:0: material 'm' has no parameter set 'hart' (did you "
                   "mean 'hard'?)"},
};

START_TEST(overrides_that_are_refused) {
  request r = {.material = BOUNDED, .parameters = overrides[_i].overrides,
               .set = overrides[_i].set};
  law_refused(&r, overrides[_i].message);
}
END_TEST

static const struct {
  const char *set, *message;
} wrong_sets[] = {
    {"{E: 70}", "3:29: parameter 'E' is 70, but must be at most 10"},
    {"{E: [1]}",
     "3:29: expected parameter 'E' to be one value, found a list"},
    {"{e: 1}",
     "3:26: material 'm' has no parameter 'e', expected one of E"},
};

/* Sets are checked even if no case selects them. */
START_TEST(sets_that_are_refused) {
  char text[200];
  snprintf(text, sizeof text,
           "material: m\nparameters: {E: {value: 2, max: 10}}\n"
           "parameter_sets: {wrong: %s}\nfree_energy: E*tr(eps)^2\n",
           wrong_sets[_i].set);
  law_refused(&(request){.material = text}, wrong_sets[_i].message);
}
END_TEST

/* A set replaces values of the file, an override those of the set; a list may
 * change its length; the values of the file are unchanged. */
START_TEST(sets_and_overrides) {
  const struct {
    const char *set, *overrides;
    double E, sum;
    int numbers;
  } rows[] = {{NULL, NULL, 2 * 2, 3, 12},
              {"hard", NULL, 7 * 3, 12, 13},
              {NULL, "{E: 10}", 10 * 2, 3, 12},
              {"hard", "{k: [1]}", 7 * 1, 1, 11},
              {"hard", "{k: [], v: [0, 0, 1]}", 0, 0, 10}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    request r = {.material = BOUNDED, .parameters = rows[i].overrides,
                 .set = rows[i].set};
    built b = law_open(&r);
    const double eps[6] = {1};
    double energy = *law_values(&b, AM_FUNCTION_ENERGY, (at){.eps = eps});
    ck_assert_double_eq(energy, rows[i].E + rows[i].sum);
    ck_assert_int_eq(b.law->parameter_numbers, rows[i].numbers);
    ck_assert_double_eq(b.material->parameters[0].values[0], 2);
    ck_assert_int_eq(b.material->parameters[1].length, 2);
    law_close(&b);
  }
}
END_TEST

/* Tensors are given in components, shear as tensor components. */
START_TEST(tensors_and_vectors_arrive) {
  built b = law_of(
      "material: m\n"
      "parameters:\n"
      "  T: {xx: 1, yy: 2, zz: 3, yz: 4, xz: 5, xy: 6}\n"
      "  L: [{xx: 1}, {xy: 2}]\n"
      "  n: {kind: vector, value: [1, 2, 4]}\n"
      "free_energy: inner(T, eps) + 10*inner(L[2], eps) + n[3]*eps[zz]\n");
  double t[6];
  const double expected[6] = {1, 2, 7, 4, 5, 26};
  am_basis_to_tensor(law_values(&b, AM_FUNCTION_STRESS, (at){0}), t);
  for (int i = 0; i < 6; i++) ck_assert_close(t[i], expected[i], 1e-14, 0);
  law_close(&b);
}
END_TEST

/* Parameters that determine the structure of the graph are marked. */
START_TEST(structural_parameters) {
  built b = law_of(
      "material: m\n"
      "parameters: {N: 2, E: 3}\n"
      "internal: {x: {type: scalar, count: N}}\n"
      "free_energy: E*inner(eps, eps) + sum(i, 1, N, x[i]^2)\n"
      "force_potential: sum(i, 1, N, A_x[i]^2)\n");
  ck_assert(b.law->structural[0]);
  ck_assert(!b.law->structural[1]);
  law_close(&b);
}
END_TEST

START_TEST(units) {
  const char *known[] = {"MPa",  "1/s", "MPa*s", "Pa^-8.2/s", "1",
                         "1/MPa", "mm^2", "MPa s", "K"};
  const char *unknown[] = {"",     "mpa",  "MPa*",  "/s",  "MPa^",
                           "MPa^x", "1//s", "MPa**s", "MPas"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    ck_assert_msg(am_unit_known(known[i]), "%s", known[i]);
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    ck_assert_msg(!am_unit_known(unknown[i]), "'%s'", unknown[i]);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("parameter");
  tcase_add_loop_test(tcase, values, 0, sizeof good / sizeof *good);
  tcase_add_loop_test(tcase, values_that_are_refused, 0,
                      sizeof bad / sizeof *bad);
  tcase_add_loop_test(tcase, overrides_that_are_refused, 0,
                      sizeof overrides / sizeof *overrides);
  tcase_add_loop_test(tcase, sets_that_are_refused, 0,
                      sizeof wrong_sets / sizeof *wrong_sets);
  tcase_add_test(tcase, sets_and_overrides);
  tcase_add_test(tcase, tensors_and_vectors_arrive);
  tcase_add_test(tcase, structural_parameters);
  tcase_add_test(tcase, units);
  return test_run("parameter", &tcase, 1);
}
