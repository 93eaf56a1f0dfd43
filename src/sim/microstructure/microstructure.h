/* microstructure.h: a periodic cell of voxels, each with a label.
 *
 * Voxel (i, j, k) of a grid [3] is number (k*grid[1] + j)*grid[0] + i, and its
 * centre at ((i + 1/2)/grid[0]*size[0], …): x runs fastest, like in VTK
 * ImageData.  A grid may have one voxel in some directions. */
#ifndef AM_MICROSTRUCTURE_MICROSTRUCTURE_H
#define AM_MICROSTRUCTURE_MICROSTRUCTURE_H

#include "image/parts.h"
#include "team/team.h"
#include "yaml/keys.h"

extern const am_yaml_key am_microstructure_keys[];

typedef struct {
  int grid[3];     /* voxels */
  double size[3];  /* of the cell, in the user's unit of length */
  long voxels;     /* grid[0]*grid[1]*grid[2] */
  am_slab planes;  /* k, of this member of the team … */
  am_slab here;    /* … and its voxels, at most 2^31 - 1 */
  am_labels *labels; /* [here.count], as wide in all members */
  const char *made; /* what was generated, a phrase such as "40 fibres,
                      volume fraction 0.1018 (0.102 asked for)"; "": it was
                      read */
  am_team *team;   /* whose members share the planes k; NULL: nobody does */
} am_microstructure;

/* The members that share it, at least this process. */
am_team *am_microstructure_team(const am_microstructure *m);

/* Cuts the planes, of the grid and team that are set. */
void am_microstructure_cut(am_microstructure *m);

/* Reads the mapping `microstructure` of a case and makes or reads the voxels of
 * `result`, of which only the team may be set; files are relative to `folder`.  Of its keys
 *
 *     grid: [nx, ny, nz]    one number: of all three
 *     size: [x, y, z]       lengths of the cell; otherwise its longest side is
 *                           1 and voxels are cubes, or those of the .vti
 *     background: 0         label beside spheres and fibres
 *     write: FILE.vti       the labels, written there
 *     file: FILE.vti        with `array` where there are several
 *     raw: {file, type, order: x-fastest, skip: 0}
 *     hdf5: {file, dataset}
 *     laminate: {normal, layers: [{label, fraction or voxels}, …]}
 *     spheres: {label or labels: each, diameter, centres}
 *     spheres: {label or labels: each, diameter, count or fraction, seed: 0,
 *               gap: 0}
 *     fibres: {…, length, orientation: planar, isotropic or [x, y, z]}
 *
 * one of the last six says where the labels come from; the fibres' keys are
 * those of random spheres too.  A voxel belongs to the layer, or to the last
 * inclusion, in which its centre lies, boundaries included (inclusion.h).
 * AM_INPUT with a message when that is not possible; AM_ENVIRONMENT when
 * `write` is not, which the first of a team does. */
AM_MUST_USE am_status am_microstructure_read(am_arena *arena,
                                             am_report *report,
                                             const am_yaml *map,
                                             const char *folder,
                                             am_microstructure *result);

#endif
