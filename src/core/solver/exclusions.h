/* exclusions.h: rejects combinations of features of a case, its law, its solver
 * and the engine.
 *
 * Modules add the features that are present; a table lists the pairs that
 * exclude each other, with the reason (features.def, exclusions.def).
 * automat-case(5), COMBINATIONS, prints this table. */
#ifndef AM_SOLVER_EXCLUSIONS_H
#define AM_SOLVER_EXCLUSIONS_H

#include "base/base.h"

typedef enum {
#define AM_FEATURE(name, text) AM_FEATURE_##name,
#include "solver/features.def"
#undef AM_FEATURE
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
