/* sample.h: what differs among the points of a case: parameters, variables of
 * formulas, the state at the start, targets of a file. */
#ifndef AM_POINT_SAMPLE_H
#define AM_POINT_SAMPLE_H

#include "archive/parts.h"
#include "case/parts.h"
#include "law/parts.h"

typedef struct {
  const am_case *description;
  const am_law *law;
  am_points *points;       /* NULL: the case has one point */
  am_histories *histories; /* NULL: not from a file */
  long count;              /* points */
  am_path_names names;     /* of formulas: the law's and the variables */
  double *inputs;          /* [names.numbers] their values where they do not
                              vary */
  int *varying;            /* [varying_count] inputs that points have their
                              own values of */
  int varying_count;
  bool vary;               /* parameters of the law are among them */
  double *initial;         /* [nx] the case's state at the start, NaN where it
                              is the law's */
  double external[AM_MOST_EXTERNAL]; /* [nf] external fields there */
  double gradient[9];      /* F there, where that is given */
  double stress[AM_CONTROLLED_MOST]; /* … and the stress, or P (start.h) */
  double *buffer;          /* what is read from the file at once */
  int threads;
  struct am_sample_thread *per_thread; /* [threads] */
} am_sample;

/* Fields [components][stride] of a range of points. */
typedef struct {
  long stride;
  double *drawn;      /* [count][points->size] by point, tensor components;
                         NULL: not wanted */
  double *values;     /* [varying_count] */
  double *parameters; /* [parameter_numbers]; NULL: none of them vary */
  double *state;      /* [nx] at the start */
  double *strain;     /* [6] at the start, tensor components */
  double *bad;        /* [1] 1 where parameters or variables are not
                         admissible */
  const char *reason; /* why the last such point is not, a phrase */
} am_sample_fields;

/* Reads `points` and opens its file; AM_INPUT with a message where variables
 * do not go with the law. */
AM_MUST_USE am_status am_sample_new(am_arena *arena, am_report *report,
                                    const am_case *description,
                                    const am_law *law, int threads,
                                    am_sample **sample);

/* The state [nx] of a case at the start, NaN where it is the law's, and the
 * external fields [nf] there: those of the material, of `initial`, of the first
 * row of a table. */
AM_MUST_USE am_status am_sample_start(am_arena *arena, am_report *report,
                                      const am_case *description,
                                      const am_law *law, double *state,
                                      double *external);

/* Points first … first + count - 1 as fields 0 … count - 1. */
AM_MUST_USE am_status am_sample_draw(am_sample *sample, am_report *report,
                                     long first, long count,
                                     am_sample_fields *fields);

/* Other values [varying_count] for the only point in `fields`: NULL, or why
 * they are not admissible, a phrase. */
const char *am_sample_vary(am_sample *sample, const double *values,
                           const am_sample_fields *fields);

/* From now on inputs have the values of the only point in `fields`. */
void am_sample_fix(am_sample *sample, const am_sample_fields *fields);

/* What a material calls its external fields, and in which units it is. */
void am_sample_name_law(am_arena *arena, const am_material *material,
                        am_path_names *names);

/* The path of all points (point < 0), or of one. */
AM_MUST_USE am_status am_sample_path(am_arena *arena, am_report *report,
                                     am_sample *sample, long point,
                                     am_path **path);

/* Points first … first + count - 1 of a file at an entry of its time: the end
 * of loading step `entry`, or the start, 0. */
typedef struct {
  long entry, first, count;
  long stride; /* of a field of them */
} am_sample_entry;

/* Their targets: a field [6][stride]. */
AM_MUST_USE am_status am_sample_targets(am_sample *sample, am_report *report,
                                        const am_sample_entry *entry,
                                        double *target);

/* Do points have kinds of control of their own?  These, 0 strain, 1 stress,
 * likewise. */
bool am_sample_has_controls(const am_sample *sample);
AM_MUST_USE am_status am_sample_controls(am_sample *sample, am_report *report,
                                         const am_sample_entry *entry,
                                         double *control);

/* External fields of a file, likewise: rows [nf][stride] of those that it has;
 * the others stay as they are. */
AM_MUST_USE am_status am_sample_externals(am_sample *sample,
                                          am_report *report,
                                          const am_sample_entry *entry,
                                          double *field);

/* Closes the file, if there is one and it is open. */
void am_sample_close(am_sample *sample);

/* ---- points of a file of histories (sample_file.c), for sample.c --------- */

/* Opens the file, whose parameters are what varies. */
AM_MUST_USE am_status am_sample_file_open(am_arena *arena, am_report *report,
                                          am_sample *sample);

/* Parameters of points, before the points are drawn. */
AM_MUST_USE am_status am_sample_file_values(am_sample *sample,
                                            am_report *report, long first,
                                            long count,
                                            am_sample_fields *fields);

/* Their strain and internal variables at the start, behind that. */
AM_MUST_USE am_status am_sample_file_start(am_sample *sample,
                                           am_report *report, long first,
                                           long count,
                                           am_sample_fields *fields);

/* The entries of one point, or with those of all points in common where
 * point < 0. */
AM_MUST_USE am_status am_sample_file_entries(am_arena *arena,
                                             am_report *report,
                                             am_sample *sample, long point,
                                             am_entries *entries);

#endif
