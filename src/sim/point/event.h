/* event.h: loading steps that end when a condition becomes true (the key
 * `until`), and derivatives by parameters there; docs/theory.md, section 11.4.
 */
#ifndef AM_POINT_EVENT_H
#define AM_POINT_EVENT_H

#include "point/halving.h"
#include "point/quantity.h"

typedef struct am_events am_events;

/* A loading step, and the part of it that was taken. */
typedef struct {
  const am_target *target; /* with its condition */
  const double *from;      /* [controlled] at its start */
  double time;             /* at its start */
  am_initial_energies stored;      /* energies at the start of the run */
  bool comes;            /* result: the event occurs */
  double part;           /* result: fraction of the step at the event; of a
                            failed step, before the failure; else 1 */
  bool passing;          /* result: the condition held at the middle of the
                            step, but not at its end */
  double *time_by;       /* [by] derivatives of the time by parameters, updated
                            from the start of the step to its end; NULL: none */
} am_event_step;

/* Chooses the columns that conditions of the path use; NULL: no conditions.
 * inputs: names in expressions of columns. */
AM_MUST_USE am_status am_events_new(am_arena *arena, am_report *report,
                                    const am_case *description,
                                    const am_law *law,
                                    const am_path_names *inputs,
                                    am_events **events);

/* True if the conditions of a case need dissipation and work. */
bool am_events_need_energies(am_arena *arena, const am_case *description);

/* Inputs AM_READ_... of the columns of conditions; 0 if events is NULL. */
unsigned am_events_read(const am_events *events);

/* True if the condition holds at the current state. */
bool am_event_holds(am_events *events, const am_condition *condition,
                    const am_record *record);

/* Advances like am_stepper_advance, but only up to the event, or to the last
 * state before a failure. */
bool am_event_advance(am_events *events, am_stepper *stepper,
                      am_event_step *step);

/* Repeats a whole step that failed, for the message about the failure. */
void am_event_repeat(am_events *events, am_stepper *stepper,
                     const am_event_step *step);

/* Reports on a condition; each kind of report is given once per condition. */
typedef enum {
  AM_EVENT_AT_ONCE,
  AM_EVENT_PASSING,
  AM_EVENT_NEVER,
  AM_EVENT_NEWS
} am_event_news;

void am_event_report(am_events *events, am_report *report,
                     const am_condition *condition, am_event_news news,
                     double time);

#endif
