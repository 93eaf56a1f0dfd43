/* run.h: runs a volume element from its case to rows, result fields and restart
 * files.
 *
 * A restart file (restart.c) is written every ten minutes, or at the interval
 * output.restart, and if the run ends early at a complete loading step.  The
 * file is removed when the end of the path is reached. */
#ifndef AM_HOMOGENIZATION_RUN_H
#define AM_HOMOGENIZATION_RUN_H

#include "homogenization/columns.h"
#include "homogenization/fields.h"
#include "point/run.h"

/* Keys of `output.restart`. */
extern const am_yaml_key am_restart_keys[];

typedef struct {
  int threads;         /* 0: all processors */
  am_microstructure *micro; /* microstructure already read; NULL: read by the
                               team */
  am_team *team;            /* processes; NULL: one process */
  const char *restart; /* path of the restart file; NULL: none */
  bool resume;         /* start from the restart file */
  const char *version; /* program version, noted in restart files */
  const char *const *sets; /* [set_count] assignments of --set, noted
                              likewise */
  size_t set_count;
} am_cell_options;

typedef struct {
  am_arena *arena;
  am_cell_options options;
  am_homogenization *settings;
  am_cell *cell;       /* settings->cell */
  am_cell_columns *columns;
  am_selection selection; /* rows that are written */
  am_cell_loading *loading;
  am_cell_fields *fields; /* NULL: none */
  am_table *history;      /* time, strain.xx …, stress.xx … of all loading steps
                             so far, including the start */
  am_table *rows;         /* columns of the selected steps */
  long resumed;           /* loading step at which the run resumed; -1: none */
  long every;             /* loading steps between restart files; 0: by time */
  double saved;           /* time of the last restart file (s) */
  double *room;           /* buffer for restart files; NULL until needed */
  am_status status;       /* status of fields and restart files */
} am_cell_run;

/* Reads the case, compiles the laws and opens the space; with `resume`, fills
 * the tables with the rows so far.  AM_INPUT or AM_ENVIRONMENT with a
 * message. */
AM_MUST_USE am_status am_cell_run_prepare(am_arena *arena, am_report *report,
                                          const am_case *description,
                                          const am_cell_options *options,
                                          am_cell_run **run);

/* Receives every loading step; `values` is the last row of run->rows, NULL if
 * the step is not selected.  Returning false stops the run. */
typedef struct {
  bool (*row)(void *data, const am_cell_row *row, const double *values);
  void *data;
} am_cell_row_sink;

/* Runs to the end of the path.  Returns the status of the loading or, if it
 * succeeds, the status of the fields and restart files, whose failure does not
 * stop the run. */
AM_MUST_USE am_status am_cell_run_drive(am_cell_run *run, am_report *report,
                                        const am_cell_row_sink *sink);

/* ---- restart.c ----------------------------------------------------------- */

/* Saves the state of a run to a file (image/snapshot.h) and restores it; a
 * resumed run gives bitwise identical results.
 *
 * The file contains the strain and state of every voxel at t_n, the remaining
 * state of the loading, the reference and the rows so far.  To identify the
 * run, it also contains the text of the case and of its materials, the
 * assignments of --set, the engine, the version and a checksum of the
 * voxels. */

/* Writes the file at the end of a loading step.  AM_ENVIRONMENT with a message
 * if the file cannot be written; an existing file is then kept. */
AM_MUST_USE am_status am_restart_write(am_cell_run *run, am_report *report);

/* Advances a run from its start to the state in the file.  AM_INPUT with a
 * message if the file is missing, damaged, or belongs to another case. */
AM_MUST_USE am_status am_restart_read(am_cell_run *run, am_report *report);

/* Size of the file without its rows and a few numbers (bytes), and size of the
 * buffer from which a process writes it (bytes). */
double am_restart_size(const am_cell *cell, const am_acceleration *scheme,
                       am_iteration *iteration);
double am_restart_room(const am_cell *cell);

#endif
