/* digest.c: digests of texts and files, eight bytes at a time. */
#include <errno.h>
#include <unistd.h>

#include "file/parts.h"

/* Adds one word to the sum.  Each operation is invertible, so that a change of
 * one word always changes the sum; the shift brings the high bits down. */
static uint64_t mix_word(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
  return sum ^ sum >> 32;
}

uint64_t am_digest(uint64_t sum, const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t word;
  sum = mix_word(sum, size);
  for (; size >= sizeof word; size -= sizeof word, bytes += sizeof word) {
    memcpy(&word, bytes, sizeof word);
    sum = mix_word(sum, word);
  }
  word = 0;
  if (size) memcpy(&word, bytes, size);
  return mix_word(sum, word);
}

int am_digest_file(int file, off_t length, uint64_t *sum) {
  char block[1 << 16];
  *sum = AM_DIGEST_START;
  for (off_t done = 0; done < length;) {
    size_t left = (size_t)(length - done);
    size_t size = left < sizeof block ? left : sizeof block;
    ssize_t got = pread(file, block, size, done);
    if (got != (ssize_t)size) return got < 0 ? errno : EIO;
    *sum = am_digest(*sum, block, size);
    done += (off_t)size;
  }
  return 0;
}
