/* finite_strain.c: random deformation gradients, and laws under them. */
#include "check/parts.h"

am_solver *am_coarse_solver(am_subject *subject, const am_scheme *scheme,
                            bool tangent) {
  am_solver *solver = am_subject_solver(subject, scheme);
  solver->tangent = tangent;
  solver->newton = 1e-14;
  solver->rtol = 1e-2;
  solver->atol = 1e-4;
  solver->max_substeps = 1000;
  return solver;
}

am_status am_finite_strain_new(am_subject *subject, const am_solver *solver,
                               am_test_point *deformed) {
  am_law *law;
  const am_law_choice choice = {.energies = subject->law->energies,
                                .logarithmic = true,
                                .set_place = am_nowhere};
  if (!subject->finite_strain) {
    AM_TRY(am_law_new(subject->arena, subject->report, subject->material,
                      &choice, &law));
    subject->finite_strain = am_subject_of_law(subject, law);
  }
  AM_TRY(am_test_point_new(subject->finite_strain, subject->engine, solver,
                           deformed));
  deformed->step->deformed = true;
  return AM_OK;
}

void am_finite_strain_put(const am_test_point *deformed,
                          const am_loading *loading, const double *F) {
  am_step *step = deformed->step;
  am_loading_put(loading, step);
  am_finite_strain_stretch(loading->from, step->gradient0);
  memcpy(step->target, F, sizeof step->target);
}

bool am_finite_strain_advance(const am_test_point *deformed, double *P) {
  am_step *step = deformed->step;
  am_arena_poll(deformed->subject->arena);
  am_engine_step(deformed->program, step);
  if (step->status != AM_POINT_GOOD) return false;
  am_nominal_stress(step->gradient, step->stress, P);
  return isfinite(am_largest(P, 9));
}

/* ---- tensors ------------------------------------------------------------- */

static int row_of(int c) { return am_gradient_names[c][0] - 'x'; }
static int column_of(int c) { return am_gradient_names[c][1] - 'x'; }

void am_tensor_product(const double *A, const double *B, double *product) {
  for (int c = 0; c < 9; c++) {
    product[c] = 0;
    for (int a = 0; a < 9; a++)
      for (int b = 0; row_of(a) == row_of(c) && b < 9; b++)
        if (row_of(b) == column_of(a) && column_of(b) == column_of(c))
          product[c] += A[a] * B[b];
  }
}

/* Rotation by a random angle about a random axis n (Rodrigues). */
void am_finite_strain_rotation(am_random *random, double *R) {
  double n[3], angle = am_random_in(random, 0, 6.25);
  am_random_vector(random, 3, 1, n);
  for (int c = 0; c < 9; c++) {
    int i = row_of(c), j = column_of(c), next = (j - i + 3) % 3;
    double cross = next ? (next == 1 ? -1 : 1) * n[3 - i - j] : 0;
    R[c] = (i == j) * cos(angle) + (1 - cos(angle)) * n[i] * n[j] +
           sin(angle) * cross;
  }
}

/* Power series of exp(E), for strains up to order 1. */
void am_finite_strain_stretch(const double *strain, double *F) {
  double x[6], E[9], term[9] = {1, 1, 1};
  am_basis_to_tensor(strain, x);
  for (int c = 0; c < 9; c++) E[c] = x[c < 6 ? c : c - 3];
  memcpy(F, term, sizeof term);
  for (int n = 1; n < 40; n++) {
    double next[9];
    am_tensor_product(term, E, next);
    for (int c = 0; c < 9; c++) F[c] += term[c] = next[c] / n;
  }
}

void am_finite_strain_draw(am_random *random, const double *l, double *F) {
  double R[9], V[9], U[9] = {0};
  am_finite_strain_rotation(random, R);
  am_finite_strain_rotation(random, V);
  for (int c = 0; c < 9; c++)
    for (int a = 0; a < 9; a++)
      for (int b = 0; b < 9; b++)
        if (row_of(a) == row_of(c) && row_of(b) == column_of(c) &&
            column_of(a) == column_of(b))
          U[c] += V[a] * l[column_of(a)] * V[b];
  am_tensor_product(R, U, F);
}
