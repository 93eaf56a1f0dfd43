/* source.h: where the voxels of a microstructure come from: a key of the
 * mapping `microstructure` each. */
#ifndef AM_MICROSTRUCTURE_SOURCE_H
#define AM_MICROSTRUCTURE_SOURCE_H

#include "image/parts.h"
#include "microstructure/microstructure.h"

/* Their keys. */
extern const am_yaml_key am_raw_keys[], am_hdf5_keys[], am_laminate_keys[],
    am_spheres_keys[], am_fibres_keys[];

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *folder;
  const am_yaml *map;  /* `microstructure` */
  const am_yaml *node; /* the source */
  int background;
  am_microstructure *result; /* grid and size as the user gives them, else 0 */
} am_source_reading;

/* What a source calls when the grid is known, before it touches labels: makes
 * room for them and completes the size.  AM_INPUT when the grid is missing.
 */
AM_MUST_USE am_status am_source_grid(am_source_reading *r);

/* The file that the value of a key names. */
AM_MUST_USE am_status am_source_path(am_source_reading *r,
                                     const am_yaml *node, const char *what,
                                     const char **path);

/* The dataset of a mapping {file, dataset}, open. */
AM_MUST_USE am_status am_source_dataset(am_source_reading *r,
                                        const am_yaml *node,
                                        am_labels_hdf5 *hdf5);

/* A label as users write it. */
AM_MUST_USE am_status am_source_label(am_report *report, const am_yaml *node,
                                      const char *what, int *label);

/* Each makes r->result->labels of r->node. */
AM_MUST_USE am_status am_source_vti(am_source_reading *r);
AM_MUST_USE am_status am_source_raw(am_source_reading *r);
AM_MUST_USE am_status am_source_hdf5(am_source_reading *r);
AM_MUST_USE am_status am_source_laminate(am_source_reading *r);
AM_MUST_USE am_status am_source_spheres(am_source_reading *r);
AM_MUST_USE am_status am_source_fibres(am_source_reading *r);

#endif
