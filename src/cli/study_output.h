/* study_output.h: the files of a study: a table, or several that begin with
 * the same name, PREFIX-NAME.csv, and their pictures. */
#ifndef AM_CLI_STUDY_OUTPUT_H
#define AM_CLI_STUDY_OUTPUT_H

#include "cli/command.h"
#include "study/study.h"

typedef struct am_study_output am_study_output;

/* AM_ENVIRONMENT with a message where nothing can be written there; what comes
 * to nothing is removed with the arena.  AM_USAGE where several tables are to
 * go to standard output.  Tables of a study of several are written as they
 * grow: it is the study's listener from now on. */
AM_MUST_USE am_status am_study_output_open(am_arena *arena,
                                           am_context *context,
                                           am_study *study,
                                           am_study_output **output);

/* All that has been found. */
AM_MUST_USE am_status am_study_output_write(am_arena *arena,
                                            am_context *context,
                                            const am_study *study,
                                            am_study_output *output);

#endif
