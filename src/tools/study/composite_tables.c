/* composite_tables.c: the tables of a volume element under variants, their
 * pictures, and what people read first, as rows. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "study/composite.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ---- runs that others are compared with ---------------------------------- */

/* The job of a variant: one that is good, else one that has something; NULL:
 * none. */
static const am_job *job_of(const am_composite *s, const am_variant *variant,
                            size_t combination, am_tangents_asked wanted,
                            bool basic) {
  const am_job *found = NULL;
  for (size_t i = 0; s->jobs && i < s->count; i++) {
    const am_composite_run *r = &s->runs[i];
    const am_job *job = &s->jobs[i];
    if (r->variant != variant || r->combination != combination ||
        r->basic != basic || !am_composite_serves(r, wanted) ||
        (!job->ended && !job->result))
      continue;
    if (!found || (found->status != AM_OK && job->status == AM_OK))
      found = job;
  }
  return found;
}

/* Where a cell of a table is. */
typedef struct {
  const am_composite *study;
  const am_variant *variant;
  size_t combination;
  const am_job *job;
  const am_cell_walk *walk;   /* of the job; or NULL */
  size_t row;                 /* of the walk */
  const double *differences;  /* [rows of the walk] of <sigma_xx> from another
                                 run */
} entry;

/* The most loading steps of the same scheme, those of the scheme of the
 * highest order, or the scheme of --against with the same steps and
 * controls. */
typedef enum { FINEST, BEST, AGAINST } partner;

static const am_job *partner_of(const entry *e, partner which) {
  const am_composite *s = e->study;
  const am_variant *v = e->variant;
  const am_scheme *schemes[] = {
      [FINEST] = v->scheme, [BEST] = s->best, [AGAINST] = s->against};
  size_t steps = which == AGAINST ? v->steps_index : s->finest;
  const am_controls *controls = v->controls;
  if (which == AGAINST && !controls) return NULL;
  if (!controls) controls = s->controls;
  for (size_t i = 0; schemes[which] && i < s->variants.count; i++) {
    const am_variant *other = &s->variants.items[i];
    if (other->steps_index == steps && other->scheme == schemes[which] &&
        (!other->controls || other->controls == controls))
      return job_of(s, other, e->combination, AM_TANGENTS_EITHER, false);
  }
  return NULL;
}

/* ---- cells --------------------------------------------------------------- */

static double value_at(const entry *e, size_t row, int column) {
  const am_table *rows = e->walk->rows;
  return (size_t)column < rows->columns
             ? rows->values[row * rows->columns + (size_t)column]
             : NAN;
}

static double step(const entry *e, int which) {
  (void)which;
  return (double)e->row;
}

/* Before the first step there are no substeps. */
static double of_step(const entry *e, int column) {
  bool start = e->row == 0 && column == AM_WALK_SUBSTEPS;
  return start ? NAN : value_at(e, e->row, column);
}

static double difference(const entry *e, int which) {
  (void)which;
  return e->differences[e->row];
}

static double total(const entry *e, int column) {
  double sum = 0;
  for (size_t i = 0; i < e->walk->rows->rows; i++)
    sum += value_at(e, i, column);
  return sum;
}

static double per_step(const entry *e, int column) {
  return total(e, column) / e->variant->steps;
}

/* Over the loading steps, without the start. */
static double mean(const entry *e, int column) {
  size_t rows = e->walk->rows->rows;
  double sum = 0;
  for (size_t i = 1; i < rows; i++) sum += value_at(e, i, column);
  return sum / ((double)rows - 1);
}

/* What is told of a difference; OF(partner, difference) chooses both. */
enum { LARGEST, MEAN, RELATIVE, COMMON_TIMES, DIFFERENCES };
#define OF(partner, difference) (DIFFERENCES * (partner) + (difference))

static double apart(const entry *e, int which) {
  const am_job *other = partner_of(e, (partner)(which / DIFFERENCES));
  const am_cell_walk *walk = other ? other->result : NULL;
  if (!walk || other->status != AM_OK) return NAN;
  am_run_difference d =
      am_run_difference_of(e->walk->rows, walk->rows, AM_WALK_STRESS + 1);
  const double values[] = {
      [LARGEST] = d.largest,
      [MEAN] = d.mean,
      [RELATIVE] = d.scale > 0 ? d.largest / d.scale : NAN,
      [COMMON_TIMES] = d.times ? (double)d.times : NAN};
  return values[which % DIFFERENCES];
}

enum {
  TOTAL, LAW, TANGENTS, TRANSFORMS, REST, READY, EVALUATIONS, BYTES, ITERATIONS
};

static double spent(const entry *e, int which) {
  const am_cell_walk *w = e->walk;
  const am_space_account *a = &w->account;
  const double values[] = {
      [TOTAL] = w->total,
      [LAW] = a->law,
      [TANGENTS] = a->tangents,
      [TRANSFORMS] = a->transforms,
      [REST] = w->total - a->law - a->tangents - a->transforms,
      [READY] = w->ready,
      [EVALUATIONS] = (double)a->evaluations,
      [BYTES] = a->bytes};
  return values[which];
}

/* The paper's beside ours, where one may be compared with the other. */
static double published(const entry *e, int which) {
  const am_composite *s = e->study;
  const char *scheme = e->variant->scheme->name;
  if (!s->of_paper || e->variant->steps != AM_PUBLISHED_STEPS) return NAN;
  if (which == ITERATIONS) return am_published_iterations(scheme);
  am_published_times t = am_published_times_of(
      scheme, am_swept_value(&s->keys, e->combination, AM_KEY_STRATEGY),
      !strcmp(e->walk->engine, "cuda"),
      !strcmp(am_swept_value(&s->keys, e->combination, AM_KEY_REFERENCE),
              "updated"));
  return which == TOTAL ? t.total : which == LAW ? t.law : t.tangents;
}

/* ---- tables -------------------------------------------------------------- */

typedef enum { NONE, TIME, STRESS, SECONDS, BYTE } unit;

typedef struct {
  const char *name;
  unit unit;
  double (*value)(const entry *e, int which);
  int which;
} column;

#define STEP {"step", NONE, step, 0}, {"time", TIME, of_step, AM_WALK_TIME}

static const column iterations[] = {
    {"iterations", NONE, total, AM_WALK_ITERATIONS},
    {"per_step", NONE, per_step, AM_WALK_ITERATIONS},
    {"applications", NONE, total, AM_WALK_APPLICATIONS},
    {"evaluations", NONE, spent, EVALUATIONS},
    {"substeps", NONE, mean, AM_WALK_SUBSTEPS},
    {"paper_iterations", NONE, published, ITERATIONS}};

static const column steps[] = {
    STEP,
    {"iterations", NONE, of_step, AM_WALK_ITERATIONS},
    {"applications", NONE, of_step, AM_WALK_APPLICATIONS},
    {"substeps", NONE, of_step, AM_WALK_SUBSTEPS},
    {"pieces", NONE, of_step, AM_WALK_PIECES},
    {"strain.xx", NONE, of_step, AM_WALK_STRAIN},
    {"stress.xx", STRESS, of_step, AM_WALK_STRESS},
    {"difference", STRESS, difference, 0}};

static const column accuracy[] = {
    {"maximum", STRESS, apart, OF(FINEST, LARGEST)},
    {"mean", STRESS, apart, OF(FINEST, MEAN)},
    {"relative", NONE, apart, OF(FINEST, RELATIVE)},
    {"best_maximum", STRESS, apart, OF(BEST, LARGEST)},
    {"best_mean", STRESS, apart, OF(BEST, MEAN)},
    {"apart", STRESS, apart, OF(AGAINST, LARGEST)},
    {"apart_mean", STRESS, apart, OF(AGAINST, MEAN)},
    {"times", NONE, apart, OF(FINEST, COMMON_TIMES)}};

static const column tangent_steps[] = {
    STEP,
    {"average.xx.xx", STRESS, of_step, AM_WALK_AVERAGE_11},
    {"average.xx.yy", STRESS, of_step, AM_WALK_AVERAGE_12},
    {"effective.xx.xx", STRESS, of_step, AM_WALK_EFFECTIVE_11},
    {"effective.xx.yy", STRESS, of_step, AM_WALK_EFFECTIVE_12}};

static const column control[] = {
    STEP,
    {"stress.xx", STRESS, of_step, AM_WALK_STRESS},
    {"apart", STRESS, difference, 0}};

static const column times[] = {
    {"total", SECONDS, spent, TOTAL},
    {"law", SECONDS, spent, LAW},
    {"tangents", SECONDS, spent, TANGENTS},
    {"transforms", SECONDS, spent, TRANSFORMS},
    {"rest", SECONDS, spent, REST},
    {"ready", SECONDS, spent, READY},
    {"iterations", NONE, total, AM_WALK_ITERATIONS},
    {"evaluations", NONE, spent, EVALUATIONS},
    {"memory", BYTE, spent, BYTES},
    {"paper_total", SECONDS, published, TOTAL},
    {"paper_law", SECONDS, published, LAW},
    {"paper_tangents", SECONDS, published, TANGENTS}};

static bool is_controlled(const am_composite *s, const am_variant *v) {
  return v->controls && v->scheme != s->against;
}

/* Cells that tell variants apart. */
enum { LABELS_MOST = 5 };

static void label_variant(const entry *e, am_table_row row) {
  am_variant_cells(e->variant, row);
}

static void label_times(const entry *e, am_table_row row) {
  const am_swept_keys *keys = &e->study->keys;
  row.values[0] = e->variant->steps;
  row.texts[1] = e->variant->scheme->name;
  row.texts[2] = am_swept_value(keys, e->combination, AM_KEY_STRATEGY);
  row.texts[3] = am_swept_value(keys, e->combination, AM_KEY_REFERENCE);
  if (e->walk) row.texts[4] = e->walk->engine;
}

static const char *const variant_labels[] = {AM_VARIANT_NAMES, NULL};
static const char *const times_labels[] = {"steps", "scheme", "strategy",
                                           "reference", "engine", NULL};

/* Which variants a table has, with the cells that tell them apart, behind
 * which come the keys of --over; its columns; the status comes last. */
static const struct {
  /* NULL: all */
  bool (*has)(const am_composite *s, const am_variant *variant);
  void (*label)(const entry *e, am_table_row row);
  const char *const *labels; /* closed by NULL */
  const column *columns;     /* [count] */
  size_t count;
  am_tangents_asked tangents;
  bool basic;            /* of runs by the basic scheme of iteration */
  bool each_step;        /* a row for each loading step, else one in all */
  bool each_combination; /* also with other strategies and references */
  partner partner;       /* of `difference` */
} tables[AM_PARTS] = {
#define COLUMNS(columns) columns, COUNT(columns)
    [AM_PART_ITERATIONS] = {am_composite_plain, label_variant, variant_labels,
                            COLUMNS(iterations), .basic = false},
    [AM_PART_BASIC] = {am_composite_timed, label_variant, variant_labels,
                       COLUMNS(iterations), .basic = true},
    [AM_PART_STEPS] = {am_composite_plain, label_variant, variant_labels,
                       COLUMNS(steps), .each_step = true, .partner = FINEST},
    [AM_PART_ACCURACY] = {NULL, label_variant, variant_labels,
                          COLUMNS(accuracy), .basic = false},
    [AM_PART_TANGENTS] = {am_composite_plain, label_variant, variant_labels,
                          COLUMNS(tangent_steps), .each_step = true,
                          .tangents = AM_TANGENTS_WITH},
    [AM_PART_CONTROL] = {is_controlled, label_variant, variant_labels,
                         COLUMNS(control), .each_step = true,
                         .partner = AGAINST},
    [AM_PART_TIMES] = {am_composite_timed, label_times, times_labels, COLUMNS(times),
                       .tangents = AM_TANGENTS_WITHOUT,
                       .each_combination = true},
};

/* Differences of <sigma_xx> from the partner [rows of the walk]; NaN where the
 * partner has no such time, or there is none. */
static double *differences_from(am_arena *arena, const entry *e,
                                partner which) {
  const am_job *other = partner_of(e, which);
  const am_cell_walk *walk = other ? other->result : NULL;
  const am_table *a = e->walk->rows, *b = walk ? walk->rows : NULL;
  double *apart = AM_ARRAY(arena, double, a->rows);
  for (size_t i = 0; i < a->rows; i++) apart[i] = NAN;
  for (size_t i = 0, j = 0; b && am_common_time(a, b, &i, &j); i++, j++)
    apart[i] = a->values[i * a->columns + AM_WALK_STRESS] -
               b->values[j * b->columns + AM_WALK_STRESS];
  return apart;
}

/* A row that says how its variant has ended; values: with numbers. */
static void add_variant_row(am_table *table, am_part part, const entry *e,
                            bool values, const char *status) {
  const am_composite *s = e->study;
  size_t first = table->columns - 1 - tables[part].count;
  size_t keys = s->keys.count - s->own_keys;
  am_table_row row = am_table_add_empty(table);
  tables[part].label(e, row);
  am_swept_cells(&s->keys, e->combination, s->own_keys,
                 am_table_row_behind(row, first - keys));
  for (size_t c = 0; c < tables[part].count && values; c++) {
    const column *from = &tables[part].columns[c];
    row.values[first + c] = from->value(e, from->which);
  }
  row.texts[table->columns - 1] = status;
}

/* A variant's rows; one that has not come to the end has one more, which says
 * why. */
static void add_steps(am_table *table, am_part part, entry *e) {
  size_t rows = e->walk ? e->walk->rows->rows : 0;
  if (e->walk)
    e->differences =
        differences_from(table->arena, e, tables[part].partner);
  for (e->row = 0; e->row < rows; e->row++)
    add_variant_row(table, part, e, true, "ok");
  if (e->job->status != AM_OK)
    add_variant_row(table, part, e, false,
                    e->job->ended ? am_status_text(e->job) : "stopped");
}

static am_table *tabulate_part(am_arena *arena, const am_composite *s,
                               am_part part) {
  const am_cell_walk *any = am_composite_any(s);
  const char *const *own = any ? any->rows->units : NULL;
  const char *const unit_of[] = {[TIME] = own ? own[AM_WALK_TIME] : NULL,
                                 [STRESS] = own ? own[AM_WALK_STRESS] : NULL,
                                 [SECONDS] = "s", [BYTE] = "byte"};
  size_t most = LABELS_MOST + s->keys.count + tables[part].count + 1, n = 0;
  const char **names = AM_ARRAY(arena, const char *, most);
  const char **units = AM_ARRAY(arena, const char *, most);
  for (const char *const *l = tables[part].labels; *l; l++) names[n++] = *l;
  for (size_t k = s->own_keys; k < s->keys.count; k++)
    names[n++] = s->keys.items[k].key;
  for (size_t c = 0; c < tables[part].count; c++) {
    units[n] = unit_of[tables[part].columns[c].unit];
    names[n++] = tables[part].columns[c].name;
  }
  names[n++] = "status";
  am_table *table = am_table_new(arena, names, units, n);
  size_t combinations = tables[part].each_combination
                            ? s->keys.combinations
                            : s->plain_combinations;
  for (size_t i = 0; i < s->variants.count; i++)
    for (size_t c = 0; c < combinations; c++) {
      const am_variant *variant = &s->variants.items[i];
      const am_job *job = job_of(s, variant, c, tables[part].tangents,
                                 tables[part].basic);
      if (!job || (tables[part].has && !tables[part].has(s, variant)))
        continue;
      entry e = {.study = s, .variant = variant, .combination = c,
                 .job = job, .walk = job->result};
      if (tables[part].each_step)
        add_steps(table, part, &e);
      else if (job->ended)
        add_variant_row(table, part, &e, job->status == AM_OK,
                        am_status_text(job));
    }
  return table;
}

am_study_tables am_composite_tables(am_arena *arena, const am_composite *s) {
  am_study_tables t = {.tables = AM_ARRAY(arena, am_study_table, AM_PARTS)};
  for (int p = 0; p < AM_PARTS; p++)
    if (s->part[p])
      t.tables[t.count++] = (am_study_table){
          am_part_names[p], tabulate_part(arena, s, (am_part)p)};
  return t;
}
