/* linear.h: LU factorization of small linear systems
 * (docs/theory.md, section 8.5).
 *
 * Pivots are taken in an order chosen from the zeros of the matrix, without
 * entries that stay zero (tables `pivots` and `places`, fields.h).  Lanes with
 * a pivot that is small compared with both its row and its column are factored
 * again with row exchanges. */

typedef struct {
  real *w;      /* [n][n] factors */
  real *row_at; /* [n] original index of row i after exchanges */
  mask exchanged;
  int n;
  const int *pivot_order; /* 0 … n - 1, for a full matrix; NULL: the order of
                             the solved variables (pivots) */
  real *scratch;          /* [n] for right-hand sides */
} k_lu;

/* Declares a system of n rows with its arrays.  K_FULL_LU: full matrix, n at
 * most 9. */
#define K_LU(name, n_, order)                                               \
  K_ARRAY(name##_w, (n_) * (n_));                                           \
  K_ARRAY(name##_rows, n_);                                                 \
  K_ARRAY(name##_scratch, n_);                                              \
  k_lu name = {.w = name##_w, .row_at = name##_rows,                        \
               .exchanged = k_all_lanes(), .n = (n_), .pivot_order = order, \
               .scratch = name##_scratch}
#define K_FULL_LU(name, n_)                                \
  const int name##_order[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};  \
  K_LU(name, n_, name##_order)

/* The matrix shift I - scale J. */
typedef struct {
  real shift, scale;
  const real *J; /* [n][n] */
} k_shifted;

/* The pivot (at, at), the later rows with an entry in its column, and the later
 * columns with an entry in its row. */
typedef struct {
  int at;
  const int *rows, *columns;
  int row_count, column_count;
} k_front;

/* The pivot of this step in a full matrix. */
K_FN k_front k_full_front(k_context *k, const k_lu *lu, int step) {
  const int *order = lu->pivot_order ? lu->pivot_order : K_TABLES.order.places;
  int rest = lu->n - step - 1;
  k_front front = {.at = order[step], .rows = order + step + 1,
                   .columns = order + step + 1, .row_count = rest,
                   .column_count = rest};
  return front;
}

K_FN k_front k_front_of(k_context *k, const k_lu *lu, int step) {
  if (lu->pivot_order || !K_SPARSE) return k_full_front(k, lu, step);
  k_pivot p = K_TABLES.order.pivots[step];
  k_front front = {.at = p.at, .rows = K_TABLES.order.places + p.rows,
                   .columns = K_TABLES.order.places + p.columns,
                   .row_count = p.row_count,
                   .column_count = p.column_count};
  return front;
}

K_FN void k_fill(real *w, int n, k_front f, const k_shifted *W) {
  real minus = -W->scale, zero = k_set(0);
  int at = f.at;
  w[at * n + at] = k_fma(minus, W->J[at * n + at], W->shift);
  K_UNROLL for (int i = 0; i < f.row_count; i++) {
    int below = f.rows[i] * n + at;
    w[below] = k_fma(minus, W->J[below], zero);
  }
  K_UNROLL for (int i = 0; i < f.column_count; i++) {
    int beside = at * n + f.columns[i];
    w[beside] = k_fma(minus, W->J[beside], zero);
  }
}

/* Sum of the absolute values of the other entries in the row of a pivot. */
K_FN real k_size_of_row(const real *w, int n, k_front f) {
  real size = k_set(0);
  K_UNROLL for (int i = 0; i < f.column_count; i++)
    size = size + k_abs(w[f.at * n + f.columns[i]]);
  return size;
}

/* A pivot is small if it is below this times the other entries of its row. */
K_FN k_number k_small_pivot(void) { return 1e-3; }

K_FN mask k_eliminate(real *w, int n, k_front f) {
  const real *row = w + f.at * n;
  real size = k_size_of_row(w, n, f);
  real pivot = k_abs(row[f.at]);
  real inverse = 1.0 / row[f.at];
  w[f.at * n + f.at] = inverse;
  K_UNROLL for (int i = 0; i < f.row_count; i++) {
    real *lower = w + f.rows[i] * n;
    real factor = lower[f.at] * inverse;
    lower[f.at] = factor;
    K_UNROLL for (int l = 0; l < f.column_count; l++)
      lower[f.columns[l]] =
          k_fnma(factor, row[f.columns[l]], lower[f.columns[l]]);
  }
  return pivot > k_small_pivot() * size;
}

/* Lanes in which a pivot is small compared with both its row and its column;
 * differences in scale between rows or between columns alone are harmless. */
K_CALL mask k_small_pivots(k_context *k, k_lu lu) {
  const real *w = lu.w;
  const int n = lu.n;
  mask small = k_not(k_all_lanes());
  K_COMPACT for (int s = 0; s < n; s++) {
    k_front f = k_front_of(k, &lu, s);
    real inverse = k_abs(w[f.at * n + f.at]);
    real row = k_set(0), column = k_set(0);
    K_COMPACT for (int i = 0; i < f.column_count; i++)
      row = row + k_abs(w[f.at * n + f.columns[i]]);
    K_COMPACT for (int i = 0; i < f.row_count; i++)
      column = column + k_abs(w[f.rows[i] * n + f.at]);
    small = small | k_not((k_small_pivot() * (inverse * row) < 1.0) |
                          (k_small_pivot() * column < 1.0));
  }
  return small;
}

/* Exchanges a and b in the lanes of `swap`. */
K_FN void k_exchange(mask swap, real *a, real *b) {
  real upper = *a, lower = *b;
  *a = k_select(swap, lower, upper);
  *b = k_select(swap, upper, lower);
}

/* Moves the largest entry of the pivot's column to the pivot by row exchanges,
 * and eliminates the column. */
K_FN void k_eliminate_again(const k_lu *lu, k_front f) {
  const int n = lu->n;
  real *row = lu->w + f.at * n;
  K_COMPACT for (int i = 0; i < f.row_count; i++) {
    real *other = lu->w + f.rows[i] * n;
    mask swap = lu->exchanged & (k_abs(other[f.at]) > k_abs(row[f.at]));
    K_COMPACT for (int l = 0; l < n; l++) k_exchange(swap, row + l, other + l);
    k_exchange(swap, lu->row_at + f.at, lu->row_at + f.rows[i]);
  }
  row[f.at] = 1.0 / row[f.at];
  K_COMPACT for (int i = 0; i < f.row_count; i++) {
    real *lower = lu->w + f.rows[i] * n;
    real factor = lower[f.at] = lower[f.at] * row[f.at];
    K_COMPACT for (int l = 0; l < f.column_count; l++)
      lower[f.columns[l]] =
          k_fnma(factor, row[f.columns[l]], lower[f.columns[l]]);
  }
}

/* Factors the matrix with row exchanges in the lanes that need them. */
K_CALL void k_factor_again(k_context *k, k_lu lu, k_shifted W) {
  real minus = -W.scale;
  K_COMPACT for (int i = 0; i < lu.n * lu.n; i++)
    lu.w[i] = k_fma(minus, W.J[i], i % (lu.n + 1) ? k_set(0) : W.shift);
  K_COMPACT for (int i = 0; i < lu.n; i++) lu.row_at[i] = k_set(i);
  K_COMPACT for (int s = 0; s < lu.n; s++)
    k_eliminate_again(&lu, k_full_front(k, &lu, s));
}

/* Factors the matrix in lu->w; true if it needs row exchanges. */
K_FN int k_factor(k_context *k, k_lu *lu) {
  mask good = k_all_lanes();
  K_UNROLL for (int s = 0; s < lu->n; s++)
    good = good & k_eliminate(lu->w, lu->n, k_front_of(k, lu, s));
  lu->exchanged = k_not(good);
  if (!k_any_or_postpone(k, lu->exchanged)) return 0;
  lu->exchanged = lu->exchanged & k_small_pivots(k, *lu);
  return k_any(lu->exchanged);
}

K_FN void k_factor_shifted(k_context *k, k_lu *lu, const k_shifted *W) {
  K_UNROLL for (int s = 0; s < lu->n; s++)
    k_fill(lu->w, lu->n, k_front_of(k, lu, s), W);
  if (k_factor(k, lu)) k_factor_again(k, *lu, *W);
}

/* The matrix A [n][n]. */
K_FN k_shifted k_unshifted(const real *A) {
  k_shifted W = {.shift = k_set(0), .scale = k_set(-1), .J = A};
  return W;
}

K_FN void k_factor_matrix(k_context *k, k_lu *lu, const real *A) {
  k_shifted W = k_unshifted(A);
  k_factor_shifted(k, lu, &W);
}

/* Exchanges the rows of x. */
K_CALL void k_reorder(k_lu lu, real *x) {
  int n = lu.n;
  K_COMPACT for (int i = 0; i < n; i++) lu.scratch[i] = x[i];
  K_COMPACT for (int i = 0; i < n; i++)
    K_COMPACT for (int j = 0; j < n; j++)
      x[i] = k_select(lu.exchanged & (lu.row_at[i] == j), lu.scratch[j],
                      x[i]);
}

K_FN void k_forward(const real *w, int n, k_front f, real *x) {
  K_UNROLL for (int i = 0; i < f.row_count; i++)
    x[f.rows[i]] = k_fnma(w[f.rows[i] * n + f.at], x[f.at], x[f.rows[i]]);
}

K_FN void k_backward(const real *w, int n, k_front f, real *x) {
  real sum = x[f.at];
  K_UNROLL for (int i = 0; i < f.column_count; i++)
    sum = k_fnma(w[f.at * n + f.columns[i]], x[f.columns[i]], sum);
  x[f.at] = sum * w[f.at * n + f.at];
}

/* k_solve for lanes with row exchanges. */
K_CALL void k_solve_again(k_context *k, k_lu own, real *x) {
  const k_lu *lu = &own;
  int n = lu->n;
  k_reorder(own, x);
  K_COMPACT for (int s = 0; s < n; s++) {
    k_front f = k_full_front(k, lu, s);
    K_COMPACT for (int i = 0; i < f.row_count; i++)
      x[f.rows[i]] =
          k_fnma(lu->w[f.rows[i] * n + f.at], x[f.at], x[f.rows[i]]);
  }
  K_COMPACT for (int s = n - 1; s >= 0; s--) {
    k_front f = k_full_front(k, lu, s);
    real sum = x[f.at];
    K_COMPACT for (int i = 0; i < f.column_count; i++)
      sum = k_fnma(lu->w[f.at * n + f.columns[i]], x[f.columns[i]], sum);
    x[f.at] = sum * lu->w[f.at * n + f.at];
  }
}

/* x := W^-1 x. */
K_FN void k_solve(k_context *k, const k_lu *lu, real *x) {
  int n = lu->n;
  if (!K_FIRST_LAUNCH && k_any(lu->exchanged)) {
    if (K_SPARSE) {
      k_solve_again(k, *lu, x);
      return;
    }
    k_reorder(*lu, x);
  }
  K_UNROLL for (int s = 0; s < n; s++)
    k_forward(lu->w, n, k_front_of(k, lu, s), x);
  K_UNROLL for (int s = n - 1; s >= 0; s--)
    k_backward(lu->w, n, k_front_of(k, lu, s), x);
}

/* Systems of all solved variables (`state`) and of those with rates (`rated`):
 * one copy of the code for all calls. */
#define K_SYSTEM(name, size, order)                                     \
  K_CALL mask k_factor_##name##_of(k_context *k, k_lu lu, k_shifted W) { \
    lu.n = (size), lu.pivot_order = (order);                            \
    k_factor_shifted(k, &lu, &W);                                       \
    return lu.exchanged;                                                \
  }                                                                     \
  K_FN void k_factor_##name(k_context *k, k_lu *lu, k_shifted W) {      \
    lu->exchanged = k_factor_##name##_of(k, *lu, W);                    \
  }                                                                     \
  K_CALL void k_solve_##name(k_context *k, k_lu lu, real *x) {          \
    lu.n = (size), lu.pivot_order = (order);                            \
    k_solve(k, &lu, x);                                                 \
  }
K_SYSTEM(state, K_NS, 0)
K_SYSTEM(rated, K_NS - K_ND, K_TABLES.order.places)

/* A matrix is singular if elimination reduces a diagonal entry to less than
 * this fraction of its value. */
K_FN k_number k_lost_pivot(void) { return 16.0 * K_EPSILON; }

/* X := A^-1, [6][6]; returns the lanes with a regular A, whose rows have a
 * largest entry of about 1. */
K_CALL mask k_invert(k_context *k, const real *A, real *X) {
  K_FULL_LU(lu, 6);
  real x[6];
  mask regular = k_all_lanes();
  k_factor_matrix(k, &lu, A);
  for (int i = 0; i < 6; i++)
    regular = regular & (k_abs(lu.w[7 * i]) * k_lost_pivot() < 1.0);
  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 6; i++) x[i] = k_set(i == j);
    k_solve(k, &lu, x);
    for (int i = 0; i < 6; i++) X[6 * i + j] = x[i];
  }
  return regular;
}

/* Factors a symmetric positive definite S [6][6] as L D L', in place, from its
 * lower triangle: L below the diagonal, 1/D on it. True in lanes where S is
 * regular. */
K_FN mask k_factor_given(real *S) {
  real diagonal[6];
  mask regular = k_all_lanes();
  for (int i = 0; i < 6; i++) diagonal[i] = S[7 * i];
  for (int p = 0; p < 6; p++) {
    regular = regular & (S[7 * p] > k_lost_pivot() * diagonal[p]);
    real inverse = 1.0 / S[7 * p];
    for (int i = p + 1; i < 6; i++) {
      real factor = S[6 * i + p] * inverse;
      for (int j = p + 1; j <= i; j++)
        S[6 * i + j] = k_fnma(factor, S[6 * j + p], S[6 * i + j]);
    }
    for (int i = p + 1; i < 6; i++) S[6 * i + p] = S[6 * i + p] * inverse;
    S[7 * p] = inverse;
  }
  return regular;
}

/* x := S^-1 x, with S factored. */
K_FN void k_solve_given(const real *S, real *x) {
  for (int i = 1; i < 6; i++)
    for (int j = 0; j < i; j++) x[i] = k_fnma(S[6 * i + j], x[j], x[i]);
  for (int i = 0; i < 6; i++) x[i] = x[i] * S[7 * i];
  for (int i = 4; i >= 0; i--)
    for (int j = i + 1; j < 6; j++) x[i] = k_fnma(S[6 * j + i], x[j], x[i]);
}

/* P = S^-1 = L'^-1 D^-1 L^-1, with S factored; overwrites L with its
 * inverse. */
K_FN void k_invert_given(real *S, real *P) {
  for (int j = 0; j < 6; j++)
    for (int i = j + 1; i < 6; i++) {
      real sum = S[6 * i + j];
      for (int m = j + 1; m < i; m++)
        sum = k_fma(S[6 * i + m], S[6 * m + j], sum);
      S[6 * i + j] = -sum;
    }
  for (int i = 0; i < 6; i++)
    for (int j = 0; j <= i; j++) {
      real sum = (i == j ? S[7 * i] : S[7 * i] * S[6 * i + j]);
      for (int m = i + 1; m < 6; m++)
        sum = k_fma(S[7 * m] * S[6 * m + i], S[6 * m + j], sum);
      P[6 * i + j] = P[6 * j + i] = sum;
    }
}
