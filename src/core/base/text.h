/* text.h: small strings in arenas. */
#ifndef AM_BASE_TEXT_H
#define AM_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"

char *am_format(am_arena *arena, const char *format, ...) AM_PRINTF(2, 3);
char *am_format_list(am_arena *arena, const char *format, va_list arguments);

/* A copy of `length` bytes, closed with a NUL. */
char *am_copy(am_arena *arena, const char *text, size_t length);

/* The text as printable ASCII, other characters escaped (am_utf8_show), cut
 * after 60 bytes: what a message may quote. */
const char *am_printable(am_arena *arena, const char *text, size_t length);

/* A text in quotes, as messages show it. */
const char *am_quoted(am_arena *arena, const char *text);

/* The name among `names` [count] nearest to `name` by misspelt letters, NULL
 * when none is near enough (a third of its length) to be a misspelling. */
const char *am_nearest(const char *name, const char *const *names,
                       size_t count);

/* "a, b, c"; "" of none; each as am_printable, and of many the first ones and
 * how many there are. */
const char *am_listed(am_arena *arena, const char *const *names,
                      size_t count);

/* " (did you mean 'x'?)" or "" */
const char *am_suggestion(am_arena *arena, const char *name,
                          const char *const *names, size_t count);

enum { AM_NUMBER_SIZE = 32 }; /* bytes of a number as text */

/* The shortest text that reads back to the same number. */
void am_number_text(double number, char text[AM_NUMBER_SIZE]);

/* What printf writes for "%.17g", many times as fast; the length, without a
 * zero at the end (number.c). */
int am_number_write(char text[AM_NUMBER_SIZE], double number);

/* A number written whole in `text`: decimal, finite or not; false when
 * anything else stands there. */
bool am_parse_number(const char *text, double *value);

/* A number that is not zero as written, but as a double. */
bool am_number_underflows(const char *text);

/* An ASCII letter, then letters, digits or '_', at most 63
 * in all. */
bool am_is_name(const char *text);

/* The same with '-' allowed behind the letter: what may name a material, and
 * so begin the names of files. */
bool am_is_label(const char *text);

/* The bytes that the UTF-8 character at `text` [room] takes, and its code
 * point; 0 when they are not UTF-8. */
size_t am_utf8_decode(const char *text, size_t room, uint32_t *code);

/* Does a terminal show a character as one, and do no more?  Controls of ASCII
 * and of Latin 1 steer it; others turn the direction of writing, break the
 * line, or take no room, so that what is read is not what is there. */
bool am_utf8_is_plain(uint32_t code);

enum { AM_SHOWN_SIZE = 12 }; /* bytes of a character as it is shown */

/* The first character of a text [room, at least 1] as people are shown it
 * everywhere, in messages, tables and pictures: itself where it is plain, and
 * with `ascii` of ASCII; else escaped, as in YAML: \x1b, \u202e, \U000e0001; a
 * byte that is no UTF-8 as \xNN.  The bytes of the text that it takes. */
size_t am_utf8_show(const char *text, size_t room, bool ascii,
                    char shown[AM_SHOWN_SIZE]);

/* The columns that a text takes on a terminal, as it is shown. */
int am_columns_of(const char *text, size_t length);

/* The meaning of an error number of the system, in English whatever the locale;
 * unlike strerror's, the text belongs to the thread, until its next call. */
const char *am_errno_text(int error);

/* A text that grows. */
typedef struct {
  am_arena *arena;
  char *text; /* [length], closed with a NUL; NULL while empty */
  size_t length, capacity;
} am_buffer;

void am_buffer_add(am_buffer *buffer, const char *format, ...)
    AM_PRINTF(2, 3);

#endif
