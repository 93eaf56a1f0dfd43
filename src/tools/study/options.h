/* options.h: options of a study. */
#ifndef AM_STUDY_OPTIONS_H
#define AM_STUDY_OPTIONS_H

/* Texts; lists are separated by commas.  In the defaults of a kind of study,
 * NULL means that it does not have the option. */
typedef struct {
  const char *steps;     /* numbers of loading steps, or of substeps of them */
  const char *schemes;   /* names, or "all" */
  const char *controls;  /* from internal, stress, coupled, primal */
  const char *column;    /* compared column */
  const char *columns;   /* collected columns */
  const char *durations; /* times, or LO:HI:PER-DECADE */
  const char *strain;    /* COMPONENT=VALUE, … */
  const char *against;   /* scheme with which others are compared */
  const char *floor;     /* values below it are not compared */
  const char *at;        /* end, max, all, or a time */
  const char *over;      /* "" if keys can be varied */
} am_study_options;

#endif
