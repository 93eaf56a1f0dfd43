/* points.c: reads the key `points` of a case; defines the distributions of
 * variables. */
#include <limits.h>

#include "case/parts.h"

enum { MOST_COMPONENTS = 6 };

static const char *const with_file[] = {NULL};

/* ---- distributions ------------------------------------------------------- */

static am_status check_range(am_report *report, const am_yaml *node,
                             const am_point_variable *variable) {
  double low = variable->numbers[0], high = variable->numbers[1];
  if (low > high)
    return am_error(report, AM_INPUT, node->place,
                    "the upper bound %.15g of '%s' is below its lower bound "
                    "%.15g",
                    high, variable->name, low);
  if (isfinite(high - low)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "the range of '%s' is too wide: the difference of its bounds "
                  "overflows",
                  variable->name);
}

static am_status check_spread(am_report *report, const am_yaml *node,
                              const am_point_variable *variable) {
  if (variable->numbers[1] >= 0) return AM_OK;
  return am_error(report, AM_INPUT, node->items[1]->place,
                  "the standard deviation of '%s' is negative", variable->name);
}

static am_status read_operands(am_arena *arena, am_report *report,
                               const am_yaml *node,
                               am_point_variable *variable) {
  const am_distribution *d = variable->distribution;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, node->key));
  if (!node->count || (d->count && node->count != d->count))
    return am_error(report, AM_INPUT, node->place,
                    "expected '%s' of '%s' to be a list %s, found %zu numbers",
                    node->key, variable->name, d->operands, node->count);
  double *numbers = AM_ARRAY(arena, double, node->count);
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(am_yaml_number(report, node->items[i], node->key, &numbers[i]));
  variable->numbers = numbers;
  variable->count = node->count;
  return d->check ? d->check(report, node, variable) : AM_OK;
}

/* Standard normal number; cosine branch of Box and Muller (1958). */
static double normal(const double u[2]) {
  static const double turn = 6.283185307179586476925;
  return sqrt(-2 * log(1 - u[0])) * cos(turn * u[1]);
}

static void draw_uniform(const am_point_variable *variable,
                         const double (*u)[2], double *values) {
  const double *range = variable->numbers;
  for (int i = 0; i < variable->size; i++)
    values[i] = range[0] + (range[1] - range[0]) * u[i][0];
}

static void draw_normal(const am_point_variable *variable,
                        const double (*u)[2], double *values) {
  *values = variable->numbers[0] + variable->numbers[1] * normal(u[0]);
}

static void draw_lognormal(const am_point_variable *variable,
                           const double (*u)[2], double *values) {
  draw_normal(variable, u, values);
  *values = exp(*values);
}

static void draw_choice(const am_point_variable *variable,
                        const double (*u)[2], double *values) {
  size_t n = variable->count;
  size_t i = (size_t)(u[0][0] * (double)n);
  *values = variable->numbers[i < n ? i : n - 1];
}

/* Uniform on the unit sphere of symmetric tensors: six independent normal
 * Kelvin-Mandel components divided by their norm. */
static void draw_direction(const am_point_variable *variable,
                           const double (*u)[2], double *values) {
  double square = 0;
  (void)variable;
  for (int i = 0; i < 6; i++) {
    values[i] = normal(u[i]);
    square += values[i] * values[i];
  }
  double norm = sqrt(square);
  for (int i = 0; i < 6; i++)
    values[i] /= i < 3 ? norm : norm * sqrt(2);
}

static const am_distribution distributions[] = {
    {"uniform", "[low, high]", 2, 1, check_range, draw_uniform},
    {"normal", "[mean, standard deviation]", 2, 1, check_spread, draw_normal},
    {"lognormal", "[mean, standard deviation] of the logarithm", 2, 1,
     check_spread, draw_lognormal},
    {"choice", "[number, ...]", 0, 1, NULL, draw_choice},
    {"direction", NULL, 0, 6, NULL, draw_direction},
    {"tensor", "[low, high]", 2, 6, check_range, draw_uniform},
};

enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

const am_distribution *am_distributions(size_t *count) {
  *count = DISTRIBUTIONS;
  return distributions;
}

/* ---- the key `points` ---------------------------------------------------- */

/* Checks the name of a variable or of a parameter's entry: tau[2], h.1.2. */
static am_status check_name(am_report *report, const am_yaml *node) {
  const char *name = node->key;
  if (!am_is_name(am_copy(report->arena, name, strcspn(name, "[."))))
    return am_error(report, AM_INPUT, node->key_place,
                    "invalid variable name %s: expected a letter followed by "
                    "letters, digits or '_'", am_quoted(report->arena, name));
  if (am_component_index(name) >= 0)
    return am_error(report, AM_INPUT, node->key_place,
                    "invalid variable name '%s': it is the name of a "
                    "component", name);
  if (!am_is_reserved(name)) return AM_OK;
  return am_error(report, AM_INPUT, node->key_place,
                  "invalid variable name '%s': it is a reserved name of "
                  "expressions",
                  name);
}

static am_status find_distribution(am_report *report, am_place place,
                                   const char *name,
                                   const am_distribution **found) {
  const char *names[DISTRIBUTIONS];
  for (size_t i = 0; i < DISTRIBUTIONS; i++) {
    *found = &distributions[i];
    names[i] = distributions[i].name;
    if (!strcmp(names[i], name)) return AM_OK;
  }
  return am_error(report, AM_INPUT, place,
                  "unknown distribution %s, expected one of %s%s",
                  am_quoted(report->arena, name),
                  am_listed(report->arena, names, DISTRIBUTIONS),
                  am_suggestion(report->arena, name, names, DISTRIBUTIONS));
}

/* Reads a distribution: a word such as `direction`, or a mapping with operands
 * such as {uniform: [0, 1]}. */
static am_status read_distribution(am_arena *arena, am_report *report,
                                   const am_yaml *node,
                                   am_point_variable *variable) {
  bool word = node->kind == AM_YAML_SCALAR;
  if (!word)
    AM_TRY(am_yaml_expect(report, node, AM_YAML_MAPPING, variable->name));
  if (!word && node->count != 1)
    return am_error(report, AM_INPUT, node->place,
                    "expected one distribution for '%s', found %zu",
                    variable->name, node->count);
  const am_yaml *item = word ? node : node->items[0];
  const char *name = word ? node->text.text : item->key;
  am_place place = word ? node->place : item->key_place;
  const am_distribution *found;
  AM_TRY(find_distribution(report, place, name, &found));
  variable->distribution = found;
  if (!word && found->operands)
    return read_operands(arena, report, item, variable);
  if (word && !found->operands) return AM_OK;
  return word ? am_error(report, AM_INPUT, place,
                         "expected {%s: %s} for '%s', found '%s'", name,
                         found->operands, variable->name, name)
              : am_error(report, AM_INPUT, place,
                         "the distribution '%s' has no operands: write '%s: "
                         "%s'", name, variable->name, name);
}

static am_status read_variable(am_arena *arena, am_report *report,
                               const am_yaml *node, am_points *points) {
  am_point_variable *variable = &points->variables[points->variable_count++];
  AM_TRY(check_name(report, node));
  *variable = (am_point_variable){.name = node->key,
                                  .offset = points->size,
                                  .stream = am_hash(node->key),
                                  .place = node->key_place};
  AM_TRY(read_distribution(arena, report, node, variable));
  variable->size = variable->distribution->size;
  points->size += variable->size;
  return AM_OK;
}

/* Keys of distributions with operands; distributions without operands are
 * written as words. */
static const am_yaml_key *distribution_keys(am_arena *arena) {
  am_yaml_key *keys = AM_ARRAY(arena, am_yaml_key, DISTRIBUTIONS + 1);
  size_t count = 0;
  for (size_t i = 0; i < DISTRIBUTIONS; i++)
    if (distributions[i].operands)
      keys[count++] = (am_yaml_key){distributions[i].name,
                                    AM_A_LIST(am_number_shape),
                                    distributions[i].operands};
  keys[count] = (am_yaml_key){0};
  return keys;
}

static const am_yaml_shape variable_shape = {.takes = AM_TAKES_TEXT,
                                             .made = distribution_keys};

/* The mapping `points` before its parts are read. */
typedef struct {
  long count, seed;
  const am_yaml *variables;
} points_parts;

const am_yaml_key am_points_keys[] = {
    {"count",
     {.takes = AM_TAKES_WHOLE,
      .least = 1,
      .most = AM_POINTS_MOST,
      AM_INTO(points_parts, count)},
     "number of points"},
    {"seed",
     {.takes = AM_TAKES_WHOLE, .most = LONG_MAX, AM_INTO(points_parts, seed)},
     "seed of the random numbers"},
    {"variables",
     {.entries = &variable_shape, AM_INTO(points_parts, variables)},
     "distributions of variables by name"},
    {"file", AM_A_TEXT, "HDF5 file with the paths of all points"},
    {0}};

am_status am_points_read(am_arena *arena, am_report *report,
                         const am_case *description, am_points **result) {
  const am_yaml *map = description->points, *node;
  am_points *points = *result = AM_NEW(arena, am_points);
  points_parts given = {.seed = 0};
  AM_TRY(am_yaml_take(report, map, "points", am_points_keys, &given));
  points->place = map->place;
  const am_yaml *file = am_yaml_get(map, "file");
  if (file) {
    /* A file of points gives times and kinds of control. */
    AM_TRY(am_compatible_keys(report, description->points, "file", with_file));
    AM_TRY(am_input_name(arena, report, file, "points.file", description,
                         &points->file));
    points->place = file->place;
    if (!description->path) return AM_OK;
    return am_error(report, AM_INPUT, description->path->key_place,
                    "remove 'path' or 'points.file': the file of points "
                    "already gives times and targets");
  }
  AM_TRY(am_required(report, map, "points", "count", &node));
  points->count = given.count;
  points->seed = (uint64_t)given.seed;
  size_t variables = given.variables ? given.variables->count : 0;
  points->variables = AM_ARRAY(arena, am_point_variable, variables);
  for (size_t i = 0; i < variables; i++)
    AM_TRY(read_variable(arena, report, given.variables->items[i], points));
  if (description->path) return AM_OK;
  return am_required(report, map, "a case with generated points", "path",
                     &node);
}

void am_points_draw(const am_points *points, long index, double *values) {
  const uint32_t key[2] = {(uint32_t)points->seed,
                           (uint32_t)(points->seed >> 32)};
  for (int i = 0; i < points->variable_count; i++) {
    const am_point_variable *variable = &points->variables[i];
    double u[MOST_COMPONENTS][2];
    for (int c = 0; c < variable->size; c++) {
      const uint32_t counter[4] = {(uint32_t)index, (uint32_t)c,
                                   (uint32_t)variable->stream,
                                   (uint32_t)(variable->stream >> 32)};
      am_philox_uniform(counter, key, u[c]);
    }
    variable->distribution->draw(variable, (const double(*)[2])u,
                                 values + variable->offset);
  }
}
