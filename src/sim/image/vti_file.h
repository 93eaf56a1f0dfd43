/* vti_file.h: declarations shared by the readers of vti.h. */
#ifndef AM_IMAGE_VTI_FILE_H
#define AM_IMAGE_VTI_FILE_H

#include <sys/types.h>

#include "file/parts.h"
#include "image/vti.h"

/* Encoding of all arrays of a file. */
typedef struct {
  bool big;        /* most significant byte first */
  int head_bytes;  /* size of header numbers, 4 or 8 (bytes) */
  bool compressed; /* by zlib */
} am_vti_coding;

/* A DataArray of CellData. */
typedef struct {
  const char *name, *type, *format;
  double components, offset;
  off_t position; /* position of the contents of the tag */
} am_vti_entry;

typedef struct am_vti_file am_vti_file;
struct am_vti_file {
  am_arena *arena;
  am_report *report;
  const char *name; /* quoted name */
  am_place place;
  am_xml *xml;
  FILE *in;
  am_vti_coding coding;
  am_vti_image image;
  am_vti_entry *entries; /* [image.count] */
  int capacity, images, pieces, point_arrays;
  double whole[6], extent[6], spacing[3];
  bool appended_base64;
  off_t appended; /* position after the '_', 0: no appended data */
};

/* AM_INPUT with the message "'FILE': …". */
#define am_vti_wrong(f, ...)                                          \
  am_error((f)->report, AM_INPUT, (f)->place, "%s: %s", (f)->name,    \
           am_format((f)->arena, __VA_ARGS__))

/* Text quoted for messages. */
const char *am_vti_shown(const am_vti_file *f, const char *text);

/* vti_data.c: reads the bytes of an array sequentially.
 *
 * Uncompressed: the number of bytes, then the bytes. Compressed: the number of
 * blocks, the size of a block, the size of the last block (0: full), the
 * compressed size of each block, then the blocks compressed by zlib. In base64,
 * all data are text, encoded in one or several pieces. Header numbers have 4 or
 * 8 bytes. ("VTK file formats", Kitware) */
typedef struct {
  FILE *in;
  bool base64;
  unsigned char triple[3]; /* [ready] decoded bytes, of which `used` are
                              consumed */
  int ready, used;
  am_vti_coding coding;
  uint64_t left;           /* uncompressed bytes left */
  /* if compressed: */
  uint64_t blocks, block;  /* number of blocks, and of blocks read */
  uint64_t size, last;     /* uncompressed bytes of a block, and of the last
                              block (0: full) */
  uint64_t *packed;        /* [blocks] compressed sizes (bytes) */
  unsigned char *compressed, *plain; /* current block */
  uint64_t at, end;        /* bytes of `plain`: consumed, total */
} am_vti_data;

/* Begins reading at the current position of the file; the array has `total`
 * bytes. Returns NULL or an error. */
const char *am_vti_data_begin(am_arena *arena, am_vti_data *data, FILE *in,
                              bool base64, const am_vti_coding *coding,
                              uint64_t total);

/* Reads the next `count` bytes, which must not exceed the array; returns NULL
 * or an error. */
const char *am_vti_data_next(am_vti_data *data, unsigned char *bytes,
                             size_t count);

#endif
