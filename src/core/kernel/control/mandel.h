/* mandel.h: vectors, and conversion between coordinates of base/basis.h and
 * Kelvin-Mandel components. */

/* Arguments of lists such as K_POINT_ARRAYS: declare `name` as a member of a
 * struct, or as an array that this member of the struct `of` points to. */
#define K_MEMBER_ARRAY(of, name, size) real *name;
#define K_DECLARE_ARRAY(of, name, size) \
  K_ARRAY(of##_##name, size);           \
  of.name = of##_##name;

/* x := y */
K_FN void k_assign(real *x, const real *y, int n) {
  K_UNROLL for (int i = 0; i < n; i++) x[i] = y[i];
}

/* x := y in lanes of `where` */
K_FN void k_assign_in(mask where, real *x, const real *y, int n) {
  K_UNROLL for (int i = 0; i < n; i++) x[i] = k_select(where, y[i], x[i]);
}

/* x := 0 */
K_FN void k_zero(real *x, int n) {
  K_UNROLL for (int i = 0; i < n; i++) x[i] = k_set(0);
}

/* Maximum of two numbers; NaN if one of them is NaN. */
K_FN real k_max_nan(real worst, real x) {
  return k_select((x > worst) | k_not(x == x), x, worst);
}

/* x·y */
K_FN real k_dot(const real *x, const real *y, int n) {
  real sum = k_set(0);
  K_UNROLL for (int i = 0; i < n; i++)
    sum = i ? k_fma(x[i], y[i], sum) : x[i] * y[i];
  return sum;
}

K_FN real k_square(const real *x, int n) { return k_dot(x, x, n); }

/* x/unit; 0 if x is 0, even for unit 0. */
K_FN real k_over(real x, real unit) {
  return k_select(x == 0, x, x / unit);
}

/* Orthonormal change of basis (base/basis.h): x = Q m, m = Q' x. */
K_FN void k_from_mandel(const real *m, real *x) {
  x[0] = 0.57735026918962576451 * (m[0] + m[1] + m[2]);
  x[1] = 0.40824829046386301637 * ((m[0] - m[1]) + (m[0] - m[2]));
  x[2] = 0.70710678118654752440 * (m[1] - m[2]);
  for (int i = 3; i < 6; i++) x[i] = m[i];
}

K_FN void k_to_mandel(const real *x, real *m) {
  real p = 0.57735026918962576451 * x[0], q = 0.40824829046386301637 * x[1];
  real r = 0.70710678118654752440 * x[2];
  m[0] = p + 2.0 * q;
  m[1] = p - q + r;
  m[2] = p - q - r;
  for (int i = 3; i < 6; i++) m[i] = x[i];
}

/* C = Q M Q' */
K_FN void k_matrix_from_mandel(const real *M, real *C) {
  real rows[36], column[6], turned[6];
  for (int i = 0; i < 6; i++) k_from_mandel(M + 6 * i, rows + 6 * i);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = rows[6 * i + j];
    k_from_mandel(column, turned);
    for (int i = 0; i < 6; i++) C[6 * i + j] = turned[i];
  }
}

/* M = Q' C Q */
K_FN void k_matrix_to_mandel(const real *C, real *M) {
  real rows[36], column[6], turned[6];
  for (int i = 0; i < 6; i++) k_to_mandel(C + 6 * i, rows + 6 * i);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) column[i] = rows[i * 6 + j];
    k_to_mandel(column, turned);
    for (int i = 0; i < 6; i++) M[i * 6 + j] = turned[i];
  }
}
