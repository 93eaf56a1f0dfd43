/* find.c: where materials are found. */
#include "base/data.h"
#include "base/text.h"
#include "material/material.h"

static const char *const folder = "materials";

const char *const *am_material_names(am_arena *arena, size_t *count) {
  return am_data_names(arena, folder, count);
}

am_status am_material_find(am_arena *arena, am_report *report,
                           const char *name, const char *base, am_place place,
                           const char **path) {
  if (!am_data_is_path(name))
    return am_data_find(arena, report, folder, name, base, place, path);
  bool whole = *name == '/' || !base || !*base;
  *path = whole ? name : am_format(arena, "%s/%s", base, name);
  return AM_OK;
}
