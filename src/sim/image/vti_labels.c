/* vti_labels.c: reads the values of an array in a VTK file. */
#include "image/parts.h"
#include "image/vti_file.h"

enum { PIECE = 4096 };

/* Finds the array of a name, or the only array. */
static am_status choose_array(const am_vti_file *f, const char *name,
                              const am_vti_entry **entry) {
  const am_vti_image *image = &f->image;
  size_t count = (size_t)image->count;
  const char *all = am_listed(f->arena, image->names, count);
  *entry = f->entries;
  if (!name && count == 1) return AM_OK;
  if (!name)
    return am_vti_wrong(f, "it has %zu cell arrays: set 'array' to one of %s",
                        count, all);
  for (size_t i = 0; i < count; i++) {
    *entry = &f->entries[i];
    if (!strcmp(name, image->names[i])) return AM_OK;
  }
  return am_vti_wrong(f, "it has no cell array '%s', expected one of %s%s",
                      am_vti_shown(f, name), all,
                      am_suggestion(f->arena, name, image->names, count));
}

static am_status read_text(am_vti_file *f, am_voxel_room room) {
  char token[64];
  double value;
  for (long i = 0; i < f->image.voxels; i++) {
    if (fscanf(f->in, " %63[^ \t\r\n<]", token) != 1)
      return am_vti_wrong(f, "the array has %ld values, expected %ld", i,
                          f->image.voxels);
    if (!am_parse_number(token, &value))
      return am_vti_wrong(f, "value %ld is '%s', expected a number", i,
                          am_vti_shown(f, token));
    AM_TRY(am_voxels_take(f->report, f->name, f->place, &value, i, 1, room));
  }
  if (fscanf(f->in, " %63[^ \t\r\n<]", token) != 1) return AM_OK;
  return am_vti_wrong(f, "the array has more than %ld values", f->image.voxels);
}

static am_status read_blocks(am_vti_file *f, const am_binary_type *type,
                             am_vti_data *data, am_voxel_room room) {
  unsigned char bytes[PIECE * AM_BINARY_WIDEST];
  double values[PIECE];
  for (long first = 0; first < f->image.voxels; first += PIECE) {
    long left = f->image.voxels - first, count = left < PIECE ? left : PIECE;
    const char *why =
        am_vti_data_next(data, bytes, (size_t)count * (size_t)type->bytes);
    if (why) return am_vti_wrong(f, "%s", why);
    am_binary_decode(type, f->coding.big, bytes, (size_t)count, values);
    AM_TRY(am_voxels_take(f->report, f->name, f->place, values, first, count,
                          room));
  }
  return AM_OK;
}

am_status am_vti_read(am_vti_image *image, am_report *report,
                      const char *name, am_voxel_room room) {
  am_vti_file *f = image->file;
  const am_vti_entry *a;
  f->report = report;
  AM_TRY(choose_array(f, name, &a));
  const am_binary_type *type = am_binary_find(a->type);
  if (!type || a->components != 1)
    return am_vti_wrong(f, "the array '%s' has the type '%s' and %g "
                        "components, expected one number for each cell",
                        am_vti_shown(f, a->name), am_vti_shown(f, a->type),
                        a->components);

  bool appended = !strcmp(a->format, "appended");
  if (appended && (!f->appended || !(a->offset >= 0 && a->offset < 0x1p62)))
    return am_vti_wrong(f, "the appended data of '%s' are missing",
                        am_vti_shown(f, a->name));
  off_t begin = appended ? f->appended + (off_t)a->offset : a->position;
  if (fseeko(f->in, begin, SEEK_SET) != 0)
    return am_vti_wrong(f, "%s", strerror(errno));
  if (!strcmp(a->format, "ascii")) return read_text(f, room);
  bool base64 = !appended || f->appended_base64;
  am_vti_data data;
  uint64_t total = (uint64_t)f->image.voxels * (uint64_t)type->bytes;
  const char *why = am_vti_data_begin(f->arena, &data, f->in, base64,
                                      &f->coding, total);
  return why ? am_vti_wrong(f, "%s", why)
             : read_blocks(f, type, &data, room);
}
