/* hdf5.c: loads HDF5 when the first file needs it. */
#include "archive/hdf5.h"

#ifdef AM_HDF5_FILE

#include <dlfcn.h>
#include <stdlib.h>

/* Symbols are global, as if HDF5 had been linked, so that libraries loaded
 * earlier (LD_PRELOAD) still take precedence. */
am_status am_hdf5_open(am_report *report) {
  if (dlopen(AM_HDF5_FILE, RTLD_LAZY | RTLD_GLOBAL | RTLD_NODELETE))
    return AM_OK;
  const char *why = dlerror();
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "HDF5, which keeps these files, cannot be opened: %s",
                  why ? why : AM_HDF5_FILE " is missing");
}

/* A library of this name has all symbols of the version used for the build. */
void (*am_hdf5_function(const char *name))(void) {
  union {
    void *object;
    void (*function)(void);
  } found = {.object = dlsym(RTLD_NEXT, name)};
  if (!found.object) abort();
  return found.function;
}

/* In a program that is also linked with HDF5, the first copy of a variable is
 * the initialized one. */
hid_t am_hdf5_id(const char *name) {
  const hid_t *number = dlsym(RTLD_DEFAULT, name);
  if (!number) abort();
  return *number;
}

#else

am_status am_hdf5_open(am_report *report) {
  (void)report;
  return AM_OK;
}

#endif
