/* slopes.h: derivatives of the rotated scheme in real space; text
 * compiled for the host and for devices.
 *
 * Displacements and forces are at the corners of voxels, strains and stresses
 * at their centres.  At index i, arguments p, q are values in rows j, j + 1 of
 * plane k, and r, t are values in the same rows of plane k + 1; values at i + 1
 * are combined afterwards.  A derivative is a difference in one direction and a
 * mean in the others. */

K_FN double k_across(double p, double q, double r, double t) {
  return (p + q) + (r + t);
}

K_FN double k_along_y(double p, double q, double r, double t) {
  return (q - p) + (t - r);
}

K_FN double k_along_z(double p, double q, double r, double t) {
  return (r + t) - (p + q);
}

/* Component of the strain from two derivatives, `x` and `y`, at i and i + 1;
 * the signs u and v are -1 for a derivative along x, 1 otherwise. */
K_FN double k_mean_slope(double x0, double x1, double u, double y0, double y1,
                         double v) {
  return 0.5 * ((x1 + u * x0) + (y1 + v * y0));
}

/* Component of the force from derivatives along x, y, z at i - 1 and i. */
K_FN double k_divergence(double x0, double x1, double y0, double y1,
                         double z0, double z1) {
  return (x1 - x0) + ((y1 + y0) + (z1 + z0));
}
