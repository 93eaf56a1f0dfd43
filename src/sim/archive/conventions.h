/* conventions.h: what a reader of an HDF5 file must know of its numbers, the
 * texts of the group /conventions.
 *
 *   format      which kind of file, and the version of its layout
 *   layout      its datasets and their dimensions
 *   components  [6] names of a symmetric tensor's components, in order
 *   strain      what shear strains are; tangent, by what they are derived
 *   sign, units, missing
 *
 * Texts have a fixed length. */
#ifndef AM_ARCHIVE_CONVENTIONS_H
#define AM_ARCHIVE_CONVENTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/base.h"

/* A kind of file. */
typedef struct {
  const char *format, *layout;
} am_conventions;

/* Files of version 0.2 are "automat batch 1", without checksums of chunks. */
extern const am_conventions am_conventions_batch_1;
extern const am_conventions am_conventions_batch, am_conventions_fields,
    am_conventions_labels, am_conventions_restart;

/* Makes the group in a file, which is open in HDF5.  `voigt`: shear strains are
 * engineering ones.  False where HDF5 fails. */
bool am_conventions_write(am_arena *arena, int64_t file,
                          const am_conventions *conventions, bool voigt);

/* Why an open file is not read that says to be of another kind or version;
 * NULL: it is of this one, or of a time before files said so. */
const char *am_conventions_obstacle(am_arena *arena, int64_t file,
                                    const am_conventions *conventions);

#endif
