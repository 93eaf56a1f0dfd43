/* segment.h: the segments of a path as they were read; internal to path.
 *
 * Segments nest by repetition.  A path that is walked stands in one list of
 * them on each level (am_segment_level).  A segment has a target for each
 * component, whose formulas are programs. */
#ifndef AM_CASE_SEGMENT_H
#define AM_CASE_SEGMENT_H

#include "case/path.h"
#include "expr/parts.h"

/* How a segment prescribes one component. */
typedef enum {
  AM_TARGET_SAME,    /* its kind of control and its target stay */
  AM_TARGET_VALUE,   /* a linear ramp to `value` */
  AM_TARGET_HOLD,    /* the value at the segment's start */
  AM_TARGET_RAMP,    /* a linear ramp to the value of a formula without t */
  AM_TARGET_FORMULA, /* a formula with t */
  AM_TARGET_TABLE,   /* a column of a table */
  AM_TARGET_CALLER   /* what the caller puts there */
} am_target_kind;

typedef struct {
  am_target_kind kind;
  bool stress;
  bool other;     /* one of `others` */
  double value;
  int output;     /* of a formula among those of its kind */
  am_place place;
} am_component_target;

typedef struct am_segment am_segment;

typedef struct {
  am_segment *items; /* [count] */
  size_t count;
  double end;        /* time after one pass */
  double steps;      /* loading steps of one pass */
  int depth;         /* levels of repetition, 1 without any */
} am_segments;

/* Components, and behind them external fields. */
enum { AM_PATH_MOST = AM_CONTROLLED_MOST + AM_MOST_EXTERNAL };

/* Times inside a repetition count from its start, others are absolute. */
struct am_segment {
  am_place place;
  double start, end;     /* with `timed` before it, where they would be */
  bool jump;             /* duration 0 */
  double duration;       /* that is given or follows from `rate`; of an absolute
                            segment the difference of its times counts */
  bool absolute;         /* the times of its steps are */
  double rate;           /* of component `paced`, to which the duration
                            follows; 0: it is given */
  int paced;
  bool timed;            /* each point has an end of its own: of a ramp whose
                            start is not known, or at an event: */
  const am_condition *until; /* or NULL */
  double steps;
  const double *times;   /* [steps] ends of the steps, NULL: equal steps; of a
                            table, two equal ones are a jump */
  am_component_target targets[AM_PATH_MOST];
  int ramps, formulas;   /* programs of these targets, -1: none */
  const am_yaml *constraints;  /* the key, NULL: those there are stay */
  const am_yaml *equations[6]; /* in the places of components; NULL: none */
  int coefficients;      /* the program of theirs, 12 each; -1: none */
  const double *table;   /* [steps][components] its rows, NULL: not a table */
  const double *fields;  /* [steps][external_count] likewise */
  double repeats;        /* 0: not a repetition */
  am_segments body;      /* of a repetition */
};

/* The programs of all formulas. */
typedef struct {
  am_program **items; /* [count] */
  int count, capacity;
} am_programs;

/* A list of segments being walked. */
typedef struct {
  const am_segments *list;
  size_t index;        /* of the next segment */
  double pass, passes;
  double origin;       /* time at its first pass */
  double base;         /* time at this pass, added to the list's times */
} am_segment_level;

struct am_path {
  am_arena *arena;
  am_segments root;
  am_programs programs;
  am_path_names names;
  bool mixed;        /* some component is controlled in stress somewhere */
  double origin;     /* time at the start */
  int components;    /* that are controlled (am_path_names) */
  double strain[AM_CONTROLLED_MOST]; /* at the start */
  double external[AM_MOST_EXTERNAL]; /* there */
  int width;         /* components + external_count */
  am_segment_level *levels;  /* [root.depth] */
  int depth;         /* of the innermost level, -1 behind the end */
  const am_segment *segment;
  double base;       /* added to the segment's times */
  double from, to;   /* start and end of the segment, in its times */
  double duration;   /* of the segment */
  bool timed;        /* some segment is */
  am_rows rows;      /* equations of the present loading step */
  const am_yaml *equations[6]; /* that they are */
  double step;       /* of the segment, from 1 */
  double time;       /* at its end */
  double local;      /* the same in the segment's times */
  bool stress[AM_CONTROLLED_MOST]; /* is the component stress-controlled? */
  am_path_frame *frame; /* of the only point, and its values: */
  double ramp_start[AM_PATH_MOST], ramp_end[AM_PATH_MOST];
  double before[AM_PATH_MOST], target[AM_PATH_MOST];
};

/* Controlled values and external fields where a segment begins, as far as they
 * are known. */
typedef struct {
  bool known[AM_PATH_MOST], stress[AM_CONTROLLED_MOST];
  double value[AM_PATH_MOST];
  const double *start_stress; /* [components] while the path is at its start;
                                 NULL: not known */
} am_course;

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_case *description; /* where input files are looked for */
  am_path_names names;        /* and `t` */
  am_programs *programs;
  am_course *course;
} am_segment_reader;

/* `start` is the time at which the list begins; inside a repetition only
 * durations are allowed. */
AM_MUST_USE am_status am_segments_read(const am_segment_reader *reader,
                                       const am_yaml *list, double start,
                                       bool repeated, am_segments *result);

/* Targets of a segment by its keys strain, stress, F, P, stretch, constraints
 * and external (read_targets.c).  A target is a number, an expression of t or
 * `hold`; beside a table strain and stress are lists of what is read from it. */
AM_MUST_USE am_status am_targets_read(const am_segment_reader *reader,
                                      const am_yaml *map,
                                      am_segment *segment);

/* What is controlled is what the kinematics say, and in one way. */
AM_MUST_USE am_status am_control_check(const am_segment_reader *reader,
                                       const am_yaml *map);
extern const char *const am_target_words[], *const am_gradient_words[],
    *const am_stretch_words[];
#define AM_TARGETS(words)                             \
  {.names = (words), .entries = &am_formula_shape,    \
   .items = &am_text_shape}

/* A segment {table: FILE}; `file` is the node of the file's name. */
AM_MUST_USE am_status am_history_read(const am_segment_reader *reader,
                                      const am_yaml *map,
                                      const am_yaml *file,
                                      am_segment *segment);

/* The keys `rate` and `until` of a segment (pace.c), once its targets are
 * read. */
AM_MUST_USE am_status am_rate_read(const am_segment_reader *reader,
                                   const am_yaml *map,
                                   am_segment *segment);
AM_MUST_USE am_status am_until_read(const am_segment_reader *reader,
                                    const am_yaml *map, am_segment *segment);

/* The place of an external field, which a node names. */
AM_MUST_USE am_status am_external_find(const am_segment_reader *reader,
                                       const char *name, am_place place,
                                       int *field);

/* The course behind a segment of a path; nothing is known where a repetition
 * begins. */
void am_course_follow(const am_segment_reader *reader,
                      const am_segment *segment);
void am_course_forget(am_course *course);

/* Controlled value or external field c where a segment begins that controls it
 * by strain or stress; false: not known. */
bool am_course_value(const am_course *course, int components, int c,
                     bool stress, double *value);

/* The key `constraints` of a segment, between its components and `others`
 * (constraint.c); rests [6]: what equations in the places of components say
 * besides them. */
AM_MUST_USE am_status am_constraints_read(const am_segment_reader *reader,
                                          const am_yaml *node,
                                          am_segment *segment,
                                          am_node *rests);

/* Which equations there are from a segment on, and their coefficients at the
 * end of a loading step. */
void am_path_enter_constraints(am_path *path, am_target *target);
AM_MUST_USE am_status am_path_find_rows(am_path *path, am_report *report,
                                        am_target *target);

/* Adds a program of formulas: its number. */
int am_programs_add(const am_segment_reader *reader, const am_node *nodes,
                    int count);

/* The values of a program at the time of the path. */
void am_path_evaluate(const am_path *path, int program, double *values);

/* The number in a row of the segment's table for controlled value or external
 * field c: hence five arguments. */
double am_segment_entry(const am_segment *segment, int components, int fields,
                        size_t row, int c);

/* Begins the next step of a path, without its time; false at the end. */
bool am_path_begin_step(am_path *path, am_target *target);

/* Ends it: its time. */
AM_MUST_USE am_status am_path_time_step(am_path *path, am_report *report,
                                        am_target *target);

/* A field [6][stride] of components, and that of external fields, which may
 * stand behind it. */
typedef struct {
  double *components, *external;
} am_path_rows;

/* Evaluates the segment's formulas of a kind, AM_TARGET_RAMP or
 * AM_TARGET_FORMULA, of points first … first + count - 1, into `found`: hence
 * seven arguments. */
void am_path_formulas(const am_path *path, am_path_frame *frame,
                      const am_target_fields *fields, long first, long count,
                      am_target_kind kind, am_path_rows found);


#endif
