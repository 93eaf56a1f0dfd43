/* event.c: loading steps that end where a condition begins to hold. */
#include "point/event.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

/* A point where a loading step begins. */
typedef struct {
  double *state;
  double strain[6], stress[6], first, method0, largest;
  double external[AM_MOST_EXTERNAL], to_external[AM_MOST_EXTERNAL];
} start;

struct am_events {
  am_columns *columns;
  am_columns_room *room;
  double *row;
  size_t *place;       /* [watch->count] of the watched columns in a row */
  double *values;      /* [watch->count] */
  size_t count;
  start start;
  bool *told;          /* [conditions][AM_EVENT_NEWS] */
};

/* The case, with the columns of its conditions. */
static am_case watched_case(const am_case *description) {
  const am_watch *watch = description->watch;
  am_case watched = *description;
  watched.columns = watch->columns;
  watched.voigt_shown = watched.voigt;
  watched.column_places = watch->places;
  watched.column_count = watched.column_required = watch->count;
  return watched;
}

bool am_events_need_energies(am_arena *arena, const am_case *description) {
  if (!description->watch) return false;
  am_case watched = watched_case(description);
  return am_point_needs_energies(arena, &watched);
}

unsigned am_events_read(const am_events *events) {
  return events ? am_columns_read(events->columns) : 0;
}

am_status am_events_new(am_arena *arena, am_report *report,
                        const am_case *description, const am_law *law,
                        const am_path_names *inputs, am_events **result) {
  const am_watch *watch = description->watch;
  if (!watch || !watch->first) return AM_OK;
  am_events *e = *result = AM_NEW(arena, am_events);
  am_case watched = watched_case(description);
  AM_TRY(am_point_columns(arena, report, &watched, law, inputs, &e->columns));
  e->count = watch->count;
  e->room = am_columns_room_new(arena, e->columns);
  e->row = AM_ARRAY(arena, double, e->columns->count);
  e->values = AM_ARRAY(arena, double, watch->count);
  e->place = AM_ARRAY(arena, size_t, watch->count);
  e->told = AM_ARRAY(arena, bool, watch->conditions * AM_EVENT_NEWS);
  e->start.state = AM_ARRAY(arena, double, law->nx);
  for (size_t i = 0; i < watch->count; i++) {
    const char *name = am_column_canonical(arena, watch->columns[i]);
    size_t j = 0;
    while (j < e->columns->count && strcmp(e->columns->names[j], name)) j++;
    e->place[i] = j;
    if (!strncmp(name, "work.", 5))
      return am_error(report, AM_INPUT, watch->places[i],
                      "'%s' is only known at the ends of loading steps: it "
                      "cannot end a segment",
                      name);
    if (j == e->columns->count)
      return am_error(report, AM_INPUT, watch->places[i],
                      "'%s' is no single column: name one of them", name);
  }
  return AM_OK;
}

/* ---- where a point is ---------------------------------------------------- */

static double value_at(am_events *e, const am_condition *condition,
                       const am_record *record) {
  am_columns_fill(e->columns, record, e->room, e->row);
  for (size_t i = 0; i < e->count; i++) e->values[i] = e->row[e->place[i]];
  return am_condition_value(condition, e->values);
}

bool am_event_holds(am_events *e, const am_condition *condition,
                    const am_record *record) {
  return value_at(e, condition, record) >= 0;
}

static void keep(double *to, const double *from, int count) {
  if (count) memcpy(to, from, (size_t)count * sizeof *to);
}

static void keep_start(start *kept, const am_stepper *s) {
  keep(kept->state, s->state, s->nx);
  keep(kept->strain, s->strain, 6);
  keep(kept->stress, s->stress, 6);
  keep(kept->external, s->external, AM_MOST_EXTERNAL);
  keep(kept->to_external, s->to_external, AM_MOST_EXTERNAL);
  kept->first = s->step.first;
  kept->method0 = s->step.method0;
  kept->largest = s->step.largest;
}

/* The point where it was, on its way to a part of the step. */
static void go_back(const start *kept, am_stepper *s, double part) {
  for (int i = 0; i < AM_MOST_EXTERNAL; i++) {
    double from = kept->external[i], to = kept->to_external[i];
    s->external[i] = from;
    s->to_external[i] = part == 1 ? to : from + (to - from) * part;
  }
  keep(s->state, kept->state, s->nx);
  keep(s->strain, kept->strain, 6);
  keep(s->stress, kept->stress, 6);
  s->step.first = kept->first;
  s->step.method0 = kept->method0;
  s->step.largest = kept->largest;
}

/* The step from its start to a part of it, and how far the condition holds
 * there; NaN where it fails. */
static double try_part(am_events *e, am_stepper *s, const am_event_step *step,
                       double part) {
  double to[6];
  for (int c = 0; c < 6; c++)
    to[c] = part == 1 ? step->to[c]
                      : step->from[c] + (step->to[c] - step->from[c]) * part;
  go_back(&e->start, s, part);
  if (!am_stepper_advance(s, step->duration * part, step->stress_controlled,
                          step->from, to))
    return NAN;
  am_record record = {.time = step->time + step->duration * part,
                      .step = &s->step, .stored = step->stored};
  return value_at(e, step->condition, &record);
}

/* ---- where the condition begins to hold ---------------------------------- */

/* The condition does not hold at `low`, and does at `high`. */
typedef struct {
  double low, high, low_value, high_value;
} bracket;

/* Of the loading step; where time is coarser that is what counts. */
#define RESOLUTION 1e-12

/* The next part to try: the secant's, moved towards the middle and held within
 * what bisection would still have to search (ITP; Oliveira and Takahashi 2021,
 * with kappa_1 = 0.2/(b - a), kappa_2 = 2, n_0 = 1). */
static double next_part(const bracket *b, double width, int tries) {
  double middle = (b->low + b->high) / 2, span = b->high - b->low;
  double secant = (b->low * b->high_value - b->high * b->low_value) /
                  (b->high_value - b->low_value);
  if (!isfinite(secant)) return middle;
  double most = ceil(log2(width / RESOLUTION)) + 1;
  double radius = RESOLUTION / 2 * exp2(most - tries) - span / 2;
  double moved = fmin(0.2 / width * span * span, fabs(middle - secant));
  double part = secant + copysign(moved, middle - secant);
  if (fabs(part - middle) > radius)
    part = middle - copysign(fmax(radius, 0), middle - secant);
  return part > b->low && part < b->high ? part : middle;
}

/* The point stands at the event, where the condition holds already. */
static bool find_event(am_events *e, am_stepper *s, am_event_step *step,
                       bracket b) {
  double width = b.high - b.low, now = -1;
  for (int i = 0; b.high - b.low > RESOLUTION; i++) {
    double part = next_part(&b, width, i);
    if (part <= b.low || part >= b.high) break;
    double value = try_part(e, s, step, part);
    if (isnan(value)) return false;
    now = part;
    if (value >= 0) {
      b.high = part;
      b.high_value = value;
    } else {
      b.low = part;
      b.low_value = value;
    }
  }
  step->comes = true;
  step->part = b.high;
  return now == b.high || !isnan(try_part(e, s, step, b.high));
}

bool am_event_advance(am_events *e, am_stepper *s, am_event_step *step) {
  keep_start(&e->start, s);
  step->part = 1;
  am_record record = {.time = step->time, .step = &s->step,
                      .stored = step->stored};
  bracket b = {.low = 0, .high = 0.5};
  b.low_value = value_at(e, step->condition, &record);
  b.high_value = try_part(e, s, step, b.high);
  double end = try_part(e, s, step, 1);
  if (b.high_value >= 0) {
    step->passing = end < 0;
    return find_event(e, s, step, b);
  }
  if (isnan(end)) return false;
  if (end < 0) return true;
  if (!isnan(b.high_value)) {
    b.low = b.high;
    b.low_value = b.high_value;
  }
  b.high = 1;
  b.high_value = end;
  return find_event(e, s, step, b);
}

void am_event_tell(am_events *e, am_report *report,
                   const am_condition *condition, am_event_news news,
                   double time) {
  static const char *const texts[AM_EVENT_NEWS] = {
      [AM_EVENT_AT_ONCE] = "this condition holds already where the segment "
                           "begins, at time %.15g: it is left out",
      [AM_EVENT_PASSING] = "this condition holds for a part of a loading step "
                           "only: the segment ends where that begins, at time "
                           "%.15g, but what is shorter than half a step may "
                           "not be seen",
      [AM_EVENT_NEVER] = "the segment ends at time %.15g without this "
                         "condition"};
  bool *told = &e->told[condition->index * AM_EVENT_NEWS + news];
  if (*told) return;
  *told = true;
  am_warn(report, condition->node->place, texts[news], time);
}
