/* w1.c: time of a call of material laws in shared libraries with MFront's
 * generic interface, such as those of MFront and of `automat export`:
 *
 *   w1 POINTS LIBRARY BEHAVIOUR [LIBRARY BEHAVIOUR]...
 *
 * Workload W1 of automat-bench(1): strains with six components uniform in
 * +-3e-3; after a pre-load to 97 % in 20 steps of 0.1 s, the measured step goes
 * to 100 % in 0.06 s. All laws take the same points in turn, block by block.
 * Printed are medians over the blocks, in nanoseconds of processor time; the
 * ratio of the times with tangent to that of the first law; and the largest
 * difference of stresses from those of the first law, relative to its largest
 * stress. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BLOCK = 32, STEPS = 20, MOST_LAWS = 8, MODES = 2 };

static const double K_of[MODES] = {0, 4}; /* stress; and consistent tangent */

typedef struct {
  double *gradients, *thermodynamic_forces, *mass_density,
      *material_properties, *internal_state_variables, *stored_energy,
      *dissipated_energy, *external_state_variables;
} state;

typedef struct {
  char *error_message;
  double dt, *K, *rdt, *speed_of_sound;
  state s0, s1;
} behaviour_data;

typedef struct {
  const char *path, *name;
  void *library;
  int (*call)(behaviour_data *);
  int size;                   /* of its internal variables */
  double *before, *after;     /* [points][size] */
  double *stress;             /* [points][6] */
  double *times[MODES];       /* [blocks] */
  long failed;
} law;

static void stop(const char *text, const law *l) {
  fprintf(stderr, "w1: %s, %s: %s\n", l->path, l->name, text);
  exit(1);
}

static void *symbol(const law *l, const char *suffix) {
  char name[300];
  snprintf(name, sizeof name, "%s_%s", l->name, suffix);
  void *found = dlsym(l->library, name);
  if (!found) stop(dlerror(), l);
  return found;
}

static int number(const law *l, const char *suffix) {
  return *(const unsigned short *)symbol(l, suffix);
}

static double *new_numbers(long count) {
  double *x = calloc((size_t)count + 1, sizeof *x);
  if (x) return x;
  fputs("w1: out of memory\n", stderr);
  exit(1);
}

static law open_law(const char *path, const char *name, long points) {
  static const int sizes[] = {1, 6, 3, 9}; /* scalar, symmetric, vector, tensor */
  law l = {.path = path, .name = name, .library = dlopen(path, RTLD_NOW)};
  if (!l.library) stop(dlerror(), &l);
  void *call = symbol(&l, "Tridimensional");
  memcpy(&l.call, &call, sizeof call);
  if (number(&l, "BehaviourType") != 1) stop("it is not for small strains", &l);
  if (number(&l, "nMaterialProperties"))
    stop("it has material properties; make them parameters", &l);
  const int *types = symbol(&l, "InternalStateVariablesTypes");
  for (int i = 0; i < number(&l, "nInternalStateVariables"); i++) {
    if (types[i] < 0 || types[i] > 3) stop("unknown type of variable", &l);
    l.size += sizes[types[i]];
  }
  l.before = new_numbers(points * l.size);
  l.after = new_numbers(points * l.size);
  l.stress = new_numbers(points * 6);
  for (int m = 0; m < MODES; m++) l.times[m] = new_numbers(points / BLOCK);
  return l;
}

/* Step of a point between fractions of its strain, coordinates in the basis of
 * Kelvin and Mandel. */
static void advance(law *l, long point, const double *strain, double from,
                    double to, double dt, double K0) {
  static double fields[64] = {293.15}, none[64];
  double e0[6], e1[6], stress0[6] = {0}, K[40] = {K0}, rdt = 1;
  double stored[2] = {0}, dissipated[2] = {0}, sound = 0, density = 1;
  char message[512] = "";
  for (int i = 0; i < 6; i++) {
    e0[i] = from * strain[i];
    e1[i] = to * strain[i];
  }
  behaviour_data d = {
      message, dt, K, &rdt, &sound,
      {e0, stress0, &density, none, l->before + point * l->size, stored,
       dissipated, fields},
      {e1, l->stress + 6 * point, &density, none, l->after + point * l->size,
       stored + 1, dissipated + 1, fields}};
  l->failed += l->call(&d) != 1;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static void preload(law *l, long points, const double *strain) {
  for (long p = 0; p < points; p++)
    for (int n = 0; n < STEPS; n++) {
      advance(l, p, strain + 6 * p, 0.97 * n / STEPS, 0.97 * (n + 1) / STEPS,
              2.0 / STEPS, 0);
      memcpy(l->before + p * l->size, l->after + p * l->size,
             (size_t)l->size * sizeof(double));
    }
}

static void measure(law *l, long block, const double *strain, int mode) {
  double start = now();
  for (long p = block * BLOCK; p < (block + 1) * BLOCK; p++)
    advance(l, p, strain + 6 * p, 0.97, 1, 0.06, K_of[mode]);
  l->times[mode][block] = (now() - start) / BLOCK;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *x, long count) {
  qsort(x, (size_t)count, sizeof *x, compare);
  return x[count / 2];
}

static double difference(const law *a, const law *b, long points) {
  double most = 0, largest = 0;
  for (long i = 0; i < 6 * points; i++) {
    largest = fmax(largest, fabs(b->stress[i]));
    double off = fabs(a->stress[i] - b->stress[i]);
    if (!(off <= most)) most = off;
  }
  return most / largest;
}

static void print(law *l, law *first, long points) {
  long blocks = points / BLOCK;
  double *ratios = new_numbers(blocks);
  for (long b = 0; b < blocks; b++)
    ratios[b] = l->times[1][b] / first->times[1][b];
  printf("%-20s %9.0f %9.0f %8.3f %11.1e %7ld\n", l->name,
         median(memcpy(new_numbers(blocks), l->times[0],
                       (size_t)blocks * sizeof(double)), blocks),
         median(memcpy(new_numbers(blocks), l->times[1],
                       (size_t)blocks * sizeof(double)), blocks),
         median(ratios, blocks), difference(l, first, points), l->failed);
}

int main(int count, char **arguments) {
  long points = count > 1 ? atol(arguments[1]) / BLOCK * BLOCK : 0;
  int laws = (count - 2) / 2;
  law all[MOST_LAWS];
  if (points < BLOCK || count % 2 || laws < 1 || laws > MOST_LAWS) {
    fprintf(stderr, "w1: expected POINTS (%d at least) and up to %d pairs "
            "LIBRARY BEHAVIOUR\n", BLOCK, MOST_LAWS);
    return 2;
  }
  double *strain = new_numbers(6 * points);
  srand48(1);
  for (long i = 0; i < 6 * points; i++)
    strain[i] = 3e-3 * (2 * drand48() - 1) * (i % 6 < 3 ? 1 : sqrt(2));
  for (int i = 0; i < laws; i++) {
    all[i] = open_law(arguments[2 + 2 * i], arguments[3 + 2 * i], points);
    preload(&all[i], points, strain);
  }
  for (long block = 0; block < points / BLOCK; block++)
    for (int mode = 0; mode < MODES; mode++)
      for (int i = 0; i < laws; i++) measure(&all[i], block, strain, mode);
  printf("%-20s %9s %9s %8s %11s %7s\n", "behaviour", "ns", "tangent", "ratio",
         "difference", "failed");
  for (int i = 0; i < laws; i++) print(&all[i], &all[0], points);
  return 0;
}
