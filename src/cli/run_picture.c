/* run_picture.c: picture of a run, with tables drawn over it; axes of a
 * picture. */
#include "cli/run_picture.h"

/* Maximum number of rows of the picture; beyond it, every second row is
 * dropped. */
enum { PICTURE_ROWS = 1 << 16, SHOWN = 19 };

/* ---- columns ------------------------------------------------------------- */

/* Requested columns: x, then those of y, separated by commas. */
static const char **wanted_names(am_arena *arena, const am_axes *given,
                                 size_t *count) {
  const char *y = given->y;
  const char **names = AM_ARRAY(arena, const char *, strlen(y) + 2);
  *count = 1;
  names[0] = given->x ? given->x : "time";
  while (*y) {
    size_t length = strcspn(y, ",");
    names[(*count)++] = am_copy(arena, y, length);
    y += length + (y[length] == ',');
  }
  return names;
}

/* Requests the columns, and all components of their tensors, which tell noise
 * from values. */
void am_run_picture_request(am_arena *arena, const am_axes *given,
                            am_case *description) {
  static const char *const shown[] = {"time", "strain", "stress",
                                      "F", "P", "cauchy"};
  size_t count = 0;
  const char **names =
      given->y ? wanted_names(arena, given, &count) : NULL;
  am_columns_request(arena, description, names, count, am_nowhere, false);
  for (size_t i = 0; i < count; i++)
    names[i] = am_column_quantity(arena, names[i]);
  am_columns_request(arena, description, names, count, am_nowhere, false);
  am_columns_request(arena, description, shown, sizeof shown / sizeof *shown,
                     am_nowhere, false);
}

/* Columns among which the most informative ones are chosen. */
static am_table *table_shown(am_arena *arena, bool deformed,
                             const am_table *all) {
  static const char *const of[2][3] = {{"strain", "stress"},
                                       {"F", "P", "cauchy"}};
  size_t count = deformed ? SHOWN : 13;
  const char **names = AM_ARRAY(arena, const char *, SHOWN);
  const char **units = AM_ARRAY(arena, const char *, SHOWN);
  names[0] = "time";
  for (size_t i = 1; i < count; i++)
    names[i] = am_format(arena, "%s.%s", of[deformed][(i - 1) / 6],
                         am_component_names[(i - 1) % 6]);
  for (size_t i = 0; i < count; i++)
    units[i] = all->units[am_table_column(all, names[i])];
  return am_table_new(arena, names, units, count);
}

/* Columns of one request; AM_INPUT if none exist, or the settings of the case
 * do not provide them. */
static am_status choose(am_arena *arena, am_report *report,
                        const am_case *description, const am_run *run,
                        const char *request, am_columns **columns) {
  am_case wanted = *description;
  wanted.settings.solver = run->solver;
  wanted.column_count = 0;
  am_columns_request(arena, &wanted, &request, 1, am_nowhere, true);
  return am_point_columns(arena, report, &wanted, run->law,
                          &run->sample->names, columns);
}

static const char *unit_text(const char *unit) {
  return unit && *unit ? unit : "no unit";
}

/* The columns of one axis must have the same unit. */
static am_status check_units(am_report *report, const am_table *table) {
  for (size_t i = 2; i < table->columns; i++)
    if (strcmp(table->units[1], table->units[i]))
      return am_error(report, AM_USAGE, am_nowhere,
                      "expected the columns of --y to have one unit, found "
                      "'%s' with %s and '%s' with %s",
                      table->names[1], unit_text(table->units[1]),
                      table->names[i], unit_text(table->units[i]));
  return AM_OK;
}

/* Columns that the options name: one for x, and those for y. */
static am_status table_chosen(am_arena *arena, am_report *report,
                              const am_axes *given,
                              const am_case *description, const am_run *run,
                              am_table **table) {
  size_t count, found = 0, room = run->columns->count;
  const char **requests = wanted_names(arena, given, &count);
  const char **names = AM_ARRAY(arena, const char *, count * (room + 1));
  const char **units = AM_ARRAY(arena, const char *, count * (room + 1));
  if (count == 1)
    return am_error(report, AM_USAGE, am_nowhere, "--y is empty: expected the "
                                                  "name of a column");
  for (size_t i = 0; i < count; i++) {
    am_columns *columns = NULL;
    AM_TRY(choose(arena, report, description, run, requests[i], &columns));
    if (columns->count != 1 && (i == 0 || !columns->count))
      return am_error(report, AM_USAGE, am_nowhere,
                      "expected '--%c' to name one column, found '%s', which "
                      "stands for %zu columns",
                      i ? 'y' : 'x', requests[i], columns->count);
    for (size_t k = 0; k < columns->count; k++, found++) {
      names[found] = columns->names[k];
      units[found] = columns->units[k];
    }
  }
  *table = am_table_new(arena, names, units, found);
  (*table)->voigt = run->columns->voigt;
  return check_units(report, *table);
}

/* ---- tables over the picture --------------------------------------------- */

static bool is_in_picture(const void *data, const char *name) {
  return am_table_column(data, name) >= 0;
}

/* Converts column i of the picture in a table over it to the unit and notation
 * of the run; returns its index among the columns of that table. */
static am_status convert(am_arena *arena, am_report *report,
                         const am_table *table, size_t i,
                         am_table *over, long *at) {
  *at = am_table_column(over, table->names[i]);
  if (*at < 0) return AM_OK;
  const char *unit = am_table_unit(over, *at);
  bool percent = !strcmp(unit, "%") && !*table->units[i];
  if (*unit && !percent && strcmp(unit, table->units[i]))
    return am_error(report, AM_INPUT,
                    am_csv_place(arena, over, -1, (size_t)*at),
                    "expected '%s' in the unit of the run, %s, found %s",
                    table->names[i], unit_text(table->units[i]),
                    am_printable(arena, unit, strlen(unit)));
  double shear = am_column_voigt(arena, table, i);
  double factor = (percent ? 0.01 : 1) * (over->voigt ? shear : 1) /
                  (table->voigt ? shear : 1);
  for (size_t row = 0; row < over->rows; row++)
    over->values[row * over->columns + (size_t)*at] *= factor;
  return AM_OK;
}

static am_status read_overlay(am_arena *arena, am_report *report,
                              const am_table *table, const char *path,
                              am_table **over) {
  const am_csv_wanted wanted = {.is = is_in_picture, .data = table};
  long at, x = -1, found = 0;
  AM_TRY(am_csv_read(arena, report, path, am_nowhere, &wanted, over));
  for (size_t i = 0; i < table->columns; i++) {
    AM_TRY(convert(arena, report, table, i, *over, &at));
    if (i == 0) x = at;
    if (i > 0) found += at >= 0;
  }
  if (x >= 0 && found) return AM_OK;
  return am_error(report, AM_INPUT,
                  am_csv_place(arena, *over, -1, 0),
                  "expected the column%s '%s' of the picture, found %s",
                  x >= 0 && table->columns > 2 ? "s of --y, such as" : "",
                  table->names[x >= 0],
                  am_format(arena, "'%s'%s", (*over)->names[0],
                            (*over)->columns > 1 ? ", …" : ""));
}

/* ---- rows ---------------------------------------------------------------- */

am_status am_run_picture_open(am_arena *arena, am_context *context,
                              const am_case *description, const am_run *run,
                              am_run_picture **result) {
  const am_table *all = am_columns_table(arena, run->columns);
  am_run_picture *p = *result = AM_NEW(arena, am_run_picture);
  am_report *report = context->report;
  *p = (am_run_picture){
      .context = context, .given = &context->options.axes, .stride = 1,
      .all = all, .largest = AM_ARRAY(arena, double, all->columns)};
  const am_options *o = &context->options;
  if (p->given->y)
    AM_TRY(table_chosen(arena, report, p->given, description, run, &p->table));
  else
    p->table = table_shown(arena, run->law->logarithmic, all);
  p->source = AM_ARRAY(arena, size_t, p->table->columns);
  p->last = AM_ARRAY(arena, double, p->table->columns);
  for (size_t i = 0; i < p->table->columns; i++)
    p->source[i] = (size_t)am_table_column(all, p->table->names[i]);
  p->overlays = AM_ARRAY(arena, am_table *, o->overlays.count);
  for (size_t i = 0; i < o->overlays.count; i++)
    AM_TRY(read_overlay(arena, report, p->table, o->overlays.items[i],
                        &p->overlays[i]));
  return AM_OK;
}

void am_run_picture_part(am_run_picture *p, double cycle, bool continues) {
  AM_PUSH(p->table->arena, p->parts, p->part_count,
          (struct am_run_part){p->table->rows, cycle});
  if (continues && p->rows > 0) am_table_add(p->table, p->last);
}

void am_run_picture_row(am_run_picture *p, const double *row) {
  for (size_t i = 0; i < p->all->columns; i++)
    p->largest[i] = fmax(p->largest[i], fabs(row[i]));
  for (size_t i = 0; i < p->table->columns; i++)
    p->last[i] = row[p->source[i]];
  if ((size_t)p->rows++ % p->stride) return;
  am_table_add(p->table, p->last);
  if (p->table->rows < PICTURE_ROWS) return;
  am_table_thin(p->table);
  p->stride *= 2;
  for (size_t i = 0; i < p->part_count; i++)
    p->parts[i].first = (p->parts[i].first + 1) / 2;
}

/* ---- drawing ------------------------------------------------------------- */

/* Tensor with which a column vanishes: "stress" for "stress.xx" and "mises". */
static const char *tensor_of(am_arena *arena, const char *column) {
  size_t count;
  const am_derived *derived = am_derived_requested(arena, column, &count);
  if (!count) return am_column_quantity(arena, column);
  return am_derived_of_stress(derived) ? "stress" : "strain";
}

/* Sets column i to 0 if it is noise beside the components of its tensor. */
static void drop_noise(am_arena *arena, am_run_picture *p, size_t i) {
  am_table *table = p->table;
  const char *tensor = tensor_of(arena, table->names[i]);
  double largest = 0;
  for (size_t k = 0; k < p->all->columns; k++)
    if (!strcmp(tensor, am_column_quantity(arena, p->all->names[k])) &&
        !strcmp(table->units[i], p->all->units[k]))
      largest = fmax(largest, p->largest[k]);
  if (p->largest[p->source[i]] >= AM_PLOT_NOISE * largest) return;
  for (size_t row = 0; row < table->rows; row++)
    table->values[row * table->columns + i] = 0;
}

/* Name of a table over the picture: that of its file, without the ending. */
static const char *overlay_name(am_arena *arena, const char *path) {
  const char *base = strrchr(path, '/');
  const char *name = base ? base + 1 : path, *dot = strrchr(name, '.');
  return am_copy(arena, name, dot > name ? (size_t)(dot - name) : strlen(name));
}

/* Column i of the picture in its table, or in table k over it. */
static am_curve curve_of(am_arena *arena, const am_run_picture *p, size_t i,
                         long k) {
  const am_options *o = &p->context->options;
  const char *const *names = p->table->names;
  const am_table *table = k < 0 ? p->table : p->overlays[k];
  const char *own = k < 0 ? "computed"
                          : overlay_name(arena, o->overlays.items[k]);
  bool one = p->table->columns == 2, alone = !o->overlays.count;
  bool lines = o->overlay_kind && !strcmp(o->overlay_kind, "lines");
  return (am_curve){
      .name = one ? alone ? NULL : own
              : k < 0 ? names[i] : am_format(arena, "%s, %s", names[i], own),
      .x = am_table_values(arena, table, am_table_column(table, names[0])),
      .y = am_table_values(arena, table, am_table_column(table, names[i])),
      .count = table->rows,
      .kind = alone ? AM_CURVE_AUTO
              : k < 0 || lines ? AM_CURVE_LINE : AM_CURVE_POINTS};
}

/* Quantities of the columns along y: "stress", "stress, mises". */
static const char *label_of(am_arena *arena, const am_table *table) {
  const char *first = am_column_quantity(arena, table->names[1]);
  const char *before = first;
  am_buffer names = {.arena = arena};
  bool same = true;
  am_buffer_add(&names, "%s", first);
  for (size_t i = 2; i < table->columns; i++) {
    const char *quantity = am_column_quantity(arena, table->names[i]);
    if (strcmp(quantity, before)) am_buffer_add(&names, ", %s", quantity);
    same &= !strcmp(quantity, first);
    before = quantity;
  }
  if (table->columns == 2) first = table->names[1];
  return same ? am_label_of_column(arena, first)
              : am_label_plain(arena, names.text);
}

static am_panel panel_of(am_arena *arena, const am_run_picture *p) {
  const am_table *table = p->table;
  size_t over = p->context->options.overlays.count;
  am_curve *curves = AM_ARRAY(arena, am_curve, (1 + over) * table->columns);
  am_panel panel = {
      .x = {.label = am_label_of_column(arena, table->names[0]),
            .unit = table->units[0]},
      .y = {.label = label_of(arena, table), .unit = table->units[1]},
      .curves = curves};
  for (long k = -1; k < (long)over; k++)
    for (size_t i = 1; i < table->columns; i++)
      if (k < 0 || am_table_column(p->overlays[k], table->names[i]) >= 0)
        curves[panel.count++] = curve_of(arena, p, i, k);
  return panel;
}

/* Divides each curve of the run into one for each chosen cycle. */
static void split_cycles(am_arena *arena, const am_run_picture *p,
                         am_panel *panel) {
  size_t parts = p->part_count, count = 0;
  am_curve *curves = AM_ARRAY(arena, am_curve, panel->count * (parts + 1));
  for (size_t i = 0; i < panel->count; i++) {
    const am_curve *whole = &panel->curves[i];
    bool own = i < p->table->columns - 1 || !p->given->y;
    if (!own) curves[count++] = *whole;
    for (size_t k = 0; own && k < parts; k++) {
      const struct am_run_part *part = &p->parts[k];
      size_t end = k + 1 < parts ? part[1].first : whole->count;
      am_curve *curve = &curves[count++];
      *curve = *whole;
      curve->x += part->first;
      curve->y += part->first;
      curve->count = end - part->first;
      curve->name = am_format(arena, "%s%scycle %.0f",
                              whole->name ? whole->name : "",
                              whole->name ? ", " : "", part->cycle);
    }
  }
  panel->curves = curves;
  panel->count = count;
}

am_status am_run_picture_draw(am_arena *arena, am_run_picture *p,
                              const char *title) {
  if ((size_t)(p->rows - 1) % p->stride) am_table_add(p->table, p->last);
  for (size_t i = 0; i < p->table->columns; i++) drop_noise(arena, p, i);
  am_panel panel = p->given->y
                       ? panel_of(arena, p)
                       : *am_picture_of_run(arena, p->table, NULL).panels;
  if (p->part_count) split_cycles(arena, p, &panel);
  return am_axes_draw(arena, p->context, panel, title);
}

/* ---- axes ---------------------------------------------------------------- */

const char *const am_axes_logarithmic[] = {"x", "y", "xy", NULL};

/* On a logarithmic axis, an initial 0 is omitted, but negative numbers are an
 * error. */
static am_status check_logarithm(am_report *report, const am_panel *panel,
                                 char axis) {
  size_t positive = 0, negative = 0, count = 0;
  double least = 0;
  for (size_t k = 0; k < panel->count; k++) {
    const am_curve *curve = &panel->curves[k];
    const double *values = axis == 'x' ? curve->x : curve->y;
    for (size_t i = 0; i < curve->count; i++, count++) {
      positive += values[i] > 0;
      negative += values[i] < 0;
      least = fmin(least, values[i]);
    }
  }
  if (negative)
    return am_error(report, AM_USAGE, am_nowhere,
                    "cannot draw a logarithmic axis %c: %zu of %zu numbers "
                    "are negative, down to %.6g",
                    axis, negative, count, least);
  if (!positive)
    return am_error(report, AM_USAGE, am_nowhere,
                    "cannot draw a logarithmic axis %c: none of %zu numbers "
                    "is positive",
                    axis, count);
  return AM_OK;
}

static am_status finish_axis(am_arena *arena, am_report *report,
                             const am_panel *panel, char name,
                             const am_axes *given, am_axis *axis) {
  const char *label = name == 'x' ? given->x_label : given->y_label;
  if (label) axis->label = am_label_plain(arena, label);
  axis->logarithmic = given->log && strchr(given->log, name);
  return axis->logarithmic ? check_logarithm(report, panel, name) : AM_OK;
}

am_status am_axes_draw(am_arena *arena, am_context *context, am_panel panel,
                       const char *title) {
  const am_axes *given = &context->options.axes;
  am_picture picture = {.title = title, .panels = &panel, .count = 1};
  if (given->title) picture.title = *given->title ? given->title : NULL;
  AM_TRY(finish_axis(arena, context->report, &panel, 'x', given, &panel.x));
  AM_TRY(finish_axis(arena, context->report, &panel, 'y', given, &panel.y));
  return am_picture_draw(arena, context, picture, context->options.plot);
}
