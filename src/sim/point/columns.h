/* columns.h: output columns by name and group, for runs, batches and volume
 * elements.
 *
 * Available columns are defined by tables of quantities: quantity.c for a
 * material point, homogenization/columns.c for a volume element; a new column
 * is a new row. Columns that belong together, such as the components of a
 * tensor, form a set. A request is the name of a column, a group ("internal":
 * all internal variables; "phases": all columns of all phases), or a common
 * prefix: "stress", "tangent.xx", "eps_vp", "x[2]", "matrix". Each column is
 * written once, at its first request. Columns computed from the stress or the
 * strain alone are common to points and volume elements (derived.c). A case may
 * define columns by expressions of others (formula.c). */
#ifndef AM_POINT_COLUMNS_H
#define AM_POINT_COLUMNS_H

#include "case/parts.h"
#include "engine/engine.h"

/* ---- names --------------------------------------------------------------- */

/* Canonical name of a column: "x[2].xy" for "x.2.xy", and "energy" for
 * "free_energy", its name in materials. */
const char *am_column_canonical(am_arena *arena, const char *name);

/* True if a request denotes a column: the full name, or a prefix before '.' or
 * '['. */
bool am_column_begins(const char *name, const char *request);

/* Quantity of a column: "stress" for "stress.xx", "x" for "x[2].xy",
 * "derivative.x" for "derivative.x[2].xy.xx", "matrix.stress" for
 * "matrix.stress.xx", "sensitivity.E.x" for "sensitivity.E.x[2].xy". */
const char *am_column_quantity(am_arena *arena, const char *column);

/* Part of the name after "sensitivity"; NULL for other columns. */
const char *am_column_by_parameter(const char *column);

/* ---- available columns --------------------------------------------------- */

typedef enum {
  AM_UNIT_NONE,
  AM_UNIT_TIME,
  AM_UNIT_STRESS,
  AM_UNIT_SECONDS,
  AM_UNITS
} am_unit;

/* Results that a run must compute for a column. */
typedef enum {
  AM_NEED_NOTHING,
  AM_NEED_TANGENT,    /* solver.tangent */
  AM_NEED_DERIVATIVE, /* tangent and derivatives of the internal variables */
  AM_NEED_ENERGIES,   /* the energies in the state */
  AM_NEED_SENSITIVITY /* derivatives by parameters */
} am_need;

/* Inputs of columns, in addition to energy and counts. */
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

/* Conversion to Voigt notation of components with yz, xz or xy as last
 * index. */
typedef enum {
  AM_SHEAR_SAME,
  AM_SHEAR_STRAIN, /* twice the tensor component */
  AM_SHEAR_BY      /* derivative by a strain: half */
} am_shear;

typedef struct am_column_set am_column_set;
typedef struct am_columns am_columns;

/* A row of a table of quantities. */
typedef struct am_quantity am_quantity;
struct am_quantity {
  const char *name;  /* name, also valid as a group */
  const char *stem;  /* prefix of the column names; NULL: the name */
  const char *about;
  am_unit unit;
  int components;    /* 1: name; 3: stem.1 to stem.3; 6 or 9: name.ij; 36 or 81:
                        name.ij.kl */
  am_shear shear;
  am_need need;
  bool exact;        /* requested by its full name only, because other columns
                        have the same prefix */
  bool deformed;     /* only if the deformation gradient is prescribed */
  unsigned reads;    /* inputs, AM_READ_... */
  size_t source;     /* location of the values: an offset in the record passed
                        to `fill`, or a field */
  /* Offers the sets for a law; NULL: one set, named after the quantity. */
  void (*list)(am_columns *columns, const am_quantity *quantity,
               const am_law *law);
  /* Tests whether a request denotes a column; NULL: am_column_begins. */
  bool (*meant)(const char *column, const char *request);
  /* Computes the values [components] of a set; record: data of a row, an
   * am_record for a point. */
  void (*fill)(const am_column_set *set, const void *record, double *values);
  /* Computes a derived column, see derived.c. */
  void (*invariant)(const double *tensor, double *values);
};

/* Columns of a quantity, or of one of its variables, parameters or phases. */
struct am_column_set {
  const am_quantity *quantity;
  /* unset members are taken from the quantity */
  const char *name, *group, *unit;
  int components;
  size_t source;
  am_shear shear;
  void (*fill)(const am_column_set *set, const void *record, double *values);
  const am_law *law;
  const am_variable *variable; /* or NULL */
  int index;                   /* index of the parameter, phase or external
                                  field */
  const am_program *program;   /* expression of preceding columns; then
                                  `quantity` is not needed */
  am_place place;              /* definition of the expression */
  const size_t *reads;         /* [read_count] columns read by the expression,
                                  as indices into all columns */
  size_t read_count;

  /* set by am_columns_choose: */
  size_t first;                /* index of the first column among all */
  bool needed;                 /* true if at least one column is chosen */
};

/* Internal variables [law->count] in the order of the material file, which
 * differs from that of the state. */
const am_variable **am_variables_shown(am_arena *arena, const am_law *law);

/* ---- chosen columns ------------------------------------------------------ */

typedef struct {
  const char **items; /* [count] */
  size_t count;
} am_names;

struct am_columns {
  const char **names, **units; /* [count] */
  size_t count;
  size_t scratch;              /* number of values of all sets */

  am_arena *arena;
  const char *unit_of[AM_UNITS];
  am_column_set *sets;         /* [set_count] available sets */
  size_t set_count;
  am_names words;              /* groups and other words accepted as requests */
  am_names all;                /* columns of all sets */
  size_t *place;               /* [count] index in `all` */
  const am_path_names *inputs; /* names for expressions; NULL: none */
  bool voigt;                  /* Voigt notation, see am_case */
};

/* Factor that converts column c of a table in Voigt notation to tensor
 * components, by its name. Tables with components of F are not converted: dP/dF
 * has no Voigt notation. */
double am_column_voigt(am_arena *arena, const am_table *table, size_t c);

/* Converts a table read from a file to tensor components. */
void am_table_to_tensor(am_arena *arena, am_table *table);

/* Creates an empty choice; available columns must be offered first. */
am_columns *am_columns_new(am_arena *arena, const char *time_unit,
                           const char *stress_unit);
void am_columns_offer(am_columns *columns, am_column_set set);

/* Accepts a request that no column matches. */
void am_columns_accept(am_columns *columns, const char *word);

/* Called for each required request and each name in an expression; found: the
 * name is known. May reject the name with a specific message. */
typedef am_status am_column_rule(am_report *report,
                                 const am_case *description, am_place place,
                                 const char *request, bool found);

/* Offers the columns that a case defines and requests: expressions of other
 * columns, `t` and the names `inputs` (NULL: none). Must follow all other
 * offers. AM_INPUT, with a message, if an expression is invalid. */
AM_MUST_USE am_status am_columns_define(am_columns *columns, am_report *report,
                                        const am_case *description,
                                        const am_path_names *inputs,
                                        am_column_rule *rule);

/* Columns requested by a case, followed by those in the expressions of
 * requested defined columns. */
am_column_request *am_columns_requests(am_arena *arena,
                                       const am_case *description,
                                       size_t *count);

/* Chooses the columns of a case. AM_INPUT for unknown required names, with the
 * most similar known name. */
AM_MUST_USE am_status am_columns_choose(am_columns *columns, am_report *report,
                                        const am_case *description,
                                        am_column_rule *rule);

/* Inputs AM_READ_... of the chosen columns. */
unsigned am_columns_read(const am_columns *columns);

/* An empty table with the chosen columns. */
am_table *am_columns_table(am_arena *arena, const am_columns *columns);

/* Workspace to fill rows; each thread needs its own. */
typedef struct {
  double *numbers;   /* [scratch] values of all sets */
  double *inputs;    /* [inputs->numbers] values of the names; may be set before
                        filling a row */
  am_frame **frames; /* [set_count] workspace of expressions */
  double *undefined; /* [set_count] number of rows in which an expression is NaN
                        although all its inputs are finite */
  double rows;       /* total number of rows */
} am_columns_room;

am_columns_room *am_columns_room_new(am_arena *arena,
                                     const am_columns *columns);

/* Fills a row [count]. */
void am_columns_fill(const am_columns *columns, const void *record,
                     am_columns_room *room, double *row);

/* True if the expression of a set is NaN although all its inputs are finite and
 * not all zero (zero inputs occur in ratios at the start); numbers
 * [scratch]. */
bool am_column_is_undefined(const am_column_set *set, const double *numbers);

/* Warns of each expression that was undefined in rows of these workspaces. */
void am_columns_warn(am_report *report, const am_columns *columns,
                     am_columns_room *const *rooms, int count);

/* ---- derived.c: columns computed from the stress or the strain alone, for
 * points, volume elements, tables and result files ------------------------- */

/* All derived quantities, without `fill`: the caller of am_derived_offer
 * provides a function that reads the tensor and calls am_derived_fill. */
const am_quantity *am_derived_quantities(size_t *count);

/* Offers the derived quantities except those with the name of an internal
 * variable of the law (NULL: none). fill: as in am_column_set; stress, strain:
 * value of `source` for the tensor. */
typedef void am_derived_source(const am_column_set *set, const void *record,
                               double *values);
void am_derived_offer(am_columns *columns, const am_law *law,
                      am_derived_source *fill, size_t stress, size_t strain);

/* Computes values [set->components] from tensor components [6]. */
void am_derived_fill(const am_column_set *set, const double *tensor,
                     double *values);

/* True if the name denotes a derived column. */
bool am_derived_known(const char *name);

/* One derived column, for callers that know the components of strain or
 * stress. */
typedef struct {
  const char *name;
  const am_quantity *quantity;
  int component;
} am_derived;

/* Columns [*count] denoted by a request: one, a group, or none. */
const am_derived *am_derived_requested(am_arena *arena, const char *request,
                                       size_t *count);

/* True if the column depends on the stress, false if on the strain. */
bool am_derived_of_stress(const am_derived *column);

double am_derived_value(const am_derived *column, const double *tensor);

#endif
