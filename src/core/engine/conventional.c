/* conventional.c: the hand-written updates that were built in. */
#include "engine/conventional.h"

#include <string.h>

/* updates.inc is written by the build: it includes every update under a name
 * of its own and lists them in `updates`. */
typedef struct {
  const char *file;
  am_update *update;
  const char *text;
} row;

#include "engine/updates.inc"

static const row *find(const char *file) {
  const row *r = updates;
  while (r->file && strcmp(r->file, file)) r++;
  return r;
}

am_update *am_update_find(const char *file) { return find(file)->update; }

const char *am_update_text(const am_law *law, const am_solver *solver) {
  const char *file = law->material->conventional;
  bool wanted = solver->strategy == AM_STRATEGY_CONVENTIONAL && file;
  return wanted ? find(file)->text : NULL;
}
