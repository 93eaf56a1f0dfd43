/* fault.h: common part of the preloaded library.
 *
 * $AUTOMAT_FAULT is CLASS:K or CLASS:K+: the K-th call of the class fails, with
 * + also all later calls; K = 0 only counts calls. Calls count while main runs.
 * At the end the file $AUTOMAT_FAULT_LOG contains
 *
 *     calls N        number of calls of the class
 *     open N         number of open descriptors beyond the standard ones
 *     site K         if calls are only counted: the K-th call is the first one
 *                    from a place, a chain of DEPTH return addresses
 *
 * The frames of a crash, or of an exit with a status below 0, are written to
 * standard error. */
#ifndef AM_TESTS_FAULT_H
#define AM_TESTS_FAULT_H

#include <stdbool.h>

/* True if this call of the class has to fail; errno is then `error`. */
bool fault_hits(const char *class, int error);

/* Next definition of the name, in the intended library. */
void *fault_next(const char *name);

/* `type` of the function `name`, looked up once. */
#define FAULT_REAL(name)                               \
  static __typeof__(name) *real;                       \
  if (!real) {                                         \
    void *found = fault_next(#name);                   \
    __builtin_memcpy(&real, &found, sizeof real);      \
  }

#endif
