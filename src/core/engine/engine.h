/* engine.h: advances material points by loading steps.
 *
 * An engine compiles a law and a solver into a program; a program advances
 * fields of points (kernel/points/fields.h) by one loading step under mixed
 * control. The result of a point depends neither on other points nor on the
 * number of threads. Engines are rows of am_engines.
 *
 *     am_engine_check_name   checks the name of an engine (parts.h)
 *     engine->place          checks that the engine can run on this host
 *     am_engine_compile      compiles a law and a solver into a program
 *     am_engine_field        allocates fields in memory that suits the engine
 *     am_engine_advance      advances all points by a loading step;
 *                            am_engine_step advances one point
 *     am_engine_failure      describes a permanent failure, if any
 *
 * Compiling changes the graph of the law; only one thread at a time may compile
 * the same law. A program handles one call at a time; programs are independent
 * of each other, even for the same law.
 *
 * interp.c is the interpreter. native.c compiles: compiler.c turns the source
 * into functions and stores them in the cache (cache.c), and check.c compares
 * them with the interpreter. The folder cuda/ contains the engine for GPUs.
 *
 * Fields are in host memory. An engine for another device copies inputs and
 * results; fields from am_engine_field may stay on the device. */
#ifndef AM_ENGINE_ENGINE_H
#define AM_ENGINE_ENGINE_H

#include "kernel/points/fields.h"
#include "law/law.h"

extern const char *const am_point_status_text[AM_POINT_STATUSES];

typedef struct am_engine_program am_engine_program;
typedef struct am_chain am_chain; /* parts.h */

/* Options of a program, in addition to the solver */
typedef struct {
  bool mixed;  /* components may be controlled in stress */
  bool rows;   /* equations between components may be given; requires
                  solver.control: path */
  bool spread; /* points may have different parameters */
  int lanes;   /* points at once: 8, 4, 2, 1; 0: best for the processor */
  int threads; /* number of threads, 0: all */
  int device;  /* cuda: 1 + the device of this host to use, 0: all devices */
  bool single; /* single precision */
  bool plain;  /* compiled without optimization, for few points: the same
                  results, sooner */
  const am_yaml *settings; /* mapping of the solver's settings, for messages; or
                              NULL */
  am_place place; /* place of the material, for messages */
  am_place rows_place; /* place of the first equation */
  bool follows; /* points store and follow substeps (am_fields.ends); ignored
                   under mixed control, with tangents or derivatives by
                   parameters, and for schemes without substeps. Engine cuda:
                   only programs described in cuda/parts.h */
  /* For later schemes of a chain: index of the scheme, and the program of the
   * first scheme, whose fields it shares (parts.h). */
  int later;
  am_engine_program *first;
} am_engine_options;

/* Memory of an engine with its own device memory */
typedef struct {
  double *(*field)(am_arena *arena, am_engine_program *program,
                   int components, long stride, bool resident);
  void (*fetch)(am_engine_program *program, const double *field);
  void (*changed)(am_engine_program *program, const double *field);
} am_engine_memory;

typedef struct {
  const char *name, *about;
  bool reference;     /* reference for comparison with other engines */
  bool single;        /* supports single precision */
  bool sensitivities; /* supports derivatives by parameters */
  /* Describes the hardware used here, for messages; AM_ENVIRONMENT, with the
   * missing requirement, if the engine cannot run here. */
  am_status (*place)(am_arena *arena, am_report *report, const char **what);
  /* See am_engine_compile, which has checked the solver. */
  am_status (*compile)(am_arena *arena, am_report *report, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options,
                       am_engine_program **program);
  /* Advances points 0 … count - 1 with the scheme of the program. */
  void (*advance)(am_engine_program *program, const am_fields *fields,
                  long count);
  const am_engine_memory *memory; /* NULL: host memory */
  /* See am_engine_failure; NULL if the engine cannot fail. */
  const char *(*failure)(const am_engine_program *program);
} am_engine;

/* First member of the programs of all engines */
typedef struct {
  const am_engine *engine; /* runs the program; another one after a fallback */
  am_chain *chain;         /* schemes of a chain, or NULL */
  struct am_breaks *breaks; /* times at which substeps must end, or NULL */
} am_engine_base;

static inline am_engine_base *am_engine_base_of(const am_engine_program *p) {
  return (am_engine_base *)p;
}

/* Engine that runs a program */
static inline const am_engine *am_engine_of(const am_engine_program *p) {
  return am_engine_base_of(p)->engine;
}

/* Interpreter: the kernel compiled as plain C, with sizes at run time and rates
 * from the graph evaluator. It supports all options, needs no compiler, and is
 * the reference for the other engines. */
extern const am_engine am_engine_interp;

/* Native code: a law and a solver compiled by the system's C compiler, several
 * points at once (SIMD lanes), blocks of points in parallel threads (OpenMP).
 * Compiled units are cached (cache.c). If the compiler is missing or fails, or
 * if the compiled code gives wrong results, a warning is issued and the
 * interpreter is used. */
extern const am_engine am_engine_native;

/* GPU: a law and a solver compiled by NVRTC for the GPUs of this host (cuda/),
 * one thread for each point. Missing requirements are errors of compilation;
 * later errors are failures of the program. */
extern const am_engine am_engine_cuda;

const am_engine *const *am_engines(size_t *count);

/* Engines by property: the reference; the engine that compiles laws for the
 * processors of the host; the engine with device memory. */
const am_engine *am_engine_reference(void);
const am_engine *am_engine_compiled(void);
const am_engine *am_engine_device(void);

/* Engine of this name, or NULL */
const am_engine *am_engine_find(const char *name);

/* Compiles a law and a solver. AM_ENVIRONMENT or AM_INPUT if that is
 * impossible. */
AM_MUST_USE am_status am_engine_compile(am_arena *arena, am_report *report,
                                        const am_engine *engine, am_law *law,
                                        const am_solver *solver,
                                        const am_engine_options *options,
                                        am_engine_program **program);

/* Advances points 0 … count - 1. */
void am_engine_advance(am_engine_program *program, const am_fields *fields,
                       long count);

/* Allocates a field [components][stride] of zeros that lives as long as the
 * arena and the program. If `resident`, the results of am_engine_advance stay
 * on the device, and its inputs are not copied again: call am_engine_fetch
 * before the host reads the field, and am_engine_changed after the host has
 * written it (the whole field must then be valid on the host). Both ignore
 * other fields; fetching a field that is valid on the host costs little. Any
 * range of points of the field, with all components, may be advanced. */
double *am_engine_field(am_engine_program *program, am_arena *arena,
                        int components, long stride, bool resident);
void am_engine_fetch(am_engine_program *program, const double *field);
void am_engine_changed(am_engine_program *program, const double *field);

/* Description of a permanent failure, or NULL. After a failure every point
 * ends with AM_POINT_LOST. */
const char *am_engine_failure(const am_engine_program *program);

/* Schemes of the chain that the program has used so far, "a, b"; "" if it has
 * no chain. */
const char *am_engine_tried(am_arena *arena, const am_engine_program *program);

/* Compiles all schemes of the chain. Required before points are advanced by a
 * thread other than that of the arena. */
void am_engine_complete(const am_engine_program *program);

/* Tolerances and limits of a solver, passed to a program with every call
 * because they are not compiled into it. */
am_tolerances am_engine_tolerances(const am_solver *solver);

/* One loading step of one point: the fields of kernel/points/fields.def as
 * members. Tensors are in coordinates of base/basis.h; control and target refer
 * to tensor components. */
typedef struct {
  /* inputs */
  double duration;      /* [time]; 0: a jump at fixed internal variables */
  double strain0[6];
  const double *state0; /* [nx] */
  bool deformed;        /* nine components of F or P are given instead of six of
                           strain or stress, and the tangent is dP/dF */
  double gradient0[9];  /* F at the start, if `deformed` */
  double control[9];    /* 0: controlled in strain, 1: controlled in stress */
  am_measure measure;   /* of these stresses, if `deformed` */
  double target[9];     /* strain or stress at the end, tensor components */
  double external0[AM_MOST_EXTERNAL]; /* external fields at the start … */
  double external1[AM_MOST_EXTERNAL]; /* … and at the end */
  const am_rows *rows;  /* equations between components, or NULL */
  double step0;         /* substep size from the previous step, 0: none */
  double stress_max0;   /* largest stress so far (k_unbalanced) */
  double method0;       /* method from the previous step, for chains of
                           schemes */
  const double *parameters;  /* NULL: those of the law */
  const double *strain_by0, *state_by0, *target_by; /* derivatives by
                           parameters as in am_fields; NULL: zero */
  const volatile int *stop;  /* nonzero: stop as soon as possible; or NULL */

  /* results */
  am_point_status status;
  double strain[6];
  double components[6]; /* strain as tensor components, exactly equal to the
                           targets of components controlled in strain */
  double *state;        /* [nx] */
  double stress[6];
  double gradient[9];   /* F at the end, if `deformed` */
  double tangent[81];   /* dsigma/deps [6][6], or dP/dF [9][9] */
  double *derivative;   /* dy/deps [6][nx], one row for each direction */
  double *strain_by, *state_by, *stress_by; /* derivatives by
                           parameters as in am_fields, with F as strain if
                           `deformed`; NULL: not computed */
  double stress_by_external[6 * AM_MOST_EXTERNAL]; /* dsigma/dT [6][nf] */
  double energy;        /* omega */
  double step;          /* substep size for the next step */
  double stress_max;    /* largest stress including this step */
  double method;        /* method for the next step */
  union {
    double counts[AM_COUNTS];
    struct { /* counts by name, in the order of am_count */
      double substeps, rejected, evaluations, iterations;
      double equilibrium_iterations;
      double residual; /* largest |stress - target|, [stress] */
    };
  };
} am_step;

/* The arrays of `step` as fields of one point, without the status. */
am_fields am_step_fields(am_step *step);

/* Computes `components` from strain, control and target. */
void am_step_find_components(am_step *step);

/* Advances one point, with the full tangent. */
void am_engine_step(am_engine_program *program, am_step *step);

/* ---- evaluation with frozen substeps -----------------------------------
 *
 * The accepted substeps of an adaptive scheme change discontinuously with the
 * strain whenever a substep is just rejected, and so does the response. With
 * frozen substeps the response is a smooth function of the strain, and its
 * derivative is the algorithmic tangent, so that finite differences can check
 * it. Only programs of the interpreter support this, under strain control or
 * with stresses given along the step. */

/* Pass that computes state and stress, in vector mode with all directions; in
 * column mode direction c is pass 1 + c. */
enum { AM_PASS_STATE };

/* am_engine_step that records its substeps, for am_frozen_follow. The record is
 * valid until the next step of this program. */
void am_frozen_record(am_engine_program *program, am_step *step);

/* Repeats the recorded step, with a different final strain (coordinates [6]),
 * over the recorded substeps of a pass; returns stress [6] and state [nx].
 * Components controlled in stress keep step->target, and their strain is stored
 * in `strain`. */
am_point_status am_frozen_follow(am_engine_program *program,
                                 const am_step *step, int pass, double *strain,
                                 double *stress, double *state);

#endif
