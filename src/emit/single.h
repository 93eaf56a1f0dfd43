/* single.h: the literals of a text in C for arithmetic in single precision. */
#ifndef AM_EMIT_SINGLE_H
#define AM_EMIT_SINGLE_H

#include "base/text.h"

/* The text with the suffix f behind every decimal floating literal that has
 * none: one of type double would turn what it meets into double.  Comments
 * and what stands in quotes stay as they are, and so do integers and
 * hexadecimal numbers. */
const char *am_single_literals(am_arena *arena, const char *text);

#endif
