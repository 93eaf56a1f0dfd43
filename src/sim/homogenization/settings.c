/* settings.c: reads the settings of a volume element and of its iteration. */
#include "homogenization/parts.h"

typedef struct {
  am_homogenization settings;
  enum { AUTO, FOURIER, ROTATED } discretization;
  const am_yaml *reference;
} given_keys;

static const char *const discretizations[] = {
    [AUTO] = "auto", [FOURIER] = "fourier", [ROTATED] = "rotated", NULL};

static const char *const references[] = {[AM_REFERENCE_FIXED] = "fixed",
                                         [AM_REFERENCE_UPDATED] = "updated",
                                         NULL};

static const am_yaml_key reference_keys[] = {
    {"lambda", {.takes = AM_TAKES_NUMBER, AM_NEEDED(am_homogenization, lambda)},
     "Lame's first parameter"},
    {"mu", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE,
            AM_NEEDED(am_homogenization, mu)}, "shear modulus"},
    {0}};

const am_yaml_key am_homogenization_keys[] = {
    {"scheme", {.words = am_acceleration_names,
                AM_INTO(given_keys, settings.scheme)}, "iteration scheme"},
    {"depth", {.takes = AM_TAKES_WHOLE, .least = 1, .most = AM_DEEPEST,
               AM_INTO(given_keys, settings.depth)},
     "number of iterates used by the scheme anderson"},
    {"discretization", {.words = discretizations,
                        AM_INTO(given_keys, discretization)},
     "discretization of derivatives"},
    {"reference", {.words = references, .keys = reference_keys,
                   AM_INTO(given_keys, reference)},
     "reference medium of the Green operator"},
    {"equilibrium", {.takes = AM_TAKES_NUMBER, .range = AM_POSITIVE_FRACTION,
                     AM_INTO(given_keys, settings.equilibrium)},
     "tolerance of the equilibrium residual"},
    {"iterations", {.takes = AM_TAKES_WHOLE, .least = 1, .most = 1000000,
                    AM_INTO(given_keys, settings.iterations)},
     "maximum number of iterations per loading step"},
    {"extrapolate", {.takes = AM_TAKES_FLAG,
                     AM_INTO(given_keys, settings.extrapolate)},
     "extrapolate the initial guess from the last loading steps"},
    {0}};

static am_status read_reference(am_report *report, const am_yaml *node,
                                am_homogenization *s) {
  size_t index = AM_REFERENCE_GIVEN;
  if (node->kind == AM_YAML_MAPPING) {
    AM_TRY(am_yaml_take(report, node, "homogenization.reference",
                        reference_keys, s));
    if (3 * s->lambda + 2 * s->mu <= 0)
      return am_error(report, AM_INPUT, am_yaml_get(node, "lambda")->place,
                      "expected a reference with a positive bulk modulus "
                      "lambda + 2/3 mu, found %.6g",
                      s->lambda + 2 * s->mu / 3);
  } else {
    AM_TRY(am_choice(report, node,
                     "homogenization.reference, unless it is a mapping of "
                     "lambda and mu,", references, 2, &index));
  }
  s->reference = (am_reference_kind)index;
  return AM_OK;
}

/* Reads the voxels unless *micro is set. */
static am_status read_voxels(am_arena *arena, am_report *report,
                             const am_case *description, am_team *team,
                             am_microstructure **micro) {
  if (*micro) return AM_OK;
  *micro = AM_NEW(arena, am_microstructure);
  (*micro)->team = team;
  if (description->microstructure)
    return am_microstructure_read(arena, report, description->microstructure,
                                  description->folder, *micro);
  return am_error(report, AM_INPUT, am_case_place(description),
                  "the case has no 'microstructure'");
}

am_status am_homogenization_read(am_arena *arena, am_report *report,
                                 const am_case *description, am_team *team,
                                 am_microstructure *micro,
                                 am_homogenization **result) {
  am_homogenization *settings = *result = AM_NEW(arena, am_homogenization);
  given_keys given = {.settings = {.depth = 4,
                                   .reference = AM_REFERENCE_FIXED,
                                   .equilibrium = 1e-5,
                                   .iterations = 1000,
                                   .extrapolate = true}};
  AM_TRY(read_voxels(arena, report, description, team, &micro));
  if (description->homogenization)
    AM_TRY(am_yaml_take(report, description->homogenization, "homogenization",
                        am_homogenization_keys, &given));
  *settings = given.settings;
  if (given.reference)
    AM_TRY(read_reference(report, given.reference, settings));
  AM_TRY(am_cell_new(arena, report, description, micro, &settings->cell));
  if (given.discretization != AUTO)
    settings->cell->rotated = given.discretization == ROTATED;
  return AM_OK;
}
