/* process.h: another program, run to its end within bounds; internal to
 * engine. */
#ifndef AM_ENGINE_PROCESS_H
#define AM_ENGINE_PROCESS_H

#include <signal.h>

#include "base/arena.h"

/* SIGINT, SIGTERM and SIGHUP held back, so that files can be removed before
 * they take effect. */
typedef struct {
  sigset_t held, before;
} am_signals;

void am_signals_hold(am_signals *signals);
void am_signals_release(const am_signals *signals);

typedef enum {
  AM_PROCESS_ENDED,
  AM_PROCESS_FAILED,     /* it could not be started */
  AM_PROCESS_ENDLESS,    /* killed: it took too long */
  AM_PROCESS_INTERRUPTED /* killed: a signal that is held back came, or the
                            flag is set that the arena watches */
} am_process_end;

typedef struct {
  am_process_end end;
  int code;         /* exit status, or 128 + the signal that ended it; errno
                       where it could not be started */
  const char *text; /* the beginning of what it printed */
} am_process;

/* Runs `file` with the arguments `words` (closed by NULL; the first is its
 * name) in a process group of its own, without input and without a shell, for
 * so many seconds at most, and in so many megabytes of address space. */
am_process am_process_run(am_arena *arena, const char *file,
                          char *const *words, const am_signals *signals,
                          int seconds, long megabytes);

#endif
