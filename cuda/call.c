#include "cuda/call.h"

#include "engine/fields.h"

/* Parameters that all points have in common are bound, not moved. */
static am_cuda_part part_of(const am_engine_program *p,
                            const am_fields *fields, int row) {
  am_cuda_part part = {.components = p->components[row],
                       .found = am_field_table[row].found};
  bool moved = row != AM_FIELD_parameters || fields->spread;
  if (moved && part.components) part.host = am_field_get(fields, row);
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
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
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
  for (int i = 0; i < AM_FIELD_COUNT; i++)
    c.parts[i] = part_of(program, fields, i);
  choose_partition(&c);
  c.blocks = (c.slots + c.block - 1) / c.block;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
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
