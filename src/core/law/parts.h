/* parts.h: further functions of laws for other modules, in addition to law.h:
 * initial stress, and external fields within a loading step. */
#ifndef AM_LAW_PARTS_H
#define AM_LAW_PARTS_H

#include "diff/diff.h"
#include "law/law.h"

/* Initial stress of a law, and a note about it. */

/* Stress of the law at a point, coordinates [6]. */
void am_law_stress(am_arena *arena, const am_law *law, const am_law_point *at,
                   double *stress);

/* Data of a note about an initial stress. */
typedef struct {
  am_place place;
  const char *where;      /* "", or " in phase 'NAME'" */
  const char *quantity;   /* "stress" or "P" */
  const double *stress;   /* [count] components */
  int count;
  const double *external; /* [nf] */
  bool refused;           /* the initial stress cannot be prescribed */
} am_start_stress_note;

/* Prints a note if the initial stress of a law with external fields is not
 * zero, because bodies are seldom constrained while they are heated before a
 * test. True if the note was printed. */
bool am_law_note_stress(am_report *report, const am_law *law,
                        const am_start_stress_note *note);

/* Laws whose strains are measured from the strain of a prescribed initial
 * stress. */

typedef struct am_origin am_origin;
typedef struct am_origin_frame am_origin_frame;

/* Initial conditions of a point. */
typedef struct {
  double stress[6];       /* tensor components */
  const double *state;    /* [nx], NaN: initial value of the law */
  const double *external; /* [nf] */
  am_place place;         /* for messages */
} am_law_start;

/* Shifts the origin of the law's strains to the strain that has the prescribed
 * stress. Adds six parameter numbers that store this strain. Call it before
 * functions of the law are generated and before points get parameters. AM_INPUT
 * if no such strain exists or the stress is outside the elastic domain. */
AM_MUST_USE am_status am_law_count_from(am_report *report, am_law *law,
                                        const am_law_start *start);

/* Workspace; each thread needs its own. */
am_origin_frame *am_origin_frame_new(am_arena *arena, const am_origin *origin);

/* Computes the origin for other parameters and stores it in them. Returns NULL,
 * or a phrase that describes the failure; *surface is the violated yield
 * function, else -1. */
const char *am_origin_find(am_origin_frame *frame, double *parameters,
                           int *surface);

/* am_node_moves is true if a node depends on more than parameters and external
 * fields, am_node_is_affine if it is affine in the inputs that move. moves,
 * affine: results for the arguments of the node. */
bool am_node_moves(const am_graph *graph, am_node node, const bool *moves);
bool am_node_is_affine(const am_graph *graph, am_node node, const bool *moves,
                       const bool *affine);

/* Terms of a law that depend on external fields and parameters only, as
 * functions of the fraction s of a loading step, in which the fields are
 * linear.
 *
 * Terms are maximal: each is an operand that the rates or the stress combine
 * with strains or the state. Terms that are linear in the fields are
 * omitted. */

typedef struct am_field_curves am_field_curves;

/* Returns NULL if the law has no such terms. */
am_field_curves *am_field_curves_new(am_arena *arena, const am_law *law);

/* Number of terms, and number of comparisons in them. */
int am_field_curves_count(const am_field_curves *curves);
int am_field_curves_comparisons(const am_field_curves *curves);

/* Sets the parameters values[i * stride]; true if any parameter changed. */
bool am_field_curves_bind(am_field_curves *curves, const double *values,
                          long stride);

/* Sets the fields [nf] at s = 0 and s = 1. */
void am_field_curves_line(am_field_curves *curves, const double *from,
                          const double *to);

/* Evaluates the terms [count] at s. am_field_curves_difference: difference of
 * the operands of a comparison at the same s. */
void am_field_curves_at(am_field_curves *curves, double s, double *values);
double am_field_curves_difference(const am_field_curves *curves,
                                  int comparison);

/* Enclosures of the terms [count] on an interval of s. */
void am_field_curves_over(am_field_curves *curves, am_interval s,
                          am_interval *values);

/* Enclosures of the s-derivatives of the terms [count], after
 * am_field_curves_over for the same interval; false if a comparison may change
 * within the interval, so that terms may be discontinuous. */
bool am_field_curves_slopes(am_field_curves *curves, am_interval s,
                            am_interval *slopes);

#endif
