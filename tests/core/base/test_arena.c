/* test_arena.c: alignment, zeroing, growth, recovery. */
#include "base/arena.h"

#include <stdint.h>
#include <string.h>

#include "base/process.h"
#include "support.h"

START_TEST(blocks_are_aligned_zeroed_and_apart) {
  am_arena *arena = test_arena();
  enum { COUNT = 2000 };
  static unsigned char *blocks[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    blocks[i] = am_arena_alloc(arena, i);
    size_t alignment = i < 32 ? 16 : i < 64 ? 32 : 64;
    ck_assert_uint_eq((uintptr_t)blocks[i] % alignment, 0);
    for (size_t j = 0; j < i; j++) ck_assert_uint_eq(blocks[i][j], 0);
    memset(blocks[i], (int)(i % 255 + 1), i);
  }
  for (size_t i = 1; i < COUNT; i++) {
    ck_assert_uint_eq(blocks[i][0], i % 255 + 1);
    ck_assert_uint_eq(blocks[i][i - 1], i % 255 + 1);
  }
  am_arena_free(arena);
}
END_TEST

START_TEST(arrays_grow) {
  am_arena *arena = test_arena();
  int *items = NULL;
  size_t count = 0, capacity = 0;
  for (int i = 0; i < 1000; i++) {
    AM_PUSH_ROOM(arena, items, count, capacity);
    items[count++] = i;
  }
  for (int i = 0; i < 1000; i++) ck_assert_int_eq(items[i], i);
  ck_assert_uint_ge(am_arena_used(arena), 4000);
  am_arena_free(arena);
}
END_TEST

/* Impossible sizes jump to the recovery point. */
static int recovers(size_t size) {
  am_arena *arena = test_arena();
  if (am_arena_recover(arena)) {
    am_arena_free(arena);
    return 1;
  }
  am_arena_alloc(arena, size);
  am_arena_free(arena);
  return 0;
}

/* Memory that a child cannot get is requested from its parent, which frees
 * it. */
static size_t wanted_by_child(size_t size) {
  am_arena *arena = test_arena();
  if (am_arena_recover(arena)) {
    size_t wanted = am_arena_wanted(arena);
    am_arena_free(arena);
    return wanted;
  }
  am_arena_alloc(am_arena_child(am_arena_child(arena)), size);
  am_arena_free(arena);
  return 0;
}

static void count(void *data) { ++*(int *)data; }

START_TEST(children_end_with_their_parent) {
  int freed = 0;
  am_arena *arena = test_arena(), *children[3];
  for (int i = 0; i < 3; i++) {
    children[i] = am_arena_child(arena);
    am_arena_defer(children[i], count, &freed);
  }
  am_arena_free(children[1]);
  ck_assert_int_eq(freed, 1);
  am_arena_free(arena);
  ck_assert_int_eq(freed, 3);
  ck_assert_uint_ge(wanted_by_child(SIZE_MAX / 8), SIZE_MAX / 8);
  ck_assert_uint_eq(wanted_by_child(1000), 0);
}
END_TEST

/* A request that exceeds the memory of the machine fails immediately, without
 * overcommitment. */
START_TEST(promises_are_not_taken) {
  size_t size = am_memory_free();
  ck_assert_uint_gt(size, 0);
  if (size < SIZE_MAX / 8) ck_assert(recovers(size + size / 2));
}
END_TEST

START_TEST(exhaustion_returns_to_the_recovery_point) {
  ck_assert(recovers(SIZE_MAX));
  ck_assert(recovers(SIZE_MAX - 64));
  ck_assert(recovers(SIZE_MAX / 2));
  ck_assert(!recovers(100));
}
END_TEST

START_TEST(freeing_nothing_is_allowed) { am_arena_free(NULL); }
END_TEST

static void append(void *data) {
  static int called;
  *(int *)data = ++called;
}

/* Deferred calls run in reverse order when the arena is freed. */
START_TEST(deferred_calls_come_in_reverse) {
  int first = 0, second = 0;
  am_arena *arena = am_arena_new();
  ck_assert(!am_arena_recover(arena));
  am_arena_defer(arena, append, &first);
  am_arena_defer(arena, append, &second);
  ck_assert_int_eq(first, 0);
  am_arena_free(arena);
  ck_assert_int_eq(second, 1);
  ck_assert_int_eq(first, 2);
}
END_TEST

/* A large block uses memory only for pages that are accessed. */
START_TEST(rooms_are_aligned_and_writable) {
  am_arena *arena = am_arena_new();
  ck_assert(!am_arena_recover(arena));
  size_t size = (size_t)1 << 30;
  char *room = am_arena_room(arena, size);
  ck_assert_uint_eq((uintptr_t)room % 64, 0);
  room[0] = room[size - 1] = 7;
  ck_assert_int_eq(room[0] + room[size - 1], 14);
  am_arena_free(arena);
}
END_TEST

/* If the flag is set, the next allocation or check jumps to the recovery point:
 * once, and only in arenas that observe it. */
static int leaves(bool child, bool looks, bool heeding) {
  static volatile int stop;
  am_arena *arena = test_arena();
  volatile int reached = 0;
  stop = 0;
  if (am_arena_recover(arena)) {
    ck_assert(am_arena_stopped(arena));
    am_arena_alloc(arena, 1);
    am_arena_free(arena);
    return reached;
  }
  am_arena_watch(arena, &stop);
  ck_assert(am_arena_interruptible(arena, heeding));
  am_arena *used = child ? am_arena_child(arena) : arena;
  am_arena_alloc(used, 1);
  am_arena_poll(used);
  ck_assert(!am_arena_stopped(used));
  stop = 1;
  reached = 1;
  if (looks)
    am_arena_poll(used);
  else
    am_arena_alloc(used, 1);
  am_arena_free(arena);
  return 2;
}

START_TEST(a_flag_leads_to_the_recovery_point) {
  for (int i = 0; i < 8; i++)
    ck_assert_int_eq(leaves(i & 1, i & 2, i & 4), i & 4 ? 1 : 2);
}
END_TEST

int main(void) {
  TCase *cases[] = {tcase_create("arena")};
  tcase_add_test(cases[0], blocks_are_aligned_zeroed_and_apart);
  tcase_add_test(cases[0], arrays_grow);
  tcase_add_test(cases[0], deferred_calls_come_in_reverse);
  tcase_add_test(cases[0], rooms_are_aligned_and_writable);
  tcase_add_test(cases[0], exhaustion_returns_to_the_recovery_point);
  tcase_add_test(cases[0], children_end_with_their_parent);
  tcase_add_test(cases[0], a_flag_leads_to_the_recovery_point);
  tcase_add_test(cases[0], promises_are_not_taken);
  tcase_add_test(cases[0], freeing_nothing_is_allowed);
  return test_run("arena", cases, 1);
}
