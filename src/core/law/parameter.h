/* parameter.h: reading, overriding and checking parameters; their names and
 * units; private to the module law. */
#ifndef AM_LAW_PARAMETER_H
#define AM_LAW_PARAMETER_H

#include "law/material.h"
#include "table/table.h"

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
AM_MUST_USE am_status am_parameter_override(am_arena *arena,
                                            am_report *report,
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
bool am_gives_entries(const am_yaml *node, const am_parameter *parameter);
AM_MUST_USE am_status am_entries_read(am_arena *arena, am_report *report,
                                      const am_yaml *node,
                                      am_parameter *parameter);

/* Index of a parameter in a material, or -1. am_parameter_unknown: error at
 * `place`, with the nearest name. */
int am_parameter_index(const am_material *material, const char *name);
am_status am_parameter_unknown(am_report *report, const am_material *material,
                               const char *name, am_place place);

/* Prints a note that lists parameters not read by any expression of the
 * material or its included files; no note with a hand-written update, which may
 * read all. */
void am_parameters_note_unread(am_arena *arena, am_report *report,
                               const am_material *material);

/* Bounds in words, such as "above 0 and at most 1", or "". */
const char *am_parameter_bounds(am_arena *arena,
                                const am_parameter *parameter);

/* AM_INPUT at `node` if a number is out of bounds; for a table, bounds apply to
 * y. */
AM_MUST_USE am_status am_parameter_check(am_report *report,
                                         const am_yaml *node,
                                         const am_parameter *parameter);

/* True if the value is within the bounds of the parameter. */
bool am_parameter_allows(const am_parameter *parameter, double value);

/* Reads six tensor components from a mapping; missing components are 0. */
AM_MUST_USE am_status am_components_read(am_report *report,
                                         const am_yaml *node,
                                         const char *what, double *t);

/* Number i in the units in which formulas read it. */
double am_parameter_converted(const am_parameter *parameter, int i);

#endif
