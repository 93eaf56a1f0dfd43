/* timeline.c: rows and columns of two tables that belong together. */
#include "point/parts.h"

static const double tolerance = 1e-9; /* relative to the whole duration */

am_timeline am_timeline_of(const double *x, size_t count) {
  double duration = count ? fabs(x[count - 1] - x[0]) : 0;
  return (am_timeline){x, count, tolerance * duration};
}

/* Number of rows at x or before. */
static size_t rows_until(const am_timeline *line, double x) {
  size_t low = 0, high = line->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (line->x[middle] <= x + line->slack)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

long am_timeline_row(const am_timeline *line, double x, size_t later) {
  if (isnan(x)) return -1;
  size_t until = rows_until(line, x);
  if (until <= later) return -1;
  size_t row = until - 1 - later;
  return fabs(line->x[row] - x) <= line->slack ? (long)row : -1;
}

size_t am_timeline_later(const am_timeline *line, size_t row, double slack) {
  size_t later = 0;
  while (row + later + 1 < line->count &&
         fabs(line->x[row + later + 1] - line->x[row]) <= slack)
    later++;
  return later;
}

bool am_timeline_between(const am_timeline *line, double x, size_t later,
                         am_between *place) {
  long row = am_timeline_row(line, x, 0);
  if (row >= 0) {
    while (later-- > 0 && row > 0 && fabs(line->x[row - 1] - x) <= line->slack)
      row--;
    *place = (am_between){(size_t)row, 0};
    return true;
  }
  size_t until = isnan(x) ? 0 : rows_until(line, x);
  if (!until || until == line->count) return false;
  double left = line->x[until - 1], right = line->x[until];
  *place = (am_between){until - 1, (x - left) / (right - left)};
  return true;
}

const size_t *am_quantity_groups(am_arena *arena, const char *const *names,
                                 size_t count) {
  const char **quantities = AM_ARRAY(arena, const char *, count);
  size_t *groups = AM_ARRAY(arena, size_t, count);
  for (size_t i = 0; i < count; i++) {
    quantities[i] = am_column_quantity(arena, names[i]);
    while (strcmp(quantities[groups[i]], quantities[i])) groups[i]++;
  }
  return groups;
}

void am_quantity_scales(const am_table *table, const size_t *groups,
                        double *scales) {
  for (size_t i = 0; i < table->columns; i++) {
    double largest = 0;
    for (size_t row = 0; row < table->rows; row++)
      largest = fmax(largest, fabs(table->values[row * table->columns + i]));
    scales[i] = largest;
    scales[groups[i]] = fmax(scales[groups[i]], largest);
  }
  for (size_t i = 0; i < table->columns; i++) scales[i] = scales[groups[i]];
}

bool am_entry_judge(am_entry *worst, double *ratio, const am_entry *entry) {
  double difference = fabs(entry->ours - entry->reference);
  bool good = difference <= entry->bound;
  double found = entry->bound > 0 ? difference / entry->bound
                                  : (good ? 0 : INFINITY);
  if (isnan(found)) found = INFINITY;
  if (found <= *ratio) return false;
  *ratio = found;
  *worst = *entry;
  worst->good = good;
  return true;
}
