/* vti_file.h: what the readers of vti.h share. */
#ifndef AM_IMAGE_VTI_FILE_H
#define AM_IMAGE_VTI_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <zlib.h>

#include "file/parts.h"
#include "image/vti.h"

/* How all arrays of a file are kept. */
typedef struct {
  bool big;        /* the most significant byte is the first */
  int head_bytes;  /* of numbers in front, 4 or 8 */
  bool compressed; /* by zlib */
} am_vti_coding;

/* A DataArray of CellData. */
typedef struct {
  const char *name, *type, *format;
  double components, offset;
  off_t position; /* of what stands inside of the tag */
} am_vti_entry;

typedef struct am_vti_file am_vti_file;
struct am_vti_file {
  am_arena *arena;
  am_report *report;
  const char *name; /* in quotes */
  am_place place;
  am_xml *xml;
  FILE *in;
  am_vti_coding coding;
  am_vti_image image;
  am_vti_entry *entries; /* [image.count] */
  int capacity, images, pieces, point_arrays;
  double whole[6], extent[6], spacing[3];
  bool appended_base64;
  off_t appended; /* behind its '_', 0: there is none */
};

/* AM_INPUT with "'FILE': …". */
am_status am_vti_wrong(const am_vti_file *f, const char *format, ...)
    AM_PRINTF(2, 3);

/* A text as a message may quote it. */
const char *am_vti_shown(const am_vti_file *f, const char *text);

/* vti_data.c: the bytes of an array, one after the other.
 *
 * Plain: their number, then the bytes.  Compressed: the number of blocks, the
 * bytes of a block and of the last one (0: it is as long), the bytes that
 * each takes in the file, then the blocks as zlib makes them.  In base64 all
 * of it is text, encoded in one or several pieces.  Numbers in front have
 * 4 or 8 bytes.  ("VTK file formats", Kitware) */
typedef struct {
  FILE *in;
  bool base64;
  unsigned char triple[3]; /* decoded ones [ready], `used` are gone */
  int ready, used;
  am_vti_coding coding;
  uint64_t left;           /* plain bytes to come */
  /* compressed */
  uint64_t blocks, block;  /* those begun */
  uint64_t *packed;        /* bytes in the file [blocks] */
  uint64_t packed_left;    /* of this block */
  z_stream stream;
  unsigned char *room;
} am_vti_data;

/* Begins where the file stands; the array has `total` bytes.  NULL, or what
 * is wrong; am_vti_data_end in both cases. */
const char *am_vti_data_begin(am_arena *arena, am_vti_data *data, FILE *in,
                              bool base64, const am_vti_coding *coding,
                              uint64_t total);

/* The next `count` bytes, which are there; NULL, or what is wrong. */
const char *am_vti_data_next(am_vti_data *data, unsigned char *bytes,
                             size_t count);

void am_vti_data_end(am_vti_data *data);

#endif
