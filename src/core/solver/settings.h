/* settings.h: the mapping `solver` of a case (automat-case(5)), read and
 * written.
 *
 * A table of keys, each with how it is read and written; the settings that
 * a unit and the stepping text hold are solver.h's. */
#ifndef AM_SOLVER_SETTINGS_H
#define AM_SOLVER_SETTINGS_H

#include "base/base.h"
#include "solver/solver.h"
#include "yaml/keys.h"
#include "yaml/yaml.h"

typedef struct {
  am_solver solver;        /* solver.scheme is never NULL */
  am_place strategy_place; /* where solver.strategy is written */
  bool tangent_given;      /* solver.tangent is written */
  const char *engine;      /* "auto", "interp", … */
  am_place engine_place;   /* where solver.engine is written */
  bool single;             /* solver.precision: single */
} am_settings;

/* What solver.precision may be, closed by NULL. */
extern const char *const am_precisions[];

am_settings am_settings_default(void);

/* The keys of `solver`. */
const am_yaml_key *am_settings_keys(am_arena *arena);

/* Where a setting is written in the mapping; `otherwise` where it is not, or
 * there is no mapping (NULL). */
am_place am_setting_place(const am_yaml *map, const char *key,
                          am_place otherwise);

/* Changes `settings` as the mapping says.  AM_INPUT with a message for
 * unknown keys and for values that are out of range or do not go together. */
AM_MUST_USE am_status am_settings_read(am_report *report, const am_yaml *map,
                                       am_settings *settings);

/* The keys that give these settings, all but the engine, as in a flow
 * mapping: "scheme: ode23, strategy: automatic, ...". */
void am_solver_write(const am_solver *solver, am_buffer *out);

#endif
