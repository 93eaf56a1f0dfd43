/* installed.c: the folders in which installed files and programs are found. */
#include "config.h"

#include <dirent.h>
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"

enum { FOLDERS = 32, PATH_LENGTH = 4096 };

typedef struct {
  am_arena *arena;
  const char *kind;
  const char *folders[FOLDERS];
  int count;
} data_folders;

static void add_folder(data_folders *s, const char *folder, size_t length,
                       const char *below) {
  if (!length || s->count == FOLDERS) return;
  s->folders[s->count++] = am_format(s->arena, "%.*s%s/%s", (int)length,
                                     folder, below, s->kind);
}

static void add_beside(data_folders *s, const char *file,
                       const char *const *below) {
  const char *slash = strrchr(file, '/');
  for (; slash && *below; below++)
    add_folder(s, file, (size_t)(slash - file), *below);
}

static data_folders folders_of(am_arena *arena, const char *kind) {
  static const char *const of_program[] = {"", "/source", "/../share/automat",
                                           NULL};
  /* A shared library may be installed in a folder of its architecture. */
  static const char *const of_library[] = {"/../share/automat",
                                           "/../../share/automat", NULL};
  static const char here;
  data_folders s = {.arena = arena, .kind = kind};

  const char *variable = getenv("AUTOMAT_PATH");
  while (variable && *variable) {
    size_t n = strcspn(variable, ":");
    add_folder(&s, variable, n, "");
    variable += n + (variable[n] == ':');
  }

  char program[PATH_LENGTH];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n > 0) {
    program[n] = '\0';
    add_beside(&s, program, of_program);
  }

  Dl_info info;
  if (dladdr(&here, &info) && info.dli_fname)
    add_beside(&s, info.dli_fname, of_library);
  add_folder(&s, AM_PKGDATADIR, strlen(AM_PKGDATADIR), "");
  return s;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n > m && !strcmp(text + n - m, end);
}

bool am_installed_is_path(const char *name) {
  return ends_with(name, ".yaml") || strchr(name, '/');
}

const char *const *am_installed_names(am_arena *arena, const char *kind,
                                      size_t *count) {
  data_folders s = folders_of(arena, kind);
  const char **names = NULL;
  size_t n = 0;
  for (int i = 0; i < s.count; i++) {
    DIR *folder = opendir(s.folders[i]);
    if (!folder) continue;
    for (struct dirent *e = readdir(folder); e; e = readdir(folder)) {
      if (!ends_with(e->d_name, ".yaml")) continue;
      AM_PUSH(arena, names, n,
              am_copy(arena, e->d_name, strlen(e->d_name) - 5));
    }
    closedir(folder);
  }
  if (n) qsort(names, n, sizeof *names, am_compare_names);
  *count = 0;
  for (size_t i = 0; i < n; i++)
    if (!*count || strcmp(names[*count - 1], names[i]))
      names[(*count)++] = names[i];
  return names;
}

/* Adds the files of a folder and of the folders in it; of a symbolic link, the
 * file to which it leads. */
static void add_stamps(am_buffer *text, const char *path) {
  struct stat status;
  DIR *folder = lstat(path, &status) || !S_ISDIR(status.st_mode)
                    ? NULL : opendir(path);
  if (!folder && !stat(path, &status))
    am_buffer_add(text, "%s %lld %lld.%09ld\n", path,
                  (long long)status.st_size, (long long)status.st_ctim.tv_sec,
                  status.st_ctim.tv_nsec);
  for (struct dirent *e; folder && (e = readdir(folder));)
    if (e->d_name[0] != '.')
      add_stamps(text, am_format(text->arena, "%s/%s", path, e->d_name));
  if (folder) closedir(folder);
}

const char *am_installed_stamp(am_arena *arena, const char *kind) {
  data_folders s = folders_of(arena, kind);
  am_buffer text = {.arena = arena};
  add_stamps(&text, "/proc/self/exe");
  for (int i = 0; i < s.count; i++) add_stamps(&text, s.folders[i]);
  return text.text ? text.text : "";
}

const char *am_installed_file(am_arena *arena, const char *kind,
                              const char *file) {
  data_folders s = folders_of(arena, kind);
  for (int i = 0; i < s.count && !strchr(file, '/'); i++) {
    const char *path = am_format(arena, "%s/%s", s.folders[i], file);
    if (!access(path, R_OK)) return path;
  }
  return NULL;
}

const char *am_installed_path(am_arena *arena, const char *kind,
                              const char *name) {
  return am_installed_file(arena, kind, am_format(arena, "%s.yaml", name));
}

am_status am_installed_find(am_arena *arena, am_report *report,
                            const char *kind, const char *name,
                            const char *folder, am_place place,
                            const char **path) {
  size_t count;
  const char *shown = am_printable(arena, name, strlen(name));
  *path = am_installed_path(arena, kind, name);
  if (*path) return AM_OK;
  const char *const *names = am_installed_names(arena, kind, &count);
  const char *advice = am_suggestion(arena, name, names, count);

  /* The search continues with `folder`, which contains no installed files. */
  bool here = !folder || !*folder || !strcmp(folder, ".");
  const char *file = am_format(arena, "%s%s%s.yaml", here ? "" : folder,
                               here ? "" : "/", name);
  if (!strchr(name, '/') && !access(file, F_OK))
    advice = am_format(arena, "; for the file %s, write '%s.yaml'",
                       am_quoted(arena, file), shown);
  if (!strcmp(kind, "cases") && am_installed_path(arena, "materials", name))
    advice = am_format(arena,
                       "; '%s' is a material: name it in a case with "
                       "'material: %s', or test it with 'automat check %s'",
                       shown, shown, shown);
  return am_error(report, AM_INPUT, place, "no %.*s '%s' is installed%s",
                  (int)strlen(kind) - 1, kind, shown, advice);
}

bool am_is_below(const char *name) {
  if (*name == '/') return false;
  for (const char *part = name; part; part = strchr(part, '/')) {
    part += *part == '/';
    bool here = part[0] == '.' && (part[1] == '/' || !part[1]);
    if (part[0] == '.' && !here) return false;
  }
  return true;
}

/* True if a file, given by its absolute path, is in the folder of the path
 * `beside` or below it. */
static bool is_within(const char *file, const char *beside) {
  const char *slash = beside ? strrchr(beside, '/') : NULL;
  return slash && !strncmp(file, beside, (size_t)(slash - beside + 1));
}

bool am_link_leaves_folder(am_arena *arena, const char *path,
                           const char *folder, const char *file) {
  char *real = realpath(path, NULL);
  char *real_folder = realpath(folder, NULL);
  char *real_file = realpath(file, NULL);
  const char *here = real_folder ? am_format(arena, "%s/", real_folder) : NULL;
  bool within = !real || is_within(real, here) || is_within(real, real_file);
  free(real);
  free(real_folder);
  free(real_file);
  return !within;
}

static bool is_program(const char *file) {
  struct stat status;
  return !stat(file, &status) && S_ISREG(status.st_mode) && !access(file, X_OK);
}

const char *am_program_find(am_arena *arena, const char *name) {
  const char *path = getenv("PATH");
  if (strchr(name, '/')) return is_program(name) ? name : NULL;
  while (path && *path) {
    size_t length = strcspn(path, ":");
    const char *file = am_format(arena, "%.*s/%s", (int)length, path, name);
    if (*path == '/' && is_program(file)) return file;
    path += length + (path[length] == ':');
  }
  return NULL;
}
