/* sample_file.h: points of a case that come from a file of histories; internal
 * to driver/sample.c. */
#ifndef AM_POINT_SAMPLE_FILE_H
#define AM_POINT_SAMPLE_FILE_H

#include "point/sample.h"

/* Opens the file, whose parameters are what varies. */
AM_MUST_USE am_status am_sample_file_open(am_arena *arena, am_report *report,
                                          am_sample *sample);

/* Parameters of points, before the points are drawn. */
AM_MUST_USE am_status am_sample_file_values(am_sample *sample,
                                            am_report *report, long first,
                                            long count,
                                            am_sample_fields *fields);

/* Their strain and internal variables at the start, behind that. */
AM_MUST_USE am_status am_sample_file_start(am_sample *sample,
                                           am_report *report, long first,
                                           long count,
                                           am_sample_fields *fields);

/* The targets of one point: [times][6]. */
AM_MUST_USE am_status am_sample_file_history(am_arena *arena,
                                             am_report *report,
                                             am_sample *sample, long point,
                                             double **targets);

#endif
