/* curves.h: pictures of a study's tables. */
#ifndef AM_STUDY_CURVES_H
#define AM_STUDY_CURVES_H

#include "output/plot.h"
#include "study/study.h"

am_picture am_study_picture(am_arena *arena, const char *title,
                            const am_study_figure *figure);

/* A user's name as a label, nothing in it markup. */
const char *am_study_label(am_arena *arena, const char *name);

#endif
