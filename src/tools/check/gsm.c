/* gsm.c: generalized standard materials in the strict sense, whose force
 * potential depends on the forces only.  Tests whether a law belongs to this
 * class (class), and the properties of the class: real, nonpositive eigenvalues
 * (theorem1) and symmetric tangents (symmetry).  For other laws, measures the
 * deviation. */
#include "check/parts.h"

/* ---- eigenvalues --------------------------------------------------------- */

/* The eigenvalues of df/da are real and not positive (theorem 1 of the AutoMat
 * paper). df/da is the product of two semidefinite matrices, whose eigenvalue 0
 * may be defective: rounding errors perturb it by their square root. */
#define NEGLIGIBLE_EIGENVALUE 1e-6

typedef struct {
  am_subject *subject;
  am_values *jacobian;
  double *matrix;      /* [ns][ns] block without multipliers */
  double *re, *im;     /* [ns] */
  am_worst real, imaginary;
} eigenvalues;

static void note_eigenvalue(const eigenvalues *e, am_worst *worst, double size,
                            int i, const am_loading *state) {
  if (am_worst_take(worst, size, 0, NEGLIGIBLE_EIGENVALUE, state))
    worst->finding.entry = am_format(e->subject->arena,
                                     "eigenvalue %.6g%+.6gi of df/da",
                                     e->re[i], e->im[i]);
}

static bool find_eigenvalues(void *data, const am_random_state *sample) {
  eigenvalues *e = data;
  const am_law *law = e->subject->law;
  int ns = law->ns - law->nd;
  double most = 0, *j = e->matrix;
  const double *all = am_values_at(e->jacobian, sample->inputs) + law->nx;
  for (int i = 0; i < ns * ns; i++) j[i] = all[i / ns * law->ns + i % ns];
  if (!am_eigen_values(e->subject->arena, j, ns, e->re, e->im)) {
    e->re[0] = e->im[0] = NAN;
    note_eigenvalue(e, &e->real, NAN, 0, &sample->start);
    return true;
  }
  for (int i = 0; i < ns; i++) most = fmax(most, hypot(e->re[i], e->im[i]));
  for (int i = 0; i < ns; i++) {
    double over = most > 0 ? 1 / most : 0;
    note_eigenvalue(e, &e->real, fmax(e->re[i], 0) * over, i, &sample->start);
    note_eigenvalue(e, &e->imaginary, fabs(e->im[i]) * over, i, &sample->start);
  }
  return true;
}

/* Largest positive real part and largest imaginary part of an eigenvalue of
 * df/da, relative to its largest eigenvalue; not measured if the matrix is
 * empty. */
static am_status measure_eigenvalues(am_subject *s, const char *check,
                                     eigenvalues *e) {
  int ns = s->law->ns - s->law->nd;
  *e = (eigenvalues){.subject = s,
                     .real = am_worst_new(s, check, "real parts", NULL),
                     .imaginary =
                         am_worst_new(s, check, "imaginary parts", NULL)};
  if (!ns) return AM_OK;
  e->real.finding.note = e->imaginary.finding.note =
      "relative to the largest eigenvalue";
  e->jacobian = am_values_of(s, AM_FUNCTION_JACOBIAN);
  e->matrix = AM_ARRAY(s->arena, double, ns * ns);
  e->re = AM_ARRAY(s->arena, double, ns);
  e->im = AM_ARRAY(s->arena, double, ns);
  return am_check_states(s, check, find_eigenvalues, e);
}

am_status am_check_run_theorem1(am_subject *s) {
  eigenvalues e;
  AM_TRY(measure_eigenvalues(s, "theorem1", &e));
  am_worst_add_state(&e.real);
  am_worst_add_state(&e.imaginary);
  return AM_OK;
}

/* ---- symmetry ------------------------------------------------------------ */

/* Second derivatives of the free energy are symmetric, and so is the
 * algorithmic tangent of one implicit Euler step for laws in the strict
 * sense. */
#define NEGLIGIBLE_OF_HESSIAN 1e-9 /* for a unit diagonal */
#define NEGLIGIBLE_OF_TANGENT 1e-8

typedef struct {
  am_subject *subject;
  am_values *values;
  int n;
  double *scaled; /* [n][n] */
  am_worst worst;
} hessian;

static const char *quantity_name(const am_law *law, int coordinate) {
  for (int i = 0; i < law->count; i++) {
    const am_variable *v = &law->variables[i];
    int c = coordinate - 6 - v->offset;
    if (c >= 0 && c < v->size) return v->name;
  }
  return "eps";
}

static bool compare_mixed(void *data, const am_random_state *sample) {
  hessian *m = data;
  const am_law *law = m->subject->law;
  memcpy(m->scaled, am_values_at(m->values, sample->inputs),
         (size_t)(m->n * m->n) * sizeof *m->scaled);
  am_eigen_scale(m->scaled, m->n);
  for (int i = 0; i < m->n; i++)
    for (int j = 0; j < i; j++) {
      double a = m->scaled[i * m->n + j], b = m->scaled[j * m->n + i];
      double bound = NEGLIGIBLE_OF_HESSIAN * (1 + fabs(a) + fabs(b));
      if (am_worst_take(&m->worst, a, b, bound, &sample->start))
        m->worst.finding.entry =
            am_format(m->subject->arena, "d2omega/d%s d%s",
                      quantity_name(law, i), quantity_name(law, j));
    }
  return true;
}

static am_status check_mixed(am_subject *s) {
  hessian m = {.subject = s, .n = 6 + s->law->na,
               .worst = am_worst_new(s, "symmetry", "omega", NULL)};
  m.worst.finding.note = "Hessian scaled to a unit diagonal";
  m.values = am_values_new(s, am_check_energy_hessian(s), m.n * m.n);
  m.scaled = AM_ARRAY(s->arena, double, m.n * m.n);
  AM_TRY(am_check_states(s, "symmetry", compare_mixed, &m));
  am_worst_add_state(&m.worst);
  return AM_OK;
}

typedef struct {
  am_subject *subject;
  am_test_point point;
  am_worst worst;
} tangents;

/* Step to another strain, with a duration in which the law flows. */
static bool step_from(void *data, const am_random_state *sample) {
  tangents *t = data;
  const am_subject *s = t->subject;
  am_loading l = sample->start;
  am_random random = sample->random;
  am_random_vector(&random, 6, sample->strain * am_random_power(&random, -1, 0),
                   l.to);
  for (int i = 0; i < 6; i++) l.to[i] += l.from[i];
  l.duration = am_duration_draw(s->sampler, &random, &l,
                                am_sampler_time(s->sampler, l.from, l.state),
                                -1, 1);
  if (!am_test_point_advance(&t->point, &l)) return false;
  double user[36], most = 0;
  am_basis_to_tangent(t->point.step->tangent, user);
  for (int i = 0; i < 36; i++) {
    /* Derivative with respect to one of the two shear entries. */
    if (i % 6 >= 3) user[i] /= 2;
    most = fmax(most, fabs(user[i]));
  }
  for (int i = 0; i < 36; i++)
    if (am_worst_take(&t->worst, user[i], user[i % 6 * 6 + i / 6],
                            NEGLIGIBLE_OF_TANGENT * most, &sample->start))
      t->worst.finding.entry = am_format(
          s->arena, "dsigma[%s]/deps[%s]", am_component_names[i / 6],
          am_component_names[i % 6]);
  return true;
}

/* Largest asymmetry of the algorithmic tangent of an implicit Euler step,
 * relative to its largest entry. */
static am_status measure_asymmetry(am_subject *s, const char *check,
                                   am_worst *worst) {
  const am_solver *solver =
      am_subject_solver(s, am_scheme_find("implicit-euler"));
  tangents t = {.subject = s,
                .worst = am_worst_new(s, check, "implicit-euler", NULL)};
  AM_TRY(am_test_point_new(s, s->engine, solver, &t.point));
  AM_TRY(am_check_states(s, check, step_from, &t));
  *worst = t.worst;
  return AM_OK;
}

am_status am_check_run_symmetry(am_subject *s) {
  am_worst worst;
  AM_TRY(check_mixed(s));
  if (!s->law->strict) {
    am_finding_skip(s, "symmetry", "implicit-euler",
                    "not required for this law; see the check 'class'");
    return AM_OK;
  }
  AM_TRY(measure_asymmetry(s, "symmetry", &worst));
  am_worst_add_state(&worst);
  return AM_OK;
}

/* ---- class --------------------------------------------------------------- */

static void add_name(am_buffer *list, const char *name) {
  am_buffer_add(list, "%s%s", list->length ? ", " : "", name);
}

/* "d, p": variables with prescribed rates. */
static const char *list_given(am_subject *s) {
  am_buffer list = {.arena = s->arena};
  for (int i = 0; i < s->law->count; i++)
    if (s->law->variables[i].given) add_name(&list, s->law->variables[i].name);
  return list.text;
}

/* Adds "NAME depends on eps, alpha" if a potential has arguments other than
 * forces. */
static void add_arguments(const am_subject *s, const char *name,
                          const am_file_formula *domain, am_buffer *text) {
  const char *list = am_law_dependence(s->arena, s->law, domain);
  if (list)
    am_buffer_add(text, "%s%s depends on %s", text->length ? "; " : "", name,
                  list);
}

/* "the elastic domain 'yield' depends on eps, alpha" */
static const char *list_arguments(const am_subject *s) {
  const am_file_formulas *domains = &s->material->domains;
  am_buffer text = {.arena = s->arena};
  add_arguments(s, "the force potential", NULL, &text);
  for (int i = 0; i < domains->count; i++) {
    const am_file_formula *f = &domains->entries[i];
    add_arguments(s, am_format(s->arena, "the elastic domain '%s'",
                               f->head.name), f, &text);
  }
  return text.length ? text.text : "a potential depends on other quantities";
}

/* Adds a finding with a measured value, which cannot fail. */
static void report_measured(const am_worst *worst, const char *what,
                            const char *format) {
  const am_finding *f = &worst->finding;
  if (worst->ratio < 0) return;
  am_finding_skip(worst->subject, "class", what,
                  am_format(worst->subject->arena, format, f->entry,
                            fabs(f->ours - f->reference)));
}

am_status am_check_run_class(am_subject *s) {
  am_finding found = {.check = "class", .what = "strict", .time = NAN,
                      .note = "generalized standard material in the strict "
                              "sense"};
  if (s->law->strict) {
    am_finding_add(s, &found);
    return AM_OK;
  }
  bool given = am_law_has_given(s->law), stress = s->material->stress;
  am_finding_skip(
      s, "class", given || stress ? "not from a potential" : "not strict",
      stress ? "not a generalized standard material: the stress is stated"
      : s->law->memory
          ? "not a generalized standard material: variables keep a maximum"
      : given ? am_format(s->arena, "not a generalized standard material: the "
                                    "rates of %s are stated", list_given(s))
            : am_format(s->arena, "not in the strict sense: %s",
                        list_arguments(s)));
  eigenvalues e;
  am_worst tangent;
  AM_TRY(measure_eigenvalues(s, "class", &e));
  AM_TRY(measure_asymmetry(s, "class", &tangent));
  report_measured(&e.real, "real parts",
                  "theorem 1: %s; positive real part, relative to the largest: "
                  "%.3g");
  report_measured(&e.imaginary, "imaginary parts",
                  "theorem 1: %s; imaginary part, relative to the largest: "
                  "%.3g");
  report_measured(&tangent, "tangent",
                  "tangent of implicit Euler: %s differs from its transpose by "
                  "%.3g");
  return AM_OK;
}
