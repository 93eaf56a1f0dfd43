/* texts.h: headers of src as texts, made by the build (texts.awk), and texts in
 * C for arithmetic in single precision. */
#ifndef AM_EMIT_TEXTS_H
#define AM_EMIT_TEXTS_H

#include "base/base.h"

typedef struct {
  const char *name, *text;
} am_embedded_text;

/* The headers of core; a name is "kernel/ode/linear.h".  The rows end with one
 * without a name. */
extern const am_embedded_text am_core_texts[];

/* The text of this name, which must be among the rows. */
const char *am_embedded_find(const am_embedded_text *texts, const char *name);

/* The text with the suffix f behind every decimal floating literal that has
 * none: one of type double would turn what it meets into double.  Comments
 * and what stands in quotes stay as they are, and so do integers and
 * hexadecimal numbers. */
const char *am_single_literals(am_arena *arena, const char *text);

#endif
