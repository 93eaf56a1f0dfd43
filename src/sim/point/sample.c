/* sample.c: data that differ between the points of a case. */
#include "point/parts.h"

/* Workspace of a thread. */
struct am_sample_thread {
  am_point_parameters_frame *frame;
  double *parameters;  /* [parameter_numbers] */
  double *drawn;       /* [points->size] */
  double *state;       /* [nx] */
  const char *reason;
};

/* Adds a variable that is not a parameter to the names of formulas. */
static am_status add_name(am_arena *arena, am_report *report,
                          am_sample *sample, am_scope *scope,
                          const am_point_variable *variable) {
  const am_scope_entry *entry = am_scope_entry_of(scope, variable->name);
  am_graph *graph = sample->names.graph;
  am_node *nodes = AM_ARRAY(arena, am_node, variable->size);
  if (entry)
    return am_error(report, AM_INPUT, variable->place, "'%s' is already %s",
                    variable->name, entry->what);
  for (int i = 0; i < variable->size; i++) {
    int input = sample->names.numbers++;
    nodes[i] = am_input(graph, AM_INPUT_PARAMETER, input);
    sample->varying[sample->varying_count++] = input;
  }
  am_scope_add(scope, variable->name, "a variable of the points",
               am_value_new(variable->size == 6 ? AM_TENSOR : AM_SCALAR, -1,
                            nodes));
  return AM_OK;
}

static am_status add_variable(am_arena *arena, am_report *report,
                              am_sample *sample, am_scope *scope,
                              const am_point_variable *variable) {
  int index;
  AM_TRY(am_point_parameters_find(report, sample->law, variable->name,
                                  variable->place, &index));
  if (index < 0 && !am_is_name(variable->name))
    return am_error(report, AM_INPUT, variable->place,
                    "'%s' is not an entry of a parameter of material '%s'",
                    variable->name, sample->law->material->name);
  if (index < 0) return add_name(arena, report, sample, scope, variable);
  if (variable->size != 1)
    return am_error(report, AM_INPUT, variable->place,
                    "'%s' is a scalar parameter of material '%s', but a "
                    "tensor here",
                    variable->name, sample->law->material->name);
  sample->varying[sample->varying_count++] = index;
  sample->vary = true;
  return AM_OK;
}

static am_status read_points(am_arena *arena, am_report *report,
                             am_sample *sample, am_scope *scope) {
  if (!sample->description->points) return AM_OK;
  AM_TRY(am_points_read(arena, report, sample->description, &sample->points));
  am_points *points = sample->points;
  if (points->file) return am_sample_file_open(arena, report, sample);
  sample->count = points->count;
  sample->varying = AM_ARRAY(arena, int, points->size);
  for (int i = 0; i < points->variable_count; i++)
    AM_TRY(add_variable(arena, report, sample, scope, &points->variables[i]));
  return AM_OK;
}

void am_sample_name_law(am_arena *arena, const am_material *m,
                        am_path_names *names) {
  const char **fields = AM_ARRAY(arena, const char *, m->external_count);
  const char **units = AM_ARRAY(arena, const char *, m->external_count);
  for (int i = 0; i < m->external_count; i++) {
    fields[i] = m->externals[i].name;
    units[i] = m->externals[i].unit;
  }
  names->externals = fields;
  names->external_count = m->external_count;
  names->units = (am_path_units){
      .time = m->time_unit, .stress = m->stress_unit, .externals = units,
      .whose = am_format(arena, "the material '%s'", m->name)};
}

/* Reads the initial F, which must have a positive determinant. */
static am_status read_gradient(am_report *report, am_sample *sample) {
  const am_yaml *initial = sample->description->initial;
  if (!sample->law->logarithmic) return AM_OK;
  AM_TRY(am_case_gradient(report, sample->description, sample->gradient));
  double determinant = am_gradient_determinant(sample->gradient);
  if (determinant > 0) return AM_OK;
  return am_error(report, AM_INPUT, am_yaml_get(initial, "F")->place,
                  "the initial deformation gradient must have a positive "
                  "determinant, found %g",
                  determinant);
}

am_status am_sample_start(am_arena *arena, am_report *report,
                          const am_case *description, const am_law *law,
                          double *state, double *external) {
  am_path_names names = {.deformed = law->logarithmic};
  for (int i = 0; i < law->nx; i++) state[i] = NAN;
  memcpy(external, law->external, sizeof law->external);
  AM_TRY(am_law_initial(report, law, description->initial, state, external));
  am_sample_name_law(arena, law->material, &names);
  names.external_count = law->nf;
  am_path_start_fields(arena, description, &names, external);
  return AM_OK;
}

am_status am_sample_new(am_arena *arena, am_report *report,
                        const am_case *description, const am_law *law,
                        int threads, am_sample **result) {
  am_sample *sample = *result = AM_NEW(arena, am_sample);
  am_scope *scope = am_scope_new(arena, law->scope);
  *sample = (am_sample){
      .description = description, .law = law, .count = 1,
      .names = {.graph = law->graph, .scope = scope,
                .numbers = law->parameter_numbers,
                .deformed = law->logarithmic,
                .measure = am_path_measure(description->path),
                .gradient = sample->gradient},
      .threads = am_blocks_threads(threads)};
  AM_TRY(read_gradient(report, sample));
  AM_TRY(read_points(arena, report, sample, scope));
  sample->initial = AM_ARRAY(arena, double, law->nx);
  AM_TRY(am_sample_start(arena, report, description, law, sample->initial,
                         sample->external));

  /* Values of inputs that do not vary. */
  am_path_names *names = &sample->names;
  sample->inputs = AM_ARRAY(arena, double, names->numbers);
  for (int i = 0; i < law->parameter_numbers; i++)
    sample->inputs[i] = law->parameters[i];
  names->values = sample->inputs;
  names->structural = AM_ARRAY(arena, bool, names->numbers);
  names->readers = AM_ARRAY(arena, am_place, names->numbers);
  am_sample_name_law(arena, law->material, names);
  names->temperature = law->temperature_name;
  names->external = sample->external;
  names->external_count = law->nf; /* without the temperature if it is
                                      computed */

  am_point_parameters *vary = NULL;
  if (sample->vary) vary = am_point_parameters_new(arena, law);
  sample->per_thread =
      AM_ARRAY(arena, struct am_sample_thread, sample->threads);
  for (int i = 0; i < sample->threads; i++) {
    struct am_sample_thread *t = &sample->per_thread[i];
    if (vary) t->frame = am_point_parameters_frame_new(arena, vary);
    t->parameters = AM_ARRAY(arena, double, law->parameter_numbers);
    t->state = AM_ARRAY(arena, double, law->nx);
    t->drawn = AM_ARRAY(arena, double,
                        sample->points ? sample->points->size : 0);
  }
  return AM_OK;
}

/* A range of points being computed. */
typedef struct {
  am_sample *sample;
  const am_sample_fields *fields;
  long first;
} drawing;

/* Sets the initial state and the varying parameters. */
static void start_point(const drawing *d, struct am_sample_thread *t,
                        long p) {
  const am_sample *sample = d->sample;
  const am_sample_fields *f = d->fields;
  const am_law *law = sample->law;
  const char *failure = NULL;
  for (int i = 0; i < law->nx; i++)
    t->state[i] = i < law->na ? law->initial[i] : 0;
  for (int i = 0; i < law->parameter_numbers; i++)
    t->parameters[i] = law->parameters[i];
  for (int i = 0; i < sample->varying_count; i++) {
    double value = f->values[i * f->stride + p];
    if (!isfinite(value)) failure = "a variable is not finite";
    if (sample->varying[i] < law->parameter_numbers)
      t->parameters[sample->varying[i]] = value;
  }
  if (sample->vary && !failure)
    failure = am_point_parameters_initial(t->frame, t->parameters, t->state);
  for (int i = 0; sample->vary && i < law->parameter_numbers; i++)
    f->parameters[i * f->stride + p] = t->parameters[i];
  for (int i = 0; i < law->nx; i++)
    f->state[i * f->stride + p] =
        isnan(sample->initial[i]) ? t->state[i] : sample->initial[i];
  for (int c = 0; c < 6; c++)
    f->strain[c * f->stride + p] = sample->description->strain[c];
  f->bad[p] = failure ? 1 : 0;
  if (failure) t->reason = failure;
}

static void draw_block(void *data, int thread, long first, long count) {
  const drawing *d = data;
  const am_sample_fields *f = d->fields;
  const am_points *points = d->sample->points;
  struct am_sample_thread *t = &d->sample->per_thread[thread];
  for (long p = first; p < first + count; p++) {
    /* Variables of a generated point as inputs: tensors in coordinates. */
    if (points && !points->file) {
      am_points_draw(points, d->first + p, t->drawn);
      if (f->drawn && points->size)
        memcpy(f->drawn + p * points->size, t->drawn,
               (size_t)points->size * sizeof(double));
      for (int i = 0; i < points->variable_count; i++) {
        const am_point_variable *v = &points->variables[i];
        double *drawn = t->drawn + v->offset, x[6] = {drawn[0]};
        if (v->size == 6) am_basis_from_tensor(drawn, x);
        for (int c = 0; c < v->size; c++)
          f->values[(v->offset + c) * f->stride + p] = x[c];
      }
    }
    start_point(d, t, p);
  }
}

am_status am_sample_draw(am_sample *sample, am_report *report, long first,
                         long count, am_sample_fields *fields) {
  drawing d = {sample, fields, first};
  fields->reason = NULL;
  if (sample->histories)
    AM_TRY(am_sample_file_values(sample, report, first, count, fields));
  am_blocks(count, sample->threads, draw_block, &d);
  for (int i = 0; i < sample->threads; i++) {
    if (sample->per_thread[i].reason)
      fields->reason = sample->per_thread[i].reason;
    sample->per_thread[i].reason = NULL;
  }
  return sample->histories
             ? am_sample_file_start(sample, report, first, count, fields)
             : AM_OK;
}

const char *am_sample_vary(am_sample *sample, const double *values,
                           const am_sample_fields *fields) {
  struct am_sample_thread *t = &sample->per_thread[0];
  const drawing d = {.sample = sample, .fields = fields};
  for (int i = 0; i < sample->varying_count; i++)
    fields->values[i * fields->stride] = values[i];
  t->reason = NULL;
  start_point(&d, t, 0);
  am_sample_fix(sample, fields);
  return t->reason;
}

void am_sample_fix(am_sample *sample, const am_sample_fields *fields) {
  for (int i = 0; i < sample->varying_count; i++)
    sample->inputs[sample->varying[i]] = fields->values[i * fields->stride];
}

am_status am_sample_path(am_arena *arena, am_report *report,
                         am_sample *sample, long point, am_path **path) {
  const am_case *description = sample->description;
  am_entries entries;
  if (sample->histories) {
    AM_TRY(am_sample_file_entries(arena, report, sample, point, &entries));
    *path = am_path_of_entries(arena, &entries);
    return AM_OK;
  }
  if (!description->path)
    return am_error(report, AM_INPUT, description->fit->place,
                    "this case has only the paths of its tests: run it with "
                    "'automat fit'");
  AM_TRY(am_path_new(arena, report, description, &sample->names, path));
  for (int i = 0; i < sample->varying_count; i++)
    if (sample->names.structural[sample->varying[i]])
      return am_error(report, AM_INPUT, description->path->place,
                      "a variable of the points is used in an index, a count "
                      "or a coefficient of a constraint of the path, which "
                      "must be the same for all points");
  return AM_OK;
}

void am_sample_close(am_sample *sample) {
  if (!sample || !sample->histories) return;
  am_histories_close(sample->histories);
  sample->histories = NULL;
}

/* ---- initial stress ------------------------------------------------------ */

/* Initial state with the parameters of the law. */
static double *start_state(am_arena *arena, const am_sample *sample) {
  const am_law *law = sample->law;
  double *state = AM_ARRAY(arena, double, law->nx);
  for (int i = 0; i < law->nx; i++) {
    double own = sample->initial[i];
    state[i] = !isnan(own) ? own : i < law->na ? law->initial[i] : 0;
  }
  return state;
}

static void find_stress(am_arena *arena, am_sample *sample,
                        const am_sample_fields *point) {
  const am_law *law = sample->law;
  double strain[6], coordinates[6];
  if (law->logarithmic)
    am_logarithmic_strain(sample->gradient, strain);
  else
    am_basis_from_tensor(sample->description->strain, strain);
  const am_law_point at = {
      .strain = strain,
      .state = point ? point->state : start_state(arena, sample),
      .external = sample->external,
      .parameters = point ? point->parameters : NULL};
  am_law_stress(arena, law, &at, coordinates);
  if (law->logarithmic)
    am_measure_stress(sample->names.measure, sample->gradient, coordinates,
                      sample->stress);
  else
    am_basis_to_tensor(coordinates, sample->stress);
}

static void note_stress(am_report *report, const am_sample *sample) {
  static const char *const given[] = {"strain", "F", "stress"};
  const am_case *c = sample->description;
  const am_law *law = sample->law;
  for (int i = 0; i < 3; i++)
    if (am_yaml_get(c->initial, given[i])) return;
  const am_start_stress_note note = {
      .place = c->initial              ? c->initial->place
               : c->points && !c->path ? c->points->place
                                       : am_path_place(c),
      .where = "",
      .quantity = am_control_name(&sample->names, true),
      .stress = sample->stress, .count = am_path_stressed(&sample->names),
      .external = sample->external,
      .refused = law->logarithmic || sample->histories};
  am_law_note_stress(report, law, &note);
}

void am_start_stress(am_arena *arena, am_report *report, am_sample *sample,
                     const am_sample_fields *point) {
  const am_law *law = sample->law;
  /* A fit changes the parameters of its points. */
  bool single = point && !sample->description->test;
  bool alike = single || !sample->vary || !law->nf, good = true;
  find_stress(arena, sample, point);
  for (int c = 0; c < am_law_controlled(law); c++)
    good = good && isfinite(sample->stress[c]);
  if (!good) return;
  note_stress(report, sample);
  if (alike && !sample->histories) sample->names.stress = sample->stress;
}

double am_start_rounding(const am_law *law, const am_solver *solver) {
  const double rounding = 1e-15;
  return law->origin || law->logarithmic
             ? rounding * law->stress_scale / solver->equilibrium
             : 0;
}
