/* model.h: the models of automat.h; internal to library.
 *
 *     model.c     all functions of automat.h except evaluation; laws and
 *     programs are built when points need them
 *     evaluate.c  automat_evaluate and automat_deform: blocks of points as
 *                 fields, and results back
 *
 * am_model_call runs every call with a new report and handles exhausted
 * memory. */
#ifndef AM_LIBRARY_MODEL_H
#define AM_LIBRARY_MODEL_H

#include "engine/engine.h"
#include "library/automat.h"
#include "library/parts.h"

/* Law and its compiled programs: with or without stress control and
 * tangents. */
typedef struct {
  am_law *law; /* NULL: not built yet */
  am_engine_program *programs[2][2]; /* [mixed][tangent]; NULL: not compiled
                                        yet */
} am_model_law;

struct automat_model {
  am_arena *arena;      /* holds the name and the assignments */
  const char *material;
  const char **texts;   /* [count] assignments */
  size_t count, capacity;
  int threads;

  am_arena *made;       /* holds all derived data; NULL: none yet */
  bool stale;           /* derived data are out of date */
  am_model_options assigned;
  const am_engine *engine;
  am_model_law laws[2]; /* without and with energies */
  const char **fields;         /* names of external fields */
  automat_variable *variables; /* [variable_count] */
  int variable_count, size;
  const am_variable **internals; /* [variable_count] the same variables in the
                                    law */

  am_arena *call;       /* memory of the last call */
  am_report *report;
  const char *message;
};

/* Runs a call; returns its status and stores its message. */
automat_status am_model_call(automat_model *model,
                             am_status (*work)(automat_model *model,
                                               void *data),
                             void *data);

/* Law of the model; also lists variables and fields. */
AM_MUST_USE am_status am_model_law_of(automat_model *model, bool energies,
                                      am_law **law);

/* Compiled program for points. */
AM_MUST_USE am_status am_model_program(automat_model *model, bool energies,
                                       bool mixed, bool tangent,
                                       am_engine_program **program);

#endif
