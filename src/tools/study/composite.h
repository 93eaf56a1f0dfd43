/* composite.h: a volume element under variants of its loading steps, schemes,
 * error controls, strategies, reference materials and any other keys; internal
 * to study.
 *
 * Every variant is run once, whatever tables it serves.  composite.c says what
 * is run, composite_tables.c what is tabulated and drawn of it, published.c
 * holds the numbers of the AutoMat paper.  Variants are run one after another,
 * each on all threads; the tables are handed to the study's listener behind
 * each of them. */
#ifndef AM_STUDY_COMPOSITE_H
#define AM_STUDY_COMPOSITE_H

#include "study/variants.h"
#include "study/walk.h"

/* Tables by number; effective tangents are a part of AM_PART_TANGENTS that is
 * asked for by itself. */
typedef enum {
  AM_PART_ITERATIONS,
  AM_PART_BASIC,
  AM_PART_STEPS,
  AM_PART_ACCURACY,
  AM_PART_TANGENTS,
  AM_PART_CONTROL,
  AM_PART_TIMES,
  AM_PARTS,
  AM_PART_EFFECTIVE = AM_PARTS
} am_part;

extern const char *const am_part_names[AM_PARTS + 1];

/* Columns of the volume element, a row for the start and for each loading
 * step; the first two are what accuracies are told from.  Variants without
 * tangents have the first ones alone. */
enum {
  AM_WALK_TIME,
  AM_WALK_STRESS, /* <sigma_xx> */
  AM_WALK_STRAIN, /* <eps_xx> */
  AM_WALK_ITERATIONS,
  AM_WALK_APPLICATIONS,
  AM_WALK_SUBSTEPS,
  AM_WALK_PIECES,
  AM_WALK_WITHOUT_TANGENTS,
  AM_WALK_AVERAGE_11 = AM_WALK_WITHOUT_TANGENTS,
  AM_WALK_AVERAGE_12,
  AM_WALK_WITHOUT_EFFECTIVE,
  AM_WALK_EFFECTIVE_11 = AM_WALK_WITHOUT_EFFECTIVE,
  AM_WALK_EFFECTIVE_12,
  AM_WALK_COLUMNS
};

/* The keys that each variant has a value of; those of --over are behind
 * them. */
enum { AM_KEY_STRATEGY, AM_KEY_REFERENCE, AM_KEY_GRID, AM_OWN_KEYS };

typedef struct {
  const am_variant *variant; /* loading steps, scheme, error control */
  size_t combination;        /* of the keys */
  bool tangents;             /* they are found behind every loading step */
  bool basic;                /* by the basic scheme of iteration, not the
                                case's (Moulinec and Suquet 1998) */
} am_composite_run;

typedef struct {
  am_study *study;
  am_variants variants;
  am_swept_keys keys;
  size_t own_keys;     /* that are not of --over */
  size_t plain_combinations; /* the first ones, with the first strategy and
                          reference: those of all tables but `times` */
  bool part[AM_PARTS + 1];
  am_microstructure *micro; /* of all variants; NULL: each has its own */
  bool of_paper;       /* the volume element is the paper's, as large */
  const am_controls *controls; /* of all tables but `accuracy` and `control`;
                          NULL: no scheme has any */
  double timed;        /* loading steps of `times` */
  size_t finest;       /* index of the most loading steps */
  const am_scheme *against; /* that others are apart from, NULL: none */
  const am_scheme *best;    /* of the highest order */
  am_composite_run *runs;   /* [count] */
  size_t count, capacity;
  am_job *jobs;        /* [count] with an am_cell_walk each, or NULL: nothing
                          is run yet */
  struct am_composite_progress *progress;
} am_composite;

/* What a table asks of a variant's tangents. */
typedef enum {
  AM_TANGENTS_EITHER, AM_TANGENTS_WITHOUT, AM_TANGENTS_WITH
} am_tangents_asked;

static inline bool am_composite_serves(const am_composite_run *run,
                                       am_tangents_asked asked) {
  return asked == AM_TANGENTS_EITHER ||
         run->tangents == (asked == AM_TANGENTS_WITH);
}

/* Is this one of the variants that all tables but `accuracy` and `control`
 * are made of? */
bool am_composite_plain(const am_composite *s, const am_variant *variant);

/* One of those whose times are compared, and the basic scheme's? */
bool am_composite_timed(const am_composite *s, const am_variant *variant);

/* What any variant has found, for units and names; NULL: none has. */
const am_cell_walk *am_composite_any(const am_composite *s);

/* All tables that are wanted, of what has been found so far; and then their
 * pictures and the summary. */
am_study_tables am_composite_tables(am_arena *arena, const am_composite *s);
void am_composite_show(am_arena *arena, const am_composite *s,
                       am_study_tables *tables);

/* ---- numbers of the AutoMat paper's tables (published.c) -----------------
 *
 * Ours stand beside them where they are of the same volume element.  They were
 * found with 150^3 voxels and 80 loading steps, on 24 cores (two Intel Xeon
 * E5-2687W v4) or a GPU (Nvidia Quadro GV100) that evaluates the laws alone. */

enum { AM_PUBLISHED_STEPS = 80, AM_PUBLISHED_EDGE = 150 };

/* Are so many voxels those of the paper's volume element? */
bool am_published_is_of(const int grid[3]);

/* Of the elasticity solver over all loading steps (the table of numbers of
 * iterations); NaN where the paper has none. */
double am_published_iterations(const char *scheme);

/* [s]; NaN where the paper has none. */
typedef struct {
  double total;         /* the table of total run times */
  double law, tangents; /* the tables of implicit Euler's and of advanced
                           integrators' timings, where the reference material
                           is updated */
} am_published_times;

am_published_times am_published_times_of(const char *scheme,
                                         const char *strategy, bool gpu,
                                         bool updated);

#endif
