/* composite_show.c: the tables of a study of a volume element put together,
 * their pictures, and what people read first. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/composite.h"

static am_table *(*const tabulate[AM_PARTS])(am_arena *,
                                             const am_composite *) = {
    [AM_PART_ITERATIONS] = am_composite_iterations,
    [AM_PART_STEPS] = am_composite_steps,
    [AM_PART_ACCURACY] = am_composite_accuracy,
    [AM_PART_TANGENTS] = am_composite_tangents,
    [AM_PART_CONTROL] = am_composite_control,
    [AM_PART_TIMES] = am_composite_times};

am_study_tables am_composite_tables(am_arena *arena, const am_composite *s) {
  am_study_tables t = {.tables = AM_ARRAY(arena, am_study_table, AM_PARTS)};
  for (int p = 0; p < AM_PARTS; p++)
    if (s->part[p])
      t.tables[t.count++] =
          (am_study_table){am_part_names[p], tabulate[p](arena, s)};
  return t;
}

static am_table *table_of(const am_study_tables *t, am_part part) {
  for (size_t i = 0; i < t->count; i++)
    if (!strcmp(t->tables[i].name, am_part_names[part]))
      return t->tables[i].table;
  return NULL;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Pictures over time with a panel for each scheme, and a second one where
 * there is a second column. */
static const struct {
  const char *name;
  am_part part, wanted;
  const char *columns[2], *labels[2];
} pictures[] = {
    {"iterations", AM_PART_STEPS, AM_PART_STEPS, {"iterations"},
     {"iterations of a loading step"}},
    {"substeps", AM_PART_STEPS, AM_PART_STEPS, {"substeps"},
     {"mean substeps"}},
    {"stress", AM_PART_STEPS, AM_PART_STEPS, {"stress.xx"},
     {"mean stress {/:Italic σ}_{xx}"}},
    {"difference", AM_PART_STEPS, AM_PART_STEPS, {"difference"},
     {"difference of mean stress"}},
    {"average", AM_PART_TANGENTS, AM_PART_TANGENTS,
     {"average.xx.xx", "average.xx.yy"},
     {"average {/:Italic C}_{11}", "average {/:Italic C}_{12}"}},
    {"effective", AM_PART_TANGENTS, AM_PART_EFFECTIVE,
     {"effective.xx.xx", "effective.xx.yy"},
     {"effective {/:Italic C}_{11}", "effective {/:Italic C}_{12}"}},
};

static const char *const by[] = {"steps"};

static am_study_panel panel_of(size_t picture, int column,
                               const am_scheme *scheme) {
  return (am_study_panel){.title = scheme->name,
                          .x = "time",
                          .x_label = "time",
                          .y = pictures[picture].columns[column],
                          .y_label = pictures[picture].labels[column],
                          .where = "scheme",
                          .is = scheme->name,
                          .by = by,
                          .by_count = COUNT(by)};
}

static void draw_schemes(am_arena *arena, const am_composite *s,
                         am_study_tables *t, size_t picture) {
  size_t schemes = s->grid.scheme_count, count = 0;
  am_study_panel *panels = AM_ARRAY(arena, am_study_panel, 2 * schemes);
  for (int c = 0; c < 2 && pictures[picture].columns[c]; c++)
    for (size_t i = 0; i < schemes; i++)
      panels[count++] = panel_of(picture, c, s->grid.schemes[i]);
  t->figures[t->figure_count++] =
      (am_study_figure){pictures[picture].name,
                        table_of(t, pictures[picture].part), panels, count};
}

#define ERRORS(column, about)                                          \
  {.title = about, .x = "steps", .y = column, .x_label = "loading steps", \
   .y_label = "largest difference", .x_log = true, .y_log = true,      \
   .by = am_grid_by, .by_count = AM_GRID_BY}

static const am_study_panel accuracy[] = {
    ERRORS("maximum", "to the finest loading steps"),
    ERRORS("best_maximum", "to those of the highest order"),
    ERRORS("apart", "to another scheme")};

static const char *const by_scheme[] = {"scheme", "steps",
                                        "tangent_control"};

#define CONTROL(name)                                               \
  {.title = name " control", .x = "time", .y = "apart",             \
   .x_label = "time", .y_label = "difference of mean stress",       \
   .where = "error_control", .is = name, .by = by_scheme,           \
   .by_count = COUNT(by_scheme)}

static const am_study_panel control[] = {CONTROL("internal"),
                                         CONTROL("stress")};

static void draw(am_study_tables *t, am_part part,
                 const am_study_panel *panels, size_t count) {
  t->figures[t->figure_count++] = (am_study_figure){
      am_part_names[part], table_of(t, part), panels, count};
}

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
  am_table *found =
      am_table_new(arena, table->names, table->units, table->columns);
  long step = am_table_column(table, "step");
  long apart = am_table_column(table, "apart");
  am_table_row last = {NULL, NULL};
  for (size_t r = 0; r < table->rows; r++) {
    const double *values = table->values + r * table->columns;
    if (!last.values || !(values[step] > 0))
      last = am_table_add_empty(found);
    else if (!(fabs(values[apart]) > fabs(last.values[apart])))
      continue;
    memcpy(last.values, values, table->columns * sizeof *values);
    memcpy(last.texts, table->texts + r * table->columns,
           table->columns * sizeof *table->texts);
  }
  return found;
}

/* Its columns that have something to say: the paper's numbers are of its own
 * volume element. */
static size_t columns_of(const am_composite *s, size_t table,
                         const char **columns) {
  size_t count = 0;
  for (const char *const *c = readable[table].columns; *c; c++)
    if (s->of_paper || strncmp(*c, "paper_", 6)) columns[count++] = *c;
  return count;
}

static const char *summary_of(am_arena *arena, const am_composite *s,
                              const am_study_tables *t) {
  am_buffer text = {.arena = arena};
  const am_composite_found *any = am_composite_any(s);
  am_buffer_add(&text, "%s: %s, engine %s\n",
                am_printable(arena, s->q->description->title,
                             strlen(s->q->description->title)),
                any ? any->element : "", any ? any->engine : "");
  for (size_t i = 0; i < COUNT(readable); i++) {
    am_table *table = table_of(t, readable[i].part);
    const char *columns[COUNT(readable->columns)];
    if (!table || !table->rows) continue;
    if (readable[i].part == AM_PART_CONTROL) table = farthest(arena, table);
    am_buffer_add(&text, "\n%s%s:\n", readable[i].title,
                  s->of_paper ? readable[i].paper : "");
    am_table_align(table, columns, columns_of(s, i, columns), &text);
  }
  return text.text;
}

void am_composite_show(am_arena *arena, const am_composite *s,
                       am_study_tables *t) {
  t->figures =
      AM_ARRAY(arena, am_study_figure, COUNT(pictures) + AM_PARTS);
  for (size_t i = 0; i < COUNT(pictures); i++)
    if (s->part[pictures[i].wanted]) draw_schemes(arena, s, t, i);
  if (s->part[AM_PART_ACCURACY])
    draw(t, AM_PART_ACCURACY, accuracy, COUNT(accuracy));
  if (s->part[AM_PART_CONTROL])
    draw(t, AM_PART_CONTROL, control, COUNT(control));
  t->summary = summary_of(arena, s, t);
}
