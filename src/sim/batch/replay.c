/* replay.c: converts one point of a batch to a case. */
#include "batch/parts.h"

/* Loading steps taken. */
typedef struct {
  am_arena *arena;
  am_target *items; /* [count] */
  size_t count;
} steps;

static void note_step(void *data, const am_target *target,
                      const double *from) {
  steps *all = data;
  (void)from;
  AM_PUSH(all->arena, all->items, all->count, *target);
  if (!target->rows) return;
  am_rows *rows = AM_NEW(all->arena, am_rows);
  *rows = *target->rows;
  all->items[all->count - 1].rows = rows;
}

/* True for the name of a parameter or of one of its entries, h[1][2]. */
static bool is_of(const char *name, const char *parameter) {
  size_t length = strlen(parameter);
  return !strncmp(name, parameter, length) && strchr("[.", name[length]);
}

/* True if the point replaces this parameter or one of its entries. */
static bool is_varied(const void *data, const char *name) {
  const am_run *run = data;
  const am_sample *sample = run->sample;
  const am_points *points = sample->points;
  for (int i = 0; i < points->variable_count; i++)
    if (is_of(points->variables[i].name, name)) return true;
  for (int i = 0; sample->histories && i < sample->histories->parameter_count;
       i++)
    if (is_of(sample->histories->parameters[i].name, name)) return true;
  return false;
}

static void write_parameters(const am_run *run, am_flow *out) {
  const am_material *material = run->law->material;
  am_flow_copy(out, "parameters", run->description->parameters, is_varied, run);
  for (int i = 0; i < material->parameter_count; i++)
    if (is_varied(run, material->parameters[i].name))
      am_flow_parameter(out, run->law, material->parameters[i].name,
                        run->parameters);
  am_flow_close(out, '}');
}

/* Strains [6] in the notation of the case. */
static const double *shown_strain(const am_run *run, const double *strain) {
  double *shown = AM_ARRAY(run->law->arena, double, 6);
  for (int c = 0; c < 6; c++)
    shown[c] = strain[c] / am_strain_scale(run->description, c);
  return shown;
}

/* Writes the values of an internal variable given by the file of points. */
static am_status write_from_file(am_arena *arena, am_report *report,
                                 const am_run *run, int i, am_flow *out) {
  am_histories *h = run->sample->histories;
  const am_history_values *item = &h->initials[i];
  const am_variable *v = run->law->variables;
  while (strcmp(v->base, item->name)) v++;
  int size = v->kind == AM_SCALAR ? 1 : 6;
  const char *key = v->member ? NULL : item->name;
  double *values = AM_ARRAY(arena, double, item->components);
  const am_history_range point = {.first = run->point, .count = 1};
  AM_TRY(am_histories_read(h, report, item, &point, values));
  if (v->member) am_flow_open(out, item->name, '[');
  for (int k = 0; k < item->components; k += size)
    if (size == 1)
      am_flow_number(out, key, values[k]);
    else
      am_flow_numbers(out, key, am_component_names, values + k, 6);
  if (v->member) am_flow_close(out, ']');
  return AM_OK;
}

/* True for an initial value that is written from the point instead of copied
 * from the case. */
static bool is_initial(const void *data, const char *key) {
  const am_histories *h = ((const am_run *)data)->sample->histories;
  for (int i = 0; h && i < h->initial_count; i++)
    if (!strcmp(h->initials[i].name, key)) return true;
  return !strcmp(key, "time") || !strcmp(key, "strain");
}

static am_status write_initial(am_arena *arena, am_report *report,
                               const am_run *run, am_flow *out) {
  const am_histories *h = run->sample->histories;
  am_flow_copy(out, "initial", run->description->initial, is_initial, run);
  am_flow_number(out, "time", am_path_start(run->path));
  if (!run->description->stressed && !run->law->logarithmic)
    am_flow_numbers(out, "strain", am_component_names,
                    shown_strain(run, run->strain), 6);
  for (int i = 0; h && i < h->initial_count; i++)
    AM_TRY(write_from_file(arena, report, run, i, out));
  am_flow_close(out, '}');
  return AM_OK;
}

static bool is_own_setting(const void *data, const char *key) {
  (void)data;
  return !strcmp(key, "tangent") || !strcmp(key, "engine");
}

static void write_solver(const am_run *run, am_flow *out) {
  am_flow_copy(out, "solver", run->description->settings_given, is_own_setting,
               NULL);
  am_flow_key(out, "tangent");
  am_buffer_add(out->out, "%s, engine: %s",
                run->solver.tangent ? "true" : "false", run->engine->name);
  am_flow_close(out, '}');
}

/* Writes the equations of a step. Every equation contains all components, so
 * that it can be assigned to any of the remaining components. */
static void write_constraints(am_flow *out, const am_target *step) {
  if (!step->rows) return;
  am_flow_open(out, "constraints", '[');
  for (int c = 0; c < 6; c++) {
    if (!step->rows->constrained[c]) continue;
    am_flow_key(out, NULL);
    for (int j = 0; j < 12; j++)
      am_buffer_add(out->out, "%s%.17g*%s.%s", j ? " + " : "\"",
                    step->rows->of[c][j], am_control_names[j < 6],
                    am_component_names[j % 6]);
    am_buffer_add(out->out, " = %.17g\"", step->target[c]);
  }
  am_flow_close(out, ']');
}

/* Writes the values [count] that differ from the previous step, as a mapping;
 * omitted values keep their previous ones. kept [count]: values that are never
 * written. */
static void write_changes(am_flow *out, const char *key,
                          const char *const *names, const double *values,
                          const bool *kept, int count) {
  bool any = false;
  for (int i = 0; i < count; i++) {
    if (kept[i]) continue;
    if (!any) am_flow_open(out, key, '{');
    any = true;
    am_flow_number(out, names[i], values[i]);
  }
  if (any) am_flow_close(out, '}');
}

/* Writes targets. With equations, all other components are written. */
static void write_control(const am_run *run, am_flow *out,
                          const am_target *step, const am_target *before,
                          bool stress) {
  const am_path_names *names = &run->sample->names;
  bool kept[AM_CONTROLLED_MOST];
  const double *shown = stress || names->deformed
                            ? step->target
                            : shown_strain(run, step->target);
  for (int c = 0; c < am_path_controlled(names); c++)
    kept[c] = step->stress_controlled[c] != stress ||
              (step->rows && step->rows->constrained[c]) ||
              (!step->rows && !before->rows &&
               before->stress_controlled[c] == stress &&
               !memcmp(&step->target[c], &before->target[c], sizeof(double)));
  write_changes(out, am_control_name(names, stress), am_gradient_names, shown,
                kept, am_path_controlled(names));
}

static void write_fields(const am_run *run, am_flow *out,
                         const am_target *step, const am_target *before) {
  const am_path_names *names = &run->sample->names;
  bool kept[AM_MOST_EXTERNAL];
  for (int i = 0; i < run->law->nf; i++)
    kept[i] =
        !memcmp(&step->external[i], &before->external[i], sizeof(double));
  write_changes(out, "external", names->externals, step->external, kept,
                run->law->nf);
}

/* Writes the duration unless it equals the difference of times; it may differ
 * for large times and equal steps. */
static void write_times(am_flow *out, const am_target *step, double start) {
  if (!step->jump) am_flow_number(out, "time", step->time);
  if (step->jump || step->time - start != step->duration)
    am_flow_number(out, "duration", step->jump ? 0 : step->duration);
}

static void write_path(const am_run *run, const steps *all, am_buffer *text) {
  am_target start = {.jump = false};
  const am_target *before = &start;
  for (int c = 0; c < am_path_controlled(&run->sample->names); c++)
    start.target[c] =
        run->law->logarithmic ? run->sample->gradient[c] : run->strain[c];
  memcpy(start.external, run->sample->external, sizeof start.external);
  double now = am_path_start(run->path);
  am_buffer_add(text, "path:\n");
  for (size_t i = 0; i < all->count; i++) {
    const am_target *step = &all->items[i];
    am_flow out = {.out = text};
    am_buffer_add(text, "  - ");
    am_flow_open(&out, NULL, '{');
    write_times(&out, step, now);
    now = step->time;
    write_control(run, &out, step, before, false);
    write_control(run, &out, step, before, true);
    write_fields(run, &out, step, before);
    write_constraints(&out, step);
    if (!step->rows && before->rows)
      am_buffer_add(text, ", constraints: []");
    am_buffer_add(text, "}\n");
    before = step;
  }
}

static void write_head(am_arena *arena, const am_run *run, am_buffer *out) {
  const am_case *description = run->description;
  am_write_head(out, am_format(arena, "%s, point %ld", description->title,
                               run->point + 1),
                description->material,
                am_installed_is_path(description->material)
                    ? run->law->material->path
                    : NULL);
  if (description->voigt) am_buffer_add(out, "notation: voigt\n");
  if (description->kinematics_given)
    am_buffer_add(out, "kinematics: %s\n",
                  am_kinematics_names[description->kinematics]);
  if (description->rotation_given) {
    am_buffer_add(out, "rotation: ");
    am_yaml_write(out, description->rotation_given);
    am_buffer_add(out, "\n");
  }
  if (!description->parameter_set) return;
  am_buffer_add(out, "parameter_set: ");
  am_yaml_quote(out, description->parameter_set);
  am_buffer_add(out, "\n");
}

/* Variable of the points with a name used in the expression of a column; NULL
 * if the name denotes anything else, such as a preceding column or a
 * parameter. */
static const am_point_variable *find_variable(const am_run *run,
                                              const am_defined_column *column,
                                              const char *name) {
  const am_points *points = run->sample->points;
  const am_names *all = &run->columns->all;
  for (size_t i = 0; i < all->count && strcmp(all->items[i], column->name); i++)
    if (!strcmp(all->items[i], name)) return NULL;
  if (am_scope_find(run->law->scope, name)) return NULL;
  for (int i = 0; i < points->variable_count; i++)
    if (!strcmp(points->variables[i].name, name))
      return &points->variables[i];
  return NULL;
}

/* Writes an expression with variables of the points replaced by numbers. */
static void write_expression(const am_run *run, const am_defined_column *column,
                             am_buffer *out) {
  const am_formula *formula = &column->formula;
  const am_points *points = run->sample->points;
  am_arena *arena = run->law->arena;
  am_buffer text = {.arena = arena};
  double *drawn = AM_ARRAY(arena, double, points->size);
  size_t done = 0; /* bytes of the text already written; names are in order */
  if (points->variable_count) am_points_draw(points, run->point, drawn);
  for (size_t i = 0; i < formula->name_count; i++) {
    const am_expr *expr = formula->names[i];
    const am_point_variable *v = find_variable(run, column, expr->name);
    if (!v) continue;
    am_buffer_add(&text, "%.*s%s(", (int)(expr->offset - done),
                  column->text + done, v->size == 6 ? "tensor" : "");
    for (int c = 0; c < v->size; c++)
      am_buffer_add(&text, "%s%.17g", c ? ", " : "", drawn[v->offset + c]);
    am_buffer_add(&text, ")");
    done = expr->offset + strlen(v->name);
  }
  am_buffer_add(&text, "%s", column->text + done);
  am_yaml_quote(out, text.text);
}

/* Writes entry i of the columns: a name, or a name with its expression. */
static void write_column(const am_run *run, size_t i, am_flow *out) {
  const am_case *description = run->description;
  const char *name = description->columns[i].name;
  am_place a = description->columns[i].place;
  for (size_t k = 0; k < description->defined_count; k++) {
    const am_defined_column *defined = &description->defined[k];
    am_place b = defined->place;
    /* Skips columns that other entries define. */
    if (a.source != b.source || a.line != b.line || a.column != b.column ||
        strcmp(name, defined->name))
      continue;
    am_flow_open(out, NULL, '{');
    am_flow_key(out, "name");
    am_yaml_quote(out->out, name);
    am_flow_key(out, "unit");
    am_yaml_quote(out->out, defined->unit);
    am_flow_key(out, "expression");
    write_expression(run, defined, out->out);
    am_flow_close(out, '}');
    return;
  }
  am_flow_key(out, NULL);
  am_yaml_quote(out->out, name);
}

static am_flow *begin_line(am_flow *out) {
  am_buffer_add(out->out, "\n");
  out->begun = false;
  return out;
}

am_status am_replay_write(am_arena *arena, am_report *report, am_run *run,
                          am_buffer *out) {
  steps all = {.arena = arena};
  am_summary summary;
  const am_run_sink sink = {.step = note_step, .data = &all};
  am_report *own = am_report_new(arena);
  am_status status = am_run_drive(arena, own, run, &sink, &summary);
  for (const am_message *m = own->first; m; m = m->next)
    am_note(report, m->place, "point %ld: %s", run->point + 1, m->text);
  if (status != AM_OK && status != AM_FAILED && !all.count) return status;
  write_head(arena, run, out);
  am_flow line = {.out = out};
  write_parameters(run, &line);
  AM_TRY(write_initial(arena, report, run, begin_line(&line)));
  write_solver(run, begin_line(&line));
  am_buffer_add(out, "\n");
  write_path(run, &all, out);

  const am_case *description = run->description;
  am_buffer_add(out, "output: {columns: ");
  line.begun = false;
  am_flow_open(&line, NULL, '[');
  for (size_t i = 0; i < description->column_count; i++)
    write_column(run, i, &line);
  am_buffer_add(out, "]}\n");
  return AM_OK;
}
