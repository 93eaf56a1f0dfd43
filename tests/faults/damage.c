/* damage.c: modifies an HDF5 file as a disk error or another program might, and
 * prints the modification.
 *
 *   damage FILE SEED
 *
 * Bytes are overwritten, by zeros or others, or cut off; or a number of a
 * dataset, or a number or text of an attribute, is changed through HDF5. */
/* H5O_info_t is that of H5Ovisit1 (HDF5 1.12 and later). */
#define H5_USE_110_API 1
#include <hdf5.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long state;

static unsigned long draw(unsigned long below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state >> 33) % below;
}

/* ---- bytes --------------------------------------------------------------- */

static bool change_bytes(const char *path) {
  FILE *file = fopen(path, "r+b");
  if (!file || fseek(file, 0, SEEK_END)) return false;
  unsigned long size = (unsigned long)ftell(file), begin = draw(size);
  unsigned long length = 1ul << draw(13);
  bool zeros = draw(2);
  printf("%s over %lu bytes at %lu of %lu\n", zeros ? "zeros" : "bytes",
         length, begin, size);
  fseek(file, (long)begin, SEEK_SET);
  for (unsigned long i = 0; i < length && begin + i < size; i++)
    fputc(zeros ? 0 : (int)draw(256), file);
  return !fclose(file);
}

static bool cut(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file || fseek(file, 0, SEEK_END)) return false;
  unsigned long size = (unsigned long)ftell(file), length = draw(size);
  fclose(file);
  printf("cut to %lu of %lu bytes\n", length, size);
  return !truncate(path, (off_t)length);
}

/* ---- HDF5 ---------------------------------------------------------------- */

enum { MOST = 1000 };

typedef struct {
  char names[MOST][256];
  unsigned long count;
} list;

static herr_t note_dataset(hid_t file, const char *name,
                           const H5O_info_t *info, void *data) {
  list *l = data;
  (void)file;
  if (info->type == H5O_TYPE_DATASET && l->count < MOST)
    snprintf(l->names[l->count++], sizeof *l->names, "%s", name);
  return 0;
}

static herr_t note_attribute(hid_t file, const char *name,
                             const H5A_info_t *info, void *data) {
  list *l = data;
  (void)file;
  (void)info;
  if (l->count < MOST)
    snprintf(l->names[l->count++], sizeof *l->names, "%s", name);
  return 0;
}

/* Different value, often a close one. */
static double another(double value) {
  switch (draw(4)) {
    case 0: return value * 1.001 + 1e-9;
    case 1: return -value - 1;
    case 2: return value + 1;
    default: return draw(2) ? 0.5 : NAN;
  }
}

static bool change_value(hid_t file, const char *name) {
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(set);
  hsize_t size[H5S_MAX_RANK], at[H5S_MAX_RANK];
  double value = 0;
  int rank = H5Sget_simple_extent_dims(space, size, NULL);
  for (int i = 0; i < rank; i++) at[i] = draw((unsigned long)size[i]);
  hid_t one = H5Screate(H5S_SCALAR);
  if (rank > 0) H5Sselect_elements(space, H5S_SELECT_SET, 1, at);
  bool good = H5Dread(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT,
                      &value) >= 0;
  double changed = another(value);
  printf("/%s: %g becomes %g\n", name, value, changed);
  good = good && H5Dwrite(set, H5T_NATIVE_DOUBLE, one, space, H5P_DEFAULT,
                          &changed) >= 0;
  return H5Dclose(set) >= 0 && good;
}

static bool change_attribute(hid_t file, const char *name) {
  hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
  hid_t type = H5Aget_type(attribute);
  size_t size = (size_t)H5Aget_storage_size(attribute);
  char *bytes = calloc(size + 1, 1);
  bool good = bytes && H5Aread(attribute, type, bytes) >= 0;
  unsigned long at = draw(size ? size : 1);
  printf("byte %lu of the attribute %s\n", at, name);
  if (good) bytes[at] ^= (char)(1 << draw(5));
  good = good && H5Awrite(attribute, type, bytes) >= 0;
  free(bytes);
  H5Tclose(type);
  return H5Aclose(attribute) >= 0 && good;
}

static bool change_content(const char *path) {
  static list l;
  bool attribute = !draw(3), good;
  hsize_t from = 0;
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  if (file < 0) return false;
  if (attribute)
    H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_INC, &from, note_attribute, &l);
  else
    H5Ovisit1(file, H5_INDEX_NAME, H5_ITER_INC, note_dataset, &l);
  if (!l.count) return false;
  good = (attribute ? change_attribute : change_value)(
      file, l.names[draw(l.count)]);
  return H5Fclose(file) >= 0 && good;
}

int main(int count, char **arguments) {
  static bool (*const ways[])(const char *) = {change_bytes, change_bytes,
                                               change_content, change_content,
                                               cut};
  if (count != 3) return 2;
  state = strtoul(arguments[2], NULL, 10);
  draw(1);
  return ways[draw(sizeof ways / sizeof *ways)](arguments[1]) ? 0 : 1;
}
