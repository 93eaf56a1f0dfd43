/* functions.h: values of nodes of a law, with bounds of their rounding errors;
 * eigenvalues; norms of vectors, and random vectors.
 *
 * All variable inputs form one vector [size]:
 *
 *     [strain 6 | state nx | force na | direction 6 nx | along na + 6
 *      | strain rate 6 | theta 1]
 *
 * Only the force potential depends on forces as inputs; their values are the
 * forces of the strain and state. */
#ifndef AM_CHECK_FUNCTIONS_H
#define AM_CHECK_FUNCTIONS_H

#include "check/check.h"

/* Reason for skipping comparisons of Psi for laws without one. */
extern const char am_check_no_potential[];

/* Offset of the inputs of a kind; AM_INPUT_KINDS: total number. */
int am_input_offset(const am_law *law, am_input_kind kind);

/* Inputs first … first + count - 1 of a kind, as nodes. */
am_node *am_check_inputs(am_subject *subject, am_input_kind kind, int first,
                         int count);

/* Output nodes of a function of the law, created once. */
const am_node *am_check_function(am_subject *subject, am_function function,
                                 int *count);

/* Nodes of derivatives of the potentials that no scheme uses. */

/* d omega/d(eps, a) [6 + na]: stress, and negative forces. */
am_node *am_check_energy_gradient(am_subject *subject);

/* d Psi/dA [na], as a function of the forces. */
am_node *am_check_flow(am_subject *subject);

/* d2 omega/d(eps, a)2 [6 + na][6 + na], each entry derived separately. */
am_node *am_check_energy_hessian(am_subject *subject);

/* d2 Psi/dA2, or the Hessian of another function of the forces, [na][na]. */
am_node *am_check_flow_hessian(am_subject *subject);
am_node *am_check_force_hessian(am_subject *subject, am_node function);

/* ---- numbers ------------------------------------------------------------- */

typedef struct am_values am_values;

/* Evaluator of nodes [count]. */
am_values *am_values_new(am_subject *subject, const am_node *nodes, int count);

int am_values_count(const am_values *values);

/* Values [count] at inputs, valid until the next call. */
const double *am_values_at(am_values *values, const double *inputs);

/* Evaluator of a function of the law. */
am_values *am_values_of(am_subject *subject, am_function function);

/* Bounds [count] of the rounding errors of the values at inputs, by running
 * error analysis (Higham 2002, Accuracy and Stability, section 3.3): each
 * operation propagates the errors of its arguments and adds its own rounding;
 * each input adds its own rounding. */
void am_values_rounding(am_values *values, const double *inputs,
                        double *errors);

/* Records the last evaluation: results of its conditions, and arguments of
 * operations that are singular at 0 (roots, powers, absolute values,
 * divisors). */
void am_values_mark(am_values *values);

/* True if the last evaluation has the same conditions as the recorded one, and
 * no recorded argument has come closer to 0 than half its recorded value. */
bool am_values_smooth(const am_values *values);

/* Eigenvalues, computed by GSL. */

/* Smallest eigenvalue of the symmetric part of m [n][n], scaled to diagonal
 * entries 1, 0 or -1 (same inertia, without units), and its eigenvector [n] in
 * this scaling.  NaN if an entry is not finite.  Memory exhaustion is handled
 * by the arena. */
double am_eigen_least(am_arena *arena, const double *m, int n, double *vector);

/* Eigenvalues [n] of m [n][n], balanced; false if not found. */
bool am_eigen_values(am_arena *arena, const double *m, int n,
                     double *real_part, double *imaginary);

/* Divides row and column i of m [n][n] by the square root of |m_ii| unless it
 * is 0. */
void am_eigen_scale(double *m, int n);

/* Norms of vectors, and reproducible random vectors, which depend on their
 * purpose only. */

/* Euclidean norm of x [n], and of x - y. */
double am_vector_norm(const double *x, int n);
double am_distance(const double *x, const double *y, int n);

/* max |x| over [n]; NaN if any entry is NaN. */
double am_largest(const double *x, int n);

/* Stream of random numbers: purpose (key), and number of draws. */
typedef struct {
  uint32_t key[2], counter[4];
  double waiting; /* second number of a pair */
  bool has_waiting;
} am_random;

/* Stream of a seed and three distinguishing numbers. */
am_random am_random_new(uint64_t seed, uint32_t a, uint32_t b, uint32_t c);

/* Next number, uniform in [low, high). */
double am_random_in(am_random *random, double low, double high);

/* Log-uniform: 10 to the power of a uniform number. */
double am_random_power(am_random *random, double low, double high);

/* Vector [n] of the given length in a uniformly distributed direction. */
void am_random_vector(am_random *random, int n, double length, double *x);

#endif
