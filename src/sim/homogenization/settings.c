/* settings.c: reads the settings of a volume element and of its iteration. */
#include "homogenization/parts.h"

typedef struct {
  am_report *report;
  am_homogenization *settings;
  enum discretization { AUTO, FOURIER, ROTATED } discretization;
} reading;


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

static const char *const discretizations[] = {
    [AUTO] = "auto", [FOURIER] = "fourier", [ROTATED] = "rotated", NULL};

static am_status read_discretization(reading *r, const am_yaml *node) {
  size_t index;
  AM_TRY(am_choice(r->report, node, "homogenization.discretization",
                   discretizations, 3, &index));
  r->discretization = (enum discretization)index;
  return AM_OK;
}

static const char *const references[] = {[AM_REFERENCE_FIXED] = "fixed",
                                         [AM_REFERENCE_UPDATED] = "updated",
                                         NULL};

static const am_yaml_key reference_keys[] = {
    {"lambda", AM_A_NUMBER, "Lame's first parameter"},
    {"mu", AM_A_NUMBER, "shear modulus"},
    {0}};

static am_status read_reference(reading *r, const am_yaml *node) {
  size_t index;
  if (node->kind == AM_YAML_MAPPING) {
    static const char what[] = "homogenization.reference";
    const am_yaml *lambda, *mu;
    am_homogenization *s = r->settings;
    s->reference = AM_REFERENCE_GIVEN;
    AM_TRY(am_yaml_keys_known(r->report, node, what, reference_keys));
    AM_TRY(am_required(r->report, node, what, "lambda", &lambda));
    AM_TRY(am_required(r->report, node, what, "mu", &mu));
    AM_TRY(am_yaml_number(r->report, lambda, "lambda", &s->lambda));
    AM_TRY(am_bounded_number(r->report, mu, "mu", true, &s->mu));
    if (3 * s->lambda + 2 * s->mu > 0) return AM_OK;
    return am_error(r->report, AM_INPUT, lambda->place,
                    "expected a reference with a positive bulk modulus lambda "
                    "+ 2/3 mu, found %.6g",
                    s->lambda + 2 * s->mu / 3);
  }
  AM_TRY(am_choice(r->report, node,
                   "homogenization.reference, unless it is a mapping of lambda "
                   "and mu,",
                   references, 2, &index));
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

static const struct {
  const char *key;
  am_status (*read)(reading *r, const am_yaml *node);
  am_yaml_shape shape;
  const char *about;
} entries[] = {
    {"scheme", read_scheme, AM_A_TEXT, "iteration scheme"},
    {"depth", read_depth, AM_A_WHOLE, "number of iterates used by the scheme "
                                      "anderson"},
    {"discretization", read_discretization, AM_WORDS(discretizations),
     "discretization of derivatives"},
    {"reference", read_reference,
     {.words = references, .keys = reference_keys},
     "reference medium of the Green operator"},
    {"equilibrium", read_equilibrium, AM_A_NUMBER,
     "tolerance of the equilibrium residual"},
    {"iterations", read_iterations, AM_A_WHOLE, "maximum number of iterations "
                                                "per loading step"},
    {"extrapolate", read_extrapolate, AM_A_FLAG,
     "extrapolate the initial guess from the last loading steps"},
};

enum { ENTRIES = sizeof entries / sizeof *entries };

const am_yaml_key *am_homogenization_keys(am_arena *arena) {
  am_yaml_key *keys = AM_ARRAY(arena, am_yaml_key, ENTRIES + 1);
  size_t count;
  const am_acceleration *const *rows = am_accelerations(&count);
  const char **names = AM_ARRAY(arena, const char *, count + 1);
  for (size_t i = 0; i < count; i++) names[i] = rows[i]->name;
  names[count] = NULL;
  for (size_t i = 0; i < ENTRIES; i++) {
    keys[i] = (am_yaml_key){entries[i].key, entries[i].shape,
                            entries[i].about};
    if (entries[i].read == read_scheme)
      keys[i].shape = (am_yaml_shape)AM_WORDS(names);
  }
  keys[ENTRIES] = (am_yaml_key){0};
  return keys;
}

static am_status read_entries(reading *r, const am_yaml *node) {
  AM_TRY(am_yaml_keys_known(r->report, node, "homogenization",
                            am_homogenization_keys(r->report->arena)));
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
                                 const am_case *description, am_team *team,
                                 am_homogenization **result) {
  am_microstructure *micro = AM_NEW(arena, am_microstructure);
  micro->team = team;
  if (!description->microstructure)
    return am_error(report, AM_INPUT, am_case_place(description),
                    "the case has no 'microstructure'");
  AM_TRY(am_microstructure_read(arena, report, description->microstructure,
                                description->folder, micro));
  return am_homogenization_make(arena, report, description, micro, result);
}
