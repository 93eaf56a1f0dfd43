/* fault.h: what the files of the preloaded library share.
 *
 * $AUTOMAT_FAULT is CLASS:K or CLASS:K+: the K-th call of the class fails,
 * with + all calls after it as well; K = 0: calls are counted only.  Calls
 * count while main runs.  At the end the file $AUTOMAT_FAULT_LOG gets
 *
 *     calls N        made of the class
 *     open N         descriptors beyond the standard ones that are open
 *     site K         where calls are counted only: the K-th call is the first
 *                    one from a place, a chain of DEPTH return addresses
 *
 * The frames of a crash, or of an exit with a status below 0, go to standard
 * error. */
#ifndef AM_TESTS_FAULT_H
#define AM_TESTS_FAULT_H

#include <stdbool.h>

/* Does this call, of this class, fail?  Then errno is `error`. */
bool fault_hits(const char *class, int error);

/* The next definition of the name, that of the library meant. */
void *fault_next(const char *name);

/* `type` of the function `name`, looked up once. */
#define FAULT_REAL(name)                               \
  static __typeof__(name) *real;                       \
  if (!real) {                                         \
    void *found = fault_next(#name);                   \
    __builtin_memcpy(&real, &found, sizeof real);      \
  }

#endif
