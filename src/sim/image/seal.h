/* seal.h: a digest behind the end of a file, by which a reader sees that the
 * file is what was written before it believes, or hands to a library, anything
 * in it.  HDF5 reads no further than its own end. */
#ifndef AM_IMAGE_SEAL_H
#define AM_IMAGE_SEAL_H

#include <stdbool.h>

/* Seals a file that is whole; an errno, 0: done. */
int am_seal(const char *path);

/* Why a file is not as it was sealed; NULL: it is, or has no seal where it
 * needs none. */
const char *am_seal_obstacle(const char *path, bool needed);

#endif
