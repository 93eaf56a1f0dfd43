/* results.c: result files, point by point as tables. */
#include "compare/compare.h"

#include <string.h>

#include "base/text.h"
#include "output/archive.h"
#include "point/columns.h"

/* Values that are read ahead: 128 MiB. */
enum { AHEAD = 1 << 24, POINTS_AHEAD = 1 << 14 };

const char *am_results_name(am_arena *arena, const char *path) {
  return am_quoted(arena, path);
}

static am_status open_csv(am_arena *arena, am_report *report, am_results *r) {
  AM_TRY(am_csv_read(arena, report, r->path, am_nowhere, &r->table));
  const char **names = AM_ARRAY(arena, const char *, r->table->columns);
  for (size_t i = 0; i < r->table->columns; i++)
    names[i] = am_column_canonical(arena, r->table->names[i]);
  r->table->names = names;
  r->points = 1;
  return AM_OK;
}

static am_status open_archive(am_arena *arena, am_report *report,
                              am_results *r) {
  AM_TRY(am_archive_results_open(arena, report, r->path, &r->archive));
  const am_archive_results *a = r->archive;
  size_t count = 1, next = 1;
  for (int q = 0; q < a->quantity_count; q++)
    count += (size_t)a->quantities[q].count;
  const char **names = AM_ARRAY(arena, const char *, count);
  const char **units = AM_ARRAY(arena, const char *, count);
  names[0] = "time";
  units[0] = a->time_unit;
  for (int q = 0; q < a->quantity_count; q++)
    for (int c = 0; c < a->quantities[q].count; c++, next++) {
      /* What batch/store.c calls "internal/x", "derivative/x", "stress" is the
       * column x, derivative.x, stress, with its component. */
      const char *dataset = a->quantities[q].name;
      const char *component = a->quantities[q].components[c];
      static const char internal[] = "internal/";
      if (!strncmp(dataset, internal, sizeof internal - 1))
        dataset += sizeof internal - 1;
      char *name =
          am_format(arena, "%s%s%s", dataset, *component ? "." : "", component);
      for (char *slash = name; (slash = strchr(slash, '/'));) *slash = '.';
      names[next] = am_column_canonical(arena, name);
      units[next] = a->quantities[q].unit;
    }
  r->table = am_table_new(arena, names, units, count);
  double *row = AM_ARRAY(arena, double, count);
  for (long i = 0; i < a->rows; i++) am_table_add(r->table, row);
  r->points = a->done;
  r->most = AHEAD / (long)(count * (size_t)(a->rows ? a->rows : 1));
  if (r->most > POINTS_AHEAD) r->most = POINTS_AHEAD;
  if (r->most > r->points) r->most = r->points;
  if (r->most < 1) r->most = 1;
  r->block = am_arena_room(arena, (size_t)r->most * (size_t)a->rows * count *
                           sizeof *r->block);
  return AM_OK;
}

am_status am_results_open(am_arena *arena, am_report *report,
                          const char *path, am_results **results) {
  am_results *r = *results = AM_NEW(arena, am_results);
  r->path = path;
  AM_TRY(am_archive_is_named(path) ? open_archive(arena, report, r)
                                   : open_csv(arena, report, r));
  if (!r->table->rows)
    return am_error(report, AM_INPUT, am_nowhere, "%s has no rows",
                    am_results_name(arena, path));
  if (r->points) return AM_OK;
  return am_error(report, AM_INPUT, am_nowhere,
                  "%s has no points that are done",
                  am_results_name(arena, path));
}

am_status am_results_point(am_results *r, am_report *report, long point) {
  const am_archive_results *a = r->archive;
  if (!a) return AM_OK;
  if (point < r->first || point >= r->first + r->count) {
    double *block = r->block;
    r->first = point - point % r->most;
    r->count =
        r->points - r->first < r->most ? r->points - r->first : r->most;
    for (int q = 0; q < a->quantity_count; q++) {
      AM_TRY(
          am_archive_results_read(a, report, q, r->first, r->count, block));
      block += r->count * a->rows * a->quantities[q].count;
    }
  }

  size_t width = r->table->columns, column = 1;
  const double *values = r->block;
  for (long i = 0; i < a->rows; i++)
    r->table->values[(size_t)i * width] = a->times[i];
  for (int q = 0; q < a->quantity_count; q++) {
    size_t n = (size_t)a->quantities[q].count;
    const double *from =
        values + (size_t)(point - r->first) * (size_t)a->rows * n;
    for (size_t i = 0; i < (size_t)a->rows; i++)
      memcpy(r->table->values + i * width + column, from + i * n,
             n * sizeof *from);
    values += (size_t)r->count * (size_t)a->rows * n;
    column += n;
  }
  return AM_OK;
}
