/* archive_resume.c: copies an unfinished archive and resumes it. */
#include "archive/parts.h"
#include "archive/archive_file.h"

typedef struct {
  const am_archive_comparison *comparison; /* of the old archive */
  am_archive *new; /* NULL: chunks are only verified */
  void *room;
  long first, end; /* points of the current block */
} copying;

static am_status copy_chunks(void *data, int field, long row) {
  const copying *k = data;
  const am_archive *old = k->comparison->archive;
  am_encoded chunk;
  for (long at = k->first; at < k->end; at += old->chunk) {
    if (!am_archive_get(old, field, row, at, k->room, &chunk))
      return AM_INPUT;
    if (k->new && !am_archive_put(k->new, field, row, at, &chunk))
      return am_error(k->comparison->report, AM_ENVIRONMENT, am_nowhere,
                      "cannot write %s: %s", k->new->name,
                      am_h5_why(k->new->arena));
  }
  return AM_OK;
}

/* Copies points in blocks as written by a run, up to the first damaged
 * chunk. */
static am_status copy_blocks(copying *k, long points, long block, long *good) {
  const am_archive *old = k->comparison->archive;
  am_report *report = k->comparison->report;
  for (*good = 0; *good < points; *good = k->end) {
    k->first = *good;
    k->end = points - k->first < block ? points : k->first + block;
    if (am_arena_stopped(k->comparison->arena))
      return am_error(report, AM_FAILED, am_nowhere,
                      "stopped while reading %s", old->name);
    am_status status = am_archive_each(&old->layout, copy_chunks, k);
    if (status == AM_INPUT) return AM_OK;
    AM_TRY(status);
    if (k->new) AM_TRY(am_archive_commit(k->new, report, k->end));
  }
  return AM_OK;
}

/* Replaces the old file once the new one holds all of its data. */
static am_status replace(const am_archive_comparison *c,
                         const am_archive_layout *layout, const char *path,
                         copying *k, long good) {
  const char *real = am_symlink_resolved(c->arena, path);
  const char *part = am_format(c->arena, "%s.part", real);
  long again;
  AM_TRY(am_archive_create(c->arena, c->report, part, layout, &k->new));
  k->new->name = c->archive->name;
  am_status status = copy_blocks(k, good, layout->block, &again);
  int error = status == AM_OK ? am_file_rename(part, real) : 0;
  if (error)
    status = am_error(c->report, AM_ENVIRONMENT, am_nowhere,
                      "cannot write %s: %s", k->new->name, strerror(error));
  if (status == AM_OK) return AM_OK;
  k->new->failed = true;
  (void)!am_archive_close(k->new, c->report);
  unlink(part);
  return status;
}

/* Compares the old file with the layout and copies its intact part, unless all
 * of it is intact. */
static am_status go_on(const am_archive_comparison *c,
                       const am_archive_layout *layout, am_archive **archive) {
  am_archive *old = c->archive;
  const char *path = old->path, *obstacle = am_h5_obstacle(path, AM_H5_WRITE);
  long good;
  AM_TRY(am_output_check(c->report, path));
  if (obstacle) return am_archive_differs(c, "%s", obstacle);
  AM_TRY(am_archive_open(c));
  AM_TRY(am_archive_compare(c, layout, false));
  am_archive_layout new = *layout;
  new.compression = old->layout.compression;
  new.chunk = (int)old->chunk;
  if (!new.block) new.block = old->chunk;
  copying k = {.comparison = c,
               .room = am_arena_room(c->arena, am_archive_room(old))};
  AM_TRY(copy_blocks(&k, old->done, old->chunk, &good));
  if (good < old->done)
    am_note(c->report, am_nowhere,
            "%s is damaged from point %ld on: the run continues there",
            old->name, good + 1);
  if (good == layout->points) {
    am_note(c->report, am_nowhere, "%s is complete: nothing is left to do",
            old->name);
    return AM_OK;
  }
  AM_TRY(replace(c, &new, path, &k, good));
  k.new->path = path;
  *archive = k.new;
  return am_archive_close(old, c->report);
}

am_status am_archive_resume(am_arena *arena, am_report *report,
                            const char *path, const am_archive_layout *layout,
                            am_archive **archive) {
  struct stat status_of;
  if (lstat(path, &status_of) && errno == ENOENT)
    return am_archive_create(arena, report, path, layout, archive);
  AM_TRY(am_h5_begin(arena, report));
  am_archive *old = *archive = am_archive_new(arena, path, layout);
  const am_archive_comparison c = {
      .archive = old, .arena = arena, .report = report, .verb = "resume"};
  am_status status = go_on(&c, layout, archive);
  if (status != AM_OK) (void)!am_archive_close(old, report);
  return status;
}
