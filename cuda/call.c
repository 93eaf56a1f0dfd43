#include "cuda/call.h"

#include <stddef.h>
#include <string.h>

/* Where the fields stand in am_fields. */
static const struct {
  size_t at;
  bool found;
} roles[AM_CUDA_ROLES] = {
    {offsetof(am_fields, parameters), false},
    {offsetof(am_fields, strain0), false},
    {offsetof(am_fields, state0), false},
    {offsetof(am_fields, target), false},
    {offsetof(am_fields, first), false},
    {offsetof(am_fields, largest), false},
    {offsetof(am_fields, strain), true},
    {offsetof(am_fields, state), true},
    {offsetof(am_fields, next), true},
    {offsetof(am_fields, reached), true},
    {offsetof(am_fields, stress), true},
    {offsetof(am_fields, tangent), true},
    {offsetof(am_fields, derivative), true},
    {offsetof(am_fields, energy), true},
    {offsetof(am_fields, status), true},
    {offsetof(am_fields, counts), true},
    {offsetof(am_fields, substeps), true},
};

void am_cuda_components(const am_law *law, const am_solver *solver,
                        int components[AM_CUDA_ROLES]) {
  bool made = solver->tangent;
  const int all[AM_CUDA_ROLES] = {
      law->parameter_numbers, 6, law->nx, 6, 1, 1,
      6, law->nx, 1, 1, 6, made * 36, made * 6 * law->nx,
      1, 1, AM_COUNTS, 1};
  memcpy(components, all, sizeof all);
}

static double *host_of(const am_fields *fields, int role) {
  double *host;
  memcpy(&host, (const char *)fields + roles[role].at, sizeof host);
  return host;
}

void am_cuda_call_place(am_fields *fields, int role, am_cuda_pointer at) {
  double *field = (double *)(uintptr_t)at;
  memcpy((char *)fields + roles[role].at, &field, sizeof field);
}

static am_cuda_part part_of(const am_engine_program *p,
                            const am_fields *fields, int role) {
  am_cuda_part part = {.components = p->components[role],
                       .found = roles[role].found};
  bool moved = role > 0 || fields->spread;
  if (moved && part.components) part.host = host_of(fields, role);
  if (!part.host) return part;
  part.kept = am_cuda_field_at(p, part.host);
  part.pinned = am_cuda_field_pinned(p, part.host);
  return part;
}

/* Is the part a beginning of its field's components in this partition? */
static bool goes(const am_cuda_call *c, const am_cuda_part *part) {
  const am_cuda_field *f = part->kept;
  return part->host - f->host == c->first && f->stride == c->slots &&
         c->fields->stride == f->stride && part->components <= f->components;
}

static void choose_partition(am_cuda_call *c) {
  const am_engine_program *p = c->program;
  for (int i = 0; i < AM_CUDA_ROLES; i++) {
    const am_cuda_part *part = &c->parts[i];
    if (!part->kept) continue;
    am_cuda_call own = *c;
    own.first = part->host - part->kept->host;
    own.slots = part->kept->stride;
    own.block = p->block;
    if (own.first + c->count > own.slots || !goes(&own, part)) continue;
    *c = own;
    return;
  }
  c->slots = c->count;
  c->block = am_cuda_piece(p, c->count);
}

am_cuda_call am_cuda_call_of(am_engine_program *program,
                             const am_fields *fields, long count) {
  am_cuda_call c = {.program = program, .fields = fields, .count = count};
  for (int i = 0; i < AM_CUDA_ROLES; i++)
    c.parts[i] = part_of(program, fields, i);
  choose_partition(&c);
  c.blocks = (c.slots + c.block - 1) / c.block;
  for (int i = 0; i < AM_CUDA_ROLES; i++) {
    am_cuda_part *part = &c.parts[i];
    if (!part->kept || goes(&c, part)) continue;
    am_cuda_field_settle(part->kept);
    part->kept = NULL;
  }
  return c;
}

void am_cuda_call_share(const am_cuda_call *c, int worker, long *from,
                        long *end) {
  long first = c->first / c->block;
  long beyond = (c->first + c->count + c->block - 1) / c->block;
  *from = am_cuda_share(c->program, worker, c->blocks);
  *end = am_cuda_share(c->program, worker + 1, c->blocks);
  if (*from < first) *from = first;
  if (*end > beyond) *end = beyond;
  if (*end < *from) *end = *from;
}
