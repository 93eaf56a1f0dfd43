/* object.h: compiles the source of a unit into functions of this process;
 * internal to engine. */
#ifndef AM_ENGINE_OBJECT_H
#define AM_ENGINE_OBJECT_H

#include "base/base.h"
#include "kernel/points/fields.h"

typedef void am_object_advance(const am_fields *fields,
                               const am_tolerances *solver, double *sequence,
                               long first, long end);

/* y = x^p in every lane, [lanes] numbers */
typedef void am_object_power(const double *x, const double *p, double *y);

typedef struct {
  am_object_advance *advance;
  am_object_power *power;
  bool cached; /* loaded from the cache */
} am_object;

/* AM_ENVIRONMENT if the compiled code computes wrong results. */
typedef am_status am_object_check(void *data, am_report *report,
                                  const am_object *object);

typedef struct {
  const char *text;
  int lanes;
  am_object_check *check; /* not applied to objects from the cache */
  void *data;             /* argument of the check */
} am_object_request;

/* Loads the object from the cache, or compiles, checks and stores it; the arena
 * unloads it. AM_ENVIRONMENT on failure. */
AM_MUST_USE am_status am_object_load(am_arena *arena, am_report *report,
                                     const am_object_request *request,
                                     am_object *object);

#endif
