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
  int undo;  /* a descriptor of PATH.undo */
  bool held; /* PATH.undo counts */
  long index_bytes;
  long done, chunk; /* points */
  am_encoder encoder;
  hid_t digest_set;  /* [blocks] of chunks */
  uint64_t *digests; /* of those that are written, or have been compared */
  struct sigaction size_signal; /* of the process before, for SIGXFSZ */
  bool shown; /* by /VTKHDF */
  bool failed;
};

enum { AM_ARCHIVE_RANK = 4 };

/* An archive without a file yet: file and datasets are -1. */
am_archive *am_archive_new(am_arena *arena, const char *path,
                           const am_archive_layout *layout);

/* A limit of file size shall be an error of a call, not kill; until the
 * archive is closed. */
void am_archive_guard(am_archive *archive);

/* The encoder and the descriptors; false when a file cannot be opened. */
bool am_archive_start(am_archive *archive, bool filtered);

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

/* The chunk of a field that begins with point `first` as it lies in the file,
 * in room [most], which takes the largest; or writes it.  Its digest is added
 * to that of its block.  False where HDF5 fails. */
bool am_archive_get(am_archive *archive, int field, long row, long first,
                    void *room, size_t most, am_encoded *chunk);
bool am_archive_put(am_archive *archive, int field, long row, long first,
                    const am_encoded *chunk);

/* archive_compare.c: an open file, and what messages begin with: "cannot
 * resume NAME: …", "cannot merge NAME with OTHER: …". */
typedef struct {
  am_archive *archive;
  am_arena *arena;
  am_report *report;
  const char *verb, *with; /* with NULL: nothing */
} am_archive_comparison;

/* AM_INPUT with this message; with the points of the block that begins with
 * point `first`, which is not as it was written. */
am_status am_archive_differs(const am_archive_comparison *comparison,
                             const char *format, ...) AM_PRINTF(2, 3);
am_status am_archive_block_differs(const am_archive_comparison *comparison,
                                   long first);

/* Opens the file for reading until the arena goes, unless its batch has not
 * closed it. */
AM_MUST_USE am_status am_archive_open(const am_archive_comparison *comparison,
                                      bool unclosed);

/* Opens datasets and digests of a file that has what its layout says, and
 * finds out the length of its chunks, and how many filters they went
 * through.  Digests are not compared. */
AM_MUST_USE am_status am_archive_compare(
    const am_archive_comparison *comparison, int *filters);

/* archive_layout.c: what an open file of a shard says of the whole batch, with
 * notes that are as they were written; or its notes and its shard alone.
 * shard NULL: of any file, but for how many points it has. */
AM_MUST_USE am_status am_archive_layout_read(
    const am_archive_comparison *comparison, am_archive_layout *layout,
    am_shard *shard);
AM_MUST_USE am_status am_archive_notes_read(
    const am_archive_comparison *comparison, am_archive_layout *layout,
    am_shard *shard);

/* archive_digest.c: notes the digests of the notes; makes the dataset of those
 * of blocks, or opens it; adds a chunk's to that of its block; writes those of
 * the blocks before `done` that are not committed yet.  False where HDF5
 * fails, or there is no such dataset. */
bool am_archive_digest_notes(const am_archive *archive);
bool am_archive_digests_make(am_archive *archive);
bool am_archive_digests_open(am_archive *archive);
void am_archive_digests_add(am_archive *archive, int field, long row,
                            long block, uint64_t digest);
bool am_archive_digests_write(const am_archive *archive, long done);

/* Those of the blocks as they are noted, [blocks]; NULL where HDF5 fails. */
const uint64_t *am_archive_digests_read(am_archive *archive);

/* Is a block as its digest is noted?  It is read once only. */
bool am_archive_block_fits(am_archive *archive, long block, uint64_t noted,
                           void *room, size_t most);

/* The first point of a block that is done and not as it was written, or at
 * which it was stopped; -1: there is none. */
long am_archive_digests_compare(am_archive *archive);

/* Why such a file is not read. */
extern const char am_archive_older[], am_archive_undigested[];

/* Is a note the one that was written? */
bool am_archive_note_fits(am_arena *arena, hid_t file, const char *name,
                          const char *text);

/* Of the dataset of output times: writes their digest, and compares it.
 * times [rows] */
bool am_archive_digest_times(const am_archive *archive, hid_t set);
bool am_archive_times_fit(am_arena *arena, hid_t set, const double *times,
                          long rows);

/* PATH.undo */
const char *am_archive_undo_path(am_arena *arena, const char *path);

/* Makes PATH.undo, without a copy that counts; copies the part of the file
 * that a commit changes there; lets the copy count; drops it; closes
 * PATH.undo and, unless a commit was cut short, removes it.  False when a
 * file cannot be written. */
bool am_archive_undo_open(am_archive *archive);
bool am_archive_undo_fill(const am_archive *archive);
bool am_archive_undo_hold(am_archive *archive);
bool am_archive_undo_drop(am_archive *archive);
void am_archive_undo_close(am_archive *archive);

/* Was a commit of the file cut short? */
bool am_archive_is_torn(const am_archive *archive);

/* Brings back the state before a commit that was cut short, if one was. */
bool am_archive_undo(const am_archive *archive);

/* Reserves so many bytes behind the end of the file; why not, or NULL. */
const char *am_archive_reserve_bytes(const am_archive *archive, double bytes);

/* Frees what is reserved behind the end of the file. */
void am_archive_give_back(const am_archive *archive);

#endif
