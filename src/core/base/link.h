/* link.h: links on the way to what is written.
 *
 * In a folder to which everybody may write, such as /tmp, anybody can lay a
 * link, or a pipe, under the name that a program is about to write.  It is
 * not followed there unless it belongs to the user or to who owns the folder,
 * whatever the system itself would do (Linux: fs.protected_symlinks). */
#ifndef AM_BASE_LINK_H
#define AM_BASE_LINK_H

#include "base/arena.h"

/* Why nothing is written to `path`: whose link or pipe lies on the way there,
 * and what to do; NULL: there is none. */
const char *am_link_obstacle(am_arena *arena, const char *path);

/* The file that links lead to, so that renaming keeps them; `path` itself
 * where there is no such file; where a link of somebody else is on the way,
 * that link, which renaming replaces. */
const char *am_link_resolved(am_arena *arena, const char *path);

#endif
