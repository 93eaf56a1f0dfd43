/* hdf5.h: loads HDF5 when the first file needs it.
 *
 * HDF5 depends on about thirty libraries, whose start takes three times as long
 * as all the rest of a short command. The program is therefore not linked with
 * HDF5; macros replace its functions and variables by symbols found by the
 * loader. If configure finds no shared library of HDF5 (AM_HDF5_FILE), as in a
 * static build, HDF5 is linked normally. */
#ifndef AM_ARCHIVE_HDF5_H
#define AM_ARCHIVE_HDF5_H

#include <hdf5.h>

#include "base/base.h"
#include "config.h"

/* Loads the library; may be repeated. The library stays loaded. AM_ENVIRONMENT
 * if it is missing, in which case any other use of HDF5 aborts. */
AM_MUST_USE am_status am_hdf5_open(am_report *report);

#ifdef AM_HDF5_FILE

/* Finds a symbol that must exist in the loaded library. */
void (*am_hdf5_function(const char *name))(void);
hid_t am_hdf5_id(const char *name);

#define AM_HDF5(name) ((__typeof__(&name))am_hdf5_function(#name))

/* Each function and variable of hdf5.h by this macro, such as
 * #define H5Dread AM_HDF5(H5Dread). */
#include "archive/hdf5.inc"

#endif

#endif
