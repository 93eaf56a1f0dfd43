/* host_plane_stress.h: steps of a point under plane stress, and the repetition
 * of steps that fail.  Text of exported laws.
 *
 * Newton's method finds the free components (host.h) of the strain, or of F
 * with F.zx = F.zy = 0, for which zz, yz and xz of the stress, or of P, vanish;
 * then those of the Cauchy stress vanish, too. */

enum { H_STRESS_ITERATIONS = 50 };

/* Stress and tangent of the free components */
typedef struct {
  int n; /* 6, or 9 if H_DEFORMED */
  double stress[9], tangent[81];
} h_conjugate;

static void h_read_conjugate(const h_step *s, h_conjugate *c) {
  h_deformed d;
  c->n = H_DEFORMED ? 9 : 6;
  memcpy(c->stress, s->stress, sizeof s->stress);
  memcpy(c->tangent, s->tangent, sizeof s->tangent);
  if (!H_DEFORMED) return;
  h_measure(s, s->gradient0, &d);
  h_nine_of(d.P, c->stress);
  memcpy(c->tangent, d.slope, sizeof d.slope);
}

/* True if the free stresses vanish relative to the others, or to the rounding
 * error of the stiffness times the strain; F has that of 1. */
static int h_is_relaxed(const h_step *s, const h_conjugate *c) {
  double largest = 0, error = 0, strain = H_DEFORMED ? 0.1 : 0;
  for (int i = 0; i < 6; i++) {
    largest = fmax(largest, fabs(c->stress[i]));
    strain = fmax(strain, fabs(s->strain1[i]));
  }
  for (int i = 0; i < H_FREE; i++)
    error = fmax(error, fabs(c->stress[h_free[i]]));
  double stiffness = c->tangent[(c->n + 1) * h_free[0]];
  return error <= fmax(1e-12 * largest, 1e-14 * stiffness * strain);
}

static void h_find_plane_stress(h_step *s) {
  double *strain = H_DEFORMED ? s->gradient1 : s->strain1;
  for (int n = 0; n < H_STRESS_ITERATIONS; n++) {
    h_conjugate c;
    double change[H_FREE];
    if (H_DEFORMED) h_deform(s);
    h_advance(s);
    if (s->failure) return;
    h_read_conjugate(s, &c);
    if (h_is_relaxed(s, &c)) return;
    h_relax(c.tangent, c.n, c.stress, change);
    if (H_DEFORMED) change[0] = fmax(change[0], -0.5 * strain[h_free[0]]);
    for (int i = 0; i < H_FREE; i++) strain[h_free[i]] += change[i];
  }
  s->failure = "the iteration for plane stress did not converge";
}

/* Derivatives at zero free stresses, instead of at fixed free strains; those of
 * F follow in h_write_operator. */
static void h_condense(h_step *s) {
  double C[36], change[H_FREE];
  if (s->failure || !s->plane_stress || H_DEFORMED) return;
  memcpy(C, s->tangent, sizeof C);
  for (int j = 0; j < 6 + H_FIELDS; j++) {
    double by[6];
    double *to = j < 6 ? s->tangent + j : s->stress_by_external + 6 * (j - 6);
    int stride = j < 6 ? 6 : 1;
    for (int i = 0; i < 6; i++) by[i] = to[stride * i];
    h_relax(C, 6, by, change);
    for (int i = 0; i < 6; i++)
      for (int k = 0; k < H_FREE; k++)
        to[stride * i] += C[6 * i + h_free[k]] * change[k];
  }
}

/* ---- steps under any hypothesis ------------------------------------------ */

#define H_HALVINGS 6

/* Repeats a backward Euler step that fails with twice as many substeps. */
static void h_take_step(h_step *s) {
  const h_step start = *s;
  int implicit = K_FAMILY == AM_FAMILY_IMPLICIT;
  int most = implicit && h_is_finite(s) ? H_HALVINGS : 0;
  for (int n = 0; n == 0 || (s->failure && n <= most); n++) {
    *s = start;
    s->halvings = n;
    if (s->plane_stress)
      h_find_plane_stress(s);
    else
      h_advance(s);
  }
  h_condense(s);
}

/* End of the message about a step that failed */
static const char *h_tried(const h_step *s) {
  if (!s->halvings) return "";
  return "; halving the substeps " H_QUOTE(H_HALVINGS) " times did not help";
}
