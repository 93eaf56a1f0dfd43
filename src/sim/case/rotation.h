/* rotation.h: rotation by Euler angles in Bunge's convention.
 *
 * The axes of the material, initially those of the test, are rotated by phi1
 * about z, then by Phi about their new x axis, then by phi2 about their new z
 * axis (Bunge 1982). The matrix g maps components of a vector on the axes of
 * the test to components on the axes of the material:
 *
 *     g = Z(phi2) X(Phi) Z(phi1),
 *     Z(t) = [cos t, sin t, 0; -sin t, cos t, 0; 0, 0, 1],
 *     X(t) = [1, 0, 0; 0, cos t, sin t; 0, -sin t, cos t]. */
#ifndef AM_CASE_ROTATION_H
#define AM_CASE_ROTATION_H

#include <stdbool.h>

/* Computes the orthogonal matrix q [6][6] that maps coordinates of a tensor
 * (base/basis.h) on the axes of the material to those on the axes of the test.
 * angles: phi1, Phi, phi2 [3], in degrees or radians; multiples of 90 degrees
 * are exact. */
void am_rotation(const double *angles, bool degrees, double (*q)[6]);

#endif
