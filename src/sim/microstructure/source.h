/* source.h: sources of microstructures, one key of the mapping `microstructure`
 * each. */
#ifndef AM_MICROSTRUCTURE_SOURCE_H
#define AM_MICROSTRUCTURE_SOURCE_H

#include "microstructure/microstructure.h"

/* Keys of the sources. */
extern const am_yaml_key am_raw_keys[], am_hdf5_keys[], am_laminate_keys[],
    am_voronoi_keys[], am_spheres_keys[], am_fibres_keys[];

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *folder;
  const am_yaml *map;  /* `microstructure` */
  const am_yaml *node; /* value of the source's key */
  const am_yaml *grid, *size; /* given, or NULL */
  long background;
  am_microstructure *result; /* grid and size as given by the user, else 0 */
} am_source_reading;

/* Allocates the labels and completes the size.  Each source calls it before it
 * sets labels, when the grid is known.  AM_INPUT if the grid is missing. */
AM_MUST_USE am_status am_source_grid(am_source_reading *r);

/* Reads the key `grid` [3]. */
AM_MUST_USE am_status am_source_read_grid(am_report *report,
                                          const am_yaml *node, int *grid);

/* Position of a sphere or a grain, at most one period outside the cell, and its
 * place in the input. */
typedef struct {
  double at[3];
  am_place place;
} am_centre;

/* Shape of the key `centres`: a list of positions or {file: NAME.csv}. */
#define AM_CENTRES .items = &am_position_shape, .keys = am_centres_keys
extern const am_yaml_shape am_position_shape;
extern const am_yaml_key am_centres_keys[];

AM_MUST_USE am_status am_centres_read(const am_source_reading *r,
                                      const am_yaml *node,
                                      am_centre **centres, long *count);

/* Number of grains or inclusions without voxels; the numbers of voxels [count]
 * of this member become those of all members. */
long am_empty_count(const am_source_reading *r, double *voxels, long count);

/* File with a number for each voxel. */
typedef struct {
  const int *grid;    /* [3]; 0: a flat dataset */
  const double *size; /* [3]; 0: unknown */
  long voxels;
  am_place place;
  am_vti_image *image; /* NULL: an HDF5 dataset */
  const char *array;
  am_labels_hdf5 hdf5;
} am_voxel_file;

/* Opens the file that the keys `file` and `array` or `hdf5` of r->map name. */
AM_MUST_USE am_status am_voxel_file_open(const am_source_reading *r,
                                         am_voxel_file *file);

/* Each source sets r->result->labels from r->node. */
AM_MUST_USE am_status am_source_file(am_source_reading *r);
AM_MUST_USE am_status am_source_raw(am_source_reading *r);
AM_MUST_USE am_status am_source_laminate(am_source_reading *r);
AM_MUST_USE am_status am_source_voronoi(am_source_reading *r);
AM_MUST_USE am_status am_source_spheres(am_source_reading *r);
AM_MUST_USE am_status am_source_fibres(am_source_reading *r);

/* ---- voxel values from files --------------------------------------------- */

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
