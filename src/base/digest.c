/* digest.c: a digest of eight bytes at a time, of texts and files. */
#include "base/digest.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* A step that no change of one word survives: each of its parts has an
 * inverse, and the shift brings the high bits down. */
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
  char buffer[1 << 16];
  *sum = AM_DIGEST_START;
  for (off_t done = 0; done < length;) {
    size_t left = (size_t)(length - done), got = 0;
    size_t wanted = left < sizeof buffer ? left : sizeof buffer;
    while (got < wanted) {
      ssize_t part = pread(file, buffer + got, wanted - got,
                           done + (off_t)got);
      if (part < 0 && errno == EINTR) continue;
      if (part <= 0) return part ? errno : EIO;
      got += (size_t)part;
    }
    *sum = am_digest(*sum, buffer, wanted);
    done += (off_t)wanted;
  }
  return 0;
}
