/* planted.h: laws with planted faults for checks: in the text of the material,
 * in a copy of a scheme, or in an engine that alters results of the
 * interpreter. */
#ifndef AM_TESTS_CHECK_PLANTED_H
#define AM_TESTS_CHECK_PLANTED_H

#include "check/parts.h"
#include "tests/core/law/materials.h"

/* Subject of a check; 0: default */
typedef struct {
  const char *material; /* a name, or a text */
  const am_engine *engine, *other;
  const char *scheme;   /* only this check */
  void (*spoil)(am_scheme *scheme); /* copy of a scheme */
  int samples;
} plan;

/* The schemes of a plan, closed by NULL. */
static inline const am_scheme **schemes_of(am_arena *arena, const plan *p) {
  size_t count, n = 0;
  const am_scheme *all = am_schemes(&count);
  const am_scheme **schemes = AM_ARRAY(arena, const am_scheme *, count + 1);
  for (size_t i = 0; i < count; i++) {
    if (p->scheme && strcmp(p->scheme, all[i].name)) continue;
    am_scheme *copy = AM_NEW(arena, am_scheme);
    *copy = all[i];
    if (p->spoil) p->spoil(copy);
    schemes[n++] = copy;
  }
  return schemes;
}

static inline am_subject *subject_of(const plan *p) {
  am_arena *arena = test_arena();
  ck_assert(!am_arena_recover(arena));
  am_subject *s = AM_NEW(arena, am_subject);
  am_material *material;
  *s = (am_subject){.arena = arena, .report = am_report_new(arena),
                    .engine = p->engine ? p->engine : &am_engine_interp,
                    .other = p->other, .schemes = schemes_of(arena, p),
                    .level = AM_LEVEL_USUAL, .seed = 1,
                    .samples = p->samples ? p->samples : 2,
                    .findings = AM_NEW(arena, am_findings)};
  am_status status =
      read_material(arena, s->report, p->material, &material);
  if (status == AM_OK)
    status = am_law_new(arena, s->report, material,
                        &(am_law_choice){.energies = true}, &s->law);
  ck_assert_msg(status == AM_OK, "%s: %s", p->material,
                first_message(arena, s->report));
  s->material = material;
  /* a text has no file */
  s->path = strchr(p->material, '\n') ? "law.yaml" : material->path;
  s->findings->arena = arena;
  return s;
}

static inline const char *finding_text(am_arena *arena,
                                       const am_finding *f) {
  return am_format(arena, "%s, %s: %s %.17g, expected %.17g, at most %.3g off "
                          "(%s)",
                   f->check, f->what, f->entry ? f->entry : "", f->ours,
                   f->reference, f->bound, f->note ? f->note : "");
}

static inline void run_check(const am_check *check, am_subject *s) {
  am_status status = check->run(s);
  ck_assert_msg(status == AM_OK, "%s: %s", check->name,
                first_message(s->arena, s->report));
  ck_assert_uint_gt(s->findings->count, 0);
}

static inline const am_finding *first_with(const am_subject *s,
                                           am_verdict verdict) {
  for (size_t i = 0; i < s->findings->count; i++)
    if (s->findings->items[i].verdict == verdict)
      return &s->findings->items[i];
  return NULL;
}

/* Text of an installed material with one piece replaced. */
static inline const char *changed(am_arena *arena, const char *material,
                                  const char *from, const char *to) {
  am_yaml *root;
  am_report *report = am_report_new(arena);
  const char *path = source_path(
      arena, am_format(arena, "materials/%s.yaml", material));
  ck_assert_int_eq(am_yaml_read(arena, report, path, &root), AM_OK);
  const char *text = root->place.source->text, *at = strstr(text, from);
  ck_assert_msg(at != NULL, "no '%s' in %s", from, material);
  return am_format(arena, "%s%s%s",
                   am_copy(arena, text, (size_t)(at - text)), to,
                   at + strlen(from));
}

#endif
