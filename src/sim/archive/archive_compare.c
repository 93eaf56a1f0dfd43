/* archive_compare.c: an archive compared with the layout that it should
 * have. */
#include <string.h>

#include "base/text.h"
#include "archive/archive_file.h"
#include "archive/conventions.h"

const char am_archive_older[] =
    "its texts have variable length, which is not read: it is of an older "
    "version, or another program has changed it";

const char am_archive_undigested[] =
    "it holds no digests of what is done: it is damaged, or of an older "
    "version";

am_status am_archive_differs(const am_archive_comparison *c,
                             const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const char *why = am_format_list(c->arena, format, arguments);
  va_end(arguments);
  return am_error(c->report, AM_INPUT, am_nowhere, "cannot %s %s%s%s: %s",
                  c->verb, c->archive->name, c->with ? " with " : "",
                  c->with ? c->with : "", why);
}

static void release_file(void *data) {
  const am_archive *archive = data;
  am_h5_release(archive->file);
}

am_status am_archive_open(const am_archive_comparison *c, bool unclosed) {
  am_archive *a = c->archive;
  am_arena_defer(c->arena, release_file, a);
  const char *why = am_h5_obstacle(a->path, AM_H5_READ);
  if (!why && unclosed) why = "its batch has not closed it: --resume goes on";
  if (!why) a->file = am_h5_open(a->path, AM_H5_READ);
  if (!why && a->file < 0) why = am_h5_why(c->arena);
  return why ? am_archive_differs(c, "%s", why) : AM_OK;
}

static const char *quoted(const am_archive_comparison *c, const char *text) {
  size_t length = strcspn(text, "\n");
  return am_format(c->arena, "'%s'", am_printable(c->arena, text, length));
}

static am_status compare_text(const am_archive_comparison *c, const char *what,
                              const char *found, const char *expected) {
  if (!found) return am_archive_differs(c, "%s is missing", what);
  if (!strcmp(found, expected)) return AM_OK;
  int line = 1;
  size_t begin = 0;
  for (size_t i = 0; found[i] == expected[i]; i++) {
    if (found[i] != '\n') continue;
    line++;
    begin = i + 1;
  }
  const char *where = am_format(c->arena, " in line %d", line);
  return am_archive_differs(c, "%s differs%s: found %s, expected %s", what,
                       line > 1 ? where : "",
                       quoted(c, found + begin), quoted(c, expected + begin));
}

static am_status compare_notes(const am_archive_comparison *c) {
  am_archive *a = c->archive;
  for (int i = 0; i < a->layout.note_count; i++) {
    const am_archive_note *note = &a->layout.notes[i];
    AM_TRY(compare_text(c, am_format(c->arena, "its attribute '%s'",
                                     note->name),
                        am_h5_text(c->arena, a->file, note->name),
                        note->text));
  }
  return AM_OK;
}

/* The datasets that it names are those of the layout. */
static am_status compare_names(const am_archive_comparison *c) {
  am_archive *a = c->archive;
  int count = 0;
  const char *const *names = am_h5_texts(c->arena, a->file, "datasets",
                                         &count);
  if (!names) return am_archive_differs(c, "it holds no results of a batch");
  for (int i = 0; i < a->layout.field_count && i < count; i++)
    if (strcmp(names[i], a->layout.fields[i].name))
      return am_archive_differs(c, "its dataset %d is %s, expected %s", i + 1,
                           quoted(c, names[i]),
                           quoted(c, a->layout.fields[i].name));
  if (count == a->layout.field_count) return AM_OK;
  return am_archive_differs(c, "found %d datasets, expected %d", count,
                       a->layout.field_count);
}

static am_status compare_times(const am_archive_comparison *c) {
  am_archive *a = c->archive;
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t set = am_h5_dataset(a->file, "time", H5P_DEFAULT);
  if (set < 0) return am_archive_differs(c, "it is damaged: no dataset 'time'");
  if (am_h5_size(set, size) != 1 || (long)size[0] != a->layout.rows)
    return am_archive_differs(c, "found %ld output times, expected %ld",
                         (long)size[0], a->layout.rows);
  double *times = AM_ARRAY(c->arena, double, a->layout.rows);
  if (H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
              times) < 0)
    return am_archive_differs(c, "it is damaged: %s", am_h5_why(c->arena));
  for (long i = 0; i < a->layout.rows; i++)
    if (times[i] != a->layout.times[i])
      return am_archive_differs(c, "found %.17g as output time %ld, expected %.17g",
                           times[i], i + 1, a->layout.times[i]);
  AM_TRY(compare_text(c, "the unit of time",
                      am_h5_text(c->arena, set, "unit"),
                      a->layout.time_unit));
  am_h5_release(set);
  return AM_OK;
}

/* The chunks of a dataset are as long as those of the others and have gone
 * through the same filters. */
static am_status compare_chunks(const am_archive_comparison *c, hid_t dataset,
                                const am_archive_field *field, int filters) {
  hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
  hsize_t found[H5S_MAX_RANK] = {0};
  int rank = am_archive_size(c->archive, field, size, chunk);
  hid_t list = H5Dget_create_plist(dataset);
  hid_t type = H5Dget_type(dataset);
  bool same = H5Pget_layout(list) == H5D_CHUNKED &&
              H5Pget_chunk(list, H5S_MAX_RANK, found) == rank &&
              !memcmp(found, chunk, (size_t)rank * sizeof *chunk) &&
              H5Pget_nfilters(list) == filters &&
              H5Tequal(type, H5T_NATIVE_DOUBLE) > 0;
  am_h5_release(type);
  am_h5_release(list);
  return same ? AM_OK
              : am_archive_differs(c, "it is damaged: the chunks of %s are not ours",
                              field->name);
}

static am_status compare_dataset(const am_archive_comparison *c, hid_t dataset,
                                 const am_archive_field *field,
                                 int filters) {
  hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
  hsize_t found[H5S_MAX_RANK] = {0};
  int rank = am_archive_size(c->archive, field, size, chunk);
  if (am_h5_size(dataset, found) != rank ||
      memcmp(found, size, (size_t)rank * sizeof *size))
    return am_archive_differs(
        c, "%s is %s, expected %s", field->name,
        am_h5_shape(c->arena, found, am_h5_size(dataset, found)),
        am_h5_shape(c->arena, size, rank));
  AM_TRY(compare_text(c, am_format(c->arena, "the unit of %s", field->name),
                      am_h5_text(c->arena, dataset, "unit"), field->unit));

  int count = 0;
  const char *const *names =
      am_h5_texts(c->arena, dataset, "components", &count);
  bool same = names && count == am_archive_components(field);
  for (int i = 0; field->components && same && i < count; i++)
    same = !strcmp(names[i], field->components[i]);
  if (field->components && !same)
    return am_archive_differs(c, "the components of %s differ", field->name);
  AM_TRY(compare_text(c, am_format(c->arena, "what %s is", field->name),
                      am_h5_text(c->arena, dataset, "about"), field->about));
  return compare_chunks(c, dataset, field, filters);
}

/* The first dataset tells the length of chunks, and the filters. */
static am_status compare_datasets(const am_archive_comparison *c, int *filters) {
  am_archive *a = c->archive;
  for (int i = 0; i < a->layout.field_count; i++) {
    const am_archive_field *field = &a->layout.fields[i];
    hsize_t found[H5S_MAX_RANK] = {0};
    hid_t dataset = am_h5_dataset(a->file, field->name, H5P_DEFAULT);
    if (dataset < 0)
      return am_archive_differs(c, "it is damaged: no dataset %s",
                           quoted(c, field->name));
    if (i == 0) {
      hid_t list = H5Dget_create_plist(dataset);
      if (H5Pget_layout(list) == H5D_CHUNKED &&
          H5Pget_chunk(list, H5S_MAX_RANK, found) > 0)
        a->chunk = (long)found[0];
      *filters = H5Pget_nfilters(list);
      am_h5_release(list);
    }
    a->datasets[i] = dataset;
    AM_TRY(compare_dataset(c, dataset, field, *filters));
  }
  return AM_OK;
}

static am_status compare_points(const am_archive_comparison *c) {
  long points = 0;
  am_archive *a = c->archive;
  if (am_h5_is_variable(a->file, "datasets"))
    return am_archive_differs(c, "%s", am_archive_older);
  const char *why =
      am_conventions_obstacle(c->arena, a->file, &am_conventions_batch);
  if (why) return am_archive_differs(c, "%s", why);
  if (!am_h5_integer(a->file, "points", &points) ||
      !am_h5_integer(a->file, "done", &a->done) ||
      !am_h5_integer(a->file, "index_bytes", &a->index_bytes))
    return am_archive_differs(c, "it holds no results of a batch");
  haddr_t end = 0;
  if (H5Fget_eoa(a->file, &end) < 0 || a->index_bytes <= 0 ||
      a->index_bytes > (long)end)
    return am_archive_differs(c, "it is damaged: its index takes %ld of %llu bytes",
                         a->index_bytes, (unsigned long long)end);
  if (points == a->layout.points) return AM_OK;
  return am_archive_differs(c, "found %ld points, expected %ld", points,
                       a->layout.points);
}

static am_status check_done(const am_archive_comparison *c) {
  const am_archive *a = c->archive;
  long done = a->done, points = a->layout.points, complete = -1;
  am_h5_integer(a->file, "complete", &complete);
  if (0 <= done && done <= points && complete == (done == points) &&
      (done % a->chunk == 0 || done == points))
    return AM_OK;
  return am_archive_differs(c, "it is damaged: %ld of %ld points are done", done,
                       points);
}

am_status am_archive_compare(const am_archive_comparison *c, int *filters) {
  AM_TRY(compare_points(c));
  AM_TRY(compare_names(c));
  AM_TRY(compare_notes(c));
  AM_TRY(compare_times(c));
  AM_TRY(compare_datasets(c, filters));
  AM_TRY(check_done(c));
  if (am_archive_digests_open(c->archive)) return AM_OK;
  return am_archive_differs(c, "%s", am_archive_undigested);
}

am_status am_archive_block_differs(const am_archive_comparison *c,
                                   long first) {
  const am_archive *a = c->archive;
  long end = first + a->chunk < a->done ? first + a->chunk : a->done;
  return am_archive_differs(c, "it is damaged: points %ld to %ld are not as "
                            "they were written", first + 1, end);
}
