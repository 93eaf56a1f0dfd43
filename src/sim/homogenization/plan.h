/* plan.h: estimates the resources of a volume element before a run: memory,
 * files, communication between processes, and time per iteration with the
 * constants of plan.c.  Laws are read but not compiled; voxel labels are
 * counted if counting is fast. */
#ifndef AM_HOMOGENIZATION_PLAN_H
#define AM_HOMOGENIZATION_PLAN_H

#include "homogenization/fields.h"

/* ---- time of an iteration ------------------------------------------------ */

/* Processor, and its connection to others. */
typedef struct {
  const char *name; /* such as "core" */
  /* Time per voxel and iteration (s): laws with and without internal variables;
   * per transformed field, the transforms in both directions and the reordering
   * of numbers during transposition; the remainder. */
  double law, elastic, transform, packing, rest;
  int host;      /* processors per host */
  double pair;   /* transfer rate of one processor (bytes/s): to another one of
                    its host, */
  double inside; /* to several others of its host, */
  double between; /* to other hosts */
} am_hardware;

extern const am_hardware am_hardware_core, am_hardware_gpu;

typedef struct {
  double laws, transforms, moving, rest; /* (s) */
} am_cost;

/* ---- plan ---------------------------------------------------------------- */

/* Origin of the number of voxels per phase. */
typedef enum {
  AM_COUNTED,   /* counted one by one */
  AM_ESTIMATED, /* on a coarser grid, evenly distributed */
  AM_UNKNOWN    /* all assigned to the most expensive phase */
} am_voxels_known;

typedef struct {
  int threads;  /* per process */
  bool restart; /* restart files are written */
} am_cell_plan_options;

typedef struct {
  am_arena *arena;
  am_cell_plan_options options;
  int grid[3];
  double voxels;
  am_voxels_known known;
  int coarse[3];          /* grid of the estimate */
  double *counts;         /* [phase_count][grid[2]] voxels per plane k */
  const am_homogenization *settings;
  const am_cell *cell;    /* contains the laws; one voxel of each phase */
  bool device;
  const am_hardware *machine;
  bool effective;         /* effective tangents are requested */
  const am_cell_fields *fields; /* or NULL */
} am_cell_plan;

/* Estimate for one number of processes. */
typedef struct {
  long processes, working; /* `working`: processes that own planes */
  long planes;             /* per process, maximum */
  double voxels;
  am_space_size size;      /* process with the largest demand */
  double labels, output;   /* further host memory (bytes): labels and voxel
                              lists; buffers for output */
  double space;            /* `bytes` of am_space_account */
  double host, device;     /* memory of a process (bytes) */
  double moved;            /* bytes sent by a process per iteration */
  am_cost cost;
  double restart;          /* size of restart files (bytes) */
  am_fields_size fields;
} am_cell_plan_row;

/* AM_INPUT or AM_ENVIRONMENT with a message. */
AM_MUST_USE am_status am_cell_plan_new(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_cell_plan_options *options,
                                       am_cell_plan **plan);

/* Requires 1 <= processes <= AM_CELL_PLAN_MOST. */
enum { AM_CELL_PLAN_MOST = 100000 };
AM_MUST_USE am_status am_cell_plan_find(const am_cell_plan *plan,
                                        am_report *report, long processes,
                                        am_cell_plan_row *row);

/* ---- plan_voxels.c ------------------------------------------------------- */

/* Reads the grid of a case, from its key or from the header of a file. */
AM_MUST_USE am_status am_cell_plan_grid(am_report *report,
                                        const am_case *description,
                                        am_cell_plan *plan);

/* Cell with one voxel of each phase, for reading its laws. */
AM_MUST_USE am_status am_cell_plan_sample(am_report *report,
                                          const am_case *description,
                                          am_microstructure *micro);

/* Counts the voxels of each phase of plan->cell. */
AM_MUST_USE am_status am_cell_plan_count(am_report *report,
                                         const am_case *description,
                                         am_cell_plan *plan);

/* ---- fast edges ---------------------------------------------------------- */

/* Number of voxels nearest to `edge` without a prime factor above 7; the larger
 * of two equally near numbers. */
long am_nearest_fast_edge(long edge);

/* Writes a note if an edge has a large prime factor, which slows down Fourier
 * transforms. */
void am_note_edges(am_report *report, const am_case *description,
                   const int *grid);

#endif
