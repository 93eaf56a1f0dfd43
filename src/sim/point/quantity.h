/* quantity.h: quantities available as columns of a material point, and the data
 * from which a row is made. */
#ifndef AM_POINT_QUANTITY_H
#define AM_POINT_QUANTITY_H

#include "point/columns.h"

/* Energies at the start of a run. */
typedef struct {
  double energy; /* free energy */
  double bound;  /* bound energy, see am_law_bound */
} am_initial_energies;

/* Data of a row. */
typedef struct {
  double time;
  const am_step *step;
  am_initial_energies stored;
  const double *work_parts; /* [6] work by components, or NULL */
  const double *time_by;    /* [sensitive_count] derivatives of the time; NULL:
                               zero, no events */
} am_record;

/* All quantities, also for `automat list columns`. */
const am_quantity *am_point_quantities(size_t *count);

/* Energies of the state at the end of a step. */
am_initial_energies am_initial_energies_in(const am_law *law,
                                           const am_step *step);

/* True if the columns of a case need dissipation and work. */
bool am_point_needs_energies(am_arena *arena, const am_case *description);

/* Chooses the columns of a case (am_columns_choose); AM_INPUT also if tangents
 * are requested but not computed. inputs: names in expressions of columns. */
AM_MUST_USE am_status am_point_columns(am_arena *arena, am_report *report,
                                       const am_case *description,
                                       const am_law *law,
                                       const am_path_names *inputs,
                                       am_columns **columns);

/* ---- sensitivity.c: columns of derivatives by parameters -----------------
 *
 *     sensitivity.NAME.ij            dsigma_ij/dNAME
 *     sensitivity.NAME.strain.ij     strain
 *     sensitivity.NAME.VARIABLE.ij   internal variable
 *     sensitivity.NAME.F.ij          deformation gradient, if prescribed
 *     sensitivity.NAME.P.ij          nominal stress, if F is prescribed
 *     sensitivity.NAME.cauchy.ij     Cauchy stress, if F is prescribed
 *     sensitivity.NAME.time          time, nonzero from the first event on
 *
 * NAME is a scalar parameter of the material, or a member tau[2] of a list. */

/* Selects the parameters named by columns of the case for differentiation;
 * AM_INPUT, with a message, if one is invalid. */
AM_MUST_USE am_status am_sensitivity_choose(am_arena *arena, am_report *report,
                                            const am_case *description,
                                            am_law *law);

/* Place of the first such column of the case; NULL: there is none. */
const am_place *am_sensitivity_place(am_arena *arena,
                                     const am_case *description);

/* Parameter with a non-finite derivative, NULL: none. */
const char *am_sensitivity_unknown(const am_law *law, const am_step *step);

void am_sensitivity_list(am_columns *columns, const am_quantity *quantity,
                         const am_law *law);

/* Values of a set at the end of a loading step. */
void am_sensitivity_fill(const am_column_set *set, const void *record,
                         double *values);

/* True if the request denotes the column: by its name, or as a component of the
 * tensor or member of the list named by the request. */
bool am_sensitivity_requested(const char *column, const char *request);

/* ---- work of each component ----------------------------------------------
 *
 * The engines integrate the total work, stress : d strain/dt, with the state.
 * Its parts are summed by the trapezoidal rule over loading steps: exact if
 * stress is linear in strain, otherwise with an error that decreases with the
 * square of the number of steps. */

enum { AM_WORK_PARTS = 18 };

/* numbers [AM_WORK_PARTS]: accumulated work of six components, then the last
 * strain and stress, tensor components. A shear component counts twice, for
 * both entries of the tensor. */
static inline void am_work_parts_add(double *numbers, const double *strain,
                                     const double *stress) {
  double now[12];
  am_basis_to_tensor(strain, now);
  am_basis_to_tensor(stress, now + 6);
  for (int c = 0; c < 6; c++) {
    double mean = (numbers[12 + c] + now[6 + c]) / 2;
    numbers[c] += (c < 3 ? 1 : 2) * mean * (now[c] - numbers[6 + c]);
  }
  for (int i = 0; i < 12; i++) numbers[6 + i] = now[i];
}

/* Initial strain and stress, coordinates. */
static inline void am_work_parts_begin(double *numbers, const double *strain,
                                       const double *stress) {
  am_basis_to_tensor(strain, numbers + 6);
  am_basis_to_tensor(stress, numbers + 12);
  for (int c = 0; c < 6; c++) numbers[c] = 0;
}

#endif
