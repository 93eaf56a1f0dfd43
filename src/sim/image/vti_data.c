/* vti_data.c: reads the bytes of an array in a VTK file. */
#include <string.h>
#include <sys/stat.h>

#include "base/base.h"
#include "image/labels.h"
#include "image/vti_file.h"

enum { ROOM = 1 << 15 };

static const char ended[] = "the data of the array end too early";
static const char damaged[] = "the compressed data are damaged";

/* ---- bytes of the file -------------------------------------------------- */

static int next_character(FILE *in) {
  int c = getc_unlocked(in);
  while (c == ' ' || c == '\n' || c == '\r' || c == '\t')
    c = getc_unlocked(in);
  return c;
}

/* Decodes four characters of base64; '=' in the last two reduces the number of
 * bytes. */
static bool decode_triple(am_vti_data *d) {
  static const char digits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint32_t bits = 0;
  d->ready = 3;
  d->used = 0;
  for (int i = 0; i < 4; i++) {
    int c = next_character(d->in);
    const char *digit = c > 0 ? strchr(digits, c) : NULL;
    bool padding = c == '=' && i >= 2;
    if (!digit && !padding) return false;
    if (padding)
      d->ready--;
    else if (d->ready < 3)
      return false;
    bits = bits << 6 | (uint32_t)(padding ? 0 : digit - digits);
  }
  for (int i = 0; i < 3; i++)
    d->triple[i] = (unsigned char)(bits >> (16 - 8 * i));
  return true;
}

static bool get_bytes(am_vti_data *d, unsigned char *bytes, size_t count) {
  if (!d->base64) return fread(bytes, 1, count, d->in) == count;
  for (size_t i = 0; i < count; i++) {
    if (d->used == d->ready && !decode_triple(d)) return false;
    bytes[i] = d->triple[d->used++];
  }
  return true;
}

static bool get_number(am_vti_data *d, uint64_t *number) {
  unsigned char bytes[AM_BINARY_WIDEST];
  int count = d->coding.head_bytes;
  if (!get_bytes(d, bytes, (size_t)count)) return false;
  *number = am_binary_bits(bytes, count, d->coding.big);
  return true;
}

/* ---- header -------------------------------------------------------------- */

static const char *begin_blocks(am_arena *arena, am_vti_data *d,
                                uint64_t total) {
  struct stat status = {.st_size = 0};
  uint64_t size, last;
  if (!get_number(d, &d->blocks) || !get_number(d, &size) ||
      !get_number(d, &last))
    return ended;
  /* More blocks than bytes in the file indicate damage. */
  fstat(fileno(d->in), &status);
  if (d->blocks > (uint64_t)status.st_size || last > total) return damaged;
  uint64_t whole = d->blocks - (last && d->blocks ? 1 : 0);
  if (whole && size > total / whole) return damaged;
  if (whole * size + last != total)
    return "the compressed data and the array differ in length";
  d->packed = AM_ARRAY(arena, uint64_t, d->blocks);
  d->room = AM_ARRAY(arena, unsigned char, ROOM);
  for (uint64_t i = 0; i < d->blocks; i++)
    if (!get_number(d, &d->packed[i])) return ended;
  return NULL;
}

const char *am_vti_data_begin(am_arena *arena, am_vti_data *data, FILE *in,
                              bool base64, const am_vti_coding *coding,
                              uint64_t total) {
  uint64_t found;
  *data = (am_vti_data){
      .in = in, .base64 = base64, .coding = *coding, .left = total};
  if (coding->compressed) {
    if (inflateInit(&data->stream) != Z_OK) return "zlib cannot be initialized";
    return begin_blocks(arena, data, total);
  }
  if (!get_number(data, &found)) return ended;
  if (found == total) return NULL;
  return am_format(arena,
                   "the array has %llu bytes, expected %llu from its type and "
                   "the extent",
                   (unsigned long long)found, (unsigned long long)total);
}

/* ---- data ---------------------------------------------------------------- */

static bool fill_room(am_vti_data *d) {
  uint64_t count = d->packed_left < ROOM ? d->packed_left : ROOM;
  if (!count || !get_bytes(d, d->room, (size_t)count)) return false;
  d->packed_left -= count;
  d->stream.next_in = d->room;
  d->stream.avail_in = (uInt)count;
  return true;
}

/* Skips the rest of the present block and goes to the next one. */
static bool next_block(am_vti_data *d) {
  while (d->packed_left)
    if (!fill_room(d)) return false;
  d->stream.avail_in = 0;
  if (d->block == d->blocks || inflateReset(&d->stream) != Z_OK) return false;
  d->packed_left = d->packed[d->block++];
  return true;
}

static bool inflate_bytes(am_vti_data *d, unsigned char *bytes,
                          size_t count) {
  d->stream.next_out = bytes;
  d->stream.avail_out = (uInt)count;
  bool within = d->block > 0;
  while (d->stream.avail_out) {
    if (!within && !next_block(d)) return false;
    if (!d->stream.avail_in && d->packed_left && !fill_room(d)) return false;
    int status = inflate(&d->stream, Z_NO_FLUSH);
    if (status != Z_OK && status != Z_STREAM_END) return false;
    within = status == Z_OK;
  }
  return true;
}

const char *am_vti_data_next(am_vti_data *data, unsigned char *bytes,
                             size_t count) {
  if (count > data->left) return ended;
  data->left -= count;
  if (!data->coding.compressed)
    return get_bytes(data, bytes, count) ? NULL : ended;
  return inflate_bytes(data, bytes, count) ? NULL : damaged;
}

void am_vti_data_end(am_vti_data *data) {
  if (data->coding.compressed) inflateEnd(&data->stream);
}
