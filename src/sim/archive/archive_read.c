/* archive_read.c: reads archives. */
#include "archive/archive_file.h"

static am_archive_comparison reading_of(am_archive *archive,
                                        am_report *report) {
  return (am_archive_comparison){.archive = archive, .arena = archive->arena,
                                 .report = report, .verb = "read"};
}

am_status am_archive_results_open(am_arena *arena, am_report *report,
                                  const char *path,
                                  am_archive_results **results) {
  am_archive_results *r = *results = AM_NEW(arena, am_archive_results);
  AM_TRY(am_h5_begin(arena, report));
  const am_archive_layout none = {.points = 1};
  am_archive *a = am_archive_new(arena, path, &none);
  const am_archive_comparison c = reading_of(a, report);
  am_input_note(report, path);
  AM_TRY(am_archive_open(&c));
  r->archive = a;
  r->layout = &a->layout;
  r->done = a->done;
  const char *notation = am_h5_text(arena, a->file, AM_ARCHIVE_NOTATION);
  r->voigt = notation && !strcmp(notation, AM_ARCHIVE_VOIGT);
  return AM_OK;
}

/* First point of the damaged chunk of a field; chunks before `first` are
 * intact. */
static long find_damage(const am_archive *a, int field, long first) {
  void *room = am_arena_room(a->arena, am_archive_room(a));
  long rows = am_archive_rows(a, &a->layout.fields[field]);
  am_encoded chunk;
  for (long at = first / a->chunk * a->chunk;; at += a->chunk)
    for (long row = 0; row < rows; row++)
      if (at + a->chunk >= a->done ||
          !am_archive_get(a, field, row, at, room, &chunk))
        return at;
}

am_status am_archive_results_read(const am_archive_results *r,
                                  am_report *report, int field, long first,
                                  long count, double *values) {
  const am_archive *a = r->archive;
  const am_archive_comparison c = reading_of(r->archive, report);
  hid_t set = a->datasets[field];
  hsize_t start[H5S_MAX_RANK] = {(hsize_t)first}, size[H5S_MAX_RANK] = {0};
  int rank = am_h5_size(set, size);
  size[0] = (hsize_t)count;
  if (am_h5_read(set, rank, start, size, values)) return AM_OK;
  long bad = find_damage(a, field, first), end = bad + a->chunk;
  return am_archive_differs(&c, "it is damaged: wrong checksum of points %ld "
                                "to %ld", bad + 1,
                            end < a->done ? end : a->done);
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
  if (file >= 0) H5Fclose(file);
  if (*text) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere, "cannot read %s: %s",
                  am_quoted(arena, path),
                  why ? why : am_format(arena, "it has no attribute "
                                               "'%s'", name));
}
