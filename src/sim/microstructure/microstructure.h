/* microstructure.h: periodic cell of labelled voxels, generated or read from
 * files.
 *
 * Voxel (i, j, k) of a grid [3] has index (k*grid[1] + j)*grid[0] + i and its
 * centre at ((i + 1/2)/grid[0]*size[0], …): x varies fastest, as in VTK
 * ImageData.  A grid may have a single voxel in some directions. */
#ifndef AM_MICROSTRUCTURE_MICROSTRUCTURE_H
#define AM_MICROSTRUCTURE_MICROSTRUCTURE_H

#include "image/parts.h"
#include "team/team.h"

extern const am_yaml_key am_microstructure_keys[];

typedef struct {
  int grid[3];     /* number of voxels */
  double size[3];  /* edge lengths of the cell, in the user's unit */
  long voxels;     /* grid[0]*grid[1]*grid[2] */
  am_slab planes;  /* planes k of this member of the team */
  am_slab here;    /* voxels of this member, at most 2^31 - 1 */
  int *labels;     /* [here.count] */
  const char *made; /* description of a generated microstructure, such as "40
                       fibres, volume fraction 0.1018 (0.102 asked for)"; "":
                       read from a file */
  am_team *team;   /* shares the planes k; NULL: one process */
} am_microstructure;

/* Team that shares the microstructure, at least this process. */
am_team *am_microstructure_team(const am_microstructure *m);

/* Divides the planes among the members; grid and team must be set. */
void am_microstructure_cut(am_microstructure *m);

/* Reads the mapping `microstructure` of a case and generates or reads the
 * voxels of `result`; only its team may be set before.  File names are relative
 * to `folder`.  Keys:
 *
 *     grid: [nx, ny, nz]    one number for all three
 *     size: [x, y, z]       lengths of the cell; by default its longest side is
 *                           1 and voxels are cubes, or as in the .vti
 *     background: 0         label outside spheres and fibres
 *     write: FILE.h5        HDF5 file for the labels (am_microstructure_write)
 *     file: FILE.vti        with `array` if it contains several
 *     raw: {file, type, order: x-fastest, skip: 0}
 *     hdf5: {file, dataset}
 *     laminate: {normal, layers: [{label, fraction or voxels}, …]}
 *     voronoi: {count, seed: 0} or {centres}
 *     spheres: {label or labels: each, diameter, centres}
 *     spheres: {label or labels: each, diameter, count or fraction, seed: 0,
 *               gap: 0}
 *     fibres: {…, length, orientation: planar, isotropic or [x, y, z]}
 *
 * Exactly one of file, raw, hdf5, laminate, voronoi, spheres and fibres defines
 * the labels; the further keys of fibres are those of random spheres.  A voxel
 * belongs to the layer, the first grain or the last inclusion that contains its
 * centre, boundaries included.  AM_INPUT with a message if the keys are
 * invalid. */
AM_MUST_USE am_status am_microstructure_read(am_arena *arena, am_report *report,
                                             const am_yaml *map,
                                             const char *folder,
                                             am_microstructure *result);

/* Writes the labels to the file `write` of the mapping, if it is given.
 * AM_ENVIRONMENT if the first member of the team cannot write it. */
AM_MUST_USE am_status am_microstructure_write(am_arena *arena,
                                              am_report *report,
                                              const am_yaml *map,
                                              const am_microstructure *m);

#endif
