/* evaluate.h: graphs as programs that are run.
 *
 * A program computes the values of chosen nodes.  What depends on parameters
 * alone is computed once per set of parameters (am_frame_bind), the rest at
 * each run.  A program is read-only; every thread has frames of its own. */
#ifndef AM_EXPR_EVALUATE_H
#define AM_EXPR_EVALUATE_H

#include "expr/graph.h"

typedef struct am_program am_program;
typedef struct am_frame am_frame;

/* The program of outputs [count]. */
am_program *am_program_new(am_arena *arena, const am_graph *graph,
                           const am_node *outputs, int count);

/* Operations per run, and those done once per set of parameters. */
int am_program_operations(const am_program *program);
int am_program_bound_operations(const am_program *program);

am_frame *am_frame_new(am_arena *arena, const am_program *program);

/* Sets the parameters (indexed like AM_INPUT_PARAMETER). */
void am_frame_bind(am_frame *frame, const double *parameters);

/* Values of inputs by kind: inputs[kind][index]; kinds that the program does
 * not read may be NULL.  outputs [count]. */
void am_frame_run(am_frame *frame, const double *const *inputs,
                  double *outputs);

/* The output of a program of one, run once in memory of its own: threads may
 * meet here.  NaN where memory runs out. */
double am_program_once(const am_program *program, const double *parameters,
                       const double *const *inputs);

/* One node's value where it depends on parameters alone. */
double am_evaluate_bound(const am_graph *graph, am_node node,
                         const double *parameters);

#endif
