/* status.h: what every fallible function returns.
 *
 * The values are the program's exit statuses.  Numerical failure of a point
 * is not a status of this kind: it is data, see kernel/point.h. */
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
#define AM_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* Forwards a failure to the caller; the message was written where the fact
 * was known. */
#define AM_TRY(call)                                  \
  do {                                                \
    am_status am_try_status = (call);                 \
    if (am_try_status != AM_OK) return am_try_status; \
  } while (0)

#endif
