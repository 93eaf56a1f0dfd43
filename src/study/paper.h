/* paper.h: numbers of the AutoMat paper's tables, which ours stand beside
 * where they are of the same volume element; internal to study.
 *
 * They were found with 150^3 voxels and 80 loading steps, on 24 cores (two
 * Intel Xeon E5-2687W v4) or a GPU (Nvidia Quadro GV100) that evaluates the
 * laws alone. */
#ifndef AM_STUDY_PAPER_H
#define AM_STUDY_PAPER_H

#include <stdbool.h>

enum { AM_PAPER_STEPS = 80, AM_PAPER_EDGE = 150 };

/* Are so many voxels those of the paper's volume element? */
bool am_paper_is_of(const int grid[3]);

/* Of the elasticity solver over all loading steps (the table of numbers of
 * iterations); NaN where the paper has none. */
double am_paper_iterations(const char *scheme);

/* [s]; NaN where the paper has none. */
typedef struct {
  double total;         /* the table of total run times */
  double law, tangents; /* the tables of implicit Euler's and of advanced
                           integrators' timings, where the reference material
                           is updated */
} am_paper_times;

am_paper_times am_paper_times_of(const char *scheme, const char *strategy,
                                 bool gpu, bool updated);

#endif
