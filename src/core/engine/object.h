/* object.h: the text of a unit as functions of this process; internal to
 * engine. */
#ifndef AM_ENGINE_OBJECT_H
#define AM_ENGINE_OBJECT_H

#include "base/base.h"
#include "kernel/points/fields.h"

typedef void am_object_advance(const am_fields *fields,
                               const am_tolerances *solver, double *sequence,
                               long first, long end);

/* y = x^p in every lane: [lanes] numbers */
typedef void am_object_power(const double *x, const double *p, double *y);

typedef struct {
  am_object_advance *advance;
  am_object_power *power;
  bool cached; /* it was compiled before */
} am_object;

/* Does what was compiled compute what it should?  AM_ENVIRONMENT with a
 * message when it does not. */
typedef am_status am_object_check(void *data, am_report *report,
                                  const am_object *object);

typedef struct {
  const char *text;
  int lanes;
  am_object_check *check; /* of objects that are not from the cache */
  void *data;             /* of the check */
} am_object_request;

/* Finds the object in the cache, or compiles, checks and keeps it; unloaded
 * with the arena.  AM_ENVIRONMENT with a message when that fails. */
AM_MUST_USE am_status am_object_load(am_arena *arena, am_report *report,
                                     const am_object_request *request,
                                     am_object *object);

#endif
