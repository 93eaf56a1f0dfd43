/* conventions.h: group /conventions of HDF5 files, texts that describe the
 * meaning of the numbers.
 *
 *   format      kind of file and version of its layout
 *   layout      datasets and their dimensions
 *   components  [6] names of the components of a symmetric tensor, in order
 *   strain      definition of shear strains
 *   tangent     variables of differentiation
 *   sign, units, missing
 *
 * Texts have a fixed length. */
#ifndef AM_ARCHIVE_CONVENTIONS_H
#define AM_ARCHIVE_CONVENTIONS_H

#include "base/base.h"

/* A kind of file. */
typedef struct {
  const char *format, *layout;
} am_conventions;

/* Files of version 0.2 have the format "automat batch 1", without checksums of
 * chunks. */
extern const am_conventions am_conventions_batch_1;
extern const am_conventions am_conventions_batch, am_conventions_fields,
    am_conventions_labels, am_conventions_restart;

/* Writes the group to an open HDF5 file. `voigt`: shear strains are engineering
 * strains. False if HDF5 fails. */
bool am_conventions_write(am_arena *arena, int64_t file,
                          const am_conventions *conventions, bool voigt);

/* Reason why an open file of another kind or version cannot be read; NULL if
 * the file has this format, or is older than the group. */
const char *am_conventions_obstacle(am_arena *arena, int64_t file,
                                    const am_conventions *conventions);

#endif
