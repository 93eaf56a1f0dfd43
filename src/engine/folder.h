/* folder.h: folders in which nobody else can exchange files; internal to
 * engine.  What is compiled is run, so it must lie in such a one from its
 * first byte on. */
#ifndef AM_ENGINE_FOLDER_H
#define AM_ENGINE_FOLDER_H

#include <stdbool.h>
#include <sys/stat.h>

/* Does a file or folder belong to the user, and may nobody else write to it? */
bool am_is_private(const struct stat *status);

/* Can only the user, or who owns the system, rename what is made in a folder?
 * All folders above it count, links followed: each belongs to one of them,
 * and is writable for nobody else, but for the user's own group, unless it is
 * sticky, like /tmp. */
bool am_folder_is_safe(const char *path);

#endif
