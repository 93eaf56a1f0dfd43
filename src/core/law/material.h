/* material.h: the contents of a material file.
 *
 * Expressions are parsed but not elaborated: law.h evaluates them for given
 * parameters. See automat-material(5).
 *
 * The module law, from a file to the input of the engines:
 *
 *     material.h   the file (read.c; include.c for included files; reader.h for
 *                  parameters)
 *     law.h        the law; build.h lists the steps (constants.c, variables.c,
 *                  potentials.c, ...) that law.c performs; function.def lists
 *                  the functions that schemes need, functions.c generates them,
 *                  and direction_split.c splits directional derivatives into a
 *                  shared part and one for each direction; names.c selects
 *                  parameters of sensitivities, state.c converts states for
 *                  users */
#ifndef AM_LAW_MATERIAL_H
#define AM_LAW_MATERIAL_H

#include "expr/parts.h"
#include "solver/parts.h"
#include "yaml/keys.h"

/* Parameter: a scalar, vector or symmetric tensor, a list of these, a matrix or
 * a table of scalars; or an external field: a scalar with its default value. */
typedef struct {
  const char *what;     /* "parameter", "external field" */
  const char *name;     /* name in the material, with the prefix of its file */
  am_place place;
  const am_yaml *written; /* value as written in the file */
  am_kind kind;
  int length;           /* of a list, or number of rows; -1: neither */
  int columns;          /* of a matrix; 2 for a table; else 0 */
  am_outside outside;   /* extrapolation of a table … */
  am_interpolation between; /* … and the curve between its rows */
  double *values;       /* [numbers], tensors as tensor components */
  int numbers;
  double low, high;     /* bounds; infinite: none */
  bool low_open, high_open;
  bool temperature;     /* external field that is the absolute temperature */
  const char *unit, *about;
  bool converted;       /* formulas read the value in the system of units */
  am_conversion conversion;
} am_parameter;

typedef struct {
  const char *name;     /* name in the material, with the prefix of its file */
  am_place place;
  int part;             /* file whose names its expressions see */
  am_kind kind;         /* AM_SCALAR or AM_TENSOR */
  bool deviatoric;
  bool given;           /* rate given in `rates` */
  am_expr *count;       /* NULL: not a list */
  am_expr *initial;     /* NULL: zero */
  am_block *of;         /* expression whose maximum the variable keeps */
  bool entropy;         /* replaces the temperature (adiabatic.c) */
  const char *about;
} am_internal;

/* Entry of `rates` or `partials` that is a mapping. */
typedef struct {
  am_snippet key;
  am_assignment head; /* name and index from the key */
  am_block *block;
} am_file_formula;

/* Stress, forces or rates given by the file, as a block or as entries; either
 * may be empty. */
typedef struct {
  am_block *block; /* assignments; NULL: none */
  am_file_formula *entries; /* [count] entries of a mapping */
  int count;
} am_file_formulas;

/* File that belongs to a material. Its expressions see its own names and those
 * of the files that it includes, without its prefix. */
typedef struct {
  const am_yaml *root;
  const char *path;
  const char *prefix;    /* prefix of its names in the material: "iso_", or
                            "" */
  am_block *definitions; /* NULL: none */
  bool installed;        /* installed block, found by name */
  /* Ranges first … end - 1 of parameters, variables and parts defined by this
   * file and the files that it includes. */
  int first_parameter, end_parameter;
  int first_internal, end_internal;
  int first_part; /* up to this part */
} am_material_part;

enum { AM_MOST_INCLUDED = 64 }; /* files of one material */

/* Texts of included files, in the order in which they are read. */
typedef struct {
  const am_source *items[AM_MOST_INCLUDED]; /* [count] */
  int count;
} am_included;

typedef struct {
  const char *name, *title, *source, *path;
  const char *keywords; /* found by `automat list materials --search` */
  const char *stress_unit, *time_unit; /* "" if the file has no units */
  am_parameter *parameters; /* [parameter_count] */
  int parameter_count;
  am_parameter *externals;  /* [external_count] external fields */
  int external_count;
  am_internal *internals; /* [internal_count] */
  int internal_count;
  am_material_part *parts; /* [part_count] included files before the including
                              file; the material's own file is last */
  int part_count;
  am_included included;
  am_block *free_energy;     /* NULL: none, if `stress` is given */
  am_block *stress;          /* NULL: derivative of the free energy */
  am_block *force_potential; /* NULL: none */
  am_file_formulas domains;  /* yield functions, which must stay <= 0 */
  const double *viscosity;   /* [surfaces] eta > 0: laws have (pos f)^2/(2
                                eta) in the force potential instead of each
                                domain; NULL: none */
  am_file_formulas rates, partials;
  const char *conventional; /* file name, NULL: none */
  const am_yaml *parameter_sets; /* or NULL */
  am_kinematics kinematics; /* strain measure */
  bool kinematics_given;    /* the file specifies the kinematics */
  am_yaml *root;
} am_material;

/* Keys of a material; shape of overrides of parameters, also used in other
 * files. */
extern const am_yaml_key am_material_keys[];
extern const am_yaml_shape am_overrides_shape;

/* Reads the file `path`; the material keeps the pointer. AM_INPUT if the file
 * violates the format. */
AM_MUST_USE am_status am_material_read(am_arena *arena, am_report *report,
                                       const char *path,
                                       am_material **material);

/* Reads a material from a parsed text as if it were the file `path`, with the
 * texts of the files that it includes. */
AM_MUST_USE am_status am_material_of(am_arena *arena, am_report *report,
                                     am_yaml *root, const char *path,
                                     const am_included *included,
                                     am_material **material);

/* Entry of a name, or NULL. */
const am_file_formula *am_file_formula_find(const am_file_formulas *given,
                                            const char *name);

/* Concatenated texts of the material and all files that it includes; identifies
 * the material. */
const char *am_material_text(am_arena *arena, const am_material *material);

/* Finds the file of an installed material: in AUTOMAT_PATH (folders that
 * contain materials/), next to the program's source, and in the installed data.
 * A `name` ending in ".yaml" is a path relative to the folder `base` (NULL: the
 * working directory). Messages suggest the installed material with the nearest
 * name. */
AM_MUST_USE am_status am_material_find(am_arena *arena, am_report *report,
                                       const char *name, const char *base,
                                       am_place place, const char **path);

/* Reads six tensor components from a mapping; missing components are 0. */
AM_MUST_USE am_status am_components_read(am_report *report, const am_yaml *node,
                                         const char *what, double *t);

/* True if the value is within the bounds of the parameter. */
bool am_parameter_allows(const am_parameter *parameter, double value);

/* Bounds in words, such as "above 0 and at most 1", or "". */
const char *am_parameter_bounds(am_arena *arena, const am_parameter *parameter);

/* Error at `place`: unknown parameter, with the nearest name. */
am_status am_parameter_unknown(am_report *report, const am_material *material,
                               const char *name, am_place place);

/* Index of a parameter in a material; -1: none. */
int am_parameter_index(const am_material *material, const char *name);

/* Index of an external field in a material; -1: none. */
int am_external_index(const am_material *material, const char *name);

/* Index of the external field that is the absolute temperature; -1: none. */
int am_temperature_index(const am_material *material);

/* Sorted names of all installed materials [*count]. */
const char *const *am_material_names(am_arena *arena, size_t *count);

#endif
