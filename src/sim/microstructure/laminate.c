/* laminate.c: layers stacked along an axis. */
#include <assert.h>

#include "microstructure/parts.h"

/* Tolerances for rounding: of the sum of fractions, and of layer boundaries
 * (voxels). */
static const double slack = 1e-9, rounding = 1e-6;

typedef struct {
  am_source_reading *reading;
  const am_yaml *layers;
  int normal;
  bool fractions; /* false: thicknesses in voxels */
  double total;   /* 1, or number of voxels along the normal */
  double sum;     /* sum over the layers so far */
  int *labels;    /* along the normal */
  int done;       /* number of labels set */
} laminate;

static am_status read_share(laminate *l, const am_yaml *layer,
                            const am_yaml **node) {
  am_report *report = l->reading->report;
  double share;
  long voxels = 0;
  AM_TRY(am_required(report, layer, "a layer (all layers must have the same "
                                    "keys)",
                     l->fractions ? "fraction" : "voxels", node));
  if (l->fractions)
    AM_TRY(am_bounded_number(report, *node, "fraction", true, &share));
  else
    AM_TRY(am_yaml_integer(report, *node, "voxels", 1, INT_MAX, &voxels));
  l->sum += l->fractions ? share : (double)voxels;
  if (l->sum <= l->total * (1 + slack)) return AM_OK;
  return am_error(report, AM_INPUT, (*node)->place,
                  "the layers up to this one add up to %.10g, expected at most "
                  "%.10g",
                  l->sum, l->total);
}

/* Number of voxels with centres in the layers so far: i + 1/2 <= end. */
static int end_of(const laminate *l) {
  int count = l->reading->result->grid[l->normal];
  double end = floor(l->sum / l->total * count + 0.5 + rounding);
  return end < count ? (int)end : count;
}

static const am_yaml_key layer_keys[] = {
    {"label", AM_A_WHOLE, "label of its voxels"},
    {"fraction", AM_A_NUMBER, "volume fraction"},
    {"voxels", AM_A_WHOLE, "thickness in voxels"},
    {0}};
static const am_yaml_shape layer_shape = AM_KEYS(layer_keys);
static const char *const axes[] = {"x", "y", "z", NULL};

const am_yaml_key am_laminate_keys[] = {
    {"normal", AM_WORDS(axes), "direction normal to the layers"},
    {"layers", AM_A_LIST(layer_shape), "layers from bottom to top"},
    {0}};

static am_status read_layer(laminate *l, const am_yaml *layer) {
  am_report *report = l->reading->report;
  const am_yaml *node, *share;
  int label;
  AM_TRY(am_yaml_keys_known(report, layer, "a layer", layer_keys));
  AM_TRY(am_required(report, layer, "a layer", "label", &node));
  AM_TRY(am_source_label(report, node, "label", &label));
  if (am_yaml_get(layer, "fraction") && am_yaml_get(layer, "voxels"))
    return am_error(report, AM_INPUT, layer->place,
                    "a layer has both 'fraction' and 'voxels': remove one");
  AM_TRY(read_share(l, layer, &share));
  int end = end_of(l);
  if (end == l->done)
    return am_error(report, AM_INPUT, share->place,
                    "no voxel has its centre in this layer");
  while (l->done < end) l->labels[l->done++] = label;
  return AM_OK;
}

static am_status read_layers(laminate *l) {
  const am_yaml *layers = l->layers;
  am_report *report = l->reading->report;
  AM_TRY(am_yaml_expect(report, layers, AM_YAML_SEQUENCE, "layers"));
  if (!layers->count)
    return am_error(report, AM_INPUT, layers->place,
                    "expected layers, found an empty list");
  l->fractions = am_yaml_get(layers->items[0], "fraction") != NULL;
  if (l->fractions) l->total = 1;
  for (size_t i = 0; i < layers->count; i++)
    AM_TRY(read_layer(l, layers->items[i]));
  if (l->sum >= l->total * (1 - slack)) return AM_OK;
  return am_error(report, AM_INPUT, layers->place,
                  "the layers add up to %.10g, expected %.10g", l->sum,
                  l->total);
}

am_status am_source_laminate(am_source_reading *r) {
  laminate l = {.reading = r};
  const am_yaml *normal;
  size_t axis;
  AM_TRY(am_yaml_keys_known(r->report, r->node, "laminate", am_laminate_keys));
  AM_TRY(am_required(r->report, r->node, "laminate", "normal", &normal));
  AM_TRY(am_required(r->report, r->node, "laminate", "layers", &l.layers));
  AM_TRY(am_choice(r->report, normal, "normal", axes, 3, &axis));
  AM_TRY(am_source_grid(r));
  assert(axis < 3);
  l.normal = (int)axis;
  l.total = r->result->grid[axis];
  l.labels = AM_ARRAY(r->arena, int, r->result->grid[axis]);
  AM_TRY(read_layers(&l));
  am_microstructure *m = l.reading->result;
  long stride = 1;
  for (int d = 0; d < l.normal; d++) stride *= m->grid[d];
  for (long i = 0; i < m->here.count; i++)
    m->labels[i] = l.labels[(m->here.first + i) / stride % m->grid[l.normal]];
  r->result->made = am_format(r->arena, "%zu layer%s across %s",
                              l.layers->count, l.layers->count > 1 ? "s" : "",
                              axes[axis]);
  return AM_OK;
}
