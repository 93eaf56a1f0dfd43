/* status.h: what every fallible function returns.
 *
 * The values are the program's exit statuses.  Numerical failure of a point
 * is not a status of this kind: it is data, am_point_status of
 * engine/engine.h.
 *
 * The module base is what all others stand on, and knows no physics:
 *
 *     status.h      statuses, and AM_TRY, which forwards them
 *     arena.h       memory that is freed all at once
 *     report.h      messages with a place in a source
 *     text.h        strings in arenas
 *     input.h       files that are read
 *     data.h        installed files and programs, by name
 *     temporary.h   folders that go with their process; locks
 *     memory.h      how much memory is free
 *     digest.h      64 bits that tell whether bytes have changed
 *     basis.h       symmetric tensors as six coordinates
 *     statistics.h  percentiles
 *     locale.h      decimal points in programs of any locale
 *     threads.h     threads, and loops over points in blocks
 *     clock.h       seconds
 *
 * Nothing of it, and of the modules on it, has a state of its own: all that a
 * function works on is handed to it, so that threads that share none of it
 * need not know of one another.  Of the process they read the environment,
 * never write it, and of the thread the locale (locale.h). */
#ifndef AM_BASE_STATUS_H
#define AM_BASE_STATUS_H

typedef enum {
  AM_OK = 0,          /* good */
  AM_FAILED = 1,      /* a check failed, or some points did */
  AM_USAGE = 2,       /* the command line is wrong */
  AM_INPUT = 3,       /* an input file is wrong */
  AM_ENVIRONMENT = 4  /* no compiler, no device, disk full, no memory */
} am_status;

#define AM_MUST_USE __attribute__((warn_unused_result))
#define AM_NOT_NULL __attribute__((returns_nonnull))
#define AM_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Forwards a failure to the caller; the message was written where the fact
 * was known. */
#define AM_TRY(call)                                  \
  do {                                                \
    am_status am_try_status = (call);                 \
    if (am_try_status != AM_OK) return am_try_status; \
  } while (0)

#endif
