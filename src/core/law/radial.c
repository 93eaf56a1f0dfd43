/* radial.c: tests whether a law admits a radial return, and rewrites it. */
#include "law/radial.h"

#include "law/build.h"

enum { DEVIATOR = 5 };

/* ---- test at random states ----------------------------------------------- */

enum { SAMPLES = 256, FLOWING = 32 };

/* A law at a random state: outputs of a program. */
typedef struct {
  const am_law *law;
  int first, na; /* coordinate of the deviator; number of coordinates */
  am_node *nodes;
  double *values;  /* of nodes: */
  double *A;       /* [5] deviatoric force */
  double *f;       /* [na] rates */
  double *A_by_y;  /* [5][na] */
  double *A_by_eps; /* [5][6] */
  double *f_by_a;  /* [na][5] */
  double *f_by_eps; /* [na][6] */
  double *sig_by_a; /* [6][5] */
} sample;

/* Arguments of a law, drawn at random. */
typedef struct {
  double *eps, *y, *fields, *parameters;
} drawn;

/* The only tensor variable; NULL if there is none or another one. */
static const am_variable *find_tensor(const am_law *law) {
  const am_variable *found = NULL;
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->kind == AM_SCALAR) continue;
    if (found || !v->solved) return NULL;
    found = v;
  }
  return found;
}

static int deviator_of(const am_variable *v) {
  return v->offset + v->size - DEVIATOR;
}

/* Places an array of `count` numbers after those before; its nodes are the
 * derivatives of y [ny] by x [nx]. */
static double *add_derivatives(sample *s, int *used, const am_node *y, int ny,
                               const am_node *x, int nx) {
  double *values = s->values + *used;
  if (x)
    am_jacobian(s->law->graph, y, ny, x, nx, s->nodes + *used);
  else
    memcpy(s->nodes + *used, y, (size_t)ny * sizeof *y);
  *used += ny * (x ? nx : 1);
  return values;
}

/* Lists forces, rates, and derivatives of forces and stress; then, if `all`,
 * those of the rates. Returns their number. */
static int list_nodes(am_arena *arena, sample *s, bool all) {
  const am_law *law = s->law;
  am_graph *g = law->graph;
  int na = s->na, used = 0;
  size_t most = (size_t)(DEVIATOR + na + DEVIATOR * (na + 6) +
                         na * (DEVIATOR + 6) + 6 * DEVIATOR);
  const am_node *eps = am_inputs(arena, g, AM_INPUT_STRAIN, 0, 6);
  const am_node *y = am_inputs(arena, g, AM_INPUT_STATE, 0, na);
  const am_node *a = y + s->first, *A = law->force + s->first;
  s->nodes = AM_ARRAY(arena, am_node, most);
  s->values = AM_ARRAY(arena, double, most);
  s->A = add_derivatives(s, &used, A, DEVIATOR, NULL, 0);
  s->f = add_derivatives(s, &used, law->rate, na, NULL, 0);
  s->A_by_y = add_derivatives(s, &used, A, DEVIATOR, y, na);
  s->A_by_eps = add_derivatives(s, &used, A, DEVIATOR, eps, 6);
  s->sig_by_a = add_derivatives(s, &used, law->stress, 6, a, DEVIATOR);
  if (!all) return used;
  s->f_by_a = add_derivatives(s, &used, law->rate, na, a, DEVIATOR);
  s->f_by_eps = add_derivatives(s, &used, law->rate, na, eps, 6);
  return used;
}

/* Uniform in [0, 1); a linear congruential generator. */
static double next_random(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static double times(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < DEVIATOR; i++) sum += a[i] * b[i];
  return sum;
}

/* True if |x - factor t| is small compared with `size`, or an underflow. */
static bool is_along(const double *x, double factor, const double *t,
                     double size) {
  double off = 0;
  for (int i = 0; i < DEVIATOR; i++)
    off = fmax(off, fabs(x[i] - factor * t[i]));
  return off <= 1e-9 * size + 1e-150;
}

static bool is_parallel(const double *x, const double *n) {
  return is_along(x, times(x, n), n, sqrt(times(x, x)));
}

/* True if the block [5][5] of a matrix is a multiple of the identity. */
static bool is_isotropic(const double *block, int stride) {
  for (int i = 0; i < DEVIATOR; i++) {
    double row[DEVIATOR] = {0};
    row[i] = 1;
    if (!is_along(block + i * stride, block[0], row, fabs(block[0])))
      return false;
  }
  return true;
}

/* True if column `at` of D [5][stride] is parallel to n. */
static bool is_column_parallel(const double *D, int stride, int at,
                               const double *n) {
  double column[DEVIATOR];
  for (int i = 0; i < DEVIATOR; i++) column[i] = D[i * stride + at];
  return is_parallel(column, n);
}

/* True if a change t of the strain or of a changes the flow by `expected` t
 * and no other rate.  D [na][stride]: derivatives of the rates. */
static bool is_flow_isotropic(const sample *s, const double *D, int stride,
                              double expected, const double *t) {
  double along[DEVIATOR] = {0}, size = 0;
  for (int i = 0; i < s->na; i++) {
    const double *row = D + i * stride;
    double own = sqrt(times(row, row)), change = times(row, t);
    int k = i - s->first;
    if (k < 0 || k >= DEVIATOR) {
      if (fabs(change) > 1e-9 * own + 1e-150) return false;
    } else {
      along[k] = change;
      size = fmax(size, own);
    }
  }
  return is_along(along, expected, t, size);
}

/* True if flow and changes of the force by scalars are parallel to n, and its
 * changes by strain and a isotropic. */
static bool is_force_radial(const sample *s, const double *n) {
  bool good = is_isotropic(s->A_by_y + s->first, s->na) &&
              is_isotropic(s->A_by_eps + 1, 6) &&
              is_isotropic(s->sig_by_a + DEVIATOR, DEVIATOR) &&
              is_along(s->sig_by_a, 0, n, 0) &&
              is_parallel(s->f + s->first, n) &&
              is_column_parallel(s->A_by_eps, 6, 0, n);
  for (int i = 0; i < s->na; i++)
    if (i < s->first || i >= s->first + DEVIATOR)
      good = good && is_column_parallel(s->A_by_y, s->na, i, n);
  return good;
}

static bool is_flow_radial(const sample *s, const double *n, const double *t) {
  double ratio = times(s->f + s->first, n) / sqrt(times(s->A, s->A));
  return is_flow_isotropic(s, s->f_by_a, DEVIATOR,
                           ratio * s->A_by_y[s->first], t) &&
         is_flow_isotropic(s, s->f_by_eps + 1, 6, ratio * s->A_by_eps[1], t);
}

/* A value between a tenth and ten times another one, or any positive value if
 * that is zero, because the law must be radial for all values of fields and
 * parameters. */
static double draw_near(double value, uint64_t *seed) {
  double factor = pow(10, 2 * next_random(seed) - 1);
  double any = pow(10, 8 * next_random(seed) - 4);
  return value != 0 ? value * factor : any;
}

/* Strains and changes of the state of similar sizes between 1e-6 and 0.3.
 * `own`: fields and parameters of the law, and a state that grows. */
static void draw_sample(const am_law *law, uint64_t *seed, bool own,
                        const drawn *to) {
  double size = pow(10, -6 + 5.5 * next_random(seed));
  for (int i = 0; i < 6; i++) to->eps[i] = size * (2 * next_random(seed) - 1);
  for (int i = 0; i < law->na; i++) {
    double low = own || am_is_multiplier(law, i) ? 0 : -1;
    to->y[i] = law->initial[i] +
               size * (low + (1 - low) * next_random(seed));
  }
  for (int i = 0; i < law->nf; i++)
    to->fields[i] = own ? law->external[i] : draw_near(law->external[i], seed);
  for (int i = 0; i < law->parameter_numbers; i++)
    to->parameters[i] = own || law->structural[i]
                            ? law->parameters[i]
                            : draw_near(law->parameters[i], seed);
}

/* n = A/|A|, and a unit vector t perpendicular to it. */
static void find_directions(const double *A, uint64_t *seed, double *n,
                            double *t) {
  double size = sqrt(times(A, A));
  for (int i = 0; i < DEVIATOR; i++) {
    n[i] = A[i] / size;
    t[i] = next_random(seed) - 0.5;
  }
  double along = times(t, n);
  for (int i = 0; i < DEVIATOR; i++) t[i] -= along * n[i];
  size = sqrt(times(t, t));
  for (int i = 0; i < DEVIATOR; i++) t[i] /= size;
}

static bool all_finite(const double *values, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += 0 * values[i];
  return sum == 0;
}

/* True if the flow is at most proportional to the force, or the force cannot
 * vanish because it is then inside the elastic domain.  Otherwise a step may
 * end at the apex of a cone, where n is undefined.  Changes y. */
static bool is_smooth(const sample *s, am_frame *frame,
                      const double *const *inputs, double *y) {
  const double *f = s->f + s->first;
  double flow = times(f, f), m = -s->A_by_y[s->first];
  for (int i = 0; i < DEVIATOR; i++)
    y[s->first + i] += s->A[i] / m * (1 - 1e-5);
  am_frame_run(frame, inputs, s->values);
  if (times(f, f) <= 4e-10 * flow) return true;
  for (int k = 0; k < s->law->nd; k++)
    if (!(s->f[am_multiplier_at(s->law, k)] < 0)) return false;
  return s->law->nd > 0;
}

/* True if the force is radial at all random states and, if `all`, also the
 * flow; enough of them must flow. */
static bool is_radial(am_arena *arena, const am_law *law, int first,
                      bool all) {
  sample s = {.law = law, .first = first, .na = law->na};
  int count = list_nodes(arena, &s, all), flowing = 0;
  if (am_graph_full(law->graph)) return false;
  am_frame *frame = am_frame_new(
      arena, am_program_new(arena, law->graph, s.nodes, count));
  double eps[6], fields[AM_MOST_EXTERNAL], n[DEVIATOR], t[DEVIATOR];
  const drawn to = {eps, AM_ARRAY(arena, double, law->nx), fields,
                    AM_ARRAY(arena, double, law->parameter_numbers)};
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = eps,
                                          [AM_INPUT_STATE] = to.y,
                                          [AM_INPUT_EXTERNAL] = fields};
  uint64_t seed = 1;
  for (int i = 0; i < SAMPLES; i++) {
    bool own = i % 2;
    draw_sample(law, &seed, own, &to);
    am_frame_bind(frame, to.parameters);
    am_frame_run(frame, inputs, s.values);
    if (!all_finite(s.values, count) || !(times(s.A, s.A) > 0)) continue;
    find_directions(s.A, &seed, n, t);
    flowing += times(s.f + first, s.f + first) > 0;
    if (!is_force_radial(&s, n)) return false;
    if (all && !is_flow_radial(&s, n, t)) return false;
    if (own && !is_smooth(&s, frame, inputs, to.y)) return false;
  }
  return flowing >= FLOWING;
}

/* ---- the law with alpha -------------------------------------------------- */

/* Order of the inputs AM_INPUT_RADIAL: n, the old a, the old alpha, and the
 * length of the step. */
enum { NORMAL = 0, OLD = DEVIATOR, START = 2 * DEVIATOR, STEP };

typedef struct {
  am_arena *arena;
  am_graph *graph;
  const am_law *whole;
  int first;       /* coordinate of the deviator, and of alpha */
  am_node *n;      /* [5] */
  am_node slope[3]; /* -m, m' and dsigma/da of a deviatoric coordinate */
  am_radial *made;
} rewriting;

static am_node product(am_graph *g, const am_node *a, const am_node *b) {
  am_node sum = am_const(g, 0);
  for (int i = 0; i < DEVIATOR; i++)
    sum = am_add(g, sum, am_mul(g, a[i], b[i]));
  return sum;
}

/* Old coordinate i without those that alpha replaces. */
static int new_place(const rewriting *r, int i) {
  return i < r->first ? i : i < r->first + DEVIATOR ? r->first
                                                    : i - (DEVIATOR - 1);
}

/* Shortens an array of the state; the deviator becomes its component along
 * n. */
static am_node *shortened(const rewriting *r, const am_node *x, int count) {
  am_node *out = AM_ARRAY(r->arena, am_node, count + 3);
  for (int i = 0; i < count; i++) out[new_place(r, i)] = x[i];
  out[r->first] = product(r->graph, x + r->first, r->n);
  return out;
}

/* State of the whole law, from the one with alpha; without flow exactly the old
 * one. */
static void expand_state(rewriting *r) {
  am_graph *g = r->graph;
  am_node change = am_sub(g, am_input(g, AM_INPUT_STATE, r->first),
                          am_input(g, AM_INPUT_RADIAL, START));
  r->made->nx = r->whole->nx;
  r->made->end = AM_ARRAY(
      r->arena, am_node, r->whole->nx + AM_RADIAL_TEST + AM_RADIAL_ACROSS);
  for (int i = 0; i < r->whole->nx; i++) {
    int k = i - r->first;
    bool inside = k >= 0 && k < DEVIATOR;
    r->made->end[i] =
        inside ? am_add(g, am_input(g, AM_INPUT_RADIAL, OLD + k),
                        am_mul(g, change, r->n[k]))
               : am_input(g, AM_INPUT_STATE, new_place(r, i));
  }
}

/* n = A/|A|, or any direction without a force; alpha = |a|, so that tolerances
 * relative to alpha are those relative to a. */
static void find_turn(rewriting *r) {
  am_graph *g = r->graph;
  const am_node *A = r->whole->force + r->first;
  const am_node *y =
      am_inputs(r->arena, g, AM_INPUT_STATE, 0, r->whole->nx);
  am_node *turn = AM_ARRAY(r->arena, am_node, AM_RADIAL - 1 + r->whole->nx);
  am_node size = am_sqrt(g, product(g, A, A));
  am_node loaded = am_less(g, am_const(g, 0), size);
  for (int i = 0; i < DEVIATOR; i++)
    turn[NORMAL + i] =
        am_select(g, loaded, am_div(g, A[i], size), am_const(g, i == 0));
  am_node alpha = am_sqrt(g, product(g, y + r->first, y + r->first));
  for (int i = 0; i < DEVIATOR; i++) turn[OLD + i] = y[r->first + i];
  turn[START] = alpha;
  for (int i = 0; i < r->whole->nx; i++)
    turn[STEP + new_place(r, i)] = y[i];
  turn[STEP + r->first] = alpha;
  r->made->turn = turn;
}

/* The slopes at the end of the step. */
static void find_slopes(rewriting *r) {
  am_graph *g = r->graph;
  const am_node *A = r->whole->force + r->first;
  am_node a = am_input(g, AM_INPUT_STATE, r->first);
  am_node eps = am_input(g, AM_INPUT_STRAIN, 1);
  am_jacobian(g, A, 1, &a, 1, &r->slope[0]);
  am_jacobian(g, A, 1, &eps, 1, &r->slope[1]);
  am_jacobian(g, r->whole->stress + 1, 1, &a, 1, &r->slope[2]);
  am_substitute(g, r->slope, 3,
                am_inputs(r->arena, g, AM_INPUT_STATE, 0, r->whole->nx),
                r->made->end, r->whole->nx);
}

/* A perpendicular change deps of the strain changes a by p (m' deps - m da),
 * where p is the length of the step times f/|A|, or times df/dA without a
 * force.  With an elastic domain f is already the flow of the whole step, since
 * the state contains the multipliers' integrals. */
static void find_across(rewriting *r) {
  am_graph *g = r->graph;
  const am_node *flow = r->made->law->rate + r->first, *slope = r->slope;
  am_node force = r->made->law->force[r->first], zero = am_const(g, 0);
  am_node a = am_input(g, AM_INPUT_STATE, r->first), change;
  am_jacobian(g, flow, 1, &a, 1, &change);
  am_node loaded = am_less(g, zero, am_mul(g, force, force));
  am_node p = am_mul(g, am_input(g, AM_INPUT_RADIAL, STEP),
                     am_select(g, loaded, am_div(g, *flow, force),
                               am_div(g, change, slope[0])));
  am_node scale = am_div(
      g, am_mul(g, slope[2], am_mul(g, p, slope[1])),
      am_sub(g, am_const(g, 1), am_mul(g, p, slope[0])));
  am_node *across = r->made->end + r->whole->nx + AM_RADIAL_TEST;
  for (int i = 0; i < AM_RADIAL_ACROSS; i++) {
    am_node nn = am_mul(g, r->n[i / DEVIATOR], r->n[i % DEVIATOR]);
    am_node one = am_const(g, i % (DEVIATOR + 1) == 0);
    across[i] = am_mul(g, scale, am_sub(g, one, nn));
  }
}

/* Variables of the law with alpha. */
static am_variable *shorten_variables(const rewriting *r) {
  am_variable *all = AM_ARRAY(r->arena, am_variable, r->whole->count);
  for (int i = 0; i < r->whole->count; i++) {
    all[i] = r->whole->variables[i];
    all[i].offset = new_place(r, all[i].offset);
    if (all[i].kind != AM_SCALAR) all[i].size -= DEVIATOR - 1;
  }
  return all;
}

/* The squares behind the state, from the rate [5] of the deviator. */
static void test_rate(const rewriting *r, const am_node *rate) {
  am_graph *g = r->graph;
  am_node *square = r->made->end + r->whole->nx;
  am_node along = product(g, rate, r->n), across[DEVIATOR], m = r->slope[0];
  for (int i = 0; i < DEVIATOR; i++)
    across[i] = am_sub(g, rate[i], am_mul(g, along, r->n[i]));
  const am_node *deviator = r->made->end + r->first;
  square[0] = product(g, across, across);
  square[1] = am_mul(g, along, along);
  square[2] = product(g, r->made->law->force + r->first,
                      r->made->law->force + r->first);
  square[3] = am_mul(g, am_mul(g, m, m), product(g, deviator, deviator));
}

static void rewrite_law(rewriting *r) {
  const int fewer = DEVIATOR - 1;
  const am_law *whole = r->whole;
  am_law *law = r->made->law = AM_NEW(r->arena, am_law);
  *law = *whole;
  law->made = NULL;
  size_t size = (size_t)whole->nx * sizeof(am_node);
  size_t surfaces = (size_t)whole->nd * sizeof *law->surfaces;
  law->rate = am_arena_grow(r->arena, whole->rate, size, size);
  law->force = am_arena_grow(r->arena, whole->force,
                             (size_t)whole->na * sizeof(am_node), size);
  law->surfaces = am_arena_grow(r->arena, whole->surfaces, surfaces, surfaces);
  am_law_substitute(law,
                    am_inputs(r->arena, r->graph, AM_INPUT_STATE, 0, whole->nx),
                    r->made->end, whole->nx);
  test_rate(r, law->rate + r->first);
  law->rate = shortened(r, law->rate, whole->nx);
  law->force = shortened(r, law->force, whole->na);
  law->variables = shorten_variables(r);
  law->nx -= fewer;
  law->na -= fewer;
  law->ns -= fewer;
}

am_radial *am_radial_new(am_arena *arena, am_law *law) {
  const am_variable *tensor = find_tensor(law);
  bool both = law->nd && law->material->force_potential;
  if (!tensor || both || !law->material->free_energy || law->memory ||
      law->logarithmic || law->reads_rate)
    return NULL;
  am_arena *own = am_arena_child(arena);
  int first = deviator_of(tensor);
  /* the force first: most laws that are not radial need no derivatives of
   * their rates, whose lists are long */
  bool radial = is_radial(own, law, first, false) &&
                is_radial(own, law, first, true);
  am_arena_free(own);
  if (!radial) return NULL;
  rewriting r = {.arena = arena, .graph = law->graph, .whole = law,
                 .first = first, .made = AM_NEW(arena, am_radial)};
  r.n = am_inputs(arena, law->graph, AM_INPUT_RADIAL, NORMAL, DEVIATOR);
  expand_state(&r);
  find_turn(&r);
  find_slopes(&r);
  rewrite_law(&r);
  find_across(&r);
  return r.made;
}
