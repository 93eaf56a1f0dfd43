/* streams.c: files and streams that cannot be opened, read or written. Messages
 * of the program on standard error are not affected. */
#include "fault.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* _IO_ERR_SEEN of the C library, which ferror tests. */
enum { FAILED = 0x20 };

static bool stream_fails(FILE *stream, const char *class, int error) {
  if (stream == stderr || !fault_hits(class, error)) return false;
  stream->_flags |= FAILED;
  return true;
}

static bool write_fails(FILE *stream) {
  return stream_fails(stream, "write", ENOSPC);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  FAULT_REAL(fwrite)
  return write_fails(stream) ? 0 : real(data, size, count, stream);
}

int fputs(const char *text, FILE *stream) {
  FAULT_REAL(fputs)
  return write_fails(stream) ? EOF : real(text, stream);
}

int fputc(int c, FILE *stream) {
  FAULT_REAL(fputc)
  return write_fails(stream) ? EOF : real(c, stream);
}

#undef putc
int putc(int c, FILE *stream) { return fputc(c, stream); }

#undef putchar
int putchar(int c) { return fputc(c, stdout); }

int puts(const char *text) {
  FAULT_REAL(puts)
  return write_fails(stdout) ? EOF : real(text);
}

int vfprintf(FILE *stream, const char *format, va_list list) {
  FAULT_REAL(vfprintf)
  return write_fails(stream) ? -1 : real(stream, format, list);
}

int fprintf(FILE *stream, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vfprintf(stream, format, list);
  va_end(list);
  return count;
}

int printf(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vfprintf(stdout, format, list);
  va_end(list);
  return count;
}

/* Variants called by hardened builds */
int __vfprintf_chk(FILE *, int, const char *, va_list);
int __fprintf_chk(FILE *, int, const char *, ...);
int __printf_chk(int, const char *, ...);

int __vfprintf_chk(FILE *stream, int flag, const char *format,
                   va_list list) {
  (void)flag;
  return vfprintf(stream, format, list);
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
  va_list list;
  (void)flag;
  va_start(list, format);
  int count = vfprintf(stream, format, list);
  va_end(list);
  return count;
}

int __printf_chk(int flag, const char *format, ...) {
  va_list list;
  (void)flag;
  va_start(list, format);
  int count = vfprintf(stdout, format, list);
  va_end(list);
  return count;
}

int fflush(FILE *stream) {
  FAULT_REAL(fflush)
  return stream && write_fails(stream) ? EOF : real(stream);
}

/* The stream is closed in any case. */
int fclose(FILE *stream) {
  FAULT_REAL(fclose)
  bool fails = stream != stderr && fault_hits("write", ENOSPC);
  int result = real(stream);
  if (!fails) return result;
  errno = ENOSPC;
  return EOF;
}

/* ---- reading ------------------------------------------------------------ */

static bool read_fails(FILE *stream) {
  return stream_fails(stream, "read", EIO);
}

size_t fread(void *data, size_t size, size_t count, FILE *stream) {
  FAULT_REAL(fread)
  return read_fails(stream) ? 0 : real(data, size, count, stream);
}

char *fgets(char *text, int size, FILE *stream) {
  FAULT_REAL(fgets)
  return read_fails(stream) ? NULL : real(text, size, stream);
}

#undef getc
int getc(FILE *stream) {
  FAULT_REAL(getc)
  return read_fails(stream) ? EOF : real(stream);
}

int __uflow(FILE *stream);
int __uflow(FILE *stream) {
  FAULT_REAL(__uflow)
  return read_fails(stream) ? EOF : real(stream);
}

/* ---- opening ------------------------------------------------------------ */

static bool open_fails(bool writing) {
  return fault_hits(writing ? "open" : "read", writing ? EACCES : EMFILE);
}

static bool for_writing(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT;
}

FILE *fopen(const char *path, const char *mode) {
  FAULT_REAL(fopen)
  return open_fails(!strchr(mode, 'r')) ? NULL : real(path, mode);
}

FILE *fopen64(const char *path, const char *mode) {
  FAULT_REAL(fopen64)
  return open_fails(!strchr(mode, 'r')) ? NULL : real(path, mode);
}

int open(const char *path, int flags, ...) {
  FAULT_REAL(open)
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return open_fails(for_writing(flags)) ? -1 : real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  FAULT_REAL(open64)
  va_list list;
  va_start(list, flags);
  int mode = va_arg(list, int);
  va_end(list);
  return open_fails(for_writing(flags)) ? -1 : real(path, flags, mode);
}

/* ---- pages and symbols -------------------------------------------------- */

void *mmap(void *address, size_t size, int protection, int flags, int file,
           off_t offset) {
  FAULT_REAL(mmap)
  return fault_hits("alloc", ENOMEM)
             ? MAP_FAILED
             : real(address, size, protection, flags, file, offset);
}
