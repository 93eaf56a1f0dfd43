/* composite.h: a volume element under variants of its loading steps, schemes,
 * error controls, strategies and reference materials; internal to study.
 *
 * Every variant is run once, whatever tables it serves:
 *
 *   plan   which variants the wanted tables need         (composite_plan.c)
 *   walk   one variant along the path                    (composite_walk.c)
 *   rows   tables of what has been found so far          (composite_rows.c,
 *                                                         composite_steps.c)
 *   show   pictures, and the summary                     (composite_show.c)
 *
 * Variants are run one after another, each on all threads; the tables are
 * handed to the inquiry's keeper behind each of them. */
#ifndef AM_STUDY_COMPOSITE_H
#define AM_STUDY_COMPOSITE_H

#include "homogenization/homogenize.h"
#include "study/grid.h"

/* Tables by number; effective tangents are a part of AM_PART_TANGENTS that is
 * asked for by itself. */
typedef enum {
  AM_PART_ITERATIONS,
  AM_PART_STEPS,
  AM_PART_ACCURACY,
  AM_PART_TANGENTS,
  AM_PART_CONTROL,
  AM_PART_TIMES,
  AM_PARTS,
  AM_PART_EFFECTIVE = AM_PARTS
} am_part;

extern const char *const am_part_names[AM_PARTS + 1];

typedef struct {
  const am_grid_item *item; /* loading steps, scheme, error control */
  const char *strategy, *reference; /* as the case names them */
  bool tangents;            /* they are found behind every loading step */
} am_composite_variant;

/* The columns of am_composite_found.steps, a row for the start and for each
 * loading step; the first two are what accuracies are told from. */
enum {
  AM_WALK_TIME,
  AM_WALK_STRESS,     /* <sigma_xx> */
  AM_WALK_STRAIN,     /* <eps_xx> */
  AM_WALK_ITERATIONS, /* responses of the laws */
  AM_WALK_APPLICATIONS, /* of tangents */
  AM_WALK_SUBSTEPS,   /* mean over the voxels that have internal variables */
  AM_WALK_PIECES,     /* that the step was cut into */
  AM_WALK_SECONDS,
  AM_WALK_AVERAGE_11, /* <C>, xx by xx and xx by yy; NaN: not asked for */
  AM_WALK_AVERAGE_12,
  AM_WALK_EFFECTIVE_11, /* d<sigma>/d<eps> of the loading step, likewise */
  AM_WALK_EFFECTIVE_12,
  AM_WALK_COLUMNS
};

/* What a variant leaves, also where it has failed on its way. */
typedef struct {
  am_table *steps;
  am_space_account account; /* of the walk */
  double total, ready;      /* of the walk, and before it [s], where what is
                               compiled may be there already */
  const char *engine, *stress_unit, *time_unit;
  const char *element;      /* "30 x 30 x 30 voxels, 40 fibres, ..." */
} am_composite_found;

/* What is compiled for a scheme, its controls and a strategy serves all
 * variants that have these. */
typedef struct am_composite_cell am_composite_cell;
struct am_composite_cell {
  const am_composite_variant *of; /* the first of them */
  am_homogenization *settings;
  am_composite_cell *next;
};

/* What changes while variants are run. */
typedef struct {
  double done, whole;        /* loading steps */
  am_composite_cell *cells;
} am_composite_progress;

typedef struct {
  am_inquiry *q;
  am_grid grid;
  bool part[AM_PARTS + 1];
  const char **strategies, **references; /* [..._count]; the first ones are
                                            those of all tables but `times` */
  size_t strategy_count, reference_count;
  const char *cells;         /* the assignment of --grid, NULL: none */
  am_microstructure *micro;  /* of all variants */
  bool of_paper;             /* the volume element is the paper's, as large */
  const am_controls *controls; /* of all tables but `accuracy` and `control`;
                                NULL: no scheme has any */
  double timed;              /* loading steps of `times` */
  size_t finest;             /* index of the most loading steps */
  const am_scheme *against;  /* that others are apart from, NULL: none */
  const am_scheme *best;     /* of the highest order */
  am_composite_variant *variants; /* [count] */
  size_t count, capacity;
  am_job *jobs;              /* [count], or NULL: nothing is run yet */
  am_composite_progress *progress;
} am_composite;

/* From the options.  AM_USAGE, AM_INPUT with a message. */
AM_MUST_USE am_status am_composite_plan(am_inquiry *q, am_composite *s);

/* Variant `index` of an am_composite, as jobs.h has it: an
 * am_composite_found. */
AM_MUST_USE am_status am_composite_walk(const am_job_place *at,
                                        const void *data, size_t index,
                                        void **result);
const char *am_composite_name(am_arena *arena, const void *data,
                              size_t index);

/* Is this one of the variants that all tables but `accuracy` and `control`
 * are made of? */
bool am_composite_plain(const am_composite *s, const am_grid_item *item);

/* The job of a variant with the first strategy and reference: one that is
 * good, else one that has something; NULL: none.  tangents: only with them. */
const am_job *am_composite_job(const am_composite *s,
                               const am_grid_item *item, bool tangents);

/* The same among the items of the grid; NULL where there is no such one.
 * controls NULL: those of most tables. */
const am_job *am_composite_other(const am_composite *s, size_t steps_index,
                                 const am_scheme *scheme,
                                 const am_controls *controls);

/* The part's rows of what has been found so far. */
am_table *am_composite_iterations(am_arena *arena, const am_composite *s);
am_table *am_composite_steps(am_arena *arena, const am_composite *s);
am_table *am_composite_accuracy(am_arena *arena, const am_composite *s);
am_table *am_composite_tangents(am_arena *arena, const am_composite *s);
am_table *am_composite_control(am_arena *arena, const am_composite *s);
am_table *am_composite_times(am_arena *arena, const am_composite *s);

/* What any variant has found, for units and names; NULL: none has. */
const am_composite_found *am_composite_any(const am_composite *s);

/* All tables that are wanted; and then their pictures and the summary. */
am_study_tables am_composite_tables(am_arena *arena, const am_composite *s);
void am_composite_show(am_arena *arena, const am_composite *s,
                       am_study_tables *tables);

#endif
