#include <hdf5.h>

#include "making.h"

/* HDF5 leaks memory when it refuses a file. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

/* ---- read ---------------------------------------------------------------- */

static const char laminate[] =
    "{grid: [6, 5, 4], size: [3, 1, 2], write: made.h5, laminate: "
    "{normal: %c, layers: [{label: 4, voxels: 1}, {label: 1, voxels: %d}]}}";

START_TEST(reads_what_it_has_written) {
  const am_microstructure *m = made(am_format(arena, laminate, 'y', 4));
  const am_microstructure *again =
      made("{hdf5: {file: made.h5, dataset: label}}");
  ck_assert_mem_eq(m->grid, again->grid, sizeof m->grid);
  ck_assert_mem_eq(m->labels, again->labels,
                   sizeof *m->labels * (size_t)m->voxels);
  for (int d = 0; d < 3; d++)
    ck_assert_close(again->size[d], m->size[d], 1e-15, 0);
  ck_assert_str_eq(again->made, "");
  again = made("{hdf5: {file: made.h5, dataset: label}, size: 7}");
  ck_assert(again->size[1] == 7);
}
END_TEST

START_TEST(reads_raw_files) {
  unsigned char bytes[2 + 6 * 5 * 4];
  const char *path = am_format(arena, "%s/labels.raw", folder);
  memset(bytes, 9, 2);
  for (int n = 0; n < 120; n++) bytes[2 + n] = (unsigned char)n;
  test_write(path, (const char *)bytes, sizeof bytes);
  const am_microstructure *m =
      made("{grid: [6, 5, 4], raw: {file: labels.raw, type: uint8, skip: 2}}");
  for (int n = 0; n < 120; n++) ck_assert_int_eq(label_at(m, n), n);
  m = made("{grid: [6, 5, 4], raw: {file: labels.raw, type: int8, skip: 2, "
           "order: z-fastest}}");
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 4; k++)
        ck_assert_int_eq(label_at(m, (k * 5 + j) * 6 + i), (i * 5 + j) * 4 + k);
}
END_TEST

static void write_dataset(const char *name, int rank, const hsize_t *size) {
  int values[24];
  const char *path = am_format(arena, "%s/%s.h5", folder, name);
  for (int i = 0; i < 24; i++) values[i] = i;
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t space = H5Screate_simple(rank, size, NULL);
  hid_t set = H5Dcreate2(file, "labels", H5T_STD_I32LE, space, H5P_DEFAULT,
                         H5P_DEFAULT, H5P_DEFAULT);
  ck_assert_int_ge(H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL,
                            H5P_DEFAULT, values), 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Fclose(file);
}

START_TEST(reads_datasets) {
  static const char *const texts[] = {
      "{hdf5: {file: solid.h5, dataset: labels}}",
      "{grid: [4, 3, 2], hdf5: {file: solid.h5, dataset: /labels}}",
      "{grid: [4, 3, 2], hdf5: {file: flat.h5, dataset: /labels}}",
  };
  write_dataset("solid", 3, (hsize_t[]){2, 3, 4});
  write_dataset("flat", 1, (hsize_t[]){24});
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const am_microstructure *m = made(texts[i]);
    ck_assert_mem_eq(m->grid, ((int[]){4, 3, 2}), sizeof m->grid);
    for (int n = 0; n < 24; n++) ck_assert_int_eq(label_at(m, n), n);
    ck_assert(m->size[0] == 1 && m->size[2] == 0.5);
  }
}
END_TEST

/* Centres from a table, whose other columns may contain anything. */
START_TEST(reads_centres_from_a_table) {
  static const char table[] =
      "grain;z;name;x;y\n#;mm;;mm;mm\n7;0,5;a;0,25;0,5\n9;0,5;b;0,75;0,5\n";
  test_write(am_format(arena, "%s/centres.csv", folder), table,
             strlen(table));
  const am_microstructure *m =
      made("{grid: [4, 1, 1], voronoi: {centres: {file: centres.csv}}}");
  ck_assert_mem_eq(m->labels, ((int[]){1, 1, 2, 2}), 4 * sizeof *m->labels);
  m = made("{grid: 4, spheres: {labels: each, diameter: 0.6, centres: "
           "{file: centres.csv}}}");
  ck_assert_int_eq(label_at(m, 20), 1);
  ck_assert_int_eq(label_at(m, 23), 2);
  ck_assert_int_eq(report->first->severity, AM_SEVERITY_WARNING);
  ck_assert_int_eq(report->first->place.line, 4);
}
END_TEST

/* ---- wrong --------------------------------------------------------------- */

#define SPHERES(text) "{grid: 8, spheres: {label: 1, " text "}}"
#define FIBRES(text) "{grid: 8, fibres: {label: 1, diameter: 0.1, " text "}}"
#define LAYERS(text) "{grid: 8, laminate: {normal: x, layers: " text "}}"
#define GRAINS(text) "{grid: 8, voronoi: {" text "}}"
#define RAW(text) "{grid: 8, raw: {file: made.h5, " text "}}"

static const struct {
  const char *name, *text;
} tables[] = {{"flat.csv", "x,y\n0,0\n"},
              {"far.csv", "x,y,z\n0,1,0\n0,7,0\n"},
              {"gap.csv", "x,y,z\n0,0,\n"},
              {"empty.csv", "x,y,z\n"}};

static const struct {
  const char *text;
  int column; /* of the place */
  const char *message;
} wrong[] = {
    {"{grid: 8}", 1,
     "microstructure needs one of file, raw, hdf5, laminate, voronoi, "
     "spheres, fibres"},
    {"{grid: 8, file: a, raw: {}}", 20, "'raw' cannot be combined with 'file'"},
    {"{grid: 8, sphere: {}}", 11,
     "unknown key 'sphere' in microstructure, expected one of grid, size, "
     "background, file, array, raw, hdf5, laminate, voronoi, spheres, fibres, "
     "write (did you mean 'spheres'?)"},
    {"{grid: 8, file: a.vti}", 2, "'grid' cannot be combined with 'file'"},
    {"{grid: 8, array: a, raw: {}}", 11, "'array' cannot be combined with "
                                         "'raw'"},
    {"{background: 8, laminate: {}}", 2,
     "'background' cannot be combined with 'laminate'"},
    {"{laminate: {normal: x, layers: []}}", 1,
     "'grid' is missing in microstructure"},
    {"{file: none.vti}", 8, "*No such file or directory"},
    {"{file: ''}", 8, "*it is a folder"},
    /* grid and size */
    {"{grid: 0, laminate: {}}", 8,
     "expected grid to be a whole number from 1 to 2147483647, found '0'"},
    {"{grid: [4, -1, 4], laminate: {}}", 12,
     "expected grid to be a whole number from 1 to 2147483647, found '-1'"},
    {"{grid: [4, 4], laminate: {}}", 8,
     "expected grid to be one number or a list of 3, found a list of 2"},
    {"{grid: {}, laminate: {}}", 8,
     "expected grid to be one number or a list of 3, found a mapping of 0"},
    {"{grid: [2048, 1024, 1024], laminate: {}}", 8,
     "a grid of 2048 x 1024 x 1024 has more than 2147483647 voxels"},
    {"{grid: 2147483647, laminate: {}}", 8,
     "a grid of 2147483647 x 2147483647 x 2147483647 has more than "
     "2147483647 voxels"},
    {"{grid: 8, size: [1, 0, 1], laminate: {}}", 21,
     "expected size to be positive, found '0'"},
    {"{grid: 8, size: .inf, laminate: {}}", 17,
     "expected size to be a finite number, found '.inf'"},
    {"{grid: 8, size: 1e200, laminate: {}}", 17,
     "expected size to be from 1e-100 to 1e+100, found 1e+200"},
    /* layers */
    {LAYERS("[]"), 41, "expected layers, found an empty list"},
    {LAYERS("[{label: 1, fraction: 0.5}]"), 41,
     "the layers add up to 0.5, expected 1"},
    {LAYERS("[{label: 1, voxels: 9}]"), 61,
     "the layers up to this one add up to 9, expected at most 8"},
    {LAYERS("[{label: 1, voxels: 3}, {label: 1, fraction: 0.5}]"), 65,
     "'voxels' is missing in a layer (all layers must have the same keys)"},
    {LAYERS("[{label: 1, voxels: 3, fraction: 0.5}]"), 42,
     "a layer has both 'fraction' and 'voxels': remove one"},
    {LAYERS("[{label: 1, fraction: 0.05}, {label: 2, fraction: 0.95}]"), 63,
     "no voxel has its centre in this layer"},
    {LAYERS("[{label: -1, fraction: 1}]"), 50,
     "expected label to be a whole number from 0 to 2147483647, found '-1'"},
    {LAYERS("[{label: 1, fraction: -1}]"), 63,
     "expected fraction to be positive, found '-1'"},
    {"{grid: 8, laminate: {normal: w, layers: []}}", 30,
     "expected laminate.normal to be one of x, y, z, found 'w'*"},
    /* spheres */
    {SPHERES("count: 3"), 20, "'diameter' is missing in the spheres"},
    {SPHERES("diameter: 0"), 41,
     "expected diameter to be positive, found '0'"},
    {SPHERES("diameter: 0.3"), 20, "'count' is missing in the spheres"},
    {SPHERES("diameter: 0.3, count: 3, fraction: 0.1"), 56,
     "'fraction' cannot be combined with 'count'"},
    {SPHERES("diameter: 0.3, count: 0"), 53,
     "expected count to be a whole number from 1 to 1000000, found '0'"},
    {SPHERES("diameter: 0.3, fraction: 1"), 56,
     "expected fraction to be less than 1, found '1'"},
    {SPHERES("diameter: 0.3, fraction: 1e-9"), 56,
     "a fraction of 1e-09 requires 7.07355e-08 spheres, expected 1 to 1000000"},
    {SPHERES("diameter: 0.001, fraction: 0.1"), 58,
     "a fraction of 0.1 requires 1.90986e+08 spheres, expected 1 to 1000000"},
    {SPHERES("diameter: 1.2, count: 1"), 20,
     "a sphere of diameter 1.2 overlaps its own periodic images in a cell of "
     "1 x 1 x 1"},
    {SPHERES("diameter: 1e9, count: 1"), 20,
     "a sphere of diameter 1e+09 overlaps its own periodic images in a cell "
     "of 1 x 1 x 1"},
    {SPHERES("diameter: 0.9, gap: 0.2, count: 1"), 20,
     "a sphere of diameter 0.9 overlaps its own periodic images in a cell of "
     "1 x 1 x 1 with this gap"},
    {SPHERES("diameter: 0.9, count: 3"), 20,
     "3 spheres have a volume fraction of 1.145, expected less than 1"},
    {SPHERES("diameter: 0.9, count: 2"), 20,
     "only 1 of 2 spheres could be placed in 1000200 trials: volume fraction "
     "0.3817, requested 0.7634"},
    {SPHERES("diameter: 0.1, centres: [], seed: 1"), 59,
     "'seed' cannot be combined with 'centres'"},
    {SPHERES("diameter: 0.1, centres: []"), 55,
     "expected centres, found none"},
    {SPHERES("diameter: 0.1, centres: [[0, 1]]"), 56,
     "expected a centre to be a list of 3, found 2"},
    {SPHERES("diameter: 0.1, centres: [[0, 1e300, 0]]"), 60,
     "expected a coordinate from -1 to 2, at most one period outside the cell, "
     "found *"},
    {SPHERES("diameter: 0.1, labels: each"), 46,
     "'labels' cannot be combined with 'label'"},
    {"{grid: 8, background: 1, spheres: {label: 1, diameter: 1}}", 43,
     "label 1 of the spheres is also the label of the background: change one"},
    {"{grid: 8, background: 1, spheres: {labels: each, diameter: 0.5, "
     "count: 1}}", 35,
     "the label 1 of the background is among the labels 1 to 1 of the spheres: "
     "change 'background'"},
    {"{grid: 8, spheres: {labels: all, diameter: 1}}", 29,
     "expected labels to be one of each, found 'all'*"},
    {SPHERES("diameter: 0.1, count: 3, seed: -1"), 62,
     "expected seed to be a whole number of at least 0, found '-1'"},
    /* fibres */
    {FIBRES("length: 0.5, count: 1"), 19,
     "'orientation' is missing in the fibres"},
    {FIBRES("orientation: planar, count: 1"), 19,
     "'length' is missing in the fibres"},
    {FIBRES("orientation: random, length: 1"), 58,
     "expected orientation to be one of planar, isotropic, found 'random'*"},
    {FIBRES("orientation: [0, 0, 0], length: 1"), 58,
     "expected orientation to be planar, isotropic or a direction [x, y, z] "
     "that is not zero"},
    {FIBRES("orientation: [0, 1], length: 1"), 58,
     "expected orientation to be planar, isotropic or a direction [x, y, z] "
     "that is not zero"},
    {FIBRES("orientation: planar, length: 4.1, count: 1"), 74,
     "a fibre of length 4.1 in a cell of size 1 extends over more than 4 "
     "periods"},
    {FIBRES("orientation: [0, 1, 0], length: 1.1, count: 1"), 19,
     "a fibre of diameter 0.1 overlaps its own periodic images in a cell of "
     "1 x 1 x 1"},
    /* grains */
    {GRAINS("seed: 1"), 20, "'count' is missing in voronoi"},
    {GRAINS("count: 0"), 28,
     "expected voronoi.count to be a whole number from 1 to 1000000, found "
     "'0'"},
    {GRAINS("count: 2, seed: 0.5"), 37,
     "expected voronoi.seed to be a whole number of at least 0, found '0.5'"},
    {GRAINS("count: 2, centres: [[0, 0, 0]]"), 21,
     "'count' cannot be combined with 'centres'"},
    {GRAINS("centres: []"), 30, "expected centres, found none"},
    {GRAINS("centres: 2"), 30, "expected centres to be a list, found '2'*"},
    {GRAINS("centres: [[0, 0, 0], [1, 2, 2.5]]"), 49,
     "expected a coordinate from -1 to 2, at most one period outside the cell, "
     "found *"},
    {GRAINS("centres: {}"), 30, "'file' is missing in centres"},
    {GRAINS("centres: {file: none.csv}"), 37, "*No such file or directory"},
    {GRAINS("centres: {file: flat.csv}"), 1,
     "expected the columns x, y and z, found no 'z'"},
    {GRAINS("centres: {file: far.csv}"), 3,
     "expected a coordinate from -1 to 2, at most one period outside the cell, "
     "found 7"},
    {GRAINS("centres: {file: gap.csv}"), 5,
     "expected a coordinate from -1 to 2, at most one period outside the cell, "
     "found an empty cell"},
    {GRAINS("centres: {file: empty.csv}"), 30,
     "expected centres, found none"},
    {GRAINS("number: 3"), 21, "unknown key 'number' in voronoi*"},
    {"{grid: 8, background: 3, voronoi: {count: 2}}", 11,
     "'background' cannot be combined with 'voronoi'"},
    {"{voronoi: {count: 2}}", 1, "'grid' is missing in microstructure"},
    /* raw and HDF5 */
    {RAW("order: x-fastest"), 16, "'type' is missing in raw"},
    {RAW("type: float64"), 38, "expected raw.type to be one of uint8, int8, "
     "uint16, int16, uint32, int32, found 'float64'*"},
    {RAW("type: uint8"), 23,
     "*expected 512: 0 to skip and 512 numbers of type uint8"},
    {RAW("type: uint8, skip: 1000000000000000000000"), 51,
     "expected raw.skip to be a whole number from 0 to *"},
    {"{hdf5: {file: made.h5}}", 8, "'dataset' is missing in hdf5"},
    {"{hdf5: {file: flat.h5, dataset: a}}", 15, "*dataset 'a': cannot be*"},
    {"{hdf5: {file: flat.h5, dataset: labels}}", 1,
     "'grid' is missing in microstructure"},
    {"{grid: 3, hdf5: {file: flat.h5, dataset: labels}}", 17,
     "the dataset has 24 voxels, expected 3 x 3 x 3 (key 'grid')"},
    {"{grid: 3, hdf5: {file: solid.h5, dataset: labels}}", 17,
     "the dataset has 4 x 3 x 2 voxels, expected 3 x 3 x 3 (key 'grid')"},
};

/* A '*' at an end of the pattern matches any text. */
static bool matches(const char *text, const char *pattern) {
  size_t length = strlen(pattern), all = strlen(text);
  bool before = *pattern == '*', behind = pattern[length - 1] == '*';
  const char *core = am_copy(arena, pattern + before,
                             length - before - behind);
  const char *found = strstr(text, core);
  return found && (before || found == text) &&
         (behind || found + strlen(core) == text + all);
}

START_TEST(says_what_is_wrong) {
  am_microstructure *m;
  made(am_format(arena, laminate, 'x', 5));
  write_dataset("solid", 3, (hsize_t[]){2, 3, 4});
  write_dataset("flat", 1, (hsize_t[]){24});
  for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
    test_write(am_format(arena, "%s/%s", folder, tables[i].name),
               tables[i].text, strlen(tables[i].text));
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    am_status status = read_text(wrong[i].text, &m);
    ck_assert_msg(status == AM_INPUT, "%s: status %d", wrong[i].text, status);
    ck_assert_msg(matches(report->first->text, wrong[i].message),
                  "%s: '%s', expected '%s'", wrong[i].text,
                  report->first->text, wrong[i].message);
    ck_assert_msg(report->first->place.column == wrong[i].column,
                  "%s: column %d, expected %d", wrong[i].text,
                  report->first->place.column, wrong[i].column);
    ck_assert_ptr_null(report->first->next);
  }
}
END_TEST

START_TEST(warns_of_what_is_too_small) {
  made("{grid: 4, spheres: {label: 1, diameter: 0.01, count: 5}}");
  ck_assert_int_eq(report->first->severity, AM_SEVERITY_WARNING);
  ck_assert_str_eq(report->first->text,
                   "5 of 5 spheres contain no voxel centre of their own: use a "
                   "finer grid");
}
END_TEST

START_TEST(reports_what_cannot_be_written) {
  am_microstructure *m;
  ck_assert_int_eq(
      read_text("{grid: 4, write: no/such/x.h5, laminate: {normal: x, "
                "layers: [{label: 0, fraction: 1}]}}", &m), AM_ENVIRONMENT);
  ck_assert_str_eq(report->first->text,
                   "cannot write 'no/such/x.h5': No such file or directory");
}
END_TEST

int main(void) {
  TCase *tests = tcase_create("microstructure");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_add_test(tests, reads_what_it_has_written);
  tcase_add_test(tests, reads_raw_files);
  tcase_add_test(tests, reads_datasets);
  tcase_add_test(tests, reads_centres_from_a_table);
  tcase_add_test(tests, says_what_is_wrong);
  tcase_add_test(tests, warns_of_what_is_too_small);
  tcase_add_test(tests, reports_what_cannot_be_written);
  return test_run("microstructure", &tests, 1);
}
