/* loading.h: a volume element along the path of a case.
 *
 * In each loading step div sigma = 0 is solved under the mean strains and mean
 * stresses that the path asks for (Moulinec and Suquet 1998; mixed
 * conditions: Kabel, Fliegener, Schneider 2016).  A step that does not
 * converge is halved, up to AM_CELL_HALVINGS deep.
 *
 * The way of the data through this module, which works on a space (space/):
 *   settings              the case: the volume element, and how it is solved
 *   reference             C0 of the iteration
 *   equilibrium, mean, schemes, barzilai_borwein, anderson, newton_cg
 *                         one problem div sigma = 0, iterated to its end
 *   loading               loading steps, halved where needed, along the path
 *   effective             tangents of the volume element
 *   run, columns, fields, arrays, restart  rows, images, restart files
 *   plan, cost            memory, files and time of all that, before it runs
 * Who wants rows and files begins with run.h; who wants loading steps alone,
 * with am_cell_loading_new. */
#ifndef AM_HOMOGENIZATION_LOADING_H
#define AM_HOMOGENIZATION_LOADING_H

#include "case/parts.h"
#include "homogenization/drive.h"
#include "homogenization/equilibrium.h"

enum { AM_CELL_HALVINGS = 10 };

/* A converged loading step. */
typedef struct {
  long step;                /* 0: the start */
  double time;
  double strain[6], stress[6]; /* means, tensor components */
  double external[AM_MOST_EXTERNAL]; /* means of the cell's fields */
  long iterations;          /* responses of the laws, all halvings together */
  long applications;        /* of tangents, those of `effective` too */
  double equilibrium, stress_residual; /* relative, as they are stopped on */
  int pieces;               /* 1, or that it was cut into */
  double effective[36];     /* d<sigma>/d<eps> of the loading step,
                               Kelvin-Mandel; where asked for.  NaN where it
                               was cut */
  double average[36];       /* <C>, likewise */
  double seconds;
} am_cell_row;

/* What a caller wants of every loading step. */
typedef struct {
  bool effective, average;
  /* After the commit of a step, and of the start: false stops the walk. */
  bool (*row)(void *data, const am_cell_row *row);
  void *data;
} am_cell_sink;

/* What loading works with, beside its state. */
struct am_cell_solver {
  am_arena *arena;
  const am_acceleration *scheme;
  am_iteration *iteration;
  am_equilibrium_problem problem;
  am_span span;               /* of the last piece */
  am_vector *trial;           /* its strain */
  am_vector *gradient;
  double change[6];           /* of what it controls, see
                                 am_cell_loading.change */
  am_equilibrium_result result; /* of it */
  am_equilibrium_end cause;   /* why the loading step was halved first */
  long iterations, applications; /* of the loading step so far */
  int pieces;                 /* that are accepted */
  bool costly;                /* too much to halve it any more */
  am_effective *effective;    /* NULL until it is asked for */
};

/* The state of loading.  What a restart needs beside the fields of the space
 * stands between `u` and `step`; am_path_next brings its path to `step`. */
typedef struct {
  const am_homogenization *settings;
  am_cell *cell;               /* the settings' */
  am_space *space;
  am_path *path;
  const volatile int *stop;    /* or NULL */
  am_vector *u, *before;       /* converged strain at t_n and t_n-1 */
  double duration;             /* of the loading step before, or of its last
                                  piece; 0: none, or a jump */
  bool stress_controlled[6];   /* in it */
  double change[6];            /* in it, of the mean strains and stresses that
                                  are given: Kelvin-Mandel, strains times 2 mu0
                                  */
  double largest;              /* |<sigma>| met so far */
  double strain[6], stress[6]; /* means at t_n, tensor components */
  am_drive drive;              /* external fields */
  double time;
  long step;                   /* loading steps that are done */
  struct am_cell_solver *solver; /* what it works with */
} am_cell_loading;

/* Opens the path and the space of settings->cell; elastic reference; at the
 * start. */
AM_MUST_USE am_status am_cell_loading_new(am_arena *arena, am_report *report,
                                          const am_homogenization *settings,
                                          int threads,
                                          am_cell_loading **loading);

/* Parts of that: the path, of the cell that is set, and vectors of the space
 * and the solver that are, its scheme set. */
AM_MUST_USE am_status am_cell_loading_path(am_arena *arena, am_report *report,
                                           am_cell_loading *loading);
AM_MUST_USE am_status am_cell_loading_vectors(am_report *report,
                                              am_cell_loading *loading);

/* To the end of the path, from the start (step 0: its row comes first) or from
 * where loading is.  AM_FAILED with a message that names step, time and
 * reason when a step does not converge or loading is stopped: rows so far
 * stand, and loading is at the last converged step, but its fields may be at
 * a part of the next. */
AM_MUST_USE am_status am_cell_loading_walk(am_cell_loading *loading,
                                           am_report *report,
                                           const am_cell_sink *sink);

/* Are its fields those at the end of a loading step, rather than at a piece
 * of the next one? */
bool am_cell_loading_is_whole(const am_cell_loading *loading);

#endif
