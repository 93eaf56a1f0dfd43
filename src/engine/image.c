#include "engine/image.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#ifdef __ELF__
#include <link.h>

static bool is_inside(ElfW(Off) start, size_t length, off_t size) {
  return start <= (ElfW(Off))size && length <= (ElfW(Off))size - start;
}

static bool is_whole(FILE *stream, off_t size) {
  ElfW(Ehdr) header;
  ElfW(Phdr) part;
  if (fread(&header, sizeof header, 1, stream) != 1) return false;
  if (memcmp(header.e_ident, ELFMAG, SELFMAG)) return false;
  if (header.e_phentsize != sizeof part) return false;
  if (!is_inside(header.e_phoff, header.e_phnum * sizeof part, size) ||
      fseek(stream, (long)header.e_phoff, SEEK_SET))
    return false;
  for (int i = 0; i < header.e_phnum; i++)
    if (fread(&part, sizeof part, 1, stream) != 1 ||
        !is_inside(part.p_offset, part.p_filesz, size))
      return false;
  return true;
}

bool am_image_is_whole(const char *path) {
  struct stat status;
  FILE *stream = fopen(path, "r");
  bool whole = stream && !fstat(fileno(stream), &status) &&
               is_whole(stream, status.st_size);
  if (stream) fclose(stream);
  return whole;
}
#else
bool am_image_is_whole(const char *path) { return path; }
#endif
