/* values.h: numbers of voxels from files, one for each. */
#ifndef AM_MICROSTRUCTURE_VALUES_H
#define AM_MICROSTRUCTURE_VALUES_H

#include "microstructure/microstructure.h"

/* Of an external field: where its numbers come from, and `value`. */
extern const am_yaml_key am_voxel_values_keys[];

/* Reads the array of a .vti or a dataset of HDF5 that a mapping names, of the
 * grid of `micro`, files relative to `folder`: values [micro->here.count].
 * AM_INPUT with a message. */
AM_MUST_USE am_status am_voxel_values_read(am_arena *arena, am_report *report,
                                           const am_yaml *map,
                                           const char *folder,
                                           const am_microstructure *micro,
                                           double **values);

#endif
