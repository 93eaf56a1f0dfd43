/* deformation.c: columns of points with prescribed deformation gradient. */
#include "point/quantity.h"

#include <string.h>

#include "base/base.h"
#include "engine/parts.h"
#include "point/record.h"

static const am_step *step_of(const void *record) {
  return ((const am_record *)record)->step;
}

static void fill_gradient(const am_column_set *set, const void *record,
                          double *values) {
  (void)set;
  memcpy(values, step_of(record)->gradient, 9 * sizeof *values);
}

static void fill_nominal(const am_column_set *set, const void *record,
                         double *values) {
  const am_step *step = step_of(record);
  (void)set;
  am_nominal_stress(step->gradient, step->stress, values);
}

static void fill_cauchy(const am_column_set *set, const void *record,
                        double *values) {
  const am_step *step = step_of(record);
  (void)set;
  am_cauchy_stress(step->gradient, step->stress, values);
}

static const am_quantity deformations[] = {
    {.name = "F", .components = 9, .reads = AM_READ_GRADIENT,
     .fill = fill_gradient,
     .about = "deformation gradient, F.xx to F.yx, of logarithmic kinematics"},
    {.name = "P", .components = 9, .unit = AM_UNIT_STRESS,
     .reads = AM_READ_GRADIENT | AM_READ_STRESS, .fill = fill_nominal,
     .about = "nominal stress (first Piola-Kirchhoff), P.xx to P.yx, force per "
              "undeformed area"},
    {.name = "cauchy", .components = 6, .unit = AM_UNIT_STRESS,
     .reads = AM_READ_GRADIENT | AM_READ_STRESS, .fill = fill_cauchy,
     .about = "Cauchy stress, cauchy.xx to cauchy.xy, force per deformed area"},
};
enum { DEFORMATIONS = sizeof deformations / sizeof *deformations };

const am_quantity *am_deformation_quantities(size_t *count) {
  *count = DEFORMATIONS;
  return deformations;
}

void am_deformation_offer(am_columns *columns, const am_law *law) {
  for (size_t i = 0; law->logarithmic && i < DEFORMATIONS; i++) {
    am_columns_know(columns, deformations[i].name);
    am_columns_offer(columns, (am_column_set){.quantity = &deformations[i],
                                              .law = law});
  }
}

void am_deformation_tangent(const am_column_set *set, const void *record,
                            double *values) {
  (void)set;
  memcpy(values, step_of(record)->tangent, 81 * sizeof *values);
}
