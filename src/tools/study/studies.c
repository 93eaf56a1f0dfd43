/* studies.c: table of the kinds of studies; prepares and runs a study. */
#include "study/parts.h"

static const am_study_kind *const kinds[] = {
    &am_study_tangent, &am_study_schemes, &am_study_accuracy,
    &am_study_order, &am_study_sweep,
};

enum { KINDS = sizeof kinds / sizeof *kinds };

const am_study_kind *const *am_study_kinds(size_t *count) {
  *count = KINDS;
  return kinds;
}

am_status am_study_find(am_report *report, const char *name,
                        const am_study_kind **kind) {
  const char *names[KINDS];
  for (size_t i = 0; i < KINDS; i++) {
    names[i] = kinds[i]->name;
    *kind = kinds[i];
    if (!strcmp(names[i], name)) return AM_OK;
  }
  return am_error(report, AM_USAGE, am_nowhere,
                  "unknown study %s%s; 'automat help study' lists all studies",
                  am_quoted(report->arena, name),
                  am_suggestion(report->arena, name, names, KINDS));
}

#define OPTION(name) {"--" #name, offsetof(am_study_options, name)}

static const struct {
  const char *name;
  size_t offset;
} options[] = {
    OPTION(steps),   OPTION(schemes),   OPTION(controls), OPTION(column),
    OPTION(columns), OPTION(durations), OPTION(strain),   OPTION(against),
    OPTION(floor),   OPTION(at),        OPTION(over),
};

/* Prepares the case with the columns of the study. */
static am_status prepare_point(am_study *study) {
  const am_study_options *given = &study->options;
  const char **columns = NULL;
  am_drive_settings settings = {.solver = study->description->settings.solver};
  const am_job_room room = {study->arena, study->arena, study->report};
  am_run *run;
  if (given->columns && *given->columns)
    AM_TRY(am_list_split(study, "--columns", given->columns, &columns,
                         &settings.column_count));
  settings.columns = columns;
  if (!given->columns && given->column) {
    settings.columns = &given->column;
    settings.column_count = 1;
  }
  AM_TRY(am_drive_prepare(study, &room, &settings, &run));
  study->base = run;
  return AM_OK;
}

am_status am_study_run(am_arena *arena, am_report *report, am_study *study) {
  study->arena = arena;
  study->report = report;
  study->panels = study->kind->panels;
  study->panel_count = study->kind->panel_count;
  /* Sets missing options to the defaults of the study. */
  const am_study_kind *kind = study->kind;
  const am_yaml *cell = study->description->microstructure;
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    size_t at = options[i].offset;
    const char **given = (const char **)((char *)&study->options + at);
    const char *usual =
        *(const char *const *)((const char *)&kind->defaults + at);
    if (*given && !usual)
      return am_error(report, AM_USAGE, am_nowhere,
                      "the study '%s' does not have the option '%s'",
                      kind->name, options[i].name);
    if (!*given) *given = usual;
  }
  if (cell && !kind->elements)
    return am_error(report, AM_INPUT, cell->key_place,
                    "the study '%s' needs a case of a material point: remove "
                    "'microstructure'",
                    kind->name);
  if (!cell) AM_TRY(prepare_point(study));
  return kind->run(study);
}
