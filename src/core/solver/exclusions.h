/* exclusions.h: combinations of features of a case, its law, solver and engine
 * that are rejected.
 *
 * Modules add the features that they know; one table says which pairs exclude
 * each other and why (features.def, exclusions.def).  The table is printed in
 * automat-case(5), COMBINATIONS. */
#ifndef AM_SOLVER_EXCLUSIONS_H
#define AM_SOLVER_EXCLUSIONS_H

#include <stdbool.h>

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

/* Features that are present. */
typedef struct {
  bool present[AM_FEATURES];
  const char *text[AM_FEATURES]; /* as messages name it; NULL: the usual text */
  am_place place[AM_FEATURES];
} am_features;

/* Adds a feature if it is present; text: its name and value as in "scheme
 * ode45", or NULL. */
void am_feature_add(am_features *features, am_feature feature, bool present,
                    am_place place, const char *text);

/* AM_INPUT with a message for the first pair of the table that is present. */
AM_MUST_USE am_status am_exclusions_check(am_report *report,
                                          const am_features *features);

/* The same for two features alone. */
AM_MUST_USE am_status am_exclude(am_report *report, am_feature first,
                                 am_feature second, am_place place);

#endif
