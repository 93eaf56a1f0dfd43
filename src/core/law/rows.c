/* rows.c: matrices and tables of scalars, and individual entries of lists and
 * matrices. */
#include "law/reader.h"

enum { XY = 2, MOST_NUMBERS = 1000000 };

bool am_parameter_has_rows(const am_parameter *p) { return p->columns != 0; }

static const char *what_of(am_report *report, const am_parameter *p) {
  return am_format(report->arena, "%s '%s'", p->outside ? "table" : "matrix",
                   p->name);
}

/* Checks that the x of a table increases; `place` of row i. */
static am_status check_row(am_report *report, const am_parameter *p, int i,
                           am_place place) {
  const double *row = p->values + XY * i;
  if (!p->outside || i == 0 || row[0] > row[-XY]) return AM_OK;
  return am_error(report, AM_INPUT, place,
                  "x must be strictly increasing in %s: %.15g follows %.15g",
                  what_of(report, p), row[0], row[-XY]);
}

static am_status check_count(am_report *report, const am_parameter *p,
                             size_t rows, am_place place) {
  size_t least = p->outside ? 2 : 1;
  size_t most = p->outside ? AM_MOST_ROWS : MOST_NUMBERS;
  if (rows >= least && rows <= most) return AM_OK;
  return am_error(report, AM_INPUT, place,
                  rows < least ? "expected %s to have at least %zu row%s, "
                                 "found %zu"
                               : "expected %s to have at most %zu row%s, "
                                 "found %zu",
                  what_of(report, p), rows < least ? least : most,
                  rows < least && least == 1 ? "" : "s", rows);
}

static am_status check_width(am_report *report, const am_yaml *row,
                             const am_parameter *p, size_t columns) {
  AM_TRY(am_yaml_expect(report, row, AM_YAML_SEQUENCE,
                        am_format(report->arena, "a row of %s",
                                  what_of(report, p))));
  if (row->count == columns && row->count > 0) return AM_OK;
  const char *of = what_of(report, p);
  if (p->outside)
    return am_error(report, AM_INPUT, row->place,
                    "expected a row of %s to have two numbers, x and y, found "
                    "%zu",
                    of, row->count);
  return am_error(report, AM_INPUT, row->place,
                  "expected the rows of %s to have %zu number%s, like the "
                  "first, found %zu",
                  of, columns ? columns : 1, columns > 1 ? "s" : "",
                  row->count);
}

am_status am_rows_read(am_arena *arena, am_report *report,
                       const am_yaml *node, am_parameter *p) {
  const char *what = what_of(report, p);
  AM_TRY(am_yaml_expect(report, node, AM_YAML_SEQUENCE, what));
  AM_TRY(check_count(report, p, node->count, node->place));
  size_t columns = p->outside ? XY : node->items[0]->count;
  for (size_t i = 0; i < node->count; i++)
    AM_TRY(check_width(report, node->items[i], p, columns));
  p->length = (int)node->count;
  p->columns = (int)columns;
  p->numbers = p->length * p->columns;
  p->values = AM_ARRAY(arena, double, p->numbers);
  for (int i = 0; i < p->numbers; i++)
    AM_TRY(am_yaml_number(report, node->items[i / p->columns]
                                      ->items[i % p->columns],
                          what, &p->values[i]));
  for (int i = 0; i < p->length; i++)
    AM_TRY(check_row(report, p, i, node->items[i]->place));
  return AM_OK;
}

/* ---- from a file --------------------------------------------------------- */

/* Finds the columns of x and y. */
static am_status find_columns(am_report *report, const am_table *file,
                              const am_yaml *names, const am_parameter *p,
                              long found[XY]) {
  am_place head = am_csv_place(report->arena, file, -1, 0);
  if (!names && file->columns < XY)
    return am_error(report, AM_INPUT, head,
                    "expected two columns, x and y, for %s, found one",
                    what_of(report, p));
  if (names && (names->kind != AM_YAML_SEQUENCE || names->count != XY))
    return am_error(report, AM_INPUT, names->place,
                    "expected 'columns' to name two columns of the file, for x "
                    "and y");
  for (int i = 0; i < XY; i++) {
    const char *name;
    found[i] = i;
    if (!names) continue;
    AM_TRY(am_yaml_text(report, names->items[i], "a column", &name));
    found[i] = am_table_column(file, name);
    if (found[i] < 0)
      return am_error(report, AM_INPUT, names->items[i]->place,
                      "'%s' has no column %s%s", file->origin->source->name,
                      am_quoted(report->arena, name),
                      am_suggestion(report->arena, name, file->names,
                                    file->columns));
  }
  return AM_OK;
}

am_status am_rows_from_file(am_arena *arena, am_report *report,
                            const am_table *file, const am_yaml *columns,
                            am_parameter *p) {
  long at[XY];
  const am_table_wanted y = {what_of(report, p), p->unit, "the material"};
  AM_TRY(find_columns(report, file, columns, p, at));
  AM_TRY(am_table_take_unit(report, file, (size_t)at[1], &y));
  AM_TRY(check_count(report, p, file->rows,
                     (am_place){.source = file->origin->source}));
  p->length = (int)file->rows;
  p->numbers = p->length * XY;
  p->values = AM_ARRAY(arena, double, p->numbers);
  for (int i = 0; i < p->length; i++) {
    for (int k = 0; k < XY; k++) {
      double value = file->values[(size_t)i * file->columns + (size_t)at[k]];
      p->values[XY * i + k] = value;
      if (isnan(value))
        return am_error(report, AM_INPUT,
                        am_csv_place(arena, file, i, (size_t)at[k]),
                        "expected a number of %s, found nothing",
                        what_of(report, p));
    }
    AM_TRY(check_row(report, p, i,
                     am_csv_place(arena, file, i, (size_t)at[0])));
  }
  return AM_OK;
}

/* ---- individual entries -------------------------------------------------- */

static bool is_index(const char *key) {
  return *key && strspn(key, "0123456789") == strlen(key);
}

bool am_has_entries(const am_yaml *node, const am_parameter *p) {
  bool all = node->kind == AM_YAML_MAPPING && node->count > 0;
  for (size_t i = 0; all && i < node->count; i++)
    all = is_index(node->items[i]->key);
  return all && p->length >= 0 && p->kind == AM_SCALAR;
}

/* Index from 0 of the member selected by a key, out of `count`; `words` names
 * the members in messages. */
static am_status find_member(am_report *report, const am_yaml *item,
                             const char *words, int count, int *member) {
  long i = is_index(item->key) ? strtol(item->key, NULL, 10) : 0;
  *member = (int)i - 1;
  if (i >= 1 && i <= count) return AM_OK;
  return am_error(report, AM_INPUT, item->key_place,
                  "expected an index from 1 to %d of one of the %s, found %s",
                  count, words, am_quoted(report->arena, item->key));
}

am_status am_entries_read(am_arena *arena, am_report *report,
                          const am_yaml *node, am_parameter *p) {
  double *values = AM_ARRAY(arena, double, p->numbers);
  memcpy(values, p->values, (size_t)p->numbers * sizeof *values);
  p->values = values;
  const char *what = am_format(arena, "%s '%s'", p->what, p->name);
  for (size_t i = 0; i < node->count; i++) {
    const am_yaml *item = node->items[i];
    int row, column = 0, width = p->columns ? p->columns : 1;
    AM_TRY(find_member(report, item, p->columns ? "rows" : "members",
                       p->length, &row));
    if (!p->columns) {
      AM_TRY(am_yaml_number(report, item, what, &values[row]));
      continue;
    }
    AM_TRY(am_yaml_expect(report, item, AM_YAML_MAPPING,
                          am_format(arena, "a row of %s", what)));
    for (size_t k = 0; k < item->count; k++) {
      const am_yaml *entry = item->items[k];
      AM_TRY(find_member(report, entry, "columns", width, &column));
      AM_TRY(am_yaml_number(report, entry, what,
                            &values[row * width + column]));
    }
  }
  for (int i = 0; p->columns && i < p->length; i++)
    AM_TRY(check_row(report, p, i, node->place));
  return AM_OK;
}
