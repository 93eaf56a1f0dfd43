/* selection.c: chooses the output rows. */

#include "point/run.h"

/* Tolerance of times, relative to the whole duration. */
static const double tolerance = 1e-9;

/* Selection during a pass over all rows of the path. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_case *description;
  am_selection *selection;
  double slack;
  size_t next;   /* next listed time, or next row */
  size_t room, time_room;
  bool found;    /* a row for the next time was found */
  double before; /* time of the previous row */
  long last;     /* last row */
  long every;    /* spacing of selected rows */
  long most;     /* maximum number of rows */
} pass;

static void select_row(pass *p, size_t place, long row, double time) {
  am_selection *s = p->selection;
  AM_PUSH_ROOM(p->arena, s->rows, place, p->room);
  AM_PUSH_ROOM(p->arena, s->times, place, p->time_room);
  s->rows[place] = row;
  s->times[place] = time;
}

static am_status no_such_time(const pass *p, double after) {
  const am_case *description = p->description;
  return am_error(p->report, AM_INPUT, description->time_places[p->next],
                  "no loading step ends at the output time %.15g: %s",
                  description->time_list[p->next],
                  after > p->before
                      ? am_format(p->report->arena,
                                  "the nearest ones end at %.15g and %.15g",
                                  p->before, after)
                      : am_format(p->report->arena, "the last one ends at "
                                                    "%.15g",
                                  p->before));
}

/* Selects the last of several rows at the same time (a jump). */
static am_status choose_listed(pass *p, long row, double time) {
  const am_case *description = p->description;
  while (p->next < description->time_count) {
    double wanted = description->time_list[p->next];
    if (time < wanted - p->slack) break;
    if (time <= wanted + p->slack) {
      select_row(p, p->next, row, time);
      p->found = true;
      break;
    }
    if (!p->found) return no_such_time(p, time);
    p->next++;
    p->found = false;
  }
  p->before = time;
  return AM_OK;
}

/* left: last row of its segment. */
static am_status choose_row(pass *p, long row, bool left, double time) {
  am_case_times wanted = p->description->times;
  bool chosen = wanted == AM_TIMES_ALL || row == p->last;
  if (wanted == AM_TIMES_GIVEN) return choose_listed(p, row, time);
  if (wanted == AM_TIMES_SEGMENTS) chosen |= left;
  if (p->every) chosen |= row % p->every == 0;
  if (!chosen) return AM_OK;
  if ((long)p->next < p->most) select_row(p, p->next, row, time);
  p->next++;
  return AM_OK;
}

static am_status choose_rows(pass *p, am_path *path) {
  am_target step;
  bool more = true;
  long row = 0;
  p->before = am_path_start(path);
  AM_TRY(choose_row(p, 0, true, am_path_start(path)));
  for (;;) {
    AM_TRY(am_path_next_step(path, p->report, &step, &more));
    if (!more) break;
    AM_TRY(choose_row(p, ++row, step.left, step.time));
  }
  p->next += p->found;
  p->selection->count = (long)p->next;
  if (p->description->times != AM_TIMES_GIVEN ||
      p->next == p->description->time_count)
    return AM_OK;
  return no_such_time(p, p->before);
}

/* Spacing of selected rows; 0: rows are not evenly spaced. */
static long spacing(const am_case *description, long last) {
  if (description->times == AM_TIMES_EVERY) return description->every;
  if (description->times != AM_TIMES_EVENLY) return 0;
  long gaps = description->every - 1;
  return last > gaps ? (last + gaps - 1) / gaps : 1;
}

/* Lists the rows by number, if their numbers are known. */
static am_status select_open(const pass *p, const am_place *timed) {
  am_case_times wanted = p->description->times;
  p->selection->open = true;
  p->selection->every = wanted == AM_TIMES_ALL ? 1 : p->every;
  p->selection->segments = wanted == AM_TIMES_SEGMENTS;
  p->selection->last = timed ? -1 : p->last;
  if (wanted != AM_TIMES_GIVEN) return AM_OK;
  return am_error(p->report, AM_INPUT, *timed,
                  "output.times cannot be a list: the end of this segment "
                  "depends on the state");
}

/* Upper bound of the number of rows if end times differ between points; row
 * numbers replace times. */
static am_status number_rows(pass *p) {
  am_selection *s = p->selection;
  bool last = p->description->times == AM_TIMES_LAST;
  s->count = last ? 1 : p->every ? p->last / p->every + 2 : p->last + 1;
  if (s->count > p->most) return AM_OK;
  s->times = AM_ARRAY(p->arena, double, s->count);
  for (long i = 0; i < s->count; i++) s->times[i] = (double)i;
  return AM_OK;
}

am_status am_selection_new(am_arena *arena, am_report *report,
                           const am_case *description, am_path *path,
                           bool listed, am_selection *selection) {
  double steps = am_path_steps(path);
  double span = am_path_end(path) - am_path_start(path);
  pass p = {.arena = arena, .report = report, .description = description,
            .selection = selection, .slack = tolerance * fabs(span),
            .last = (long)steps, .most = listed ? AM_ROWS_MOST : LONG_MAX,
            .every = spacing(description, (long)steps)};
  *selection = (am_selection){.count = p.last + 1};
  if (description->peaks.line && (listed || description->microstructure))
    return am_error(report, AM_INPUT, description->peaks,
                    "'rows: peaks' is available only for 'automat run': select "
                    "rows with output.times, every or rows");
  if (description->times == AM_TIMES_ALL && !listed) return AM_OK;
  selection->at_end = description->times != AM_TIMES_GIVEN;
  const am_place *timed = am_path_timed(path);
  bool numbered = timed && listed && description->times != AM_TIMES_GIVEN;
  if (!numbered && (timed || (p.every && !listed)))
    return select_open(&p, timed);
  am_path_restart(path);
  AM_TRY(numbered ? number_rows(&p) : choose_rows(&p, path));
  am_path_restart(path);
  if (selection->count <= p.most) return AM_OK;
  return am_error(report, AM_INPUT, am_path_place(description),
                  "too many rows for each point: %ld, at most %d are allowed; "
                  "select some with output.times, every or rows",
                  selection->count, (int)AM_ROWS_MOST);
}

static int compare_rows(const void *left, const void *right) {
  long a = *(const long *)left, b = *(const long *)right;
  return (a > b) - (a < b);
}

long am_selection_find(const am_selection *selection, long row) {
  const long *rows = selection->rows;
  if (!rows) return row;
  const long *found = bsearch(&row, rows, (size_t)selection->count,
                              sizeof *rows, compare_rows);
  return found ? found - rows : -1;
}

bool am_selection_has(const am_selection *selection, long row, bool left) {
  if (!selection->open) return am_selection_find(selection, row) >= 0;
  return row == selection->last || (selection->segments && left) ||
         (selection->every && row % selection->every == 0);
}
