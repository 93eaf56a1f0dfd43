/* event.c: loading steps that end when a condition becomes true. */
#include "point/event.h"

struct am_events {
  am_columns *columns;
  am_columns_room *room;
  double *row;
  size_t *place;       /* [watch->count] index of the watched columns in a
                          row */
  double *values;      /* [watch->count] values of the watched columns */
  size_t count;
  am_stepper start;    /* the point at the start of a loading step */
  double *rates;       /* time derivatives of strain or F [controlled], of
                          stress [6] and of state [nx] at an event */
  double *state;       /* [nx] workspace */
  bool *told;          /* [conditions][AM_EVENT_NEWS] reports already given */
};

/* The case with the columns of its conditions as output columns. */
static am_case watched_case(const am_case *description) {
  const am_watch *watch = description->watch;
  am_case watched = *description;
  watched.columns = watch->columns;
  watched.voigt_shown = watched.voigt;
  watched.column_count = watch->count;
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

/* True if derivatives of a column by parameters follow from those of strain,
 * stress and state. */
static bool is_sensitive(const am_law *law, const char *name) {
  size_t length = strcspn(name, ".[");
  const char *const known[] = {"time", "strain", "stress", "F", "P", "cauchy"};
  for (int i = 0; i < (law->logarithmic ? 6 : 3); i++)
    if (strlen(known[i]) == length && !strncmp(known[i], name, length))
      return true;
  for (int i = 0; i < law->count; i++) {
    const char *base = law->variables[i].base;
    if (strlen(base) == length && !strncmp(base, name, length)) return true;
  }
  return false;
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
  am_stepper_init(arena, &e->start, NULL, law, &description->settings.solver);
  am_stepper_differentiate(arena, &e->start, law->sensitive_count);
  e->rates = AM_ARRAY(arena, double, am_law_controlled(law) + 6 + law->nx);
  e->state = AM_ARRAY(arena, double, law->nx);
  for (size_t i = 0; i < watch->count; i++) {
    const am_column_request *column = &watch->columns[i];
    const char *name = am_column_canonical(arena, column->name);
    size_t j = 0;
    while (j < e->columns->count && strcmp(e->columns->names[j], name)) j++;
    e->place[i] = j;
    if (!strncmp(name, "work.", 5))
      return am_error(report, AM_INPUT, column->place,
                      "'%s' cannot be used in 'until': it is available only at "
                      "the ends of loading steps",
                      name);
    if (law->sensitive_count && !is_sensitive(law, name))
      return am_error(report, AM_INPUT, column->place,
                      "'%s' cannot be used in 'until' with sensitivities: use "
                      "components of stress or strain, internal variables or "
                      "the time",
                      name);
    if (j == e->columns->count)
      return am_error(report, AM_INPUT, column->place,
                      "'%s' is several columns: name one of them", name);
  }
  return AM_OK;
}

/* ---- state of a point ---------------------------------------------------- */

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

/* Takes a part of the step from its start; returns the signed measure of the
 * condition there, NaN if the step fails. */
static double try_part(am_events *e, am_stepper *s, const am_event_step *step,
                       double part) {
  const am_target *whole = step->target;
  am_target target = *whole;
  target.duration = whole->duration * part;
  am_stepper_copy(s, &e->start);
  for (int c = 0; c < s->controlled && part != 1; c++)
    target.target[c] =
        step->from[c] + (whole->target[c] - step->from[c]) * part;
  for (int i = 0; i < AM_MOST_EXTERNAL && part != 1; i++)
    target.external[i] =
        s->step.external0[i] +
        (whole->external[i] - s->step.external0[i]) * part;
  s->way = part;
  bool good = am_stepper_advance(s, &target, step->from);
  s->way = 1;
  if (!good) return NAN;
  am_record record = {.time = step->time + target.duration,
                      .step = &s->step, .stored = step->stored};
  return value_at(e, whole->until, &record);
}

/* ---- location of the event ----------------------------------------------- */

/* The condition is false at `low` and true at `high`. */
typedef struct {
  double low, high, low_value, high_value;
  double resolution; /* required width */
} bracket;

/* Narrows the bracket to a side of `part`. */
static void narrow(bracket *b, double part, double value) {
  *(value >= 0 ? &b->high : &b->low) = part;
  *(value >= 0 ? &b->high_value : &b->low_value) = value;
}

/* Accuracy relative to the loading step, or to its part that does not fail;
 * limited by the resolution of time. */
static const double resolution = 1e-12;

/* Next fraction to try: the secant, moved towards the midpoint and restricted
 * to a neighbourhood of the midpoint that keeps the number of steps of
 * bisection (ITP; Oliveira and Takahashi 2021, with kappa_1 = 0.2/(b - a),
 * kappa_2 = 2, n_0 = 1). */
static double next_part(const bracket *b, double width, int tries) {
  double middle = (b->low + b->high) / 2, span = b->high - b->low;
  double secant = (b->low * b->high_value - b->high * b->low_value) /
                  (b->high_value - b->low_value);
  if (!isfinite(secant)) return middle;
  double most = ceil(log2(width / b->resolution)) + 1;
  double radius = b->resolution / 2 * exp2(most - tries) - span / 2;
  double moved = fmin(0.2 / width * span * span, fabs(middle - secant));
  double part = secant + copysign(moved, middle - secant);
  if (fabs(part - middle) > radius)
    part = middle - copysign(fmax(radius, 0), middle - secant);
  return part > b->low && part < b->high ? part : middle;
}

/* ---- derivatives by parameters ------------------------------------------- */

/* Fourth-order central differences, sum of weight f(x + at h)/h, with h
 * relative to the fraction of the step. */
static const struct {
  double at, weight;
} stencil[] = {{-2, 1. / 12}, {-1, -2. / 3}, {1, 2. / 3}, {2, -1. / 12}};
enum { STENCIL = sizeof stencil / sizeof *stencil };
static const double relative = 1e-3;

/* Strain, or F if the deformation gradient is prescribed. */
static const double *strained(const am_stepper *s) {
  return s->step.deformed ? s->step.gradient0 : s->step.strain0;
}

static void add_rates(double *rates, const double *values, int count,
                      double weight) {
  for (int i = 0; i < count; i++) rates[i] += weight * values[i];
}

/* Time derivatives at the event; returns the rate of the condition. */
static double find_rates(am_events *e, am_stepper *s,
                         const am_event_step *step) {
  double h = relative * step->part, rate = 0;
  int n = s->controlled;
  for (int i = 0; i < n + 6 + s->nx; i++) e->rates[i] = 0;
  for (int k = 0; k < STENCIL; k++) {
    double part = step->part + stencil[k].at * h;
    double weight = stencil[k].weight / (h * step->target->duration);
    rate += weight * try_part(e, s, step, part);
    add_rates(e->rates, strained(s), n, weight);
    add_rates(e->rates + n, s->stress, 6, weight);
    add_rates(e->rates + n + 6, s->state, s->nx, weight);
  }
  return rate;
}

/* Measure of the condition after parameter p has changed by `change`. */
static double value_beside(am_events *e, const am_stepper *s,
                           const am_event_step *step, int p, double change) {
  am_step beside = s->step;
  int n = s->controlled;
  double *strain = beside.deformed ? beside.gradient : beside.strain;
  for (int i = 0; i < n; i++)
    strain[i] = strained(s)[i] + change * s->strain_by[n * p + i];
  for (int i = 0; i < 6; i++)
    beside.stress[i] += change * s->stress_by[6 * p + i];
  if (beside.deformed) am_logarithmic_strain(beside.gradient, beside.strain);
  am_basis_to_tensor(beside.strain, beside.components);
  for (int i = 0; i < s->nx; i++)
    e->state[i] = s->state[i] + change * s->state_by[p * s->nx + i];
  beside.state = e->state;
  double time = step->time + step->target->duration * step->part;
  am_record record = {.time = time + change * step->time_by[p],
                      .step = &beside, .stored = step->stored};
  return value_at(e, step->target->until, &record);
}

/* Smallest change that doubles the largest value. */
static double doubling(double least, const double *values, const double *by,
                       int count) {
  double largest = 0, change = 0;
  for (int i = 0; i < count; i++) {
    largest = fmax(largest, fabs(values[i]));
    change = fmax(change, fabs(by[i]));
  }
  return largest > 0 && change > 0 ? fmin(least, largest / change) : least;
}

static double condition_by(am_events *e, const am_stepper *s,
                           const am_event_step *step, int p) {
  double time = step->time + step->target->duration * step->part, sum = 0;
  const double *strain_by = s->strain_by + s->controlled * p;
  double scale = doubling(INFINITY, strained(s), strain_by, s->controlled);
  if (s->step.deformed) {
    double of_strain[6];
    am_logarithmic_strain_by(s->step.gradient0, strain_by, of_strain);
    scale = doubling(scale, s->step.strain0, of_strain, 6);
  }
  scale = doubling(scale, s->stress, s->stress_by + 6 * p, 6);
  scale = doubling(scale, s->state, s->state_by + p * s->nx, s->law->na);
  scale = doubling(scale, &time, &step->time_by[p], 1);
  if (isinf(scale)) return 0;
  double h = relative * scale;
  for (int k = 0; k < STENCIL; k++)
    sum += stencil[k].weight / h *
           value_beside(e, s, step, p, stencil[k].at * h);
  return sum;
}

static void add_moved(double *by, double *step_by, const double *rates,
                      int count, double time_by) {
  for (int i = 0; i < count; i++) step_by[i] = by[i] += rates[i] * time_by;
}

/* Moves the point to the event and adds the derivative of the event time to its
 * derivatives by parameters. */
static bool differentiate_event(am_events *e, am_stepper *s,
                                am_event_step *step) {
  double rate = find_rates(e, s, step);
  int n = s->controlled;
  if (isnan(try_part(e, s, step, step->part))) return false;
  for (int p = 0; p < s->by; p++) {
    int own = n * p, six = 6 * p, all = p * s->nx;
    double by = -condition_by(e, s, step, p) / rate;
    add_moved(s->strain_by + own, s->step.strain_by + own, e->rates, n, by);
    add_moved(s->stress_by + six, s->step.stress_by + six, e->rates + n, 6, by);
    add_moved(s->state_by + all, s->step.state_by + all, e->rates + n + 6,
              s->law->na, by);
    step->time_by[p] += by;
  }
  return true;
}

/* ---- the event ----------------------------------------------------------- */

/* Locates the event and leaves the point there, with the condition true. */
static bool find_event(am_events *e, am_stepper *s, am_event_step *step,
                       bracket b) {
  double width = b.high - b.low, now = -1;
  for (int i = 0; b.high - b.low > b.resolution; i++) {
    double part = next_part(&b, width, i);
    if (part <= b.low || part >= b.high) break;
    double value = try_part(e, s, step, part);
    if (isnan(value)) return false;
    now = part;
    narrow(&b, part, value);
  }
  step->comes = true;
  step->part = b.high;
  if (s->by) return differentiate_event(e, s, step);
  return now == b.high || !isnan(try_part(e, s, step, b.high));
}

/* True if further tries are futile. */
static bool is_over(const am_stepper *s) {
  return s->step.status == AM_POINT_STOPPED ||
         s->step.status == AM_POINT_LOST;
}

/* Searches for the event before a failure at the fraction `high`; without an
 * event, leaves the point at the last fraction that does not fail. The number
 * of tries is limited, because failing steps are expensive. */
static bool find_before_failure(am_events *e, am_stepper *s,
                                am_event_step *step, bracket b) {
  enum { TRIES = 60 };
  for (int i = 0; i < TRIES && !is_over(s) && b.high - b.low > b.resolution;
       i++) {
    double part = (b.low + b.high) / 2;
    double value = try_part(e, s, step, part);
    if (isnan(value))
      b.high = part;
    else
      narrow(&b, part, value);
    b.resolution = resolution * part;
    if (value >= 0) return find_event(e, s, step, b);
  }
  step->part = is_over(s) ? 0 : b.low;
  if (step->part > 0) (void)try_part(e, s, step, step->part);
  return false;
}

void am_event_repeat(am_events *e, am_stepper *s, const am_event_step *step) {
  (void)try_part(e, s, step, 1);
}

bool am_event_advance(am_events *e, am_stepper *s, am_event_step *step) {
  am_stepper_copy(&e->start, s);
  step->part = 1;
  am_record record = {.time = step->time, .step = &s->step,
                      .stored = step->stored};
  bracket b = {.low = 0, .high = 0.5, .resolution = resolution};
  b.low_value = value_at(e, step->target->until, &record);
  b.high_value = try_part(e, s, step, b.high);
  double end = try_part(e, s, step, 1);
  if (b.high_value >= 0) {
    step->passing = end < 0;
    return find_event(e, s, step, b);
  }
  if (!isnan(b.high_value)) {
    b.low = b.high;
    b.low_value = b.high_value;
    b.high = 1;
  }
  b.high_value = end;
  if (isnan(end)) return find_before_failure(e, s, step, b);
  if (end < 0) return true;
  b.high = 1;
  return find_event(e, s, step, b);
}

void am_event_report(am_events *e, am_report *report,
                     const am_condition *condition, am_event_news news,
                     double time) {
  static const char *const texts[AM_EVENT_NEWS] = {
      [AM_EVENT_AT_ONCE] = "this condition already holds at the start of the "
                           "segment, time %.15g: the segment is skipped",
      [AM_EVENT_PASSING] = "this condition holds only within a part of a "
                           "loading step: the segment ends at the start of "
                           "this part, time %.15g; use more 'steps', because "
                           "intervals shorter than half a step may be missed",
      [AM_EVENT_NEVER] = "the segment ended at time %.15g, but this condition "
                         "was never met"};
  bool *told = &e->told[condition->index * AM_EVENT_NEWS + news];
  if (*told) return;
  *told = true;
  am_warn(report, condition->node->place, texts[news], time);
}
