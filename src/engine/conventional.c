#include "engine/conventional.h"

#include <string.h>

/* updates.inc is written by the build: it includes every update under a name
 * of its own and lists them in `updates`. */
typedef struct {
  const char *file;
  am_update *update;
} row;

#include "engine/updates.inc"

am_update *am_update_find(const char *file) {
  for (const row *r = updates; r->file; r++)
    if (!strcmp(r->file, file)) return r->update;
  return NULL;
}
