/* picture.c: labels of columns, and the curve that shows a run. */
#include <ctype.h>

#include "plot/script.h"

/* ---- Greek letters ------------------------------------------------------- */

static const struct {
  const char *name, *letter;
} greek[] = {
    {"alpha", "α"},  {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"},
    {"epsilon", "ε"}, {"eps", "ε"},   {"zeta", "ζ"},  {"eta", "η"},
    {"theta", "θ"},  {"kappa", "κ"},  {"lambda", "λ"}, {"mu", "μ"},
    {"nu", "ν"},     {"xi", "ξ"},     {"rho", "ρ"},   {"pi", "π"},
    {"sigma", "σ"},  {"tau", "τ"},    {"phi", "φ"},   {"chi", "χ"},
    {"psi", "ψ"},    {"omega", "ω"},  {"Gamma", "Γ"}, {"Delta", "Δ"},
    {"Theta", "Θ"},  {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},
    {"Sigma", "Σ"},  {"Phi", "Φ"},    {"Psi", "Ψ"},   {"Omega", "Ω"},
};

enum { GREEK = sizeof greek / sizeof *greek };

const char *am_greek_letter(const char *word, size_t length) {
  for (int i = 0; i < GREEK; i++)
    if (strlen(greek[i].name) == length &&
        !strncmp(greek[i].name, word, length))
      return greek[i].letter;
  return NULL;
}

/* ---- labels -------------------------------------------------------------- */

/* Prefix of a column's name, its label and its symbol. */
static const struct {
  const char *stem, *label, *symbol;
} known[] = {
    {"time", "time", "t"},
    {"strain", "strain", "ε"},
    {"stress", "stress", "σ"},
    {"F", "deformation gradient", "F"},
    {"P", "stress", "P"},
    {"cauchy", "stress", "σ"},
    {"mises", "von Mises stress", "σ_{vM}"},
};

/* In gnuplot's enhanced text, a backslash makes the next character literal. */
const char *am_label_plain(am_arena *arena, const char *text) {
  am_buffer label = {.arena = arena};
  am_buffer_add(&label, "%s", "");
  while (*text) {
    char shown[AM_SHOWN_SIZE], first = *text;
    text += am_utf8_show(text, strlen(text), shown);
    for (const char *c = first == '\'' ? "’" : first == '\n' ? " " : shown; *c;
         c++)
      am_buffer_add(&label, "%s%c", strchr("\\^_{}@&~", *c) ? "\\" : "", *c);
  }
  return label.text;
}

/* True if the name contains only letters, digits and the signs of columns. */
static bool is_variable(const char *name) {
  while (isalnum((unsigned char)*name) || (*name && strchr("_.[]", *name)))
    name++;
  return !*name;
}

/* Name of a variable as a symbol with indices, ε_{vp,xx} for "eps_vp.xx"; NULL
 * for a name that begins with a word. */
static const char *symbol_of(am_arena *arena, const char *name) {
  static const char ends[] = "_.[]";
  size_t length = strcspn(name, ends);
  const char *letter = am_greek_letter(name, length), *before = "_{";
  am_buffer symbol = {.arena = arena};
  if (!letter && (length != 1 || !isalpha((unsigned char)*name))) return NULL;
  am_buffer_add(&symbol, "{/:Italic %s}",
                letter ? letter : am_copy(arena, name, 1));
  while (*(name += length)) {
    name += strspn(name, ends);
    length = strcspn(name, ends);
    if (!length) break;
    am_buffer_add(&symbol, "%s%.*s", before, (int)length, name);
    before = ",";
  }
  return am_format(arena, "%s%s", symbol.text, *before == ',' ? "}" : "");
}

const char *am_label_of_column(am_arena *arena, const char *name) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    size_t length = strlen(known[i].stem);
    if (strncmp(name, known[i].stem, length)) continue;
    const char *rest = name + length;
    bool component = *rest == '.' && strlen(rest) <= 3;
    if (*rest && !component) continue;
    return am_format(arena, component ? "%s {/:Italic %s}_{%s}"
                                      : "%s {/:Italic %s}",
                     known[i].label, known[i].symbol, rest + component);
  }
  const char *symbol = is_variable(name) ? symbol_of(arena, name) : NULL;
  return symbol ? symbol : am_label_plain(arena, name);
}

/* ---- loops --------------------------------------------------------------- */

/* Work-conjugate prefixes of columns. */
static const struct {
  const char *stress, *strain;
} pairs[] = {{"stress.", "strain."}, {"P.", "F."}, {"cauchy.", "F."}};

/* Minimum reversal, as a fraction of the range of values. */
static const double BACK = 0.05;

const char *am_loop_over(am_arena *arena, const char *column) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    size_t length = strlen(pairs[i].stress);
    if (!strncmp(column, pairs[i].stress, length))
      return am_format(arena, "%s%s", pairs[i].strain, column + length);
  }
  return NULL;
}

bool am_turns_back(const double *values, size_t count) {
  double low = INFINITY, high = -INFINITY, up = 0, down = 0;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) continue;
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
    up = fmax(up, values[i] - low);
    down = fmax(down, high - values[i]);
  }
  return fmin(up, down) > BACK * (high - low);
}

/* ---- a run --------------------------------------------------------------- */

/* A quantity counts as constant if its rate is less than this times its range
 * divided by the total time. */
static const double HELD_RATE = 0.01;

/* Minimum range of a component of F that counts as deforming, relative to the
 * largest range. */
static const double MOVED = 0.01;

/* A column and its axis. */
typedef struct {
  am_axis axis;
  const double *values;
} column;

static column column_of(am_arena *arena, const am_table *table,
                        const char *name) {
  long i = am_table_column(table, name);
  return (column){
      .axis = {.label = am_label_of_column(arena, name),
               .unit = am_table_unit(table, i)},
      .values = am_table_values(arena, table, i)};
}

static column component(am_arena *arena, const am_table *table,
                        const char *quantity, const char *name) {
  return column_of(arena, table, am_format(arena, "%s.%s", quantity, name));
}

static double range_of(const double *values, size_t count) {
  double low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < count; i++) {
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
  }
  return high - low;
}

/* Fraction of the total time in which the values are constant. */
static double held_part(const double *values, const double *time,
                        size_t count) {
  double whole = time[count - 1] - time[0], sum = 0;
  double limit = HELD_RATE * range_of(values, count);
  for (size_t i = 1; i < count; i++) {
    double duration = time[i] - time[i - 1];
    if (fabs(values[i] - values[i - 1]) * whole <= limit * duration)
      sum += duration;
  }
  return whole > 0 ? sum / whole : 0;
}

/* Component with the largest positive range among those whose range in `moved`
 * is at least `least`. */
static const char *largest_of(am_arena *arena, const am_table *table,
                              const char *quantity, const char *moved,
                              double least, const char *otherwise) {
  const char *largest = otherwise;
  double most = 0;
  for (int i = 0; i < 6; i++) {
    const char *name = am_component_names[i];
    double range = range_of(component(arena, table, quantity, name).values,
                            table->rows);
    double motion = range_of(component(arena, table, moved, name).values,
                             table->rows);
    if (motion < least || !(range > most)) continue;
    most = range;
    largest = name;
  }
  return largest;
}

static am_picture picture_of(am_arena *arena, const char *title, column x,
                             column y, size_t count) {
  am_curve *curve = AM_ARRAY(arena, am_curve, 2);
  am_panel *panel = AM_NEW(arena, am_panel);
  *curve = (am_curve){.x = x.values, .y = y.values, .count = count};
  *panel = (am_panel){
      .x = x.axis, .y = y.axis, .curves = curve, .count = 1};
  return (am_picture){.title = title, .panels = panel, .count = 1};
}

/* Nominal and true stress over the deformation gradient, or over time if it is
 * held; the deformation gradient over time if the nominal stress is held. */
static am_picture deformation(am_arena *arena, const am_table *table,
                              const char *title) {
  /* Chooses a stress whose component of F changes: the normal stresses of a
   * shear test cannot be plotted over a strain. */
  const char *name = largest_of(arena, table, "F", "F", 0, "xx");
  double most = range_of(component(arena, table, "F", name).values,
                         table->rows);
  name = largest_of(arena, table, "P", "F", MOVED * most, name);
  column time = column_of(arena, table, "time");
  column gradient = component(arena, table, "F", name);
  column nominal = component(arena, table, "P", name);
  double gradient_held = held_part(gradient.values, time.values, table->rows);
  double stress_held = held_part(nominal.values, time.values, table->rows);
  if (stress_held > fmax(gradient_held, 0.5))
    return picture_of(arena, title, time, gradient, table->rows);
  nominal.axis.label = am_format(arena, "stress {/:Italic P}_{%s}, "
                                 "{/:Italic σ}_{%s}", name, name);
  am_picture picture = picture_of(arena, title,
                                  gradient_held > 0.5 ? time : gradient,
                                  nominal, table->rows);
  am_panel *panel = (am_panel *)picture.panels;
  am_curve *curves = (am_curve *)panel->curves;
  panel->count = 2;
  curves[1] = curves[0];
  curves[0].name = "nominal";
  curves[1].name = "true";
  curves[1].y = component(arena, table, "cauchy", name).values;
  return picture;
}

am_picture am_picture_of_run(am_arena *arena, const am_table *table,
                             const char *title) {
  if (am_table_column(table, "F.xx") >= 0)
    return deformation(arena, table, title);
  const char *name = largest_of(arena, table, "stress", "stress", 0, "xx");
  size_t count = table->rows;
  column time = column_of(arena, table, "time");
  column strain = component(arena, table, "strain", name);
  column stress = component(arena, table, "stress", name);
  double strain_held = held_part(strain.values, time.values, count);
  double stress_held = held_part(stress.values, time.values, count);
  if (fmax(strain_held, stress_held) <= 0.5)
    return picture_of(arena, title, strain, stress, count);
  return picture_of(arena, title, time,
                    stress_held > strain_held ? strain : stress, count);
}
