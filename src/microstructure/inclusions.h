/* inclusions.h: what the sources `spheres` and `fibres` share. */
#ifndef AM_MICROSTRUCTURE_INCLUSIONS_H
#define AM_MICROSTRUCTURE_INCLUSIONS_H

#include "microstructure/packing.h"
#include "microstructure/source.h"

typedef struct {
  am_source_reading *reading;
  const char *one, *many; /* "sphere", "spheres" */
  int label;              /* of all, -1: each has its own, 1 … count */
  am_packing packing;
  double asked;           /* volume fraction; 0: a number was asked for */
  am_inclusion *placed;   /* [packing.count] */
} am_inclusions;

/* Reads the keys of both, diameter and label, when the grid is known; the
 * shape has a radius then.  seed and gap are read where they stand. */
AM_MUST_USE am_status am_inclusions_read(am_inclusions *s);

/* Does one of them, alone in the cell, keep the gap to its own images?
 * AM_INPUT with a message where it never does. */
AM_MUST_USE am_status am_inclusions_fit(const am_inclusions *s);

/* Reads how many there are, and places them at random. */
AM_MUST_USE am_status am_inclusions_place(am_inclusions *s);

/* Gives the voxels their labels. */
AM_MUST_USE am_status am_inclusions_paint(am_inclusions *s);

#endif
