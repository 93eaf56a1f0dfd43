/* match.c: matches the columns of two files. */
#include "compare/compare.h"

typedef struct {
  am_arena *arena;
  am_report *report;
  const char **wanted; /* [wanted_count] names or prefixes; 0: all */
  size_t wanted_count;
  am_difference *d;
} matching;

static const am_table *table_of(const matching *m, int file) {
  return m->d->files[file]->table;
}

static const char *file_name(const matching *m, int file) {
  return am_quoted(m->arena, m->d->files[file]->path);
}

static am_status check_units(const matching *m, size_t a, size_t b) {
  const char *units[] = {am_table_unit(table_of(m, 0), (long)a),
                         am_table_unit(table_of(m, 1), (long)b)};
  const char *name = table_of(m, 0)->names[a];
  if (am_table_same_unit(name, units[0], units[1])) return AM_OK;
  int csv = m->d->files[0]->archive ? 1 : 0;
  return am_error(m->report, AM_INPUT,
                  am_results_place(m->arena, m->d->files[csv], -1, csv ? b : a),
                  "the unit of %s is %s in %s, but %s in %s",
                  am_printable(m->arena, name, strlen(name)),
                  am_quoted(m->arena, units[0]), file_name(m, 0),
                  am_quoted(m->arena, units[1]), file_name(m, 1));
}

/* Reports a name of the command line that is neither a column nor a quantity of
 * this file. */
static am_status report_missing(const matching *m, int file, const char *name) {
  const am_table *table = table_of(m, file);
  size_t count = table->columns;
  const char **known = AM_ARRAY(m->arena, const char *, 2 * count);
  for (size_t i = 0; i < count; i++) {
    known[i] = table->names[i];
    known[count + i] = am_column_quantity(m->arena, table->names[i]);
  }
  return am_error(m->report, AM_INPUT, am_nowhere, "%s has no column %s%s%s",
                  file_name(m, file), am_quoted(m->arena, name),
                  am_suggestion(m->arena, name, known, 2 * count),
                  strcmp(name, "time") ? "" : "; choose another column with "
                                              "--x");
}

/* Splits the list of requested names. */
static am_status read_wanted(matching *m, const char *list) {
  while (list) {
    size_t length = strcspn(list, ",");
    const char *name =
        am_column_canonical(m->arena, am_copy(m->arena, list, length));
    if (!*name)
      return am_error(m->report, AM_USAGE, am_nowhere,
                      "expected column names separated by commas, found an "
                      "empty name");
    AM_PUSH(m->arena, m->wanted, m->wanted_count, name);
    list = list[length] ? list + length + 1 : NULL;
  }
  return AM_OK;
}

/* True if a request selects the column: by name, prefix, or as a group of
 * derived columns. */
static bool is_meant(const matching *m, const char *name, const char *wanted) {
  size_t count;
  const am_derived *group = am_derived_requested(m->arena, wanted, &count);
  for (size_t i = 0; i < count; i++)
    if (!strcmp(group[i].name, name)) return true;
  return am_column_begins(name, wanted) &&
         !am_derived_requested(m->arena, name, &count);
}

static bool is_any_wanted(const matching *m, const char *name) {
  for (size_t i = 0; i < m->wanted_count; i++)
    if (is_meant(m, name, m->wanted[i])) return true;
  return !m->wanted_count;
}

/* Each requested name must select a column of both files. */
static am_status check_wanted(const matching *m) {
  for (size_t i = 0; i < m->wanted_count; i++)
    for (int f = 0; f < 2; f++) {
      const am_table *table = table_of(m, f);
      bool found = false;
      for (size_t k = 0; k < table->columns && !found; k++)
        found = is_meant(m, table->names[k], m->wanted[i]);
      if (!found) return report_missing(m, f, m->wanted[i]);
    }
  return AM_OK;
}

static void note_only(const matching *m, int file, const char *name) {
  m->d->only[file][m->d->only_count[file]++] = name;
}

static am_status match_columns(const matching *m, const size_t x[2]) {
  am_difference *d = m->d;
  const am_table *a = table_of(m, 0), *b = table_of(m, 1);
  bool *known = AM_ARRAY(m->arena, bool, a->columns);
  known[x[0]] = true;
  for (size_t i = 0; i < b->columns; i++) {
    if (i == x[1] || !is_any_wanted(m, b->names[i])) continue;
    long column = am_table_column(a, b->names[i]);
    if (column < 0) {
      note_only(m, 1, b->names[i]);
      continue;
    }
    known[column] = true;
    AM_TRY(check_units(m, (size_t)column, i));
    d->columns[d->count++] = (am_column_difference){
        .name = b->names[i], .unit = am_table_unit(b, (long)i),
        .a = (size_t)column, .b = i, .ratio = -1};
  }
  for (size_t i = 0; i < a->columns; i++)
    if (!known[i] && is_any_wanted(m, a->names[i]))
      note_only(m, 0, a->names[i]);
  return AM_OK;
}

am_status am_compare_match(am_arena *arena, am_report *report,
                           const am_compare_request *request,
                           am_difference *d, size_t x[2]) {
  matching m = {.arena = arena, .report = report, .d = d};
  d->x = am_column_canonical(arena, request->x ? request->x : "time");
  d->matched = d->x;
  AM_TRY(read_wanted(&m, request->columns));
  for (int f = 0; f < 2; f++) {
    am_results_derive(arena, d->files[f], d->x);
    for (size_t i = 0; i < m.wanted_count; i++)
      am_results_derive(arena, d->files[f], m.wanted[i]);
  }
  for (int f = 0; f < 2; f++) {
    long column = am_table_column(table_of(&m, f), d->x);
    if (column < 0) return report_missing(&m, f, d->x);
    x[f] = (size_t)column;
  }
  d->x_unit = am_table_unit(table_of(&m, 1), (long)x[1]);
  AM_TRY(check_units(&m, x[0], x[1]));
  AM_TRY(check_wanted(&m));
  d->columns = AM_ARRAY(arena, am_column_difference, table_of(&m, 1)->columns);
  for (int f = 0; f < 2; f++)
    d->only[f] = AM_ARRAY(arena, const char *, table_of(&m, f)->columns);
  AM_TRY(match_columns(&m, x));
  if (d->count) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "%s and %s have no common columns%s except %s",
                  file_name(&m, 0), file_name(&m, 1),
                  m.wanted_count ? " of those" : "",
                  am_printable(m.arena, d->x, strlen(d->x)));
}
