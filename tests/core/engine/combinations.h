/* combinations.h: combinations of laws, schemes, strategies, controls and forms
 * for comparisons of engines, as rows of a table whose type has these
 * members. */
#ifndef AM_TESTS_ENGINE_COMBINATIONS_H
#define AM_TESTS_ENGINE_COMBINATIONS_H

#define LAW(name, of_scheme) .material = name, .scheme = of_scheme

#define ENGINE_COMBINATIONS                                                  \
    {LAW("michel-suquet", "ode23"), .tangent = true, .energies = true,       \
     .mixed = true},                                                         \
    {LAW("michel-suquet", "ode12")},                                         \
    {LAW("michel-suquet", "ode45"), .tangent = true},                        \
    {LAW("michel-suquet", "ode23s"), .tangent = true},                       \
    {LAW("michel-suquet", "rodas4"), .energies = true},                      \
    {LAW("michel-suquet", "implicit-euler"), .tangent = true, .mixed = true}, \
    {LAW("michel-suquet", "implicit-euler"), .tangent = true, .substeps = 3, \
     .energies = true},                                                      \
    {LAW("j2", "implicit-euler"), .tangent = true, .mixed = true,            \
     .substeps = 2},                                                         \
    {LAW("michel-suquet", "implicit-euler"),                                 \
     .strategy = AM_STRATEGY_SEMI_AUTOMATIC},                                \
    {LAW("michel-suquet", "implicit-euler"), .tangent = true,                \
     .energies = true, .strategy = AM_STRATEGY_CONVENTIONAL},                \
    {LAW("michel-suquet", "implicit-euler-adaptive"), .mixed = true},        \
    {LAW("michel-suquet", "ode23"), .tangent = true,                         \
     .strategy = AM_STRATEGY_SEMI_AUTOMATIC, .mode = AM_MODE_COLUMN},        \
    {LAW("michel-suquet", "ode23"), .parameters = "{n: 1, sigma_Y: 0}",      \
     .control = AM_CONTROL_INTERNAL},                                        \
    {LAW("linear-elastic", "ode23"), .tangent = true, .energies = true},     \
    {LAW("norton", "rodas4"), .tangent = true},                              \
    {LAW("thermo-norton", "rodas4"), .tangent = true, .energies = true,       \
     .mixed = true},                                                         \
    {LAW("thermo-norton", "ode23"), .tangent = true,                         \
     .mode = AM_MODE_COLUMN},                                                \
    {LAW("thermo-norton", "implicit-euler"), .tangent = true, .mixed = true}, \
    {LAW("perzyna", "ode23s")},                                              \
    {LAW("kachanov", "rodas4"), .tangent = true, .mixed = true},             \
    {LAW("kachanov", "implicit-euler"), .tangent = true, .energies = true},  \
    {LAW("j2", "implicit-euler"), .tangent = true, .energies = true,         \
     .mixed = true},                                                         \
    {LAW("j2", "implicit-euler-adaptive"), .tangent = true},                 \
    {LAW("spectral-damage", "ode23s"), .tangent = true, .mixed = true},      \
    {LAW("mazars", "ode23"), .tangent = true, .mixed = true,                 \
     .max_substeps = 100},                                                   \
    {LAW("mazars", "implicit-euler"), .tangent = true, .energies = true},    \
    {LAW("zener", "ode23"), .tangent = true, .mixed = true}

#endif
