/* run.h: a volume element from its case to rows, fields and restart files.
 *
 * A restart file (restart.c) is written every ten minutes, or as
 * output.restart says, and where the walk ends early at a whole loading step;
 * it goes when the end of the path is reached. */
#ifndef AM_HOMOGENIZATION_RUN_H
#define AM_HOMOGENIZATION_RUN_H

#include "homogenization/columns.h"
#include "homogenization/fields.h"
#include "table/table.h"

/* The keys of `output.restart`. */
extern const am_yaml_key am_restart_keys[];

typedef struct {
  int threads;         /* 0: all */
  am_microstructure *micro; /* the case's, read before; NULL: it is read … */
  am_team *team;            /* … by these; NULL: alone */
  const char *restart; /* path of the restart file; NULL: none */
  bool resume;         /* from that file */
  const char *version; /* of the program, and assignments of --set: */
  const char *const *sets; /* [set_count] for the restart file */
  size_t set_count;
  const volatile int *stop; /* set: end soon; or NULL */
} am_cell_options;

typedef struct {
  am_arena *arena;
  am_cell_options options;
  am_homogenization *settings;
  am_cell *cell;       /* the settings' */
  am_cell_columns *columns;
  am_selection selection; /* the rows that are written */
  am_cell_loading *loading;
  am_cell_fields *fields; /* NULL: none */
  am_table *history;      /* time, strain.xx …, stress.xx … of all loading
                             steps so far, the start included */
  am_table *rows;         /* the columns of the selected ones */
  long resumed;           /* the loading step gone on from, -1: none */
  long every;             /* loading steps between restart files; 0: by
                             time */
  double saved;           /* when the last one was written [s] */
  double *room;           /* for restart files; NULL until needed */
  am_status status;       /* of fields and restart files */
} am_cell_run;

/* Reads everything, compiles, opens the space; with `resume` the rows so far
 * are in the tables.  AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_cell_run_prepare(am_arena *arena, am_report *report,
                                          const am_case *description,
                                          const am_cell_options *options,
                                          am_cell_run **run);

/* Is told of every loading step; values: the last of run->rows, NULL where
 * the step is not selected.  False stops the walk. */
typedef struct {
  bool (*row)(void *data, const am_cell_row *row, const double *values);
  void *data;
} am_cell_row_sink;

/* To the end of the path: the status of the loading, else that of the fields
 * and restart files, whose failure stops nothing. */
AM_MUST_USE am_status am_cell_run_walk(am_cell_run *run, am_report *report,
                                       const am_cell_row_sink *sink);

/* ---- restart.c ----------------------------------------------------------- */

/* The state of a run in a file (image/snapshot.h), from which it
 * goes on to the same bits.
 *
 * It holds the strain and the state of every voxel at t_n, what the loading
 * needs beside them, the reference, and the rows so far; and, to be told from
 * others, the text of the case and of its materials, the assignments of
 * --set, the engine, the version and a checksum of the voxels. */

/* Loading is at the end of a loading step.  AM_ENVIRONMENT with a message
 * when the file cannot be written; one that exists then stays. */
AM_MUST_USE am_status am_restart_write(am_cell_run *run, am_report *report);

/* Brings a run that is at its start to where the file is.  AM_INPUT with a
 * message when it is missing, not as it was written, or of another case. */
AM_MUST_USE am_status am_restart_read(am_cell_run *run, am_report *report);

/* Bytes of such a file but for its rows and a few numbers, and of the memory
 * that a process writes it from. */
double am_restart_size(const am_cell *cell, const am_acceleration *scheme,
                       am_iteration *iteration);
double am_restart_room(const am_cell *cell);

#endif
