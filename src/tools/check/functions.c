/* functions.c: nodes of a law, and their evaluation. */
#include <assert.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>

#include "check/parts.h"

const char am_check_no_potential[] =
    "the rates do not derive from a potential";

int am_input_offset(const am_law *law, am_input_kind kind) {
  int nx = law->nx, na = law->na;
  int n = am_law_inputs(law), external = 6 + nx + na;
  int direction = external + law->nf, along = direction + (n + 1) * nx;
  const int offsets[AM_INPUT_KINDS + 1] = {
      [AM_INPUT_STRAIN] = 0,          [AM_INPUT_STATE] = 6,
      [AM_INPUT_FORCE] = 6 + nx,      [AM_INPUT_EXTERNAL] = external,
      [AM_INPUT_DIRECTION] = direction, [AM_INPUT_ALONG] = along,
      [AM_INPUT_RATE] = along + na + n,
      [AM_INPUT_TIME] = along + na + 2 * n,
      [AM_INPUT_KINDS] = along + na + 2 * n + am_law_times(law)};
  return offsets[kind];
}

void am_inputs_set(const am_law *law, const double *strain,
                   const double *state, const double *external,
                   double *inputs) {
  double *fields = inputs + am_input_offset(law, AM_INPUT_EXTERNAL);
  memcpy(inputs, strain, 6 * sizeof *strain);
  for (int i = 0; i < law->na; i++) inputs[6 + i] = state[i];
  for (int i = 0; i < law->nf; i++) fields[i] = external[i];
}

am_node *am_check_inputs(am_subject *subject, am_input_kind kind, int first,
                         int count) {
  am_node *nodes = AM_ARRAY(subject->arena, am_node, count);
  for (int i = 0; i < count; i++)
    nodes[i] = am_input(subject->law->graph, kind, first + i);
  return nodes;
}

const am_node *am_check_function(am_subject *s, am_function function,
                                 int *count) {
  const am_node **nodes = &s->functions[function].nodes;
  if (!*nodes)
    *nodes = am_law_function(s->arena, s->law, function,
                             &s->functions[function].count);
  *count = s->functions[function].count;
  return *nodes;
}

/* ---- derivatives of the potentials --------------------------------------- */

/* For laws with maxima, differentiates at the current value instead of the
 * larger of previous and current value. The stress of a law that gives it is
 * not part of the gradient. */
am_node *am_check_energy_gradient(am_subject *s) {
  const am_law *law = s->law;
  am_node *slopes = AM_ARRAY(s->arena, am_node, 6 + law->na);
  if (law->memory || law->material->stress) {
    const am_node *strain = am_check_inputs(s, AM_INPUT_STRAIN, 0, 6);
    const am_node *state = am_check_inputs(s, AM_INPUT_STATE, 0, law->na);
    am_node *x = AM_ARRAY(s->arena, am_node, 6 + law->na);
    for (int i = 0; i < 6 + law->na; i++)
      x[i] = i < 6 ? strain[i] : state[i - 6];
    am_reverse(law->graph, law->energy, x, 6 + law->na, slopes);
    return slopes;
  }
  for (int i = 0; i < 6; i++) slopes[i] = law->stress[i];
  for (int i = 0; i < law->na; i++)
    slopes[6 + i] = am_neg(law->graph, law->force[i]);
  return slopes;
}

/* Gradient of a function of the forces. */
static am_node *gradient_by_forces(am_subject *s, am_node function) {
  int na = s->law->na;
  am_node *slopes = AM_ARRAY(s->arena, am_node, na);
  am_reverse(s->law->graph, function,
             am_check_inputs(s, AM_INPUT_FORCE, 0, na), na, slopes);
  return slopes;
}

am_node *am_check_flow(am_subject *s) {
  return gradient_by_forces(s, s->law->dissipation_potential);
}

am_node *am_check_energy_hessian(am_subject *s) {
  int n = 6 + s->law->na;
  const am_node *strain = am_check_inputs(s, AM_INPUT_STRAIN, 0, 6);
  const am_node *state = am_check_inputs(s, AM_INPUT_STATE, 0, n - 6);
  am_node *variables = AM_ARRAY(s->arena, am_node, n);
  am_node *hessian = AM_ARRAY(s->arena, am_node, n * n);
  for (int i = 0; i < n; i++) variables[i] = i < 6 ? strain[i] : state[i - 6];
  am_jacobian(s->law->graph, am_check_energy_gradient(s), n, variables, n,
              hessian);
  return hessian;
}

am_node *am_check_force_hessian(am_subject *s, am_node function) {
  int na = s->law->na;
  am_node *hessian = AM_ARRAY(s->arena, am_node, na * na);
  am_jacobian(s->law->graph, gradient_by_forces(s, function), na,
              am_check_inputs(s, AM_INPUT_FORCE, 0, na), na, hessian);
  return hessian;
}

am_node *am_check_flow_hessian(am_subject *s) {
  return am_check_force_hessian(s, s->law->dissipation_potential);
}

/* ---- values -------------------------------------------------------------- */

/* Outputs: the nodes, their conditions, and arguments of operations singular at
 * 0. */
struct am_values {
  am_arena *arena;
  const am_law *law;
  am_frame *frame;
  const am_node *nodes; /* [count] */
  int count, conditions, watched;
  double *outputs, *marked; /* [count + watched] */
  double *inputs;           /* of am_values_in */
  am_node *order;           /* [length] nodes that `nodes` depend on, in
                               order */
  int length;
  double *value, *error;    /* [last node + 1] value and error of each node;
                               NULL until needed */
};

/* Argument at whose zero an operation is singular; -1: none. */
static int singular_argument(am_op op) {
  switch (op) {
    case AM_OP_SQRT: case AM_OP_CBRT: case AM_OP_LOG: case AM_OP_ABS:
    case AM_OP_POW: case AM_OP_POW0: case AM_OP_RECIP0:
      return 0;
    case AM_OP_DIV:
      return 1;
    default:
      return -1;
  }
}

/* Node to watch for this one: itself if it is a condition, otherwise the
 * argument that must not reach 0; 0: none. */
static am_node watched_of(const am_graph *graph, am_node node,
                          bool conditions) {
  am_op op = am_node_op(graph, node);
  if (am_node_rank(graph, node) != AM_RANK_VARIABLE) return 0;
  if (conditions) return am_ops[op].result == AM_CONDITION ? node : 0;
  int i = singular_argument(op);
  am_node argument = i < 0 ? 0 : am_node_argument(graph, node, i);
  bool moves = argument && am_node_rank(graph, argument) == AM_RANK_VARIABLE;
  return moves ? argument : 0;
}

am_values *am_values_new(am_subject *subject, const am_node *nodes,
                         int count) {
  am_arena *arena = subject->arena;
  am_graph *graph = subject->law->graph;
  size_t size = am_graph_size(graph) + 1;
  const bool *needed = am_graph_needed(graph, nodes, count, arena);
  am_values *v = AM_NEW(arena, am_values);
  *v = (am_values){.arena = arena, .law = subject->law, .nodes = nodes,
                   .count = count};
  for (am_node i = 1; i < size; i++) v->length += needed[i];
  v->order = AM_ARRAY(arena, am_node, v->length);
  for (am_node i = 1, at = 0; i < size; i++)
    if (needed[i]) v->order[at++] = i;

  /* Conditions, then arguments, follow the nodes. */
  am_node *outputs = AM_ARRAY(arena, am_node, count + 2 * v->length);
  memcpy(outputs, nodes, (size_t)count * sizeof *outputs);
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < v->length; i++) {
      am_node node = watched_of(graph, v->order[i], !pass);
      if (node) outputs[count + v->watched++] = node;
    }
    if (!pass) v->conditions = v->watched;
  }
  int all = count + v->watched;
  v->frame = am_frame_new(arena, am_program_new(arena, graph, outputs, all));
  am_frame_bind(v->frame, v->law->parameters);
  v->outputs = AM_ARRAY(arena, double, all);
  v->marked = AM_ARRAY(arena, double, all);
  v->inputs = AM_ARRAY(arena, double, am_input_offset(v->law, AM_INPUT_KINDS));
  return v;
}

am_values *am_values_of(am_subject *subject, am_function function) {
  int count;
  const am_node *nodes = am_check_function(subject, function, &count);
  return am_values_new(subject, nodes, count);
}

int am_values_count(const am_values *v) { return v->count; }

const double *am_values_at(am_values *v, const double *inputs) {
  am_arena_poll(v->arena);
  const double *kinds[AM_INPUT_KINDS] = {0};
  for (int kind = 0; kind < AM_INPUT_KINDS; kind++)
    if (kind != AM_INPUT_PARAMETER && kind != AM_INPUT_SHARED)
      kinds[kind] = inputs + am_input_offset(v->law, (am_input_kind)kind);
  am_frame_run(v->frame, kinds, v->outputs);
  return v->outputs;
}

const double *am_values_in(am_values *v, const double *strain,
                           const double *state, const double *external) {
  am_inputs_set(v->law, strain, state, external, v->inputs);
  return am_values_at(v, v->inputs);
}

void am_values_mark(am_values *v) {
  memcpy(v->marked, v->outputs,
         (size_t)(v->count + v->watched) * sizeof *v->marked);
}

bool am_values_smooth(const am_values *v) {
  for (int i = 0; i < v->watched; i++) {
    double was = v->marked[v->count + i], is = v->outputs[v->count + i];
    double slack = i < v->conditions ? 0 : 0.5 * fabs(was);
    if (fabs(is - was) > slack) return false;
  }
  return true;
}

/* ---- rounding ------------------------------------------------------------ */

/* Change of an operation if argument i changes by its error. */
static double change_of(am_op op, const double *x, int i, double error,
                        double value) {
  double y[3] = {x[0], x[1], x[2]};
  assert(i < 3);
  y[i] += error;
  double change = fabs(am_op_value(op, y[0], y[1], y[2]) - value);
  return isfinite(change) ? change : fabs(value);
}

/* Value of a node and its error bound, from those of its arguments. */
static void evaluate_node(am_values *v, am_node node, const double *inputs) {
  const am_graph *g = v->law->graph;
  am_op op = am_node_op(g, node);
  if (op == AM_OP_INPUT) {
    am_input_kind kind = am_node_input_kind(g, node);
    int index = am_node_input_index(g, node);
    bool fixed = kind == AM_INPUT_PARAMETER;
    double value = fixed ? v->law->parameters[index]
                         : inputs[am_input_offset(v->law, kind) + index];
    v->value[node] = value;
    v->error[node] = fixed ? 0 : DBL_EPSILON * fabs(value);
    return;
  }
  double x[3] = {0}, error = 0;
  for (int i = 0; i < am_ops[op].arity; i++)
    x[i] = v->value[am_node_argument(g, node, i)];
  double value = op == AM_OP_CONST ? am_node_value(g, node)
                                   : am_op_value(op, x[0], x[1], x[2]);
  for (int i = 0; am_ops[op].result == AM_REAL && i < am_ops[op].arity; i++) {
    double of_argument = v->error[am_node_argument(g, node, i)];
    if (of_argument > 0) error += change_of(op, x, i, of_argument, value);
  }
  bool rounds = am_ops[op].arity && am_ops[op].result == AM_REAL &&
                op != AM_OP_SELECT && op != AM_OP_NEG;
  v->value[node] = value;
  v->error[node] = error + (rounds ? DBL_EPSILON * fabs(value) : 0);
}

void am_values_rounding(am_values *v, const double *inputs, double *errors) {
  am_arena_poll(v->arena);
  am_node size = v->length ? v->order[v->length - 1] + 1 : 1;
  if (!v->value) v->value = AM_ARRAY(v->arena, double, size);
  if (!v->error) v->error = AM_ARRAY(v->arena, double, size);
  for (int i = 0; i < v->length; i++) evaluate_node(v, v->order[i], inputs);
  for (int i = 0; i < v->count; i++) errors[i] = v->error[v->nodes[i]];
}

/* Eigenvalues of symmetric and of general matrices. */

static bool all_finite(const double *m, int n) {
  for (int i = 0; i < n * n; i++)
    if (!isfinite(m[i])) return false;
  return true;
}

static double root_of(double diagonal) {
  return diagonal != 0 ? sqrt(fabs(diagonal)) : 1;
}

void am_eigen_scale(double *m, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (i != j) m[i * n + j] /= root_of(m[i * n + i]) * root_of(m[j * n + j]);
  for (int i = 0; i < n; i++)
    m[i * n + i] = (m[i * n + i] > 0) - (m[i * n + i] < 0);
}

double am_eigen_least(am_arena *arena, const double *m, int n,
                      double *vector) {
  size_t size = (size_t)n;
  if (!all_finite(m, n)) return NAN;
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  gsl_eigen_symmv_workspace *w = gsl_eigen_symmv_alloc(size);
  gsl_set_error_handler(handler);
  if (!w) am_arena_exhausted(arena);
  am_arena *own = am_arena_child(arena);
  double *a = AM_ARRAY(own, double, n * n), *v = AM_ARRAY(own, double, n * n);
  double *values = AM_ARRAY(own, double, n);
  gsl_matrix_view symmetric = gsl_matrix_view_array(a, size, size);
  gsl_matrix_view vectors = gsl_matrix_view_array(v, size, size);
  gsl_vector_view all = gsl_vector_view_array(values, size);
  for (int i = 0; i < n * n; i++) a[i] = 0.5 * (m[i] + m[i % n * n + i / n]);
  am_eigen_scale(a, n);
  gsl_eigen_symmv(&symmetric.matrix, &all.vector, &vectors.matrix, w);
  gsl_eigen_symmv_free(w);
  size_t least = gsl_vector_min_index(&all.vector);
  double result = values[least];
  for (size_t i = 0; i < size; i++) vector[i] = v[i * size + least];
  am_arena_free(own);
  return result;
}

bool am_eigen_values(am_arena *arena, const double *m, int n,
                     double *real_part, double *imaginary) {
  size_t size = (size_t)n;
  if (!all_finite(m, n)) return false;
  gsl_error_handler_t *handler = gsl_set_error_handler_off();
  gsl_eigen_nonsymm_workspace *w = gsl_eigen_nonsymm_alloc(size);
  if (!w) am_arena_exhausted(arena);
  am_arena *own = am_arena_child(arena);
  double *a = AM_ARRAY(own, double, n * n);
  double *values = AM_ARRAY(own, double, 2 * n);
  gsl_matrix_view general = gsl_matrix_view_array(a, size, size);
  gsl_vector_complex_view all = gsl_vector_complex_view_array(values, size);
  /* Scales by the largest entry to avoid overflow of squares. */
  double most = am_largest(m, n * n);
  if (!(most > 0)) most = 1;
  for (int i = 0; i < n * n; i++) a[i] = m[i] / most;
  gsl_eigen_nonsymm_params(0, 1, w);
  /* Returns a failure to converge to the caller. */
  bool found = !gsl_eigen_nonsymm(&general.matrix, &all.vector, w);
  for (int i = 0; i < n; i++) {
    real_part[i] = values[2 * i] * most;
    imaginary[i] = values[2 * i + 1] * most;
  }
  gsl_set_error_handler(handler);
  gsl_eigen_nonsymm_free(w);
  am_arena_free(own);
  return found;
}

/* Norms, and random numbers by Philox4x32-10. */

double am_vector_norm(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

double am_distance(const double *x, const double *y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (x[i] - y[i]) * (x[i] - y[i]);
  return sqrt(sum);
}

double am_largest(const double *x, int n) {
  double most = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i]) <= most)) most = fabs(x[i]);
  return most;
}

am_random am_random_new(uint64_t seed, uint32_t a, uint32_t b, uint32_t c) {
  return (am_random){.key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
                     .counter = {0, a, b, c}};
}

double am_random_in(am_random *random, double low, double high) {
  double numbers[2];
  if (!random->has_waiting) {
    am_philox_uniform(random->counter, random->key, numbers);
    random->counter[0]++;
    random->waiting = numbers[1];
  }
  double u = random->has_waiting ? random->waiting : numbers[0];
  random->has_waiting = !random->has_waiting;
  return low + (high - low) * u;
}

double am_random_power(am_random *random, double low, double high) {
  return pow(10, am_random_in(random, low, high));
}

/* Normally distributed number (Box and Muller 1958). */
static double draw_normal(am_random *random) {
  double u = am_random_in(random, 0, 1), v = am_random_in(random, 0, 1);
  return sqrt(-2 * log1p(-u)) * cos(8 * atan(1) * v);
}

void am_random_vector(am_random *random, int n, double length, double *x) {
  for (int i = 0; i < n; i++) x[i] = draw_normal(random);
  double norm = am_vector_norm(x, n);
  for (int i = 0; i < n; i++) x[i] *= norm > 0 ? length / norm : 0;
}
