/* case.h: a case file as it was read (automat-case(5)).
 *
 * Keys that have a meaning only together with a material, a microstructure or a
 * file of points stay nodes here, which their readers take apart later:
 * parameters, path, points, phases, fields. */
#ifndef AM_CASE_H
#define AM_CASE_H

#include "base/base.h"
#include "case/condition.h"
#include "case/fitting.h"
#include "expr/parts.h"
#include "solver/parts.h"
#include "yaml/keys.h"

/* One comparison of `expect`: a value, a formula, or a file. */
typedef struct {
  am_place place;
  const char *column;  /* NULL for a file */
  const char *formula; /* the column that the case defines for it, or NULL */
  bool whole;          /* in all rows, `time` is not given */
  double time, value;
  const char *file;   /* path as opened, NULL for a value */
  double tolerance, absolute;
} am_expectation;

/* A column that is an expression of others: {NAME: "expression"}. */
typedef struct {
  const char *name;
  am_place place;
  const char *text;
  am_formula formula;
} am_defined_column;

/* The keys `output.times`, `every`, `rows`: which rows are written. */
typedef enum {
  AM_TIMES_ALL,     /* the start and every loading step */
  AM_TIMES_LAST,    /* the end of the path */
  AM_TIMES_GIVEN,   /* those of a list */
  /* … and, always, the start and the end of the path: */
  AM_TIMES_EVERY,   /* every so many loading steps */
  AM_TIMES_EVENLY,  /* at most so many rows in all */
  AM_TIMES_SEGMENTS /* ends of segments */
} am_case_times;

/* A path given by numbers instead of segments. */
typedef struct {
  const double *time;      /* [count], the first is the start */
  const int (*control)[6]; /* [count] 0 strain, 1 stress; NULL: each point has
                              its own, which whoever walks the path gives */
  const int *kinds;        /* instead, of all entries: 0 strain or F, 1 stress
                              or P, of [components], 6 or 9; NULL: `control`,
                              of 6 */
  int components;
  const double *targets;   /* [count][components]; NULL: whoever walks the path
                              gives them */
  const bool *held;        /* [components] that keep the value they have when
                              the path begins; NULL: none */
  const double *external;  /* [count][external_count] external fields; NULL:
                              they keep what they are at the start … */
  const double *external_start; /* … [external_count] */
  int external_count;
  long count;
  am_place place;          /* for messages */
} am_entries;

typedef struct {
  const am_source *source; /* the text */
  const char *title;     /* of the key `case` */
  const char *file;      /* name of the case file */
  const char *folder;    /* of the case file; inputs are relative to it */
  bool confined;         /* of a material's checks: inputs lie below it */
  const char *material;  /* as written; NULL in a material's own checks */
  am_place material_place;
  const am_yaml *parameters; /* overrides, or NULL */
  const char *parameter_set; /* or NULL */
  am_place parameter_set_place;
  const double (*rotation)[6]; /* of the material's axes (base/rotation.h), or
                                  NULL */
  const am_yaml *rotation_given;  /* as it is written */
  am_kinematics kinematics;  /* of the strain; small where nothing is said */
  const am_yaml *kinematics_given; /* as it is written; NULL: it is not */
  const am_yaml *adiabatic;  /* no heat comes or goes; or NULL */
  double temperature;        /* … at the start; NAN: that of the material */
  const am_yaml *initial;    /* or NULL */
  double time;               /* at the start */
  double strain[6];          /* at the start, tensor components; or … */
  double stress[6];          /* … stress there, where … */
  const am_yaml *stressed;   /* … this is not NULL: strains count from it */
  const am_yaml *settings;   /* the mapping `solver`, or NULL */
  am_solver solver;          /* solver.scheme is never NULL */
  am_place strategy_place;   /* where solver.strategy is written */
  bool tangent_given;        /* solver.tangent is written */
  const char *engine;        /* "auto", "interp", … */
  am_place engine_place;     /* where solver.engine is written */
  bool single;               /* solver.precision: single */
  const am_yaml *path;       /* the list of segments; NULL: `points` has a
                                file, `fit` has tables, or there are
                                `entries` */
  const am_watch *watch;     /* the conditions of its segments; NULL with
                                `path` */
  bool voigt;                /* shear strains are written and read as 2 eps_ij,
                                tangents by them */
  bool voigt_shown;          /* … in columns, too */
  const char *output;        /* file, NULL: standard output */
  am_place output_place;     /* where output.file is written */
  const char **columns;      /* [column_count] names and groups as written */
  am_place *column_places;
  size_t column_count;
  size_t column_required;    /* the first ones that must exist; the others
                                were added for reference files */
  am_defined_column *defined; /* [defined_count], whose names may stand in
                                 `columns` */
  size_t defined_count, defined_capacity;
  am_case_times times;
  long every;                /* of AM_TIMES_EVERY, AM_TIMES_EVENLY */
  double *time_list;         /* [time_count] of output.times, increasing */
  am_place *time_places;
  size_t time_count;
  am_expectation *expectations; /* [expectation_count] */
  size_t expectation_count;
  const am_yaml *points;     /* or NULL */
  const am_fitting *fit;     /* or NULL */
  const am_yaml *microstructure; /* of a volume element, or NULL; then there
                                    are phases instead of a material */
  const am_yaml *phases;         /* the same */
  const am_yaml *externals;      /* of a volume element: fields voxel by
                                    voxel */
  const am_yaml *homogenization; /* the same, or NULL */
  const am_yaml *fields;         /* of output, the same, or NULL */
  const am_yaml *restart;        /* of output, the same, or NULL */
  const am_entries *entries; /* instead of `path`; NULL: none */
} am_case;

/* Of what the file lacks. */
static inline am_place am_case_place(const am_case *c) {
  return (am_place){.source = c->source, .line = 1, .column = 1};
}

/* Of its path, from segments or numbers. */
static inline am_place am_path_place(const am_case *c) {
  return c->path      ? c->path->place
         : c->entries ? c->entries->place
                      : am_case_place(c);
}

/* Reads the case FILE, changed by assignments [set_count] of --set. */
AM_MUST_USE am_status am_case_read(am_arena *arena, am_report *report,
                                   const char *path, const char *const *sets,
                                   size_t set_count, am_case **result);

/* The same from a mapping; `folder` is what its inputs are relative to.  An
 * inline case is one of a material's `checks`: it has no key `material`, and
 * its inputs lie below the folder, so that who checks a material of somebody
 * else opens no file elsewhere. */
AM_MUST_USE am_status am_case_from(am_arena *arena, am_report *report,
                                   const am_yaml *map, const char *folder,
                                   bool inline_case, am_case **result);

/* What a strain of component c, as the case writes it, is multiplied by to be a
 * tensor component. */
double am_strain_scale(const am_case *description, int c);

/* F at the start, [9], of `initial`, the identity where there is none.
 * AM_INPUT with a message. */
AM_MUST_USE am_status am_case_gradient(am_report *report,
                                       const am_case *description, double *F);

/* Replaces the state at the start by the mapping `initial`. */
AM_MUST_USE am_status am_case_start(am_report *report, const am_yaml *initial,
                                    am_case *description);

/* The path of an input that a node names in a case: relative to its folder, and
 * where the case is confined, below its folder, not hidden, also by way of
 * links.  `what` names the node in messages, which show nothing of the file. */
AM_MUST_USE am_status am_input_name(am_arena *arena, am_report *report,
                                    const am_yaml *node, const char *what,
                                    const am_case *description,
                                    const char **path);

/* The key `output`, into `result`. */
AM_MUST_USE am_status am_case_output_read(am_arena *arena, am_report *report,
                                          const am_yaml *map,
                                          am_case *result);

/* Adds requests [count] to those of a case. */
void am_columns_request(am_arena *arena, am_case *description,
                        const char *const *names, size_t count,
                        am_place place);

/* Adds a column with an expression, which is parsed here; nothing asks for
 * it yet. */
AM_MUST_USE am_status am_column_define(am_arena *arena, am_report *report,
                                       const char *name,
                                       const am_yaml *formula,
                                       am_case *result);

/* Reads what chooses times, called `what` in messages, into times, time_list,
 * time_places and time_count of `result`. */
AM_MUST_USE am_status am_times_read(am_arena *arena, am_report *report,
                                    const am_yaml *node, const char *what,
                                    am_case *result);

/* The list `expect` of a case or of a material's check, into `result`. */
AM_MUST_USE am_status am_expectations_read(am_arena *arena, am_report *report,
                                           const am_yaml *list,
                                           am_case *result);

#endif
