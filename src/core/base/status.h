/* status.h: the return value of every function that can fail.
 *
 * The values are the exit statuses of the program.  The numerical failure of a
 * point is not a status but data: am_point_status of engine/engine.h.
 *
 * The module base, on which all other modules depend, contains no physics;
 * base.h lists its headers, of which status.h is the lowest.
 *
 * There is no global state, neither here nor in the modules above: a function
 * works only on its arguments, so that threads that share no arguments are
 * independent.  The environment of the process and the locale of the thread
 * (process.h) are read; the environment is never written. */
#ifndef AM_BASE_STATUS_H
#define AM_BASE_STATUS_H

typedef enum {
  AM_OK = 0,          /* success */
  AM_FAILED = 1,      /* a check or some points failed */
  AM_USAGE = 2,       /* wrong command line */
  AM_INPUT = 3,       /* wrong input file */
  AM_ENVIRONMENT = 4  /* no compiler, no device, disk full, no memory */
} am_status;

#define AM_MUST_USE __attribute__((warn_unused_result))
#define AM_NOT_NULL __attribute__((returns_nonnull))
#define AM_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Forwards a failure to the caller; the message has been written where the fact
 * was known. */
#define AM_TRY(call)                                  \
  do {                                                \
    am_status am_try_status = (call);                 \
    if (am_try_status != AM_OK) return am_try_status; \
  } while (0)

#endif
