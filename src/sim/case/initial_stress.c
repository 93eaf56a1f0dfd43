/* initial_stress.c: strains measured from the strain of a prescribed stress.
 *
 * The law reads eps + e instead of the strain, with sigma(e, a_0) = sigma_0.
 * Newton's method computes e for each point and stores it in six numbers o
 * after the parameters. In the graph, e is the result of one more Newton step
 * from o,
 *
 *     e = o - (d sigma/d eps)^-1 (sigma(o, a_0) - sigma_0),
 *
 * which equals o up to rounding, and has the parameter derivatives of the
 * implicit function. */
#include "case/parts.h"

enum { SURFACES = 6, ITERATIONS = 200, HALVINGS = 60 };

struct am_origin {
  int first;           /* index of o in the parameter numbers */
  double stress[6];    /* sigma_0, coordinates */
  am_program *program; /* [count] outputs: residual r = sigma - sigma_0 [6], f_k
                          [nd], d f_k/d eps [nd][6], (d sigma/d eps)^-1 r [6] */
  int count;
  int surfaces;        /* nd */
};

struct am_origin_frame {
  const am_origin *origin;
  am_frame *frame;
  double *values; /* [count] at the strain evaluated last */
};

/* ---- numerical solution -------------------------------------------------- */

am_origin_frame *am_origin_frame_new(am_arena *arena, const am_origin *origin) {
  am_origin_frame *f = AM_NEW(arena, am_origin_frame);
  f->origin = origin;
  f->frame = am_frame_new(arena, origin->program);
  f->values = AM_ARRAY(arena, double, origin->count);
  return f;
}

static double norm(const double *x, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

/* Evaluates the program; returns the norm of the residual. */
static double look_at(am_origin_frame *f, const double *strain) {
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_STRAIN] = strain};
  am_frame_run(f->frame, inputs, f->values);
  return norm(f->values, 6);
}

/* Newton step from `strain`, evaluated last with the residual norm `error`,
 * halved until this norm decreases; false if no halving decreases it. */
static bool step_nearer(am_origin_frame *f, double *strain, double error,
                        bool *singular) {
  double change[6], tried[6], part = 1;
  memcpy(change, f->values + f->origin->count - 6, sizeof change);
  *singular = !isfinite(norm(change, 6));
  for (int k = 0; !*singular && k < HALVINGS; k++, part /= 2) {
    for (int i = 0; i < 6; i++) tried[i] = strain[i] - part * change[i];
    if (!(look_at(f, tried) < error)) continue;
    memcpy(strain, tried, sizeof tried);
    return true;
  }
  return false;
}

/* Index of a yield function that exceeds 0 by more than the rounding error of
 * the strain, or -1. */
static int find_surface(const am_origin_frame *f, const double *strain) {
  int count = f->origin->surfaces;
  const double *value = f->values + SURFACES, *slope = value + count;
  for (int k = 0; k < count; k++, slope += 6)
    if (!(value[k] <= 1e-10 * norm(slope, 6) * norm(strain, 6))) return k;
  return -1;
}

const char *am_origin_find(am_origin_frame *f, double *parameters,
                           int *surface) {
  const am_origin *origin = f->origin;
  double *strain = parameters + origin->first, zero[6] = {0};
  bool singular = false;
  am_frame_bind(f->frame, parameters);
  double scale = norm(origin->stress, 6), at_zero = look_at(f, zero);
  if (isfinite(at_zero)) scale = fmax(scale, at_zero);
  double error = look_at(f, strain);
  for (int i = 0; i < ITERATIONS && error > 0; i++) {
    if (!step_nearer(f, strain, error, &singular)) break;
    error = norm(f->values, 6);
  }
  error = look_at(f, strain);
  *surface = -1;
  if (!(error <= 1e-12 * scale))
    return singular ? "no strain found for the stress at the start: the "
                      "stiffness becomes singular"
                    : "no strain found for the stress at the start: Newton's "
                      "method does not converge";
  *surface = find_surface(f, strain);
  return *surface < 0 ? NULL
                      : "the stress at the start lies outside the elastic "
                        "domain";
}

/* ---- nodes of the graph -------------------------------------------------- */

/* Substitutes initial values: those of `start`, or of the law if not given. */
static void put_start(const am_law *law, const am_law_start *start,
                      am_node *nodes, int count) {
  am_graph *g = law->graph;
  int all = law->nx + law->nf;
  am_node *from = AM_ARRAY(law->arena, am_node, all);
  am_node *to = AM_ARRAY(law->arena, am_node, all);
  for (int i = 0; i < law->nx; i++) {
    bool given = !isnan(start->state[i]);
    from[i] = am_input(g, AM_INPUT_STATE, i);
    to[i] = given         ? am_const(g, start->state[i])
            : i < law->na ? law->initial_nodes[i]
                          : am_const(g, 0);
  }
  for (int i = 0; i < law->nf; i++) {
    from[law->nx + i] = am_input(g, AM_INPUT_EXTERNAL, i);
    to[law->nx + i] = am_const(g, start->external[i]);
  }
  am_substitute(g, nodes, count, from, to, all);
}

/* Replaces r by the solution x of C x = r, without pivoting; C is the Hessian
 * of an energy that is convex in the strain. */
static void solve_nodes(am_graph *g, am_node *c, am_node *r) {
  for (int k = 0; k < 6; k++)
    for (int i = k + 1; i < 6; i++) {
      am_node factor = am_div(g, c[6 * i + k], c[7 * k]);
      for (int j = k; j < 6; j++)
        c[6 * i + j] = am_sub(g, c[6 * i + j], am_mul(g, factor, c[6 * k + j]));
      r[i] = am_sub(g, r[i], am_mul(g, factor, r[k]));
    }
  for (int k = 5; k >= 0; k--) {
    for (int j = k + 1; j < 6; j++)
      r[k] = am_sub(g, r[k], am_mul(g, c[6 * k + j], r[j]));
    r[k] = am_div(g, r[k], c[7 * k]);
  }
}

/* Nodes [count] of the outputs of the program, as functions of the strain. */
static am_node *list_nodes(const am_law *law, const am_law_start *start,
                           const am_origin *origin) {
  am_graph *g = law->graph;
  am_node *nodes = AM_ARRAY(law->arena, am_node, origin->count), stiffness[36];
  am_node *eps = am_inputs(law->arena, g, AM_INPUT_STRAIN, 0, 6);
  am_node *surfaces = nodes + SURFACES, *change = nodes + origin->count - 6;
  memcpy(nodes, law->stress, sizeof law->stress);
  am_jacobian(g, law->stress, 6, eps, 6, stiffness);
  for (int k = 0; k < law->nd; k++)
    surfaces[k] = law->rate[am_multiplier_at(law, k)];
  am_jacobian(g, surfaces, law->nd, eps, 6, surfaces + law->nd);
  put_start(law, start, nodes, SURFACES + 7 * law->nd);
  put_start(law, start, stiffness, 36);
  for (int i = 0; i < 6; i++)
    change[i] = nodes[i] = am_sub(g, nodes[i], am_const(g, origin->stress[i]));
  solve_nodes(g, stiffness, change);
  return nodes;
}

/* Appends six parameter numbers, initially 0. */
static void add_numbers(am_law *law) {
  int old = law->parameter_numbers, count = old + 6;
  size_t size = (size_t)old, more = (size_t)count;
  law->parameters = am_arena_grow(law->arena, law->parameters,
                                  size * sizeof(double), more * sizeof(double));
  law->structural = am_arena_grow(law->arena, law->structural,
                                  size * sizeof(bool), more * sizeof(bool));
  law->parameter_numbers = count;
  for (int i = old; i < count; i++) {
    law->parameters[i] = 0;
    law->structural[i] = false;
  }
}

/* Replaces eps by eps + e in the whole law; e is one Newton step from o, with
 * the change [6]. */
static void shift_strains(am_law *law, const am_origin *origin,
                          am_node *change) {
  am_graph *g = law->graph;
  am_node *eps = am_inputs(law->arena, g, AM_INPUT_STRAIN, 0, 6), to[6];
  am_node *o = am_inputs(law->arena, g, AM_INPUT_PARAMETER, origin->first, 6);
  am_substitute(g, change, 6, eps, o, 6);
  for (int i = 0; i < 6; i++)
    to[i] = am_add(g, eps[i], am_sub(g, o[i], change[i]));
  am_law_replace_strain(law, to);
}

am_status am_law_count_from(am_report *report, am_law *law,
                            const am_law_start *start) {
  am_origin *origin = AM_NEW(law->arena, am_origin);
  int surface, count = SURFACES + 7 * law->nd + 6;
  *origin = (am_origin){.first = law->parameter_numbers, .count = count,
                        .surfaces = law->nd};
  am_basis_from_tensor(start->stress, origin->stress);
  am_node *nodes = list_nodes(law, start, origin);
  origin->program = am_program_new(law->arena, law->graph, nodes, count);
  add_numbers(law);
  const char *failure = am_origin_find(am_origin_frame_new(law->arena, origin),
                                       law->parameters, &surface);
  if (failure && surface >= 0)
    return am_error(report, AM_INPUT, start->place, "%s '%s'", failure,
                    law->surfaces[surface].name);
  if (failure) return am_error(report, AM_INPUT, start->place, "%s", failure);
  shift_strains(law, origin, nodes + count - 6);
  law->origin = origin;
  return AM_OK;
}

/* Initial stress of a law. */

void am_law_stress(am_arena *arena, const am_law *law, const am_law_point *at,
                   double *stress) {
  static const double still[6 + AM_MOST_EXTERNAL];
  am_frame *frame = am_frame_new(
      arena, am_program_new(arena, law->graph, law->stress, 6));
  const double *inputs[AM_INPUT_KINDS] = {
      [AM_INPUT_STRAIN] = at->strain, [AM_INPUT_STATE] = at->state,
      [AM_INPUT_EXTERNAL] = at->external, [AM_INPUT_RATE] = still};
  am_frame_bind(frame, at->parameters ? at->parameters : law->parameters);
  am_frame_run(frame, inputs, stress);
}

/* Initial fields in the syntax of `initial`: "T: 823, ". */
static const char *list_fields(am_arena *arena, const am_law *law,
                               const double *external) {
  am_buffer text = {.arena = arena};
  for (int i = 0; i < law->nf; i++)
    am_buffer_add(&text, "%s: %.15g, ", law->material->externals[i].name,
                  external[i]);
  return text.text;
}

bool am_law_note_stress(am_report *report, const am_law *law,
                        const am_start_stress_note *note) {
  const char *unit = law->material->stress_unit;
  int most = 0;
  for (int c = 0; c < note->count; c++)
    if (fabs(note->stress[c]) > fabs(note->stress[most])) most = c;
  if (!law->nf || !(fabs(note->stress[most]) > 1e-9 * fabs(law->stress_scale)))
    return false;
  const char *fields = list_fields(report->arena, law, note->external);
  am_note(report, note->place,
          "the initial state is not stress-free: %s.%s is %.6g%s%s%s at "
          "'%.*s'%s%s%s",
          note->quantity, am_gradient_names[most], note->stress[most],
          *unit ? " " : "", unit, note->where, (int)strlen(fields) - 2, fields,
          note->refused ? "" : "; 'initial: {", note->refused ? "" : fields,
          note->refused ? "" : "stress: {}}' makes it stress-free");
  return true;
}
