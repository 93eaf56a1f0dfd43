/* free_memory.h: free memory of the machine. */
#ifndef AM_BASE_FREE_MEMORY_H
#define AM_BASE_FREE_MEMORY_H

#include <stddef.h>

/* Memory that this process can still use (bytes): the smaller of what is left
 * in the machine, including swap, and in the control group (version 2);
 * SIZE_MAX if unknown.  The system may grant larger requests, but it kills the
 * process that fills them. */
size_t am_memory_free(void);

#endif
