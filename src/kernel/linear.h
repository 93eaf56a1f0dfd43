/* linear.h: small dense systems.
 *
 * I - hJ of a generalized standard material needs no pivoting (theorem 1 of
 * the AutoMat paper); a lane whose pivot is small against its column is
 * factored again with row exchanges, a rare way. */

typedef struct {
  real *w;      /* [n][n] factors */
  real *order;  /* [n] row that stands at i, where exchanged */
  mask exchanged;
  int n;
} k_lu;

K_FN mask k_eliminate(real *w, int n, int j) {
  real largest = k_set(0);
  real pivot = k_abs(w[j * n + j]);
  K_UNROLL for (int i = j + 1; i < n; i++)
    largest = k_max(largest, k_abs(w[i * n + j]));
  real inverse = 1.0 / w[j * n + j];
  w[j * n + j] = inverse;
  K_UNROLL for (int i = j + 1; i < n; i++) {
    real factor = w[i * n + j] * inverse;
    w[i * n + j] = factor;
    K_UNROLL for (int l = j + 1; l < n; l++)
      w[i * n + l] = k_fnma(factor, w[j * n + l], w[i * n + l]);
  }
  return pivot > 1e-3 * largest;
}

/* Brings the largest entry of column j to the diagonal by exchanges. */
K_FN void k_exchange(real *w, real *order, int n, int j, mask where) {
  K_UNROLL for (int i = j + 1; i < n; i++) {
    mask swap = where & (k_abs(w[i * n + j]) > k_abs(w[j * n + j]));
    K_UNROLL for (int l = 0; l < n; l++) {
      real upper = w[j * n + l], lower = w[i * n + l];
      w[j * n + l] = k_select(swap, lower, upper);
      w[i * n + l] = k_select(swap, upper, lower);
    }
    real upper = order[j], lower = order[i];
    order[j] = k_select(swap, lower, upper);
    order[i] = k_select(swap, upper, lower);
  }
}

/* Factors the matrix in lu->w, filled in again, with row exchanges in the
 * lanes that need them. */
K_CALL void k_factor_again(const k_lu *lu) {
  int n = lu->n;
  K_UNROLL for (int i = 0; i < n; i++) lu->order[i] = k_set(i);
  K_UNROLL for (int j = 0; j < n; j++) {
    k_exchange(lu->w, lu->order, n, j, lu->exchanged);
    k_eliminate(lu->w, n, j);
  }
}

/* Factors the matrix in lu->w; true where that is to be done again. */
K_FN int k_factor(k_context *k, k_lu *lu) {
  (void)k;
  mask good = k_all_lanes();
  K_UNROLL for (int j = 0; j < lu->n; j++)
    good = good & k_eliminate(lu->w, lu->n, j);
  lu->exchanged = k_not(good);
  return k_rare(k, lu->exchanged);
}

/* Exchanges the rows of x; `given` is scratch [n]. */
K_CALL void k_reorder(const k_lu *lu, real *x, real *given) {
  int n = lu->n;
  K_UNROLL for (int i = 0; i < n; i++) given[i] = x[i];
  K_UNROLL for (int i = 0; i < n; i++)
    K_UNROLL for (int j = 0; j < n; j++)
      x[i] = k_select(lu->exchanged & (lu->order[i] == j), given[j], x[i]);
}

/* x := W^-1 x; `given` is scratch [n]. */
K_FN void k_solve(k_context *k, const k_lu *lu, real *x, real *given) {
  (void)k;
  int n = lu->n;
  if (!K_HASTY && k_any(lu->exchanged)) k_reorder(lu, x, given);
  K_UNROLL for (int i = 1; i < n; i++)
    K_UNROLL for (int j = 0; j < i; j++)
      x[i] = k_fnma(lu->w[i * n + j], x[j], x[i]);
  K_UNROLL for (int i = n - 1; i >= 0; i--) {
    K_UNROLL for (int j = i + 1; j < n; j++)
      x[i] = k_fnma(lu->w[i * n + j], x[j], x[i]);
    x[i] = x[i] * lu->w[i * n + i];
  }
}
