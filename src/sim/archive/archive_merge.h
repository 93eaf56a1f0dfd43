/* archive_merge.h: merges the files of all shards of a batch (shard.h).
 *
 * Encoded chunks are copied unchanged, in the order in which a single run
 * writes them: for each `block` of points, row by row and field by field, then
 * the per-point fields. The result is therefore bitwise identical to the file
 * of a single run. The checksum of every chunk is verified.
 *
 * The result is written to PATH.part and renamed to PATH when complete, so an
 * error or a signal leaves no partial file. */
#ifndef AM_ARCHIVE_ARCHIVE_MERGE_H
#define AM_ARCHIVE_ARCHIVE_MERGE_H

#include "base/base.h"

typedef struct {
  const char *const *parts; /* [count] in any order */
  size_t count;
  const char *output;
  const volatile int *stop; /* nonzero: stop; or NULL */
} am_merge;

typedef struct {
  long points;
  double bytes; /* bytes of chunks */
} am_merge_result;

/* Merges the files. AM_INPUT, with a message, if a part is damaged, incomplete,
 * given twice, missing, or differs from the first one in more than its points;
 * AM_ENVIRONMENT if the file cannot be written, AM_FAILED if stopped. */
AM_MUST_USE am_status am_archive_merge(am_arena *arena, am_report *report,
                                       const am_merge *merge,
                                       am_merge_result *merged);

#endif
