/* point_parameters.c: conditions on parameters that vary from point to point.
 */
#include "point/parts.h"

/* Phrase for a node that is not finite, or not true if `condition`. */
typedef struct {
  bool condition;
  const char *failure;
} demand;

/* Bounds of a scalar parameter. */
typedef struct {
  const am_parameter *parameter;
  int index;
  const char *failure;
} bound;

struct am_point_parameters {
  const am_law *law;
  am_program *program; /* outputs: the conditions, then the initial state */
  bound *bounds;       /* [bound_count] */
  int bound_count;
  demand *demands;     /* [count] */
  am_node *nodes;      /* [count + na] */
  int count;
};

struct am_point_parameters_frame {
  const am_point_parameters *vary;
  am_frame *frame;
  double *values; /* [count + na] */
  am_origin_frame *origin; /* NULL: strains are not measured from an initial
                              stress */
};

am_status am_point_parameters_find(am_report *report, const am_law *law,
                                   const char *name, am_place place,
                                   int *index) {
  const am_material *material = law->material;
  const am_member entry = am_member_parse(report->arena, name);
  int first, count;
  *index = -1;
  if (am_parameter_index(material, entry.name) < 0) return AM_OK;
  const am_value *value = am_scope_find(law->scope, entry.name);
  if (!am_member_range(&entry, value, &first, &count))
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' is a %s, which has no "
                    "'%s'",
                    entry.name, material->name,
                    am_value_describe(report->arena, value), name);
  if (value->outside && first % 2 == 0)
    return am_error(report, AM_INPUT, place,
                    "'%s' is an x value of a table: only y values may differ "
                    "from point to point",
                    name);
  if (value->kind != AM_SCALAR || count != 1)
    return am_error(report, AM_INPUT, place,
                    "parameter '%s' of material '%s' is a %s: only scalar "
                    "parameters may differ from point to point",
                    name, material->name,
                    am_value_describe(report->arena, value));
  *index = am_node_input_index(law->graph, value->nodes[first]);
  if (!law->structural[*index]) return AM_OK;
  return am_error(report, AM_INPUT, place,
                  "parameter '%s' of material '%s' determines a count or an "
                  "index and must be the same for all points",
                  name, material->name);
}

static void add_demand(am_point_parameters *vary, am_node node, bool condition,
                       const char *failure) {
  vary->nodes[vary->count] = node;
  vary->demands[vary->count++] =
      (demand){.condition = condition, .failure = failure};
}

static void add_bounds(am_arena *arena, am_point_parameters *vary) {
  const am_law *law = vary->law;
  const am_material *material = law->material;
  vary->bounds = AM_ARRAY(arena, bound, law->parameter_numbers);
  for (int i = 0; i < material->parameter_count; i++) {
    const am_parameter *p = &material->parameters[i];
    const am_value *value = am_scope_find(law->scope, p->name);
    if (value->kind != AM_SCALAR) continue;
    const char *failure =
        am_format(arena, "parameter '%s' is out of bounds", p->name);
    for (int k = value->outside ? 1 : 0; k < am_value_size(value);
         k += value->outside ? 2 : 1)
      vary->bounds[vary->bound_count++] = (bound){
          .parameter = p,
          .index = am_node_input_index(law->graph, value->nodes[k]),
          .failure = failure};
  }
}

static void add_definitions(am_arena *arena, am_point_parameters *vary) {
  for (int i = 0; i < vary->law->definition_count; i++) {
    const am_definition *d = &vary->law->definitions[i];
    const char *failure =
        am_format(arena, "definition '%s' is not finite", d->name);
    int size = am_value_size(&d->value);
    if (am_law_rates_read(vary->law, d->value.nodes, size)) continue;
    for (int c = 0; c < size; c++)
      add_demand(vary, d->value.nodes[c], false, failure);
  }
}

static void add_requirements(am_arena *arena, am_point_parameters *vary) {
  for (int i = 0; i < vary->law->requirement_count; i++) {
    const am_requirement *r = &vary->law->requirements[i];
    add_demand(vary, r->node, true,
               am_format(arena, "the requirement '%s' is violated", r->text));
  }
}

am_point_parameters *am_point_parameters_new(am_arena *arena,
                                             const am_law *law) {
  am_point_parameters *vary = AM_NEW(arena, am_point_parameters);
  vary->law = law;
  add_bounds(arena, vary);
  int most = law->requirement_count;
  for (int i = 0; i < law->definition_count; i++)
    most += am_value_size(&law->definitions[i].value);
  vary->demands = AM_ARRAY(arena, demand, most);
  vary->nodes = AM_ARRAY(arena, am_node, most + law->na);
  add_definitions(arena, vary);
  add_requirements(arena, vary);
  for (int i = 0; i < law->na; i++)
    vary->nodes[vary->count + i] = law->initial_nodes[i];
  vary->program =
      am_program_new(arena, law->graph, vary->nodes, vary->count + law->na);
  return vary;
}

am_point_parameters_frame *am_point_parameters_frame_new(
    am_arena *arena, const am_point_parameters *vary) {
  am_point_parameters_frame *frame = AM_NEW(arena, am_point_parameters_frame);
  frame->vary = vary;
  frame->frame = am_frame_new(arena, vary->program);
  frame->values = AM_ARRAY(arena, double, vary->count + vary->law->na);
  if (vary->law->origin)
    frame->origin = am_origin_frame_new(arena, vary->law->origin);
  return frame;
}

const char *am_point_parameters_initial(am_point_parameters_frame *frame,
                                        double *parameters, double *state) {
  const am_point_parameters *vary = frame->vary;
  const am_law *law = vary->law;
  const double *inputs[AM_INPUT_KINDS] = {[AM_INPUT_EXTERNAL] = law->external};
  for (int i = 0; i < vary->bound_count; i++) {
    const bound *b = &vary->bounds[i];
    double value = parameters[b->index];
    if (!isfinite(value) || !am_parameter_allows(b->parameter, value))
      return b->failure;
  }
  am_frame_bind(frame->frame, parameters);
  am_frame_run(frame->frame, inputs, frame->values);
  for (int i = 0; i < vary->count; i++) {
    double value = frame->values[i];
    if (!isfinite(value) || (vary->demands[i].condition && value == 0))
      return vary->demands[i].failure;
  }
  for (int i = 0; i < law->nx; i++)
    state[i] = i < law->na ? frame->values[vary->count + i] : 0;
  for (int i = 0; i < law->nx; i++)
    if (!isfinite(state[i])) return "an initial value is not finite";
  int surface;
  return frame->origin ? am_origin_find(frame->origin, parameters, &surface)
                       : NULL;
}
