/* sample_file.c: points read from a file of histories. */
#include "point/parts.h"

/* Number of points read at once. */
enum { SLICE = 256 };

static int components_of(const am_variable *variable) {
  return variable->kind == AM_SCALAR ? 1 : 6;
}

static am_status refuse_name(am_report *report, const am_sample *sample,
                             const char *group, const char *name,
                             const char *what) {
  return am_error(report, AM_INPUT, sample->points->place,
                  "/%s/%s: material '%s' has no such %s", group, name,
                  sample->law->material->name, what);
}

/* Checks that each /initial/NAME is an internal variable with the same number
 * of components. */
static am_status check_initials(am_report *report, const am_sample *sample) {
  const am_histories *h = sample->histories;
  const am_law *law = sample->law;
  for (int i = 0; i < h->initial_count; i++) {
    const am_history_values *item = &h->initials[i];
    int components = 0;
    for (int j = 0; j < law->count; j++)
      if (!strcmp(law->variables[j].base, item->name))
        components += components_of(&law->variables[j]);
    if (!components)
      return refuse_name(report, sample, "initial", item->name,
                         "internal variable");
    if (item->components != components)
      return am_error(report, AM_INPUT, sample->points->place,
                      "/initial/%s: expected %d components, found %d",
                      item->name, components, item->components);
  }
  return AM_OK;
}

static am_status refuse_strain(am_report *report, const am_case *description,
                               int c) {
  return am_error(report, AM_INPUT, description->initial->place,
                  "remove the initial strain.%s: the file of points prescribes "
                  "this component",
                  am_component_names[c]);
}

am_status am_sample_file_open(am_arena *arena, am_report *report,
                              am_sample *sample) {
  am_points *points = sample->points;
  AM_TRY(am_histories_open(arena, report, points->file, points->place,
                           &sample->histories));
  const am_histories *h = sample->histories;
  const am_law *law = sample->law;
  int most = 6;
  for (int i = 0; i < h->initial_count; i++)
    if (h->initials[i].components > most) most = h->initials[i].components;
  sample->count = h->points;
  sample->buffer = AM_ARRAY(arena, double, SLICE * most + law->nx);
  sample->varying = AM_ARRAY(arena, int, h->parameter_count);

  /* The case must not repeat initial values that the file gives. */
  const am_case *description = sample->description;
  const am_yaml *time = am_yaml_get(description->initial, "time");
  if (time && description->time != h->time[0])
    return am_error(report, AM_INPUT, time->place,
                    "the histories of the file start at the time %.15g, not at "
                    "the initial time of the case",
                    h->time[0]);
  for (int c = 0; c < 6 && h->control; c++)
    if (description->strain[c] != 0 && !h->control[0][c])
      return refuse_strain(report, description, c);
  AM_TRY(check_initials(report, sample));
  for (int i = 0; i < h->external_count; i++)
    if (am_external_index(law->material, h->externals[i].name) < 0)
      return refuse_name(report, sample, "external", h->externals[i].name,
                         "external field");
  sample->vary = h->parameter_count > 0;
  for (int i = 0; i < h->parameter_count; i++) {
    const char *name = h->parameters[i].name;
    int index;
    AM_TRY(am_point_parameters_find(report, law, name, points->place, &index));
    if (index < 0)
      return refuse_name(report, sample, "parameters", name, "parameter");
    sample->varying[sample->varying_count++] = index;
  }
  return AM_OK;
}

am_status am_sample_file_values(am_sample *sample, am_report *report,
                                long first, long count,
                                am_sample_fields *fields) {
  am_histories *h = sample->histories;
  const am_history_range range = {.first = first, .count = count};
  for (int i = 0; i < h->parameter_count; i++)
    AM_TRY(am_histories_read(h, report, &h->parameters[i], &range,
                             fields->values + i * fields->stride));
  return AM_OK;
}

typedef struct {
  am_sample *sample;
  am_report *report;
  am_sample_fields *fields;
  long first, count;
} range;

/* Sets an internal variable of a point from its components; list variables
 * member by member. `state` [nx] is workspace. */
static am_status set_variable(const range *r, const am_history_values *item,
                              const double *user, double *state, long p) {
  const am_law *law = r->sample->law;
  const am_sample_fields *f = r->fields;
  for (int j = 0; j < law->count; j++) {
    const am_variable *v = &law->variables[j];
    if (strcmp(v->base, item->name)) continue;
    const double *from =
        user + (v->member ? v->member - 1 : 0) * components_of(v);
    if (!am_variable_from_user(v, from, state))
      return am_error(r->report, AM_INPUT, r->sample->points->place,
                      "/initial/%s of point %ld is not trace-free",
                      item->name, r->first + p + 1);
    for (int i = v->offset; i < v->offset + v->size; i++)
      f->state[i * f->stride + p] = state[i];
  }
  return AM_OK;
}

static am_status read_initial(const range *r, int i) {
  am_histories *h = r->sample->histories;
  const am_history_values *item = &h->initials[i];
  double *user = r->sample->buffer;
  double *state = user + SLICE * item->components;
  for (long first = 0; first < r->count; first += SLICE) {
    long size = r->count - first < SLICE ? r->count - first : SLICE;
    const am_history_range part = {.first = r->first + first, .count = size};
    AM_TRY(am_histories_read(h, r->report, item, &part, user));
    for (long p = 0; p < size; p++)
      AM_TRY(set_variable(r, item, user + p * item->components, state,
                          first + p));
  }
  return AM_OK;
}

am_status am_sample_read(am_sample *sample, am_report *report,
                         const am_sample_entry *e,
                         const am_history_values *dataset, double *field) {
  double *values = sample->buffer;
  for (long at = 0; at < e->count; at += SLICE) {
    long size = e->count - at < SLICE ? e->count - at : SLICE;
    const am_history_range part = {e->entry, e->first + at, size};
    AM_TRY(am_histories_read(sample->histories, report, dataset, &part,
                             values));
    for (long p = 0; p < size; p++)
      for (int c = 0; c < 6; c++)
        field[c * e->stride + at + p] = values[6 * p + c];
  }
  return AM_OK;
}

am_status am_sample_externals(am_sample *sample, am_report *report,
                              const am_sample_entry *e, double *field) {
  am_histories *h = sample->histories;
  for (int i = 0; h && i < h->external_count; i++) {
    int row = am_external_index(sample->law->material, h->externals[i].name);
    const am_history_range wanted = {e->entry, e->first, e->count};
    AM_TRY(am_histories_read(h, report, &h->externals[i], &wanted,
                             field + row * e->stride));
  }
  return AM_OK;
}

/* Initial strains: controlled components from the history, the others from the
 * case. */
static am_status set_strain(const range *r) {
  const am_case *description = r->sample->description;
  am_histories *h = r->sample->histories;
  double *kinds = r->sample->buffer;
  for (long first = 0; first < r->count; first += SLICE) {
    long size = r->count - first < SLICE ? r->count - first : SLICE;
    const am_history_range part = {.first = r->first + first, .count = size};
    AM_TRY(am_histories_read(h, r->report, &h->kinds, &part, kinds));
    for (long i = 0; i < 6 * size; i++) {
      int c = (int)(i % 6);
      double own = description->strain[c];
      if (kinds[i] > 0)
        r->fields->strain[c * r->fields->stride + first + i / 6] = own;
      else if (own != 0)
        return refuse_strain(r->report, description, c);
    }
  }
  return AM_OK;
}

am_status am_sample_file_start(am_sample *sample, am_report *report,
                               long first, long count,
                               am_sample_fields *fields) {
  const am_histories *h = sample->histories;
  const range r = {sample, report, fields, first, count};
  for (int i = 0; i < h->initial_count; i++) AM_TRY(read_initial(&r, i));
  const am_sample_entry start = {.first = first, .count = count,
                                 .stride = fields->stride};
  AM_TRY(am_sample_read(sample, report, &start, &h->target, fields->strain));
  return set_strain(&r);
}

am_status am_sample_file_entries(am_arena *arena, am_report *report,
                                 am_sample *sample, long point,
                                 am_entries *entries) {
  am_histories *h = sample->histories;
  *entries = (am_entries){.time = h->time, .control = h->control,
                          .count = h->times,
                          .external_start = sample->external,
                          .external_count = sample->law->nf,
                          .place = sample->points->place};
  if (point < 0) return AM_OK;
  int nf = sample->law->nf;
  double *external = AM_ARRAY(arena, double, nf * h->times);
  for (long i = 0; i < h->times; i++) {
    const am_sample_entry entry = {.entry = i, .first = point, .count = 1,
                                   .stride = 1};
    for (int k = 0; k < nf; k++) external[nf * i + k] = sample->external[k];
    AM_TRY(am_sample_externals(sample, report, &entry, external + nf * i));
  }
  for (int k = 0; k < nf; k++) sample->external[k] = external[k];
  entries->external = external;
  double *targets = AM_ARRAY(arena, double, 6 * h->times), kinds[6];
  entries->targets = targets;
  for (long i = 0; i < h->times; i++) {
    const am_history_range part = {i, point, 1};
    AM_TRY(am_histories_read(h, report, &h->target, &part, targets + 6 * i));
  }
  if (h->control) return AM_OK;
  int(*control)[6] = am_arena_alloc(arena, (size_t)h->times * sizeof *control);
  for (long i = 0; i < h->times; i++) {
    const am_history_range part = {i, point, 1};
    AM_TRY(am_histories_read(h, report, &h->kinds, &part, kinds));
    for (int c = 0; c < 6; c++) control[i][c] = kinds[c] > 0;
  }
  entries->control = (const int(*)[6])control;
  return AM_OK;
}
