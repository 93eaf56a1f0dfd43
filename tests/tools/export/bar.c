/* bar.c: a host of one point: an exported law under a deformation gradient with
 * prescribed xx and zero lateral stresses. It does not use the program: the
 * structs are those of MGIS (tests/tools/export/bar.sh).
 *
 *   bar LIBRARY BEHAVIOUR HYPOTHESIS <table
 *
 * It reads rows of time and F.xx, and writes time, F, P and the Cauchy stress,
 * like the columns of `automat run`. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE = 100, NEWTON = 50 };

typedef struct {
  double *gradients, *thermodynamic_forces, *mass_density,
      *material_properties, *internal_state_variables, *stored_energy,
      *dissipated_energy, *external_state_variables;
} state;

typedef struct {
  char *error_message;
  double dt, *K, *rdt, *speed_of_sound;
  state s0, s1;
} data;

typedef int behaviour(data *);

/* A point: F and the internal variables before and after a step, components xx
 * yy zz xy yx xz zx yz zy. */
typedef struct {
  behaviour *law;
  double F0[9], F1[9], before[STATE], after[STATE];
} point;

enum { CAUCHY = 0, FIRST = 2 }; /* K[1]; K[2] = 2: the first stress by F */

static void take(point *p, double dt, double operator, double measure,
                 double *stress, double *K) {
  char message[512] = "";
  double temperature = 293.15, stored = 0, dissipated = 0, rdt = 1;
  data d = {.error_message = message, .dt = dt, .K = K, .rdt = &rdt,
            .s0 = {.gradients = p->F0, .internal_state_variables = p->before,
                   .external_state_variables = &temperature},
            .s1 = {.gradients = p->F1, .thermodynamic_forces = stress,
                   .internal_state_variables = p->after,
                   .stored_energy = &stored, .dissipated_energy = &dissipated,
                   .external_state_variables = &temperature}};
  K[0] = operator, K[1] = measure, K[2] = FIRST;
  if (p->law(&d) == 1) return;
  fprintf(stderr, "the law failed: %s\n", message);
  exit(1);
}

/* Newton's method for F.yy and F.zz; `width` of K.  P [9] is the stress. */
static void free_across(point *p, double dt, int width, double *P) {
  double K[81], change = 1;
  for (int n = 0; n < NEWTON && change > 1e-15; n++) {
    take(p, dt, 4, FIRST, P, K);
    const double *y = K + width, *z = K + 2 * width;
    double det = y[1] * z[2] - y[2] * z[1];
    double by = -(z[2] * P[1] - y[2] * P[2]) / det;
    double bz = -(y[1] * P[2] - z[1] * P[1]) / det;
    change = fabs(by) + fabs(bz);
    p->F1[1] += by;
    p->F1[2] += bz;
  }
  take(p, dt, 0, FIRST, P, K);
}

/* Places of the program's columns, xx yy zz yz xz xy zy zx yx. */
static void print_nine(const double *x) {
  static const int at[] = {0, 1, 2, 7, 5, 3, 8, 6, 4};
  for (int i = 0; i < 9; i++) printf(",%.17g", x[at[i]]);
}

static void print_six(const double *x) {
  static const int at[] = {0, 1, 2, 5, 4, 3};
  for (int i = 0; i < 6; i++)
    printf(",%.17g", i < 3 ? x[i] : x[at[i]] / sqrt(2));
}

int main(int count, char **arguments) {
  point p = {.F0 = {1, 1, 1}, .F1 = {1, 1, 1}};
  double before = 0, now, stretch;
  char name[100];
  if (count != 4) return 2;
  void *library = dlopen(arguments[1], RTLD_NOW);
  snprintf(name, sizeof name, "%s_%s", arguments[2], arguments[3]);
  if (library) *(void **)&p.law = dlsym(library, name);
  if (!p.law) return 3;
  int width = strcmp(arguments[3], "Tridimensional") ? 5 : 9;
  while (scanf("%lf,%lf", &now, &stretch) == 2) {
    double P[9] = {0}, sigma[6] = {0}, none[81];
    p.F1[0] = stretch;
    free_across(&p, now - before, width, P);
    take(&p, now - before, 0, CAUCHY, sigma, none);
    printf("%.17g", now);
    print_nine(p.F1);
    print_nine(P);
    print_six(sigma);
    printf("\n");
    memcpy(p.F0, p.F1, sizeof p.F0);
    memcpy(p.before, p.after, sizeof p.before);
    before = now;
  }
  return 0;
}
