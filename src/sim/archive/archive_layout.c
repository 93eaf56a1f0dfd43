/* archive_layout.c: reads and compares the layout of a file. */
#include "archive/archive_file.h"

enum { MOST_POINTS = 1000000000, MOST_ROWS = 100000000,
       MOST_COMPONENTS = 10000 };

/* HDF5 limits a chunk to less than 4 GB. */
static const double most_chunk = 0x1p32;

typedef am_archive_comparison opened;

#define damaged(o, ...)                         \
  am_archive_differs(o, "it is damaged: %s",    \
                     am_format((o)->arena, __VA_ARGS__))

/* ---- texts --------------------------------------------------------------- */

const char am_archive_older[] =
    "its texts have variable length, which is not supported: it was written by "
    "an older version or changed by another program";

static am_status read_notes(const opened *o, am_archive_layout *layout) {
  int count = 0;
  hid_t file = o->archive->file;
  /* In version 0.2 digests follow the names. */
  const char *const *names = am_h5_texts(o->arena, file, "notes", &count);
  if (!names) names = am_h5_texts(o->arena, file, "digests", &count);
  if (!names) return AM_OK;
  am_archive_note *notes = AM_ARRAY(o->arena, am_archive_note, count);
  layout->notes = notes;
  layout->note_count = count;
  for (int i = 0; i < count; i++) {
    const char *name = am_copy(o->arena, names[i], strcspn(names[i], " "));
    notes[i] = (am_archive_note){name, am_h5_text(o->arena, file, name)};
    if (!notes[i].text)
      return damaged(o, "missing attribute %s", am_quoted(o->arena, name));
  }
  return AM_OK;
}

/* ---- datasets ------------------------------------------------------------ */

static am_status read_times(const opened *o, am_archive_layout *layout) {
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t set = am_h5_dataset(o->archive->file, "time", H5P_DEFAULT);
  if (set < 0) return damaged(o, "missing dataset 'time'");
  if (am_h5_size(set, size) != 1 || !size[0] || size[0] > MOST_ROWS)
    return damaged(o, "the shape of dataset 'time' is invalid");
  double *times = AM_ARRAY(o->arena, double, size[0]);
  bool good = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                      times) >= 0;
  layout->rows = (long)size[0];
  layout->times = times;
  layout->time_unit = am_h5_text(o->arena, set, "unit");
  am_h5_release(set);
  return good && layout->time_unit ? AM_OK
                                   : damaged(o, "dataset 'time' cannot be "
                                                "read");
}

static bool has_filter(hid_t list, H5Z_filter_t filter, unsigned level[8]) {
  unsigned flags;
  size_t count = 8;
  return H5Pget_filter_by_id2(list, filter, &flags, &count, level, 0, NULL,
                              NULL) >= 0;
}

/* Rank and dimensions of the chunks, deflate level, and presence of checksums;
 * rank -1: not written by automat. */
static int read_chunks(hid_t set, hsize_t *chunk, int *compression,
                       bool *checked) {
  unsigned level[8] = {0}, none[8];
  hid_t list = H5Dget_create_plist(set);
  int rank = H5Pget_layout(list) == H5D_CHUNKED
                 ? H5Pget_chunk(list, H5S_MAX_RANK, chunk)
                 : -1;
  int filters = H5Pget_nfilters(list);
  *checked = filters > 0 && has_filter(list, H5Z_FILTER_FLETCHER32, none);
  filters -= *checked;
  if (filters == 2 && !has_filter(list, H5Z_FILTER_DEFLATE, level)) rank = -1;
  am_h5_release(list);
  *compression = (int)level[0];
  return (filters == 0 || filters == 2) && level[0] <= 9 ? rank : -1;
}

/* Finds the dimensions of the components: those after points and, if chunks
 * hold one row, after rows. */
static bool find_shape(am_archive_field *field, int rank, const hsize_t *size,
                       const hsize_t *chunk) {
  int at = 1, k = 0;
  double bytes = (double)chunk[0] * sizeof(double);
  field->per_point = rank < 2 || chunk[1] != 1;
  field->shape[0] = field->shape[1] = 1;
  if (!field->per_point) at++;
  if (rank - at > 2) return false;
  for (; at < rank; at++) {
    if (size[at] < 2 || size[at] > MOST_COMPONENTS) return false;
    field->shape[k++] = (int)size[at];
    bytes *= (double)size[at];
  }
  return chunk[0] > 0 && bytes < most_chunk &&
         (long)field->shape[0] * field->shape[1] <= MOST_COMPONENTS;
}

/* True if the dataset has the dimensions of its field. */
static bool has_size(const opened *o, const am_archive_layout *layout,
                     const am_archive_field *field, const hsize_t *found,
                     const hsize_t *chunk) {
  hsize_t size[AM_ARCHIVE_RANK], part[AM_ARCHIVE_RANK];
  am_archive shown = *o->archive;
  shown.layout = *layout;
  shown.chunk = layout->chunk;
  size_t bytes = (size_t)am_archive_size(&shown, field, size, part) *
                 sizeof *size;
  return !memcmp(size, found, bytes) && !memcmp(part, chunk, bytes);
}

static am_status read_field(const opened *o, const char *name,
                            am_archive_layout *layout) {
  hsize_t size[H5S_MAX_RANK] = {0}, chunk[H5S_MAX_RANK] = {0};
  int count = 0, compression = 0, i = layout->field_count++;
  bool checked = false;
  am_archive *a = o->archive;
  am_archive_field *field = (am_archive_field *)layout->fields + i;
  hid_t set = a->datasets[i] = am_h5_dataset(a->file, name, H5P_DEFAULT);
  if (set < 0)
    return damaged(o, "missing dataset %s", am_quoted(o->arena, name));
  hid_t type = H5Dget_type(set);
  int rank = am_h5_size(set, size);
  bool good = rank > 0 && rank <= AM_ARCHIVE_RANK &&
              H5Tequal(type, H5T_NATIVE_DOUBLE) > 0 &&
              read_chunks(set, chunk, &compression, &checked) == rank &&
              find_shape(field, rank, size, chunk);
  am_h5_release(type);
  field->name = name;
  field->unit = am_h5_text(o->arena, set, "unit");
  field->about = am_h5_text(o->arena, set, "about");
  field->components = am_h5_texts(o->arena, set, "components", &count);
  if (field->components ? count != am_archive_components(field)
                        : H5Aexists(set, "components") != 0)
    good = false;
  if (i == 0) {
    layout->chunk = (int)chunk[0];
    layout->compression = compression;
    a->checked = checked;
  }
  good = good && compression == layout->compression && checked == a->checked &&
         has_size(o, layout, field, size, chunk);
  return good && field->unit && field->about
             ? AM_OK
             : damaged(o, "dataset %s was not written by automat",
                       am_quoted(o->arena, name));
}

/* ---- the file ------------------------------------------------------------ */

static am_status read_points(const opened *o, am_archive_layout *layout) {
  am_archive *a = o->archive;
  long complete = -1;
  if (am_h5_is_variable(a->file, "datasets"))
    return am_archive_differs(o, "%s", am_archive_older);
  const char *why =
      am_conventions_obstacle(o->arena, a->file, &am_conventions_batch);
  if (why && !am_conventions_obstacle(o->arena, a->file,
                                      &am_conventions_batch_1))
    why = NULL;
  if (why) return am_archive_differs(o, "%s", why);
  if (!am_h5_integer(a->file, "points", &layout->points) ||
      !am_h5_integer(a->file, "done", &a->done))
    return am_archive_differs(o, "it holds no results of a batch");
  am_h5_integer(a->file, "complete", &complete);
  if (layout->points > 0 && layout->points <= MOST_POINTS && a->done >= 0 &&
      a->done <= layout->points && complete == (a->done == layout->points))
    return AM_OK;
  return damaged(o, "%ld of %ld points are done", a->done, layout->points);
}

static am_status read_layout(const opened *o, am_archive_layout *layout) {
  int count = 0;
  AM_TRY(read_points(o, layout));
  const char *const *names =
      am_h5_texts(o->arena, o->archive->file, "datasets", &count);
  if (!names || !count)
    return am_archive_differs(o, "it holds no results of a batch");
  AM_TRY(read_notes(o, layout));
  AM_TRY(read_times(o, layout));
  layout->fields = AM_ARRAY(o->arena, am_archive_field, count);
  o->archive->datasets = AM_ARRAY(o->arena, hid_t, count);
  for (int i = 0; i < count; i++) AM_TRY(read_field(o, names[i], layout));
  if (o->archive->done % layout->chunk == 0 ||
      o->archive->done == layout->points)
    return AM_OK;
  return damaged(o, "%ld of %ld points are done", o->archive->done,
                 layout->points);
}

static void release_file(void *data) {
  am_archive *archive = data;
  am_h5_release(archive->file);
  archive->file = -1;
}

am_status am_archive_open(const opened *o) {
  am_archive *a = o->archive;
  am_archive_layout layout = {.points = 0};
  am_arena_defer(o->arena, release_file, a);
  const char *why = am_h5_obstacle(a->path, AM_H5_READ);
  if (!why) a->file = am_h5_open(a->path, AM_H5_READ);
  if (!why && a->file < 0) why = am_h5_why(o->arena);
  if (why) return am_archive_differs(o, "%s", why);
  AM_TRY(read_layout(o, &layout));
  a->layout = layout;
  a->chunk = layout.chunk;
  return AM_OK;
}

/* ---- comparison with the expected layout --------------------------------- */

/* Description of a layout, one property per line. */
static const char *layout_text(const am_archive_comparison *c,
                               const am_archive_layout *l, bool shards) {
  am_buffer text = {.arena = c->arena};
  if (!shards) am_buffer_add(&text, "%ld points\n", l->points);
  am_buffer_add(&text, "%d datasets\n%ld output times, unit %s\n",
                l->field_count, l->rows, l->time_unit);
  for (long i = 0; i < l->rows; i++)
    am_buffer_add(&text, "output time %ld: %.17g\n", i + 1, l->times[i]);
  for (int i = 0; i < l->field_count; i++) {
    const am_archive_field *field = &l->fields[i];
    hsize_t size[AM_ARCHIVE_RANK], chunk[AM_ARCHIVE_RANK];
    int rank = am_archive_size(c->archive, field, size, chunk);
    am_buffer_add(&text, "%s is %s%s%s", field->name,
                  am_h5_shape(c->arena, size, rank),
                  *field->unit ? ", unit " : "", field->unit);
    for (int k = 0; field->components && k < am_archive_components(field); k++)
      am_buffer_add(&text, "%s%s", k ? " " : ", components ",
                    field->components[k]);
    am_buffer_add(&text, "\ndescription of %s: %s\n", field->name,
                  field->about);
  }
  return text.text;
}

static const char *quoted(const am_archive_comparison *c, const char *text) {
  size_t length = strcspn(text, "\n");
  return am_format(c->arena, "'%s'", am_printable(c->arena, text, length));
}

/* Compares texts; the message shows the first line that differs, after the name
 * of the text (NULL: none). */
static am_status compare_text(const am_archive_comparison *c, const char *what,
                              const char *found, const char *expected) {
  int line = 1;
  size_t begin = 0;
  if (!strcmp(found, expected)) return AM_OK;
  for (size_t i = 0; found[i] == expected[i]; i++) {
    if (found[i] != '\n') continue;
    line++;
    begin = i + 1;
  }
  const char *where =
      line > 1 ? am_format(c->arena, " in line %d", line) : "";
  return am_archive_differs(
      c, "%sfound %s, expected %s",
      what ? am_format(c->arena, "%s differs%s: ", what, where) : "",
      quoted(c, found + begin), quoted(c, expected + begin));
}

am_status am_archive_compare(const am_archive_comparison *c,
                             const am_archive_layout *expected, bool shards) {
  const am_archive_layout *found = &c->archive->layout;
  if (!c->archive->checked)
    return am_archive_differs(
        c, "it was written by version 0.2, without checksums of chunks: %s it "
           "with version 0.2; this version can read the result", c->verb);
  for (int i = 0; i < expected->note_count; i++) {
    const am_archive_note *note = &expected->notes[i];
    const char *what = am_format(c->arena, "its attribute '%s'", note->name);
    int k = 0;
    while (k < found->note_count && strcmp(found->notes[k].name, note->name))
      k++;
    if (shards && !strcmp(note->name, AM_ARCHIVE_SHARD)) continue;
    if (k == found->note_count)
      return am_archive_differs(c, "%s is missing", what);
    AM_TRY(compare_text(c, what, found->notes[k].text, note->text));
  }
  return compare_text(c, NULL, layout_text(c, found, shards),
                      layout_text(c, expected, shards));
}
