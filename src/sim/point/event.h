/* event.h: loading steps that end where a condition begins to hold (the key
 * `until`).
 *
 * A loading step is looked at in its middle and at its end.  Where the
 * condition holds at one of them, the step is taken again and again, from its
 * start to a part of it with what is controlled going as far, until the time
 * where the condition begins to hold is known.  A step that fails is tried in
 * parts: the condition may end it before.
 *
 * Where derivatives by parameters p go along, those of the time t of an event
 * g(y(t, p)) = 0 follow from the implicit function theorem, dt/dp = -g_p/g_t,
 * and those of what is there are y_p + y_t dt/dp; y_p at a given duration is
 * the engine's, y_t and g_t are differences of the step itself, taken a little
 * shorter and longer. */
#ifndef AM_POINT_EVENT_H
#define AM_POINT_EVENT_H

#include "point/halving.h"
#include "point/quantity.h"

typedef struct am_events am_events;

/* What a loading step is, and how far it was taken. */
typedef struct {
  const am_condition *condition;
  double time, duration; /* at its start */
  const bool *stress_controlled;
  double from[AM_CONTROLLED_MOST], to[AM_CONTROLLED_MOST]; /* what is
                              controlled */
  am_stored stored;      /* energies at the start of the run */
  bool comes;            /* found: the condition holds … */
  double part;           /* … here, else 1 */
  bool passing;          /* found: it does not hold at the end any more */
  double *time_by;       /* [by] derivatives of the time by parameters, at the
                            start, and found: at the end; NULL: none */
} am_event_step;

/* Chooses the columns that the conditions of a case's path name; NULL: there
 * are none.  inputs: names in expressions of columns. */
AM_MUST_USE am_status am_events_new(am_arena *arena, am_report *report,
                                    const am_case *description,
                                    const am_law *law,
                                    const am_path_names *inputs,
                                    am_events **events);

/* Do the conditions of a case need dissipation and work? */
bool am_events_need_energies(am_arena *arena, const am_case *description);

/* AM_READ_... of the columns of conditions; events NULL: 0. */
unsigned am_events_read(const am_events *events);

/* Does the condition hold where the point is? */
bool am_event_holds(am_events *events, const am_condition *condition,
                    const am_record *record);

/* Like am_stepper_advance, up to the event. */
bool am_event_advance(am_events *events, am_stepper *stepper,
                      am_event_step *step);

/* Says what happens to a condition, the first time only. */
typedef enum {
  AM_EVENT_AT_ONCE,
  AM_EVENT_PASSING,
  AM_EVENT_NEVER,
  AM_EVENT_NEWS
} am_event_news;

void am_event_tell(am_events *events, am_report *report,
                   const am_condition *condition, am_event_news news,
                   double time);

#endif
