/* archive_merge.c: shards of a batch, and merging of their files. */
#include "archive/parts.h"
#include "archive/archive_file.h"

/* ---- shards -------------------------------------------------------------- */

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
                  "%d, found %s", AM_SHARDS_MOST,
                  am_quoted(report->arena, text));
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

/* ---- merging ------------------------------------------------------------- */

typedef struct {
  const char *path, *name; /* path, and quoted path */
  am_shard shard;
  am_arena *arena;         /* memory of the open file */
  am_archive *archive;
} part;

typedef struct {
  am_arena *arena;
  am_report *report;
  am_merge request;
  am_archive_layout layout; /* layout of the merged file */
  part *parts;              /* [request.count], sorted by shard once all are
                               known */
  am_archive *whole;
  void *room; /* buffer for a chunk */
  double bytes;          /* bytes copied */
  const char *temporary; /* PATH.part, NULL: does not exist */
} merging;

/* ---- opening and closing of parts ---------------------------------------- */

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

static am_status open_file(const merging *m, part *p) {
  const am_archive_layout none = {.points = 1};
  p->archive = am_archive_new(p->arena, p->path, &none);
  const am_archive_comparison c = comparison_of(m, p);
  AM_TRY(am_archive_open(&c));
  const char *text =
      am_h5_text(p->arena, p->archive->file, AM_ARCHIVE_SHARD);
  if (!text)
    return am_archive_differs(&c, "it is not a shard of a batch (see --shard)");
  if (am_shard_read(text, &p->shard)) return AM_OK;
  return am_archive_differs(&c, "it is damaged: its attribute 'shard' is %s",
                            am_quoted(p->arena, text));
}

/* Checks that the shard belongs to the same batch as the first one. */
static am_status compare_shard(const merging *m, const part *p) {
  const am_archive_comparison c = comparison_of(m, p);
  const am_shard *s = &p->shard, *first = &m->parts->shard;
  if (s->count != first->count)
    return am_archive_differs(&c, "it is shard %ld of %ld, expected a shard of "
                                  "%ld", s->index, s->count, first->count);
  if (s->all != first->all)
    return am_archive_differs(&c, "its batch has %ld points, expected %ld",
                              s->all, first->all);
  if (s->block != first->block)
    return am_archive_differs(&c, "its batch has blocks of %ld points, "
                                  "expected %ld", s->block, first->block);
  const am_archive *a = p->archive;
  am_shard expected = am_shard_of(s->index, s->count, s->all, a->chunk);
  if (expected.points && expected.first == s->first &&
      expected.points == s->points && s->points == a->layout.points &&
      (s->block % a->chunk == 0 || s->block >= s->all))
    return AM_OK;
  return am_archive_differs(&c, "it is damaged: its points do not match its "
                                "shard");
}

/* Opens a part and checks that it is complete and has the common layout. */
static am_status open_part(const merging *m, part *p) {
  p->arena = am_arena_child(m->arena);
  AM_TRY(open_file(m, p));
  const am_archive_comparison c = comparison_of(m, p);
  const am_archive *a = p->archive;
  AM_TRY(compare_shard(m, p));
  AM_TRY(am_archive_compare(&c, &m->layout, true));
  if (a->chunk != m->layout.chunk ||
      a->layout.compression != m->layout.compression)
    return am_archive_differs(&c, "its chunks have another size or "
                                  "compression");
  if (a->done == a->layout.points) return AM_OK;
  return am_archive_differs(&c, "it contains only %ld of %ld points: complete "
                                "it with --resume", a->done, a->layout.points);
}

/* Finds the layout of the merged file; the first part stays open for it. */
static am_status find_layout(merging *m) {
  part *first = m->parts;
  first->arena = m->arena;
  am_status status = open_file(m, first);
  first->arena = NULL;
  AM_TRY(status);
  m->layout = first->archive->layout;
  am_archive_note *notes =
      AM_ARRAY(m->arena, am_archive_note, m->layout.note_count);
  int count = 0;
  for (int i = 0; i < m->layout.note_count; i++)
    if (strcmp(m->layout.notes[i].name, AM_ARCHIVE_SHARD))
      notes[count++] = m->layout.notes[i];
  m->layout.notes = notes;
  m->layout.note_count = count;
  m->layout.points = first->shard.all;
  return AM_OK;
}

/* ---- checks of all parts ------------------------------------------------- */

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

/* Checks each part, then their combination. */
static am_status survey_parts(merging *m) {
  size_t count = m->request.count;
  AM_TRY(find_layout(m));
  for (size_t i = 0; i < count; i++) {
    am_status status = open_part(m, m->parts + i);
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

/* ---- copying ------------------------------------------------------------- */

static am_status cannot_merge(const merging *m, const char *why) {
  return am_error(m->report, AM_ENVIRONMENT, am_nowhere, "cannot write %s: %s",
                  am_quoted(m->report->arena, m->request.output), why);
}

/* Points copied together, and the parts that contain them. */
typedef struct {
  merging *m;
  long first, end;
  part *begin, *behind;
} block;

static am_status copy_chunks(void *data, int field, long row) {
  const block *b = data;
  merging *m = b->m;
  part *p = b->begin;
  for (long at = b->first; at < b->end; at += m->layout.chunk) {
    am_encoded chunk;
    while (at >= p->shard.first + p->shard.points) p++;
    if (am_arena_stopped(m->arena))
      return am_error(m->report, AM_FAILED, am_nowhere,
                      "stopped: %s was not written",
                      am_quoted(m->report->arena, m->request.output));
    if (!am_archive_get(p->archive, field, row, at - p->shard.first, m->room,
                        &chunk)) {
      const am_archive_comparison c = comparison_of(m, p);
      long first = at - p->shard.first, end = first + m->layout.chunk;
      return am_archive_differs(
          &c, "it is damaged: wrong checksum of points %ld to %ld",
          first + 1, end < p->shard.points ? end : p->shard.points);
    }
    if (!am_archive_put(m->whole, field, row, at, &chunk))
      return cannot_merge(m, am_h5_why(m->arena));
    m->bytes += (double)chunk.size;
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
    AM_TRY(am_archive_each(&m->layout, copy_chunks, &b));
    for (; b.begin < b.behind &&
           b.begin->shard.first + b.begin->shard.points <= b.end;
         b.begin++)
      close_part(b.begin);
  }
  return am_archive_commit(m->whole, m->report, all);
}

/* ---- the file ------------------------------------------------------------ */

/* Removes the temporary file on failure; parts are closed with their arenas. */
static void clean_up(void *data) {
  merging *m = data;
  if (!m->temporary) return;
  unlink(m->temporary);
  m->temporary = NULL;
}

static am_status write_whole(merging *m) {
  const char *path = am_symlink_resolved(m->arena, m->request.output);
  const char *temporary = am_format(m->arena, "%s.part", path);
  const char *obstacle = am_h5_obstacle(path, AM_H5_REPLACE);
  if (obstacle) return cannot_merge(m, obstacle);
  AM_TRY(am_archive_create(m->arena, m->report, temporary, &m->layout,
                           &m->whole));
  m->temporary = temporary;
  m->room = am_arena_room(m->arena, am_archive_room(m->whole));
  am_status status = copy_all(m);
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
