/* cycles.c: rows of chosen cycles, and extremes in each cycle or segment. */
#include "point/run.h"

enum { EXTREMES = 4 };
static const char *const extreme_names[EXTREMES] = {"max", "min", "mean",
                                                    "range"};

void am_cycles_start(am_arena *arena, am_cycles *c, double time) {
  c->time = c->next = time;
  c->cycle = -1; /* no loading step yet */
  c->found = AM_ARRAY(arena, double, 2 + EXTREMES * c->extreme_count);
  c->last = AM_ARRAY(arena, double, c->columns);
  for (size_t i = 0; i < EXTREMES * c->extreme_count; i++)
    c->found[2 + i] = NAN;
}

static bool is_chosen(const am_cycles *c) {
  bool chosen = !c->chosen_count;
  for (size_t i = 0; i < c->chosen_count; i++)
    chosen |= c->chosen[i] == c->cycle;
  return chosen;
}

static void include_row(am_cycles *c, const double *row) {
  for (size_t i = 0; i < c->extreme_count; i++) {
    double *found = c->found + 2 + EXTREMES * i, value = row[c->extremes[i]];
    found[0] = fmax(found[0], value);
    found[1] = fmin(found[1], value);
    found[2] = found[1] / 2 + found[0] / 2;
    found[3] = found[0] - found[1];
  }
}

void am_cycles_end(am_cycles *c) {
  c->found[0] = c->cycle;
  c->found[1] = c->time;
  if (c->peaks && c->filled && c->cycle >= 0 && is_chosen(c))
    c->peaks(c->data, c->found);
  for (size_t i = 0; i < EXTREMES * c->extreme_count; i++)
    c->found[2 + i] = NAN;
}

/* True if the first prescribed component that changes in a loading step changed
 * in the opposite direction before. */
static bool is_reversal(am_cycles *c, const am_target *target,
                        const double *from) {
  bool changes = false, reversed = false;
  const am_target *last = &c->previous;
  for (int i = 0; i < c->controlled; i++) {
    bool kept = c->cycle >= 0 &&
                last->stress_controlled[i] == target->stress_controlled[i];
    double to = target->target[i], start = kept ? last->target[i] : from[i];
    double change = to - start, rounding = 1e-12 * fmax(fabs(to), fabs(start));
    if (fabs(change) <= rounding) continue;
    if (!changes) reversed = change * c->direction[i] < 0;
    changes = true;
    c->direction[i] = copysign(1, change);
  }
  c->previous = *target;
  return reversed;
}

void am_cycles_step(am_cycles *c, const am_target *target,
                    const double *from) {
  bool reversed = is_reversal(c, target, from);
  if (target->cycle != c->cycle ||
      (target->cycle == 0 && (c->ends || reversed))) {
    am_cycles_end(c);
    include_row(c, c->last);
    c->filled = false;
  }
  c->cycle = target->cycle;
  c->next = target->time;
  c->ends = target->left;
}

void am_cycles_row(am_cycles *c, const double *row) {
  bool chosen = is_chosen(c), first = chosen && !c->filled && c->chosen_count;
  if (first && c->apart) {
    c->row(c->data, c->last, true);
    first = false;
  }
  if (chosen) c->row(c->data, row, first);
  include_row(c, row);
  c->time = c->next;
  c->filled = true;
  c->apart = !chosen;
  memcpy(c->last, row, c->columns * sizeof *row);
}

am_table *am_cycles_table(am_arena *arena, const am_columns *columns,
                          am_cycles *c) {
  size_t room = 2 + EXTREMES * columns->count;
  size_t *extremes = AM_ARRAY(arena, size_t, columns->count);
  const char **names = AM_ARRAY(arena, const char *, room);
  const char **units = AM_ARRAY(arena, const char *, room);
  size_t count = 2;
  names[0] = "cycle";
  units[0] = "";
  names[1] = "time";
  units[1] = columns->unit_of[AM_UNIT_TIME];
  c->extremes = extremes;
  for (size_t i = 0; i < columns->count; i++) {
    if (!strcmp(columns->names[i], "time")) continue;
    extremes[c->extreme_count++] = i;
    for (int k = 0; k < EXTREMES; k++, count++) {
      names[count] = am_format(arena, "%s.%s", extreme_names[k],
                               columns->names[i]);
      units[count] = columns->units[i];
    }
  }
  am_table *table = am_table_new(arena, names, units, count);
  table->voigt = columns->voigt;
  return table;
}
