/* archive_merge.c: the files of all shards of a batch made one. */
#include "archive/archive_merge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/input.h"
#include "base/link.h"
#include "base/text.h"
#include "archive/archive_file.h"
#include "file/file.h"

/* One file to be read. */
typedef struct {
  const char *path, *name; /* as it is, and quoted */
  am_shard shard;
  am_arena *arena;         /* while it is open */
  am_archive *archive;
  const uint64_t *digests; /* of its blocks, as they are noted */
} part;

typedef struct {
  am_arena *arena;
  am_report *report;
  am_merge request;
  am_archive_layout layout; /* of the whole */
  part *parts;              /* [request.count], by shard once all are known */
  am_archive *whole;
  void *room; /* [most] of a chunk */
  size_t most;
  double bytes;          /* of what was copied */
  const char *temporary; /* PATH.part, NULL: there is none */
  const char *undo;      /* that of PATH.part */
} merging;

/* ---- parts, opened and closed -------------------------------------------- */

static am_archive_comparison comparison_of(const merging *m, const part *p) {
  bool first = p == m->parts;
  return (am_archive_comparison){.archive = p->archive, .arena = p->arena,
                                 .report = m->report, .verb = "merge",
                                 .with = first ? NULL : m->parts->name};
}

static void close_part(part *p) {
  am_arena_free(p->arena);
  p->arena = NULL;
  p->archive = NULL;
}

/* A process that was killed leaves what brings back the state before: the file
 * may be amid a commit. */
static am_status open_file(const merging *m, part *p,
                           const am_archive_layout *layout) {
  p->arena = am_arena_child(m->arena);
  p->archive = am_archive_new(p->arena, p->path, layout);
  const am_archive_comparison c = comparison_of(m, p);
  const char *undo = am_archive_undo_path(p->arena, p->path);
  return am_archive_open(&c, !access(undo, F_OK));
}

/* The shard that it says it is goes with the others. */
static am_status read_shard(const merging *m, part *p) {
  const am_archive_comparison c = comparison_of(m, p);
  const am_shard *s = &p->shard, *first = &m->parts->shard;
  am_archive_layout notes;
  AM_TRY(am_archive_notes_read(&c, &notes, &p->shard));
  if (s->count != first->count)
    return am_archive_differs(&c, "it is shard %ld of %ld, expected one of "
                              "%ld", s->index, s->count, first->count);
  if (s->all != first->all)
    return am_archive_differs(&c, "its batch has %ld points, expected %ld",
                              s->all, first->all);
  if (s->block != first->block)
    return am_archive_differs(&c, "its batch takes %ld points at once, "
                              "expected %ld", s->block, first->block);
  return AM_OK;
}

/* It has what the first one has, and all of it. */
static am_status open_part(const merging *m, part *p) {
  am_archive_layout layout = m->layout;
  int filters;
  AM_TRY(open_file(m, p, &layout));
  const am_archive_comparison c = comparison_of(m, p);
  AM_TRY(read_shard(m, p));
  am_shard expected = am_shard_of(p->shard.index, p->shard.count,
                                  p->shard.all, layout.chunk);
  p->archive->layout.points = expected.points;
  p->archive->chunk = layout.chunk;
  if (!expected.points || expected.first != p->shard.first ||
      expected.points != p->shard.points)
    return am_archive_differs(&c, "it is damaged: its points are not those "
                              "of its shard");
  AM_TRY(am_archive_compare(&c, &filters));
  if (filters != (layout.compression ? 2 : 0))
    return am_archive_differs(&c, "it is compressed otherwise");
  if (p->archive->done < p->archive->layout.points)
    return am_archive_differs(&c, "it holds %ld of %ld points, --resume goes "
                              "on", p->archive->done,
                              p->archive->layout.points);
  p->digests = am_archive_digests_read(p->archive);
  return p->digests ? AM_OK : am_archive_differs(&c, "%s",
                                                 am_h5_why(p->arena));
}

/* ---- what there is ------------------------------------------------------- */

static int by_shard(const void *a, const void *b) {
  const part *one = a, *two = b;
  long difference = one->shard.index - two->shard.index;
  return difference ? (difference > 0) - (difference < 0)
                    : strcmp(one->path, two->path);
}

static am_status check_missing(const merging *m) {
  enum { SHOWN = 10 };
  am_buffer list = {.arena = m->arena};
  const am_shard *s = &m->parts->shard;
  long missing = 0;
  size_t next = 0;
  for (long i = 1; i <= s->count; i++) {
    if (next < m->request.count && m->parts[next].shard.index == i) {
      next++;
      continue;
    }
    if (!am_shard_of(i, s->count, s->all, m->layout.chunk).points) continue;
    if (++missing <= SHOWN)
      am_buffer_add(&list, "%s%ld", missing > 1 ? ", " : "", i);
  }
  if (!missing) return AM_OK;
  return am_error(m->report, AM_INPUT, am_nowhere,
                  "cannot merge: %ld of %ld shards missing: %s%s", missing,
                  s->count, list.text, missing > SHOWN ? ", ..." : "");
}

/* Each part by itself, then all of them together. */
static am_status survey_parts(merging *m) {
  size_t count = m->request.count;
  am_archive_layout none = {.points = 1};
  AM_TRY(open_file(m, m->parts, &none));
  am_archive_comparison c = comparison_of(m, m->parts);
  c.arena = m->arena;
  am_status status =
      am_archive_layout_read(&c, &m->layout, &m->parts->shard);
  close_part(m->parts);
  AM_TRY(status);
  for (size_t i = 0; i < count; i++) {
    status = open_part(m, m->parts + i);
    close_part(m->parts + i);
    AM_TRY(status);
  }
  qsort(m->parts, count, sizeof *m->parts, by_shard);
  for (size_t i = 1; i < count; i++)
    if (m->parts[i].shard.index == m->parts[i - 1].shard.index)
      return am_error(m->report, AM_INPUT, am_nowhere,
                      "cannot merge: %s and %s are both shard %ld of %ld",
                      m->parts[i - 1].name, m->parts[i].name,
                      m->parts[i].shard.index, m->parts[i].shard.count);
  return check_missing(m);
}

/* ---- copied -------------------------------------------------------------- */

static am_status cannot_merge(const merging *m, const char *why) {
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere,
                  "cannot write %s: %s",
                  am_quoted(m->report->arena, m->request.output), why);
}

/* Points of the whole that are copied at a time, and the parts that have
 * them. */
typedef struct {
  merging *m;
  long first, end;
  part *begin, *behind;
} block;

static am_status copy_chunks(const block *b, int field, long row) {
  merging *m = b->m;
  part *p = b->begin;
  for (long at = b->first; at < b->end; at += m->layout.chunk) {
    am_encoded chunk;
    while (at >= p->shard.first + p->shard.points) p++;
    if (m->request.stop && *m->request.stop)
      return am_error(m->report, AM_FAILED, am_nowhere,
                      "stopped: %s is not written",
                      am_quoted(m->report->arena, m->request.output));
    if (!am_archive_get(p->archive, field, row, at - p->shard.first, m->room,
                        m->most, &chunk)) {
      const am_archive_comparison c = comparison_of(m, p);
      return am_archive_differs(&c, "it is damaged: a chunk of %s is missing",
                                m->layout.fields[field].name);
    }
    if (!am_archive_put(m->whole, field, row, at, &chunk))
      return cannot_merge(m, am_h5_why(m->arena));
    m->bytes += (double)chunk.size;
  }
  return AM_OK;
}

/* As a single run writes them. */
static am_status copy_fields(const block *b) {
  const am_archive_layout *l = &b->m->layout;
  for (long row = 0; row < l->rows; row++)
    for (int i = 0; i < l->field_count; i++)
      if (!l->fields[i].per_point) AM_TRY(copy_chunks(b, i, row));
  for (int i = 0; i < l->field_count; i++)
    if (l->fields[i].per_point) AM_TRY(copy_chunks(b, i, 0));
  return AM_OK;
}

/* What was copied is what was written. */
static am_status compare_blocks(const block *b) {
  const long chunk = b->m->layout.chunk;
  const part *p = b->begin;
  for (long at = b->first; at < b->end; at += chunk) {
    while (at >= p->shard.first + p->shard.points) p++;
    long k = (at - p->shard.first) / chunk;
    if (p->archive->digests[k] == p->digests[k]) continue;
    const am_archive_comparison c = comparison_of(b->m, p);
    return am_archive_block_differs(&c, at - p->shard.first);
  }
  return AM_OK;
}

static am_status copy_all(merging *m) {
  const long all = m->layout.points, size = m->parts->shard.block;
  part *last = m->parts + m->request.count;
  block b = {.m = m, .begin = m->parts, .behind = m->parts};
  while (b.end < all) {
    b.first = b.end;
    b.end = all - b.first < size ? all : b.first + size;
    for (; b.behind < last && b.behind->shard.first < b.end; b.behind++)
      AM_TRY(open_part(m, b.behind));
    AM_TRY(copy_fields(&b));
    AM_TRY(compare_blocks(&b));
    for (; b.begin < b.behind &&
           b.begin->shard.first + b.begin->shard.points <= b.end;
         b.begin++)
      close_part(b.begin);
  }
  return am_archive_commit(m->whole, m->report, all);
}

/* ---- the file ------------------------------------------------------------ */

/* Runs at the end in any case; parts go with their arenas. */
static void clean_up(void *data) {
  merging *m = data;
  if (!m->temporary) return;
  unlink(m->temporary);
  unlink(m->undo);
  m->temporary = NULL;
}

/* The space that all parts take is there before anything is copied. */
static am_status reserve_space(const merging *m) {
  double bytes = 0;
  struct stat status;
  for (size_t i = 0; i < m->request.count; i++)
    if (stat(m->parts[i].path, &status) == 0) bytes += (double)status.st_size;
  const char *why = am_archive_reserve_bytes(m->whole, bytes);
  return why ? cannot_merge(m, am_format(m->arena, "%s (no room for %.3g MB)",
                                         why, bytes * 1e-6))
             : AM_OK;
}

static am_status write_whole(merging *m) {
  const char *path = am_link_resolved(m->arena, m->request.output);
  const char *temporary = am_format(m->arena, "%s.part", path);
  const char *obstacle = am_h5_obstacle(path, AM_H5_REPLACE);
  if (obstacle) return cannot_merge(m, obstacle);
  AM_TRY(am_archive_create(m->arena, m->report, temporary, &m->layout,
                           &m->whole));
  m->undo = am_archive_undo_path(m->arena, temporary);
  m->temporary = temporary;
  m->most = am_archive_largest(m->whole) * sizeof(double);
  m->room = am_arena_room(m->arena, m->most);
  am_status status = reserve_space(m);
  if (status == AM_OK) status = copy_all(m);
  if (status != AM_OK) m->whole->failed = true;
  am_status closed = am_archive_close(m->whole, m->report);
  AM_TRY(status != AM_OK ? status : closed);
  int error = am_file_rename(temporary, path);
  if (error) return cannot_merge(m, strerror(error));
  m->temporary = NULL;
  return AM_OK;
}

am_status am_archive_merge(am_arena *arena, am_report *report,
                           const am_merge *request, am_merge_result *merged) {
  merging *m = AM_NEW(arena, merging);
  *m = (merging){.arena = arena, .report = report, .request = *request,
                 .parts = AM_ARRAY(arena, part, request->count)};
  for (size_t i = 0; i < request->count; i++) {
    m->parts[i].path = request->parts[i];
    m->parts[i].name = am_quoted(arena, request->parts[i]);
    am_input_note(report, request->parts[i]);
  }
  AM_TRY(am_h5_begin(arena, report));
  am_arena_defer(arena, clean_up, m);
  am_status status = survey_parts(m);
  if (status == AM_OK) status = write_whole(m);
  for (size_t i = 0; i < request->count; i++) close_part(m->parts + i);
  clean_up(m);
  *merged = (am_merge_result){.points = m->layout.points, .bytes = m->bytes};
  return status;
}
