/* class.c: classification of laws from their graph and by sampling; test for
 * isotropy by comparison with rotated arguments. */
#include "check/parts.h"

/* Number of sampled strain directions and of strain sizes; sizes increase from
 * the smallest by factors of ten. */
enum { DIRECTIONS = 32, SIZES = 8 };
static const double smallest = 1e-7;

/* Properties of the nodes of a graph, [size + 1] each. */
typedef struct {
  const am_graph *graph;
  size_t size;
  bool *needed, *moves, *affine, *strain, *zero;
  double *value;
} survey;

static survey survey_new(am_arena *arena, const am_graph *graph,
                         const am_node *roots, int count) {
  size_t size = am_graph_size(graph);
  survey s = {.graph = graph,
              .size = size,
              .needed = am_graph_needed(graph, roots, count, arena),
              .moves = AM_ARRAY(arena, bool, size + 1),
              .affine = AM_ARRAY(arena, bool, size + 1),
              .strain = AM_ARRAY(arena, bool, size + 1),
              .zero = AM_ARRAY(arena, bool, size + 1),
              .value = AM_ARRAY(arena, double, size + 1)};
  return s;
}

/* ---- structure ----------------------------------------------------------- */

static void mark_affine(survey *s) {
  const am_graph *g = s->graph;
  for (am_node i = 1; i <= s->size; i++) {
    if (!s->needed[i]) continue;
    am_op op = am_node_op(g, i);
    s->moves[i] = am_node_moves(g, i, s->moves);
    s->affine[i] = am_node_is_affine(g, i, s->moves, s->affine);
    s->strain[i] = op == AM_OP_INPUT &&
                   am_node_input_kind(g, i) == AM_INPUT_STRAIN;
    for (int k = 0; k < am_ops[op].arity; k++)
      s->strain[i] |= s->strain[am_node_argument(g, i, k)];
  }
}

/* Marks in changes [na] the state coordinates on which the stiffness depends,
 * except through an elastic strain, that is a node that is affine in strain and
 * state and depends on the strain. */
static void find_stiffness(am_arena *arena, am_law *law, bool *changes) {
  am_graph *g = law->graph;
  am_node hessian[36];
  const am_node *eps = am_inputs(arena, g, AM_INPUT_STRAIN, 0, 6);
  am_jacobian(g, law->stress, 6, eps, 6, hessian);
  survey s = survey_new(arena, g, hessian, 36);
  mark_affine(&s);
  bool *reached = AM_ARRAY(arena, bool, s.size + 1);
  for (int i = 0; i < 36; i++) reached[hessian[i]] = true;
  for (am_node i = (am_node)s.size; i > 0; i--) {
    am_op op = am_node_op(g, i);
    if (!reached[i] || (s.affine[i] && s.strain[i])) continue;
    if (op == AM_OP_INPUT && am_node_input_kind(g, i) == AM_INPUT_STATE)
      changes[am_node_input_index(g, i)] = true;
    for (int k = 0; k < am_ops[op].arity; k++)
      reached[am_node_argument(g, i, k)] = true;
  }
}

/* ---- samples ------------------------------------------------------------- */

/* True if a node is algebraically zero; uses its value and the results for its
 * arguments. Products and powers of nonzero values are not zero, even if they
 * underflow. */
static bool is_zero(const survey *s, am_node node) {
  const am_graph *g = s->graph;
  am_op op = am_node_op(g, node);
  int arity = am_ops[op].arity;
  am_node a = arity > 0 ? am_node_argument(g, node, 0) : 0;
  am_node b = arity > 1 ? am_node_argument(g, node, 1) : 0;
  if (s->value[node] != 0) return false;
  if (op == AM_OP_MUL) return s->zero[a] || s->zero[b];
  if (op == AM_OP_SELECT)
    return s->zero[s->value[a] != 0 ? b : am_node_argument(g, node, 2)];
  if (op == AM_OP_ADD || op == AM_OP_SUB)
    return s->value[a] != 0 || (s->zero[a] && s->zero[b]);
  if (op == AM_OP_DIV || op == AM_OP_POW || op == AM_OP_POW0 || op == AM_OP_EXP)
    return s->zero[a];
  return arity != 1 || s->value[a] != 0 || s->zero[a];
}

static void evaluate_survey(survey *s, const double *const *inputs) {
  const am_graph *g = s->graph;
  for (am_node i = 1; i <= s->size; i++) {
    if (!s->needed[i]) continue;
    am_op op = am_node_op(g, i);
    double x[3] = {0};
    for (int k = 0; k < am_ops[op].arity; k++)
      x[k] = s->value[am_node_argument(g, i, k)];
    s->value[i] =
        op == AM_OP_CONST ? am_node_value(g, i)
        : op == AM_OP_INPUT
            ? inputs[am_node_input_kind(g, i)][am_node_input_index(g, i)]
            : am_op_value(op, x[0], x[1], x[2]);
    s->zero[i] = is_zero(s, i);
  }
}

/* first [na]: index of the smallest strain size at which each state coordinate
 * evolves, or SIZES. Strains, also used as rates of strain and fields, are
 * drawn from -1 to 1. */
static void find_first(am_arena *arena, const am_law *law, int *first) {
  survey s = survey_new(arena, law->graph, law->rate, law->na);
  double eps[6 + AM_MOST_EXTERNAL], size = smallest;
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_PARAMETER] = law->parameters,
      [AM_INPUT_STRAIN] = eps,
      [AM_INPUT_RATE] = eps,
      [AM_INPUT_EXTERNAL] = law->external,
      [AM_INPUT_STATE] = law->initial};
  for (int i = 0; i < law->na; i++) first[i] = SIZES;
  for (int k = 0; k < SIZES; k++, size *= 10) {
    am_random random = am_random_new(1, 0, 0, 0);
    for (int n = 0; n < DIRECTIONS; n++) {
      for (int i = 0; i < am_law_inputs(law); i++)
        eps[i] = am_random_in(&random, -size, size);
      evaluate_survey(&s, inputs);
      for (int i = 0; i < law->na; i++)
        if (first[i] > k && !s.zero[law->rate[i]] &&
            !isnan(s.value[law->rate[i]]))
          first[i] = k;
    }
  }
}

/* Coordinates that flow with a multiplier evolve at least outside the elastic
 * domain. */
static void find_flowing(am_arena *arena, const am_law *law, int *first) {
  bool *flows = AM_ARRAY(arena, bool, law->na * law->nd);
  const am_node *lambda = am_inputs(arena, law->graph, AM_INPUT_STATE,
                                    am_multiplier_at(law, 0), law->nd);
  am_sparsity(law->graph, law->rate, law->na, lambda, law->nd, flows);
  for (int i = 0; i < law->na * law->nd; i++)
    if (flows[i] && first[i / law->nd] == SIZES)
      first[i / law->nd] = SIZES - 1;
}

static unsigned class_of(const am_variable *v, const int *first,
                         const bool *changes) {
  unsigned found = 0;
  bool moves = v->maximum, damages = false;
  for (int i = v->offset; i < v->offset + v->size; i++) {
    moves |= first[i] < SIZES;
    damages |= changes[i];
    if (first[i] < SIZES)
      found |= first[i] ? AM_CLASS_PLASTIC : AM_CLASS_VISCOUS;
  }
  if (moves && damages) return AM_CLASS_DAMAGE;
  return found & AM_CLASS_VISCOUS ? AM_CLASS_VISCOUS : found;
}

am_class am_law_classify(am_arena *arena, am_law *law) {
  am_class found = {.variables = AM_ARRAY(arena, unsigned, law->count)};
  int *first = AM_ARRAY(arena, int, law->na);
  bool *changes = AM_ARRAY(arena, bool, law->na);
  find_stiffness(arena, law, changes);
  find_first(arena, law, first);
  find_flowing(arena, law, first);
  for (int i = 0; i < law->count; i++) {
    found.variables[i] = class_of(&law->variables[i], first, changes);
    found.all |= found.variables[i];
  }

  /* linear: stress and rates are affine in strain and state */
  int count = 6 + law->na;
  am_node *roots = AM_ARRAY(arena, am_node, count);
  for (int i = 0; i < count; i++)
    roots[i] = i < 6 ? law->stress[i] : law->rate[i - 6];
  survey s = survey_new(arena, law->graph, roots, count);
  mark_affine(&s);
  found.linear = !law->nd;
  for (int i = 0; i < count; i++) found.linear &= s.affine[roots[i]];
  return found;
}

const char *am_class_name(am_arena *arena, const am_class *found) {
  static const char *const words[] = {"viscous", "plastic", "damage"};
  am_buffer text = {.arena = arena};
  unsigned rest = found->all;
  am_buffer_add(&text, "%s%s", found->linear ? "linear " : "",
                rest ? "" : "elastic");
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
    if (!(rest & 1u << i)) continue;
    rest &= ~(1u << i);
    bool several = rest & (rest - 1);
    am_buffer_add(&text, "%s%s", words[i],
                  several ? ", " : rest ? " and " : "");
  }
  return text.text;
}

/* ---- materials ----------------------------------------------------------- */

static am_described_variable describe_variable(am_arena *arena,
                                               const am_law *law,
                                               const am_class *class,
                                               const am_internal *own) {
  unsigned all = 0;
  am_described_variable v = {.range = ""};
  for (int i = 0; i < law->count; i++) {
    if (strcmp(law->variables[i].base, own->name)) continue;
    all |= class->variables[i];
    v.unknowns += law->variables[i].size;
    v.members += law->variables[i].member > 0;
  }
  if (v.members) v.range = am_format(arena, "[1..%d]", v.members);
  v.type = own->kind == AM_SCALAR ? "scalar"
           : own->deviatoric      ? "deviatoric"
                                  : "symmetric";
  v.behaviour = all & AM_CLASS_DAMAGE    ? "damage"
                : all & AM_CLASS_VISCOUS ? "viscous"
                : all & AM_CLASS_PLASTIC ? "plastic"
                                         : "at rest";
  return v;
}

void am_describe_law(am_described_law *k) {
  const am_class class = am_law_classify(k->arena, k->law);
  int count = k->material->internal_count;
  k->class = am_format(k->arena, "%s, %s", am_class_name(k->arena, &class),
                       k->law->strict             ? "strict GSM"
                       : am_law_has_given(k->law) || k->material->stress
                           ? "not from a potential"
                           : "not strict GSM");
  k->variables = AM_ARRAY(k->arena, am_described_variable, count);
  for (int i = 0; i < count; i++)
    k->variables[i] = describe_variable(k->arena, k->law, &class,
                                        &k->material->internals[i]);
}

am_status am_described_law_read(am_arena *arena, am_report *report,
                                const char *name, am_described_law *k) {
  const char *path = NULL;
  am_material *material = NULL;
  *k = (am_described_law){.arena = arena};
  AM_TRY(am_material_find(arena, report, name, NULL, am_nowhere, &path));
  AM_TRY(am_material_read(arena, report, path, &material));
  k->material = material;
  AM_TRY(am_law_new(arena, report, material, NULL, &k->law));
  am_describe_law(k);
  return AM_OK;
}

const char *am_described_law_arguments(const am_described_law *k,
                                       const char *first, const char *prefix) {
  am_buffer text = {.arena = k->arena};
  am_buffer_add(&text, "%s", first);
  for (int i = 0; i < k->material->internal_count; i++)
    am_buffer_add(&text, "%s%s%s", text.length ? ", " : "", prefix,
                  k->material->internals[i].name);
  return text.text;
}

const char *am_law_dependence(am_arena *arena, am_law *law,
                              const am_file_formula *domain) {
  am_graph *g = law->graph;
  am_node *nodes = AM_ARRAY(arena, am_node, law->nd + 1);
  int count = 0;
  if (!domain) nodes[count++] = law->force_potential;
  for (int k = 0; k < law->nd; k++) /* all members of a list */
    if (law->surfaces[k].formula == domain)
      nodes[count++] = law->surfaces[k].value;
  am_buffer list = {.arena = arena};
  const am_node *eps = am_inputs(arena, g, AM_INPUT_STRAIN, 0, 6);
  if (am_reads(g, nodes, count, eps, 6)) am_buffer_add(&list, "eps");
  const char *rates = am_law_rates_read(law, nodes, count);
  if (rates) am_buffer_add(&list, "%s%s", list.length ? ", " : "", rates);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (am_reads(g, nodes, count,
                 am_inputs(arena, g, AM_INPUT_STATE, v->offset, v->size),
                 v->size))
      am_buffer_add(&list, "%s%s", list.length ? ", " : "", v->name);
  }
  return list.text;
}

/* ---- isotropy ------------------------------------------------------------ */

enum { SAMPLES = 24, DECADES = 5 };

/* Tolerance relative to the largest number, far above rounding errors and far
 * below the effect of anisotropy. */
static const double tolerance = 1e-7;

/* Law evaluated at original and rotated arguments. */
typedef struct {
  am_law *law;
  am_values *values;      /* omega, f [nx] */
  double q[6][6];
  double *state, *turned; /* [nx] */
  double *plain;          /* [1 + nx] values */
  double *expected;       /* [nx] rotated rates */
  am_random random;
} sampling;

/* Rotates coordinates; first: 1 for deviatoric tensors, else 0. */
static void turn_coordinates(const sampling *s, int first, const double *x,
                             double *turned) {
  for (int i = first; i < 6; i++) {
    turned[i - first] = 0;
    for (int j = first; j < 6; j++)
      turned[i - first] += s->q[i][j] * x[j - first];
  }
}

/* Rotates the tensors of a vector in state order. */
static void turn_state(const sampling *s, const double *x, double *turned) {
  const am_law *law = s->law;
  memcpy(turned, x, (size_t)law->nx * sizeof *x);
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    if (v->size > 1)
      turn_coordinates(s, v->deviatoric, x + v->offset, turned + v->offset);
  }
}

/* Draws a state. Scalars only increase, like accumulated strains and damage;
 * multipliers are 1. */
static void draw_state(sampling *s, double size) {
  const am_law *law = s->law;
  for (int i = 0; i < law->na; i++)
    s->state[i] = am_is_multiplier(law, i) ? 1 : law->initial[i];
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    for (int c = v->offset; c < v->offset + v->size; c++) {
      double step = am_random_in(&s->random, -size, size);
      s->state[c] += v->size == 1 ? fabs(step) : step;
    }
  }
}

/* True if the values agree, or if any of them is not finite. */
static bool same(const double *a, const double *b, int count) {
  double most = 0, apart = 0;
  for (int i = 0; i < count; i++) {
    most = fmax(most, fabs(a[i]) + fabs(b[i]));
    if (!isfinite(a[i]) || !isfinite(b[i])) return true;
    apart = fmax(apart, fabs(a[i] - b[i]));
  }
  return apart <= tolerance * most;
}

static bool sample_is_same(sampling *s, double size) {
  double strain[6], turned[6], angles[3];
  const am_law *law = s->law;
  for (int i = 0; i < 6; i++) strain[i] = am_random_in(&s->random, -size, size);
  for (int i = 0; i < 3; i++) angles[i] = am_random_in(&s->random, -3, 3);
  am_rotation(angles, false, s->q);
  draw_state(s, 0.3 * size);
  turn_coordinates(s, 0, strain, turned);
  turn_state(s, s->state, s->turned);
  memcpy(s->plain, am_values_in(s->values, strain, s->state, law->external),
         (size_t)am_values_count(s->values) * sizeof *s->plain);
  turn_state(s, s->plain + 1, s->expected);
  const double *other =
      am_values_in(s->values, turned, s->turned, law->external);
  int stress = am_values_count(s->values) - 6;
  turn_coordinates(s, 0, s->plain + stress, strain);
  return same(s->plain, other, 1) && same(s->expected, other + 1, law->na) &&
         same(strain, other + stress, 6);
}

bool am_law_is_isotropic(am_arena *arena, am_law *law) {
  int count;
  am_subject subject = {.arena = arena, .law = law};
  const am_node *rates = am_law_function(arena, law, AM_FUNCTION_RATE, &count);
  am_node *nodes = AM_ARRAY(arena, am_node, count + 7);
  nodes[0] = law->energy;
  am_law_present(law, nodes, 1);
  memcpy(nodes + 1, rates, (size_t)count * sizeof *rates);
  memcpy(nodes + 1 + count, law->stress, sizeof law->stress);
  sampling s = {.law = law, .random = am_random_new(1, 0, 0, 0),
                .values = am_values_new(&subject, nodes, count + 7),
                .state = AM_ARRAY(arena, double, law->nx),
                .turned = AM_ARRAY(arena, double, law->nx),
                .plain = AM_ARRAY(arena, double, count + 7),
                .expected = AM_ARRAY(arena, double, count)};
  for (int i = 0; i < SAMPLES; i++)
    if (!sample_is_same(&s, pow(10, i % DECADES - 4))) return false;
  return true;
}
