/* host_umat.h: the interface UMAT of Abaqus, which many solvers support.  Text
 * of exported laws.
 *
 * Components 11 22 33 12 13 23, strains with engineering shear.  STATEV
 * contains the internal variables in order, tensors as tensor components,
 * followed under plane stress by the free components (host.h).
 *
 * Kratos calls its UMATs with 11 22 33 12 23 13 and without temperature.  With
 * IS_FORTRAN_UDSM false, Kratos uses the symbol `umat` and reads DDSDDE by
 * rows.
 *
 * Sources: Abaqus 2016 User Subroutines Reference Guide, 1.1.44 UMAT; Kratos
 * 10.4, GeoMechanicsApplication, small_strain_umat_law.cpp. */

/* Positions of the NTENS components, components of tensors in STATEV, and
 * number of free components (host.h) after them. */
typedef struct {
  int count, state, free, kratos;
  int place[6];
} u_layout;

static int u_layout_of(int ndi, int nshr, int kratos, u_layout *u) {
  static const int shears[2][3] = {{3, 4, 5}, {3, 5, 4}};
  *u = (u_layout){.count = ndi + nshr, .free = ndi == 2 ? H_FREE : 0,
                  .kratos = kratos};
  u->state = u->free || u->count == H_SPACE ? H_SPACE : H_PLANE;
  if (ndi < 2 || ndi > 3 || nshr < 1 || nshr > 3 || (u->free && nshr > 1))
    return 0;
  for (int i = 0; i < u->count; i++)
    u->place[i] = h_place[i < ndi ? i : shears[kratos][i - ndi]];
  return 1;
}

enum { U_TEXT = 100 };

/* Reason for rejecting a call, or NULL; text: [U_TEXT]. */
static const char *u_check(const u_layout *u, int known, int nstatv,
                           int nprops, char *text) {
  int needed = h_state_size(u->state) + u->free;
  if (!known) return "unsupported NDI and NSHR";
  if (nstatv < needed)
    snprintf(text, U_TEXT, "NSTATV (*DEPVAR) is %d, expected at least %d",
             nstatv, needed);
  else if (nprops > 1 && nprops < H_PARAMETERS)
    snprintf(text, U_TEXT,
             "NPROPS (*USER MATERIAL, CONSTANTS) is %d, expected 0 or %d",
             nprops, H_PARAMETERS);
  else
    return 0;
  return text;
}

/* PROPS contains all parameters in order; if it is empty or a dummy, the
 * defaults apply. */
static const char *u_set_parameters(h_step *s, const double *props,
                                    int nprops) {
  int given = nprops >= H_PARAMETERS && (nprops > 1 || H_PARAMETERS == 1);
  return h_set_parameters(s, 0, given ? H_PARAMETERS : 0, props);
}

/* The point, and the request of the host for another step, or NULL */
typedef struct {
  const int *element, *point;
  double *pnewdt;
} u_host;

/* Requests half of the step, and prints the reason. */
static void u_fail(const u_host *h, const char *reason, const char *name) {
  if (h->pnewdt) *h->pnewdt = 0.5;
  h_print("element %d, integration point %d: %s%s",
          h->element ? *h->element : 0, h->point ? *h->point : 0, reason, name);
}

static void u_fail_step(const u_host *h, const h_step *s) {
  char text[200];
  snprintf(text, sizeof text, "%s%s", h_tried(s),
           h->pnewdt ? "; half of the step is requested"
                     : "; stress and state are unchanged, repeat the analysis "
                       "with shorter steps");
  h_dump(s);
  u_fail(h, s->failure, text);
}

/* Data of a host before a step. */
typedef struct {
  const double *strain, *change, *state, *rotation;
  const double *gradient0, *gradient1; /* Fortran [3][3] */
  double duration;
} u_start;

static void u_read(const u_layout *u, const u_start *from, h_step *s) {
  s->duration = from->duration;
  s->plane_stress = u->free > 0;
  for (int c = 0; H_DEFORMED && c < 9; c++) {
    int row = K_ROW_OF(c), column = K_COLUMN_OF(c), at = row + 3 * column;
    if (u->free && (row == 2 || column == 2)) continue;
    s->gradient0[c] = from->gradient0[at];
    s->gradient1[c] = from->gradient1[at];
  }
  for (int i = 0; !H_DEFORMED && i < u->count; i++) {
    int at = u->place[i];
    double part = at < 3 ? 1 : 1 / H_ROOT;
    s->strain0[at] = part * from->strain[i];
    s->strain1[at] = part * (from->strain[i] + from->change[i]);
  }
  if (u->free) h_read_free(from->state + h_state_size(u->state), s);
  if (H_DEFORMED) h_deform(s);
  /* With gradients, the state refers to the reference configuration. */
  h_take_state(from->state, u->state, 1 / H_ROOT,
               H_DEFORMED ? 0 : from->rotation, s->state0);
}

/* Reads constant fields after the parameters in PROPS, for Kratos. */
static const char *u_read_constants(h_step *s, const double *props,
                                    int nprops) {
  double values[H_FIELDS + 1];
  for (int f = 0; f <= H_FIELDS; f++) values[f] = NAN;
  for (int f = 0; f < H_FIELDS && nprops >= H_PARAMETERS + H_FIELDS; f++)
    values[h_fields[f].place] = props[H_PARAMETERS + f];
  return h_set_fields(s, values, values);
}

/* Reads temperature and the first predefined fields, before and after the
 * step.  Returns NULL, or the name of a field that the host does not pass. */
static const char *u_read_fields(h_step *s, const double *values,
                                 const double *changes, const double *more,
                                 const double *more_changes) {
  double before[H_FIELDS + 1], after[H_FIELDS + 1];
  for (int f = 0; f <= H_FIELDS; f++) before[f] = after[f] = NAN;
  if (values) before[0] = after[0] = *values;
  if (values && changes) after[0] += *changes;
  for (int f = 0; f < H_DECLARED && more; f++) {
    before[f + 1] = after[f + 1] = more[f];
    if (more_changes) after[f + 1] += more_changes[f];
  }
  return h_set_fields(s, before, after);
}

/* dstress/dT, if the law has a temperature. */
static void u_write_heating(const u_layout *u, const h_step *s,
                            double *ddsddt) {
  for (int f = 0; f < H_FIELDS && ddsddt; f++)
    for (int i = 0; i < u->count && !h_fields[f].place; i++)
      ddsddt[i] = s->stress_by_external[6 * f + u->place[i]] /
                  (u->place[i] < 3 ? 1 : H_ROOT);
}

static void u_write(const u_layout *u, const h_step *s, double *stress,
                    double *state, double *ddsdde) {
  double part[6];
  for (int i = 0; i < 6; i++) part[i] = i < 3 ? 1 : 1 / H_ROOT;
  h_give_state(s->state1, u->state, 1 / H_ROOT, state);
  if (u->free) h_give_free(s, state + h_state_size(u->state));
  for (int i = 0; i < u->count; i++) {
    int at = u->place[i];
    stress[i] = part[at] * s->stress[at];
    for (int j = 0; j < u->count; j++) {
      int by = u->place[j];
      double *to = u->kratos ? &ddsdde[i * u->count + j]
                             : &ddsdde[j * u->count + i];
      *to = part[at] * part[by] * s->tangent[6 * at + by];
    }
  }
}

static void u_write_cauchy(const h_deformed *d, double *mandel) {
  double stress[6];
  h_write_stress(&h_stresses[0], d, H_SPACE, stress);
  for (int i = 0; i < 6; i++) mandel[h_place[i]] = stress[i];
}

/* Replaces dT/dfield by the derivative of the Cauchy stress. */
static void u_turn_field(const h_step *s, const h_deformed *d, double *by) {
  h_deformed change;
  h_step moved = *s;
  double dF[9] = {0}, cauchy[9] = {0};
  k_from_mandel(by, moved.T);
  h_measure(&moved, s->gradient0, &change);
  if (s->plane_stress) h_add_free(d, change.P, dF);
  h_cauchy_along(d, dF, cauchy);
  u_write_cauchy(&change, by);
  for (int i = 0; i < 6; i++) by[h_place[i]] += h_component(cauchy, i, 0);
}

/* Replaces T and its derivatives by the Cauchy stress, its derivatives with
 * respect to fields and the tangent of Abaqus. */
static void u_turn_forward(h_step *s) {
  h_deformed d;
  double C[36];
  h_measure(s, s->gradient0, &d);
  for (int f = 0; f < H_FIELDS; f++)
    u_turn_field(s, &d, s->stress_by_external + 6 * f);
  u_write_cauchy(&d, s->stress);
  h_write_operator(&h_jaumann, &d, H_SPACE, C);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      s->tangent[6 * h_place[i] + h_place[j]] = C[6 * i + j];
}

#define U_SYMBOL H_JOIN(H_NAME, _umat_)
#define U_ARGUMENTS \
  double *stress, double *statev, double *ddsdde, double *sse, double *spd, \
  double *scd, double *rpl, double *ddsddt, double *drplde, double *drpldt, \
  const double *stran, const double *dstran, const double *time, \
  const double *dtime, const double *temp, const double *dtemp, \
  const double *predef, const double *dpred, const char *cmname, \
  const int *ndi, const int *nshr, const int *ntens, const int *nstatv, \
  const double *props, const int *nprops, const double *coords, \
  const double *drot, double *pnewdt, const double *celent, \
  const double *dfgrd0, const double *dfgrd1, const int *noel, \
  const int *npt, const int *layer, const int *kspt, const int *kstep, \
  const int *kinc, int cmname_length

#define U_NAMES \
  stress, statev, ddsdde, sse, spd, scd, rpl, ddsddt, drplde, drpldt, stran, \
  dstran, time, dtime, temp, dtemp, predef, dpred, cmname, ndi, nshr, ntens, \
  nstatv, props, nprops, coords, drot, pnewdt, celent, dfgrd0, dfgrd1, noel, \
  npt, layer, kspt, kstep, kinc, cmname_length

/* Rejects a call that would silently swap the shears 13 and 23 of an
 * anisotropic law. */
static const char u_call_of_kratos[] =
    "PNEWDT is missing; for Kratos, set IS_FORTRAN_UDSM to false";

static void u_advance(int kratos, U_ARGUMENTS) {
  u_layout u;
  h_step step = {0};
  char text[U_TEXT];
  const u_host host = {noel, npt, pnewdt};
  const u_start start = {stran, dstran, statev, drot, dfgrd0, dfgrd1, *dtime};
  const char *wrong = u_check(&u, u_layout_of(*ndi, *nshr, kratos, &u),
                              *nstatv, *nprops, text);
  if (!kratos && !pnewdt && *nshr == 3) wrong = u_call_of_kratos;
  if (H_DEFORMED && (!dfgrd0 || !dfgrd1))
    wrong = "DFGRD0 and DFGRD1 are missing";
  if (wrong) {
    u_fail(&host, wrong, "");
    return;
  }
  const char *bad = u_set_parameters(&step, props, *nprops);
  if (bad) {
    u_fail(&host, "out of bounds: ", bad);
    return;
  }
  const char *missing =
      kratos && !temp ? u_read_constants(&step, props, *nprops)
                      : u_read_fields(&step, temp, dtemp, predef, dpred);
  if (missing) {
    u_fail(&host, "missing or out of bounds: ", missing);
    return;
  }
  u_read(&u, &start, &step);
  h_take_step(&step);
  if (step.failure) {
    u_fail_step(&host, &step);
    return;
  }
  if (H_DEFORMED) u_turn_forward(&step);
  u_write(&u, &step, stress, statev, ddsdde);
  u_write_heating(&u, &step, ddsddt);
  if (sse) *sse = step.stored;
  if (spd) *spd += step.dissipated;
}

H_EXPORT void U_SYMBOL(U_ARGUMENTS) { u_advance(0, U_NAMES); }

/* Names that hosts look up; a program linked with several laws uses the first
 * one. */
H_EXPORT __attribute__((weak, alias(H_QUOTE(U_SYMBOL)))) void umat_(
    U_ARGUMENTS);
H_EXPORT __attribute__((weak)) void umat(U_ARGUMENTS) {
  u_advance(1, U_NAMES);
}
