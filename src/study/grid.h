/* grid.h: the variants of a study in loading steps, schemes and controls;
 * internal to study. */
#ifndef AM_STUDY_GRID_H
#define AM_STUDY_GRID_H

#include "study/variant.h"

/* One variant; schemes without error control have no controls. */
typedef struct {
  double steps;
  size_t steps_index; /* among the numbers of steps */
  const am_scheme *scheme;
  const am_controls *controls; /* NULL: none */
} am_grid_item;

typedef struct {
  double *steps;      /* [steps_count], as the path can be cut */
  size_t steps_count;
  const am_scheme **schemes; /* [scheme_count] */
  size_t scheme_count;
  am_grid_item *items; /* [count] by steps, scheme, controls */
  size_t count;
} am_grid;

/* From --steps, --schemes and --controls; warns of numbers of steps that the
 * path cannot be cut into. */
AM_MUST_USE am_status am_grid_new(const am_inquiry *q, am_path *path,
                                  am_grid *grid);

const char *am_grid_name(am_arena *arena, const am_grid_item *item);

/* The first four cells of a row: steps, scheme, error control, tangent
 * control. */
enum { AM_GRID_CELLS = 4 };
#define AM_GRID_NAMES "steps", "scheme", "error_control", "tangent_control"
void am_grid_cells(const am_grid_item *item, am_table_row row);

/* The texts among their names, which tell curves apart. */
enum { AM_GRID_BY = 3 };
extern const char *const am_grid_by[AM_GRID_BY];

/* "ok" or why it failed. */
const char *am_status_text(const am_job *job);

/* The scheme of --against, from which others are apart; "": ode12 if it is
 * among those of the grid, else the first one with error control (NULL: none).
 * AM_USAGE with a message when it is not among them. */
AM_MUST_USE am_status am_grid_against(const am_inquiry *q,
                                      const am_grid *grid,
                                      const am_scheme **against);

/* AM_USAGE with a message when these are too many. */
AM_MUST_USE am_status am_check_runs(const am_inquiry *q, size_t count);

/* AM_FAILED with a message where `jobs` were stopped before all had ended,
 * AM_ENVIRONMENT where the machine let one of them down. */
AM_MUST_USE am_status am_check_all_ended(const am_inquiry *q,
                                         const am_job *jobs, size_t count);

#endif
