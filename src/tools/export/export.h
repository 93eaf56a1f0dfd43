/* export.h: exports a law as the source of a shared library for other solvers.
 *
 * The source consists of the source written by emit/source.h, followed by
 * host*.h: one step of one point in the conventions of hosts (host.h), MFront's
 * generic behaviour (host_generic.h), the UMAT of Abaqus (host_umat.h), and the
 * case of a failed step (host_dump.h).  Only their entry points are visible,
 * and the library depends on libm only. */
#ifndef AM_EXPORT_EXPORT_H
#define AM_EXPORT_EXPORT_H

#include "check/check.h"

/* ---- exported libraries (interfaces.c) ----------------------------------- */

/* The structs are those of MGIS 3.1 (include/MGIS/Behaviour/State.h and
 * BehaviourDataView.hxx), api_version 1. */

typedef struct {
  double *gradients, *thermodynamic_forces, *mass_density,
      *material_properties, *internal_state_variables, *stored_energy,
      *dissipated_energy, *external_state_variables;
} am_generic_state;

typedef struct {
  char *error_message; /* [512]; may be NULL */
  double dt, *K, *rdt, *speed_of_sound;
  am_generic_state s0, s1;
} am_generic_data;

typedef int am_generic(am_generic_data *data);

typedef void am_umat(double *stress, double *statev, double *ddsdde,
                     double *sse, double *spd, double *scd, double *rpl,
                     double *ddsddt, double *drplde, double *drpldt,
                     const double *stran, const double *dstran,
                     const double *time, const double *dtime,
                     const double *temp, const double *dtemp,
                     const double *predef, const double *dpred,
                     const char *cmname, const int *ndi, const int *nshr,
                     const int *ntens, const int *nstatv, const double *props,
                     const int *nprops, const double *coords,
                     const double *drot, double *pnewdt, const double *celent,
                     const double *dfgrd0, const double *dfgrd1,
                     const int *noel, const int *npt, const int *layer,
                     const int *kspt, const int *kstep, const int *kinc,
                     int cmname_length);

typedef enum {
  AM_TRIDIMENSIONAL,
  AM_PLANE_STRAIN,
  AM_GENERALISED_PLANE_STRAIN,
  AM_AXISYMMETRICAL,
  AM_PLANE_STRESS,
  AM_HYPOTHESES
} am_hypothesis;

extern const char *const am_hypothesis_names[AM_HYPOTHESES];

typedef struct {
  const char *file;
  void *handle;
  const char *name;     /* of the behaviour */
  const char *material; /* material file of its origin */
  const char *solver;   /* settings, a YAML mapping */
  am_generic *generic[AM_HYPOTHESES];
  am_umat *umat;
  int property_count, variable_count;
  const char *const *properties; /* [property_count] */
} am_library;

/* Loads a library; closed with the arena.  AM_ENVIRONMENT with a message if the
 * file cannot be loaded, AM_INPUT if it is not an export. */
AM_MUST_USE am_status am_library_open(am_arena *arena, am_report *report,
                                      const char *file, am_library *library);

/* Symbol of the behaviour with a suffix such as "_nParameters"; NULL:
 * missing. */
void *am_library_symbol(am_arena *arena, const am_library *library,
                        const char *suffix);

/* ---- description of a law for hosts (tables.c) --------------------------- */

typedef struct {
  const char *name;       /* of the behaviour; NULL: derived from the
                             material */
  const char *properties; /* parameters that hosts set, "E,nu" or "all"; NULL:
                             none */
  am_place place;         /* place of name and properties */
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
                                    const am_law *law, const am_solver *solver,
                                    const am_export_options *options,
                                    am_export *export);

/* Writes the tables that host.h lists (tables.c) and that precede the texts of
 * hosts, for `passes` recorded substeps; symbols for each parameter. */
void am_export_tables(am_buffer *out, const am_export *e, int passes);
void am_export_symbols(am_buffer *out, const am_export *e);

/* Source text.  The law must have energies, the solver a tangent. */
AM_MUST_USE am_status am_export_write(am_arena *arena, am_report *report,
                                      am_law *law, const am_export *export,
                                      const char **text);

/* Compiles the text to the shared library FILE; `architecture` of -march, NULL:
 * baseline of the processor family. */
AM_MUST_USE am_status am_export_compile(am_arena *arena, am_report *report,
                                        const char *text,
                                        const char *architecture,
                                        const char *file);

/* Command that compiles the text SOURCE to FILE. */
const char *am_export_command(am_arena *arena, const char *source,
                              const char *architecture, const char *file);

/* Lines of input for a host that uses the library FILE; AM_USAGE with a message
 * for an unknown host. */
AM_MUST_USE am_status am_export_snippet(am_arena *arena, am_report *report,
                                        const am_export *export,
                                        const char *host, const char *file,
                                        const char **text);

extern const char *const am_export_hosts[]; /* terminated by NULL */

/* Opens the library FILE, reads the law and settings that it names, and
 * compares random loading steps through both interfaces, from one thread and
 * from two, with the interpreter: a finding for each comparison.  AM_INPUT or
 * AM_ENVIRONMENT with a message if no comparison is possible. */
AM_MUST_USE am_status am_export_check(am_arena *arena, am_report *report,
                                      const char *file, am_library *library,
                                      am_findings *findings);

#endif
