/* archive_resume.c: archives that are opened again. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/input.h"
#include "base/text.h"
#include "archive/archive_file.h"
#include "file/claim.h"

/* What is done is what was written. */
static am_status compare_digests(const am_archive_comparison *c) {
  am_archive *a = c->archive;
  long bad = am_archive_digests_compare(a);
  if (bad < 0) return AM_OK;
  if (a->layout.stop && *a->layout.stop)
    return am_error(c->report, AM_FAILED, am_nowhere,
                    "stopped while %s was read", a->name);
  return am_archive_block_differs(c, bad);
}

static am_status open_as(const am_archive_comparison *c, am_h5_use use) {
  c->archive->file = am_h5_open(c->archive->path, use);
  return c->archive->file < 0 ? am_archive_differs(c, "%s", am_h5_why(c->arena))
                              : AM_OK;
}

static am_status compare_all(const am_archive_comparison *c, int *filters) {
  am_archive *a = c->archive;
  const char *obstacle = am_h5_obstacle(a->path, AM_H5_REPLACE);
  if (!obstacle && !am_archive_undo(a)) obstacle = strerror(errno);
  if (!obstacle) obstacle = am_h5_obstacle(a->path, AM_H5_WRITE);
  if (obstacle) return am_archive_differs(c, "%s", obstacle);
  AM_TRY(open_as(c, AM_H5_READ));
  AM_TRY(am_archive_compare(c, filters));
  AM_TRY(compare_digests(c));
  H5Fclose(a->file);
  a->file = -1;
  return AM_OK;
}

/* What a killed process has written but not committed may lie behind the
 * end that the file knows: nothing new goes there. */
static am_status go_on(const am_archive_comparison *c, int filters) {
  am_archive *a = c->archive;
  AM_TRY(open_as(c, AM_H5_WRITE));
  bool good =
      a->done == a->layout.points || H5Fincrement_filesize(a->file, 8) >= 0;
  for (int i = 0; good && i < a->layout.field_count; i++) {
    a->datasets[i] =
        am_h5_dataset(a->file, a->layout.fields[i].name, H5P_DEFAULT);
    good = a->datasets[i] >= 0;
  }
  if (!good || !am_archive_digests_open(a))
    return am_archive_differs(c, "%s", am_h5_why(c->arena));
  if (!am_archive_start(a, filters > 0) || !am_archive_undo_fill(a))
    return am_archive_differs(c, "%s", strerror(errno));
  return AM_OK;
}

am_status am_archive_resume(am_arena *arena, am_report *report,
                            const char *path, const am_archive_layout *layout,
                            am_archive **archive) {
  struct stat status_of;
  if (lstat(path, &status_of) && errno == ENOENT)
    return am_archive_create(arena, report, path, layout, archive);
  AM_TRY(am_h5_begin(arena, report));
  am_archive *a = *archive = am_archive_new(arena, path, layout);
  am_archive_guard(a);
  const am_archive_comparison c = {
      .archive = a, .arena = arena, .report = report, .verb = "resume"};
  int filters = 0;
  am_status status = am_claim_output(report, path);
  if (status == AM_OK) status = compare_all(&c, &filters);
  if (status == AM_OK) status = go_on(&c, filters);
  if (status != AM_OK) {
    a->failed = true;
    (void)!am_archive_close(a, report);
  }
  return status;
}

am_status am_archive_note_read(am_arena *arena, am_report *report,
                               const char *path, const char *name,
                               const char **text) {
  AM_TRY(am_h5_begin(arena, report));
  am_input_note(report, path);
  const char *why = am_h5_obstacle(path, AM_H5_READ);
  *text = NULL;
  hid_t file = why ? -1 : am_h5_open(path, AM_H5_READ);
  if (!why && file < 0) why = am_h5_why(arena);
  if (file >= 0 && am_h5_is_variable(file, name)) why = am_archive_older;
  if (file >= 0 && !why) *text = am_h5_text(arena, file, name);
  if (*text && !am_archive_note_fits(arena, file, name, *text))
    why = am_format(arena, "it is damaged: its text '%s' is not as it was "
                    "written", name);
  if (file >= 0) H5Fclose(file);
  if (*text && !why) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere, "cannot read %s: %s",
                  am_quoted(arena, path),
                  why ? why : am_format(arena, "it has no text '%s'", name));
}
