/* output_lock.c: checks that output files may be written. */
#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file/parts.h"
#include "team/team.h"

/* ---- one output ---------------------------------------------------------- */

am_status am_output_check_unread(am_report *report, const char *path) {
  if (!am_input_is_known(report, path)) return AM_OK;
  return am_error(report, AM_USAGE, am_nowhere,
                  "cannot write %s: this command also reads it; choose another "
                  "name", am_quoted(report->arena, path));
}

am_status am_output_check(am_report *report, const char *path) {
  struct stat status;
  const am_launch launch = am_launch_found();
  const char *planted = am_symlink_obstacle(report->arena, path);
  if (planted)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot write %s: %s",
                    am_quoted(report->arena, path), planted);
  if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return AM_OK;
  AM_TRY(am_output_check_unread(report, path));
  if (launch.count == 1 || report->apart) return AM_OK;
  return am_error(report, AM_USAGE, am_nowhere,
                  "cannot write %s: %s is %ld, so several processes would "
                  "write it; start one process, or unset %s if each process "
                  "has its own files",
                  am_quoted(report->arena, path), launch.variable, launch.count,
                  launch.variable);
}

/* ---- several outputs ----------------------------------------------------- */

/* Path with the folder resolved; the last name is kept. */
static const char *real_place(am_arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *folder =
      slash ? am_copy(arena, path, (size_t)(slash - path) + 1) : ".";
  char *real = realpath(folder, NULL);
  const char *place = am_format(arena, "%s/%s", real ? real : folder,
                                slash ? slash + 1 : path);
  free(real);
  return place;
}

static bool is_same(am_arena *arena, const char *a, const char *b) {
  struct stat one, two;
  if (stat(a, &one) == 0 && stat(b, &two) == 0)
    return S_ISREG(one.st_mode) && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
  return !strcmp(real_place(arena, a), real_place(arena, b));
}

static bool is_file(const char *path) { return path && strcmp(path, "-"); }

am_status am_outputs_check(am_report *report, const char *const *paths,
                           size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!is_file(paths[i])) continue;
    AM_TRY(am_output_check(report, paths[i]));
    for (size_t k = 0; k < i; k++)
      if (is_file(paths[k]) && is_same(report->arena, paths[i], paths[k]))
        return am_error(report, AM_USAGE, am_nowhere,
                        "%s and %s are the same file: choose different names "
                        "for the outputs", am_quoted(report->arena, paths[k]),
                        am_quoted(report->arena, paths[i]));
  }
  return AM_OK;
}

/* ---- locks --------------------------------------------------------------- */

static const char busy[] = "another program is writing it";

/* Locks a file until the process closes it; returns 0 or an errno, EWOULDBLOCK
 * if another process holds it. */
static int lock(int file) {
  return flock(file, LOCK_EX | LOCK_NB) ? errno : 0;
}

/* True if the open file is still the file called `name`; it may have been
 * removed or renamed before it was locked. Also true if this cannot be
 * determined. */
static bool has_name(int file, const char *name) {
  struct stat open, named;
  if (lstat(name, &named)) return errno != ENOENT;
  return fstat(file, &open) ||
         (open.st_dev == named.st_dev && open.st_ino == named.st_ino);
}

/* Removes a file left by a killed process; returns the reason if it is kept, or
 * NULL. */
static const char *remove_left(am_arena *arena, const char *part) {
  struct stat status;
  const char *why = NULL;
  int error;
  int file = open(part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0 && errno == ENOENT) return NULL;
  bool own = file >= 0 && fstat(file, &status) == 0 &&
             S_ISREG(status.st_mode) && status.st_uid == geteuid();
  if (!own)
    why = am_format(arena, "%s exists and is not an unfinished output: remove "
                           "it", am_quoted(arena, part));
  else if ((error = lock(file)))
    why = error == EWOULDBLOCK ? busy : strerror(error);
  else if (has_name(file, part) && unlink(part))
    why = strerror(errno);
  if (file >= 0) close(file);
  return why;
}

int am_output_lock(am_arena *arena, const char *part, const char **why) {
  *why = remove_left(arena, part);
  if (*why) return -1;
  int file = open(part, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                  0666);
  if (file < 0)
    *why = errno == EEXIST ? busy : strerror(errno);
  else if (lock(file) == EWOULDBLOCK)
    *why = busy;
  if (!*why) return file;
  if (file >= 0) close(file);
  return -1;
}

/* ---- file name extensions ------------------------------------------------ */

enum { ENDINGS = 8 };

/* Formats that are written come first; endings[0] is the usual extension. */
static const struct {
  const char *name, *endings[ENDINGS];
} formats[] = {
    [AM_WRITES_ANYTHING] = {"", {NULL}},
    [AM_WRITES_CSV] = {"CSV", {".csv"}},
    [AM_WRITES_HDF5] = {"HDF5", {".h5", ".hdf5", ".hdf", ".he5"}},
    [AM_WRITES_HTML] = {"HTML", {".html", ".htm", ".xhtml"}},
    [AM_WRITES_JSON] = {"JSON", {".json"}},
    [AM_WRITES_XML] = {"XML", {".xml"}},
    [AM_WRITES_YAML] = {"YAML", {".yaml", ".yml"}},
    {"VTK", {".vti", ".vtk", ".vtu", ".vtp", ".pvd"}},
    {"XDMF", {".xdmf", ".xmf"}},
    {"a picture",
     {".svg", ".png", ".pdf", ".eps", ".ps", ".jpg", ".jpeg", ".gif"}},
    {"a script of gnuplot", {".gp", ".plt"}},
    {"a spreadsheet", {".xlsx", ".xls", ".ods"}},
    {"tabs", {".tsv"}},
    {"arrays of NumPy", {".npy", ".npz"}},
    {"Matlab", {".mat"}},
    {"Parquet", {".parquet"}},
    {"compression", {".gz", ".bz2", ".xz", ".zst", ".zip"}},
};

enum { FORMATS = sizeof formats / sizeof *formats };

static bool is_of(size_t format, const char *ending) {
  for (size_t i = 0; i < ENDINGS && formats[format].endings[i]; i++)
    if (!strcasecmp(formats[format].endings[i], ending)) return true;
  return false;
}

am_status am_ending_check(am_report *report, am_status status,
                          am_place place, const char *what, const char *path,
                          am_file_format written) {
  const char *slash = strrchr(path, '/');
  const char *ending = strrchr(slash ? slash : path, '.');
  size_t promised = 0;
  if (written == AM_WRITES_ANYTHING || !ending || is_of(written, ending))
    return AM_OK;
  while (promised < FORMATS && !is_of(promised, ending)) promised++;
  if (promised == FORMATS) return AM_OK;
  return am_error(report, status, place,
                  "%s is written as %s: expected a name ending in %s, found "
                  "%s, the ending of %s",
                  what, formats[written].name, formats[written].endings[0],
                  am_quoted(report->arena, path), formats[promised].name);
}
