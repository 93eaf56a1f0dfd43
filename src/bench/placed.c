#include "bench/placed.h"

#include <string.h>

#include "base/clock.h"

enum { WARP = 32 };

const char *const am_way_name[AM_WAYS] = {[AM_WAY_HOST] = "host",
                                          [AM_WAY_RESIDENT] = "resident",
                                          [AM_WAY_KEPT] = "kept",
                                          [AM_WAY_STREAMED] = "streamed"};

/* What stays on the device. */
static const struct {
  bool state, rest; /* what a step begins from; targets and what is found */
} stays[AM_WAYS] = {
    [AM_WAY_RESIDENT] = {true, true}, [AM_WAY_KEPT] = {true, false}};

struct am_placed {
  const am_engine *engine;
  am_engine_program *program;
  long count;
  int steps;
  double **targets; /* [steps] */
  am_fields fields; /* of the first step, but for its target */
};

double am_placed_bytes(const am_load *load, bool tangent) {
  int numbers = 6 * load->workload->steps + 6 + 1 + (tangent ? 36 : 0);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (am_field_table[i].becomes != AM_FIELD_none)
      numbers += 2 * load->components[i];
  return numbers * (double)sizeof(double);
}

long am_placed_count(const am_load *load, bool tangent, double bytes,
                     long most) {
  double room = bytes / am_placed_bytes(load, tangent);
  long count = room < (double)most ? (long)room : most;
  count -= count % WARP;
  return count < WARP ? WARP : count;
}

/* A load and where it goes. */
typedef struct {
  am_arena *arena;
  const am_load *load;
  am_placed *placed;
} placer;

static double *room(const placer *p, int components, bool kept) {
  const am_placed *own = p->placed;
  return am_engine_field(own->engine, own->program, p->arena, components,
                         own->fields.stride, kept);
}

/* A field with the values `from` of the load, again and again. */
static double *repeated(const placer *p, const double *from, int components,
                        bool kept) {
  const am_placed *own = p->placed;
  double *to = room(p, components, kept);
  for (int i = 0; i < components; i++)
    for (long k = 0; k < own->count; k += p->load->count) {
      long left = own->count - k;
      long piece = left < p->load->count ? left : p->load->count;
      memcpy(to + i * own->fields.stride + k, from + i * p->load->stride,
             (size_t)piece * sizeof *to);
    }
  if (kept) am_engine_changed(own->engine, own->program, to);
  return to;
}

static void place_targets(const placer *p, bool kept) {
  am_placed *own = p->placed;
  own->targets = AM_ARRAY(p->arena, double *, own->steps);
  for (int i = 0; i < own->steps; i++) {
    am_load_aim(p->load, i + 1, p->load->count);
    own->targets[i] = repeated(p, p->load->target, 6, kept);
  }
}

/* What a step begins from, and what it leaves to the next. */
static void place_state(const placer *p, bool kept) {
  const am_load *load = p->load;
  am_fields *f = &p->placed->fields;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const double *from = am_field_get(&load->fields, i);
    int found = am_field_table[i].becomes;
    if (!from || found == AM_FIELD_none) continue;
    am_field_set(f, i, repeated(p, from, load->components[i], kept));
    am_field_set(f, found, room(p, load->components[found], kept));
  }
}

static void place_found(const placer *p, bool tangent, bool kept) {
  am_fields *f = &p->placed->fields;
  f->stress = room(p, 6, kept);
  f->status = room(p, 1, kept);
  if (tangent) f->tangent = room(p, 36, kept);
}

am_placed *am_placed_new(am_arena *arena, const am_load *load,
                         const am_engine *engine, am_engine_program *program,
                         am_way way, bool tangent, long count) {
  am_placed *placed = AM_NEW(arena, am_placed);
  const placer p = {arena, load, placed};
  *placed = (am_placed){.engine = engine,
                        .program = program,
                        .count = count,
                        .steps = load->workload->steps,
                        .fields = {.stride = count,
                                   .duration = load->workload->time}};
  place_targets(&p, stays[way].rest);
  place_state(&p, stays[way].state);
  place_found(&p, tangent, stays[way].rest);
  return placed;
}

double am_placed_walk(const am_placed *placed) {
  am_fields f = placed->fields;
  double start = am_clock();
  for (int i = 0; i < placed->steps; i++) {
    f.target = placed->targets[i];
    placed->engine->advance(placed->program, &f, placed->count);
    am_fields_go_on(&f);
  }
  return am_clock() - start;
}
