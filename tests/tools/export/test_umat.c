/* covers: host_umat.h
 *
 * Exported laws, called as by hosts with the UMAT interface. */
#include "hosts.h"

/* The step turned by DROT gives the turned stress. */
START_TEST(states_turn_with_the_body) {
  exported x;
  export_law(&x, &(exported_as){.material = "norton"});
  /* a quarter turn about z: x' = y, y' = -x; Fortran's order of columns */
  static const double quarter[9] = {0, 1, 0, -1, 0, 0, 0, 0, 1};
  umat_call u = {.ndi = 3, .nshr = 3, .nstatv = HOST_STATE, .dtime = 1,
                 .dstran = {3e-3, -1e-3, 0, 2e-3, 1e-3, 0}};
  call_umat(&x, &u);
  umat_call still = u, turned = u;
  static const double zero[6] = {0};
  memcpy(still.stran, u.dstran, sizeof still.stran);
  memcpy(still.dstran, zero, sizeof zero);
  memcpy(turned.dstran, zero, sizeof zero);
  /* strains of the turned body */
  static const double strain[6] = {-1e-3, 3e-3, 0, -2e-3, 0, 1e-3};
  memcpy(turned.stran, strain, sizeof strain);
  turned.drot = quarter;
  call_umat(&x, &still);
  call_umat(&x, &turned);
  static const int from[6] = {1, 0, 2, 3, 5, 4};
  static const double sign[6] = {1, 1, 1, -1, -1, 1};
  for (int i = 0; i < 6; i++)
    ck_assert_close(turned.stress[i], sign[i] * still.stress[from[i]], 1e-10,
                    1e-8);
  am_arena_free(x.arena);
}
END_TEST

/* The two interfaces give equal results. */
START_TEST(interfaces_agree) {
  exported x;
  export_law(&x, &(exported_as){.material = "michel-suquet"});
  generic_call c = new_call(4);
  umat_call u = {.ndi = 3, .nshr = 3, .nstatv = HOST_STATE, .dtime = c.dt};
  for (int i = 0; i < 6; i++) {
    c.e1[i] = 1e-3 * (i - 2);
    u.dstran[i] = c.e1[i] * (i < 3 ? 1 : ROOT);
  }
  call_generic(&x, AM_TRIDIMENSIONAL, &c);
  call_umat(&x, &u);
  for (int i = 0; i < 6; i++) {
    double part = i < 3 ? 1 : ROOT;
    ck_assert_close(part * u.stress[i], c.stress[i], 1e-12, 1e-10);
    for (int j = 0; j < 6; j++)
      ck_assert_close(u.ddsdde[6 * j + i] * part * (j < 3 ? 1 : ROOT),
                      c.K[6 * i + j], 1e-11, 1e-6);
  }
  ck_assert_close(u.sse, c.stored, 1e-12, 0);
  ck_assert_close(u.spd, c.dissipated, 1e-12, 0);
  am_arena_free(x.arena);
}
END_TEST

/* Kratos has 11 22 33 12 23 13, and DDSDDE in row-major order. */
START_TEST(kratos) {
  exported x;
  static const int ours[6] = {0, 1, 2, 3, 5, 4};
  static const double strain[6] = {2e-3, -1e-3, 5e-4, 1e-3, -8e-4, 4e-4};
  export_law(&x, &(exported_as){.material = "fcc-crystal"});
  umat_call u = {.ndi = 3, .nshr = 3, .nstatv = HOST_STATE, .dtime = 1};
  umat_call k = u;
  k.kratos = true;
  for (int i = 0; i < 6; i++) {
    u.dstran[i] = strain[i];
    k.dstran[i] = strain[ours[i]];
  }
  call_umat(&x, &u);
  call_umat(&x, &k);
  for (int i = 0; i < 6; i++) {
    ck_assert_double_eq(k.stress[i], u.stress[ours[i]]);
    for (int j = 0; j < 6; j++)
      ck_assert_double_eq(k.ddsdde[6 * i + j],
                          u.ddsdde[6 * ours[j] + ours[i]]);
  }
  ck_assert_mem_eq(k.state, u.state, sizeof u.state);
  am_arena_free(x.arena);
}
END_TEST

/* Fields after the parameters, for a host that gives no temperature. */
START_TEST(constant_fields) {
  exported x;
  export_law(&x, &(exported_as){.material = "thermo-elastic"});
  int n = x.export.count;
  umat_call u = {.ndi = 3, .nshr = 3, .dtime = 1, .temp = 393.15,
                 .given = true};
  umat_call k = {.ndi = 3, .nshr = 3, .dtime = 1, .nprops = n + 1,
                 .kratos = true};
  for (int i = 0; i < n; i++)
    k.props[i] = x.export.law->parameters[x.export.numbers[i].index];
  k.props[n] = 393.15;
  call_umat(&x, &u);
  call_umat(&x, &k);
  ck_assert_double_lt(u.stress[0], -100);
  ck_assert_double_eq(k.stress[0], u.stress[0]);
  k.nprops = n;
  k.stress[0] = NAN;
  call_umat(&x, &k);
  ck_assert(isnan(k.stress[0]));
  am_arena_free(x.arena);
}
END_TEST

/* Reads the lines that calls print. */
static FILE *error_begin(int *saved) {
  FILE *file = tmpfile();
  ck_assert_ptr_nonnull(file);
  *saved = dup(2);
  dup2(fileno(file), 2);
  return file;
}

static void error_end(FILE *file, int saved) {
  dup2(saved, 2);
  close(saved);
  rewind(file);
}

/* A failed step names the point and the reason; only some are printed. */
START_TEST(failures_are_printed) {
  exported x;
  char line[300];
  int saved, lines;
  export_law(&x, &(exported_as){.material = "norton"});
  umat_call u = {.ndi = 3, .nshr = 3, .nstatv = 2, .dtime = 1};
  FILE *file = error_begin(&saved);
  call_umat(&x, &u);
  u.nstatv = HOST_STATE, u.nprops = 3;
  call_umat(&x, &u);
  u.nprops = 0, u.dstran[0] = NAN;
  for (int i = 0; i < 30; i++) call_umat(&x, &u);
  error_end(file, saved);
  static const char *const expected[] = {
      "norton: element 1, integration point 1: NSTATV (*DEPVAR) is 2, expected "
      "at least 6\n",
      "norton: element 1, integration point 1: NPROPS (*USER MATERIAL, "
      "CONSTANTS) is 3, expected 0 or 5\n",
      "norton: element 1, integration point 1: strain, duration, state or "
      "properties are not finite; half of the step is requested\n"};
  for (int i = 0; i < 3; i++)
    ck_assert_str_eq(fgets(line, sizeof line, file), expected[i]);
  for (lines = 3; fgets(line, sizeof line, file); lines++) continue;
  ck_assert_int_eq(lines, 20);
  ck_assert_ptr_nonnull(strstr(line, "; further messages are omitted\n"));
  fclose(file);
  am_arena_free(x.arena);
}
END_TEST

int main(void) {
  TCase *tcase = tcase_create("umat");
  tcase_add_test(tcase, states_turn_with_the_body);
  tcase_add_test(tcase, interfaces_agree);
  tcase_add_test(tcase, kratos);
  tcase_add_test(tcase, constant_fields);
  tcase_add_test(tcase, failures_are_printed);
  return test_run("export/umat", &tcase, 1);
}
