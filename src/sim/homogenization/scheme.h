/* scheme.h: how an iterate follows from another: rows of am_accelerations.
 *
 * All are better steps of one iteration, u <- u - g, with the gradient g in
 * the metric of the reference C0 (means included).  None of them stops. */
#ifndef AM_HOMOGENIZATION_SCHEME_H
#define AM_HOMOGENIZATION_SCHEME_H

#include "homogenization/settings.h"
#include "space/space.h"

/* ---- mean.c ------------------------------------------------------------- */

/* What is asked of the mean strain and the mean stress of a volume element: of
 * every component one of the two.
 *
 * Kelvin-Mandel components: projections on what is controlled in strain (P)
 * and in stress (Q) are selections.  (Kabel, Fliegener, Schneider 2016) */
typedef struct {
  bool stress[6];   /* the component of the stress is given */
  double target[6]; /* the strain, or the stress */
} am_mean;

/* Tensor components and Kelvin-Mandel components [6]. */
void am_mean_from_tensor(const double *t, double *k);
void am_mean_to_tensor(const double *k, double *t);

double am_mean_dot(const double *a, const double *b);

/* Sets the components of the mean strain that are given. */
void am_mean_impose(const am_mean *mean, double *strain);

/* |S| of the given stress S, and |Q <sigma> - S|. */
double am_mean_given(const am_mean *mean);
double am_mean_residual(const am_mean *mean, const double *stress);

/* The mean of the gradient in the metric of C0 (lambda, mu): -M (S - Q
 * <sigma>), M = (Q C0 Q)^+, zero where the strain is given. */
void am_mean_gradient(const am_mean *mean, double lambda, double mu,
                      const double *stress, double *gradient);

/* ---- schemes ------------------------------------------------------------ */

enum { AM_DEEPEST = 20 /* settings->depth at most */ };

typedef struct am_iteration am_iteration;
typedef struct am_equilibrium_problem am_equilibrium_problem;

/* What is to vanish, and how far it is to be brought. */
struct am_equilibrium_problem {
  am_space *space;
  const am_homogenization *settings;
  /* The stress of a strain field, by the laws or by kept tangents, and its
   * gradient g, mean included; `follow`: see am_span. */
  void (*respond)(const am_equilibrium_problem *problem, double follow,
                  const am_vector *u, am_vector *g, am_response *response);
  const am_span *span; /* of the laws; its `follow` is not read */
  am_mean mean;
  double equilibrium;  /* relative residuals to reach */
  double largest;      /* |<sigma>| that they are relative to at least */
  bool driven;         /* external fields change: the stress that they cause
                          counts likewise */
  bool extrapolated;   /* the first iterate follows from the last solutions */
};

/* What a scheme keeps from one loading step to the next, for restarts. */
enum { AM_MEMORY_MOST = 2 * AM_DEEPEST + 2 };

typedef struct {
  am_vector *vectors[AM_MEMORY_MOST]; /* [vector_count] */
  double numbers[AM_MEMORY_MOST];     /* [number_count] */
  int vector_count, number_count;
} am_scheme_memory;

typedef struct {
  const char *name, *about;
  bool tangents; /* it needs those of the laws */
  am_status (*open)(am_arena *arena, am_report *report,
                    const am_equilibrium_problem *problem,
                    am_iteration **iteration);
  /* Another problem begins; `extrapolated`: its first iterate follows from the
   * last solutions. */
  void (*restart)(am_iteration *iteration, bool extrapolated);
  /* u becomes the next iterate from its gradient g; returns how many times
   * tangents were applied on the way. */
  long (*update)(am_iteration *iteration, am_vector *u, const am_vector *g);
  /* u is the solution; NULL: nothing is to be done. */
  void (*finish)(am_iteration *iteration, const am_vector *u,
                 const am_vector *g);
  /* Tells what is kept, at the end of a loading step or in the next one; takes
   * the numbers back when the vectors are what they were.  NULL: nothing. */
  void (*remember)(am_iteration *iteration, am_scheme_memory *memory);
  void (*recall)(am_iteration *iteration, const am_scheme_memory *memory);
} am_acceleration;

const am_acceleration *const *am_accelerations(size_t *count);

/* NULL: there is none. */
const am_acceleration *am_acceleration_find(const char *name);

extern const am_acceleration am_acceleration_basic,
    am_acceleration_barzilai_borwein, am_acceleration_anderson,
    am_acceleration_newton_cg;

#endif
