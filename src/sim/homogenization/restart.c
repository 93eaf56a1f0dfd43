/* restart.c: writes and reads the state of a run. */
#include <inttypes.h>

#include "batch/batch.h"
#include "homogenization/run.h"

#define KIND "restart file of a volume element, 3"

/* Transfer of the state of a run to its restart file, or back. */
typedef struct {
  am_cell_run *run;
  am_report *report;
  bool back;         /* from the file */
  am_snapshot *file; /* NULL: written by another member of the team */
  am_status written; /* status of writing so far; failures are reported at the
                        end, because all members must take part in all
                        collective operations */
} transfer;

static const char damaged[] = "it is damaged";

static am_status cannot_resume(const transfer *o, const char *why) {
  return am_error(o->report, AM_INPUT, am_nowhere, "cannot resume from %s: %s",
                  am_quoted(o->run->arena, o->run->options.restart), why);
}

/* ---- identification of the run ------------------------------------------- */

/* Digest of an array of `size` bytes per voxel, plane by plane. */
static uint64_t digest_voxels(const am_cell_run *run, uint64_t sum,
                              const void *values, size_t size) {
  const am_microstructure *micro = run->cell->micro;
  am_team *team = run->cell->team;
  size_t plane = size * (size_t)micro->grid[0] * (size_t)micro->grid[1];
  for (int r = 0; r < team->count; r++) {
    for (long k = 0; r == team->rank && k < micro->planes.count; k++)
      sum = am_digest(sum, (const char *)values + plane * (size_t)k, plane);
    team->type->broadcast(r, &sum, sizeof sum);
  }
  return sum;
}

static const char *voxels_text(const am_cell_run *run) {
  const am_cell *cell = run->cell;
  const am_microstructure *micro = cell->micro;
  uint64_t sum = digest_voxels(run, AM_DIGEST_START, micro->labels,
                               sizeof *micro->labels);
  sum = am_digest(sum, micro->size, sizeof micro->size);
  for (int i = 0; i < cell->external_count; i++)
    if (cell->externals[i].pattern)
      sum = digest_voxels(run, sum, cell->externals[i].pattern, sizeof(double));
  for (int p = 0; p < cell->phase_count; p++) {
    const am_label_parameters *by_label = cell->phases[p].by_label;
    if (by_label)
      sum = am_digest(sum, by_label->source->text, by_label->source->length);
  }
  return am_format(run->arena, "%d x %d x %d voxels, checksum %016" PRIx64,
                   micro->grid[0], micro->grid[1], micro->grid[2], sum);
}

static const char *materials_text(const am_cell_run *run) {
  am_buffer text = {.arena = run->arena};
  for (int p = 0; p < run->cell->phase_count; p++)
    am_buffer_add(&text, "%s",
                  am_material_text(run->arena,
                                   run->cell->phases[p].law->material));
  return text.text;
}

/* Assignments of --set, except those with separate notes. */
static const char *sets_text(const am_cell_run *run) {
  am_buffer text = {.arena = run->arena};
  am_buffer_add(&text, "%s", "");
  for (size_t i = 0; i < run->options.set_count; i++)
    if (am_set_is_noted(run->options.sets[i]))
      am_buffer_add(&text, "%s\n", run->options.sets[i]);
  return text.text;
}

enum { NOTES = 6 };

typedef struct {
  const char *key, *what, *text;
} note;

static void notes_of(const am_cell_run *run, note notes[NOTES]) {
  const am_phase *first = &run->cell->phases[0];
  const note all[NOTES] = {
      {"version", "the version of the program", run->options.version},
      {"case", "the text of the case", run->cell->description->source->text},
      {"set", "the list of --set", sets_text(run)},
      {"engine", "the engine", am_engine_of(first->program)->name},
      {"materials", "the text of a material", materials_text(run)},
      {"voxels", "the microstructure or a table of parameters",
       voxels_text(run)},
  };
  memcpy(notes, all, sizeof all);
}

/* ---- arrays -------------------------------------------------------------- */

static am_status check_finite(const transfer *o, const char *name,
                              const double *values, long count) {
  for (long i = 0; i < count; i++)
    if (!isfinite(values[i]))
      return cannot_resume(o, am_format(o->run->arena, "%s: /%s holds %g",
                                        damaged, name, values[i]));
  return AM_OK;
}

static void write_array(transfer *o, const am_snapshot_array *a,
                        const double *values) {
  if (o->file && o->written == AM_OK)
    o->written = am_snapshot_put(o->file, o->report, a, values);
}

static am_status move_values(transfer *o, const char *name, long count,
                             double *values) {
  const am_snapshot_array a = {.name = name, .rank = 1, .size = {count}};
  if (!o->back) write_array(o, &a, values);
  if (!o->back) return AM_OK;
  AM_TRY(am_snapshot_get(o->file, o->report, &a, values));
  return check_finite(o, name, values, count);
}

/* ---- distributed arrays: part [team size], no member holds the whole ----- */

/* Maximum over the fields and vectors of the first member, which has the most
 * rows. */
static long team_array_numbers(const am_cell *cell) {
  const int *grid = cell->micro->grid;
  am_slab rows = am_team_slab(cell->team, 0, grid[1]);
  long vector = 6 * (grid[0] / 2 + 1L) * grid[2] * rows.count;
  long field = (long)am_cell_array_room(cell);
  return vector > field ? vector : field;
}

/* Array [rows][phase->whole] of the voxels of a phase. Collective. */
static am_snapshot_array phase_array(am_arena *arena, const am_cell *cell,
                                     const am_phase *phase, int rows,
                                     const char *name) {
  am_team *team = cell->team;
  long *each = AM_ARRAY(arena, long, team->count), before = 0;
  am_snapshot_part *parts = AM_ARRAY(arena, am_snapshot_part, team->count);
  team->type->gather(&phase->count, sizeof *each, each);
  for (int r = 0; r < team->count; r++) {
    parts[r] = (am_snapshot_part){.start = {0, before},
                                  .stride = {1, phase->whole},
                                  .count = {rows, 1},
                                  .block = {1, each[r]}};
    before += each[r];
  }
  return (am_snapshot_array){name, 2, {rows, phase->whole}, parts};
}

/* Array [3][frequencies][2] of a vector; a member holds its rows j for each
 * component and each k. */
static am_snapshot_array vector_array(am_arena *arena, const am_cell *cell,
                                      const char *name) {
  const int *grid = cell->micro->grid;
  long width = grid[0] / 2 + 1, plane = width * grid[1];
  am_snapshot_part *parts =
      AM_ARRAY(arena, am_snapshot_part, cell->team->count);
  for (int r = 0; r < cell->team->count; r++) {
    am_slab rows = am_team_slab(cell->team, r, grid[1]);
    parts[r] = (am_snapshot_part){.start = {0, width * rows.first, 0},
                                  .stride = {1, plane, 1},
                                  .count = {3, grid[2], 1},
                                  .block = {1, width * rows.count, 2}};
  }
  return (am_snapshot_array){name, 3, {3, plane * grid[2], 2}, parts};
}

/* Buffer; on the first member large enough for the part of any other. */
static double *room_of(am_cell_run *run) {
  const am_cell *cell = run->cell;
  if (run->room) return run->room;
  long own = team_array_numbers(cell), most = own;
  long *each = AM_ARRAY(run->arena, long, cell->team->count);
  cell->team->type->gather(&own, sizeof own, each);
  for (int r = 0; r < cell->team->count && am_team_leads(cell->team); r++)
    if (each[r] > most) most = each[r];
  return run->room = AM_ARRAY(run->arena, double, most);
}

double am_restart_room(const am_cell *cell) {
  return sizeof(double) * (double)team_array_numbers(cell);
}

typedef struct {
  transfer *transfer;
  const am_snapshot_array *array;
} part_writer;

static void write_part(void *data, int rank, const void *part) {
  const part_writer *w = data;
  am_snapshot_array a = *w->array;
  a.part += rank;
  write_array(w->transfer, &a, part);
}

/* Moves this member's part. The first member writes its own part, and then the
 * parts that it receives from the others in the same buffer. Reading fails on
 * all members if it fails on any. */
static am_status move_shared(transfer *o, const am_snapshot_array *array,
                             double *own) {
  am_team *team = o->run->cell->team;
  am_snapshot_array a = *array;
  a.part += team->rank;
  long count = am_snapshot_numbers(&a);
  am_status status = AM_OK;
  if (!o->back) {
    am_team_collect(team, own, sizeof *own * (size_t)count, write_part,
                    &(part_writer){o, array});
    return AM_OK;
  }
  if (count) status = am_snapshot_get(o->file, o->report, &a, own);
  if (status == AM_OK) status = check_finite(o, a.name, own, count);
  return am_team_agree(team, o->report, status);
}

/* Checks the space after a copy; abandons the file if the device is lost. */
static void check_copied(transfer *o) {
  if (o->written != AM_OK) return;
  o->written = am_space_check(o->run->loading->space, o->report);
  if (o->written != AM_OK && o->file) am_snapshot_abandon(o->file);
}

/* ---- fields -------------------------------------------------------------- */

/* Fields of a phase at t_n that are saved. */
static const struct {
  am_cell_field field;
  const char *name;
} saved[] = {{AM_CELL_STRAIN, "strain"}, {AM_CELL_STATE, "state"},
             {AM_CELL_NEXT, "next"}, {AM_CELL_METHOD, "method"}};
enum { SAVED = sizeof saved / sizeof *saved };

/* Counts u, its predecessor, the vectors of the scheme, and the fields of
 * phases. */
double am_restart_size(const am_cell *cell, const am_acceleration *scheme,
                       am_iteration *iteration) {
  const int *grid = cell->micro->grid;
  am_scheme_memory memory = {.vector_count = 0};
  if (scheme->remember) scheme->remember(iteration, &memory);
  double frequencies = (grid[0] / 2 + 1.0) * grid[1] * grid[2];
  double sum = 6 * frequencies * (2 + memory.vector_count);
  for (int p = 0; p < cell->phase_count; p++)
    for (int k = 0; k < SAVED; k++)
      sum += am_cell_field_rows(&cell->phases[p], saved[k].field) *
                 (double)cell->phases[p].whole;
  return sizeof(double) * sum;
}

static am_status move_phases(transfer *o) {
  am_space *space = o->run->loading->space;
  am_arena *arena = o->run->arena;
  double *own = room_of(o->run);
  for (int p = 0; p < o->run->cell->phase_count; p++)
    for (int k = 0; k < SAVED; k++) {
      const am_phase *phase = &o->run->cell->phases[p];
      int rows = am_cell_field_rows(phase, saved[k].field);
      if (rows == 0) continue;
      const am_snapshot_array field = phase_array(
          arena, o->run->cell, phase, rows,
          am_format(arena, "phases/%s/%s", phase->name, saved[k].name));
      if (!o->back) {
        am_space_fetch(space, saved[k].field, p, own);
        check_copied(o);
      }
      AM_TRY(move_shared(o, &field, own));
      if (o->back) am_space_store(space, saved[k].field, p, own);
    }
  return AM_OK;
}

static am_status move_vector(transfer *o, const char *name, am_vector *v) {
  am_space *space = o->run->loading->space;
  am_arena *arena = o->run->arena;
  double *own = room_of(o->run);
  const am_snapshot_array field = vector_array(
      arena, o->run->cell, am_format(arena, "%s/field", name));
  AM_TRY(move_values(o, am_format(arena, "%s/mean", name), 6, v->mean));
  if (!o->back) {
    am_space_fetch_vector(space, v, own);
    check_copied(o);
  }
  AM_TRY(move_shared(o, &field, own));
  if (o->back) am_space_store_vector(space, v, own);
  return AM_OK;
}

/* ---- numbers ------------------------------------------------------------- */

/* True if the numbers are admissible: the step is an integer between 0 and the
 * number of steps of the path, flags are 0 or 1, the reference is positive. */
static bool is_sensible(const am_cell_loading *l, double step,
                        const double *controlled, const double *reference) {
  bool flags = true;
  for (int i = 0; i < 6; i++)
    flags = flags && (controlled[i] == 0 || controlled[i] == 1);
  return step >= 0 && step <= am_path_steps(l->path) && floor(step) == step &&
         flags && reference[1] > 0 && 3 * reference[0] + 2 * reference[1] > 0 &&
         l->duration >= 0 && l->largest >= 0;
}

/* Copies numbers between the loading and the file; writing leaves them
 * unchanged. */
static am_status move_numbers(transfer *o) {
  am_cell_loading *l = o->run->loading;
  am_space *space = l->space;
  double reference[] = {space->lambda, space->mu};
  double controlled[6], step = (double)l->step;
  for (int i = 0; i < 6; i++) controlled[i] = l->stress_controlled[i];
  const struct {
    const char *name;
    double *values;
    long count;
  } all[] = {
      {"march/reference", reference, 2},
      {"march/stress_controlled", controlled, 6},
      {"march/step", &step, 1},
      {"march/duration", &l->duration, 1},
      {"march/change", l->change, 6},
      {"march/largest", &l->largest, 1},
      {"march/strain", l->strain, 6},
      {"march/stress", l->stress, 6},
      {"march/time", &l->time, 1},
  };
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    AM_TRY(move_values(o, all[i].name, all[i].count, all[i].values));
  if (!is_sensible(l, step, controlled, reference))
    return cannot_resume(o, damaged);
  l->step = (long)step;
  for (int i = 0; i < 6; i++) l->stress_controlled[i] = controlled[i] != 0;
  am_space_set_reference(space, reference[0], reference[1]);
  return AM_OK;
}

/* Copies the data that the scheme keeps between loading steps. */
static am_status move_memory(transfer *o) {
  const am_cell_loading *l = o->run->loading;
  am_scheme_memory memory;
  if (!l->scheme->remember) return AM_OK;
  l->scheme->remember(l->iteration, &memory);
  AM_TRY(move_values(o, "scheme/numbers", memory.number_count, memory.numbers));
  for (int i = 0; i < memory.vector_count; i++)
    AM_TRY(move_vector(o, am_format(o->run->arena, "scheme/%d", i),
                       memory.vectors[i]));
  if (o->back) l->scheme->recall(l->iteration, &memory);
  return AM_OK;
}

/* Rows may contain NaN, but the history must not. */
static am_status move_table(transfer *o, const char *name, am_table *table,
                            bool finite) {
  long rows = o->back ? am_snapshot_length(o->file, name) : (long)table->rows;
  const am_snapshot_array a = {
      .name = name, .rank = 2, .size = {rows, (long)table->columns}};
  if (rows > 0 && !o->back) write_array(o, &a, table->values);
  if (rows <= 0 || !o->back) return AM_OK;
  if (rows > o->run->loading->step + 1) return cannot_resume(o, damaged);
  long count = rows * (long)table->columns;
  double *values = AM_ARRAY(o->run->arena, double, count);
  AM_TRY(am_snapshot_get(o->file, o->report, &a, values));
  if (finite) AM_TRY(check_finite(o, name, values, count));
  for (long i = 0; i < rows; i++)
    am_table_add(table, values + (size_t)i * table->columns);
  return AM_OK;
}

/* ---- complete file ------------------------------------------------------- */

static am_status move_state(transfer *o) {
  am_cell_loading *l = o->run->loading;
  AM_TRY(move_numbers(o));
  AM_TRY(move_vector(o, "u", l->u));
  AM_TRY(move_vector(o, "before", l->before));
  AM_TRY(move_memory(o));
  AM_TRY(move_phases(o));
  AM_TRY(move_table(o, "rows", o->run->rows, false));
  return move_table(o, "history", o->run->history, true);
}

static void write_notes(transfer *o) {
  const char *kind = KIND;
  note notes[NOTES];
  notes_of(o->run, notes);
  if (!o->file) return;
  o->written = am_snapshot_explain(o->file, o->report, &am_conventions_restart);
  if (o->written == AM_OK)
    o->written = am_snapshot_note(o->file, o->report, NULL, "kind", &kind, 0);
  for (int i = 0; o->written == AM_OK && i < NOTES; i++)
    o->written = am_snapshot_note(o->file, o->report, NULL, notes[i].key,
                                  &notes[i].text, 0);
}

am_status am_restart_write(am_cell_run *run, am_report *report) {
  am_team *team = run->cell->team;
  transfer o = {.run = run, .report = report, .written = AM_OK};
  if (am_team_leads(team))
    o.written = am_snapshot_create(run->arena, report, run->options.restart,
                                   &o.file);
  AM_TRY(am_team_agree(team, report, o.written));
  write_notes(&o);
  am_status status = move_state(&o);
  if (o.written == AM_OK) o.written = status;
  am_status closed = o.file ? am_snapshot_close(o.file, report) : AM_OK;
  return am_team_agree(team, report, o.written != AM_OK ? o.written : closed);
}

/* True if the two times are bitwise identical. */
static bool is_time(double found, double expected) {
  return !memcmp(&found, &expected, sizeof found);
}

/* Advances the path to the state of the loading; fails if the rows do not match
 * the steps taken. */
static am_status follow_path(const transfer *o) {
  const am_cell_run *run = o->run;
  am_cell_loading *l = run->loading;
  const am_table *history = run->history;
  am_target target = {.time = am_path_start(l->path)};
  size_t rows = 0;
  bool more = true;
  for (long step = 0; step <= l->step; step++)
    rows += am_selection_has(&run->selection, step, false);
  if ((long)history->rows != l->step + 1 || run->rows->rows != rows ||
      !is_time(history->values[0], target.time))
    return cannot_resume(o, damaged);
  am_path_restart(l->path);
  for (long i = 0; i < l->step && more; i++) {
    const double *row = history->values + (size_t)i * history->columns;
    AM_TRY(am_path_next(l->path, o->report, row + 1, row + 7, &target, &more));
    if (!more || !is_time(row[history->columns], target.time))
      return cannot_resume(o, damaged);
    AM_TRY(am_external_history_aim(&l->drive, o->report, &target));
    am_external_history_reach(&l->drive, NULL);
  }
  return is_time(l->time, target.time) ? AM_OK : cannot_resume(o, damaged);
}

static am_status read_all(transfer *o) {
  note notes[NOTES];
  am_arena *arena = o->run->arena;
  const char *kind = am_snapshot_text(arena, o->file, "kind");
  if (!kind || strcmp(kind, KIND)) return cannot_resume(o, "it is not a " KIND);
  notes_of(o->run, notes);
  for (int i = 0; i < NOTES; i++) {
    const char *found = am_snapshot_text(arena, o->file, notes[i].key);
    if (!found) found = "";
    int line = 1;
    const char *a = found, *b = notes[i].text;
    for (; *a && *a == *b; a++, b++) line += *a == '\n';
    if (*a != *b)
      return cannot_resume(
          o, am_format(arena, "it belongs to another run: %s differs in line "
                              "%d",
                       notes[i].what, line));
  }
  AM_TRY(move_state(o));
  return follow_path(o);
}

am_status am_restart_read(am_cell_run *run, am_report *report) {
  transfer o = {.run = run, .report = report, .back = true};
  AM_TRY(am_team_agree(run->cell->team, report,
                       am_snapshot_open(run->arena, report,
                                        run->options.restart, &o.file)));
  am_status status = read_all(&o);
  am_status closed = am_snapshot_close(o.file, report);
  run->resumed = run->loading->step;
  AM_TRY(am_team_agree(run->cell->team, report,
                       status != AM_OK ? status : closed));
  const am_table *history = run->history;
  return am_team_same(run->cell->team, report, "restart files",
                      am_digest(AM_DIGEST_START, history->values,
                                sizeof *history->values * history->rows *
                                    history->columns));
}
