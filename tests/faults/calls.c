/* calls.c: functions that may fail: those of calls.def, and memory
 * allocation. */
#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "fault.h"

/* Up to eight integers or pointers; surplus arguments of a function are not
 * read. */
#define FAULT(class, name, failure, error)                              \
  long name(long, long, long, long, long, long, long, long);            \
  long name(long a, long b, long c, long d, long e, long f, long g,     \
            long h) {                                                   \
    FAULT_REAL(name)                                                    \
    return fault_hits(#class, (error)) ? (failure)                      \
                                       : real(a, b, c, d, e, f, g, h);  \
  }
#include "calls.def"
#undef FAULT

long H5Pset_chunk_cache(long list, size_t slots, size_t bytes, double w);

long H5Pset_chunk_cache(long list, size_t slots, size_t bytes, double w) {
  FAULT_REAL(H5Pset_chunk_cache)
  return fault_hits("hdf5", 0) ? -1 : real(list, slots, bytes, w);
}

/* ---- memory ------------------------------------------------------------- */

void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
void *memalign(size_t, size_t);
int posix_memalign(void **, size_t, size_t);

/* Memory requested during the lookup of the functions; never freed */
static void *early(size_t size) {
  static _Alignas(64) char room[1 << 12];
  static size_t used;
  void *data = room + used;
  used += (size + 63) / 64 * 64;
  return used <= sizeof room ? data : NULL;
}

#define LOOKED_UP(name, size)                  \
  static __typeof__(name) *real;               \
  static bool looking;                         \
  if (looking) return early(size);             \
  if (!real) {                                 \
    looking = true;                            \
    void *found = fault_next(#name);           \
    memcpy(&real, &found, sizeof real);        \
    looking = false;                           \
  }

void *malloc(size_t size) {
  LOOKED_UP(malloc, size)
  return fault_hits("alloc", ENOMEM) ? NULL : real(size);
}

void *calloc(size_t count, size_t size) {
  LOOKED_UP(calloc, count * size)
  return fault_hits("alloc", ENOMEM) ? NULL : real(count, size);
}

void *realloc(void *data, size_t size) {
  FAULT_REAL(realloc)
  return fault_hits("alloc", ENOMEM) ? NULL : real(data, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  FAULT_REAL(aligned_alloc)
  return fault_hits("alloc", ENOMEM) ? NULL : real(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
  FAULT_REAL(memalign)
  return fault_hits("alloc", ENOMEM) ? NULL : real(alignment, size);
}

int posix_memalign(void **data, size_t alignment, size_t size) {
  FAULT_REAL(posix_memalign)
  return fault_hits("alloc", ENOMEM) ? ENOMEM : real(data, alignment, size);
}
