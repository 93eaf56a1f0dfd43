/* data.h: installed data files, and other programs, found by name.
 *
 * A name is looked up in the folder `kind` ("materials", "cases", "schema") of: the
 * folders of AUTOMAT_PATH (separated by colons), the folder of the program as
 * in an in-tree build, its link `source` as in any other build, the data
 * folder of the prefix that the program or the shared library is installed in,
 * and the data folder that it was configured for. */
#ifndef AM_BASE_DATA_H
#define AM_BASE_DATA_H

#include "base/report.h"

/* A file of a kind by its whole name, NULL when there is none. */
const char *am_data_file(am_arena *arena, const char *kind,
                         const char *file);

/* The file NAME.yaml of a kind, NULL when there is none. */
const char *am_data_path(am_arena *arena, const char *kind,
                         const char *name);

/* The same; AM_INPUT with a message that names the file NAME.yaml of `folder`
 * (NULL: the working directory), where there is one, or the nearest installed
 * one. */
AM_MUST_USE am_status am_data_find(am_arena *arena, am_report *report,
                                   const char *kind, const char *name,
                                   const char *folder, am_place place,
                                   const char **path);

/* The names of all files of a kind, sorted, each once: [*count]. */
const char *const *am_data_names(am_arena *arena, const char *kind,
                                 size_t *count);

/* Does `name` mean a path rather than an installed file: does it end in
 * ".yaml" or hold a slash? */
bool am_data_is_path(const char *name);

/* Is a file of this relative name below the folder that it is relative to, and
 * neither it nor a folder on the way hidden? */
bool am_is_below(const char *name);

/* Does a path lead by a link out of the folder in which `file` lies, a file
 * that names it?  Where that is a link itself, as packages are installed by
 * some, what it names is beside where it points. */
bool am_leads_away(am_arena *arena, const char *path, const char *folder,
                   const char *file);

/* Where a program is found, which is started without a shell: a name with '/'
 * is a path; others are searched in the folders of PATH, relative ones left
 * out: what lies beside a case that somebody gave away is not run.  NULL:
 * nowhere. */
const char *am_program_find(am_arena *arena, const char *name);

#endif
