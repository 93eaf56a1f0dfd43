/* h5_maker.h: creates an HDF5 file, well-formed or damaged, from a text of
 * words, separated by blanks:
 *
 *   d NAME TYPE DIMENSIONS FILL   a dataset
 *   a NAME TYPE COUNT VALUE       an attribute of the last dataset
 *   A NAME TYPE COUNT VALUE       an attribute of the file
 *   ! OFFSET BYTE ...             finally, changes bytes of the file
 *
 * NAME, TYPE, VALUE are letters that select rows of the tables below, a
 * dimension is a digit. Other words are ignored. */
#ifndef AM_TESTS_FUZZ_H5_MAKER_H
#define AM_TESTS_FUZZ_H5_MAKER_H

#include <hdf5.h>
#include <math.h>
#include <string.h>

#include "tests/fuzz/files.h"

static const char *const h5_names[] = {
    "time",       "target",     "control",  "parameters/E",
    "initial/x",  "stress",     "internal/alpha", "tangent",
    "status",     "counts",     "unit",     "about",
    "components", "datasets",   "points",   "done",
    "complete",   "index_bytes", "case",    "case_file",
    "set",        "material",   "engine",   "labels",
    "targte",     "strain"};

static const hsize_t h5_sizes[10] = {0, 1, 2, 3, 4, 5, 6, 36, 100000, 1u << 31};

static const double h5_numbers[] = {0,     1,    2, 3,     5,        -1,
                                    1e300, 0.25, 6, 1e-300, 4294967296., 36};

static const char *const h5_texts[] = {
    "",
    "MPa",
    "time",
    "stress",
    "internal/alpha",
    "case: c\nmaterial: linear-elastic\npath: [{time: 1, strain: {xx: 1}}]\n",
    "{set: [solver.rtol=1e-4]}",
    "{set: [[a]]}",
    "{set: x}",
    "material: m\nparameters: {E: 1}\nfree_energy: E*tr(eps)^2\n",
    "interp",
    "xx",
    "case: sample\nmaterial: none\n",
    "material: none \xc3\xa4\xc3\xb6\n",
    "s",
    "case: c\nmaterial: m\npoints: {file: in.h5}\n"};

typedef struct {
  const char *next; /* of the text */
  hid_t file, set;
} h5_maker;

#define H5_ROW(table, letter) \
  (table)[(unsigned)(letter) % (sizeof(table) / sizeof *(table))]

static inline char h5_letter(h5_maker *m) {
  m->next += strspn(m->next, " \n");
  if (!*m->next) return 0;
  char c = *m->next++;
  return c >= 'a' && c <= 'z' ? (char)(c - 'a') : c;
}

enum { H5_TEXT = 128 };

/* d double, f float, i int, c char, u 64 bits, b boolean, s text of 128
 * bytes, t text of four bytes, r pairs of numbers, v text of any length */
static inline hid_t h5_type(char letter) {
  static hid_t types[10];
  if (!types[0]) {
    types[0] = H5T_NATIVE_DOUBLE, types[1] = H5T_NATIVE_FLOAT;
    types[2] = H5T_NATIVE_INT, types[3] = H5T_NATIVE_SCHAR;
    types[4] = H5T_NATIVE_UINT64, types[5] = H5Tenum_create(H5T_NATIVE_SCHAR);
    types[6] = H5Tcopy(H5T_C_S1), types[7] = H5Tcopy(H5T_C_S1);
    types[8] = H5Tcreate(H5T_COMPOUND, 16);
    H5Tenum_insert(types[5], "FALSE", "\0");
    H5Tenum_insert(types[5], "TRUE", "\1");
    H5Tset_size(types[6], H5_TEXT);
    H5Tset_cset(types[6], H5T_CSET_UTF8);
    H5Tset_size(types[7], 4);
    types[9] = H5Tcopy(H5T_C_S1);
    H5Tset_size(types[9], H5T_VARIABLE);
    H5Tinsert(types[8], "r", 0, H5T_NATIVE_DOUBLE);
    H5Tinsert(types[8], "i", 8, H5T_NATIVE_DOUBLE);
  }
  static const char letters[] = "dficubstrv";
  const char *found = strchr(letters, letter + 'a');
  return types[found && *found ? found - letters : 0];
}

/* o: [1, 2, 3, ...]; n: not finite; else the row of numbers, for all */
static inline void h5_fill(double *values, size_t count, char letter) {
  for (size_t i = 0; i < count; i++)
    values[i] = letter == 'o' - 'a'   ? (double)i
                : letter == 'n' - 'a' ? NAN
                                      : H5_ROW(h5_numbers, letter);
}

static inline hid_t h5_links(void) {
  static hid_t links;
  if (!links) {
    links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
  }
  return links;
}

static inline bool h5_is_number(hid_t type) {
  H5T_class_t kind = H5Tget_class(type);
  return kind == H5T_INTEGER || kind == H5T_FLOAT;
}

static inline void h5_dataset(h5_maker *m) {
  enum { MOST = 4096 };
  double values[MOST];
  const char *name = H5_ROW(h5_names, h5_letter(m));
  hid_t type = h5_type(h5_letter(m));
  hsize_t size[5], count = 1;
  int rank = 0;
  m->next += strspn(m->next, " \n");
  while (rank < 5 && *m->next >= '0' && *m->next <= '9') {
    size[rank] = h5_sizes[*m->next++ - '0'];
    count *= size[rank++] < MOST ? size[rank - 1] : MOST + 1;
  }
  hid_t space = rank == 5 ? H5Screate(H5S_NULL)
                          : H5Screate_simple(rank, size, NULL);
  if (m->set >= 0) H5Dclose(m->set);
  m->set = H5Dcreate2(m->file, name, type, space, h5_links(), H5P_DEFAULT,
                      H5P_DEFAULT);
  h5_fill(values, MOST, h5_letter(m));
  if (m->set >= 0 && rank < 5 && count <= MOST && h5_is_number(type))
    H5Dwrite(m->set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
             values);
  H5Sclose(space);
}

static inline void h5_attribute(h5_maker *m, hid_t object) {
  enum { MOST = 100 };
  double values[MOST];
  const char *texts[MOST];
  char fixed[MOST][H5_TEXT] = {""};
  const char *name = H5_ROW(h5_names, h5_letter(m));
  hid_t type = h5_type(h5_letter(m));
  hsize_t count = (hsize_t)(h5_letter(m) - '0') % 8;
  char value = h5_letter(m);
  hid_t space = count ? H5Screate_simple(1, &count, NULL)
                      : H5Screate(H5S_SCALAR);
  hid_t attribute = object < 0 ? -1
                               : H5Acreate2(object, name, type, space,
                                            H5P_DEFAULT, H5P_DEFAULT);
  for (int i = 0; i < MOST; i++) {
    texts[i] = H5_ROW(h5_texts, value + i * (count > 1));
    memcpy(fixed[i], texts[i], strnlen(texts[i], H5_TEXT));
  }
  h5_fill(values, MOST, value);
  if (attribute >= 0 && h5_is_number(type))
    H5Awrite(attribute, H5T_NATIVE_DOUBLE, values);
  else if (attribute >= 0 && H5Tis_variable_str(type) > 0)
    H5Awrite(attribute, type, texts);
  else if (attribute >= 0 && H5Tget_size(type) == H5_TEXT)
    H5Awrite(attribute, type, fixed);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
}

static inline void h5_damage(const char *path, const char *text) {
  FILE *file = fopen(path, "r+b");
  unsigned offset, byte;
  int length;
  FUZZ_EXPECT(file);
  for (; sscanf(text, "%u %u%n", &offset, &byte, &length) == 2;
       text += length)
    if (!fseek(file, (long)(offset % 65536), SEEK_SET)) fputc((int)byte, file);
  fclose(file);
}

/* Creates the file, or extends the existing file if `old`. */
static inline void h5_make(const char *path, const char *text, bool old) {
  h5_maker m = {.next = text, .set = -1};
  m.file = old ? H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT)
               : H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  if (m.file < 0) return;
  for (char op; (op = h5_letter(&m)) && op != '!';) {
    if (op == 'd' - 'a') h5_dataset(&m);
    if (op == 'a' - 'a') h5_attribute(&m, m.set);
    if (op == 'A') h5_attribute(&m, m.file);
  }
  if (m.set >= 0) H5Dclose(m.set);
  H5Fclose(m.file);
  const char *damage = strchr(text, '!');
  if (damage) h5_damage(path, damage + 1);
}

#endif
