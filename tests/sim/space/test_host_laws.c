/* covers: host
 *
 * Laws at the voxels of the host: initial states, tangents and failures. */
#include "base/basis.h"
#include "spaces.h"

/* 5 x 4 x 3 voxels, a third of which are inclusion. */
static opened open_plastic(const char *scheme, int threads) {
  element e = new_element((const int[]){5, 4, 3}, NULL);
  for (long v = 0; v < e.micro->voxels; v++)
    e.micro->labels[v] = (v * v * 7 + v / 3) % 5 < 2;
  return open_space(
      e,
      am_format(e.arena, PLASTIC_MATRIX "solver: {scheme: %s}\n", scheme),
      threads);
}

static am_vector *strained(const opened *o, double xx) {
  am_response r;
  am_vector *v = new_vector(o, false), *g = new_vector(o, false);
  v->mean[0] = xx;
  v->mean[5] = 0.2 * xx;
  am_space_respond(o->space, &span, v, g, &r);
  ck_assert_int_eq(r.status, AM_POINT_GOOD);
  am_space_combine(o->space, v, 2, (double[]){1, -1},
                   (const am_vector *const[]){v, g});
  return v;
}

static double stress_at(const opened *o, const am_vector *v) {
  am_response r;
  am_space_respond(o->space, &span, v, NULL, &r);
  ck_assert_int_eq(r.status, AM_POINT_GOOD);
  return r.stress[0];
}

START_TEST(laws_start_from_what_was_committed) {
  opened o = open_plastic("implicit-euler", 0);
  am_vector *small = strained(&o, 1e-3), *large = strained(&o, 6e-3);
  double fresh = stress_at(&o, small);
  stress_at(&o, large);
  ck_assert_double_eq(stress_at(&o, small), fresh);
  stress_at(&o, large);
  am_space_commit(o.space);
  am_space_commit(o.space); /* there is nothing more to commit */
  ck_assert(stress_at(&o, small) < fresh - 20);
}
END_TEST

/* Another space continues from the state of the first one, given only its
 * fields. */
START_TEST(fields_are_all_that_is_remembered) {
  static const am_cell_field fields[] = {AM_CELL_STRAIN, AM_CELL_STATE,
                                         AM_CELL_NEXT, AM_CELL_METHOD};
  opened a = open_plastic("ode23", 0), b = open_plastic("ode23", 0);
  am_vector *first = strained(&a, 4e-3), *second = strained(&a, 6e-3);
  am_vector *copy = new_vector(&b, false);
  double values[400];
  stress_at(&a, first);
  am_space_commit(a.space);
  for (int p = 0; p < 2; p++)
    for (int f = 0; f < 4; f++) {
      am_space_fetch(a.space, fields[f], p, values);
      am_space_store(b.space, fields[f], p, values);
    }
  *copy = (am_vector){.field = second->field};
  memcpy(copy->mean, second->mean, sizeof copy->mean);
  ck_assert_double_eq(stress_at(&a, second), stress_at(&b, copy));
}
END_TEST

START_TEST(means_are_those_of_the_fields) {
  opened o = open_plastic("ode23", 0);
  double values[400], mean[8];
  stress_at(&o, strained(&o, 4e-3));
  am_space_commit(o.space);
  const struct {
    am_cell_field field;
    int components;
  } rows[] = {{AM_CELL_STRAIN, 6},
              {AM_CELL_STRESS, 6},
              {AM_CELL_STATE, o.e.cell->phases[0].law->nx},
              {AM_CELL_SUBSTEPS, 1},
              {AM_CELL_NEXT, 1}};
  long count = o.e.cell->phases[0].count;
  for (size_t f = 0; f < sizeof rows / sizeof *rows; f++) {
    am_space_fetch(o.space, rows[f].field, 0, values);
    am_space_means(o.space, rows[f].field, 0, mean);
    for (int c = 0; c < rows[f].components; c++) {
      double sum = 0, size = 0;
      for (long n = 0; n < count; n++) {
        sum += values[c * count + n];
        size += fabs(values[c * count + n]);
      }
      ck_assert(size > 0);
      ck_assert_close(mean[c] * (double)count, sum, 0, 1e-14 * size);
    }
  }
  am_space_account account = o.space->account;
  ck_assert_int_eq(account.evaluations, 2);
  ck_assert(account.bytes > 8 * 40 * 60 && account.times[AM_CELL_TIME_LAW] > 0);
}
END_TEST

/* Products of a stored tangent with v against differences of responses */
START_TEST(kept_tangents_are_derivatives_of_the_response) {
  static const char *const schemes[] = {
      "implicit-euler", "ode23s, rtol: 1e-7, atol: 1e-10"};
  opened o = open_plastic(schemes[_i], 0);
  am_vector *u = strained(&o, 3e-3), *v = strained(&o, 1e-3);
  am_vector *g = new_vector(&o, false), *high = new_vector(&o, false);
  am_vector *low = new_vector(&o, false), *near = new_vector(&o, false);
  am_response along, up, down;
  am_mean_tangent survey;
  double h = 1e-3, size, error;
  ck_assert_int_eq(am_cell_need_tangents(o.e.arena, o.e.report, o.e.cell),
                   AM_OK);
  am_space_survey(o.space, &span, u, true, &survey);
  ck_assert_int_eq(survey.status, AM_POINT_GOOD);
  am_space_apply(o.space, v, g, &along);
  const am_vector *const uv[] = {u, v};
  am_space_combine(o.space, near, 2, (double[]){1, h}, uv);
  am_space_respond(o.space, &span, near, high, &up);
  am_space_combine(o.space, near, 2, (double[]){1, -h}, uv);
  am_space_respond(o.space, &span, near, low, &down);
  for (int i = 0; i < 6; i++)
    ck_assert_close(along.stress[i],
                    (up.stress[i] - down.stress[i]) / (2 * h), 0,
                    1e-5 * size_of(along.stress));
  am_space_dots(o.space, g, 1, (const am_vector *const[]){g}, &size);
  am_space_combine(o.space, high, 3, (double[]){0.5 / h, -0.5 / h, -1},
                   (const am_vector *const[]){high, low, g});
  am_space_dots(o.space, high, 1, (const am_vector *const[]){high},
                &error);
  ck_assert_msg(sqrt(error / size) < 1e-5, "%.3g", sqrt(error / size));
}
END_TEST

/* Kelvin-Mandel: C of an isotropic material of lambda and mu. */
static double stiffness(double lambda, double mu, int i, int j) {
  return (i < 3 && j < 3 ? lambda : 0) + (i == j ? 2 * mu : 0);
}

START_TEST(a_survey_gives_moduli) {
  element e = new_element((const int[]){5, 4, 3}, NULL);
  for (long v = 0; v < e.micro->voxels; v++)
    e.micro->labels[v] = v % 3 == 0;
  opened o = open_space(e, TWO_ELASTIC, 0);
  am_vector *u = strained(&o, 1e-3);
  am_mean_tangent s;
  double mu[] = {55e3 / 2 / 1.33, 300e3 / 2 / 1.25};
  double bulk[] = {55e3 / 3 / 0.34, 300e3 / 3 / 0.5};
  ck_assert_int_eq(am_cell_need_tangents(e.arena, e.report, o.e.cell), AM_OK);
  am_space_survey(o.space, &span, u, false, &s);
  ck_assert_int_eq(s.status, AM_POINT_GOOD);
  ck_assert_int_eq(s.voxel, -1);
  ck_assert_close(s.shear_least, mu[0], 1e-14, 0);
  ck_assert_close(s.shear_largest, mu[1], 1e-14, 0);
  ck_assert_close(s.bulk_least, bulk[0], 1e-14, 0);
  ck_assert_close(s.bulk_largest, bulk[1], 1e-14, 0);
  for (int i = 0; i < 36; i++) {
    double C = 0;
    for (int p = 0; p < 2; p++)
      C += (p ? 1.0 : 2.0) / 3 *
           stiffness(bulk[p] - 2 * mu[p] / 3, mu[p], i / 6, i % 6);
    ck_assert_close(s.mean[i], C, 1e-13, 1e-10);
  }
}
END_TEST

/* A jump changes no internal variable: the moduli are elastic. */
START_TEST(a_survey_of_a_jump_is_elastic) {
  opened o = open_plastic("ode23", 0);
  am_vector *u = new_vector(&o, false);
  am_mean_tangent s;
  ck_assert_int_eq(am_cell_need_tangents(o.e.arena, o.e.report, o.e.cell),
                   AM_OK);
  for (int i = 0; i < 2; i++) {
    u->mean[0] = i * 0.01;
    am_space_survey(o.space, &(am_loading_step){.duration = 0}, u, false,
                    &s);
    ck_assert_int_eq(s.status, AM_POINT_GOOD);
    ck_assert_close(s.shear_least, 55e3 / 2 / 1.33, 1e-13, 0);
    ck_assert_close(s.shear_largest, 300e3 / 2 / 1.25, 1e-13, 0);
  }
}
END_TEST

/* The response is committed, not the later survey. */
START_TEST(a_survey_leaves_the_response) {
  opened a = open_plastic("ode23", 0), b = open_plastic("ode23", 0);
  am_vector *u = strained(&a, 4e-3), *other = strained(&a, 7e-3);
  am_mean_tangent s;
  ck_assert_int_eq(am_cell_need_tangents(a.e.arena, a.e.report, a.e.cell),
                   AM_OK);
  stress_at(&a, u);
  am_space_survey(a.space, &span, other, true, &s);
  am_space_commit(a.space);
  stress_at(&b, u);
  am_space_commit(b.space);
  ck_assert_double_eq(stress_at(&a, other), stress_at(&b, other));
}
END_TEST

/* The mean stress of the cell, Kelvin-Mandel components, from its voxels. */
static void mean_stress(const opened *o, double *mandel) {
  double all[6] = {0}, mean[6];
  for (int p = 0; p < o->e.cell->phase_count; p++) {
    double part = (double)o->e.cell->phases[p].whole /
                  (double)o->e.micro->voxels;
    am_space_means(o->space, AM_CELL_STRESS, p, mean);
    for (int c = 0; c < 6; c++) all[c] += part * mean[c];
  }
  am_basis_to_mandel(all, mandel);
}

static am_vector *respond_to(const opened *o, double xx, double follow,
                             am_response *r) {
  am_vector *v = new_vector(o, false);
  v->mean[0] = xx;
  v->mean[5] = 0.2 * xx;
  am_space_respond(o->space,
                   &(am_loading_step){.duration = 0.4, .follow = follow},
                   v, NULL, r);
  ck_assert_int_eq(r->status, AM_POINT_GOOD);
  return v;
}

/* The commit recomputes the response with the same bits, also with repeated or
 * newly chosen substeps. */
START_TEST(what_is_found_again_is_what_was_found) {
  static const char *const schemes[] = {"implicit-euler", "ode12",
                                        "ode23, rtol: 1e-2, atol: 1e-2",
                                        "rodas4, rtol: 1e-2, atol: 1e-2",
                                        "auto, rtol: 1e-2, atol: 1e-2"};
  static const double strains[] = {1e-3, 1.01e-3, 6e-3, 6.1e-3};
  opened o = open_plastic(schemes[_i], 0);
  for (int n = 0; n < 4; n++) {
    double before[6], after[6];
    am_response r;
    respond_to(&o, strains[n], n ? 2 : 0, &r);
    mean_stress(&o, before);
    for (int c = 0; c < 6; c++)
      ck_assert_close(before[c], r.stress[c], 0, 1e-14 * size_of(r.stress));
    if (n % 2 == 0) continue;
    am_space_commit(o.space);
    mean_stress(&o, after);
    ck_assert_mem_eq(after, before, sizeof after);
  }
}
END_TEST

/* Newly chosen substeps equal those of a first evaluation. */
START_TEST(states_are_those_of_what_was_chosen) {
  static const char *const schemes[] = {"ode12", "ode23", "rodas4"};
  static const am_cell_field fields[] = {AM_CELL_STATE, AM_CELL_NEXT,
                                         AM_CELL_STRAIN, AM_CELL_SUBSTEPS};
  opened a = open_plastic(schemes[_i], 0), b = open_plastic(schemes[_i], 0);
  double found[400] = {0}, expected[400] = {0};
  am_response r;
  respond_to(&a, 1e-3, 0, &r);
  respond_to(&a, 6e-3, 1, &r);
  am_space_commit(a.space);
  respond_to(&b, 6e-3, 0, &r);
  am_space_commit(b.space);
  for (int f = 0; f < 4; f++) {
    am_space_fetch(a.space, fields[f], 0, found);
    am_space_fetch(b.space, fields[f], 0, expected);
    ck_assert(expected[0] != 0);
    ck_assert_mem_eq(found, expected, sizeof found);
  }
}
END_TEST

/* After a survey the stress equals that of the committed state. */
START_TEST(stresses_are_found_after_a_survey) {
  opened o = open_plastic("ode23", 0);
  double before[6], after[6];
  am_response r;
  am_mean_tangent s;
  am_vector *other = new_vector(&o, false);
  ck_assert_int_eq(am_cell_need_tangents(o.e.arena, o.e.report, o.e.cell),
                   AM_OK);
  respond_to(&o, 5e-3, 0, &r);
  am_space_commit(o.space);
  mean_stress(&o, before);
  other->mean[0] = 1e-3;
  am_space_survey(o.space, &span, other, false, &s);
  mean_stress(&o, after);
  for (int c = 0; c < 6; c++)
    ck_assert_close(after[c], before[c], 0, 1e-13 * size_of(before));
}
END_TEST

/* More voxels than one call of the laws takes; this number depends on the
 * threads. */
START_TEST(pieces_make_no_difference) {
  enum { FIELDS = 4, MOST = 8 * 9600 };
  static double values[2][FIELDS][MOST], means[2][FIELDS][8];
  static const am_cell_field fields[FIELDS] = {
      AM_CELL_STATE, AM_CELL_STRESS, AM_CELL_SUBSTEPS, AM_CELL_STRAIN};
  for (int i = 0; i < 2; i++) {
    element e = new_element((const int[]){24, 20, 20}, NULL);
    for (long v = 0; v < e.micro->voxels; v++)
      e.micro->labels[v] = v * v % 97 < 3;
    opened o = open_space(e, PLASTIC_MATRIX "solver: {scheme: ode23}\n",
                          i ? 3 : 1);
    am_vector *u = strained(&o, 4e-3);
    ck_assert(o.e.cell->phases[0].count > 9000);
    stress_at(&o, u);
    am_space_commit(o.space);
    for (int f = 0; f < FIELDS; f++) {
      am_space_fetch(o.space, fields[f], 0, values[i][f]);
      am_space_means(o.space, fields[f], 0, means[i][f]);
      ck_assert(values[i][f][0] != 0);
    }
  }
  ck_assert_mem_eq(values[1], values[0], sizeof values[0]);
  ck_assert_mem_eq(means[1], means[0], sizeof means[0]);
}
END_TEST

/* The message names a failed voxel, and its results are not committed. */
START_TEST(a_voxel_that_is_not_good_is_named) {
  opened o = open_plastic("implicit-euler", 0);
  am_vector *u = strained(&o, 1e-3), *bad = new_vector(&o, false);
  am_response r;
  am_mean_tangent s;
  double fresh = stress_at(&o, u);
  am_space_respond(o.space, &span, bad, NULL, &r);
  am_space_commit(o.space);
  bad->mean[0] = INFINITY;
  am_space_respond(o.space, &span, bad, NULL, &r);
  ck_assert_int_ne(r.status, AM_POINT_GOOD);
  ck_assert_int_eq(r.voxel, 0);
  am_space_commit(o.space);
  ck_assert_double_eq(stress_at(&o, u), fresh);
  ck_assert_int_eq(am_cell_need_tangents(o.e.arena, o.e.report, o.e.cell),
                   AM_OK);
  am_space_survey(o.space, &span, bad, false, &s);
  ck_assert_int_ne(s.status, AM_POINT_GOOD);
  ck_assert_int_eq(s.voxel, 0);
}
END_TEST

START_TEST(a_state_that_is_not_finite_is_no_answer) {
  opened o = open_space(new_cube(3), "phases:\n  all: {label: 0, material: "
                                     "linear-elastic}\n", 0);
  double values[6 * 27] = {0};
  am_vector *u = new_vector(&o, false);
  am_response r;
  u->mean[0] = 1e306; /* whose stress overflows */
  am_space_store(o.space, AM_CELL_STRAIN, 0, values);
  am_space_respond(o.space, &span, u, NULL, &r);
  ck_assert_int_eq(r.status, AM_POINT_INVALID);
  ck_assert_int_eq(r.voxel, 0);
}
END_TEST

START_TEST(a_stop_ends_a_response) {
  opened o = open_plastic("ode23", 0);
  volatile int stop = 1;
  am_vector *u = new_vector(&o, false);
  am_response r;
  u->mean[0] = 1e-3;
  am_space_respond(
      o.space, &(am_loading_step){.duration = 1, .stop = &stop}, u, NULL, &r);
  ck_assert_int_eq(r.status, AM_POINT_STOPPED);
}
END_TEST

/* Also if no law makes a substep. */
START_TEST(a_stop_ends_a_survey) {
  opened o = open_plastic("ode23", 0);
  volatile int stop = 1;
  am_mean_tangent s;
  ck_assert_int_eq(am_cell_need_tangents(o.e.arena, o.e.report, o.e.cell),
                   AM_OK);
  am_space_survey(o.space, &(am_loading_step){.stop = &stop},
                  new_vector(&o, false), false, &s);
  ck_assert_int_eq(s.status, AM_POINT_STOPPED);
  stop = 0;
  am_space_survey(o.space, &(am_loading_step){.stop = &stop},
                  new_vector(&o, false), false, &s);
  ck_assert_int_eq(s.status, AM_POINT_GOOD);
}
END_TEST

int main(void) {
  TCase *laws = tcase_create("laws");
  tcase_add_test(laws, laws_start_from_what_was_committed);
  tcase_add_test(laws, fields_are_all_that_is_remembered);
  tcase_add_test(laws, means_are_those_of_the_fields);
  tcase_add_loop_test(laws, kept_tangents_are_derivatives_of_the_response, 0,
                      2);
  tcase_add_test(laws, a_survey_gives_moduli);
  tcase_add_test(laws, a_survey_of_a_jump_is_elastic);
  tcase_add_test(laws, a_survey_leaves_the_response);
  tcase_add_loop_test(laws, what_is_found_again_is_what_was_found, 0, 5);
  tcase_add_loop_test(laws, states_are_those_of_what_was_chosen, 0, 3);
  tcase_add_test(laws, stresses_are_found_after_a_survey);
  tcase_add_test(laws, pieces_make_no_difference);
  tcase_add_test(laws, a_voxel_that_is_not_good_is_named);
  tcase_add_test(laws, a_state_that_is_not_finite_is_no_answer);
  tcase_add_test(laws, a_stop_ends_a_response);
  tcase_add_test(laws, a_stop_ends_a_survey);
  return test_run("host_laws", (TCase *const[]){laws}, 1);
}
