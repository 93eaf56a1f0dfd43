/* settings.h: the settings of the solver that every context holds alike. */
#define K_ATOL ((k_number)k->solver->atol)
#define K_RTOL ((k_number)k->solver->rtol)
#define K_NEWTON ((k_number)k->solver->newton)
#define K_NEWTON_ITERATIONS (k->solver->newton_iterations)
#define K_EQUILIBRIUM ((k_number)k->solver->equilibrium)
#define K_ATTEMPTS (k->attempts)
#define K_COSTLY (100.0 * k->solver->max_substeps) /* evaluations of a step */
