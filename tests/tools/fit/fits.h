/* fits.h: fits of cases with tables in their own folder. */
#ifndef AM_TESTS_FIT_FITS_H
#define AM_TESTS_FIT_FITS_H

#include <unistd.h>

#include "fit/fit.h"
#include "synthetic.h"

#define SOLVER "solver: {engine: interp}\n"
#define UNIAXIAL_TEST "strain: [xx], stress: [yy, zz, yz, xz, xy]"

typedef struct {
  am_arena *arena;
  am_report *report;
  const char *folder;
  am_case *description;
  am_fit *fit;
  am_status status; /* of the last call */
  am_fit_options options;
} fitted;

static inline fitted fit_new(void) {
  fitted f = {.arena = test_arena(),
              .options = {.iterations = 100, .tolerance = 1e-6}};
  f.report = am_report_new(f.arena);
  f.folder = am_format(f.arena, "/tmp/automat-fit-%d", (int)getpid());
  return f;
}

/* Writes a file of the folder. */
static inline void fit_file(const fitted *f, const char *name,
                            const char *text) {
  FILE *out;
  ck_assert_int_eq(
      system(am_format(f->arena, "mkdir -p '%s'", f->folder)), 0);
  out = fopen(am_format(f->arena, "%s/%s", f->folder, name), "w");
  ck_assert_ptr_nonnull(out);
  fputs(text, out);
  fclose(out);
}

static inline void fit_clean(const fitted *f) {
  ck_assert_int_eq(system(am_format(f->arena, "rm -r '%s'", f->folder)), 0);
}

/* The tables of synthetic_tests. */
static inline void fit_synthesize(const fitted *f, uint64_t seed,
                                  double noise) {
  fit_file(f, "none", "");
  for (size_t t = 0; t < SYNTHETIC_TESTS; t++) {
    am_table *table = synthetic_run(f->arena, "michel-suquet",
                                    &synthetic_tests[t], "{}");
    synthetic_disturb(table, synthetic_tests[t].driven, t, seed, noise);
    synthetic_write(table,
                    am_format(f->arena, "%s/%s.csv", f->folder,
                              synthetic_tests[t].name),
                    "");
  }
}

static inline const char *fit_message(const fitted *f) {
  const am_message *message = f->report->first;
  return message ? am_format(f->arena, "%d:%d: %s", message->place.line,
                             message->place.column, message->text)
                 : "none";
}

/* Reads the case and prepares its fit. */
static inline void fit_prepare(fitted *f, const char *text) {
  am_source *source = AM_NEW(f->arena, am_source);
  am_yaml *root;
  text = am_format(f->arena, "case: fit\n%s", text);
  *source = (am_source){"fit.yaml", text, strlen(text)};
  f->report = am_report_new(f->arena);
  f->status = am_yaml_parse(f->arena, f->report, source, &root);
  if (f->status == AM_OK)
    f->status = am_case_from(f->arena, f->report, root, f->folder, false,
                             &f->description);
  if (f->status == AM_OK)
    f->status = am_fit_prepare(f->arena, f->report, f->description, NULL,
                               &f->options, &f->fit);
}

/* Fit that is prepared without error. */
static inline void fit_solve(fitted *f, const char *text) {
  fit_prepare(f, text);
  ck_assert_msg(f->status == AM_OK, "%s", fit_message(f));
  f->status = am_fit_solve(f->arena, f->report, f->fit, &f->options);
}

static inline const am_fit_parameter *fit_parameter(const fitted *f,
                                                    const char *name) {
  for (size_t i = 0; i < f->fit->parameter_count; i++)
    if (!strcmp(f->fit->parameters[i].given->name, name))
      return &f->fit->parameters[i];
  ck_abort_msg("no parameter %s", name);
}

#endif
