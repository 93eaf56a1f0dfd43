/* columns.h: output columns by name and group, of runs, batches and volume
 * elements.
 *
 * What can be shown stands in a table of quantities: quantity.c of a material
 * point, homogenization/columns.c of a volume element; a new column is a row
 * there.  Columns that come together, such as the components of a tensor, are
 * a set.  A request names a column, a group ("internal", all internal
 * variables; "phases", all of all phases), or what several names begin with:
 * "stress", "tangent.xx", "eps_vp", "x[2]", "matrix".  A column is written
 * once, where it is first requested.  What follows from the stress or the
 * strain alone is common to points and volume elements (derived.h), and a case
 * may define columns by expressions of others (formula.c). */
#ifndef AM_POINT_COLUMNS_H
#define AM_POINT_COLUMNS_H

#include "case/parts.h"
#include "engine/engine.h"
#include "expr/parts.h"
#include "table/table.h"

/* ---- names --------------------------------------------------------------- */

/* A name as columns have it: "x[2].xy" for "x.2.xy", and "energy" for what
 * materials call "free_energy". */
const char *am_column_canonical(am_arena *arena, const char *name);

/* Is a column meant by a request: its name, or what it begins with before a
 * '.' or '['? */
bool am_column_begins(const char *name, const char *request);

/* What a column belongs to: "stress" of "stress.xx", "x" of "x[2].xy",
 * "derivative.x" of "derivative.x[2].xy.xx", "matrix.stress" of
 * "matrix.stress.xx", "sensitivity.E.x" of "sensitivity.E.x[2].xy". */
const char *am_column_quantity(am_arena *arena, const char *column);

/* What follows "sensitivity" in a column; NULL: it is no such column. */
const char *am_column_by_parameter(const char *column);

/* Is it a column "tangent.xx.T" of an external field? */
bool am_column_of_external(const char *column);

/* ---- what can be shown --------------------------------------------------- */

typedef enum {
  AM_UNIT_NONE,
  AM_UNIT_TIME,
  AM_UNIT_STRESS,
  AM_UNIT_SECONDS,
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

/* What columns of a point are made of besides energy and counts. */
enum {
  AM_READ_STRAIN = 1,
  AM_READ_STRESS = 2,
  AM_READ_STATE = 4,
  AM_READ_TANGENT = 8,
  AM_READ_DERIVATIVE = 16,
  AM_READ_WORK_PARTS = 32,
  AM_READ_HEAT = 64,
  AM_READ_GRADIENT = 128
};

/* What is another number in Voigt's notation, where one of yz, xz, xy is the
 * last component. */
typedef enum {
  AM_SHEAR_SAME,
  AM_SHEAR_STRAIN, /* twice the tensor component */
  AM_SHEAR_BY      /* a derivative by it: half */
} am_shear;

typedef struct am_column_set am_column_set;
typedef struct am_columns am_columns;

/* A row of a table of quantities. */
typedef struct am_quantity am_quantity;
struct am_quantity {
  const char *name;  /* also as a group */
  const char *stem;  /* of its columns' names; NULL: the name */
  const char *about;
  am_unit unit;
  int components;    /* 1; 3, stem.1 and so on; 6 or 9, name.ij; 36 or 81,
                        name.ij.kl */
  am_shear shear;
  am_need need;
  unsigned reads;    /* AM_READ_..., of what it is made */
  size_t source;     /* where it is read: an offset in what `fill` gets, or a
                        field */
  /* Offers its sets for a law; NULL: one, of the quantity's name. */
  void (*list)(am_columns *columns, const am_quantity *quantity,
               const am_law *law);
  /* Is a column meant by a request?  NULL: am_column_begins. */
  bool (*meant)(const char *column, const char *request);
  /* Writes the numbers [components] of a set.  record: of which rows are made,
   * an am_record of a point. */
  void (*fill)(const am_column_set *set, const void *record, double *values);
  /* Of derived columns, see derived.h. */
  void (*invariant)(const double *tensor, double *values);
};

/* The columns of a quantity, or of one variable, parameter or phase of it. */
struct am_column_set {
  const am_quantity *quantity;
  /* what is not given comes from the quantity */
  const char *name, *group, *unit;
  int components;
  size_t source;
  am_shear shear;
  void (*fill)(const am_column_set *set, const void *record, double *values);
  const am_law *law;
  const am_variable *variable; /* or NULL */
  int index;                   /* of the parameter, phase or external field */
  const am_program *program;   /* of an expression of the columns before it,
                                  which then needs no quantity … */
  am_place place;              /* … but is defined here */
  const size_t *reads;         /* [read_count] of all columns, what it reads */
  size_t read_count;

  /* made by the chooser */
  size_t first;                /* of its columns among all */
  bool needed;                 /* is one of them chosen? */
};

/* The internal variables [law->count] in the order of the material file; the
 * state has another one. */
const am_variable **am_variables_shown(am_arena *arena, const am_law *law);

/* ---- what is chosen ------------------------------------------------------ */

typedef struct {
  const char **items; /* [count] */
  size_t count, capacity;
} am_names;

struct am_columns {
  const char **names, **units; /* [count] */
  size_t count;
  size_t scratch;              /* numbers of all sets */

  am_arena *arena;
  const char *unit_of[AM_UNITS];
  am_column_set *sets;         /* [set_count] that may be chosen */
  size_t set_count, set_capacity;
  am_names words;              /* groups and others that requests may be */
  am_names all;                /* columns of all sets */
  size_t *place;               /* [count] in `all` */
  const am_path_names *inputs; /* of expressions, NULL: they have none */
  bool voigt;                  /* see am_case */
};

/* What column c of a table in Voigt's notation is multiplied by to be that of
 * tensors, by its name; beside components of F, dP/dF has no Voigt's notation. */
double am_column_voigt(am_arena *arena, const am_table *table, size_t c);

/* A table that was read becomes one of tensor components. */
void am_table_to_tensor(am_arena *arena, am_table *table);

/* What may be chosen is offered first. */
am_columns *am_columns_new(am_arena *arena, const char *time_unit,
                           const char *stress_unit);
void am_columns_offer(am_columns *columns, am_column_set set);

/* A request that is known though it may have no columns. */
void am_columns_know(am_columns *columns, const char *word);

/* Is asked about each request that must be known, and each name in an
 * expression: `found` tells whether it is known.  May refuse it with a message
 * of its own. */
typedef am_status am_column_rule(am_report *report,
                                 const am_case *description, am_place place,
                                 const char *request, bool found);

/* Offers the columns that a case defines by expressions of others, of `t` and
 * of the names `inputs` (NULL: none), those that it asks for; behind all that
 * is offered otherwise.  AM_INPUT with a message. */
AM_MUST_USE am_status am_columns_define(am_columns *columns,
                                        am_report *report,
                                        const am_case *description,
                                        const am_path_names *inputs,
                                        am_column_rule *rule);

/* What the columns of a case ask for: names as they are written, and behind
 * them those in the expressions of columns that it defines and asks for. */
typedef struct {
  const char *name;
  am_place place;
  bool required;
} am_column_request;

am_column_request *am_columns_requests(am_arena *arena,
                                       const am_case *description,
                                       size_t *count);

/* Chooses the columns of a case.  Unknown names are AM_INPUT with the nearest
 * known one; columns behind column_required that are not there are left
 * out. */
AM_MUST_USE am_status am_columns_choose(am_columns *columns,
                                        am_report *report,
                                        const am_case *description,
                                        am_column_rule *rule);

/* AM_READ_... of what is chosen. */
unsigned am_columns_read(const am_columns *columns);

/* A table of the chosen columns, without rows. */
am_table *am_columns_table(am_arena *arena, const am_columns *columns);

/* What rows are filled with; each thread has its own. */
typedef struct {
  double *numbers;   /* [scratch] of all sets */
  double *inputs;    /* [inputs->numbers] values of the names, which may be
                        set before a row is filled */
  am_frame **frames; /* [set_count] of expressions */
  double *undefined; /* [set_count] rows in which an expression has no number,
                        though all that it reads has one … */
  double rows;       /* … of so many */
} am_columns_room;

am_columns_room *am_columns_room_new(am_arena *arena,
                                     const am_columns *columns);

/* row [count] */
void am_columns_fill(const am_columns *columns, const void *record,
                     am_columns_room *room, double *row);

/* Has the expression of a set no number where all that it reads has one?  Not
 * where all of that is zero, as in ratios at the start.  numbers [scratch] */
bool am_column_is_undefined(const am_column_set *set, const double *numbers);

/* Warns of each expression that was so in rows of these rooms. */
void am_columns_warn(am_report *report, const am_columns *columns,
                     am_columns_room *const *rooms, int count);

#endif
