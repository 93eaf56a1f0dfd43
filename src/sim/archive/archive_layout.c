/* archive_layout.c: the layout of a file, as the file tells it. */
#include <string.h>

#include "base/text.h"
#include "archive/archive_file.h"

enum { MOST_ROWS = 100000000, MOST_COMPONENTS = 10000 };

/* A chunk of HDF5 has less than 4 GB. */
static const double most_chunk = 0x1p32;

typedef am_archive_comparison opened;

static am_status damaged(const opened *o, const char *what) {
  return am_archive_differs(o, "it is damaged: %s", what);
}

/* ---- texts --------------------------------------------------------------- */

static am_status add_note(const opened *o, am_archive_note *notes, int *count,
                          const char *digest, const char **shard) {
  hid_t file = o->archive->file;
  const char *space = strrchr(digest, ' ');
  if (!space) return damaged(o, "its digests are none");
  const char *name = am_copy(o->arena, digest, (size_t)(space - digest));
  const char *text = am_h5_text(o->arena, file, name);
  if (!text || !am_archive_note_fits(o->arena, file, name, text))
    return damaged(o, am_format(o->arena, "its text %s is not as it was "
                                "written", am_quoted(o->arena, name)));
  if (!strcmp(name, AM_ARCHIVE_SHARD))
    *shard = text;
  else
    notes[(*count)++] = (am_archive_note){name, text};
  return AM_OK;
}

am_status am_archive_notes_read(const opened *o, am_archive_layout *layout,
                                am_shard *shard) {
  int count = 0;
  hid_t file = o->archive->file;
  const char *text = NULL;
  if (am_h5_is_variable(file, "datasets"))
    return am_archive_differs(o, "%s", am_archive_older);
  const char *const *digests =
      am_h5_texts(o->arena, file, "digests", &count);
  if (!digests && H5Aexists(file, "datasets") <= 0)
    return am_archive_differs(o, "it holds no results of a batch");
  if (!digests) return am_archive_differs(o, "%s", am_archive_undigested);
  am_archive_note *notes = AM_ARRAY(o->arena, am_archive_note, count);
  layout->notes = notes;
  layout->note_count = 0;
  for (int i = 0; i < count; i++)
    AM_TRY(add_note(o, notes, &layout->note_count, digests[i], &text));
  if (!shard) return AM_OK;
  if (!text)
    return am_archive_differs(o, "it is no shard of a batch (--shard)");
  if (am_shard_read(text, shard)) return AM_OK;
  return damaged(o, am_format(o->arena, "its text 'shard' is %s",
                              am_quoted(o->arena, text)));
}

/* ---- datasets ------------------------------------------------------------ */

static am_status read_times(const opened *o, am_archive_layout *layout) {
  hsize_t size[H5S_MAX_RANK] = {0};
  hid_t set = am_h5_dataset(o->archive->file, "time", H5P_DEFAULT);
  if (set < 0) return damaged(o, "no dataset 'time'");
  if (am_h5_size(set, size) != 1 || !size[0] || size[0] > MOST_ROWS)
    return damaged(o, "the times are not as many as expected");
  double *times = AM_ARRAY(o->arena, double, size[0]);
  bool good = H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                      times) >= 0;
  layout->rows = (long)size[0];
  layout->times = times;
  layout->time_unit = am_h5_text(o->arena, set, "unit");
  bool fit = good && am_archive_times_fit(o->arena, set, times, layout->rows);
  am_h5_release(set);
  if (good && !fit)
    return damaged(o, "its times are not those that were written");
  return good && layout->time_unit ? AM_OK
                                   : damaged(o, "its times cannot be read");
}

/* Rank and dimensions of its chunks, and the deflate level behind them; -1:
 * they are not ours. */
static int read_chunks(hid_t set, hsize_t *chunk, int *compression) {
  unsigned flags, level[8] = {0};
  size_t count = sizeof level / sizeof *level;
  hid_t list = H5Dget_create_plist(set);
  int rank = H5Pget_layout(list) == H5D_CHUNKED
                 ? H5Pget_chunk(list, H5S_MAX_RANK, chunk)
                 : -1;
  int filters = H5Pget_nfilters(list);
  if (filters == 2 &&
      H5Pget_filter_by_id2(list, H5Z_FILTER_DEFLATE, &flags, &count, level, 0,
                           NULL, NULL) < 0)
    rank = -1;
  am_h5_release(list);
  *compression = (int)level[0];
  return (filters == 0 || filters == 2) && level[0] <= 9 ? rank : -1;
}

/* What follows points, and rows if their chunk has one, are components. */
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

static am_status read_field(const opened *o, const char *name,
                            am_archive_layout *layout) {
  hsize_t size[H5S_MAX_RANK] = {0}, chunk[H5S_MAX_RANK] = {0};
  int count = 0;
  am_archive_field *field =
      (am_archive_field *)layout->fields + layout->field_count;
  hid_t set = am_h5_dataset(o->archive->file, name, H5P_DEFAULT);
  if (set < 0)
    return damaged(o, am_format(o->arena, "no dataset %s",
                                am_quoted(o->arena, name)));
  int rank = am_h5_size(set, size);
  bool good = rank > 0 && rank <= AM_ARCHIVE_RANK &&
              read_chunks(set, chunk, &layout->compression) == rank &&
              find_shape(field, rank, size, chunk);
  field->name = name;
  field->unit = am_h5_text(o->arena, set, "unit");
  field->about = am_h5_text(o->arena, set, "about");
  field->components = am_h5_texts(o->arena, set, "components", &count);
  if (field->components ? count != am_archive_components(field)
                        : H5Aexists(set, "components") != 0)
    good = false;
  am_h5_release(set);
  if (!good || !field->unit || !field->about)
    return damaged(o, am_format(o->arena, "dataset %s is not ours",
                                am_quoted(o->arena, name)));
  layout->chunk = (int)chunk[0];
  layout->field_count++;
  return AM_OK;
}

/* Points that a single run has in memory are whole chunks, or all. */
static bool is_possible(const am_shard *s, long chunk) {
  am_shard expected = am_shard_of(s->index, s->count, s->all, chunk);
  return s->first == expected.first && s->points == expected.points &&
         (s->block % chunk == 0 || s->block >= s->all);
}

am_status am_archive_layout_read(const opened *o, am_archive_layout *layout,
                                 am_shard *shard) {
  int count = 0;
  *layout = (am_archive_layout){.points = 0};
  AM_TRY(am_archive_notes_read(o, layout, shard));
  AM_TRY(read_times(o, layout));
  const char *const *names =
      am_h5_texts(o->arena, o->archive->file, "datasets", &count);
  if (!names)
    return am_archive_differs(o, "it holds no results of a batch");
  layout->fields = AM_ARRAY(o->arena, am_archive_field, count);
  for (int i = 0; i < count; i++) AM_TRY(read_field(o, names[i], layout));
  if (!shard) return AM_OK;
  layout->points = shard->all;
  return is_possible(shard, layout->chunk)
             ? AM_OK
             : damaged(o, "its points are not those of its shard");
}
