/* parts.h: headers of law for other modules, in addition to law.h:
 *
 *   field_curves  terms of a law that depend on external fields and parameters
 *                 only, as functions of the fraction of a loading step
 *   isotropy      test for isotropy of a law
 *   known         materials with their law and class, for listings
 *   material      the contents of a material file
 *   names         names of all quantities in the equations of a law
 *   origin        laws whose strains are measured from the strain of a
 *                 prescribed initial stress
 *   start         initial stress of a law, and a note about it
 *   vary          laws with parameters that vary from point to point */
#ifndef AM_LAW_PARTS_H
#define AM_LAW_PARTS_H

#include "law/field_curves.h"
#include "law/isotropy.h"
#include "law/described_law.h"
#include "law/material.h"
#include "law/names.h"
#include "law/origin.h"
#include "law/start.h"
#include "law/point_parameters.h"

#endif
