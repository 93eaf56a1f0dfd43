/* rotation.h: axes turned by Bunge's angles.
 *
 * The axes of a material coincide with those of the test; then they are turned
 * by phi1 about z, by Phi about their own, new x, and by phi2 about their own,
 * new z (Bunge 1982).  The matrix of that, with which vectors of the test get
 * their components on the material's axes, is
 *
 *     g = Z(phi2) X(Phi) Z(phi1),
 *     Z(t) = [cos t, sin t, 0; -sin t, cos t, 0; 0, 0, 1],
 *     X(t) = [1, 0, 0; 0, cos t, sin t; 0, -sin t, cos t]. */
#ifndef AM_BASE_ROTATION_H
#define AM_BASE_ROTATION_H

#include <stdbool.h>

/* q: the orthogonal matrix that makes coordinates (basis.h) of a tensor on the
 * axes of the test from those on the axes of the material.  Angles phi1, Phi,
 * phi2 [3], in degrees or radians; multiples of 90 degrees are exact. */
void am_rotation(const double *angles, bool degrees, double (*q)[6]);

#endif
