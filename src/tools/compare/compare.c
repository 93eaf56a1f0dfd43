/* compare.c: compares two result files point by point, row by row. */
#include "compare/compare.h"

static const double LARGEST = 1e300; /* largest x */

/* One point of both files, row by row. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_compare_request *request;
  am_difference *d;
  size_t columns[2]; /* indices of x */
  double *x[2];      /* rows of the files, not decreasing */
  bool along;        /* x is replaced by its accumulated change */
  double sign;       /* -1 if x decreases in the files */
  size_t *rows;       /* [pairs] rows of B … */
  am_between *places; /* [pairs] … and their positions in A */
  size_t pairs;
  am_norm *norms;    /* [d->count] */
  const size_t *groups; /* quantity of each column of B */
  double *scales;
} comparing;

static const char *file_name(const comparing *c, int file) {
  return am_quoted(c->arena, c->d->files[file]->path);
}

/* " of point 7" for files with several points. */
static const char *of_point(const comparing *c, int file, long point) {
  const am_archive_results *archive = c->d->files[file]->archive;
  return archive && archive->layout->points > 1
             ? am_format(c->arena, " of point %ld", point + 1)
             : "";
}

static am_status wrong_x(const comparing *c, int file, long point,
                         size_t row) {
  const double *x = c->x[file];
  const am_place place = am_results_place(c->arena, c->d->files[file],
                                          (long)row, c->columns[file]);
  const char *where = am_format(c->arena, "%s, row %zu%s", file_name(c, file),
                                row + 1, of_point(c, file, point));
  if (!(fabs(x[row]) <= LARGEST))
    return am_error(c->report, AM_INPUT, place,
                    "%s: %s must be a number of magnitude at most %g", where,
                    c->d->x, LARGEST);
  return am_error(c->report, AM_INPUT, place,
                  "%s: %s is %.15g, expected at %s %.15g, the value of the "
                  "previous row", where, c->d->x, c->sign * x[row],
                  c->sign < 0 ? "most" : "least", c->sign * x[row - 1]);
}

/* Reads x.  Time never decreases; another x may decrease in both files or be
 * replaced by its accumulated change. */
static am_status read_x(comparing *c, int file, long point) {
  const am_table *table = c->d->files[file]->table;
  const double *value = table->values + c->columns[file];
  double *x = c->x[file], before = *value, way = 0;
  for (size_t i = 0; i < table->rows; i++, value += table->columns) {
    x[i] = c->sign * *value;
    if (!(fabs(x[i]) <= LARGEST) || (!c->along && i && x[i] < x[i - 1]))
      return wrong_x(c, file, point, i);
    way += fabs(*value - before);
    before = *value;
    if (c->along) x[i] = way;
  }
  return AM_OK;
}

/* True if x reverses in a file, as the strain of a loop does. */
static bool turns_back(const comparing *c) {
  bool turns = false;
  for (int f = 0; f < 2 && strcmp(c->d->x, "time"); f++) {
    const am_table *table = c->d->files[f]->table;
    turns |= am_turns_back(
        am_table_values(c->arena, table, (long)c->columns[f]), table->rows);
  }
  return turns;
}

static am_status nothing_common(const comparing *c, long point) {
  double s = c->sign;
  const double *a = c->x[0], *b = c->x[1];
  size_t last_a = c->d->files[0]->table->rows - 1;
  size_t last_b = c->d->files[1]->table->rows - 1;
  return am_error(c->report, AM_INPUT, am_nowhere,
                  "no row of %s lies in the range of %s%s: %s runs from %.9g "
                  "to %.9g and from %.9g to %.9g, respectively",
                  file_name(c, 1), file_name(c, 0), of_point(c, 1, point),
                  c->d->matched, s * b[0], s * b[last_b], s * a[0],
                  s * a[last_a]);
}

static size_t count_outside(const am_timeline *line, const am_timeline *of) {
  size_t outside = 0;
  for (size_t i = 0; i < line->count; i++)
    outside += line->x[i] < of->x[0] - of->slack ||
               line->x[i] > of->x[of->count - 1] + of->slack;
  return outside;
}

/* Finds the positions of the rows of B in A. */
static am_status pair_rows(comparing *c, long point) {
  am_timeline a = am_timeline_of(c->x[0], c->d->files[0]->table->rows);
  am_timeline b = am_timeline_of(c->x[1], c->d->files[1]->table->rows);
  if (!(a.slack > 0)) a.slack = b.slack;
  b.slack = a.slack;
  c->pairs = 0;
  for (size_t i = 0; i < b.count; i++) {
    am_between place;
    size_t later = am_timeline_later(&b, i, b.slack);
    if (!am_timeline_between(&a, b.x[i], later, &place)) continue;
    c->rows[c->pairs] = i;
    c->places[c->pairs++] = place;
    c->d->between += place.weight > 0;
  }
  c->d->rows += (double)c->pairs;
  c->d->outside[0] += (double)count_outside(&a, &b);
  c->d->outside[1] += (double)count_outside(&b, &a);
  return c->pairs ? AM_OK : nothing_common(c, point);
}

/* Updates the worst entry relative to its bound, and the largest difference. */
static void judge_entry(const comparing *c, am_column_difference *column,
                        am_entry entry, long point) {
  const am_compare_request *request = c->request;
  double size = request->largest         ? c->scales[column->b]
                : isnan(entry.reference) ? 0
                                         : fabs(entry.reference);
  double difference = fabs(entry.ours - entry.reference);
  entry.bound = request->absolute + request->relative * size;
  if (isnan(difference)) column->missing++;
  if (am_entry_judge(&column->worst, &column->ratio, &entry))
    column->worst_point = point + 1;
  if (!(difference > column->difference) && column->largest_point) return;
  if (isnan(difference)) return;
  column->difference = difference;
  column->largest = entry;
  column->largest_point = point + 1;
}

/* Value of A in a column, interpolated between its rows. */
static double interpolate(const am_table *a, size_t column,
                          const am_between *place) {
  const double *value = a->values + place->row * a->columns + column;
  if (!(place->weight > 0)) return *value;
  return (1 - place->weight) * *value + place->weight * value[a->columns];
}

static void compare_column(comparing *c, size_t i, long point) {
  am_column_difference *column = &c->d->columns[i];
  const am_table *a = c->d->files[0]->table, *b = c->d->files[1]->table;
  c->norms[i].begun = false;
  for (size_t k = 0; k < c->pairs; k++) {
    size_t row = c->rows[k];
    double x = c->x[1][row];
    am_entry entry = {
        .at = c->sign * x,
        .ours = interpolate(a, column->a, &c->places[k]),
        .reference = b->values[row * b->columns + column->b]};
    am_norm_add(&c->norms[i], x, entry.ours, entry.reference);
    if (!isnan(entry.ours) || !isnan(entry.reference))
      judge_entry(c, column, entry, point);
  }
}

static am_status compare_point(comparing *c, long point) {
  for (int f = 0; f < 2; f++)
    AM_TRY(am_results_point(c->d->files[f], c->report, point));
  const am_table *b = c->d->files[1]->table;
  const double *first = b->values + c->columns[1];
  const double *last = first + (b->rows - 1) * b->columns;
  if (!c->d->points && turns_back(c)) {
    c->along = true;
    c->d->matched = am_format(c->arena, "path length of %s", c->d->x);
  }
  c->sign = !c->along && *last < *first && strcmp(c->d->x, "time") ? -1 : 1;
  for (int f = 0; f < 2; f++) AM_TRY(read_x(c, f, point));
  AM_TRY(pair_rows(c, point));
  if (c->request->largest) am_quantity_scales(b, c->groups, c->scales);
  for (size_t i = 0; i < c->d->count; i++) compare_column(c, i, point);
  return AM_OK;
}

/* Compares points first … end - 1. */
static am_status compare_points(comparing *c, long first, long end) {
  for (long point = first; point < end; point++) {
    if (am_arena_stopped(c->arena))
      return am_error(c->report, AM_FAILED, am_nowhere,
                      "stopped after %ld of %ld points", point - first,
                      end - first);
    AM_TRY(compare_point(c, point));
    c->d->points++;
    am_report_count(c->report, (double)c->d->points, (double)(end - first));
  }
  return AM_OK;
}

static long points_of(const am_results *file) {
  return file->archive ? file->archive->layout->points : 1;
}

/* Selects the points first … end - 1: the requested point, or the points of
 * both files, which should have the same number. */
static am_status choose_points(const comparing *c, long *first, long *end) {
  am_results *const *files = c->d->files;
  long point = c->request->point;
  *first = point ? point - 1 : 0;
  *end = point ? point
         : files[0]->points < files[1]->points ? files[0]->points
                                               : files[1]->points;
  if (point && !files[0]->archive && !files[1]->archive)
    return am_error(c->report, AM_USAGE, am_nowhere,
                    "--point needs the HDF5 file of a batch");
  for (int f = 0; f < 2; f++)
    if (files[f]->archive && point > files[f]->points)
      return am_error(c->report, AM_USAGE, am_nowhere,
                      "no point %ld in %s, which has %ld points", point,
                      file_name(c, f), files[f]->points);
  for (int f = 0; point && f < 2; f++)
    files[f]->most = 1; /* reads no further points */
  if (point || points_of(files[0]) == points_of(files[1])) return AM_OK;
  return am_error(c->report, AM_INPUT, am_nowhere,
                  "%s has %ld point%s and %s has %ld: expected equal numbers; "
                  "compare one point with --point K",
                  file_name(c, 0), points_of(files[0]),
                  points_of(files[0]) == 1 ? "" : "s", file_name(c, 1),
                  points_of(files[1]));
}

static void find_norms(comparing *c) {
  am_difference *d = c->d;
  for (size_t i = 0; i < d->count; i++) {
    am_column_difference *column = &d->columns[i];
    column->l2 = am_norm_l2(&c->norms[i], &column->relative);
    column->area = (double)c->norms[i].difference.area /
                   (double)(d->points ? d->points : 1);
    column->good = column->ratio < 0 || column->worst.good;
    d->bad += !column->good;
  }
}

am_status am_compare(am_arena *arena, am_report *report, const char *path_a,
                     const char *path_b, const am_compare_request *request,
                     am_difference *d) {
  comparing c = {.arena = arena, .report = report, .request = request, .d = d};
  long first, end;
  *d = (am_difference){0};
  AM_TRY(am_results_open(arena, report, path_a, &d->files[0]));
  AM_TRY(am_results_open(arena, report, path_b, &d->files[1]));
  AM_TRY(choose_points(&c, &first, &end));
  AM_TRY(am_compare_match(arena, report, request, d, c.columns));
  const am_table *b = d->files[1]->table;
  for (int f = 0; f < 2; f++)
    c.x[f] = AM_ARRAY(arena, double, d->files[f]->table->rows);
  c.rows = AM_ARRAY(arena, size_t, b->rows);
  c.places = AM_ARRAY(arena, am_between, b->rows);
  c.norms = AM_ARRAY(arena, am_norm, d->count);
  c.scales = AM_ARRAY(arena, double, b->columns);
  c.groups = am_quantity_groups(arena, b->names, b->columns);
  am_status status = compare_points(&c, first, end);
  find_norms(&c);
  return status;
}

/* ---- norms of differences of piecewise linear curves --------------------- */

/* Adds a value f after the last one p; integrals of a linear f are in closed
 * form. */
static void add_value(am_norm_sums *sums, double step, long double f) {
  long double p = sums->last, size = fabsl(p) + fabsl(f);
  sums->sum += f * f;
  sums->last = f;
  if (!(step > 0)) return;
  bool crosses = (p < 0) != (f < 0) && size > 0;
  sums->square += step * (p * p + p * f + f * f) / 3;
  sums->area += step * (crosses ? (p * p + f * f) / (2 * size) : size / 2);
}

void am_norm_add(am_norm *norm, double x, double a, double b) {
  double step = norm->begun ? x - norm->x : 0;
  norm->begun = !isnan(a / 2 - b / 2);
  if (!norm->begun) return;
  add_value(&norm->difference, step, (long double)a - b);
  add_value(&norm->reference, step, b);
  norm->length += step;
  norm->count++;
  norm->x = x;
}

double am_norm_l2(const am_norm *norm, double *relative) {
  const am_norm_sums *d = &norm->difference, *r = &norm->reference;
  bool whole = norm->length > 0;
  long double square = whole ? d->square : d->sum;
  long double reference = whole ? r->square : r->sum;
  *relative = !(square > 0)   ? 0
              : reference > 0 ? (double)sqrtl(square / reference)
                              : NAN;
  return square > 0
             ? (double)sqrtl(square / (whole ? norm->length : norm->count))
             : 0;
}
