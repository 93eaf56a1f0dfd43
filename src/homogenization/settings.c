/* settings.c: reads a volume element and how its equilibrium is found. */
#include "homogenization/settings.h"

#include "homogenization/scheme.h"
#include "path/reading.h"

typedef struct {
  am_report *report;
  am_homogenization *settings;
  enum { AUTO, FOURIER, ROTATED } discretization;
} reading;

typedef struct {
  const char *key;
  am_status (*read)(reading *r, const am_yaml *node);
} entry;

static am_status read_scheme(reading *r, const am_yaml *node) {
  size_t count, index;
  const am_acceleration *const *rows = am_accelerations(&count);
  const char **names = AM_ARRAY(r->report->arena, const char *, count);
  for (size_t i = 0; i < count; i++) names[i] = rows[i]->name;
  AM_TRY(am_choice(r->report, node, "homogenization.scheme", names, count,
                   &index));
  r->settings->scheme = rows[index]->name;
  return AM_OK;
}

static am_status read_depth(reading *r, const am_yaml *node) {
  long depth;
  AM_TRY(am_yaml_integer(r->report, node, "homogenization.depth", 1, AM_DEEPEST,
                         &depth));
  r->settings->depth = (int)depth;
  return AM_OK;
}

static am_status read_discretization(reading *r, const am_yaml *node) {
  static const char *const names[] = {
      [AUTO] = "auto", [FOURIER] = "fourier", [ROTATED] = "rotated"};
  size_t index;
  AM_TRY(am_choice(r->report, node, "homogenization.discretization", names, 3,
                   &index));
  r->discretization = index;
  return AM_OK;
}

static am_status read_reference(reading *r, const am_yaml *node) {
  static const char *const names[] = {[AM_REFERENCE_FIXED] = "fixed",
                                      [AM_REFERENCE_UPDATED] = "updated"};
  size_t index;
  if (node->kind == AM_YAML_MAPPING) {
    static const char what[] = "homogenization.reference";
    static const char *const keys[] = {"lambda", "mu", NULL};
    const am_yaml *lambda, *mu;
    am_homogenization *s = r->settings;
    s->reference = AM_REFERENCE_GIVEN;
    AM_TRY(am_known_keys(r->report, node, what, keys));
    AM_TRY(am_required(r->report, node, what, "lambda", &lambda));
    AM_TRY(am_required(r->report, node, what, "mu", &mu));
    AM_TRY(am_yaml_number(r->report, lambda, "lambda", &s->lambda));
    AM_TRY(am_bounded_number(r->report, mu, "mu", true, &s->mu));
    if (3 * s->lambda + 2 * s->mu > 0) return AM_OK;
    return am_error(r->report, AM_INPUT, lambda->place,
                    "expected a reference with a positive bulk modulus "
                    "lambda + 2/3 mu, found %.6g",
                    s->lambda + 2 * s->mu / 3);
  }
  AM_TRY(am_choice(r->report, node,
                   "homogenization.reference, if it is not a mapping of "
                   "lambda and mu,",
                   names, 2, &index));
  r->settings->reference = (am_reference_kind)index;
  return AM_OK;
}

static am_status read_equilibrium(reading *r, const am_yaml *node) {
  return am_relative_number(r->report, node, "homogenization.equilibrium",
                            true, &r->settings->equilibrium);
}

static am_status read_iterations(reading *r, const am_yaml *node) {
  return am_yaml_integer(r->report, node, "homogenization.iterations", 1,
                         1000000, &r->settings->iterations);
}

static am_status read_extrapolate(reading *r, const am_yaml *node) {
  return am_yaml_boolean(r->report, node, "homogenization.extrapolate",
                         &r->settings->extrapolate);
}

static const entry entries[] = {
    {"scheme", read_scheme},
    {"depth", read_depth},
    {"discretization", read_discretization},
    {"reference", read_reference},
    {"equilibrium", read_equilibrium},
    {"iterations", read_iterations},
    {"extrapolate", read_extrapolate},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static am_status read_entries(reading *r, const am_yaml *node) {
  const char *keys[ENTRIES + 1] = {NULL};
  for (size_t i = 0; i < ENTRIES; i++) keys[i] = entries[i].key;
  AM_TRY(am_known_keys(r->report, node, "homogenization", keys));
  for (size_t i = 0; i < ENTRIES; i++) {
    const am_yaml *item = am_yaml_get(node, entries[i].key);
    if (item) AM_TRY(entries[i].read(r, item));
  }
  return AM_OK;
}

am_status am_homogenization_make(am_arena *arena, am_report *report,
                                 const am_case *description,
                                 am_microstructure *micro,
                                 am_homogenization **result) {
  am_homogenization *settings = *result = AM_NEW(arena, am_homogenization);
  reading r = {.report = report, .settings = settings};
  *settings = (am_homogenization){.scheme = "anderson",
                                  .depth = 4,
                                  .reference = AM_REFERENCE_FIXED,
                                  .equilibrium = 1e-5,
                                  .iterations = 1000,
                                  .extrapolate = true};
  if (description->homogenization)
    AM_TRY(read_entries(&r, description->homogenization));
  AM_TRY(am_cell_new(arena, report, description, micro, &settings->cell));
  if (r.discretization != AUTO)
    settings->cell->rotated = r.discretization == ROTATED;
  return AM_OK;
}

am_status am_homogenization_read(am_arena *arena, am_report *report,
                                 const am_case *description,
                                 am_homogenization **result) {
  am_microstructure *micro;
  if (!description->microstructure)
    return am_error(report, AM_INPUT, am_nowhere,
                    "the case has no 'microstructure'");
  AM_TRY(am_microstructure_read(arena, report, description->microstructure,
                                description->folder, &micro));
  return am_homogenization_make(arena, report, description, micro, result);
}
