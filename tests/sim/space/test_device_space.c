/* covers: device
 *
 * The space on an emulated device. After any failure there is one message, or
 * responses have a status, and all resources are released. */
#include <dlfcn.h>

#include "cuda/fakes.h"
#include "device_checks.h"

static int call(const char *name) {
  int (*function)(void);
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  void *symbol = library ? dlsym(library, name) : NULL;
  if (!symbol) return 0;
  memcpy(&function, &symbol, sizeof function);
  return function();
}

/* Result of a cell and some work with it: the message or failure, or "" */
static void work(element *e, char *text, size_t size) {
  am_space *s = NULL;
  am_vector *u, *g;
  am_response response;
  am_mean_tangent survey;
  am_status status = am_space_open(e->arena, e->report, e->cell, 1, &s);
  if (status == AM_OK) status = am_space_vector(s, e->report, false, &u);
  if (status == AM_OK) status = am_space_vector(s, e->report, true, &g);
  if (status != AM_OK) {
    ck_assert_int_eq(status, AM_ENVIRONMENT);
    ck_assert(e->report->first && !e->report->first->next);
    snprintf(text, size, "%s", e->report->first->text);
    return;
  }
  am_space_set_reference(s, lambda0, mu0);
  memcpy(u->mean, strain, sizeof strain);
  am_space_respond(s, &span, u, g, &response);
  am_space_commit(s);
  am_space_copy(s, u, g);
  am_space_survey(s, &span, u, true, &survey);
  if (survey.status == AM_POINT_GOOD)
    am_space_apply(s, u, g, &response);
  else
    am_space_respond(s, &span, u, g, &response);
  am_space_dots(s, u, 1, (const am_vector *const[]){g}, response.stress);
  am_space_respond(s, &span, u, g, &response);
  if (response.status == AM_POINT_LOST) ck_assert(*s->failure);
  snprintf(text, size, "%s", s->failure);
}

/* The fault occurs after the cell has been created. */
static void attempt(const char *machine, char *text, size_t size) {
  element e = make_element(0);
  setenv("AUTOMAT_FAKE_CUDA", "", 1);
  must_make(&e, case_text(&e, 0, "michel-suquet"));
  ck_assert_int_eq(am_cell_need_tangents(e.arena, e.report, e.cell), AM_OK);
  setenv("AUTOMAT_FAKE_CUDA", machine, 1);
  call("fake_cuda_reset");
  work(&e, text, size);
  setenv("AUTOMAT_FAKE_CUDA", "", 1);
  am_arena_free(e.arena);
  ck_assert_msg(call("fake_cuda_live") == 0, "%s: %d are not given back",
                machine, call("fake_cuda_live"));
}

static const struct {
  const char *symbol;
  int calls; /* that are tried */
  const char *expected;
} faults[] = {
    {"cuMemAlloc_v2", 40, "free"},
    {"cuMemHostAlloc", 3, "pinned"},
    {"cuModuleLoadData", 1, "cuModuleLoadData"},
    {"cuModuleGetFunction", 2, "cuModuleGetFunction"},
    {"cuLaunchKernel", 30, "cuLaunchKernel"},
    {"cuMemsetD8Async", 12, "cuMemsetD8Async"},
    {"cuMemcpyDtoHAsync_v2", 3, "cuMemcpyDtoHAsync"},
    {"cuStreamSynchronize", 8, "cuStreamSynchronize"},
    {"cuEventCreate", 2, "cuEventCreate"},
    {"cuEventRecord", 5, "cuEventRecord"},
    {"cuStreamCreate", 2, "cuStreamCreate"},
    {"cufftExecD2Z", 2, "cufftExecD2Z: CUFFT_EXEC_FAILED (6)"},
};

enum { FAULTS = sizeof faults / sizeof *faults };

START_TEST(faults_are_told) {
  char machine[80], text[600];
  int told_of = 0;
  for (int n = 1; n <= faults[_i].calls; n++) {
    snprintf(machine, sizeof machine, "fail=%s:%d", faults[_i].symbol, n);
    attempt(machine, text, sizeof text);
    told_of += strstr(text, faults[_i].expected) != NULL;
  }
  ck_assert_msg(told_of > 0, "%s: never '%s', the last '%s'",
                faults[_i].symbol, faults[_i].expected, text);
}
END_TEST

START_TEST(transforms_fail) {
  static const struct {
    const char *fault, *expected;
  } rows[] = {
      {"fail=cufftMakePlanMany64:1",
       "cannot transform a grid of 5 x 4 x 3: cufftMakePlanMany64: "
       "CUFFT_ALLOC_FAILED (2)"},
      {"fail=cufftCreate:2", "cufftCreate: CUFFT_ALLOC_FAILED (2)"},
      {"fail=cufftExecZ2D:1",
       "the CUDA device 0, Fake 0, failed: cufftExecZ2D: "
       "CUFFT_EXEC_FAILED (6)"},
  };
  char text[600];
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    attempt(rows[i].fault, text, sizeof text);
    ck_assert_msg(strstr(text, rows[i].expected), "%s", text);
  }
}
END_TEST

START_TEST(devices_are_lost) {
  char machine[40], text[600];
  bool whole = false;
  for (int n = 0; !whole && n < 2000; n += 7) {
    snprintf(machine, sizeof machine, "lost=%d", n);
    attempt(machine, text, sizeof text);
    whole = !*text;
  }
  ck_assert(whole);
}
END_TEST

START_TEST(memory_is_asked_for_in_advance) {
  char text[600];
  attempt("fail=cuMemAlloc_v2:7", text, sizeof text);
  ck_assert_msg(strstr(text, "GB free, expected 0.000262 GB for sums of 60 "
                             "voxels, in addition to 1.92e-07 GB in use"),
                "%s", text);
  attempt("memory=10K", text, sizeof text);
  ck_assert_msg(strstr(text, "has 0 GB free, expected 4e-08 GB for the wave "
                             "vectors of 60 voxels"),
                "%s", text);
}
END_TEST

/* The counted memory is available, except the work area of transforms, here as
 * large as their data, and some words of the programs of laws. Smaller phases
 * could use the lists of their check. */
START_TEST(memory_is_counted_beforehand) {
  static const double size[3] = {1, 1, 1};
  element e = new_element((const int[]){64, 62, 66}, size);
  const double area = 3 * 16 * (33 * 62 * 66); /* of three components */
  am_space *s, *counted;
  am_vector *v;
  setenv("AUTOMAT_FAKE_CUDA", "", 1);
  put_labels(&e);
  must_make(&e, case_text(&e, 0, "michel-suquet"));
  ck_assert_int_eq(am_space_open(e.arena, e.report, e.cell, 1, &s), AM_OK);
  ck_assert_int_eq(
      am_space_count(e.arena, e.report, e.cell, true, 1, &counted), AM_OK);
  for (int i = 0; i < 4; i++) {
    ck_assert_int_eq(am_space_vector(s, e.report, i < 2, &v), AM_OK);
    ck_assert_int_eq(am_space_vector(counted, e.report, i < 2, &v),
                     AM_OK);
  }
  am_space_account account = s->account;
  const am_space_size sum = am_space_counted(counted);
  double fields =
      sum.vectors + sum.planes + sum.laws + sum.places + sum.rest;
  ck_assert_double_le(fabs(account.bytes - fields - area), 1000);
  am_arena_free(e.arena);
}
END_TEST

/* ---- substeps that are followed -------------------------------------------*/

/* A space for each engine: that of the device and that of the host */
static am_space *open_space(element *e, const char *engine,
                            const char *scheme) {
  am_space *s;
  *e = make_element(0);
  must_make(e, am_format(e->arena,
                         "solver: {engine: %s, scheme: %s}\n"
                         "homogenization: {discretization: fourier}\n"
                         "phases:\n  matrix: {label: 0, material: "
                         "michel-suquet}\n" INCLUSION, engine, scheme));
  ck_assert_int_eq(am_space_open(e->arena, e->report, e->cell, 1, &s), AM_OK);
  am_space_set_reference(s, lambda0, mu0);
  return s;
}

/* The mean stress at a part of the strain, and all substeps of the matrix. */
static void answer(element *e, am_space *s, double part, double follow,
                   double *stress, double *substeps) {
  const am_loading_step over = {.duration = 0.4, .follow = follow};
  am_vector *u;
  am_response response;
  ck_assert_int_eq(am_space_vector(s, e->report, false, &u), AM_OK);
  for (int i = 0; i < 6; i++) u->mean[i] = part * strain[i];
  am_space_respond(s, &over, u, NULL, &response);
  ck_assert_int_eq(response.status, AM_POINT_GOOD);
  memcpy(stress, response.stress, sizeof response.stress);
  am_space_fetch(s, AM_CELL_SUBSTEPS, 0, substeps);
}

/* Strains near the first, far away, so that substeps are chosen again, and
 * back; results are those of the interpreter on the host. */
static const struct {
  double part, follow;
} parts[] = {{0.15, 0}, {0.151, 2}, {0.149, 2}, {0.22, 2}, {0.151, 1},
             {0.151, 0}, {0.05, 0}, {0.051, 2}, {0.9, 2}};

enum { PARTS = sizeof parts / sizeof *parts, SIXTY = 60 };

static const char *const followed[] = {"ode23", "ode45", "rodas4"};

START_TEST(substeps_are_followed) {
  element e[2];
  am_space *s[2];
  double stress[2][PARTS][6], substeps[2][PARTS][SIXTY] = {0};
  for (int i = 0; i < 2; i++) {
    s[i] = open_space(&e[i], i ? "cuda" : "interp", followed[_i]);
    for (int n = 0; n < PARTS; n++)
      answer(&e[i], s[i], parts[n].part, parts[n].follow, stress[i][n],
             substeps[i][n]);
  }
  for (int n = 0; n < PARTS; n++) {
    compare("mean stress", stress[1][n], stress[0][n], 6, 1e-11);
    compare("substeps", substeps[1][n], substeps[0][n], SIXTY, 0);
  }
  /* kept substeps: 4 repeats those chosen by 3, 5 chooses new ones */
  ck_assert_double_gt(fabs(stress[1][4][0] - stress[1][5][0]),
                      1e-7 * fabs(stress[1][5][0]));
  ck_assert_double_eq(substeps[1][1][0], substeps[1][0][0]);
  ck_assert_double_eq(substeps[1][7][0], substeps[1][6][0]);
  for (int i = 0; i < 2; i++) am_arena_free(e[i].arena);
}
END_TEST

int main(int count, char **arguments) {
  (void)count;
  if (!test_with_fakes()) return test_run_with_fakes(arguments);
  TCase *failures = tcase_create("failures");
  TCase *follow = tcase_create("substeps");
  tcase_add_loop_test(follow, substeps_are_followed, 0,
                      sizeof followed / sizeof *followed);
  tcase_add_loop_test(failures, faults_are_told, 0, FAULTS);
  tcase_add_test(failures, transforms_fail);
  tcase_add_test(failures, devices_are_lost);
  tcase_add_test(failures, memory_is_asked_for_in_advance);
  tcase_add_test(failures, memory_is_counted_beforehand);
  return test_run("space/device space",
                  (TCase *const[]){device_checks(), follow, failures}, 3);
}
