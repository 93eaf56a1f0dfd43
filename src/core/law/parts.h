/* parts.h: headers of law for other modules, in addition to law.h:
 *
 *   field_curves  the terms of a law that depend on external fields and
 *                 parameters alone, as functions of the part s of a loading
 *                 step, in which the fields are linear
 *   isotropy      does a law prefer axes?
 *   known         materials as pages for people show them
 *   material      a material file as it was read
 *   names         names of all numbers that a law computes with, for listings
 *   origin        a law whose strains count from where a given stress is
 *   start         the stress of a law where a point starts, and a note of it
 *   vary          a law whose parameters differ from point to point
 */
#ifndef AM_LAW_PARTS_H
#define AM_LAW_PARTS_H

#include "law/field_curves.h"
#include "law/isotropy.h"
#include "law/known.h"
#include "law/material.h"
#include "law/names.h"
#include "law/origin.h"
#include "law/start.h"
#include "law/vary.h"

#endif
