/* run_picture.h: picture of a run, with the columns that options name or the
 * most informative ones. */
#ifndef AM_CLI_RUN_PICTURE_H
#define AM_CLI_RUN_PICTURE_H

#include "cli/command.h"

typedef struct {
  am_context *context;
  const am_axes *given;
  am_table *table;
  am_table **overlays; /* [count of --over] */
  size_t *source; /* [table->columns] column in a row of the run */
  double *last;   /* [table->columns] previous row */
  const am_table *all; /* columns of the run, without rows */
  double *largest; /* [all->columns] largest magnitudes in the run */
  size_t stride;  /* rows of the run per row of the picture */
  double rows;    /* number of rows of the run */
  struct am_run_part {
    size_t first; /* row in `table` */
    double cycle;
  } *parts;       /* [part_count] curves of chosen cycles */
  size_t part_count;
} am_run_picture;

/* Requests the columns, before the run is prepared. */
void am_run_picture_request(am_arena *arena, const am_axes *given,
                            am_case *description);

/* Finds the columns in the rows of a run, and reads the tables of --over. */
AM_MUST_USE am_status am_run_picture_open(am_arena *arena, am_context *context,
                                          const am_case *description,
                                          const am_run *run,
                                          am_run_picture **picture);

/* Begins a new curve, of this cycle, with the next row or, if it `continues`,
 * with the last row. */
void am_run_picture_part(am_run_picture *picture, double cycle, bool continues);

void am_run_picture_row(am_run_picture *picture, const double *row);

/* Draws the picture; at least one row is required. */
AM_MUST_USE am_status am_run_picture_draw(am_arena *arena,
                                          am_run_picture *picture,
                                          const char *title);

/* Initial state of a run that continues another run. */

/* Stress at the end of a table. */
typedef struct {
  bool given;       /* the table contains it */
  double stress[6]; /* tensor components */
  double largest;   /* maximum over all rows */
} am_start;

/* Reads the last row of the table FILE, or of point --point in the file of a
 * batch, as an assignment to `initial`, and adds it to the assignments of
 * --set; the case must then be read again.  AM_INPUT or AM_ENVIRONMENT with a
 * message. */
AM_MUST_USE am_status am_start_read(am_arena *arena, am_context *context,
                                    const am_case *description,
                                    const char *file, am_start *start);

/* Warns if the stress [6] of the first row differs from that of the table. */
void am_start_compare(am_report *report, const am_start *start,
                      const double *stress);

#endif
