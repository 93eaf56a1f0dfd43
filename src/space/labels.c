/* labels.c: which phase a voxel belongs to. */
#include "space/cell.h"

#include <limits.h>
#include <stdlib.h>

#include "path/reading.h"

/* A label that a phase claims. */
typedef struct {
  int label, phase;
  am_place place;
} claim;

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_yaml *phases;
  const am_microstructure *micro;
  am_phase *result;
  claim *claims; /* [count], by label, then by phase */
  size_t count, capacity;
} assignment;

static am_status add_claim(assignment *a, const am_yaml *node, int phase) {
  long label;
  AM_TRY(am_yaml_integer(a->report, node, "a label", 0, INT_MAX, &label));
  AM_PUSH_ROOM(a->arena, a->claims, a->count, a->capacity);
  a->claims[a->count++] = (claim){(int)label, phase, node->place};
  return AM_OK;
}

static am_status read_claims(assignment *a, const am_yaml *item, int phase) {
  const am_yaml *one = am_yaml_get(item, "label");
  const am_yaml *many = am_yaml_get(item, "labels");
  if (!one == !many)
    return am_error(a->report, AM_INPUT, item->key_place,
                    "phase '%s' needs either 'label' or 'labels'", item->key);
  if (one) return add_claim(a, one, phase);
  AM_TRY(am_yaml_expect(a->report, many, AM_YAML_SEQUENCE, "labels"));
  for (size_t i = 0; i < many->count; i++)
    AM_TRY(add_claim(a, many->items[i], phase));
  return AM_OK;
}

/* In the order of the file where labels are equal. */
static int compare_claims(const void *left, const void *right) {
  const claim *a = left, *b = right;
  if (a->label != b->label) return a->label < b->label ? -1 : 1;
  if (a->phase != b->phase) return a->phase < b->phase ? -1 : 1;
  return a->place.column - b->place.column;
}

/* -1: none */
static int phase_of(const assignment *a, int label) {
  size_t low = 0, high = a->count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (a->claims[middle].label < label)
      low = middle + 1;
    else
      high = middle;
  }
  return low < a->count && a->claims[low].label == label
             ? a->claims[low].phase
             : -1;
}

static am_status unclaimed(const assignment *a, int label) {
  long count = 0;
  for (long i = 0; i < a->micro->voxels; i++)
    count += a->micro->labels[i] == label;
  return am_error(a->report, AM_INPUT, a->phases->key_place,
                  "label %d (%ld %s) has no phase", label, count,
                  count == 1 ? "voxel" : "voxels");
}

/* Counts the voxels of the phases, or where there is room for them, puts them
 * there in increasing order. */
static am_status count_voxels(const assignment *a) {
  int label = -1, phase = -1;
  for (long i = 0; i < a->micro->voxels; i++) {
    if (i == 0 || a->micro->labels[i] != label) {
      label = a->micro->labels[i];
      phase = phase_of(a, label);
    }
    if (phase < 0) return unclaimed(a, label);
    am_phase *p = &a->result[phase];
    if (p->voxel) p->voxel[p->count] = (int)i;
    p->count++;
  }
  return AM_OK;
}

am_status am_labels_assign(am_arena *arena, am_report *report,
                           const am_yaml *phases,
                           const am_microstructure *micro, am_phase *result) {
  assignment a = {.arena = arena, .report = report, .phases = phases,
                  .micro = micro, .result = result};
  for (size_t i = 0; i < phases->count; i++)
    AM_TRY(read_claims(&a, phases->items[i], (int)i));
  if (a.count) qsort(a.claims, a.count, sizeof *a.claims, compare_claims);
  for (size_t i = 1; i < a.count; i++) {
    const claim *c = &a.claims[i];
    if (c->label == c[-1].label)
      return am_error(report, AM_INPUT, c->place,
                      "label %d belongs to phase '%s' already", c->label,
                      result[c[-1].phase].name);
  }
  AM_TRY(count_voxels(&a));
  for (size_t i = 0; i < phases->count; i++) {
    am_phase *p = &result[i];
    if (!p->count)
      return am_error(report, AM_INPUT, p->place,
                      "no voxel of the microstructure has a label of phase "
                      "'%s'",
                      p->name);
    p->voxel = AM_ARRAY(arena, int, p->count);
    p->count = 0;
  }
  return count_voxels(&a);
}
