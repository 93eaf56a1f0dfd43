/* values.h: voxel values from files. */
#ifndef AM_MICROSTRUCTURE_VALUES_H
#define AM_MICROSTRUCTURE_VALUES_H

#include "microstructure/microstructure.h"

/* Keys of an external field given by voxel: its file, and `value`. */
extern const am_yaml_key am_voxel_values_keys[];

/* Reads the array of a .vti or an HDF5 dataset that a mapping names: values
 * [micro->here.count].  Its grid must be that of `micro`; file names are
 * relative to `folder`.  AM_INPUT with a message. */
AM_MUST_USE am_status am_voxel_values_read(am_arena *arena, am_report *report,
                                           const am_yaml *map,
                                           const char *folder,
                                           const am_microstructure *micro,
                                           double **values);

#endif
