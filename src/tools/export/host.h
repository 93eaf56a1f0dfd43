/* host.h: one step of one point of a law, for the solver that has loaded it.
 * Text of exported laws, placed after the text of the law and its scheme.
 *
 * The law defines beforehand:
 *
 *   H_NAME          identifier of the behaviour; H_LAW: text, of the material
 *   H_PARAMETERS    numbers that hosts may set, and
 *   h_parameters    [H_PARAMETERS + 1] name, index among those of the law,
 *                   bounds
 *   h_values        [K_PARAMETERS + 1] values of all parameters of the law
 *   H_PROPERTIES    number of parameters that are material properties, and
 *   h_properties    [H_PROPERTIES + 1] their rows in h_parameters
 *   H_VARIABLES     internal variables, and h_variables [H_VARIABLES + 1]
 *   H_FIELDS        external fields, and h_fields [H_FIELDS + 1] with their
 *                   position in the host and bounds; H_DECLARED: those other
 *                   than the temperature
 *   h_initial       [K_STATE + 1] state of the law for a host's state of zero
 *   h_tolerances    of the scheme
 *   H_DEFORMED      1 if hosts pass deformation gradients (host_deformed.h)
 *
 * Tensors in h_step are Kelvin-Mandel components xx yy zz yz xz xy (shears
 * times the square root of 2), or coordinates of the law where stated. */

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#define H_JOIN_TWO(a, b) a##b
#define H_JOIN(a, b) H_JOIN_TWO(a, b)
#define H_QUOTE_ONE(a) #a
#define H_QUOTE(a) H_QUOTE_ONE(a)
#define H_ROOT 1.41421356237309504880 /* Kelvin-Mandel/tensor shear */
#define H_EXPORT __attribute__((visibility("default")))

#ifdef H_RECORDED
static _Thread_local double h_sequence[H_RECORDED];
#else
#define h_sequence 0
#endif

typedef struct {
  int halvings;     /* of the substeps of implicit-euler */
  int plane_stress; /* 1: free components of strain1 or gradient1 are found */
  double duration;
  double strain0[6], strain1[6];
  double gradient0[9], gradient1[9]; /* if H_DEFORMED */
  double parameters[K_PARAMETERS + 1];
  double state0[K_STATE + 1]; /* coordinates */
  double external0[H_FIELDS + 1], external1[H_FIELDS + 1];

  double state1[K_STATE + 1]; /* coordinates */
  double stress[6];
  double tangent[36];      /* dstress/dstrain, by rows of stress */
  double T[6], C[36];      /* stress and tangent in coordinates */
  double
      stress_by_external[6 * H_FIELDS + 1]; /* dstress/dfield [H_FIELDS][6] */
  double stored;           /* free energy at the end */
  double dissipated;       /* of the step */
  const char *failure;     /* NULL: none */
} h_step;

static const char *const h_failures[AM_POINT_STATUSES] = {
    [AM_POINT_INVALID] = "the state is not finite",
    [AM_POINT_NEWTON] = "the local Newton iteration did not converge",
    [AM_POINT_STEP] = "substeps became too small",
    [AM_POINT_SUBSTEPS] = "too many substeps",
    [AM_POINT_STEEP] =
        "the rate has no finite slope, and the local Newton "
        "iteration did not converge",
    [AM_POINT_TANGENT] = "error control of the derivatives rejected too many "
                         "substeps",
    [AM_POINT_EQUILIBRIUM] = "no equilibrium: the prescribed zero stresses "
                             "were not reached",
    [AM_POINT_SINGULAR] =
        "the stiffness at fixed internal variables is singular",
    [AM_POINT_PLATEAU] = "no strain yields the prescribed zero stresses",
    [AM_POINT_PASSED] =
        "the loading step passes a maximum that a variable keeps"};

enum { H_MESSAGES = 20 }; /* maximum per process, since step-size control of
                             hosts causes many failures */

/* Prints a line to standard error. */
static void h_print(const char *format, ...) {
  static atomic_int count;
  char text[1024];
  va_list arguments;
  if (atomic_load(&count) >= H_MESSAGES) return;
  int number = atomic_fetch_add(&count, 1) + 1;
  if (number > H_MESSAGES) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fprintf(stderr, "%s: %s%s\n", H_LAW, text,
          number == H_MESSAGES ? "; further messages are omitted" : "");
}

static void h_tensor_components(const double *mandel, double *t) {
  for (int i = 0; i < 6; i++)
    t[i] = i < 3 ? mandel[i] : 0.70710678118654752440 * mandel[i];
}

/* False if strains or the state are not finite, as after divergence in the
 * host. */
static int h_is_finite(const h_step *s) {
  double sum = s->duration;
  for (int i = 0; i < 6; i++) sum += s->strain0[i] + s->strain1[i];
  for (int i = 0; i < K_STATE; i++) sum += s->state0[i];
  for (int i = 0; i < K_PARAMETERS; i++) sum += s->parameters[i];
  return isfinite(sum);
}

/* Integrates the step; s->failure: reason of a failure. */
static void h_advance(h_step *s) {
  double strain0[6], target[6], energy = 0, status = 0;
  double stress_by_external[6 * H_FIELDS + 1];
  k_from_mandel(s->strain0, strain0);
  h_tensor_components(s->strain1, target);
  s->failure = 0;
  if (!h_is_finite(s)) {
    s->failure =
        H_DEFORMED ? "det F is not positive, or deformation gradient, "
                     "duration, state or properties are not finite"
                   : "strain, duration, state or properties are not finite";
    return;
  }
  am_fields fields = {.stride = 1, .duration = s->duration,
                      .parameters = s->parameters, .strain0 = strain0,
                      .state0 = s->state0, .target = target};
  fields.external0 = s->external0, fields.external1 = s->external1;
  fields.state = s->state1, fields.stress = s->T, fields.tangent = s->C;
  fields.stress_by_external = stress_by_external;
  fields.energy = &energy, fields.status = &status;
  am_tolerances tolerances = h_tolerances;
  tolerances.substeps <<= s->halvings;
  automat_advance(&fields, &tolerances, h_sequence, 0, 1);
  if (status == AM_POINT_GOOD && !isfinite(energy)) status = AM_POINT_INVALID;
  if (status != AM_POINT_GOOD) {
    s->failure = h_failures[(int)status];
    if (!s->failure) s->failure = "the loading step failed";
    return;
  }
  k_to_mandel(s->T, s->stress);
  k_matrix_to_mandel(s->C, s->tangent);
  for (int f = 0; f < H_FIELDS; f++) {
    double x[6];
    for (int i = 0; i < 6; i++) x[i] = stress_by_external[i * H_FIELDS + f];
    k_to_mandel(x, s->stress_by_external + 6 * f);
  }
  s->stored = energy;
  s->dissipated = s->state1[K_NA + K_STATE - K_NX];
}

/* Sets the parameters of a call: those of the library, replaced by numbers of
 * the host [count] for these rows of h_parameters; rows NULL: the first ones.
 * Returns NULL, or the name of an invalid number. */
static const char *h_set_parameters(h_step *s, const int *rows, int count,
                                    const double *numbers) {
  const char *bad = 0;
  memcpy(s->parameters, h_values, sizeof s->parameters);
  for (int i = 0; i < count; i++) {
    const h_parameter *p = &h_parameters[rows ? rows[i] : i];
    s->parameters[p->place] = numbers[i];
    int inside = numbers[i] >= p->low && numbers[i] <= p->high;
    if (!inside && !bad) bad = p->name;
  }
  return bad;
}

/* Sets the external fields before and after the step, temperature first.
 * Returns NULL, or the name of a missing field or of one that is out of
 * bounds. */
static const char *h_set_fields(h_step *s, const double *before,
                                const double *after) {
  const char *bad = 0;
  for (int f = 0; f < H_FIELDS; f++) {
    const h_field *field = &h_fields[f];
    double first = before ? before[field->place] : NAN;
    double last = after ? after[field->place] : NAN;
    s->external0[f] = first;
    s->external1[f] = last;
    int inside = first >= field->low && first <= field->high &&
                 last >= field->low && last <= field->high;
    if (!inside && !bad) bad = field->name;
  }
  return bad;
}

/* ---- plane stress -------------------------------------------------------- */

/* Free components zz yz xz of strain or F: those whose stress vanishes */
enum { H_FREE = 3 };
static const int h_free[H_FREE] = {2, 3, 4};

/* Converts the free components at the end of a host's state: strains; or, of F
 * with the part A in the plane, F.zz - 1 and yz and xz of A^-1 F, which do not
 * depend on rotations. */
static void h_read_free(const double *values, h_step *s) {
  double *const gradients[] = {s->gradient0, s->gradient1};
  for (int i = 0; !H_DEFORMED && i < H_FREE; i++)
    s->strain0[h_free[i]] = s->strain1[h_free[i]] = values[i];
  for (int end = 0; H_DEFORMED && end < 2; end++) {
    double *F = gradients[end]; /* xx yy zz yz xz xy zy zx yx */
    F[2] = 1 + values[0];
    F[3] = F[8] * values[2] + F[1] * values[1];
    F[4] = F[0] * values[2] + F[5] * values[1];
  }
}

static void h_give_free(const h_step *s, double *values) {
  const double *F = s->gradient1;
  double det = F[0] * F[1] - F[5] * F[8];
  for (int i = 0; !H_DEFORMED && i < H_FREE; i++)
    values[i] = s->strain1[h_free[i]];
  if (!H_DEFORMED) return;
  values[0] = F[2] - 1;
  values[1] = (F[0] * F[3] - F[8] * F[4]) / det;
  values[2] = (F[1] * F[4] - F[5] * F[3]) / det;
}

static void h_invert(const double *A, double *B) {
  double determinant = k_determinant(A);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      int k = (j + 1) % 3, l = (j + 2) % 3, m = (i + 1) % 3, n = (i + 2) % 3;
      B[3 * i + j] = (A[3 * k + m] * A[3 * l + n] -
                      A[3 * k + n] * A[3 * l + m]) / determinant;
    }
}

/* Change of the free components that cancels their entries of a stress;
 * tangent [n][n]. */
static void h_relax(const double *tangent, int n, const double *stress,
                    double *change) {
  double A[9], B[9];
  for (int i = 0; i < 9; i++)
    A[i] = tangent[n * h_free[i / 3] + h_free[i % 3]];
  h_invert(A, B);
  for (int i = 0; i < H_FREE; i++)
    change[i] = -(B[3 * i] * stress[h_free[0]] +
                  B[3 * i + 1] * stress[h_free[1]] +
                  B[3 * i + 2] * stress[h_free[2]]);
}

/* ---- components of hosts ------------------------------------------------- */

/* Positions of a host's components xx yy zz xy xz yz; plane states use the
 * first four. */
static const int h_place[] = {0, 1, 2, 5, 4, 3};

enum { H_SPACE = 6, H_PLANE = 4 };

/* Components of a tensor in the state of a host, of n components in stress:
 * plane stress may cause shears out of the plane. */
static int h_state_components(const h_step *s, int n) {
  return s->plane_stress ? H_SPACE : n;
}

/* Size of the state of a host. */
static int h_state_size(int components) {
  int size = 0;
  for (int v = 0; v < H_VARIABLES; v++)
    size += h_variables[v].size == 1 ? 1 : components;
  return size;
}

/* T := R T R', Kelvin-Mandel components; R in Fortran order. */
static void h_rotate(const double *R, double *mandel) {
  static const int at[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
  double t[6];
  h_tensor_components(mandel, t);
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++)
          sum += R[i + 3 * k] * t[at[k][l]] * R[j + 3 * l];
      mandel[at[i][j]] = i == j ? sum : H_ROOT * sum;
    }
}

/* Converts states of hosts to coordinates: adds the components that vanish in a
 * plane and the initial values, and removes the trace of deviators; multipliers
 * and energies start at zero.  Shears of the host are `shear` times ours;
 * R: rotation, or 0. */
static void h_take_state(const double *packed, int components, double shear,
                         const double *R, double *y) {
  for (int i = 0; i < K_STATE; i++) y[i] = 0;
  for (int v = 0; v < H_VARIABLES; v++) {
    const h_variable *variable = &h_variables[v];
    double mandel[6] = {0}, x[6] = {*packed};
    int scalar = variable->size == 1, first = variable->size == 5;
    for (int i = 0; i < components && !scalar; i++)
      mandel[h_place[i]] = i < 3 ? packed[i] : packed[i] / shear;
    if (!scalar && R) h_rotate(R, mandel);
    if (!scalar) k_from_mandel(mandel, x);
    for (int i = 0; i < variable->size; i++)
      y[variable->offset + i] =
          x[first + i] + h_initial[variable->offset + i];
    packed += scalar ? 1 : components;
  }
}

static void h_give_state(const double *y, int components, double shear,
                         double *packed) {
  for (int v = 0; v < H_VARIABLES; v++) {
    const h_variable *variable = &h_variables[v];
    double x[6] = {0}, mandel[6];
    int scalar = variable->size == 1, first = variable->size == 5;
    for (int i = 0; i < variable->size; i++)
      x[first + i] =
          y[variable->offset + i] - h_initial[variable->offset + i];
    k_to_mandel(x, mandel);
    if (scalar) *packed = x[0];
    for (int i = 0; i < components && !scalar; i++)
      packed[i] = mandel[h_place[i]] * (i < 3 ? 1 : shear);
    packed += scalar ? 1 : components;
  }
}
