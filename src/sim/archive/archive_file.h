/* archive_file.h: an open archive, for the files archive*.c. */
#ifndef AM_ARCHIVE_ARCHIVE_FILE_H
#define AM_ARCHIVE_ARCHIVE_FILE_H

#include <signal.h>

#include "archive/archive.h"
#include "archive/chunk.h"
#include "archive/h5.h"
#include "archive/shard.h"

struct am_archive {
  am_archive_layout layout;
  am_arena *arena;
  const char *path, *name; /* as it is, and quoted */
  hid_t file;
  hid_t *datasets; /* [field_count] */
  int space; /* a descriptor of the file, to reserve space */
  long done, chunk; /* points */
  bool checked;     /* chunks have checksums, since version 0.3 */
  am_encoder encoder;
  struct sigaction size_signal; /* of the process before, for SIGXFSZ */
  bool guarded; /* size_signal is set */
  bool shown;   /* by /VTKHDF */
  bool failed;
};

enum { AM_ARCHIVE_RANK = 4 };

/* An archive without a file yet: file and datasets are -1. */
am_archive *am_archive_new(am_arena *arena, const char *path,
                           const am_archive_layout *layout);

/* A limit of file size shall be an error of a call, not kill; until the
 * archive is closed. */
void am_archive_guard(am_archive *archive);

/* Dimensions of a field and of its chunks; the rank. */
int am_archive_size(const am_archive *archive, const am_archive_field *field,
                    hsize_t size[AM_ARCHIVE_RANK],
                    hsize_t chunk[AM_ARCHIVE_RANK]);

static inline long am_archive_components(const am_archive_field *field) {
  return (long)field->shape[0] * field->shape[1];
}

static inline long am_archive_rows(const am_archive *archive,
                                   const am_archive_field *field) {
  return field->per_point ? 1 : archive->layout.rows;
}

/* Values of a chunk. */
static inline size_t am_archive_length(const am_archive *archive,
                                       const am_archive_field *field) {
  return (size_t)(archive->chunk * am_archive_components(field));
}

/* Values of its largest chunk. */
size_t am_archive_largest(const am_archive *archive);

/* Bytes of its largest chunk in the file. */
static inline size_t am_archive_room(const am_archive *archive) {
  return am_archive_largest(archive) * sizeof(double) + AM_CHUNK_SUM;
}

/* Reads the chunk of a field that begins with point `first`, as it lies in the
 * file, into room [am_archive_room]; false if it is missing or its checksum is
 * wrong.  Or writes it; false if HDF5 fails. */
bool am_archive_get(const am_archive *archive, int field, long row, long first,
                    void *room, am_encoded *chunk);
bool am_archive_put(const am_archive *archive, int field, long row, long first,
                    const am_encoded *chunk);

/* Calls `visit` with each field and row in the order in which a run writes
 * them, until one call fails. */
typedef am_status am_archive_visit(void *data, int field, long row);
am_status am_archive_each(const am_archive_layout *layout,
                          am_archive_visit *visit, void *data);

/* An open file, and what messages begin with: "cannot resume NAME: …", "cannot
 * merge NAME with OTHER: …". */
typedef struct {
  am_archive *archive;
  am_arena *arena;
  am_report *report;
  const char *verb, *with; /* with NULL: nothing */
} am_archive_comparison;

/* archive_compare.c: AM_INPUT with this message. */
am_status am_archive_differs(const am_archive_comparison *comparison,
                             const char *format, ...) AM_PRINTF(2, 3);

/* AM_INPUT with a message where the layout of the file is not the expected one;
 * a shard's points and note are not compared where `shards`. */
AM_MUST_USE am_status am_archive_compare(
    const am_archive_comparison *comparison,
    const am_archive_layout *expected, bool shards);

/* archive_layout.c: opens the file for reading until the arena goes; fills in
 * its layout, its points that are done and its datasets. */
AM_MUST_USE am_status am_archive_open(const am_archive_comparison *comparison);

/* Texts that are read have a fixed length; this message tells of others. */
extern const char am_archive_older[];

/* Reserves so many bytes behind the end of the file; why not, or NULL. */
const char *am_archive_reserve_bytes(const am_archive *archive, double bytes);

/* Frees what is reserved behind the end of the file. */
void am_archive_give_back(const am_archive *archive);

#endif
