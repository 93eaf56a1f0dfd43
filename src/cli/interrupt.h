/* interrupt.h: ending a run early without losing its rows. */
#ifndef AM_CLI_INTERRUPT_H
#define AM_CLI_INTERRUPT_H

#include "cli/command.h"

/* From now on SIGINT, SIGTERM and SIGHUP are only noted, and lead whoever
 * takes memory from the arena to its recovery point (arena.h); the third one
 * ends the program.  A signal that the caller has ignored (nohup) stays
 * ignored. */
void am_interrupt_watch(am_arena *arena);

/* From now on there is something to keep: work looks for the signal itself,
 * and ends in order. */
void am_interrupt_keep(am_arena *arena);

/* The signal that came, 0: none; and the flag that it sets. */
int am_interrupt_signal(void);
const volatile int *am_interrupt_flag(void);

/* The end of a command's work with this status: prints its messages and frees
 * its arena.  Where a signal ended the work, which then returned AM_FAILED, the
 * program exits with 128 and its number. */
am_status am_interrupt_finish(am_context *context, am_arena *arena,
                              am_status status);

/* Runs the work of a command in an arena of its own, and finishes it; when
 * memory runs out that is a message. */
am_status am_interrupt_run(am_context *context,
                           am_status (*work)(am_arena *arena,
                                             am_context *context));

#endif
