/* scheme.h: iteration schemes for div sigma = 0, the rows of am_accelerations.
 *
 * All schemes accelerate the iteration u <- u - g, with the gradient g in the
 * metric of the reference C0 (means included).  Convergence is tested by the
 * caller (equilibrium.h). */
#ifndef AM_HOMOGENIZATION_SCHEME_H
#define AM_HOMOGENIZATION_SCHEME_H

#include "homogenization/settings.h"

/* ---- equilibrium.c ------------------------------------------------------- */

/* Conditions on the mean strain and mean stress of a volume element: each
 * component prescribes one of the two.
 *
 * In Kelvin-Mandel components, the projections on strain-controlled (P) and
 * stress-controlled (Q) components are selections.  (Kabel, Fliegener,
 * Schneider 2016) */
typedef struct {
  bool stress[6];   /* true: the stress is prescribed */
  double target[6]; /* prescribed strain or stress */
} am_mean;

/* Conversion between tensor components and Kelvin-Mandel components [6]. */
void am_mean_from_tensor(const double *t, double *k);
void am_mean_to_tensor(const double *k, double *t);

double am_mean_dot(const double *a, const double *b);

/* Sets the prescribed components of the mean strain. */
void am_mean_impose(const am_mean *mean, double *strain);

/* |S| of the prescribed stress S, and |Q <sigma> - S|. */
double am_mean_given(const am_mean *mean);
double am_mean_residual(const am_mean *mean, const double *stress);

/* Mean of the gradient in the metric of C0 (lambda, mu): -M (S - Q <sigma>), M
 * = (Q C0 Q)^+; zero where the strain is prescribed. */
void am_mean_gradient(const am_mean *mean, double lambda, double mu,
                      const double *stress, double *gradient);

/* ---- schemes ------------------------------------------------------------ */

enum { AM_DEEPEST = 20 /* maximum of settings->depth */ };

typedef struct am_iteration am_iteration;
typedef struct am_equilibrium_problem am_equilibrium_problem;

/* Equilibrium problem and its tolerances. */
struct am_equilibrium_problem {
  am_space *space;
  const am_homogenization *settings;
  const am_loading_step *span; /* of the laws; its `follow` is ignored; NULL:
                                  linear, with the stored tangents */
  am_mean mean;
  double equilibrium;  /* tolerance of the relative residuals */
  double largest;      /* lower bound of the scale |<sigma>| of the residuals */
  bool driven;         /* external fields change: the stress that they cause is
                          included in the scale */
  bool extrapolated;   /* first iterate extrapolated from earlier solutions */
};

/* Data that a scheme keeps between loading steps, saved for restarts. */
enum { AM_MEMORY_MOST = 2 * AM_DEEPEST + 2 };

typedef struct {
  am_vector *vectors[AM_MEMORY_MOST]; /* [vector_count] */
  double numbers[AM_MEMORY_MOST];     /* [number_count] */
  int vector_count, number_count;
} am_scheme_memory;

typedef struct {
  bool tangents; /* requires tangents of the laws */
  am_status (*open)(am_arena *arena, am_report *report,
                    const am_equilibrium_problem *problem,
                    am_iteration **iteration);
  /* Begins a new problem; `extrapolated`: its first iterate is extrapolated
   * from the last solutions. NULL: no action. */
  void (*restart)(am_iteration *iteration, bool extrapolated);
  /* Replaces u by the next iterate, given its gradient g; returns the number of
   * tangent applications. */
  long (*update)(am_iteration *iteration, am_vector *u, const am_vector *g);
  /* Ends a problem with the solution u; NULL: no action. */
  void (*finish)(am_iteration *iteration, const am_vector *u,
                 const am_vector *g);
  /* `remember` lists the kept data, at the end of a loading step or during the
   * next one; `recall` restores the numbers when the vectors have been
   * restored.  NULL: no data. */
  void (*remember)(am_iteration *iteration, am_scheme_memory *memory);
  void (*recall)(am_iteration *iteration, const am_scheme_memory *memory);
} am_acceleration;

/* Name in a case, and row of each scheme; the default first. */
#define AM_ACCELERATIONS(ROW)                               \
  ROW("anderson", am_acceleration_anderson)                 \
  ROW("basic", am_acceleration_basic)                       \
  ROW("barzilai-borwein", am_acceleration_barzilai_borwein) \
  ROW("newton-cg", am_acceleration_newton_cg)

#define AM_DECLARE(name, row) extern const am_acceleration row;
AM_ACCELERATIONS(AM_DECLARE)
#undef AM_DECLARE

/* Rows and names in this order, terminated by NULL. */
extern const am_acceleration *const am_accelerations[];
extern const char *const am_acceleration_names[];

#endif
