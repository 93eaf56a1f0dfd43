/* derivatives.c: compares matrices of derivatives with differences along their
 * directions, at random states. */
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>

#include "check/derivatives.h"

/* ---- components ---------------------------------------------------------- */

/* Value of a component from coordinates at distances `stride`, or its error
 * bound from the error bounds of coordinates. */
static double component_value(const am_tensor_component *component,
                              const double *coordinates, int stride,
                              bool bound) {
  double sum = 0;
  for (int i = 0; i < component->size; i++) {
    double weight = component->weight[i];
    sum += (bound ? fabs(weight) : weight) *
           coordinates[(component->offset + i) * stride];
  }
  return sum;
}

/* ---- the comparison ------------------------------------------------------ */

enum { LEAST_STEPS = 4, MOST_DIRECTIONS = 60 };

/* Comparison, and its current state. */
typedef struct {
  am_subject *subject;
  const am_derivatives *about;
  const am_random_state *sample;
  am_differences differences; /* of the rows along the current direction */
  double *direction, *moved;  /* inputs: the direction, and a step along it */
  double *matrix;             /* derivatives at the sample */
  double *matrix_error;       /* rounding error bounds of `matrix` */
  double *value_error;        /* of the values at the sample */
  double *end_error;          /* rounding error bounds at both ends of the
                                 largest step */
  am_worst worst, here;       /* worst: of the states so far; here: including
                                 the current state, which may be discarded */
  double *slopes;
  size_t slope_count, slope_capacity;
} comparison;

typedef struct {
  const am_directions *along;
  int row, index; /* index of the direction */
} matrix_entry;

/* Worst row along a direction. */
typedef struct {
  am_finding worst;
  double ratio;       /* of the worst row; -1: none */
  matrix_entry entry; /* its position */
} direction_result;

/* ---- directions ---------------------------------------------------------- */

/* Sets the direction in the inputs; returns the largest step along it: a
 * fraction of the size of the changed quantity, or of its scale if it is near
 * 0. */
static double set_direction(comparison *c, const am_directions *along,
                            int index) {
  const am_law *law = c->subject->law;
  const double *inputs = c->sample->inputs;
  int offset = am_input_offset(law, along->kind);
  int external = am_input_offset(law, AM_INPUT_EXTERNAL);
  memset(c->direction, 0,
         (size_t)am_input_offset(law, AM_INPUT_KINDS) * sizeof *c->direction);
  if (along->kind == AM_INPUT_DIRECTION) {
    memcpy(c->direction + 6, inputs + offset + index * law->nx,
           (size_t)along->coordinates * sizeof *inputs);
    int place = index < 6 ? index : external + index - 6;
    const double *theta = inputs + am_input_offset(law, AM_INPUT_TIME);
    c->direction[place] = theta[0];
    if (law->reads_rate)
      c->direction[am_input_offset(law, AM_INPUT_RATE) + index] =
          theta[am_rate_time(law)];
    return index < 6 ? c->sample->strain : fabs(inputs[place]);
  }
  if (along->kind == AM_INPUT_ALONG) {
    memcpy(c->direction + 6, inputs + offset, (size_t)law->na * sizeof *inputs);
    memcpy(c->direction, inputs + offset + law->na, 6 * sizeof *inputs);
    for (int i = 0; i < law->nf; i++)
      c->direction[external + i] = inputs[offset + law->na + 6 + i];
    return c->sample->strain;
  }
  const am_tensor_component *one = &along->components.items[index];
  memcpy(c->direction + offset + one->offset, one->weight,
         (size_t)one->size * sizeof *one->weight);
  double scale =
      along->kind == AM_INPUT_STATE
          ? c->subject->sampler->state_scale[one->offset]
      : along->kind == AM_INPUT_FORCE
          ? c->subject->sampler->force_scale[one->offset]
      : along->kind == AM_INPUT_EXTERNAL
          ? am_external_scale(law, one->offset)
          : c->sample->strain;
  return fmax(am_vector_norm(inputs + offset + one->offset, one->size),
              0.03 * scale);
}

/* Step along the direction that changes a quantity by its own norm; infinite if
 * it does not change. */
static double step_to_length(const comparison *c, int begin, int size) {
  double moved = am_vector_norm(c->direction + begin, size);
  double length = am_vector_norm(c->sample->inputs + begin, size);
  return moved > 0 && length > 0 ? length / moved : INFINITY;
}

/* Minimum over all quantities. */
static double local_step(const comparison *c) {
  const am_law *law = c->subject->law;
  int state = am_input_offset(law, AM_INPUT_STATE);
  int force = am_input_offset(law, AM_INPUT_FORCE);
  int rate = am_input_offset(law, AM_INPUT_RATE);
  double least = fmin(step_to_length(c, 0, 6), step_to_length(c, rate, 6));
  for (int i = 6; i < am_law_inputs(law); i++)
    least = fmin(least, step_to_length(c, rate + i, 1));
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    least = fmin(least, step_to_length(c, state + v->offset, v->size));
    least = fmin(least, step_to_length(c, force + v->offset, v->size));
  }
  return least;
}

/* Inputs after a step along the direction. */
static const double *move_inputs(comparison *c, double step) {
  const am_law *law = c->subject->law;
  const double *inputs = c->sample->inputs;
  int moving = am_input_offset(law, AM_INPUT_DIRECTION);
  int rate = am_input_offset(law, AM_INPUT_RATE);
  for (int i = 0; i < moving; i++)
    c->moved[i] = inputs[i] + step * c->direction[i];
  for (int i = rate; i < rate + am_law_inputs(law); i++)
    c->moved[i] = inputs[i] + step * c->direction[i];
  return c->moved;
}

/* Rows after a step along the direction; false if a kink or singularity lies
 * between. */
static bool rows_along(void *data, int column, double step, double *rows) {
  comparison *c = data;
  const am_derivatives *about = c->about;
  (void)column;
  const double *values = am_values_at(about->values, move_inputs(c, step));
  for (int i = 0; i < am_values_count(about->values); i++)
    if (!isfinite(values[i])) return false;
  if (!am_values_smooth(about->values)) return false;
  for (int r = 0; r < about->rows.count; r++)
    rows[r] = component_value(&about->rows.items[r], values, 1, false);
  return true;
}

/* ---- entries ------------------------------------------------------------- */

/* Entry of the matrix from the outputs, or its error bound from theirs. */
static double entry_value(const comparison *c, const matrix_entry *e,
                          const double *outputs, bool bound) {
  const am_directions *d = e->along;
  am_tensor_component row = c->about->rows.items[e->row];
  double values[6];
  for (int i = 0; i < row.size; i++)
    values[i] = component_value(
        &d->components.items[e->index],
        outputs + d->offset + (row.offset + i) * d->row_stride, d->stride,
        bound);
  row.offset = 0;
  return component_value(&row, values, 1, bound);
}

/* Compares one entry with the best of the differences. */
static am_finding compare_entry(comparison *c, const matrix_entry *e) {
  const am_differences *d = &c->differences;
  double error = DBL_MIN + component_value(&c->about->rows.items[e->row],
                                           c->end_error, 1, true);
  am_finding found = {.ours = entry_value(c, e, c->matrix, false)};
  found.reference = am_differences_best(d, e->row, error, &found.bound);
  found.bound += entry_value(c, e, c->matrix_error, true);
  double slope = am_differences_slope(d, e->row, error, found.ours);
  if (isnan(slope)) return found;
  AM_PUSH_ROOM(c->subject->arena, c->slopes, c->slope_count, c->slope_capacity);
  c->slopes[c->slope_count++] = slope;
  return found;
}

static void note_worst(comparison *c, const am_finding *found,
                       const matrix_entry *e) {
  const char *by = e->along->components.items[e->index].name;
  if (am_worst_take(&c->here, found->ours, found->reference, found->bound,
                    &c->sample->start))
    c->here.finding.entry =
        am_format(c->subject->arena, "d%s/d%s",
                  c->about->rows.items[e->row].name, by);
}

/* ---- states -------------------------------------------------------------- */

/* Compares the rows along the direction, with steps from `largest`/32
 * downwards. */
static bool compare_rows(comparison *c, const am_directions *along, int index,
                         double largest, direction_result *result) {
  am_differences *d = &c->differences;
  *result = (direction_result){.ratio = -1};
  if (am_differences_take(d, 0, largest / 32, AM_DIFFERENCE_STEPS) <
      LEAST_STEPS)
    return false;
  /* Rounding error at the end of the largest step; at the start of the step the
   * error may vanish, for example for a product of zeros. */
  am_values_rounding(c->about->values, move_inputs(c, d->step[0]),
                     c->end_error);
  for (int i = 0; i < am_values_count(c->about->values); i++)
    c->end_error[i] += c->value_error[i];
  for (int r = 0; r < c->about->rows.count; r++) {
    const matrix_entry e = {along, r, index};
    am_finding found = compare_entry(c, &e);
    double ratio = am_finding_ratio(&found);
    if (ratio > result->ratio)
      *result = (direction_result){found, ratio, e};
  }
  return true;
}

/* If the steps are too long for a decision, tries shorter ones that change no
 * quantity by more than its norm. */
static bool compare_direction(comparison *c, const am_directions *along,
                              int index) {
  double largest = set_direction(c, along, index), local = local_step(c);
  size_t slopes = c->slope_count;
  direction_result result, shorter;
  bool good = compare_rows(c, along, index, largest, &result);
  bool clear = good && result.ratio <= 1;
  if (!clear && local < largest) {
    c->slope_count = slopes;
    bool found = compare_rows(c, along, index, local, &shorter);
    if (found && good) {
      /* True if the shorter steps show that the longer ones were
       * inconclusive. */
      const am_finding *f = &result.worst;
      am_finding again = compare_entry(c, &result.entry);
      found = shorter.ratio <= 1 &&
              again.bound < 0.1 * fabs(f->ours - f->reference);
    }
    if (found) result = shorter;
    good |= found;
  }
  if (!good) return false;
  note_worst(c, &result.worst, &result.entry);
  return true;
}

/* If there are many directions, tests an evenly spaced subset in each state. */
static bool compare_all(comparison *c) {
  am_random random = c->sample->random;
  for (int b = 0; b < c->about->along_count; b++) {
    const am_directions *along = &c->about->along[b];
    int count = along->components.count;
    int stride = (count + MOST_DIRECTIONS - 1) / MOST_DIRECTIONS;
    int first = (int)am_random_in(&random, 0, stride);
    for (int i = first; i < count; i += stride)
      if (!compare_direction(c, along, i)) return false;
  }
  return true;
}

static bool compare_sample(void *data, const am_random_state *sample) {
  comparison *c = data;
  const am_derivatives *about = c->about;
  size_t slopes = c->slope_count;
  c->sample = sample;
  c->here = c->worst;
  am_values_rounding(about->derivatives, sample->inputs, c->matrix_error);
  memcpy(c->matrix, am_values_at(about->derivatives, sample->inputs),
         (size_t)am_values_count(about->derivatives) * sizeof *c->matrix);
  am_values_rounding(about->values, sample->inputs, c->value_error);
  am_values_at(about->values, sample->inputs);
  am_values_mark(about->values);
  memcpy(c->moved, sample->inputs,
         (size_t)am_input_offset(c->subject->law, AM_INPUT_KINDS) *
             sizeof *c->moved);
  if (!compare_all(c)) {
    c->slope_count = slopes;
    return false;
  }
  c->worst = c->here;
  return true;
}

/* Observed order of the errors; values above two count as two. */
static void add_order(comparison *c) {
  am_arena *arena = c->subject->arena;
  if (!c->slope_count) return;
  gsl_sort(c->slopes, 1, c->slope_count);
  double median =
      gsl_stats_median_from_sorted_data(c->slopes, 1, c->slope_count);
  am_finding_add(
      c->subject,
      &(am_finding){
          .check = c->about->check,
          .what = am_format(arena, "%s, order", c->about->what),
          .time = NAN, .ours = fmin(median, 2), .reference = 2, .bound = 0.5,
          .note = am_format(arena, "median of %zu slopes of log(error) over "
                            "log(step)", c->slope_count)});
}

am_status am_check_derivatives(am_subject *subject,
                               const am_derivatives *about) {
  am_arena *arena = subject->arena;
  int values = am_values_count(about->values);
  int outputs = am_values_count(about->derivatives);
  int inputs = am_input_offset(subject->law, AM_INPUT_KINDS);
  comparison c = {
      .subject = subject, .about = about,
      .worst = am_worst_new(subject, about->check, about->what, NULL),
      .direction = AM_ARRAY(arena, double, inputs),
      .moved = AM_ARRAY(arena, double, inputs),
      .matrix = AM_ARRAY(arena, double, outputs),
      .matrix_error = AM_ARRAY(arena, double, outputs),
      .value_error = AM_ARRAY(arena, double, values),
      .end_error = AM_ARRAY(arena, double, values)};
  c.differences = am_differences_new(
      arena, (am_line){about->rows.count, 1, rows_along, &c});
  AM_TRY(am_check_states(subject, about->check, compare_sample, &c));
  am_worst_add_state(&c.worst);
  add_order(&c);
  return AM_OK;
}
