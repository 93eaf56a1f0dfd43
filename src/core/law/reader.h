/* reader.h: the reading of a material and of the files that it includes;
 * private to material. */
#ifndef AM_LAW_READER_H
#define AM_LAW_READER_H

#include "law/material.h"

/* Entries of `parameters`, `internal`, `include` and `requires`. */
extern const am_yaml_shape am_parameter_shape, am_internal_shape,
    am_include_shape;
extern const am_yaml_key am_requirement_keys[];

typedef struct {
  am_arena *arena;
  am_report *report;
  am_material *material;
  const am_included *stored; /* texts of included files; NULL: files are read */
  int parameter_capacity, internal_capacity, part_capacity;
} am_reader;

/* A file that is being read. */
typedef struct am_reading am_reading;
struct am_reading {
  const am_reading *outer; /* the file that includes it; NULL: none */
  const am_yaml *root;
  const char *path;
  const char *prefix;   /* of its names in the material */
  const am_yaml *given; /* what the other gives to its parameters; NULL */
  bool installed;
};

/* read.c: the parameters, variables and definitions of a file, and first those
 * of the files that it includes, into the material. */
AM_MUST_USE am_status am_part_read(am_reader *reader,
                                   const am_reading *reading);

/* A name that a file gives to something new, of which `full` is its name in the
 * material; would it be that of an output column? */
AM_MUST_USE am_status am_new_name_check(am_report *report,
                                        const am_yaml *node, const char *full,
                                        const char *what);
bool am_is_column(const char *name);

/* external.c: fields that are given in time: scalars with their values where
 * nothing else is said.  They are those of the material's own file. */
extern const am_yaml_shape am_external_shape;
AM_MUST_USE am_status am_externals_read(const am_reader *reader);

/* internal.c: a block of expressions, called `what` in messages; an internal
 * variable, whose name is known. */
AM_MUST_USE am_status am_block_read(am_arena *arena, am_report *report,
                                    const am_yaml *node, const char *what,
                                    am_block_kind kind, am_block **block);
AM_MUST_USE am_status am_internal_read(am_arena *arena, am_report *report,
                                       const am_yaml *node,
                                       am_internal *variable);

/* include.c: the files that a file includes. */
AM_MUST_USE am_status am_includes_read(am_reader *reader,
                                       const am_reading *reading);

/* An entry of `parameters` under its name in the material, with what the files
 * around give to it. */
const am_yaml *am_given_parameter(am_arena *arena, const am_reading *reading,
                                  const am_yaml *entry);

/* The rows of a table from the file that its entry names, relative to the file
 * `reading` and below its folder. */
AM_MUST_USE am_status am_table_read(am_reader *reader,
                                    const am_reading *reading,
                                    const am_yaml *entry,
                                    am_parameter *parameter);

/* Two files that bring along one name are an error. */
AM_MUST_USE am_status am_clashes_check(am_reader *reader);

#endif
