/* nodes.h: derivatives of the potentials as nodes that no scheme asks for. */
#ifndef AM_CHECK_NODES_H
#define AM_CHECK_NODES_H

#include "check/check.h"

/* d omega/d(eps, a) [6 + na]: stress, and minus the forces. */
am_node *am_check_slopes(am_subject *subject);

/* d Psi/dA [na] as a function of the forces. */
am_node *am_check_flow(am_subject *subject);

/* d2 omega/d(eps, a)2 [6 + na][6 + na], each entry derived by itself. */
am_node *am_check_energy_hessian(am_subject *subject);

/* d2 Psi/dA2 [na][na]. */
am_node *am_check_flow_hessian(am_subject *subject);

#endif
