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

/* Numbers of a point that a step begins from, and that others take over:
 * strain, internal variables, substep size, largest stress. */
static int state_size(const am_load *load) { return 6 + load->nx + 2; }

/* Stress, status, tangent. */
static int found_size(bool tangent) { return 6 + 1 + (tangent ? 36 : 0); }

double am_placed_bytes(const am_load *load, bool tangent) {
  int numbers = 6 * load->workload->steps + 2 * state_size(load) +
                found_size(tangent);
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

static void place_state(const placer *p, bool kept) {
  const am_load *load = p->load;
  am_fields *f = &p->placed->fields;
  f->strain0 = repeated(p, load->strain, 6, kept);
  f->state0 = repeated(p, load->state, load->nx, kept);
  f->first = repeated(p, load->first, 1, kept);
  f->largest = repeated(p, load->largest, 1, kept);
  f->strain = room(p, 6, kept);
  f->state = room(p, load->nx, kept);
  f->next = room(p, 1, kept);
  f->reached = room(p, 1, kept);
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
    f.strain0 = f.strain;
    f.state0 = f.state;
    f.first = f.next;
    f.largest = f.reached;
  }
  return am_clock() - start;
}
