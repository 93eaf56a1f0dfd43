/* digest.h: 64 bits that tell whether bytes are what they were.
 *
 * Made for speed (a multiplication for eight bytes) and against accidents,
 * not against somebody who wants two texts of one digest. */
#ifndef AM_BASE_DIGEST_H
#define AM_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { AM_DIGEST_START = 1 };

/* The digest of what gave `sum` (AM_DIGEST_START: nothing) and these bytes
 * behind it.  The same bytes in other pieces have another digest. */
uint64_t am_digest(uint64_t sum, const void *data, size_t size);

/* The digest of the first `length` bytes of a file; an errno, 0: done.  EIO
 * where it is shorter. */
int am_digest_file(int file, off_t length, uint64_t *sum);

#endif
