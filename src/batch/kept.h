/* kept.h: fields that stay with an engine between loading steps; internal to
 * driver.
 *
 * Who reads or writes such a field says so before: only then the numbers here
 * are those of the engine.  A field that no engine keeps may be given, too,
 * where nothing happens. */
#ifndef AM_BATCH_KEPT_H
#define AM_BATCH_KEPT_H

#include <stdbool.h>

#include "engine/engine.h"
#include "engine/fields.h"

enum { AM_KEPT_MOST = AM_FIELD_COUNT + 1 };

typedef struct {
  const am_engine *engine;
  am_engine_program *program;
  struct {
    const double *field;
    bool here;    /* its numbers are valid here */
    bool changed; /* and newer than those of the engine */
  } fields[AM_KEPT_MOST]; /* [count] */
  int count;
} am_kept;

/* A field [components][stride] of zeros. */
double *am_kept_new(am_kept *kept, am_arena *arena, int components,
                    long stride);

/* Before the field is read; before some of it is written; before all of it
 * that matters is written. */
void am_kept_read(am_kept *kept, const double *field);
void am_kept_write(am_kept *kept, const double *field);
void am_kept_fill(am_kept *kept, const double *field);

/* Advances points 0 … count - 1 by a loading step. */
void am_kept_advance(am_kept *kept, const am_fields *fields, long count);

#endif
