/* ending.c: endings of names and what they promise. */
#include "output/ending.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

enum { ENDINGS = 8 };

/* The first ones are what is written; [0] is the usual ending. */
static const struct {
  const char *name, *endings[ENDINGS];
} formats[] = {
    [AM_WRITES_ANYTHING] = {"", {NULL}},
    [AM_WRITES_CSV] = {"CSV", {".csv"}},
    [AM_WRITES_HDF5] = {"HDF5", {".h5", ".hdf5", ".hdf", ".he5"}},
    [AM_WRITES_JSON] = {"JSON", {".json"}},
    [AM_WRITES_VTK] = {"VTK", {".vti", ".vtk", ".vtu", ".vtp", ".pvd"}},
    [AM_WRITES_XML] = {"XML", {".xml"}},
    [AM_WRITES_YAML] = {"YAML", {".yaml", ".yml"}},
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
                          am_written written) {
  const char *slash = strrchr(path, '/');
  const char *ending = strrchr(slash ? slash : path, '.');
  size_t promised = 0;
  if (written == AM_WRITES_ANYTHING || !ending || is_of(written, ending))
    return AM_OK;
  while (promised < FORMATS && !is_of(promised, ending)) promised++;
  if (promised == FORMATS) return AM_OK;
  return am_error(report, status, place,
                  "%s is written as %s: expected a name that ends in %s, or "
                  "in nothing that is known, found '%s', which promises %s",
                  what, formats[written].name, formats[written].endings[0],
                  am_printable(report->arena, path, strlen(path)),
                  formats[promised].name);
}
