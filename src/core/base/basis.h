/* basis.h: symmetric tensors as six coordinates.
 *
 * Inside the program a symmetric second-order tensor x is the vector of its
 * coordinates in an orthonormal basis of the symmetric tensors, of which the
 * first is hydrostatic and the others are trace-free:
 *
 *     x[0] = (xx + yy + zz)/sqrt(3)      x[3] = sqrt(2) yz
 *     x[1] = (2 xx - yy - zz)/sqrt(6)    x[4] = sqrt(2) xz
 *     x[2] = (yy - zz)/sqrt(2)           x[5] = sqrt(2) xy
 *
 * Like in the Kelvin-Mandel basis, from which it differs by a rotation of the
 * first three axes, contraction is the dot product and fourth-order tensors
 * are honest 6x6 matrices; besides, trace and deviator are slots, a
 * deviatoric variable is x[1..5], and isotropic tensors are diagonal.
 *
 * What users see are tensor components xx yy zz yz xz xy.  A derivative with
 * respect to a tensor component moves both entries of a shear. */
#ifndef AM_BASE_BASIS_H
#define AM_BASE_BASIS_H

/* "xx" … "xy", closed by NULL */
extern const char *const am_component_names[7];

/* The same and "zy", "zx", "yx" behind them, of tensors that are not symmetric,
 * such as deformation gradients; closed by NULL */
extern const char *const am_gradient_names[10];

/* 0 … 5, or -1 for anything else */
int am_component_index(const char *name);

/* t: tensor components [6]; x: coordinates [6] */
void am_basis_from_tensor(const double *t, double *x);
void am_basis_to_tensor(const double *x, double *t);

/* k: Kelvin-Mandel components xx yy zz, sqrt(2) times yz xz xy [6] */
void am_basis_from_mandel(const double *k, double *x);
void am_basis_to_mandel(const double *x, double *k);

/* C: coordinates by coordinates [6][6]; M: the same of Kelvin-Mandel
 * components. */
void am_basis_matrix_to_mandel(const double *C, double *M);

/* The basis tensor of coordinate `c` has the tensor components
 * am_basis[c] [6]. */
extern const double am_basis[6][6];

/* d: dy/dx, coordinates by coordinates [rows 6][columns 6] row-major;
 * t: derivative of the tensor components of y with respect to the tensor
 * components of x, [6][6], both entries of a shear moving together. */
void am_basis_to_tangent(const double *d, double *t);

/* The same from Kelvin-Mandel components by Kelvin-Mandel components. */
void am_mandel_to_tangent(const double *m, double *t);

/* The same for a scalar y: d [6] to t [6]. */
void am_basis_to_gradient(const double *d, double *t);

#endif
