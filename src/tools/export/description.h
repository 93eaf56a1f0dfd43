/* description.h: description of a law for hosts: its name, and the numbers that
 * they may set. */
#ifndef AM_EXPORT_DESCRIPTION_H
#define AM_EXPORT_DESCRIPTION_H

#include "law/law.h"

typedef struct {
  const char *name;       /* of the behaviour; NULL: derived from the
                             material */
  const char *properties; /* parameters that hosts set, "E,nu" or "all"; NULL:
                             none */
  am_place place;         /* place of these */
  bool deformed;          /* the host passes deformation gradients, and the
                             strain of the law is their logarithmic strain */
} am_export_options;

/* Number of the law that hosts may set: a scalar parameter, a member of a list,
 * an entry of a matrix, or a y of a table. */
typedef struct {
  const char *name;      /* C identifier: "E", "tau_2", "h_1_2" */
  const am_parameter *parameter;
  const am_value *value; /* value of the parameter */
  int index;             /* index among the numbers of parameters */
  int member;            /* position in a list or matrix, from 1; 0: none */
  bool property;
} am_export_number;

/* Description of a law for hosts. */
typedef struct {
  const am_law *law;
  const am_solver *solver;
  const char *name;          /* C identifier */
  am_export_number *numbers; /* [count] */
  int count, property_count;
  bool deformed;             /* see am_export_options */
  int fields[AM_MOST_EXTERNAL]; /* position of an external field in a host: 0,
                                   the temperature; 1 ..., the others */
} am_export;

/* AM_INPUT with a message for unknown names, and for a law that no host
 * supports. */
AM_MUST_USE am_status am_export_new(am_arena *arena, am_report *report,
                                    const am_law *law,
                                    const am_solver *solver,
                                    const am_export_options *options,
                                    am_export *export);

/* Writes the tables that host/host.h lists (tables.c) and that precede the
 * texts of host/, for `passes` recorded substeps; symbols for each
 * parameter. */
void am_export_tables(am_buffer *out, const am_export *e, int passes);
void am_export_symbols(am_buffer *out, const am_export *e);

#endif
