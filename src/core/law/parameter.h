/* parameter.h: parameters: their values, from a material or as overrides,
 * their bounds, names and units; private to material. */
#ifndef AM_LAW_PARAMETER_H
#define AM_LAW_PARAMETER_H

#include "law/material.h"
#include "table/table.h"

/* Reads one entry of `parameters`, of a material file, short or long form;
 * fields: the keys of an external field, NULL where it is none. */
AM_MUST_USE am_status am_parameter_read(am_arena *arena, am_report *report,
                                        const am_yaml *node,
                                        const am_yaml_key *fields,
                                        am_parameter *parameter);

/* The entry with what a file that includes it gives in its place: a value, or
 * some of the keys of the long form. */
am_yaml *am_parameter_given(am_arena *arena, const am_yaml *entry,
                            const am_yaml *given);

/* Replaces the value of `parameter`, keeping its kind; a list may change its
 * length.  AM_INPUT when the value is out of bounds. */
AM_MUST_USE am_status am_parameter_override(am_arena *arena,
                                            am_report *report,
                                            const am_yaml *node,
                                            am_parameter *parameter);

/* rows.c: is a value to be read by rows, a matrix or a table? */
bool am_parameter_has_rows(const am_parameter *parameter);

/* Its rows from a list of lists, which must be as long as one another, and of a
 * table have x and y, x increasing from row to row. */
AM_MUST_USE am_status am_rows_read(am_arena *arena, am_report *report,
                                   const am_yaml *node,
                                   am_parameter *parameter);

/* Those of a table from two columns of a file, the source of which the table
 * has; `columns` NULL: the first two. */
AM_MUST_USE am_status am_rows_from_file(am_arena *arena, am_report *report,
                                        const am_table *file,
                                        const am_yaml *columns,
                                        am_parameter *parameter);

/* Does a mapping, {2: 5} or {1: {2: 5}}, give some numbers of a list or matrix?
 * Then it replaces them. */
bool am_gives_entries(const am_yaml *node, const am_parameter *parameter);
AM_MUST_USE am_status am_entries_read(am_arena *arena, am_report *report,
                                      const am_yaml *node,
                                      am_parameter *parameter);

/* The place of a parameter among those of a material; -1: there is none of this
 * name, which am_parameter_unknown tells at `place` with the nearest name. */
int am_parameter_index(const am_material *material, const char *name);
am_status am_parameter_unknown(am_report *report, const am_material *material,
                               const char *name, am_place place);

/* A note of those that no expression of a material reads, by the names in its
 * own file and in those that it includes; a hand-written update may read them
 * all. */
void am_parameters_note_unread(am_arena *arena, am_report *report,
                               const am_material *material);

/* Its bounds in words, "above 0 and at most 1"; "" where there are none. */
const char *am_parameter_bounds(am_arena *arena,
                                const am_parameter *parameter);

/* AM_INPUT at a node where a number is not within its bounds; of a table, which
 * has them for y, that of a y. */
AM_MUST_USE am_status am_parameter_check(am_report *report,
                                         const am_yaml *node,
                                         const am_parameter *parameter);

/* Is the value within the bounds of the parameter? */
bool am_parameter_allows(const am_parameter *parameter, double value);

/* Six tensor components from a mapping of components (missing: 0). */
AM_MUST_USE am_status am_components_read(am_report *report,
                                         const am_yaml *node,
                                         const char *what, double *t);

/* Number i as the formulas of the material read it. */
double am_parameter_converted(const am_parameter *parameter, int i);

#endif
