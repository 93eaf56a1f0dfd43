/* automat.h: material laws given by two potentials, for C programs.
 *
 * A model is a material with parameters, a scheme and an engine.  It is loaded
 * by name or file, changed by assignments, and evaluates points: one loading
 * step of each, from a strain and a state to a new strain or stress.
 *
 *     automat_model *model;
 *     if (automat_open("michel-suquet", &model)) { ... automat_message(model) }
 *     automat_set(model, "parameters.E=200e3");
 *     automat_points points = {.count = n, .duration = 1, .target = strain,
 *                              .stress = stress, .tangent = tangent};
 *     if (automat_evaluate(model, &points)) ... automat_message(model) ...
 *     automat_close(model);
 *
 * Tensors are symmetric and have six components, xx yy zz yz xz xy; shear
 * strains are tensor components (not twice as large), and a tangent moves both
 * entries of a shear, so that its entry (xy, xy) is 2 mu in isotropic
 * elasticity.  Stresses and times are in the units of the material file.
 * Arrays are owned by the caller and hold one point after the other.
 *
 * The library prints nothing, never ends the process, and keeps no state
 * outside of models: any number of them may be used by any number of threads,
 * each model by one thread at a time.  See libautomat(3), automat-material(5),
 * and automat-case(5) for the keys. */
#ifndef AUTOMAT_H
#define AUTOMAT_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef struct automat_model automat_model;

/* What calls return, the exit statuses of the program too. */
typedef enum {
  AUTOMAT_OK = 0,
  AUTOMAT_FAILED = 1,     /* some points failed: see their statuses */
  AUTOMAT_USAGE = 2,      /* an argument makes no sense */
  AUTOMAT_INPUT = 3,      /* the material or an assignment is wrong */
  AUTOMAT_ENVIRONMENT = 4 /* no memory, no device, ... */
} automat_status;

/* How the loading step of a point ended. */
typedef enum {
  AUTOMAT_POINT_GOOD,
  AUTOMAT_POINT_INVALID,     /* a value is not finite, a deviatoric variable
                                is not trace-free, or an external field is out
                                of its bounds */
  AUTOMAT_POINT_NEWTON,      /* the local Newton iteration did not converge */
  AUTOMAT_POINT_STEP,        /* the substep became too small */
  AUTOMAT_POINT_SUBSTEPS,    /* more than solver.max_substeps */
  AUTOMAT_POINT_EQUILIBRIUM, /* the stress targets were not met */
  AUTOMAT_POINT_STOPPED,     /* automat_points.stop was set */
  AUTOMAT_POINT_LOST,        /* the engine failed */
  AUTOMAT_POINT_STEEP,       /* a viscosity is below what rounding lets see */
  AUTOMAT_POINT_TANGENT,     /* derivatives alone rejected too many substeps */
  AUTOMAT_POINT_SINGULAR,    /* no strain has the given stress: the stiffness
                                at fixed internal variables is singular */
  AUTOMAT_POINT_PLATEAU = 12, /* no strain has the given stress: an elastic
                                domain does not harden there; 11 is unused */
  AUTOMAT_POINT_PASSED = 13 /* a maximum that a variable keeps lies between
                               the ends of the loading step */
} automat_point_status;

/* An internal variable, or one member of a list of them. */
typedef struct {
  const char *name; /* "eps_vp", "x[2]" */
  int size;         /* 1, or 6: a symmetric tensor */
  int offset;       /* in the state of a point */
} automat_variable;

/* One loading step of many points. */
typedef struct {
  long count;
  double duration; /* [time] of the material, >= 0; 0: a jump at fixed internal
                      variables */
  int stress_controlled[6]; /* nonzero: this component of the targets is a
                               stress */

  /* given */
  const double *strain0; /* [count][6] at the start, NULL: zero */
  const double *state0;  /* [count][n] at the start, n of automat_variables;
                            NULL: the start of the material file */
  const double *target;  /* [count][6] at the end: strains, and stresses where
                            they are controlled */
  const double *external0;  /* [count][k] external fields at the start, k of
                               automat_fields; NULL: those of the material file */
  const double *external1;  /* [count][k] at the end, linear in between; NULL:
                               those at the start */
  const volatile int *stop; /* nonzero: end soon; NULL: nobody stops */

  /* given and found */
  double *substep; /* [count] substep to begin with, 0: unknown; then the one
                      to begin the next loading step with.  NULL: unknown */

  /* found, NULL: not wanted; of a point that failed nothing is written but its
   * status */
  double *strain;      /* [count][6] at the end; may be strain0 */
  double *stress;      /* [count][6] */
  double *state;       /* [count][n] at the end; may be state0 */
  double *tangent;     /* [count][6][6] d stress/d strain at the end */
  double *tangent_external; /* [count][6][k] d stress/d field at the end, at
                               given strains */
  double *free_energy; /* [count] omega at the end [stress] */
  double *dissipation; /* [count] of the loading step [stress] */
  double *work;        /* [count] of the loading step [stress] */
  int *status;         /* [count] automat_point_status */
} automat_points;

/* The same where deformation gradients F and nominal stresses P (first
 * Piola-Kirchhoff) are given, of models whose kinematics are logarithmic: nine
 * components, xx yy zz yz xz xy zy zx yx.  F.xy is the shear of a body whose y
 * planes slide along x. */
typedef struct {
  long count;
  double duration; /* as above */
  int stress_controlled[9]; /* nonzero: this component of the targets is one
                               of P */

  /* given */
  const double *gradient0; /* [count][9] F at the start, NULL: no deformation */
  const double *state0;    /* [count][n], as above */
  const double *target;    /* [count][9] at the end: F, and P where it is
                              controlled */
  const double *external0; /* as above */
  const double *external1;
  const volatile int *stop;

  /* given and found */
  double *substep; /* as above */

  /* found, NULL: not wanted; of a point that failed, such as one whose F has no
   * positive determinant, nothing is written but its status */
  double *gradient; /* [count][9] F at the end; may be gradient0 */
  double *nominal;  /* [count][9] P */
  double *cauchy;   /* [count][6] force over the area now */
  double *strain;   /* [count][6] logarithmic, at the end … */
  double *stress;   /* [count][6] … and its work conjugate per volume before */
  double *state;    /* [count][n] at the end; may be state0 */
  double *tangent;  /* [count][9][9] dP/dF at the end */
  double *free_energy; /* [count] as above, per volume before */
  double *dissipation;
  double *work;
  int *status;         /* [count] automat_point_status */
} automat_deformations;

/* Loads a material: the name of one that is installed or in a folder of
 * AUTOMAT_PATH, or a file that ends in ".yaml".  *model must be closed in any
 * case; it is NULL only where memory ran out. */
automat_status automat_open(const char *material, automat_model **model);
void automat_close(automat_model *model);

/* Changes a model: "parameters.E=200e3", "parameter_set=aluminium",
 * "solver.scheme=rodas4", "solver.rtol=1e-6": any key of `parameters` and
 * `solver` of automat-case(5), and "kinematics=logarithmic", the value in
 * YAML.  The engine is the key
 * solver.engine: interp, native (the default) or cuda; solver.tangent is
 * decided by the points instead.  An assignment that is wrong changes
 * nothing. */
automat_status automat_set(automat_model *model, const char *assignment);

/* Threads of the host that evaluate, at most 4096; 0: all. */
automat_status automat_threads(automat_model *model, int threads);

/* The internal variables [*count], valid until the model is changed; *size:
 * numbers in the state of a point.  Any of the last three may be NULL. */
automat_status automat_variables(automat_model *model,
                                 const automat_variable **variables,
                                 int *count, int *size);

/* The names of the external fields [*count], such as the temperature, in the
 * order of the material file; valid until the model is changed. */
automat_status automat_fields(automat_model *model,
                              const char *const **names, int *count);

/* The units of the material file, "" where it has none; valid until the model
 * is changed.  Both may be NULL. */
automat_status automat_units(automat_model *model, const char **stress,
                             const char **time);

/* The state at the start that the material file gives, [n]. */
automat_status automat_start(automat_model *model, double *state);

/* Advances points by one loading step.  The engine compiles when it needs to,
 * for the first points and after a change.  AUTOMAT_FAILED when some points
 * failed; the others are good then. */
automat_status automat_evaluate(automat_model *model,
                                const automat_points *points);

/* The same of points under deformation gradients: AUTOMAT_USAGE where the
 * kinematics of the model are small, as of the other where they are
 * logarithmic. */
automat_status automat_deform(automat_model *model,
                              const automat_deformations *points);

/* "small" or "logarithmic". */
automat_status automat_kinematics(automat_model *model, const char **name);

/* What the last call had to say, a line or more with errors and warnings; ""
 * where that is nothing.  Valid until the next call with this model; of a
 * model that is NULL, that memory ran out. */
const char *automat_message(const automat_model *model);

const char *automat_version(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
