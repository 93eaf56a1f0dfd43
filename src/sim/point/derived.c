/* derived.c: columns computed from the stress or the strain alone. */
#include "point/parts.h"

/* ---- invariants of tensor components xx yy zz yz xz xy [6] --------------- */

static double mean_normal(const double *t) { return (t[0] + t[1] + t[2]) / 3; }

/* sqrt(d:d) of the deviator d */
static double deviator_norm(const double *t) {
  double a = t[0] - t[1], b = t[1] - t[2], c = t[2] - t[0];
  return sqrt((a * a + b * b + c * c) / 3 +
              2 * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5]));
}

/* Applies the Jacobi rotation in the plane of p and q that makes the entry
 * a[p][q] vanish (Jacobi 1846; Golub and Van Loan, section 8.5). */
static void rotate(double a[3][3], int p, int q) {
  int r = 3 - p - q;
  if (a[p][q] == 0) return;
  double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  double t = 1 / (fabs(theta) + hypot(theta, 1));
  if (theta < 0) t = -t;
  double c = 1 / sqrt(t * t + 1), s = t * c;
  double rp = a[r][p], rq = a[r][q];
  a[p][p] -= t * a[p][q];
  a[q][q] += t * a[p][q];
  a[p][q] = a[q][p] = 0;
  a[r][p] = a[p][r] = c * rp - s * rq;
  a[r][q] = a[q][r] = s * rp + c * rq;
}

static void sort_two(double *values, int i) {
  double larger = fmax(values[i], values[i + 1]);
  values[i + 1] = fmin(values[i], values[i + 1]);
  values[i] = larger;
}

/* Eigenvalues [3] in descending order; NaN if a component is not finite. */
static void find_principal(const double *t, double *values) {
  enum { SWEEPS = 10 }; /* convergence is quadratic: 4 or 5 suffice */
  double sum = 0;
  for (int i = 0; i < 6; i++) sum += t[i];
  if (!isfinite(sum)) {
    values[0] = values[1] = values[2] = NAN;
    return;
  }
  double a[3][3] = {{t[0], t[5], t[4]}, {t[5], t[1], t[3]}, {t[4], t[3], t[2]}};
  for (int i = 0; i < SWEEPS; i++) {
    rotate(a, 0, 1);
    rotate(a, 0, 2);
    rotate(a, 1, 2);
  }
  for (int i = 0; i < 3; i++) values[i] = a[i][i];
  sort_two(values, 0);
  sort_two(values, 1);
  sort_two(values, 0);
}

/* ---- columns ------------------------------------------------------------- */

/* Mises stress, sqrt(3/2 s:s). */
static void find_mises(const double *stress, double *value) {
  *value = sqrt(1.5) * deviator_norm(stress);
}

/* Pressure, positive in compression. */
static void find_pressure(const double *stress, double *value) {
  *value = 0 - mean_normal(stress);
}

/* Mean stress divided by Mises stress: 1/3 in uniaxial tension. */
static void find_triaxiality(const double *stress, double *value) {
  double mises;
  find_mises(stress, &mises);
  *value = mises > 0 ? mean_normal(stress) / mises : NAN;
}

/* Equivalent strain, sqrt(2/3 e:e); equals the axial strain in isochoric
 * tension. */
static void find_equivalent(const double *strain, double *value) {
  *value = sqrt(2.0 / 3) * deviator_norm(strain);
}

static const am_quantity derived[] = {
    {.name = "mises", .components = 1, .unit = AM_UNIT_STRESS,
     .reads = AM_READ_STRESS, .exact = true, .invariant = find_mises,
     .about = "von Mises stress, sqrt(3/2 s:s) of the stress deviator s"},
    {.name = "pressure", .components = 1, .unit = AM_UNIT_STRESS,
     .reads = AM_READ_STRESS, .exact = true, .invariant = find_pressure,
     .about = "-(stress.xx + stress.yy + stress.zz)/3, positive in "
              "compression"},
    {.name = "triaxiality", .components = 1, .reads = AM_READ_STRESS,
     .exact = true, .invariant = find_triaxiality,
     .about = "mean stress over mises, 1/3 in tension; empty where mises is "
              "0"},
    {.name = "principal", .stem = "stress", .components = 3,
     .unit = AM_UNIT_STRESS, .reads = AM_READ_STRESS,
     .exact = true, .invariant = find_principal,
     .about = "principal stresses stress.1, stress.2, stress.3, the largest "
              "first"},
    {.name = "strain.eq", .components = 1, .reads = AM_READ_STRAIN,
     .exact = true, .invariant = find_equivalent,
     .about = "equivalent strain, sqrt(2/3 e:e) of the strain deviator e"},
};
enum { DERIVED = sizeof derived / sizeof *derived };

const am_quantity *am_derived_quantities(size_t *count) {
  *count = DERIVED;
  return derived;
}

bool am_derived_known(const char *name) {
  for (size_t i = 0; i < DERIVED; i++)
    if (!strcmp(derived[i].name, name)) return true;
  return false;
}

static bool is_variable(const am_law *law, const char *name) {
  for (int i = 0; law && i < law->count; i++)
    if (!strcmp(law->variables[i].base, name)) return true;
  return false;
}

void am_derived_offer(am_columns *columns, const am_law *law,
                      am_derived_source *fill, size_t stress, size_t strain) {
  for (size_t i = 0; i < DERIVED; i++) {
    const am_quantity *q = &derived[i];
    if (is_variable(law, q->name)) continue;
    am_columns_accept(columns, q->name);
    am_columns_offer(
        columns,
        (am_column_set){.quantity = q, .law = law, .fill = fill,
                        .source = q->reads & AM_READ_STRESS ? stress : strain});
  }
}

void am_derived_fill(const am_column_set *set, const double *tensor,
                     double *values) {
  set->quantity->invariant(tensor, values);
}

/* ---- by name ------------------------------------------------------------- */

static const char *name_of(am_arena *arena, const am_quantity *q, int i) {
  return q->components == 1 ? q->name
                            : am_format(arena, "%s.%d", q->stem, i + 1);
}

const am_derived *am_derived_requested(am_arena *arena, const char *request,
                                       size_t *count) {
  am_derived *found = NULL;
  *count = 0;
  for (size_t k = 0; k < DERIVED; k++)
    for (int i = 0; i < derived[k].components; i++) {
      const char *name = name_of(arena, &derived[k], i);
      if (!strcmp(request, name) || !strcmp(request, derived[k].name))
        AM_PUSH(arena, found, *count, (am_derived){name, &derived[k], i});
    }
  return found;
}

bool am_derived_of_stress(const am_derived *column) {
  return column->quantity->reads & AM_READ_STRESS;
}

double am_derived_value(const am_derived *column, const double *tensor) {
  double values[3];
  column->quantity->invariant(tensor, values);
  return values[column->component];
}
