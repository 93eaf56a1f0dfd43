/* findings.c: verdicts of findings, worst entries, known failures of a
 * material, and the table of checks. */
#include "check/parts.h"

double am_finding_ratio(const am_finding *f) {
  double difference = fabs(f->ours - f->reference);
  if (difference == 0) return 0;
  double ratio = difference / f->bound;
  return isnan(ratio) ? INFINITY : ratio;
}

const am_yaml_key *am_lacks_keys(am_arena *arena) {
  size_t count = 0;
  while (am_checks[count]) count++;
  am_yaml_key *keys = AM_ARRAY(arena, am_yaml_key, count + 1);
  for (size_t i = 0; i < count; i++)
    keys[i] = (am_yaml_key){am_checks[i]->name, AM_A_TEXT,
                            am_checks[i]->about};
  keys[count] = (am_yaml_key){0};
  return keys;
}

am_status am_known_failures_read(am_report *report,
                                 const am_material *material) {
  const am_yaml *lacks = am_yaml_get(material->root, "lacks");
  const char *reason;
  if (!lacks) return AM_OK;
  AM_TRY(am_yaml_expect(report, lacks, AM_YAML_MAPPING, "lacks"));
  AM_TRY(am_yaml_keys_known(report, lacks, "lacks",
                            am_lacks_keys(report->arena)));
  for (size_t i = 0; i < lacks->count; i++)
    AM_TRY(am_yaml_text(report, lacks->items[i], "the reason", &reason));
  return AM_OK;
}

/* Reason declared by the material for failing the check; NULL: none. */
static const char *reason_known(am_report *report, const am_material *material,
                                const char *check) {
  const char *reason = NULL;
  const am_yaml *lacks = am_yaml_get(material->root, "lacks");
  const am_yaml *given = lacks ? am_yaml_get(lacks, check) : NULL;
  if (given && am_yaml_text(report, given, "the reason", &reason) != AM_OK)
    return NULL;
  return reason;
}

void am_finding_add(am_subject *subject, const am_finding *finding) {
  am_findings *all = subject->findings;
  am_finding copy = *finding;
  const char **texts[] = {&copy.check, &copy.what, &copy.entry, &copy.note,
                          &copy.replay};
  if (copy.verdict != AM_VERDICT_SKIPPED)
    copy.verdict = am_finding_ratio(&copy) <= 1 ? AM_VERDICT_GOOD
                                                : AM_VERDICT_FAILED;
  /* Failure declared by the material. */
  const char *why =
      copy.verdict == AM_VERDICT_FAILED && subject->material
          ? reason_known(subject->report, subject->material, copy.check)
          : NULL;
  if (why) {
    copy.verdict = AM_VERDICT_KNOWN;
    copy.note = copy.note
                    ? am_format(subject->arena, "%s; known: %s", copy.note, why)
                    : am_format(subject->arena, "known: %s", why);
  }
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (*texts[i])
      *texts[i] = am_copy(all->arena, *texts[i], strlen(*texts[i]));
  AM_PUSH(all->arena, all->items, all->count, copy);
}

void am_finding_skip(am_subject *subject, const char *check,
                     const char *what, const char *note) {
  am_finding_add(subject, &(am_finding){.check = check,
                                        .what = what,
                                        .verdict = AM_VERDICT_SKIPPED,
                                        .time = NAN,
                                        .note = note});
}

/* ---- worst entry --------------------------------------------------------- */

am_worst am_worst_new(am_subject *subject, const char *check,
                      const char *what, const am_solver *solver) {
  return (am_worst){.subject = subject,
                    .solver = solver,
                    .ratio = -INFINITY,
                    .finding = {.check = check, .what = what, .time = NAN}};
}

bool am_worst_take(am_worst *w, double ours, double reference, double bound,
                   const am_loading *loading) {
  am_finding found = w->finding;
  bool above = found.at_least && ours > reference;
  found.ours = above ? reference : ours;
  found.reference = reference;
  found.bound = bound;
  double ratio = above ? fmax((reference - ours) / bound, -DBL_MAX)
                       : am_finding_ratio(&found);
  if (ratio <= w->ratio) return false;
  w->ratio = ratio;
  w->finding = found;
  w->loading = loading ? *loading : (am_loading){.state = NULL};
  if (loading) {
    int nx = w->subject->law->nx;
    w->loading.state = AM_ARRAY(w->subject->arena, double, nx + 1);
    for (int i = 0; i < nx; i++) w->loading.state[i] = loading->state[i];
  }
  return true;
}

void am_worst_take_tensor(am_worst *w, const char *name, const double *ours,
                          const double *reference, int count, double bound,
                          const am_loading *loading) {
  am_arena *arena = w->subject->arena;
  for (int i = 0; i < count; i++) {
    const char *column = am_component_names[i % 6];
    if (!am_worst_take(w, ours[i], reference[i], bound, loading)) continue;
    w->finding.entry =
        count == 1  ? name
        : count > 6 ? am_format(arena, "%s.%s.%s", name,
                                am_component_names[i / 6], column)
                    : am_format(arena, "%s.%s", name, column);
  }
}

void am_worst_add_state(am_worst *w) {
  if (w->ratio > -INFINITY) am_worst_add(w);
}

void am_worst_add(am_worst *w) {
  am_finding *f = &w->finding;
  am_subject *s = w->subject;
  if (w->ratio == -INFINITY) {
    am_finding_skip(s, f->check, f->what,
                    f->note ? f->note : "no loading step could be integrated");
    return;
  }
  if (w->loading.state) f->time = w->loading.duration;
  if (w->loading.state && w->ratio > 1)
    f->replay = am_replay_loading(
        s, w->solver, &w->loading,
        am_format(s->arena, "%s, %s%s%s", f->check, f->what,
                  f->entry ? ", " : "", f->entry ? f->entry : ""));
  am_finding_add(s, f);
}

/* ---- text ---------------------------------------------------------------- */

const char *const am_verdict_words[] = {
    [AM_VERDICT_GOOD] = "ok",
    [AM_VERDICT_FAILED] = "FAILED",
    [AM_VERDICT_KNOWN] = "known",
    [AM_VERDICT_SKIPPED] = "-",
};

const char *const am_verdict_names[] = {
    [AM_VERDICT_GOOD] = "good",
    [AM_VERDICT_FAILED] = "failed",
    [AM_VERDICT_KNOWN] = "known",
    [AM_VERDICT_SKIPPED] = "skipped",
};

/* Drops the sign of NaN. */
static double without_sign(double value) { return isnan(value) ? NAN : value; }

const char *am_finding_entry(am_arena *arena, const am_finding *f) {
  am_buffer where = {.arena = arena};
  const char *between = "";
  if (f->entry) {
    am_buffer_add(&where, "%s", f->entry);
    between = ", ";
  }
  if (!isnan(f->time)) {
    am_buffer_add(&where, " at time %.9g", f->time);
    between = ", ";
  }
  bool missed = f->verdict == AM_VERDICT_FAILED ||
                f->verdict == AM_VERDICT_KNOWN;
  if (missed && !(isnan(f->ours) && f->note)) {
    am_buffer_add(&where, "%s%.9g, expected %s%.9g",
                  where.length ? ": " : "", without_sign(f->ours),
                  f->at_least ? "at least " : "", without_sign(f->reference));
    between = ", ";
  }
  if (f->note) am_buffer_add(&where, "%s%s", between, f->note);
  return where.length ? where.text : "";
}

/* True if a is more informative than b about its check: a failure, a worse
 * ratio, or a comparison instead of a skipped one. */
static bool says_more(const am_finding *a, const am_finding *b) {
  bool compared = a->verdict != AM_VERDICT_SKIPPED;
  if (b->verdict == AM_VERDICT_SKIPPED) return compared;
  return compared && am_finding_ratio(a) > am_finding_ratio(b);
}

bool am_finding_stands(const am_findings *all, size_t i) {
  const am_finding *f = &all->items[i];
  for (size_t k = 0; k < all->count && f->verdict != AM_VERDICT_FAILED; k++) {
    const am_finding *other = &all->items[k];
    if (k == i || strcmp(f->check, other->check)) continue;
    if (says_more(other, f) || (k < i && !says_more(f, other))) return false;
  }
  return true;
}

/* ---- table of checks ----------------------------------------------------- */

static const char no_variables[] = "the law has no internal variables";
static const char no_energy[] = "the law has no free energy";
static const char given_stress[] =
    "the stress is not the derivative of a free energy";
static const char small_strain[] =
    "small-strain law; use --kinematics logarithmic";
static const char quick[] = "skipped (--quick)";

#define AM_CHECK(name, about, skipped, reason)               \
  static am_status run_##name(am_subject *s) {               \
    const char *why = reason;                                \
    if (!why) return am_check_run_##name(s);                 \
    am_finding_skip(s, #name, skipped, why);                 \
    return AM_OK;                                            \
  }                                                          \
  const am_check am_check_##name = {#name, about, run_##name};
#include "check/checks.def"
#undef AM_CHECK

const am_check *const am_checks[] = {
#define AM_CHECK(name, about, skipped, reason) &am_check_##name,
#include "check/checks.def"
#undef AM_CHECK
    NULL};

const int am_check_samples[] = {
    [AM_LEVEL_QUICK] = 5, [AM_LEVEL_USUAL] = 20, [AM_LEVEL_THOROUGH] = 200};

am_status am_subject_read(am_subject *s) {
  size_t count, suitable = 0;
  const am_scheme *all = am_schemes(&count);
  const am_scheme **schemes = AM_ARRAY(s->arena, const am_scheme *, count + 1);
  AM_TRY(am_known_failures_read(s->report, s->material));
  for (size_t i = 0; i < count; i++)
    if (am_scheme_suits(s->material, &all[i])) schemes[suitable++] = &all[i];
  s->schemes = schemes;
  AM_TRY(am_law_new(s->arena, s->report, s->material,
                    &(am_law_choice){.energies = true}, &s->law));
  return am_check_ranges_read(s);
}
