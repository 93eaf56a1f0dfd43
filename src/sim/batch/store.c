/* store.c: writes the rows of a batch to its file. */
#include "batch/parts.h"

/* Workspace of a thread. */
struct am_store_thread {
  am_step step;
  double *state, *derivative; /* [nx], [6][nx] */
  double *parameters;         /* NULL: those of the law */
  double work_parts[6];
  am_columns_room *room;
  double *columns;
};

size_t am_store_bytes(const am_run *run) {
  size_t numbers = run->columns->count;
  return (numbers < 6 ? 6 : numbers) * sizeof(double);
}

am_status am_store_open(am_arena *arena, am_report *report, am_batch *b) {
  const am_run *run = b->run;
  am_store *store = b->store = AM_NEW(arena, am_store);
  long numbers = (long)(am_store_bytes(run) / sizeof(double));
  store->run = run;
  store->first = b->shard.first;
  am_store_layout(arena, store);
  store->row = AM_ARRAY(arena, double, numbers * b->stride);
  store->threads = run->sample->threads;
  store->per_thread = AM_ARRAY(arena, am_store_thread, store->threads);
  for (int i = 0; i < store->threads; i++) {
    am_store_thread *t = &store->per_thread[i];
    t->state = AM_ARRAY(arena, double, run->law->nx);
    t->derivative = AM_ARRAY(arena, double, 6 * run->law->nx);
    t->room = am_columns_room_new(arena, run->columns);
    t->columns = AM_ARRAY(arena, double, run->columns->count);
    t->step.state = t->state;
    t->step.derivative = t->derivative;
    t->step.deformed = run->law->logarithmic;
    if (run->sample->vary)
      t->parameters = AM_ARRAY(arena, double, run->law->parameter_numbers);
    t->step.parameters = t->parameters;
  }
  store->layout = (am_archive_layout){
      .points = b->shard.points,
      .times = run->selection.times,
      .time_unit =
          am_path_timed(run->path) ? "" : run->law->material->time_unit,
      .rows = run->selection.count,
      .fields = store->fields,
      .field_count = store->field_count,
      .compression = b->options.compression,
      .chunk = (int)b->grain,
      .block = b->stride};
  store->layout.notes = am_store_notes(arena, b, &store->layout.note_count);
  return (b->options.resume ? am_archive_resume : am_archive_create)(
      arena, report, b->options.output, &store->layout, &store->archive);
}

/* A row of a chunk being filled. */
typedef struct {
  am_store *store;
  const am_chunk *chunk;
  const am_target *target; /* current loading step */
  double time;
} filling;

/* Reads a slot as the result of a loading step. Results that have become inputs
 * of the next loading step are read last. */
static void read_step(const filling *f, am_store_thread *t, long slot) {
  const am_chunk *c = f->chunk;
  am_step *step = &t->step;
  const am_fields one = am_step_fields(step);
  for (int i = AM_FIELD_COUNT - 1; i >= 0; i--) {
    int result = am_field_table[i].becomes;
    double *to = am_field_get(&one, result == AM_FIELD_none ? i : result);
    if (to)
      am_chunk_take(c, am_field_get(&c->fields, i), c->components[i], slot, to);
  }
  am_chunk_take(c, c->stress, 6, slot, step->stress);
  for (int i = 0; i < am_law_controlled(f->store->run->law); i++)
    step->control[i] = am_chunk_is_stress(c, f->target, slot, i);
  am_step_find_components(step);
}

/* Puts the columns of point p at their places in the row of all points. */
static void put_row(am_store *store, const am_chunk *chunk, long p,
                    const double *columns) {
  for (size_t i = 0; i < store->run->columns->count; i++) {
    const am_store_place *at = &store->places[i];
    if (at->field >= 0)
      store->row[chunk->count * at->start + p * at->size + at->index] =
          columns[i];
  }
}

/* Writes a field of all points of a chunk, at an output time. */
static am_status write_field(am_store *store, am_report *report,
                             const am_chunk *chunk, int field, long row,
                             const double *values) {
  double since = am_clock();
  am_status status =
      am_archive_write(store->archive, report, field, row,
                       chunk->first - store->first, chunk->count, values);
  store->writing += am_clock() - since;
  return status;
}

static am_status write_row(am_store *store, am_report *report,
                           const am_chunk *chunk, long row) {
  const double *at = store->row;
  for (int i = 0; i < store->row_fields; i++) {
    const int *shape = store->fields[i].shape;
    AM_TRY(write_field(store, report, chunk, i, row, at));
    at += chunk->count * shape[0] * shape[1];
  }
  return AM_OK;
}

/* Fills the values of a block of slots, each dataset by point. */
static void fill_block(void *data, int thread, long first, long count) {
  const filling *f = data;
  am_store *store = f->store;
  const am_columns *columns = store->run->columns;
  const am_sample *sample = store->run->sample;
  am_store_thread *t = &store->per_thread[thread];
  am_record record = {.time = f->time, .step = &t->step,
                      .work_parts = t->work_parts};
  for (long slot = first; slot < first + count; slot++) {
    read_step(f, t, slot);
    double stored[2] = {0, 0};
    am_chunk_take(f->chunk, f->chunk->stored, 2, slot, stored);
    record.stored =
        (am_initial_energies){.energy = stored[0], .bound = stored[1]};
    am_chunk_take(f->chunk, f->chunk->work_parts, 6, slot, t->work_parts);
    for (int i = 0; columns->inputs && i < sample->varying_count; i++)
      t->room->inputs[sample->varying[i]] =
          f->chunk->values[i * f->chunk->stride + slot];
    am_columns_fill(columns, &record, t->room, t->columns);
    put_row(store, f->chunk, f->chunk->point_of[slot], t->columns);
  }
}

void am_store_warn(const am_store *store, am_report *report) {
  am_columns_room **rooms =
      AM_ARRAY(report->arena, am_columns_room *, store->threads);
  for (int i = 0; i < store->threads; i++)
    rooms[i] = store->per_thread[i].room;
  am_columns_warn(report, store->run->columns, rooms, store->threads);
}

/* Transfers the fields read by the columns to host memory. */
static void fetch(const am_store *store, am_chunk *c) {
  static const struct {
    unsigned what;
    int field;
  } fields[] = {{AM_READ_STRAIN, AM_FIELD_strain0},
                {AM_READ_STATE, AM_FIELD_state0},
                {AM_READ_GRADIENT, AM_FIELD_gradient0},
                {AM_READ_TANGENT, AM_FIELD_tangent},
                {AM_READ_DERIVATIVE, AM_FIELD_derivative}};
  unsigned read = am_columns_read(store->run->columns);
  if (read & AM_READ_STRESS) am_engine_fetch(c->program, c->stress);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (read & fields[i].what)
      am_engine_fetch(c->program, am_field_get(&c->fields, fields[i].field));
}

am_status am_store_row(am_store *store, am_report *report, am_chunk *chunk,
                       const am_target *target, long place, double time) {
  filling f = {store, chunk, target, time};
  double since = am_clock();
  size_t numbers = (size_t)chunk->count * store->run->columns->count;
  for (size_t i = 0; chunk->active < chunk->count && i < numbers; i++)
    store->row[i] = NAN;
  fetch(store, chunk);
  am_blocks(chunk->active, store->threads, fill_block, &f);
  store->filling += am_clock() - since;
  return write_row(store, report, chunk, place);
}

am_status am_store_all(am_store *store, am_report *report,
                       const am_chunk *chunk, const double *numbers) {
  long width = (long)store->run->columns->count, rows = store->layout.rows;
  for (long row = 0; row < rows; row++) {
    for (long p = 0; p < chunk->count; p++)
      put_row(store, chunk, p, numbers + (p * rows + row) * width);
    AM_TRY(write_row(store, report, chunk, row));
  }
  return AM_OK;
}

am_status am_store_finish(am_store *store, am_report *report,
                          const am_chunk *c) {
  const am_points *points = store->run->sample->points;
  am_histories *h = store->run->sample->histories;
  int field = store->row_fields;
  AM_TRY(write_field(store, report, c, field++, 0, c->result));
  AM_TRY(write_field(store, report, c, field++, 0, c->failed_at));
  for (int i = 0; i < AM_TOTALS; i++)
    AM_TRY(write_field(store, report, c, field++, 0,
                       c->totals + i * c->stride));

  /* Variables and parameters of the points. */
  for (int i = 0; points && i < points->variable_count; i++) {
    const am_point_variable *v = &points->variables[i];
    for (long p = 0; p < c->count; p++)
      memcpy(store->row + p * v->size, c->drawn + p * points->size + v->offset,
             (size_t)v->size * sizeof(double));
    AM_TRY(write_field(store, report, c, field++, 0, store->row));
  }
  for (int i = 0; h && i < h->parameter_count; i++) {
    const am_history_range part = {.first = c->first, .count = c->count};
    AM_TRY(am_histories_read(h, report, &h->parameters[i], &part, store->row));
    AM_TRY(write_field(store, report, c, field++, 0, store->row));
  }
  return am_archive_commit(store->archive, report,
                           c->first - store->first + c->count);
}
