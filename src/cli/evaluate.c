/* evaluate.c: `automat evaluate`, integrates the points of a table over one
 * loading step, with libautomat. */
#include "cli/command.h"
#include "library/automat.h"

/* Column: every `width`-th number of an array, from `index` on. */
typedef struct {
  const char *name, *unit;
  double *values; /* [count][width]; NULL: the status, or computed */
  int width, index;
  const am_derived *derived; /* from strain or stress; NULL: none */
} column;

typedef struct {
  column *items; /* [count] */
  size_t count;
} column_list;

/* Points, with their columns in the input and in the results. */
typedef struct {
  am_arena *arena;
  bool deformed;    /* F and P are given instead of strain and stress */
  automat_deformations points; /* also contains the members for small strains */
  const char *unit; /* unit of stress */
  const automat_variable *variables; /* [variable_count] */
  int variable_count;
  int size;         /* size of a state */
  double *start;    /* [size] initial state */
  double *start0, *state0, *target; /* [count] inputs of the points: the start
                                       is a strain or F */
  column_list given, found;
} table;

static void add_column(am_arena *arena, column_list *columns,
                       column added) {
  AM_PUSH(arena, columns->items, columns->count, added);
}

static int count_controlled(const table *t) {
  return t->deformed ? 9 : 6;
}

/* Adds the first components of a tensor at each point; `next` is the first one,
 * with the name of the tensor. */
static void add_components(am_arena *arena, column_list *columns,
                           column next, int count) {
  const char *name = next.name;
  for (int i = 0; i < count; i++, next.index++) {
    next.name = am_format(arena, "%s.%s", name, am_gradient_names[i]);
    add_column(arena, columns, next);
  }
}

static void add_variables(const table *t,
                          column_list *columns, double *state) {
  for (int i = 0; i < t->variable_count; i++) {
    const automat_variable *v = &t->variables[i];
    const column first = {v->name, "", state, t->size, v->offset, NULL};
    if (v->size == 6)
      add_components(t->arena, columns, first, 6);
    else
      add_column(t->arena, columns, first);
  }
}

/* ---- inputs -------------------------------------------------------------- */

/* Names of the inputs at the end and at the start, for small strains and for
 * deformation gradients. */
static const char *const controls[2][3] = {{"strain", "stress", "strain0"},
                                           {"F", "P", "F0"}};

static am_status take_column(table *t, am_report *report,
                             const am_table *read, size_t at) {
  const char *name = read->names[at];
  size_t count = t->given.count, index = 0;
  const char **known = AM_ARRAY(t->arena, const char *, count);
  for (size_t i = 0; i < count; i++) known[i] = t->given.items[i].name;
  while (index < count && strcmp(name, known[index])) index++;
  if (index == count)
    return am_error(report, AM_INPUT, am_csv_place(t->arena, read, -1, at),
                    "unknown column %s, expected components of %s, of %s and "
                    "of the law's variables, such as %s.xx%s",
                    am_quoted(t->arena, name), controls[t->deformed][0],
                    controls[t->deformed][1], controls[t->deformed][0],
                    am_suggestion(t->arena, name, known, count));
  const column *c = &t->given.items[index];
  const am_table_wanted wanted = {name, c->unit, "the law"};
  AM_TRY(am_table_take_unit(report, read, at, &wanted));
  for (size_t p = 0; p < read->rows; p++) {
    double value = read->values[p * read->columns + at];
    if (isnan(value))
      return am_error(report, AM_INPUT,
                      am_csv_place(t->arena, read, (long)p, at),
                      "row %zu has no number in the column '%s'", p + 1,
                      c->name);
    c->values[p * (size_t)c->width + (size_t)c->index] = value;
  }
  return AM_OK;
}

/* Determines the stress-controlled components, whose targets are zero until
 * they are read; strains start from the undeformed state. */
static am_status choose_control(table *t, am_report *report,
                                const am_table *read) {
  for (int i = 0; i < count_controlled(t); i++) {
    long given[2];
    const char *names[2];
    for (int k = 0; k < 2; k++) {
      names[k] = am_format(t->arena, "%s.%s", controls[t->deformed][k],
                           am_gradient_names[i]);
      given[k] = am_table_column(read, names[k]);
    }
    if (given[0] >= 0 && given[1] >= 0)
      return am_error(report, AM_INPUT,
                      am_csv_place(t->arena, read, -1, (size_t)given[1]),
                      "%s and %s cannot both be given", names[0], names[1]);
    t->points.stress_controlled[i] = given[1] >= 0;
    for (long q = 0; given[1] >= 0 && q < t->points.count; q++)
      t->target[count_controlled(t) * q + i] = 0;
  }
  return AM_OK;
}

static automat_status ask_model(am_arena *arena, automat_model *model,
                                table *t) {
  *t = (table){.arena = arena};
  automat_status status = automat_units(model, &t->unit, NULL);
  if (!status)
    status = automat_variables(model, &t->variables, &t->variable_count,
                               &t->size);
  const char *kinematics = "small";
  if (!status) status = automat_kinematics(model, &kinematics);
  t->deformed = strcmp(kinematics, "small") != 0;
  t->start = AM_ARRAY(arena, double, t->size);
  return status ? status : automat_start(model, t->start);
}

static am_status read_input(am_report *report, const char *path,
                            table *t) {
  am_table *read = NULL;
  AM_TRY(am_csv_read(t->arena, report, path, am_nowhere, NULL, &read));
  if (read->voigt) am_table_to_tensor(t->arena, read);
  long count = (long)read->rows;
  am_arena *arena = t->arena;
  int n = count_controlled(t);
  t->start0 = AM_ARRAY(arena, double, n * count);
  t->target = AM_ARRAY(arena, double, n * count);
  for (long i = 0; t->deformed && i < n * count; i++)
    t->start0[i] = t->target[i] = i % n < 3;
  t->state0 = AM_ARRAY(arena, double, t->size * count);
  for (long p = 0; p < count; p++)
    memcpy(t->state0 + p * t->size, t->start,
           (size_t)t->size * sizeof *t->start);
  t->points = (automat_deformations){.count = count,
                                     .gradient0 = t->start0,
                                     .state0 = t->state0,
                                     .target = t->target};
  for (int i = 0; i < 3; i++)
    add_components(arena, &t->given,
                   (column){controls[t->deformed][i], i == 1 ? t->unit : "",
                            i < 2 ? t->target : t->start0, .width = n},
                   n);
  add_variables(t, &t->given, t->state0);
  AM_TRY(choose_control(t, report, read));
  for (size_t i = 0; i < read->columns; i++)
    AM_TRY(take_column(t, report, read, i));
  return AM_OK;
}

/* ---- results ------------------------------------------------------------- */

static double *not_yet_found(const table *t, int width) {
  long count = t->points.count * width;
  double *values = AM_ARRAY(t->arena, double, count);
  for (long i = 0; i < count; i++) values[i] = NAN;
  return values;
}

/* True if the name is a column or a tensor of the results. */
static bool is_written(const table *t, const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i < t->found.count && length; i++) {
    const char *written = t->found.items[i].name;
    if (!strncmp(written, name, length) && strchr(".", written[length]))
      return true;
  }
  return false;
}

/* Adds a request from the list of derived columns. */
static am_status add_derived(table *t, am_report *report,
                             const char *request) {
  am_arena *arena = t->arena;
  size_t count, all;
  const am_derived *columns = am_derived_requested(arena, request, &count);
  const am_quantity *quantities = am_derived_quantities(&all);
  const char **known = AM_ARRAY(arena, const char *, all);
  for (size_t i = 0; i < all; i++) known[i] = quantities[i].name;
  if (!count && is_written(t, request))
    return am_error(report, AM_USAGE, am_nowhere,
                    "the column '%s' is always written: give --columns only "
                    "derived ones, such as mises", request);
  if (!count)
    return am_error(report, AM_USAGE, am_nowhere,
                    "unknown column %s of --columns%s; 'automat list "
                    "columns' prints derived columns, such as mises",
                    am_quoted(arena, request),
                    am_suggestion(arena, request, known, all));
  for (size_t i = 0; i < count; i++) {
    bool stress = am_derived_of_stress(&columns[i]) &&
                  columns[i].quantity->unit == AM_UNIT_STRESS;
    add_column(arena, &t->found,
               (column){columns[i].name, stress ? t->unit : "",
                        .derived = &columns[i]});
  }
  return AM_OK;
}

static void expect_tangent(table *t) {
  int n = count_controlled(t);
  t->points.tangent = not_yet_found(t, n * n);
  for (int i = 0; i < n; i++)
    add_components(t->arena, &t->found,
                   (column){am_format(t->arena, "tangent.%s",
                                      am_gradient_names[i]),
                            t->unit, t->points.tangent, .width = n * n,
                            .index = n * i},
                   n);
}

/* Allocates the results, initially NaN, followed by derived columns. */
static am_status expect_results(table *t, am_report *report,
                                const am_options *o) {
  automat_deformations *p = &t->points;
  const struct {
    const char *name, *unit; /* name NULL: the variables */
    double **values;
    int width;
    bool omitted;
  } rows[] = {{"F", "", &p->gradient, 9, !t->deformed},
              {"P", t->unit, &p->nominal, 9, !t->deformed},
              {"cauchy", t->unit, &p->cauchy, 6, !t->deformed},
              {"strain", "", &p->strain, 6, false},
              {"stress", t->unit, &p->stress, 6, false},
              {NULL, "", &p->state, t->size, false},
              {"energy", t->unit, &p->free_energy, 1, false},
              {"dissipation", t->unit, &p->dissipation, 1, false},
              {"work", t->unit, &p->work, 1, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].omitted) continue;
    *rows[i].values = not_yet_found(t, rows[i].width);
    const column first = {rows[i].name, rows[i].unit, *rows[i].values,
                          .width = rows[i].width};
    if (!first.name)
      add_variables(t, &t->found, first.values);
    else if (first.width == 1)
      add_column(t->arena, &t->found, first);
    else
      add_components(t->arena, &t->found, first, first.width);
  }
  if (o->tangent) expect_tangent(t);
  p->status = AM_ARRAY(t->arena, int, p->count);
  add_column(t->arena, &t->found, (column){.name = "status", .unit = ""});
  for (const char *list = o->columns; list;) {
    size_t length = strcspn(list, ",");
    AM_TRY(add_derived(t, report, am_copy(t->arena, list, length)));
    list = list[length] ? list + length + 1 : NULL;
  }
  return AM_OK;
}

static automat_status run_points(const table *t, automat_model *model) {
  const automat_deformations *p = &t->points;
  automat_points small = {
      .strain0 = p->gradient0,
#define COPY(name) .name = p->name,
      AM_POINT_MEMBERS(COPY)
#undef COPY
  };
  if (t->deformed) return automat_deform(model, p);
  for (int i = 0; i < 6; i++)
    small.stress_controlled[i] = p->stress_controlled[i];
  return automat_evaluate(model, &small);
}

static double number_in(const table *t, const column *c, long p) {
  const automat_deformations *points = &t->points;
  if (c->values) return c->values[p * c->width + c->index];
  if (!c->derived) return points->status[p];
  const double *tensor =
      am_derived_of_stress(c->derived) ? points->stress : points->strain;
  return am_derived_value(c->derived, tensor + 6 * p);
}

static am_status write_results(const table *t, const am_context *context) {
  size_t n = t->found.count;
  const char **names = AM_ARRAY(t->arena, const char *, n);
  const char **units = AM_ARRAY(t->arena, const char *, n);
  double *row = AM_ARRAY(t->arena, double, n);
  am_file csv;
  for (size_t i = 0; i < n; i++) {
    names[i] = t->found.items[i].name;
    units[i] = t->found.items[i].unit;
  }
  AM_TRY(am_table_open(context, context->options.output, &csv));
  am_csv_table(&csv, am_table_new(t->arena, names, units, n));
  for (long p = 0; p < t->points.count && !csv.error; p++) {
    for (size_t i = 0; i < n; i++)
      row[i] = number_in(t, &t->found.items[i], p);
    am_csv_row(&csv, row, n);
  }
  return am_file_commit(&csv, context->report);
}

/* ---- the command --------------------------------------------------------- */

/* Prints the message of the model, and returns its status. */
static am_status print_message(const am_context *context,
                               const automat_model *model,
                               automat_status status) {
  const char *message = automat_message(model);
  if (*message && (status || !context->options.quiet))
    fprintf(stderr, "%s\n", message);
  return (am_status)status;
}

static am_status evaluate_table(am_arena *arena, am_context *context,
                                automat_model *model) {
  const am_options *o = &context->options;
  table t;
  automat_status status = AUTOMAT_OK;
  for (size_t i = 0; !status && i < o->sets.count; i++)
    status = automat_set(model, o->sets.items[i]);
  if (!status) status = automat_threads(model, (int)o->threads);
  AM_TRY(print_message(context, model, status));
  AM_TRY(print_message(context, model, ask_model(arena, model, &t)));
  AM_TRY(read_input(context->report, o->operands[1], &t));
  am_interrupt_by_flag(arena);
  if (o->duration < 0 && t.size)
    return am_usage_error(context, "--duration is missing: the law has "
                          "internal variables");
  AM_TRY(expect_results(&t, context->report, o));
  t.points.duration = o->duration >= 0 ? o->duration : 0;
  t.points.stop = am_arena_flag(arena);
  status = run_points(&t, model);
  am_status written = AM_OK;
  if (status == AUTOMAT_OK || status == AUTOMAT_FAILED)
    written = write_results(&t, context);
  (void)print_message(context, model, status);
  return written != AM_OK ? written : (am_status)status;
}

static void close_model(void *model) { automat_close(model); }

static am_status open_and_evaluate(am_arena *arena, am_context *context) {
  const am_options *o = &context->options;
  automat_model *model;
  am_options_assign(context, "solver.engine", o->engine);
  automat_status status = automat_open(o->operands[0], &model);
  am_arena_defer(arena, close_model, model);
  if (status) return print_message(context, model, status);
  return evaluate_table(arena, context, model);
}

static const am_option options[] = {
    {"duration", 'd', "TIME", "duration of the loading step; 0: a jump",
     AM_REAL(duration), 0, LONG_MAX},
    {"tangent", 0, NULL, "print tangents", AM_FLAG(tangent)},
    {"columns", 0, "LIST",
     "derived columns, separated by commas: mises,principal", AM_TEXT(columns)},
    AM_SHARED_OUTPUT, AM_SHARED_DIGITS, AM_SHARED_SET, AM_SHARED_ENGINE,
    AM_SHARED_THREADS,
    AM_SHARED_QUIET, AM_SHARED_HELP};

const am_command am_command_evaluate = {
    .name = "evaluate", .operands = "MATERIAL POINTS.csv",
    .least = 2, .most = 2,
    .summary = "evaluate a law at the points of a table",
    .about =
        "Computes one loading step for each row of a table.  Columns such as\n"
        "strain.xx or stress.xx prescribe values at its end; strain0.xx and\n"
        "internal variables give the state at its start.  Prints strain,\n"
        "stress, internal variables, energies and status of each.",
    .options = options, .work = open_and_evaluate,
};
