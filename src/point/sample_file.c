/* sample_file.c: points of a case that come from a file of histories. */
#include <string.h>

#include "base/basis.h"
#include "point/sample.h"

/* Points that are read at once. */
enum { SLICE = 256 };

static int components_of(const am_variable *variable) {
  return variable->kind == AM_SCALAR ? 1 : 6;
}

/* Each /initial/NAME is an internal variable of as many components. */
static am_status check_initials(am_report *report, const am_sample *sample) {
  const am_histories *h = sample->histories;
  const am_law *law = sample->law;
  for (int i = 0; i < h->initial_count; i++) {
    int components = 0;
    for (int j = 0; j < law->count; j++)
      if (!strcmp(law->variables[j].base, h->initials[i].name))
        components += components_of(&law->variables[j]);
    if (!components)
      return am_error(report, AM_INPUT, sample->points->place,
                      "/initial/%s: material '%s' has no such internal "
                      "variable",
                      h->initials[i].name, law->material->name);
    if (h->initials[i].components != components)
      return am_error(report, AM_INPUT, sample->points->place,
                      "/initial/%s: expected %d components, found %d",
                      h->initials[i].name, components,
                      h->initials[i].components);
  }
  return AM_OK;
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

  /* What the file says of the start, the case does not say. */
  const am_case *description = sample->description;
  const am_yaml *time = am_yaml_get(description->initial, "time");
  if (time && description->time != h->time[0])
    return am_error(report, AM_INPUT, time->place,
                    "the histories of the file start at the time %.15g",
                    h->time[0]);
  for (int c = 0; c < 6; c++)
    if (description->strain[c] != 0 && !h->control[0][c])
      return am_error(report, AM_INPUT, description->initial->place,
                      "strain.%s at the start is that of the file, which "
                      "controls it",
                      am_component_names[c]);
  AM_TRY(check_initials(report, sample));

  sample->vary = h->parameter_count > 0;
  for (int i = 0; i < h->parameter_count; i++) {
    const char *name = h->parameters[i].name;
    int index;
    AM_TRY(am_vary_find(report, law, name, points->place, &index));
    if (index < 0)
      return am_error(report, AM_INPUT, points->place,
                      "/parameters/%s: material '%s' has no such parameter",
                      name, law->material->name);
    sample->varying[sample->varying_count++] = index;
  }
  return AM_OK;
}

am_status am_sample_file_values(am_sample *sample, am_report *report,
                                long first, long count,
                                am_sample_fields *fields) {
  am_histories *h = sample->histories;
  for (int i = 0; i < h->parameter_count; i++)
    AM_TRY(am_histories_parameter(h, report, i, first, count,
                                  fields->values + i * fields->stride));
  return AM_OK;
}

/* A range of points. */
typedef struct {
  am_sample *sample;
  am_report *report;
  am_sample_fields *fields;
  long first, count;
} range;

/* An internal variable of a point from its components; list variables member
 * after member.  It goes through `state` [nx]. */
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
    AM_TRY(am_histories_initial(h, r->report, i, r->first + first, size,
                                user));
    for (long p = 0; p < size; p++)
      AM_TRY(set_variable(r, item, user + p * item->components, state,
                          first + p));
  }
  return AM_OK;
}

am_status am_sample_targets(am_sample *sample, am_report *report, long step,
                            long first, long count, long stride,
                            double *target) {
  double *values = sample->buffer;
  for (long at = 0; at < count; at += SLICE) {
    long size = count - at < SLICE ? count - at : SLICE;
    AM_TRY(am_histories_target(sample->histories, report, step, first + at,
                               size, values));
    for (long p = 0; p < size; p++)
      for (int c = 0; c < 6; c++)
        target[c * stride + at + p] = values[6 * p + c];
  }
  return AM_OK;
}

am_status am_sample_file_start(am_sample *sample, am_report *report,
                               long first, long count,
                               am_sample_fields *fields) {
  const am_histories *h = sample->histories;
  const range r = {sample, report, fields, first, count};
  for (int i = 0; i < h->initial_count; i++) AM_TRY(read_initial(&r, i));

  /* The start of a history gives the strains that it controls. */
  AM_TRY(am_sample_targets(sample, report, 0, first, count, fields->stride,
                           fields->strain));
  for (int c = 0; c < 6; c++)
    for (long p = 0; h->control[0][c] && p < count; p++)
      fields->strain[c * fields->stride + p] = sample->description->strain[c];
  return AM_OK;
}

am_status am_sample_file_history(am_arena *arena, am_report *report,
                                 am_sample *sample, long point,
                                 double **targets) {
  am_histories *h = sample->histories;
  *targets = AM_ARRAY(arena, double, 6 * h->times);
  for (long i = 0; i < h->times; i++)
    AM_TRY(am_histories_target(h, report, i, point, 1, *targets + 6 * i));
  return AM_OK;
}
