/* parts.h: functions of solver for other modules, in addition to solver.h:
 * settings of a case, and combinations of features that are rejected. */
#ifndef AM_SOLVER_PARTS_H
#define AM_SOLVER_PARTS_H

#include "solver/solver.h"
#include "yaml/keys.h"

/* The mapping `solver` of a case (automat-case(5)): a table contains each key
 * with its reader and writer. */

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

/* Combinations of features of a case, its law, its solver and the engine.
 *
 * Modules add the features that are present; a table lists the pairs that
 * exclude each other, with the reason (exclusions.def). automat-case(5),
 * COMBINATIONS, prints this table. */

typedef enum {
#define AM_FEATURE(name, text) AM_FEATURE_##name,
#include "solver/exclusions.def"
  AM_FEATURES
} am_feature;

extern const char *const am_feature_text[AM_FEATURES];

typedef struct {
  am_feature first, second;
  const char *reason;
} am_exclusion;

const am_exclusion *am_exclusions(int *count);

/* Features that are present */
typedef struct {
  bool present[AM_FEATURES];
  const char *text[AM_FEATURES]; /* name in messages; NULL: the default */
  am_place place[AM_FEATURES];
} am_features;

/* Adds a feature if `present`. text: name and value, for example "scheme
 * ode45", or NULL. */
void am_feature_add(am_features *features, am_feature feature, bool present,
                    am_place place, const char *text);

/* AM_INPUT if both features of a pair of the table are present; the message
 * describes the first such pair. */
AM_MUST_USE am_status am_exclusions_check(am_report *report,
                                          const am_features *features);

/* AM_INPUT if the table contains this pair of features. */
AM_MUST_USE am_status am_exclude(am_report *report, am_feature first,
                                 am_feature second, am_place place);

#endif
