/* archive.h: stores results of many points in one HDF5 file.
 *
 *   /NAME [points][rows][components…]   a quantity at the output times
 *   /NAME [points][components…]         a quantity per point: status, counts
 *   /time [rows]                        attribute `unit`
 *   /conventions                        a group of texts (h5.h)
 *
 * Component dimensions of size 1 are omitted. Every dataset has the attributes
 * `unit`, `about` and, with components, `components`. Values not yet written
 * are NaN. Attributes of the file: the notes of its layout, `notes` and
 * `datasets` (their names in order), `points`, `done` (number of committed
 * points), `complete` (1 or 0). Texts have a fixed length, that of the longest
 * text of an attribute. Chunks have checksums (filter Fletcher32).
 *
 * Points are written in order, in blocks of whole chunks; a block is valid when
 * it has been committed. If a write fails or the process is killed, the file
 * holds all blocks up to its last commit; am_archive_resume copies these
 * blocks, up to the first damaged chunk, to a new file, which becomes bitwise
 * identical to the file of an uninterrupted run.
 *
 * Chunks are encoded by several threads (chunk.c) and then passed to HDF5,
 * which is called by a single thread.
 *
 * The group /VTKHDF shows the points as a row in ParaView (vtkhdf.h). */
#ifndef AM_ARCHIVE_H
#define AM_ARCHIVE_H

#include "base/base.h"

/* Default number of points per chunk. The first point of each write or commit
 * must be a multiple of the chunk size, and so must the number of points except
 * at the end. */
enum { AM_ARCHIVE_CHUNK = 4096 };

/* One dataset. */
typedef struct {
  const char *name;  /* "stress", "internal/eps_vp"; groups are created */
  const char *unit;  /* attribute `unit`, "" for none */
  const char *about; /* attribute `about` */
  const char *const *components; /* [shape[0]·shape[1]] or NULL */
  int shape[2];      /* {1, 1} number, {6, 1} tensor, {6, 6} tangent */
  bool per_point;    /* [points] without rows (status, statistics) */
} am_archive_field;

/* Number of values per point and row. */
static inline long am_archive_components(const am_archive_field *field) {
  return (long)field->shape[0] * field->shape[1];
}

typedef struct {
  const char *name, *text; /* text attribute of the file, of any length */
} am_archive_note;

/* Layout; must not change while the archive is open. */
typedef struct {
  long points;
  const double *times; /* [rows] dataset /time */
  const char *time_unit;
  long rows;
  const am_archive_field *fields; /* [field_count] */
  int field_count;
  const am_archive_note *notes; /* [note_count]: case, material, … */
  int note_count;
  int compression; /* deflate level 1 … 9 after byte shuffle, 0: none */
  int chunk;       /* points per chunk, 0: AM_ARCHIVE_CHUNK */
  long block;      /* points written and committed together, 0: one chunk */
} am_archive_layout;

/* Note of a file that holds a shard of a batch. */
#define AM_ARCHIVE_SHARD "shard"

/* Note of a file in Voigt notation of shear strains and tangents. */
#define AM_ARCHIVE_NOTATION "notation"
#define AM_ARCHIVE_VOIGT "voigt"

typedef struct am_archive am_archive;

/* True if the name ends in .h5 or .hdf5. */
bool am_archive_is_named(const char *path);

/* Creates a file, replacing an existing one. AM_ENVIRONMENT, with a message, if
 * it cannot be created or another program is writing it. */
AM_MUST_USE am_status am_archive_create(am_arena *arena, am_report *report,
                                        const char *path,
                                        const am_archive_layout *layout,
                                        am_archive **archive);

/* Resumes an unfinished file after its `done` points or, with a note, before
 * its first damaged chunk; creates the file if it does not exist. The file is
 * copied, with the same chunks, to PATH.part, which then replaces it. AM_INPUT,
 * with a message, if the file is not an archive or differs from `layout` in
 * points, times, fields or a note; AM_FAILED, with a message, if stopped while
 * reading. */
AM_MUST_USE am_status am_archive_resume(am_arena *arena, am_report *report,
                                        const char *path,
                                        const am_archive_layout *layout,
                                        am_archive **archive);

/* Number of committed points. */
long am_archive_done(const am_archive *archive);

/* Writes values [count][components] of points first … first + count - 1 in row
 * `row` (0 for fields per point); once per point before it is committed. */
AM_MUST_USE am_status am_archive_write(am_archive *archive, am_report *report,
                                       int field, long row, long first,
                                       long count, const double *values);

/* Commits the points before `done`, which are then kept if the process is
 * killed. */
AM_MUST_USE am_status am_archive_commit(am_archive *archive,
                                        am_report *report, long done);

/* Closes the file in all cases. AM_ENVIRONMENT, without another message, if a
 * write failed. */
AM_MUST_USE am_status am_archive_close(am_archive *archive, am_report *report);

/* Reads a text attribute of the file; AM_INPUT, with a message, if it is
 * missing. */
AM_MUST_USE am_status am_archive_note_read(am_arena *arena, am_report *report,
                                           const char *path, const char *name,
                                           const char **text);

/* ---- archive_merge.c: shards of a batch ----------------------------------
 *
 * A batch is divided into parts that run independently, on any machine and at
 * any time, and are merged later. Shard I of N, counted from 1, holds
 * consecutive points and has its own file. Together the shards cover all points
 * exactly once. */

typedef struct {
  long index, count;  /* I and N; N = 0 or 1: all points */
  long first, points; /* first point, from 0, and number of points */
  long all;
  long block; /* points that a single run writes together (archive.h) */
} am_shard;

/* Maximum N. */
enum { AM_SHARDS_MOST = 1000000 };

/* Reads "I/N" from an option; AM_USAGE with a message. */
AM_MUST_USE am_status am_shard_parse(am_report *report, const char *text,
                                     long *index, long *count);

/* Points of a shard in whole units (the last unit may be incomplete); numbers
 * of units differ by at most one between shards. There may be 0 points if there
 * are fewer units than shards. */
am_shard am_shard_of(long index, long count, long all, long unit);

/* Description of a shard stored in its file; am_shard_read returns false if the
 * text is invalid. */
const char *am_shard_text(am_arena *arena, const am_shard *shard);
bool am_shard_read(const char *text, am_shard *shard);

/* File name of a shard: x.3of8.h5 for x.h5, matched by x.*.h5. */
const char *am_shard_path(am_arena *arena, const char *path, long index,
                          long count);

/* Shards to be merged. */
typedef struct {
  const char *const *parts; /* [count] in any order */
  size_t count;
  const char *output;
} am_merge;

typedef struct {
  long points;
  double bytes; /* bytes of chunks */
} am_merge_result;

/* Merges the files. AM_INPUT, with a message, if a part is damaged, incomplete,
 * given twice, missing, or differs from the first one in more than its points;
 * AM_ENVIRONMENT if the file cannot be written, AM_FAILED if stopped. */
AM_MUST_USE am_status am_archive_merge(am_arena *arena, am_report *report,
                                       const am_merge *merge,
                                       am_merge_result *merged);

/* ---- archive_read.c: values in a file ------------------------------------ */

typedef struct {
  const am_archive_layout *layout;
  long done;           /* number of committed points */
  bool voigt;          /* see am_table */
  am_archive *archive; /* closed with the arena */
} am_archive_results;

/* Opens a file. AM_INPUT, with a message, if it is not an archive or is
 * damaged. */
AM_MUST_USE am_status am_archive_results_open(am_arena *arena,
                                              am_report *report,
                                              const char *path,
                                              am_archive_results **results);

/* Reads values [count][rows][components] of points first … first + count - 1 of
 * a field; AM_INPUT, with a message, if the checksum of a chunk is wrong. */
AM_MUST_USE am_status am_archive_results_read(
    const am_archive_results *results, am_report *report, int field,
    long first, long count, double *values);

#endif
