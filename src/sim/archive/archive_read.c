/* archive_read.c: archives that are read. */
#include "archive/archive_read.h"

#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "archive/archive_file.h"
#include "archive/conventions.h"

enum { MOST_POINTS = 1000000000 };

struct am_archive_handles {
  am_archive *archive;
  const int *fields;     /* [quantity_count] of its layout */
  const uint64_t *noted; /* digests [blocks] */
  bool *compared;        /* blocks that fit theirs */
  void *room;            /* [most] of a chunk */
  size_t most;
};

static am_archive_comparison reading_of(am_archive *archive,
                                        am_report *report) {
  return (am_archive_comparison){.archive = archive, .arena = archive->arena,
                                 .report = report, .verb = "read"};
}

static am_status read_points(const am_archive_comparison *c,
                             am_archive_results *r) {
  hid_t file = c->archive->file;
  if (am_h5_is_variable(file, "datasets"))
    return am_archive_differs(c, "%s", am_archive_older);
  const char *why =
      am_conventions_obstacle(c->arena, file, &am_conventions_batch);
  if (why) return am_archive_differs(c, "%s", why);
  if (!am_h5_integer(file, "points", &r->points) ||
      !am_h5_integer(file, "done", &r->done))
    return am_archive_differs(c, "it holds no results of a batch");
  if (r->points > 0 && r->points <= MOST_POINTS && r->done >= 0 &&
      r->done <= r->points)
    return AM_OK;
  return am_archive_differs(c, "it is damaged: %ld of %ld points are done",
                            r->done, r->points);
}

/* The file opened once more, as what it says itself. */
static am_status open_layout(const am_archive_comparison *c, long points) {
  am_archive *a = c->archive;
  am_archive_layout layout;
  hid_t file = a->file;
  int filters;
  AM_TRY(am_archive_layout_read(c, &layout, NULL));
  layout.points = points;
  *a = *am_archive_new(a->arena, a->path, &layout);
  a->file = file;
  return am_archive_compare(c, &filters);
}

/* Components that the file does not name get numbers, a single one "". */
static am_archive_quantity quantity_of(am_arena *arena,
                                       const am_archive_field *field) {
  int count = (int)am_archive_components(field);
  const char **numbers = AM_ARRAY(arena, const char *, count);
  for (int i = 0; i < count; i++)
    numbers[i] = count == 1 ? "" : am_format(arena, "%d", i + 1);
  return (am_archive_quantity){
      .name = field->name, .unit = field->unit, .count = count,
      .components = field->components ? field->components : numbers};
}

/* Those that have values in rows. */
static void list_quantities(am_archive_results *r, const am_archive *a) {
  int count = a->layout.field_count;
  am_archive_quantity *all = AM_ARRAY(a->arena, am_archive_quantity, count);
  int *fields = AM_ARRAY(a->arena, int, count);
  for (int i = 0; i < count; i++) {
    if (a->layout.fields[i].per_point) continue;
    fields[r->quantity_count] = i;
    all[r->quantity_count++] = quantity_of(a->arena, &a->layout.fields[i]);
  }
  r->quantities = all;
  r->handles->fields = fields;
}

static am_status open_digests(const am_archive_comparison *c,
                              am_archive_handles *h) {
  am_archive *a = h->archive = c->archive;
  h->noted = am_archive_digests_read(a);
  if (!h->noted) return am_archive_differs(c, "%s", am_h5_why(c->arena));
  h->compared = AM_ARRAY(a->arena, bool, 1 + a->done / a->chunk);
  h->most = am_archive_largest(a) * sizeof(double);
  h->room = am_arena_room(a->arena, h->most);
  return AM_OK;
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
  AM_TRY(am_archive_open(&c, am_archive_is_torn(a)));
  AM_TRY(read_points(&c, r));
  AM_TRY(open_layout(&c, r->points));
  r->path = path;
  r->times = a->layout.times;
  r->time_unit = a->layout.time_unit;
  r->rows = a->layout.rows;
  const char *notation = am_h5_text(arena, a->file, AM_ARCHIVE_NOTATION);
  r->voigt = notation && !strcmp(notation, AM_ARCHIVE_VOIGT);
  r->handles = AM_NEW(arena, am_archive_handles);
  list_quantities(r, a);
  return open_digests(&c, r->handles);
}

/* The blocks that hold these points are as they were written. */
static am_status compare_blocks(const am_archive_handles *h,
                                am_report *report, long first, long end) {
  am_archive *a = h->archive;
  const am_archive_comparison c = reading_of(a, report);
  if (end > a->done) end = a->done;
  for (long k = first / a->chunk; k * a->chunk < end; k++) {
    if (!h->compared[k] &&
        !am_archive_block_fits(a, k, h->noted[k], h->room, h->most))
      return am_archive_block_differs(&c, k * a->chunk);
    h->compared[k] = true;
  }
  return AM_OK;
}

am_status am_archive_results_read(const am_archive_results *r,
                                  am_report *report, int quantity, long first,
                                  long count, double *values) {
  const am_archive_handles *h = r->handles;
  const am_archive_comparison c = reading_of(h->archive, report);
  hid_t set = h->archive->datasets[h->fields[quantity]];
  hsize_t start[H5S_MAX_RANK] = {(hsize_t)first}, size[H5S_MAX_RANK] = {0};
  AM_TRY(compare_blocks(h, report, first, first + count));
  int rank = am_h5_size(set, size);
  size[0] = (hsize_t)count;
  return am_h5_read(set, rank, start, size, values)
             ? AM_OK
             : am_archive_differs(&c, "%s", am_h5_why(report->arena));
}
