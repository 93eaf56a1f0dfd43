/* host_deformed.h: stresses and tangents in hosts for a law whose strain is the
 * logarithmic strain of a deformation gradient.  Text of exported laws; unused
 * unless H_DEFORMED.
 *
 * The law has E = ln(F'F)/2, and gives T per reference volume and dT/dE, from
 * which kernel/control/logarithmic.h computes P and dP/dF. All other measures
 * follow:
 *
 *     tau = P F' = J sigma,   S = F^-1 P,   dJ = J tr(F^-1 dF).
 *
 * Tensors without symmetry are [3][3] here; nine components in h_step are in
 * the order of kernel/control/logarithmic.h. */

/* Positions of a host's components xx yy zz xy yx xz zx yz zy; plane states use
 * the first five. */
static const int h_nine[] = {0, 1, 2, 5, 8, 4, 7, 3, 6};

static int h_gradient_size(int components) {
  return components == H_SPACE ? 9 : 5;
}

/* Components of a tensor [3][3] in the order of h_step */
static void h_nine_of(const double *A, double *x) {
  for (int c = 0; c < 9; c++) x[c] = A[3 * K_ROW_OF(c) + K_COLUMN_OF(c)];
}

typedef struct {
  int plane_stress;
  double F0[9], F[9], inverse[9], P[9], J;
  double slope[81]; /* dP/dF */
} h_deformed;

/* Strains at both ends; NaN for an invalid gradient. */
static void h_deform(h_step *s) {
  k_stretch stretch;
  double eps[6];
  k_stretch_of(s->gradient0, &stretch);
  k_strain_of(&stretch, eps);
  k_to_mandel(eps, s->strain0);
  k_stretch_of(s->gradient1, &stretch);
  k_strain_of(&stretch, eps);
  k_to_mandel(eps, s->strain1);
}

/* C := A B */
static void h_multiply(const double *A, const double *B, double *C) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] +
                     A[3 * i + 2] * B[6 + j];
}

/* C := A B' */
static void h_multiply_transposed(const double *A, const double *B,
                                  double *C) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      C[3 * i + j] = A[3 * i] * B[3 * j] + A[3 * i + 1] * B[3 * j + 1] +
                     A[3 * i + 2] * B[3 * j + 2];
}

/* Measures at the end of a step from F0. */
static void h_measure(const h_step *s, const double *F0, h_deformed *d) {
  k_stretch stretch;
  double P[9];
  k_stretch_of(s->gradient1, &stretch);
  k_differentiate(&stretch);
  k_nominal_stress(&stretch, s->gradient1, s->T, P);
  k_nominal_tangent(&stretch, s->T, s->C, d->slope);
  k_square_of(F0, d->F0);
  k_square_of(s->gradient1, d->F);
  k_square_of(P, d->P);
  d->J = k_determinant(d->F);
  h_invert(d->F, d->inverse);
  d->plane_stress = s->plane_stress;
}

/* ---- stresses ------------------------------------------------------------ */

static void h_cauchy(const h_deformed *d, double *sigma) {
  h_multiply_transposed(d->P, d->F, sigma);
  for (int i = 0; i < 9; i++) sigma[i] /= d->J;
}

static void h_second(const h_deformed *d, double *S) {
  h_multiply(d->inverse, d->P, S);
}

static void h_first(const h_deformed *d, double *P) {
  memcpy(P, d->P, sizeof d->P);
}

/* ---- changes of stresses for a change dF of F ---------------------------- */

static void h_first_along(const h_deformed *d, const double *dF, double *dP) {
  for (int c = 0; c < 9; c++) {
    double sum = 0;
    for (int e = 0; e < 9; e++)
      sum += d->slope[9 * c + e] * dF[3 * K_ROW_OF(e) + K_COLUMN_OF(e)];
    dP[3 * K_ROW_OF(c) + K_COLUMN_OF(c)] = sum;
  }
}

/* dtau = dP F' + P dF' */
static void h_kirchhoff_along(const h_deformed *d, const double *dF,
                              double *dtau) {
  double dP[9], more[9];
  h_first_along(d, dF, dP);
  h_multiply_transposed(dP, d->F, dtau);
  h_multiply_transposed(d->P, dF, more);
  for (int i = 0; i < 9; i++) dtau[i] += more[i];
}

/* dsigma = dtau/J - sigma tr(F^-1 dF) */
static void h_cauchy_along(const h_deformed *d, const double *dF,
                           double *dsigma) {
  double sigma[9], rate[9];
  h_cauchy(d, sigma);
  h_kirchhoff_along(d, dF, dsigma);
  h_multiply(d->inverse, dF, rate);
  for (int i = 0; i < 9; i++)
    dsigma[i] = dsigma[i] / d->J - sigma[i] * (rate[0] + rate[4] + rate[8]);
}

/* dS = F^-1 (dP - dF S) */
static void h_second_along(const h_deformed *d, const double *dF,
                           double *dS) {
  double dP[9], S[9], more[9];
  h_first_along(d, dF, dP);
  h_second(d, S);
  h_multiply(dF, S, more);
  for (int i = 0; i < 9; i++) dP[i] -= more[i];
  h_multiply(d->inverse, dP, dS);
}

/* Jaumann rate of tau divided by J (Abaqus 2016 Theory Guide, 1.5.3; Ji, Waas
 * and Bazant 2010), for dF without spin */
static void h_jaumann_along(const h_deformed *d, const double *dF,
                            double *change) {
  h_kirchhoff_along(d, dF, change);
  for (int i = 0; i < 9; i++) change[i] /= d->J;
}

/* ---- changes of F for those of a host's variable ------------------------- */

static void h_by_gradient(const h_deformed *d, const double *by, double *dF) {
  (void)d;
  memcpy(dF, by, 9 * sizeof *dF);
}

/* dF = F^-T dE, for which F'dF is dE; dE is symmetric. */
static void h_by_strain(const h_deformed *d, const double *dE, double *dF) {
  double transposed[9];
  h_multiply(dE, d->inverse, transposed);
  for (int i = 0; i < 9; i++) dF[i] = transposed[3 * (i % 3) + i / 3];
}

/* F = D F0, with the gradient D of the step. */
static void h_by_step(const h_deformed *d, const double *dD, double *dF) {
  h_multiply(dD, d->F0, dF);
}

/* F = D F, with the rate of deformation D. */
static void h_by_rate(const h_deformed *d, const double *dD, double *dF) {
  h_multiply(dD, d->F, dF);
}

/* Adds the change of the free components that cancels theirs of P. */
static void h_add_free(const h_deformed *d, const double *dP, double *dF) {
  double nine[9], change[H_FREE];
  h_nine_of(dP, nine);
  h_relax(d->slope, 9, nine, change);
  for (int i = 0; i < H_FREE; i++)
    dF[3 * K_ROW_OF(h_free[i]) + K_COLUMN_OF(h_free[i])] += change[i];
}

/* ---- tangent operators of hosts ------------------------------------------ */

typedef void h_along(const h_deformed *d, const double *by, double *change);

typedef struct {
  int of_nine, by_nine; /* rows, columns have nine components instead of six */
  h_along *gradient, *stress; /* change of F by a column; of the stress by F */
} h_operator;

/* Selected by K[2]. */
enum { H_OPERATORS = 4 };
static const h_operator h_operators[H_OPERATORS] = {
    {0, 1, h_by_gradient, h_cauchy_along},
    {0, 0, h_by_strain, h_second_along},
    {1, 1, h_by_gradient, h_first_along},
    {0, 1, h_by_step, h_kirchhoff_along}};
static const h_operator h_jaumann = {0, 0, h_by_rate, h_jaumann_along};

typedef struct {
  int of_nine;
  void (*find)(const h_deformed *d, double *stress);
} h_stress;

/* Selected by K[1]. */
enum { H_STRESSES = 3 };
static const h_stress h_stresses[H_STRESSES] = {
    {0, h_cauchy}, {0, h_second}, {1, h_first}};

/* Component i of a host, Kelvin-Mandel if there are six components; and the
 * tensor in which this component is one and all others are zero. */
static double h_component(const double *A, int i, int nine) {
  int c = nine ? h_nine[i] : h_place[i];
  double part = nine || c < 3 ? 1 : H_ROOT;
  return part * A[3 * K_ROW_OF(c) + K_COLUMN_OF(c)];
}

static void h_unit(int i, int nine, double *A) {
  int c = nine ? h_nine[i] : h_place[i];
  double part = nine || c < 3 ? 1 : 1 / H_ROOT;
  for (int k = 0; k < 9; k++) A[k] = 0;
  A[3 * K_ROW_OF(c) + K_COLUMN_OF(c)] = part;
  if (!nine) A[3 * K_COLUMN_OF(c) + K_ROW_OF(c)] = part;
}

static void h_write_stress(const h_stress *kind, const h_deformed *d, int n,
                           double *stress) {
  double A[9];
  int rows = kind->of_nine ? h_gradient_size(n) : n;
  kind->find(d, A);
  for (int i = 0; i < rows; i++)
    stress[i] = h_component(A, i, kind->of_nine);
}

/* Stored by rows. */
static void h_write_operator(const h_operator *kind, const h_deformed *d,
                             int n, double *K) {
  int rows = kind->of_nine ? h_gradient_size(n) : n;
  int columns = kind->by_nine ? h_gradient_size(n) : n;
  for (int j = 0; j < columns; j++) {
    double unit[9], dF[9], dP[9], change[9];
    h_unit(j, kind->by_nine, unit);
    kind->gradient(d, unit, dF);
    if (d->plane_stress) {
      h_first_along(d, dF, dP);
      h_add_free(d, dP, dF);
    }
    kind->stress(d, dF, change);
    for (int i = 0; i < rows; i++)
      K[i * columns + j] = h_component(change, i, kind->of_nine);
  }
}
