/* conventional.h: arguments of hand-written updates: Kelvin-Mandel components
 * of the internal variables in the order of the material file. */

K_FN void k_to_update(k_variable v, const real *y, real *a) {
  real x[6];
  if (v.size == 1) {
    a[v.place] = y[v.offset];
    return;
  }
  for (int i = 0; i < 6; i++)
    x[i] = i < 6 - v.size ? k_set(0) : y[v.offset + i - (6 - v.size)];
  k_to_mandel(x, a + v.place);
}

K_FN void k_from_update(k_variable v, const real *a, real *y) {
  real x[6];
  if (v.size == 1) {
    y[v.offset] = a[v.place];
    return;
  }
  k_from_mandel(a + v.place, x);
  for (int i = 0; i < v.size; i++) y[v.offset + i] = x[i + 6 - v.size];
}
