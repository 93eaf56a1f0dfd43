/* material.h: a material file as it was read.
 *
 * The file's expressions are parsed but have no meaning yet: law.h gives them
 * one for chosen parameters.  See automat-material(5).
 *
 * The module material, from a file to what engines compile:
 *
 *     material.h   the file (read.c; include.c those that it includes;
 *                  parameter.h its numbers)
 *     law.h        the law: build.h lists the steps to it, constants.c,
 *                  variables.c, potentials.c, which law.c takes in turn;
 *                  function.def lists the functions that schemes need,
 *                  functions.c makes them, split.c takes apart those that
 *                  differentiate in directions
 *     sensitive.c  parameters by which is differentiated
 *     state.c      the state as users see it
 *     vary.h       the law at points with parameters of their own
 *     class.h      what kind of law it is */
#ifndef AM_LAW_MATERIAL_H
#define AM_LAW_MATERIAL_H

#include "base/base.h"
#include "expr/parts.h"
#include "solver/parts.h"
#include "yaml/keys.h"

/* One parameter: a scalar, vector or symmetric tensor, or a list of them, a
 * matrix or a table of scalars; or an external field, a scalar, with its value
 * where nothing else is said. */
typedef struct {
  const char *what;     /* "parameter", "external field" */
  const char *name;     /* in the material, with the prefix of its file */
  am_place place;
  const am_yaml *written; /* the value as it stands there */
  am_kind kind;
  int length;           /* -1: not a list; rows of a matrix */
  int columns;          /* of a matrix, 2 of a table, else 0 */
  am_outside outside;   /* of a table */
  double *values;       /* [numbers], tensors as tensor components */
  int numbers;
  double low, high;     /* bounds, infinite when there are none */
  bool low_open, high_open;
  bool temperature;     /* a field that is the absolute temperature */
  const char *unit, *about;
  bool converted;       /* formulas read the value in the system of units: */
  am_conversion conversion;
} am_parameter;

typedef struct {
  const char *name;     /* likewise */
  am_place place;
  int part;             /* the file whose names its expressions see */
  am_kind kind;         /* AM_SCALAR or AM_TENSOR */
  bool deviatoric;
  bool given;           /* its rate, in `rates` */
  am_expr *count;       /* NULL: not a list */
  am_expr *initial;     /* NULL: zero */
  am_block *of;         /* of a maximum: what it is the largest value of */
  bool entropy;         /* in the place of the temperature (adiabatic.c) */
  const char *about;
} am_internal;

/* An entry of `elastic_domain`: a scalar that is to stay <= 0. */
typedef struct {
  const char *name;
  am_place place;
  am_block *block;
} am_domain;

/* An entry of `rates` or `partials` written as a mapping. */
typedef struct {
  am_snippet key;
  am_assignment head; /* name and index, of the key */
  am_block *block;
} am_given_entry;

/* What a file gives for stress, forces or rates: one of both, or nothing. */
typedef struct {
  am_block *block; /* of assignments; NULL: none */
  am_given_entry *entries; /* [count] of a mapping */
  int count;
} am_given;

/* A file of which a material consists.  Its expressions see its own names and
 * those of the files that it includes, without its prefix. */
typedef struct {
  const am_yaml *root;
  const char *path;
  const char *prefix;    /* of its names in the material: "iso_", or "" */
  am_block *definitions; /* NULL: none */
  bool installed;        /* one of the blocks that are found by name */
  /* The parameters, variables and parts that it brings along, its own and those
   * of the files that it includes, are those from the first up to the end. */
  int first_parameter, end_parameter;
  int first_internal, end_internal;
  int first_part; /* up to itself */
} am_material_part;

enum { AM_MOST_INCLUDED = 64 }; /* files of one material */

/* The texts of included files, in the order in which they are met. */
typedef struct {
  const am_source *items[AM_MOST_INCLUDED]; /* [count] */
  int count;
} am_included;

typedef struct {
  const char *name, *title, *source, *path;
  const char *stress_unit, *time_unit; /* "" when the file has no units */
  am_parameter *parameters; /* [parameter_count] */
  int parameter_count;
  am_parameter *externals;  /* [external_count] fields given in time */
  int external_count;
  am_internal *internals; /* [internal_count] */
  int internal_count;
  am_material_part *parts; /* [part_count], included files before the one that
                              includes them, the material's own file last */
  int part_count;
  am_included included;
  am_block *free_energy;
  am_block *force_potential; /* NULL: none */
  am_domain *domains;        /* [domain_count] */
  int domain_count;
  const double *viscosity;   /* eta > 0 [domain_count]: laws have
                                (pos f)^2/(2 eta) in the force potential in
                                place of each domain; NULL: none */
  am_given rates, partials;
  const char *conventional; /* file name, NULL: none */
  am_kinematics kinematics; /* of the strain … */
  bool kinematics_given;    /* … which the file says */
  am_yaml *root;
} am_material;

/* The keys of a material, and parts that other files have, too: overrides of
 * parameters. */
extern const am_yaml_key am_material_keys[];
extern const am_yaml_shape am_overrides_shape;

/* Reads the file `path`, a name that the material keeps.  AM_INPUT with a
 * message when it breaks a rule of the format. */
AM_MUST_USE am_status am_material_read(am_arena *arena, am_report *report,
                                       const char *path,
                                       am_material **material);

/* The same of a text that has been parsed, as if it were the file `path`, with
 * the texts of the files that it includes. */
AM_MUST_USE am_status am_material_of(am_arena *arena, am_report *report,
                                     am_yaml *root, const char *path,
                                     const am_included *included,
                                     am_material **material);

/* The entry of a name; NULL: there is none. */
const am_given_entry *am_given_find(const am_given *given, const char *name);

/* The texts of the material and of all files that it includes, one behind the
 * other: what tells it from others. */
const char *am_material_text(am_arena *arena, const am_material *material);

/* The file of an installed material, searched in AUTOMAT_PATH (folders that
 * hold materials/), beside the program's source, and in the installed data;
 * a `name` ending in ".yaml" is a path relative to the folder `base` (NULL:
 * the working directory).  Messages name the nearest installed material. */
AM_MUST_USE am_status am_material_find(am_arena *arena, am_report *report,
                                       const char *name, const char *base,
                                       am_place place, const char **path);

/* The place of an external field among those of a material; -1: none. */
int am_external_index(const am_material *material, const char *name);

/* The place of the absolute temperature among its external fields; -1: none
 * is. */
int am_temperature_index(const am_material *material);

/* The names of all installed materials, sorted: [*count]. */
const char *const *am_material_names(am_arena *arena, size_t *count);

#endif
