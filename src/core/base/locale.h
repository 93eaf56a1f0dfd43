/* locale.h: numbers with decimal points in a program of any locale.
 *
 * The C library reads and writes numbers, and classifies letters, according to
 * the locale of the thread: in a German locale, "0.5" is not a number and 0.25
 * is written as "0,25".  The command line runs in the locale "C"; a library
 * function sets it for its thread during the call.  Other threads are not
 * affected. */
#ifndef AM_BASE_LOCALE_H
#define AM_BASE_LOCALE_H

#include <locale.h>
#include <stdbool.h>

typedef struct {
  locale_t plain, before;
} am_locale;

/* Sets the locale "C" for this thread.  False if memory runs out; then
 * am_locale_leave must not be called. */
bool am_locale_enter(am_locale *locale);

/* Restores the previous locale; required on every return from the call, also
 * after am_arena_recover. */
void am_locale_leave(am_locale *locale);

#endif
