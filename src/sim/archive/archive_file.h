/* archive_file.h: structure of an open archive; internal to archive*.c. */
#ifndef AM_ARCHIVE_ARCHIVE_FILE_H
#define AM_ARCHIVE_ARCHIVE_FILE_H

#include "archive/archive.h"
#include "archive/h5.h"

/* ---- chunk.c ------------------------------------------------------------- */

/* Size of the checksum (bytes). */
enum { AM_CHUNK_SUM = 4 };

/* One chunk. */
typedef struct {
  const void *bytes; /* [size] */
  size_t size;
  uint32_t skipped; /* bit i: filter i was skipped for this chunk */
} am_encoded;

typedef struct {
  bool filtered; /* true: with shuffle and deflate */
  int level;     /* deflate level 0 … 9 */
  int capacity;  /* maximum number of chunks encoded together */
  size_t largest; /* bytes of the largest chunk without checksum */
  unsigned char *space;
  am_encoded *chunks; /* [capacity] */
} am_encoder;

am_encoder am_encoder_new(am_arena *arena, size_t largest, bool filtered,
                          int level);

/* Encodes values [count] into chunks [ceil(count/length)], at most `capacity`;
 * the last one is padded with NaN. The chunks are valid until the next call. */
const am_encoded *am_encode(am_encoder *encoder, const double *values,
                            size_t count, size_t length);

/* True if the checksum at the end of a chunk matches its bytes. */
bool am_chunk_fits(const void *bytes, size_t size);

/* ---- archive ------------------------------------------------------------- */

struct am_archive {
  am_archive_layout layout;
  am_arena *arena;
  const char *path, *name; /* path, and quoted path */
  hid_t file;
  hid_t *datasets; /* [field_count] */
  long done, chunk; /* points */
  bool checked;     /* chunks have checksums (since version 0.3) */
  am_encoder encoder;
  bool shown;   /* true if /VTKHDF exists */
  bool failed;
};

enum { AM_ARCHIVE_RANK = 4 };

/* Creates an archive without a file: file and datasets are -1. */
am_archive *am_archive_new(am_arena *arena, const char *path,
                           const am_archive_layout *layout);

/* Dimensions of a field and of its chunks; returns the rank. */
int am_archive_size(const am_archive *archive, const am_archive_field *field,
                    hsize_t size[AM_ARCHIVE_RANK],
                    hsize_t chunk[AM_ARCHIVE_RANK]);

static inline long am_archive_rows(const am_archive *archive,
                                   const am_archive_field *field) {
  return field->per_point ? 1 : archive->layout.rows;
}

/* Number of values per chunk. */
static inline size_t am_archive_length(const am_archive *archive,
                                       const am_archive_field *field) {
  return (size_t)(archive->chunk * am_archive_components(field));
}

/* Number of values in the largest chunk. */
size_t am_archive_largest(const am_archive *archive);

/* Bytes of the largest chunk in the file. */
static inline size_t am_archive_room(const am_archive *archive) {
  return am_archive_largest(archive) * sizeof(double) + AM_CHUNK_SUM;
}

/* am_archive_get reads the encoded chunk of a field starting at point `first`
 * into room [am_archive_room]; false if it is missing or its checksum is wrong.
 * am_archive_put writes it; false if HDF5 fails. */
bool am_archive_get(const am_archive *archive, int field, long row, long first,
                    void *room, am_encoded *chunk);
bool am_archive_put(const am_archive *archive, int field, long row, long first,
                    const am_encoded *chunk);

/* Calls `visit` for each field and row, in the order in which a run writes
 * them, until a call fails. */
typedef am_status am_archive_visit(void *data, int field, long row);
am_status am_archive_each(const am_archive_layout *layout,
                          am_archive_visit *visit, void *data);

/* An open file, with the beginning of messages: "cannot resume NAME: …",
 * "cannot merge NAME with OTHER: …". */
typedef struct {
  am_archive *archive;
  am_arena *arena;
  am_report *report;
  const char *verb, *with; /* with NULL: omitted */
} am_archive_comparison;

/* AM_INPUT with this message. */
#define am_archive_differs(c, ...)                                          \
  am_error((c)->report, AM_INPUT, am_nowhere, "cannot %s %s%s%s: %s",       \
           (c)->verb, (c)->archive->name, (c)->with ? " with " : "",        \
           (c)->with ? (c)->with : "", am_format((c)->arena, __VA_ARGS__))

/* AM_INPUT, with a message, if the layout of the file differs from the expected
 * one; with `shards`, the number of points and the note of a shard are not
 * compared. */
AM_MUST_USE am_status am_archive_compare(
    const am_archive_comparison *comparison,
    const am_archive_layout *expected, bool shards);

/* archive_layout.c: opens the file for reading until the arena is freed, and
 * sets its layout, number of points done, and datasets. */
AM_MUST_USE am_status am_archive_open(const am_archive_comparison *comparison);

/* Message for files with variable-length texts, which are not read. */
extern const char am_archive_older[];

#endif
