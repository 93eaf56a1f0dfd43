/* same.c: tests whether two HDF5 files have the same datasets, with the same
 * bits.
 *
 *   same FILE FILE */
/* H5O_info_t is that of H5Ovisit1 (HDF5 1.12 and later). */
#define H5_USE_110_API 1
#include <hdf5.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  hid_t other;
  int differences;
} comparison;

static size_t bytes_of(hid_t set) {
  hid_t space = H5Dget_space(set);
  hssize_t count = H5Sget_simple_extent_npoints(space);
  H5Sclose(space);
  return (size_t)count * sizeof(double);
}

/* Numbers of a dataset, NULL if it is not a dataset or cannot be read. */
static double *read_all(hid_t file, const char *name, size_t *bytes) {
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT);
  if (set < 0) return NULL;
  *bytes = bytes_of(set);
  double *values = malloc(*bytes + 1);
  if (values && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                        values) < 0) {
    free(values);
    values = NULL;
  }
  H5Dclose(set);
  return values;
}

static herr_t visit(hid_t file, const char *name, const H5O_info_t *info,
                    void *data) {
  comparison *c = data;
  size_t one = 0, two = 0;
  if (info->type != H5O_TYPE_DATASET) return 0;
  double *a = read_all(file, name, &one), *b = read_all(c->other, name, &two);
  if (!a || !b || one != two || memcmp(a, b, one)) {
    printf("%s differs\n", name);
    c->differences++;
  }
  free(a);
  free(b);
  return 0;
}

static bool compare(const char *one, const char *two) {
  hid_t file = H5Fopen(one, H5F_ACC_RDONLY, H5P_DEFAULT);
  comparison c = {.other = H5Fopen(two, H5F_ACC_RDONLY, H5P_DEFAULT)};
  return file >= 0 && c.other >= 0 &&
         H5Ovisit1(file, H5_INDEX_NAME, H5_ITER_INC, visit, &c) >= 0 &&
         c.differences == 0;
}

int main(int count, char **arguments) {
  return count == 3 && compare(arguments[1], arguments[2]) ? 0 : 1;
}
