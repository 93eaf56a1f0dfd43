/* basis.h: symmetric tensors as six coordinates.
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

#endif
