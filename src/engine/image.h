/* image.h: files of shared objects; internal to engine. */
#ifndef AM_ENGINE_IMAGE_H
#define AM_ENGINE_IMAGE_H

#include <stdbool.h>

/* Does the file hold all that its program headers promise?  The loader maps
 * what is missing, and the process dies of it.  True where the system has
 * another format. */
bool am_image_is_whole(const char *path);

#endif
