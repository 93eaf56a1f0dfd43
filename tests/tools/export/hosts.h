/* hosts.h: laws exported to the test's own library, loaded, and called as by
 * hosts. */
#ifndef AM_TESTS_EXPORT_HOSTS_H
#define AM_TESTS_EXPORT_HOSTS_H

#include <dlfcn.h>
#include <math.h>

#include "export/export.h"
#include "tests/core/law/materials.h"

enum { HOST_STATE = 100 };

/* Exported law: a material of the source tree or the text of one */
typedef struct {
  const char *material, *properties, *scheme, *name;
  int substeps; /* 0: 1 */
  bool deformed;
} exported_as;

typedef struct {
  am_arena *arena;
  am_report *report;
  am_law *law;
  am_export export;
  am_library library;
} exported;

static inline void export_law(exported *x, const exported_as *as) {
  am_material *material;
  am_solver *solver;
  const char *text;
  const am_export_options options = {.name = as->name,
                                     .properties = as->properties,
                                     .deformed = as->deformed};
  *x = (exported){.arena = test_arena()};
  ck_assert(!am_arena_recover(x->arena));
  x->report = am_report_new(x->arena);
  solver = AM_NEW(x->arena, am_solver);
  *solver = am_solver_default;
  solver->scheme = am_scheme_find(as->scheme ? as->scheme : "implicit-euler");
  solver->derivatives = false;
  if (as->substeps) solver->substeps = as->substeps;
  ck_assert_int_eq(read_material(x->arena, x->report, as->material, &material),
                   AM_OK);
  ck_assert_int_eq(am_law_new(x->arena, x->report, material,
                              &(am_law_choice){.energies = true}, &x->law),
                   AM_OK);
  am_status status = am_export_new(x->arena, x->report, x->law, solver,
                                   &options, &x->export);
  ck_assert_msg(status == AM_OK, "%s", first_message(x->arena, x->report));
  ck_assert_int_eq(am_export_write(x->arena, x->report, x->law, &x->export,
                                   &text),
                   AM_OK);
  const char *file = am_format(x->arena, "/tmp/automat-export-%d-%s.so",
                               (int)getpid(), x->export.name);
  status = am_export_compile(x->arena, x->report, text, NULL, file);
  ck_assert_msg(status == AM_OK, "%s", first_message(x->arena, x->report));
  status = am_library_open(x->arena, x->report, file, &x->library);
  unlink(file);
  ck_assert_msg(status == AM_OK, "%s", first_message(x->arena, x->report));
}

/* A generic behaviour's step, Kelvin components xx yy zz xy xz yz; those of a
 * deformation gradient xx yy zz xy yx xz zx yz zy. */
typedef struct {
  double dt, e0[9], e1[9], before[HOST_STATE], properties[10];
  double request; /* K[0] */
  int measure, operator; /* K[1], K[2] under deformation gradients */
  double stress[9], K[81], after[HOST_STATE], stored, dissipated;
  double rdt, density, sound, fields[2]; /* the temperature first */
  char message[512];
  int status;
} generic_call;

static inline generic_call new_call(double request) {
  generic_call c = {.dt = 1, .request = request, .rdt = 1,
                    .fields = {NAN, NAN}};
  for (int i = 0; i < 9; i++) c.stress[i] = NAN;
  for (int i = 0; i < 81; i++) c.K[i] = NAN;
  for (int i = 0; i < HOST_STATE; i++) c.after[i] = NAN;
  return c;
}

static inline void call_generic(const exported *x, am_hypothesis hypothesis,
                                generic_call *c) {
  c->K[0] = c->request;
  if (x->export.deformed) c->K[1] = c->measure, c->K[2] = c->operator;
  am_generic_data d = {
      .error_message = c->message, .dt = c->dt, .K = c->K, .rdt = &c->rdt,
      .speed_of_sound = &c->sound,
      .s0 = {.gradients = c->e0, .mass_density = &c->density,
             .material_properties = c->properties,
             .internal_state_variables = c->before,
             .external_state_variables = c->fields},
      .s1 = {.gradients = c->e1, .thermodynamic_forces = c->stress,
             .material_properties = c->properties,
             .internal_state_variables = c->after,
             .stored_energy = &c->stored,
             .dissipated_energy = &c->dissipated,
             .external_state_variables = c->fields}};
  c->status = x->library.generic[hypothesis](&d);
}

/* A UMAT's step, 11 22 33 12 13 23; optional arguments of a host are
 * omitted. */
typedef struct {
  int ndi, nshr, nstatv, nprops;
  double dtime, stran[6], dstran[6], state[HOST_STATE], props[10];
  double temp, dtemp, predef;
  bool given; /* these are */
  bool kratos; /* by the entry and the components of Kratos, without PNEWDT */
  const double *drot, *dfgrd0, *dfgrd1;
  double stress[6], ddsdde[36], ddsddt[6], sse, spd, pnewdt;
} umat_call;

static inline void call_umat(const exported *x, umat_call *c) {
  int ntens = c->ndi + c->nshr, one = 1;
  double time[2] = {0}, none = 0;
  am_umat *umat = x->library.umat;
  c->pnewdt = 1;
  if (c->kratos) *(void **)&umat = dlsym(x->library.handle, "umat");
  ck_assert_ptr_nonnull(*(void **)&umat);
  umat(c->stress, c->state, c->ddsdde, &c->sse, &c->spd, NULL, NULL, c->ddsddt,
       NULL, NULL, c->stran, c->dstran, time, &c->dtime,
       c->given ? &c->temp : NULL, &c->dtemp, c->given ? &c->predef : NULL,
       &none, "LAW", &c->ndi, &c->nshr, &ntens, &c->nstatv, c->props,
       &c->nprops, NULL, c->drot, c->kratos ? NULL : &c->pnewdt, NULL,
       c->dfgrd0, c->dfgrd1, &one, &one, NULL, NULL, &one, &one, 3);
}

#define ROOT 1.41421356237309504880

/* The isotropic law of linear-elastic. */
static const double E = 300e3, NU = 0.25;

static inline void elastic(exported *x, const char *properties) {
  export_law(x, &(exported_as){.material = "linear-elastic",
                                 .properties = properties});
}

static inline double lame(void) { return E * NU / ((1 + NU) * (1 - 2 * NU)); }
static inline double shear(void) { return E / (2 * (1 + NU)); }

#endif
