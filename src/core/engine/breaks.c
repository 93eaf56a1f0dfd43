/* breaks.c: extrema and jumps of terms of external fields in a loading step. */
#include "engine/field_curves.h"

enum {
  SAMPLES = 4096,
  DEPTH = 11,       /* maximum number of bisections, always allowed … */
  MOST_DEPTH = 40,  /* … and while at most half of the samples are used */
  CANDIDATES = 256
};

/* Fractions of the loading step: accuracy of times; minimum distance of
 * breaks */
#define INSIDE 1e-9
#define APART 1e-6

/* A change is complete before the middle if less than this fraction of the
 * change follows. */
#define REST_PART 0.02

typedef struct {
  double at;
  double size; /* of the neighbouring change, relative to the magnitude of the
                  term */
} candidate;

struct am_breaks {
  const am_law *law;
  am_field_curves *curves;
  int count;            /* number of terms */
  double *at;           /* [SAMPLES] times of the samples … */
  double *values;       /* … and terms [SAMPLES][count] */
  int *order;           /* [SAMPLES] samples sorted by time */
  int sample_count, ordered;
  double *scale;        /* [count] largest |term| so far */
  double *own;          /* [count] terms of a temporary sample */
  double *middle;       /* [count] at 0.5 */
  double *start, *end;  /* [comparisons] differences at 0 and at 1 */
  am_interval *ranges, *slopes; /* [count] */
  candidate candidates[CANDIDATES];
  int candidate_count;
  bool found;           /* The next three members describe the last search. */
  double from[AM_MOST_EXTERNAL], to[AM_MOST_EXTERNAL];
  double breaks[AM_BREAKS];
};

am_breaks *am_breaks_new(am_arena *arena, const am_law *law,
                         const am_solver *solver) {
  bool fixed = solver->strategy == AM_STRATEGY_CONVENTIONAL ||
               solver->scheme->family == AM_FAMILY_IMPLICIT;
  am_field_curves *curves = fixed ? NULL : am_field_curves_new(arena, law);
  if (!curves) return NULL;
  am_breaks *b = AM_NEW(arena, am_breaks);
  int count = curves->count;
  *b = (am_breaks){.law = law, .curves = curves, .count = count};
  b->at = AM_ARRAY(arena, double, SAMPLES);
  b->values = am_arena_room(arena, sizeof(double) * SAMPLES * (size_t)count);
  b->order = AM_ARRAY(arena, int, SAMPLES);
  b->scale = AM_ARRAY(arena, double, count);
  b->own = AM_ARRAY(arena, double, count);
  b->middle = AM_ARRAY(arena, double, count);
  b->start = AM_ARRAY(arena, double, curves->comparison_count);
  b->end = AM_ARRAY(arena, double, curves->comparison_count);
  b->ranges = AM_ARRAY(arena, am_interval, count);
  b->slopes = AM_ARRAY(arena, am_interval, count);
  return b;
}

/* ---- samples --------------------------------------------------------------*/

static const double *sample_values(const am_breaks *b, int sample) {
  return b->values + (size_t)sample * (size_t)b->count;
}

/* Takes a sample at s; returns SAMPLES - 1 if the array is full. */
static int take_sample(am_breaks *b, double s) {
  int sample = b->sample_count;
  double *values = b->values + (size_t)sample * (size_t)b->count;
  if (sample == SAMPLES - 1) return sample;
  b->at[sample] = s;
  am_field_curves_at(b->curves, s, values);
  for (int i = 0; i < b->count; i++)
    if (isfinite(values[i])) b->scale[i] = fmax(b->scale[i], fabs(values[i]));
  b->sample_count++;
  return sample;
}

static void append_sample(am_breaks *b, int sample) {
  b->order[b->ordered++] = sample;
}

/* True if term i stays between its values at two samples. */
static bool lies_between(const am_breaks *b, int i, double one, double two) {
  double room = AM_BREAK_PART * b->scale[i];
  return b->ranges[i].low >= fmin(one, two) - room &&
         b->ranges[i].high <= fmax(one, two) + room;
}

static bool all_lie_between(const am_breaks *b, const double *one,
                            const double *two) {
  bool all = true;
  for (int i = 0; i < b->count; i++)
    all = all && lies_between(b, i, one[i], two[i]);
  return all;
}

/* True if each term is monotone between two samples, or nearly constant. */
static bool all_monotone(am_breaks *b, int left, int right) {
  const am_interval s = {b->at[left], b->at[right]};
  const double *one = sample_values(b, left), *two = sample_values(b, right);
  am_field_curves_over(b->curves, s, b->ranges);
  if (all_lie_between(b, one, two)) return true;
  bool decided = am_field_curves_slopes(b->curves, s, b->slopes);
  for (int i = 0; i < b->count; i++) {
    const am_interval *slope = &b->slopes[i];
    bool monotone = decided && (slope->low >= 0 || slope->high <= 0);
    if (!monotone && !lies_between(b, i, one[i], two[i])) return false;
  }
  return true;
}

/* Bisects an interval until all terms are monotone between samples. */
static void refine_samples(am_breaks *b, int left, int right, int depth) {
  if (depth >= MOST_DEPTH || all_monotone(b, left, right)) return;
  if (depth >= DEPTH && b->sample_count > SAMPLES / 2) return;
  int middle = take_sample(b, 0.5 * (b->at[left] + b->at[right]));
  if (middle == SAMPLES - 1) return;
  refine_samples(b, left, middle, depth + 1);
  append_sample(b, middle);
  refine_samples(b, middle, right, depth + 1);
}

/* Root, in time, of a difference with values `one` at 0 and `two` at 1. */
static double find_crossing(am_breaks *b, int comparison, double one,
                            double two) {
  double low = 0, high = 1, s = one / (one - two);
  for (int n = 0; n < 60 && high - low > 1e-15; n++) {
    am_field_curves_at(b->curves, s, b->own);
    double now = am_field_curves_difference(b->curves, comparison);
    if (now == 0) break;
    if ((now < 0) == (one < 0))
      low = s, one = now;
    else
      high = s, two = now;
    double secant = low + (high - low) * (one / (one - two));
    s = n % 3 < 2 && secant > low && secant < high ? secant
                                                   : 0.5 * (low + high);
  }
  return s;
}

/* Differences of all comparisons [comparisons] at time s. */
static void find_differences(am_breaks *b, double s, double *differences) {
  am_field_curves_at(b->curves, s, b->own);
  for (int i = 0; i < b->curves->comparison_count; i++)
    differences[i] = am_field_curves_difference(b->curves, i);
}

/* Times at which comparisons with different results at the ends change: knots
 * of tables, jumps. */
static int find_crossings(am_breaks *b, double *times) {
  int count = 0, comparisons = b->curves->comparison_count;
  find_differences(b, 0, b->start);
  find_differences(b, 1, b->end);
  for (int i = 0; i < comparisons && count < CANDIDATES; i++) {
    double one = b->start[i], two = b->end[i];
    if ((one < 0 && two > 0) || (one > 0 && two < 0))
      times[count++] = find_crossing(b, i, one, two);
  }
  qsort(times, (size_t)count, sizeof *times, am_compare_numbers);
  return count;
}

/* Takes samples between consecutive crossings, so that all terms are monotone
 * between neighbouring samples. */
static void take_samples(am_breaks *b) {
  double times[CANDIDATES] = {0};
  int count = find_crossings(b, times);
  b->sample_count = b->ordered = 0;
  for (int i = 0; i < b->count; i++) b->scale[i] = 0;
  take_sample(b, 1);
  int left = take_sample(b, 0);
  append_sample(b, left);
  for (int i = 0; i <= count; i++) {
    double end = i < count ? times[i] - INSIDE : 1;
    if (end <= b->at[left]) continue;
    int right = take_sample(b, end);
    if (right == SAMPLES - 1) return;
    refine_samples(b, left, right, 0);
    append_sample(b, right);
    if (i == count) continue;
    left = take_sample(b, times[i] + INSIDE);
    if (left == SAMPLES - 1) return;
    append_sample(b, left);
  }
}

/* ---- breaks ---------------------------------------------------------------*/

static double term_at(am_breaks *b, int term, double s) {
  am_field_curves_at(b->curves, s, b->own);
  return b->own[term];
}

static void add_candidate(am_breaks *b, int term, double at, double change) {
  double size = fabs(change) / b->scale[term];
  if (at < APART || at > 1 - APART) return;
  for (int i = 0; i < b->candidate_count; i++)
    if (fabs(b->candidates[i].at - at) < APART) {
      b->candidates[i].size = fmax(size, b->candidates[i].size);
      return;
    }
  if (b->candidate_count == CANDIDATES) return;
  b->candidates[b->candidate_count++] = (candidate){at, size};
}

static double time_of(const am_breaks *b, int n) {
  return b->at[b->order[n]];
}

static double ordered_value(const am_breaks *b, int n, int term) {
  return sample_values(b, b->order[n])[term];
}

/* Extremum of a term near ordered sample n, by golden section search; sign 1:
 * maximum. */
static double find_extremum(am_breaks *b, int term, int n, double sign) {
  const double part = 0.38196601125010515;
  double low = time_of(b, n - 1), high = time_of(b, n + 1);
  double best = time_of(b, n), most = sign * ordered_value(b, n, term);
  while (high - low > INSIDE) {
    bool after = high - best > best - low;
    double try = best + part * (after ? high - best : low - best);
    double value = sign * term_at(b, term, try);
    if (value > most) {
      *(after ? &low : &high) = best;
      best = try, most = value;
    } else {
      *(after ? &high : &low) = try;
    }
  }
  return best;
}

/* Time at which half of the change between two times is reached. */
static double find_half(am_breaks *b, int term, double low, double high) {
  double start = term_at(b, term, low);
  double half = 0.5 * (start + term_at(b, term, high));
  while (high - low > INSIDE) {
    double middle = 0.5 * (low + high);
    if ((term_at(b, term, middle) < half) == (start < half))
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* Adds a break for a monotone change between two ordered samples that is
 * complete before the middle. */
static void look_at_stretch(am_breaks *b, int term, int first, int last) {
  double low = time_of(b, first), high = time_of(b, last);
  double start = ordered_value(b, first, term);
  double end = ordered_value(b, last, term);
  if (!(fabs(end - start) > AM_BREAK_PART * b->scale[term])) return;
  double middle = first == 0 && last == b->ordered - 1
                      ? b->middle[term]
                      : term_at(b, term, 0.5 * (low + high));
  if (fabs(end - middle) < REST_PART * fabs(end - start))
    add_candidate(b, term, find_half(b, term, low, high), end - start);
}

/* Adds breaks at the extrema of a term, found from its samples, if the term
 * reverses by more than the tolerance. */
static void look_at_term(am_breaks *b, int term) {
  double room = AM_BREAK_PART * b->scale[term];
  double way = 0; /* 1: rising, -1: falling */
  int start = 0, extreme = 0;
  for (int n = 1; n < b->ordered; n++) {
    double change = ordered_value(b, n, term) - ordered_value(b, extreme, term);
    if (way == 0 && fabs(change) <= room) continue;
    if (way == 0) way = change > 0 ? 1 : -1;
    if (way * change >= 0) {
      if (change != 0) extreme = n;
    } else if (fabs(change) > room) {
      if (extreme)
        add_candidate(b, term, find_extremum(b, term, extreme, way), change);
      look_at_stretch(b, term, start, extreme);
      start = extreme;
      way = -way;
      extreme = n;
    }
  }
  look_at_stretch(b, term, start, b->ordered - 1);
}

static int compare_sizes(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  return (x->size < y->size) - (x->size > y->size);
}

static void search_breaks(am_breaks *b) {
  int count = 0;
  b->candidate_count = 0;
  memset(b->breaks, 0, sizeof b->breaks);
  take_samples(b);
  am_field_curves_at(b->curves, 0.5, b->middle);
  for (int i = 0; i < b->count; i++)
    if (b->scale[i] > 0) look_at_term(b, i);
  qsort(b->candidates, (size_t)b->candidate_count, sizeof *b->candidates,
        compare_sizes);
  for (; count < b->candidate_count && count < AM_BREAKS; count++)
    b->breaks[count] = b->candidates[count].at;
  qsort(b->breaks, (size_t)count, sizeof *b->breaks, am_compare_numbers);
}

/* Discards the last breaks if the parameters have changed. */
static void bind_parameters(am_breaks *b, const double *parameters,
                            long stride) {
  if (am_field_curves_bind(b->curves, parameters, stride)) b->found = false;
}

static void find_between(am_breaks *b, const double *from, const double *to,
                         double *times) {
  size_t size = sizeof(double) * (size_t)b->law->nf;
  memset(times, 0, sizeof b->breaks);
  if (!memcmp(from, to, size)) return;
  if (!b->found || memcmp(from, b->from, size) || memcmp(to, b->to, size)) {
    memcpy(b->from, from, size);
    memcpy(b->to, to, size);
    am_field_curves_line(b->curves, from, to);
    search_breaks(b);
    b->found = true;
  }
  memcpy(times, b->breaks, sizeof b->breaks);
}

void am_breaks_find(am_breaks *b, const double *parameters, long stride,
                    const double *from, const double *to, double *times) {
  bind_parameters(b, parameters, stride);
  find_between(b, from, to, times);
}

/* ---- points ---------------------------------------------------------------*/

static void find_for_point(am_breaks *b, const am_fields *f, long point,
                           double *times) {
  double from[AM_MOST_EXTERNAL] = {0}, to[AM_MOST_EXTERNAL] = {0};
  if (f->parameters && f->spread)
    bind_parameters(b, f->parameters + point, f->stride);
  for (int i = 0; i < b->law->nf; i++) {
    from[i] = f->external0[i * f->stride + point];
    to[i] = f->external1[i * f->stride + point];
  }
  find_between(b, from, to, times);
}

/* Fields of the points starting with `first`. */
static am_fields fields_from(const am_fields *fields, long first) {
  am_fields f = *fields;
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    double *array = am_field_get(&f, i);
    bool shared = i == AM_FIELD_parameters && !f.spread;
    if (array && !shared) am_field_set(&f, i, array + first);
  }
  if (f.ends) f.ends += first;
  return f;
}

void am_breaks_for_points(am_breaks *b, const am_fields *fields, long count,
                          am_breaks_advance *advance, void *data) {
  double next[AM_BREAKS];
  if (!b || fields->round || fields->duration == 0 || !count ||
      fields->breaks[0] > 0) {
    advance(data, fields, count);
    return;
  }
  if (!fields->parameters || !fields->spread)
    bind_parameters(b, fields->parameters ? fields->parameters
                                          : b->law->parameters, 1);
  find_for_point(b, fields, 0, next);
  for (long first = 0, end; first < count; first = end) {
    am_fields f = fields_from(fields, first);
    memcpy(f.breaks, next, sizeof f.breaks);
    for (end = first + 1; end < count; end++) {
      find_for_point(b, fields, end, next);
      if (memcmp(next, f.breaks, sizeof next)) break;
    }
    advance(data, &f, end - first);
  }
}
