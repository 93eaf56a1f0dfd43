/* replay.c: converts one point of a batch to a case. */
#include "batch/batch.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "yaml/yaml.h"

/* Loading steps taken. */
typedef struct {
  am_arena *arena;
  am_target *items; /* [count] */
  size_t count, capacity;
} steps;

static void note_step(void *data, const am_target *target) {
  steps *all = data;
  AM_PUSH_ROOM(all->arena, all->items, all->count, all->capacity);
  am_target *kept = &all->items[all->count++];
  *kept = *target;
  if (!target->rows) return;
  am_rows *rows = AM_NEW(all->arena, am_rows);
  *rows = *target->rows;
  kept->rows = rows;
}

static void skip_row(void *data, const double *row) {
  (void)data;
  (void)row;
}

static void write_key(am_buffer *out, bool *first, const char *key) {
  am_buffer_add(out, "%s%s: ", *first ? "" : ", ", key);
  *first = false;
}

static void write_number(am_buffer *out, bool *first, const char *key,
                         double value) {
  write_key(out, first, key);
  am_buffer_add(out, "%.17g", value);
}

/* True for the name of a parameter or of one of its entries, h[1][2]. */
static bool is_of(const char *name, const char *parameter) {
  size_t length = strlen(parameter);
  return !strncmp(name, parameter, length) && strchr("[.", name[length]);
}

/* True if the point replaces this parameter or one of its entries. */
static bool is_varied(const am_run *run, const char *name) {
  const am_sample *sample = run->sample;
  const am_points *points = sample->points;
  for (int i = 0; i < points->variable_count; i++)
    if (is_of(points->variables[i].name, name)) return true;
  for (int i = 0; sample->histories && i < sample->histories->parameter_count;
       i++)
    if (is_of(sample->histories->parameters[i].name, name)) return true;
  return false;
}

static void write_parameters(const am_run *run, am_buffer *out) {
  const am_yaml *map = run->description->parameters;
  const am_material *material = run->law->material;
  bool first = true;
  am_buffer_add(out, "parameters: {");
  for (size_t i = 0; map && i < map->count; i++) {
    if (is_varied(run, map->items[i]->key)) continue;
    write_key(out, &first, map->items[i]->key);
    am_yaml_write(out, map->items[i]);
  }
  for (int i = 0; i < material->parameter_count; i++) {
    const char *name = material->parameters[i].name;
    if (!is_varied(run, name)) continue;
    const am_value *value = am_scope_find(run->law->scope, name);
    write_key(out, &first, name);
    am_parameter_write(out, run->law, value, run->parameters);
  }
  am_buffer_add(out, "}\n");
}

/* Strains [6] in the notation of the case. */
static const double *shown_strain(const am_run *run, const double *strain) {
  double *shown = AM_ARRAY(run->law->arena, double, 6);
  for (int c = 0; c < 6; c++)
    shown[c] = strain[c] / am_strain_scale(run->description, c);
  return shown;
}

static void write_components(am_buffer *out, const double *t,
                             const double *before) {
  bool first = true;
  am_buffer_add(out, "{");
  for (int i = 0; i < 6; i++)
    if (!before || memcmp(&t[i], &before[i], sizeof t[i]))
      write_number(out, &first, am_component_names[i], t[i]);
  am_buffer_add(out, "}");
}

/* Writes the values of an internal variable given by the file of points. */
static am_status write_from_file(am_arena *arena, am_report *report,
                                 const am_run *run, int i, am_buffer *out) {
  am_histories *h = run->sample->histories;
  const am_history_values *item = &h->initials[i];
  const am_variable *v = run->law->variables;
  while (strcmp(v->base, item->name)) v++;
  int size = v->kind == AM_SCALAR ? 1 : 6;
  double *values = AM_ARRAY(arena, double, item->components);
  const am_history_range point = {.first = run->point, .count = 1};
  AM_TRY(am_histories_read(h, report, item, &point, values));
  am_buffer_add(out, "%s", v->member ? "[" : "");
  for (int k = 0; k < item->components; k += size) {
    am_buffer_add(out, "%s", k ? ", " : "");
    if (size == 1)
      am_buffer_add(out, "%.17g", values[k]);
    else
      write_components(out, values + k, NULL);
  }
  am_buffer_add(out, "%s", v->member ? "]" : "");
  return AM_OK;
}

static am_status write_initial(am_arena *arena, am_report *report,
                               const am_run *run, am_buffer *out) {
  const am_yaml *map = run->description->initial;
  const am_histories *h = run->sample->histories;
  bool first = true;
  am_buffer_add(out, "initial: {");
  write_number(out, &first, "time", am_path_start(run->path));
  if (!run->description->stressed && !run->law->logarithmic) {
    write_key(out, &first, "strain");
    write_components(out, shown_strain(run, run->strain), NULL);
  }
  for (size_t i = 0; map && i < map->count; i++) {
    const char *key = map->items[i]->key;
    bool written = !strcmp(key, "time") || !strcmp(key, "strain");
    for (int k = 0; h && k < h->initial_count; k++)
      written |= !strcmp(h->initials[k].name, key);
    if (written) continue;
    write_key(out, &first, key);
    am_yaml_write(out, map->items[i]);
  }
  for (int i = 0; h && i < h->initial_count; i++) {
    write_key(out, &first, h->initials[i].name);
    AM_TRY(write_from_file(arena, report, run, i, out));
  }
  am_buffer_add(out, "}\n");
  return AM_OK;
}

static void write_solver(const am_run *run, am_buffer *out) {
  const am_yaml *map = run->description->settings;
  bool first = true;
  am_buffer_add(out, "solver: {");
  for (size_t i = 0; map && i < map->count; i++) {
    const char *key = map->items[i]->key;
    if (!strcmp(key, "tangent") || !strcmp(key, "engine")) continue;
    write_key(out, &first, key);
    am_yaml_write(out, map->items[i]);
  }
  write_key(out, &first, "tangent");
  am_buffer_add(out, "%s, engine: %s}\n",
                run->solver.tangent ? "true" : "false", run->engine->name);
}

/* Writes the equations of a step. Every component occurs in each, so that the
 * assignment to the remaining components succeeds. */
static void write_constraints(am_buffer *out, const am_target *step) {
  bool first = true;
  if (!step->rows) return;
  am_buffer_add(out, ", constraints: [");
  for (int c = 0; c < 6; c++) {
    if (!step->rows->constrained[c]) continue;
    am_buffer_add(out, "%s\"", first ? "" : ", ");
    first = false;
    for (int j = 0; j < 12; j++)
      am_buffer_add(out, "%s%.17g*%s.%s", j ? " + " : "",
                    step->rows->of[c][j], am_control_names[j < 6],
                    am_component_names[j % 6]);
    am_buffer_add(out, " = %.17g\"", step->target[c]);
  }
  am_buffer_add(out, "]");
}

/* Writes targets that differ from the previous step; omitted ones are
 * unchanged. With equations, all other components are written. */
static void write_control(const am_run *run, am_buffer *out,
                          const am_target *step, const am_target *before,
                          bool stress) {
  bool first = true;
  const am_path_names *names = &run->sample->names;
  const double *shown = stress || names->deformed
                            ? step->target
                            : shown_strain(run, step->target);
  for (int c = 0; c < am_path_controlled(names); c++) {
    if (step->rows && step->rows->constrained[c]) continue;
    bool same = !step->rows && !before->rows &&
                before->stress_controlled[c] == stress &&
                !memcmp(&step->target[c], &before->target[c], sizeof(double));
    if (step->stress_controlled[c] != stress || same) continue;
    if (first)
      am_buffer_add(out, ", %s: {", am_control_name(names, stress));
    write_number(out, &first, am_gradient_names[c], shown[c]);
  }
  if (!first) am_buffer_add(out, "}");
}

/* Writes external fields that differ from the previous step. */
static void write_fields(const am_run *run, am_buffer *out,
                         const am_target *step, const am_target *before) {
  const am_law *law = run->law;
  bool first = true;
  for (int i = 0; i < law->nf; i++) {
    if (!memcmp(&step->external[i], &before->external[i], sizeof(double)))
      continue;
    if (first) am_buffer_add(out, ", external: {");
    write_number(out, &first, law->material->externals[i].name,
                 step->external[i]);
  }
  if (!first) am_buffer_add(out, "}");
}

/* Writes the duration if it is not the difference of times, as for large times
 * and equal steps. */
static void write_times(am_buffer *out, const am_target *step, double start) {
  if (step->jump)
    am_buffer_add(out, "  - {duration: 0");
  else
    am_buffer_add(out, "  - {time: %.17g", step->time);
  if (!step->jump && step->time - start != step->duration)
    am_buffer_add(out, ", duration: %.17g", step->duration);
}

static void write_path(const am_run *run, const steps *all, am_buffer *out) {
  am_target start = {.jump = false};
  const am_target *before = &start;
  for (int c = 0; c < am_path_controlled(&run->sample->names); c++)
    start.target[c] =
        run->law->logarithmic ? run->sample->gradient[c] : run->strain[c];
  memcpy(start.external, run->sample->external, sizeof start.external);
  double now = am_path_start(run->path);
  am_buffer_add(out, "path:\n");
  for (size_t i = 0; i < all->count; i++) {
    const am_target *step = &all->items[i];
    write_times(out, step, now);
    now = step->time;
    write_control(run, out, step, before, false);
    write_control(run, out, step, before, true);
    write_fields(run, out, step, before);
    write_constraints(out, step);
    if (!step->rows && before->rows)
      am_buffer_add(out, ", constraints: []");
    am_buffer_add(out, "}\n");
    before = step;
  }
}

static void write_head(am_arena *arena, const am_run *run, am_buffer *out) {
  const am_case *description = run->description;
  char *real = NULL;
  if (am_installed_is_path(description->material))
    real = realpath(run->law->material->path, NULL);
  am_buffer_add(out, "format: 1\ncase: ");
  am_yaml_quote(out, am_format(arena, "%s, point %ld", description->title,
                               run->point + 1));
  am_buffer_add(out, "\nmaterial: ");
  am_yaml_quote(out, real ? real : description->material);
  am_buffer_add(out, "\n%s", description->voigt ? "notation: voigt\n" : "");
  if (description->kinematics_given)
    am_buffer_add(out, "kinematics: %s\n",
                  am_kinematics_names[description->kinematics]);
  free(real);
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

/* Variable of the points denoted by a name in the expression of a column; NULL:
 * the name denotes a preceding column, a parameter or something else. */
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

/* Writes a variable as an operand of an expression; drawn [points->size]. */
static void write_variable(am_buffer *out, const am_point_variable *v,
                           const double *drawn) {
  am_buffer_add(out, "%s(", v->size == 6 ? "tensor" : "");
  for (int i = 0; i < v->size; i++)
    am_buffer_add(out, "%s%.17g", i ? ", " : "", drawn[v->offset + i]);
  am_buffer_add(out, ")");
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
    am_buffer_add(&text, "%.*s", (int)(expr->offset - done),
                  column->text + done);
    write_variable(&text, v, drawn);
    done = expr->offset + strlen(v->name);
  }
  am_buffer_add(&text, "%s", column->text + done);
  am_yaml_quote(out, text.text);
}

/* True if entry i of the columns defines the column, not merely names it. */
static bool is_defined_at(const am_case *description, size_t i,
                          const am_defined_column *defined) {
  am_place a = description->column_places[i], b = defined->place;
  return a.source == b.source && a.line == b.line && a.column == b.column &&
         !strcmp(description->columns[i], defined->name);
}

/* Writes entry i of the columns: a name, or a name with its expression. */
static void write_column(const am_run *run, size_t i, am_buffer *out) {
  const am_case *description = run->description;
  const char *name = description->columns[i];
  for (size_t k = 0; k < description->defined_count; k++) {
    const am_defined_column *defined = &description->defined[k];
    if (!is_defined_at(description, i, defined)) continue;
    am_buffer_add(out, "{%s: ", name);
    write_expression(run, defined, out);
    am_buffer_add(out, "}");
    return;
  }
  am_yaml_quote(out, name);
}

am_status am_replay_write(am_arena *arena, am_report *report, am_run *run,
                          am_buffer *out) {
  steps all = {.arena = arena};
  am_summary summary;
  const am_row_sink rows = {skip_row, NULL};
  const am_step_sink sink = {note_step, &all};
  am_report *own = am_report_new(arena);
  am_status status =
      am_run_follow(arena, own, run, &rows, &sink, &summary);
  for (const am_message *m = own->first; m; m = m->next)
    am_note(report, m->place, "point %ld: %s", run->point + 1, m->text);
  if (status != AM_OK && status != AM_FAILED && !all.count) return status;
  write_head(arena, run, out);
  write_parameters(run, out);
  AM_TRY(write_initial(arena, report, run, out));
  write_solver(run, out);
  write_path(run, &all, out);

  const am_case *description = run->description;
  am_buffer_add(out, "output: {columns: [");
  for (size_t i = 0; i < description->column_required; i++) {
    am_buffer_add(out, "%s", i ? ", " : "");
    write_column(run, i, out);
  }
  am_buffer_add(out, "]}\n");
  return AM_OK;
}
