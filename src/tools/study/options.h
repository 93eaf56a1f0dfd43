/* options.h: what can be asked of a study. */
#ifndef AM_STUDY_OPTIONS_H
#define AM_STUDY_OPTIONS_H

/* Texts; lists are separated by commas.  Of the defaults of a kind of study,
 * NULL: it has no such option. */
typedef struct {
  const char *steps;     /* numbers of loading steps, or of substeps of them */
  const char *schemes;   /* names, or "all" */
  const char *controls;  /* among internal, stress, coupled, primal */
  const char *column;    /* that is compared */
  const char *columns;   /* that are collected */
  const char *durations; /* times, or LO:HI:PER-DECADE */
  const char *strain;    /* COMPONENT=VALUE, … */
  const char *against;   /* the scheme that others are compared with */
  const char *floor;     /* values below count no errors */
  const char *at;        /* end, max, all, or a time */
  const char *over;      /* "" where keys are varied */
} am_study_options;

#endif
