/* cache_limit.c: how much the cache holds, and who goes first. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/cache.h"

static const double usual_limit = 1e9;

am_status am_cache_limit(am_report *report, double *bytes) {
  static const char units[] = " kMGT";
  const char *text = getenv("AUTOMAT_CACHE_LIMIT"), *unit = units;
  char *end;
  *bytes = usual_limit;
  if (!text || !*text) return AM_OK;
  double number = strtod(text, &end);
  if (*end) unit = strchr(units, *end == 'K' ? 'k' : *end);
  bool known = unit && end > text && isdigit((unsigned char)*text) &&
               (!*end || (*end != ' ' && !end[1])) && number < 1e12;
  if (!known)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "the variable AUTOMAT_CACHE_LIMIT is '%s', expected a "
                    "number of bytes such as 500M, 2G, or 0",
                    am_printable(report->arena, text, strlen(text)));
  for (; unit > units; unit--) number *= 1000;
  *bytes = number;
  return AM_OK;
}

/* ---- what is there -------------------------------------------------------- */

typedef struct {
  const char *path;
  double bytes;
  struct timespec used;
} entry;

typedef struct {
  entry *items; /* [count] */
  size_t count, capacity;
} entries;

/* A key and a suffix. */
static bool is_name(const char *name) {
  size_t digits = strspn(name, "0123456789abcdef");
  return digits == AM_KEY_LENGTH && name[digits] == '.' && name[digits + 1];
}

static entries list(am_arena *arena, const char *folder) {
  entries all = {0};
  DIR *stream = opendir(folder);
  const struct dirent *found;
  struct stat status;
  while (stream && (found = readdir(stream))) {
    const char *path = am_format(arena, "%s/%s", folder, found->d_name);
    if (!is_name(found->d_name) || lstat(path, &status) ||
        !S_ISREG(status.st_mode) || status.st_uid != geteuid())
      continue;
    AM_PUSH_ROOM(arena, all.items, all.count, all.capacity);
    all.items[all.count++] =
        (entry){path, (double)status.st_size, status.st_mtim};
  }
  if (stream) closedir(stream);
  return all;
}

static int by_use(const void *a, const void *b) {
  const struct timespec *x = &((const entry *)a)->used;
  const struct timespec *y = &((const entry *)b)->used;
  if (x->tv_sec != y->tv_sec) return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

static am_cache_content content_of(const entries *all) {
  am_cache_content c = {.count = (long)all->count};
  for (size_t i = 0; i < all->count; i++) {
    c.bytes += all->items[i].bytes;
    if (!i || all->items[i].used.tv_sec < c.oldest)
      c.oldest = all->items[i].used.tv_sec;
  }
  return c;
}

am_cache_content am_cache_look(am_arena *arena, const char *folder) {
  const entries all = list(arena, folder);
  return content_of(&all);
}

am_cache_content am_cache_trim(am_arena *arena, const char *folder,
                               double limit) {
  entries all = list(arena, folder);
  am_cache_content left = content_of(&all), gone = {.oldest = left.oldest};
  if (!all.count || left.bytes <= limit) return gone;
  qsort(all.items, all.count, sizeof *all.items, by_use);
  for (size_t i = 0; i < all.count; i++) {
    if (left.bytes <= limit) break;
    if (unlink(all.items[i].path)) continue;
    left.bytes -= all.items[i].bytes;
    gone.bytes += all.items[i].bytes;
    gone.count++;
  }
  return gone;
}

void am_cache_use(const char *path) {
  (void)!utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
}
