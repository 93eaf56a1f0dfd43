/* columns.c: quantities that the columns of a volume element can show. */
#include "homogenization/parts.h"

/* Data from which a row is computed. */
typedef struct {
  am_space *space;
  const am_cell_row *row;
  double **states; /* [phase_count][nx], NULL until needed */
  double *room;    /* buffer for the states of all phases */
} cell_record;

/* ---- numbers of a record ------------------------------------------------- */

static const void *in_row(const am_column_set *set, const void *record) {
  return (const char *)((const cell_record *)record)->row + set->source;
}

static void fill_numbers(const am_column_set *set, const void *record,
                         double *values) {
  memcpy(values, in_row(set, record), (size_t)set->components * sizeof *values);
}

static void fill_derived(const am_column_set *set, const void *record,
                         double *values) {
  am_derived_fill(set, in_row(set, record), values);
}

static void fill_tangent(const am_column_set *set, const void *record,
                         double *values) {
  am_mandel_to_tangent(in_row(set, record), values);
}

static void fill_substeps(const am_column_set *set, const void *record,
                          double *values) {
  (void)set;
  *values = am_space_substeps(((const cell_record *)record)->space);
}

static void fill_external(const am_column_set *set, const void *record,
                          double *values) {
  *values = ((const cell_record *)record)->row->external[set->index];
}

static void fill_fraction(const am_column_set *set, const void *record,
                          double *values) {
  const am_cell *cell = ((const cell_record *)record)->space->cell;
  *values = (double)cell->phases[set->index].whole /
            (double)cell->micro->voxels;
}

static void fill_mean(const am_column_set *set, const void *record,
                      double *mean) {
  am_space *space = ((const cell_record *)record)->space;
  am_space_means(space, (am_cell_field)set->source, set->index, mean);
}

static void fill_tensor(const am_column_set *set, const void *record,
                        double *values) {
  double x[6];
  fill_mean(set, record, x);
  am_basis_to_tensor(x, values);
}

static void fill_variable(const am_column_set *set, const void *record,
                          double *values) {
  const cell_record *r = record;
  double **state = &r->states[set->index];
  if (!*state) {
    *state = r->room;
    for (int p = 0; p < set->index; p++)
      *state += r->space->cell->phases[p].law->nx;
    fill_mean(set, record, *state);
  }
  am_variable_to_user(set->variable, *state, values);
}

/* ---- the tables ---------------------------------------------------------- */

#define AM_IN_ROW(name) .source = offsetof(am_cell_row, name)
#define AM_OF_ROW(name_, components_, fill_)                               \
  .name = #name_, .components = components_, AM_IN_ROW(name_),             \
  .fill = fill_

static const am_quantity of_cell[] = {
    {AM_OF_ROW(time, 1, fill_numbers), .unit = AM_UNIT_TIME,
     .about = "time at the end of the loading step"},
    {AM_OF_ROW(strain, 6, fill_numbers), .shear = AM_SHEAR_STRAIN,
     .about = "mean strain, strain.xx to strain.xy"},
    {AM_OF_ROW(stress, 6, fill_numbers), .unit = AM_UNIT_STRESS,
     .about = "mean stress, stress.xx to stress.xy"},
    {AM_OF_ROW(iterations, 1, fill_numbers),
     .about = "evaluations of the laws in all voxels"},
    {AM_OF_ROW(applications, 1, fill_numbers),
     .about = "applications of tangents (scheme newton-cg)"},
    {AM_OF_ROW(pieces, 1, fill_numbers),
     .about = "number of parts that the loading step was divided into"},
    {AM_OF_ROW(equilibrium, 1, fill_numbers),
     .about = "|div stress|, relative"},
    {AM_OF_ROW(stress_residual, 1, fill_numbers),
     .about = "largest relative deviation of a mean stress from its target"},
    {.name = "substeps", .components = 1, .fill = fill_substeps,
     .about = "accepted substeps, mean over the voxels of laws with internal "
              "variables"},
    {AM_OF_ROW(seconds, 1, fill_numbers), .unit = AM_UNIT_SECONDS,
     .about = "run time of the loading step"},
    {AM_OF_ROW(effective, 36, fill_tangent), .shear = AM_SHEAR_BY,
     .unit = AM_UNIT_STRESS,
     .about = "d mean stress.ij/d mean strain.kl of the loading step"},
    {AM_OF_ROW(average, 36, fill_tangent), .shear = AM_SHEAR_BY,
     .unit = AM_UNIT_STRESS,
     .about = "volume average of the voxels' tangents"},
};

static const am_quantity of_phase[] = {
    {.name = "fraction", .components = 1, .fill = fill_fraction,
     .about = "volume fraction of a phase"},
    {.name = "strain", .shear = AM_SHEAR_STRAIN, .components = 6,
     .source = AM_CELL_STRAIN,
     .fill = fill_tensor, .about = "mean strain of a phase"},
    {.name = "stress", .unit = AM_UNIT_STRESS, .components = 6,
     .source = AM_CELL_STRESS, .fill = fill_tensor,
     .about = "mean stress of a phase"},
};

static const am_quantity of_variable = {
    .name = "internal", .source = AM_CELL_STATE, .fill = fill_variable};

static const am_quantity of_field = {
    .name = "external", .components = 1, .fill = fill_external,
    .about = "external fields, means: external.T"};

/* For phases with internal variables only. */
static const am_quantity of_integration = {
    .name = "substeps", .components = 1, .source = AM_CELL_SUBSTEPS,
    .fill = fill_mean, .about = "accepted substeps, mean over the voxels"};

#define COUNT(table) (sizeof(table) / sizeof *(table))

const am_quantity *am_cell_quantities(size_t *count) {
  *count = COUNT(of_cell);
  return of_cell;
}

/* ---- the columns of a case ----------------------------------------------- */

static void offer_of_phase(am_columns *columns, const am_cell *cell,
                           int phase, const am_quantity *quantity,
                           const am_variable *variable) {
  am_column_set set = {
      .quantity = quantity, .group = "phases", .index = phase,
      .name = am_format(columns->arena, "%s.%s", cell->phases[phase].name,
                        variable ? variable->name : quantity->name),
      .law = cell->phases[phase].law, .variable = variable};
  if (variable) set.components = variable->kind == AM_SCALAR ? 1 : 6;
  am_columns_offer(columns, set);
}

static am_columns *offer_all(am_arena *arena, const am_cell *cell) {
  am_columns *columns =
      am_columns_new(arena, cell->time_unit, cell->stress_unit);
  for (size_t q = 0; q < COUNT(of_cell); q++)
    am_columns_offer(columns, (am_column_set){.quantity = &of_cell[q]});
  for (int i = 0; i < cell->external_count; i++) {
    const am_cell_external *field = &cell->externals[i];
    am_columns_offer(
        columns,
        (am_column_set){.quantity = &of_field, .index = i,
                        .name = am_format(arena, "external.%s", field->name),
                        .unit = field->unit});
  }
  am_derived_offer(columns, NULL, fill_derived, offsetof(am_cell_row, stress),
                   offsetof(am_cell_row, strain));
  for (int p = 0; p < cell->phase_count; p++) {
    const am_law *law = cell->phases[p].law;
    const am_variable **shown = am_variables_shown(arena, law);
    for (size_t q = 0; q < COUNT(of_phase); q++)
      offer_of_phase(columns, cell, p, &of_phase[q], NULL);
    for (int i = 0; i < law->count; i++)
      offer_of_phase(columns, cell, p, &of_variable, shown[i]);
    if (law->na > 0) offer_of_phase(columns, cell, p, &of_integration, NULL);
  }
  am_columns_accept(columns, "phases");
  for (int p = 0; p < cell->phase_count; p++)
    am_columns_accept(columns, cell->phases[p].name);
  for (size_t s = 0; s < columns->set_count; s++)
    am_columns_accept(columns, columns->sets[s].name);
  return columns;
}

static am_status refuse_tangent(am_report *report, const am_case *description,
                                am_place place, const char *request,
                                bool found) {
  (void)description;
  if (found || !am_column_begins(request, "tangent")) return AM_OK;
  return am_error(report, AM_INPUT, place,
                  "'%s' is a column of material points: use 'effective' or "
                  "'average' for a volume element",
                  request);
}

/* Determines which tangents are needed; AM_INPUT if solver.tangent disables
 * them. */
static am_status check_tangents(am_report *report, const am_case *description,
                                am_cell_columns *columns) {
  for (size_t s = 0; s < columns->chosen->set_count; s++) {
    const am_column_set *set = &columns->chosen->sets[s];
    if (!set->needed) continue;
    columns->effective |= !strcmp(set->name, "effective");
    columns->average |= !strcmp(set->name, "average");
  }
  bool wanted = columns->effective || columns->average;
  const am_settings *settings = &description->settings;
  if (!wanted || !settings->tangent_given || settings->solver.tangent)
    return AM_OK;
  return am_error(report, AM_INPUT, description->settings_given->place,
                  "the column '%s' needs 'solver.tangent: true'",
                  columns->effective ? "effective" : "average");
}

am_status am_cell_columns_new(am_arena *arena, am_report *report,
                              const am_cell *cell, am_cell_columns **result) {
  am_cell_columns *columns = *result = AM_NEW(arena, am_cell_columns);
  int states = 0;
  for (int p = 0; p < cell->phase_count; p++)
    states += cell->phases[p].law->nx;
  /* The name of a phase must not hide a column. */
  for (int p = 0; p < cell->phase_count; p++) {
    const am_phase *phase = &cell->phases[p];
    bool taken = !strcmp(phase->name, "phases");
    for (size_t q = 0; q < COUNT(of_cell); q++)
      taken |= !strcmp(phase->name, of_cell[q].name);
    taken |= !strcmp(phase->name, of_field.name);
    taken |= am_derived_known(phase->name);
    if (taken)
      return am_error(report, AM_INPUT, phase->place,
                      "invalid phase name '%s': it is the name of a column",
                      phase->name);
  }
  columns->chosen = offer_all(arena, cell);
  columns->states = AM_ARRAY(arena, double *, cell->phase_count);
  columns->means = AM_ARRAY(arena, double, states);
  AM_TRY(am_columns_define(columns->chosen, report, cell->description, NULL,
                           refuse_tangent));
  AM_TRY(am_columns_choose(columns->chosen, report, cell->description,
                           refuse_tangent));
  columns->room = am_columns_room_new(arena, columns->chosen);
  return check_tangents(report, cell->description, columns);
}

void am_cell_columns_fill(const am_cell_columns *columns, am_space *space,
                          const am_cell_row *row, double *values) {
  const cell_record record = {space, row, columns->states, columns->means};
  for (int p = 0; p < space->cell->phase_count; p++)
    record.states[p] = NULL;
  am_columns_fill(columns->chosen, &record, columns->room, values);
}
