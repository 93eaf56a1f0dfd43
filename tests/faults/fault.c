/* fault.c: counts the calls of a class, and makes one of them fail. */
#include "fault.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEPTH = 12, SKIPPED = 2, SITES = 1 << 14 };

static struct {
  char class[16];
  long wanted;
  bool onward, running;
  atomic_long calls;
  atomic_flag busy;
  uint64_t seen[SITES]; /* hashes of places */
  long first[SITES];    /* the first call from each */
} fault = {.busy = ATOMIC_FLAG_INIT};

static _Thread_local bool inside;

void *fault_next(const char *name) {
  bool before = inside;
  inside = true;
  void *found = dlsym(RTLD_NEXT, name);
  inside = before;
  if (!found) abort();
  return found;
}

/* Calls during the start of other libraries do not count, as for libraries that
 * the loader starts before main. */
void *dlopen(const char *name, int flags) {
  FAULT_REAL(dlopen)
  bool before = inside;
  if (fault_hits("load", ENOMEM)) return NULL;
  inside = inside || (name && !strchr(name, '/'));
  void *handle = real(name, flags);
  inside = before;
  return handle;
}

static uint64_t place(void) {
  void *frames[DEPTH + SKIPPED];
  uint64_t hash = 14695981039346656037u;
  int count = backtrace(frames, DEPTH + SKIPPED);
  for (int i = SKIPPED; i < count; i++)
    hash = (hash ^ (uintptr_t)frames[i]) * 1099511628211u;
  return hash | 1;
}

static void note_place(long call) {
  uint64_t hash = place();
  size_t i = hash % SITES;
  for (size_t tries = 0; tries < SITES; tries++, i = (i + 1) % SITES) {
    if (fault.seen[i] == hash) return;
    if (fault.seen[i]) continue;
    fault.seen[i] = hash;
    fault.first[i] = call;
    return;
  }
}

bool fault_hits(const char *class, int error) {
  if (!fault.running || inside || strcmp(class, fault.class)) return false;
  long call = ++fault.calls;
  if (!fault.wanted) {
    inside = true;
    while (atomic_flag_test_and_set(&fault.busy)) continue;
    note_place(call);
    atomic_flag_clear(&fault.busy);
    inside = false;
    return false;
  }
  bool hit =
      fault.onward ? call >= fault.wanted : call == fault.wanted;
  if (hit) errno = error;
  return hit;
}

static int open_descriptors(void) {
  int count = 0;
  for (int i = 3; i < 256; i++) count += fcntl(i, F_GETFD) >= 0;
  return count;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("AUTOMAT_FAULT_LOG");
  if (!fault.running || !path) return;
  fault.running = false;
  int open = open_descriptors();
  FILE *log = fopen(path, "w");
  if (!log) return;
  fprintf(log, "calls %ld\nopen %d\n", (long)fault.calls, open);
  for (size_t i = 0; i < SITES; i++)
    if (fault.first[i]) fprintf(log, "site %ld\n", fault.first[i]);
  fclose(log);
}

/* Writes the frames of a crash, or of an exit by a library, to the messages. */
static void trace(void) {
  void *frames[64];
  fault.running = false;
  backtrace_symbols_fd(frames, backtrace(frames, 64), 2);
}

static void crash(int number) {
  trace();
  signal(number, SIG_DFL);
  raise(number);
}

_Noreturn void exit(int status) {
  FAULT_REAL(exit)
  if (status < 0) trace();
  real(status);
  __builtin_unreachable();
}

static void watch_crashes(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
  static char room[1 << 16];
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  struct sigaction action = {.sa_handler = crash, .sa_flags = SA_ONSTACK};
  sigaltstack(&stack, NULL);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction(numbers[i], &action, NULL);
}

static void prepare(void) {
  const char *wish = getenv("AUTOMAT_FAULT");
  void *frames[2];
  char plus = 0;
  if (!wish || sscanf(wish, "%15[a-z0-9]:%ld%c", fault.class, &fault.wanted,
                      &plus) < 2)
    return;
  fault.onward = plus == '+';
  unsetenv("LD_PRELOAD");
  backtrace(frames, 2);
  watch_crashes();
  fault.running = true;
}

static int (*wrapped)(int, char **, char **);

static int start(int count, char **arguments, char **environment) {
  prepare();
  return wrapped(count, arguments, environment);
}

typedef int starter(int (*)(int, char **, char **), int, char **,
                    void (*)(void), void (*)(void), void (*)(void), void *);
starter __libc_start_main;

int __libc_start_main(int (*function)(int, char **, char **), int count,
                      char **arguments, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void),
                      void *stack) {
  FAULT_REAL(__libc_start_main)
  wrapped = function;
  return real(start, count, arguments, init, fini, rtld_fini, stack);
}
