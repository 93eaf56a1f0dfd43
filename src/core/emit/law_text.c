/* law_text.c: functions of a law (law/function.def) as text. */
#include "emit/source.h"

/* Functions with more operations are not inlined. */
enum { LONG = 400 };

typedef am_law_function_row row;

/* First lines of the body of a function. */
static const char *locals_of(const am_law_text *t) {
  return t->radial ? "  const real *bound = k->bound, *radial = k->radial;\n"
                   : "  const real *bound = k->bound;\n";
}

/* A function with directional derivatives becomes several: NAME_shared computes
 * their common part, NAME_jvp one derivative. */
static bool has_directions(const row *r) {
  return r->form != AM_FORM_PLAIN && r->form != AM_FORM_BOUND;
}

static void add_signature(am_law_text *t, const row *r, const char *words) {
  am_buffer_add(&t->out, "\n%s void %s%s(k_context *k, const real *eps, ",
                words, r->text, has_directions(r) ? "_shared" : "");
  am_buffer_add(&t->out, "%sconst real *y%s",
                r->reads_rate ? "const real *rate, " : "",
                r->reads_along ? ", const real *u" : "");
  for (int i = 0; i < r->output_count; i++)
    am_buffer_add(&t->out, ", real *%s", r->outputs[i].name);
  am_buffer_add(&t->out, "%s) {\n",
                has_directions(r) ? ", real *shared" : "");
}

/* ---- directions ---------------------------------------------------------- */

/* Declaration of the function for one direction, or for direction c. */
static void add_jvp(am_law_text *t, const row *r, const char *suffix,
                    const char *selector) {
  am_buffer_add(&t->out,
                "K_FN void %s_jvp%s(k_context *k, %sconst real *shared, "
                "const real *theta, const real *w, real *along) {\n",
                r->text, suffix, selector);
}

/* Writes a function for each direction, and a switch over them. */
static am_emit_counts add_directions(am_arena *arena, am_law_text *t,
                                     const row *r, const am_split *split) {
  am_emit_counts sum = {.operations = 0};
  for (int c = 0; c < split->direction_count; c++) {
    const am_emit_array array = {.name = "along", .size = split->rows};
    am_buffer body = {.arena = arena};
    am_emit_counts counts =
        am_emit_body(&body, t->law->graph, split->directions + c * split->rows,
                     &array, 1, &t->bound);
    am_buffer_add(&t->out, "\n/* direction %d: %d operations */\n", c,
                  counts.operations);
    add_jvp(t, r, am_format(arena, "_%d", c), "");
    am_buffer_add(&t->out, "%s%s}\n", locals_of(t), body.text ? body.text : "");
    sum.operations += counts.operations;
    sum.powers += counts.powers;
  }
  am_buffer_add(&t->out, "\n");
  add_jvp(t, r, "", "int c, ");
  am_buffer_add(&t->out, "  switch (c) {\n");
  for (int c = 0; c < split->direction_count; c++)
    am_buffer_add(
        &t->out,
        "    case %d: %s_jvp_%d(k, shared, theta, w, along); break;\n", c,
        r->text, c);
  am_buffer_add(&t->out, "  }\n}\n");
  return sum;
}

/* ---- functions ----------------------------------------------------------- */

/* Lists the outputs of the function and, for directional derivatives, their
 * common part; returns the number of arrays. */
static int list_arrays(const am_law_text *t, am_function function,
                       const am_split *split, am_emit_array *arrays) {
  const row *r = &am_law_functions[function];
  int count = r->output_count;
  for (int i = 0; i < count; i++)
    arrays[i] = (am_emit_array){.name = r->outputs[i].name,
                                .size = am_output_size(t->law, function, i)};
  if (has_directions(r))
    arrays[count++] =
        (am_emit_array){.name = "shared", .size = split->shared_count};
  return count;
}

static am_law_source_function add_function(am_arena *arena, am_law_text *t,
                                           am_function function) {
  const row *r = &am_law_functions[function];
  am_emit_array arrays[AM_MOST_OUTPUTS + 1];
  am_split split;
  am_law_split(arena, t->law, function, t->few, &split);
  int array_count = list_arrays(t, function, &split, arrays);
  am_buffer body = {.arena = arena};
  am_emit_counts counts = am_emit_body(&body, t->law->graph, split.values,
                                       arrays, array_count, &t->bound);
  if (has_directions(r))
    am_buffer_add(&t->out, "\n#define K_%s_SHARED %d", r->word,
                  split.shared_count);
  am_buffer_add(&t->out,
                "\n/* %s: %d operations; powers and transcendental functions: "
                "%d */",
                r->about, counts.operations, counts.powers);
  add_signature(t, r, counts.operations > LONG ? "K_CALL" : "K_FN");
  am_buffer_add(&t->out, "%s%s}\n", locals_of(t), body.text ? body.text : "");

  am_emit_counts along = {0};
  if (has_directions(r)) along = add_directions(arena, t, r, &split);
  counts.operations += along.operations;
  counts.powers += along.powers;
  return (am_law_source_function){counts, along};
}

/* Writes a function NAME(k, eps, y, OUTPUTS) of nodes. */
static void add_own(am_arena *arena, am_law_text *t, const char *name,
                    const am_node *nodes, const am_emit_array *arrays,
                    int array_count) {
  am_buffer body = {.arena = arena};
  am_emit_body(&body, t->law->graph, nodes, arrays, array_count, &t->bound);
  am_buffer_add(&t->out, "\nK_FN void %s(k_context *k, const real *eps, "
                "const real *y", name);
  for (int i = 0; i < array_count; i++)
    am_buffer_add(&t->out, ", real *%s", arrays[i].name);
  am_buffer_add(&t->out, ") {\n%s%s}\n", locals_of(t),
                body.text ? body.text : "");
}

/* Writes the functions of kernel/points/radial.h. */
static void add_radial(am_arena *arena, am_law_text *t) {
  const am_radial *r = t->radial;
  const am_emit_array turn[] = {{"turn", AM_RADIAL - 1}, {"start", r->law->nx}};
  bool tangent = t->plan->functions[AM_FUNCTION_RESPONSE];
  const am_emit_array end[] = {{"whole", r->nx},
                               {"test", AM_RADIAL_TEST},
                               {"across", tangent ? AM_RADIAL_ACROSS : 0}};
  add_own(arena, t, "k_turn_of", r->turn, turn, 2);
  add_own(arena, t, "k_end_of", r->end, end, 3);
}

/* Writes the bound values as functions of the parameters, which are passed as
 * y. */
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
                "\n/* Values that depend only on the parameters y. */\n"
                "K_CALL void k_bind(const real *y, real *bound) {\n");
  am_emit_counts counts =
      am_emit_body(&t->out, g, values, &array, 1, &none);
  am_buffer_add(&t->out, "}\n");
  return counts;
}

/* Writes a comment with the positions of the variables in the state. */
static void add_state(am_law_text *t) {
  am_buffer_add(&t->out, "\n/* The state y:");
  for (int i = 0; i < t->law->count; i++) {
    const am_variable *v = &t->law->variables[i];
    am_buffer_add(&t->out, "%s %s y[%d]", i ? "," : "", v->name, v->offset);
    if (v->size > 1)
      am_buffer_add(&t->out, " ... y[%d]", v->offset + v->size - 1);
  }
  am_buffer_add(&t->out, "%s */\n",
                t->law->nx == t->law->na ? ""
                : t->law->nf          ? ", dissipation, exchange, work"
                                      : ", dissipation, work");
}

void am_law_text_write(am_arena *arena, am_law_text *t,
                       am_law_source_function *functions) {
  int count;
  const am_node *scale =
      am_law_function(arena, t->law, AM_FUNCTION_SCALE, &count);
  t->out = (am_buffer){.arena = arena};
  t->bound = (am_bound){.arena = arena};
  AM_PUSH(arena, t->bound.nodes, t->bound.count,
          t->scale > 0 ? am_const(t->law->graph, t->scale) : *scale);
  add_state(t);
  for (am_function f = 0; f < AM_FUNCTIONS; f++) {
    const row *r = &am_law_functions[f];
    bool is_there = r->form != AM_FORM_PARAMETERS || t->law->sensitive_count;
    if (r->form == AM_FORM_BOUND || !is_there) continue;
    if (t->plan->functions[f]) {
      functions[f] = add_function(arena, t, f);
      continue;
    }
    /* Functions that the scheme does not use are empty. */
    if (has_directions(r))
      am_buffer_add(&t->out, "\n#define K_%s_SHARED 0", r->word);
    add_signature(t, r, "K_FN");
    am_buffer_add(&t->out, "}\n");
    if (!has_directions(r)) continue;
    add_jvp(t, r, "", "int c, ");
    am_buffer_add(&t->out, "}\n");
  }
  if (t->radial) add_radial(arena, t);
  functions[AM_FUNCTION_SCALE].counts = add_binding(arena, t);
}
