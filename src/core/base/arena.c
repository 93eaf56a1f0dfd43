/* arena.c: blocks of memory, and the jump when none is left. */
#include "config.h"

#include <assert.h>

#include "base/base.h"

/* Objects smaller than a cache line share a line. */
enum { ALIGNMENT = 64, LEAST_ALIGNMENT = 16 };

enum { FIRST_BLOCK = 1 << 14, LAST_BLOCK = 1 << 22 };

enum { RESERVE = 1 << 26 }; /* bytes left to other programs */

typedef struct block block;
struct block {
  block *next;
  size_t size; /* usable bytes after the header */
  size_t used;
};

/* The header takes a whole alignment unit, so that the data is aligned. */
static_assert(sizeof(block) <= ALIGNMENT, "block header");

typedef struct deferred deferred;
struct deferred {
  deferred *next;
  void (*done)(void *data);
  void *data;
};

struct am_arena {
  block *blocks;
  deferred *deferred;
  am_arena *parent, *children, *next; /* next: sibling of a child */
  am_arena *root;
  const volatile int *stop; /* in the root only; NULL: none */
  bool heeding;
  size_t next_size;
  size_t used, wanted;
  int recoverable;
  jmp_buf recovery;
};

am_arena *am_arena_new(void) {
  am_arena *arena = calloc(1, sizeof *arena);
  if (!arena) return NULL;
  arena->next_size = FIRST_BLOCK;
  arena->root = arena;
  return arena;
}

void am_arena_free(am_arena *arena) {
  if (!arena) return;
  if (arena->parent) {
    am_arena **at = &arena->parent->children;
    while (*at != arena) at = &(*at)->next;
    *at = arena->next;
  }
  while (arena->children) {
    am_arena *child = arena->children;
    arena->children = child->next;
    child->parent = NULL;
    am_arena_free(child);
  }
  for (const deferred *d = arena->deferred; d; d = d->next) d->done(d->data);
  for (block *b = arena->blocks; b;) {
    block *next = b->next;
    free(b);
    b = next;
  }
  free(arena);
}

jmp_buf *am_arena_recovery_point(am_arena *arena) {
  arena->recoverable = 1;
  return &arena->recovery;
}

static _Noreturn void run_out(am_arena *arena, size_t wanted) {
  am_arena *root = arena->root;
  assert(root->recoverable);
  root->wanted = wanted;
  longjmp(root->recovery, 1);
}

void am_arena_watch(am_arena *arena, const volatile int *stop) {
  arena->root->stop = stop;
  arena->root->heeding = true;
}

bool am_arena_interruptible(am_arena *arena, bool heeding) {
  bool before = arena->root->heeding;
  arena->root->heeding = heeding;
  return before;
}

const volatile int *am_arena_flag(const am_arena *arena) {
  return arena->root->stop;
}

bool am_arena_stopped(const am_arena *arena) {
  return arena->root->stop && *arena->root->stop;
}

/* Each stop flag causes only one jump, because the code at the recovery point
 * still allocates memory to finish. */
void am_arena_poll(am_arena *arena) {
  if (!arena->root->heeding || !am_arena_stopped(arena)) return;
  arena->root->heeding = false;
  run_out(arena, 0);
}

_Noreturn void am_arena_exhausted(am_arena *arena) { run_out(arena, 0); }

am_arena *am_arena_child(am_arena *parent) {
  am_arena *child = am_arena_new();
  if (!child) run_out(parent, sizeof *child);
  child->parent = parent;
  child->root = parent->root;
  child->next = parent->children;
  return parent->children = child;
}

/* Refuses large blocks that exceed the free memory: a system that overcommits
 * would kill the process when it touches them. */
static block *new_block(am_arena *arena, size_t size) {
  if (size > SIZE_MAX / 2) return NULL;
  if (size >= LAST_BLOCK && size + RESERVE > am_memory_free()) return NULL;
  block *b = aligned_alloc(ALIGNMENT, size + ALIGNMENT);
  if (!b) return NULL;
  *b = (block){.next = arena->blocks, .size = size};
  arena->blocks = b;
  return b;
}

/* Returns NULL if memory runs out. */
static void *take_bytes(am_arena *arena, size_t size) {
  if (size > SIZE_MAX / 4) return NULL;
  if (!size) size = 1;
  size_t unit = ALIGNMENT, from = 0;
  while (unit > size && unit > LEAST_ALIGNMENT) unit /= 2;
  size = (size + unit - 1) / unit * unit;
#ifdef AM_ARENA_MALLOC
  block *b = new_block(arena, (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
#else
  block *b = arena->blocks;
  if (b) from = (b->used + unit - 1) / unit * unit;
  if (!b || b->size < from + size) {
    size_t block_size = size > arena->next_size ? size : arena->next_size;
    if (arena->next_size < LAST_BLOCK) arena->next_size *= 2;
    from = 0;
    b = new_block(arena, (block_size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  }
#endif
  if (!b) return NULL;
  b->used = from + size;
  arena->used += size;
  return (char *)b + ALIGNMENT + from;
}

void *am_arena_room(am_arena *arena, size_t size) {
  am_arena_poll(arena);
  void *data = take_bytes(arena, size);
  if (!data) run_out(arena, size);
  return data;
}

void *am_arena_alloc(am_arena *arena, size_t size) {
  return memset(am_arena_room(arena, size), 0, size);
}

void am_arena_defer(am_arena *arena, void (*done)(void *data), void *data) {
  deferred *d = take_bytes(arena, sizeof *d);
  if (!d) {
    done(data);
    run_out(arena, sizeof *d);
  }
  *d = (deferred){.next = arena->deferred, .done = done, .data = data};
  arena->deferred = d;
}

void *am_arena_grow(am_arena *arena, const void *data, size_t old,
                    size_t size) {
  char *grown = am_arena_room(arena, size);
  if (old) memcpy(grown, data, old);
  memset(grown + old, 0, size - old);
  return grown;
}

void *am_arena_more(am_arena *arena, const void *items, size_t count,
                    size_t size) {
  enum { LEAST = 16 };
  bool full = count < LEAST ? count == 0 : (count & (count - 1)) == 0;
  if (!full) return (void *)(uintptr_t)items;
  return am_arena_grow(arena, items, count * size,
                       (count ? 2 * count : LEAST) * size);
}

size_t am_arena_wanted(const am_arena *arena) { return arena->wanted; }

size_t am_arena_used(const am_arena *arena) { return arena->used; }
