/* engine.c: the engine cuda, which compiles units with NVRTC for the GPUs of
 * this host. */
#include <limits.h>

#include "cuda/program.h"
#include "cuda/nvrtc.h"

static am_status find_place(am_arena *arena, am_report *report,
                            const char **what) {
  am_cuda_device *devices;
  am_buffer out = {.arena = arena};
  am_nvrtc nvrtc;
  int count;
  AM_TRY(am_cuda_devices(arena, report, &devices, &count));
  AM_TRY(am_nvrtc_open(arena, report, &nvrtc));
  for (int i = 0; i < count; i++) {
    const char *whose = am_format(arena, " of the device %s", devices[i].name);
    AM_TRY(am_nvrtc_check_architecture(arena, report, &nvrtc,
                                       devices[i].architecture, whose));
    am_buffer_add(&out, "%s (sm_%d, %.0f GiB), ", devices[i].name,
                  devices[i].architecture,
                  (double)devices[i].memory / (1 << 30));
  }
  am_buffer_add(&out, "driver %s, %s",
                am_cuda_driver_version(arena, devices->driver),
                am_nvrtc_version(arena, &nvrtc));
  *what = out.text;
  return AM_OK;
}

static void close_program(void *data) {
  am_engine_program *p = data;
  am_cuda_fields_close(p);
  for (int i = 0; i < p->worker_count; i++)
    am_cuda_worker_close(&p->workers[i]);
}

/* Compiles once for all devices of the same architecture. */
static am_status make_object(am_engine_program *p, am_report *report,
                             const char *text, am_cuda_worker *w) {
  int architecture = w->device->architecture;
  for (const am_cuda_worker *other = p->workers; other < w; other++)
    if (other->device->architecture == architecture) {
      w->object = other->object;
      return AM_OK;
    }
  return am_cuda_compile(p->arena, report, text, architecture, &w->object);
}

static void take_settings(am_engine_program *p, const am_law *law,
                          const am_solver *s, const am_engine_options *options,
                          const am_law_source *source) {
  p->tolerances = am_engine_tolerances(s);
  if (options->single) {
    /* Limits of single precision: iterations stagnate at a few units in the
     * last place, 6e-8, stresses are computed from differences of strains, and
     * counters end at 2^24. */
    am_tolerances *t = &p->tolerances;
    enum { COUNTED = 1 << 24 };
    t->atol = fmax(t->atol, 1e-8);
    t->rtol = fmax(t->rtol, 1e-5);
    t->equilibrium = fmax(t->equilibrium, 1e-5);
    t->newton = fmax(t->newton, 1e-6);
    if (t->max_substeps > COUNTED) t->max_substeps = COUNTED;
  }
  am_field_components(law, s->tangent ? 6 : 0, p->components);
  if (!am_scheme_is_chain(s->scheme) && !p->first) {
    p->components[AM_FIELD_method0] = 0;
    p->components[AM_FIELD_method] = 0;
  }
  p->parameters = law->parameters;
  p->parameter_numbers = law->parameter_numbers;
  p->passes = source->passes;
  p->storage = source->storage;
  p->number_size = options->single ? sizeof(float) : sizeof(double);
  p->adaptive = s->scheme->family != AM_FAMILY_IMPLICIT;
  p->most = LONG_MAX;
}

/* Reserves an eighth of the memory for recorded sequences. */
static am_status set_up(am_engine_program *p, am_report *report,
                        const char *text) {
  for (int i = 0; i < p->worker_count; i++) {
    am_cuda_worker *w = &p->workers[i];
    AM_TRY(make_object(p, report, text, w));
    AM_TRY(am_cuda_worker_open(p, report, w));
    size_t share = am_cuda_room(w->device) / (8 * AM_CUDA_LANES);
    if (!i || share < p->recorded) p->recorded = share;
  }
  return AM_OK;
}

/* Opens a worker for each device, or only for device number `wanted` (from
 * 1). */
static am_status open_workers(am_engine_program *p, am_report *report,
                              int wanted) {
  am_cuda_device *devices;
  int count;
  AM_TRY(am_cuda_devices(p->arena, report, &devices, &count));
  if (wanted > count)
    return am_error(report, AM_ENVIRONMENT, am_nowhere,
                    "%d processes on this host need one CUDA device each, "
                    "found %d: start fewer processes", wanted, count);
  if (wanted) {
    devices += wanted - 1;
    count = 1;
  }
  p->workers = AM_ARRAY(p->arena, am_cuda_worker, count);
  for (int i = 0; i < count; i++) {
    p->workers[i].device = &devices[i];
    AM_TRY(am_cuda_open(p->arena, report, &devices[i]));
  }
  p->worker_count = count;
  return AM_OK;
}

static am_status check_agreement(am_engine_program *p, am_report *report,
                                 am_law *law, const am_solver *solver,
                                 const am_engine_options *options) {
  am_report *own = am_report_new(p->arena);
  const am_agreement agreement = {.law = law, .solver = solver,
                                  .options = options,
                                  .tolerances = &p->tolerances,
                                  .advance = am_cuda_advance, .program = p};
  am_status status = am_agreement_check(p->arena, own, &agreement);
  am_cuda_times_clear(p);
  if (*p->failure)
    return am_error(report, AM_ENVIRONMENT, am_nowhere, "%s", p->failure);
  if (status == AM_OK) return AM_OK;
  return am_error(report, status, am_nowhere, "%s", own->first->text);
}

static am_status compile_scheme(am_arena *arena, am_report *report,
                                am_law *law, const am_solver *solver,
                                const am_engine_options *options,
                                am_engine_program **program) {
  am_engine_program *p = *program = AM_NEW(arena, am_engine_program);
  am_law_source_options wanted = {
      .lanes = 1, .cuda = true,
      .mixed = options->mixed,
      .rows = options->rows,
      .spread = options->spread,
      .single = options->single,
      .follows = am_engine_follows(law, solver, options),
      .later = options->later,
      .update = am_update_text(law, solver)};
  am_law_source source;
  p->arena = arena;
  p->first = options->first;
  AM_TRY(open_workers(p, report, options->device));
  am_law_source_write(arena, law, solver, &wanted, &source);
  AM_TRY(am_law_check_size(report, law));
  take_settings(p, law, solver, options, &source);
  am_arena_defer(arena, close_program, p);
  AM_TRY(set_up(p, report, source.text));
  return check_agreement(p, report, law, solver, options);
}

/* If a scheme of a chain cannot be compiled because of the environment, the
 * whole chain fails; the remaining schemes alone would give different
 * results. */
static am_status cuda_compile(am_arena *arena, am_report *report, am_law *law,
                              const am_solver *solver,
                              const am_engine_options *options,
                              am_engine_program **program) {
  am_engine_program *first = options->first;
  am_status status =
      compile_scheme(arena, report, law, solver, options, program);
  if (status == AM_ENVIRONMENT && first && !*first->failure)
    snprintf(first->failure, sizeof first->failure, "%s", report->first->text);
  return status;
}

/* Moves the fields of a chain between its first program and another one. */
static void change_owner(am_engine_program *from, am_engine_program *to) {
  to->fields = from->fields;
  to->field_count = from->field_count;
  to->field_capacity = from->field_capacity;
  to->block = from->block;
  from->field_count = 0;
}

static void cuda_advance(am_engine_program *p, const am_fields *fields,
                         long count) {
  if (p->first && *p->first->failure)
    memcpy(p->failure, p->first->failure, sizeof p->failure);
  if (count > 0 && !*p->failure) {
    if (p->first) change_owner(p->first, p);
    am_cuda_advance(p, fields, count);
    if (p->first) change_owner(p, p->first);
  }
  if (!*p->failure) return;
  if (p->first) memcpy(p->first->failure, p->failure, sizeof p->failure);
  for (long i = 0; i < count; i++) fields->status[i] = AM_POINT_LOST;
}

static const char *find_failure(const am_engine_program *program) {
  return *program->failure ? program->failure : NULL;
}

static const am_engine_memory memory = {.field = am_cuda_field_new,
                                        .fetch = am_cuda_field_fetch,
                                        .changed = am_cuda_field_changed};

const am_engine am_engine_cuda = {
    .name = "cuda",
    .about = "code compiled for the GPUs of this host, a thread for each point",
    .single = true,
    .place = find_place,
    .compile = cuda_compile,
    .advance = cuda_advance,
    .memory = &memory,
    .failure = find_failure};
