#include "emit/law_text.h"

#include <string.h>

/* Sizes of outputs. */
typedef enum {
  NX,
  NX_NS,
  NX_6,
  SIX,
  SIX_SIX,
  SIX_NA,
  NS_NS,
  ONE,
  SHARED
} size;

/* A function of the text: what it is given, and its outputs.  One that
 * differentiates in directions is several: the first computes what they
 * share, `along` the derivatives along direction c. */
typedef struct {
  const char *name, *about, *given;
  struct {
    const char *name;
    size size;
  } arrays[4];
  const char *along, *size_name;
} row;

#define GIVEN_STATE "const real *eps, const real *y"
#define GIVEN_RATE "const real *eps, const real *rate, const real *y"

static const row rows[AM_FUNCTIONS] = {
    [AM_FUNCTION_RATE] =
        {"k_rate", "f = y'", GIVEN_RATE, .arrays = {{"f", NX}}},
    [AM_FUNCTION_JACOBIAN] =
        {"k_jacobian",
         "f and J = df/dy",
         GIVEN_RATE,
         .arrays = {{"f", NX}, {"J", NX_NS}}},
    [AM_FUNCTION_GRADIENT] =
        {"k_gradient",
         "f, J = df/dy and B = df/deps",
         GIVEN_RATE,
         .arrays = {{"f", NX}, {"J", NX_NS}, {"B", NX_6}}},
    [AM_FUNCTION_CURVATURE] =
        {"k_curvature_shared",
         "what the derivatives of J u_y + B u_eps share",
         GIVEN_RATE ", const real *u",
         .arrays = {{"shared", SHARED}},
         "k_curvature_along",
         "K_CURVATURE_SHARED"},
    [AM_FUNCTION_DIRECTED] =
        {"k_rate_shared",
         "f, and what its derivatives J w + B_c theta share",
         GIVEN_RATE,
         .arrays = {{"f", NX}, {"shared", SHARED}},
         "k_rate_along",
         "K_RATE_SHARED"},
    [AM_FUNCTION_RESPONSE] =
        {"k_stress_shared",
         "sig = d omega/d eps, and what its derivatives share",
         GIVEN_STATE,
         .arrays = {{"sig", SIX}, {"shared", SHARED}},
         "k_stress_along",
         "K_STRESS_SHARED"},
    [AM_FUNCTION_ALONG] =
        {"k_stress_change",
         "sig = d omega/d eps, and what it changes by along u",
         GIVEN_STATE ", const real *u",
         .arrays = {{"sig", SIX}, {"along", SIX}}},
    [AM_FUNCTION_STRESS] =
        {"k_stress",
         "sig = d omega/d eps",
         GIVEN_STATE,
         .arrays = {{"sig", SIX}}},
    [AM_FUNCTION_STIFFNESS] =
        {"k_stiffness",
         "sig = d omega/d eps, Ce = d sig/d eps, Cy = d sig/dy",
         GIVEN_STATE,
         .arrays = {{"sig", SIX}, {"Ce", SIX_SIX}, {"Cy", SIX_NA}}},
    [AM_FUNCTION_METRIC] =
        {"k_metric",
         "M = d2 omega/dy2",
         GIVEN_STATE,
         .arrays = {{"M", NS_NS}}},
    [AM_FUNCTION_ENERGY] =
        {"k_energy", "omega", GIVEN_STATE, .arrays = {{"omega", ONE}}},
    [AM_FUNCTION_DIRECTED_BY] =
        {"k_rate_by_shared",
         "f, and what its derivatives by parameters share",
         GIVEN_RATE,
         .arrays = {{"f", NX}, {"shared", SHARED}},
         "k_rate_by_along",
         "K_RATE_BY_SHARED"},
    [AM_FUNCTION_RESPONSE_BY] =
        {"k_stress_by_shared",
         "sig = d omega/d eps, and what its derivatives by parameters share",
         GIVEN_STATE,
         .arrays = {{"sig", SIX}, {"shared", SHARED}},
         "k_stress_by_along",
         "K_STRESS_BY_SHARED"},
    [AM_FUNCTION_CURVATURE_BY] =
        {"k_curvature_by_shared",
         "what the derivatives of J u_y + B u_eps by parameters share",
         GIVEN_RATE ", const real *u",
         .arrays = {{"shared", SHARED}},
         "k_curvature_by_along",
         "K_CURVATURE_BY_SHARED"},
};

/* A function of more operations than this is not repeated where it is
 * called. */
enum { LONG = 400 };

static int size_of(const am_law *law, size which) {
  const int sizes[] = {law->nx, law->nx * law->ns, law->nx * 6, 6,
                       36,      6 * law->na,       law->ns * law->ns, 1};
  return sizes[which];
}

/* shared: the size of the array of what directions share. */
static int list_arrays(const am_law *law, const row *r, int shared,
                       am_emit_array *arrays) {
  int count = 0;
  for (; count < 4 && r->arrays[count].name; count++) {
    size which = r->arrays[count].size;
    arrays[count] = (am_emit_array){
        r->arrays[count].name,
        which == SHARED ? shared : size_of(law, which)};
  }
  return count;
}

static void add_signature(am_law_text *t, const row *r, bool is_long) {
  am_buffer_add(&t->out, "\n%s void %s(k_context *k, %s",
                is_long ? "K_CALL" : "K_FN", r->name, r->given);
  for (int i = 0; i < 4 && r->arrays[i].name; i++)
    am_buffer_add(&t->out, ", real *%s", r->arrays[i].name);
  am_buffer_add(&t->out, ") {\n");
}

/* Arguments that a body may not read. */
static void add_unused(am_law_text *t, const row *r) {
  am_buffer_add(&t->out, "  (void)k, (void)eps, (void)y");
  if (strstr(r->given, "rate")) am_buffer_add(&t->out, ", (void)rate");
  if (strstr(r->given, "*u")) am_buffer_add(&t->out, ", (void)u");
}

#define ALONG_GIVEN \
  "const real *shared, const real *theta, const real *w, real *along"

/* The part of direction c. */
static void add_along(am_law_text *t, const row *r, const char *suffix,
                      const char *selector) {
  am_buffer_add(&t->out, "K_FN void %s%s(k_context *k, %s" ALONG_GIVEN ") {\n",
                r->along, suffix, selector);
  am_buffer_add(&t->out, "  (void)k, (void)shared, (void)theta, (void)w, "
                         "(void)along;\n");
}

static am_emit_counts add_direction(am_arena *arena, am_law_text *t,
                                    const row *r, const am_split *split,
                                    int c) {
  const am_emit_array array = {"along", split->rows};
  am_buffer body = {.arena = arena};
  am_emit_counts counts =
      am_emit_body(&body, t->law->graph, split->directions + c * split->rows,
                   &array, 1, &t->bound);
  am_buffer_add(&t->out, "\n/* direction %d: %d operations */\n", c,
                counts.operations);
  add_along(t, r, am_format(arena, "_%d", c), "");
  am_buffer_add(&t->out,
                "  const real *bound = k->bound;\n  (void)bound;\n%s}\n",
                body.text ? body.text : "");
  return counts;
}

static void add_directions(am_arena *arena, am_law_text *t, const row *r,
                           const am_split *split, am_emit_counts *counts) {
  for (int c = 0; c < split->direction_count; c++) {
    am_emit_counts own = add_direction(arena, t, r, split, c);
    counts->operations += own.operations;
    counts->powers += own.powers;
  }
  am_buffer_add(&t->out, "\n");
  add_along(t, r, "", "int c, ");
  am_buffer_add(&t->out, "  switch (c) {\n");
  for (int c = 0; c < split->direction_count; c++)
    am_buffer_add(&t->out,
                  "    case %d: %s_%d(k, shared, theta, w, along); break;\n",
                  c, r->along, c);
  am_buffer_add(&t->out, "  }\n}\n");
}

static void add_stub(am_law_text *t, const row *r) {
  if (r->along) am_buffer_add(&t->out, "\n#define %s 0", r->size_name);
  add_signature(t, r, false);
  add_unused(t, r);
  for (int i = 0; i < 4 && r->arrays[i].name; i++)
    am_buffer_add(&t->out, ", (void)%s", r->arrays[i].name);
  am_buffer_add(&t->out, ";\n}\n");
  if (!r->along) return;
  add_along(t, r, "", "int c, ");
  am_buffer_add(&t->out, "  (void)c;\n}\n");
}

/* The function's own outputs, those that directions share among them. */
static const am_node *nodes_of(am_arena *arena, am_law_text *t,
                               am_function function, am_split *split) {
  int count;
  if (!rows[function].along)
    return am_law_function(arena, t->law, function, &count);
  am_law_split(arena, t->law, function, t->few, split);
  return split->values;
}

static am_unit_function add_function(am_arena *arena, am_law_text *t,
                                     am_function function) {
  const row *r = &rows[function];
  am_emit_array arrays[4];
  am_buffer body = {.arena = arena};
  am_split split = {0};
  const am_node *nodes = nodes_of(arena, t, function, &split);
  am_emit_counts counts = am_emit_body(
      &body, t->law->graph, nodes, arrays,
      list_arrays(t->law, r, split.shared_count, arrays), &t->bound);
  if (r->along)
    am_buffer_add(&t->out, "\n#define %s %d", r->size_name,
                  split.shared_count);
  am_buffer_add(&t->out,
                "\n/* %s: %d operations, %d of them powers or the like */",
                r->about, counts.operations, counts.powers);
  add_signature(t, r, counts.operations > LONG);
  am_buffer_add(&t->out, "  const real *bound = k->bound;\n");
  add_unused(t, r);
  am_buffer_add(&t->out, ", (void)bound;\n%s}\n", body.text ? body.text : "");
  am_unit_function found = {.emitted = true, .shared = split.shared_count};
  if (r->along) add_directions(arena, t, r, &split, &found.along);
  if (function == AM_FUNCTION_DIRECTED)
    memcpy(t->idle, split.idle, sizeof t->idle);
  counts.operations += found.along.operations;
  counts.powers += found.along.powers;
  found.counts = counts;
  return found;
}

/* The bound values as functions of the parameters, which are the inputs y. */
static am_emit_counts add_binding(am_arena *arena, am_law_text *t) {
  am_graph *g = t->law->graph;
  int numbers = t->law->parameter_numbers;
  am_node *from = AM_ARRAY(arena, am_node, numbers);
  am_node *to = AM_ARRAY(arena, am_node, numbers);
  am_node *values = AM_ARRAY(arena, am_node, t->bound.count);
  for (int i = 0; i < numbers; i++) {
    from[i] = am_input(g, AM_INPUT_PARAMETER, i);
    to[i] = am_input(g, AM_INPUT_STATE, i);
  }
  memcpy(values, t->bound.nodes, (size_t)t->bound.count * sizeof *values);
  am_substitute(g, values, t->bound.count, from, to, numbers);
  for (int i = 0; i < t->bound.count; i++)
    if (am_ops[am_node_op(g, values[i])].result == AM_CONDITION)
      values[i] = am_select(g, values[i], am_const(g, 1), am_const(g, 0));
  am_bound none = {.arena = arena};
  const am_emit_array array = {"bound", t->bound.count};
  am_buffer_add(&t->out,
                "\n/* What follows from the parameters y. */\n"
                "K_FN void k_bind(const real *y, real *bound) {\n"
                "  (void)y;\n");
  am_emit_counts counts =
      am_emit_body(&t->out, g, values, &array, 1, &none);
  am_buffer_add(&t->out, "}\n");
  return counts;
}

static void reserve_scale(am_arena *arena, am_law_text *t) {
  int count;
  const am_node *scale =
      am_law_function(arena, t->law, AM_FUNCTION_SCALE, &count);
  t->bound = (am_bound){.arena = arena};
  AM_PUSH_ROOM(arena, t->bound.nodes, t->bound.count, t->bound.capacity);
  t->bound.nodes[t->bound.count++] =
      t->scale > 0 ? am_const(t->law->graph, t->scale) : *scale;
}

/* Where the variables stand in the state. */
static void add_state(am_law_text *t) {
  am_buffer_add(&t->out, "\n/* The state y:");
  for (int i = 0; i < t->law->count; i++) {
    const am_variable *v = &t->law->variables[i];
    am_buffer_add(&t->out, "%s %s y[%d]", i ? "," : "", v->name, v->offset);
    if (v->size > 1)
      am_buffer_add(&t->out, " ... y[%d]", v->offset + v->size - 1);
  }
  am_buffer_add(&t->out, "%s */\n",
                t->law->nx > t->law->na ? ", dissipation, work" : "");
}

void am_law_text_write(am_arena *arena, am_law_text *t,
                       am_unit_function *functions) {
  t->out = (am_buffer){.arena = arena};
  add_state(t);
  reserve_scale(arena, t);
  for (am_function f = 0; f < AM_FUNCTIONS; f++) {
    bool wanted = !am_function_by(f) || t->law->sensitive_count;
    if (f == AM_FUNCTION_SCALE || !wanted) continue;
    if (t->plan->functions[f])
      functions[f] = add_function(arena, t, f);
    else
      add_stub(t, &rows[f]);
  }
  functions[AM_FUNCTION_SCALE] =
      (am_unit_function){.counts = add_binding(arena, t), .emitted = true};
}
