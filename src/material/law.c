#include "material/law.h"

#include <math.h>
#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "diff/diff.h"
#include "expr/evaluate.h"
#include "expr/optimize.h"
#include "material/build.h"

enum { EXPANDED = 1000000, NODES = 8 * EXPANDED };

/* Dissipation A·f and work sigma·eps' as two more rates. */
static void add_energies(am_build *b) {
  am_law *law = b->law;
  am_graph *g = b->graph;
  am_node dissipation = am_const(g, 0), work = am_const(g, 0);
  for (int i = 0; i < law->na; i++)
    dissipation = am_add(g, dissipation,
                         am_mul(g, law->force[i], law->rate[i]));
  for (int i = 0; i < 6; i++) {
    am_input_known(g, AM_INPUT_RATE, i, (am_known){.finite = true});
    work = am_add(g, work,
                  am_mul(g, law->stress[i], am_input(g, AM_INPUT_RATE, i)));
  }
  law->rate[law->na] = dissipation;
  law->rate[law->na + 1] = work;
}

/* S = tr(d2 omega/d eps2)/6 at eps = 0, a = a_0. */
static void measure_stress_scale(am_build *b) {
  am_law *law = b->law;
  am_graph *g = b->graph;
  am_node stiffness[36], trace = am_const(g, 0), zero[6];
  am_jacobian(g, law->stress, 6, b->eps, 6, stiffness);
  for (int i = 0; i < 6; i++) {
    trace = am_add(g, trace, stiffness[7 * i]);
    zero[i] = am_const(g, 0);
  }
  am_substitute(g, &trace, 1, b->eps, zero, 6);
  am_substitute(g, &trace, 1, b->state, law->initial_nodes, law->na);
  law->scale = am_div(g, trace, am_const(g, 6));
  law->stress_scale = am_evaluate_bound(g, law->scale, law->parameters);
}

/* Hand-derived partials are checked whenever they are there, and used where
 * the strategy asks for them. */
static am_status use_partials(am_build *b, am_strategy strategy) {
  am_law automatic = *b->law;
  bool used = strategy == AM_STRATEGY_SEMI_AUTOMATIC;
  if (!used && !am_yaml_get(b->material->root, "partials")) return AM_OK;
  size_t size = (size_t)b->law->na * sizeof(am_node);
  b->law->force = am_arena_grow(b->arena, automatic.force, size, size);
  b->law->rate = am_arena_grow(b->arena, automatic.rate, size,
                               size + 2 * sizeof(am_node));
  AM_TRY(am_build_partials(b));
  if (!used) *b->law = automatic;
  return AM_OK;
}

static am_status derive(am_build *b, am_strategy strategy) {
  am_law *law = b->law;
  AM_TRY(am_build_potentials(b));
  AM_TRY(use_partials(b, strategy));
  am_substitute(b->graph, law->rate, law->na, b->force, law->force, law->na);
  am_build_order(b);
  if (law->energies) add_energies(b);
  law->nx = law->energies ? law->na + 2 : law->na;
  if (!am_graph_full(b->graph) && am_graph_size(b->graph) <= EXPANDED)
    return AM_OK;
  return am_error(b->report, AM_INPUT, b->material->root->place,
                  "material '%s' expands to more than %d operations",
                  b->material->name, EXPANDED);
}

am_status am_law_new(am_arena *arena, am_report *report,
                     const am_material *material, const am_yaml *overrides,
                     const char *set, am_place set_place,
                     am_strategy strategy, bool energies, am_law **result) {
  am_law *law = *result = AM_NEW(arena, am_law);
  law->material = material;
  law->energies = energies;
  law->graph = am_graph_new(arena, NODES);
  am_build b = {.arena = arena, .report = report, .material = material,
                .graph = law->graph, .law = law,
                .constants = am_scope_new(arena, NULL)};
  law->scope = b.constants;
  AM_TRY(am_build_constants(&b, overrides, set, set_place));
  AM_TRY(am_build_variables(&b));
  AM_TRY(derive(&b, strategy));
  AM_TRY(am_build_initial(&b));
  measure_stress_scale(&b);
  return AM_OK;
}

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
  am_forward(o->graph, values, count, coordinates(o, ny), inputs(o, AM_INPUT_ALONG, n), n,
             along);
  return along;
}

/* What the rates change by along u, and that in six directions. */
static void push_curvature(outputs *o, const am_law *law) {
  const am_node *along = changes(o, law->rate, law->nx, law->ns);
  push_directions(o, law, along, law->nx, law->ns, driving_strains(o, law));
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

/* d stress/d eps: the Hessian of omega in eps. */
static void push_hessian(outputs *o, const am_law *law) {
  am_node hessian[36];
  am_hessian(o->graph, law->stress, inputs(o, AM_INPUT_STRAIN, 6), 6,
             hessian);
  push(o, hessian, 36);
}

/* d2 omega/dy2, from the forces. */
static void push_metric(outputs *o, const am_law *law) {
  int n = law->ns;
  am_node *hessian = AM_ARRAY(o->arena, am_node, n * n);
  am_hessian(o->graph, law->force, inputs(o, AM_INPUT_STATE, n), n, hessian);
  for (int i = 0; i < n * n; i++) hessian[i] = am_neg(o->graph, hessian[i]);
  push(o, hessian, n * n);
}

const am_node *am_law_function(am_arena *arena, am_law *law,
                               am_function function, int *count) {
  outputs o = {.arena = arena, .graph = law->graph};
  switch (function) {
    case AM_FUNCTION_GRADIENT:
    case AM_FUNCTION_JACOBIAN:
    case AM_FUNCTION_RATE:
      push(&o, law->rate, law->nx);
      if (function != AM_FUNCTION_RATE)
        push_jacobian(&o, law->rate, law->nx, AM_INPUT_STATE, law->ns);
      if (function == AM_FUNCTION_GRADIENT)
        push_jacobian(&o, law->rate, law->nx, AM_INPUT_STRAIN, 6);
      break;
    case AM_FUNCTION_CURVATURE:
      push_curvature(&o, law);
      break;
    case AM_FUNCTION_DIRECTED:
      push_directed(&o, law, law->rate, law->nx, law->ns);
      break;
    case AM_FUNCTION_RESPONSE:
      push_directed(&o, law, law->stress, 6, law->na);
      break;
    case AM_FUNCTION_ALONG:
      push(&o, law->stress, 6);
      push(&o, changes(&o, law->stress, 6, law->na), 6);
      break;
    case AM_FUNCTION_STRESS:
    case AM_FUNCTION_STIFFNESS:
      push(&o, law->stress, 6);
      if (function == AM_FUNCTION_STRESS) break;
      push_hessian(&o, law);
      push_jacobian(&o, law->stress, 6, AM_INPUT_STATE, law->na);
      break;
    case AM_FUNCTION_METRIC:
      push_metric(&o, law);
      break;
    case AM_FUNCTION_SCALE:
      push(&o, &law->scale, 1);
      break;
    case AM_FUNCTION_DIRECTED_BY:
      push_directed_by(&o, law, law->rate, law->nx, law->ns);
      break;
    case AM_FUNCTION_RESPONSE_BY:
      push_directed_by(&o, law, law->stress, 6, law->na);
      break;
    case AM_FUNCTION_CURVATURE_BY:
      push_by(&o, law, changes(&o, law->rate, law->nx, law->ns), law->nx,
              law->ns);
      break;
    case AM_FUNCTION_ENERGY:
    case AM_FUNCTIONS:
      push(&o, &law->energy, 1);
  }
  am_optimize(law->graph, o.nodes, o.count);
  *count = o.count;
  return o.nodes;
}
