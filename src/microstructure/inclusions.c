#include "microstructure/inclusions.h"

#include <limits.h>
#include <math.h>

#include "base/text.h"
#include "path/reading.h"

enum { MOST_SIZES = 8 };

/* ---- reading ------------------------------------------------------------- */

static am_status read_label(am_inclusions *s) {
  static const char *const each[] = {"each"};
  const am_source_reading *r = s->reading;
  const am_yaml *label = am_yaml_get(r->node, "label");
  const am_yaml *labels = am_yaml_get(r->node, "labels");
  size_t index;
  s->label = -1;
  if (label && labels)
    return am_error(r->report, AM_INPUT, labels->key_place,
                    "'labels' does not go with 'label'");
  if (labels)
    return am_choice(r->report, labels, "labels", each, 1, &index);
  AM_TRY(am_required(r->report, r->node, s->many, "label", &label));
  AM_TRY(am_source_label(r->report, label, "label", &s->label));
  if (s->label != r->background) return AM_OK;
  return am_error(r->report, AM_INPUT, label->place,
                  "label %d of the %s is that of the background", s->label,
                  s->many);
}

am_status am_inclusions_read(am_inclusions *s) {
  am_source_reading *r = s->reading;
  const am_yaml *diameter, *seed = am_yaml_get(r->node, "seed");
  const am_yaml *gap = am_yaml_get(r->node, "gap");
  long number = 0;
  AM_TRY(am_source_grid(r));
  AM_TRY(read_label(s));
  AM_TRY(am_required(r->report, r->node, s->many, "diameter", &diameter));
  AM_TRY(am_bounded_number(r->report, diameter, "diameter", true,
                           &s->packing.shape.radius));
  s->packing.shape.radius /= 2;
  if (seed)
    AM_TRY(am_yaml_integer(r->report, seed, "seed", 0, LONG_MAX, &number));
  s->packing.seed = (uint64_t)number;
  if (!gap) return AM_OK;
  return am_bounded_number(r->report, gap, "gap", false, &s->packing.gap);
}

/* Larger ones are not worth a search. */
static bool far_larger(const am_inclusion *a, double gap,
                       const double *size) {
  bool larger = false;
  for (int d = 0; d < 3; d++)
    larger |= 2 * am_inclusion_reach(a, d) + gap > MOST_SIZES * size[d];
  return larger;
}

am_status am_inclusions_fit(const am_inclusions *s) {
  const am_packing *p = &s->packing;
  const double *size = s->reading->result->size;
  am_inclusion probe = p->shape;
  if (p->draw) probe = (am_inclusion){.radius = p->shape.radius};
  if (!far_larger(&probe, p->gap, size) &&
      !am_inclusion_overlap(size, &probe, &probe, p->gap, true))
    return AM_OK;
  return am_error(s->reading->report, AM_INPUT, s->reading->node->place,
                  "a %s of diameter %g overlaps its own periodic images in a "
                  "cell of %g x %g x %g%s", s->one, 2 * p->shape.radius,
                  size[0], size[1], size[2],
                  p->gap > 0 ? " with this gap" : "");
}

/* ---- how many ------------------------------------------------------------ */

static double volume_of(const double *size) {
  return size[0] * size[1] * size[2];
}

static am_status count_of_fraction(am_inclusions *s, const am_yaml *node) {
  am_report *report = s->reading->report;
  double share = am_inclusion_volume(&s->packing.shape) /
                 volume_of(s->reading->result->size);
  AM_TRY(am_relative_number(report, node, "fraction", true, &s->asked));
  double count = floor(s->asked / share + 0.5);
  if (count >= 1 && count <= AM_PACKING_MOST) {
    s->packing.count = (long)count;
    return AM_OK;
  }
  return am_error(report, AM_INPUT, node->place,
                  "a fraction of %g would take %g %s, expected 1 to %d",
                  s->asked, s->asked / share, s->many, AM_PACKING_MOST);
}

static am_status read_count(am_inclusions *s) {
  const am_source_reading *r = s->reading;
  const am_yaml *count = am_yaml_get(r->node, "count");
  const am_yaml *fraction = am_yaml_get(r->node, "fraction");
  if (count && fraction)
    return am_error(r->report, AM_INPUT, fraction->key_place,
                    "'fraction' does not go with 'count'");
  if (fraction) return count_of_fraction(s, fraction);
  AM_TRY(am_required(r->report, r->node, s->many, "count", &count));
  return am_yaml_integer(r->report, count, "count", 1, AM_PACKING_MOST,
                         &s->packing.count);
}

am_status am_inclusions_place(am_inclusions *s) {
  am_source_reading *r = s->reading;
  const double *size = r->result->size;
  am_packing *p = &s->packing;
  long tries = 0, done = 0;
  AM_TRY(am_inclusions_fit(s));
  AM_TRY(read_count(s));
  double share = am_inclusion_volume(&p->shape) / volume_of(size);
  double asked = s->asked > 0 ? s->asked : (double)p->count * share;
  if (asked >= 1)
    return am_error(r->report, AM_INPUT, r->node->place,
                    "%ld %s have a volume fraction of %.4g, expected less "
                    "than 1", p->count, s->many, asked);
  s->placed = AM_ARRAY(r->arena, am_inclusion, p->count);
  done = am_packing_place(r->arena, p, size, s->placed, &tries);
  if (done == p->count) return AM_OK;
  return am_error(r->report, AM_INPUT, r->node->place,
                  "only %ld of %ld %s could be placed in %ld tries: a volume "
                  "fraction of %.4g, %.4g was asked for",
                  done, p->count, s->many, tries, (double)done * share, asked);
}

/* ---- voxels -------------------------------------------------------------- */

static void describe(const am_inclusions *s) {
  am_microstructure *m = s->reading->result;
  long inside = 0, count = s->packing.count;
  for (long i = 0; i < m->voxels; i++)
    inside += m->labels[i] != s->reading->background;
  am_buffer made = {.arena = s->reading->arena};
  am_buffer_add(&made, "%ld %s, volume fraction %.4g", count,
                count == 1 ? s->one : s->many,
                (double)inside / (double)m->voxels);
  if (s->asked > 0) am_buffer_add(&made, " (%g asked for)", s->asked);
  m->made = made.text;
}

am_status am_inclusions_paint(am_inclusions *s) {
  am_source_reading *r = s->reading;
  am_microstructure *m = r->result;
  long count = s->packing.count, lost = 0;
  if (s->label < 0 && r->background >= 1 && r->background <= count)
    return am_error(r->report, AM_INPUT, r->node->place,
                    "the background has label %d, one of those from 1 to "
                    "%ld of the %s", r->background, count, s->many);
  for (long i = 0; i < m->voxels; i++) m->labels[i] = r->background;
  for (long i = 0; i < count; i++) {
    am_arena_look(r->arena);
    lost += !am_inclusion_paint(m, &s->placed[i],
                                s->label < 0 ? (int)i + 1 : s->label);
  }
  describe(s);
  if (lost)
    am_warn(r->report, r->node->place,
            "%ld of %ld %s cover no centre of a voxel of their own", lost,
            count, s->many);
  return AM_OK;
}
