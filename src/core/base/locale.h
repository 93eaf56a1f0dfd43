/* locale.h: numbers with decimal points in a program of any locale.
 *
 * The C library reads and writes numbers, and classifies letters, as the
 * locale of the thread has it: where that is German, "0.5" is no number and
 * 0.25 is written "0,25".  The command line has the locale "C"; who is called
 * by another program makes it that of the thread as long as the call lasts.
 * Threads are independent of one another in this. */
#ifndef AM_BASE_LOCALE_H
#define AM_BASE_LOCALE_H

#include <locale.h>
#include <stdbool.h>

typedef struct {
  locale_t plain, before;
} am_locale;

/* Makes "C" the locale of this thread; false when memory runs out, and then
 * there is nothing to leave. */
bool am_locale_enter(am_locale *locale);

/* Brings back the locale that was there before: on every way out of a call, so
 * also after am_arena_recover. */
void am_locale_leave(am_locale *locale);

#endif
