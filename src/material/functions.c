/* functions.c: the functions of a law, as outputs of its graph.
 *
 * A row of `makers` lists the outputs of a function in their order; what they
 * are made of comes first in this file. */
#include <string.h>

#include "diff/diff.h"
#include "expr/optimize.h"
#include "material/law.h"

/* A growing list of output nodes. */
typedef struct {
  am_arena *arena;
  am_graph *graph;
  am_node *nodes;
  int count, capacity;
} outputs;

static void push(outputs *o, const am_node *nodes, int count) {
  for (int i = 0; i < count; i++) {
    AM_PUSH_ROOM(o->arena, o->nodes, o->count, o->capacity);
    o->nodes[o->count++] = nodes[i];
  }
}

static am_node *inputs(outputs *o, am_input_kind kind, int count) {
  am_node *nodes = AM_ARRAY(o->arena, am_node, count);
  for (int i = 0; i < count; i++) nodes[i] = am_input(o->graph, kind, i);
  return nodes;
}

static void push_jacobian(outputs *o, const am_node *y, int ny,
                          am_input_kind kind, int nx) {
  am_node *jacobian = AM_ARRAY(o->arena, am_node, ny * nx);
  am_jacobian(o->graph, y, ny, inputs(o, kind, nx), nx, jacobian);
  push(o, jacobian, ny * nx);
}

/* Does any rate depend on coordinate c of the strain? */
static bool *driving_strains(outputs *o, const am_law *law) {
  bool *drives = AM_ARRAY(o->arena, bool, 6);
  bool *entries = AM_ARRAY(o->arena, bool, 6 * law->nx);
  am_sparsity(o->graph, law->rate, law->nx, inputs(o, AM_INPUT_STRAIN, 6), 6,
              entries);
  for (int i = 0; i < 6 * law->nx; i++) drives[i % 6] |= entries[i];
  return drives;
}

/* The direction c: derivatives of the state, of coordinates ny, which are
 * zero where the strain does not drive it, and theta e_c. */
static void list_direction(outputs *o, const am_law *law, int c, int ny,
                           bool driven, am_node *w) {
  am_graph *g = o->graph;
  for (int i = 0; i < ny; i++) {
    int index = c * law->nx + i;
    am_input_known(g, AM_INPUT_DIRECTION, index, (am_known){.finite = true});
    w[i] = driven ? am_input(g, AM_INPUT_DIRECTION, index) : am_const(g, 0);
  }
  for (int i = 0; i < 6; i++) w[ny + i] = am_const(g, 0);
  w[ny + c] = am_input(g, AM_INPUT_TIME, 0);
}

/* The first ny coordinates of the state, and the strain: [ny + 6]. */
static am_node *coordinates(outputs *o, int ny) {
  am_node *x = AM_ARRAY(o->arena, am_node, ny + 6);
  for (int i = 0; i < ny + 6; i++)
    x[i] = i < ny ? am_input(o->graph, AM_INPUT_STATE, i)
                  : am_input(o->graph, AM_INPUT_STRAIN, i - ny);
  return x;
}

/* Derivatives of `count` nodes in six directions, of the strain and of the
 * first ny coordinates of the state; where the rates are differentiated, those
 * along a strain that does not drive them are zero. */
static void push_directions(outputs *o, const am_law *law,
                            const am_node *values, int count, int ny,
                            const bool *drives) {
  int n = ny + 6;
  const am_node *x = coordinates(o, ny);
  am_node *w = AM_ARRAY(o->arena, am_node, n);
  am_node *directed = AM_ARRAY(o->arena, am_node, count);
  am_input_known(o->graph, AM_INPUT_TIME, 0, (am_known){.finite = true});
  for (int c = 0; c < 6; c++) {
    list_direction(o, law, c, ny, drives[c], w);
    am_forward(o->graph, values, count, x, w, n, directed);
    for (int i = 0; values != law->stress && !drives[c] && i < count; i++)
      directed[i] = am_const(o->graph, 0);
    push(o, directed, count);
  }
}

/* Values and their derivatives in six directions. */
static void push_directed(outputs *o, const am_law *law, const am_node *values,
                          int count, int ny) {
  push(o, values, count);
  push_directions(o, law, values, count, ny, driving_strains(o, law));
}

/* What `count` values change by along u, which has ny coordinates of the
 * state. */
static am_node *changes(outputs *o, const am_node *values, int count,
                        int ny) {
  int n = ny + 6;
  am_node *along = AM_ARRAY(o->arena, am_node, count);
  for (int i = 0; i < n; i++)
    am_input_known(o->graph, AM_INPUT_ALONG, i, (am_known){.finite = true});
  am_forward(o->graph, values, count, coordinates(o, ny),
             inputs(o, AM_INPUT_ALONG, n), n, along);
  return along;
}

/* The direction of sensitive parameter p: derivatives of the state, of the
 * strain, and theta e_p. */
static void list_parameter(outputs *o, const am_law *law, int p, int ny,
                           am_node *w) {
  am_graph *g = o->graph;
  for (int i = 0; i < ny; i++) {
    int index = p * law->nx + i;
    am_input_known(g, AM_INPUT_DIRECTION, index, (am_known){.finite = true});
    w[i] = am_input(g, AM_INPUT_DIRECTION, index);
  }
  for (int i = 0; i < 7; i++) {
    am_input_known(g, AM_INPUT_TIME, i, (am_known){.finite = true});
    w[ny + i] = am_input(g, AM_INPUT_TIME, i);
  }
}

/* Derivatives of `count` nodes in the directions of the sensitive parameters,
 * with the first ny coordinates of the state. */
static void push_by(outputs *o, const am_law *law, const am_node *values,
                    int count, int ny) {
  int n = ny + 7;
  am_node *x = AM_ARRAY(o->arena, am_node, n);
  am_node *w = AM_ARRAY(o->arena, am_node, n);
  am_node *directed = AM_ARRAY(o->arena, am_node, count);
  memcpy(x, coordinates(o, ny), (size_t)(ny + 6) * sizeof *x);
  for (int p = 0; p < law->sensitive_count; p++) {
    x[ny + 6] = am_sensitive_node(law, p);
    list_parameter(o, law, p, ny, w);
    am_forward(o->graph, values, count, x, w, n, directed);
    push(o, directed, count);
  }
}

/* Values and their derivatives by parameters. */
static void push_directed_by(outputs *o, const am_law *law,
                             const am_node *values, int count, int ny) {
  push(o, values, count);
  push_by(o, law, values, count, ny);
}

static void make_rate(outputs *o, const am_law *law) {
  push(o, law->rate, law->nx);
}

static void make_jacobian(outputs *o, const am_law *law) {
  make_rate(o, law);
  push_jacobian(o, law->rate, law->nx, AM_INPUT_STATE, law->ns);
}

static void make_gradient(outputs *o, const am_law *law) {
  make_jacobian(o, law);
  push_jacobian(o, law->rate, law->nx, AM_INPUT_STRAIN, 6);
}

static void make_directed(outputs *o, const am_law *law) {
  push_directed(o, law, law->rate, law->nx, law->ns);
}

static void make_directed_by(outputs *o, const am_law *law) {
  push_directed_by(o, law, law->rate, law->nx, law->ns);
}

/* What the rates change by along u, and that in six directions. */
static void make_curvature(outputs *o, const am_law *law) {
  const am_node *along = changes(o, law->rate, law->nx, law->ns);
  push_directions(o, law, along, law->nx, law->ns, driving_strains(o, law));
}

static void make_curvature_by(outputs *o, const am_law *law) {
  push_by(o, law, changes(o, law->rate, law->nx, law->ns), law->nx, law->ns);
}

static void make_stress(outputs *o, const am_law *law) {
  push(o, law->stress, 6);
}

static void make_along(outputs *o, const am_law *law) {
  make_stress(o, law);
  push(o, changes(o, law->stress, 6, law->na), 6);
}

static void make_response(outputs *o, const am_law *law) {
  push_directed(o, law, law->stress, 6, law->na);
}

static void make_response_by(outputs *o, const am_law *law) {
  push_directed_by(o, law, law->stress, 6, law->na);
}

/* d stress/d eps is the Hessian of omega in eps. */
static void make_stiffness(outputs *o, const am_law *law) {
  am_node hessian[36];
  make_stress(o, law);
  am_hessian(o->graph, law->stress, inputs(o, AM_INPUT_STRAIN, 6), 6,
             hessian);
  push(o, hessian, 36);
  push_jacobian(o, law->stress, 6, AM_INPUT_STATE, law->na);
}

/* d2 omega/dy2, from the forces. */
static void make_metric(outputs *o, const am_law *law) {
  int n = law->ns;
  am_node *hessian = AM_ARRAY(o->arena, am_node, n * n);
  am_hessian(o->graph, law->force, inputs(o, AM_INPUT_STATE, n), n, hessian);
  for (int i = 0; i < n * n; i++) hessian[i] = am_neg(o->graph, hessian[i]);
  push(o, hessian, n * n);
}

static void make_energy(outputs *o, const am_law *law) {
  push(o, &law->energy, 1);
}

static void make_scale(outputs *o, const am_law *law) {
  push(o, &law->scale, 1);
}

static void (*const makers[AM_FUNCTIONS])(outputs *, const am_law *) = {
    [AM_FUNCTION_RATE] = make_rate,
    [AM_FUNCTION_JACOBIAN] = make_jacobian,
    [AM_FUNCTION_GRADIENT] = make_gradient,
    [AM_FUNCTION_CURVATURE] = make_curvature,
    [AM_FUNCTION_DIRECTED] = make_directed,
    [AM_FUNCTION_RESPONSE] = make_response,
    [AM_FUNCTION_ALONG] = make_along,
    [AM_FUNCTION_STRESS] = make_stress,
    [AM_FUNCTION_STIFFNESS] = make_stiffness,
    [AM_FUNCTION_METRIC] = make_metric,
    [AM_FUNCTION_ENERGY] = make_energy,
    [AM_FUNCTION_SCALE] = make_scale,
    [AM_FUNCTION_DIRECTED_BY] = make_directed_by,
    [AM_FUNCTION_RESPONSE_BY] = make_response_by,
    [AM_FUNCTION_CURVATURE_BY] = make_curvature_by,
};

/* ---- each is made once --------------------------------------------------- */

/* Outputs, and what they were made of. */
struct am_made {
  const am_node *nodes; /* [count], NULL: none yet */
  int count;
  const am_node *of; /* [of_count] */
  int of_count;
};

static void list_basis(outputs *basis, const am_law *law) {
  push(basis, law->rate, law->nx);
  push(basis, law->force, law->na);
  push(basis, law->stress, 6);
  push(basis, &law->energy, 1);
  push(basis, &law->scale, 1);
  for (int p = 0; p < law->sensitive_count; p++) {
    am_node node = am_sensitive_node(law, p);
    push(basis, &node, 1);
  }
}

static bool is_made_of(const struct am_made *made, const outputs *basis) {
  return made->nodes && made->of_count == basis->count &&
         !memcmp(made->of, basis->nodes,
                 (size_t)basis->count * sizeof *basis->nodes);
}

const am_node *am_law_function(am_arena *arena, am_law *law,
                               am_function function, int *count) {
  if (!law->made)
    law->made = AM_ARRAY(law->arena, struct am_made, AM_FUNCTIONS);
  struct am_made *made = &law->made[function];
  outputs basis = {.arena = arena, .graph = law->graph};
  list_basis(&basis, law);
  if (!is_made_of(made, &basis)) {
    outputs o = {.arena = law->arena, .graph = law->graph,
                 .nodes = AM_NEW(law->arena, am_node)};
    size_t size = (size_t)basis.count * sizeof *basis.nodes;
    makers[function](&o, law);
    am_optimize(law->graph, o.nodes, o.count);
    made->of = am_arena_grow(law->arena, basis.nodes, size, size);
    made->of_count = basis.count;
    made->count = o.count;
    made->nodes = o.nodes;
  }
  *count = made->count;
  return made->nodes;
}
