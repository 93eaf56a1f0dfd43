/* anderson.c: Anderson acceleration, u <- u - g - sum c_i (s_i - y_i) with
 * changes s_i of u and y_i of g, and coefficients c_i that minimise |g - sum
 * c_i y_i| in the metric of C0 (Anderson 1965; Walker and Ni 2011).
 *
 * Each new y_i is orthogonalised against the others.  If the problem is nearly
 * linear and symmetric, two changes have the effect of many (truncated
 * Gram-Schmidt, Tang, Xu, He, Saad and Xi 2024).  At the first iterate of a
 * loading step no changes exist yet; the scheme then uses the changes over the
 * last loading steps, each from its first iterate to its solution.
 *
 * Changes are stored in single precision: they need not be accurate, and the
 * gradient that they correct is not rounded. */
#include "homogenization/parts.h"

typedef struct {
  am_vector *step;   /* s - y */
  am_vector *change; /* y */
  double square;     /* (y, y) */
  double along;      /* (g, y) for the last gradient g */
} column;

/* Columns with orthogonal changes, newest first.  Entries of `items` [most]
 * beyond `count` hold allocated vectors only. */
typedef struct {
  column *items;
  int most, count;
} columns;

struct am_iteration {
  am_space *space;
  columns recent;    /* of this loading step */
  columns whole;     /* of previous loading steps */
  double lambda, mu; /* of the metric */
  bool begun;        /* an iterate exists, stored in the last column of
                        `whole` */
  am_vector *before; /* gradient of the last iterate */
  double square;     /* |before|^2 */
  am_vector *last;   /* last step, in single precision */
  double *products;  /* [most + 2] */
  double *weights;   /* [most + 3] */
  const am_vector **terms; /* [most + 3] */
};

/* A change counts as linearly dependent on others if the square of its
 * component orthogonal to them is less than this fraction of its square. */
static const double dependent = 1e-4;

/* A change over a loading step is not used if the projection of the gradient on
 * it exceeds this multiple of the change. */
static const double most_alike = 3;

static am_status open_columns(am_arena *arena, am_report *report, am_space *s,
                              int most, columns *c) {
  *c = (columns){.items = AM_ARRAY(arena, column, most), .most = most};
  for (int i = 0; i < most; i++) {
    AM_TRY(am_space_vector(s, report, true, &c->items[i].step));
    AM_TRY(am_space_vector(s, report, true, &c->items[i].change));
  }
  return AM_OK;
}

/* Each kind of columns gets half of the depth, but at least two are recent,
 * since one does not suffice for nonlinear problems. */
static am_status open_anderson(am_arena *arena, am_report *report,
                               const am_equilibrium_problem *problem,
                               am_iteration **result) {
  am_iteration *it = *result = AM_NEW(arena, am_iteration);
  am_space *s = it->space = problem->space;
  int depth =
      problem->settings->depth > 2 ? (int)problem->settings->depth : 2;
  int recent = depth > 3 ? (depth + 1) / 2 : 2;
  AM_TRY(open_columns(arena, report, s, recent, &it->recent));
  AM_TRY(open_columns(arena, report, s,
                      depth > recent ? depth - recent + 1 : 0, &it->whole));
  it->products = AM_ARRAY(arena, double, depth + 2);
  it->weights = AM_ARRAY(arena, double, depth + 3);
  it->terms = AM_ARRAY(arena, const am_vector *, depth + 3);
  AM_TRY(am_space_vector(s, report, true, &it->last));
  return am_space_vector(s, report, true, &it->before);
}

/* Discards all columns if the metric has changed, since gradients depend on
 * it. */
static void restart_anderson(am_iteration *it, bool extrapolated) {
  bool changed = it->lambda != it->space->lambda || it->mu != it->space->mu;
  it->recent.count = 0;
  if (!extrapolated || changed) it->whole.count = 0;
  it->lambda = it->space->lambda;
  it->mu = it->space->mu;
  it->begun = false;
}

/* Inner products of a with itself, with b, and with the changes. */
static void multiply(am_iteration *it, const columns *c, const am_vector *a,
                     const am_vector *b) {
  it->terms[0] = a;
  it->terms[1] = b;
  for (int i = 0; i < c->count; i++) it->terms[2 + i] = c->items[i].change;
  am_space_dots(it->space, a, 2 + c->count, it->terms, it->products);
}

/* y = sum of `count` terms minus the changes or steps of the columns times
 * factors [c->count]. */
static void reduce(am_iteration *it, const columns *c, int count,
                   const double *factors, bool change, am_vector *y) {
  for (int i = 0; i < c->count; i++) {
    const column *item = &c->items[i];
    it->terms[count + i] = change ? item->change : item->step;
    it->weights[count + i] = -factors[i];
  }
  am_space_combine(it->space, y, count + c->count, it->weights, it->terms);
}

static void set_term(am_iteration *it, int i, double weight,
                     const am_vector *x) {
  it->weights[i] = weight;
  it->terms[i] = x;
}

/* Column whose vectors the next new column will overwrite. */
static column *spare(const columns *c) { return &c->items[c->most - 1]; }

static void push_column(columns *c, double square, double along) {
  column item = *spare(c);
  memmove(c->items + 1, c->items, (size_t)(c->most - 1) * sizeof item);
  item.square = square;
  item.along = along;
  c->items[0] = item;
  if (c->count < c->most) c->count++;
}

/* Adds the change to g as the newest column, orthogonalised against the others,
 * after multiply().  The new column replaces all others if it is linearly
 * dependent on them or if the residual has increased. */
static void take_change(am_iteration *it, const am_vector *g) {
  columns *c = &it->recent;
  const double *p = it->products;
  double factors[AM_DEEPEST] = {0}, along = p[0] - p[1];
  double whole = p[0] - 2 * p[1] + it->square, square = whole;
  for (int i = 0; i < c->count; i++) {
    const column *item = &c->items[i];
    factors[i] = (p[2 + i] - item->along) / item->square;
    square -= factors[i] * factors[i] * item->square;
  }
  if (!(square > dependent * whole && p[0] <= it->square)) {
    c->count = 0;
    square = whole;
  }
  for (int i = 0; i < c->count; i++) {
    along -= factors[i] * p[2 + i];
    c->items[i].along = p[2 + i];
  }
  if (!(square > 0)) return;
  set_term(it, 0, 1, it->last);
  set_term(it, 1, -1, g);
  set_term(it, 2, 1, it->before);
  reduce(it, c, 3, factors, false, spare(c)->step);
  set_term(it, 0, 1, g);
  set_term(it, 1, -1, it->before);
  reduce(it, c, 2, factors, true, spare(c)->change);
  push_column(c, square, along);
}

/* Sets the step from u, with the optimal coefficients of the columns. */
static void take_step(am_iteration *it, const columns *c, const am_vector *g) {
  double factors[AM_DEEPEST];
  for (int i = 0; i < c->count; i++)
    factors[i] = c->items[i].along / c->items[i].square;
  set_term(it, 0, -1, g);
  reduce(it, c, 1, factors, false, it->last);
}

/* First iterate of a loading step, before any recent column exists. */
static void begin_step(am_iteration *it, const am_vector *u,
                       const am_vector *g) {
  columns *c = &it->whole;
  multiply(it, c, g, g);
  am_space_collect(it->space, true);
  for (int i = 0; i < c->count; i++) {
    double along = it->products[2 + i];
    bool alike = fabs(along) <= most_alike * c->items[i].square;
    c->items[i].along = alike ? along : 0;
  }
  take_step(it, c, g);
  it->begun = true;
  if (c->most == 0) return;
  am_space_copy(it->space, spare(c)->step, u);
  am_space_copy(it->space, spare(c)->change, g);
}

static long update_anderson(am_iteration *it, am_vector *u,
                            const am_vector *g) {
  if (it->begun) {
    multiply(it, &it->recent, g, it->before);
    am_space_collect(it->space, true);
    take_change(it, g);
    take_step(it, &it->recent, g);
  } else {
    begin_step(it, u, g);
  }
  const am_vector *const terms[] = {u, it->last};
  am_space_combine(it->space, u, 2, (const double[]){1, 1}, terms);
  am_space_copy(it->space, it->before, g);
  am_space_collect(it->space, false);
  it->square = it->products[0];
  return 0;
}

/* Orthogonalises column i against the newer ones; false if it is linearly
 * dependent on them. */
static bool orthogonalise(am_iteration *it, int i) {
  column *item = &it->whole.items[i];
  const columns newer = {.items = it->whole.items, .count = i};
  double factors[AM_DEEPEST], whole;
  multiply(it, &newer, item->change, item->change);
  item->square = whole = it->products[0];
  for (int k = 0; k < i; k++) {
    factors[k] = it->products[2 + k] / newer.items[k].square;
    item->square -= factors[k] * factors[k] * newer.items[k].square;
  }
  set_term(it, 0, 1, item->step);
  reduce(it, &newer, 1, factors, false, item->step);
  set_term(it, 0, 1, item->change);
  reduce(it, &newer, 1, factors, true, item->change);
  return item->square > dependent * whole;
}

/* Adds the column of the whole loading step. */
static void finish_anderson(am_iteration *it, const am_vector *u,
                            const am_vector *g) {
  columns *c = &it->whole;
  column *item = spare(c);
  if (!it->begun || c->most == 0) return;
  const double signs[] = {1, -1, -1};
  const am_vector *const change[] = {g, item->change};
  const am_vector *const step[] = {u, item->step, item->change};
  am_space_combine(it->space, item->change, 2, signs, change);
  am_space_combine(it->space, item->step, 3, signs, step);
  push_column(c, 0, 0);
  if (c->count == c->most) c->count--;
  for (int i = 0, count = c->count; i < count; i++)
    if (!orthogonalise(it, i)) {
      c->count = i;
      return;
    }
}

/* Columns of previous loading steps do not change during a loading step, so
 * that they can be saved at any time. */
static void remember_anderson(am_iteration *it, am_scheme_memory *memory) {
  const columns *c = &it->whole;
  *memory = (am_scheme_memory){.number_count = c->most + 3,
                               .vector_count = 2 * c->most};
  memory->numbers[c->most] = c->count;
  memory->numbers[c->most + 1] = it->lambda;
  memory->numbers[c->most + 2] = it->mu;
  for (int i = 0; i < c->most; i++) {
    memory->numbers[i] = i < c->count ? c->items[i].square : 0;
    memory->vectors[2 * i] = c->items[i].step;
    memory->vectors[2 * i + 1] = c->items[i].change;
  }
}

static void recall_anderson(am_iteration *it, const am_scheme_memory *memory) {
  columns *c = &it->whole;
  int count = (int)memory->numbers[c->most];
  c->count = count >= 0 && count < c->most ? count : 0;
  it->lambda = memory->numbers[c->most + 1];
  it->mu = memory->numbers[c->most + 2];
  for (int i = 0; i < c->count; i++) c->items[i].square = memory->numbers[i];
}

const am_acceleration am_acceleration_anderson = {
    .open = open_anderson,
    .restart = restart_anderson,
    .update = update_anderson,
    .finish = finish_anderson,
    .remember = remember_anderson,
    .recall = recall_anderson};
