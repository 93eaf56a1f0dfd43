/* reader.h: reading a material and the files that it includes; private to the
 * module law. */
#ifndef AM_LAW_READER_H
#define AM_LAW_READER_H

#include "law/material.h"

/* Shapes of the entries of `parameters`, `internal`, `include` and
 * `requires`. */
extern const am_yaml_shape am_parameter_shape, am_internal_shape,
    am_include_shape;
extern const am_yaml_key am_requirement_keys[];

typedef struct {
  am_arena *arena;
  am_report *report;
  am_material *material;
  const am_included *stored; /* texts of included files; NULL: read them from
                                files */
  int parameter_capacity, internal_capacity, part_capacity;
} am_reader;

/* File that is being read. */
typedef struct am_file_context am_file_context;
struct am_file_context {
  const am_file_context *outer; /* including file, or NULL */
  const am_yaml *root;
  const char *path;
  const char *prefix;   /* prefix of its names in the material */
  const am_yaml *given; /* values given by the including file, or NULL */
  bool installed;
};

/* read.c: adds parameters, variables and definitions of a file to the material,
 * after those of the files that it includes. */
AM_MUST_USE am_status am_part_read(am_reader *reader,
                                   const am_file_context *reading);

/* Checks a new name of a file; `full` is the name in the material.
 * am_is_column: true if the name is that of an output column. */
AM_MUST_USE am_status am_new_name_check(am_report *report,
                                        const am_yaml *node, const char *full,
                                        const char *what);
bool am_is_column(const char *name);

/* external.c: external fields, scalars with default values, prescribed as
 * functions of time. Only the material's own file may declare them. */
extern const am_yaml_shape am_external_shape;
AM_MUST_USE am_status am_externals_read(const am_reader *reader);

/* internal.c: a block of expressions, called `what` in messages; and an
 * internal variable whose name is already read. */
AM_MUST_USE am_status am_block_read(am_arena *arena, am_report *report,
                                    const am_yaml *node, const char *what,
                                    am_block_kind kind, am_block **block);
AM_MUST_USE am_status am_internal_read(am_arena *arena, am_report *report,
                                       const am_yaml *node,
                                       am_internal *variable);

/* include.c: reads the files that a file includes. */
AM_MUST_USE am_status am_includes_read(am_reader *reader,
                                       const am_file_context *reading);

/* Entry of `parameters` under its name in the material, combined with the
 * values given by including files. */
const am_yaml *am_given_parameter(am_arena *arena,
                                  const am_file_context *reading,
                                  const am_yaml *entry);

/* Reads the rows of a table from the file named in its entry. The path is
 * relative to the file `reading` and must be below its folder. */
AM_MUST_USE am_status am_table_read(am_reader *reader,
                                    const am_file_context *reading,
                                    const am_yaml *entry,
                                    am_parameter *parameter);

/* AM_INPUT if two files define the same name. */
AM_MUST_USE am_status am_clashes_check(am_reader *reader);

#endif
