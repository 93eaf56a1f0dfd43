#include "check/derivative.h"

#include <float.h>
#include <gsl/gsl_deriv.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "check/sampling.h"
#include "check/sweep.h"

enum { LEAST_STEPS = 4, MOST_COLUMNS = 60 };

/* The comparison, and one state of it. */
typedef struct {
  am_subject *subject;
  const am_derivative *about;
  am_sampler *sampler;
  int values, outputs;     /* numbers of them */
  double *error, *slack;   /* of rounding, of values and derivatives … */
  double *far;             /* … and of values a step away */
  double *matrix;          /* the derivatives */
  double *here, *delta;    /* spots: where values are, direction of a column */
  double *plus;            /* [rows] */
  double *quotients;       /* [AM_SWEEP_STEPS][rows] */
  double *steps;           /* [AM_SWEEP_STEPS] */
  const am_drawn *drawn;
  const char *confirmed_what;
  am_finding all_worst, all_confirmed; /* of the states so far */
  am_finding worst, confirmed;         /* of this one, where they are worse */
  double *slopes;
  size_t slope_count, slope_capacity, slopes_before;
} comparison;

static double norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

/* An entry of the matrix. */
typedef struct {
  const am_columns_of *block;
  int row, column;
} entry;

/* ---- columns ------------------------------------------------------------- */

static int column_count(const am_columns_of *block) {
  return block->kind == AM_INPUT_DIRECTION ? 6
         : block->kind == AM_INPUT_ALONG  ? 1
                                          : block->columns.count;
}

static const char *column_name(const comparison *c,
                               const am_columns_of *block, int column) {
  if (block->kind == AM_INPUT_ALONG) return "(direction)";
  if (block->kind == AM_INPUT_DIRECTION)
    return am_format(c->subject->arena, "(direction %d)", column + 1);
  return block->columns.items[column].name;
}

/* The direction of a column in spots, and the largest step along it: a part
 * of what is moved, or of its scale where it is near 0. */
static double aim_axis(comparison *c, const am_columns_of *block,
                       int column) {
  const am_axis *axis = &block->columns.items[column];
  int begin = am_spot_offset(c->subject->law, block->kind) + axis->offset;
  double scale = c->drawn->strain;
  for (int i = 0; i < axis->size; i++)
    c->delta[begin + i] = axis->weight[i];
  if (block->kind == AM_INPUT_STATE)
    scale = am_sampler_state_scale(c->sampler, axis->offset);
  if (block->kind == AM_INPUT_FORCE)
    scale = am_sampler_force_scale(c->sampler, axis->offset);
  return fmax(norm(c->drawn->spot + begin, axis->size), 0.03 * scale);
}

static double aim_direction(comparison *c, const am_columns_of *block,
                            int column) {
  const am_law *law = c->subject->law;
  const double *spot = c->drawn->spot;
  const double *z = spot + am_spot_offset(law, AM_INPUT_DIRECTION);
  memcpy(c->delta + 6, z + column * law->nx,
         (size_t)block->coordinates * sizeof *c->delta);
  c->delta[column] = spot[am_spot_offset(law, AM_INPUT_TIME)];
  return c->drawn->strain;
}

static double aim_along(comparison *c) {
  const am_law *law = c->subject->law;
  const double *u = c->drawn->spot + am_spot_offset(law, AM_INPUT_ALONG);
  memcpy(c->delta + 6, u, (size_t)law->na * sizeof *u);
  memcpy(c->delta, u + law->na, 6 * sizeof *u);
  return c->drawn->strain;
}

static double aim(comparison *c, const am_columns_of *block, int column) {
  memset(c->delta, 0, (size_t)am_spot_offset(c->subject->law, AM_INPUT_KINDS) *
                          sizeof *c->delta);
  if (block->kind == AM_INPUT_DIRECTION) return aim_direction(c, block, column);
  if (block->kind == AM_INPUT_ALONG) return aim_along(c);
  return aim_axis(c, block, column);
}

/* The step along the direction by which a quantity moves as far as it is
 * long; infinite where it does not. */
static double steps_to_length(const comparison *c, int begin, int size) {
  double moved = norm(c->delta + begin, size);
  double length = norm(c->drawn->spot + begin, size);
  return moved > 0 && length > 0 ? length / moved : INFINITY;
}

/* The least one of all quantities. */
static double local_length(const comparison *c) {
  const am_law *law = c->subject->law;
  int state = am_spot_offset(law, AM_INPUT_STATE);
  int force = am_spot_offset(law, AM_INPUT_FORCE);
  double least = steps_to_length(c, 0, 6);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    least = fmin(least, steps_to_length(c, state + v->offset, v->size));
    least = fmin(least, steps_to_length(c, force + v->offset, v->size));
  }
  return least;
}

/* ---- quotients ----------------------------------------------------------- */

static const double *step_away(comparison *c, double step) {
  const double *spot = c->drawn->spot;
  int moving = am_spot_offset(c->subject->law, AM_INPUT_DIRECTION);
  for (int i = 0; i < moving; i++) c->here[i] = spot[i] + step * c->delta[i];
  return c->here;
}

/* The values a step along the direction from the state; NULL where something
 * lies between. */
static const double *values_at(comparison *c, double step) {
  const double *values = am_values_at(c->about->values, step_away(c, step));
  for (int i = 0; i < c->values; i++)
    if (!isfinite(values[i])) return NULL;
  return am_values_smooth(c->about->values) ? values : NULL;
}

static bool take_quotients(comparison *c, double step, double *quotients) {
  const am_axes *rows = &c->about->rows;
  const double *values = values_at(c, step);
  if (!values) return false;
  for (int r = 0; r < rows->count; r++)
    c->plus[r] = am_axis_value(&rows->items[r], values);
  values = values_at(c, -step);
  if (!values) return false;
  for (int r = 0; r < rows->count; r++)
    quotients[r] =
        (c->plus[r] - am_axis_value(&rows->items[r], values)) / (2 * step);
  return true;
}

/* Rounding at the end of the largest step: of a product of zeros, say, there
 * is none at its beginning. */
static void bound_rounding(comparison *c, double step) {
  am_values_rounding(c->about->values, step_away(c, step), c->far);
  for (int i = 0; i < c->values; i++) c->far[i] += c->error[i];
}

/* Steps from the largest one that nothing stands in the way of: their
 * number. */
static int sweep_column(comparison *c, double largest) {
  int count = 0;
  double step = largest / 32;
  for (int k = 0; k < AM_SWEEP_STEPS; k++, step /= 2) {
    double *row = c->quotients + count * c->about->rows.count;
    if (!take_quotients(c, step, row))
      count = 0;
    else
      c->steps[count++] = step;
  }
  return count;
}

/* ---- entries ------------------------------------------------------------- */

static double sum_of_errors(const am_axis *axis, const double *errors) {
  double sum = 0;
  for (int i = 0; i < axis->size; i++)
    sum += fabs(axis->weight[i]) * errors[axis->offset + i];
  return sum;
}

/* The derivative in a row of coordinates along the present column, from the
 * outputs, or the bound of its error from theirs. */
static double coordinate_entry(const am_columns_of *block, int row,
                               int column, const double *outputs, bool bound) {
  const double *line = outputs + block->offset + row * block->row_stride;
  if (block->kind == AM_INPUT_DIRECTION || block->kind == AM_INPUT_ALONG)
    return line[column * block->column_stride];
  const am_axis *axis = &block->columns.items[column];
  double sum = 0;
  for (int i = 0; i < axis->size; i++) {
    double weight = bound ? fabs(axis->weight[i]) : axis->weight[i];
    sum += weight * line[(axis->offset + i) * block->column_stride];
  }
  return sum;
}

static double entry_of(const am_columns_of *block, const am_axis *row,
                       int column, const double *outputs, bool bound) {
  double sum = 0;
  for (int i = 0; i < row->size; i++) {
    double weight = bound ? fabs(row->weight[i]) : row->weight[i];
    sum += weight * coordinate_entry(block, row->offset + i, column, outputs,
                                     bound);
  }
  return sum;
}

static am_sweep sweep_of(const comparison *c, int row, int count) {
  am_sweep sweep = {.count = count};
  double error = sum_of_errors(&c->about->rows.items[row], c->far);
  for (int k = 0; k < count; k++) {
    sweep.step[k] = c->steps[k];
    sweep.quotient[k] = c->quotients[k * c->about->rows.count + row];
    sweep.rounding[k] = (error + DBL_MIN) / c->steps[k];
  }
  return sweep;
}

static void note_slope(comparison *c, const am_sweep *sweep, double ours) {
  double slope = am_sweep_slope(sweep, ours);
  if (isnan(slope)) return;
  AM_PUSH_ROOM(c->subject->arena, c->slopes, c->slope_count,
               c->slope_capacity);
  c->slopes[c->slope_count++] = slope;
}

/* One entry against its sweep. */
static am_finding compare(comparison *c, const am_columns_of *block,
                          int row, int column, int count, int *best) {
  const am_axis *axis = &c->about->rows.items[row];
  am_sweep sweep = sweep_of(c, row, count);
  am_finding found = {
      .check = c->about->check, .what = c->about->what, .time = NAN,
      .ours = entry_of(block, axis, column, c->matrix, false)};
  am_sweep_estimate(&sweep, best, &found.bound);
  found.reference = sweep.quotient[*best];
  found.bound += entry_of(block, axis, column, c->slack, true);
  note_slope(c, &sweep, found.ours);
  return found;
}

/* ---- gsl_deriv_central --------------------------------------------------- */

/* A row along the present column. */
typedef struct {
  comparison *c;
  const am_axis *row;
  double least; /* step taken */
  bool crossed; /* a kink */
} line;

static double value_on(double x, void *data) {
  line *l = data;
  const double *values = values_at(l->c, x);
  l->least = fmin(l->least, fabs(x));
  if (values) return am_axis_value(l->row, values);
  l->crossed = true;
  return NAN;
}

/* Keeps a finding that is the worst of all states, this one included. */
static void keep(comparison *c, const am_finding *found, const entry *e,
                 am_finding *here, const am_finding *all) {
  if (!am_finding_exceeds(found, here) || !am_finding_exceeds(found, all))
    return;
  *here = *found;
  here->state = am_state_keep(c->subject, c->drawn->state);
  here->entry = am_format(c->subject->arena, "d%s/d%s",
                          c->about->rows.items[e->row].name,
                          column_name(c, e->block, e->column));
}

static void confirm(comparison *c, const am_finding *found, const entry *e,
                    double step) {
  line l = {c, &c->about->rows.items[e->row], INFINITY, false};
  gsl_function function = {value_on, &l};
  am_finding confirmed = *found;
  double error;
  gsl_deriv_central(&function, 0, step, &confirmed.reference, &error);
  if (l.crossed) return;
  double rounding = sum_of_errors(l.row, c->far) / l.least;
  confirmed.what = c->confirmed_what;
  confirmed.bound = 10 * error + 100 * rounding +
                    1e-9 * fabs(confirmed.reference);
  keep(c, &confirmed, e, &c->confirmed, &c->all_confirmed);
}

/* ---- states -------------------------------------------------------------- */

/* What a sweep of a column has shown. */
typedef struct {
  am_finding worst;
  entry at;
  int count;   /* steps */
  double step; /* the best one */
} column_sweep;

static bool judge(comparison *c, const am_columns_of *block, int column,
                  double largest, column_sweep *sweep) {
  *sweep = (column_sweep){.at = {block, 0, column}};
  sweep->count = sweep_column(c, largest);
  if (sweep->count < LEAST_STEPS) return false;
  bound_rounding(c, c->steps[0]);
  for (int r = 0; r < c->about->rows.count; r++) {
    int best;
    am_finding found = compare(c, block, r, column, sweep->count, &best);
    if (!am_finding_exceeds(&found, &sweep->worst)) continue;
    sweep->worst = found;
    sweep->at.row = r;
    sweep->step = c->steps[best];
  }
  return true;
}

/* Does a sweep of shorter steps, the last one made, show that those of
 * another one were too long to tell? */
static bool resolves(comparison *c, const column_sweep *shorter,
                     const column_sweep *longer) {
  const entry *e = &longer->at;
  const am_finding *f = &longer->worst;
  int best;
  am_finding again =
      compare(c, e->block, e->row, e->column, shorter->count, &best);
  return am_finding_ratio(&shorter->worst) <= 1 &&
         again.bound < 0.1 * fabs(f->ours - f->reference);
}

static bool check_column(comparison *c, const am_columns_of *block,
                         int column) {
  double largest = aim(c, block, column), local = local_length(c);
  size_t slopes = c->slope_count;
  column_sweep sweep, shorter;
  bool good = judge(c, block, column, largest, &sweep);
  bool clear = good && am_finding_ratio(&sweep.worst) <= 1;
  if (!clear && local < largest) {
    c->slope_count = slopes;
    bool found = judge(c, block, column, local, &shorter);
    if (found && (!good || resolves(c, &shorter, &sweep))) {
      sweep = shorter;
      good = true;
    }
  }
  if (!good) return false;
  keep(c, &sweep.worst, &sweep.at, &c->worst, &c->all_worst);
  confirm(c, &sweep.worst, &sweep.at, sweep.step);
  return true;
}

/* Of many columns each state looks at some, spread over all. */
static bool check_blocks(comparison *c) {
  am_random random = c->drawn->random;
  for (int b = 0; b < c->about->block_count; b++) {
    const am_columns_of *block = &c->about->blocks[b];
    int count = column_count(block);
    int stride = (count + MOST_COLUMNS - 1) / MOST_COLUMNS;
    int first = (int)am_random_in(&random, 0, stride);
    for (int i = first; i < count; i += stride)
      if (!check_column(c, block, i)) return false;
  }
  return true;
}

static bool visit(void *data, const am_drawn *drawn) {
  comparison *c = data;
  size_t size = (size_t)c->outputs * sizeof *c->matrix;
  c->drawn = drawn;
  c->worst = c->confirmed = (am_finding){0};
  c->slopes_before = c->slope_count;
  am_values_rounding(c->about->derivatives, drawn->spot, c->slack);
  memcpy(c->matrix, am_values_at(c->about->derivatives, drawn->spot), size);
  am_values_rounding(c->about->values, drawn->spot, c->error);
  am_values_at(c->about->values, drawn->spot);
  am_values_mark(c->about->values);
  memcpy(c->here, drawn->spot,
         (size_t)am_spot_offset(c->subject->law, AM_INPUT_KINDS) *
             sizeof *c->here);
  if (!check_blocks(c)) {
    c->slope_count = c->slopes_before;
    return false;
  }
  if (c->worst.what) c->all_worst = c->worst;
  if (c->confirmed.what) c->all_confirmed = c->confirmed;
  return true;
}

/* An order above two is as good as two. */
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

static void take_memory(comparison *c) {
  am_arena *arena = c->subject->arena;
  int rows = c->about->rows.count;
  int spot = am_spot_offset(c->subject->law, AM_INPUT_KINDS);
  c->values = am_values_count(c->about->values);
  c->outputs = am_values_count(c->about->derivatives);
  c->error = AM_ARRAY(arena, double, c->values);
  c->far = AM_ARRAY(arena, double, c->values);
  c->slack = AM_ARRAY(arena, double, c->outputs);
  c->matrix = AM_ARRAY(arena, double, c->outputs);
  c->here = AM_ARRAY(arena, double, spot);
  c->delta = AM_ARRAY(arena, double, spot);
  c->plus = AM_ARRAY(arena, double, rows);
  c->quotients = AM_ARRAY(arena, double, AM_SWEEP_STEPS * rows);
  c->steps = AM_ARRAY(arena, double, AM_SWEEP_STEPS);
}

am_status am_check_derivative(am_subject *subject,
                              const am_derivative *derivative) {
  comparison c = {.subject = subject, .about = derivative};
  AM_TRY(am_check_sampler(subject, &c.sampler));
  take_memory(&c);
  c.confirmed_what =
      am_format(subject->arena, "%s, GSL", derivative->what);
  AM_TRY(am_check_states(subject, derivative->check, visit, &c));
  if (c.all_worst.what) am_finding_add(subject, &c.all_worst);
  if (c.all_confirmed.what) am_finding_add(subject, &c.all_confirmed);
  add_order(&c);
  return AM_OK;
}
