/* principal.h: eigenvalues and eigenvectors of a symmetric tensor [3][3]
 * (K_LOGARITHMIC; docs/theory.md, section 12.2): the eigenvalue farthest from
 * the others by a polynomial, its eigenvector from the adjugate, the other two
 * by one Jacobi rotation, and a first-order correction of the tilt.
 *
 * The six components of A are in the order 11 22 33 23 13 12; a cyclic
 * permutation of the axes permutes each group of three cyclically. */

/* Declares a function that is never inlined, not even on devices, where
 * inlining would take the compiler minutes. */
#ifdef __CUDACC__
#define K_APART static __device__ __noinline__
#else
#define K_APART K_CALL
#endif

/* Index of the component of two axes */
#define K_PAIR(a, b) ((a) == (b) ? (a) : 6 - (a) - (b))

K_FN real k_product(const real *x, const real *y) {
  return k_fma(x[0], y[0], k_fma(x[1], y[1], x[2] * y[2]));
}

/* Entry i + 1 of three in lanes of `once`, i + 2 in lanes of `twice`, else i;
 * indices modulo 3. */
K_FN real k_cycled(mask once, mask twice, const real *x, int i) {
  return k_select(once, x[(i + 1) % 3],
                  k_select(twice, x[(i + 2) % 3], x[i]));
}

/* 2 cos(arccos(r)/3) for r from 0 to 1, within 4e-9. */
K_FN real k_far_root(real r) {
  real x = k_fma(r, k_set(-0.000605708402902), k_set(0.003529713746234));
  x = k_fma(r, x, k_set(-0.009859382344859));
  x = k_fma(r, x, k_set(0.018766661141410));
  x = k_fma(r, x, k_set(-0.030214550322434));
  x = k_fma(r, x, k_set(0.049208593584658));
  x = k_fma(r, x, k_set(-0.096208882905867));
  x = k_fma(r, x, k_set(0.333332742288997));
  return k_fma(r, x, k_set(1.732050811199130));
}

/* A [6]: scaled deviator of B. Returns the largest root x. */
K_FN real k_scaled_deviator(const real *B, real *A) {
  K_UNROLL for (int i = 0; i < 3; i++) {
    real rest = B[4 * i] - B[4 * ((i + 1) % 3)];
    A[i] = (1.0 / 3.0) * (rest + (B[4 * i] - B[4 * ((i + 2) % 3)]));
  }
  A[3] = B[5];
  A[4] = B[2];
  A[5] = B[1];
  real size = k_sqrt((1.0 / 6.0) * k_product(A, A) +
                     (1.0 / 3.0) * k_product(A + 3, A + 3));
  real scale = k_select(size > 0, 1.0 / size, k_set(0));
  K_UNROLL for (int i = 0; i < 6; i++) A[i] = scale * A[i];
  real r = 0.5 * (A[0] * (A[1] * A[2] - A[3] * A[3]) -
                  A[5] * (A[5] * A[2] - A[3] * A[4]) +
                  A[4] * (A[5] * A[3] - A[1] * A[4]));
  K_UNROLL for (int i = 0; i < 6; i++) A[i] = k_select(r < 0, -A[i], A[i]);
  return k_far_root(k_abs(r));
}

/* Rows of V [3][3]: two axes of the plane, and the eigenvector of x, whose last
 * component is the largest (Duff et al. 2017). */
K_FN void k_far_axis(const real *A, real x, real *V) {
  real *u = V, *w = V + 3, *v = V + 6;
  v[0] = A[5] * A[3] - A[4] * (A[1] - x);
  v[1] = A[5] * A[4] - A[3] * (A[0] - x);
  v[2] = (A[0] - x) * (A[1] - x) - A[5] * A[5];
  real size = k_sqrt(k_product(v, v)), sum = size + v[2];
  real inverse = 1.0 / (size * sum);
  u[0] = 1.0 - inverse * v[0] * v[0];
  u[1] = w[0] = -inverse * v[0] * v[1];
  w[1] = 1.0 - inverse * v[1] * v[1];
  K_UNROLL for (int i = 0; i < 3; i++) v[i] = sum * inverse * v[i];
  u[2] = -v[0];
  w[2] = -v[1];
}

/* Rotates the axes u and w of the plane to eigenvectors, and removes the tilt
 * of v. */
K_FN void k_turn_axes(const real *A, real x, real *V) {
  real *u = V, *w = V + 3, *v = V + 6, Au[3], Aw[3];
  K_UNROLL for (int i = 0; i < 3; i++) {
    const real row[3] = {A[K_PAIR(i, 0)], A[K_PAIR(i, 1)], A[K_PAIR(i, 2)]};
    Au[i] = k_product(row, u);
    Aw[i] = k_product(row, w);
  }
  real uu = k_product(u, Au), uw = k_product(u, Aw), ww = k_product(w, Aw);
  real d = ww - uu, twice = 2.0 * uw;
  real root = k_sqrt(d * d + twice * twice), sum = k_abs(d) + root;
  real square = sum * sum + twice * twice;
  real length = 1.0 / k_sqrt(k_select(square > 0, square, k_set(1)));
  real c = k_select(square > 0, sum * length, k_set(1));
  real s = k_select(d < 0, -twice, twice) * length;
  real away = k_select(d < 0, -0.5 * root, 0.5 * root); /* y, z: mean -+ away */
  real vu = k_product(v, Au), vw = k_product(v, Aw), mean = 0.5 * (uu + ww);
  real inverse = 1.0 / (3.0 * x * x - 3.0); /* (x - y) (x - z) */
  real tilt_u = (c * vu - s * vw) * (x - (mean + away)) * inverse;
  real tilt_w = (s * vu + c * vw) * (x - (mean - away)) * inverse;
  K_UNROLL for (int i = 0; i < 3; i++) {
    real turned_u = c * u[i] - s * w[i], turned_w = s * u[i] + c * w[i];
    u[i] = turned_u - tilt_u * v[i];
    w[i] = turned_w - tilt_w * v[i];
    v[i] = v[i] + tilt_u * turned_u + tilt_w * turned_w;
  }
}

/* Eigenvalues b of B, and eigenvectors in the columns of Q. */
K_APART void k_diagonalize(const real *B, real *b, real *Q) {
  real A[6], own[6], V[9];
  real x = k_scaled_deviator(B, A);
  real first = (A[1] - x) * (A[2] - x) - A[3] * A[3];
  real second = (A[2] - x) * (A[0] - x) - A[4] * A[4];
  real third = (A[0] - x) * (A[1] - x) - A[5] * A[5];
  mask once = (first >= second) & (first >= third);
  mask twice = k_not(once) & (second >= third);
  K_UNROLL for (int i = 0; i < 6; i++)
    own[i] = k_cycled(once, twice, A + i - i % 3, i % 3);
  k_far_axis(own, x, V);
  k_turn_axes(own, x, V);
  K_UNROLL for (int a = 0; a < 3; a++) {
    real q[3], Bq[3];
    K_UNROLL for (int i = 0; i < 3; i++)
      Q[3 * i + a] = q[i] = k_cycled(twice, once, V + 3 * a, i);
    K_UNROLL for (int i = 0; i < 3; i++) Bq[i] = k_product(B + 3 * i, q);
    b[a] = k_product(q, Bq);
  }
}
