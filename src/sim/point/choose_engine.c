/* choose_engine.c: chooses the engine of a run. */
#include "point/parts.h"
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

/* Reason why an engine cannot run here; NULL: none. */
static const char *missing(am_arena *arena, const am_engine *engine) {
  am_report *own = am_report_new(arena);
  const char *what;
  return engine->place(arena, own, &what) == AM_OK ? NULL : own->last->text;
}

/* True if the work outweighs the start-up time of a device. */
static bool pays(const am_request *request, const am_run *run) {
  long points = run->sample->count;
  if (request->points > 0 && request->points < points)
    points = request->points;
  return request->many && points >= AM_DEVICE_POINTS &&
         (double)points * am_path_steps(run->path) >= AM_DEVICE_STEPS;
}

/* Chooses an engine if the case names none. */
static am_status choose_by_size(am_arena *arena, am_report *report,
                                const am_request *request,
                                const am_engine *device, am_run *run) {
  /* Single precision is available only on the device. */
  if (run->description->single && device) {
    const char *lacking = missing(arena, device);
    run->engine = device;
    if (!lacking) return compile_law(arena, report, request, run);
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "single precision needs the engine %s, which cannot run "
                    "here: %s",
                    device->name, lacking);
  }

  /* Turns the message into a note if the device fails to compile the law. */
  if (device && pays(request, run) && !missing(arena, device)) {
    am_report *own = am_report_apart(arena, report);
    run->engine = device;
    if (compile_law(arena, own, request, run) == AM_OK) return AM_OK;
    if (own->first)
      am_note(report, am_nowhere, "engine %s: %s; the engine native is used",
              device->name, own->first->text);
  }

  /* Turns warnings of an engine that the user did not choose into notes. */
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
                  "this build of automat does not include the engine '%s'",
                  am_printable(report->arena, name, strlen(name)));
}
