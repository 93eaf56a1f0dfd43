/* memory.h: how much memory may still be asked for. */
#ifndef AM_BASE_MEMORY_H
#define AM_BASE_MEMORY_H

#include <stddef.h>

/* Bytes that the system has, or can make, free for this process: of the
 * machine with its swap space, and of the control group it runs in (version
 * 2); SIZE_MAX where the system does not tell.  Asking for more gets memory,
 * but whoever fills it is killed. */
size_t am_memory_free(void);

#endif
