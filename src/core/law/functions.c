/* functions.c: the functions of a law (function.def) as outputs of its graph.
 * make_... lists the outputs of a function without directions, in order;
 * push_directions lists the outputs of all others. */
#include <assert.h>

#include "law/build.h"

/* Growing list of output nodes. */
typedef struct {
  am_arena *arena;
  am_graph *graph;
  am_node *nodes;
  int count;
} outputs;

static void push_nodes(outputs *o, const am_node *nodes, int count) {
  for (int i = 0; i < count; i++)
    AM_PUSH(o->arena, o->nodes, o->count, nodes[i]);
}

static am_node *inputs(outputs *o, am_input_kind kind, int count) {
  return am_inputs(o->arena, o->graph, kind, 0, count);
}

static void push_jacobian(outputs *o, const am_node *y, int ny,
                          const am_node *x, int nx) {
  am_node *jacobian = AM_ARRAY(o->arena, am_node, ny * nx);
  am_jacobian(o->graph, y, ny, x, nx, jacobian);
  push_nodes(o, jacobian, ny * nx);
}

/* Input i of the strain followed by the external fields. */
static am_node strain_or_field(am_graph *graph, int i) {
  return i < 6 ? am_input(graph, AM_INPUT_STRAIN, i)
               : am_input(graph, AM_INPUT_EXTERNAL, i - 6);
}

static am_node *strain_and_fields(outputs *o, const am_law *law) {
  int count = am_law_inputs(law);
  am_node *x = AM_ARRAY(o->arena, am_node, count);
  for (int i = 0; i < count; i++) x[i] = strain_or_field(o->graph, i);
  return x;
}

static void make_rate(outputs *o, const am_law *law) {
  push_nodes(o, law->rate, law->nx);
}

static void push_by_state(outputs *o, const am_law *law) {
  make_rate(o, law);
  push_jacobian(o, law->rate, law->nx, inputs(o, AM_INPUT_STATE, law->ns),
                law->ns);
}

static void make_jacobian(outputs *o, const am_law *law) {
  push_by_state(o, law);
  push_jacobian(o, law->rate + law->ns - law->nd, law->nd,
                inputs(o, AM_INPUT_STRAIN, 6), 6);
}

static void make_gradient(outputs *o, const am_law *law) {
  push_by_state(o, law);
  push_jacobian(o, law->rate, law->nx, strain_and_fields(o, law),
                am_law_inputs(law));
}

static void make_stress(outputs *o, const am_law *law) {
  push_nodes(o, law->stress, 6);
}

/* d stress/d eps, which is the symmetric Hessian of omega in eps unless the law
 * has maxima or gives its stress. */
static void make_elasticity(outputs *o, const am_law *law) {
  am_node hessian[36];
  make_stress(o, law);
  const am_node *strain = inputs(o, AM_INPUT_STRAIN, 6);
  if (law->memory || law->material->stress)
    am_jacobian(o->graph, law->stress, 6, strain, 6, hessian);
  else
    am_hessian(o->graph, law->stress, strain, 6, hessian);
  push_nodes(o, hessian, 36);
}

static void make_stiffness(outputs *o, const am_law *law) {
  make_elasticity(o, law);
  push_jacobian(o, law->stress, 6, inputs(o, AM_INPUT_STATE, law->na), law->na);
}

static void make_stress_by_external(outputs *o, const am_law *law) {
  push_jacobian(o, law->stress, 6, strain_and_fields(o, law) + 6, law->nf);
}

/* State at the end of a loading step; unchanged without maxima. */
static void make_memory(outputs *o, const am_law *law) {
  push_nodes(o, law->memory ? law->memory
                            : inputs(o, AM_INPUT_STATE, law->na), law->na);
}

/* d2 omega/dy2, from the forces. */
static void make_metric(outputs *o, const am_law *law) {
  int n = law->ns;
  am_node *hessian = AM_ARRAY(o->arena, am_node, n * n);
  const am_node *state = inputs(o, AM_INPUT_STATE, n);
  if (law->memory)
    am_jacobian(o->graph, law->force, n, state, n, hessian);
  else
    am_hessian(o->graph, law->force, state, n, hessian);
  for (int i = 0; i < n * n; i++) hessian[i] = am_neg(o->graph, hessian[i]);
  push_nodes(o, hessian, n * n);
}

static void make_forces(outputs *o, const am_law *law) {
  push_nodes(o, law->force, law->ns);
}

static void make_energy(outputs *o, const am_law *law) {
  am_node energy = law->energy;
  am_law_present(law, &energy, 1);
  push_nodes(o, &energy, 1);
}

static void make_scale(outputs *o, const am_law *law) {
  push_nodes(o, &law->scale, 1);
}

/* ---- directional derivatives --------------------------------------------- */

/* Direction in state, strain, external fields, a parameter and the rates of
 * strain and fields. */
typedef struct {
  am_node *x, *dx; /* [count] */
  int count;
} direction;

static void add_component(direction *d, am_node x, am_node dx) {
  d->x[d->count] = x;
  d->dx[d->count++] = dx;
}

/* Direction c of a form (law.h, function.def), with the first ny coordinates of
 * the state, whose changes are zero if `still`. The inputs of the form PATH
 * follow those of STRAINS, so that both can be used together. */
static direction find_direction(outputs *o, const am_law *law,
                                am_function_form form, int c, int ny,
                                bool still) {
  am_graph *g = o->graph;
  bool single = form == AM_FORM_STRAINS; /* one component changes */
  bool path = form == AM_FORM_PATH;
  int m = am_law_inputs(law), w = (path ? m : c) * law->nx;
  int theta = path ? am_path_time(law) : 0, rate = theta + am_rate_time(law);
  int most = law->na + 2 * m + 1;
  direction d = {.x = AM_ARRAY(o->arena, am_node, most),
                 .dx = AM_ARRAY(o->arena, am_node, most)};
  for (int i = 0; i < ny; i++)
    add_component(&d, am_input(g, AM_INPUT_STATE, i),
                  still ? am_const(g, 0)
                        : am_input(g, AM_INPUT_DIRECTION, w + i));
  for (int i = 0; i < m; i++)
    add_component(&d, strain_or_field(g, i),
                  single && i != c
                      ? am_const(g, 0)
                      : am_input(g, AM_INPUT_TIME, single ? 0 : theta + i));
  if (form == AM_FORM_PARAMETERS)
    add_component(&d, am_sensitive_node(law, c), am_input(g, AM_INPUT_TIME, m));
  for (int i = 0; law->reads_rate && i < m; i++)
    add_component(&d, am_input(g, AM_INPUT_RATE, i),
                  single && i != c
                      ? am_const(g, 0)
                      : am_input(g, AM_INPUT_TIME, single ? rate : rate + i));
  return d;
}

/* drives [6 + nf]: some rate depends on the strain component or field. */
static void find_drivers(outputs *o, const am_law *law, bool *drives) {
  int m = am_law_inputs(law);
  bool *entries = AM_ARRAY(o->arena, bool, m * law->nx);
  am_sparsity(o->graph, law->rate, law->nx, strain_and_fields(o, law), m,
              entries);
  for (int i = 0; i < m * law->nx; i++) drives[i % m] |= entries[i];
  for (int i = 0; i < m; i++) drives[i] |= law->driven_by_rate[i];
}

/* Derivatives of `count` values along u, with ny coordinates of the state. */
static am_node *derivatives_jvp(outputs *o, const am_law *law,
                                const am_node *values, int count, int ny) {
  int n = ny + am_law_inputs(law);
  am_node *x = AM_ARRAY(o->arena, am_node, n);
  am_node *along = AM_ARRAY(o->arena, am_node, count);
  for (int i = 0; i < n; i++)
    x[i] = i < ny ? am_input(o->graph, AM_INPUT_STATE, i)
                  : strain_or_field(o->graph, i - ny);
  am_forward(o->graph, values, count, x, inputs(o, AM_INPUT_ALONG, n), n,
             along);
  return along;
}

static void make_along(outputs *o, const am_law *law) {
  make_stress(o, law);
  push_nodes(o, derivatives_jvp(o, law, law->stress, 6, law->na), 6);
}

/* Lists rates, stress or state of a function with directions, or their
 * derivatives along u if the function reads u; then the derivatives of these in
 * all directions. For a strain component that no rate reads, w = 0, and
 * derivatives of rates vanish. */
static void push_directions(outputs *o, const am_law *law,
                            am_function function) {
  const am_law_function_row *row = &am_law_functions[function];
  bool drives[6 + AM_MOST_EXTERNAL] = {false};
  bool rates = row->rows == AM_SIZE_NX, strains = row->form == AM_FORM_STRAINS;
  int count = am_direction_rows(law, function);
  int ny = rates ? law->ns : law->na;
  outputs own = {.arena = o->arena, .graph = o->graph};
  (rates                        ? make_rate
   : row->rows == AM_SIZE_SIX ? make_stress
                              : make_memory)(&own, law);
  const am_node *values = own.nodes;
  if (row->reads_along)
    values = derivatives_jvp(o, law, values, count, ny);
  else
    push_nodes(o, values, count);
  if (strains) find_drivers(o, law, drives);
  am_node *derivative = AM_ARRAY(o->arena, am_node, count);
  for (int c = 0; c < am_direction_count(law, function); c++) {
    bool still = strains && !drives[c];
    direction d = find_direction(o, law, row->form, c, ny, still);
    am_forward(o->graph, values, count, d.x, d.dx, d.count, derivative);
    for (int i = 0; rates && still && i < count; i++)
      derivative[i] = am_const(o->graph, 0);
    push_nodes(o, derivative, count);
  }
}

/* ---- the table ----------------------------------------------------------- */

#define FORM_PLAIN .form = AM_FORM_PLAIN
#define FORM_BOUND .form = AM_FORM_BOUND
#define FORM_STRAINS(WORD, ROWS) \
  .form = AM_FORM_STRAINS, .word = #WORD, .rows = AM_SIZE_##ROWS
#define FORM_PATH(WORD, ROWS) \
  .form = AM_FORM_PATH, .word = #WORD, .rows = AM_SIZE_##ROWS
#define FORM_PARAMETERS(WORD, ROWS) \
  .form = AM_FORM_PARAMETERS, .word = #WORD, .rows = AM_SIZE_##ROWS
#define GIVEN_STATE .reads_rate = false
#define GIVEN_RATE .reads_rate = true
#define GIVEN_STATE_ALONG .reads_along = true
#define GIVEN_RATE_ALONG .reads_rate = true, .reads_along = true
#define OUTPUT(a, r, c) \
  {.name = #a, .rows = AM_SIZE_##r, .columns = AM_SIZE_##c}
#define OUTPUTS_OUT0() .output_count = 0
#define OUTPUTS_OUT1(a, r, c) .output_count = 1, .outputs = {OUTPUT(a, r, c)}
#define OUTPUTS_OUT2(a, r, c, a1, r1, c1) \
  .output_count = 2, .outputs = {OUTPUT(a, r, c), OUTPUT(a1, r1, c1)}
#define OUTPUTS_OUT3(a, r, c, a1, r1, c1, a2, r2, c2) \
  .output_count = 3,                                  \
  .outputs = {OUTPUT(a, r, c), OUTPUT(a1, r1, c1), OUTPUT(a2, r2, c2)}

const am_law_function_row am_law_functions[AM_FUNCTIONS] = {
#define AM_LAW_FUNCTION(NAME, NAME_, TEXT, ABOUT, GIVEN, FORM, OUTPUTS, ...)  \
  [AM_FUNCTION_##NAME] = {.name = #NAME_, .text = #TEXT, .about = ABOUT,      \
                          GIVEN_##GIVEN, FORM_##FORM, OUTPUTS_##OUTPUTS},
#include "law/function.def"
#undef AM_LAW_FUNCTION
};

/* Makers of the functions without directions; NULL for the others */
#define OWN_PLAIN MAKE
#define OWN_BOUND MAKE
#define OWN_STRAINS(WORD, ROWS) MAKE_NONE
#define OWN_PATH(WORD, ROWS) MAKE_NONE
#define OWN_PARAMETERS(WORD, ROWS) MAKE_NONE
#define MAKE(name) make_##name
#define MAKE_NONE(name) NULL
#define MAKER(make, name) make(name)

static void (*const makers[AM_FUNCTIONS])(outputs *, const am_law *) = {
#define AM_LAW_FUNCTION(NAME, NAME_, TEXT, ABOUT, GIVEN, FORM, ...) \
  [AM_FUNCTION_##NAME] = MAKER(OWN_##FORM, NAME_),
#include "law/function.def"
#undef AM_LAW_FUNCTION
};

static int size_of_law(const am_law *law, am_law_size size) {
  const int sizes[] = {[AM_SIZE_ONE] = 1, [AM_SIZE_SIX] = 6,
                       [AM_SIZE_INPUTS] = am_law_inputs(law),
                       [AM_SIZE_NF] = law->nf,
                       [AM_SIZE_NX] = law->nx, [AM_SIZE_NA] = law->na,
                       [AM_SIZE_NS] = law->ns, [AM_SIZE_ND] = law->nd};
  return sizes[size];
}

int am_output_size(const am_law *law, am_function function, int i) {
  const am_law_function_row *row = &am_law_functions[function];
  return size_of_law(law, row->outputs[i].rows) *
         size_of_law(law, row->outputs[i].columns);
}

int am_direction_count(const am_law *law, am_function function) {
  am_function_form form = am_law_functions[function].form;
  return form == AM_FORM_STRAINS      ? am_law_inputs(law)
         : form == AM_FORM_PATH       ? 1
         : form == AM_FORM_PARAMETERS ? law->sensitive_count
                                      : 0;
}

int am_direction_rows(const am_law *law, am_function function) {
  return size_of_law(law, am_law_functions[function].rows);
}

/* Number of outputs of a function including directional derivatives. */
static int count_outputs(const am_law *law, am_function function) {
  int count = am_direction_count(law, function) *
              am_direction_rows(law, function);
  for (int i = 0; i < am_law_functions[function].output_count; i++)
    count += am_output_size(law, function, i);
  return count;
}

/* ---- cache --------------------------------------------------------------- */

/* Generated outputs, and the nodes that they depend on. */
struct am_cached_function {
  const am_node *nodes; /* [count], NULL: not generated */
  int count;
  const am_node *of; /* [of_count] */
  int of_count;
};

const am_node *am_law_function(am_arena *arena, am_law *law,
                               am_function function, int *count) {
  if (!law->made)
    law->made = AM_ARRAY(law->arena, struct am_cached_function, AM_FUNCTIONS);
  struct am_cached_function *made = &law->made[function];

  /* Reuses the outputs if the nodes that they depend on are unchanged. */
  outputs basis = {.arena = arena, .graph = law->graph};
  push_nodes(&basis, law->rate, law->nx);
  push_nodes(&basis, law->force, law->na);
  push_nodes(&basis, law->stress, 6);
  push_nodes(&basis, &law->energy, 1);
  push_nodes(&basis, &law->scale, 1);
  for (int p = 0; p < law->sensitive_count; p++) {
    am_node node = am_sensitive_node(law, p);
    push_nodes(&basis, &node, 1);
  }
  size_t size = (size_t)basis.count * sizeof *basis.nodes;
  bool same = made->nodes && made->of_count == basis.count &&
              !memcmp(made->of, basis.nodes, size);

  if (!same) {
    outputs o = {.arena = law->arena, .graph = law->graph,
                 .nodes = AM_NEW(law->arena, am_node)};
    if (makers[function])
      makers[function](&o, law);
    else
      push_directions(&o, law, function);
    assert(o.count == count_outputs(law, function));
    am_optimize(law->graph, o.nodes, o.count);
    made->of = am_arena_grow(law->arena, basis.nodes, size, size);
    made->of_count = basis.count;
    made->count = o.count;
    made->nodes = o.nodes;
  }
  *count = made->count;
  return made->nodes;
}
