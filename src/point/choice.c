#include "point/choice.h"

#include <string.h>

#include "base/text.h"

static am_status compile(am_arena *arena, am_report *report,
                         const am_request *request, am_run *run) {
  const am_engine_options options = {.mixed = am_path_mixed(run->path),
                                     .spread = run->sample->vary,
                                     .lanes = request->lanes,
                                     .threads = request->threads,
                                     .single = run->description->single};
  return run->engine->compile(arena, report, run->law, &run->solver, &options,
                              &run->program);
}

static am_status compile_quietly(am_arena *arena, am_report *report,
                                 const am_request *request, am_run *run) {
  am_report *own = am_report_apart(arena, report);
  am_status status = compile(arena, own, request, run);
  for (const am_message *m = own->first; m; m = m->next)
    if (m->severity == AM_SEVERITY_ERROR)
      (void)am_error(report, status, m->place, "%s", m->text);
    else
      am_note(report, m->place, "%s", m->text);
  return status;
}

/* What is missing for it here; NULL: nothing. */
static const char *missing(am_arena *arena, const am_engine *engine) {
  am_report *own = am_report_new(arena);
  const char *what;
  return engine->place(arena, own, &what) == AM_OK ? NULL : own->last->text;
}

static bool pays(const am_request *request, const am_run *run) {
  long points = run->sample->count;
  if (request->points > 0 && request->points < points)
    points = request->points;
  return request->many && points >= AM_DEVICE_POINTS &&
         (double)points * am_path_steps(run->path) >= AM_DEVICE_STEPS;
}

/* Only a note is left of a device that cannot do it. */
static am_status try_device(am_arena *arena, am_report *report,
                            const am_request *request,
                            const am_engine *device, am_run *run) {
  am_report *own = am_report_apart(arena, report);
  run->engine = device;
  am_status status = compile(arena, own, request, run);
  if (status != AM_OK && own->first)
    am_note(report, am_nowhere, "engine %s: %s; the engine native is used",
            device->name, own->first->text);
  return status;
}

/* Single precision is that of the device, or of none. */
static am_status choose_single(am_arena *arena, am_report *report,
                               const am_request *request,
                               const am_engine *device, am_run *run) {
  const char *lacking = missing(arena, device);
  run->engine = device;
  if (!lacking) return compile(arena, report, request, run);
  return am_error(report, AM_ENVIRONMENT, am_nowhere,
                  "single precision needs the engine %s, which cannot run "
                  "here: %s", device->name, lacking);
}

static am_status choose(am_arena *arena, am_report *report,
                        const am_request *request, const am_engine *device,
                        am_run *run) {
  bool one = !request->many && request->point < 0;
  if (run->description->single && device)
    return choose_single(arena, report, request, device, run);
  if (device && pays(request, run) && !missing(arena, device) &&
      try_device(arena, report, request, device, run) == AM_OK)
    return AM_OK;
  run->engine = one ? &am_engine_interp : &am_engine_native;
  return compile_quietly(arena, report, request, run);
}

static am_status find_engine(am_report *report, const am_case *description,
                             const am_engine **engine) {
  *engine = am_engine_find(description->engine);
  if (*engine) return AM_OK;
  return am_error(report, AM_INPUT, description->engine_place,
                  "this version of automat has no engine '%s'",
                  am_printable(report->arena, description->engine,
                               strlen(description->engine)));
}

am_status am_choose_engine(am_arena *arena, am_report *report,
                           const am_request *request,
                           const am_engine *device, am_run *run) {
  run->engine = request->engine;
  if (!run->engine && !strcmp(run->description->engine, "auto"))
    return choose(arena, report, request, device, run);
  if (!run->engine)
    AM_TRY(find_engine(report, run->description, &run->engine));
  return compile(arena, report, request, run);
}
