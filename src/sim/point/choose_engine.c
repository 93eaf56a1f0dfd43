/* choose_engine.c: which engine does the work. */
#include <string.h>

#include "base/base.h"
#include "point/run.h"

static am_status compile_law(am_arena *arena, am_report *report,
                             const am_request *request, am_run *run) {
  const am_case *description = run->description;
  const am_place *constrained = am_path_constrained(run->path);
  const am_engine_options options = {.mixed = am_path_mixed(run->path),
                                     .rows = constrained,
                                     .rows_place = constrained ? *constrained
                                                               : am_nowhere,
                                     .spread = run->sample->vary,
                                     .lanes = request->lanes,
                                     .threads = request->threads,
                                     .single = description->single,
                                     .settings = description->settings,
                                     .place = description->material_place};
  return run->engine->compile(arena, report, run->law, &run->solver, &options,
                              &run->program);
}

/* What is missing for an engine here; NULL: nothing. */
static const char *missing(am_arena *arena, const am_engine *engine) {
  am_report *own = am_report_new(arena);
  const char *what;
  return engine->place(arena, own, &what) == AM_OK ? NULL : own->last->text;
}

/* Are there so many points that a device gains more than it takes to start? */
static bool pays(const am_request *request, const am_run *run) {
  long points = run->sample->count;
  if (request->points > 0 && request->points < points)
    points = request->points;
  return request->many && points >= AM_DEVICE_POINTS &&
         (double)points * am_path_steps(run->path) >= AM_DEVICE_STEPS;
}

/* Where the case leaves it open. */
static am_status choose_by_size(am_arena *arena, am_report *report,
                                const am_request *request,
                                const am_engine *device, am_run *run) {
  /* Single precision is that of the device, or of none. */
  if (run->description->single && device) {
    const char *lacking = missing(arena, device);
    run->engine = device;
    if (!lacking) return compile_law(arena, report, request, run);
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "single precision needs the engine %s, which cannot run "
                    "here: %s",
                    device->name, lacking);
  }

  /* Only a note is left of a device that cannot do it. */
  if (device && pays(request, run) && !missing(arena, device)) {
    am_report *own = am_report_apart(arena, report);
    run->engine = device;
    if (compile_law(arena, own, request, run) == AM_OK) return AM_OK;
    if (own->first)
      am_note(report, am_nowhere, "engine %s: %s; the engine native is used",
              device->name, own->first->text);
  }

  /* Warnings of an engine that was not asked for become notes. */
  bool one = !request->many && request->point < 0;
  run->engine = one ? am_engine_reference() : am_engine_compiled();
  am_report *own = am_report_apart(arena, report);
  am_status status = compile_law(arena, own, request, run);
  for (const am_message *m = own->first; m; m = m->next)
    if (m->severity == AM_SEVERITY_ERROR)
      (void)am_error(report, status, m->place, "%s", m->text);
    else
      am_note(report, m->place, "%s", m->text);
  return status;
}

am_status am_choose_engine(am_arena *arena, am_report *report,
                           const am_request *request,
                           const am_engine *device, am_run *run) {
  const char *name = run->description->engine;
  run->engine = request->engine;
  if (!run->engine && !strcmp(name, "auto"))
    return choose_by_size(arena, report, request, device, run);
  if (!run->engine) run->engine = am_engine_find(name);
  if (run->engine) return compile_law(arena, report, request, run);
  return am_error(report, AM_INPUT, run->description->engine_place,
                  "this version of automat has no engine '%s'",
                  am_printable(report->arena, name, strlen(name)));
}
