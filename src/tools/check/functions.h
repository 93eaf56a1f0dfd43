/* functions.h: values of nodes of a law, with bounds of their rounding errors.
 *
 * All variable inputs form one vector [size]:
 *
 *     [strain 6 | state nx | force na | direction 6 nx | along na + 6
 *      | strain rate 6 | theta 1]
 *
 * Only the force potential depends on forces as inputs; here they are those of
 * the strain and state. */
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
am_values *am_values_new(am_subject *subject, const am_node *nodes,
                         int count);

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
 * none of these arguments has come closer to 0 than half its recorded value. */
bool am_values_smooth(const am_values *values);

#endif
