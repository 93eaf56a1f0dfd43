/* find.c: searches for materials. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "law/material.h"

static const char *const folder = "materials";

const char *const *am_material_names(am_arena *arena, size_t *count) {
  return am_installed_names(arena, folder, count);
}

/* Error for a missing file named by a case; suggests an installed material of
 * the same name. */
static am_status miss_file(am_arena *arena, am_report *report,
                           const char *path, am_place place) {
  const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  const char *name = am_copy(arena, base, strcspn(base, "."));
  size_t count, i = 0;
  const char *const *names = am_material_names(arena, &count);
  while (i < count && strcmp(names[i], name)) i++;
  return am_error(report, AM_INPUT, place, "there is no file '%s'%s",
                  am_printable(arena, path, strlen(path)),
                  i < count ? am_format(arena, " (did you mean '%s', which is "
                                        "installed?)", name)
                            : "");
}

am_status am_material_find(am_arena *arena, am_report *report,
                           const char *name, const char *base, am_place place,
                           const char **path) {
  if (!am_installed_is_path(name))
    return am_installed_find(arena, report, folder, name, base, place, path);
  bool whole = *name == '/' || !base || !*base;
  *path = whole ? name : am_format(arena, "%s/%s", base, name);
  bool missing = place.line && access(*path, F_OK) && errno == ENOENT;
  return missing ? miss_file(arena, report, *path, place) : AM_OK;
}
