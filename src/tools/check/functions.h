/* functions.h: the nodes of a law as numbers, with what is known of their
 * error.
 *
 * Everything that moves is one vector, the inputs [size] at which nodes are
 * evaluated:
 *
 *     [strain 6 | state nx | force na | direction 6 nx | along na + 6
 *      | strain rate 6 | theta 1]
 *
 * Forces are inputs of the force potential alone; here they are those that
 * belong to strain and state. */
#ifndef AM_CHECK_FUNCTIONS_H
#define AM_CHECK_FUNCTIONS_H

#include "check/check.h"

/* Why nothing is asked of Psi where there is none. */
extern const char am_check_no_potential[];

/* Where the inputs of a kind begin; AM_INPUT_KINDS: how many there are. */
int am_input_offset(const am_law *law, am_input_kind kind);

/* The inputs first … first + count - 1 of a kind, as nodes. */
am_node *am_check_inputs(am_subject *subject, am_input_kind kind, int first,
                         int count);

/* Output nodes of a function of the law, made once. */
const am_node *am_check_function(am_subject *subject, am_function function,
                                 int *count);

/* Derivatives of the potentials as nodes that no scheme asks for. */

/* d omega/d(eps, a) [6 + na]: stress, and minus the forces. */
am_node *am_check_energy_gradient(am_subject *subject);

/* d Psi/dA [na] as a function of the forces. */
am_node *am_check_flow(am_subject *subject);

/* d2 omega/d(eps, a)2 [6 + na][6 + na], each entry derived by itself. */
am_node *am_check_energy_hessian(am_subject *subject);

/* d2 Psi/dA2, or that of another function of the forces, [na][na]. */
am_node *am_check_flow_hessian(am_subject *subject);
am_node *am_check_force_hessian(am_subject *subject, am_node function);

/* ---- numbers ------------------------------------------------------------- */

typedef struct am_values am_values;

/* An evaluator of nodes [count]. */
am_values *am_values_new(am_subject *subject, const am_node *nodes,
                         int count);

int am_values_count(const am_values *values);

/* Their values [count] at inputs, good until the next call. */
const double *am_values_at(am_values *values, const double *inputs);

/* The same from a function of the law. */
am_values *am_values_of(am_subject *subject, am_function function);

/* Bounds [count] of the rounding errors of the values at inputs: running
 * error analysis (Higham 2002, Accuracy and Stability, section 3.3), each
 * operation moved by the errors of its arguments and rounded, and each input
 * by its own rounding. */
void am_values_rounding(am_values *values, const double *inputs,
                        double *errors);

/* Remembers how the last evaluation went: what its conditions were, and the
 * arguments of operations that are singular at 0 (roots, powers, absolute
 * values, divisors). */
void am_values_mark(am_values *values);

/* Has the last evaluation gone the way that was marked: the same conditions,
 * and no such argument half way to 0 or farther? */
bool am_values_smooth(const am_values *values);

#endif
