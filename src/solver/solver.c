#include "solver/solver.h"

const char *const am_strategy_names[AM_STRATEGIES] = {
    [AM_STRATEGY_AUTOMATIC] = "automatic",
    [AM_STRATEGY_SEMI_AUTOMATIC] = "semi-automatic",
    [AM_STRATEGY_CONVENTIONAL] = "conventional",
};

const am_solver am_solver_default = {
    .strategy = AM_STRATEGY_AUTOMATIC,
    .error_control = AM_CONTROL_STRESS,
    .tangent_control = AM_TANGENT_COUPLED,
    .tangent_mode = AM_MODE_VECTOR,
    .tangent = true,
    .atol = 1e-6,
    .rtol = 1e-3,
    .equilibrium = 1e-8,
    .newton = 1e-12,
    .newton_iterations = 100,
    .max_substeps = 100000,
};
