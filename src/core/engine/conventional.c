/* conventional.c: hand-written updates that are compiled in. */
#include "engine/parts.h"

/* The build writes updates.inc, which includes every update with distinct names
 * and lists them in `updates`. */
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
