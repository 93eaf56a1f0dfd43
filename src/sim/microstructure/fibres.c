/* fibres.c: cylinders at random positions. */
#include "microstructure/parts.h"
#include "microstructure/dispersion.h"

/* Maximum number of periods that a fibre may span; longer fibres take too much
 * time. */
enum { MOST_TURNS = 4 };

static const struct {
  const char *name;
  am_draw_axis *draw;
  double reach[3]; /* maximum components of an axis */
} orientations[] = {
    {"planar", am_draw_planar, {1, 1, 0}},
    {"isotropic", am_draw_isotropic, {1, 1, 1}},
};

enum { ORIENTATIONS = sizeof orientations / sizeof *orientations };

static am_status read_axis(am_report *report, const am_yaml *node,
                           double *axis) {
  double largest = 0, length = 0;
  for (int d = 0; node->count == 3 && d < 3; d++) {
    AM_TRY(am_yaml_number(report, node->items[d], "orientation", &axis[d]));
    largest = fmax(largest, fabs(axis[d]));
  }
  if (!(largest > 0))
    return am_error(report, AM_INPUT, node->place,
                    "expected orientation to be planar, isotropic or a "
                    "direction [x, y, z] that is not zero");
  for (int d = 0; d < 3; d++)
    length += axis[d] / largest * (axis[d] / largest);
  for (int d = 0; d < 3; d++) axis[d] = axis[d] / largest / sqrt(length);
  return AM_OK;
}

/* Reads the orientation and the maximum components of a unit axis [3]. */
static am_status read_orientation(am_dispersion *s, double *reach) {
  const am_source_reading *r = s->reading;
  const am_yaml *node = s->orientation;
  const char *names[ORIENTATIONS];
  size_t i;
  double *axis = s->packing.shape.axis;
  if (node->kind == AM_YAML_SEQUENCE) {
    AM_TRY(read_axis(r->report, node, axis));
    for (int d = 0; d < 3; d++) reach[d] = fabs(axis[d]);
    return AM_OK;
  }
  for (i = 0; i < ORIENTATIONS; i++) names[i] = orientations[i].name;
  AM_TRY(am_choice(r->report, node, "orientation", names, ORIENTATIONS, &i));
  s->packing.draw = orientations[i].draw;
  memcpy(reach, orientations[i].reach, sizeof orientations[i].reach);
  return AM_OK;
}

const am_yaml_key am_fibres_keys[] = {
    AM_DISPERSION_KEYS,
    {"length", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
                AM_NEEDED(am_dispersion, length)}, "length of a fibre"},
    {"orientation", {.takes = AM_TAKES_TEXT, .items = &am_number_shape,
                     AM_NEEDED(am_dispersion, orientation)},
     "planar, isotropic or a direction"},
    {0}};

am_status am_source_fibres(am_source_reading *r) {
  am_dispersion s = {.reading = r, .one = "fibre", .many = "fibres"};
  const double *size = r->result->size;
  double reach[3];
  AM_TRY(am_dispersion_read(&s, am_fibres_keys));
  AM_TRY(read_orientation(&s, reach));
  for (int d = 0; d < 3; d++)
    if (s.length * reach[d] > MOST_TURNS * size[d])
      return am_error(r->report, AM_INPUT,
                      am_yaml_get(r->node, "length")->place,
                      "a fibre of length %g in a cell of size %g extends over "
                      "more than %d periods", s.length, size[d], MOST_TURNS);
  AM_TRY(am_dispersion_place(&s));
  return am_dispersion_paint(&s);
}
