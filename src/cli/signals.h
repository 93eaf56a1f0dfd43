/* signals.h: ending early without losing what was found: signals, memory that
 * runs out, and standard output whose reader has gone. */
#ifndef AM_CLI_SIGNALS_H
#define AM_CLI_SIGNALS_H

#include "cli/command.h"

/* From now on SIGINT, SIGTERM and SIGHUP are only noted, and lead whoever
 * takes memory from the arena to its recovery point (arena.h); the third one
 * ends the program.  A signal that the caller has ignored (nohup) stays
 * ignored. */
void am_interrupt_watch(am_arena *arena);

/* Before processes are forked that work together: a signal that reaches one of
 * them is noted by all. */
void am_interrupt_share(void);

/* From now on there is something to lose: the work looks at the flag itself,
 * and ends in order. */
void am_interrupt_by_flag(am_arena *arena);

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

/* Standard output whose reader has gone, as in `automat run CASE | head`.
 * Writing into it fails like any other file, so that what else is written is
 * completed or removed; then the program ends as others do that are written
 * to: silently, by the signal SIGPIPE. */

/* From now on writing fails instead of ending the program. */
void am_pipe_start(void);

/* Has writing to standard output failed because nobody reads it? */
bool am_pipe_is_broken(void);

/* Ends the program by SIGPIPE; where its caller ignores that, the status after
 * a message. */
am_status am_pipe_end(void);

#endif
