#include "homogenization/columns.h"

#include <string.h>

#include "base/basis.h"
#include "base/text.h"
#include "point/columns.h"
#include "point/quantity.h"

/* What a row is made of, with the means that were asked for already. */
typedef struct {
  am_space *space;
  const am_cell_row *row;
  double **states; /* [phase_count][nx], NULL where not yet known */
  double *room;    /* of these, for all phases */
} situation;

typedef struct source source;

/* Columns that come together: 1 number, 6 components, or 36. */
typedef void filler(const source *s, situation *at, double *values);

/* Before its columns are named. */
typedef struct {
  am_cell_column_info info;
  am_unit unit;
  int components;
  size_t offset;       /* in am_cell_row */
  am_cell_field field; /* of a phase */
  filler *fill;
} quantity;

struct source {
  const quantity *quantity;
  const char *name;            /* "stress", "matrix.stress" */
  int phase;                   /* -1: the whole cell */
  const am_variable *variable; /* or NULL */
  size_t first;                /* of its columns */
  int components;
  bool needed;
};

struct am_cell_sources {
  const am_cell *cell;
  source *items; /* [count] */
  size_t count, capacity;
  am_names all;   /* columns of all sources */
  size_t *source; /* [all.count] */
  bool *used;     /* [all.count] is it a column already? */
  size_t *picked; /* [columns] in `all` */
  double *scratch; /* [all.count] */
  double **states, *room;
};

static const void *in_row(const source *s, const situation *at) {
  return (const char *)at->row + s->quantity->offset;
}

static void fill_numbers(const source *s, situation *at, double *values) {
  memcpy(values, in_row(s, at), (size_t)s->components * sizeof *values);
}

static void fill_long(const source *s, situation *at, double *values) {
  *values = (double)*(const long *)in_row(s, at);
}

static void fill_int(const source *s, situation *at, double *values) {
  *values = *(const int *)in_row(s, at);
}

static void fill_tangent(const source *s, situation *at, double *values) {
  am_mandel_to_tangent(in_row(s, at), values);
}

static void means(const situation *at, am_cell_field field, int phase,
                  double *mean) {
  at->space->type->means(at->space, field, phase, mean);
}

static double volume_fraction(const am_cell *cell, int phase) {
  return (double)cell->phases[phase].count / (double)cell->micro->voxels;
}

static bool has_internal(const am_phase *phase) { return phase->law->na > 0; }

static void fill_substeps(const source *s, situation *at, double *values) {
  (void)s;
  *values = am_space_substeps(at->space);
}

static void fill_fraction(const source *s, situation *at, double *values) {
  *values = volume_fraction(at->space->cell, s->phase);
}

static void fill_mean(const source *s, situation *at, double *values) {
  means(at, s->quantity->field, s->phase, values);
}

static void fill_tensor(const source *s, situation *at, double *values) {
  double x[6];
  means(at, s->quantity->field, s->phase, x);
  am_basis_to_tensor(x, values);
}

static void fill_variable(const source *s, situation *at, double *values) {
  double **state = &at->states[s->phase];
  if (!*state) {
    const am_phase *phases = at->space->cell->phases;
    *state = at->room;
    for (int p = 0; p < s->phase; p++) *state += phases[p].law->nx;
    means(at, AM_CELL_STATE, s->phase, *state);
  }
  am_variable_to_user(s->variable, *state, values);
}

#define AM_AT(name) offsetof(am_cell_row, name)

static const quantity of_cell[] = {
    {{"time", "time at the end of the loading step"}, AM_UNIT_TIME, 1,
     AM_AT(time), 0, fill_numbers},
    {{"strain", "mean strain, strain.xx to strain.xy"}, AM_UNIT_NONE, 6,
     AM_AT(strain), 0, fill_numbers},
    {{"stress", "mean stress, stress.xx to stress.xy"}, AM_UNIT_STRESS, 6,
     AM_AT(stress), 0, fill_numbers},
    {{"iterations", "evaluations of the laws in all voxels"}, AM_UNIT_NONE, 1,
     AM_AT(iterations), 0, fill_long},
    {{"applications", "applications of tangents, by newton-cg"}, AM_UNIT_NONE,
     1, AM_AT(applications), 0, fill_long},
    {{"pieces", "1, or that the loading step was cut into"}, AM_UNIT_NONE, 1,
     AM_AT(pieces), 0, fill_int},
    {{"equilibrium", "|div stress|, relative"}, AM_UNIT_NONE, 1,
     AM_AT(equilibrium), 0, fill_numbers},
    {{"stress_residual",
      "largest difference of a mean stress from its target, relative"},
     AM_UNIT_NONE, 1, AM_AT(stress_residual), 0, fill_numbers},
    {{"substeps",
      "accepted substeps, mean over the voxels of laws with internal "
      "variables"}, AM_UNIT_NONE, 1, 0, 0, fill_substeps},
    {{"seconds", "run time of the loading step"}, AM_UNIT_BY, 1,
     AM_AT(seconds), 0, fill_numbers},
    {{"effective", "d mean stress.ij/d mean strain.kl over the loading step"},
     AM_UNIT_STRESS, 36, AM_AT(effective), 0, fill_tangent},
    {{"average", "volume average of the voxels' tangents"}, AM_UNIT_STRESS, 36,
     AM_AT(average), 0, fill_tangent},
};

static const quantity of_phase[] = {
    {{"fraction", "volume fraction of a phase"}, AM_UNIT_NONE, 1, 0, 0,
     fill_fraction},
    {{"strain", "mean strain of a phase"}, AM_UNIT_NONE, 6, 0, AM_CELL_STRAIN,
     fill_tensor},
    {{"stress", "mean stress of a phase"}, AM_UNIT_STRESS, 6, 0, AM_CELL_STRESS,
     fill_tensor},
};
static const quantity of_variable = {
    .unit = AM_UNIT_NONE, .field = AM_CELL_STATE, .fill = fill_variable};
static const quantity of_integration = {
    {"substeps", "accepted substeps, mean over the voxels"}, AM_UNIT_NONE, 1,
    0, AM_CELL_SUBSTEPS, fill_mean};

#define COUNT(table) (sizeof(table) / sizeof *(table))

const am_cell_column_info *am_cell_column_info_at(size_t i) {
  return i < COUNT(of_cell) ? &of_cell[i].info : NULL;
}

/* ---- the names ----------------------------------------------------------- */

static void add_name(struct am_cell_sources *all, const char *name) {
  am_names *names = &all->all;
  AM_PUSH_ROOM(names->arena, names->items, names->count, names->capacity);
  names->items[names->count++] = name;
}

/* The names of n components behind a prefix. */
static void add_components(struct am_cell_sources *all, const char *prefix,
                           int components) {
  if (components == 1) {
    add_name(all, prefix);
    return;
  }
  for (int i = 0; i < 6; i++)
    add_components(all, am_format(all->all.arena, "%s.%s", prefix,
                                  am_component_names[i]),
                   components / 6);
}

static void add_source(struct am_cell_sources *all, const quantity *q,
                       int phase, const am_variable *variable) {
  source s = {.quantity = q, .name = q->info.name, .phase = phase,
              .variable = variable, .components = q->components,
              .first = all->all.count};
  if (variable) s.components = variable->kind == AM_SCALAR ? 1 : 6;
  if (phase >= 0)
    s.name = am_format(all->all.arena, "%s.%s",
                       all->cell->phases[phase].name,
                       variable ? variable->name : q->info.name);
  AM_PUSH_ROOM(all->all.arena, all->items, all->count, all->capacity);
  all->items[all->count++] = s;
  add_components(all, s.name, s.components);
}

static void add_phase(struct am_cell_sources *all, int phase) {
  const am_law *law = all->cell->phases[phase].law;
  const am_shown shown = am_shown_of(all->all.arena, law);
  for (size_t q = 0; q < COUNT(of_phase); q++)
    add_source(all, &of_phase[q], phase, NULL);
  for (int i = 0; i < law->count; i++)
    add_source(all, &of_variable, phase, shown.variables[i]);
  if (has_internal(&all->cell->phases[phase]))
    add_source(all, &of_integration, phase, NULL);
}

static void make_room(struct am_cell_sources *all) {
  am_arena *arena = all->all.arena;
  size_t states = 0;
  for (int p = 0; p < all->cell->phase_count; p++)
    states += (size_t)all->cell->phases[p].law->nx;
  all->source = AM_ARRAY(arena, size_t, all->all.count);
  all->used = AM_ARRAY(arena, bool, all->all.count);
  all->picked = AM_ARRAY(arena, size_t, all->all.count);
  all->scratch = AM_ARRAY(arena, double, all->all.count);
  all->states = AM_ARRAY(arena, double *, all->cell->phase_count);
  all->room = AM_ARRAY(arena, double, states);
  for (size_t s = 0; s < all->count; s++)
    for (size_t i = 0; all->items[s].first + i < all->all.count &&
                       i < (size_t)all->items[s].components; i++)
      all->source[all->items[s].first + i] = s;
}

static struct am_cell_sources *list_all(am_arena *arena,
                                        const am_cell *cell) {
  struct am_cell_sources *all = AM_NEW(arena, struct am_cell_sources);
  all->cell = cell;
  all->all.arena = arena;
  for (size_t q = 0; q < COUNT(of_cell); q++)
    add_source(all, &of_cell[q], -1, NULL);
  for (int p = 0; p < cell->phase_count; p++) add_phase(all, p);
  make_room(all);
  return all;
}

/* ---- requests ------------------------------------------------------------ */

/* The columns while they are chosen. */
typedef struct {
  struct am_cell_sources *all;
  const char **names, **units;
  size_t count;
} choice;

static void pick(choice *c, size_t i) {
  const am_cell *cell = c->all->cell;
  const char *const units[AM_UNITS] = {
      "", cell->time_unit, cell->stress_unit, "s"};
  source *s = &c->all->items[c->all->source[i]];
  if (c->all->used[i]) return;
  c->all->used[i] = true;
  s->needed = true;
  c->names[c->count] = c->all->all.items[i];
  c->units[c->count] = units[s->quantity->unit];
  c->all->picked[c->count++] = i;
}

static bool pick_all(choice *c, const char *request) {
  const struct am_cell_sources *all = c->all;
  bool phases = !strcmp(request, "phases"), found = false;
  for (size_t i = 0; i < all->all.count; i++) {
    bool of_phases = all->items[all->source[i]].phase >= 0;
    bool meant = phases ? of_phases
                        : am_column_begins(all->all.items[i], request);
    if (!meant) continue;
    pick(c, i);
    found = true;
  }
  return found;
}

static am_status refuse(am_arena *arena, am_report *report,
                        const struct am_cell_sources *all, am_place place,
                        const char *request) {
  am_names known = {.arena = arena};
  size_t phases = (size_t)all->cell->phase_count;
  size_t count = 1 + phases + all->count + all->all.count;
  known.items = AM_ARRAY(arena, const char *, count);
  known.items[known.count++] = "phases";
  for (size_t p = 0; p < phases; p++)
    known.items[known.count++] = all->cell->phases[p].name;
  for (size_t s = 0; s < all->count; s++)
    known.items[known.count++] = all->items[s].name;
  for (size_t i = 0; i < all->all.count; i++)
    known.items[known.count++] = all->all.items[i];
  if (am_column_begins(request, "tangent"))
    return am_error(report, AM_INPUT, place,
                    "'%s' is a column of a material point: a volume element "
                    "has 'effective' and 'average'",
                    request);
  return am_error(report, AM_INPUT, place, "unknown column '%s'%s", request,
                  am_suggestion(arena, request, known.items, known.count));
}

/* A phase may not hide a column. */
static am_status check_names(am_report *report, const am_cell *cell) {
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    bool taken = !strcmp(phase->name, "phases");
    for (size_t q = 0; q < COUNT(of_cell); q++)
      taken |= !strcmp(phase->name, of_cell[q].info.name);
    if (taken)
      return am_error(report, AM_INPUT, phase->place,
                      "a phase cannot be called '%s': that is a column",
                      phase->name);
  }
  return AM_OK;
}

/* Which tangents must be there, and may they be? */
static am_status check_tangents(am_report *report, const am_cell *cell,
                                am_cell_columns *columns) {
  const am_case *description = cell->description;
  for (size_t i = 0; i < columns->count; i++) {
    columns->effective |= am_column_begins(columns->names[i], "effective");
    columns->average |= am_column_begins(columns->names[i], "average");
  }
  bool wanted = columns->effective || columns->average;
  if (!wanted || !description->tangent_given || description->solver.tangent)
    return AM_OK;
  return am_error(report, AM_INPUT, description->settings->place,
                  "the column '%s' needs solver.tangent, which is false",
                  columns->effective ? "effective" : "average");
}

am_status am_cell_columns_new(am_arena *arena, am_report *report,
                              const am_cell *cell, am_cell_columns **result) {
  const am_case *description = cell->description;
  am_cell_columns *columns = *result = AM_NEW(arena, am_cell_columns);
  AM_TRY(check_names(report, cell));
  struct am_cell_sources *all = columns->sources = list_all(arena, cell);
  choice c = {all, AM_ARRAY(arena, const char *, all->all.count),
              AM_ARRAY(arena, const char *, all->all.count), 0};
  for (size_t i = 0; i < description->column_count; i++) {
    const char *request =
        am_column_canonical(arena, description->columns[i]);
    if (!pick_all(&c, request) && i < description->column_required)
      return refuse(arena, report, all, description->column_places[i],
                    request);
  }
  columns->names = c.names;
  columns->units = c.units;
  columns->count = c.count;
  return check_tangents(report, cell, columns);
}

void am_cell_columns_fill(const am_cell_columns *columns, am_space *space,
                          const am_cell_row *row, double *values) {
  const struct am_cell_sources *all = columns->sources;
  situation at = {space, row, all->states, all->room};
  for (int p = 0; p < space->cell->phase_count; p++) at.states[p] = NULL;
  for (size_t s = 0; s < all->count; s++) {
    const source *item = &all->items[s];
    if (item->needed)
      item->quantity->fill(item, &at, all->scratch + item->first);
  }
  for (size_t i = 0; i < columns->count; i++)
    values[i] = all->scratch[all->picked[i]];
}
