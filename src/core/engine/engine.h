/* engine.h: what advances points.
 *
 * An engine compiles a law and a solver into a program; a program advances
 * fields of points (kernel/points/fields.h) by one loading step under mixed control.
 * What becomes of a point depends neither on the others nor on the number of
 * threads.  Engines are rows of am_engines.
 *
 *     am_engine_check_name   is there such an engine? (check.h)
 *     engine->place          can it run here?
 *     engine->compile        law and solver become a program
 *     am_engine_field        fields, where the engine wants them
 *     engine->advance        loading step after loading step; or, of one point,
 *                            am_engine_step
 *     engine->failure        has it failed for good?
 *
 * Compiling changes the graph of the law, so that a law is compiled by one
 * thread at a time.  A program does one call at a time; programs, also of one
 * law, know nothing of one another.
 *
 * interp.c (and interp.h) is the first engine; native.c the second: object.h
 * makes functions of its source by compiler.h, stores them in the cache
 * (cache.h), and check.h compares them with interp; the folder cuda/ is the
 * third.  fields.h has the table of fields for those who make room for them.
 *
 * Fields are memory of the host.  An engine that works elsewhere moves what
 * it needs and what it found; fields that come from am_engine_field may stay
 * where it works. */
#ifndef AM_ENGINE_ENGINE_H
#define AM_ENGINE_ENGINE_H

#include "kernel/points/fields.h"
#include "law/law.h"

/* How the integration of a point over a loading step ended. */
typedef enum {
  AM_POINT_GOOD,
  AM_POINT_INVALID,     /* a value is not finite: an invalid state */
  AM_POINT_NEWTON,      /* the local Newton iteration did not converge */
  AM_POINT_STEP,        /* the substep became too small */
  AM_POINT_SUBSTEPS,    /* more than max_substeps, or too many evaluations */
  AM_POINT_EQUILIBRIUM, /* the stress targets were not met */
  AM_POINT_STOPPED,     /* the caller asked to stop */
  AM_POINT_LOST,        /* the engine failed */
  AM_POINT_STEEP,       /* rounding hides the solution of steep rates
                           (K_STEEP of kernel/ode/newton.h) */
  AM_POINT_TANGENT,     /* derivatives alone rejected too many substeps */
  AM_POINT_SINGULAR,    /* no strain has the given stress: the stiffness at
                           fixed internal variables is singular */
  AM_POINT_STIFF,       /* left to the next scheme of a chain: nobody but
                           engines sees it */
  AM_POINT_PLATEAU,     /* no strain has the given stress: an elastic domain
                           does not harden there */
  AM_POINT_PASSED,      /* a maximum that a variable keeps lies between the
                           ends of the loading step */
  AM_POINT_STATUSES
} am_point_status;

extern const char *const am_point_status_text[AM_POINT_STATUSES];

typedef struct am_engine_program am_engine_program;
typedef struct am_chain am_chain; /* chain.h */

/* What a program is made for, besides the solver. */
typedef struct {
  bool mixed;  /* some component may be controlled in stress */
  bool rows;   /* and there may be equations between components: only with
                  solver.control: path */
  bool spread; /* points may have parameters of their own */
  int lanes;   /* points at once: 8, 4, 2, 1; 0: as the processor likes */
  int threads; /* 0: all */
  int device;  /* cuda: 1 + the only device of this host to be used, 0: all */
  bool single; /* single precision */
  const am_yaml *settings; /* as the solver's are written, NULL: nowhere */
  am_place place; /* where the material is named, for messages */
  am_place rows_place; /* where the first equation is written */
  bool follows; /* points keep and follow substeps (am_fields.ends), but where
                   control is mixed, there are tangents or derivatives by
                   parameters, or the scheme has no substeps; of the engine
                   cuda only those of cuda/resident.h do */
  /* Of a scheme of a chain but the first: its place there, and the program of
   * the first, whose fields it works on (chain.h). */
  int later;
  am_engine_program *first;
} am_engine_options;

/* Memory of an engine that works elsewhere than in the host's. */
typedef struct {
  /* See am_engine_field, am_engine_fetch and am_engine_changed. */
  double *(*field)(am_arena *arena, am_engine_program *program,
                   int components, long stride, bool resident);
  void (*fetch)(am_engine_program *program, const double *field);
  void (*changed)(am_engine_program *program, const double *field);
} am_engine_memory;

typedef struct {
  const char *name, *about;
  bool reference;     /* others are compared with it */
  bool single;        /* it has single precision, too */
  bool sensitivities; /* it has derivatives by parameters */
  /* What it runs on here, for people; AM_ENVIRONMENT with a message that says
   * what is missing when it cannot run here. */
  am_status (*place)(am_arena *arena, am_report *report, const char **what);
  /* AM_ENVIRONMENT or AM_INPUT with a message when it cannot be done. */
  am_status (*compile)(am_arena *arena, am_report *report, am_law *law,
                       const am_solver *solver,
                       const am_engine_options *options,
                       am_engine_program **program);
  /* Points 0 … count - 1. */
  void (*advance)(am_engine_program *program, const am_fields *fields,
                  long count);
  /* The name of the engine that does the work: another one where this one
   * could not. */
  const char *(*used)(const am_engine_program *program);
  const am_engine_memory *memory; /* NULL: the host's */
  /* The schemes of a program whose scheme is a chain; else NULL. */
  am_chain *(*chain)(const am_engine_program *program);
  /* What has failed for good, NULL: nothing.  From then on every point ends
   * as AM_POINT_LOST.  NULL: it cannot. */
  const char *(*failure)(const am_engine_program *program);
} am_engine;

/* The interpreter: the stepping text compiled as plain C, sizes at run time,
 * rates from the graph evaluator.  Complete, needs no compiler, and is the
 * reference for the other engines. */
extern const am_engine am_engine_interp;

/* A law and a solver compiled by the system's C compiler, several points at
 * once (SIMD lanes), blocks of points over threads (OpenMP).  Units are kept
 * compiled (cache.h).  Where there is no compiler, or it fails, or what it
 * makes computes nonsense, a warning says so and the interpreter does the
 * work. */
extern const am_engine am_engine_native;

/* A law and a solver compiled by NVRTC for the GPUs of this host (cuda/), a
 * thread for each point.  What it lacks is an error of compilation, what
 * fails later the failure of the program. */
extern const am_engine am_engine_cuda;

const am_engine *const *am_engines(size_t *count);

/* Engines by their properties: the reference; the one that compiles laws for
 * the processors of the host; the one with memory of its own. */
const am_engine *am_engine_reference(void);
const am_engine *am_engine_compiled(void);
const am_engine *am_engine_device(void);

/* By name; NULL: none. */
const am_engine *am_engine_find(const char *name);

/* A field [components][stride] of zeros that lives as long as the arena and
 * the program.  Where it is `resident`, what `advance` writes stays where the
 * engine works, and what it reads is not moved again: call am_engine_fetch
 * before the host reads it, and am_engine_changed after the host has written
 * it (all of it must then be valid here).  Any part of the field, from its
 * first component on, may be handed to `advance`. */
double *am_engine_field(const am_engine *engine, am_engine_program *program,
                        am_arena *arena, int components, long stride,
                        bool resident);
void am_engine_fetch(const am_engine *engine, am_engine_program *program,
                     const double *field);
void am_engine_changed(const am_engine *engine, am_engine_program *program,
                       const double *field);

/* NULL: none. */
const char *am_engine_failure(const am_engine *engine,
                              const am_engine_program *program);

/* The schemes that a program whose scheme is a chain has tried so far, "a, b";
 * "" where it is none. */
const char *am_engine_tried(am_arena *arena, const am_engine *engine,
                            const am_engine_program *program);

/* Compiles all of them, where another thread than that of the arena will
 * advance points. */
void am_engine_complete(const am_engine *engine,
                        const am_engine_program *program);

/* What a program is told with every call, since it is no constant of its
 * code. */
am_tolerances am_engine_tolerances(const am_solver *solver);

/* One loading step of one point: the fields of kernel/points/fields.def, each a
 * member.  Tensors in coordinates of base/basis.h but for the control, which is
 * on tensor components. */
typedef struct {
  /* given */
  double duration;      /* [time]; 0: a jump at fixed internal variables */
  double strain0[6];
  const double *state0; /* [nx] */
  bool deformed;        /* nine components of F or P are given instead of six
                           of strain or stress, and the tangent is dP/dF */
  double gradient0[9];  /* F at the start, where deformed */
  double control[9];    /* 0: a strain is given, 1: a stress */
  double target[9];     /* it at the end, tensor components */
  double external0[AM_MOST_EXTERNAL]; /* external fields at the start … */
  double external1[AM_MOST_EXTERNAL]; /* … and at the end */
  const am_rows *rows;  /* equations between components; NULL: none */
  double first;         /* remembered substep size, 0: none */
  double largest;       /* largest stress met so far (k_unbalanced) */
  double method0;       /* remembered place in a chain of schemes */
  const double *parameters;  /* NULL: those of the law */
  const double *strain_by0, *state_by0, *target_by; /* by parameters, like in
                               am_fields; NULL: zero */
  const volatile int *stop;  /* set: end soon; or NULL */

  /* found */
  am_point_status status;
  double strain[6];
  double components[6]; /* the same as tensor components, exactly the targets
                           where these are strains */
  double *state;        /* [nx] */
  double stress[6];
  double gradient[9];   /* F at the end, where deformed */
  double tangent[81];   /* dsigma/deps [6][6], or dP/dF [9][9] */
  double *derivative;   /* dy/deps [6][nx], direction by direction */
  double *strain_by, *state_by, *stress_by; /* by parameters, like in
                           am_fields, where deformed F is the strain; NULL: not
                           wanted */
  double heating[6 * AM_MOST_EXTERNAL]; /* dsigma/dT [6][nf] */
  double energy;        /* omega */
  double next;          /* substep size to remember */
  double reached;       /* new `largest` */
  double method;        /* to remember */
  union {
    double counts[AM_COUNTS];
    struct { /* the same by name, in the order of am_count */
      double substeps, rejected, evaluations, iterations;
      double equilibrium_iterations;
      double residual; /* largest |stress - target|, [stress] */
    };
  };
} am_step;

/* Its arrays as fields of one point; none of the status. */
am_fields am_step_fields(am_step *step);

/* Its components, from strain, control and target. */
void am_step_find_components(am_step *step);

/* Advances one point: fields of one.  The program's tangent is full. */
void am_engine_step(const am_engine *engine, am_engine_program *program,
                    am_step *step);

/* ---- an evaluation again, over the substeps that it accepted -------------
 *
 * The accepted sequence of an adaptive scheme jumps where a substep is just
 * rejected, and the response with it.  With the sequence frozen the response
 * is a smooth function of the strain, whose derivative is the algorithmic
 * tangent: what differences can check.  Only programs of the interpreter can
 * do it, under strain control or where stresses are given along the step. */

/* The pass that makes state and stress, in vector mode with all directions;
 * direction c of column mode has the pass 1 + c. */
enum { AM_PASS_STATE };

/* am_engine_step, whose substeps am_frozen_follow can repeat until the next
 * step of this program. */
void am_frozen_record(am_engine_program *program, am_step *step);

/* The recorded step to another strain at its end (coordinates [6]), over the
 * substeps of one of its passes: stress [6] and state [nx].  Of the components
 * that are controlled in stress step->target counts, and the strain that they
 * have is found. */
am_point_status am_frozen_follow(am_engine_program *program,
                                 const am_step *step, int pass,
                                 double *strain, double *stress,
                                 double *state);

#endif
