/* hdf5.c: loads HDF5 when the first file needs it. */
#include "archive/hdf5.h"

#ifdef AM_HDF5_FILE

#include <dlfcn.h>
#include <stdlib.h>

/* Symbols are global, as if HDF5 had been linked, so that libraries loaded
 * earlier (LD_PRELOAD) still take precedence. */
static void *load(void) {
  return dlopen(AM_HDF5_FILE, RTLD_LAZY | RTLD_GLOBAL | RTLD_NODELETE);
}

am_status am_hdf5_open(am_report *report) {
  if (load()) return AM_OK;
  const char *why = dlerror();
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "cannot open the library HDF5, which is needed for .h5 "
                  "files: %s", why ? why : AM_HDF5_FILE " is missing");
}

/* Every library of this name has all symbols of the version used for the build.
 * If a program is also linked with HDF5, the first copy of a variable is the
 * initialized one. */
static void *find(const char *name, void *scope) {
  void *symbol = dlsym(scope, name);
  if (!symbol && load()) symbol = dlsym(scope, name);
  if (!symbol) abort();
  return symbol;
}

void (*am_hdf5_function(const char *name))(void) {
  union {
    void *object;
    void (*function)(void);
  } found = {.object = find(name, RTLD_NEXT)};
  return found.function;
}

hid_t am_hdf5_id(const char *name) {
  return *(const hid_t *)find(name, RTLD_DEFAULT);
}

#else

am_status am_hdf5_open(am_report *report) {
  (void)report;
  return AM_OK;
}

#endif
