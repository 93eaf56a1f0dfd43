/* What a picture of a run shows. */
#include <math.h>

#include "base/basis.h"
#include "base/text.h"
#include "output/plot.h"

/* A quantity is held where it changes more slowly than this times its range
 * over the whole time. */
static const double HELD_RATE = 0.01;

static double *values_of(am_arena *arena, const am_table *table,
                         long column) {
  double *values = AM_ARRAY(arena, double, table->rows);
  for (size_t i = 0; i < table->rows; i++)
    values[i] = table->values[i * table->columns + (size_t)column];
  return values;
}

static am_axis axis_of(am_arena *arena, const am_table *table,
                       const char *column, const char *label) {
  long i = am_table_column(table, column);
  const char *unit = table->units ? table->units[i] : NULL;
  return (am_axis){label, unit, values_of(arena, table, i)};
}

static am_axis component(am_arena *arena, const am_table *table,
                         const char *quantity, const char *symbol,
                         const char *name) {
  return axis_of(
      arena, table, am_format(arena, "%s.%s", quantity, name),
      am_format(arena, "%s {/:Italic %s}_{%s}", quantity, symbol, name));
}

static double range_of(const double *values, size_t count) {
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < count; i++) {
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
  }
  return high - low;
}

/* The part of the whole time in which the values stay where they are. */
static double held(const double *values, const double *time, size_t count) {
  double whole = time[count - 1] - time[0], sum = 0;
  double limit = HELD_RATE * range_of(values, count);
  for (size_t i = 1; i < count; i++) {
    double duration = time[i] - time[i - 1];
    if (fabs(values[i] - values[i - 1]) * whole <= limit * duration)
      sum += duration;
  }
  return whole > 0 ? sum / whole : 0;
}

static const char *largest_stress(am_arena *arena, const am_table *table) {
  const char *largest = am_component_names[0];
  double most = 0;
  for (int i = 0; i < 6; i++) {
    const char *name = am_component_names[i];
    am_axis stress = component(arena, table, "stress", "σ", name);
    double range = range_of(stress.values, table->rows);
    if (!(range > most)) continue;
    most = range;
    largest = name;
  }
  return largest;
}

am_picture am_picture_of_run(am_arena *arena, const am_table *table,
                             const char *title) {
  const char *name = largest_stress(arena, table);
  size_t count = table->rows;
  am_axis time = axis_of(arena, table, "time", "time {/:Italic t}");
  am_axis strain = component(arena, table, "strain", "ε", name);
  am_axis stress = component(arena, table, "stress", "σ", name);
  double strain_held = held(strain.values, time.values, count);
  double stress_held = held(stress.values, time.values, count);
  am_picture picture = {title, strain, stress, count};
  if (fmax(strain_held, stress_held) <= 0.5) return picture;
  picture.x = time;
  if (stress_held > strain_held) picture.y = strain;
  return picture;
}
