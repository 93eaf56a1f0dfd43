/* texts.h: headers of src as texts, embedded by the build (texts.awk), and
 * conversion of C to single precision. */
#ifndef AM_EMIT_TEXTS_H
#define AM_EMIT_TEXTS_H

#include "base/base.h"

typedef struct {
  const char *name, *text;
} am_embedded_text;

/* Headers of core, with names such as "kernel/ode/linear.h"; terminated by a
 * row without a name. */
extern const am_embedded_text am_core_texts[];

/* Text of this name, which must exist. */
const char *am_embedded_find(const am_embedded_text *texts, const char *name);

/* Appends the suffix f to every decimal floating literal without one; a literal
 * of type double would promote its whole expression to double. Comments, quoted
 * text, integers and hexadecimal numbers are unchanged. */
const char *am_single_literals(am_arena *arena, const char *text);

#endif
