/* files.c: opens input files with a time limit, resolves symbolic links, and
 * removes temporary folders. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

enum { PATIENCE = 2000 };     /* milliseconds */
enum { UNUSED = 7 * 86400 };  /* seconds */

static am_obstacle obstacle_of(int error) {
  static const int of_machine[] = {EIO, EMFILE, ENFILE, ENOMEM};
  am_obstacle why = {.status = AM_INPUT, .text = am_errno_text(error)};
  for (size_t i = 0; i < sizeof of_machine / sizeof *of_machine; i++)
    if (error == of_machine[i]) why.status = AM_ENVIRONMENT;
  return why;
}

/* O_NONBLOCK: otherwise open() waits until a pipe has a writer. */
static FILE *open_stream(const char *path, am_obstacle *why) {
  struct stat status;
  FILE *stream = NULL;
  int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct pollfd writer = {.fd = file, .events = POLLIN};
  if (file < 0 || fstat(file, &status)) {
    *why = obstacle_of(errno);
  } else if (S_ISDIR(status.st_mode)) {
    *why = (am_obstacle){.status = AM_INPUT, .text = "it is a folder"};
  } else if (isatty(file)) {
    *why = (am_obstacle){.status = AM_INPUT, .text = "it is a terminal"};
  } else {
    if (S_ISFIFO(status.st_mode)) poll(&writer, 1, PATIENCE);
    fcntl(file, F_SETFL, 0);
    stream = fdopen(file, "rb");
    if (!stream) *why = obstacle_of(errno);
  }
  if (!stream && file >= 0) close(file);
  return stream;
}

static void close_if_open(void *data) {
  FILE **input = data;
  if (*input) fclose(*input);
}

struct am_input_record {
  dev_t device;
  ino_t number;
  am_input_record *next;
};

static bool is_noted(const am_report *report, dev_t device, ino_t number) {
  const am_input_record *input = report->inputs;
  while (input && (input->device != device || input->number != number))
    input = input->next;
  return input != NULL;
}

static void note(am_report *report, dev_t device, ino_t number) {
  if (is_noted(report, device, number)) return;
  am_input_record *input = AM_NEW(report->arena, am_input_record);
  *input = (am_input_record){
      .device = device, .number = number, .next = report->inputs};
  report->inputs = input;
}

void am_input_note(am_report *report, const char *path) {
  struct stat status;
  if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
    note(report, status.st_dev, status.st_ino);
}

void am_input_note_all(am_report *report, const am_report *from) {
  for (const am_input_record *i = from->inputs; i; i = i->next)
    note(report, i->device, i->number);
}

bool am_input_is_known(const am_report *report, const char *path) {
  struct stat status;
  return stat(path, &status) == 0 &&
         is_noted(report, status.st_dev, status.st_ino);
}

FILE **am_input_open(am_arena *arena, am_report *report, const char *path,
                     am_obstacle *why) {
  FILE **input = AM_NEW(arena, FILE *);
  am_input_note(report, path);
  am_arena_defer(arena, close_if_open, input);
  *input = open_stream(path, why);
  return *input ? input : NULL;
}

void am_input_close(FILE **input) {
  fclose(*input);
  *input = NULL;
}

bool am_input_read(am_arena *arena, am_report *report, const char *path,
                   size_t megabytes, am_source *source, am_obstacle *why) {
  size_t most = megabytes << 20, capacity = 1 << 14, length = 0;
  *source = (am_source){.name = am_copy(arena, path, strlen(path)), .text = ""};
  FILE **file = am_input_open(arena, report, path, why);
  if (!file) return false;
  char *text = am_arena_alloc(arena, capacity + 1);
  errno = 0;
  for (size_t got = 1; got && length <= most; length += got) {
    if (length == capacity) {
      capacity *= 2;
      text = am_arena_grow(arena, text, length, capacity + 1);
    }
    got = fread(text + length, 1, capacity - length, *file);
  }
  int error = ferror(*file) ? errno : 0;
  am_input_close(file);
  *why = error
             ? obstacle_of(error)
             : (am_obstacle){.status = AM_INPUT,
                             .text = am_format(
                                 arena, "it is larger than %zu MB", megabytes)};
  if (error || length > most) return false;
  source->text = text;
  source->length = length;
  return true;
}

/* Links of output paths. */

enum { LINKS_MOST = 40 }; /* as in Linux */

/* True if a file in `folder` belongs to another user than the folder, which
 * everybody may write to. */
static bool is_foreign(const char *folder, const struct stat *status) {
  struct stat of;
  return !stat(folder, &of) && of.st_mode & S_IWOTH &&
         status->st_uid != geteuid() && status->st_uid != of.st_uid;
}

/* Follows links at the end of a path until the file is not a link, or is a link
 * or pipe of another user (*foreign); *status: status of the file reached. */
static const char *follow_links(am_arena *arena, const char *path,
                                struct stat *status, bool *foreign) {
  char target[PATH_MAX];
  *foreign = false;
  for (int links = 0; links < LINKS_MOST && !lstat(path, status); links++) {
    bool link = S_ISLNK(status->st_mode);
    const char *slash = strrchr(path, '/');
    const char *folder =
        slash ? am_copy(arena, path, (size_t)(slash - path) + 1) : "";
    *foreign = (link || S_ISFIFO(status->st_mode)) &&
               is_foreign(slash ? folder : ".", status);
    ssize_t length =
        link && !*foreign ? readlink(path, target, sizeof target - 1) : 0;
    if (length <= 0) return path;
    target[length] = 0;
    path = am_format(arena, "%s%s", *target == '/' ? "" : folder, target);
  }
  return path;
}

static const char *owner_name(am_arena *arena, uid_t owner) {
  const struct passwd *entry = getpwuid(owner);
  return entry ? am_quoted(arena, entry->pw_name)
               : am_format(arena, "user %ld", (long)owner);
}

const char *am_symlink_obstacle(am_arena *arena, const char *path) {
  struct stat status;
  bool foreign;
  path = follow_links(arena, path, &status, &foreign);
  if (!foreign) return NULL;
  return am_format(arena,
                   "the %s %s belongs to %s, in a folder that everybody may "
                   "write to: remove it, or write to another folder",
                   S_ISLNK(status.st_mode) ? "link" : "pipe",
                   am_quoted(arena, path), owner_name(arena, status.st_uid));
}

const char *am_symlink_resolved(am_arena *arena, const char *path) {
  struct stat status;
  bool foreign;
  const char *end = follow_links(arena, path, &status, &foreign);
  return lstat(end, &status) ? path : end;
}

/* Temporary folders. */

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *state) {
  (void)status, (void)kind, (void)state;
  return remove(path);
}

/* Repeated, since nftw fails if memory runs out for a moment. */
void am_temporary_remove(const char *path) {
  for (int i = 0; path && i < 2; i++)
    if (!nftw(path, remove_entry, 8, FTW_DEPTH | FTW_PHYS | FTW_MOUNT)) return;
}

/* True for names NAME-XXXXXX, as created by mkstemp and mkdtemp. */
static bool is_temporary_name(const char *entry, const char *name) {
  size_t length = strlen(name);
  if (strlen(entry) != length + 7 || strncmp(entry, name, length) ||
      entry[length] != '-')
    return false;
  for (const char *at = entry + length + 1; *at; at++)
    if (!isalnum((unsigned char)*at)) return false;
  return true;
}

void am_temporary_sweep(am_arena *arena, const char *base, const char *name) {
  enum { OTHERS = S_IRWXG | S_IRWXO };
  DIR *stream = opendir(base);
  if (!stream) return;
  for (struct dirent *entry; (entry = readdir(stream));) {
    struct stat status;
    if (!is_temporary_name(entry->d_name, name)) continue;
    const char *path = am_format(arena, "%s/%s", base, entry->d_name);
    if (!lstat(path, &status) && status.st_uid == geteuid() &&
        !(status.st_mode & OTHERS) &&
        difftime(time(NULL), status.st_mtime) > UNUSED)
      am_temporary_remove(path);
  }
  closedir(stream);
}

const char *am_temporary_make(am_arena *arena, const char *base,
                              const char *name, const char **path) {
  const char *planted = am_symlink_obstacle(arena, base);
  if (planted) return planted;
  am_temporary_sweep(arena, base, name);
  *path = mkdtemp(am_format(arena, "%s/%s-XXXXXX", base, name));
  return *path ? NULL : am_errno_text(errno);
}
