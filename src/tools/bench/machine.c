/* machine.c: measures the limits of this machine. */
#include <dlfcn.h>

#include "bench/parts.h"

enum { POWERS = 1024, BATCH = 1000 };

/* Sink that prevents the compiler from removing loops. */
static volatile double sink;

const char *am_processor_name(am_arena *arena) {
  const char *name = "unknown processor";
  char line[400];
  FILE *stream = fopen("/proc/cpuinfo", "r");
  while (stream && fgets(line, sizeof line, stream)) {
    const char *value = strchr(line, ':');
    if (strncmp(line, "model name", 10) || !value) continue;
    value += 1 + strspn(value + 1, " \t");
    name = am_printable(arena, value, strcspn(value, "\n"));
    break;
  }
  if (stream) fclose(stream);
  return name;
}

enum { REPETITIONS = 5 };

double am_rounds_per_second(void (*run)(void *data, long rounds), void *data,
                            long *rounds, double seconds) {
  double best = 0;
  for (int i = 0; i < REPETITIONS;) {
    double start = am_clock();
    run(data, *rounds);
    double spent = am_clock() - start;
    if (spent < seconds && *rounds < 1L << 40) {
      *rounds *= 2;
      continue;
    }
    best = fmax(best, (double)*rounds / spent);
    i++;
  }
  return best;
}

typedef struct {
  am_arena *arena; /* of work that a signal may end */
  int threads;
  long rounds; /* sufficient number, increases */
  const am_vectors *vectors;
  void *power;
  char *from, *to; /* [bytes] */
  size_t bytes;
  double x[POWERS], p[POWERS], y[POWERS];
} work;

static void multiply(void *data, long rounds) {
  work *w = data;
  double sum = 0;
  am_arena_poll(w->arena);
#pragma omp parallel for num_threads(w->threads) reduction(+ : sum)
  for (int t = 0; t < w->threads; t++)
    sum += w->vectors->multiply(BATCH * rounds);
  sink = sum;
}

static void copy(void *data, long rounds) {
  work *w = data;
  size_t piece = w->bytes / (size_t)w->threads;
  am_arena_poll(w->arena);
  for (long i = 0; i < rounds; i++) {
#pragma omp parallel for num_threads(w->threads)
    for (int t = 0; t < w->threads; t++)
      memcpy(w->to + (size_t)t * piece, w->from + (size_t)t * piece, piece);
    char *swap = w->from;
    w->from = w->to;
    w->to = swap;
  }
}

static void raise_powers(void *data, long rounds) {
  work *w = data;
  am_arena_poll(w->arena);
  for (long i = 0; i < rounds; i++)
    w->vectors->raise(w->power, w->x, w->p, w->y, POWERS);
  sink = w->y[0];
}

/* Uses the number of rounds of one thread for all threads. */
static double rate_of(void (*run)(void *, long), work *w, double seconds) {
  return am_rounds_per_second(run, w, &w->rounds, seconds);
}

static double fma_rate(work *w, int threads, double seconds) {
  w->threads = threads;
  return rate_of(multiply, w, seconds) * BATCH * AM_CHAINS *
         w->vectors->lanes * threads;
}

static double copy_rate(work *w, int threads, double seconds) {
  w->threads = threads;
  return rate_of(copy, w, seconds) * 2 *
         (double)(w->bytes / (size_t)threads * (size_t)threads);
}

void am_machine_measure(am_arena *arena, int threads, double seconds,
                        long megabytes, am_machine *machine) {
  work *w = AM_NEW(arena, work);
  w->arena = arena;
  w->vectors = am_vectors_widest();
  w->power = am_vectors_power(w->vectors);
  w->bytes = (size_t)megabytes << 20;
  w->from = am_arena_room(arena, w->bytes);
  w->to = am_arena_room(arena, w->bytes);
  memset(w->from, 1, w->bytes);
  memset(w->to, 1, w->bytes);
  *machine = (am_machine){.threads = threads, .lanes = w->vectors->lanes};
  w->rounds = 1;
  machine->fma_core = fma_rate(w, 1, seconds);
  machine->fma_total = fma_rate(w, threads, seconds);
  w->rounds = 1;
  machine->copy_core = copy_rate(w, 1, seconds);
  machine->copy_total = copy_rate(w, threads, seconds);
  w->rounds = 1;
  for (int i = 0; i < POWERS; i++) {
    w->x[i] = 0.3 + 0.002 * i;
    w->p[i] = 2.5 + 0.001 * i;
  }
  machine->power = 1 / (rate_of(raise_powers, w, seconds) * POWERS);
}

/* ---- widest vectors of this processor ------------------------------------ */

static double multiply_1(long rounds) {
  double x[AM_CHAINS], sum = 0;
  for (int i = 0; i < AM_CHAINS; i++) x[i] = 1 + 0.01 * i;
  for (long r = 0; r < rounds; r++)
#pragma GCC unroll 12
    for (int i = 0; i < AM_CHAINS; i++) x[i] = fma(x[i], 0.5, 0.25);
  for (int i = 0; i < AM_CHAINS; i++) sum += x[i];
  return sum;
}

static void raise_1(void *power, const double *x, const double *p, double *y,
                    int count) {
  (void)power;
  for (int i = 0; i < count; i++) y[i] = pow(x[i], p[i]);
}

static const am_vectors scalar = {1, multiply_1, raise_1, 0};

#if defined __x86_64__ && defined __GLIBC__
#include <immintrin.h>

/* Loops for vectors with a given number of lanes. */
#define VECTORS(lanes, vector, prefix, features)                             \
  __attribute__((target(features))) static double multiply_##lanes(          \
      long rounds) {                                                         \
    const vector half = prefix##_set1_pd(0.5);                               \
    const vector rest = prefix##_set1_pd(0.25);                              \
    vector x[AM_CHAINS];                                                     \
    double sums[lanes], sum = 0;                                             \
    for (int i = 0; i < AM_CHAINS; i++)                                      \
      x[i] = prefix##_set1_pd(1 + 0.01 * i);                                 \
    for (long r = 0; r < rounds; r++)                                        \
      _Pragma("GCC unroll 12") for (int i = 0; i < AM_CHAINS; i++)           \
        x[i] = prefix##_fmadd_pd(x[i], half, rest);                          \
    for (int i = 0; i < AM_CHAINS; i++) {                                    \
      prefix##_storeu_pd(sums, x[i]);                                        \
      for (int k = 0; k < lanes; k++) sum += sums[k];                        \
    }                                                                        \
    return sum;                                                              \
  }                                                                          \
  __attribute__((target(features))) static void raise_##lanes(               \
      void *power, const double *x, const double *p, double *y,              \
      int count) {                                                           \
    vector (*function)(vector, vector);                                      \
    if (!power) {                                                            \
      raise_1(power, x, p, y, count);                                        \
      return;                                                                \
    }                                                                        \
    *(void **)&function = power;                                             \
    for (int i = 0; i < count; i += lanes)                                   \
      prefix##_storeu_pd(y + i, function(prefix##_loadu_pd(x + i),           \
                                         prefix##_loadu_pd(p + i)));         \
  }

VECTORS(8, __m512d, _mm512, "avx512f,avx512dq,avx512vl")
VECTORS(4, __m256d, _mm256, "avx2,fma")

static const am_vectors wide[] = {
    {8, multiply_8, raise_8, "_ZGVeN8vv_pow"},
    {4, multiply_4, raise_4, "_ZGVdN4vv_pow"},
};

const am_vectors *am_vectors_widest(void) {
  int lanes = am_processor_lanes();
  return lanes == 8 ? &wide[0] : lanes == 4 ? &wide[1] : &scalar;
}
#else
const am_vectors *am_vectors_widest(void) { return &scalar; }
#endif

void *am_vectors_power(const am_vectors *vectors) {
  void *library = vectors->symbol ? dlopen("libmvec.so.1", RTLD_NOW) : 0;
  return library ? dlsym(library, vectors->symbol) : 0;
}
