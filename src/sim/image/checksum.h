/* checksum.h: appends a checksum to a file, so that a reader can verify the
 * file before using its contents or passing them to a library. HDF5 does not
 * read beyond the end of its own data. */
#ifndef AM_IMAGE_CHECKSUM_H
#define AM_IMAGE_CHECKSUM_H

#include <stdbool.h>

/* Appends the checksum to a complete file; returns errno, 0 if successful. */
int am_checksum_append(const char *path);

/* Reason why a file differs from its checksum; NULL if both agree, or if there
 * is no checksum and none is `needed`. */
const char *am_checksum_obstacle(const char *path, bool needed);

#endif
