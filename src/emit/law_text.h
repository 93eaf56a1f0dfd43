/* law_text.h: the functions of a law as text of a unit; internal to emit. */
#ifndef AM_EMIT_LAW_TEXT_H
#define AM_EMIT_LAW_TEXT_H

#include "emit/source.h"

typedef struct {
  am_law *law;
  const am_plan *plan;
  bool few;        /* directions share as few values as they can */
  double scale;    /* stress scale, 0: of the law */
  bool idle[6];    /* found: directions that drive no rate */
  am_buffer out;   /* found: k_rate, …, and k_bind */
  am_bound bound;  /* found: the first value is the stress scale */
} am_law_text;

/* functions [AM_FUNCTIONS] */
void am_law_text_write(am_arena *arena, am_law_text *text,
                       am_law_source_function *functions);

#endif
