/* installed.h: installed data files, and other programs, found by name.
 *
 * A name is searched in the subfolder `kind` ("materials", "cases", "schema")
 * of these folders, in this order: those of AUTOMAT_PATH (separated by colons),
 * the folder of the program (in-tree build), its link `source` (out-of-tree
 * build), the data folder of the prefix in which the program or the shared
 * library is installed, and the data folder given to configure. */
#ifndef AM_BASE_INSTALLED_H
#define AM_BASE_INSTALLED_H

#include "base/report.h"

/* Path of a file of a kind by its full name; NULL if there is none. */
const char *am_installed_file(am_arena *arena, const char *kind,
                              const char *file);

/* Path of the file NAME.yaml of a kind; NULL if there is none. */
const char *am_installed_path(am_arena *arena, const char *kind,
                              const char *name);

/* Finds the file NAME.yaml of a kind.  AM_INPUT if there is none; the message
 * suggests the file NAME.yaml of `folder` (NULL: the working directory) if it
 * exists, else the installed file with the most similar name. */
AM_MUST_USE am_status am_installed_find(am_arena *arena, am_report *report,
                                        const char *kind, const char *name,
                                        const char *folder, am_place place,
                                        const char **path);

/* Names of all files of a kind, sorted, without duplicates [*count]. */
const char *const *am_installed_names(am_arena *arena, const char *kind,
                                      size_t *count);

/* Text that changes with the program and with every file below the folders of a
 * kind: paths, sizes, and times of the last change. */
const char *am_installed_stamp(am_arena *arena, const char *kind);

/* True if `name` is a path rather than the name of an installed file: it ends
 * in ".yaml" or contains a slash. */
bool am_installed_is_path(const char *name);

/* True if a relative path stays below its folder and neither the file nor a
 * folder on the way is hidden (begins with a dot). */
bool am_is_below(const char *name);

/* True if a symbolic link in `path` leads out of `folder`, the folder of the
 * file `file` that refers to `path`.  If `file` is a link itself, as in some
 * package installations, `path` may also lead to the folder of its target. */
bool am_link_leaves_folder(am_arena *arena, const char *path,
                           const char *folder, const char *file);

/* Path of a program that is started without a shell; NULL if it is not found.
 * A name with '/' is a path; others are searched in the folders of PATH.
 * Relative folders of PATH are skipped, so that a program in the folder of
 * somebody else's case is never run. */
const char *am_program_find(am_arena *arena, const char *name);

#endif
