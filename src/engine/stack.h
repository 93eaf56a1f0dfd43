/* stack.h: work on a stack of known size; internal to engine.
 *
 * Compiled code keeps what a block of points needs on the stack, which grows
 * with the law, and nobody knows how much the stacks of threads have left. */
#ifndef AM_ENGINE_STACK_H
#define AM_ENGINE_STACK_H

#include "base/arena.h"

typedef struct am_stack am_stack;

/* Goes with the arena; NULL where so much is not to be had.  What is never
 * used takes no memory. */
am_stack *am_stack_new(am_arena *arena, size_t size);

/* Calls `work` there, which must return. */
void am_stack_run(am_stack *stack, void (*work)(void *data), void *data);

#endif
