/* library.c: loads an exported library. */
#include <dlfcn.h>

#include "export/parts.h"

const char *const am_hypothesis_names[AM_HYPOTHESES] = {
    [AM_TRIDIMENSIONAL] = "Tridimensional",
    [AM_PLANE_STRAIN] = "PlaneStrain",
    [AM_GENERALISED_PLANE_STRAIN] = "GeneralisedPlaneStrain",
    [AM_AXISYMMETRICAL] = "Axisymmetrical"};

/* Symbols that the check uses; tests of hosts cover all others. */
static const char *const expected[] = {
    "_BehaviourType", "_nMaterialProperties", "_MaterialProperties",
    "_nInternalStateVariables", "_setParameter", NULL};

static void close_library(void *handle) { dlclose(handle); }

static am_status report_no_export(am_report *report, const am_library *l,
                                  const char *symbol) {
  return am_error(report, AM_INPUT, am_nowhere,
                  "'%s' was not made by 'automat export': it lacks the symbol "
                  "%s",
                  l->file, symbol);
}

void *am_library_symbol(am_arena *arena, const am_library *l,
                        const char *suffix) {
  return dlsym(l->handle, am_format(arena, "%s%s", l->name, suffix));
}

static int number_of(am_arena *arena, const am_library *l,
                     const char *suffix) {
  return *(const unsigned short *)am_library_symbol(arena, l, suffix);
}

static am_status read_symbols(am_arena *arena, am_report *report,
                              am_library *l) {
  for (int i = 0; expected[i]; i++)
    if (!am_library_symbol(arena, l, expected[i]))
      return report_no_export(report, l,
                              am_format(arena, "%s%s", l->name, expected[i]));
  for (int h = 0; h < AM_HYPOTHESES; h++) {
    const char *suffix = am_format(arena, "_%s", am_hypothesis_names[h]);
    *(void **)&l->generic[h] = am_library_symbol(arena, l, suffix);
    if (!l->generic[h])
      return report_no_export(report, l,
                              am_format(arena, "%s%s", l->name, suffix));
  }
  *(void **)&l->umat = dlsym(l->handle, "umat_");
  if (!l->umat) return report_no_export(report, l, "umat_");
  l->property_count = number_of(arena, l, "_nMaterialProperties");
  l->variable_count = number_of(arena, l, "_nInternalStateVariables");
  l->properties = am_library_symbol(arena, l, "_MaterialProperties");
  return AM_OK;
}

am_status am_library_open(am_arena *arena, am_report *report,
                          const char *file, am_library *l) {
  *l = (am_library){.file = file};
  const char *path = strchr(file, '/') ? file : am_format(arena, "./%s", file);
  struct stat status;
  if (!stat(path, &status) && !S_ISREG(status.st_mode))
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "cannot load '%s': it is not a regular file", file);
  l->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!l->handle)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "cannot load %s",
                    dlerror());
  am_arena_defer(arena, close_library, l->handle);
  l->name = dlsym(l->handle, "automat_behaviour");
  l->material = dlsym(l->handle, "automat_material");
  l->solver = dlsym(l->handle, "automat_solver");
  if (!l->name || !l->material || !l->solver)
    return report_no_export(report, l, "automat_behaviour");
  return read_symbols(arena, report, l);
}
