/* arena.h: memory allocated in parts and freed as a whole.
 *
 * One arena per lifetime (program, case, scratch).  Allocation never returns
 * NULL: if memory runs out, control jumps (longjmp) to the recovery point of
 * the arena, which its owner sets before the first allocation:
 *
 *     am_arena *arena = am_arena_new();
 *     if (!arena || am_arena_recover(arena)) { report, free, leave }
 *
 * A large block that exceeds the free memory of the machine (process.h)
 * also counts as out of memory.
 *
 * Only the thread that set the recovery point last may use an arena, because
 * the jump returns to the stack of this thread.  Code that runs on several
 * threads allocates its memory beforehand.
 *
 * With --enable-arena-malloc every allocation is a separate malloc, so that
 * sanitizers see the bounds of each object. */
#ifndef AM_BASE_ARENA_H
#define AM_BASE_ARENA_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct am_arena am_arena;

am_arena *am_arena_new(void); /* NULL if memory runs out */
void am_arena_free(am_arena *arena);

/* Returns a child arena for temporary data, which is freed with its parent at
 * the latest.  If memory runs out, control jumps to the recovery point of the
 * parent. */
am_arena *am_arena_child(am_arena *parent);

jmp_buf *am_arena_recovery_point(am_arena *arena);

/* Sets the recovery point.  Returns zero at first, and nonzero after a jump. */
#define am_arena_recover(arena) setjmp(*am_arena_recovery_point(arena))

/* Allocates `size` zeroed bytes, aligned for vector loads: to 64 bytes, and
 * smaller blocks to the power of two that is at most their size, at least
 * 16. */
AM_NOT_NULL void *am_arena_alloc(am_arena *arena, size_t size);

/* Copies the first `old` bytes of `data` into a new zeroed block of `size`. */
AM_NOT_NULL void *am_arena_grow(am_arena *arena, const void *data,
                                size_t old, size_t size);

/* Allocates `size` bytes without zeroing them, aligned as by am_arena_alloc;
 * pages that are never touched take no memory. */
AM_NOT_NULL void *am_arena_room(am_arena *arena, size_t size);

/* Registers `done`, to be called with `data` when the arena is freed, in
 * reverse order of registration.  If memory runs out, am_arena_defer calls it
 * at once. */
void am_arena_defer(am_arena *arena, void (*done)(void *data), void *data);

/* Makes long work interruptible.  Once `stop` is nonzero (set by a signal
 * handler), every allocation from the arena or one of its children jumps to the
 * recovery point.  am_arena_interruptible switches these jumps off, for work
 * that must not be interrupted, or on; it returns the previous setting. */
void am_arena_watch(am_arena *arena, const volatile int *stop);
bool am_arena_interruptible(am_arena *arena, bool heeding);

/* Checks the flag in long loops without allocations: jumps to the recovery
 * point as an allocation would. */
void am_arena_poll(am_arena *arena);

/* The flag, for work that polls it; NULL: none. */
const volatile int *am_arena_flag(const am_arena *arena);

/* True if the flag is nonzero, even if the jumps are switched off. */
bool am_arena_stopped(const am_arena *arena);

/* Size of the allocation that failed, after memory has run out (bytes). */
size_t am_arena_wanted(const am_arena *arena);

/* Jumps to the recovery point because an allocation outside the arena
 * failed. */
_Noreturn void am_arena_exhausted(am_arena *arena);

/* Bytes allocated so far. */
size_t am_arena_used(const am_arena *arena);

#define AM_NEW(arena, type) ((type *)am_arena_alloc((arena), sizeof(type)))
#define AM_ARRAY(arena, type, count) \
  ((type *)am_arena_alloc((arena), sizeof(type) * (size_t)(count)))

/* Appends an element to the array `items` [count], which is initially empty (0
 * or NULL) and changed only by this macro; its memory doubles at counts that
 * are powers of two. */
#define AM_PUSH(arena, items, count, ...)                              \
  ((items) = am_arena_more((arena), (items), (size_t)(count),          \
                           sizeof *(items)),                           \
   (items)[(count)++] = __VA_ARGS__)

AM_NOT_NULL void *am_arena_more(am_arena *arena, const void *items,
                                size_t count, size_t size);

/* Makes room for one more element in an array whose count may also decrease
 * (`count` in use, `capacity` allocated); the capacity doubles when it is
 * exhausted. */
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
