/* shard.h: divides a batch into parts that run independently, on any machine
 * and at any time, and are merged later.
 *
 * Shard I of N, counted from 1, holds consecutive points and has its own file.
 * Together the shards cover all points exactly once. */
#ifndef AM_ARCHIVE_SHARD_H
#define AM_ARCHIVE_SHARD_H

#include "base/base.h"

typedef struct {
  long index, count;  /* I and N; N = 0 or 1: all points */
  long first, points; /* first point, from 0, and number of points */
  long all;
  long block; /* points that a single run writes together (archive.h) */
} am_shard;

/* Maximum N. */
enum { AM_SHARDS_MOST = 1000000 };

/* Reads "I/N" from an option; AM_USAGE with a message. */
AM_MUST_USE am_status am_shard_parse(am_report *report, const char *text,
                                     long *index, long *count);

/* Points of a shard in whole units (the last unit may be incomplete); numbers
 * of units differ by at most one between shards. There may be 0 points if there
 * are fewer units than shards. */
am_shard am_shard_of(long index, long count, long all, long unit);

/* Description of a shard stored in its file; am_shard_read returns false if the
 * text is invalid. */
const char *am_shard_text(am_arena *arena, const am_shard *shard);
bool am_shard_read(const char *text, am_shard *shard);

/* File name of a shard: x.3of8.h5 for x.h5, matched by x.*.h5. */
const char *am_shard_path(am_arena *arena, const char *path, long index,
                          long count);

#endif
