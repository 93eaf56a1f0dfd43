/* schemes.c: coefficients of all schemes. */
#include "solver/parts.h"

/* ode23s: d = 1/(2 + sqrt(2)), e32 = 6 + sqrt(2). The published stages are
 * those of a Rosenbrock method with
 *   alpha = [0; 1/2; 0 1],  Gamma = d [1; -1 1; e32-2 -e32 1],
 *   b = (0, 1, 0),  b^ = (1/6, 2/3, 1/6),
 *
 * rewritten here for the variables U = Gamma K. */
#define D 0.29289321881345247560
#define E32 7.41421356237309504880

/* Coefficients of Bogacki and Shampine, used by two rows. The stages 2, 3 and 4
 * are a quarter of the substep apart. The guard is the second difference of
 * slopes; it is needed because the difference of the pair vanishes for y' =
 * -y/h + t. */
#define BOGACKI_SHAMPINE \
  .caution = 1, .guarded = 1, .guard = {1. / 48, -1. / 24, 0, 1. / 48}, \
  .family = AM_FAMILY_EXPLICIT, .stages = 4, .order = 3, .embedded = 2, \
  .control = 2, .fsal = 1, \
  .a = {{0}, {1. / 2}, {0, 3. / 4}, {2. / 9, 1. / 3, 4. / 9}}, \
  .b = {2. / 9, 1. / 3, 4. / 9, 0}, \
  .e = {2. / 9 - 7. / 24, 1. / 3 - 1. / 4, 4. / 9 - 1. / 3, -1. / 8}, \
  .c = {0, 1. / 2, 3. / 4, 1}, .probe = {0, 1, -2, 1}, \
  .probe_state = {13. / 18, -7. / 6, 4. / 9}, .stable = 2.5127

/* Chains first */
static const am_scheme schemes[] = {
    {
        .name = "auto",
        .title = "ode23; if the law is stiff, rodas4; finally backward Euler",
        .source = "Hairer and Wanner 1996, IV.2",
        BOGACKI_SHAMPINE,
        .chain = {"ode23", "rodas4", "implicit-euler-adaptive"},
    },
    {
        .name = "implicit-euler",
        .title = "one backward Euler step",
        .source = "Simo and Hughes 1998; section 4.1 of the AutoMat paper",
        .family = AM_FAMILY_IMPLICIT,
        .stages = 1,
        .order = 1,
    },
    {
        .name = "implicit-euler-adaptive",
        .title = "backward Euler, one step compared with two, extrapolated",
        .source = "Hairer, Norsett and Wanner 1993, II.4; Alexander 1977",
        .family = AM_FAMILY_DOUBLING,
        .stages = 1,
        .order = 2,
        .embedded = 1,
        .control = 1,
        .caution = 12,
    },
    {
        .name = "ode12",
        .title = "Euler and Heun",
        .source = "Hairer, Norsett and Wanner 1993, II.1",
        .family = AM_FAMILY_EXPLICIT,
        .stages = 2,
        .order = 2,
        .embedded = 1,
        .control = 1,
        .caution = 0.35,
        .a = {{0}, {1}},
        .b = {1. / 2, 1. / 2},
        .e = {1. / 2 - 1, 1. / 2},
        .c = {0, 1},
    },
    {
        .name = "ode23",
        .title = "Bogacki and Shampine",
        .source = "Bogacki and Shampine 1989",
        BOGACKI_SHAMPINE,
    },
    {
        .name = "ode23s",
        .title = "modified Rosenbrock pair",
        .source = "Shampine and Reichelt 1997",
        .family = AM_FAMILY_ROSENBROCK,
        .stages = 3,
        .order = 2,
        .embedded = 3,
        .control = 2,
        .caution = 0.6,
        .gamma = D,
        .a = {{0}, {1 / (2 * D)}, {1 / D, 1 / D}},
        .m = {{0}, {-1 / D}, {-2 / D, -E32 / D}},
        .b = {1 / D, 1 / D, 0},
        .e = {-1 / (6 * D), (2 - E32) / (6 * D), -1 / (6 * D)},
        .c = {0, 1. / 2, 1},
        .g = {D, 0, -D},
    },
    {
        .name = "ode45",
        .title = "Dormand and Prince",
        .source = "Dormand and Prince 1980",
        .family = AM_FAMILY_EXPLICIT,
        .stages = 7,
        .order = 5,
        .embedded = 4,
        .control = 4,
        .caution = 0.8,
        .guarded = 1, /* third order, with zero weight at stages 2 and 5, and
                         large weight at both ends, where the pair may miss
                         kinks */
        .guard = {-355. / 6912, 0, 355. / 3024, -355. / 2304, 0, 187. / 4032,
                  1. / 24},
        .fsal = 1,
        .a = {{0},
              {1. / 5},
              {3. / 40, 9. / 40},
              {44. / 45, -56. / 15, 32. / 9},
              {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
              {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176,
               -5103. / 18656},
              {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784,
               11. / 84}},
        .b = {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84,
              0},
        .e = {35. / 384 - 5179. / 57600, 0, 500. / 1113 - 7571. / 16695,
              125. / 192 - 393. / 640, -2187. / 6784 + 92097. / 339200,
              11. / 84 - 187. / 2100, -1. / 40},
        .c = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1},
    },
    {
        .name = "rodas4",
        .title = "RODAS, L-stable Rosenbrock pair",
        .source = "Hairer and Wanner 1996, IV.7",
        .family = AM_FAMILY_ROSENBROCK,
        .stages = 6,
        .order = 4,
        .embedded = 3,
        .control = 3,
        .caution = 1,
        .gamma = 0.25,
        .a = {{0},
              {1.544},
              {0.9466785280815826, 0.2557011698983284},
              {3.314825187068521, 2.896124015972201, 0.9986419139977817},
              {1.221224509226641, 6.019134481288629, 12.53708332932087,
               -0.6878860361058950},
              {1.221224509226641, 6.019134481288629, 12.53708332932087,
               -0.6878860361058950, 1}},
        .m = {{0},
              {-5.6688},
              {-2.430093356833875, -0.2063599157091915},
              {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
              {7.496443313967647, -10.24680431464352, -33.99990352819905,
               11.70890893206160},
              {8.083246795921522, -7.981132988064893, -31.52159432874371,
               16.31930543123136, -6.058818238834054}},
        .b = {1.221224509226641, 6.019134481288629, 12.53708332932087,
              -0.6878860361058950, 1, 1},
        .e = {0, 0, 0, 0, 0, 1},
        .c = {0, 0.386, 0.21, 0.63, 1, 1},
        .g = {0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0},
    },
};

enum { CHAINS = 1, ROWS = sizeof schemes / sizeof *schemes };

const am_scheme *am_schemes(size_t *count) {
  *count = ROWS - CHAINS;
  return schemes + CHAINS;
}

const char *const *am_scheme_names(am_arena *arena, bool with_chains,
                                   size_t *count) {
  const char **names = AM_ARRAY(arena, const char *, ROWS + 1);
  *count = 0;
  for (size_t i = with_chains ? 0 : CHAINS; i < ROWS; i++)
    names[(*count)++] = schemes[i].name;
  return names;
}

const am_scheme *am_scheme_find(const char *name) {
  for (size_t i = 0; i < ROWS; i++)
    if (!strcmp(schemes[i].name, name)) return &schemes[i];
  return NULL;
}
