/* description.h: what hosts know of a law: its name, and the numbers that they
 * may set. */
#ifndef AM_EXPORT_DESCRIPTION_H
#define AM_EXPORT_DESCRIPTION_H

#include "law/law.h"

typedef struct {
  const char *name;       /* of the behaviour; NULL: made of the material's */
  const char *properties; /* parameters that hosts give, "E,nu" or "all";
                             NULL: none */
  am_place place;         /* where these are written */
  bool deformed;          /* the host has deformation gradients, and the law's
                             strain is their logarithmic one */
} am_export_options;

/* A number of the law that hosts may set: a scalar parameter, a member of a
 * list of them, an entry of a matrix, or a y of a table. */
typedef struct {
  const char *name;      /* C identifier: "E", "tau_2", "h_1_2" */
  const am_parameter *parameter;
  const am_value *value; /* of the parameter */
  int index;             /* among the numbers of parameters */
  int member;            /* of a list or matrix, from 1; 0: none */
  bool property;
} am_export_number;

/* What hosts know of a law. */
typedef struct {
  const am_law *law;
  const am_solver *solver;
  const char *name;          /* C identifier */
  am_export_number *numbers; /* [count] */
  int count, property_count;
  bool deformed;             /* as in the options */
  int fields[AM_MOST_EXTERNAL]; /* where a host has an external field: 0, the
                                   temperature; 1 ..., the others */
} am_export;

/* AM_INPUT with a message for names that are none, and for a law that no host
 * can take. */
AM_MUST_USE am_status am_export_new(am_arena *arena, am_report *report,
                                    const am_law *law,
                                    const am_solver *solver,
                                    const am_export_options *options,
                                    am_export *export);

/* The tables that host/host.h lists (tables.c): those before the texts of
 * host/, with passes of recorded substeps; symbols for each parameter. */
void am_export_tables(am_buffer *out, const am_export *e, int passes);
void am_export_symbols(am_buffer *out, const am_export *e);

#endif
