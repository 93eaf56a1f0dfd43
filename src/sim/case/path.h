/* path.h: converts segments to loading steps, one at a time, for one point or
 * many.
 *
 * Times and jumps are common to all points. Kinds of control are common too,
 * unless the caller sets them per point (am_entries.control). am_path_next_step
 * goes to the next loading step. Each point has its own targets, computed by
 * am_path_targets for any range of points and by any number of threads. A ramp
 * of a component whose kind of control changes starts at the current value of
 * the point, which the caller provides.
 *
 * Files of the module: case.h holds the keys of a case; output.c reads `output`
 * and `expect`; points.h reads `points` and draws random numbers (philox.h);
 * fitting.c reads `fit`. The key `path` is read by am_path_new once the names
 * allowed in its formulas are known (read_segments.c; tables in history.c),
 * into the structures of segment.h. path.c then steps through the path, and
 * target.c evaluates the targets. */
#ifndef AM_CASE_PATH_H
#define AM_CASE_PATH_H

#include "case/case.h"
#include "solver/rows.h"

typedef struct am_path am_path;

/* Maximum number of controlled components: six of strain or stress, or nine of
 * the deformation gradient F or the nominal stress P. */
enum { AM_CONTROLLED_MOST = 9 };

/* Units of times, stresses and external fields; NULL or "": any unit is
 * accepted. */
typedef struct {
  const char *time, *stress;
  const char *const *externals; /* in the order of am_path_names */
  const char *whose; /* owner of the units, a phrase for messages; NULL: units
                        are not checked */
} am_path_units;

/* Names in `scope` that target formulas may use in addition to `t`; they are
 * inputs AM_INPUT_PARAMETER of `graph`. */
typedef struct {
  am_graph *graph;
  const am_scope *scope;
  const double *values; /* [numbers] values of these inputs */
  int numbers;
  bool *structural;     /* [numbers] set if the input determines an index or a
                           count; or NULL */
  am_place *readers;    /* [numbers] first formula that reads the input, line 0:
                           none; or NULL */
  const char *temperature; /* name of the temperature if it follows from the
                              potentials, instead of being an external field; or
                              NULL */
  const char *const *externals; /* [external_count] names of external fields */
  const double *external;       /* [external_count] initial values of external
                                   fields */
  int external_count;
  bool deformed;        /* F and P are controlled instead of strain and
                           stress */
  am_measure measure;   /* of stress, instead of P, if deformed */
  const double *gradient; /* initial F [9], if deformed */
  const double *stress; /* initial stress of all points, [6], or [9] of the
                           measure; NULL: not known */
  am_path_units units;
} am_path_names;

/* AM_INPUT, with a message, if a formula (`what`) reads an external field, as
 * definitions of a material may. */
AM_MUST_USE am_status am_path_refuse_fields(am_report *report,
                                            const am_path_names *names,
                                            am_node formula, const char *what,
                                            am_place place);

/* A loading step with targets in tensor components. */
typedef struct {
  double time;      /* at its end */
  double duration;  /* [time] as given by the path, not a difference of times;
                       0: a jump */
  bool jump;        /* duration 0 */
  bool entered;     /* first loading step of its segment, or first after a jump
                       at the beginning of a table */
  bool stress_controlled[AM_CONTROLLED_MOST];
  bool changed[AM_CONTROLLED_MOST];  /* kind of control differs from that of the
                                        previous loading step */
  double target[AM_CONTROLLED_MOST]; /* strain or stress at the end, for one
                                        point */
  bool left;        /* last loading step of its segment */
  double cycle;     /* pass of an outermost repetition, from 1 along the path;
                       0: outside of repetitions */
  const am_rows *rows; /* linear equations between components; NULL: none */
  const am_condition *until; /* condition that ends the segment; NULL: none */
  double external[AM_MOST_EXTERNAL]; /* external fields at the end */
  am_place place;   /* place of the segment, for messages */
} am_target;

/* Controlled values of points: arrays [6 or 9][stride] of components, and
 * [external_count][stride] of external fields. */
typedef struct {
  long stride;
  double *ramp_start;   /* components and fields, at the start of the segment */
  double *ramp_end;     /* components and fields, at the end of the ramps of the
                           segment */
  const double *before, *external0; /* at the start of the loading step */
  double *target, *external1;       /* at the end of the loading step */
  const int *varying;   /* [varying_count] inputs that differ between points */
  int varying_count;
  const double *values; /* [varying_count][stride] */
} am_target_fields;

/* Workspace for formulas; each thread needs its own. */
typedef struct am_path_frame am_path_frame;

/* Checks the whole path and opens its tables. */
AM_MUST_USE am_status am_path_new(am_arena *arena, am_report *report,
                                  const am_case *description,
                                  const am_path_names *names, am_path **path);

/* Reads into `external` the initial external fields from the first row of a
 * table, except those named in `initial`. Unreadable tables are ignored here;
 * am_path_new reports the error. */
void am_path_start_fields(am_arena *arena, const am_case *description,
                          const am_path_names *names, double *external);

/* A path given by numbers instead of segments. */
typedef struct {
  const double *time;      /* [count], starting with the initial time */
  const int (*control)[6]; /* [count] 0 strain, 1 stress; NULL: each point has
                              its own, set by the caller */
  const double *targets;   /* [count][6]; NULL: set by the caller */
  const double *external;  /* [count][external_count] external fields; NULL:
                              `external_start` throughout */
  const double *external_start; /* [external_count] at the start */
  int external_count;
  long count;
  am_place place;          /* for messages */
} am_entries;

/* Creates a path from entries, whose arrays must stay valid. If the entries
 * have no targets, the caller of am_path_targets sets them. */
am_path *am_path_of_entries(am_arena *arena, const am_entries *entries);

/* Number of cycles: passes of outermost repetitions. */
double am_path_cycles(const am_path *path);

/* Total number of loading steps (at most 1e8, checked by am_path_new). */
double am_path_steps(const am_path *path);

/* Start and end time of the whole path. */
double am_path_start(const am_path *path);
double am_path_end(const am_path *path);

/* First segment whose end time depends on the state of a point; NULL: there is
 * none. Such a path is stepped by am_path_next only, and am_path_steps is an
 * upper bound. */
const am_place *am_path_timed(const am_path *path);

/* First segment in which derivatives by parameters are not available, because
 * its end time or the end time of an earlier segment depends on the state of
 * the point; and the reason. NULL: derivatives are available everywhere. */
const am_place *am_path_unsensitive(const am_path *path, const char **why);

/* First segment with equations between components; NULL: there is none. */
const am_place *am_path_constrained(const am_path *path);

/* Measure of the stresses that the segments of a path prescribe; names of
 * measures by am_measure, NULL-terminated. */
extern const char *const am_measure_names[];
am_measure am_path_measure(const am_yaml *segments);

/* "strain", "stress"; or "F" and "P", "kirchhoff" or "cauchy" */
extern const char *const am_control_names[2];
const char *am_control_name(const am_path_names *names, bool stress);

/* Number of controlled components, 6 or 9, and of those that may be controlled
 * in stress; their names, NULL-terminated; index of a name, or -1. */
int am_path_controlled(const am_path_names *names);
int am_path_stressed(const am_path_names *names);
const char *const *am_controlled_names(const am_path_names *names);
int am_controlled_index(const am_path_names *names, const char *name);

/* Left-hand side of the equation in row c for stress and strain, tensor
 * components. */
double am_rows_value(const am_rows *rows, int c, const double *stress,
                     const double *strain);

/* True if a component may be stress-controlled. */
bool am_path_mixed(const am_path *path);

/* Redistributes the loading steps of ramps, in proportion to their current
 * numbers, so that the path has `steps` in total. Jumps, tables and lists of
 * times keep their steps, each ramp has at least one, and all passes of a
 * repetition are equal. Returns the resulting total. The path must be at its
 * start. */
double am_path_divide(am_path *path, double steps);

/* Updates the path after the values of the names have changed. */
void am_path_refresh(am_path *path);

/* Returns to the start. */
void am_path_restart(am_path *path);

/* Goes to the next loading step and sets all members but `target`; *more is
 * false at the end of the path. AM_INPUT, with a message, if the loading step
 * is too short compared to its time. */
AM_MUST_USE am_status am_path_next_step(am_path *path, am_report *report,
                                        am_target *target, bool *more);

am_path_frame *am_path_frame_new(am_arena *arena, const am_path *path);

/* Computes the targets of points first … first + count - 1 for the current
 * loading step; `before` is the current strain or stress if `changed`, else the
 * previous target. Targets may be non-finite. */
void am_path_targets(const am_path *path, am_path_frame *frame,
                     const am_target_fields *fields, long first, long count);

/* Goes to the next loading step of a single point with current strain and
 * stress (tensor components), or F and P, and sets its target. AM_INPUT, with a
 * message, if a target is not finite. */
AM_MUST_USE am_status am_path_next(am_path *path, am_report *report,
                                   const double *strain, const double *stress,
                                   am_target *target, bool *more);

/* Ends the current segment at `time`, within or at the start of the loading
 * step returned by am_path_next, with controlled components `values`. */
void am_path_end_segment(am_path *path, double time, const double *values,
                         const double *external);

/* Derivatives of the targets of one point by `count` parameters that no formula
 * reads; nonzero if a ramp starts at the current state of the point. */
typedef struct {
  int count;
  double *ramp_start, *target; /* [count][components] at the start of the
                                  segment's ramps, and now */
} am_target_sensitivity;

am_target_sensitivity *am_target_sensitivity_new(am_arena *arena,
                                                 const am_path *path,
                                                 int count);

/* Updates the derivatives for the loading step `target` last returned by
 * am_path_next, from the current derivatives of strain and stress: tensor
 * components [count][6], or F and P [count][9]. */
void am_path_target_sensitivity(const am_path *path, const am_target *target,
                                const double *strain_by,
                                const double *stress_by,
                                am_target_sensitivity *by);

#endif
