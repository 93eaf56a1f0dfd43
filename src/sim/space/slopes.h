/* slopes.h: derivatives of the rotated scheme in real space (stencil.h); text
 * that the host and devices compile.
 *
 * Displacements and forces are at corners of voxels, strains and stresses in
 * their middles.  Of numbers p, q in rows j, j + 1 of plane k and r, t of plane
 * k + 1, at i, and the same at i + 1, a derivative is along one direction a
 * difference, and along the others a mean. */

K_FN double k_across(double p, double q, double r, double t) {
  return (p + q) + (r + t);
}

K_FN double k_along_y(double p, double q, double r, double t) {
  return (q - p) + (t - r);
}

K_FN double k_along_z(double p, double q, double r, double t) {
  return (r + t) - (p + q);
}

/* A component of the strain, of derivatives `x` and `y` at i and i + 1; signs:
 * -1 for a derivative along x, else 1. */
K_FN double k_mean_slope(double x0, double x1, double u, double y0, double y1,
                         double v) {
  return 0.5 * ((x1 + u * x0) + (y1 + v * y0));
}

/* A component of the force, of derivatives along x, y, z at i - 1 and i. */
K_FN double k_divergence(double x0, double x1, double y0, double y1,
                         double z0, double z1) {
  return (x1 - x0) + ((y1 + y0) + (z1 + z0));
}
