/* source.h: sources of microstructures, one key of the mapping `microstructure`
 * each. */
#ifndef AM_MICROSTRUCTURE_SOURCE_H
#define AM_MICROSTRUCTURE_SOURCE_H

#include "image/parts.h"
#include "microstructure/microstructure.h"

/* Keys of the sources. */
extern const am_yaml_key am_raw_keys[], am_hdf5_keys[], am_laminate_keys[],
    am_spheres_keys[], am_fibres_keys[];

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *folder;
  const am_yaml *map;  /* `microstructure` */
  const am_yaml *node; /* value of the source's key */
  int background;
  am_microstructure *result; /* grid and size as given by the user, else 0 */
} am_source_reading;

/* Allocates the labels and completes the size.  Each source calls it before it
 * sets labels, when the grid is known.  AM_INPUT if the grid is missing. */
AM_MUST_USE am_status am_source_grid(am_source_reading *r);

/* Reads the key `grid` [3]. */
AM_MUST_USE am_status am_source_read_grid(am_report *report,
                                          const am_yaml *node, int *grid);

/* Path of the file that a key names. */
AM_MUST_USE am_status am_source_path(am_source_reading *r,
                                     const am_yaml *node, const char *what,
                                     const char **path);

/* Opens the dataset of a mapping {file, dataset}. */
AM_MUST_USE am_status am_source_dataset(am_source_reading *r,
                                        const am_yaml *node,
                                        am_labels_hdf5 *hdf5);

/* Reads a label. */
AM_MUST_USE am_status am_source_label(am_report *report, const am_yaml *node,
                                      const char *what, int *label);

/* Each source sets r->result->labels from r->node. */
AM_MUST_USE am_status am_source_vti(am_source_reading *r);
AM_MUST_USE am_status am_source_raw(am_source_reading *r);
AM_MUST_USE am_status am_source_hdf5(am_source_reading *r);
AM_MUST_USE am_status am_source_laminate(am_source_reading *r);
AM_MUST_USE am_status am_source_spheres(am_source_reading *r);
AM_MUST_USE am_status am_source_fibres(am_source_reading *r);

/* ---- values.c: voxel values from files ----------------------------------- */

/* Keys of an external field given by voxel: its file, and `value`. */
extern const am_yaml_key am_voxel_values_keys[];

/* Reads the array of a .vti or an HDF5 dataset that a mapping names: values
 * [micro->here.count].  The array must have the grid of `micro`; file names are
 * relative to `folder`.  AM_INPUT with a message. */
AM_MUST_USE am_status am_voxel_values_read(am_arena *arena, am_report *report,
                                           const am_yaml *map,
                                           const char *folder,
                                           const am_microstructure *micro,
                                           double **values);

#endif
