/* run.h: drives one material point along its path.
 *
 * A loading step that does not converge is halved, with targets interpolated
 * linearly from its start. Its row then counts the work of all attempts and has
 * no tangent and derivatives.
 *
 * Data flow of the module: run combines a case (case/case.h) and its material
 * into an am_run and selects the engine; sample provides what differs between
 * points, from the key `points` or from a file (sample_file). loading_steps
 * advances the point along the path and halves steps that do not converge.
 * columns chooses the columns of a row among those in quantity and derived,
 * with derivatives by parameters (sensitivity); selection and cycles choose the
 * rows. timeline finds matching rows of two tables for other modules. */
#ifndef AM_POINT_RUN_H
#define AM_POINT_RUN_H

#include "point/event.h"
#include "point/sample.h"

/* ---- selection.c: the keys output.times, every and rows -------------------
 *
 * Row 0 is the start, row n the end of loading step n. */

typedef struct {
  long *rows;    /* [count] increasing; NULL: all rows */
  double *times; /* [count] times of these rows, NULL if `rows` is NULL; row
                    numbers if end times differ between the points of a batch */
  long count;
  bool at_end;   /* also select the last row, wherever the path ends */
  /* if rows are not listed: */
  bool open;
  long every;    /* every n-th row, 0: none */
  bool segments; /* ends of segments */
  long last;     /* last row; -1: not known in advance */
} am_selection;

/* Maximum number of rows of a point in a batch. */
enum { AM_ROWS_MOST = 1000000 };

/* Finds the rows; AM_INPUT, with a message, for a time at which no loading step
 * ends. listed: sets `rows` and `times` in any case. */
AM_MUST_USE am_status am_selection_new(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       am_path *path, bool listed,
                                       am_selection *selection);

/* Index of `row` among the listed rows, -1: not listed. */
long am_selection_find(const am_selection *selection, long row);

/* True if `row` is selected, for lists of rows and other selections; left: the
 * row is the last one of its segment. */
bool am_selection_has(const am_selection *selection, long row, bool left);

/* ---- runs ---------------------------------------------------------------- */

/* Receives results as they are computed; functions may be NULL. */
typedef struct {
  void (*row)(void *data, const double *row);
  /* A loading step that was taken, with an event as its end, or has failed;
   * from: values of the controlled components at its start. */
  void (*step)(void *data, const am_target *target, const double *from);
  void *data;
} am_run_sink;

/* Row function of a sink whose data is an am_table: adds the row. */
void am_row_to_table(void *table, const double *row);

/* Points of a case to run, and how. */
typedef struct {
  bool many;   /* run all points; a run of all or one of many points has no
                  tangents and uses the fastest engine unless the case sets
                  both */
  long point;  /* index from 0 of one of many points; -1: the only point */
  long points; /* number of points to run; 0: all */
  const am_engine *engine; /* engine; NULL: as in the case */
  int lanes;   /* number of points computed together; 0: chosen for the
                  processor */
  int threads; /* 0: all available */
} am_request;

/* A prepared case: material read, law built, program compiled, columns
 * resolved, path checked. */
typedef struct {
  const am_case *description;
  const am_material *material; /* as read, without changes by the case */
  am_law *law;
  const am_engine *engine;
  am_engine_program *program;
  am_columns *columns;
  am_selection selection; /* rows to write */
  am_path *path;
  am_events *events;      /* conditions of its segments (event.h); NULL: none */
  am_sample *sample;
  am_solver solver;
  long point;             /* as in `am_request` */

  /* initial values and parameters of a single point (NULL: the law's) */
  double strain[6];       /* tensor components */
  double *initial;        /* [nx] */
  bool *given;            /* [nx] true if the case sets this state component */
  const double *parameters;
  am_sample_fields *drawn; /* storage of these values */

  bool advised;             /* hints.h has given its advice on stiffness */
  int examined;             /* loading steps whose uniqueness was examined */
  const volatile int *stop; /* flag of the arena */
} am_run;

/* Reads the material named by the case unless *material is set. AM_INPUT or
 * AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_run_material(am_arena *arena, am_report *report,
                                      const am_case *description,
                                      const am_material **material);

/* Determines whether deformation gradients are prescribed. AM_INPUT, with a
 * message, if case and material disagree. */
AM_MUST_USE am_status am_run_deformed(am_report *report,
                                      const am_case *description,
                                      const am_material *material,
                                      bool *deformed);

/* Prepares a case; material NULL: the one named by the case. AM_INPUT or
 * AM_ENVIRONMENT, with a message, if the case cannot be run. */
AM_MUST_USE am_status am_run_prepare(am_arena *arena, am_report *report,
                                     const am_case *description,
                                     const am_material *material, am_run **run);

/* Prepares one of many points of a case, or all of them. */
AM_MUST_USE am_status am_run_prepare_points(am_arena *arena, am_report *report,
                                            const am_case *description,
                                            const am_material *material,
                                            const am_request *request,
                                            am_run **run);

/* Moves a run prepared for one point to another point, which is out of bounds
 * if *drawn->bad is nonzero. The arena must not be freed while the run stays at
 * this point. */
AM_MUST_USE am_status am_run_move(am_arena *arena, am_report *report,
                                  am_run *run, long point);

/* Number of points, and total number of loading steps, above which a device is
 * used: enough to occupy it and to outweigh its start-up time. */
enum { AM_DEVICE_POINTS = 1 << 17, AM_DEVICE_STEPS = 1 << 24 };

/* Chooses an engine and compiles the law: run->engine, run->program. If the
 * case names no engine, one point uses the interpreter, many use the native
 * engine, and very many use `device` (NULL: none) if it is available. AM_INPUT
 * or AM_ENVIRONMENT, with a message, on failure. Warnings of an engine not
 * chosen by the user become notes. */
AM_MUST_USE am_status am_choose_engine(am_arena *arena, am_report *report,
                                       const am_request *request,
                                       const am_engine *device, am_run *run);

/* Runs the path: one row for the start and one for each loading step. A step
 * that does not converge is halved up to 10 times. If that fails, or the run is
 * stopped, previous rows remain valid and AM_FAILED is returned with a message
 * that gives step, time, reason, iteration and residual. AM_ENVIRONMENT if the
 * engine fails. */
AM_MUST_USE am_status am_run_drive(am_arena *arena, am_report *report,
                                   am_run *run, const am_run_sink *sink,
                                   am_summary *summary);

/* ---- cycles.c: rows of chosen cycles, and extremes of the columns in each
 * cycle or segment ---------------------------------------------------------
 *
 * A cycle is a pass of an outermost repetition of the path; cycles are counted
 * from 1 along the whole path. A segment outside of cycles is divided where the
 * loading reverses. A cycle or part of a segment includes the row at its start,
 * the last one before it. */

typedef struct {
  size_t columns;       /* of a row */
  int controlled;       /* number of controlled components */
  const double *chosen; /* [chosen_count] cycles whose rows are passed on */
  size_t chosen_count;  /* 0: all rows */
  const size_t *extremes; /* [extreme_count] columns with extremes */
  size_t extreme_count;
  /* Receives a row; first: the first one of a chosen cycle after other
   * rows. */
  void (*row)(void *data, const double *row, bool first);
  /* Receives cycle, or 0 for a segment outside of cycles; time at its end; and
   * maximum, minimum, mean and range of each column; may be NULL. */
  void (*peaks)(void *data, const double *row);
  void *data;

  /* internal */
  double cycle, next; /* of the last loading step; its end */
  am_target previous; /* the last loading step */
  double direction[AM_CONTROLLED_MOST]; /* [controlled] sign of the last change
                                           of each component; 0: none */
  double time;        /* of the last row */
  bool ends;          /* it was the last one of its segment */
  bool filled;        /* the current cycle or segment has rows */
  bool apart;         /* the last row was not passed on */
  double *last;       /* [columns] last row; NULL: none */
  double *found;      /* [2 + 4 extreme_count] extremes so far */
} am_cycles;

/* Allocates the internal members; time: start of the path. */
void am_cycles_start(am_arena *arena, am_cycles *cycles, double time);

/* A loading step was taken, whose row follows. */
void am_cycles_step(am_cycles *cycles, const am_target *target,
                    const double *from);
void am_cycles_row(am_cycles *cycles, const double *row);

/* Writes the extremes of the last cycle or segment. */
void am_cycles_end(am_cycles *cycles);

/* Empty table of extremes, and their columns among those of a run, all except
 * the time: sets `extremes` of *cycles. */
am_table *am_cycles_table(am_arena *arena, const am_columns *columns,
                          am_cycles *cycles);

#endif
