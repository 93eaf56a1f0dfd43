/* pipe.h: standard output whose reader has gone, as in
 * `automat run CASE | head`.
 *
 * Writing into it fails like any other file, so that what else is written is
 * completed or removed; then the program ends as others do that are written
 * to: silently, by the signal SIGPIPE. */
#ifndef AM_CLI_PIPE_H
#define AM_CLI_PIPE_H

#include <stdbool.h>

#include "base/status.h"

/* From now on writing fails instead of ending the program. */
void am_pipe_start(void);

/* Has writing to standard output failed because nobody reads it? */
bool am_pipe_is_broken(void);

/* Ends the program by SIGPIPE; where its caller ignores that, the status after
 * a message. */
am_status am_pipe_end(void);

#endif
