/* arena.h: memory that is freed all at once.
 *
 * One arena per lifetime (program, case, scratch).  Allocation never returns
 * NULL: when memory runs out, control returns to the arena's recovery point,
 * which every owner of an arena sets before it allocates:
 *
 *     am_arena *arena = am_arena_new();
 *     if (!arena || am_arena_recover(arena)) { report, free, leave }
 *
 * It has run out, too, where a large block is asked for that the machine
 * could only promise (memory.h).
 *
 * An arena is used by one thread at a time, the one that has set the recovery
 * point last: what leads back to it leads back on that thread's stack.  So
 * what runs on several threads takes its memory beforehand.
 *
 * With --enable-arena-malloc every allocation is a malloc of its own, so that
 * sanitizers see the bounds of each object. */
#ifndef AM_BASE_ARENA_H
#define AM_BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct am_arena am_arena;

am_arena *am_arena_new(void); /* NULL when memory runs out */
void am_arena_free(am_arena *arena);

/* An arena for what is soon not needed any more, freed with its parent if not
 * before.  When memory runs out, control returns to the parent's recovery
 * point. */
am_arena *am_arena_child(am_arena *parent);

jmp_buf *am_arena_recovery_point(am_arena *arena);

/* Zero when the point is set, nonzero when memory ran out later. */
#define am_arena_recover(arena) setjmp(*am_arena_recovery_point(arena))

/* `size` zeroed bytes, aligned for vector loads: to 64, where they are fewer to
 * the power of two below, at least 16. */
AM_NOT_NULL void *am_arena_alloc(am_arena *arena, size_t size);

/* A copy of the first `old` bytes of `data` in a zeroed block of `size`. */
AM_NOT_NULL void *am_arena_grow(am_arena *arena, const void *data,
                                size_t old, size_t size);

/* `size` bytes that are not zeroed, aligned likewise: pages that are never
 * touched take no memory. */
AM_NOT_NULL void *am_arena_room(am_arena *arena, size_t size);

/* Calls `done` with `data` when the arena is freed, the last one first; at
 * once when memory runs out. */
void am_arena_defer(am_arena *arena, void (*done)(void *data), void *data);

/* Long work stops wherever it takes memory: once the flag is set, which a
 * signal does, taking memory from the arena, or from a child of it, goes to the
 * recovery point, too.  Work that must not be left half done does without the
 * flag for a while: am_arena_heed says whether the flag counts from now on,
 * and returns whether it did. */
void am_arena_watch(am_arena *arena, const volatile int *stop);
bool am_arena_heed(am_arena *arena, bool heeding);

/* For long loops that take no memory: goes to the recovery point where an
 * allocation would. */
void am_arena_look(am_arena *arena);

/* Is there a flag? */
bool am_arena_watched(const am_arena *arena);

/* Is the flag set, whether it counts or not? */
bool am_arena_stopped(const am_arena *arena);

/* The bytes at once that were not to be had, when memory has run out. */
size_t am_arena_wanted(const am_arena *arena);

/* Memory of others has run out: goes to the recovery point, too. */
_Noreturn void am_arena_exhausted(am_arena *arena);

/* Bytes handed out so far. */
size_t am_arena_used(const am_arena *arena);

#define AM_NEW(arena, type) ((type *)am_arena_alloc((arena), sizeof(type)))
#define AM_ARRAY(arena, type, count) \
  ((type *)am_arena_alloc((arena), sizeof(type) * (size_t)(count)))

/* A growing array: makes room for one more element of `items` (count in use,
 * capacity allocated), doubling as needed. */
#define AM_PUSH_ROOM(arena, items, count, capacity)                          \
  do {                                                                       \
    if ((count) == (capacity)) {                                             \
      size_t am_old_ = (size_t)(capacity) * sizeof *(items);                 \
      (capacity) = (capacity) ? 2 * (capacity) : 16;                         \
      (items) = am_arena_grow((arena), (items), am_old_,                     \
                              (size_t)(capacity) * sizeof *(items));         \
    }                                                                        \
  } while (0)

#endif
