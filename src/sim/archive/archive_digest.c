/* archive_digest.c: is an archive as it was written?  Digests of its notes
 * (the attribute `digests`, a text "NAME DIGEST" for each), of the output times
 * (the attribute `digest` of /time), and of the blocks of points (the dataset /digests [blocks]), each as long as a chunk.  The
 * digest of a block is the sum of those of its chunks, as they lie in the
 * file, with their places. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/text.h"
#include "archive/archive_file.h"

static const char set_name[] = "digests";

static long blocks_until(const am_archive *a, long points) {
  return (points + a->chunk - 1) / a->chunk;
}

/* ---- notes --------------------------------------------------------------- */

static const char *digest_of(am_arena *arena, const char *name,
                             const char *text) {
  return am_format(arena, "%s %016" PRIx64, name,
                   am_digest(AM_DIGEST_START, text, strlen(text)));
}

bool am_archive_digest_notes(const am_archive *a) {
  int count = a->layout.note_count;
  const char **digests = AM_ARRAY(a->arena, const char *, count);
  for (int i = 0; i < count; i++)
    digests[i] = digest_of(a->arena, a->layout.notes[i].name,
                           a->layout.notes[i].text);
  return !count ||
         am_h5_set_texts(a->arena, a->file, set_name, digests, count);
}

bool am_archive_note_fits(am_arena *arena, hid_t file, const char *name,
                          const char *text) {
  int count = 0;
  const char *const *found = am_h5_texts(arena, file, set_name, &count);
  const char *expected = digest_of(arena, name, text);
  for (int i = 0; found && i < count; i++)
    if (!strcmp(found[i], expected)) return true;
  return false;
}

/* ---- output times -------------------------------------------------------- */

static const char *digest_of_times(am_arena *arena, const double *times,
                                   long rows) {
  return am_format(arena, "%016" PRIx64,
                   am_digest(AM_DIGEST_START, times,
                             (size_t)rows * sizeof *times));
}

bool am_archive_digest_times(const am_archive *a, hid_t set) {
  const char *digest =
      digest_of_times(a->arena, a->layout.times, a->layout.rows);
  return am_h5_set_texts(a->arena, set, "digest", &digest, 0);
}

bool am_archive_times_fit(am_arena *arena, hid_t set, const double *times,
                          long rows) {
  const char *found = am_h5_text(arena, set, "digest");
  return found && !strcmp(found, digest_of_times(arena, times, rows));
}

/* ---- blocks -------------------------------------------------------------- */

bool am_archive_digests_make(am_archive *a) {
  const char *about = "of what lies in the file of each block of points";
  hsize_t count = (hsize_t)blocks_until(a, a->layout.points);
  a->digests = AM_ARRAY(a->arena, uint64_t, count);
  /* Its space is there from the start, so that writing moves nothing. */
  hid_t space = H5Screate_simple(1, &count, NULL);
  hid_t creation = am_h5_creation(H5P_DATASET_CREATE);
  if (space >= 0 && H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY) >= 0)
    a->digest_set = H5Dcreate2(a->file, set_name, H5T_NATIVE_UINT64, space,
                               H5P_DEFAULT, creation, H5P_DEFAULT);
  am_h5_release(creation);
  am_h5_release(space);
  return a->digest_set >= 0 &&
         am_h5_set_texts(a->arena, a->digest_set, "about", &about, 0);
}

void am_archive_digests_add(am_archive *a, int field, long row, long block,
                            uint64_t digest) {
  const uint64_t place[] = {(uint64_t)field, (uint64_t)row, (uint64_t)block};
  a->digests[block] += am_digest(digest, place, sizeof place);
}

bool am_archive_digests_write(const am_archive *a, long done) {
  hsize_t first = (hsize_t)blocks_until(a, a->done);
  hsize_t count = (hsize_t)blocks_until(a, done) - first;
  if (!count) return true;
  hid_t space = H5Dget_space(a->digest_set);
  hid_t memory = H5Screate_simple(1, &count, NULL);
  bool good = H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &count,
                                  NULL) >= 0 &&
              H5Dwrite(a->digest_set, H5T_NATIVE_UINT64, memory, space,
                       H5P_DEFAULT, a->digests + first) >= 0;
  am_h5_release(memory);
  am_h5_release(space);
  return good;
}

bool am_archive_digests_open(am_archive *a) {
  hsize_t size[H5S_MAX_RANK] = {0};
  a->digest_set = am_h5_dataset(a->file, set_name, H5P_DEFAULT);
  if (a->digest_set < 0) return false;
  hid_t type = H5Dget_type(a->digest_set);
  bool fits =
      H5Tequal(type, H5T_NATIVE_UINT64) > 0 &&
      am_h5_size(a->digest_set, size) == 1 &&
      (long)size[0] == blocks_until(a, a->layout.points);
  am_h5_release(type);
  return fits;
}

/* ---- comparison ---------------------------------------------------------- */

bool am_archive_get(am_archive *a, int field, long row, long first,
                    void *room, size_t most, am_encoded *chunk) {
  hsize_t offset[AM_ARCHIVE_RANK] = {(hsize_t)first}, bytes = 0;
  uint32_t skipped;
  if (!a->layout.fields[field].per_point) offset[1] = (hsize_t)row;
  if (H5Dget_chunk_storage_size(a->datasets[field], offset, &bytes) < 0 ||
      bytes == 0 || bytes > most ||
      H5Dread_chunk(a->datasets[field], H5P_DEFAULT, offset, &skipped,
                    room) < 0)
    return false;
  *chunk = (am_encoded){
      .bytes = room, .size = (size_t)bytes, .skipped = skipped,
      .digest = am_digest(AM_DIGEST_START, room, (size_t)bytes)};
  am_archive_digests_add(a, field, row, first / a->chunk, chunk->digest);
  return true;
}

static bool read_block(am_archive *a, long block, void *room, size_t most) {
  am_encoded chunk;
  for (int i = 0; i < a->layout.field_count; i++)
    for (long r = 0; r < am_archive_rows(a, &a->layout.fields[i]); r++)
      if (!am_archive_get(a, i, r, block * a->chunk, room, most, &chunk))
        return false;
  return true;
}

const uint64_t *am_archive_digests_read(am_archive *a) {
  long all = blocks_until(a, a->layout.points);
  uint64_t *found = AM_ARRAY(a->arena, uint64_t, all);
  a->digests = AM_ARRAY(a->arena, uint64_t, all);
  bool good = H5Dread(a->digest_set, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL,
                      H5P_DEFAULT, found) >= 0;
  return good ? found : NULL;
}

bool am_archive_block_fits(am_archive *a, long block, uint64_t noted,
                           void *room, size_t most) {
  return read_block(a, block, room, most) && a->digests[block] == noted;
}

long am_archive_digests_compare(am_archive *a) {
  long block = 0, blocks = blocks_until(a, a->done);
  size_t most = am_archive_largest(a) * sizeof(double);
  const uint64_t *found = am_archive_digests_read(a);
  void *room = am_arena_room(a->arena, most);
  if (!found) return 0;
  while (block < blocks && !(a->layout.stop && *a->layout.stop) &&
         am_archive_block_fits(a, block, found[block], room, most))
    block++;
  return block < blocks ? block * a->chunk : -1;
}
