/* reader.h: reading a material and the files that it includes; private to the
 * module law. */
#ifndef AM_LAW_READER_H
#define AM_LAW_READER_H

#include "law/law.h"
#include "table/table.h"

/* Keys that parameters and external fields have in common. */
#define AM_QUANTITY_KEY(key, type, member, about)                         \
  {key, {.takes = AM_TAKES_##type, AM_INTO(am_parameter, member)}, about}
#define AM_QUANTITY_KEYS                                                  \
  AM_QUANTITY_KEY("unit", TEXT, unit, "unit, a product of known units"),  \
  AM_QUANTITY_KEY("min", NUMBER, low, "least value"),                     \
  AM_QUANTITY_KEY("max", NUMBER, high, "largest value"),                  \
  AM_QUANTITY_KEY("above", NUMBER, low, "lower bound, excluded"),         \
  AM_QUANTITY_KEY("below", NUMBER, high, "upper bound, excluded"),        \
  AM_QUANTITY_KEY("about", TEXT, about, "description")

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
 * after the files that it includes. */
AM_MUST_USE am_status am_part_read(am_reader *reader,
                                   const am_file_context *reading);

/* Checks the key of a file that names something new; `full` is the name in the
 * material. am_is_column: true if the name is that of an output column. */
AM_MUST_USE am_status am_new_name_check(am_report *report, const char *key,
                                        am_place place, const char *full,
                                        const char *what);
bool am_is_column(const char *name);

/* parameter.c: external fields, scalars with default values, prescribed as
 * functions of time. Only the material's own file may declare them. */
extern const am_yaml_shape am_external_shape;
AM_MUST_USE am_status am_externals_read(const am_reader *reader);

/* parameter.c: a block of expressions, called `what` in messages; and an
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

/* Reading, overriding and checking parameters; their names and units; private
 * to the module law. */

/* Reads an entry of `parameters` in short or long form. fields: keys of an
 * external field, or NULL for a parameter. */
AM_MUST_USE am_status am_parameter_read(am_arena *arena, am_report *report,
                                        const am_yaml *node,
                                        const am_yaml_key *fields,
                                        am_parameter *parameter);

/* Combines an entry with the replacement given by an including file: a value,
 * or some keys of the long form. */
am_yaml *am_parameter_given(am_arena *arena, const am_yaml *entry,
                            const am_yaml *given);

/* Replaces the value of `parameter` by one of the same kind; a list may change
 * its length. AM_INPUT if the value is out of bounds. */
AM_MUST_USE am_status am_parameter_override(am_arena *arena, am_report *report,
                                            const am_yaml *node,
                                            am_parameter *parameter);

/* rows.c: true for matrices and tables, whose values are read by rows. */
bool am_parameter_has_rows(const am_parameter *parameter);

/* Reads rows from a list of lists of equal length; for a table, pairs x, y with
 * strictly increasing x. */
AM_MUST_USE am_status am_rows_read(am_arena *arena, am_report *report,
                                   const am_yaml *node,
                                   am_parameter *parameter);

/* Reads the rows of a table from two columns of a file; `columns` NULL: the
 * first two. */
AM_MUST_USE am_status am_rows_from_file(am_arena *arena, am_report *report,
                                        const am_table *file,
                                        const am_yaml *columns,
                                        am_parameter *parameter);

/* True if a mapping such as {2: 5} or {1: {2: 5}} gives some numbers of a list
 * or matrix; am_entries_read then replaces them. */
bool am_has_entries(const am_yaml *node, const am_parameter *parameter);
AM_MUST_USE am_status am_entries_read(am_arena *arena, am_report *report,
                                      const am_yaml *node,
                                      am_parameter *parameter);

/* AM_INPUT at `node` if a number is out of bounds; for a table, bounds apply to
 * y. */
AM_MUST_USE am_status am_parameter_check(am_report *report, const am_yaml *node,
                                         const am_parameter *parameter);

/* Number i in the units in which formulas read it. */
double am_parameter_converted(const am_parameter *parameter, int i);

#endif
