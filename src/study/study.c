#include "study/study.h"

#include <stddef.h>
#include <string.h>

#include "base/text.h"
#include "study/variant.h"

static const am_study *const studies[] = {
    &am_study_tangent, &am_study_schemes, &am_study_accuracy,
    &am_study_order, &am_study_sweep, &am_study_composite,
};

enum { STUDIES = sizeof studies / sizeof *studies };

const am_study *const *am_studies(size_t *count) {
  *count = STUDIES;
  return studies;
}

am_status am_study_find(am_report *report, const char *name,
                        const am_study **study) {
  const char *names[STUDIES];
  for (size_t i = 0; i < STUDIES; i++) {
    names[i] = studies[i]->name;
    *study = studies[i];
    if (!strcmp(names[i], name)) return AM_OK;
  }
  return am_error(report, AM_USAGE, am_nowhere,
                  "unknown study '%s'%s; 'automat help study' names them all",
                  am_printable(report->arena, name, strlen(name)),
                  am_suggestion(report->arena, name, names, STUDIES));
}

#define OPTION(name) {"--" #name, offsetof(am_study_options, name)}

static const struct {
  const char *name;
  size_t offset;
} options[] = {
    OPTION(steps),   OPTION(schemes),   OPTION(controls), OPTION(column),
    OPTION(columns), OPTION(durations), OPTION(strain),   OPTION(against),
    OPTION(floor),   OPTION(at),        OPTION(over),     OPTION(grid),
    OPTION(parts),   OPTION(strategies), OPTION(references),
};

static am_status refuse(const am_inquiry *q, const char *option) {
  return am_error(q->report, AM_USAGE, am_nowhere,
                  "the study '%s' takes no option '%s'", q->study->name,
                  option);
}

/* Options that are not given have the study's defaults. */
static am_status settle_options(am_inquiry *q) {
  const am_study *study = q->study;
  const am_study_options *defaults =
      q->thorough ? study->thorough : &study->defaults;
  if (!defaults) return refuse(q, "--paper");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    size_t at = options[i].offset;
    const char **given = (const char **)((char *)&q->options + at);
    const char *usual =
        *(const char *const *)((const char *)defaults + at);
    if (*given && !usual) return refuse(q, options[i].name);
    if (!*given) *given = usual;
  }
  return AM_OK;
}

/* A study is made of points or of volume elements. */
static am_status check_kind(const am_inquiry *q) {
  bool cell = q->description->microstructure;
  if (cell == q->study->cell) return AM_OK;
  return am_error(q->report, AM_INPUT, am_nowhere,
                  "the study '%s' is made of a case with a %s, which '%s' "
                  "does not have",
                  q->study->name, cell ? "material" : "microstructure",
                  q->description->file);
}

/* The case as it is, with the columns that the study wants. */
static am_status prepare_base(am_inquiry *q) {
  const char **columns = NULL;
  am_variant variant = {.solver = q->description->solver};
  am_run *run;
  if (q->options.columns && *q->options.columns)
    AM_TRY(am_list_split(q, "--columns", q->options.columns, &columns,
                         &variant.column_count));
  variant.columns = columns;
  if (!q->options.columns && q->options.column) {
    variant.columns = &q->options.column;
    variant.column_count = 1;
  }
  AM_TRY(am_variant_prepare(q, q->arena, q->report, &variant, &run));
  q->base = run;
  return AM_OK;
}

am_status am_study_run(am_arena *arena, am_report *report, am_inquiry *q) {
  q->arena = arena;
  q->report = report;
  q->panels = q->study->panels;
  q->panel_count = q->study->panel_count;
  AM_TRY(settle_options(q));
  AM_TRY(check_kind(q));
  if (!q->study->cell) AM_TRY(prepare_base(q));
  return q->study->run(q);
}
