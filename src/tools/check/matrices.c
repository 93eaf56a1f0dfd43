/* matrices.c: comparison of matrices of derivatives of a law with differences;
 * derivatives of the rates. */
#include "check/derivatives.h"

/* ---- components ---------------------------------------------------------- */

/* Relation between the components of a tensor x and its coordinates. */
typedef enum {
  VALUE, /* x_kl is the weighted sum; the derivative of a scalar along the
            weights is G_kl of its gradient */
  MOTION /* a displacement h along the weights adds h to x_kl and x_lk */
} component_use;

static void add_component(am_arena *arena, am_components *all,
                          am_tensor_component component) {
  size_t size = (size_t)all->count * sizeof component;
  all->items = am_arena_grow(arena, all->items, size, size + sizeof component);
  all->items[all->count++] = component;
}

static void add_scalar(am_arena *arena, am_components *all, const char *name,
                       int offset) {
  add_component(arena, all,
                (am_tensor_component){
                    .name = name, .offset = offset, .size = 1, .weight = {1}});
}

/* Adds the components of a tensor, or of a deviator, which has no first
 * coordinate. */
static void add_tensor(am_arena *arena, am_components *all,
                       am_tensor_component whole, component_use use) {
  int skipped = 6 - whole.size;
  for (int k = 0; k < 6; k++) {
    double unit[6] = {0}, motion[6];
    unit[k] = 1;
    am_basis_from_tensor(unit, motion);
    am_tensor_component one = whole;
    one.name = am_format(arena, "%s[%s]", whole.name, am_component_names[k]);
    for (int c = skipped; c < 6; c++)
      one.weight[c - skipped] = use == VALUE ? am_basis[c][k] : motion[c];
    add_component(arena, all, one);
  }
}

/* Components of the internal variables with coordinates below `end`, or of
 * conjugate quantities; the prefix precedes their names ("A_", "rate_"). */
static am_components variables_of(const am_subject *s, const char *prefix,
                                  int end, component_use use) {
  am_components all = {0};
  for (int i = 0; i < s->law->count; i++) {
    const am_variable *v = &s->law->variables[i];
    const am_tensor_component whole = {
        .name = am_format(s->arena, "%s%s", prefix, v->name),
        .offset = v->offset, .size = v->size};
    if (v->offset >= end) continue;
    if (v->kind == AM_SCALAR)
      add_scalar(s->arena, &all, whole.name, v->offset);
    else
      add_tensor(s->arena, &all, whole, use);
  }
  return all;
}

static am_components tensor_of(const am_subject *s, const char *name,
                               component_use use) {
  am_components all = {0};
  add_tensor(s->arena, &all, (am_tensor_component){.name = name, .size = 6},
             use);
  return all;
}

/* ---- values -------------------------------------------------------------- */

/* df/dy u_y + df/deps u_eps, from the function gradient. */
static am_node *change_of_rates(am_subject *s) {
  am_law *law = s->law;
  int nx = law->nx, ns = law->ns, n = am_law_inputs(law), count;
  const am_node *g = am_check_function(s, AM_FUNCTION_GRADIENT, &count);
  const am_node *u = am_check_inputs(s, AM_INPUT_ALONG, 0, ns + n);
  am_node *sums = AM_ARRAY(s->arena, am_node, nx);
  for (int i = 0; i < nx; i++) {
    sums[i] = am_const(law->graph, 0);
    for (int j = 0; j < ns + n; j++) {
      am_node slope = j < ns ? g[nx + i * ns + j]
                             : g[nx * (1 + ns) + i * n + j - ns];
      sums[i] = am_add(law->graph, sums[i], am_mul(law->graph, slope, u[j]));
    }
  }
  return sums;
}

/* Values, and their components as rows; returns their number. */
static int prepare_values(am_subject *s, am_differentiated kind,
                          am_derivatives *d) {
  am_law *law = s->law;
  int na = law->na, nx = law->nx, ns = law->ns;
  const struct {
    const am_node *nodes;
    int count;
  } all[] = {[AM_VALUES_OMEGA] = {&law->energy, 1},
             [AM_VALUES_PSI] = {&law->dissipation_potential, 1},
             [AM_VALUES_STRESS] = {law->stress, 6},
             [AM_VALUES_FORCE] = {law->force, ns},
             [AM_VALUES_FLOW] = {NULL, na},
             [AM_VALUES_RATE] = {law->rate, nx},
             [AM_VALUES_CHANGE] = {NULL, nx}};
  const am_node *nodes = kind == AM_VALUES_FLOW     ? am_check_flow(s)
                         : kind == AM_VALUES_CHANGE ? change_of_rates(s)
                                                    : all[kind].nodes;
  d->values = am_values_new(s, nodes, all[kind].count);
  if (kind <= AM_VALUES_PSI)
    add_scalar(s->arena, &d->rows, kind == AM_VALUES_PSI ? "Psi" : "omega", 0);
  else if (kind == AM_VALUES_STRESS)
    d->rows = tensor_of(s, "sigma", VALUE);
  else if (kind == AM_VALUES_FORCE)
    d->rows = variables_of(s, "A_", ns, VALUE);
  else
    d->rows = variables_of(s, "rate_", na, VALUE);
  if (kind >= AM_VALUES_RATE && law->energies) {
    add_scalar(s->arena, &d->rows, "dissipation", na);
    if (law->nf) add_scalar(s->arena, &d->rows, "exchange", na + 1);
    add_scalar(s->arena, &d->rows, "work", nx - 1);
  }
  return all[kind].count;
}

/* ---- directions ---------------------------------------------------------- */

/* Directions of one kind of input, without positions.  Energies and stresses
 * depend on the whole state, forces and rates on its part ns. */
static am_directions directions_of(const am_subject *s, const am_matrix *m,
                                   am_input_kind kind) {
  const am_law *law = s->law;
  component_use use = m->values <= AM_VALUES_PSI ? VALUE : MOTION;
  int end = m->values <= AM_VALUES_STRESS ? law->na : law->ns;
  am_directions d = {.kind = kind, .coordinates = end, .stride = 1};
  if (kind == AM_INPUT_STRAIN) d.components = tensor_of(s, "eps", use);
  if (kind == AM_INPUT_STATE) d.components = variables_of(s, "", end, use);
  if (kind == AM_INPUT_FORCE)
    d.components = variables_of(s, "A_", law->na, use);
  for (int i = 0; kind == AM_INPUT_EXTERNAL && i < law->nf; i++)
    add_scalar(s->arena, &d.components, law->material->externals[i].name, i);
  for (int i = 0; kind == AM_INPUT_DIRECTION && i < am_law_inputs(law); i++)
    add_scalar(s->arena, &d.components,
               am_format(s->arena, "(direction %d)", i + 1), i);
  if (kind == AM_INPUT_ALONG && law->na)
    add_scalar(s->arena, &d.components, "(direction)", 0);
  d.row_stride = kind == AM_INPUT_STRAIN     ? 6
                 : kind == AM_INPUT_STATE    ? end
                 : kind == AM_INPUT_FORCE    ? law->na
                 : kind == AM_INPUT_EXTERNAL ? law->nf
                                             : 1;
  return d;
}

am_status am_check_matrix(am_subject *s, const am_matrix *m) {
  const am_law *law = s->law;
  am_derivatives d = {.check = m->check, .what = m->what,
                      .along_count = m->along_count};
  int directions = 0;
  for (int i = 0; i < m->along_count; i++) {
    d.along[i] = directions_of(s, m, m->along[i]);
    directions += d.along[i].components.count;
  }
  if (!directions || ((m->values == AM_VALUES_PSI ||
                       m->values == AM_VALUES_FLOW) &&
                      !am_law_has_potential(law)))
    return AM_OK;
  int n = prepare_values(s, m->values, &d), offset = m->headed ? n : 0;
  for (int i = 0; i < m->along_count; i++) {
    am_directions *along = &d.along[i], *next = along + 1;
    along->offset = offset;
    if (along->kind >= AM_INPUT_DIRECTION) along->stride = n;
    if (i + 1 < m->along_count && next->kind == AM_INPUT_EXTERNAL) {
      along->row_stride += law->nf;
      next->row_stride = along->row_stride;
      next->offset = offset + 6;
      break;
    }
    offset += n * along->row_stride;
  }
  d.derivatives = m->nodes ? am_values_new(s, m->nodes(s), offset)
                           : am_values_of(s, m->function);
  return am_check_derivatives(s, &d);
}

/* ---- derivatives of the rates -------------------------------------------- */

am_status am_check_run_rate(am_subject *s) {
  static const am_matrix all[] = {
      {"rate", "jacobian", AM_VALUES_RATE, AM_FUNCTION_JACOBIAN, NULL, true,
       {AM_INPUT_STATE}, 1},
      {"rate", "gradient", AM_VALUES_RATE, AM_FUNCTION_GRADIENT, NULL, true,
       {AM_INPUT_STATE, AM_INPUT_STRAIN, AM_INPUT_EXTERNAL}, 3},
      {"rate", "directed", AM_VALUES_RATE, AM_FUNCTION_DIRECTED, NULL, true,
       {AM_INPUT_DIRECTION}, 1},
      {"rate", "curvature", AM_VALUES_CHANGE, AM_FUNCTION_CURVATURE, NULL,
       false, {AM_INPUT_DIRECTION}, 1}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    AM_TRY(am_check_matrix(s, &all[i]));
  return AM_OK;
}
