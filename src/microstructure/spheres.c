#include "microstructure/inclusions.h"
#include "path/reading.h"

static am_status read_centre(am_report *report, const am_yaml *node,
                             double *centre) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, "a centre"));
  if (node->count != 3)
    return am_error(report, AM_INPUT, node->place,
                    "expected a centre to be a list of 3, found %zu",
                    node->count);
  for (int d = 0; d < 3; d++)
    AM_TRY(am_yaml_number(report, node->items[d], "a centre", &centre[d]));
  return AM_OK;
}

static am_status check_range(const am_inclusions *s, const am_yaml *node,
                             const double *centre) {
  const double *size = s->reading->result->size;
  for (int d = 0; d < 3; d++)
    if (centre[d] < -size[d] || centre[d] > 2 * size[d])
      return am_error(s->reading->report, AM_INPUT, node->items[d]->place,
                      "the centre lies more than a cell away from the cell, "
                      "from 0 to %g", size[d]);
  return AM_OK;
}

static am_status read_centres(am_inclusions *s, const am_yaml *list) {
  static const char *const with[] = {"label", "labels", "diameter", NULL};
  am_source_reading *r = s->reading;
  AM_TRY(am_compatible_keys(r->report, r->node, "centres", with));
  AM_TRY(am_yaml_expect(r->report, list, AM_YAML_SEQUENCE, "centres"));
  if (!list->count)
    return am_error(r->report, AM_INPUT, list->place,
                    "expected centres, found an empty list");
  s->packing.count = (long)list->count;
  s->placed = AM_ARRAY(r->arena, am_inclusion, list->count);
  for (size_t i = 0; i < list->count; i++) {
    s->placed[i] = s->packing.shape;
    AM_TRY(read_centre(r->report, list->items[i], s->placed[i].centre));
    AM_TRY(check_range(s, list->items[i], s->placed[i].centre));
  }
  return am_inclusions_fit(s);
}

am_status am_source_spheres(am_source_reading *r) {
  static const char *const keys[] = {"label", "labels",   "diameter",
                                     "count", "fraction", "centres",
                                     "seed",  "gap",      NULL};
  am_inclusions s = {.reading = r, .one = "sphere", .many = "spheres"};
  const am_yaml *centres = am_yaml_get(r->node, "centres");
  AM_TRY(am_known_keys(r->report, r->node, s.many, keys));
  AM_TRY(am_inclusions_read(&s));
  AM_TRY(centres ? read_centres(&s, centres) : am_inclusions_place(&s));
  return am_inclusions_paint(&s);
}
