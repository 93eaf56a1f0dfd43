/* vti_data.c: reads the bytes of an array in a VTK file. */
#include <zlib.h>

#include "image/parts.h"
#include "image/vti_file.h"

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

/* Uncompressed size of a block. */
static uint64_t block_size(const am_vti_data *d, uint64_t block) {
  return block + 1 == d->blocks && d->last ? d->last : d->size;
}

static const char *begin_blocks(am_arena *arena, am_vti_data *d) {
  struct stat status = {.st_size = 0};
  uint64_t most = 0, total = d->left;
  if (!get_number(d, &d->blocks) || !get_number(d, &d->size) ||
      !get_number(d, &d->last))
    return ended;
  /* More blocks than bytes in the file indicate damage. */
  fstat(fileno(d->in), &status);
  if (d->blocks > (uint64_t)status.st_size || d->last > total) return damaged;
  uint64_t whole = d->blocks - (d->last && d->blocks ? 1 : 0);
  if (whole && d->size > total / whole) return damaged;
  if (whole * d->size + d->last != total)
    return "the compressed data and the array differ in length";
  d->packed = AM_ARRAY(arena, uint64_t, d->blocks);
  for (uint64_t i = 0; i < d->blocks; i++) {
    if (!get_number(d, &d->packed[i])) return ended;
    if (d->packed[i] > (uint64_t)status.st_size) return damaged;
    if (d->packed[i] > most) most = d->packed[i];
  }
  d->compressed = am_arena_room(arena, most);
  d->plain = am_arena_room(arena, whole ? d->size : d->last);
  return NULL;
}

const char *am_vti_data_begin(am_arena *arena, am_vti_data *data, FILE *in,
                              bool base64, const am_vti_coding *coding,
                              uint64_t total) {
  uint64_t found;
  *data = (am_vti_data){
      .in = in, .base64 = base64, .coding = *coding, .left = total};
  if (coding->compressed) return begin_blocks(arena, data);
  if (!get_number(data, &found)) return ended;
  if (found == total) return NULL;
  return am_format(arena,
                   "the array has %llu bytes, expected %llu from its type and "
                   "the extent",
                   (unsigned long long)found, (unsigned long long)total);
}

/* ---- data ---------------------------------------------------------------- */

static bool next_block(am_vti_data *d) {
  if (d->block == d->blocks) return false;
  uint64_t packed = d->packed[d->block], size = block_size(d, d->block);
  uLongf found = size;
  d->block++;
  d->at = 0;
  d->end = size;
  return get_bytes(d, d->compressed, packed) &&
         uncompress(d->plain, &found, d->compressed, packed) == Z_OK &&
         found == size;
}

const char *am_vti_data_next(am_vti_data *d, unsigned char *bytes,
                             size_t count) {
  if (count > d->left) return ended;
  d->left -= count;
  if (!d->coding.compressed)
    return get_bytes(d, bytes, count) ? NULL : ended;
  while (count) {
    if (d->at == d->end && !next_block(d)) return damaged;
    size_t size = count < d->end - d->at ? count : d->end - d->at;
    memcpy(bytes, d->plain + d->at, size);
    d->at += size;
    bytes += size;
    count -= size;
  }
  return NULL;
}
