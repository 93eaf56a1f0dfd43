/* symlink.c: follows the links of an output path one by one. */
#include "base/symlink.h"

#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

enum { LINKS_MOST = 40 }; /* as in Linux */

typedef struct {
  am_arena *arena;
  const char *done;    /* resolved part of the path */
  const char *rest;    /* part still to be resolved */
  const char *foreign; /* link or pipe of another user, or NULL */
  struct stat status;  /* status of `foreign` */
  int links;
} walk;

static bool is_foreign(const char *folder, const struct stat *status) {
  struct stat of;
  return !stat(folder, &of) && of.st_mode & S_IWOTH &&
         status->st_uid != geteuid() && status->st_uid != of.st_uid;
}

/* Continues at the target of the link. */
static bool follow(walk *w, const char *link) {
  char target[PATH_MAX];
  ssize_t length = readlink(link, target, sizeof target - 1);
  if (length <= 0 || ++w->links > LINKS_MOST) return false;
  target[length] = 0;
  w->rest = am_format(w->arena, "%s%s%s", target, *w->rest ? "/" : "",
                      w->rest);
  if (*target == '/') w->done = "/";
  return true;
}

/* Resolves one more name; false at the end, or if it cannot continue. */
static bool take_name(walk *w) {
  w->rest += strspn(w->rest, "/");
  size_t length = strcspn(w->rest, "/");
  bool inside = !*w->done || w->done[strlen(w->done) - 1] == '/';
  const char *next = am_format(w->arena, "%s%s%.*s", w->done,
                               inside ? "" : "/", (int)length, w->rest);
  const char *folder = *w->done ? w->done : ".";
  w->rest += length;
  if (!length) return false;
  bool there = lstat(next, &w->status) == 0;
  bool link = there && S_ISLNK(w->status.st_mode);
  if ((link || (there && S_ISFIFO(w->status.st_mode))) &&
      is_foreign(folder, &w->status)) {
    w->done = w->foreign = next;
    return false;
  }
  if (link) return follow(w, next);
  w->done = next;
  return there && *w->rest;
}

static walk walk_path(am_arena *arena, const char *path) {
  walk w = {.arena = arena, .done = *path == '/' ? "/" : "", .rest = path};
  while (take_name(&w)) {}
  return w;
}

static const char *owner_name(am_arena *arena, uid_t owner) {
  const struct passwd *entry = getpwuid(owner);
  if (!entry) return am_format(arena, "user %ld", (long)owner);
  return am_format(arena, "'%s'", am_printable(arena, entry->pw_name,
                                               strlen(entry->pw_name)));
}

const char *am_symlink_obstacle(am_arena *arena, const char *path) {
  const walk w = walk_path(arena, path);
  if (!w.foreign) return NULL;
  return am_format(arena,
                   "the %s %s belongs to %s, in a folder that everybody may "
                   "write to: remove it, or write to another folder",
                   S_ISLNK(w.status.st_mode) ? "link" : "pipe",
                   am_quoted(arena, w.foreign),
                   owner_name(arena, w.status.st_uid));
}

const char *am_symlink_resolved(am_arena *arena, const char *path) {
  const walk w = walk_path(arena, path);
  struct stat status;
  return w.foreign || (*w.done && !lstat(w.done, &status)) ? w.done : path;
}
