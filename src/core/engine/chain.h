/* chain.h: programs of a chain of schemes (am_scheme.chain); internal to
 * engines.
 *
 * The program that an engine compiles for a chain is that of its first scheme,
 * and has an am_chain, which compiles the others when some point needs them.
 * Each does in place what the ones before it have left (kernel/points/chain.h). */
#ifndef AM_ENGINE_CHAIN_H
#define AM_ENGINE_CHAIN_H

#include "engine/engine.h"

/* NULL where the solver's scheme is no chain. */
am_chain *am_chain_new(am_arena *arena, const am_engine *engine,
                       am_engine_program *first, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options);

/* After a call of the first program, which ends with this: the other schemes
 * do what it has left. */
void am_chain_go_on(am_chain *chain, const am_fields *fields, long count);

/* The turns behind the first, for those who advance points themselves:
 * `advance` has them done by a program, with fields->turn set; it is told
 * before each whether some point is left. */
typedef struct {
  bool (*is_left)(void *data);
  void (*advance)(void *data, am_engine_program *program, am_turn turn);
  void *data;
} am_chain_turns;

void am_chain_take_turns(am_chain *chain, const am_chain_turns *turns);

#endif
