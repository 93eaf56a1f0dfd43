/* run_picture.h: the picture of a run, of columns that options name or of those
 * that show most. */
#ifndef AM_CLI_RUN_PICTURE_H
#define AM_CLI_RUN_PICTURE_H

#include "cli/command.h"
#include "point/run.h"

/* The own options of `automat run`, NULL: not given. */
typedef struct {
  const char *start;      /* a file where to begin */
  const char *experiment; /* a table to lay over the picture */
} am_run_options;

extern const am_option am_run_option_experiment;

/* AM_USAGE where one of these lacks another one. */
AM_MUST_USE am_status am_run_options_check(const am_context *context);

typedef struct {
  am_context *context;
  const am_axes *given;
  am_table *table, *experiment; /* NULL: none */
  size_t *source; /* [table->columns] of its columns in a row of the run */
  double *last;   /* [table->columns] of the row before */
  size_t stride;  /* between two of its rows */
  double rows;    /* of the run */
} am_run_picture;

/* Asks for the columns, before the run is prepared. */
void am_run_picture_request(am_arena *arena, const am_axes *given,
                            am_case *description);

/* Finds them in the rows of a run, and reads the experiment. */
AM_MUST_USE am_status am_run_picture_open(am_arena *arena, am_context *context,
                                          const am_case *description,
                                          const am_run *run,
                                          am_run_picture **picture);

void am_run_picture_row(am_run_picture *picture, const double *row);

/* There was a row. */
AM_MUST_USE am_status am_run_picture_draw(am_arena *arena,
                                          am_run_picture *picture,
                                          const char *title);

#endif
