/* law.h: a material with parameters, and everything derived from its
 * potentials.
 *
 *     sigma = d omega/d eps,   A = -d omega/d a,   a' = f = d Psi/d A
 *
 * Stress, forces and rates are nodes of one graph, from which an engine
 * generates the functions that a scheme needs. With an elastic domain, f_k(A)
 * <= 0,
 *
 *     a' = d Psi/d A + sum_k lambda_k d f_k/d A,  lambda_k >= 0,
 *     lambda_k f_k = 0.
 *
 * The state vector of the integrators is
 *
 *     [solved variables | multipliers | quadratures | dissipation, work]
 *
 * In the functions of a law, the state entry of a multiplier is lambda_k, and
 * its rate entry is f_k. In the state of a point, the entry is the integral of
 * lambda_k over the loading step; its value at the start has no effect.
 *
 * Solved variables are those on which f depends, including the rates of the
 * energies; quadratures (alpha in the example) follow from them without a
 * Newton system. The two energies are integrated if the solver requests them:
 * dissipation' = A·f, work' = sigma·eps'.
 *
 * If a variable M is the largest value so far of g(eps, a, T), every evaluation
 * within a loading step replaces M by max(M, g), with M from the start of the
 * step; `memory` updates M at the end of the step. Derivatives of omega and Psi
 * are taken at fixed M; only the energy reads M itself.
 *
 * A file may give the stress, sigma(eps, a), instead of omega or in addition to
 * it. Without omega, A = 0.
 *
 * A law may read external fields: scalars prescribed as functions of time and
 * linear within a loading step, like strains. The schemes store the fields
 * after the strain, eps [6 + nf], so statements about a strain in their source
 * also hold for the fields. With energies, the state then contains the energy
 * exchanged through the fields, exchange' = omega_T·T', before the work. */
#ifndef AM_LAW_H
#define AM_LAW_H

#include "law/material.h"

/* Internal variable, or a member of a list of internal variables. */
typedef struct {
  const char *name;   /* "eps_vp", "x[2]" */
  const char *base;   /* "eps_vp", "x" */
  int member;         /* 0, or 1 … in a list */
  am_kind kind;       /* AM_SCALAR or AM_TENSOR */
  bool deviatoric;
  int offset, size;   /* coordinates in the state; size 1, 6 or 5 */
  bool solved;        /* f depends on it */
  bool drives_stress; /* sigma depends on it, directly or through f */
  bool given;         /* rate given by the file, not by Psi */
  bool entropy;       /* entropy of an adiabatic law */
  bool maximum;       /* no rate; keeps the largest value of an expression */
} am_variable;

/* Yield function of the elastic domain. */
typedef struct {
  const char *name; /* "yield", or "yield[3]" in a list */
  const am_file_formula *formula;
  int member;       /* index in a list, counted from 1 */
  am_node value;    /* f as a function of the inputs A */
  double at_rest;   /* f at the start, without forces */
} am_surface;

/* Parameter for which sensitivities are computed: a scalar, or a member of a
 * list of scalars. */
typedef struct {
  const char *name; /* "E", "tau[2]" */
  const char *unit; /* unit of the parameter, or "" */
  int index;        /* index in the parameter numbers */
} am_sensitivity_parameter;

/* Named definition of the material. */
typedef struct {
  const char *name;
  am_value value;             /* empty for a function */
  const am_closure *function; /* NULL: a value */
} am_definition;

/* Condition on parameters. */
typedef struct {
  const char *text, *because; /* because: reason, or "" */
  am_node node;
} am_requirement;

typedef struct {
  am_arena *arena;            /* memory of the law */
  const am_material *material;
  am_graph *graph;
  const am_scope *scope;      /* parameters and definitions by name */
  am_definition *definitions; /* [definition_count] */
  int definition_count;
  am_requirement *requirements; /* [requirement_count] */
  int requirement_count;
  double *parameters;         /* [parameter_numbers], as graph inputs */
  int parameter_numbers;
  bool *structural;           /* [parameter_numbers] determines the structure */
  am_sensitivity_parameter
      *sensitive; /* [sensitive_count], see am_law_sensitive */
  int sensitive_count;
  am_program *initial_by;     /* NULL: none; see am_law_differentiate_initial */
  am_variable *variables;     /* [count], in the order of the state */
  int count;
  am_surface *surfaces;       /* [nd] yield functions */
  int nd;                     /* multipliers, the last of ns */
  int na;                     /* coordinates of all internal variables, plus
                                 nd */
  int ns;                     /* coordinates of the solved variables, which come
                                 first, plus nd */
  bool strict;                /* all rates follow from Psi and f_k, which depend
                                 on neither eps nor the state */
  bool mentions_rate;         /* rate_eps or the rate of an external field is in
                                 scope, so an expression may read it */
  bool reads_rate;            /* rates of the state read one of them … */
  bool reads_strain_rate;     /* … rate_eps */
  bool driven_by_rate[6 + AM_MOST_EXTERNAL]; /* components of the strain rate,
                                 and rates of fields, that the rates read */
  double *initial;            /* [na] state at the start */
  am_node *initial_nodes;     /* [na] as functions of parameters */
  double stress_scale;        /* S (law.c) */
  am_node scale;              /* S as a function of the parameters */
  bool energies;              /* the state contains dissipation and work */
  int nx;                     /* na, or na + 2; na + 3 with external fields */
  int nf;                     /* number of external fields */
  bool logarithmic;           /* eps is the logarithmic strain of a prescribed
                                 deformation gradient */
  double external[AM_MOST_EXTERNAL]; /* [nf] default values */
  am_node temperature;        /* adiabatic law, whose omega is the internal
                                 energy; 0: not adiabatic */
  const char *temperature_name; /* name of the temperature field in the file */
  am_node entropy, curvature; /* of adiabatic laws: -omega_T and omega_TT at
                                 given temperature; 0: not adiabatic */
  am_program *temperature_by;
  am_program *bound_by;       /* T S; NULL: unknown or none */
  am_node energy;             /* omega */
  am_node stress[6];
  am_node *force;             /* [na] A */
  am_node *rate;              /* [nx] f */
  am_node *memory;            /* [na] state at the end of a loading step, with
                                 updated maxima; NULL: no maxima */
  am_node *maximum_of;        /* [na] if memory: g of a maximum, else 0 */
  am_node force_potential;    /* Psi as a function of the inputs A; a constant
                                 if the law has none */
  am_node dissipation_potential; /* Psi as a function of the inputs A, plus the
                                    sum of lambda_k f_k */
  struct am_origin *origin;   /* origin of the strains, for an initial stress
                                 prescribed by a case; NULL: zero */
  struct am_cached_function *made;       /* [AM_FUNCTIONS] cached functions */
} am_law;

/* Functions of a law, from which schemes are built: the rows of function.def,
 * which describes them. */
typedef enum {
#define AM_LAW_FUNCTION(NAME, ...) AM_FUNCTION_##NAME,
#include "law/function.def"
#undef AM_LAW_FUNCTION
  AM_FUNCTIONS
} am_function;

typedef enum {
  AM_FORM_PLAIN,
  AM_FORM_STRAINS,    /* plus derivatives by strains and external fields */
  AM_FORM_PATH,       /* plus one derivative along a direction of state and
                         strain */
  AM_FORM_PARAMETERS, /* plus derivatives by sensitive parameters */
  AM_FORM_BOUND       /* depends on parameters only */
} am_function_form;

/* Components of the prescribed deformation gradient; 0 if strains are
 * prescribed. */
static inline int am_law_deformed(const am_law *law) {
  return law->logarithmic ? 9 : 0;
}

/* Index of the multiplier of surface k in the state. */
static inline int am_multiplier_at(const am_law *law, int k) {
  return law->ns - law->nd + k;
}

/* True if a coordinate of the state is a multiplier. */
static inline bool am_is_multiplier(const am_law *law, int coordinate) {
  return coordinate >= law->ns - law->nd && coordinate < law->ns;
}

/* Symbolic sizes of outputs. */
typedef enum {
  AM_SIZE_ONE,
  AM_SIZE_SIX,
  AM_SIZE_INPUTS, /* strain and external fields */
  AM_SIZE_NF,     /* external fields */
  AM_SIZE_NX,
  AM_SIZE_NA,
  AM_SIZE_NS,
  AM_SIZE_ND
} am_law_size;

enum { AM_MOST_OUTPUTS = 3 };

/* Number of strain components and external fields. */
static inline int am_law_inputs(const am_law *law) { return 6 + law->nf; }

/* Layout of the inputs AM_INPUT_TIME. From 0: theta of a strain direction; or,
 * for a parameter direction, [6 + nf] changes of strain and fields and one
 * theta. From am_rate_time, if the law reads rates of strain or fields: their
 * changes, one number for a strain direction, [6 + nf] for a parameter
 * direction. From am_path_time: those of the form PATH, as for a parameter
 * direction; the w of PATH follow the w [6 + nf][nx] of the strain directions.
 * am_law_times is the total number. */
static inline int am_rate_time(const am_law *law) {
  return am_law_inputs(law) + 1;
}
static inline int am_path_time(const am_law *law) {
  return am_rate_time(law) + (law->reads_rate ? am_law_inputs(law) : 0);
}
static inline int am_law_times(const am_law *law) {
  return 2 * am_path_time(law);
}

typedef struct {
  const char *name;  /* "rate" */
  const char *text;  /* name in the generated source */
  const char *about;
  bool reads_rate;   /* reads the rates of strain and fields */
  bool reads_along;  /* reads u */
  am_function_form form;
  const char *word;  /* WORD of a form with directions */
  am_law_size rows;  /* rows of the derivative in one direction */
  struct {
    const char *name;
    am_law_size rows, columns;
  } outputs[AM_MOST_OUTPUTS]; /* [output_count] */
  int output_count;
} am_law_function_row;

extern const am_law_function_row am_law_functions[AM_FUNCTIONS];

/* Number of entries of output i of a function. */
int am_output_size(const am_law *law, am_function function, int i);

/* Number of directions of differentiation, and number of entries of the
 * derivative in one direction. */
int am_direction_count(const am_law *law, am_function function);
int am_direction_rows(const am_law *law, am_function function);

/* Adiabatic conditions: the temperature (external field T or temperature of the
 * material) follows from the potentials (adiabatic.c). */
typedef struct {
  am_place place;     /* for messages */
  double temperature; /* at the start; NAN: from the material */
} am_adiabatic;

/* Choices for a law of a material; all zero: its own parameters, derivatives by
 * AD. */
typedef struct {
  const am_yaml *overrides; /* mapping `parameters` of a case, or NULL */
  const char *set;          /* one of the material's parameter_sets, or NULL */
  am_place set_place;
  am_strategy strategy;
  am_place strategy_place; /* for messages, or am_nowhere */
  bool energies;
  const am_adiabatic *adiabatic; /* NULL: not adiabatic */
  const double (*turn)[6]; /* the material's axes (base/basis.h); NULL: those
                              of the test */
  bool logarithmic; /* deformation gradients are prescribed
                       (am_law.logarithmic) */
} am_law_choice;

/* Number of components under control. */
static inline int am_law_controlled(const am_law *law) {
  return law->logarithmic ? 9 : 6;
}

/* Builds the law; choice NULL: all zero. AM_INPUT if an override is out of
 * bounds, a requirement is violated, a definition is not finite, or an
 * expression is invalid. */
AM_MUST_USE am_status am_law_new(am_arena *arena, am_report *report,
                                 const am_material *material,
                                 const am_law_choice *choice, am_law **law);

/* AM_INPUT if generated functions of the law exceed the limit of operations;
 * the values of the functions are then meaningless. */
AM_MUST_USE am_status am_law_check_size(am_report *report, const am_law *law);

/* Replaces the strain [6] in all nodes of the law. Call it before functions of
 * the law are generated. */
void am_law_replace_strain(am_law *law, const am_node *strain);

/* True if the value is within the bounds of external field i;
 * am_external_bounds: the bounds in words. */
bool am_external_allows(const am_law *law, int i, double value);
const char *am_external_bounds(am_arena *arena, const am_law *law, int i);

/* Replaces the maxima in nodes [count], which refer to the start of a loading
 * step, by their current values. */
void am_law_present(const am_law *law, am_node *nodes, int count);

/* Arguments at which quantities of a law are evaluated. */
typedef struct {
  const double *strain;     /* [6] */
  const double *state;      /* [nx] */
  const double *external;   /* [nf] */
  const double *parameters; /* NULL: parameters of the law */
} am_law_point;

/* Temperature of an adiabatic law at a point. */
double am_law_temperature(const am_law *law, const am_law_point *at);

/* T S = internal energy - omega, for a law with energies whose only external
 * field is the temperature; 0 for an adiabatic law, whose omega is the internal
 * energy. am_law_has_heat: true if one of these cases applies. */
double am_law_bound(const am_law *law, const am_law_point *at);
bool am_law_has_heat(const am_law *law);

/* "rate_eps, rate_T": rates of strain and external fields that nodes [count]
 * read, in the law's arena; NULL: none. */
const char *am_law_rates_read(const am_law *law, const am_node *nodes,
                              int count);

/* slopes [nf] = d omega/d T for the external fields T. */
void am_law_slopes(const am_law *law, am_node *slopes);

/* Selection of numbers of a parameter by name: "E", a member "tau[2]" or
 * "tau.2" of a list, an entry "h[1][2]" or a row "h[1]" of a matrix, or all
 * numbers, "tau". */
typedef struct {
  const char *name; /* without indices */
  int member[2], depth; /* from 1; 0: not an integer */
} am_member;

am_member am_member_parse(am_arena *arena, const char *text);

/* Selects the numbers first … first + count - 1 of a value made of scalars;
 * false if no such numbers exist. */
bool am_member_range(const am_member *entry, const am_value *value, int *first,
                     int *count);

/* Name of number i, such as "h[1][2]". */
const char *am_member_name(am_arena *arena, const char *name,
                           const am_value *value, int i);

/* Selects a parameter for sensitivities, before an engine compiles the law:
 * "E", a member "tau[2]" of a list, or all members, "tau". Repeated selections
 * have no effect. AM_INPUT if the name is unknown, the parameter is a tensor or
 * a vector, or it determines the structure of the law. */
AM_MUST_USE am_status am_law_sensitive(am_arena *arena, am_report *report,
                                       am_law *law, const char *name,
                                       am_place place);

/* Graph input of sensitive parameter `i`. */
am_node am_sensitive_node(const am_law *law, int i);

/* Prepares the derivatives of the initial state by the parameters selected so
 * far. */
void am_law_differentiate_initial(am_arena *arena, am_law *law);

/* Evaluates the derivatives of the initial state: state_by
 * [sensitive_count][nx], for parameters [parameter_numbers] (NULL: parameters
 * of the law). Thread-safe if each thread has its own arena; the law is not
 * modified. */
void am_law_initial_by(am_arena *arena, const am_law *law,
                       const double *parameters, double *state_by);

/* True if the file gives the rate of some variable in place of a potential. */
bool am_law_has_given(const am_law *law);

/* True if the rate of some variable follows from a potential. */
bool am_law_has_potential(const am_law *law);

/* Output nodes [*count] of a function, in the law's arena. They are generated
 * on first use, and again after rates, stress or forces have changed. */
const am_node *am_law_function(am_arena *arena, am_law *law,
                               am_function function, int *count);

/* Function with directional derivatives, split into a part shared by all
 * directions, computed once, and a part for each direction. */
typedef struct {
  am_node *values;       /* [count] outputs that are not derivatives, then
                            [shared_count] shared values, inputs AM_INPUT_SHARED
                            of the directions */
  int count, shared_count;
  am_node *directions;   /* [direction_count][rows] reading only the shared
                            values, w as an AM_INPUT_DIRECTION [nx], and
                            theta */
  int direction_count;   /* strains and external fields, or sensitive
                            parameters */
  int rows;
  bool single;           /* one direction of state and strain */
} am_split;

/* few: reduces the number of shared values by cheap operations that every
 * direction repeats; results do not change. */
void am_law_split(am_arena *arena, am_law *law, am_function function,
                  bool few, am_split *split);

/* Coordinates of a variable as output to users: scalar [1] or tensor components
 * [6]. */
void am_variable_to_user(const am_variable *variable, const double *state,
                         double *user);

/* Inverse of am_variable_to_user; false if a deviatoric variable is not
 * trace-free. */
bool am_variable_from_user(const am_variable *variable, const double *user,
                           double *state);

/* Strain derivative of a variable by tensor components, from dy/deps [6][nx]
 * stored by direction: [6] for a scalar, [6][6] for a tensor. */
void am_variable_derivative_to_user(const am_variable *variable,
                                    const double *derivative, int nx,
                                    double *user);

#endif
