/* source.h: a law and a solver as one source in C, or in the C-like part of
 * CUDA.
 *
 * A plan (plan.h) lists what the solver needs of the law; law_text.c writes
 * the law's functions, each by function.h in a schedule of schedule.h; and
 * source.c puts between them sizes, the tables of the scheme, and the files of
 * kernel/ as they are (texts.h): kernel/kernel.h says how those go together.
 * Literals of the whole are turned into single precision where that is asked
 * for (texts.h).  The text is meant to be read, too: `automat emit`.
 *
 * In C the source defines
 *
 *   void automat_advance(const am_fields *fields,
 *                        const am_tolerances *solver, double *sequence,
 *                        long first, long end);
 *
 * which advances points first … end - 1 of the fields by one loading step;
 * sequence: room for am_law_source.passes x max_substeps x lanes numbers.  It
 * needs the C library's mathematical functions, and for several lanes
 * libmvec. */
#ifndef AM_EMIT_SOURCE_H
#define AM_EMIT_SOURCE_H

#include "base/base.h"
#include "emit/function.h"
#include "emit/plan.h"
#include "kernel/points/fields.h"

typedef struct {
  int lanes;           /* points at once: 8, 4, 2 or 1 */
  bool cuda;           /* for NVRTC: a thread a point (kernel/points/grid.h) */
  bool mixed;          /* some component may be controlled in stress */
  bool rows;           /* there may be equations between components */
  bool follows;        /* points follow recorded substeps: am_plan_follows */
  bool spread;         /* CUDA: points may have parameters of their own */
  bool single;         /* CUDA: arithmetic in single precision */
  bool inner;          /* C: other text follows, which alone calls it; for any
                          processor of the kind */
  int later;           /* like in am_engine_options */
  const char *update;  /* text of the hand-written update, or NULL */
} am_law_source_options;

/* The operations of one function of the law. */
typedef struct {
  am_emit_counts counts;
  am_emit_counts along; /* of them, those of directions */
  bool emitted;
  int shared; /* numbers that derivatives along directions share */
} am_law_source_function;

typedef struct {
  const char *text;
  int passes;  /* of the recorded sequences: 0, 1 or 7 */
  int storage; /* CUDA: numbers of shared memory of each thread */
  am_law_source_function functions[AM_FUNCTIONS];
} am_law_source;

void am_law_source_write(am_arena *arena, am_law *law,
                         const am_solver *solver,
                         const am_law_source_options *options,
                         am_law_source *source);

/* ---- law_text.c: the functions of a law as text; internal to emit -------- */

typedef struct {
  am_law *law;
  const am_plan *plan;
  bool few;        /* directions share as few values as they can */
  double scale;    /* stress scale, 0: of the law */
  bool idle[6 + AM_MOST_EXTERNAL]; /* found: directions that drive no rate */
  am_buffer out;   /* found: k_rate, …, and k_bind */
  am_bound bound;  /* found: the first value is the stress scale */
} am_law_text;

/* functions [AM_FUNCTIONS] */
void am_law_text_write(am_arena *arena, am_law_text *text,
                       am_law_source_function *functions);

#endif
