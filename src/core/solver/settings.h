/* settings.h: reads and writes the mapping `solver` of a case
 * (automat-case(5)).
 *
 * A table contains each key with its reader and writer. solver.h defines the
 * settings themselves. */
#ifndef AM_SOLVER_SETTINGS_H
#define AM_SOLVER_SETTINGS_H

#include "solver/solver.h"
#include "yaml/keys.h"
#include "yaml/yaml.h"

typedef struct {
  am_solver solver;        /* solver.scheme is never NULL */
  am_place strategy_place; /* place of solver.strategy */
  bool tangent_given;      /* solver.tangent is present */
  const char *engine;      /* "auto", "interp", … */
  am_place engine_place;   /* place of solver.engine */
  bool single;             /* solver.precision: single */
} am_settings;

/* Values of solver.precision, terminated by NULL */
extern const char *const am_precisions[];

am_settings am_settings_default(void);

/* Keys of `solver` */
const am_yaml_key *am_settings_keys(am_arena *arena);

/* Place of a setting in the mapping; `otherwise` if the key or the mapping
 * (NULL) is missing. */
am_place am_setting_place(const am_yaml *map, const char *key,
                          am_place otherwise);

/* Changes `settings` according to the keys of the mapping. AM_INPUT if a key is
 * unknown, or a value is out of range or inconsistent with another value. */
AM_MUST_USE am_status am_settings_read(am_report *report, const am_yaml *map,
                                       am_settings *settings);

/* Writes the keys of these settings, except the engine, as in a flow mapping:
 * "scheme: ode23, strategy: automatic, ...". */
void am_solver_write(const am_solver *solver, am_buffer *out);

#endif
