/* logarithmic.h: logarithmic strain E of a deformation gradient F, and the
 * nominal stress P of its conjugate stress T, with derivatives by divided
 * differences of f = ln/2 (K_LOGARITHMIC; docs/theory.md, sections 12.1 and
 * 12.2),
 *
 *     dE = Q (f[l_a, l_b] (Q' dC Q)_ab) Q',   C = F'F,
 *     P = 2 F S,   S = Q (f[l_a, l_b] (Q' T Q)_ab) Q'.
 *
 * Series replace divided differences if eigenvalues l_a are close. A
 * nonsymmetric tensor has nine components in the order xx yy zz yz xz xy zy zx
 * yx. */

/* ---- eigenvalues and eigenvectors ---------------------------------------- */

/* Decomposition of a symmetric tensor [3][3] (docs/theory.md, section 12.2):
 * the eigenvalue farthest from the others by a polynomial, its eigenvector from
 * the adjugate, the other two by one Jacobi rotation, and a first-order
 * correction of the tilt.
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

/* ---- logarithmic strain -------------------------------------------------- */

/* Row and column of a component */
#define K_ROW_OF(c) ((c) < 3 ? (c) : (c) == 3 || (c) == 8 ? 1 : (c) < 6 ? 0 : 2)
#define K_COLUMN_OF(c) \
  ((c) < 3 ? (c) : (c) == 3 || (c) == 4 ? 2 : (c) == 5 || (c) == 6 ? 1 : 0)

/* Index, from 0 to 9, of an unordered triple of eigenvectors: 0 to 2 for three
 * equal ones, 3 to 8 for two equal ones, 9 for three different ones */
K_FN int k_triple(int a, int b, int c) {
  int twice = a == b || a == c ? a : b;
  if (a == b && b == c) return a;
  if (a != b && b != c && c != a) return 9;
  return 3 + 2 * twice + ((a + b + c - 3 * twice + 3) % 3 == 2);
}

/* Spectral decomposition of a deformation gradient */
typedef struct k_stretch {
  real Q[9];     /* [3][3] eigenvectors of C in columns */
  real A[9];     /* [3][3] F Q */
  real log[3];   /* logarithms of the principal stretches */
  real b[3];     /* eigenvalues of C - I */
  /* computed by k_differentiate: */
  real first[6]; /* f[l_a, l_b] at K_PAIR */
  real tilt[6];  /* half of f[l_a, l_a, l_b] - f[l_a, l_b, l_b], a < b */
  real R[36];    /* [6][6] from coordinates to eigenvectors, Kelvin-Mandel */
} k_stretch;

/* A [3][3] from nine components. */
K_FN void k_square_of(const real *F, real *A) {
  K_UNROLL for (int c = 0; c < 9; c++)
    A[3 * K_ROW_OF(c) + K_COLUMN_OF(c)] = F[c];
}

K_FN real k_determinant(const real *A) {
  return A[0] * (A[4] * A[8] - A[5] * A[7]) -
         A[1] * (A[3] * A[8] - A[5] * A[6]) +
         A[2] * (A[3] * A[7] - A[4] * A[6]);
}

/* Computes f[l_a, l_b] = h - d tilt, and `tilt`, the difference of f[l_a, l_a,
 * l_b] and f[l_a, l_b, l_b] from -f'(l_a) f'(l_b). h: mean of f' at both
 * eigenvalues, d: their distance. With z = d/(l_a + l_b), (1/2) ln(l_a/l_b) =
 * artanh z gives tilt = z/(l_a + l_b)^2 sum_n (2n + 2)/(2n + 3) z^2n. */
K_FN void k_difference_pair(k_stretch *s, int a, int b) {
  real d = s->b[a] - s->b[b], inverse = 1.0 / (s->b[a] + s->b[b] + 2.0);
  real z = d * inverse, square = z * z, series = k_set(16.0 / 17);
  real mean = 0.5 * (s->first[a] + s->first[b]);
  mask close = square < 0.01;
  K_UNROLL for (int n = 6; n >= 0; n--)
    series = k_fma(series, square, k_set((2.0 * n + 2) / (2 * n + 3)));
  real far = 1.0 / k_select(close, k_set(1), d);
  real rise = (s->log[a] - s->log[b]) * far;
  real tilt = z * series * (inverse * inverse);
  s->tilt[K_PAIR(a, b)] = k_select(close, tilt, (mean - rise) * far);
  s->first[K_PAIR(a, b)] = k_select(close, k_fma(-d, tilt, mean), rise);
}

/* Rows of R: dyads of eigenvectors, in coordinates. */
K_FN void k_turn_coordinates(k_stretch *s) {
  const real root = k_set(1.41421356237309504880);
  K_UNROLL for (int a = 0; a < 3; a++)
    K_UNROLL for (int b = a; b < 3; b++) {
      real dyad[6];
      K_UNROLL for (int c = 0; c < 6; c++) {
        const real *p = s->Q + 3 * K_ROW_OF(c), *q = s->Q + 3 * K_COLUMN_OF(c);
        real product = p[a] * q[b];
        if ((c < 3) != (a == b)) product = root * product;
        dyad[c] = c > 2 && a != b ? k_fma(p[b], q[a], product) : product;
      }
      k_from_mandel(dyad, s->R + 6 * K_PAIR(a, b));
    }
}

/* Prepares derivatives by F. */
K_APART void k_differentiate(k_stretch *s) {
  K_UNROLL for (int a = 0; a < 3; a++) s->first[a] = 0.5 / (s->b[a] + 1.0);
  K_UNROLL for (int a = 0; a < 3; a++)
    K_UNROLL for (int b = a + 1; b < 3; b++) k_difference_pair(s, a, b);
  k_turn_coordinates(s);
}

/* f[x, y, z] of close eigenvalues with mean m: the sum over n >= 2 of
 * (-1)^(n-1)/(2 n m^n) times the complete symmetric polynomial of degree n - 2
 * of their distances from m (de Boor 2005). */
K_FN real k_close_difference(const real *l) {
  real m = (l[0] + l[1] + l[2]) * (1.0 / 3.0), inverse = 1.0 / m;
  real u = (l[0] - m) * inverse, v = (l[1] - m) * inverse;
  real w = (l[2] - m) * inverse;
  real e2 = u * v + v * w + w * u, e3 = u * v * w;
  real before = k_set(0), last = k_set(0), h = k_set(1);
  real sum = k_set(-0.5), sign = k_set(-1);
  K_UNROLL for (int n = 3; n <= 13; n++) {
    real next = e3 * before - e2 * last;
    before = last;
    last = h;
    h = next;
    sign = -sign;
    sum = sum + sign * (1.0 / n) * h;
  }
  return 0.5 * sum * inverse * inverse;
}

/* f[l_0, l_1, l_2], from the first differences, divided by the largest
 * distance. */
K_FN real k_second_difference(const k_stretch *s) {
  real l[3] = {s->b[0] + 1.0, s->b[1] + 1.0, s->b[2] + 1.0};
  real ab = s->b[0] - s->b[1], bc = s->b[1] - s->b[2], ca = s->b[2] - s->b[0];
  real fab = s->first[K_PAIR(0, 1)], fbc = s->first[K_PAIR(1, 2)];
  real fca = s->first[K_PAIR(2, 0)];
  mask by_c = k_abs(ca) >= k_max(k_abs(ab), k_abs(bc));
  mask by_b = k_abs(ab) >= k_abs(bc);
  real distance = k_select(by_c, ca, k_select(by_b, ab, bc));
  real rise = k_select(by_c, fbc - fab, k_select(by_b, fca - fbc, fab - fca));
  mask close = k_abs(distance) < 0.05 / 3.0 * (l[0] + l[1] + l[2]);
  return k_select(close, k_close_difference(l),
                  rise / k_select(close, k_set(1), distance));
}

/* Decomposes F. NaN if det F is not positive, or if the product of the
 * stretches differs from det F, because rounding errors exceed the smallest
 * stretch. */
K_APART void k_stretch_of(const real *F, k_stretch *s) {
  real H[9], B[9];
  k_square_of(F, s->A);
  real det = k_determinant(s->A);
  K_UNROLL for (int i = 0; i < 9; i++)
    H[i] = s->A[i] - (i % 4 == 0 ? 1.0 : 0.0);
  K_UNROLL for (int i = 0; i < 3; i++)
    K_UNROLL for (int j = 0; j < 3; j++)
      B[3 * i + j] = H[3 * i + j] + H[3 * j + i] +
                     (H[i] * H[j] + H[3 + i] * H[3 + j] + H[6 + i] * H[6 + j]);
  k_diagonalize(B, s->b, s->Q);
  real product = (s->b[0] + 1.0) * (s->b[1] + 1.0) * (s->b[2] + 1.0);
  mask proper = (det > 0) & (k_abs(product - det * det) < 1e-7 * (det * det));
  K_UNROLL for (int a = 0; a < 3; a++)
    s->log[a] = k_select(proper, 0.5 * k_log1p(s->b[a]),
                         k_set(K_INFINITY - K_INFINITY));
  K_UNROLL for (int i = 0; i < 3; i++) {
    real row[3] = {s->A[3 * i], s->A[3 * i + 1], s->A[3 * i + 2]};
    K_UNROLL for (int a = 0; a < 3; a++)
      s->A[3 * i + a] = row[0] * s->Q[a] + row[1] * s->Q[3 + a] +
                        row[2] * s->Q[6 + a];
  }
}

/* x := Q m Q' in coordinates, m [6] in eigenvectors at K_PAIR. */
K_FN void k_from_eigenvectors(const k_stretch *s, const real *m, real *x) {
  real mandel[6];
  K_UNROLL for (int p = 0; p < 6; p++)
    mandel[p] = p < 3 ? m[p] : 1.41421356237309504880 * m[p];
  K_UNROLL for (int i = 0; i < 6; i++) {
    x[i] = s->R[i] * mandel[0];
    K_UNROLL for (int p = 1; p < 6; p++)
      x[i] = k_fma(s->R[6 * p + i], mandel[p], x[i]);
  }
}

/* Scalar product of row p of R with x. */
K_FN real k_along(const k_stretch *s, int p, const real *x) {
  real sum = s->R[6 * p] * x[0];
  K_UNROLL for (int i = 1; i < 6; i++) sum = k_fma(s->R[6 * p + i], x[i], sum);
  return sum;
}

/* m := Q' x Q in eigenvectors at K_PAIR, x in coordinates. */
K_FN void k_to_eigenvectors(const k_stretch *s, const real *x, real *m) {
  K_UNROLL for (int p = 0; p < 6; p++)
    m[p] = (p < 3 ? 1.0 : 0.70710678118654752440) * k_along(s, p, x);
}

/* E in coordinates. */
K_FN void k_strain_of(const k_stretch *s, real *eps) {
  real mandel[6];
  K_UNROLL for (int c = 0; c < 6; c++) {
    const real *p = s->Q + 3 * K_ROW_OF(c), *q = s->Q + 3 * K_COLUMN_OF(c);
    real sum = s->log[0] * (p[0] * q[0]) + s->log[1] * (p[1] * q[1]) +
               s->log[2] * (p[2] * q[2]);
    mandel[c] = c < 3 ? sum : 1.41421356237309504880 * sum;
  }
  k_from_mandel(mandel, eps);
}

/* h = Q' dC Q, in eigenvectors, for a unit change of component c of F. */
K_FN void k_moved_by(const k_stretch *s, int c, real *h) {
  const real *a = s->A + 3 * K_ROW_OF(c), *q = s->Q + 3 * K_COLUMN_OF(c);
  K_UNROLL for (int i = 0; i < 3; i++) {
    h[i] = 2.0 * a[i] * q[i];
    K_UNROLL for (int j = i + 1; j < 3; j++)
      h[K_PAIR(i, j)] = k_fma(a[i], q[j], a[j] * q[i]);
  }
}

/* S [3][3], in the axes of the body, for the stress t in eigenvectors. */
K_FN void k_conjugate(const k_stretch *s, const real *t, real *S) {
  real m[6], x[6], mandel[6];
  K_UNROLL for (int i = 0; i < 6; i++) m[i] = t[i] * s->first[i];
  k_from_eigenvectors(s, m, x);
  k_to_mandel(x, mandel);
  K_UNROLL for (int i = 0; i < 3; i++)
    K_UNROLL for (int j = 0; j < 3; j++)
      S[3 * i + j] = mandel[K_PAIR(i, j)] *
                     (i == j ? 1.0 : 0.70710678118654752440);
}

/* Nominal stress P [9] for the stress sig, in coordinates. */
K_APART void k_nominal_stress(const k_stretch *s, const real *F,
                              const real *sig, real *P) {
  real t[6], S[9], A[9];
  k_to_eigenvectors(s, sig, t);
  k_conjugate(s, t, S);
  k_square_of(F, A);
  K_UNROLL for (int c = 0; c < 9; c++) {
    const real *row = A + 3 * K_ROW_OF(c), *of = S + K_COLUMN_OF(c);
    P[c] = 2.0 * (row[0] * of[0] + row[1] * of[3] + row[2] * of[6]);
  }
}

/* Second differences f[a, b, c] of the ten triples a <= b <= c. */
K_FN void k_second_differences(const k_stretch *s, real *second) {
  K_UNROLL for (int a = 0; a < 3; a++) {
    second[k_triple(a, a, a)] = -s->first[a] * s->first[a];
    K_UNROLL for (int b = a + 1; b < 3; b++) {
      real both = s->first[a] * s->first[b], tilt = s->tilt[K_PAIR(a, b)];
      second[k_triple(a, a, b)] = tilt - both;
      second[k_triple(a, b, b)] = -tilt - both;
    }
  }
  second[k_triple(0, 1, 2)] = k_second_difference(s);
}

/* M [6][6] in eigenvectors, from the stiffness C in coordinates, weighted from
 * both sides, because E' = Q (f[l_a, l_b] h_ab) Q'. */
K_FN void k_turn_stiffness(const k_stretch *s, const real *C, real *M) {
  real half[36], weight[6];
  K_UNROLL for (int q = 0; q < 6; q++)
    weight[q] = q < 3 ? s->first[q] : 1.41421356237309504880 * s->first[q];
  K_LOOP for (int i = 0; i < 6; i++)
    K_UNROLL for (int q = 0; q < 6; q++)
      half[6 * i + q] = weight[q] * k_along(s, q, C + 6 * i);
  K_LOOP for (int p = 0; p < 6; p++)
    K_UNROLL for (int q = 0; q < 6; q++) {
      real sum = s->R[6 * p] * half[q];
      K_UNROLL for (int i = 1; i < 6; i++)
        sum = k_fma(s->R[6 * p + i], half[6 * i + q], sum);
      M[6 * p + q] = weight[p] * sum;
    }
}

/* Adds the matrix of t : D2f(C)[h1, h2] to M [6][6], in eigenvectors. */
K_FN void k_add_curvature(const k_stretch *s, const real *t, real *M) {
  real second[10], twice[6];
  k_second_differences(s, second);
  K_UNROLL for (int i = 0; i < 6; i++) twice[i] = 2.0 * t[i];
  K_UNROLL for (int b = 0; b < 3; b++)
    K_UNROLL for (int a = 0; a < 3; a++)
      K_UNROLL for (int c = 0; c < 3; c++) {
        real *own = &M[6 * K_PAIR(a, b) + K_PAIR(b, c)];
        *own = k_fma(twice[K_PAIR(a, c)], second[k_triple(a, b, c)], *own);
      }
}

/* dP/dF = X M X' + 2 S, where S acts on the components of one row of F */
typedef struct {
  real X[54], M[36], S[9]; /* [9][6], [6][6], [3][3] */
} k_nominal_slope;

/* Factors of dP/dF, from the stress sig and its derivative C [6][6] by E, in
 * coordinates. */
K_APART void k_nominal_slope_of(const k_stretch *s, const real *sig,
                                const real *C, k_nominal_slope *n) {
  real t[6];
  k_to_eigenvectors(s, sig, t);
  k_conjugate(s, t, n->S);
  k_turn_stiffness(s, C, n->M);
  k_add_curvature(s, t, n->M);
  K_UNROLL for (int c = 0; c < 9; c++) k_moved_by(s, c, n->X + 6 * c);
}

/* Derivatives [9] of component c of P by F. */
K_FN void k_nominal_row(const k_nominal_slope *n, int c, real *row) {
  const real *S = n->S + 3 * K_COLUMN_OF(c), *x = n->X + 6 * c;
  real half[6];
  K_UNROLL for (int j = 0; j < 6; j++) {
    half[j] = x[0] * n->M[j];
    K_UNROLL for (int i = 1; i < 6; i++)
      half[j] = k_fma(x[i], n->M[6 * i + j], half[j]);
  }
  K_UNROLL for (int d = 0; d < 9; d++) {
    row[d] = half[0] * n->X[6 * d];
    K_UNROLL for (int j = 1; j < 6; j++)
      row[d] = k_fma(half[j], n->X[6 * d + j], row[d]);
  }
  K_UNROLL for (int j = 0; j < 3; j++) {
    int r = K_ROW_OF(c);
    real *own = &row[r == j ? r : (r < j ? 6 : 9) - r - j];
    *own = *own + 2.0 * S[j];
  }
}

/* dP/dF [9][9]. */
K_APART void k_nominal_tangent(const k_stretch *s, const real *sig,
                               const real *C, real *K) {
  k_nominal_slope n;
  k_nominal_slope_of(s, sig, C, &n);
  K_LOOP for (int c = 0; c < 9; c++) k_nominal_row(&n, c, K + 9 * c);
}

/* Change eps of the strain, in coordinates, for a change dF of F. */
K_APART void k_strain_jvp(const k_stretch *s, const real *dF, real *eps) {
  real h[6], sum[6];
  k_zero(sum, 6);
  K_UNROLL for (int c = 0; c < 9; c++) {
    k_moved_by(s, c, h);
    K_UNROLL for (int i = 0; i < 6; i++) sum[i] = k_fma(dF[c], h[i], sum[i]);
  }
  K_UNROLL for (int i = 0; i < 6; i++) sum[i] = sum[i] * s->first[i];
  k_from_eigenvectors(s, sum, eps);
}
