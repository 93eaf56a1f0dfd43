/* constraint.c: linear equations between components, the key `constraints` of a
 * segment.
 *
 * Each equation replaces one of its components, which the segment must not
 * name. Equations are assigned to components by bipartite matching (Kuhn 1955),
 * preferring the component written first. */
#include "case/parts.h"
#include "case/segment.h"

enum { COMPONENTS = 12 }; /* six of stress, six of strain */

typedef struct {
  const am_yaml *node;
  am_node coefficients[COMPONENTS], rest;
  int order[6], occurring; /* components in the order of the text */
} equation;

typedef struct {
  const am_segment_reader *reader;
  am_scope *scope;         /* includes the components */
  am_node inputs[COMPONENTS];
  equation items[6];
  int count;
  int of_component[6];     /* index of the assigned equation, -1: none */
} equations;

static const char *component_name(am_arena *arena, int i) {
  return am_format(arena, "%s.%s", am_control_names[i < 6],
                   am_component_names[i % 6]);
}

static void open_scope(equations *all) {
  const am_path_names *names = &all->reader->names;
  am_arena *arena = all->reader->arena;
  all->scope = am_scope_new(arena, names->scope);
  for (int i = 0; i < COMPONENTS; i++) {
    all->inputs[i] = am_input(names->graph, AM_INPUT_SHARED, i);
    am_scope_add(all->scope, component_name(arena, i), "a component",
                 am_value_scalar(arena, all->inputs[i]));
  }
}

/* ---- one equation -------------------------------------------------------- */

/* Records the component denoted by a name, if any. */
static void note_component(equation *e, const char *name) {
  if (strncmp(name, "strain.", 7) && strncmp(name, "stress.", 7)) return;
  int c = am_component_index(name + 7);
  for (int i = 0; i < e->occurring; i++)
    if (e->order[i] == c) return;
  if (c >= 0) e->order[e->occurring++] = c;
}

/* Elaborates the part of the text between `from` and `to`. */
static am_status read_side(equations *all, equation *e, size_t from, size_t to,
                           am_node *node) {
  const am_segment_reader *reader = all->reader;
  const am_path_names *names = &reader->names;
  am_snippet side = e->node->text;
  am_place place = am_snippet_place(&e->node->text, from);
  am_formula formula;
  am_value value;
  am_elaboration context = {.arena = reader->arena,
                            .report = reader->report,
                            .graph = names->graph,
                            .scope = all->scope,
                            .parameters = names->values,
                            .structural = names->structural};
  side.text = am_copy(reader->arena, side.text + from, to - from);
  side.length = to - from;
  side.line = place.line;
  side.column = place.column;
  AM_TRY(am_formula_parse(reader->arena, reader->report, &side, &formula));
  for (size_t i = 0; i < formula.name_count; i++)
    note_component(e, formula.names[i]->name);
  AM_TRY(am_elaborate_kind(&context, formula.value, AM_SCALAR,
                           "a side of a constraint", &value));
  *node = value.nodes[0];
  return AM_OK;
}

/* Variables in coefficients, which are common to all points, are treated as
 * structural. */
static void note_structure(const equations *all, const equation *e) {
  const am_path_names *names = &all->reader->names;
  if (!names->structural) return;
  am_arena *arena = all->reader->arena;
  int n = names->numbers;
  am_node *inputs = AM_ARRAY(arena, am_node, n);
  bool *reads = AM_ARRAY(arena, bool, COMPONENTS * n);
  for (int i = 0; i < n; i++)
    inputs[i] = am_input(names->graph, AM_INPUT_PARAMETER, i);
  am_sparsity(names->graph, e->coefficients, COMPONENTS, inputs, n, reads);
  for (int i = 0; i < COMPONENTS * n; i++)
    names->structural[i % n] |= reads[i];
}

static am_status read_equation(equations *all, const am_yaml *node) {
  am_report *report = all->reader->report;
  am_graph *graph = all->reader->names.graph;
  equation *e = &all->items[all->count++];
  bool reads[COMPONENTS * COMPONENTS];
  am_node left, right, zeros[COMPONENTS];
  *e = (equation){.node = node};
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SCALAR, "a constraint"));
  const char *text = node->text.text, *sign = strchr(text, '=');
  if (!sign || strchr(sign + 1, '='))
    return am_error(report, AM_INPUT, node->place,
                    "expected a constraint to be an equation such as "
                    "'stress.yy = 0.5*stress.xx', found %s",
                    am_yaml_describe(report->arena, node));
  size_t at = (size_t)(sign - text);
  AM_TRY(read_side(all, e, 0, at, &left));
  AM_TRY(read_side(all, e, at + 1, node->text.length, &right));
  e->rest = am_sub(graph, left, right);
  am_jacobian(graph, &e->rest, 1, all->inputs, COMPONENTS, e->coefficients);
  am_sparsity(graph, e->coefficients, COMPONENTS, all->inputs, COMPONENTS,
              reads);
  for (int i = 0; i < COMPONENTS * COMPONENTS; i++)
    if (reads[i])
      return am_error(report, AM_INPUT, node->place,
                      "a constraint must be linear in stresses and strains: "
                      "this one is nonlinear in %s",
                      component_name(report->arena, i / COMPONENTS));
  for (int c = 0; c < 6; c++)
    e->coefficients[6 + c] = am_mul(
        graph,
        am_const(graph, 1 / am_strain_scale(all->reader->description, c)),
        e->coefficients[6 + c]);
  if (!e->occurring)
    return am_error(report, AM_INPUT, node->place,
                    "this constraint contains no component of stress or "
                    "strain, such as stress.xx");
  for (int i = 0; i < COMPONENTS; i++) zeros[i] = am_const(graph, 0);
  am_substitute(graph, &e->rest, 1, all->inputs, zeros, COMPONENTS);
  e->rest = am_neg(graph, e->rest);
  note_structure(all, e);
  return AM_OK;
}

/* ---- assignment to components -------------------------------------------- */

/* Assigns a component to an equation along an augmenting path, which may
 * reassign other components; recursion depth is at most the number of
 * components. */
static bool place_equation(equations *all, const am_segment *segment, int e,
                           bool *tried) {
  const equation *own = &all->items[e];
  for (int i = 0; i < own->occurring; i++) {
    int c = own->order[i], *at = &all->of_component[c];
    if (tried[c] || segment->targets[c].kind != AM_TARGET_SAME) continue;
    tried[c] = true;
    if (*at >= 0 && !place_equation(all, segment, *at, tried)) continue;
    *at = e;
    return true;
  }
  return false;
}

static am_status place_equations(equations *all, const am_segment *segment) {
  for (int c = 0; c < 6; c++) all->of_component[c] = -1;
  for (int e = 0; e < all->count; e++) {
    bool tried[6] = {false};
    if (!place_equation(all, segment, e, tried))
      return am_error(all->reader->report, AM_INPUT, all->items[e].node->place,
                      "too many conditions: each constraint replaces one of "
                      "its components that the segment does not prescribe, and "
                      "none is left for this one");
  }
  return AM_OK;
}

am_status am_constraints_read(const am_segment_reader *reader,
                              const am_yaml *node, am_segment *segment,
                              am_node *rests) {
  am_report *report = reader->report;
  equations all = {.reader = reader};
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, "constraints"));
  segment->constraints = node;
  if (!node->count) return AM_OK;
  if (node->count > 6)
    return am_error(report, AM_INPUT, node->place,
                    "expected at most 6 constraints, one per component, found "
                    "%zu",
                    node->count);
  open_scope(&all);
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(read_equation(&all, node->items[i]));
  AM_TRY(place_equations(&all, segment));
  am_node coefficients[6 * COMPONENTS];
  int n = 0;
  for (int c = 0; c < 6; c++) {
    int e = all.of_component[c];
    if (e < 0) continue;
    segment->equations[c] = all.items[e].node;
    rests[c] = all.items[e].rest;
    memcpy(coefficients + COMPONENTS * n++, all.items[e].coefficients,
           sizeof all.items[e].coefficients);
  }
  segment->coefficients = am_programs_add(reader, coefficients, COMPONENTS * n);
  return AM_OK;
}

/* ---- loading steps ------------------------------------------------------- */

/* Eliminates the earlier rows [count] from a row and scales its largest
 * remaining entry to 1; false if the row is linearly dependent. */
static bool reduce(double (*rows)[COMPONENTS], int count, double *row) {
  double largest = 0, left = 0;
  int at = 0;
  for (int j = 0; j < COMPONENTS; j++) largest = fmax(largest, fabs(row[j]));
  for (int i = 0; i < count; i++) {
    int pivot = 0;
    for (int j = 0; j < COMPONENTS; j++)
      if (fabs(rows[i][j]) > fabs(rows[i][pivot])) pivot = j;
    double factor = row[pivot] / rows[i][pivot];
    for (int j = 0; j < COMPONENTS; j++) row[j] -= factor * rows[i][j];
    row[pivot] = 0;
  }
  for (int j = 0; j < COMPONENTS; j++)
    if (fabs(row[j]) > left) left = fabs(row[at = j]);
  if (!(left > 1e-12 * largest)) return false;
  double scale = 1 / row[at];
  for (int j = 0; j < COMPONENTS; j++) rows[count][j] = row[j] * scale;
  return true;
}

/* First component whose equation is linearly dependent on the others, -1:
 * none. */
static int find_dependent(const am_path *path) {
  double rows[6][COMPONENTS], row[COMPONENTS];
  int count = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int c = 0; c < 6; c++) {
      if (path->rows.constrained[c] != pass) continue;
      for (int j = 0; j < COMPONENTS; j++)
        row[j] = pass ? path->rows.of[c][j]
                      : j == c + (path->stress[c] ? 0 : 6);
      if (!reduce(rows, count++, row)) return c;
    }
  return -1;
}

void am_path_enter_constraints(am_path *path, am_target *target) {
  const am_segment *segment = path->segment;
  for (int c = 0; c < 6; c++) {
    bool named = segment->targets[c].kind != AM_TARGET_SAME;
    if (!segment->constraints && !named) continue;
    /* A component that enters or leaves an equation starts at its current
     * value. */
    target->changed[c] |= path->rows.constrained[c] || segment->equations[c];
    path->rows.constrained[c] = segment->equations[c] != NULL;
    if (segment->equations[c]) path->equations[c] = segment->equations[c];
  }
}

am_status am_path_find_rows(am_path *path, am_report *report,
                            am_target *target) {
  const am_segment *segment = path->segment;
  double values[6 * COMPONENTS];
  int n = 0, constrained = 0;
  for (int c = 0; c < 6; c++) constrained += path->rows.constrained[c];
  if (!constrained) return AM_OK;
  target->rows = &path->rows;
  if (segment->coefficients >= 0) {
    am_path_evaluate(path, segment->coefficients, values);
    for (int c = 0; c < 6; c++)
      if (segment->equations[c])
        memcpy(path->rows.of[c], values + COMPONENTS * n++,
               sizeof path->rows.of[c]);
  }
  for (int c = 0; c < 6; c++)
    for (int j = 0; j < COMPONENTS; j++)
      if (path->rows.constrained[c] && !isfinite(path->rows.of[c][j]))
        return am_error(report, AM_INPUT, path->equations[c]->place,
                        "a coefficient of this constraint is not finite at t = "
                        "%.15g",
                        path->time);
  int c = find_dependent(path);
  if (c < 0) return AM_OK;
  return am_error(report, AM_INPUT, path->equations[c]->place,
                  "this constraint depends linearly on the other constraints "
                  "and targets at t = %.15g: it repeats or contradicts them",
                  path->time);
}

double am_rows_value(const am_rows *rows, int c, const double *stress,
                     const double *strain) {
  double sum = 0;
  for (int j = 0; j < 6; j++)
    sum += rows->of[c][j] * stress[j] + rows->of[c][6 + j] * strain[j];
  return sum;
}
