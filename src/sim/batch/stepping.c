/* stepping.c: advances a chunk of points along the path, step by step. */
#include "batch/parts.h"

am_stepping *am_stepping_new(am_arena *arena, am_run *run, long stride) {
  am_stepping *m = AM_NEW(arena, am_stepping);
  int threads = m->threads = run->sample->threads;
  m->run = run;
  m->chunk = am_chunk_new(arena, run, stride);
  m->unfit = AM_ARRAY(arena, bool, threads);
  m->frames = AM_ARRAY(arena, am_path_frame *, threads);
  for (int i = 0; i < threads; i++)
    m->frames[i] = am_path_frame_new(arena, run->path);
  am_stepper_init(arena, &m->stepper, run->program, run->law, &run->solver);
  m->stepper.step.measure = run->sample->names.measure;
  m->parameters = AM_ARRAY(arena, double, run->law->parameter_numbers);
  return m;
}

/* True if the run is stopped or the engine has failed. */
static bool is_over(const am_stepping *m) {
  const am_run *run = m->run;
  return (run->stop && *run->stop) || am_engine_failure(run->program);
}

/* Applies `work` to all slots; true if a slot needs further treatment. */
static bool for_slots(am_stepping *m, void (*work)(void *data, int thread,
                                                   long first, long count)) {
  bool found = false;
  for (int i = 0; i < m->threads; i++) m->unfit[i] = false;
  am_blocks(m->chunk->active, m->threads, work, m);
  for (int i = 0; i < m->threads; i++) found |= m->unfit[i];
  return found;
}

static void advance_all(am_stepping *m) {
  am_chunk *c = m->chunk;
  am_fields *f = &c->fields;
  f->duration = m->target.duration;
  f->stop = m->run->stop;
  f->rows = m->target.rows ? *m->target.rows : (am_rows){.constrained = {0}};
  for (int i = 0; i < am_law_controlled(m->run->law); i++)
    f->stress_controlled[i] = m->target.stress_controlled[i];
  if (c->active) am_engine_advance(c->program, f, c->active);
}

static bool is_good(const am_chunk *c, long slot) {
  return c->fields.status[slot] == AM_POINT_GOOD &&
         isfinite(c->fields.energy[slot]);
}

static void read_slot(am_chunk *c, const double *field, int components,
                      long slot, double *to) {
  am_engine_fetch(c->program, field);
  am_chunk_take(c, field, components, slot, to);
}

/* Current values of the components of a slot that may be controlled: strain or
 * stress, F or P. */
static void read_controlled(am_chunk *c, long slot, bool stress,
                            double *values) {
  bool deformed = c->components[AM_FIELD_gradient0];
  double coordinates[6], gradient[AM_CONTROLLED_MOST];
  if (stress || !deformed)
    read_slot(c, stress ? c->stress : c->fields.strain0, 6, slot,
              coordinates);
  if (deformed)
    read_slot(c, c->fields.gradient0, AM_CONTROLLED_MOST, slot,
              stress ? gradient : values);
  if (deformed && stress)
    am_measure_stress(c->fields.measure, gradient, coordinates, values);
  if (!deformed) am_basis_to_tensor(coordinates, values);
}

/* Start values of the controlled components of a slot. */
static void read_start(am_stepping *m, long slot, double *from) {
  am_chunk *c = m->chunk;
  const am_rows *rows = m->target.rows;
  double strain[AM_CONTROLLED_MOST], stress[AM_CONTROLLED_MOST];
  int controlled = am_law_controlled(m->run->law);
  read_controlled(c, slot, false, strain);
  read_controlled(c, slot, true, stress);
  read_slot(c, c->before, controlled, slot, from);
  for (int i = 0; i < controlled; i++) {
    if (am_chunk_is_stress(c, &m->target, slot, i)) from[i] = stress[i];
    if (rows && rows->constrained[i])
      from[i] = am_rows_value(rows, i, stress, strain);
  }
}

/* Copies a slot to the stepper; from: controlled components of the slot. */
static void read_point(am_stepping *m, long slot, double *from) {
  am_chunk *c = m->chunk;
  const am_fields *f = &c->fields;
  am_stepper *s = &m->stepper;
  s->step.stop = m->run->stop;
  s->step.parameters = f->parameters ? m->parameters : NULL;
  const am_fields one = am_step_fields(&s->step);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const double *field = am_field_get(f, i);
    if (!am_field_table[i].found && field)
      read_slot(c, field, c->components[i], slot, am_field_get(&one, i));
  }
  read_slot(c, c->stress, 6, slot, s->stress);
  read_start(m, slot, from);
}

/* Copies results of the stepper to the slot. */
static void write_point(am_stepping *m, long slot) {
  am_chunk *c = m->chunk;
  const am_fields one = am_step_fields(&m->stepper.step);
  for (int i = 0; i < AM_FIELD_COUNT; i++) {
    const double *from = am_field_get(&one, i);
    double *field = am_field_get(&c->fields, i);
    if (!am_field_table[i].found || !from || !field) continue;
    am_engine_fetch(c->program, field);
    for (int k = 0; k < c->components[i]; k++)
      field[k * c->stride + slot] = from[k];
    am_engine_changed(c->program, field);
  }
}

static void add_totals(am_chunk *c, long slot) {
  for (int i = 0; i < AM_TOTAL_CUTS; i++)
    c->totals[i * c->stride + c->point_of[slot]] +=
        c->fields.counts[i * c->stride + slot];
}

/* Repeats a failed loading step of one point individually, with halving. */
static void advance_alone(am_stepping *m, long slot) {
  am_chunk *c = m->chunk;
  am_target target = m->target;
  double from[AM_CONTROLLED_MOST];
  read_point(m, slot, from);
  read_slot(c, c->fields.target, m->stepper.controlled, slot, target.target);
  memcpy(target.external, m->stepper.step.external1, sizeof target.external);
  for (int i = 0; i < m->stepper.controlled; i++)
    target.stress_controlled[i] = am_chunk_is_stress(c, &m->target, slot, i);
  if (am_stepper_advance(&m->stepper, &target, from)) {
    write_point(m, slot);
    add_totals(c, slot);
    c->totals[AM_TOTAL_CUTS * c->stride + c->point_of[slot]] +=
        m->stepper.halved;
  } else {
    am_chunk_drop(c, m->run, slot, m->stepper.step.status, m->target.time);
  }
}

/* Adds the work of converged points; marks the others. */
static void judge_block(void *data, int thread, long first, long count) {
  am_stepping *m = data;
  for (long slot = first; slot < first + count; slot++) {
    if (is_good(m->chunk, slot))
      add_totals(m->chunk, slot);
    else
      m->unfit[thread] = true;
  }
}

/* Adds the work by components at the end of a loading step, or initializes it
 * (row 0). */
static void part_work_of_block(void *data, int thread, long first,
                               long count) {
  am_stepping *m = data;
  am_chunk *c = m->chunk;
  (void)thread;
  for (long slot = first; slot < first + count; slot++) {
    double strain[6], stress[6], parts[AM_WORK_PARTS];
    am_chunk_take(c, c->fields.strain0, 6, slot, strain);
    am_chunk_take(c, c->stress, 6, slot, stress);
    am_chunk_take(c, c->work_parts, AM_WORK_PARTS, slot, parts);
    (m->row ? am_work_parts_add : am_work_parts_begin)(parts, strain, stress);
    for (int i = 0; i < AM_WORK_PARTS; i++)
      c->work_parts[i * c->stride + slot] = parts[i];
  }
}

static void part_work(am_stepping *m) {
  am_chunk *c = m->chunk;
  if (!c->work_parts) return;
  am_engine_fetch(c->program, c->fields.strain0);
  am_engine_fetch(c->program, c->stress);
  for_slots(m, part_work_of_block);
}

static void bind_slots(const am_stepping *m, am_arena *own, long first,
                       long count) {
  am_chunk *c = m->chunk;
  const am_law *law = m->run->law;
  double strain[6], external[AM_MOST_EXTERNAL];
  double *state = AM_ARRAY(own, double, law->nx);
  double *parameters = AM_ARRAY(own, double, law->parameter_numbers);
  const am_law_point at = {strain, state, external,
                           c->fields.parameters ? parameters : NULL};
  for (long slot = first; slot < first + count; slot++) {
    am_chunk_take(c, c->fields.strain0, 6, slot, strain);
    am_chunk_take(c, c->fields.state0, law->nx, slot, state);
    am_chunk_take(c, c->fields.external1, law->nf, slot, external);
    am_chunk_take(c, c->fields.parameters, law->parameter_numbers, slot,
                  parameters);
    c->stored[c->stride + slot] = am_law_bound(law, &at);
  }
}

/* Sets NaN if memory is exhausted. */
static void bind_of_block(void *data, int thread, long first, long count) {
  am_stepping *m = data;
  am_arena *own = am_arena_new();
  (void)thread;
  if (own && !am_arena_recover(own))
    bind_slots(m, own, first, count);
  else
    for (long slot = first; slot < first + count; slot++)
      m->chunk->stored[m->chunk->stride + slot] = NAN;
  am_arena_free(own);
}

static void keep_stored(am_stepping *m) {
  am_chunk *c = m->chunk;
  if (!c->stored) return;
  memcpy(c->stored, c->fields.energy, (size_t)c->active * sizeof *c->stored);
  if (!(am_columns_read(m->run->columns) & AM_READ_HEAT)) return;
  am_engine_fetch(c->program, c->fields.strain0);
  am_engine_fetch(c->program, c->fields.state0);
  for_slots(m, bind_of_block);
}

/* Computes the initial state: a jump at the current strain. */
am_status am_stepping_start(am_stepping *m, am_report *report, long first,
                            long count, const char **reason) {
  am_chunk *c = m->chunk;
  am_path_restart(m->run->path);
  m->target = (am_target){.jump = true};
  m->row = 0;
  m->time = am_path_start(m->run->path);
  AM_TRY(am_chunk_begin(c, report, m->run, first, count, reason));
  advance_all(m);
  for (long slot = c->active - 1; slot >= 0; slot--)
    if (!is_good(c, slot) && !is_over(m))
      am_chunk_drop(c, m->run, slot,
                    c->fields.status[slot] == AM_POINT_GOOD
                        ? AM_POINT_INVALID
                        : (int)c->fields.status[slot],
                    m->time);
  am_chunk_accept(c, true);
  part_work(m);
  for (int i = 0; i < AM_COUNT_RESIDUAL; i++)
    memset(c->fields.counts + i * c->stride, 0,
           (size_t)c->active * sizeof(double));
  keep_stored(m);
  return AM_OK;
}

static void set_targets_of_block(void *data, int thread, long first,
                                 long count) {
  am_stepping *m = data;
  const am_chunk *c = m->chunk;
  const am_sample *sample = m->run->sample;
  double *target = am_field_get(&c->fields, AM_FIELD_target);
  const am_target_fields targets = {.stride = c->stride,
                                    .ramp_start = c->ramp_start,
                                    .ramp_end = c->ramp_end,
                                    .before = c->before,
                                    .target = target,
                                    .external0 = c->fields.external0,
                                    .external1 = am_field_get(
                                        &c->fields, AM_FIELD_external1),
                                    .varying = sample->varying,
                                    .varying_count = sample->varying_count,
                                    .values = c->values};
  am_path_targets(m->run->path, m->frames[thread], &targets, first, count);
}

static bool has_targets(const am_stepping *m, long slot) {
  const am_chunk *c = m->chunk;
  const am_law *law = m->run->law;
  int controlled = am_law_controlled(law);
  double target[AM_CONTROLLED_MOST];
  bool stress = false;
  am_chunk_take(c, c->fields.target, controlled, slot, target);
  for (int i = 0; i < controlled; i++) {
    if (!isfinite(target[i])) return false;
    stress |= am_chunk_is_stress(c, &m->target, slot, i);
  }
  /* A fully prescribed deformation gradient must be positive. */
  if (law->logarithmic && !stress && !(am_gradient_determinant(target) > 0))
    return false;
  for (int i = 0; i < law->nf; i++)
    if (!am_external_allows(law, i, c->fields.external1[i * c->stride + slot]))
      return false;
  return true;
}

static void check_targets_of_block(void *data, int thread, long first,
                                   long count) {
  am_stepping *m = data;
  for (long slot = first; slot < first + count; slot++)
    if (!has_targets(m, slot)) m->unfit[thread] = true;
}

/* A component whose kind of control changes starts at its current value. */
static void start_component(am_chunk *c, long slot, int i, bool stress) {
  double values[AM_CONTROLLED_MOST] = {0};
  read_controlled(c, slot, stress, values);
  c->before[i * c->stride + slot] = values[i];
}

/* Copies fields [components] in the order of points to slots. */
static void to_slots(const am_chunk *c, const double *by_point,
                     int components, double *by_slot) {
  for (int i = 0; i < components; i++)
    for (long slot = 0; slot < c->active; slot++)
      by_slot[i * c->stride + slot] =
          by_point[i * c->stride + c->point_of[slot]];
}

/* Reads external fields from a file; other fields keep their values from the
 * start of the step. */
static am_status read_file_fields(am_stepping *m, am_report *report,
                                  const am_sample_entry *entry,
                                  double *by_point) {
  am_chunk *c = m->chunk;
  double *external = am_field_get(&c->fields, AM_FIELD_external1);
  int nf = m->run->law->nf;
  for (int i = 0; i < nf; i++)
    for (long slot = 0; slot < c->active; slot++)
      by_point[i * c->stride + c->point_of[slot]] =
          external[i * c->stride + slot];
  AM_TRY(am_sample_externals(m->run->sample, report, entry, by_point));
  to_slots(c, by_point, nf, external);
  return AM_OK;
}

/* Reads kinds of control and targets from a file, in the order of points;
 * `ramp_end` is otherwise unused and serves as a buffer. */
static am_status read_targets(am_stepping *m, am_report *report) {
  am_chunk *c = m->chunk;
  am_sample *sample = m->run->sample;
  double *by_point = c->ramp_end;
  double *control = am_field_get(&c->fields, AM_FIELD_control);
  const am_sample_entry entry = {.entry = m->row, .first = c->first,
                                 .count = c->count, .stride = c->stride};
  int controlled = am_law_controlled(m->run->law);
  bool changed = false;
  const am_histories *h = sample->histories;
  if (control)
    AM_TRY(am_sample_read(sample, report, &entry, &h->kinds, by_point));
  for (int i = 0; i < controlled && control; i++)
    for (long slot = 0; slot < c->active; slot++) {
      long at = i * c->stride + slot;
      double kind = by_point[i * c->stride + c->point_of[slot]];
      if (kind == control[at]) continue;
      control[at] = kind;
      changed = true;
      start_component(c, slot, i, kind > 0);
    }
  if (changed) am_engine_changed(c->program, control);
  AM_TRY(read_file_fields(m, report, &entry, by_point));
  AM_TRY(am_sample_read(sample, report, &entry, &h->target, by_point));
  to_slots(c, by_point, controlled, am_field_get(&c->fields, AM_FIELD_target));
  return AM_OK;
}

/* Sets the targets of the coming loading step; points with invalid targets are
 * removed. */
static am_status set_targets(am_stepping *m, am_report *report) {
  am_chunk *c = m->chunk;
  double *target = c->before;
  c->before = am_field_get(&c->fields, AM_FIELD_target);
  am_field_set(&c->fields, AM_FIELD_target, target);
  double *fields = am_field_get(&c->fields, AM_FIELD_external0);
  am_field_set(&c->fields, AM_FIELD_external0,
               am_field_get(&c->fields, AM_FIELD_external1));
  am_field_set(&c->fields, AM_FIELD_external1, fields);
  for (int i = 0; i < am_law_controlled(m->run->law); i++)
    for (long slot = 0; m->target.changed[i] && slot < c->active; slot++)
      start_component(c, slot, i, m->target.stress_controlled[i]);
  for_slots(m, set_targets_of_block);
  if (m->run->sample->histories) AM_TRY(read_targets(m, report));
  if (!for_slots(m, check_targets_of_block)) return AM_OK;
  for (long slot = c->active - 1; slot >= 0; slot--)
    if (!has_targets(m, slot))
      am_chunk_drop(c, m->run, slot, AM_BATCH_TARGET, m->target.time);
  return AM_OK;
}

am_status am_stepping_step(am_stepping *m, am_report *report, bool *more) {
  am_chunk *c = m->chunk;
  AM_TRY(am_path_next_step(m->run->path, report, &m->target, more));
  if (!*more) return AM_OK;
  m->row++;
  AM_TRY(set_targets(m, report));
  advance_all(m);
  if (for_slots(m, judge_block))
    for (long slot = c->active - 1; slot >= 0; slot--)
      if (!is_good(c, slot) && !is_over(m)) advance_alone(m, slot);
  am_chunk_accept(c, m->target.duration == 0);
  part_work(m);
  m->time = m->target.time;
  return AM_OK;
}
