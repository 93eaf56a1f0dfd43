/* sample.h: data that differ between the points of a case: parameters,
 * variables of formulas, initial states, targets of a file. */
#ifndef AM_POINT_SAMPLE_H
#define AM_POINT_SAMPLE_H

#include "archive/parts.h"
#include "case/parts.h"

typedef struct {
  const am_case *description;
  const am_law *law;
  am_points *points;       /* NULL: the case has one point */
  am_histories *histories; /* points read from a file, or NULL */
  long count;              /* number of points */
  am_path_names names;     /* names for formulas: those of the law, and the
                              variables */
  double *inputs;          /* [names.numbers] values of inputs that do not
                              vary */
  int *varying;            /* [varying_count] inputs that differ between
                              points */
  int varying_count;
  bool vary;               /* true if parameters of the law vary */
  double *initial;         /* [nx] initial state prescribed by the case; NaN:
                              that of the law */
  double external[AM_MOST_EXTERNAL]; /* [nf] initial external fields */
  double gradient[9];      /* initial F, if prescribed */
  double stress[AM_CONTROLLED_MOST]; /* initial stress or P */
  double *buffer;          /* block of data read from the file */
  int threads;
  struct am_sample_thread *per_thread; /* [threads] */
} am_sample;

/* Fields [components][stride] of a range of points. */
typedef struct {
  long stride;
  double *drawn;      /* [count][points->size] variables by point, tensor
                         components; NULL: not required */
  double *values;     /* [varying_count] */
  double *parameters; /* [parameter_numbers]; NULL: no parameter varies */
  double *state;      /* [nx] initial state */
  double *strain;     /* [6] initial strain, tensor components */
  double *bad;        /* [1] 1 if parameters or variables are out of bounds */
  const char *reason; /* reason for the last such point, a phrase */
} am_sample_fields;

/* Reads `points` and opens the file; AM_INPUT, with a message, if the variables
 * do not match the law. */
AM_MUST_USE am_status am_sample_new(am_arena *arena, am_report *report,
                                    const am_case *description,
                                    const am_law *law, int threads,
                                    am_sample **sample);

/* Replaces parts of `state` [na] and `external` [nf] by the values of the
 * mapping `initial` of a case (ignoring the keys time, strain and stress). */
AM_MUST_USE am_status am_law_initial(am_report *report, const am_law *law,
                                     const am_yaml *initial, double *state,
                                     double *external);

/* Initial state [nx] of a case, NaN for components set by the law, and initial
 * external fields [nf]: from the material, overridden by `initial` and by the
 * first row of a table. */
AM_MUST_USE am_status am_sample_start(am_arena *arena, am_report *report,
                                      const am_case *description,
                                      const am_law *law, double *state,
                                      double *external);

/* Computes points first … first + count - 1 as fields 0 … count - 1. */
AM_MUST_USE am_status am_sample_draw(am_sample *sample, am_report *report,
                                     long first, long count,
                                     am_sample_fields *fields);

/* Gives the variables of `points` new values [varying_count] at the only point
 * in `fields`, without compiling again. Returns NULL, or the reason why they
 * are out of bounds, as a phrase. */
const char *am_sample_vary(am_sample *sample, const double *values,
                           const am_sample_fields *fields);

/* Makes the values of the only point in `fields` the values of the inputs. */
void am_sample_fix(am_sample *sample, const am_sample_fields *fields);

/* Adds the names of external fields and the units of the material. */
void am_sample_name_law(am_arena *arena, const am_material *material,
                        am_path_names *names);

/* Path of all points (point < 0), or of one. */
AM_MUST_USE am_status am_sample_path(am_arena *arena, am_report *report,
                                     am_sample *sample, long point,
                                     am_path **path);

/* Points first … first + count - 1 of a file at the end of loading step
 * `entry`, or at the start (0). */
typedef struct {
  long entry, first, count;
  long stride; /* stride of a field */
} am_sample_entry;

/* Reads targets or kinds of control of these points into a field
 * [6][stride]. */
AM_MUST_USE am_status am_sample_read(am_sample *sample, am_report *report,
                                     const am_sample_entry *entry,
                                     const am_history_values *dataset,
                                     double *field);

/* External fields of a file: rows [nf][stride] of those in the file; the others
 * are unchanged. */
AM_MUST_USE am_status am_sample_externals(am_sample *sample, am_report *report,
                                          const am_sample_entry *entry,
                                          double *field);

/* Closes the file if it is open. */
void am_sample_close(am_sample *sample);

/* ---- points of a file of histories (sample_file.c), for sample.c --------- */

/* Opens the file; its parameters are the varying inputs. */
AM_MUST_USE am_status am_sample_file_open(am_arena *arena, am_report *report,
                                          am_sample *sample);

/* Reads parameters; call it before points are computed. */
AM_MUST_USE am_status am_sample_file_values(am_sample *sample,
                                            am_report *report, long first,
                                            long count,
                                            am_sample_fields *fields);

/* Reads initial strains and internal variables, after the parameters. */
AM_MUST_USE am_status am_sample_file_start(am_sample *sample, am_report *report,
                                           long first, long count,
                                           am_sample_fields *fields);

/* Reads the entries of one point, or those common to all points if point <
 * 0. */
AM_MUST_USE am_status am_sample_file_entries(am_arena *arena, am_report *report,
                                             am_sample *sample, long point,
                                             am_entries *entries);

/* ---- initial stress ------------------------------------------------------ */

/* Reference stress of the equilibrium tolerance at the start. If strains are
 * measured from a prescribed stress, or are logarithmic, stresses of zero
 * contain rounding errors, and it makes the tolerance equal to this error; else
 * 0. */
double am_start_rounding(const am_law *law, const am_solver *solver);

/* Computes the initial stress, at large strain in the measure of the path, and
 * stores it in the sample; if all points have the same stress, also in the
 * names of the path. point NULL: many points. A note reports an initial stress
 * due to external fields. */
void am_start_stress(am_arena *arena, am_report *report, am_sample *sample,
                     const am_sample_fields *point);

#endif
