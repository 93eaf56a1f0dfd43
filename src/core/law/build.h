/* build.h: the steps from a material file to a law; private to the module law.
 *
 * am_law_new performs the steps. Each step adds names to scopes, nodes to the
 * graph and fields to the law, and uses the results of earlier steps. */
#ifndef AM_LAW_BUILD_H
#define AM_LAW_BUILD_H

#include "diff/diff.h"
#include "law/law.h"

/* State shared by the steps. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_material *material;
  am_graph *graph;
  am_law *law;
  am_parameter *parameters; /* [material->parameter_count] including
                               overrides */
  am_value *values;         /* [material->parameter_count] values of
                               parameters */
  am_scope *constants;      /* parameters, external fields, definitions */
  am_scope **parts;         /* [material->part_count] constants visible in each
                               file of the material */
  int *first_definition;    /* [material->part_count] first definition of each
                               file */
  am_scope *fields;         /* constants, eps and internal variables */
  am_scope *forces;         /* fields and driving forces A_x */
  const am_law_choice *choice;
  int surfaces;             /* yield functions, also of viscous laws */
  am_node eps[6];
  am_node *state;           /* [na] inputs; the multipliers are last until
                               am_build_order */
  am_node *force;           /* [na] inputs */
} am_build;

/* Context for elaborating expressions in a scope of this build. */
am_elaboration am_build_context(const am_build *build, const am_scope *scope);

/* variables.c: adds rate_NAME, for the strain (index 0, 6 numbers) or an
 * external field (index 6 + i), to the scope of a part unless the name is
 * taken; AM_INPUT if nodes [count] read a rate; tests whether rates read
 * one. */
void am_build_offer_rate(am_build *build, const am_material_part *part,
                         am_scope *scope, const char *name, int index,
                         int count);
AM_MUST_USE am_status am_build_refuse_rate(const am_build *build,
                                           const am_node *nodes, int count,
                                           const char *what, am_place place);
void am_build_find_rate(am_build *build);

/* constants.c: parameters, external fields, definitions, requirements. */
AM_MUST_USE am_status am_build_constants(am_build *build);

/* Evaluates nodes [count] that depend on parameters only; their values must be
 * finite. `what` and `place` name them in messages. AM_INPUT if a node reads an
 * external field. */
AM_MUST_USE am_status am_build_values(const am_build *build,
                                      const am_node *nodes, int count,
                                      const char *what, am_place place,
                                      double *values);

/* variables.c: internal variables, their inputs and their initial values.
 * am_build_reserve reserves the names of forces, and of variables unless only
 * `forces`; they are defined in later blocks, and earlier ones may neither read
 * nor define them. */
void am_build_reserve(am_build *build, const am_material_part *part,
                      am_scope *scope, bool forces);
AM_MUST_USE am_status am_build_variables(am_build *build);

/* Name bound to the members of a variable. */
typedef struct {
  const char *name, *what;
  const am_variable *first; /* first of `count` */
  int count;
  const am_node *nodes;     /* [na] by state coordinate */
} am_binding;

/* Binds the name to a tensor or scalar, or to a list of them if the variable is
 * a list. */
void am_build_bind(am_build *build, am_scope *scope, const am_binding *binding);

AM_MUST_USE am_status am_build_initial(am_build *build);

/* Orders the state such that solved variables come first. */
void am_build_order(am_build *build);

/* potentials.c: rotates coordinates [count] of a scalar (1), a deviatoric (5)
 * or a general tensor (6) from the material's axes to those of the test, or
 * `back`. */
am_node *am_build_turned(const am_build *build, const am_node *nodes,
                         int count, bool back);

/* potentials.c: value of a block, which must be a scalar; `what` names it in
 * messages. AM_INPUT if it reads the strain rate, unless `rate`. */
AM_MUST_USE am_status am_build_scalar(const am_build *build,
                                      const am_scope *outer,
                                      const am_block *block, const char *what,
                                      bool rate, am_node *node);

/* potentials.c: stress, forces and rates by AD. */
AM_MUST_USE am_status am_build_potentials(am_build *build);

/* law.c: substitutes the initial state and fields and zero strain into nodes
 * [count]. */
void am_build_at_start(const am_law *law, am_node *nodes, int count);

/* law.c: replaces the inputs `from` [n] by `to` [n] in all nodes of a law. */
void am_law_substitute(am_law *law, const am_node *from, const am_node *to,
                       int n);

/* variables.c: substitutes maxima into rates, forces and stress. */
AM_MUST_USE am_status am_build_memory(am_build *build);

/* adiabatic.c: the material with the entropy as an additional variable and the
 * temperature as its last external field. */
AM_MUST_USE am_status am_build_with_entropy(am_build *build);

/* adiabatic.c: makes the temperature a function of the state, and computes the
 * initial entropy. */
void am_build_adiabatic(am_build *build);
AM_MUST_USE am_status am_build_entropy(am_build *build);

/* adiabatic.c: compiles programs for the temperature of an adiabatic law, and
 * for T S at a prescribed temperature; call it again after the nodes of the law
 * have changed. */
void am_law_build_heat(am_law *law);

/* Condition: the value is below the maximum so far by more than rounding
 * error. */
am_node am_build_below(const am_build *build, am_node maximum, am_node value);

/* Lists the yield functions. */
AM_MUST_USE am_status am_build_list_surfaces(am_build *build);

/* Tests whether zero force is within the elastic domain. */
AM_MUST_USE am_status am_build_check_domain(am_build *build);

/* Scope of blocks that may read the state: the names in `forces`, and `stress`
 * unless the block (NULL: none) or the file defines `stress` itself. */
am_scope *am_build_state_scope(const am_build *build, const am_block *block);

/* file_formulas.c: replaces rates by AD with the rates that the file gives. */
AM_MUST_USE am_status am_build_rates(am_build *build);

/* file_formulas.c: replaces AD by hand-derived partial derivatives. */
AM_MUST_USE am_status am_build_partials(am_build *build);

#endif
