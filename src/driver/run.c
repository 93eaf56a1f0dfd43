#include "driver/run.h"

#include <string.h>

static am_status find_engine(am_report *report, const am_case *description,
                             const am_engine **engine) {
  size_t count;
  const am_engine *engines = am_engines(&count);
  *engine = strcmp(description->engine, "auto")
                ? am_engine_find(description->engine)
                : engines;
  if (*engine) return AM_OK;
  return am_error(report, AM_INPUT, description->engine_place,
                  "this version of automat has no engine '%s'",
                  description->engine);
}

static am_status find_material(am_arena *arena, am_report *report,
                               const am_case *description,
                               const am_material **material) {
  const char *path;
  am_material *read;
  if (*material) return AM_OK;
  AM_TRY(am_material_find(arena, report, description->material,
                          description->folder, description->material_place,
                          &path));
  AM_TRY(am_material_read(arena, report, path, &read));
  *material = read;
  return AM_OK;
}

static am_status set_initial(am_arena *arena, am_report *report,
                             am_run *run) {
  const am_law *law = run->law;
  run->initial = AM_ARRAY(arena, double, law->nx);
  if (law->na)
    memcpy(run->initial, law->initial, (size_t)law->na * sizeof(double));
  if (!run->description->initial) return AM_OK;
  return am_law_initial(report, law, run->description->initial, run->initial);
}

am_status am_run_prepare(am_arena *arena, am_report *report,
                         const am_case *description,
                         const am_material *material, am_run **result) {
  if (description->points)
    return am_error(report, AM_INPUT, description->points->key_place,
                    "a case with points is a batch, run by `automat batch`, "
                    "which is not in this version yet");
  am_run *run = AM_NEW(arena, am_run);
  run->description = description;
  run->solver = description->solver;
  run->solver.energies = am_columns_need_energies(description);
  AM_TRY(find_engine(report, description, &run->engine));
  AM_TRY(find_material(arena, report, description, &material));
  AM_TRY(am_law_new(arena, report, material, description->parameters,
                    description->parameter_set,
                    description->parameter_set_place, run->solver.strategy,
                    run->solver.energies, &run->law));
  AM_TRY(set_initial(arena, report, run));
  AM_TRY(am_path_new(arena, report, description, run->law->graph,
                     run->law->scope, run->law->parameters, &run->path));
  AM_TRY(am_columns_new(arena, report, description, run->law,
                        &run->columns));
  AM_TRY(run->engine->compile(arena, report, run->law, &run->solver,
                              &(am_engine_options){.mixed = true,
                                                   .threads = 1},
                              &run->program));
  *result = run;
  return AM_OK;
}
