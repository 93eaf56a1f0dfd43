/* parts.h: headers that several files of export use. */
#ifndef AM_EXPORT_PARTS_H
#define AM_EXPORT_PARTS_H

#include "check/parts.h"
#include "export/export.h"

/* Performs a loading step with the interpreter and through each
 * interface of a library; internal to export. */

/* Loading step, and gradients with the logarithmic strains of the step:
 * components of am_gradient_names. */
typedef struct {
  const am_loading *loading;
  double gradient0[9], gradient1[9];
} am_host_step;

/* Result of a step: stress and tangent in the components of the interface
 * (am_host_call); `state` in coordinates, relative to the initial state of the
 * law. */
typedef struct {
  double stress[9], tangent[81], stored, dissipated;
  double *state;          /* [na] */
  double *before, *after; /* state in the host's format [6][variables] */
  bool good;
} am_host_answer;

typedef struct am_host_call am_host_call;

/* Law and its library. */
typedef struct {
  am_subject *subject;
  const am_law *law;
  const am_library *library;
  am_test_point exact;        /* by the interpreter */
  const am_solver *solver;
  const am_export *known;     /* numbers and fields in the host's order */
  double *properties;         /* [property_count] */
  double *numbers;            /* [known->count] for the UMAT; NULL: those of the
                                 library */
  const am_host_call *ways;    /* [way_count] */
  int way_count;
  bool deformed;              /* the library takes deformation gradients */
} am_host_session;

am_host_answer am_host_answer_new(am_arena *arena, const am_law *law);

enum { AM_HOST_QUANTITIES = 5 };

/* Use of a library by a host: an interface, and the requested stress and
 * tangent measures. */
struct am_host_call {
  const char *name;
  const char *quantities[AM_HOST_QUANTITIES]; /* names; NULL: not compared */
  bool umat;                 /* otherwise a generic behaviour, with */
  double measure, operator;  /* K[1] and K[2] */
  int rows, columns;         /* of the tangent */
  double shear_stress, shear_strain; /* shears of automat relative to those of
                                        the host */
  /* Stress and tangent from the interpreter's result in s->exact. */
  void (*expect)(const am_host_session *s, const am_host_step *step,
                 am_host_answer *expected);

  /* change: change of F along a column of the tangent; factor: factor of the
   * stress at another F that makes differences consistent with the tangent.
   * Only for deformation gradients, else NULL. */
  void (*along)(const am_host_step *step, int column, double *F_by);
  double (*factor)(const am_host_step *step, const double *F);
};

enum { AM_HOST_SMALL = 2, AM_HOST_LARGE = 3, AM_HOST_WAYS = 3 };
extern const am_host_call am_host_small[AM_HOST_SMALL];
extern const am_host_call am_host_large[AM_HOST_LARGE];

/* Copies the interpreter's result except stress and tangent, which remain in
 * s->exact. */
void am_host_expected(const am_host_session *s, const am_loading *loading,
                      am_host_answer *expected);

/* Performs the step through an interface of the library. */
void am_host_take(const am_host_session *s, const am_host_call *way,
                  const am_host_step *step, am_host_answer *found);

/* Compares results of the interfaces of a library with those of the
 * interpreter, for random steps (compare.c), for deformation gradients
 * (gradients.c) and for the checks of a material (stated_checks.c); internal to
 * export. */

typedef struct {
  const am_host_session *s;
  am_random random;   /* for random rotations of gradients */
  am_host_step step;  /* current step */
  am_host_answer expected, found;
  double tolerance; /* for stress and state, relative to the largest component
                       of the same quantity and step */
  double of_others; /* likewise for tangent and energies */
  am_worst *worst[AM_HOST_WAYS][AM_HOST_QUANTITIES]; /* worst of each
                                                        quantity */
  am_worst *threads; /* bitwise equality of two threads */
} am_host_comparison;

am_host_comparison am_host_comparison_new(const am_host_session *session,
                                          double tolerance);

/* Magnitude that determines the rounding error of a stress. */
double am_host_stress_size(const am_host_call *way, const am_host_answer *a,
                           const am_loading *loading);

/* Performs a step with the interpreter and through all interfaces; false if the
 * interpreter fails. data: am_host_comparison. */
am_loading_visit am_host_compare;

/* Visits jumps from the initial state to principal stretches of 0.3 to 3,
 * except those that end at a kink of the law. */
void am_host_jumps_visit(const am_host_session *s, am_loading_visit *visit,
                         void *data);

/* Adds findings for the tangent of each interface, by differences, and for
 * rotations. */
AM_MUST_USE am_status am_host_check_gradients(const am_host_session *s);

/* Adds a finding for each check that the material states: runs all its loading
 * steps through all interfaces, with the strains of the interpreter.  Skips
 * checks whose law the library cannot represent. */
AM_MUST_USE am_status am_export_check_stated(const am_host_session *session);

#endif
