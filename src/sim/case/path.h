/* path.h: segments become loading steps, one at a time, for one point or for
 * many.
 *
 * Times and jumps are common to all points, and kinds of control but where
 * whoever walks the path has those of each (am_entries.control):
 * am_path_next_step goes from one loading step to the next.  Targets are each
 * point's own: am_path_targets sets them, for any range of points, by any
 * number of threads.
 * Ramps start at the values that a point has when a component changes its
 * kind of control, which the caller provides.
 *
 * The module path reads cases and walks their paths.  case.h is a case as it
 * was read, key by key: output.c reads `output` and `expect`, points.h
 * `points` with its distributions and random numbers (philox.h), fitting.h
 * `fit`; reading.h is what they share.  The key `path` waits for the names that
 * its formulas may use: am_path_new reads its segments (read_segments.c, tables
 * history.c) into those of segment.h.  Then path.c goes from loading step to
 * loading step, and target.c finds their targets. */
#ifndef AM_CASE_PATH_H
#define AM_CASE_PATH_H

#include "expr/parts.h"
#include "case/case.h"
#include "solver/rows.h"

typedef struct am_path am_path;

/* Components that may be controlled: six of strain or stress, or nine of a
 * deformation gradient F or of the nominal stress P. */
enum { AM_CONTROLLED_MOST = 9 };

/* Units of times, stresses and external fields, NULL or "": any, and whose they
 * are. */
typedef struct {
  const char *time, *stress;
  const char *const *externals; /* as am_path_names has the fields */
  const char *whose; /* a phrase for messages; NULL: no unit is looked at */
} am_path_units;

/* The names that target formulas may use besides `t`: those of `scope`, which
 * are inputs AM_INPUT_PARAMETER of `graph`. */
typedef struct {
  am_graph *graph;
  const am_scope *scope;
  const double *values; /* [numbers] of these inputs */
  int numbers;
  bool *structural;     /* [numbers] set for each one that decides an index or
                           a count; or NULL */
  am_place *readers;    /* [numbers] of the first formula that reads it, line
                           0: none; or NULL */
  const char *temperature; /* which is no external field here but follows from
                              the potentials; or NULL */
  const char *const *externals; /* [external_count] external fields, and … */
  const double *external;       /* … what they are at the start */
  int external_count;
  bool deformed;        /* F and P are controlled, not strain and stress, … */
  const double *gradient; /* … F at the start, [9] */
  const double *stress; /* there, [6] or P [9], of all points; NULL: not
                           known */
  am_path_units units;
} am_path_names;

/* AM_INPUT with a message where a formula, `what`, reads an external field, as
 * definitions of a material may. */
AM_MUST_USE am_status am_path_refuse_fields(am_report *report,
                                            const am_path_names *names,
                                            am_node formula, const char *what,
                                            am_place place);

/* A loading step, and its targets in tensor components. */
typedef struct {
  double time;      /* at its end */
  double duration;  /* [time] as the path gives it, not a difference of times;
                       0: a jump */
  bool jump;        /* duration 0 */
  bool entered;     /* it is the first of its segment, or follows a jump at the
                       beginning of a table */
  bool stress_controlled[AM_CONTROLLED_MOST];
  bool changed[AM_CONTROLLED_MOST];  /* the kind of control is not that of the
                                        step before */
  double target[AM_CONTROLLED_MOST]; /* strain or stress at the end, of one
                                        point */
  bool left;        /* it is the last one of its segment */
  const am_rows *rows; /* equations between components; NULL: none */
  const am_condition *until; /* that ends the segment; NULL: none */
  double external[AM_MOST_EXTERNAL]; /* external fields there */
  am_place place;   /* of the segment, for messages */
} am_target;

/* Controlled values of points: fields [6 or 9][stride] of components, and
 * [external_count][stride] of external fields. */
typedef struct {
  long stride;
  double *ramp_start;   /* both, at the start of the segment */
  double *ramp_end;     /* both, at the end of its ramps */
  const double *before, *external0; /* at the start of the loading step */
  double *target, *external1;       /* at its end */
  const int *varying;   /* [varying_count] inputs that points have their own
                           values of */
  int varying_count;
  const double *values; /* [varying_count][stride] */
} am_target_fields;

/* Frames of the formulas; each thread has its own. */
typedef struct am_path_frame am_path_frame;

/* Checks the whole path and opens its tables. */
AM_MUST_USE am_status am_path_new(am_arena *arena, am_report *report,
                                  const am_case *description,
                                  const am_path_names *names, am_path **path);

/* A path given by entries, whose numbers stay valid.  Where they have no
 * targets, am_path_targets leaves these to its caller. */
/* External fields at the start that a path gives by the first row of a table:
 * those that `initial` does not name, into `external`.  A table that cannot be
 * read gives none; am_path_new tells why. */
void am_path_start_fields(am_arena *arena, const am_case *description,
                          const am_path_names *names, double *external);

am_path *am_path_of_entries(am_arena *arena, const am_entries *entries);

/* Loading steps in all (at most 1e8, checked by am_path_new). */
double am_path_steps(const am_path *path);

/* Start and end time of the whole path. */
double am_path_start(const am_path *path);
double am_path_end(const am_path *path);

/* Where points have times of their own: the first segment that depends on
 * where a point is, NULL: there is none.  am_path_next alone walks such a path;
 * its steps are then the most that there may be. */
const am_place *am_path_timed(const am_path *path);

/* Where derivatives by parameters are not known, since times of their own move
 * what is given in time: the first such segment, and why; NULL: everywhere they
 * are. */
const am_place *am_path_unsensitive(const am_path *path, const char **why);

/* The first segment with equations between components; NULL: there is none. */
const am_place *am_path_constrained(const am_path *path);

/* "strain", "stress"; or "F", "P" */
extern const char *const am_control_names[2];
const char *am_control_name(const am_path_names *names, bool stress);

/* Components that are controlled: 6, or 9; their names, closed by NULL; and the
 * place of one among them, or -1. */
int am_path_controlled(const am_path_names *names);
const char *const *am_controlled_names(const am_path_names *names);
int am_controlled_index(const am_path_names *names, const char *name);

/* What an equation in the place of component c makes of stress and strain,
 * tensor components. */
double am_rows_value(const am_rows *rows, int c, const double *stress,
                     const double *strain);

/* Can a component be controlled in stress? */
bool am_path_mixed(const am_path *path);

/* Divides the ramps of the path into other loading steps, in proportion to
 * those they have, so that there are `steps` in all; jumps, tables and lists of
 * times keep theirs, a ramp has at least one, and what is repeated is divided
 * alike.  The number that there are now; the path is at its start. */
double am_path_divide(am_path *path, double steps);

/* The values of the names are others now. */
void am_path_refresh(am_path *path);

/* Back to the start. */
void am_path_restart(am_path *path);

/* The next loading step, all but `target`; *more is false when the path has
 * ended.  AM_INPUT with a message when it is too short for its time. */
AM_MUST_USE am_status am_path_next_step(am_path *path, am_report *report,
                                        am_target *target, bool *more);

am_path_frame *am_path_frame_new(am_arena *arena, const am_path *path);

/* Targets of points first … first + count - 1 for the present loading step;
 * `before` is their present strain or stress where `changed`, else the last
 * target.  A target may come out as not finite. */
void am_path_targets(const am_path *path, am_path_frame *frame,
                     const am_target_fields *fields, long first, long count);

/* The next loading step with its target, of one point, from its present strain
 * and stress (tensor components), or F and P.  AM_INPUT with a message when a
 * target is not finite. */
AM_MUST_USE am_status am_path_next(am_path *path, am_report *report,
                                   const double *strain, const double *stress,
                                   am_target *target, bool *more);

/* The segment of the loading step that am_path_next has told ends at `time`,
 * within this step or at its start, with what is controlled being `values`. */
void am_path_end_segment(am_path *path, double time, const double *values,
                         const double *external);

/* Derivatives of the targets of one point by `count` parameters that no formula
 * reads: not zero for those that start where the point is. */
typedef struct {
  int count;
  double *ramp_start, *target; /* [count][components] of the segment's ramps,
                                  and now */
} am_target_sensitivity;

am_target_sensitivity *am_target_sensitivity_new(am_arena *arena,
                                                 const am_path *path,
                                                 int count);

/* The same for the loading step `target` that am_path_next has just told, from
 * the present derivatives of strain and stress: tensor components [count][6],
 * or of F and P [count][9]. */
void am_path_target_sensitivity(const am_path *path, const am_target *target,
                                const double *strain_by,
                                const double *stress_by,
                                am_target_sensitivity *by);

#endif
