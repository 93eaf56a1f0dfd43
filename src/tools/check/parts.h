/* parts.h: common parts of checks, which studies and exports use, too. */
#ifndef AM_CHECK_PARTS_H
#define AM_CHECK_PARTS_H

#include "case/parts.h"
#include "check/check.h"
#include "check/class.h"
#include "engine/parts.h"

/* ---- expected values of a case or a material (expect.c, stated_values.c) - */

/* Runs a case and adds a finding for each comparison of its `expect`, or for
 * its completion; of many points without `expect`, runs the first. check:
 * "expect" or "own"; material NULL: that of the case; title of the comparisons,
 * or NULL. Uses arena, report and findings of the subject.  AM_FAILED, AM_INPUT
 * or AM_ENVIRONMENT with a message if the case does not run to its end. */
AM_MUST_USE am_status am_check_case(am_subject *subject, const char *check,
                                    am_case *description,
                                    const am_material *material,
                                    const char *title);

/* Likewise for the rows of another run, whose columns include "time". AM_INPUT
 * with a message if a reference file cannot be read. */
AM_MUST_USE am_status am_check_table(am_subject *subject, const char *check,
                                     const am_case *description,
                                     const am_table *table, const char *title);

/* ---- nodes of a law (functions.c) ---------------------------------------- */

/* All variable inputs form one vector [size]:
 *
 *     [strain 6 | state nx | force na | direction 6 nx | along na + 6
 *      | strain rate 6 | theta 1]
 *
 * Only the force potential depends on forces as inputs; their values are the
 * forces of the strain and state. */

/* Reason for skipping comparisons of Psi for laws without one. */
extern const char am_check_no_potential[];

/* Offset of the inputs of a kind; AM_INPUT_KINDS: total number. */
int am_input_offset(const am_law *law, am_input_kind kind);

/* Inputs first … first + count - 1 of a kind, as nodes. */
am_node *am_check_inputs(am_subject *subject, am_input_kind kind, int first,
                         int count);

/* Sets a strain [6], a state [na] and external fields [nf]. */
void am_inputs_set(const am_law *law, const double *strain,
                   const double *state, const double *external,
                   double *inputs);

/* Output nodes of a function of the law, created once. */
const am_node *am_check_function(am_subject *subject, am_function function,
                                 int *count);

/* d omega/d(eps, a) [6 + na]: stress, and negative forces. */
am_node *am_check_energy_gradient(am_subject *subject);

/* d Psi/dA [na], as a function of the forces. */
am_node *am_check_flow(am_subject *subject);

/* d2 omega/d(eps, a)2 [6 + na][6 + na], each entry derived separately. */
am_node *am_check_energy_hessian(am_subject *subject);

/* d2 Psi/dA2, or the Hessian of another function of the forces, [na][na]. */
am_node *am_check_flow_hessian(am_subject *subject);
am_node *am_check_force_hessian(am_subject *subject, am_node function);

/* ---- numbers ------------------------------------------------------------- */

typedef struct am_values am_values;

/* Evaluator of nodes [count]. */
am_values *am_values_new(am_subject *subject, const am_node *nodes, int count);

int am_values_count(const am_values *values);

/* Values [count] at inputs, valid until the next call. */
const double *am_values_at(am_values *values, const double *inputs);

/* Values at a strain [6], state [na] and external fields [nf]; other inputs are
 * zero. */
const double *am_values_in(am_values *values, const double *strain,
                           const double *state, const double *external);

/* Evaluator of a function of the law. */
am_values *am_values_of(am_subject *subject, am_function function);

/* Bounds [count] of the rounding errors of the values at inputs, by running
 * error analysis (Higham 2002, Accuracy and Stability, section 3.3): each
 * operation propagates the errors of its arguments and adds its own rounding;
 * each input adds its own rounding. */
void am_values_rounding(am_values *values, const double *inputs,
                        double *errors);

/* Records the last evaluation: results of its conditions, and arguments of
 * operations that are singular at 0 (roots, powers, absolute values,
 * divisors). */
void am_values_mark(am_values *values);

/* True if the last evaluation has the same conditions as the recorded one, and
 * no recorded argument has come closer to 0 than half its recorded value. */
bool am_values_smooth(const am_values *values);

/* ---- eigenvalues, norms and random vectors ------------------------------- */

/* Smallest eigenvalue of the symmetric part of m [n][n], scaled to diagonal
 * entries 1, 0 or -1 (same inertia, without units), and its eigenvector [n] in
 * this scaling.  NaN if an entry is not finite.  Memory exhaustion is handled
 * by the arena. */
double am_eigen_least(am_arena *arena, const double *m, int n, double *vector);

/* Eigenvalues [n] of m [n][n], balanced; false if not found. */
bool am_eigen_values(am_arena *arena, const double *m, int n,
                     double *real_part, double *imaginary);

/* Divides row and column i of m [n][n] by the square root of |m_ii| unless it
 * is 0. */
void am_eigen_scale(double *m, int n);

/* Euclidean norm of x [n], and of x - y. */
double am_vector_norm(const double *x, int n);
double am_distance(const double *x, const double *y, int n);

/* max |x| over [n]; NaN if any entry is NaN. */
double am_largest(const double *x, int n);

/* Stream of random numbers: purpose (key), and number of draws. */
typedef struct {
  uint32_t key[2], counter[4];
  double waiting; /* second number of a pair */
  bool has_waiting;
} am_random;

/* Stream of a seed and three distinguishing numbers. */
am_random am_random_new(uint64_t seed, uint32_t a, uint32_t b, uint32_t c);

/* Next number, uniform in [low, high). */
double am_random_in(am_random *random, double low, double high);

/* Log-uniform: 10 to the power of a uniform number. */
double am_random_power(am_random *random, double low, double high);

/* Vector [n] of the given length in a uniformly distributed direction. */
void am_random_vector(am_random *random, int n, double length, double *x);
/* ---- random states (sampling.c) ------------------------------------------ */

/* States of a law, independent of its units.  One third of the states is
 * strained from rest, in a random direction by a log-uniform length of 1e-5 …
 * 1e-2; one third is the end of a path of loading steps (loadings.c); for the
 * last third, random changes of the internal variables are added to such
 * states.  The range of variables and forces is measured in advance along
 * paths, and so is the sign of variables that change in one direction only
 * (accumulated strains); such variables are changed in this direction only.
 *
 * States in which a potential or force is not finite, or close to overflow, are
 * invalid and drawn again.  After some attempts another kind of state is tried,
 * because a state such as rest may be a kink of the law. */

typedef struct am_sampler {
  am_subject *subject;
  double *state_scale, *force_scale; /* [na] of a state coordinate and of its
                              force; equal for all coordinates of a variable,
                              never 0 */

  /* internal */
  const am_law *law;
  am_test_point point;   /* one backward Euler step, without tangent */
  am_values *jacobian;   /* f [nx], df/dy [nx][ns] */
  am_values *forces;     /* A [na] */
  am_values *potentials; /* omega, Psi */
  double onset;          /* |strain| at which flow begins */
  am_random random;      /* of loading steps */
  double *least, *most;  /* [na] range of rates on paths */
  double *inputs;        /* of the state drawn */
  bool drives[6 + AM_MOST_EXTERNAL]; /* rates depend on this strain or field */
  am_range met[AM_MOST_EXTERNAL + 1]; /* ranges of external fields and strain
                                         rates so far */
} am_sampler;

typedef struct {
  am_loading start; /* the state, valid until the next draw */
  double *inputs;        /* inputs of functions.c, valid until the next draw:
                            forces are those of the state, directions are
                            random */
  double strain;         /* norm of the strain */
  am_random random;      /* for further random numbers in this state */
} am_random_state;

/* Creates the sampler of the subject, once.  AM_ENVIRONMENT or AM_INPUT with a
 * message if the law cannot be integrated. */
AM_MUST_USE am_status am_check_sampler(am_subject *subject);

/* Draws state `index`, trial `attempt` (from 0), and increments `attempt` for
 * each invalid state; false after a hundred trials. */
bool am_sampler_draw(am_sampler *sampler, int index, int *attempt,
                     am_random_state *sample);

/* Scale of an external field, never 0. */
double am_external_scale(const am_law *law, int i);

/* Reads the ranges that the material requests; random value of external field
 * i, within its range or near its default; random duration of a step, from the
 * strain rates or, if no range is given, time 10^low … time 10^high; takes note
 * of a strain rate (ranges.c). */
AM_MUST_USE am_status am_check_ranges_read(am_subject *subject);
double am_external_draw(am_sampler *sampler, am_random *random, int i);
double am_duration_draw(am_sampler *sampler, am_random *random,
                        const am_loading *loading, double time, double low,
                        double high);
void am_rate_note(am_sampler *sampler, const am_loading *loading);

/* Processes a state; false to replace it by another one. */
typedef bool am_state_visit(void *data, const am_random_state *sample);

/* Visits subject->samples states; fewer if the caller requests an early end or
 * if no further states are found.  A finding reports missing states, and fails
 * if no state was found. */
AM_MUST_USE am_status am_check_states(am_subject *subject, const char *check,
                                      am_state_visit *visit, void *data);

/* f and df/dy at a strain and state; time scale 1/|df/da|; if f does not depend
 * on a, the time in which the rates reach the size of the strain; 1 without
 * flow. */
const double *am_sampler_rates(am_sampler *sampler, const double *strain,
                               const double *state);
double am_sampler_time(am_sampler *sampler, const double *strain,
                       const double *state);

/* Compiles the subject's law for the interpreter: one step of backward Euler,
 * without tangent. */
AM_MUST_USE am_status am_check_integrator(am_subject *subject,
                                          am_test_point *point);

/* ---- random loading steps (loadings.c) ----------------------------------- */

/* Steps under strain control.  A path of up to three loading steps starts at
 * the initial state of the law: it stays below the strain at which flow begins,
 * continues into flow, and changes direction.  Checks use the last step.
 * Durations are 0.3 to 30 times the time scale of the law, 1/|df/da| at the end
 * of the step.  Random numbers are generated by Philox4x32-10 (case/philox.h)
 * from the seed, the path and the draw, so that every step is reproducible
 * independently. */

/* Part of am_check_sampler. */
AM_MUST_USE am_status am_loadings_prepare(am_sampler *sampler);

/* Draw number `draw` of path `sample`; the same numbers give the same step, in
 * the subject's arena.  False if the path cannot be integrated up to its last
 * step. */
bool am_loadings_draw(am_sampler *sampler, int sample, int draw,
                      am_loading *loading);

/* Integrates the step; the loading then starts at its end; false on failure. */
bool am_loadings_advance(am_sampler *sampler, am_loading *loading);

/* Processes a loading step; false to replace it by another one. */
typedef bool am_loading_visit(void *data, const am_loading *loading);

/* Visits `count` steps, with up to eight draws each; fewer if the caller
 * requests an early end. */
AM_MUST_USE am_status am_loadings_visit(am_subject *subject, int count,
                                        am_loading_visit *visit, void *data);

/* Visits steps that start in flow: the strain continues from the end of a path,
 * and the duration is close to the time scale of the law. */
AM_MUST_USE am_status am_loadings_visit_flowing(am_subject *subject, int count,
                                                am_loading_visit *visit,
                                                void *data);

/* Approximate |strain| at the end of a path; the subject has a sampler. */
double am_loadings_strain(const am_subject *subject);

/* Loading step from the initial state of the law, without strain. */
am_loading am_loading_initial(am_arena *arena, const am_law *law);
/* ---- derivatives by central differences (differences.c) ------------------ */

/* The error of differences with step sizes h, h/2, h/4, … decreases like h^2
 * until rounding, whose bound grows like 1/h, dominates.  The function is given
 * along a line.  Two limits are computed from the same differences: the best of
 * many quotients, to verify a derivative, and an extrapolation of few quotients
 * to step zero, for expensive functions. */

/* Values y(h) [count] at distance h along one of several lines (columns); false
 * if they cannot be evaluated. */
typedef struct {
  int count, columns;
  bool (*value)(void *data, int column, double h, double *y);
  void *data;
} am_line;

enum { AM_DIFFERENCE_STEPS = 12, AM_DIFFERENCE_EXTRAPOLATED = 4 };

typedef struct {
  am_line line;
  int column;       /* of the differences taken last */
  int steps;        /* number of steps taken */
  double step[AM_DIFFERENCE_STEPS];
  double *quotient; /* [steps][count] (y(h) - y(-h))/(2 h) */
  double *size;     /* [count] |y(h)| + |y(-h)| of the last step */
  double *work;     /* [2][count] */

  /* Set by am_differences_extrapolate */
  double *slope;         /* [count][columns] dy/dh at 0 */
  double *error, *noise; /* [count] estimates of their errors, and errors caused
                            by rounding; maxima over the columns */
  int first;             /* number of values whose order is measured */
  double give_up;        /* error of these values, relative to the largest slope
                            so far, that ends the extrapolation; 0: none */
  double order;          /* least order so far; NaN: none */
} am_differences;

am_differences am_differences_new(am_arena *arena, am_line line);

/* Takes `most` steps along a line, starting with `step`, each half of the
 * previous one.  Keeps the steps after the last one at which the line cannot be
 * evaluated; returns their number. */
int am_differences_take(am_differences *d, int column, double step, int most);

/* Best quotient of value i, whose rounding error is at most `rounding`, and
 * *bound of its error: twice its distance from its neighbours (an h^2 error
 * causes a third of this) plus 100 times the rounding bound. */
double am_differences_best(const am_differences *d, int i, double rounding,
                           double *bound);

/* Slope of the least-squares line through points x, y [count], count > 1. */
double am_least_squares_slope(const double *x, const double *y, int count);

/* Slope of log(error) over log(step) of value i, with errors of the quotients
 * relative to `derivative`, over the last five (smallest) steps whose errors
 * exceed 100 times the rounding bound.  NaN for fewer than three steps. */
double am_differences_slope(const am_differences *d, int i, double rounding,
                            double derivative);

/* Extrapolates to step zero (Ridders 1982, Adv.  Eng.  Software 4) from
 * AM_DIFFERENCE_EXTRAPOLATED steps along each line; false if one cannot be
 * evaluated or is too inaccurate (give_up).  The order is the slope of
 * log(largest error of the `first` quotients, relative to the largest of them)
 * over log(step) between the first two steps: 2 for smooth functions; it is
 * measured only above 1e-11. */
bool am_differences_extrapolate(am_differences *d, double step);

/* True if the slopes of values first … first + count - 1 are accurate to a
 * fifth of the bound; adds their rounding errors to the bound. */
bool am_differences_accurate(const am_differences *d, int first, int count,
                             double *bound);

/* ---- deformation gradients (finite_strain.c) ----------------------------- */

/* The potentials of a law do not depend on them; these checks test the
 * transformations before and after the law (kernel/control/logarithmic.h).
 *
 * Tensors without symmetry have nine components, in the order of
 * am_gradient_names. */

/* Settings with few substeps, for checks in which their number is irrelevant,
 * and Newton iterations to rounding accuracy. */
am_solver *am_coarse_solver(am_subject *subject, const am_scheme *scheme,
                            bool tangent);

/* Compiles the subject's law under deformation gradients. */
AM_MUST_USE am_status am_finite_strain_new(am_subject *subject,
                                           const am_solver *solver,
                                           am_test_point *deformed);

/* Sets a step to F from the start of the loading; the initial deformation
 * gradient is a symmetric stretch. */
void am_finite_strain_put(const am_test_point *deformed,
                          const am_loading *loading, const double *F);

/* Integrates the step and stores the nominal stress at its end; false on
 * failure. */
bool am_finite_strain_advance(const am_test_point *deformed, double *P);

/* Random rotation; product of tensors of nine components; exp(E) of a
 * strain (coordinates [6]); R U with principal stretches l [3] and random
 * axes. */
void am_finite_strain_rotation(am_random *random, double *R);
void am_tensor_product(const double *A, const double *B, double *product);
void am_finite_strain_stretch(const double *strain, double *F);
void am_finite_strain_draw(am_random *random, const double *l, double *F);

/* ---- equal and frozen substeps (convergence.c) --------------------------- */

/* Compiled law, and its settings for a replay. */
typedef struct {
  am_test_point point;
  am_solver solver;
  double *state;     /* [nx] at the start of a part */
  am_values *energy; /* omega */
} am_integrator;

/* Result of a loading step. */
typedef struct {
  double stress[6];
  double *state;   /* [nx] */
  double stored;   /* change of omega */
  double balance;  /* work - dissipation - stored */
  double size;     /* |work| + |dissipation| + |stored| */
  double substeps; /* accepted */
} am_integral;

/* Integrator with the caller's settings, any number of substeps per part. */
AM_MUST_USE am_status am_integrator_new(am_subject *subject,
                                        const am_engine *engine,
                                        const am_solver *solver,
                                        am_integrator *integrator);

/* Integrator with one accepted substep of the scheme per part. */
AM_MUST_USE am_status am_integrator_fixed(am_subject *subject,
                                          const am_engine *engine,
                                          const am_scheme *scheme,
                                          am_integrator *integrator);

/* Integrates the loading step in `count` equal parts; false on failure. */
bool am_integrate(am_integrator *integrator, const am_loading *loading,
                  int count, am_integral *integral);

/* Takes the order of convergence observed for 2, 4, ... parts of the step, or
 * the order of the scheme if the errors fall below `least`; false on failure.
 */
enum { AM_CONVERGENCE_LEVELS = 7 };
typedef double am_integral_error(const void *data, const am_integral *integral);
bool am_convergence_take(am_worst *worst, am_integrator *integrator,
                         const am_loading *loading, double least,
                         am_integral_error *error, const void *data);

/* Derivatives of stress and state [6 + nx] at the end of a loading step by its
 * final strain [6], by differences over the same substeps. */
typedef struct {
  am_test_point point; /* of the reference engine */
  am_loading loading;
  bool by_column; /* substeps of the column instead of those of the state */
  am_differences differences;
} am_frozen_step;

am_frozen_step *am_frozen_step_new(am_subject *subject);

/* Integrates the loading step and, if that succeeds, differentiates it; false
 * if it cannot be evaluated near its final strain. */
bool am_frozen_step_find(am_frozen_step *frozen, const am_loading *loading);

#endif
