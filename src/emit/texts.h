/* texts.h: headers of src as texts, made by the build (texts.awk). */
#ifndef AM_EMIT_TEXTS_H
#define AM_EMIT_TEXTS_H

/* NAME: "kernel/linear.h"; it must be there. */
const char *am_embedded_text(const char *name);

#endif
