/* parts.h: headers that several files of study use. */
#ifndef AM_STUDY_PARTS_H
#define AM_STUDY_PARTS_H

#include "check/parts.h"
#include "study/walk.h"

#endif
