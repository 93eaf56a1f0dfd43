/* spheres.c: spheres at given or random positions. */
#include "case/parts.h"
#include "microstructure/dispersion.h"

static void warn_of_overlap(const am_dispersion *s, const am_yaml *list) {
  const am_source_reading *r = s->reading;
  long i = am_packing_overlap(r->arena, &s->packing, r->result->size,
                              s->placed);
  if (i >= 0)
    am_warn(r->report, list->items[i]->place,
            "this sphere overlaps an earlier one or a periodic image of it: "
            "voxels in both get the label of the later sphere");
}

static am_status read_centres(am_dispersion *s) {
  static const char *const with[] = {"label", "labels", "diameter", NULL};
  am_source_reading *r = s->reading;
  const double *size = r->result->size;
  const am_yaml *list = s->centres;
  AM_TRY(am_compatible_keys(r->report, r->node, "centres", with));
  if (!list->count)
    return am_error(r->report, AM_INPUT, list->place,
                    "expected centres, found an empty list");
  s->packing.count = (long)list->count;
  s->placed = AM_ARRAY(r->arena, am_inclusion, list->count);
  for (size_t i = 0; i < list->count; i++) {
    s->placed[i] = s->packing.shape;
    const am_yaml *node = list->items[i];
    double *centre = s->placed[i].centre;
    AM_TRY(am_yaml_expect(r->report, node, AM_YAML_SEQUENCE, "a centre"));
    if (node->count != 3)
      return am_error(r->report, AM_INPUT, node->place,
                      "expected a centre to be a list of 3, found %zu",
                      node->count);
    for (int d = 0; d < 3; d++)
      AM_TRY(am_yaml_number(r->report, node->items[d], "a centre",
                            &centre[d]));
    for (int d = 0; d < 3; d++)
      if (centre[d] < -size[d] || centre[d] > 2 * size[d])
        return am_error(r->report, AM_INPUT, node->items[d]->place,
                        "the centre is more than one period outside the cell "
                        "(0 to %g)", size[d]);
  }
  AM_TRY(am_dispersion_fit(s));
  warn_of_overlap(s, list);
  return AM_OK;
}

static const am_yaml_shape centre = AM_A_LIST(am_number_shape);

const am_yaml_key am_spheres_keys[] = {
    AM_DISPERSION_KEYS,
    {"centres", {.items = &centre, AM_INTO(am_dispersion, centres)},
     "positions of the centres"},
    {0}};

am_status am_source_spheres(am_source_reading *r) {
  am_dispersion s = {.reading = r, .one = "sphere", .many = "spheres"};
  AM_TRY(am_dispersion_read(&s, am_spheres_keys));
  AM_TRY(s.centres ? read_centres(&s) : am_dispersion_place(&s));
  return am_dispersion_paint(&s);
}
