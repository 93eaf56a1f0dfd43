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

/* Copies `length` bytes and terminates them with a NUL. */
char *am_copy(am_arena *arena, const char *text, size_t length);

/* Text for messages, cut after 60 bytes.  ASCII and Latin letters and signs are
 * unchanged; characters that look like ASCII characters are named, as in <minus
 * sign U+2212, not '-'>; others are escaped (am_utf8_show). */
const char *am_printable(am_arena *arena, const char *text, size_t length);

/* Text of am_printable in single quotes. */
const char *am_quoted(am_arena *arena, const char *text);

/* The name among `names` [count] with the smallest edit distance to `name`;
 * NULL if the distance exceeds a third of its length. */
const char *am_nearest(const char *name, const char *const *names,
                       size_t count);

/* Compares two texts, const char *, for qsort and bsearch. */
int am_compare_names(const void *a, const void *b);

/* "a, b, c", each name as written by am_printable; "" for no names.  A long
 * list is cut and ends with the number of names. */
const char *am_listed(am_arena *arena, const char *const *names, size_t count);

/* " (did you mean 'x'?)" or "" */
const char *am_suggestion(am_arena *arena, const char *name,
                          const char *const *names, size_t count);

/* am_suggestion, or ", expected one of a, b, c" if no name is similar. */
const char *am_name_hint(am_arena *arena, const char *name,
                         const char *const *names, size_t count);

enum { AM_NUMBER_SIZE = 32 }; /* bytes of a number as text */

/* The shortest text that reads back to the same number. */
void am_number_text(double number, char text[AM_NUMBER_SIZE]);

/* Reads a decimal number; false if `text` contains anything else.  The value
 * may be infinite. */
bool am_parse_number(const char *text, double *value);

/* True if the text is a nonzero number that is zero as a double. */
bool am_number_underflows(const char *text);

/* True for an ASCII letter followed by letters, digits or '_', at most 63
 * characters in all. */
bool am_is_name(const char *text);

/* True for the name of a material, in which '-' is also allowed after the first
 * letter; file names may begin with it. */
bool am_is_label(const char *text);

/* Decodes the UTF-8 character at `text` [room]: returns its length in bytes and
 * its code point in *code; 0 if it is not valid UTF-8. */
size_t am_utf8_decode(const char *text, size_t room, uint32_t *code);

/* True if a terminal shows the character as one visible character.  False for
 * control characters, and for characters that change the direction of writing,
 * break the line or have no width. */
bool am_utf8_is_plain(uint32_t code);

enum { AM_SHOWN_SIZE = 12 }; /* bytes of an escaped character */

/* Writes the first character of a text [room, at least 1] to `shown`, as all
 * messages, tables and figures show it, and returns its length in `text` in
 * bytes.  Plain characters are copied; others are escaped as in YAML, \x1b,
 * \u202e, \U000e0001, and a byte that is not UTF-8 as \xNN. */
size_t am_utf8_show(const char *text, size_t room, char shown[AM_SHOWN_SIZE]);

/* Columns of the text on a terminal, with escaped characters. */
int am_columns_of(const char *text, size_t length);

/* Text of an errno, in English in any locale.  Unlike the text of strerror, the
 * result belongs to the thread and is valid until the next call in this
 * thread. */
const char *am_errno_text(int error);

/* A growing text. */
typedef struct {
  am_arena *arena;
  char *text; /* [length], terminated with a NUL; NULL if empty */
  size_t length, capacity;
} am_buffer;

void am_buffer_add(am_buffer *buffer, const char *format, ...) AM_PRINTF(2, 3);

#endif
