/* chain.h: programs of a chain of schemes (am_scheme.chain); internal to
 * engines.
 *
 * The program that an engine compiles for a chain is that of its first scheme.
 * It owns an am_chain, which compiles the other schemes when a point needs
 * them. Each scheme works in place on the points that the schemes before it
 * have left (kernel/points/chain.h). */
#ifndef AM_ENGINE_CHAIN_H
#define AM_ENGINE_CHAIN_H

#include "engine/engine.h"

/* NULL if the solver's scheme is not a chain. */
am_chain *am_chain_new(am_arena *arena, const am_engine *engine,
                       am_engine_program *first, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options);

/* Runs the other schemes on the points that the first program has left. The
 * first program calls this at the end of `advance`. */
void am_chain_go_on(am_chain *chain, const am_fields *fields, long count);

/* Rounds after the first one, for callers that advance points themselves.
 * Before each round is_left tests whether any point is left; `advance` runs the
 * round with a program, with fields->round set. */
typedef struct {
  bool (*is_left)(void *data);
  void (*advance)(void *data, am_engine_program *program, am_round round);
  void *data;
} am_chain_rounds;

void am_chain_run_rounds(am_chain *chain, const am_chain_rounds *turns);

#endif
