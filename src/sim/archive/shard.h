/* shard.h: a part of a long work that is done by itself, anywhere and at any
 * time, and put together with the others later.
 *
 * Shard I of N, counted from 1, does what lies together; each has a file of
 * its own, and together they do everything once. */
#ifndef AM_ARCHIVE_SHARD_H
#define AM_ARCHIVE_SHARD_H

#include "base/base.h"

typedef struct {
  long index, count;  /* I, N; N = 0 or 1: everything */
  long first, points; /* what it does: of all, from 0 */
  long all;
  long block; /* points that a single run writes at once (archive_merge.h) */
} am_shard;

/* The largest N. */
enum { AM_SHARDS_MOST = 1000000 };

/* "I/N", which an option gives; AM_USAGE with a message. */
AM_MUST_USE am_status am_shard_parse(am_report *report, const char *text,
                                     long *index, long *count);

/* Its points, in whole units (the last one may end within one), as many as
 * the others' but for one unit; 0 where there are fewer units than shards. */
am_shard am_shard_of(long index, long count, long all, long unit);

/* What a file says of its shard; false where a text is none. */
const char *am_shard_text(am_arena *arena, const am_shard *shard);
bool am_shard_read(const char *text, am_shard *shard);

/* The file of a shard: x.3of8.h5 for x.h5, which x.*.h5 finds. */
const char *am_shard_path(am_arena *arena, const char *path, long index,
                          long count);

#endif
