/* archive_merge.h: the files of all shards of a batch (shard.h) made one.
 *
 * Chunks go from file to file as they lie there, compressed or not, in the
 * order in which a single run writes them: for each `block` of points that it
 * has in memory at once, row by row, field by field, then what points have
 * once.  So the file is the one that it would have written, to the byte.
 * Every chunk is compared with its digest on the way.
 *
 * What is made is PATH.part, which takes the name PATH when all is there:
 * nothing half is left by what fails, or by a signal. */
#ifndef AM_ARCHIVE_ARCHIVE_MERGE_H
#define AM_ARCHIVE_ARCHIVE_MERGE_H

#include "base/base.h"

typedef struct {
  const char *const *parts; /* [count] in any order */
  size_t count;
  const char *output;
  const volatile int *stop; /* nonzero: leave; or NULL */
} am_merge;

typedef struct {
  long points;
  double bytes; /* of chunks */
} am_merge_result;

/* AM_INPUT with a message where a part is damaged, not complete, given twice,
 * missing, or differs from the first one in more than its points;
 * AM_ENVIRONMENT where the file cannot be written, AM_FAILED where it was
 * stopped. */
AM_MUST_USE am_status am_archive_merge(am_arena *arena, am_report *report,
                                       const am_merge *merge,
                                       am_merge_result *merged);

#endif
