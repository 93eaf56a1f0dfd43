/* basis.h: symmetric tensors as six coordinates, and their rotations.
 *
 * Inside the program, a symmetric second-order tensor is the vector x of its
 * coordinates in an orthonormal basis of the symmetric tensors, of which the
 * first is hydrostatic and the others are trace-free:
 *
 *     x[0] = (xx + yy + zz)/sqrt(3)      x[3] = sqrt(2) yz
 *     x[1] = (2 xx - yy - zz)/sqrt(6)    x[4] = sqrt(2) xz
 *     x[2] = (yy - zz)/sqrt(2)           x[5] = sqrt(2) xy
 *
 * The basis is the Kelvin-Mandel basis with the first three axes rotated.  As
 * in that basis, contraction is the dot product and fourth-order tensors are
 * 6x6 matrices.  In addition, x[0] is the trace part, x[1..5] are the deviator,
 * and isotropic fourth-order tensors are diagonal.
 *
 * Users see the tensor components xx yy zz yz xz xy.  A derivative with respect
 * to a shear component varies both of its entries in the matrix. */
#ifndef AM_BASE_BASIS_H
#define AM_BASE_BASIS_H

#include <stdbool.h>

/* "xx" ... "xy", terminated by NULL */
extern const char *const am_component_names[7];

/* Component names of tensors that are not symmetric, such as deformation
 * gradients: the six above, then "zy", "zx", "yx"; terminated by NULL */
extern const char *const am_gradient_names[10];

/* Index 0 ... 5 of a component name; -1 for any other text */
int am_component_index(const char *name);

/* t: tensor components [6]; x: coordinates [6] */
void am_basis_from_tensor(const double *t, double *x);
void am_basis_to_tensor(const double *x, double *t);

/* k: Kelvin-Mandel components xx yy zz, sqrt(2) times yz xz xy [6] */
void am_basis_from_mandel(const double *k, double *x);
void am_basis_to_mandel(const double *x, double *k);

/* C: fourth-order tensor in coordinates [6][6]; M: the same tensor in
 * Kelvin-Mandel components [6][6]. */
void am_basis_matrix_to_mandel(const double *C, double *M);

/* Tensor components [6] of each basis tensor: am_basis[c] belongs to coordinate
 * c. */
extern const double am_basis[6][6];

/* Row and column of the components. */
extern const int am_row[6], am_column[6];

/* Converts dy/dx from coordinates, d [rows 6][columns 6], to tensor components,
 * t [6][6], both row-major.  Both entries of a shear of x vary together. */
void am_basis_to_tangent(const double *d, double *t);

/* Converts dy/dx likewise from Kelvin-Mandel components, m [6][6]. */
void am_mandel_to_tangent(const double *m, double *t);

/* Converts dy/dx of a scalar y likewise: d [6] to t [6]. */
void am_basis_to_gradient(const double *d, double *t);

/* Rotation by Euler angles in Bunge's convention.
 *
 * The axes of the material, initially those of the test, are rotated by phi1
 * about z, then by Phi about their new x axis, then by phi2 about their new z
 * axis (Bunge 1982).  The matrix g maps components of a vector on the axes of
 * the test to components on the axes of the material:
 *
 *     g = Z(phi2) X(Phi) Z(phi1),
 *     Z(t) = [cos t, sin t, 0; -sin t, cos t, 0; 0, 0, 1],
 *     X(t) = [1, 0, 0; 0, cos t, sin t; 0, -sin t, cos t]. */

/* Computes the orthogonal matrix q [6][6] that maps coordinates (basis.h) of a
 * tensor on the axes of the material to those on the axes of the test.  angles:
 * phi1, Phi, phi2 [3], in degrees or radians; multiples of 90 degrees are
 * exact. */
void am_rotation(const double *angles, bool degrees, double (*q)[6]);

#endif
