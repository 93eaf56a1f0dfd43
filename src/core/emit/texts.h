/* texts.h: headers of src as texts, made by the build (texts.awk), and texts in
 * C for arithmetic in single precision. */
#ifndef AM_EMIT_TEXTS_H
#define AM_EMIT_TEXTS_H

#include "base/arena.h"

/* NAME: "kernel/ode/linear.h"; it must be there. */
const char *am_embedded_text(const char *name);

/* The text with the suffix f behind every decimal floating literal that has
 * none: one of type double would turn what it meets into double.  Comments
 * and what stands in quotes stay as they are, and so do integers and
 * hexadecimal numbers. */
const char *am_single_literals(am_arena *arena, const char *text);

#endif
