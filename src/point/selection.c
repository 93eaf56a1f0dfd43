/* selection.c: the rows that a case wants. */
#include "point/selection.h"

#include <math.h>

#include "base/text.h"

/* Times agree to this part of the whole duration. */
static const double tolerance = 1e-9;

static void select_row(am_selection *selection, long place, long row,
                       double time) {
  selection->rows[place] = row;
  selection->times[place] = time;
}

/* What a pass over the path's rows selects. */
typedef struct {
  am_report *report;
  const am_case *description;
  am_selection *selection;
  double slack;
  size_t next;   /* of the listed times */
  bool found;    /* has it a row already? */
  double before; /* time of the row before */
  long last;     /* the last row */
} pass;

static am_status no_such_time(const pass *p, double after) {
  const am_case *description = p->description;
  return am_error(p->report, AM_INPUT, description->time_places[p->next],
                  "no loading step ends at the output time %.15g: %s",
                  description->time_list[p->next],
                  after > p->before
                      ? am_format(p->report->arena,
                                  "one ends at %.15g, the next at %.15g",
                                  p->before, after)
                      : am_format(p->report->arena, "the last ends at %.15g",
                                  p->before));
}

/* Of several rows at a time (a jump) the last one is taken. */
static am_status choose_listed(pass *p, long row, double time) {
  const am_case *description = p->description;
  while (p->next < description->time_count) {
    double wanted = description->time_list[p->next];
    if (time < wanted - p->slack) break;
    if (time <= wanted + p->slack) {
      select_row(p->selection, (long)p->next, row, time);
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

static am_status choose_row(pass *p, long row, double time) {
  am_case_times wanted = p->description->times;
  if (wanted == AM_TIMES_GIVEN) return choose_listed(p, row, time);
  if (wanted == AM_TIMES_ALL) select_row(p->selection, row, row, time);
  if (wanted == AM_TIMES_LAST && row == p->last)
    select_row(p->selection, 0, row, time);
  return AM_OK;
}

static am_status choose_rows(pass *p, am_path *path) {
  am_target step;
  bool more = true;
  long row = 0;
  p->before = am_path_start(path);
  AM_TRY(choose_row(p, 0, am_path_start(path)));
  for (;;) {
    AM_TRY(am_path_next_step(path, p->report, &step, &more));
    if (!more) break;
    AM_TRY(choose_row(p, ++row, step.time));
  }
  p->next += p->found;
  if (p->description->times != AM_TIMES_GIVEN ||
      p->next == p->description->time_count)
    return AM_OK;
  return no_such_time(p, p->before);
}

am_status am_selection_new(am_arena *arena, am_report *report,
                           const am_case *description, am_path *path,
                           bool listed, am_selection *selection) {
  double steps = am_path_steps(path);
  double span = am_path_end(path) - am_path_start(path);
  pass p = {.report = report, .description = description,
            .selection = selection, .slack = tolerance * fabs(span),
            .last = (long)steps};
  *selection = (am_selection){.count = p.last + 1};
  if (description->times == AM_TIMES_ALL && !listed) return AM_OK;
  if (description->times == AM_TIMES_LAST) selection->count = 1;
  if (description->times == AM_TIMES_GIVEN)
    selection->count = (long)description->time_count;
  if (listed && selection->count > AM_ROWS_MOST)
    return am_error(report, AM_INPUT, am_nowhere,
                    "%ld rows for each point are more than the %d allowed: "
                    "choose some with output.times",
                    selection->count, (int)AM_ROWS_MOST);
  selection->rows = AM_ARRAY(arena, long, selection->count);
  selection->times = AM_ARRAY(arena, double, selection->count);
  const am_place *timed = am_path_timed(path);
  selection->at_end = timed && description->times == AM_TIMES_LAST;
  if (timed && description->times == AM_TIMES_GIVEN)
    return am_error(report, AM_INPUT, *timed,
                    "the end of this segment depends on where the point is: "
                    "output.times cannot be a list");
  if (timed) return AM_OK;
  am_path_restart(path);
  AM_TRY(choose_rows(&p, path));
  am_path_restart(path);
  return AM_OK;
}

long am_selection_find(const am_selection *selection, long row) {
  long low = 0, high = selection->count;
  if (selection->at_end) return -1;
  if (!selection->rows) return row;
  while (low < high) {
    long middle = low + (high - low) / 2;
    if (selection->rows[middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low < selection->count && selection->rows[low] == row ? low : -1;
}
