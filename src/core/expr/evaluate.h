/* evaluate.h: graphs as executable programs.
 *
 * A program computes the values of selected nodes.  Operations that depend only
 * on parameters are executed once per set of parameters (am_frame_bind), the
 * others in each run.  A program is read-only; every thread uses separate
 * frames. */
#ifndef AM_EXPR_EVALUATE_H
#define AM_EXPR_EVALUATE_H

#include "expr/graph.h"

typedef struct am_program am_program;
typedef struct am_frame am_frame;

/* Compiles a program for outputs [count]. */
am_program *am_program_new(am_arena *arena, const am_graph *graph,
                           const am_node *outputs, int count);

/* Number of operations per run, and per set of parameters. */
int am_program_operations(const am_program *program);
int am_program_bound_operations(const am_program *program);

am_frame *am_frame_new(am_arena *arena, const am_program *program);

/* Sets the parameters (indexed like AM_INPUT_PARAMETER) and executes the
 * operations that depend only on them. */
void am_frame_bind(am_frame *frame, const double *parameters);

/* Runs the program.  inputs[kind][index]: values of inputs; kinds that the
 * program does not read may be NULL.  outputs [count]. */
void am_frame_run(am_frame *frame, const double *const *inputs,
                  double *outputs);

/* Runs a program with one output in its own memory, so that several threads may
 * call it for the same program.  NaN if memory runs out. */
double am_program_once(const am_program *program, const double *parameters,
                       const double *const *inputs);

/* Value of a node that depends only on constants and parameters. */
double am_evaluate_bound(const am_graph *graph, am_node node,
                         const double *parameters);

#endif
