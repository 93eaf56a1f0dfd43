/* subjects.h: laws for checks, installed or from texts. */
#ifndef AM_TESTS_CHECK_SUBJECTS_H
#define AM_TESTS_CHECK_SUBJECTS_H

#include "check/check.h"
#include "tests/core/law/laws.h"

/* A subject with few samples; freed with its arena. */
static inline am_subject subject_of(const char *material) {
  built b = law_open(&(request){.material = material, .energies = true});
  am_subject s = {.arena = b.arena,
                  .report = b.report,
                  .path = strchr(material, '\n') ? "text.yaml"
                                                : b.material->path,
                  .material = b.material,
                  .law = b.law,
                  .engine = &am_engine_interp,
                  .seed = 1,
                  .samples = 6,
                  .findings = AM_NEW(b.arena, am_findings)};
  s.findings->arena = b.arena;
  return s;
}

static inline const am_check *check_named(const char *name) {
  for (int i = 0; am_checks[i]; i++)
    if (!strcmp(am_checks[i]->name, name)) return am_checks[i];
  ck_abort_msg("no check %s", name);
}


/* The first finding that has failed; NULL: none. */
static inline const am_finding *first_failure(const am_subject *s) {
  for (size_t i = 0; i < s->findings->count; i++)
    if (s->findings->items[i].verdict == AM_VERDICT_FAILED)
      return &s->findings->items[i];
  return NULL;
}

static inline const char *finding_text(am_arena *arena,
                                       const am_finding *f) {
  return am_format(arena, "%s, %s: %s: %.17g, expected %.17g, bound %.3g; %s",
                   f->check, f->what, f->entry ? f->entry : "-", f->ours,
                   f->reference, f->bound, f->note ? f->note : "");
}

#endif
