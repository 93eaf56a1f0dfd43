/* composite_show.c: the pictures of a study of a volume element, and what
 * people read first. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/composite.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static am_table *table_of(const am_study_tables *t, am_part part) {
  for (size_t i = 0; i < t->count; i++)
    if (!strcmp(t->tables[i].name, am_part_names[part]))
      return t->tables[i].table;
  return NULL;
}

/* The columns of a study's other keys, which tell curves and rows apart. */
static size_t add_keys(const am_composite *s, const char **names) {
  size_t count = s->keys.count - s->own_keys;
  for (size_t k = 0; k < count; k++)
    names[k] = s->keys.items[s->own_keys + k].key;
  return count;
}

/* ---- pictures ------------------------------------------------------------ */

#define OVER_TIME(column, label) \
  {.x = "time", .x_label = "time", .y = column, .y_label = label}
#define OVER_STEPS(about, column)                                         \
  {.title = about, .x = "steps", .y = column, .x_label = "loading steps", \
   .y_label = "largest difference", .x_log = true, .y_log = true}
#define OF_CONTROL(name)                                       \
  {.title = name " control", .x = "time", .y = "apart",        \
   .x_label = "time", .y_label = "difference of mean stress",  \
   .where = "error_control", .is = name}

/* Each panel once, or for each scheme, with a curve for each value of the
 * columns `by`. */
static const struct {
  const char *name;
  am_part part, wanted;
  bool each_scheme;
  am_study_panel panels[3]; /* closed by one without `y` */
  const char *by[4];        /* closed by NULL */
} pictures[] = {
    {"iterations", AM_PART_STEPS, AM_PART_STEPS, true,
     {OVER_TIME("iterations", "iterations of a loading step")}, {"steps"}},
    {"substeps", AM_PART_STEPS, AM_PART_STEPS, true,
     {OVER_TIME("substeps", "mean substeps")}, {"steps"}},
    {"stress", AM_PART_STEPS, AM_PART_STEPS, true,
     {OVER_TIME("stress.xx", "mean stress {/:Italic σ}_{xx}")}, {"steps"}},
    {"difference", AM_PART_STEPS, AM_PART_STEPS, true,
     {OVER_TIME("difference", "difference of mean stress")}, {"steps"}},
    {"average", AM_PART_TANGENTS, AM_PART_TANGENTS, true,
     {OVER_TIME("average.xx.xx", "average {/:Italic C}_{11}"),
      OVER_TIME("average.xx.yy", "average {/:Italic C}_{12}")}, {"steps"}},
    {"effective", AM_PART_TANGENTS, AM_PART_EFFECTIVE, true,
     {OVER_TIME("effective.xx.xx", "effective {/:Italic C}_{11}"),
      OVER_TIME("effective.xx.yy", "effective {/:Italic C}_{12}")},
     {"steps"}},
    {"accuracy", AM_PART_ACCURACY, AM_PART_ACCURACY, false,
     {OVER_STEPS("to the finest loading steps", "maximum"),
      OVER_STEPS("to those of the highest order", "best_maximum"),
      OVER_STEPS("to another scheme", "apart")},
     {"scheme", "error_control", "tangent_control"}},
    {"control", AM_PART_CONTROL, AM_PART_CONTROL, false,
     {OF_CONTROL("internal"), OF_CONTROL("stress")},
     {"scheme", "steps", "tangent_control"}},
};

static am_study_figure draw_picture(am_arena *arena, const am_composite *s,
                                    const am_study_tables *t, size_t picture) {
  enum { MOST = COUNT(pictures->panels) };
  bool each = pictures[picture].each_scheme;
  size_t schemes = each ? s->variants.scheme_count : 1, count = 0, by = 0;
  am_study_panel *panels = AM_ARRAY(arena, am_study_panel, MOST * schemes);
  const char **names =
      AM_ARRAY(arena, const char *, COUNT(pictures->by) + s->keys.count);
  for (; pictures[picture].by[by]; by++) names[by] = pictures[picture].by[by];
  by += add_keys(s, names + by);
  for (size_t c = 0; c < MOST && pictures[picture].panels[c].y; c++)
    for (size_t i = 0; i < schemes; i++) {
      am_study_panel *panel = &panels[count++];
      *panel = pictures[picture].panels[c];
      panel->by = names;
      panel->by_count = by;
      if (!each) continue;
      panel->where = "scheme";
      panel->title = panel->is = s->variants.schemes[i]->name;
    }
  return (am_study_figure){pictures[picture].name,
                           table_of(t, pictures[picture].part), panels, count};
}

/* ---- the summary --------------------------------------------------------- */

/* Tables that are short enough to be read, with the columns that matter
 * most. */
static const struct {
  am_part part;
  const char *title, *paper; /* where the paper's columns are from */
  const char *columns[16];   /* closed by NULL */
} readable[] = {
    {AM_PART_ITERATIONS,
     "Iterations of all loading steps",
     " (paper: AutoMat paper, table \"Impact of ODE solver choice on\n"
     "number of elasticity solver iterations\")",
     {"steps", "scheme", "iterations", "paper_iterations", "per_step",
      "evaluations", "substeps", "status"}},
    {AM_PART_BASIC,
     "Iterations by the basic scheme of Moulinec and Suquet (1998)",
     " (paper: the same table)",
     {"steps", "scheme", "iterations", "paper_iterations", "per_step",
      "evaluations", "substeps", "status"}},
    {AM_PART_ACCURACY,
     "Differences of the mean stress xx from the most loading steps of the "
     "same scheme, from those\nof the scheme of highest order (best), and "
     "from another scheme (apart)",
     "",
     {"steps", "scheme", "error_control", "maximum", "mean", "best_maximum",
      "best_mean", "apart", "apart_mean", "status"}},
    {AM_PART_CONTROL,
     "Where the mean stress xx is farthest from that of another scheme "
     "(apart), by the error control",
     "",
     {"steps", "scheme", "error_control", "tangent_control", "time",
      "stress.xx", "apart", "status"}},
    {AM_PART_TIMES,
     "Times in s",
     " (paper: AutoMat paper, tables \"Total runtime of FFT-based "
     "homogenization\" and \"Total\ntime spent on both types of material law "
     "evaluations\")",
     {"scheme", "strategy", "reference", "engine", "total", "paper_total",
      "law", "paper_law", "tangents", "paper_tangents", "transforms", "rest",
      "iterations", "status"}},
};

/* Of the rows of each variant, from step 0 on, the one with the largest
 * difference; a row without a step, how one has ended, stays. */
static am_table *farthest(am_arena *arena, const am_table *table) {
  size_t width = table->columns;
  am_table *found = am_table_new(arena, table->names, table->units, width);
  const double *steps = table->values + am_table_column(table, "step");
  const double *apart = table->values + am_table_column(table, "apart");
  am_table_row row = {0};
  for (size_t r = 0, most = 0; r < table->rows; r++) {
    if (r == 0 || !(steps[r * width] > 0))
      row = am_table_add_empty(found);
    else if (!(fabs(apart[r * width]) > fabs(apart[most * width])))
      continue;
    most = r;
    memcpy(row.values, table->values + r * width, width * sizeof *row.values);
    memcpy(row.texts, table->texts + r * width, width * sizeof *row.texts);
  }
  return found;
}

/* Its columns, behind those of other keys; the paper's numbers are of its own
 * volume element. */
static size_t columns_of(const am_composite *s, size_t table,
                         const char **columns) {
  size_t count = add_keys(s, columns);
  for (const char *const *c = readable[table].columns; *c; c++)
    if (s->of_paper || strncmp(*c, "paper_", 6)) columns[count++] = *c;
  return count;
}

void am_composite_show(am_arena *arena, const am_composite *s,
                       am_study_tables *t) {
  t->figures = AM_ARRAY(arena, am_study_figure, COUNT(pictures));
  for (size_t i = 0; i < COUNT(pictures); i++)
    if (s->part[pictures[i].wanted])
      t->figures[t->figure_count++] = draw_picture(arena, s, t, i);
  am_buffer text = {.arena = arena};
  const am_cell_walk *any = am_composite_any(s);
  const char *title = s->study->description->title;
  const char **columns = AM_ARRAY(arena, const char *,
                                  COUNT(readable->columns) + s->keys.count);
  am_buffer_add(&text, "%s: %s, engine %s\n",
                am_printable(arena, title, strlen(title)),
                any ? any->element : "", any ? any->engine : "");
  for (size_t i = 0; i < COUNT(readable); i++) {
    am_table *table = table_of(t, readable[i].part);
    if (!table || !table->rows) continue;
    if (readable[i].part == AM_PART_CONTROL) table = farthest(arena, table);
    am_buffer_add(&text, "\n%s%s:\n", readable[i].title,
                  s->of_paper ? readable[i].paper : "");
    am_table_align(table, columns, columns_of(s, i, columns), &text);
  }
  t->summary = text.text;
}
