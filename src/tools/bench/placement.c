/* placement.c: points of a workload in fields of an engine on a device. */
#include "bench/parts.h"

enum { WARP = 32 };

const char *const am_placement_name[AM_WAYS] = {[AM_WAY_HOST] = "host",
                                          [AM_WAY_RESIDENT] = "resident",
                                          [AM_WAY_STATE] = "kept",
                                          [AM_WAY_STREAMED] = "streamed"};

/* Fields that stay on the device. */
static const struct {
  bool state, rest; /* state: fields of the initial state of a step; rest:
                       targets and results */
} stays[AM_WAYS] = {
    [AM_WAY_RESIDENT] = {true, true}, [AM_WAY_STATE] = {true, false}};

struct am_placed_fields {
  am_engine_program *program;
  long count;
  int steps;
  double **targets; /* [steps] */
  am_fields fields; /* of the first step, except its target */
};

double am_placement_bytes(const am_load *load, bool tangent) {
  int numbers = 6 * load->workload->steps + 6 + 1 + (tangent ? 36 : 0);
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    if (am_field_table[i].becomes != AM_FIELD_none)
      numbers += 2 * load->components[i];
  return numbers * (double)sizeof(double);
}

long am_placement_count(const am_load *load, bool tangent, double bytes,
                        long most) {
  double room = bytes / am_placement_bytes(load, tangent);
  long count = room < (double)most ? (long)room : most;
  count -= count % WARP;
  return count < WARP ? WARP : count;
}

/* Load and its destination. */
typedef struct {
  am_arena *arena;
  const am_load *load;
  am_placed_fields *own;
} filling;

static double *room(const filling *p, int components, bool resident) {
  const am_placed_fields *own = p->own;
  return am_engine_field(own->program, p->arena, components,
                         own->fields.stride, resident);
}

/* Field filled with repeated copies of the values `from` of the load. */
static double *repeated(const filling *p, const double *from, int components,
                        bool resident) {
  const am_placed_fields *own = p->own;
  double *to = room(p, components, resident);
  for (int i = 0; i < components; i++)
    for (long k = 0; k < own->count; k += p->load->count) {
      long left = own->count - k;
      long piece = left < p->load->count ? left : p->load->count;
      memcpy(to + i * own->fields.stride + k, from + i * p->load->stride,
             (size_t)piece * sizeof *to);
    }
  if (resident) am_engine_changed(own->program, to);
  return to;
}

/* Fills the initial state of a step, and allocates its result. */
static void fill_state(const filling *p, bool resident) {
  const am_load *load = p->load;
  am_fields *f = &p->own->fields;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const double *from = am_field_get(&load->fields, i);
    int found = am_field_table[i].becomes;
    if (!from || found == AM_FIELD_none) continue;
    am_field_set(f, i, repeated(p, from, load->components[i], resident));
    am_field_set(f, found, room(p, load->components[found], resident));
  }
}

am_placed_fields *am_placed_fields_new(am_arena *arena, const am_load *load,
                                       am_engine_program *program,
                                       am_placement way, bool tangent,
                                       long count) {
  bool resident = stays[way].rest;
  am_placed_fields *own = AM_NEW(arena, am_placed_fields);
  const filling p = {.arena = arena, .load = load, .own = own};
  am_fields *f = &own->fields;
  *own = (am_placed_fields){
      .program = program,
      .count = count,
      .steps = load->workload->steps,
      .fields = {.stride = count, .duration = load->workload->time}};
  own->targets = AM_ARRAY(arena, double *, own->steps);
  for (int i = 0; i < own->steps; i++) {
    am_load_aim(load, i + 1, load->count);
    own->targets[i] = repeated(&p, load->target, 6, resident);
  }
  fill_state(&p, stays[way].state);
  f->stress = room(&p, 6, resident);
  f->status = room(&p, 1, resident);
  if (tangent) f->tangent = room(&p, 36, resident);
  return own;
}

double am_placed_fields_drive(const am_placed_fields *fields) {
  am_fields f = fields->fields;
  double start = am_clock();
  for (int i = 0; i < fields->steps; i++) {
    f.target = fields->targets[i];
    am_engine_advance(fields->program, &f, fields->count);
    am_fields_continue(&f);
  }
  return am_clock() - start;
}
