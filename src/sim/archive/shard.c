/* shard.c: divides a batch into parts. */
#include "archive/parts.h"

/* Reads a number from 1 to `most` at the start of a text; returns the rest of
 * the text, NULL: there is no such number. */
static const char *read_count(const char *text, long most, long *number) {
  char *end;
  if (*text < '1' || *text > '9') return NULL;
  *number = strtol(text, &end, 10);
  return *number <= most ? end : NULL;
}

am_status am_shard_parse(am_report *report, const char *text, long *index,
                         long *count) {
  const char *rest = read_count(text, AM_SHARDS_MOST, index);
  rest = rest && *rest == '/' ? read_count(rest + 1, AM_SHARDS_MOST, count)
                              : NULL;
  if (rest && !*rest && *index <= *count) return AM_OK;
  return am_error(report, AM_USAGE, am_nowhere,
                  "expected '--shard' to be I/N with I from 1 to N, at most "
                  "%d, found '%s'", AM_SHARDS_MOST,
                  am_printable(report->arena, text, strlen(text)));
}

am_shard am_shard_of(long index, long count, long all, long unit) {
  /* Adds an incomplete unit to the last shard, which is not empty unless all
   * shards are. */
  long units = all / unit;
  if (units < 1) units = 1;
  long whole = units / count, more = units % count, before = index - 1;
  long first = before * whole + before * more / count;
  long end = index * whole + index * more / count;
  am_shard shard = {.index = index, .count = count, .all = all,
                    .first = first * unit};
  shard.points = (index == count ? all : end * unit) - shard.first;
  return shard;
}

const char *am_shard_text(am_arena *arena, const am_shard *s) {
  return am_format(arena, "%ld of %ld: %ld points from %ld of %ld by %ld",
                   s->index, s->count, s->points, s->first + 1, s->all,
                   s->block);
}

bool am_shard_read(const char *text, am_shard *s) {
  enum { MOST = 1000000000 };
  struct {
    const char *before;
    long *number;
  } parts[] = {{"", &s->index},         {" of ", &s->count},
               {": ", &s->points},      {" points from ", &s->first},
               {" of ", &s->all},       {" by ", &s->block}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    size_t length = strlen(parts[i].before);
    if (strncmp(text, parts[i].before, length)) return false;
    text = read_count(text + length, MOST, parts[i].number);
    if (!text) return false;
  }
  s->first--;
  return !*text && s->index <= s->count;
}

const char *am_shard_path(am_arena *arena, const char *path, long index,
                          long count) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  size_t stem = dot && dot > (slash ? slash + 1 : path) ? (size_t)(dot - path)
                                                       : strlen(path);
  return am_format(arena, "%.*s.%ldof%ld%s", (int)stem, path, index, count,
                   path + stem);
}
