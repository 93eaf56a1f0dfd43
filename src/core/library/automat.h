/* automat.h: material laws given by two potentials, for C programs.
 *
 * A model is a material with parameters, a scheme and an engine. A program
 * loads it by name or file, changes it by assignments, and evaluates points:
 * one loading step for each point, from a strain and a state to a new strain or
 * stress.
 *
 *     automat_model *model;
 *     if (automat_open("michel-suquet", &model)) { ... automat_message(model) }
 *     automat_set(model, "parameters.E=200e3");
 *     automat_points points = {.count = n, .duration = 1, .target = strain,
 *                              .stress = stress, .tangent = tangent};
 *     if (automat_evaluate(model, &points)) ... automat_message(model) ...
 *     automat_close(model);
 *
 * Tensors are symmetric and have six components, xx yy zz yz xz xy. Shear
 * strains are tensor components (not doubled). A tangent perturbs both
 * off-diagonal entries of a shear, so its entry (xy, xy) is 2 mu in isotropic
 * elasticity. Stresses and times are in the units of the material file. The
 * caller owns all arrays; they are stored point by point.
 *
 * The library prints nothing, never exits, and has no global state. Any number
 * of threads may use any number of models, but each model only one thread at a
 * time. See libautomat(3), automat-material(5), and automat-case(5) for the
 * keys. */
#ifndef AUTOMAT_H
#define AUTOMAT_H

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

typedef struct automat_model automat_model;

/* Return values of all functions; also the exit statuses of the program. */
typedef enum {
  AUTOMAT_OK = 0,
  AUTOMAT_FAILED = 1,     /* some points failed: see their statuses */
  AUTOMAT_USAGE = 2,      /* invalid argument */
  AUTOMAT_INPUT = 3,      /* invalid material or assignment */
  AUTOMAT_ENVIRONMENT = 4 /* out of memory, no device, ... */
} automat_status;

/* Result of the loading step of a point. */
typedef enum {
  AUTOMAT_POINT_GOOD,
  AUTOMAT_POINT_INVALID,     /* a value is not finite, a deviatoric variable
                                is not trace-free, or an external field is out
                                of its bounds */
  AUTOMAT_POINT_NEWTON,      /* the local Newton iteration did not converge */
  AUTOMAT_POINT_STEP,        /* the substep became too small */
  AUTOMAT_POINT_SUBSTEPS,    /* more substeps than solver.max_substeps */
  AUTOMAT_POINT_EQUILIBRIUM, /* the stress targets were not met */
  AUTOMAT_POINT_STOPPED,     /* automat_points.stop was set */
  AUTOMAT_POINT_LOST,        /* the engine failed */
  AUTOMAT_POINT_STEEP,       /* a viscosity is too small to be resolved in
                                floating-point arithmetic */
  AUTOMAT_POINT_TANGENT,     /* derivatives alone caused too many rejected
                                substeps */
  AUTOMAT_POINT_SINGULAR,    /* no strain yields the prescribed stress: the
                                stiffness at fixed internal variables is
                                singular */
  AUTOMAT_POINT_PLATEAU = 12, /* no strain yields the prescribed stress: an
                                 elastic domain does not harden there; 11 is
                                 unused */
  AUTOMAT_POINT_PASSED = 13 /* the maximum stored by a variable lies between the
                               ends of the loading step */
} automat_point_status;

/* Internal variable, or one member of a list of internal variables. */
typedef struct {
  const char *name; /* "eps_vp", "x[2]" */
  int size;         /* 1, or 6 for a symmetric tensor */
  int offset;       /* index in the state of a point */
} automat_variable;

/* Loading step of many points. */
typedef struct {
  long count;
  double duration; /* (time) >= 0; 0: jump at fixed internal variables */
  int stress_controlled[6]; /* nonzero: this component of the target is a
                               stress */

  /* input */
  const double *strain0; /* [count][6] at the start; NULL: zero */
  const double *state0;  /* [count][n] at the start, n from automat_variables;
                            NULL: initial state of the material file */
  const double *target;  /* [count][6] at the end: strains, or stresses for
                            components under stress control */
  const double *external0;  /* [count][k] external fields at the start, k from
                               automat_fields; NULL: values of the material
                               file */
  const double *external1;  /* [count][k] at the end, linear in between; NULL:
                               equal to external0 */
  const volatile int *stop; /* nonzero: stop early; NULL: never */

  /* input and output */
  double *substep; /* [count] (time) initial substep, 0: unknown; on return, the
                      initial substep for the next loading step. NULL:
                      unknown */

  /* output; NULL: not computed. For a point that failed, only its status is
   * written */
  double *strain;      /* [count][6] at the end; may be strain0 */
  double *stress;      /* [count][6] */
  double *state;       /* [count][n] at the end; may be state0 */
  double *tangent;     /* [count][6][6] d stress/d strain at the end */
  double *tangent_external; /* [count][6][k] d stress/d field at the end, at
                               fixed strains */
  double *free_energy; /* [count] omega at the end (stress) */
  double *dissipation; /* [count] over the loading step (stress) */
  double *work;        /* [count] over the loading step (stress) */
  int *status;         /* [count] automat_point_status */
} automat_points;

/* Loading step controlled by deformation gradients F and nominal stresses P
 * (first Piola-Kirchhoff), for models with logarithmic kinematics. Nine
 * components, xx yy zz yz xz xy zy zx yx; F.xy is the shear of a body whose y
 * planes slide along x. */
typedef struct {
  long count;
  double duration; /* as in automat_points */
  int stress_controlled[9]; /* nonzero: this component of the target is one of
                               P */

  /* input */
  const double *gradient0; /* [count][9] F at the start; NULL: no deformation */
  const double *state0;    /* [count][n], as in automat_points */
  const double *target;    /* [count][9] at the end: F, or P for controlled
                              components */
  const double *external0; /* as in automat_points */
  const double *external1;
  const volatile int *stop;

  /* input and output */
  double *substep; /* as in automat_points */

  /* output; NULL: not computed. For a point that failed, for instance because
   * det F <= 0, only its status is written */
  double *gradient; /* [count][9] F at the end; may be gradient0 */
  double *nominal;  /* [count][9] P at the end */
  double *cauchy;   /* [count][6] force per current area */
  double *strain;   /* [count][6] logarithmic strain at the end */
  double *stress;   /* [count][6] its work conjugate per initial volume */
  double *state;    /* [count][n] at the end; may be state0 */
  double *tangent;  /* [count][9][9] dP/dF at the end */
  double *free_energy; /* [count] as in automat_points, per initial volume */
  double *dissipation;
  double *work;
  int *status;         /* [count] automat_point_status */
} automat_deformations;

/* Loads a material: the name of a material that is installed or in a folder of
 * AUTOMAT_PATH, or a file whose name ends in ".yaml". Close *model even after
 * an error; *model is NULL only if memory ran out. */
automat_status automat_open(const char *material, automat_model **model);
void automat_close(automat_model *model);

/* Changes a model: "parameters.E=200e3", "parameter_set=aluminium",
 * "solver.scheme=rodas4", "solver.rtol=1e-6". Accepts all keys of `parameters`
 * and `solver` of automat-case(5) and "kinematics=logarithmic", with values in
 * YAML. solver.engine selects the engine: interp, native (the default) or cuda.
 * The key solver.tangent is not used; tangents are computed if the points
 * request them. An invalid assignment leaves the model unchanged. */
automat_status automat_set(automat_model *model, const char *assignment);

/* Number of host threads for evaluation, at most 4096; 0: all. */
automat_status automat_threads(automat_model *model, int threads);

/* Internal variables [*count], valid until the model changes; *size: length of
 * the state of a point. The last three arguments may be NULL. */
automat_status automat_variables(automat_model *model,
                                 const automat_variable **variables,
                                 int *count, int *size);

/* Names of the external fields [*count], such as the temperature, in the order
 * of the material file; valid until the model changes. */
automat_status automat_fields(automat_model *model,
                              const char *const **names, int *count);

/* Units of the material file, or ""; valid until the model changes. Both
 * pointers may be NULL. */
automat_status automat_units(automat_model *model, const char **stress,
                             const char **time);

/* Initial state [n] of the material file. */
automat_status automat_start(automat_model *model, double *state);

/* Advances points by one loading step. The engine compiles on the first
 * evaluation and after a change of the model. AUTOMAT_FAILED if some points
 * failed; the results of the others are valid. */
automat_status automat_evaluate(automat_model *model,
                                const automat_points *points);

/* Advances points under deformation gradients. AUTOMAT_USAGE if the kinematics
 * of the model are small; likewise automat_evaluate if they are logarithmic. */
automat_status automat_deform(automat_model *model,
                              const automat_deformations *points);

/* "small" or "logarithmic". */
automat_status automat_kinematics(automat_model *model, const char **name);

/* Errors and warnings of the last call, one or more lines, or "". Valid until
 * the next call with this model. If the model is NULL, reports that memory ran
 * out. */
const char *automat_message(const automat_model *model);

const char *automat_version(void);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
