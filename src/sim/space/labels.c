/* labels.c: assigns voxels to phases. */

#include "space/parts.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const am_yaml *phases;
  am_cell *cell;
} assignment;

static am_status add_claim(assignment *a, const am_yaml *node, int phase) {
  am_cell *cell = a->cell;
  long label;
  AM_TRY(am_yaml_integer(a->report, node, "a label", 0, INT_MAX, &label));
  AM_PUSH(a->arena, cell->claims, cell->claim_count,
          (am_phase_label){(int)label, phase, node->place});
  return AM_OK;
}

static am_status read_claims(assignment *a, const am_yaml *item, int phase) {
  const am_yaml *one = am_yaml_get(item, "label");
  const am_yaml *many = am_yaml_get(item, "labels");
  if (!one == !many)
    return am_error(a->report, AM_INPUT, item->key_place,
                    "phase '%s' needs either 'label' or 'labels'", item->key);
  if (one) return add_claim(a, one, phase);
  if (many->kind == AM_YAML_SCALAR && !strcmp(many->text.text, "all")) {
    a->cell->rest = phase;
    return AM_OK;
  }
  AM_TRY(am_yaml_expect(a->report, many, AM_YAML_SEQUENCE, "labels"));
  for (size_t i = 0; i < many->count; i++)
    AM_TRY(add_claim(a, many->items[i], phase));
  return AM_OK;
}

/* Order by label, then by position in the file. */
static int compare_claims(const void *left, const void *right) {
  const am_phase_label *a = left, *b = right;
  if (a->label != b->label) return a->label < b->label ? -1 : 1;
  if (a->phase != b->phase) return a->phase < b->phase ? -1 : 1;
  return a->place.column - b->place.column;
}

static am_status sort_claims(const assignment *a) {
  am_cell *cell = a->cell;
  const am_phase_label *c = cell->claims;
  if (!cell->claim_count) return AM_OK;
  qsort(cell->claims, cell->claim_count, sizeof *c, compare_claims);
  for (size_t i = 1; i < cell->claim_count; i++)
    if (c[i].label == c[i - 1].label)
      return am_error(a->report, AM_INPUT, c[i].place,
                      "label %d already belongs to phase '%s'", c[i].label,
                      cell->phases[c[i - 1].phase].name);
  return AM_OK;
}

static int compare_label(const void *label, const void *claim) {
  int a = *(const int *)label, b = ((const am_phase_label *)claim)->label;
  return (a > b) - (a < b);
}

int am_cell_phase(const am_cell *cell, int label) {
  size_t count = cell->claim_count;
  const am_phase_label *claim =
      count ? bsearch(&label, cell->claims, count, sizeof *claim,
                      compare_label)
            : NULL;
  return claim ? claim->phase : cell->rest;
}

/* AM_INPUT for a label without a phase, of the first member that found one. */
static am_status unclaimed(const assignment *a, int label) {
  const am_microstructure *micro = a->cell->micro;
  am_team *team = a->cell->team;
  long count = 0;
  for (int r = 0; r < team->count; r++) {
    int its = label;
    team->type->broadcast(r, &its, sizeof its);
    label = its;
    if (its >= 0) break;
  }
  if (label < 0) return AM_OK;
  for (long i = 0; i < micro->here.count; i++)
    count += micro->labels[i] == label;
  count = am_team_sum(team, count);
  return am_error(a->report, AM_INPUT, a->phases->key_place,
                  "no phase has the label %d (%ld %s)", label, count,
                  count == 1 ? "voxel" : "voxels");
}

/* Counts the voxels of the phases and, if voxel lists are allocated, fills them
 * in increasing order; returns the first label without a phase, -1: none. */
static int count_voxels(const am_cell *cell) {
  const am_microstructure *micro = cell->micro;
  int label = INT_MIN, phase = -1;
  for (long i = 0; i < micro->here.count; i++) {
    int its = micro->labels[i];
    if (its != label) {
      label = its;
      phase = am_cell_phase(cell, label);
    }
    if (phase < 0) return label;
    am_phase *p = &cell->phases[phase];
    if (p->voxel) p->voxel[p->count] = (int)i;
    p->count++;
  }
  return -1;
}

am_status am_labels_assign(am_arena *arena, am_report *report,
                           const am_yaml *phases, am_cell *cell) {
  assignment a = {
      .arena = arena, .report = report, .phases = phases, .cell = cell};
  cell->rest = -1;
  for (size_t i = 0; i < phases->count; i++)
    AM_TRY(read_claims(&a, phases->items[i], (int)i));
  AM_TRY(sort_claims(&a));
  AM_TRY(unclaimed(&a, count_voxels(cell)));
  for (size_t i = 0; i < phases->count; i++) {
    am_phase *p = &cell->phases[i];
    p->whole = am_team_sum(cell->team, p->count);
    if (!p->whole)
      return am_error(report, AM_INPUT, p->place,
                      "no voxel of the microstructure has a label of phase "
                      "'%s'",
                      p->name);
    p->voxel = AM_ARRAY(arena, int, p->count);
    p->count = 0;
  }
  (void)count_voxels(cell);
  return AM_OK;
}
