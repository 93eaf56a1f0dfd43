/* symlink.h: safe treatment of symbolic links in output paths.
 *
 * In a folder that everybody may write to, such as /tmp, another user can place
 * a link or a pipe under the name that the program is about to write.  It is
 * not followed unless it belongs to the user or to the owner of the folder,
 * even if the system would follow it (Linux: fs.protected_symlinks). */
#ifndef AM_BASE_SYMLINK_H
#define AM_BASE_SYMLINK_H

#include "base/arena.h"

/* Reason why nothing is written to `path`: a link or pipe of another user on
 * the way, and how to proceed; NULL if there is none. */
const char *am_symlink_obstacle(am_arena *arena, const char *path);

/* Path of the file after all links are resolved, so that renaming a file onto
 * it keeps the links.  It is `path` itself if there is no such file, and the
 * foreign link, which renaming replaces, if another user's link is on the
 * way. */
const char *am_symlink_resolved(am_arena *arena, const char *path);

#endif
