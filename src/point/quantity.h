/* quantity.h: what the columns of a run can show.  A new
 * kind of column is a row of quantity.c. */
#ifndef AM_POINT_QUANTITY_H
#define AM_POINT_QUANTITY_H

#include "point/columns.h"

typedef enum {
  AM_UNIT_NONE,
  AM_UNIT_TIME,
  AM_UNIT_STRESS,
  AM_UNIT_BY, /* depends on the parameter, sensitivity.h */
  AM_UNITS
} am_unit;

/* What a run must compute for it. */
typedef enum {
  AM_NEED_NOTHING,
  AM_NEED_TANGENT,    /* solver.tangent */
  AM_NEED_DERIVATIVE, /* and derivatives of the internal variables */
  AM_NEED_ENERGIES,   /* the energies in the state */
  AM_NEED_SENSITIVITY /* derivatives by parameters */
} am_need;

typedef struct {
  am_arena *arena;
  const char **items; /* [count] */
  size_t count, capacity;
} am_names;

/* What is shown: internal variables in the order of the material file. */
typedef struct {
  const am_law *law;
  const am_variable **variables; /* [law->count] */
} am_shown;

/* The state has another order than the material file. */
am_shown am_shown_of(am_arena *arena, const am_law *law);

typedef struct am_quantity am_quantity;
struct am_quantity {
  const char *name; /* of the group, or of the only column */
  am_unit unit;
  am_need need;
  unsigned reads; /* AM_READ_..., of what it is made */
  size_t offset; /* in am_step, of what is read there */
  /* Appends the names of its columns for a law. */
  void (*list)(const am_quantity *quantity, const am_shown *shown,
               am_names *names);
  /* values: of these columns */
  void (*fill)(const am_quantity *quantity, const am_shown *shown,
               const am_record *record, double *values);
};

const am_quantity *am_quantities(size_t *count);

/* Does `name` ask for this quantity, whatever the law? */
bool am_quantity_asked(const am_quantity *quantity, const char *name);

#endif
