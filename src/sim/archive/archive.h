/* archive.h: results of many points in one HDF5 file.
 *
 *   /NAME [points][rows][components…]   a quantity at the output times
 *   /NAME [points][components…]         a quantity per point: status, counts
 *   /time [rows]                        attribute `unit`
 *   /conventions                        a group of texts (conventions.h)
 *
 * Dimensions of components are dropped where they are 1; every dataset has
 * the attributes `unit`, `about` and, with components, `components`.  What is
 * not written yet is NaN.  Attributes of the file: the notes of its layout,
 * `notes` and `datasets` (their names in order), `points`, `done` (points that
 * are committed), `complete` (1 or 0).  Texts have a fixed length, that of the
 * longest of an attribute.  Chunks have checksums (the filter Fletcher32).
 *
 * Points are written in blocks of whole chunks, from the first to the last; a
 * block counts when it is committed.  Space for a block is reserved before
 * anything of it is written, so a full disk leaves a valid file that holds
 * the blocks before it.  Where a process is killed, the file holds the blocks
 * of its last commit; am_archive_resume copies them, up to the first damaged
 * chunk, to a new file of the same bits as a run without interruption makes.
 *
 * Chunks are encoded here (chunk.h), several at a time by threads, and given to
 * HDF5 as they are: a single thread calls HDF5.
 *
 * /VTKHDF shows the points in a row to ParaView (vtkhdf.h). */
#ifndef AM_ARCHIVE_H
#define AM_ARCHIVE_H

#include <stdbool.h>

#include "base/base.h"

/* Points of a chunk, unless the layout says otherwise: the first point of
 * what is written, reserved or committed is a multiple of it, and so is the
 * number of points but at the end. */
enum { AM_ARCHIVE_CHUNK = 4096 };

/* One dataset. */
typedef struct {
  const char *name;  /* "stress", "internal/eps_vp": groups are made */
  const char *unit;  /* attribute `unit`, "" where there is none */
  const char *about; /* attribute `about` */
  const char *const *components; /* [shape[0]·shape[1]] or NULL */
  int shape[2];      /* {1, 1} a number, {6, 1} a tensor, {6, 6} a tangent */
  bool per_point;    /* [points] only, no rows (status, statistics) */
} am_archive_field;

typedef struct {
  const char *name, *text; /* a text attribute of the file, of any length */
} am_archive_note;

/* Stays as it is while the archive is open. */
typedef struct {
  long points;
  const double *times; /* [rows] dataset /time */
  const char *time_unit;
  long rows;
  const am_archive_field *fields; /* [field_count] */
  int field_count;
  const am_archive_note *notes; /* [note_count]: case, material, … */
  int note_count;
  int compression; /* deflate level 1 … 9 behind a byte shuffle, 0: none */
  int chunk;       /* points of a chunk, 0: AM_ARCHIVE_CHUNK */
  long block;      /* points that are written and committed at once, 0: those
                      of a chunk */
  const volatile int *stop; /* nonzero: leave; or NULL */
} am_archive_layout;

/* The note of a file that is a shard of a batch (shard.h). */
#define AM_ARCHIVE_SHARD "shard"

/* The note of a file with shear strains and tangents of Voigt's notation. */
#define AM_ARCHIVE_NOTATION "notation"
#define AM_ARCHIVE_VOIGT "voigt"

typedef struct am_archive am_archive;

/* Does the name say that it is such a file: does it end in .h5 or .hdf5? */
bool am_archive_is_named(const char *path);

/* A new file; one that exists is replaced.  AM_ENVIRONMENT with a message
 * when it cannot be made or another program writes it. */
AM_MUST_USE am_status am_archive_create(am_arena *arena, am_report *report,
                                        const char *path,
                                        const am_archive_layout *layout,
                                        am_archive **archive);

/* Goes on behind the `done` points of a file that was not finished, or behind
 * those before its first damaged chunk (with a note); where there is no file
 * it is created.  PATH.part, with the same chunks, takes its place.  AM_INPUT
 * with a message where it is no such file or differs in points, times, fields
 * or a note from `layout`; AM_FAILED with one where it was stopped while the
 * file was read. */
AM_MUST_USE am_status am_archive_resume(am_arena *arena, am_report *report,
                                        const char *path,
                                        const am_archive_layout *layout,
                                        am_archive **archive);

/* Points that are committed. */
long am_archive_done(const am_archive *archive);

/* Reserves the space of the next `count` points, as if they could not be
 * compressed; AM_ENVIRONMENT with a message when the disk is full (also by
 * quota or a limit of file size): the file stays valid and can be resumed. */
AM_MUST_USE am_status am_archive_reserve(am_archive *archive,
                                         am_report *report, long count);

/* Values [count][components] of points first … first + count - 1 in row
 * `row` (0 for fields per point), once before they are committed. */
AM_MUST_USE am_status am_archive_write(am_archive *archive, am_report *report,
                                       int field, long row, long first,
                                       long count, const double *values);

/* The points before `done` are complete: they survive the process. */
AM_MUST_USE am_status am_archive_commit(am_archive *archive,
                                        am_report *report, long done);

/* Closes the file in any case and gives reserved space back.
 * AM_ENVIRONMENT, without another message, when a write had failed. */
AM_MUST_USE am_status am_archive_close(am_archive *archive, am_report *report);

/* A text attribute of the file, to replay one of its points; AM_INPUT with a
 * message where there is none. */
AM_MUST_USE am_status am_archive_note_read(am_arena *arena, am_report *report,
                                           const char *path, const char *name,
                                           const char **text);

#endif
