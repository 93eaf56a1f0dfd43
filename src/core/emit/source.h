/* source.h: writes a law and a solver as one source in C, or in the C-like part
 * of CUDA.
 *
 * A plan (kernel/plan.h) lists the functions that the solver needs; law_text.c
 * writes them, each in a schedule of function.h; source.c adds sizes, tables of
 * the scheme, and the unchanged files of kernel/ in the order of
 * kernel/kernel.h. For single precision all literals are converted. The result
 * is meant to be readable, too: `automat emit`.
 *
 * In C the source defines
 *
 *   void automat_advance(const am_fields *fields,
 *                        const am_tolerances *solver, double *sequence,
 *                        long first, long end);
 *
 * which advances points first … end - 1 of the fields by one loading step;
 * sequence: room for am_law_source.passes x max_substeps x lanes numbers. It
 * needs the mathematical functions of the C library, and libmvec for several
 * lanes. */
#ifndef AM_EMIT_SOURCE_H
#define AM_EMIT_SOURCE_H

#include "emit/function.h"
#include "kernel/plan.h"
#include "kernel/points/fields.h"
#include "law/radial.h"

typedef struct {
  int lanes;           /* points at once: 8, 4, 2 or 1 */
  bool cuda;           /* for NVRTC: one thread per point
                          (kernel/points/grid.h) */
  bool mixed;          /* components may be controlled in stress */
  bool rows;           /* equations between components may be given */
  bool follows;        /* points follow recorded substeps: am_plan_follows */
  bool spread;         /* CUDA: points may have different parameters */
  bool single;         /* CUDA: arithmetic in single precision */
  bool inner;          /* C: called only by a larger source that includes this
                          one, which may change the number of equal substeps,
                          and compiled for any processor of the
                          architecture */
  int later;           /* as in am_engine_options */
  const char *update;  /* text of the hand-written update, or NULL */
} am_law_source_options;

/* Number of operations of one function of the law */
typedef struct {
  am_emit_counts counts;
  am_emit_counts along; /* part of directional derivatives */
} am_law_source_function;

typedef struct {
  const char *text;
  int passes;  /* number of recorded sequences: 0, 1 or 7 + nf */
  int storage; /* CUDA: shared memory of each thread (numbers) */
  am_law_source_function functions[AM_FUNCTIONS];
} am_law_source;

void am_law_source_write(am_arena *arena, am_law *law,
                         const am_solver *solver,
                         const am_law_source_options *options,
                         am_law_source *source);

/* ---- law_text.c: functions of a law as text; internal to emit ------------ */

typedef struct {
  am_law *law;
  const am_plan *plan;
  const am_radial *radial; /* NULL: none */
  bool few;        /* minimize the size of the common part of directions */
  double scale;    /* stress scale, 0: from the law */
  am_buffer out;   /* result: k_rate, …, and k_bind */
  am_bound bound;  /* result: bound values, starting with the stress scale */
} am_law_text;

/* functions [AM_FUNCTIONS] */
void am_law_text_write(am_arena *arena, am_law_text *text,
                       am_law_source_function *functions);

/* Headers of src as texts, embedded by the build (texts.awk), and conversion of
 * C to single precision. */

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
