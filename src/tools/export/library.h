/* library.h: loads an exported library: its symbols, and both interfaces as
 * functions of one step.
 *
 * The structs are those of MGIS 3.1 (include/MGIS/Behaviour/State.h and
 * BehaviourDataView.hxx), api_version 1. */
#ifndef AM_EXPORT_LIBRARY_H
#define AM_EXPORT_LIBRARY_H

#include "base/base.h"

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

#endif
