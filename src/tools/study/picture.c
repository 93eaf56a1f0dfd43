/* picture.c: pictures of the tables of studies. */
#include "study/parts.h"

typedef struct {
  am_arena *arena;
  const am_table *table;
  const am_study_panel *panel;
  bool *telling;    /* [panel->by_count] the column distinguishes curves */
  am_curve *curves; /* [count] */
  size_t count;
} drawing;

typedef struct {
  const char *text; /* NULL: a number */
  double number;
} cell;

static cell cell_at(const drawing *d, size_t row, const char *column) {
  size_t i = (size_t)am_table_column(d->table, column);
  return (cell){am_table_text(d->table, row, i),
                d->table->values[row * d->table->columns + i]};
}

static bool is_same(cell a, cell b) {
  if (a.text && b.text) return !strcmp(a.text, b.text);
  return !a.text && !b.text &&
         (a.number == b.number || (isnan(a.number) && isnan(b.number)));
}

static bool is_empty(cell a) { return !a.text && isnan(a.number); }

static bool is_shown(const drawing *d, size_t row) {
  const am_study_panel *p = d->panel;
  return !p->where || is_same(cell_at(d, row, p->where), (cell){.text = p->is});
}

static bool is_curve_of(const drawing *d, size_t a, size_t b) {
  for (size_t i = 0; i < d->panel->by_count; i++)
    if (!is_same(cell_at(d, a, d->panel->by[i]),
                 cell_at(d, b, d->panel->by[i])))
      return false;
  return true;
}

/* Marks columns with more than one value, ignoring empty cells. */
static void find_telling(drawing *d) {
  d->telling = AM_ARRAY(d->arena, bool, d->panel->by_count);
  for (size_t i = 0; i < d->panel->by_count; i++) {
    cell first = {NULL, NAN};
    for (size_t r = 0; r < d->table->rows; r++) {
      cell c = cell_at(d, r, d->panel->by[i]);
      if (!is_shown(d, r) || is_empty(c)) continue;
      if (is_empty(first)) first = c;
      d->telling[i] |= !is_same(first, c);
    }
  }
}

const char *am_key_parameter(const char *key) {
  static const char prefix[] = "parameters.";
  size_t length = sizeof prefix - 1;
  return !strncmp(key, prefix, length) && key[length] ? key + length : NULL;
}

const char *am_study_label(am_arena *arena, const char *key) {
  const char *name = am_key_parameter(key);
  if (!name) return am_label_of_column(arena, key);
  return isalpha((unsigned char)*name) && !name[1]
             ? am_format(arena, "{/:Italic %s}", name)
             : am_label_plain(arena, name);
}

static const char *unit_of(const am_table *table, const char *column) {
  return am_table_unit(table, am_table_column(table, column));
}

/* "ode23, stress", "n = 3", "E = 200000 MPa" */
static const char *curve_name(const drawing *d, size_t row) {
  am_buffer name = {.arena = d->arena};
  for (size_t i = 0; i < d->panel->by_count; i++) {
    cell c = cell_at(d, row, d->panel->by[i]);
    if (!d->telling[i] || is_empty(c)) continue;
    if (name.length) am_buffer_add(&name, ", ");
    const char *key = d->panel->by[i], *unit = unit_of(d->table, key);
    const char *parameter = am_key_parameter(key);
    if (c.text)
      am_buffer_add(&name, "%s", c.text);
    else
      am_buffer_add(&name, "%s = %.6g%s%s", parameter ? parameter : key,
                    c.number, *unit ? " " : "", unit);
  }
  return name.text;
}

static double number(const drawing *d, size_t row, const char *column) {
  cell c = cell_at(d, row, column);
  return c.text ? NAN : c.number;
}

static am_curve curve_from(const drawing *d, size_t first) {
  size_t rows = d->table->rows, count = 0;
  double *x = AM_ARRAY(d->arena, double, rows - first);
  double *y = AM_ARRAY(d->arena, double, rows - first);
  for (size_t r = first; r < rows; r++) {
    if (!is_shown(d, r) || !is_curve_of(d, first, r)) continue;
    x[count] = number(d, r, d->panel->x);
    y[count++] = number(d, r, d->panel->y);
  }
  return (am_curve){curve_name(d, first), x, y, count, AM_CURVE_AUTO, NULL};
}

static bool is_first(const drawing *d, size_t row) {
  for (size_t r = 0; r < row; r++)
    if (is_shown(d, r) && is_curve_of(d, r, row)) return false;
  return true;
}

static am_panel draw_panel(am_arena *arena, const am_table *table,
                           const am_study_panel *panel) {
  drawing d = {.arena = arena, .table = table, .panel = panel};
  find_telling(&d);
  for (size_t r = 0; r < table->rows; r++)
    if (is_shown(&d, r) && is_first(&d, r))
      AM_PUSH(arena, d.curves, d.count, curve_from(&d, r));
  return (am_panel){
      .title = panel->title,
      .x = {panel->x_label, unit_of(table, panel->x), panel->x_log},
      .y = {panel->y_label, unit_of(table, panel->y), panel->y_log},
      .curves = d.curves,
      .count = d.count};
}

am_picture am_study_picture(am_arena *arena, const char *title,
                            const am_study *study) {
  am_panel *panels = AM_ARRAY(arena, am_panel, study->panel_count);
  for (size_t i = 0; i < study->panel_count; i++)
    panels[i] = draw_panel(arena, study->table, &study->panels[i]);
  return (am_picture){
      .title = title, .panels = panels, .count = study->panel_count};
}
