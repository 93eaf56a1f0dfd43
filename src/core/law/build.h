/* build.h: the steps from a material file to a law; private to material.
 *
 * am_law_new takes them in the order in which they stand here.  Each adds names
 * to scopes, nodes to the graph and fields to the law, and reads those of the
 * steps before it. */
#ifndef AM_LAW_BUILD_H
#define AM_LAW_BUILD_H

#include "expr/parts.h"
#include "law/law.h"

/* The state of a build, which the steps share. */
typedef struct {
  am_arena *arena;
  am_report *report;
  const am_material *material;
  am_graph *graph;
  am_law *law;
  am_parameter *parameters; /* [material->parameter_count] with overrides */
  am_value *values;         /* [material->parameter_count] of parameters */
  am_scope *constants;      /* parameters, external fields, definitions */
  am_scope **parts;         /* [material->part_count] the same, as the files of
                               which the material consists see them */
  int *first_definition;    /* [material->part_count] of each */
  int definition_capacity, requirement_capacity;
  am_scope *fields;         /* and eps, internal variables */
  am_scope *forces;         /* and driving forces A_x */
  const double (*turn)[6];  /* Q of turn.c; NULL: the material's axes are those
                               of the test */
  am_place strategy_place; /* where it is asked for, or am_nowhere */
  const am_adiabatic *adiabatic; /* or NULL; then, at a given temperature: */
  am_node entropy, curvature;    /* -omega_T and omega_TT */
  am_node eps[6];
  am_node *state;           /* [na] inputs, multipliers at the end until
                               am_build_order */
  am_node *force;           /* [na] inputs */
} am_build;

/* An elaboration in a scope of this build. */
am_elaboration am_build_context(const am_build *build, const am_scope *scope);

/* strain_rate.c: makes rate_eps known in the scope of a part, where it has
 * nothing else of this name; AM_INPUT where nodes [count] read it; and whether
 * rates do */
void am_build_offer_rate(am_build *build, const am_material_part *part,
                         am_scope *scope);
AM_MUST_USE am_status am_build_refuse_rate(const am_build *build,
                                           const am_node *nodes, int count,
                                           const char *what, am_place place);
void am_build_find_rate(am_build *build);

/* constants.c: parameters, external fields, definitions, requirements */
AM_MUST_USE am_status am_build_constants(am_build *build,
                                         const am_yaml *overrides,
                                         const char *set, am_place set_place);

/* The finite value of parameter-only nodes [count]; `what` and `place` name
 * them in the message, also where they read an external field. */
AM_MUST_USE am_status am_build_values(const am_build *build,
                                      const am_node *nodes, int count,
                                      const char *what, am_place place,
                                      double *values);

/* variables.c: internal variables, their inputs and their initial values */
void am_build_reserve(am_build *build, const am_material_part *part,
                      am_scope *scope); /* their names in a part's scope */
AM_MUST_USE am_status am_build_variables(am_build *build);

/* A name, and the variables whose members it stands for. */
typedef struct {
  const char *name, *what;
  const am_variable *first; /* of `count` */
  int count;
  const am_node *nodes;     /* [na] by coordinates of the state */
} am_binding;

/* Binds it to tensors and scalars, a list of them where the variable is one. */
void am_build_bind(am_build *build, am_scope *scope, const am_binding *binding);

AM_MUST_USE am_status am_build_initial(am_build *build);

/* Orders the state so that solved variables come first. */
void am_build_order(am_build *build);

/* turn.c: coordinates [count] of a scalar (1), a deviatoric (5) or another
 * tensor (6) on the axes of the test from those on the material's, or `back`. */
am_node *am_build_turned(const am_build *build, const am_node *nodes,
                         int count, bool back);

/* potentials.c: stress, forces and rates by AD */
AM_MUST_USE am_status am_build_potentials(am_build *build);

/* law.c: replaces in nodes [count] strain, state and fields by those of the
 * start, a strain of zero */
void am_build_at_start(const am_law *law, am_node *nodes, int count);

/* memory.c: maxima take part in rates, forces and stress */
AM_MUST_USE am_status am_build_memory(am_build *build);

/* adiabatic.c: the material with an entropy, its temperature the last of the
 * external fields … */
AM_MUST_USE am_status am_build_with_entropy(am_arena *arena,
                                            am_report *report,
                                            const am_material *material,
                                            const am_law_choice *choice,
                                            const am_material **result);

/* … which becomes a function of it; the state in another order, `moved` [na] in
 * the place of `old`; and the entropy at the start */
void am_build_adiabatic(am_build *build);
void am_build_move_temperature(am_build *build, const am_node *old,
                               const am_node *moved);
AM_MUST_USE am_status am_build_entropy(am_build *build);

/* T S where the temperature is given */
void am_build_bound(am_build *build);

/* Is the value now below the maximum so far, and by more than rounding? */
am_node am_build_below(const am_build *build, am_node maximum, am_node value);

/* is zero force within the elastic domain? */
AM_MUST_USE am_status am_build_check_domain(am_build *build);

/* What blocks see that may read the state: the names in `forces`, and `stress`,
 * unless the block (NULL: none) or the file has something else of this name. */
am_scope *am_build_state_scope(const am_build *build, const am_block *block);

/* given.c: the rates that the file gives, in place of those by AD */
AM_MUST_USE am_status am_build_rates(am_build *build);

/* the same from hand-derived partials, in place of AD's */
AM_MUST_USE am_status am_build_partials(am_build *build);

#endif
