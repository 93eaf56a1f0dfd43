/* law.h: a material with parameters: everything derived from its potentials.
 *
 *     sigma = d omega/d eps,   A = -d omega/d a,   a' = f = d Psi/d A
 *
 * as nodes of one graph, from which an engine makes the functions that a
 * scheme needs.  With an elastic domain, f_k(A) <= 0,
 *
 *     a' = d Psi/d A + sum_k lambda_k d f_k/d A,  lambda_k >= 0,
 *     lambda_k f_k = 0.
 *
 * The state vector of the integrators is
 *
 *     [solved variables | multipliers | quadratures | dissipation, work]
 *
 * To the functions of a law a multiplier is lambda_k, and its rate stands for
 * f_k; in the state of a point it is the integral of lambda_k over the loading
 * step, and no memory: whatever it is at the start does not matter.
 *
 * Solved variables are those that f depends on, the rates of the energies
 * included; quadratures (alpha in the example) follow from them without a
 * Newton system.  The two energies are
 * there when the solver asks for them: dissipation' = A·f, work' =
 * sigma·eps'.
 *
 * Where a variable M is the largest value so far of g(eps, a, T), all that is
 * computed within a loading step reads max(M, g) in its place, M being the
 * value where the step begins; at its end `memory` sets it.  Derivatives of
 * omega and Psi are those at fixed M, and the energy alone reads M itself.
 *
 * A law may read external fields: scalars that are given in time, linear in a
 * loading step like strains.  The text of the schemes holds their values behind
 * those of the strain, eps [6 + nf], so that what it says of a strain holds for
 * them, too.  With energies the state then has what they exchange with the law,
 * exchange' = omega_T·T', in front of the work. */
#ifndef AM_LAW_H
#define AM_LAW_H

#include "base/base.h"
#include "expr/parts.h"
#include "law/material.h"
#include "solver/solver.h"

/* One internal variable, or one member of a list of them. */
typedef struct {
  const char *name;   /* "eps_vp", "x[2]" */
  const char *base;   /* "eps_vp", "x" */
  int member;         /* 0, or 1 … of a list */
  am_kind kind;       /* AM_SCALAR or AM_TENSOR */
  bool deviatoric;
  int offset, size;   /* coordinates in the state: 1, 6, or 5 */
  bool solved;        /* f depends on it */
  bool drives_stress; /* sigma depends on it, directly or through f */
  bool given;         /* its rate is given, and no d Psi/d A */
  bool entropy;       /* of a law without exchange of heat */
  bool maximum;       /* it has no rate, but keeps the largest value of an
                         expression */
} am_variable;

/* A part of the elastic domain. */
typedef struct {
  const char *name; /* "yield" */
  am_node value;    /* f as a function of the inputs A */
  double at_rest;   /* f without forces, at the start */
} am_surface;

/* A parameter by which results are differentiated: a scalar, or a member of a
 * list of scalars. */
typedef struct {
  const char *name; /* "E", "tau[2]" */
  const char *unit; /* of the parameter, "" when it has none */
  int index;        /* among the numbers of parameters */
} am_sensitive;

/* A definition, by its name in the material. */
typedef struct {
  const char *name;
  am_value value;             /* empty of a function */
  const am_closure *function; /* NULL: a value */
} am_definition;

/* A condition on parameters. */
typedef struct {
  const char *text, *because; /* "": no reason is given */
  am_node node;
} am_requirement;

typedef struct {
  am_arena *arena;            /* of the law */
  const am_material *material;
  am_graph *graph;
  const am_scope *scope;      /* parameters and definitions by name */
  am_definition *definitions; /* [definition_count] */
  int definition_count;
  am_requirement *requirements; /* [requirement_count] */
  int requirement_count;
  double *parameters;         /* [parameter_numbers], as graph inputs */
  int parameter_numbers;
  bool *structural;           /* [parameter_numbers] decided the shape */
  am_sensitive *sensitive;    /* [sensitive_count], see am_law_sensitive */
  int sensitive_count;
  am_program *initial_by;     /* NULL: none, see am_law_differentiate_initial */
  am_variable *variables;     /* [count], in the order of the state */
  int count;
  am_surface *surfaces;       /* [nd] of the elastic domain */
  int nd;                     /* their multipliers, the last of ns */
  int na;                     /* coordinates of all internal variables, and
                                 nd */
  int ns;                     /* of the solved ones, which come first, and
                                 nd */
  bool strict;                /* all rates follow from Psi and f_k, which read
                                 neither eps nor the state */
  bool mentions_rate;         /* rate_eps is known: some expression may read
                                 the rate of the strain … */
  bool reads_rate;            /* … and rates of the state do, … */
  bool driven_by_rate[6];     /* … of these components */
  double *initial;            /* [na] state at the start */
  am_node *initial_nodes;     /* [na] the same as functions of parameters */
  double stress_scale;        /* S (law.c) */
  am_node scale;              /* S as a function of the parameters */
  bool energies;              /* the state has dissipation and work */
  int nx;                     /* na, or na + 2; na + 3 with external fields */
  int nf;                     /* external fields, of the material's list */
  bool logarithmic;           /* eps is the logarithmic strain of a deformation
                                 gradient, which is given */
  double external[AM_MOST_EXTERNAL]; /* [nf] where nothing else is said */
  am_node temperature;        /* of a law without exchange of heat, whose
                                 omega is the internal energy; 0: of another */
  const char *temperature_name; /* of that field in the file */
  am_program *temperature_by;
  am_program *bound_by;       /* T S; NULL: not known, or none */
  am_node energy;             /* omega */
  am_node stress[6];
  am_node *force;             /* [na] A */
  am_node *rate;              /* [nx] f */
  am_node *memory;            /* [na] the state at the end of a loading step,
                                 with new maxima; NULL: there are none */
  am_node *maximum_of;        /* [na] with memory: g of a maximum, else 0 */
  am_node dissipation_potential; /* Psi as a function of the inputs A, and
                                    the sum of lambda_k f_k */
  struct am_origin *origin;   /* of its strains (origin.h); NULL: they count
                                 from no strain */
  struct am_made *made;       /* [AM_FUNCTIONS] what was made last */
} am_law;

/* The functions of a law that schemes are made of: the rows of function.def,
 * which says what each is. */
typedef enum {
#define AM_LAW_FUNCTION(NAME, ...) AM_FUNCTION_##NAME,
#include "law/function.def"
#undef AM_LAW_FUNCTION
  AM_FUNCTIONS
} am_function;

typedef enum {
  AM_FORM_PLAIN,
  AM_FORM_STRAINS,    /* with derivatives in the directions of strains, and
                         of external fields */
  AM_FORM_PATH,       /* in one of state and strain */
  AM_FORM_PARAMETERS, /* in those of sensitive parameters */
  AM_FORM_BOUND       /* of parameters alone */
} am_function_form;

/* Components of the deformation gradient that is given; 0: strains are. */
static inline int am_law_deformed(const am_law *law) {
  return law->logarithmic ? 9 : 0;
}

/* Where the multiplier of surface k stands in the state. */
static inline int am_multiplier_at(const am_law *law, int k) {
  return law->ns - law->nd + k;
}

/* Is a coordinate of the state one? */
static inline bool am_is_multiplier(const am_law *law, int coordinate) {
  return coordinate >= law->ns - law->nd && coordinate < law->ns;
}

/* Sizes of a law. */
typedef enum {
  AM_SIZE_ONE,
  AM_SIZE_SIX,
  AM_SIZE_INPUTS, /* strain and external fields … */
  AM_SIZE_NF,     /* … these alone */
  AM_SIZE_NX,
  AM_SIZE_NA,
  AM_SIZE_NS,
  AM_SIZE_ND
} am_law_size;

enum { AM_MOST_OUTPUTS = 3 };

/* Numbers of a strain and of the external fields behind it. */
static inline int am_law_inputs(const am_law *law) { return 6 + law->nf; }

/* Inputs AM_INPUT_TIME of laws: theta of strains and of parameters; from
 * am_rate_time on, where a law reads the rate of the strain, what that changes
 * by, a number for the direction of a strain and six for that of a parameter;
 * from am_path_time on theta of a form of one direction, whose w stands behind
 * the [6 + nf][nx] of strains; and how many there are. */
static inline int am_rate_time(const am_law *law) {
  return am_law_inputs(law) + 1;
}
static inline int am_path_time(const am_law *law) {
  return am_rate_time(law) + (law->reads_rate ? 6 : 0);
}
static inline int am_law_times(const am_law *law) {
  return am_path_time(law) + am_law_inputs(law);
}

typedef struct {
  const char *name;  /* "rate" */
  const char *text;  /* its name in the stepping text */
  const char *about;
  bool reads_rate;   /* of the strain */
  bool reads_along;  /* u */
  am_function_form form;
  const char *word;  /* WORD of a form with directions … */
  am_law_size rows;  /* … and of the derivative in one of them */
  struct {
    const char *name;
    am_law_size rows, columns;
  } outputs[AM_MOST_OUTPUTS]; /* [output_count] */
  int output_count;
} am_law_function_row;

extern const am_law_function_row am_law_functions[AM_FUNCTIONS];

/* Numbers of output i of a function. */
int am_output_size(const am_law *law, am_function function, int i);

/* Directions in which it differentiates, and numbers of the derivative in one
 * of them. */
int am_direction_count(const am_law *law, am_function function);
int am_direction_rows(const am_law *law, am_function function);

/* Builds the law.  overrides: the mapping `parameters` of a case, NULL for
 * none; set: a name among the material's parameter_sets, NULL for none.
 * AM_INPUT with a message for overrides out of bounds, a violated
 * requirement, a definition that is not finite, an expression that is
 * wrong. */
AM_MUST_USE am_status am_law_new(am_arena *arena, am_report *report,
                                 const am_material *material,
                                 const am_yaml *overrides, const char *set,
                                 am_place set_place, am_strategy strategy,
                                 bool energies, am_law **law);

/* No heat comes or goes: the temperature, external field T or temperature of
 * the material, follows from the potentials (adiabatic.c). */
typedef struct {
  am_place place;     /* for messages */
  double temperature; /* at the start; NAN: that of the material */
} am_adiabatic;

/* The same by a name for each. */
typedef struct {
  const am_yaml *overrides;
  const char *set;
  am_place set_place;
  am_strategy strategy;
  am_place strategy_place; /* for messages, or am_nowhere */
  bool energies;
  const am_adiabatic *adiabatic; /* NULL: heat comes and goes as fields want */
  const double (*turn)[6]; /* the material's axes (base/rotation.h); NULL:
                              those of the test */
  bool logarithmic; /* deformation gradients are given (am_law.logarithmic) */
} am_law_choice;

/* Components that are controlled. */
static inline int am_law_controlled(const am_law *law) {
  return law->logarithmic ? 9 : 6;
}

AM_MUST_USE am_status am_law_make(am_arena *arena, am_report *report,
                                  const am_material *material,
                                  const am_law_choice *choice, am_law **law);

/* AM_INPUT with a message where functions of the law that were made had too
 * many operations: what they compute is nothing. */
AM_MUST_USE am_status am_law_check_size(am_report *report, const am_law *law);

/* Finds S, and its function of the parameters. */
void am_law_measure_scale(am_law *law);

/* Is the value within the bounds of external field i?  These in words. */
bool am_external_allows(const am_law *law, int i, double value);
const char *am_external_bounds(am_arena *arena, const am_law *law, int i);

/* Nodes [count] of the state at the start of a loading step become those of now:
 * maxima are the present ones. */
void am_law_present(const am_law *law, am_node *nodes, int count);

/* Where a point is. */
typedef struct {
  const double *strain;     /* [6] */
  const double *state;      /* [nx] */
  const double *external;   /* [nf] */
  const double *parameters; /* NULL: those of the law */
} am_law_point;

/* The temperature of a law without exchange of heat there. */
double am_law_temperature(const am_law *law, const am_law_point *at);

/* T S, by which omega is less than the internal energy, of a law with energies
 * whose only external field is the temperature; 0 without exchange of heat,
 * where omega is that energy.  Does a law have it? */
double am_law_bound(const am_law *law, const am_law_point *at);
bool am_law_has_heat(const am_law *law);

/* Does one of the nodes [count] read the rate of the strain? */
bool am_law_reads_rate(const am_law *law, const am_node *nodes, int count);

/* d omega/d T for the external fields T: slopes [nf]. */
void am_law_slopes(const am_law *law, am_node *slopes);

/* Which numbers of a parameter a name means: "E", a member "tau[2]" or "tau.2"
 * of a list, an entry "h[1][2]" or a row "h[1]" of a matrix, or all, "tau". */
typedef struct {
  const char *name; /* without what follows it */
  int member[2], depth; /* from 1; 0 where it is no whole number */
} am_member;

am_member am_member_parse(am_arena *arena, const char *text);

/* The numbers first … first + count - 1 of a value of scalars that are meant;
 * false: there are none of these. */
bool am_member_range(const am_member *entry, const am_value *value, int *first,
                    int *count);

/* The name of number i, "h[1][2]". */
const char *am_member_name(am_arena *arena, const char *name,
                          const am_value *value, int i);

/* Chooses a parameter by which results are to be differentiated: "E", a
 * member "tau[2]" of a list, or all members of it, "tau"; before an engine
 * compiles the law.  One that is chosen already stays where it is.  AM_INPUT
 * with a message for an unknown name, for tensors and vectors, and for what
 * decided the shape of the law. */
AM_MUST_USE am_status am_law_sensitive(am_arena *arena, am_report *report,
                                       am_law *law, const char *name,
                                       am_place place);

/* The input that is sensitive parameter `i`. */
am_node am_sensitive_node(const am_law *law, int i);

/* Prepares the derivatives of the state at the start by the parameters that
 * are sensitive now. */
void am_law_differentiate_initial(am_arena *arena, am_law *law);

/* Then d state/d parameter at the start, state_by [sensitive_count][nx], for
 * parameters [parameter_numbers], NULL: those of the law, which does not
 * change: several threads may ask, each with an arena of its own. */
void am_law_initial_by(am_arena *arena, const am_law *law,
                       const double *parameters, double *state_by);

/* Is the rate of some variable given, in place of a potential? */
bool am_law_has_given(const am_law *law);

/* Does the rate of some variable follow from a potential? */
bool am_law_has_potential(const am_law *law);

/* Output nodes of a function: [*count], in the law's arena, made when they are
 * first asked for, and anew where rates, stress or forces are others now. */
const am_node *am_law_function(am_arena *arena, am_law *law,
                               am_function function, int *count);

/* A function that differentiates in directions, in parts: what all directions
 * share is computed once, and each direction reads it. */
typedef struct {
  am_node *values;       /* [count] outputs that are no derivatives, and
                            behind them [shared_count] what is shared, an
                            AM_INPUT_SHARED of … */
  int count, shared_count;
  am_node *directions;   /* … [direction_count][rows], which read Z_c alone,
                            as an AM_INPUT_DIRECTION [nx], and theta */
  int direction_count;   /* those of strains and external fields, or as many
                            as there are sensitive parameters */
  int rows;
  bool idle[6 + AM_MOST_EXTERNAL]; /* all rows of the direction of a strain are
                                      zero */
  bool single;           /* one direction of state and strain */
} am_split;

/* few: as few shared values as cheap operations, which every direction
 * repeats, can make of them; the results are the same. */
void am_law_split(am_arena *arena, am_law *law, am_function function,
                  bool few, am_split *split);

/* Replaces parts of `state` [na] and of `external` [nf] by the values of the
 * mapping `initial` of a case (keys time, strain and stress are skipped). */
AM_MUST_USE am_status am_law_initial(am_report *report, const am_law *law,
                                     const am_yaml *initial, double *state,
                                     double *external);

/* One value in a file, from coordinates: a number, the components of a vector
 * or a tensor. */
void am_value_write(am_buffer *out, am_kind kind, const double *coordinates);

/* The same of a parameter with numbers `parameters` of the law: one value, a
 * list or a list of rows. */
void am_parameter_write(am_buffer *out, const am_law *law,
                        const am_value *value, const double *parameters);

/* A variable's coordinates as users see them: scalar [1], tensor components
 * [6]. */
void am_variable_to_user(const am_variable *variable, const double *state,
                         double *user);

/* The inverse; false when a deviatoric variable is not trace-free. */
bool am_variable_from_user(const am_variable *variable, const double *user,
                           double *state);

/* Its derivative by the strain, from dy/deps [6][nx] direction by direction,
 * by tensor components: [6] of a scalar, [6][6] of a tensor. */
void am_variable_derivative_to_user(const am_variable *variable,
                                    const double *derivative, int nx,
                                    double *user);

#endif
