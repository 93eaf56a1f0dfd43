/* million.c: a million points of a metal, each strained differently, with
 * tangents.  Build: cc million.c $(pkg-config --cflags --libs automat) */
#include <automat.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 1000000 };

int main(void) {
  automat_model *model;
  double (*strain)[6] = calloc(COUNT, sizeof *strain);
  double (*stress)[6] = calloc(COUNT, sizeof *stress);
  double (*tangent)[6][6] = calloc(COUNT, sizeof *tangent);
  automat_points points = {.count = COUNT, .duration = 1};
  if (!strain || !stress || !tangent) return AUTOMAT_ENVIRONMENT;
  for (long i = 0; i < COUNT; i++) strain[i][5] = 4e-9 * (double)i;
  points.target = &strain[0][0];
  points.stress = &stress[0][0];
  points.tangent = &tangent[0][0][0];
  automat_status status = automat_open("michel-suquet", &model);
  if (!status)
    status = automat_set(model, "solver.scheme=implicit-euler");
  if (!status) status = automat_evaluate(model, &points);
  if (*automat_message(model))
    fprintf(stderr, "%s\n", automat_message(model));
  for (long i = 0; !status && i < COUNT; i += COUNT / 5)
    printf("%g %.12g %.12g\n", strain[i][5], stress[i][5],
           tangent[i][5][5]);
  automat_close(model);
  free(strain), free(stress), free(tangent);
  return status;
}
