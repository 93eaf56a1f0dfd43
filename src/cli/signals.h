/* signals.h: early ends without loss of results: signals, exhausted memory, and
 * a closed standard output. */
#ifndef AM_CLI_SIGNALS_H
#define AM_CLI_SIGNALS_H

#include "cli/command.h"

/* Shares the flag with processes forked later: a signal to one process sets the
 * flag of all. */
void am_interrupt_share(void);

/* Switches off the jumps once there are results to keep: the command then polls
 * the flag itself and ends in order. */
void am_interrupt_by_flag(am_arena *arena);

/* Signal received, 0: none; and the flag that it sets. */
int am_interrupt_signal(void);
const volatile int *am_interrupt_flag(void);

/* Runs a command in a separate arena, prints its messages and frees the arena.
 * SIGINT, SIGTERM and SIGHUP set a flag, after which allocations from the arena
 * jump to its recovery point (arena.h); if a signal ended the command, with
 * status AM_FAILED, the program exits with 128 plus the signal number. */
am_status am_interrupt_run(am_context *context,
                           am_status (*work)(am_arena *arena,
                                             am_context *context));

/* Closed standard output, as in `automat run CASE | head`: writing fails as for
 * any other file, so that other outputs are completed or removed.  The program
 * then ends silently by the signal SIGPIPE, as is usual. */

/* From now on writing fails instead of ending the program. */
void am_pipe_start(void);

/* True if writing failed because standard output was closed. */
bool am_pipe_is_broken(void);

/* Ends the program by SIGPIPE; if its caller ignores SIGPIPE, returns a status
 * after a message. */
am_status am_pipe_end(void);

#endif
