/* case.h: contents of a case file (automat-case(5)).
 *
 * Keys that can be interpreted only together with a material, a microstructure
 * or a file of points are kept as YAML nodes; the modules that need them read
 * them later: parameters, path, points, phases, fields. */
#ifndef AM_CASE_H
#define AM_CASE_H

#include "expr/parts.h"
#include "solver/parts.h"

/* ---- condition.c: the key `until` of a segment ---------------------------
 *
 * Comparisons of columns and numbers by <, <=, > and >=, joined by `and` and
 * `or`.
 *
 * The available columns depend on the material, so columns are stored by name.
 * All conditions of a path are read together with the case, because they
 * determine which quantities a run must compute; a segment finds its condition
 * by its node. */

typedef struct am_condition am_condition;
struct am_condition {
  const am_yaml *node;
  size_t index;         /* in the list of the path */
  const am_expr *value; /* AM_EXPR_NAME: index of the column in `number` */
  am_condition *next;   /* next condition of the path */
};

/* A requested column. */
typedef struct {
  const char *name; /* name or group as written */
  am_place place;
  bool required;    /* false: omitted if it does not exist */
} am_column_request;

/* All conditions of a path, and their columns without duplicates. */
typedef struct {
  am_condition *first;
  size_t conditions;          /* number of conditions */
  am_column_request *columns; /* [count] */
  size_t count;
} am_watch;

/* Reads the conditions of a list of segments; ignores a node that is not a
 * list. */
AM_MUST_USE am_status am_watch_read(am_arena *arena, am_report *report,
                                    const am_yaml *path, am_watch *watch);

/* Condition that am_watch_read has read from this node. */
const am_condition *am_watch_find(const am_watch *watch, const am_yaml *node);

/* Signed measure of a condition for column values [count]: >= 0 if the
 * condition holds, < 0 otherwise; continuous in the values. */
double am_condition_value(const am_condition *condition, const double *values);

/* ---- fitting.c: the key `fit` -------------------------------------------- */

/* A free parameter. */
typedef struct {
  const char *name;
  am_place place, start_place;
  double start, min, max; /* NaN: not given */
} am_fitting_parameter;

/* A column of a test's table that is compared with the computed column. */
typedef struct {
  const char *name;
  am_place place;
  double deviation; /* standard deviation of the measurement; NaN: not given */
  double weight;    /* > 0 */
} am_fitting_column;

/* A test: a path and measurements given by a table. */
typedef struct {
  am_place place;
  const char *title;       /* title given by the user, or the name of the
                              table */
  const char *table;       /* file as written */
  am_place table_place;
  const am_yaml *path;     /* path of one segment, which follows the table */
  const am_yaml *compare;  /* node of the columns */
  am_fitting_column *columns; /* [column_count] */
  size_t column_count;
  double weight;           /* weight of all columns, > 0 */
  long steps;              /* loading steps between two rows */
  const am_yaml *parameters, *initial; /* for this test only, or NULL */
} am_fitting_test;

typedef struct {
  am_place place;
  am_fitting_parameter *parameters; /* [parameter_count], at least one */
  size_t parameter_count;
  am_fitting_test *tests;           /* [test_count], at least one */
  size_t test_count;
} am_fitting;

/* ---- cases --------------------------------------------------------------- */

/* One comparison of `expect`: a value, a formula, or a file. */
typedef struct {
  am_place place;
  const char *column;  /* NULL for a file */
  const char *formula; /* column that the case defines for the formula, or
                          NULL */
  bool whole;          /* compare all rows; `time` is not given */
  double time, value;
  const char *file;   /* path as opened, NULL for a value */
  double tolerance, absolute;
} am_expectation;

/* A column that is an expression of others: {NAME: "expression"}, or
 * {name: NAME, expression: "expression", unit: UNIT}. */
typedef struct {
  const char *name, *unit; /* unit "": none */
  am_place place;
  const char *text;
  am_formula formula;
} am_defined_column;

/* The keys `output.times`, `every`, `rows`: which rows are written. */
typedef enum {
  AM_TIMES_ALL,     /* the start and every loading step */
  AM_TIMES_LAST,    /* the end of the path */
  AM_TIMES_GIVEN,   /* times of a list */
  /* always with the start and the end of the path: */
  AM_TIMES_EVERY,   /* every n-th loading step */
  AM_TIMES_EVENLY,  /* at most n rows in total */
  AM_TIMES_SEGMENTS /* ends of segments */
} am_case_times;

typedef struct {
  const am_source *source; /* text of the file */
  const char *title;     /* from the key `case` */
  const char *file;      /* name of the case file */
  const char *folder;    /* folder of the case file; input paths are relative to
                            it */
  bool confined;         /* true for a material's checks: inputs must lie below
                            `folder` */
  const char *material;  /* as written; NULL in a material's own checks */
  am_place material_place;
  const am_yaml *parameters; /* overrides, or NULL */
  const char *parameter_set; /* or NULL */
  am_place parameter_set_place;
  const double (*rotation)[6]; /* rotation of the material axes
                                  (base/basis.h), or NULL */
  const am_yaml *rotation_given;  /* node of the key, or NULL */
  am_kinematics kinematics;  /* strain measure; small strain by default */
  const am_yaml *kinematics_given; /* node of the key, or NULL */
  const am_yaml *adiabatic;  /* node of `adiabatic` (no heat exchange), or
                                NULL */
  double temperature;        /* initial temperature of an adiabatic case; NAN:
                                that of the material */
  const am_yaml *initial;    /* or NULL */
  double time;               /* initial time */
  double strain[6];          /* initial strain, tensor components */
  double stress[6];          /* initial stress; used if `stressed` */
  const am_yaml *stressed;   /* not NULL: strain is measured from the state with
                                this stress */
  const am_yaml *settings_given; /* node of the key `solver`, or NULL */
  am_settings settings;      /* from the key */
  const am_yaml *path;       /* list of segments; NULL: `points` names a file,
                                or `fit` has tables */
  const am_watch *watch;     /* conditions of the segments; NULL without
                                `path` */
  enum { AM_NOTATION_TENSOR, AM_NOTATION_VOIGT } notation; /* as given */
  bool voigt;                /* input in Voigt notation: shear strains are 2
                                eps_ij, and tangents are derivatives with
                                respect to these */
  bool voigt_shown;          /* output columns in Voigt notation */
  const char *output;        /* file, NULL: standard output */
  am_place output_place;     /* place of output.file */
  am_column_request *columns; /* [column_count] */
  size_t column_count;
  am_defined_column *defined; /* [defined_count], may be named in `columns` */
  size_t defined_count;
  am_case_times times;
  long every;                /* n of AM_TIMES_EVERY and AM_TIMES_EVENLY */
  double *time_list;         /* [time_count] output.times, increasing */
  am_place *time_places;
  size_t time_count;
  am_place peaks;            /* of `rows: peaks`, extremes of each cycle or
                                part of a segment, with all rows; line 0:
                                none */
  am_expectation *expectations; /* [expectation_count] */
  size_t expectation_count;
  const am_yaml *points;     /* or NULL */
  const am_fitting *fit;     /* or NULL */
  const am_yaml *microstructure; /* of a volume element, or NULL; if set,
                                    `phases` replace the material */
  const am_yaml *phases;         /* of a volume element, or NULL */
  const am_yaml *externals;      /* fields given per voxel of a volume element,
                                    or NULL */
  const am_yaml *homogenization; /* of a volume element, or NULL */
  const am_yaml *fields;         /* output.fields of a volume element, or
                                    NULL */
  const am_yaml *restart;        /* output.restart of a volume element, or
                                    NULL */
  const am_fitting_test *test; /* `path` is that of a test; NULL: it is given
                                  by the user */
} am_case;

/* Place for messages about missing keys. */
static inline am_place am_case_place(const am_case *c) {
  return (am_place){.source = c->source, .line = 1, .column = 1};
}

/* Place of the path. */
static inline am_place am_path_place(const am_case *c) {
  return c->path ? c->path->place : am_case_place(c);
}

/* Reads the case file `path` after applying the --set assignments
 * [set_count]. */
AM_MUST_USE am_status am_case_read(am_arena *arena, am_report *report,
                                   const char *path, const char *const *sets,
                                   size_t set_count, am_case **result);

/* Reads a case from a mapping. Inputs are relative to `folder`. An inline case
 * is an entry of a material's `checks`: it has no key `material`, and its
 * inputs must lie below the folder, so that checking a foreign material opens
 * no files elsewhere. */
AM_MUST_USE am_status am_case_from(am_arena *arena, am_report *report,
                                   const am_yaml *map, const char *folder,
                                   bool inline_case, am_case **result);

/* Factor that converts strain component c from the notation of the case to a
 * tensor component. */
double am_strain_scale(const am_case *description, int c);

/* Initial deformation gradient F [9] from `initial`; the identity if absent.
 * AM_INPUT, with a message, if it is invalid. */
AM_MUST_USE am_status am_case_gradient(am_report *report,
                                       const am_case *description, double *F);

/* Replaces the initial state by the mapping `initial`. */
AM_MUST_USE am_status am_case_start(am_report *report, const am_yaml *initial,
                                    am_case *description);

/* Path of the input file named by a node, relative to the folder of the case.
 * In a confined case the file must lie below that folder, even after links are
 * resolved, and must not be hidden. `what` describes the node in messages;
 * messages never show contents of the file. */
AM_MUST_USE am_status am_input_name(am_arena *arena, am_report *report,
                                    const am_yaml *node, const char *what,
                                    const am_case *description,
                                    const char **path);

/* Reads the key `output` into `result`. */
AM_MUST_USE am_status am_case_output_read(am_arena *arena, am_report *report,
                                          const am_yaml *map, am_case *result);

/* Adds names [count] to the columns requested by the case. */
void am_columns_request(am_arena *arena, am_case *description,
                        const char *const *names, size_t count, am_place place,
                        bool required);

/* Reads a choice of output times into times, time_list, time_places and
 * time_count of `result`; `what` names the choice in messages. */
AM_MUST_USE am_status am_times_read(am_arena *arena, am_report *report,
                                    const am_yaml *node, const char *what,
                                    am_case *result);

/* Reads the list `expect` of a case or of a material's check into `result`. */
AM_MUST_USE am_status am_expectations_read(am_arena *arena, am_report *report,
                                           const am_yaml *list,
                                           am_case *result);

/* Requests the columns that the expectations need. */
AM_MUST_USE am_status am_expect_columns(am_arena *arena, am_report *report,
                                        am_case *description);

/* Reads the key `fit` into `result`. Existence of parameters and columns is
 * checked later. */
AM_MUST_USE am_status am_fitting_read(am_arena *arena, am_report *report,
                                      const am_yaml *map, am_case *result);

/* ---- helpers of readers; all return AM_INPUT with a message and place ---- */

/* Path of the input `name`: relative to `folder` unless it begins with '/'. */
const char *am_input_path(am_arena *arena, const char *folder,
                          const char *name);

/* Reads the name of an output file; must not be empty. A file named in the case
 * must lie below the working directory and must not be hidden, so that running
 * a foreign case cannot overwrite other files. A file named by --set is
 * unrestricted. */
AM_MUST_USE am_status am_output_name(am_report *report, const am_yaml *node,
                                     const char *what, const char **name);

/* Rejects keys of `map` other than `main` and those in `with`
 * (NULL-terminated). */
AM_MUST_USE am_status am_compatible_keys(am_report *report,
                                         const am_yaml *map, const char *main,
                                         const char *const *with);

/* Reads strictly increasing times, all larger than `after`: [node->count] times
 * and, unless NULL, their places. */
AM_MUST_USE am_status am_time_list_read(am_arena *arena, am_report *report,
                                        const am_yaml *node, const char *what,
                                        double after, double **times,
                                        am_place **places);

/* ---- tables of keys, each defined in the file that reads them ------------ */

/* Keys of a case and of its parts `output`, `points` and `fit`. */
extern const am_yaml_key am_case_keys[], am_output_keys[], am_points_keys[],
    am_fitting_keys[];

/* Items of `path` and `expect`; values of `times`. */
extern const am_yaml_shape am_segment_shape, am_expectation_shape,
    am_times_shape;

/* Key `columns` of a table, and its items. */
extern const am_yaml_key am_renaming_keys[];
extern const am_yaml_shape am_renaming_shape;

/* Largest number of lines before the names of a table */
enum { AM_MOST_SKIPPED = 1000000 };

#endif
