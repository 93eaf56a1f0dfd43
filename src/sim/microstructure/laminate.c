/* laminate.c: layers stacked along an axis. */
#include "microstructure/parts.h"

/* Tolerances for rounding: of the sum of fractions, and of layer boundaries
 * (voxels). */
static const double slack = 1e-9, rounding = 1e-6;

typedef struct {
  am_source_reading *reading;
  const am_yaml *layers;
  unsigned normal;
  bool fractions; /* false: thicknesses in voxels */
  double total;   /* 1, or number of voxels along the normal */
  double sum;     /* sum over the layers so far */
  int *labels;    /* along the normal */
  int done;       /* number of labels set */
} laminate;

/* Number of voxels with centres in the layers so far: i + 1/2 <= end. */
static int end_of(const laminate *l) {
  int count = l->reading->result->grid[l->normal];
  double end = floor(l->sum / l->total * count + 0.5 + rounding);
  return end < count ? (int)end : count;
}

typedef struct {
  long label, voxels;
  double fraction;
} layer;

static const am_yaml_key layer_keys[] = {
    {"label", {.takes = AM_TAKES_WHOLE, .most = INT_MAX,
               AM_NEEDED(layer, label)}, "label of its voxels"},
    {"fraction", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
                  AM_INTO(layer, fraction)}, "volume fraction"},
    {"voxels", {.takes = AM_TAKES_WHOLE, .least = 1, .most = INT_MAX,
                AM_INTO(layer, voxels)}, "thickness in voxels"},
    {0}};
static const am_yaml_shape layer_shape = AM_KEYS(layer_keys);
static const char *const axes[] = {"x", "y", "z", NULL};

const am_yaml_key am_laminate_keys[] = {
    {"normal", {.words = axes, AM_NEEDED(laminate, normal)},
     "direction normal to the layers"},
    {"layers", {.items = &layer_shape, AM_NEEDED(laminate, layers)},
     "layers from bottom to top"},
    {0}};

static am_status read_layer(laminate *l, const am_yaml *map) {
  am_report *report = l->reading->report;
  const am_yaml *share;
  layer its = {.label = 0};
  AM_TRY(am_yaml_take(report, map, "a layer", layer_keys, &its));
  if (its.fraction > 0 && its.voxels)
    return am_error(report, AM_INPUT, map->place,
                    "a layer has both 'fraction' and 'voxels': remove one");
  AM_TRY(am_required(report, map, "a layer (all layers must have the same "
                                  "keys)",
                     l->fractions ? "fraction" : "voxels", &share));
  l->sum += l->fractions ? its.fraction : (double)its.voxels;
  if (l->sum > l->total * (1 + slack))
    return am_error(report, AM_INPUT, share->place,
                    "the layers up to this one add up to %.10g, expected at "
                    "most %.10g", l->sum, l->total);
  int end = end_of(l);
  if (end == l->done)
    return am_error(report, AM_INPUT, share->place,
                    "no voxel has its centre in this layer");
  while (l->done < end) l->labels[l->done++] = (int)its.label;
  return AM_OK;
}

static am_status read_layers(laminate *l) {
  const am_yaml *layers = l->layers;
  am_report *report = l->reading->report;
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
  am_microstructure *m = r->result;
  AM_TRY(am_yaml_take(r->report, r->node, "laminate", am_laminate_keys, &l));
  AM_TRY(am_source_grid(r));
  l.total = m->grid[l.normal];
  l.labels = AM_ARRAY(r->arena, int, m->grid[l.normal]);
  AM_TRY(read_layers(&l));
  long stride = 1;
  for (unsigned d = 0; d < l.normal; d++) stride *= m->grid[d];
  for (long i = 0; i < m->here.count; i++)
    m->labels[i] = l.labels[(m->here.first + i) / stride % m->grid[l.normal]];
  m->made = am_format(r->arena, "%zu layer%s across %s",
                              l.layers->count, l.layers->count > 1 ? "s" : "",
                              axes[l.normal]);
  return AM_OK;
}
