/* Classification of materials by their potentials. */
#include "check/parts.h"
#include "tests/core/law/laws.h"

static const char *class_of(built *b) {
  am_class found = am_law_classify(b->arena, b->law);
  return am_class_name(b->arena, &found);
}

/* ---- the installed laws ------------------------------------------------- */

static const struct {
  const char *material, *class;
  bool strict;
} laws[] = {
    {"armstrong-frederick", "plastic", false},
    {"artery", "elastic", true},
    {"burgers", "linear viscous", true},
    {"cam-clay", "plastic", false},
    {"chaboche", "plastic", true}, /* recovery needs flow first */
    {"concrete", "plastic and damage", true},
    {"cubic-elastic", "linear elastic", true},
    {"damage", "damage", true},
    {"drucker-prager", "plastic", true},
    {"drucker-prager-plastic", "plastic", true},
    {"fcc-crystal", "plastic", true},
    {"filled-rubber", "viscous", true},
    {"garofalo", "viscous", true},
    {"generalized-maxwell", "linear viscous", true},
    {"hencky", "elastic", true},
    {"hill-creep", "viscous", true},
    {"kachanov", "viscous", false},
    {"linear-elastic", "linear elastic", true},
    {"mazars", "damage", false},
    {"michel-suquet", "plastic", true},
    {"michel-suquet-voce", "plastic", true},
    {"mohr-coulomb", "plastic", true},
    {"nitinol", "plastic", true},
    {"norton", "viscous", true},
    {"ogden", "elastic", true},
    {"orthotropic-elastic", "linear elastic", true},
    {"overlay", "plastic", true},
    {"perzyna", "plastic", true},
    {"porous-creep", "viscous", true},
    {"sheet-metal", "plastic", true},
    {"souza-auricchio", "plastic", true},
    {"spectral-damage", "damage", true},
    {"swelling-creep", "viscous", true},
    {"thermo-chaboche", "plastic", true},
    {"viscoelastic-viscoplastic", "viscous and plastic", true},
    {"zener", "linear viscous", true},
};

START_TEST(installed_laws) {
  built b = law_of(laws[_i].material);
  ck_assert_str_eq(class_of(&b), laws[_i].class);
  ck_assert_int_eq(b.law->strict, laws[_i].strict);
  law_close(&b);
}
END_TEST

/* Laws with preferred axes are not isotropic. */
START_TEST(isotropic_laws) {
  static const char *const with_axes[] = {
      "artery", "cubic-elastic", "fcc-crystal", "hill-creep",
      "orthotropic-elastic", "sheet-metal"};
  FOR_MATERIALS(name) {
    bool axes = false;
    for (size_t i = 0; i < sizeof with_axes / sizeof *with_axes; i++)
      axes |= !strcmp(with_axes[i], name);
    built b = law_of(name);
    ck_assert_msg(am_law_is_isotropic(b.arena, b.law) == !axes, "%s", name);
    law_close(&b);
  }
}
END_TEST

/* The classification finds the evolution of all variables. */
START_TEST(all_laws) {
  FOR_MATERIALS(name) {
    built b = law_of(name);
    am_class found = am_law_classify(b.arena, b.law);
    ck_assert_msg(!found.all == !b.law->count, "%s: %s", name, class_of(&b));
    law_close(&b);
  }
}
END_TEST

/* ---- small ones --------------------------------------------------------- */

#define ELASTIC "100*tr(e)^2 + 50*(e : e)"

static const struct {
  const char *title, *internal, *energy, *potential, *class;
} texts[] = {
    {"nonlinear elasticity", NULL, "(eps : eps)^2", NULL, "elastic"},
    {"a variable that is constant", "{c: scalar}", "c^2 + (eps : eps)", "0",
     "linear elastic"},

    {"a linear dashpot", "{p: symmetric}", "e = eps - p\n  " ELASTIC,
     "(A_p : A_p)/2", "linear viscous"},
    {"the strain multiplied out", "{p: deviatoric}",
     "eps : eps - 2*(eps : p) + p : p", "(A_p : A_p)/2", "linear viscous"},
    {"an exponent at which small rates underflow", "{p: deviatoric}",
     "e = eps - p\n  " ELASTIC, "(mises(A_p)/1e3)^400.5", "viscous"},
    {"exponent 1 by a sum is no linear law", "{p: deviatoric}",
     "e = eps - p\n  " ELASTIC, "(A_p : A_p) + (A_p : A_p)^2", "viscous"},
    {"a hyperbola without cohesion", "{p: symmetric}",
     "e = eps - p\n  " ELASTIC,
     "pos(sqrt(mises(A_p)^2 + 4) - 2)^2", "viscous"},
    {"an accumulated strain beside creep", "{p: deviatoric, a: scalar}",
     "e = eps - p\n  " ELASTIC " + 0*a", "(mises(A_p) + A_a)^4", "viscous"},
    {"a potential that reads the state", "{p: deviatoric}",
     "e = eps - p\n  " ELASTIC, "(1 + p : p)*(A_p : A_p)", "viscous"},
    {"volume changes alone", "{v: scalar}",
     "e = eps - v*I\n  " ELASTIC, "A_v^2", "linear viscous"},
    {"nonlinear elasticity in series with a dashpot", "{p: symmetric}",
     "e = eps - p\n  " ELASTIC " + tr(e)^3 + (e : e)^2 + exp(e[xy])",
     "(A_p : A_p)/2", "viscous"},
    {"a nonlinear branch beside a nonlinear spring", "{p: symmetric}",
     "e = eps - p\n  " ELASTIC " + tr(e)^3 + (eps : eps)^2", "(A_p : A_p)/2",
     "viscous"},

    {"a threshold by pos", "{p: deviatoric}", "e = eps - p\n  " ELASTIC,
     "pos(mises(A_p) - 1)^2", "plastic"},
    {"a threshold by max, and an exponent that underflows", "{p: deviatoric}",
     "e = eps - p\n  " ELASTIC, "(max(mises(A_p), 1) - 1)^400.5", "plastic"},
    {"a threshold by if", "{p: deviatoric}", "e = eps - p\n  " ELASTIC,
     "if(norm(A_p) > 1, (norm(A_p) - 1)^3, 0)", "plastic"},
    {"flow in tension alone", "{p: symmetric}", "e = eps - p\n  " ELASTIC,
     "pos(tr(A_p) - 1)^2", "plastic"},
    {"nonlinear elasticity and a threshold", "{p: deviatoric}",
     "e = eps - p\n  " ELASTIC " + tr(e)^4 + (e : e)^3",
     "pos(mises(A_p) - 1)^2", "plastic"},
    {"a dashpot beside a threshold", "{p: deviatoric, v: symmetric}",
     "e = eps - p - v\n  " ELASTIC,
     "pos(mises(A_p) - 1)^2 + (A_v : A_v)/2", "viscous and plastic"},

    {"damage without a threshold", "{d: scalar}",
     "e = eps\n  (1 - d)^2*(" ELASTIC ")", "pos(A_d)^2", "damage"},
    {"damage of the response in tension", "{d: scalar}",
     "e = eps\n  " ELASTIC " - d*pos(tr(e))^2", "pos(A_d - 1e-3)^2",
     "damage"},
    {"a tensor of damage", "{D: symmetric}",
     "e = eps\n  " ELASTIC " - D : square(e)", "(A_D : A_D)/2", "damage"},
    {"damage beside plasticity", "{p: deviatoric, d: scalar}",
     "e = eps - p\n  (1 - d)*(" ELASTIC ") + d^2",
     "pos(mises(A_p) - 1)^2 + pos(A_d - 1e-3)^2", "plastic and damage"},
    {"all of them", "{p: deviatoric, v: deviatoric, d: scalar}",
     "e = eps - p - v\n  (1 - d)*(" ELASTIC ") + d^2",
     "pos(mises(A_p) - 1)^2 + (A_v : A_v)/2 + pos(A_d - 1e-3)^2",
     "viscous, plastic and damage"},
    {"a variable that changes the stiffness but is constant", "{d: scalar}",
     "e = eps\n  (1 - d)*(" ELASTIC ")", "0", "elastic"},
};

START_TEST(small_laws) {
  am_arena *arena = test_arena();
  am_buffer text = {.arena = arena};
  am_buffer_add(&text, "material: m\nfree_energy: |\n  %s\n",
                texts[_i].energy);
  if (texts[_i].internal)
    am_buffer_add(&text, "internal: %s\nforce_potential: |\n  %s\n",
                  texts[_i].internal, texts[_i].potential);
  built b = law_of(text.text);
  const char *found = class_of(&b);
  ck_assert_msg(!strcmp(found, texts[_i].class), "%s: %s, expected %s",
                texts[_i].title, found, texts[_i].class);
  law_close(&b);
  am_arena_free(arena);
}
END_TEST

/* The class depends on parameters: without a yield stress there is no elastic
 * domain. */
START_TEST(parameters_decide) {
  built b = law_open(&(request){.material = "michel-suquet",
                                .parameters = "{sigma_Y: 0}"});
  ck_assert_str_eq(class_of(&b), "viscous");
  law_close(&b);
}
END_TEST

/* Each variable by itself. */
START_TEST(variables) {
  built b = law_of("viscoelastic-viscoplastic");
  am_class found = am_law_classify(b.arena, b.law);
  for (int i = 0; i < b.law->count; i++)
    ck_assert_uint_eq(found.variables[i],
                      *b.law->variables[i].name == 'a' &&
                              b.law->variables[i].member
                          ? AM_CLASS_VISCOUS
                          : AM_CLASS_PLASTIC);
  law_close(&b);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("class");
  tcase_add_loop_test(all, installed_laws, 0, sizeof laws / sizeof *laws);
  tcase_add_test(all, isotropic_laws);
  tcase_add_test(all, all_laws);
  tcase_add_loop_test(all, small_laws, 0, sizeof texts / sizeof *texts);
  tcase_add_test(all, parameters_decide);
  tcase_add_test(all, variables);
  return test_run("material/class", &all, 1);
}
