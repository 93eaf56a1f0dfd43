#include "path/distribution.h"

#include <math.h>

#include "base/text.h"

static am_status read_pair(am_arena *arena, am_report *report,
                           const am_yaml *node, am_point_variable *variable) {
  (void)arena;
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, node->key));
  if (node->count != 2)
    return am_error(report, AM_INPUT, node->place,
                    "expected '%s' to have two numbers, %s, found %zu",
                    node->key, variable->distribution->operands,
                    node->count);
  for (int i = 0; i < 2; i++)
    AM_TRY(am_yaml_number(report, node->items[i], node->key,
                          &variable->numbers[i]));
  return AM_OK;
}

static am_status read_range(am_arena *arena, am_report *report,
                            const am_yaml *node,
                            am_point_variable *variable) {
  AM_TRY(read_pair(arena, report, node, variable));
  double low = variable->numbers[0], high = variable->numbers[1];
  if (low > high)
    return am_error(report, AM_INPUT, node->place,
                    "the range of '%s' ends at %.15g, below its start %.15g",
                    variable->name, high, low);
  if (isfinite(high - low)) return AM_OK;
  return am_error(report, AM_INPUT, node->place,
                  "the range of '%s' is too wide for a number",
                  variable->name);
}

static am_status read_spread(am_arena *arena, am_report *report,
                             const am_yaml *node,
                             am_point_variable *variable) {
  AM_TRY(read_pair(arena, report, node, variable));
  if (variable->numbers[1] >= 0) return AM_OK;
  return am_error(report, AM_INPUT, node->items[1]->place,
                  "the standard deviation of '%s' is negative",
                  variable->name);
}

static am_status read_choices(am_arena *arena, am_report *report,
                              const am_yaml *node,
                              am_point_variable *variable) {
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, node->key));
  if (!node->count)
    return am_error(report, AM_INPUT, node->place,
                    "'%s' has nothing to choose from", variable->name);
  double *choices = AM_ARRAY(arena, double, node->count);
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(am_yaml_number(report, node->items[i], "a choice", &choices[i]));
  variable->choices = choices;
  variable->choice_count = node->count;
  return AM_OK;
}

/* The cosine branch of Box and Muller (1958). */
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
  size_t n = variable->choice_count;
  size_t i = (size_t)(u[0][0] * (double)n);
  *values = variable->choices[i < n ? i : n - 1];
}

/* Six independent normal Kelvin-Mandel components, divided by their norm:
 * uniform on the unit sphere of the symmetric tensors. */
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
    {"uniform", "[low, high]", 1, read_range, draw_uniform},
    {"normal", "[mean, standard deviation]", 1, read_spread, draw_normal},
    {"lognormal", "[mean, standard deviation] of the logarithm", 1,
     read_spread, draw_lognormal},
    {"choice", "[number, ...]", 1, read_choices, draw_choice},
    {"direction", NULL, 6, NULL, draw_direction},
    {"tensor", "[low, high]", 6, read_range, draw_uniform},
};

const am_distribution *am_distributions(size_t *count) {
  *count = sizeof distributions / sizeof *distributions;
  return distributions;
}
