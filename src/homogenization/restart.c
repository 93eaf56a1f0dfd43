/* restart.c: the state of a run in a file, and back. */
#include "homogenization/run.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/digest.h"
#include "base/text.h"
#include "batch/replay.h"
#include "output/snapshot.h"

#define KIND "restart file of a volume element, 2"

/* Numbers of the loading, by name. */
typedef struct {
  const char *name;
  double *values;
  long count;
} numbers;

/* A file and the run that it belongs to. */
typedef struct {
  am_cell_run *run;
  am_report *report;
  am_snapshot *file;
} opened;

static const char damaged[] = "it is damaged";

static am_status cannot_resume(const opened *o, const char *why) {
  const char *path = o->run->options.restart;
  return am_error(o->report, AM_INPUT, am_nowhere, "cannot resume from '%s': "
                  "%s",
                  am_printable(o->run->arena, path, strlen(path)), why);
}

/* ---- what tells it from others ------------------------------------------- */

static const char *voxels_text(const am_cell_run *run) {
  const am_microstructure *micro = run->cell->micro;
  uint64_t sum = am_digest(AM_DIGEST_START, micro->labels,
                           (size_t)micro->voxels * sizeof *micro->labels);
  sum = am_digest(sum, micro->size, sizeof micro->size);
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

/* Without what is a note of its own. */
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
      {"engine", "the engine", first->engine->used(first->program)},
      {"materials", "the text of a material", materials_text(run)},
      {"voxels", "the microstructure", voxels_text(run)},
  };
  memcpy(notes, all, sizeof all);
}

/* ---- fields -------------------------------------------------------------- */

/* Fields of a phase at t_n, by place, that are saved. */
static const struct {
  am_cell_field field;
  const char *name;
} saved[] = {{AM_CELL_STRAIN, "strain"},
            {AM_CELL_STATE, "state"},
            {AM_CELL_NEXT, "next"},
            {AM_CELL_METHOD, "method"}};
enum { SAVED = sizeof saved / sizeof *saved };

typedef am_status mover(const opened *o, const char *name, int rank,
                        const long *size, double *values);

static am_status write_values(const opened *o, const char *name, int rank,
                              const long *size, double *values) {
  return am_snapshot_put(o->file, o->report, name, rank, size, values);
}

static am_status read_any(const opened *o, const char *name, int rank,
                          const long *size, double *values) {
  return am_snapshot_get(o->file, o->report, name, rank, size, values);
}

static am_status read_values(const opened *o, const char *name, int rank,
                             const long *size, double *values) {
  long count = 1;
  for (int i = 0; i < rank; i++) count *= size[i];
  AM_TRY(read_any(o, name, rank, size, values));
  for (long i = 0; i < count; i++)
    if (!isfinite(values[i]))
      return cannot_resume(
          o, am_format(o->run->arena, "%s: /%s holds %g", damaged, name,
                       values[i]));
  return AM_OK;
}

static double *room_of(am_cell_run *run) {
  size_t room = am_cell_array_room(run->cell);
  size_t vector = 6 * (size_t)run->loading->space->frequencies;
  if (!run->room)
    run->room =
        AM_ARRAY(run->arena, double, vector > room ? vector : room);
  return run->room;
}

/* Fields of phases: from the space to the file, or back. */
static am_status move_phases(const opened *o, mover *move, bool back) {
  am_space *space = o->run->loading->space;
  double *room = room_of(o->run);
  for (int p = 0; p < o->run->cell->phase_count; p++)
    for (int k = 0; k < SAVED; k++) {
      const am_phase *phase = &o->run->cell->phases[p];
      const long size[] = {am_cell_field_rows(phase, saved[k].field),
                           phase->count};
      const char *name = am_format(o->run->arena, "phases/%s/%s",
                                   phase->name, saved[k].name);
      if (size[0] == 0) continue;
      if (!back) space->type->fetch(space, saved[k].field, p, room);
      AM_TRY(move(o, name, 2, size, room));
      if (back) space->type->store(space, saved[k].field, p, room);
    }
  return AM_OK;
}

static am_status move_vector(const opened *o, mover *move, bool back,
                             const char *name, am_vector *v) {
  am_space *space = o->run->loading->space;
  double *room = room_of(o->run);
  const long six = 6, size[] = {3, space->frequencies, 2};
  am_arena *arena = o->run->arena;
  AM_TRY(move(o, am_format(arena, "%s/mean", name), 1, &six, v->mean));
  if (!back) space->type->fetch_vector(space, v, room);
  AM_TRY(move(o, am_format(arena, "%s/field", name), 3, size, room));
  if (back) space->type->store_vector(space, v, room);
  return AM_OK;
}

/* ---- numbers ------------------------------------------------------------- */

/* Can loading have such numbers?  Steps are whole, and no more than the path
 * has. */
static bool is_sensible(const am_cell_loading *l, double step,
                        const double *controlled, const double *reference) {
  bool flags = true;
  for (int i = 0; i < 6; i++)
    flags = flags && (controlled[i] == 0 || controlled[i] == 1);
  return step >= 0 && step <= am_path_steps(l->path) && floor(step) == step &&
         flags && reference[1] > 0 && 3 * reference[0] + 2 * reference[1] > 0 &&
         l->duration >= 0 && l->largest >= 0;
}

/* From the loading to the file, or back; written, they stay what they are. */
static am_status move_numbers(const opened *o, mover *move) {
  am_cell_loading *l = o->run->loading;
  am_space *space = l->space;
  double reference[] = {space->lambda, space->mu};
  double controlled[6], step = (double)l->step;
  for (int i = 0; i < 6; i++) controlled[i] = l->stress_controlled[i];
  const numbers all[] = {
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
    AM_TRY(move(o, all[i].name, 1, &all[i].count, all[i].values));
  if (!is_sensible(l, step, controlled, reference))
    return cannot_resume(o, damaged);
  l->step = (long)step;
  for (int i = 0; i < 6; i++) l->stress_controlled[i] = controlled[i] != 0;
  space->lambda = reference[0];
  space->mu = reference[1];
  space->type->set_reference(space, reference[0], reference[1]);
  return AM_OK;
}

/* What the scheme keeps from one loading step to the next. */
static am_status move_memory(const opened *o, mover *move, bool back) {
  const struct am_cell_solver *solver = o->run->loading->solver;
  am_scheme_memory memory;
  if (!solver->scheme->remember) return AM_OK;
  solver->scheme->remember(solver->iteration, &memory);
  const long count = memory.number_count;
  AM_TRY(move(o, "scheme/numbers", 1, &count, memory.numbers));
  for (int i = 0; i < memory.vector_count; i++)
    AM_TRY(move_vector(o, move, back,
                       am_format(o->run->arena, "scheme/%d", i),
                       memory.vectors[i]));
  if (back) solver->scheme->recall(solver->iteration, &memory);
  return AM_OK;
}

/* ---- tables -------------------------------------------------------------- */

static am_status write_table(const opened *o, const char *name,
                             const am_table *table) {
  const long size[] = {(long)table->rows, (long)table->columns};
  if (!table->rows) return AM_OK;
  return am_snapshot_put(o->file, o->report, name, 2, size, table->values);
}

static am_status read_table(const opened *o, mover *read, const char *name,
                            am_table *table) {
  const long rows = am_snapshot_length(o->file, name);
  const long size[] = {rows, (long)table->columns};
  if (rows <= 0) return AM_OK;
  if (rows > o->run->loading->step + 1) return cannot_resume(o, damaged);
  double *values =
      AM_ARRAY(o->run->arena, double, (size_t)rows * table->columns);
  AM_TRY(read(o, name, 2, size, values));
  for (long i = 0; i < rows; i++)
    am_table_add(table, values + (size_t)i * table->columns);
  return AM_OK;
}

/* ---- all of it ----------------------------------------------------------- */

static am_status write_all(const opened *o) {
  am_cell_loading *l = o->run->loading;
  const char *kind = KIND;
  note notes[NOTES];
  notes_of(o->run, notes);
  AM_TRY(am_snapshot_note(o->file, o->report, NULL, "kind", &kind, 0));
  for (int i = 0; i < NOTES; i++)
    AM_TRY(am_snapshot_note(o->file, o->report, NULL, notes[i].key,
                            &notes[i].text, 0));
  AM_TRY(move_numbers(o, write_values));
  AM_TRY(move_vector(o, write_values, false, "u", l->u));
  AM_TRY(move_vector(o, write_values, false, "before", l->before));
  AM_TRY(move_memory(o, write_values, false));
  AM_TRY(move_phases(o, write_values, false));
  AM_TRY(write_table(o, "rows", o->run->rows));
  return write_table(o, "history", o->run->history);
}

am_status am_restart_write(am_cell_run *run, am_report *report) {
  opened o = {.run = run, .report = report};
  AM_TRY(am_snapshot_create(run->arena, report, run->options.restart,
                            &o.file));
  am_status status = write_all(&o);
  am_status closed = am_snapshot_close(o.file, report);
  return status != AM_OK ? status : closed;
}

/* Does the path come by at this time, to the last bit? */
static bool is_time(double found, double expected) {
  return !memcmp(&found, &expected, sizeof found);
}

/* The path goes to where the loading is; are the rows those up to there? */
static am_status follow_path(const opened *o) {
  const am_cell_run *run = o->run;
  am_cell_loading *l = run->loading;
  const am_table *history = run->history;
  am_target target = {.time = am_path_start(l->path)};
  size_t rows = 0;
  bool more = true;
  for (long step = 0; step <= l->step; step++)
    rows += am_selection_has(&run->selection, step, false);
  if ((long)history->rows != l->step + 1 ||
      run->rows->rows != rows ||
      !is_time(history->values[0], target.time))
    return cannot_resume(o, damaged);
  am_path_restart(l->path);
  for (long i = 0; i < l->step && more; i++) {
    const double *row = history->values + (size_t)i * history->columns;
    AM_TRY(am_path_next(l->path, o->report, row + 1, row + 7, &target,
                        &more));
    if (!more || !is_time(row[history->columns], target.time))
      return cannot_resume(o, damaged);
  }
  return is_time(l->time, target.time) ? AM_OK : cannot_resume(o, damaged);
}

static am_status read_all(const opened *o) {
  am_cell_loading *l = o->run->loading;
  note notes[NOTES];
  am_arena *arena = o->run->arena;
  const char *kind = am_snapshot_text(arena, o->file, "kind");
  if (!kind || strcmp(kind, KIND)) return cannot_resume(o, "it is no " KIND);
  notes_of(o->run, notes);
  for (int i = 0; i < NOTES; i++) {
    const char *found = am_snapshot_text(arena, o->file, notes[i].key);
    if (!found) found = "";
    int line = 1;
    const char *a = found, *b = notes[i].text;
    for (; *a && *a == *b; a++, b++) line += *a == '\n';
    if (*a != *b)
      return cannot_resume(
          o, am_format(arena, "it is of another run, %s differs in line %d",
                       notes[i].what, line));
  }
  AM_TRY(move_numbers(o, read_values));
  AM_TRY(move_vector(o, read_values, true, "u", l->u));
  AM_TRY(move_vector(o, read_values, true, "before", l->before));
  AM_TRY(move_memory(o, read_values, true));
  AM_TRY(move_phases(o, read_values, true));
  AM_TRY(read_table(o, read_any, "rows", o->run->rows));
  AM_TRY(read_table(o, read_values, "history", o->run->history));
  return follow_path(o);
}

am_status am_restart_read(am_cell_run *run, am_report *report) {
  opened o = {.run = run, .report = report};
  AM_TRY(am_snapshot_open(run->arena, report, run->options.restart,
                          &o.file));
  am_status status = read_all(&o);
  am_status closed = am_snapshot_close(o.file, report);
  run->resumed = run->loading->step;
  return status != AM_OK ? status : closed;
}
