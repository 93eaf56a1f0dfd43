/* model.h: what automat.h calls a model; internal to library.
 *
 *     model.c     the calls of automat.h but automat_evaluate, with laws and
 *                 programs, made when points need them
 *     evaluate.c  automat_evaluate: blocks of points as fields, and back
 *
 * Every call runs under am_model_call, which gives it a report and catches
 * what runs out of memory. */
#ifndef AM_LIBRARY_MODEL_H
#define AM_LIBRARY_MODEL_H

#include "engine/engine.h"
#include "library/assigned.h"
#include "library/automat.h"

/* What is compiled for: some points are controlled in stress, tangents are
 * wanted. */
typedef struct {
  am_law *law; /* NULL: not yet made */
  am_engine_program *programs[2][2]; /* [mixed][tangent], NULL: not yet */
} am_model_law;

struct automat_model {
  am_arena *arena;      /* of what the caller said */
  const char *material;
  const char **texts;   /* [count] assignments */
  size_t count, capacity;
  int threads;

  am_arena *made;       /* of what follows from it, NULL: not yet */
  bool stale;           /* it follows no longer */
  am_assigned assigned;
  const am_engine *engine;
  am_model_law laws[2]; /* without and with energies */
  automat_variable *variables; /* [variable_count] */
  int variable_count, size;
  const am_variable **internals; /* [variable_count] the same in the law */

  am_arena *call;       /* of the last call */
  am_report *report;
  const char *message;
};

/* Runs a call: its status, with the message made. */
automat_status am_model_call(automat_model *model,
                             am_status (*work)(automat_model *model,
                                               void *data),
                             void *data);

/* The law, and the variables of the model with it. */
AM_MUST_USE am_status am_model_law_of(automat_model *model, bool energies,
                                      am_law **law);

/* The program for points. */
AM_MUST_USE am_status am_model_program(automat_model *model, bool energies,
                                       bool mixed, bool tangent,
                                       am_engine_program **program);

#endif
