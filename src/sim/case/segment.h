/* segment.h: segments of a path as read from the case; internal to case.
 *
 * Repetitions make a tree of segments. Stepping through a path keeps the
 * position in one list per level (am_segment_level). Each component has a
 * target in each segment; formulas of targets are compiled programs. */
#ifndef AM_CASE_SEGMENT_H
#define AM_CASE_SEGMENT_H

#include "case/path.h"

/* Prescription of one component in a segment. */
typedef enum {
  AM_TARGET_SAME,    /* kind of control and target unchanged */
  AM_TARGET_VALUE,   /* a linear ramp to `value` */
  AM_TARGET_HOLD,    /* the value at the segment's start */
  AM_TARGET_RAMP,    /* a linear ramp to the value of a formula without t */
  AM_TARGET_FORMULA, /* a formula with t */
  AM_TARGET_TABLE,   /* a column of a table */
  AM_TARGET_CALLER   /* set by the caller */
} am_target_kind;

typedef struct {
  am_target_kind kind;
  bool stress;
  bool other;     /* set by the key `others` */
  double value;
  int output;     /* index in the outputs of the program */
  am_place place;
} am_component_target;

typedef struct am_segment am_segment;

typedef struct {
  am_segment *items; /* [count] */
  size_t count;
  double end;        /* time after one pass */
  double steps;      /* loading steps of one pass */
  int depth;         /* levels of nested repetition; 1 without repetition */
} am_segments;

/* Components, followed by external fields. */
enum { AM_PATH_MOST = AM_CONTROLLED_MOST + AM_MOST_EXTERNAL };

/* Times inside a repetition are relative to its start; others are absolute. */
struct am_segment {
  am_place place;
  double start, end;     /* nominal values after a segment with `timed` */
  bool jump;             /* duration 0 */
  double duration;       /* given or from `rate`; for an absolute segment the
                            difference of times is used */
  bool absolute;         /* times of the loading steps are absolute */
  double rate;           /* rate of component `paced`, which determines the
                            duration; 0: duration is given */
  int paced;
  bool timed;            /* end time depends on the point: a ramp with unknown
                            start, or an event */
  const am_condition *until; /* event that ends the segment, or NULL */
  double steps;
  const double *times;   /* [steps] ends of loading steps, NULL: equal steps;
                            two equal times in a table are a jump */
  am_component_target targets[AM_PATH_MOST];
  int ramps, formulas;   /* programs of the targets, -1: none */
  const am_yaml *constraints;  /* node of the key; NULL: keep the current
                                  equations */
  const am_yaml *equations[6]; /* equation that replaces a component; NULL:
                                  none */
  int coefficients;      /* program of the coefficients, 12 per equation; -1:
                            none */
  const double *table;   /* [steps][components] rows of a table, NULL: no
                            table */
  const double *fields;  /* [steps][external_count] external fields of the
                            table */
  double repeats;        /* number of passes; 0: not a repetition */
  am_segments body;      /* repeated segments */
};

/* Compiled formulas of a path. */
typedef struct {
  am_program **items; /* [count] */
  int count;
} am_programs;

/* Position in a list of segments. */
typedef struct {
  const am_segments *list;
  size_t index;        /* next segment */
  double pass, passes;
  double origin;       /* start time of the first pass */
  double base;         /* start time of this pass, added to the times of the
                          list */
} am_segment_level;

struct am_path {
  am_arena *arena;
  am_segments root;
  am_programs programs;
  am_path_names names;
  bool mixed;        /* true if any segment controls a component in stress */
  double origin;     /* initial time */
  int components;    /* number of controlled components */
  double strain[AM_CONTROLLED_MOST]; /* initial strain */
  double external[AM_MOST_EXTERNAL]; /* initial external fields */
  int width;         /* components + external_count */
  am_segment_level *levels;  /* [root.depth] */
  int depth;         /* innermost level, -1: after the end of the path */
  const am_segment *segment;
  double base;       /* offset of the segment's times */
  double from, to;   /* start and end of the segment, without the offset */
  double duration;   /* duration of the segment */
  bool timed;        /* true if any segment is */
  am_rows rows;      /* equations of the current loading step */
  const am_yaml *equations[6]; /* nodes of these equations */
  double cycles;     /* cycles of the outermost repetitions before this one */
  double step;       /* index in the segment, from 1 */
  double time;       /* time at the end of the loading step */
  double local;      /* time without the offset */
  bool stress[AM_CONTROLLED_MOST]; /* kind of control by component */
  am_path_frame *frame; /* workspace and values of a single point: */
  double ramp_start[AM_PATH_MOST], ramp_end[AM_PATH_MOST];
  double before[AM_PATH_MOST], target[AM_PATH_MOST];
};

/* Controlled values and external fields at the start of a segment, if known. */
typedef struct {
  bool known[AM_PATH_MOST], stress[AM_CONTROLLED_MOST];
  double value[AM_PATH_MOST];
  const double *start_stress; /* [components] initial stress while the path is
                                 at its start; NULL: not known */
} am_segment_start;

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_case *description; /* case, for paths of input files */
  am_path_names names;        /* names for formulas, in addition to `t` */
  am_programs *programs;
  am_segment_start *course;
  struct am_segment_formulas *formulas; /* of the segment (read_targets.c) */
} am_segment_reader;

/* Reads a list of segments that begins at time `start`. Inside a repetition
 * only durations are allowed. */
AM_MUST_USE am_status am_segments_read(const am_segment_reader *reader,
                                       const am_yaml *list, double start,
                                       bool repeated, am_segments *result);

/* Reads the targets of a segment from its keys strain, stress, F, P, stretch,
 * constraints and external (read_targets.c). A target is a number, an
 * expression of t, or `hold`; in a segment with a table, strain and stress are
 * lists of columns. */
AM_MUST_USE am_status am_targets_read(const am_segment_reader *reader,
                                      const am_yaml *map, am_segment *segment);

/* Checks that the controlled components match the kinematics and that each is
 * prescribed once. */
AM_MUST_USE am_status am_control_check(am_report *report,
                                       const am_path_names *names,
                                       const am_yaml *map);
extern const char *const am_target_words[], *const am_gradient_words[],
    *const am_stretch_words[];
#define AM_TARGETS(words)                             \
  {.names = (words), .entries = &am_formula_shape,    \
   .items = &am_text_shape}

/* Reads a segment {table: FILE}; `file` is the node of the file name. */
AM_MUST_USE am_status am_history_read(const am_segment_reader *reader,
                                      const am_yaml *map, const am_yaml *file,
                                      am_segment *segment);

/* Reads the keys `rate` and `until` of a segment (segment_end.c), after its
 * targets. */
AM_MUST_USE am_status am_rate_read(const am_segment_reader *reader,
                                   const am_yaml *map, am_segment *segment);
AM_MUST_USE am_status am_until_read(const am_segment_reader *reader,
                                    const am_yaml *map, am_segment *segment);

/* Finds the index of the external field `name`. */
AM_MUST_USE am_status am_external_find(const am_segment_reader *reader,
                                       const char *name, am_place place,
                                       int *field);

/* Updates the known values after a segment of the path; am_segment_start_forget
 * marks all values as unknown, at the start of a repetition. */
void am_segment_start_follow(const am_segment_reader *reader,
                             const am_segment *segment);
void am_segment_start_forget(am_segment_start *course);

/* Value of component or external field c at the start of a segment that
 * controls it by strain or stress; false if it is not known. */
bool am_segment_start_value(const am_segment_start *course, int components,
                            int c, bool stress, double *value);

/* Reads the key `constraints` of a segment, after the named components and
 * before `others` (constraint.c); rests [6]: right-hand sides of the
 * equations. */
AM_MUST_USE am_status am_constraints_read(const am_segment_reader *reader,
                                          const am_yaml *node,
                                          am_segment *segment, am_node *rests);

/* Sets the equations that apply from this segment on, and computes their
 * coefficients at the end of a loading step. */
void am_path_enter_constraints(am_path *path, am_target *target);
AM_MUST_USE am_status am_path_find_rows(am_path *path, am_report *report,
                                        am_target *target);

/* Adds a program for formulas; returns its index. */
int am_programs_add(const am_segment_reader *reader, const am_node *nodes,
                    int count);

/* Evaluates a program at the current time of the path. */
void am_path_evaluate(const am_path *path, int program, double *values);

/* Entry of the segment's table in `row` for controlled component or external
 * field c. */
double am_segment_entry(const am_segment *segment, int components, int fields,
                        size_t row, int c);

/* Begins the next loading step without its time; false at the end of the
 * path. */
bool am_path_begin_step(am_path *path, am_target *target);

/* Sets the time of the loading step. */
AM_MUST_USE am_status am_path_time_step(am_path *path, am_report *report,
                                        am_target *target);

#endif
