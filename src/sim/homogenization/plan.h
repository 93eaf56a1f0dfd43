/* plan.h: what a volume element would take, before it runs: memory, files,
 * traffic between processes, and the time of an iteration by the constants of
 * cost.h.  Laws are read, but nothing is compiled; labels of voxels are counted
 * where that is cheap. */
#ifndef AM_HOMOGENIZATION_PLAN_H
#define AM_HOMOGENIZATION_PLAN_H

#include "homogenization/cost.h"
#include "homogenization/fields.h"
#include "space/parts.h"

/* How the voxels of the phases are known. */
typedef enum {
  AM_COUNTED,   /* one by one */
  AM_ESTIMATED, /* on a coarser grid, and everywhere alike */
  AM_UNKNOWN    /* all are of the phase that takes most */
} am_voxels_known;

typedef struct {
  int threads;  /* of a process */
  bool restart; /* there are restart files */
} am_cell_plan_options;

typedef struct {
  am_arena *arena;
  am_cell_plan_options options;
  int grid[3];
  double voxels;
  am_voxels_known known;
  int coarse[3];          /* the grid on which they are estimated */
  double *counts;         /* [phase_count][grid[2]] voxels in planes k */
  int label;              /* bytes of a label, at most where voxels are not
                             counted */
  const am_homogenization *settings;
  const am_cell *cell;    /* its laws; a voxel of each phase */
  bool device;
  const am_hardware *machine;
  bool effective;         /* tangents of the cell are asked for */
  const am_cell_fields *fields; /* or NULL */
} am_cell_plan;

/* Of one number of processes. */
typedef struct {
  long processes, working; /* those that have planes */
  long planes;             /* of a process, at most */
  double voxels;
  am_space_size size;      /* of the process that needs most */
  double labels, output;   /* bytes of the host beside it: labels and lists of
                              places; what the first process writes from */
  double moved;            /* bytes that a process sends in an iteration */
  am_cost cost;
  double restart;          /* bytes of files */
  am_fields_size fields;
} am_cell_plan_row;

/* AM_INPUT, AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_cell_plan_new(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_cell_plan_options *options,
                                       am_cell_plan **plan);

/* For 1 <= processes <= AM_CELL_PLAN_MOST. */
enum { AM_CELL_PLAN_MOST = 100000 };
AM_MUST_USE am_status am_cell_plan_find(const am_cell_plan *plan,
                                        am_report *report, long processes,
                                        am_cell_plan_row *row);

/* What the space has: account.bytes of am_space_account. */
double am_cell_plan_fields(const am_cell_plan_row *row);

/* Bytes of a process on the host, and on a device. */
double am_cell_plan_host(const am_cell_plan *plan,
                         const am_cell_plan_row *row);
double am_cell_plan_device(const am_cell_plan *plan,
                           const am_cell_plan_row *row);

/* ---- plan_voxels.c ------------------------------------------------------- */

/* The grid of a case, from its key or the head of a file. */
AM_MUST_USE am_status am_cell_plan_grid(am_report *report,
                                        const am_case *description,
                                        am_cell_plan *plan);

/* A cell with one voxel of each phase: for its laws. */
AM_MUST_USE am_status am_cell_plan_sample(am_report *report,
                                          const am_case *description,
                                          am_microstructure *micro);

/* Counts the voxels of plan->cell's phases. */
AM_MUST_USE am_status am_cell_plan_count(am_report *report,
                                         const am_case *description,
                                         am_cell_plan *plan);

/* ---- edges.c ------------------------------------------------------------- */

/* The number of voxels nearest to `edge`, of two the larger, without a prime
 * factor above 7. */
long am_good_edge(long edge);

/* A note where an edge has a large prime factor, for which transforms take
 * longer. */
void am_note_edges(am_report *report, const am_case *description,
                   const int *grid);

#endif
